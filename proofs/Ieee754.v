(* SPDX-License-Identifier: MIT *)

(** The division of FloatingPoint.v is that of IEEE 754: the real quotient,
    rounded to nearest, ties to even, to 53 bits.

    Flocq defines rounding on real numbers. Therefore this file, and no other,
    rests on the axioms of Coq's real numbers. *)

From Coq Require Import ZArith Reals Lia Lra SpecFloat.
From Flocq Require Import Core BinarySingleNaN.
From Dral Require Import Arithmetic FloatingPoint.
Open Scope Z_scope.

(** The standard library's rounding is Flocq's. *)
Lemma rounding_of_flocq s m e l :
  SpecFloat.binary_round_aux 53 1024 s m e l =
  BinarySingleNaN.binary_round_aux 53 1024 mode_NE s m e l.
Proof.
  unfold SpecFloat.binary_round_aux, BinarySingleNaN.binary_round_aux.
  destruct (shr_fexp 53 1024 m e l) as [mrs e1].
  replace (choice_mode mode_NE s (shr_m mrs) (loc_of_shr_record mrs))
    with (round_nearest_even (shr_m mrs) (loc_of_shr_record mrs));
    [reflexivity|].
  destruct (loc_of_shr_record mrs) as [|[]]; try reflexivity.
  cbn. now destruct (Z.even (shr_m mrs)).
Qed.

Lemma real_of_double n e :
  0 <= n -> F2R (Float radix2 (n * 2 ^ (52 - e)) (e - 52)) = IZR n \/ 52 < e.
Proof.
  intros N. destruct (Z.le_gt_cases e 52) as [E|E]; [left|now right].
  unfold F2R. cbn [Fnum Fexp]. rewrite mult_IZR.
  change (2 ^ (52 - e)) with (radix2 ^ (52 - e)). rewrite IZR_Zpower by lia.
  rewrite Rmult_assoc, <- bpow_plus.
  replace (52 - e + (e - 52)) with 0 by lia. cbn [bpow]. apply Rmult_1_r.
Qed.

Lemma real_of_pot k :
  0 <= k -> F2R (Float radix2 (2 ^ 52) (k - 52)) = IZR (2 ^ k).
Proof.
  intros K. unfold F2R. cbn [Fnum Fexp].
  change (2 ^ 52) with (radix2 ^ 52). change (2 ^ k) with (radix2 ^ k).
  rewrite !IZR_Zpower, <- bpow_plus by lia. f_equal. lia.
Qed.

Theorem division_is_that_of_ieee_754 :
  forall d,
    is_divisor d ->
    let n := 2 ^ (32 + Z.log2 d) in
    SF2R radix2 (SFdiv 53 1024 (double n) (double d)) =
    round radix2 (FLT_exp (-1074) 53) ZnearestE (IZR n / IZR d).
Proof.
  intros d D n. pose proof (log2_of_divisor d D) as [L B].
  unfold n. rewrite double_of_pot, double_of_divisor by lia.
  set (k := Z.log2 d) in *.
  pose proof (pow2_pos (52 - k) ltac:(lia)) as P.
  destruct (Bdiv_correct_aux 53 1024 eq_refl eq_refl mode_NE false (2 ^ 52)
              (32 + k - 52) false (Z.to_pos (d * 2 ^ (52 - k))) (k - 52))
    as [_ C].
  cbn [cond_Zopp] in C. rewrite Z2Pos.id in C by lia.
  change (Zpos (2 ^ 52)) with (2 ^ 52) in C.
  rewrite real_of_pot in C by lia.
  destruct (real_of_double d k ltac:(lia)) as [R|]; [|lia]. rewrite R in C.
  change (fexp 53 1024) with (FLT_exp (-1074) 53) in C.
  cbn [round_mode] in C. rewrite Rlt_bool_true in C.
  - destruct C as [C _]. rewrite <- C. unfold SFdiv.
    change (Zpos (2 ^ 52)) with (2 ^ 52). rewrite Z2Pos.id by lia.
    destruct (SFdiv_core_binary 53 1024 (2 ^ 52) _ _ _) as [[m e] l].
    now rewrite rounding_of_flocq.
  - assert (0 < IZR d)%R by (apply IZR_lt; lia).
    apply Rle_lt_trans with (bpow radix2 33); [|now apply bpow_lt].
    apply abs_round_le_generic; [|apply valid_rnd_N|..].
    + now apply FLT_exp_valid.
    + apply generic_format_bpow. unfold FLT_exp. lia.
    + rewrite Rabs_pos_eq.
      * apply Rle_trans with (IZR (2 ^ 33 * d) / IZR d)%R.
        -- apply Rmult_le_compat_r; [left; now apply Rinv_0_lt_compat|].
           apply IZR_le. rewrite pow2_add by lia. lia.
        -- rewrite mult_IZR. change (2 ^ 33) with (radix2 ^ 33).
           rewrite IZR_Zpower by lia. right.
           unfold Rdiv. rewrite Rmult_assoc, Rinv_r, Rmult_1_r; [easy|].
           now apply Rgt_not_eq.
      * apply Rmult_le_pos; [|left; now apply Rinv_0_lt_compat].
        apply IZR_le. pose proof (pow2_pos (32 + k) ltac:(lia)). lia.
Qed.
