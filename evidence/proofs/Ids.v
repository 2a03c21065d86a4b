(* SPDX-License-Identifier: MIT *)

(** The vertex id and the instance id of v4 and v5, from a draw to what a thread
    reads: docs/reference/instancing.md, "Vertex id and instance id". *)

From Coq Require Import Bool List ZArith Lia.
From Dral Require Import Arithmetic MagicDivisor Draw Attribute.
Import ListNotations.
Open Scope Z_scope.

(** ** What the driver writes *)

Definition id_words (type r top magic : Z) : list Z :=
  [type; 2 ^ 24 * (r + 2 ^ 5 * top); magic; 0].

Definition vertex_id_words (d : draw) (p : padded_count) : list Z :=
  if has_several d then id_words 0x22 (padded_shift p) (padded_odd p) 0
  else id_words 0x22 31 4 0.

Definition instance_id_words (d : draw) (p : padded_count) : list Z :=
  if has_several d then
    if (padded_odd p =? 0) && negb (padded p =? 1)
    then id_words 0x24 (padded_shift p - 1) 0 0
    else
      (* The nearest rounding has no magic of 1. *)
      let t := compute (padded p)
                 (if padded p =? 1 then Documented else draw_rounding d) in
      id_words 0x24 (shift t) (extra_flags t) (magic t)
  else if vertex_count d <=? 2 ^ 31 then id_words 0x24 31 1 (2 ^ 31 - 1)
  else id_words 0x24 31 0 0.

(** ** What the unit reads *)

Definition unit_id (words : list Z) (id : Z) : Z :=
  let r := word words 1 / 2 ^ 24 mod 2 ^ 5 in
  let top := word words 1 / 2 ^ 29 in
  if word words 0 =? 0x22 then id mod ((2 * top + 1) * 2 ^ r)
  else divide (Magic (word words 2) r top) id.

(** ** The proof *)

Lemma unit_id_is type r top magic id :
  is_word 5 r -> is_word 3 top ->
  unit_id (id_words type r top magic) id =
  if type =? 0x22 then id mod ((2 * top + 1) * 2 ^ r)
  else divide (Magic magic r top) id.
Proof.
  intros R T. unfold unit_id, id_words, word. cbn [nth].
  change (2 ^ 29) with (2 ^ 24 * 2 ^ 5). rewrite <- Z.div_div by lia.
  rewrite <- (Z.add_0_l (2 ^ 24 * _)), !(upper_field _ 0), lower_field,
    upper_field by lia.
  reflexivity.
Qed.

Theorem every_thread_reads_its_vertex_id :
  forall d p vertex instance,
    is_draw d -> resolved d p ->
    0 <= vertex < vertex_count d -> 0 <= instance < instance_count d ->
    unit_id (vertex_id_words d p) (linear_id p vertex instance) = vertex.
Proof.
  intros d p vertex instance D R V I.
  pose proof R as [P [T F]].
  destruct (linear_id_spec d p vertex instance D R V I) as [ID [LM [_ ONE]]].
  unfold vertex_id_words. destruct (has_several d).
  - destruct (F eq_refl) as [E [O K]]. rewrite unit_id_is by lia.
    cbn [Z.eqb Pos.eqb]. rewrite <- E. exact LM.
  - rewrite unit_id_is by lia. cbn [Z.eqb Pos.eqb].
    rewrite (ONE eq_refl). apply Z.mod_small. unfold linear_id. lia.
Qed.

(** The words of one instance divide by 2^31. *)
Lemma last_magic_divides_by_2_31 id :
  is_u32 id -> divide (Magic (2 ^ 31 - 1) 31 1) id = id / 2 ^ 31.
Proof.
  intros I.
  destruct (divide_is_quotient (Magic (2 ^ 31 - 1) 31 1) id I ltac:(easy))
    as [_ ->].
  unfold quotient. change (multiplier _) with (2 ^ 32 - 1).
  cbn [extra_flags shift]. change (1 mod 2) with 1. change (31 mod 32) with 31.
  destruct (Z.lt_ge_cases id (2 ^ 31)).
  - rewrite !Z.div_small by lia. reflexivity.
  - rewrite (div_is id (2 ^ 31) 1), (div_is _ (2 ^ (32 + 31)) 1) by lia.
    reflexivity.
