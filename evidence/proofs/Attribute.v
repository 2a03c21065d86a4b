(* SPDX-License-Identifier: MIT *)

(** Attributes of v4 to v7, from a draw to the byte that is read.

    A driver writes words: a record for each vertex buffer, an offset for each
    attribute. The attribute unit sees only these words, the start of the draw
    and a thread's linear id. The theorem at the end: it reads the element that
    OpenGL and Vulkan specify. *)

From Coq Require Import Bool List ZArith Lia.
From Dral Require Import Arithmetic MagicDivisor Draw.
Import ListNotations.
Open Scope Z_scope.

(** ** What the API specifies *)

Inductive input_rate := PerVertex | PerInstance.

Record buffer := Buffer
  { address : Z; size : Z; stride : Z; rate : input_rate; api_divisor : Z }.

(** The size, counted from the aligned address, is a word. *)
Definition is_buffer (b : buffer) : Prop :=
  is_word 56 (address b) /\ 0 <= size b /\
  is_u32 (size b + address b mod 64) /\ is_u32 (stride b) /\
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

(** docs/reference/instancing.md, "Descriptor words": type, R, P or E, continuation *)
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

Definition signed_word (x : Z) : option Z :=
  if (- 2 ^ 31 <=? x) && (x <? 2 ^ 31) then Some (u32 x) else None.

Definition attribute_offset (d : draw) (p : padded_count) (b : buffer)
  (source : Z) : option Z :=
  signed_word (offset_sum d p b source).

(** ** What the attribute unit reads *)

Definition word (words : list Z) (index : nat) : Z := nth index words 0.

Definition signed (w : Z) : Z := if w <? 2 ^ 31 then w else w - 2 ^ 32.

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

(** ** The proof *)

(** The upper and the lower of two fields. *)
Lemma upper_field a b k : 0 < k -> 0 <= b < k -> (b + k * a) / k = a.
Proof.
  intros K B. rewrite Z.add_comm, Z.mul_comm, Z.div_add_l, Z.div_small by lia.
  lia.
Qed.

Lemma lower_field a b k : 0 < k -> 0 <= b < k -> (b + k * a) mod k = b.
Proof.
  intros K B. rewrite Z.mul_comm, Z.mod_add, Z.mod_small by lia. reflexivity.
Qed.

(** Every field fits its bits. *)
Definition is_mode (m : attribute_mode) : Prop :=
  let '(type, r, top, continuation) := mode_fields m in
  1 <= type <= 4 /\ is_word 5 r /\ is_word 3 top /\
  Forall (fun w => is_u32 w) continuation.

Definition is_record (x : record) : Prop :=
  is_mode (mode x) /\ is_word 50 (pointer x) /\ is_u32 (record_stride x) /\
  is_u32 (record_size x).

Lemma record_of_is_record d p b :
  is_draw d -> is_buffer b -> 1 <= vertex_count d -> 1 <= instance_count d ->
  resolved d p -> is_record (record_of d p b).
Proof.
  intros D [A [S [SA [ST DV]]]] V I R.
  pose proof R as [P [_ F]].
  assert (is_word 50 (address b / 64))
    by (split; [apply Z.div_pos|apply Z.div_lt_upper_bound]; lia).
  unfold is_record, record_of. cbn [mode pointer record_stride record_size].
  assert (is_mode (fst (mode_of d p b)));
    [|destruct (snd (mode_of d p b)); intuition lia].
  unfold is_mode, mode_of. destruct (rate b), (has_several d);
    cbn [fst mode_fields]; try (intuition (try lia; constructor)).
  set (h := hardware_divisor p b).
  destruct (Z.eqb_spec (api_divisor b) 0); cbn [orb fst mode_fields];
    [intuition (try lia; constructor)|].
  destruct (Z.leb_spec (2 ^ 32) h); cbn [fst mode_fields];
    [intuition (try lia; constructor)|].
  assert (H1 : is_divisor h) by (unfold h, hardware_divisor in *; nia).
  pose proof (log2_of_divisor h H1) as [L _].
  destruct (h =? 2 ^ Z.log2 h); cbn [fst mode_fields];
    [intuition (try lia; constructor)|].
  destruct (compute_fields h (draw_rounding d) H1) as [M [-> E]].
  repeat split; try lia. repeat constructor; lia.
