(* SPDX-License-Identifier: MIT *)

(** Attributes of v9 and later, from a draw to the byte that is read:
    docs/reference/instancing.md, "Valhall and later". *)

From Dral Require Export Attribute.

(** ** What the driver writes *)

(** Where the attribute finds its buffer, its format, and which words the driver
    writes for a divisor of 1. *)
Record source := Source
  { source_offset : Z; format : Z; table : Z; buffer_index : Z;
    one_is_linear : bool }.

Definition is_source (s : source) : bool :=
  is_i32 (source_offset s) && is_word 22 (format s) &&
  is_word 6 (table s) && is_u32 (buffer_index s).

(** The mode, and whether the stride is that of the buffer or 0. *)
Definition valhall_mode (d : draw) (b : buffer) (s : source) :
  attribute_mode * bool :=
  let divisor := api_divisor b in
  match rate b with
  | PerVertex => (Linear, true)
  | PerInstance =>
      if divisor =? 0 then (Linear, false)
      else if (divisor =? 1) && one_is_linear s then (Linear, true)
      else if divisor =? 2 ^ Z.log2 divisor
           then (PotDivisor (Z.log2 divisor), true)
      else (NpotDivisor (compute divisor (draw_rounding d)) divisor, true)
  end.

(** Attribute type, R, E, magic *)
Definition valhall_mode_fields (m : attribute_mode) : Z * Z * Z * Z :=
  match m with
  | PotDivisor r => (2, r, 0, 0)
  | NpotDivisor t _ => (3, shift t, extra_flags t, magic t)
  | _ => (1, 0, 0, 0)
  end.

Definition frequency (r : input_rate) : Z :=
  match r with PerVertex => 0 | PerInstance => 1 end.

Definition valhall_words (d : draw) (b : buffer) (s : source) (offset : Z) :
  list Z :=
  let '(type, r, e, m) := valhall_mode_fields (fst (valhall_mode d b s)) in
  [5 + 2 ^ 4 * (type + 2 ^ 4 * (1 - frequency (rate b) + 2 ^ 2 * format s));
   table s + 2 ^ 6 * (frequency (rate b) + 2 ^ 18 * (r + 2 ^ 5 * e));
   offset; buffer_index s;
   if snd (valhall_mode d b s) then stride b else 0;
   m; 0; 0].

(** The buffer has its own descriptor, which holds its whole address. *)
Definition valhall_offset (d : draw) (b : buffer) (s : source) : option Z :=
  signed_word
    (source_offset s +
     match rate b with
     | PerVertex => 0
     | PerInstance => base_instance d * stride b
     end).

(** ** What the unit reads

    The hardware provides both ids. [descriptors] are the addresses of buffers,
    by table and index. *)

Definition valhall_element (words : list Z) (start vertex instance : Z) : Z :=
  let r := word words 1 / 2 ^ 24 mod 2 ^ 5 in
  let e := word words 1 / 2 ^ 29 mod 2 in
  let moved := if word words 0 / 2 ^ 8 mod 2 =? 1 then start else 0 in
  let id := if word words 1 / 2 ^ 6 mod 2 ^ 2 =? 1 then instance else vertex in
  moved +
  match word words 0 / 2 ^ 4 mod 2 ^ 4 with
  | 1 => id
  | 2 => id / 2 ^ r
  | 3 => divide (Magic (word words 5) r e) id
  | _ => 0
  end.

Definition valhall_address (descriptors : Z -> Z -> Z) (words : list Z)
  (start vertex instance : Z) : Z :=
  descriptors (word words 1 mod 2 ^ 6) (word words 3) + signed (word words 2) +
  word words 4 * valhall_element words start vertex instance.

(** ** What is proven *)

Definition valhall_input : Type := draw * buffer * source * Z * Z.

Definition valhall_accepted '((d, b, s, vertex, instance) : valhall_input)
  : bool :=
  is_buffer b && is_source s && is_u32 vertex && is_u32 instance.

Definition valhall_right '((d, b, s, vertex, instance) : valhall_input) :=
  forall offset descriptors,
    valhall_offset d b s = Some offset ->
    descriptors (table s) (buffer_index s) = address b ->
    valhall_address descriptors (valhall_words d b s offset) (start d) vertex
      instance =
    address b + source_offset s + stride b * api_element d b vertex instance.

(** ** The proof *)

Lemma valhall_mode_fits d b s :
  is_buffer b ->
  let '(type, r, e, m) := valhall_mode_fields (fst (valhall_mode d b s)) in
  1 <= type <= 3 /\ is_word 5 r /\ is_word 1 e /\
  forall r o, fst (valhall_mode d b s) <> Modulus r o.
