(* SPDX-License-Identifier: MIT *)

(** Attributes of v4 to v7, from a draw to the byte that is read.

    A driver writes words: a record for each vertex buffer, an offset for each
    attribute. The attribute unit sees only these words, the start of the draw
    and a thread's linear id. The theorem at the end: it reads the element that
    OpenGL and Vulkan specify. *)

From Dral Require Export Draw.

(** ** What the API specifies *)

Inductive input_rate := PerVertex | PerInstance.

Record buffer := Buffer
  { address : Z; size : Z; stride : Z; rate : input_rate; api_divisor : Z }.

(** The size, counted from the aligned address, is a word. *)
Definition is_buffer (b : buffer) : bool :=
  is_word 56 (address b) && (0 <=? size b) &&
  is_u32 (size b + address b mod 64) && is_u32 (stride b) &&
  is_u32 (api_divisor b).

Definition api_element (d : draw) (b : buffer) (vertex instance : Z) : Z :=
  match rate b with
  | PerVertex => start d + vertex
  | PerInstance =>
      base_instance d +
      if api_divisor b =? 0 then 0 else instance / api_divisor b
  end.

(** ** What the driver writes *)

(** docs/reference/instancing.md, "Attribute modes" *)
Inductive attribute_mode :=
  | Linear
  | Modulus (shift odd : Z)
  | PotDivisor (shift : Z)
  | NpotDivisor (t : magic_divisor) (divisor : Z).

Record record := Rec
  { mode : attribute_mode; pointer : Z; record_stride : Z; record_size : Z }.

Definition hardware_divisor (p : padded_count) (b : buffer) : Z :=
  padded p * api_divisor b.

(** The mode, and whether the stride is that of the buffer or 0. *)
Definition mode_of (d : draw) (p : padded_count) (b : buffer) :
  attribute_mode * bool :=
  let h := hardware_divisor p b in
  match rate b, has_several d with
  | PerVertex, false => (Linear, true)
  | PerInstance, false => (Linear, false)
  | PerVertex, true => (Modulus (padded_shift p) (padded_odd p), true)
  | PerInstance, true =>
      if (api_divisor b =? 0) || (2 ^ 32 <=? h) then (Linear, false)
      else if h =? 2 ^ Z.log2 h then (PotDivisor (Z.log2 h), true)
      else (NpotDivisor (compute h (draw_rounding d)) (api_divisor b), true)
  end.

Definition record_of (d : draw) (p : padded_count) (b : buffer) : record :=
  Rec (fst (mode_of d p b)) (address b / 64)
    (if snd (mode_of d p b) then stride b else 0)
    (size b + address b mod 64).

(** docs/reference/instancing.md, "Descriptor words": type, R, P or E,
    continuation *)
Definition mode_fields (m : attribute_mode) : Z * Z * Z * list Z :=
  match m with
  | Linear => (1, 0, 0, [])
  | PotDivisor r => (2, r, 0, [])
  | Modulus r p => (3, r, p, [])
  | NpotDivisor t divisor =>
      (4, shift t, extra_flags t, [0x20; magic t; 0; divisor])
  end.

Definition record_words (x : record) : list Z :=
  let '(type, r, top, continuation) := mode_fields (mode x) in
  [type + 2 ^ 6 * (pointer x mod 2 ^ 26);
   pointer x / 2 ^ 26 + 2 ^ 24 * (r + 2 ^ 5 * top);
   record_stride x; record_size x] ++ continuation.

(** docs/reference/instancing.md, "Attribute offset" *)
Definition offset_sum (d : draw) (p : padded_count) (b : buffer) (source : Z)
  : Z :=
  source + address b mod 64 +
  match rate b with
  | PerVertex => 0
  | PerInstance =>
      base_instance d * stride b - start d * record_stride (record_of d p b)
  end.

Definition attribute_offset (d : draw) (p : padded_count) (b : buffer)
  (source : Z) : option Z :=
  signed_word (offset_sum d p b source).

(** ** What the attribute unit reads *)

Definition unit_element (words : list Z) (id : Z) : Z :=
  let r := word words 1 / 2 ^ 24 mod 2 ^ 5 in
  let top := word words 1 / 2 ^ 29 in
  match word words 0 mod 2 ^ 6 with
  | 1 => id
  | 2 => id / 2 ^ r
  | 3 => id mod ((2 * top + 1) * 2 ^ r)
  | 4 => if word words 4 mod 2 ^ 6 =? 0x20
         then divide (Magic (word words 5) r top) id else 0
  | _ => 0
  end.

Definition unit_pointer (words : list Z) : Z :=
  2 ^ 6 * (word words 0 / 2 ^ 6 + 2 ^ 26 * (word words 1 mod 2 ^ 24)).