Qed.

(** The words are words. *)
Theorem record_words_are_words :
  forall x, is_record x -> Forall (fun w => is_u32 w) (record_words x).
Proof.
  intros x [M [P [S Z0]]]. unfold is_mode, record_words in *.
  destruct (mode_fields (mode x)) as [[[type r] top] continuation].
  pose proof (Z.mod_pos_bound (pointer x) (2 ^ 26) ltac:(lia)).
  assert (is_word 24 (pointer x / 2 ^ 26))
    by (split; [apply Z.div_pos|apply Z.div_lt_upper_bound]; lia).
  repeat (constructor; [lia|]). apply M.
Qed.

(** The unit finds the fields that were written, whatever follows them. *)
Lemma unit_reads_fields x rest :
  is_record x ->
  let '(type, r, top, _) := mode_fields (mode x) in
  let words := record_words x ++ rest in
  word words 0 mod 2 ^ 6 = type /\ unit_pointer words = 64 * pointer x /\
  word words 1 / 2 ^ 24 mod 2 ^ 5 = r /\ word words 1 / 2 ^ 29 = top /\
  word words 2 = record_stride x.
Proof.
  intros [M [P _]]. unfold is_mode, unit_pointer, record_words in *.
  destruct (mode_fields (mode x)) as [[[type r] top] continuation].
  destruct M as [T [R [O _]]]. unfold word. cbn [nth app].
  assert (H : is_word 24 (pointer x / 2 ^ 26))
    by (split; [apply Z.div_pos|apply Z.div_lt_upper_bound]; lia).
  rewrite (lower_field _ type), (upper_field _ type) by lia.
  change (2 ^ 29) with (2 ^ 24 * 2 ^ 5). rewrite <- Z.div_div by lia.
  rewrite (lower_field _ (pointer x / 2 ^ 26)),
    (upper_field _ (pointer x / 2 ^ 26)), lower_field, upper_field by lia.
  pose proof (Z.div_mod (pointer x) (2 ^ 26) ltac:(lia)). lia.
Qed.

Definition mode_element (m : attribute_mode) (id : Z) : Z :=
  match m with
  | Linear => id
  | PotDivisor r => id / 2 ^ r
  | Modulus r p => id mod ((2 * p + 1) * 2 ^ r)
  | NpotDivisor t _ => divide t id
  end.

Lemma unit_element_is x rest id :
  is_record x ->
  unit_element (record_words x ++ rest) id = mode_element (mode x) id.
Proof.
  intros X. pose proof (unit_reads_fields x rest X) as U.
  unfold unit_element. cbv zeta.
  destruct (mode x) as [|r o|r|t divisor] eqn:M;
    cbn [mode_fields] in U; destruct U as [-> [_ [R [O _]]]];
    rewrite ?R, ?O; [reflexivity..|].
  unfold record_words. rewrite M. cbn [mode_fields app word nth mode_element].
  now destruct t.
Qed.

(** The element of each mode. With a stride of 0 it does not matter. *)
Lemma mode_is_right d p b vertex instance :
  is_draw d -> is_buffer b -> resolved d p ->
  0 <= vertex < vertex_count d -> 0 <= instance < instance_count d ->
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
  intros D [_ [_ [_ [_ DV]]]] R V I element. unfold element. clear element.
  pose proof R as [P [T F]].
  destruct (linear_id_spec d p vertex instance D R V I) as [ID [LM [LD ONE]]].
  unfold mode_of. destruct (rate b), (has_several d); cbn [fst snd].
  - destruct (F eq_refl) as [E _]. cbn [mode_element]. rewrite <- E.
    now split.
  - rewrite (ONE eq_refl) in *. unfold linear_id. cbn [mode_element].
    split; [lia|discriminate].
  - set (h := hardware_divisor p b).
    destruct (Z.eqb_spec (api_divisor b) 0) as [|N]; cbn [orb fst snd];
      [tauto|].
    destruct (Z.leb_spec (2 ^ 32) h) as [BIG|FITS]; cbn [fst snd].
    { split; [reflexivity|]. right. apply Z.div_small.
      unfold h, hardware_divisor in BIG. nia. }
    assert (H : is_divisor h) by (unfold h, hardware_divisor in *; nia).
    assert (Q : linear_id p vertex instance / h = instance / api_divisor b).
    { unfold h, hardware_divisor. rewrite <- Z.div_div, LD by lia.
      reflexivity. }
    destruct (Z.eqb_spec h (2 ^ Z.log2 h)) as [POT|NPOT];
      cbn [fst snd mode_element]; (split; [|intros _; exact N]).
    + now rewrite <- POT.
    + rewrite <- Q. apply (magic_divisor_is_exact h (draw_rounding d)); try lia.
      unfold has_magic. destruct (Z.eqb_spec h 0); [lia|].
      apply Z.eqb_neq in NPOT. rewrite NPOT. now destruct (draw_rounding d).
  - rewrite (ONE eq_refl). split; [reflexivity|].
    destruct (Z.eq_dec (api_divisor b) 0); [now left|right].
    now apply Z.div_0_l.
