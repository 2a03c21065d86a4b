(* SPDX-License-Identifier: MIT *)

(** Draws, and the vertex id and the instance id of v4 and v5:
    docs/reference/instancing.md, "A draw", "Vertex id and instance id". *)

From Dral Require Export MagicDivisor.

(** ** A draw *)

(** What a driver passes. *)
Record draw := Draw
  { vertex_count : Z; instance_count : Z; draw_rounding : rounding;
    start : Z; base_instance : Z }.

Definition is_draw (d : draw) : bool :=
  is_u32 (vertex_count d) && is_u32 (instance_count d) &&
  is_u32 (base_instance d) && is_i32 (start d).

Definition has_several (d : draw) : bool := 1 <? instance_count d.

(** The padded count as a number and as the two fields of a descriptor. *)
Record padded_count := Padded
  { padded : Z; padded_shift : Z; padded_odd : Z }.

(** What dral_draw_resolve leaves, as its proof with ESBMC claims. *)
Definition resolved (d : draw) (p : padded_count) : bool :=
  (vertex_count d <=? padded p) && (padded p <? 2 ^ 32) &&
  (padded p * instance_count d <=? 2 ^ 32) &&
  (negb (has_several d) ||
   (0 <=? padded_odd p) && (padded_odd p <=? 4) && is_word 5 (padded_shift p) &&
   (padded p =? (2 * padded_odd p + 1) * 2 ^ padded_shift p)).

(** The ids of a thread. *)
Definition is_thread (d : draw) (vertex instance : Z) : bool :=
  (0 <=? vertex) && (vertex <? vertex_count d) &&
  (0 <=? instance) && (instance <? instance_count d).

(** The index that the hardware assigns to a thread. *)
Definition linear_id (p : padded_count) (vertex instance : Z) : Z :=
  instance * padded p + vertex.

(** A linear id is a word, and determines vertex and instance. *)
Lemma linear_id_spec d p vertex instance :
  is_draw d -> resolved d p -> is_thread d vertex instance ->
  let id := linear_id p vertex instance in
  is_u32 id /\ id mod padded p = vertex /\ id / padded p = instance /\
  (has_several d = false -> instance = 0) /\ is_divisor (padded p) /\
  (has_several d = true ->
   padded p = (2 * padded_odd p + 1) * 2 ^ padded_shift p /\
   0 <= padded_odd p <= 4 /\ 0 <= padded_shift p < 32).
Proof.
  unfold is_draw, resolved, is_thread, has_several, linear_id, is_true.
  intros D R T. rewrite Z.add_comm.
  rewrite Z.mod_add, Z.div_add, Z.mod_small, Z.div_small by lia.
  repeat split; lia || nia.
Qed.

(** ** Ids: what the driver writes *)

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

(** ** Ids: what the unit reads *)

Definition unit_id (words : list Z) (id : Z) : Z :=
  let r := word words 1 / 2 ^ 24 mod 2 ^ 5 in
  let top := word words 1 / 2 ^ 29 in
  if word words 0 =? 0x22 then id mod ((2 * top + 1) * 2 ^ r)
  else divide (Magic (word words 2) r top) id.

(** ** Ids: the proof *)

Lemma unit_id_is type r top magic id :
  is_word 5 r -> is_word 3 top ->
  unit_id (id_words type r top magic) id =
  if type =? 0x22 then id mod ((2 * top + 1) * 2 ^ r)
  else divide (Magic magic r top) id.
Proof.
  intros R T. unfold unit_id, id_words, word. cbn [nth].
  replace (_ / 2 ^ 24 mod 2 ^ 5) with r by euclid.
  now replace (_ / 2 ^ 29) with top by euclid.
Qed.

Theorem every_thread_reads_its_vertex_id :
  forall d p vertex instance,
    is_draw d -> resolved d p -> is_thread d vertex instance ->
    unit_id (vertex_id_words d p) (linear_id p vertex instance) = vertex.