(** The unit adds the start of the draw to every element. *)
Definition unit_address (words : list Z) (offset start id : Z) : Z :=
  unit_pointer words + signed offset +
  word words 2 * (unit_element words id + start).

(** ** What is proven *)

Definition draw_input : Type := draw * padded_count * buffer * Z * Z * Z.

Definition draw_accepted
  '((d, p, b, source, vertex, instance) : draw_input) : bool :=
  is_draw d && resolved d p && is_buffer b && is_thread d vertex instance.

Definition draw_right '((d, p, b, source, vertex, instance) : draw_input) :=
  let words := record_words (record_of d p b) in
  let id := linear_id p vertex instance in
  unit_pointer words + word words 3 = address b + size b /\
  Forall (fun w => is_u32 w) words /\
  unit_id (vertex_id_words d p) id = vertex /\
  unit_id (instance_id_words d p) id = instance /\
  let right :=
    address b + source + stride b * api_element d b vertex instance in
  attribute_offset d p b source =
    signed_word (right - unit_address words 0 (start d) id) /\
  forall offset rest, attribute_offset d p b source = Some offset ->
    unit_address (words ++ rest) offset (start d) id = right.

(** ** The proof *)

(** Every field fits its bits. *)
Definition is_mode (m : attribute_mode) : Prop :=
  let '(type, r, top, continuation) := mode_fields m in
  1 <= type <= 4 /\ is_word 5 r /\ is_word 3 top /\
  Forall (fun w => is_u32 w) continuation.

Definition is_record (x : record) : Prop :=
  is_mode (mode x) /\ is_word 50 (pointer x) /\ is_u32 (record_stride x) /\
  is_u32 (record_size x).

Lemma record_of_is_record d p b vertex instance :
  draw_accepted (d, p, b, 0, vertex, instance) -> is_record (record_of d p b).
Proof.
  unfold draw_accepted. intros [[[D R]%andb_prop B]%andb_prop T]%andb_prop.
  destruct (linear_id_spec d p vertex instance D R T)
    as [_ [_ [_ [_ [P F]]]]].
  unfold is_buffer in B. unfold is_record, record_of.
  cbn [mode pointer record_stride record_size].
  split; [|destruct (snd (mode_of d p b)); euclid].
  unfold is_mode, mode_of. cbv zeta. set (h := hardware_divisor p b).
  destruct (rate b), (has_several d);
    cbn [fst mode_fields]; try (repeat split; constructor || linear).
  destruct (_ || _) eqn:H; cbn [fst mode_fields];
    [repeat split; constructor || linear|].
  assert (H1 : is_divisor h) by (unfold h, hardware_divisor in *; nonlinear).
  pose proof (log2_of_divisor h H1).
  destruct (h =? 2 ^ Z.log2 h); cbn [fst mode_fields];
    [repeat split; constructor || linear|].
  destruct (compute_fields h (draw_rounding d) H1) as [M [-> E]].
  repeat constructor; linear.
Qed.

(** The words are words. *)
Lemma record_words_are_words x :
  is_record x -> Forall (fun w => is_u32 w) (record_words x).
Proof.
  intros [M [P [S Z0]]]. unfold is_mode, record_words in *.
  destruct (mode_fields (mode x)) as [[[type r] top] continuation].
  repeat (constructor; [euclid|]). apply M.
Qed.

Definition mode_element (m : attribute_mode) (id : Z) : Z :=
  match m with
  | Linear => id
  | PotDivisor r => id / 2 ^ r
  | Modulus r p => id mod ((2 * p + 1) * 2 ^ r)
  | NpotDivisor t _ => divide t id
  end.

(** The unit finds the fields that were written, whatever follows them. *)
Lemma unit_reads_fields x rest id :
  is_record x ->
  let words := record_words x ++ rest in
  unit_pointer words = 64 * pointer x /\ word words 2 = record_stride x /\
  word words 3 = record_size x /\
  unit_element words id = mode_element (mode x) id.
Proof.
  intros [M [P _]]. unfold is_mode, record_words in *.
  destruct (mode_fields (mode x)) as [[[type r] top] cont] eqn:E.
  destruct M as [T [R [O _]]].
  unfold unit_pointer, unit_element, word. cbn [nth app].
  split; [euclid|]. split; [reflexivity|]. split; [reflexivity|].
  replace (_ / 2 ^ 24 mod 2 ^ 5) with r by euclid.
  replace (_ / 2 ^ 29) with top by euclid.
  replace (_ mod 2 ^ 6) with type at 1 by euclid.
  destruct (mode x) as [| | |[m s f]]; injection E as <- <- <- <-;
    reflexivity.
Qed.