Qed.

(** A power of two needs no magic: half of the id, shifted. *)
Lemma zero_magic_shifts k id :
  0 <= k < 32 -> is_u32 id -> divide (Magic 0 k 0) id = id / 2 ^ (k + 1).
Proof.
  intros K I.
  destruct (divide_is_quotient (Magic 0 k 0) id I ltac:(easy)) as [_ ->].
  unfold quotient. change (multiplier _) with (2 ^ 31).
  cbn [extra_flags shift]. change (0 mod 2) with 0.
  rewrite Z.add_0_r, Z.mod_small by lia.
  replace (32 + k) with (k + 1 + 31) by lia. rewrite pow2_add by lia.
  pose proof (pow2_pos (k + 1) ltac:(lia)).
  rewrite Z.div_mul_cancel_r by lia. reflexivity.
Qed.

Theorem every_thread_reads_its_instance_id :
  forall d p vertex instance,
    is_draw d -> resolved d p ->
    0 <= vertex < vertex_count d -> 0 <= instance < instance_count d ->
    unit_id (instance_id_words d p) (linear_id p vertex instance) = instance.
Proof.
  intros d p vertex instance D R V I.
  pose proof R as [P [T F]].
  destruct (linear_id_spec d p vertex instance D R V I) as [ID [_ [LD ONE]]].
  unfold instance_id_words. destruct (has_several d) eqn:S.
  2: { rewrite (ONE eq_refl) in *.
       assert (X : linear_id p vertex 0 = vertex) by (unfold linear_id; lia).
       rewrite X in *.
       destruct (Z.leb_spec (vertex_count d) (2 ^ 31));
         (rewrite unit_id_is by lia);
         cbn [Z.eqb Pos.eqb].
       - rewrite last_magic_divides_by_2_31 by lia. apply Z.div_small. lia.
       - rewrite zero_magic_shifts by lia. change (31 + 1) with 32.
         apply Z.div_small. lia. }
  destruct (F eq_refl) as [E [O K]].
  set (id := linear_id p vertex instance) in *.
  destruct (Z.eqb_spec (padded_odd p) 0) as [O0|O0],
    (Z.eqb_spec (padded p) 1) as [N1|N1]; cbn [andb negb].
  2: {
    rewrite O0 in E.
    assert (K1 : padded_shift p <> 0) by (intros Z0; rewrite Z0 in E; lia).
    rewrite unit_id_is by lia. cbn [Z.eqb Pos.eqb].
    rewrite zero_magic_shifts by lia.
    replace (padded_shift p - 1 + 1) with (padded_shift p) by lia.
    rewrite <- LD, E. f_equal. lia. }
  all: assert (DIV : is_divisor (padded p)) by lia;
    cbv zeta; set (t := compute (padded p) _);
    assert (X : 0 <= shift t <= 31 /\ 0 <= extra_flags t < 2) by
      (destruct (compute_fields (padded p) Documented DIV) as [_ [S1 X1]];
       destruct (compute_fields (padded p) (draw_rounding d) DIV)
         as [_ [S2 X2]];
       pose proof (log2_of_divisor _ DIV) as [L _]; subst t; lia);
    rewrite unit_id_is by lia; cbn [Z.eqb Pos.eqb];
    replace (Magic _ _ _) with t by now destruct t.
  all: rewrite <- LD; subst t.
  1, 2: apply (magic_divisor_is_exact _ Documented); [lia|lia|];
    rewrite N1; reflexivity.
  apply (magic_divisor_is_exact _ (draw_rounding d)); [lia|lia|].
  unfold has_magic. destruct (Z.eqb_spec (padded p) 0); [lia|].
  destruct (Z.eqb_spec (padded p) (2 ^ Z.log2 (padded p))) as [POT|];
    [|now destruct (draw_rounding d)].
  elim O0. apply (log2_of_odd_pot _ (padded_shift p)); try lia.
  rewrite <- E. exact POT.
Qed.