Qed.

Lemma signed_of_signed_word x w : signed_word x = Some w -> signed w = x.
Proof.
  unfold signed_word, signed, u32. intros E.
  destruct (Z.leb_spec (- 2 ^ 31) x), (Z.ltb_spec x (2 ^ 31)); try discriminate.
  cbn [andb] in E. assert (w = x mod 2 ^ 32) as -> by congruence. clear E.
  destruct (Z.lt_ge_cases x 0).
  - rewrite <- (Z.mod_unique x (2 ^ 32) (-1) (x + 2 ^ 32)) by lia.
    destruct (Z.ltb_spec (x + 2 ^ 32) (2 ^ 31)); lia.
  - rewrite Z.mod_small by lia. destruct (Z.ltb_spec x (2 ^ 31)); lia.
Qed.

(** In every draw, for every buffer, vertex and instance: the words lead the
    attribute unit to the element that the API specifies, whatever follows
    them. *)
Theorem every_thread_reads_the_element_of_the_api :
  forall d p b rest source offset vertex instance,
    is_draw d -> is_buffer b ->
    resolved d p -> attribute_offset d p b source = Some offset ->
    0 <= vertex < vertex_count d -> 0 <= instance < instance_count d ->
    unit_address (record_words (record_of d p b) ++ rest) offset (start d)
      (linear_id p vertex instance) =
    address b + source + stride b * api_element d b vertex instance.
Proof.
  intros d p b rest source offset vertex instance D B R O V I.
  pose proof (record_of_is_record d p b D B ltac:(lia) ltac:(lia) R) as X.
  pose proof (mode_is_right d p b vertex instance D B R V I) as M.
  pose proof (unit_reads_fields (record_of d p b) rest X) as U.
  unfold unit_address. rewrite unit_element_is by exact X.
  destruct (mode_fields _) as [[[type r] top] continuation].
  destruct U as [_ [-> [_ [_ ->]]]].
  apply signed_of_signed_word in O. rewrite O.
  unfold offset_sum, api_element, record_of.
  cbn [mode pointer record_stride].
  pose proof (Z.div_mod (address b) 64 ltac:(lia)) as A.
  set (element := mode_element _ _) in *. clearbody element.
  destruct (snd (mode_of d p b)), (rate b).
  - destruct M as [-> _]. lia.
  - destruct M as [-> N]. specialize (N eq_refl).
    destruct (Z.eqb_spec (api_divisor b) 0); [contradiction|lia].
  - destruct M. discriminate.
  - destruct M as [_ M]. destruct (Z.eqb_spec (api_divisor b) 0); [lia|].
    destruct M as [|M]; [contradiction|]. rewrite M. lia.
Qed.

(** The record ends where the buffer ends, so the unit's check of bounds is that
    of the API. *)
Theorem records_end_with_their_buffers :
  forall d p b,
    is_buffer b -> is_record (record_of d p b) ->
    let words := record_words (record_of d p b) in
    unit_pointer words + word words 3 = address b + size b.
Proof.
  intros d p b B X words. pose proof (unit_reads_fields _ [] X) as U.
  rewrite app_nil_r in U.
  unfold words, record_words in *.
  destruct (mode_fields _) as [[[type r] top] continuation].
  destruct U as [_ [-> _]]. unfold record_of, word.
  cbn [pointer record_size app nth].
  pose proof (Z.div_mod (address b) 64 ltac:(lia)). lia.
Qed.