(** The element of each mode. With a stride of 0 it does not matter. *)
Lemma mode_is_right d p b vertex instance :
  is_draw d -> is_buffer b -> resolved d p -> is_thread d vertex instance ->
  let element := mode_element (fst (mode_of d p b))
                   (linear_id p vertex instance) in
  if snd (mode_of d p b)
  then element = match rate b with
                 | PerVertex => vertex
                 | PerInstance => instance / api_divisor b
                 end /\
       (rate b = PerInstance -> api_divisor b <> 0)
  else rate b = PerInstance /\
       (api_divisor b = 0 \/ instance / api_divisor b = 0).
Proof.
  intros D B R T.
  destruct (linear_id_spec d p vertex instance D R T)
    as [ID [LM [LD [ONE [P F]]]]].
  unfold is_buffer, is_thread, is_draw, resolved in *. unfold mode_of.
  set (h := hardware_divisor p b).
  destruct (rate b), (has_several d) eqn:S; cbn [fst snd mode_element].
  - destruct F as [<- _]; [reflexivity|]. now split.
  - rewrite (ONE eq_refl) in *. now split.
  - destruct (Z.eqb_spec (api_divisor b) 0) as [|N]; cbn [orb fst snd];
      [tauto|].
    destruct (Z.leb_spec (2 ^ 32) h) as [BIG|FITS]; cbn [fst snd].
    { split; [reflexivity|]. right. apply Z.div_small.
      unfold h, hardware_divisor in BIG. nonlinear. }
    assert (H : is_divisor h) by (unfold h, hardware_divisor in *; nonlinear).
    assert (Q : linear_id p vertex instance / h = instance / api_divisor b)
      by (unfold h, hardware_divisor; rewrite <- Z.div_div, LD; linear).
    destruct (Z.eqb_spec h (2 ^ Z.log2 h)) as [POT|NPOT];
      cbn [fst snd mode_element]; (split; [|intros _; exact N]).
    + now rewrite <- POT.
    + rewrite <- Q. apply magic_divisor_is_exact; try assumption.
      unfold has_magic. destruct (draw_rounding d); linear.
  - rewrite (ONE eq_refl). split; [reflexivity|].
    destruct (Z.eq_dec (api_divisor b) 0); [now left|right].
    now apply Z.div_0_l.
Qed.

(** In every draw, for every buffer, vertex and instance: the words lead the
    attribute unit to the element that the API specifies, whatever follows
    them. The record ends where the buffer ends, so the unit's check of bounds
    is that of the API. *)
Theorem every_draw_is_right :
  forall row, draw_accepted row = true -> draw_right row.
Proof.
  intros [[[[[d p] b] source] vertex] instance] A.
  pose proof (record_of_is_record d p b vertex instance A) as X.
  unfold draw_accepted in A.
  apply andb_prop in A as [[[D R]%andb_prop B]%andb_prop T].
  pose proof (mode_is_right d p b vertex instance D B R T) as M.
  unfold draw_right. cbv zeta.
  set (id := linear_id p vertex instance) in *.
  pose proof (Z.div_mod (address b) 64 ltac:(lia)) as Q.
  set (words := record_words _). set (right := _ + stride b * _).
  assert (E : forall rest,
             unit_address (words ++ rest) 0 (start d) id +
             offset_sum d p b source = right).
  { intros rest. unfold unit_address. subst words right.
    destruct (unit_reads_fields _ rest id X) as [-> [-> [_ ->]]].
    change (signed 0) with 0.
    unfold offset_sum, api_element, record_of in *.
    cbn [mode pointer record_stride] in *.
    set (element := mode_element _ _) in *. clearbody element.
    destruct (snd (mode_of d p b)), (rate b); cbn [negb] in M.
    + destruct M as [-> _]. lia.
    + destruct M as [-> N]. specialize (N eq_refl).
      destruct (Z.eqb_spec (api_divisor b) 0); [contradiction|lia].
    + now destruct M.
    + destruct M as [_ [->|M]]; [cbn [Z.eqb]; lia|]. rewrite M.
      destruct (_ =? 0); lia. }
  split; [|repeat split].
  - subst words. destruct (unit_reads_fields _ [] id X) as [U [_ [W _]]].
    rewrite app_nil_r in *. rewrite U, W. unfold record_of.
    cbn [pointer record_size]. lia.
  - now apply record_words_are_words.
  - now apply every_thread_reads_its_vertex_id.
  - now apply every_thread_reads_its_instance_id.
  - unfold attribute_offset. f_equal. rewrite <- (E []), app_nil_r. lia.
  - intros offset rest O. apply signed_of_signed_word in O.
    rewrite <- (E rest), <- O. unfold unit_address. change (signed 0) with 0.
    lia.
Qed.