Proof.
  intros B. unfold is_buffer in B. unfold valhall_mode.
  destruct (rate b), (Z.eqb_spec (api_divisor b) 0),
    ((api_divisor b =? 1) && one_is_linear s);
    try (cbn; repeat split; easy).
  pose proof (log2_of_divisor (api_divisor b) ltac:(linear)).
  pose proof (compute_fields (api_divisor b) (draw_rounding d)
                ltac:(linear)).
  destruct (_ =? 2 ^ _); cbn [fst valhall_mode_fields];
    repeat split; linear || discriminate.
Qed.

Lemma unit_reads_valhall_fields d b s offset start vertex instance :
  is_buffer b -> is_source s ->
  let words := valhall_words d b s offset in
  word words 1 mod 2 ^ 6 = table s /\
  valhall_element words start vertex instance =
  match rate b with PerVertex => start | PerInstance => 0 end +
  mode_element (fst (valhall_mode d b s))
    match rate b with PerVertex => vertex | PerInstance => instance end.
Proof.
  intros B S. unfold is_source in S.
  pose proof (valhall_mode_fits d b s B) as M.
  assert (Q : 0 <= frequency (rate b) <= 1) by (destruct (rate b); easy).
  unfold valhall_element, valhall_words.
  destruct (valhall_mode_fields _) as [[[type r] e] m] eqn:E.
  destruct M as [T [R [F X]]]. unfold word. cbn [nth].
  split; [euclid|].
  replace (_ / 2 ^ 24 mod 2 ^ 5) with r by euclid.
  replace (_ / 2 ^ 29 mod 2) with e by euclid.
  replace (_ / 2 ^ 6 mod 2 ^ 2) with (frequency (rate b)) by euclid.
  replace (_ / 2 ^ 8 mod 2) with (1 - frequency (rate b)) by euclid.
  replace (_ / 2 ^ 4 mod 2 ^ 4) with type by euclid.
  destruct (fst (valhall_mode d b s)) as [|k o| |[]]; [|now elim (X k o)|..];
    injection E as <- <- <- <-; now destruct (rate b).
Qed.

Lemma valhall_mode_is_right d b s id :
  is_buffer b -> is_u32 id ->
  (if snd (valhall_mode d b s) then stride b else 0) *
  mode_element (fst (valhall_mode d b s)) id =
  stride b *
  match rate b with
  | PerVertex => id
  | PerInstance => if api_divisor b =? 0 then 0 else id / api_divisor b
  end.
Proof.
  intros B I. unfold is_buffer in B. unfold valhall_mode.
  destruct (rate b); [reflexivity|].
  destruct (Z.eqb_spec (api_divisor b) 0) as [|N0]; cbn [fst snd]; [lia|].
  destruct (Z.eqb_spec (api_divisor b) 1) as [E1|N1]; cbn [andb].
  - rewrite E1, Z.div_1_r. destruct (one_is_linear s); [reflexivity|].
    cbn [Z.log2 Z.pow Z.pow_pos Pos.iter Z.mul Z.eqb Pos.eqb Pos.mul fst snd
         mode_element]. now rewrite Z.div_1_r.
  - destruct (Z.eqb_spec (api_divisor b) (2 ^ Z.log2 (api_divisor b)))
      as [POT|NPOT]; cbn [fst snd mode_element]; [now rewrite <- POT|].
    f_equal. apply magic_divisor_is_exact; try linear.
    unfold has_magic. destruct (draw_rounding d); linear.
Qed.

(** Every thread reads the element that the API specifies, for every draw,
    buffer, rate, divisor and attribute. *)
Theorem every_valhall_is_right :
  forall row, valhall_accepted row = true -> valhall_right row.
Proof.
  intros [[[[d b] s] vertex] instance] H offset descriptors O A.
  unfold valhall_accepted in H.
  assert (B : is_buffer b) by linear. assert (S : is_source s) by linear.
  destruct (unit_reads_valhall_fields d b s offset (start d) vertex instance
              B S) as [T E].
  unfold valhall_address. rewrite T, E. clear T E.
  apply signed_of_signed_word in O.
  set (id := match rate b with PerVertex => vertex | _ => instance end).
  assert (ID : is_u32 id) by (unfold id; destruct (rate b); linear).
  pose proof (valhall_mode_is_right d b s id B ID) as M.
  unfold valhall_words, word, api_element.
  destruct (valhall_mode_fields _) as [[[type r] e] m]. cbn [nth].
  rewrite A, O, Z.mul_add_distr_l, M. unfold id.
  unfold valhall_mode. destruct (rate b); cbn [snd]; lia.
Qed.
