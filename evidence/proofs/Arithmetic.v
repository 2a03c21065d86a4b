(* SPDX-License-Identifier: MIT *)

(** 32-bit words, and lemmas about them that the other files share. *)

From Coq Require Import ZArith Lia.
Open Scope Z_scope.

(** Words are integers with a range. These are notations, so that [lia] sees the
    range. *)
Notation is_word bits x := (0 <= x < 2 ^ bits).
Notation is_u32 x := (is_word 32 x).

(** What is left of a number in a 32-bit word. *)
Definition u32 (x : Z) : Z := x mod 2 ^ 32.

(** A divisor, and a divisor that is a power of two. *)
Notation is_divisor d := (1 <= d < 2 ^ 32).
Definition is_pot (d : Z) : Prop := d = 2 ^ Z.log2 d.

Lemma u32_small x : is_u32 x -> u32 x = x.
Proof. exact (Z.mod_small x (2 ^ 32)). Qed.

(** A quotient is determined by where the product lies. *)
Lemma div_is n d q : 0 < d -> q * d <= n < (q + 1) * d -> n / d = q.
Proof.
  intros. symmetry. apply Z.div_unique with (n - q * d); lia.
Qed.

Lemma div_bounds n d : 0 < d -> n / d * d <= n < (n / d + 1) * d.
Proof.
  intros. pose proof (Z.div_mod n d). pose proof (Z.mod_pos_bound n d). lia.
Qed.

Lemma pow2_pos n : 0 <= n -> 0 < 2 ^ n.
Proof. intros. apply Z.pow_pos_nonneg; lia. Qed.

Lemma pow2_add a b : 0 <= a -> 0 <= b -> 2 ^ (a + b) = 2 ^ a * 2 ^ b.
Proof. intros. apply Z.pow_add_r; lia. Qed.

(** The position of the highest bit of a divisor. *)
Lemma log2_of_divisor d :
  is_divisor d ->
  0 <= Z.log2 d <= 31 /\ 2 ^ Z.log2 d <= d < 2 * 2 ^ Z.log2 d.
Proof.
  intros H.
  pose proof (Z.log2_nonneg d).
  pose proof (Z.log2_spec d ltac:(lia)) as S.
  rewrite Z.pow_succ_r in S by lia.
  pose proof (proj1 (Z.log2_lt_pow2 d 32 ltac:(lia)) ltac:(lia)).
  lia.
Qed.

(** Clearing the low bits removes the remainder. *)
Lemma land_minus_pow2 c k :
  0 <= k -> Z.land c (- 2 ^ k) = c - c mod 2 ^ k.
Proof.
  intros. replace (- 2 ^ k) with (Z.lnot (Z.ones k)).
  - rewrite <- Z.ldiff_land, Z.ldiff_ones_r, Z.shiftr_div_pow2,
      Z.shiftl_mul_pow2 by lia.
    pose proof (Z.div_mod c (2 ^ k)). pose proof (pow2_pos k). lia.
  - rewrite Z.ones_equiv. unfold Z.lnot. lia.
Qed.

(** A mask may be negative: only its low 32 bits affect a word. *)
Lemma land_u32 c m : is_u32 c -> Z.land c (u32 m) = Z.land c m.
Proof.
  intros H. unfold u32. rewrite <- Z.land_ones by lia.
  rewrite (Z.land_comm m), Z.land_assoc, Z.land_ones by lia.
  fold (u32 c). now rewrite (u32_small c H).
Qed.

(** Joining disjoint bits is an addition. *)
Lemma lor_is_add a b k :
  0 <= k -> 0 <= b < 2 ^ k -> Z.lor (a * 2 ^ k) b = a * 2 ^ k + b.
Proof.
  intros K B. assert (N : Z.land (a * 2 ^ k) b = 0).
  { apply Z.bits_inj'. intros i I.
    rewrite Z.land_spec, Z.bits_0. destruct (Z.lt_ge_cases i k).
    - rewrite Z.mul_pow2_bits_low by lia. reflexivity.
    - rewrite <- (Z.mod_small b (2 ^ k)) by lia.
      rewrite Z.mod_pow2_bits_high by lia. apply Bool.andb_false_r. }
  now rewrite Z.add_nocarry_lxor, Z.lxor_lor.
Qed.
