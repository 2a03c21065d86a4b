(* SPDX-License-Identifier: MIT *)

(** Attributes of v4 to v7, from their descriptors through the table in memory:
    docs/reference/instancing.md, "Tables", "Prepared vertex state". *)

From Dral Require Export Attribute.

(** ** What the driver writes *)

Inductive shape := Packed | Pairs.

(** [None] is an unused buffer. *)
Definition buffers := list (option buffer).

Definition record_of_buffer (d : draw) (p : padded_count) (b : option buffer) :
  list Z :=
  match b with Some b => record_words (record_of d p b) | None => [] end.

(** Whether a record may have a continuation in some draw of the variant. *)
Definition may_continue (d : draw) (p : padded_count) (b : buffer) : bool :=
  let h := hardware_divisor p b in
  match rate b with
  | PerVertex => false
  | PerInstance =>
      has_several d && negb (api_divisor b =? 0) &&
      negb (h =? 2 ^ Z.log2 h)
  end.

Definition takes_two (s : shape) (d : draw) (p : padded_count)
  (b : option buffer) : bool :=
  match s, b with
  | Pairs, _ => true
  | Packed, Some b => may_continue d p b
  | Packed, None => false
  end.

(** A record of two slots begins at an even one. *)
Definition place (next : nat) (two : bool) : nat :=
  next + if two && Nat.odd next then 1 else 0.

Definition zeros (slots : nat) : list Z := repeat 0 (4 * slots).

(** A record and the zeros behind it. *)
Definition in_slots (two : bool) (record : list Z) : list Z :=
  record ++ repeat 0 ((if two then 8 else 4) - length record).

(** The slots and the words from the slot [next] on, of buffers with these
    numbers of slots and records. *)
Fixpoint slots_from (two : option buffer -> bool) (next : nat) (bs : buffers) :
  list nat :=
  match bs with
  | [] => []
  | b :: bs =>
      let slot := place next (two b) in
      slot :: slots_from two (slot + if two b then 2 else 1) bs
  end.

Fixpoint words_from (two : option buffer -> bool)
  (record : option buffer -> list Z) (next : nat) (bs : buffers) : list Z :=
  match bs with
  | [] => []
  | b :: bs =>
      let slot := place next (two b) in
      zeros (slot - next) ++ in_slots (two b) (record b) ++
      words_from two record (slot + if two b then 2 else 1) bs
  end.

(** The zero slot at the end, which not all packed tables have. *)
Definition ending (s : shape) (ends : bool) : list Z :=
  zeros match s, ends with Packed, false => 0 | _, _ => 1 end.

Definition slots (s : shape) (d : draw) (p : padded_count) (bs : buffers) :=
  slots_from (takes_two s d p) 0 bs.

Definition table_words (s : shape) (d : draw) (p : padded_count)
  (bs : buffers) (ends : bool) : list Z :=
  words_from (takes_two s d p) (record_of_buffer d p) 0 bs ++ ending s ends.

Definition descriptor_words (slot format offset : Z) : list Z :=
  [slot + 2 ^ 9 * (1 + 2 * format); offset].

(** ** What the attribute unit reads *)

(** The descriptor, the record in the slot that it names, and what follows it.
    The start of the draw is added where the descriptor enables the offset. *)
Definition fetch_address (memory descriptor : list Z) (start id : Z) : Z :=
  let slot := word descriptor 0 mod 2 ^ 9 in
  let enabled := word descriptor 0 / 2 ^ 9 mod 2 =? 1 in
  unit_address (skipn (4 * Z.to_nat slot) memory) (word descriptor 1)
    (if enabled then start else 0) id.

(** ** What is proven *)

Definition in_descriptors (slot format : Z) : bool :=
  is_word 9 slot && is_word 22 format.

Definition in_table (b : option buffer) : bool :=
  match b with Some b => is_buffer b | None => true end.

Definition table_input : Type :=
  shape * draw * padded_count * buffers * bool * Z * Z * Z * Z.

Definition table_accepted
  '((s, d, p, bs, ends, format, source, vertex, instance) : table_input)
  : bool :=
  is_draw d && resolved d p && forallb in_table bs &&
  is_thread d vertex instance.

Definition table_right
  '((s, d, p, bs, ends, format, source, vertex, instance) : table_input) :=
  forall index b, nth_error bs index = Some (Some b) ->
    let slot := nth index (slots s d p bs) 0%nat in
    (slot <= 2 * index)%nat /\
    forall offset,
      in_descriptors (Z.of_nat slot) format = true ->
      attribute_offset d p b source = Some offset ->
      fetch_address (table_words s d p bs ends)
        (descriptor_words (Z.of_nat slot) format offset) (start d)
        (linear_id p vertex instance) =
      address b + source + stride b * api_element d b vertex instance.

