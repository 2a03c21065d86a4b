(* SPDX-License-Identifier: MIT *)

(** Padded vertex counts: src/instancing/padding.rs.

    A driver and the dispatcher must agree on the stride between instances. This
    file proves that the library's few instructions compute the number that each
    rule defines. *)

From Coq Require Import List ZArith Lia.
From Dral Require Import Arithmetic.
Import ListNotations.
Open Scope Z_scope.

(** ** The code *)

(** [next_padded]: the step is a quarter of the top bit of seven eighths of the
    count; its negative is the mask for its multiples. *)
Definition padding_bit (count : Z) : Z :=
  Z.log2 (Z.lor (count - count / 2 ^ 3) 4).
Definition padding_mask (count : Z) : Z :=
  u32 (- 2 ^ padding_bit count / 2 ^ 2).
Definition next_padded (count : Z) : Z :=
  u32 (Z.land count (padding_mask count) - padding_mask count).

(** [PaddingRule::pad] *)
Definition driver_count (v : Z) : Z :=
  next_padded (u32 (v - if v <? 20 then 1 else 0)).

(** As in dral_device.h; the library's form is [documented_count_by_lor]. *)
Definition documented_count (v : Z) : Z :=
  if v <? 20 then Z.land v (u32 (-4)) + 4 else next_padded v.

(** [PaddedCount::factored]: the two fields in a descriptor. *)
Fixpoint trailing_zeros_of_positive (p : positive) : Z :=
  match p with xO p => 1 + trailing_zeros_of_positive p | _ => 0 end.
Definition trailing_zeros (c : Z) : Z :=
  match c with Zpos p => trailing_zeros_of_positive p | _ => 32 end.
Definition factored_shift (c : Z) : Z := trailing_zeros c mod 32.
Definition factored_odd (c : Z) : Z := c / 2 ^ factored_shift c / 2.

(** [idvs_vertex_count] *)
Definition idvs_count (v : Z) : option Z :=
  if v + 3 <? 2 ^ 32 then Some (Z.land (v + 3) (u32 (-4))) else None.

(** ** The rules of docs/reference/instancing.md *)

(** A padded count is 1, 3, 5, 7 or 9 times a power of two. *)
Definition is_padded_count (p : Z) : Prop :=
  exists odd shift,
    0 <= odd <= 4 /\ 0 <= shift /\ p = (2 * odd + 1) * 2 ^ shift.

Definition is_least (P : Z -> Prop) (x : Z) : Prop :=
  P x /\ forall y, P y -> x <= y.

(** The driver rule: at least the vertex count, and greater from 20 on. *)
Definition driver_rule (v p : Z) : Prop :=
  is_padded_count p /\ v <= p /\ (20 <= v -> v < p).

(** The documented rule: a multiple of four, and greater than the count. *)
Definition documented_rule (v p : Z) : Prop :=
  is_padded_count p /\ v < p /\ (4 | p).

(** ** The proof *)

(** Clearing two bits gives a multiple of four. *)
Lemma clear_two_bits v :
  is_u32 v -> exists q, Z.land v (u32 (-4)) = 4 * q /\ 4 * q <= v < 4 * q + 4.
Proof.
  intros V. exists (v / 2 ^ 2). rewrite land_u32 by exact V.
  change (-4) with (- 2 ^ 2). rewrite land_minus_pow2 by lia.
  pose proof (Z.div_mod v (2 ^ 2)). pose proof (Z.mod_pos_bound v (2 ^ 2)). lia.
Qed.

(** The next multiple of the step, before the word wraps. *)
Definition padding_step (c : Z) : Z := 2 ^ (padding_bit c - 2).
Definition next_multiple (c : Z) : Z :=
  (c / padding_step c + 1) * padding_step c.

(** The step is 1, or seven eighths of the count contain it four to seven
    times. *)
Lemma padding_bit_spec c :
  is_u32 c ->
  2 <= padding_bit c <= 31 /\
  (c < 8 /\ padding_bit c = 2 \/
   4 * padding_step c <= c - c / 2 ^ 3 < 8 * padding_step c).
Proof.
  unfold padding_step, padding_bit. intros C.
  pose proof (div_bounds c (2 ^ 3) ltac:(lia)) as B.
  rewrite Z.log2_lor by lia. change (Z.log2 4) with 2.
  destruct (Z.lt_ge_cases c 8) as [S|S].
  - pose proof (Z.log2_le_mono (c - c / 2 ^ 3) 7 ltac:(lia)).
    change (Z.log2 7) with 2 in *. lia.
  - set (x := c - c / 2 ^ 3) in *.
    pose proof (log2_of_divisor x ltac:(lia)) as [L P].
    pose proof (Z.log2_le_mono 4 x ltac:(lia)).
    change (Z.log2 4) with 2 in *. rewrite Z.max_l by lia.
    replace (Z.log2 x) with (2 + (Z.log2 x - 2)) in P by lia.
    rewrite pow2_add in P by lia. lia.
Qed.

Lemma next_padded_is c : is_u32 c -> next_padded c = u32 (next_multiple c).
Proof.
  intros C. pose proof (padding_bit_spec c C) as [T _].
  unfold next_padded, padding_mask, next_multiple, padding_step.
  assert (M : - 2 ^ padding_bit c / 2 ^ 2 = - 2 ^ (padding_bit c - 2)).
  { replace (padding_bit c) with (padding_bit c - 2 + 2) at 1 by lia.
    rewrite pow2_add by lia. rewrite <- Z.mul_opp_l.
    now rewrite Z.div_mul by lia. }
  rewrite M, land_u32, land_minus_pow2 by (assumption || lia).
  unfold u32. rewrite Zminus_mod_idemp_r. f_equal.
  pose proof (pow2_pos (padding_bit c - 2)).
  pose proof (Z.div_mod c (2 ^ (padding_bit c - 2))). lia.
Qed.

Lemma small_padded_counts p : 1 <= p <= 10 -> is_padded_count p.
Proof.
  intros P. unfold is_padded_count.
  assert (E : In p [1; 2; 3; 4; 5; 6; 7; 8; 9; 10]) by (cbn; lia).
  repeat destruct E as [<-|E];
    [exists 0, 0|exists 0, 1|exists 1, 0|exists 0, 2|exists 2, 0|exists 1, 1
    |exists 3, 0|exists 0, 3|exists 4, 0|exists 2, 1|easy]; easy.
Qed.

Lemma padded_count_shifted p k :
  is_padded_count p -> 0 <= k -> is_padded_count (p * 2 ^ k).
Proof.
  intros [odd [i [O [I ->]]]] K. exists odd, (i + k).
  rewrite pow2_add by lia. repeat split; lia.
Qed.

(** A padded count that is no multiple of the step is at most 9 times half of
    it, which does not exceed the count. *)
Lemma next_multiple_is_least c :
  is_u32 c ->
  is_least (fun p => is_padded_count p /\ c < p) (next_multiple c).
Proof.
  intros C. pose proof (padding_bit_spec c C) as [T R].
  unfold next_multiple, padding_step in *. set (k := padding_bit c - 2) in *.
  pose proof (pow2_pos k ltac:(lia)) as P.
  pose proof (div_bounds c (2 ^ k) P) as B.
  pose proof (div_bounds c (2 ^ 3) ltac:(lia)) as E.
  assert (c < 8 /\ 2 ^ k = 1 \/ 4 * 2 ^ k <= c - c / 2 ^ 3 < 8 * 2 ^ k)
    by (destruct R as [[S N]|R]; [left; subst k; now rewrite N|now right]).
  assert (0 <= c / 2 ^ k) by (apply Z.div_pos; lia).
  set (q := c / 2 ^ k) in *. clearbody q. split; [split|].
  - assert (q < 10) by (apply (Z.mul_lt_mono_pos_r (2 ^ k)); lia).
    apply padded_count_shifted; [apply small_padded_counts|]; lia.
  - lia.
  - intros p [[odd [i [O [I ->]]]] G]. pose proof (pow2_pos i I) as PI.
    destruct (Z.lt_ge_cases i k) as [L|L].
    + assert (S : 2 ^ k = 2 * (2 ^ (k - 1 - i) * 2 ^ i)).
      { rewrite <- pow2_add, <- Z.pow_succ_r by lia. f_equal. lia. }
      pose proof (pow2_pos (k - 1 - i) ltac:(lia)) as PK.
      assert (2 ^ i <= 2 ^ (k - 1 - i) * 2 ^ i) by (clear - PI PK; nia).
      assert ((2 * odd + 1) * 2 ^ i <= 9 * 2 ^ i)
        by (apply Z.mul_le_mono_nonneg_r; lia).
      lia.
    + assert (S : 2 ^ i = 2 ^ (i - k) * 2 ^ k)
        by (rewrite <- pow2_add by lia; f_equal; lia).
      rewrite S, Z.mul_assoc in *. apply Z.mul_le_mono_nonneg_r; [lia|].
      assert (q < (2 * odd + 1) * 2 ^ (i - k)); [|lia].
      apply (Z.mul_lt_mono_pos_r (2 ^ k)); lia.
Qed.

(** The bit operations implement the table of docs/reference/instancing.md: the smallest
    padded count greater than a count. *)
Theorem next_padded_is_least :
  forall c,
    is_u32 c ->
    exists p, next_padded c = u32 p /\ 0 < p <= 2 ^ 32 /\
              is_least (fun p => is_padded_count p /\ c < p) p.
Proof.
  intros c C. exists (next_multiple c). rewrite next_padded_is by exact C.
  pose proof (next_multiple_is_least c C) as L.
  split; [reflexivity|]. split; [|exact L].
  destruct L as [[_ G] L]. split; [lia|]. apply L. split; [|lia].
  exists 0, 32. repeat split; lia.
Qed.

(** From 0xE0000000 vertices on it is 2^32, and the result 0. *)
Lemma next_padded_beyond c :
  0xE0000000 <= c < 2 ^ 32 ->
  next_padded c = 0 /\ is_least (fun p => is_padded_count p /\ c < p) (2 ^ 32).
Proof.
  intros C. assert (U : is_u32 c) by lia.
  assert (E : next_multiple c = 2 ^ 32).
  { pose proof (padding_bit_spec c U) as [T S].
    unfold next_multiple, padding_step in *.
    pose proof (div_bounds c (2 ^ 3) ltac:(lia)).
    assert (2 ^ 28 < 2 ^ (padding_bit c - 2)) as L by lia.
    apply Z.pow_lt_mono_r_iff in L; [|lia|lia].
    replace (padding_bit c - 2) with 29 by lia. rewrite (div_is c _ 7); lia. }
  rewrite next_padded_is, <- E by exact U. split; [now rewrite E|].
  now apply next_multiple_is_least.
Qed.

Lemma next_padded_within c :
  0 <= c < 0xE0000000 ->
  is_least (fun p => is_padded_count p /\ c < p) (next_padded c).
Proof.
  intros C.
  destruct (next_padded_is_least c ltac:(lia))
    as [p [-> [P L]]].
  assert (p <= 0xE0000000).
  { apply L. split; [|lia]. exists 3, 29. repeat split; lia. }
  rewrite u32_small by lia. exact L.
Qed.

Lemma is_least_ext (P Q : Z -> Prop) x :
  (forall p, P p <-> Q p) -> is_least P x -> is_least Q x.
Proof.
  intros E [X L]. split; [now apply E|]. intros y Y. apply L. now apply E.
Qed.

(** The driver rule is "greater than", applied to the count or to its
    predecessor. *)
Lemma driver_rule_is_next v p :
  driver_rule v p <->
  is_padded_count p /\ v - (if v <? 20 then 1 else 0) < p.
Proof.
  unfold driver_rule. destruct (Z.ltb_spec v 20); intuition lia.
Qed.

(** Drivers pass the smallest number of this form that satisfies the driver rule
    to the dispatcher. *)
Theorem padded_vertex_count_is_least :
  forall v, 1 <= v < 0xE0000000 -> is_least (driver_rule v) (driver_count v).
Proof.
  intros v V.
  apply (is_least_ext _ _ _ (fun p => iff_sym (driver_rule_is_next v p))).
  unfold driver_count.
  rewrite u32_small by (destruct (v <? 20); lia).
  apply next_padded_within. destruct (v <? 20); lia.
Qed.

(** The result is 0 for no vertices, and if the padded count would be 2^32. *)
Theorem padded_vertex_count_is_0 :
  driver_count 0 = 0 /\
  forall v, 0xE0000000 <= v < 2 ^ 32 ->
    driver_count v = 0 /\ is_least (driver_rule v) (2 ^ 32).
Proof.
  split; [reflexivity|]. intros v V.
  destruct (next_padded_beyond v V) as [Z0 L]. split.
  - unfold driver_count. destruct (Z.ltb_spec v 20); [lia|].
    rewrite Z.sub_0_r, u32_small by lia. exact Z0.
  - apply (is_least_ext _ _ _ (fun p => iff_sym (driver_rule_is_next v p))).
    destruct (Z.ltb_spec v 20); [lia|]. now rewrite Z.sub_0_r.
Qed.

Lemma least_unique P x y : is_least P x -> is_least P y -> x = y.
Proof.
  intros [X L] [Y M]. pose proof (L y Y). pose proof (M x X). lia.
Qed.

(** From 20 on, the step is a multiple of four. *)
Lemma documented_from_20 c p :
  20 <= c < 2 ^ 32 -> is_least (fun p => is_padded_count p /\ c < p) p ->
  is_least (documented_rule c) p.
Proof.
  intros C L. assert (U : is_u32 c) by lia.
  assert (F : (4 | p)).
  { rewrite (least_unique _ _ _ L (next_multiple_is_least c U)).
    apply Z.divide_mul_r. pose proof (padding_bit_spec c U) as [T S].
    unfold padding_step in *. pose proof (div_bounds c (2 ^ 3) ltac:(lia)).
    assert (2 ^ 1 < 2 ^ (padding_bit c - 2)) as G by lia.
    apply Z.pow_lt_mono_r_iff in G; [|lia|lia].
    exists (2 ^ (padding_bit c - 4)). change 4 with (2 ^ 2).
    rewrite <- pow2_add by lia. f_equal. lia. }
  destruct L as [[A B] L]. split; [now repeat split|].
  intros y [Y1 [Y2 _]]. apply L. now split.
Qed.

(** The same for the documented rule: a multiple of four, and greater. *)
Theorem documented_count_is_least :
  forall v,
    0 <= v < 0xE0000000 -> is_least (documented_rule v) (documented_count v).
Proof.
  intros v V. unfold documented_count. destruct (Z.ltb_spec v 20) as [S|S].
  - destruct (clear_two_bits v ltac:(lia)) as [q [-> B]].
    split.
    + split; [|split; [lia|exists (q + 1); lia]].
      destruct (small_padded_counts (q + 1) ltac:(lia))
        as [odd [k [O [K E]]]].
      exists odd, (2 + k). rewrite pow2_add by lia. repeat split; lia.
    + intros p [_ [P [m ->]]]. lia.
  - apply documented_from_20; [lia|]. apply next_padded_within. lia.
Qed.

Theorem documented_count_is_0 :
  forall v, 0xE0000000 <= v < 2 ^ 32 ->
    documented_count v = 0 /\ is_least (documented_rule v) (2 ^ 32).
Proof.
  intros v V. destruct (next_padded_beyond v V) as [Z0 L]. split.
  - unfold documented_count. destruct (Z.ltb_spec v 20); [lia|exact Z0].
  - apply documented_from_20; [lia|exact L].
Qed.

(** Every multiple of four up to 20 is a padded count, so the library only sets
    two bits below 20. *)
Theorem documented_count_by_lor :
  forall v, is_u32 v ->
    documented_count v = next_padded (if v <? 20 then Z.lor v 3 else v).
Proof.
  intros v V. unfold documented_count.
  destruct (Z.ltb_spec v 20) as [S|_]; [|reflexivity].
  assert (A : forall i, (i < 20)%nat -> let x := Z.of_nat i in
              Z.land x (u32 (-4)) + 4 = next_padded (Z.lor x 3)).
  { intros i I. do 20 (destruct i as [|i]; [reflexivity|]). lia. }
  rewrite <- (Z2Nat.id v) by lia. apply A. lia.
Qed.

(** From 20 vertices on, both rules agree. *)
Theorem both_rules_are_the_same_from_20 :
  forall v, 20 <= v < 2 ^ 32 -> driver_count v = documented_count v.
Proof.
  intros v V. unfold driver_count, documented_count.
  destruct (Z.ltb_spec v 20); [lia|].
  now rewrite Z.sub_0_r, u32_small by lia.
Qed.

(** The fields in descriptors represent the count, and a number is a padded
    count if its odd part fits the field. *)
Lemma trailing_zeros_spec p :
  0 <= trailing_zeros (Zpos p) /\
  exists y, Zpos p = (2 * y + 1) * 2 ^ trailing_zeros (Zpos p) /\ 0 <= y.
Proof.
  induction p as [p IH|p IH|]; cbn [trailing_zeros trailing_zeros_of_positive].
  - split; [lia|]. exists (Zpos p). lia.
  - destruct IH as [N [y [E Y]]]. cbn [trailing_zeros] in *.
    split; [lia|]. exists y. rewrite pow2_add by lia.
    change (2 ^ 1) with 2. lia.
  - split; [lia|]. exists 0. lia.
Qed.

Lemma odd_part_unique a b i j :
  0 <= a -> 0 <= b -> 0 <= i <= j ->
  (2 * a + 1) * 2 ^ i = (2 * b + 1) * 2 ^ j -> a = b /\ i = j.
Proof.
  intros A B I E. pose proof (pow2_pos i ltac:(lia)).
  replace j with (i + (j - i)) in E by lia. rewrite pow2_add in E by lia.
  destruct (Z.eq_dec (j - i) 0) as [J|J].
  - rewrite J in E. change (2 ^ 0) with 1 in E. split; nia.
  - replace (j - i) with (1 + (j - i - 1)) in E by lia.
    rewrite pow2_add in E by lia. change (2 ^ 1) with 2 in E.
    pose proof (pow2_pos (j - i - 1) ltac:(lia)) as P.
    assert (2 * a + 1 = 2 * ((2 * b + 1) * 2 ^ (j - i - 1))) by nia. lia.
Qed.

Theorem fields_stand_for_the_count :
  forall c, 1 <= c < 2 ^ 32 ->
    c = (2 * factored_odd c + 1) * 2 ^ factored_shift c /\
    0 <= factored_shift c < 32 /\ 0 <= factored_odd c /\
    (is_padded_count c <-> factored_odd c <= 4).
Proof.
  intros c C. destruct c as [|p|]; try lia.
  destruct (trailing_zeros_spec p) as [N [y [E Y]]].
  set (t := trailing_zeros (Zpos p)) in *.
  pose proof (pow2_pos t N).
  assert (T : t < 32).
  { assert (L : 2 ^ t < 2 ^ 32) by nia. apply Z.pow_lt_mono_r_iff in L; lia. }
  unfold factored_odd, factored_shift. fold t. rewrite (Z.mod_small t) by lia.
  assert (O : Zpos p / 2 ^ t / 2 = y).
  { rewrite E, Z.div_mul by lia. apply div_is; lia. }
  rewrite O. repeat split; try assumption; try lia.
  - intros [odd [k [K1 [K2 K]]]]. rewrite E in K.
    destruct (Z.le_ge_cases t k).
    + apply odd_part_unique in K; lia.
    + symmetry in K. apply odd_part_unique in K; lia.
  - intros. exists y, t. lia.
Qed.

(** With IDVS, a count is rounded up to a multiple of four, or refused. *)
Theorem idvs_count_is_least :
  forall v, is_u32 v ->
    match idvs_count v with
    | Some c => is_u32 c /\ is_least (fun c => v <= c /\ (4 | c)) c
    | None => is_least (fun c => v <= c /\ (4 | c)) (2 ^ 32)
    end.
Proof.
  intros v V. unfold idvs_count.
  destruct (Z.ltb_spec (v + 3) (2 ^ 32)).
  - destruct (clear_two_bits (v + 3) ltac:(lia)) as [q [-> B]].
    split; [lia|]. split.
    + split; [lia|exists q; lia].
    + intros c [C [m ->]]. lia.
  - split.
    + split; [lia|exists (2 ^ 30); lia].
    + intros c [C [m ->]]. lia.
Qed.
