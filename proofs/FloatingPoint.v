(* SPDX-License-Identifier: MIT *)

(** The magic divisor that shipped drivers compute in floating point: wrong for
    3,297 divisors, from 4,971,027 on (docs/instancing.md, "Magic divisor").

    Floating point is that of Coq's standard library, which defines IEEE 754 on
    integers. Nothing is counted by trying divisors: a quotient is cut off only
    if its remainder is below 1024, so a wrong divisor divides one of 1,023 odd
    numbers, and Factors.v has their factors. *)

From Coq Require Import Bool List Sorted Permutation Mergesort Orders.
From Coq Require Import ZArith Znumtheory Lia SpecFloat.
From Dral Require Import Arithmetic MagicDivisor FirstWrongId Padding.
From Dral Require Import Primality Factors.
Import ListNotations.
Open Scope Z_scope.

(** ** The code of drivers *)

(** An integer as a double, and a positive double rounded up to an integer. *)
Definition double (n : Z) : spec_float := binary_normalize 53 1024 n 0 false.

Definition ceiling (x : spec_float) : Z :=
  match x with
  | S754_finite false m e =>
      if 0 <=? e then Zpos m * 2 ^ e else div_ceil (Zpos m) (2 ^ (- e))
  | _ => 0
  end.

(** The flag comes from integers. *)
Definition floating_point (d : Z) : magic_divisor :=
  let n := 2 ^ (32 + Z.log2 d) in
  let m := ceiling (SFdiv 53 1024 (double n) (double d)) in
  stored d
    (if n mod d <=? 2 ^ Z.log2 d then (m - 1, true) else (m, false)).

(** ** When the rounding cuts off the fraction *)

Definition is_cut_off (d : Z) : Prop :=
  let r := 2 ^ (32 + Z.log2 d) mod d in 0 < r /\ r * 2 ^ 22 <= d.

Lemma digits_are_log2 p : Zpos (digits2_pos p) = Z.log2 (Zpos p) + 1.
Proof.
  induction p as [p IH|p IH|]; cbn [digits2_pos]; [| |reflexivity].
  - rewrite Pos2Z.inj_succ, IH, Pos2Z.inj_xI, Z.log2_succ_double; lia.
  - rewrite Pos2Z.inj_succ, IH, Pos2Z.inj_xO, Z.log2_double; lia.
Qed.

(** A mantissa of 53 bits needs no shift. *)
Lemma shr_fexp_none m e l :
  2 ^ 52 <= m < 2 ^ 53 -> -1074 <= e ->
  shr_fexp 53 1024 m e l = (shr_record_of_loc m l, e).
Proof.
  intros M E. destruct m as [|p|p]; try lia.
  unfold shr_fexp, fexp, emin, Zdigits2. rewrite digits_are_log2.
  rewrite (Z.log2_unique (Zpos p) 52) by lia.
  replace (Z.max _ _ - e) with 0 by lia. reflexivity.
Qed.

(** The value of a rounded mantissa: 2^53 itself is shifted. *)
Definition rounded_float (m e : Z) : spec_float :=
  if m =? 2 ^ 53 then S754_finite false (2 ^ 52) (e + 1)
  else S754_finite false (Z.to_pos m) e.

Lemma binary_round_aux_is m e l :
  2 ^ 52 <= m < 2 ^ 53 -> -1074 <= e <= 900 ->
  binary_round_aux 53 1024 false m e l =
  rounded_float (round_nearest_even m l) e.
Proof.
  intros M E. unfold binary_round_aux.
  rewrite shr_fexp_none by lia.
  assert (L : loc_of_shr_record (shr_record_of_loc m l) = l)
    by (now destruct l as [|[]]).
  assert (S : shr_m (shr_record_of_loc m l) = m) by (now destruct l as [|[]]).
  rewrite L, S. clear L S.
  assert (B : 2 ^ 52 <= round_nearest_even m l <= 2 ^ 53).
  { destruct l as [|[]]; cbn [round_nearest_even];
      try destruct (Z.even m); lia. }
  set (x := round_nearest_even m l) in *. clearbody x. unfold rounded_float.
  destruct (Z.eqb_spec x (2 ^ 53)) as [->|N].
  - unfold shr_fexp, fexp, emin. change (Zdigits2 (2 ^ 53)) with 54.
    replace (Z.max _ _ - e) with 1 by lia.
    cbn [shr iter_pos]. change (shr_m _) with (2 ^ 52).
    cbn [Z.pow Z.pow_pos Pos.iter Z.mul Pos.mul].
    rewrite (proj2 (Z.leb_le _ _)) by lia. reflexivity.
  - rewrite shr_fexp_none by lia. cbn [shr_record_of_loc shr_m].
    destruct x as [|p|p]; try lia.
    rewrite (proj2 (Z.leb_le _ _)) by lia. reflexivity.