Proof.
  intros d p vertex instance D R T.
  destruct (linear_id_spec d p vertex instance D R T)
    as [ID [LM [_ [ONE [P F]]]]].
  unfold vertex_id_words. destruct (has_several d); rewrite unit_id_is;
    try linear; cbn [Z.eqb Pos.eqb].
  - destruct F as [E _]; [reflexivity|]. now rewrite <- E.
  - rewrite (ONE eq_refl). unfold linear_id. apply Z.mod_small.
    unfold is_thread, is_draw in *. linear.
Qed.

(** Of the odd parts, only 1 is a power of two. *)
Lemma odd_of_pot odd k :
  0 <= odd <= 4 -> 0 <= k ->
  (2 * odd + 1) * 2 ^ k = 2 ^ Z.log2 ((2 * odd + 1) * 2 ^ k) -> odd = 0.
Proof.
  intros O K E. rewrite Z.log2_mul_pow2, pow2_add in E
    by (lia || apply Z.log2_nonneg).
  rewrite Z.mul_comm in E. pose proof (pow2_pos k K).
  apply Z.mul_reg_l in E; [|lia].
  assert (C : odd = 0 \/ odd = 1 \/ odd = 2 \/ odd = 3 \/ odd = 4) by lia.
  now destruct C as [->|[->|[->|[->| ->]]]].
Qed.

Theorem every_thread_reads_its_instance_id :
  forall d p vertex instance,
    is_draw d -> resolved d p -> is_thread d vertex instance ->
    unit_id (instance_id_words d p) (linear_id p vertex instance) = instance.
Proof.
  intros d p vertex instance D R T.
  destruct (linear_id_spec d p vertex instance D R T)
    as [ID [_ [LD [ONE [P F]]]]].
  unfold instance_id_words. destruct (has_several d) eqn:S.
  - destruct F as [E [O K]]; [reflexivity|].
    set (id := linear_id p vertex instance) in *.
    destruct ((padded_odd p =? 0) && negb (padded p =? 1)) eqn:POT.
    + (* A multiplier of 2^31 is half of 2^32: one shift less. *)
      replace (padded_odd p) with 0 in E by lia.
      assert (padded_shift p <> 0) by (intros Z0; rewrite Z0 in E; lia).
      rewrite unit_id_is by linear. cbn [Z.eqb Pos.eqb].
      rewrite (certified_divide _ (padded p)); try linear.
      unfold multiplier, certificate. cbn [magic shift extra_flags].
      rewrite (Z.mod_small (_ - 1)), E by lia. left.
      replace (padded_shift p) with (padded_shift p - 1 + 1) at 1 3 by lia.
      rewrite !pow2_add by lia. change (0 mod 2 ^ 31) with 0.
      split; [reflexivity|]. lia.
    + cbv zeta. set (r := if padded p =? 1 then _ else _).
      pose proof (compute_fields (padded p) r P).
      rewrite unit_id_is by linear. cbn [Z.eqb Pos.eqb].
      replace (Magic _ _ _) with (compute (padded p) r)
        by now destruct (compute (padded p) r).
      rewrite magic_divisor_is_exact; try assumption.
      unfold has_magic, r. destruct (padded p =? 1) eqn:N1; [linear|].
      destruct (padded p =? 2 ^ Z.log2 (padded p)) eqn:L;
        [|destruct (draw_rounding d); linear].
      apply Z.eqb_eq in L. rewrite E in L.
      apply odd_of_pot in L; linear.
  - rewrite (ONE eq_refl) in *. unfold linear_id in *. cbn [Z.mul Z.add] in *.
    unfold is_thread, is_draw in *.
    destruct (vertex_count d <=? 2 ^ 31) eqn:V; rewrite unit_id_is by easy;
      cbn [Z.eqb Pos.eqb].
    + rewrite (certified_divide _ (2 ^ 31)); try linear.
      * apply Z.div_small. linear.
      * unfold certificate. cbn. lia.
    + rewrite (certified_divide _ (2 ^ 32)); try linear.
      * apply Z.div_small. linear.
      * unfold certificate. cbn. lia.
Qed.