(** ** The proof *)

Lemma skipn_behind {A} (front behind : list A) n :
  (length front <= n)%nat ->
  skipn n (front ++ behind) = skipn (n - length front) behind.
Proof. intros. now rewrite skipn_app, skipn_all2 by assumption. Qed.

Lemma length_of_record x :
  length (record_words x) = match mode x with NpotDivisor _ _ => 8 | _ => 4 end
  %nat.
Proof. unfold record_words. now destruct (mode x). Qed.

(** A record with a continuation takes two slots. *)
Lemma length_in_slots s d p b :
  let two := takes_two s d p b in
  length (in_slots two (record_of_buffer d p b)) = if two then 8%nat else 4%nat.
Proof.
  unfold in_slots. rewrite app_length, repeat_length.
  enough (length (record_of_buffer d p b) <=
          if takes_two s d p b then 8 else 4)%nat by lia.
  destruct b as [b|]; cbn [record_of_buffer length];
    [|destruct (takes_two _ _ _ _); lia].
  rewrite length_of_record. destruct s; cbn [takes_two];
    [|destruct (mode _); lia].
  unfold record_of, mode_of, may_continue. cbv zeta. cbn [mode].
  destruct (rate b), (has_several d); cbn [fst andb]; try lia.
  destruct (api_divisor b =? 0), (2 ^ 32 <=? _), (hardware_divisor p b =? _);
    cbn [orb negb andb fst]; lia.
Qed.

(** The record of each buffer is in its slot. *)
Lemma record_is_in_its_slot two record :
  (forall b, length (in_slots (two b) (record b)) =
             if two b then 8%nat else 4%nat) ->
  forall bs next index b,
  nth_error bs index = Some b ->
  let slot := nth index (slots_from two next bs) 0%nat in
  (next <= slot <= place next true + 2 * index)%nat /\
  exists rest, skipn (4 * (slot - next)) (words_from two record next bs) =
               record b ++ rest.
Proof.
  intros L bs. induction bs as [|first bs IH];
    intros next [|index] b B; try discriminate;
    cbn [nth_error nth slots_from words_from] in *; specialize (L first);
    assert (next <= place next (two first) <= place next true)%nat
      by (unfold place; destruct (two first), (Nat.odd next); cbn; lia).
  - injection B as ->. split; [lia|].
    rewrite skipn_behind; unfold zeros; rewrite repeat_length; [|lia].
    rewrite Nat.sub_diag. unfold in_slots. rewrite <- app_assoc. now eexists.
  - destruct (IH (place next (two first) + if two first then 2 else 1)%nat
                index b B) as [N [rest E]].
    split.
    { enough (place (place next (two first) + if two first then 2 else 1) true
              <= place next true + 2)%nat by (destruct (two first); lia).
      unfold place. destruct (two first), (Nat.odd next) eqn:O; cbn [andb];
        rewrite !Nat.odd_add, O; cbn; lia. }
    exists rest. rewrite <- E.
    rewrite !skipn_behind; unfold zeros; rewrite ?repeat_length, ?L;
      [f_equal|..]; destruct (two first); lia.
Qed.

(** A descriptor with the slot of its buffer leads the attribute unit through
    the table to the element that the API specifies. *)
Theorem every_table_is_right :
  forall row, table_accepted row = true -> table_right row.
Proof.
  intros [[[[[[[[s d] p] bs] ends] format] source] vertex] instance] A.
  intros index b N slot. unfold table_accepted in A.
  apply andb_prop in A as [[DR BS]%andb_prop T].
  assert (B : is_buffer b = true).
  { apply nth_error_In in N.
    exact (proj1 (forallb_forall _ _) BS (Some b) N). }
  destruct (every_draw_is_right (d, p, b, source, vertex, instance))
    as [_ [_ [_ [_ [_ E]]]]]; [unfold draw_accepted; now rewrite DR, B, T|].
  destruct (record_is_in_its_slot _ _ (length_in_slots s d p) bs 0 index
              (Some b) N) as [S [rest R]].
  change (nth index _ 0%nat) with slot in S, R. split; [apply S|].
  intros offset F O. rewrite Nat.sub_0_r in R. unfold in_descriptors in F.
  unfold fetch_address, descriptor_words, table_words, word. cbn [nth].
  replace ((_ + _) mod 2 ^ 9) with (Z.of_nat slot) by euclid.
  replace (_ / 2 ^ 9 mod 2) with 1 by euclid.
  cbn [Z.eqb Pos.eqb]. rewrite Nat2Z.id, skipn_app, R, <- app_assoc.
  now apply E.
Qed.