Qed.

Lemma double_of_divisor d :
  is_divisor d ->
  double d = S754_finite false (Z.to_pos (d * 2 ^ (52 - Z.log2 d)))
               (Z.log2 d - 52).
Proof.
  intros D. pose proof (log2_of_divisor d D) as [L B].
  destruct d as [|p|p]; try lia.
  unfold double, binary_normalize, binary_round, shl_align, fexp, emin.
  rewrite digits_are_log2. set (k := Z.log2 (Zpos p)) in *.
  replace (Z.max _ _) with (k - 52) by lia.
  destruct (k - 52 - 0) as [|q|q] eqn:Q; try lia.
  rewrite shift_pos_correct. fold (Zpower 2 (Zpos q)).
  replace (Zpos q) with (52 - k) by lia.
  assert (P : 2 ^ k * 2 ^ (52 - k) = 2 ^ 52)
    by (rewrite <- pow2_add by lia; f_equal; lia).
  pose proof (pow2_pos (52 - k) ltac:(lia)).
  rewrite binary_round_aux_is by (change Zpower with Z.pow; nia).
  unfold rounded_float. cbn [round_nearest_even].
  change Zpower with Z.pow. rewrite (Z.mul_comm (2 ^ (52 - k))).
  destruct (Z.eqb_spec (Zpos p * 2 ^ (52 - k)) (2 ^ 53)); [nia|reflexivity].
Qed.

Lemma double_of_pot k :
  32 <= k <= 63 -> double (2 ^ k) = S754_finite false (2 ^ 52) (k - 52).
Proof.
  intros K.
  assert (A : forall i, (i < 32)%nat -> double (2 ^ (32 + Z.of_nat i)) =
              S754_finite false (2 ^ 52) (32 + Z.of_nat i - 52)).
  { intros i I. do 32 (destruct i as [|i]; [reflexivity|]). lia. }
  replace k with (32 + Z.of_nat (Z.to_nat (k - 32))) by lia. apply A. lia.
Qed.

Lemma Zeq_bool_is_eqb x y : Zeq_bool x y = (x =? y).
Proof.
  apply eq_true_iff_eq. rewrite Z.eqb_eq. symmetry. apply Zeq_is_eq_bool.
Qed.

(** The quotient of two doubles, rounded once, in units of 2^-21. *)
Lemma quotient_of_doubles d :
  is_divisor d -> ~ is_pot d ->
  let x := 2 ^ (53 + Z.log2 d) in
  2 ^ 52 <= x / d < 2 ^ 53 /\
  SFdiv 53 1024 (double (2 ^ (32 + Z.log2 d))) (double d) =
  rounded_float
    (round_nearest_even (x / d)
       (if x mod d =? 0 then loc_Exact
        else loc_Inexact (2 * (x mod d) ?= d))) (-21).
Proof.
  intros D NP x. pose proof (log2_of_divisor d D) as [L B].
  unfold is_pot in NP.
  rewrite double_of_pot, double_of_divisor by lia.
  set (k := Z.log2 d) in *.
  assert (P : 2 ^ k * 2 ^ (52 - k) = 2 ^ 52)
    by (rewrite <- pow2_add by lia; f_equal; lia).
  pose proof (pow2_pos (52 - k) ltac:(lia)) as P0.
  assert (X : x = 2 ^ 53 * 2 ^ k) by (apply pow2_add; lia).
  assert (Q : 2 ^ 52 <= x / d < 2 ^ 53)
    by (split; [apply Z.div_le_lower_bound|apply Z.div_lt_upper_bound]; lia).
  split; [exact Q|].
  set (z := 2 ^ (52 - k)) in *.
  assert (M : 2 ^ 52 <= d * z < 2 ^ 53) by nia.
  unfold SFdiv, SFdiv_core_binary.
  rewrite Z2Pos.id by lia.
  assert (D1 : Zdigits2 (d * z) = 53).
  { destruct (d * z) as [|p|p] eqn:E; try lia.
    unfold Zdigits2. rewrite digits_are_log2.
    rewrite (Z.log2_unique (Zpos p) 52) by lia. reflexivity. }
  rewrite D1. change (Zdigits2 (Zpos (2 ^ 52))) with 53.
  unfold fexp, emin.
  replace (Z.min _ _) with (-21) by lia.
  replace (32 + k - 52 - (k - 52) - -21) with 53 by lia.
  change (Z.shiftl (Zpos (2 ^ 52)) 53) with (2 ^ 105).
  assert (X2 : 2 ^ 105 = x * z).
  { unfold x, z. rewrite <- pow2_add by lia. f_equal. lia. }
  rewrite X2. unfold Z.div, Z.modulo in *.
  pose proof (Z.div_mul_cancel_r x d z ltac:(lia) ltac:(lia)) as DZ.
  pose proof (Z.mul_mod_distr_r x d z ltac:(lia) ltac:(lia)) as MZ.
  unfold Z.div, Z.modulo in DZ, MZ.
  destruct (Z.div_eucl (x * z) (d * z)) as [q r].
  destruct (Z.div_eucl x d) as [q' r']. subst q r.
  rewrite binary_round_aux_is by lia.
  do 2 f_equal. unfold new_location, new_location_even.
  assert (EV : Z.even (d * z) = true).
  { apply Z.even_spec. exists (d * 2 ^ (51 - k)). unfold z.
    replace (52 - k) with (1 + (51 - k)) by lia. rewrite pow2_add by lia.
    change (2 ^ 1) with 2. ring. }
  rewrite EV, Zeq_bool_is_eqb.
  destruct (Z.eqb_spec r' 0) as [->|R]; [reflexivity|].
  destruct (Z.eqb_spec (r' * z) 0); [nia|]. f_equal.
  replace (2 * (r' * z)) with (2 * r' * z) by ring.
  symmetry. apply Zmult_compare_compat_r. lia.
Qed.

(** It is cut off to an integer, or rounded up to the next one. *)
Lemma ceiling_is d :
  is_divisor d -> ~ is_pot d ->
  let n := 2 ^ (32 + Z.log2 d) in
  0 < n mod d /\
  ceiling (SFdiv 53 1024 (double n) (double d)) =
  (if n mod d * 2 ^ 22 <=? d then n / d else n / d + 1).
Proof.
  intros D NP n. pose proof (log2_of_divisor d D) as [L B].
  destruct (quotient_of_doubles d D NP) as [Q E]. fold n in E. rewrite E.
  clear E.
  assert (R : 0 < n mod d).
  { pose proof (Z.mod_pos_bound n d ltac:(lia)).
    enough (n mod d <> 0) by lia. intros Z0. apply NP.
    apply (pot_of_divides d (32 + Z.log2 d)); [lia|lia|].
    apply Z.mod_divide; [lia|exact Z0]. }
  split; [exact R|].
  replace (2 ^ (53 + Z.log2 d)) with (n * 2 ^ 21) in *
    by (unfold n; rewrite <- pow2_add by lia; f_equal; lia).
  pose proof (Z.div_mod n d ltac:(lia)) as N.
  pose proof (Z.mod_pos_bound n d ltac:(lia)) as MB.
  set (a := n / d) in *. set (r := n mod d) in *. clearbody n a r.
  (* The fraction, in units of 2^-21, and what is left of it. *)
  pose proof (Z.div_mod (r * 2 ^ 21) d ltac:(lia)) as F.
  pose proof (Z.mod_pos_bound (r * 2 ^ 21) d ltac:(lia)) as FB.
  set (f := r * 2 ^ 21 / d) in *. set (rest := (r * 2 ^ 21) mod d) in *.
  clearbody f rest.
  assert (E : n * 2 ^ 21 / d = a * 2 ^ 21 + f)
    by (apply div_is; lia).
  assert (ER : (n * 2 ^ 21) mod d = rest).
  { symmetry. apply Z.mod_unique with (a * 2 ^ 21 + f); lia. }
  rewrite E, ER in *. clear E ER.
  assert (F0 : 0 <= f < 2 ^ 21) by nia.
  set (l := if rest =? 0 then loc_Exact else _).
  assert (ROUND : round_nearest_even (a * 2 ^ 21 + f) l = a * 2 ^ 21 + f /\
                  (f = 0 -> 2 * rest <= d) \/
                  round_nearest_even (a * 2 ^ 21 + f) l = a * 2 ^ 21 + f + 1 /\
                  (f = 0 -> d < 2 * rest)).
  { unfold l. destruct (Z.eqb_spec rest 0) as [->|]; cbn [round_nearest_even].
    - left. lia.
    - destruct (Z.compare_spec (2 * rest) d) as [T|T|T];
        [|left; lia|right; lia].
      destruct (Z.even (a * 2 ^ 21 + f)) eqn:EV; [left; lia|right].
      split; [reflexivity|]. intros ->. rewrite Z.add_0_r in EV.
      rewrite Z.even_mul in EV. change (Z.even (2 ^ 21)) with true in EV.
      rewrite orb_true_r in EV. discriminate. }
  set (m := round_nearest_even _ l) in *. clearbody m l.
  assert (C : ceiling (rounded_float m (-21)) = div_ceil m (2 ^ 21)).
  { unfold rounded_float, ceiling.
    destruct (Z.eqb_spec m (2 ^ 53)) as [->|]; [reflexivity|].
    cbn [Z.leb Z.compare Z.opp]. rewrite Z2Pos.id by lia. reflexivity. }
  rewrite C. unfold div_ceil. clear C.
  destruct (Z.leb_spec (r * 2 ^ 22) d).
  - assert (f = 0) by nia. apply div_is; lia.
  - destruct (Z.eq_dec f 0); apply div_is; lia.
Qed.

Lemma ceiling_of_pot d :
  is_divisor d -> is_pot d ->
  ceiling (SFdiv 53 1024 (double (2 ^ (32 + Z.log2 d))) (double d)) = 2 ^ 32.
Proof.
  intros D P. pose proof (log2_of_divisor d D) as [L _]. unfold is_pot in P.
  rewrite P at 2. clear P D. revert L. generalize (Z.log2 d). intros k K.
  assert (A : forall i, (i < 32)%nat ->
    ceiling (SFdiv 53 1024 (double (2 ^ (32 + Z.of_nat i)))
      (double (2 ^ Z.of_nat i))) = 2 ^ 32).
  { intros i I. do 32 (destruct i as [|i]; [reflexivity|]). lia. }
  rewrite <- (Z2Nat.id k) by lia. apply A. lia.
Qed.

(** The magic in floating point is wrong exactly for these divisors. *)
Theorem wrong_if_and_only_if_cut_off :
  forall d,
    is_divisor d ->
    (floating_point d <> compute d Documented <-> is_cut_off d).
Proof.
  intros d D. assert (H : has_magic d Documented = true).
  { unfold has_magic. destruct (Z.eqb_spec d 0); [lia|reflexivity]. }
  rewrite (compute_follows_the_rule d Documented D H). clear H.
  unfold is_cut_off, floating_point, magic_rule, documented_magic.
  destruct (Z.eq_dec d (2 ^ Z.log2 d)) as [P|NP].
  - rewrite ceiling_of_pot by assumption.
    pose proof (log2_of_divisor d D) as [L _].
    rewrite pow2_add by lia. rewrite <- P.
    rewrite Z.mod_mul by lia.
    rewrite (div_is (2 ^ 32 * d + d - 1) d (2 ^ 32)) by lia.
    split; [intros N; now elim N|lia].
  - destruct (ceiling_is d D NP) as [R ->].
    set (n := 2 ^ (32 + Z.log2 d)) in *.
    pose proof (Z.div_mod n d ltac:(lia)) as N.
    pose proof (Z.mod_pos_bound n d ltac:(lia)).
    assert (M : (n + d - 1) / d = n / d + 1) by (apply div_is; lia).
    rewrite M. set (flag := n mod d <=? 2 ^ Z.log2 d).
    destruct (Z.leb_spec (n mod d * 2 ^ 22) d) as [CUT|NOT].
    + split; [intros _; split; assumption|]. intros _ E.
      assert (G : forall x y, stored d x = stored d y ->
                  fst x mod 2 ^ 31 = fst y mod 2 ^ 31).
      { intros x y S. apply (f_equal magic) in S.
        unfold stored in S. cbn [magic] in S.
        change (2 ^ 31 - 1) with (Z.ones 31) in S.
        rewrite !Z.land_ones in S by lia. unfold u32 in S.
        rewrite <- !Zmod_div_mod in S by (lia || now exists 2). exact S. }
      apply G in E.
      set (a := if flag then n / d - 1 else n / d).
      assert (E2 : a mod 2 ^ 31 = (a + 1) mod 2 ^ 31).
      { unfold a. destruct flag; cbn [fst] in E; rewrite E; f_equal; lia. }
      pose proof (Z.div_mod a (2 ^ 31) ltac:(lia)).
      pose proof (Z.div_mod (a + 1) (2 ^ 31) ltac:(lia)). lia.
    + split; [intros E; now elim E|lia].
Qed.

(** ** All of them *)

(** The remainder of a divisor that is cut off is 2^j times an odd number, so
    the divisor divides 2^j times [2^exponent - odd]. *)
Definition keys : list (Z * Z) :=
  flat_map
    (fun exponent =>
       map (fun i => (exponent, 2 * Z.of_nat i + 1))
         (seq 0 (Z.to_nat (2 ^ (exponent - 54)))))
    (map Z.of_nat (seq 54 10)).

Definition cut_off_with (log2 r d : Z) : bool :=
  (Z.log2 d =? log2) && (2 ^ (32 + log2) mod d =? r) && (r * 2 ^ 22 <=? d).

Definition cut_off_of (entry : Z * Z * powers) : list Z :=
  let '(exponent, odd, f) := entry in
  flat_map
    (fun j =>
       filter (cut_off_with (exponent + Z.of_nat j - 32) (2 ^ Z.of_nat j * odd))
         (divisors (Times (Small 2) j f)))
    (seq 0 (Z.to_nat (64 - exponent))).

Definition entry_is_right (entry : Z * Z * powers) : bool :=
  let '(exponent, odd, f) := entry in
  certify f && (product f =? 2 ^ exponent - odd).

Module Ascending <: TotalLeBool.
  Definition t := Z.
  Definition leb := Z.leb.
  Definition leb_total x y : leb x y = true \/ leb y x = true.
  Proof. unfold leb. rewrite !Z.leb_le. lia. Qed.
End Ascending.
Module Sorting := Sort Ascending.

Definition entries : list (Z * Z * powers) := combine keys factorizations.
Definition wrong_divisors : list Z :=
  Sorting.sort (flat_map cut_off_of entries).

Fixpoint increases (l : list Z) : bool :=
  match l with
  | x :: (y :: _) as rest => (x <? y) && increases rest
  | _ => true
  end.

(** The first id that each of them divides wrongly, where there is one. *)
Definition wrong_ids : list Z :=
  flat_map
    (fun d => match first_wrong_id (floating_point d) d with
              | Some id => [id]
              | None => []
              end)
    wrong_divisors.

(** All that is computed; the kernel checks it once. *)
Lemma computed :
  (length keys =? length factorizations)%nat = true /\
  forallb entry_is_right entries = true /\
  increases wrong_divisors = true /\
  (length wrong_divisors = 3297 /\ length wrong_ids = 2350)%nat /\
  hd 0 wrong_divisors = 4971027 /\
  fold_right Z.min (2 ^ 32) wrong_ids = 2 ^ 31 - 22.
Proof.
  vm_cast_no_check
    (conj (eq_refl true) (conj (eq_refl true) (conj (eq_refl true)
      (conj (conj (eq_refl 3297%nat) (eq_refl 2350%nat))
        (conj (eq_refl 4971027) (eq_refl (2 ^ 31 - 22))))))).
Qed.

(** From here on these are names of results. *)
Lemma wrong_divisors_are d :
  In d wrong_divisors <->
  exists entry, In entry entries /\ In d (cut_off_of entry).
Proof.
  rewrite <- in_flat_map. unfold wrong_divisors. split; apply Permutation_in;
    [apply Permutation_sym|]; apply Sorting.Permuted_sort.
Qed.

Lemma wrong_ids_are id :
  In id wrong_ids <->
  exists d, In d wrong_divisors /\
            first_wrong_id (floating_point d) d = Some id.
Proof.
  unfold wrong_ids. rewrite in_flat_map.
  split; intros [d [D X]]; exists d; (split; [exact D|]).
  - destruct (first_wrong_id _ _) as [i|]; [|contradiction].
    destruct X as [->|X]; [reflexivity|contradiction].
  - rewrite X. exact (or_introl eq_refl).
Qed.

Lemma in_combine_of (A B : Type) (l : list A) (l' : list B) x :
  length l = length l' -> In x l -> exists y, In (x, y) (combine l l').
Proof.
  revert l'. induction l as [|a l IH]; intros [|b l'] L X; try easy.
  destruct X as [<-|X]; [exists b; now left|].
  destruct (IH l' ltac:(now injection L) X) as [y Y]. exists y. now right.
Qed.

Lemma key_of_entry key f : In (key, f) entries -> In key keys.
Proof. exact (in_combine_l keys factorizations key f). Qed.

Lemma entry_of_key key : In key keys -> exists f, In (key, f) entries.
Proof.
  apply in_combine_of. apply Nat.eqb_eq. exact (proj1 computed).
Qed.

Opaque wrong_divisors wrong_ids entries.

Lemma increases_spec x l :
  increases (x :: l) = true -> NoDup (x :: l) /\ forall y, In y l -> x < y.
Proof.
  revert x. induction l as [|y l IH]; intros x H.
  - split; [repeat constructor; easy|easy].
  - cbn [increases] in H. apply andb_prop in H. destruct H as [XY H].
    apply Z.ltb_lt in XY. destruct (IH y H) as [U M].
    assert (A : forall z, In z (y :: l) -> x < z).
    { intros z [<-|Z0]; [exact XY|]. specialize (M z Z0). lia. }
    split; [|exact A]. constructor; [|exact U].
    intros X. specialize (A x X). lia.
Qed.

Lemma key_in exponent i :
  54 <= exponent <= 63 -> 0 <= i < 2 ^ (exponent - 54) ->
  In (exponent, 2 * i + 1) keys.
Proof.
  intros E I. apply in_flat_map. exists exponent. split.
  - apply in_map_iff. exists (Z.to_nat exponent). rewrite in_seq. lia.
  - apply in_map_iff. exists (Z.to_nat i). rewrite in_seq. split; [f_equal|];
      lia.
Qed.

(** The list is complete. *)
Lemma cut_off_is_in_the_list d :
  is_divisor d -> is_cut_off d -> In d wrong_divisors.
Proof.
  intros D [R0 R]. pose proof (log2_of_divisor d D) as [L B].
  set (n := 2 ^ (32 + Z.log2 d)) in *. set (r := n mod d) in *.
  assert (SPLIT : exists j i, 0 <= j /\ 0 <= i /\ r = 2 ^ j * (2 * i + 1)).
  { destruct r as [|p|p]; try lia.
    destruct (trailing_zeros_spec p) as [J [i [E I]]].
    exists (trailing_zeros (Zpos p)), i. lia. }
  destruct SPLIT as [j [i [J [I E]]]].
  assert (JL : j + 22 <= Z.log2 d).
  { assert (P : 2 ^ (j + 22) < 2 ^ (1 + Z.log2 d))
      by (rewrite !pow2_add by lia; nia).
    apply Z.pow_lt_mono_r_iff in P; lia. }
  set (exponent := 32 + Z.log2 d - j).
  assert (K : In (exponent, 2 * i + 1) keys).
  { apply key_in; [unfold exponent; lia|]. split; [exact I|].
    assert (P : 2 ^ (1 + Z.log2 d) = 2 ^ (exponent - 54) * 2 * 2 ^ j * 2 ^ 22).
    { rewrite <- (Z.mul_assoc _ 2), <- Z.pow_succ_r by lia.
      rewrite <- !pow2_add by (unfold exponent; lia). f_equal.
      unfold exponent. lia. }
    rewrite pow2_add in P by lia. pose proof (pow2_pos j J).
    apply (Z.mul_lt_mono_pos_r (2 * 2 ^ j * 2 ^ 22)); nia. }
  destruct computed as [_ [RIGHT _]].
  destruct (entry_of_key _ K) as [f F].
  rewrite forallb_forall in RIGHT. specialize (RIGHT _ F).
  apply andb_prop in RIGHT. destruct RIGHT as [C P]. apply Z.eqb_eq in P.
  apply (proj2 (wrong_divisors_are d)).
  exists (exponent, 2 * i + 1, f). split; [exact F|].
  unfold cut_off_of. apply in_flat_map. exists (Z.to_nat j). split.
  { apply in_seq. unfold exponent. lia. }
  rewrite Z2Nat.id by lia. apply filter_In.
  replace (exponent + j - 32) with (Z.log2 d) by (unfold exponent; lia).
  split.
  - apply divisors_are_complete; [|lia|].
    + cbn [certify]. rewrite C. reflexivity.
    + cbn [product number]. rewrite Z2Nat.id, P by lia.
      exists (n / d). pose proof (Z.div_mod n d ltac:(lia)) as N.
      fold r in N. rewrite Z.mul_sub_distr_l, <- E, <- pow2_add
        by (unfold exponent; lia).
      replace (j + exponent) with (32 + Z.log2 d) by (unfold exponent; lia).
      fold n. lia.
  - unfold cut_off_with. fold n r. rewrite <- E, !Z.eqb_refl. cbn [andb].
    now apply Z.leb_le.
Qed.

Lemma only_cut_off_are_in_the_list d :
  In d wrong_divisors -> is_divisor d /\ is_cut_off d.
Proof.
  intros X. apply (proj1 (wrong_divisors_are d)) in X.
  destruct X as [[[exponent odd] f] [F X]].
  unfold cut_off_of in X. apply in_flat_map in X. destruct X as [j [J X]].
  apply filter_In in X. destruct X as [_ X]. unfold cut_off_with in X.
  rewrite !andb_true_iff, !Z.eqb_eq, Z.leb_le in X. destruct X as [[L R] C].
  apply key_of_entry, in_flat_map in F. destruct F as [e [E F]].
  apply in_map_iff in E, F. destruct E as [e' [<- E]], F as [i [F I]].
  apply pair_equal_spec in F. destruct F as [<- <-]. apply in_seq in E, J.
  assert (0 < 2 ^ Z.of_nat j * (2 * Z.of_nat i + 1))
    by (pose proof (pow2_pos (Z.of_nat j)); nia).
  assert (D0 : 0 < d) by lia.
  pose proof (Z.log2_spec d D0) as S. rewrite L in S at 2.
  assert (2 ^ Z.succ (Z.of_nat e' + Z.of_nat j - 32) <= 2 ^ 32)
    by (apply Z.pow_le_mono_r; lia).
  split; [lia|]. unfold is_cut_off. rewrite L, R. lia.
Qed.

(** Floating point is wrong for 3,297 divisors; the smallest is 4,971,027. *)
Theorem floating_point_is_wrong_for_3297_divisors :
  (forall d, In d wrong_divisors <->
             is_divisor d /\ floating_point d <> compute d Documented) /\
  NoDup wrong_divisors /\ length wrong_divisors = 3297%nat /\
  In 4971027 wrong_divisors /\
  forall d, In d wrong_divisors -> 4971027 <= d.
Proof.
  destruct computed as [_ [_ [UP [[COUNT _] [FIRST _]]]]].
  split.
  { intros d. split.
    - intros X. apply only_cut_off_are_in_the_list in X. destruct X as [D X].
      split; [exact D|now apply wrong_if_and_only_if_cut_off].
    - intros [D X]. apply cut_off_is_in_the_list; [exact D|].
      now apply wrong_if_and_only_if_cut_off. }
  generalize dependent wrong_divisors. intros [|x l] UP COUNT FIRST;
    [discriminate|].
  cbn [hd] in FIRST. subst x. destruct (increases_spec _ _ UP) as [U M].
  split; [exact U|]. split; [exact COUNT|]. split; [now left|].
  intros d [<-|X]; [lia|]. specialize (M d X). lia.
Qed.

(** 2,350 of them divide some id wrongly, and none an id below 2^31 - 22. *)
Theorem floating_point_is_harmless_below_2_31_minus_22 :
  length wrong_ids = 2350%nat /\
  (forall id, In id wrong_ids <->
     exists d, In d wrong_divisors /\
               first_wrong_id (floating_point d) d = Some id) /\
  forall id, In id wrong_ids -> 2 ^ 31 - 22 <= id.
Proof.
  destruct computed as [_ [_ [_ [[_ COUNT] [_ LEAST]]]]].
  split; [exact COUNT|]. split; [exact wrong_ids_are|].
  rewrite <- LEAST. generalize wrong_ids (2 ^ 32). intros l top.
  induction l as [|x l IH]; [easy|]. cbn [fold_right].
  intros id [<-|X]; [lia|]. specialize (IH id X). lia.
Qed.
