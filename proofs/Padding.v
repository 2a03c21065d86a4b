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
Definition top (count : Z) : Z := Z.log2 (Z.lor (count - count / 2 ^ 3) 4).
Definition mask (count : Z) : Z := u32 (- 2 ^ top count / 2 ^ 2).
Definition next_padded (count : Z) : Z :=
  u32 (Z.land count (mask count) - mask count).

(** [padded_vertex_count] *)
Definition driver_count (v : Z) : Z :=
  next_padded (u32 (v - if v <? 20 then 1 else 0)).

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

(** ** The rules of docs/instancing.md *)

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

(** A count of 8 or more: its top four bits, [h], and the bits below. *)
Definition next_by_top_bits (h n : Z) : Z :=
  (if h =? 8 then 9
   else if h =? 9 then 10
   else if h <=? 11 then 12
   else if h <=? 13 then 14
   else 16) * 2 ^ n.

Definition has_top_bits (c h n : Z) : Prop :=
  8 <= h <= 15 /\ 0 <= n /\ h * 2 ^ n <= c < (h + 1) * 2 ^ n.

Lemma top_bits c : 8 <= c -> exists h n, has_top_bits c h n.
Proof.
  intros C. pose proof (Z.log2_spec c ltac:(lia)) as [L U].
  assert (N : 3 <= Z.log2 c).
  { change 3 with (Z.log2 8). now apply Z.log2_le_mono. }
  set (n := Z.log2 c - 3).
  replace (Z.log2 c) with (3 + n) in L by lia.
  replace (Z.succ (Z.log2 c)) with (4 + n) in U by lia.
  rewrite pow2_add in L, U by lia.
  pose proof (pow2_pos n ltac:(lia)).
  pose proof (div_bounds c (2 ^ n) ltac:(lia)).
  exists (c / 2 ^ n), n. unfold has_top_bits.
  set (h := c / 2 ^ n) in *. repeat split; nia.
Qed.

(** No padded count lies between a count and the entry of the table. *)
Lemma next_by_top_bits_is_least c h n :
  has_top_bits c h n ->
  is_least (fun p => is_padded_count p /\ c < p) (next_by_top_bits h n).
Proof.
  intros [H [N B]]. pose proof (pow2_pos n N) as P.
  split.
  - assert (T : forall odd k, 0 <= odd <= 4 -> 0 <= k ->
                is_padded_count ((2 * odd + 1) * 2 ^ k * 2 ^ n)).
    { intros odd k O K. exists odd, (k + n). rewrite pow2_add by lia.
      repeat split; lia. }
    pose proof (T 4 0) as T9. pose proof (T 2 1) as T10.
    pose proof (T 1 2) as T12. pose proof (T 3 1) as T14.
    pose proof (T 0 4) as T16. cbn [Z.mul Z.add Z.pow Pos.mul Pos.add
      Z.pow_pos Pos.iter] in *.
    unfold next_by_top_bits.
    destruct (Z.eqb_spec h 8); [split; [apply T9; lia|nia]|].
    destruct (Z.eqb_spec h 9); [split; [apply T10; lia|nia]|].
    destruct (Z.leb_spec h 11); [split; [apply T12; lia|nia]|].
    destruct (Z.leb_spec h 13); [split; [apply T14; lia|nia]|].
    split; [apply T16; lia|nia].
  - intros p [[odd [k [O [K ->]]]] G].
    destruct (Z.lt_ge_cases k n) as [L|L].
    + (* Less than half of the top bit. *)
      assert (E : 2 ^ n = 2 ^ k * 2 ^ (n - k))
        by (rewrite <- pow2_add by lia; f_equal; lia).
      assert (E2 : 2 ^ (n - k) = 2 * 2 ^ (n - k - 1)).
      { rewrite <- Z.pow_succ_r by lia. f_equal. lia. }
      pose proof (pow2_pos (n - k - 1) ltac:(lia)).
      pose proof (pow2_pos k K).
      exfalso. nia.
    + replace k with (k - n + n) in G |- * by lia.
      rewrite pow2_add in G |- * by lia. rewrite Z.mul_assoc in G |- *.
      (* An odd number times a power of two is at most 9, or even. *)
      assert (EVEN : 2 ^ (k - n) = 1 \/ exists y, 2 ^ (k - n) = 2 * y).
      { destruct (Z.eq_dec (k - n) 0) as [->|]; [now left|right].
        exists (2 ^ (k - n - 1)). rewrite <- Z.pow_succ_r by lia.
        f_equal. lia. }
      assert (A : (2 * odd + 1) * 2 ^ (k - n) <= 9 \/
                  exists y, (2 * odd + 1) * 2 ^ (k - n) = 2 * y).
      { destruct EVEN as [->|[y ->]].
        - left. lia.
        - right. exists ((2 * odd + 1) * y). ring. }
      set (m := (2 * odd + 1) * 2 ^ (k - n)) in *. clearbody m. clear EVEN.
      assert (M : h < m) by (apply (Z.mul_lt_mono_pos_r (2 ^ n)); lia).
      unfold next_by_top_bits. apply Z.mul_le_mono_nonneg_r; [lia|].
      destruct A as [A|[y A]];
        destruct (Z.eqb_spec h 8), (Z.eqb_spec h 9), (Z.leb_spec h 11),
          (Z.leb_spec h 13); lia.
Qed.

(** The library's instructions find the entry of the table. *)
Lemma top_of_top_bits c h n :
  has_top_bits c h n ->
  (h = 8 -> top c = n + 2) /\
  (h = 9 -> top c = n + 2 \/ top c = n + 3) /\
  (10 <= h -> top c = n + 3).
Proof.
  intros [H [N B]]. pose proof (pow2_pos n N) as P.
  pose proof (div_bounds c (2 ^ 3) ltac:(lia)) as E.
  unfold top. set (x := c - c / 2 ^ 3) in *.
  rewrite Z.log2_lor by lia. change (Z.log2 4) with 2.
  assert (L2 : 2 ^ (n + 2) = 4 * 2 ^ n) by (rewrite pow2_add by lia; lia).
  assert (L3 : 2 ^ (n + 3) = 8 * 2 ^ n) by (rewrite pow2_add by lia; lia).
  assert (L4 : 2 ^ (n + 4) = 16 * 2 ^ n) by (rewrite pow2_add by lia; lia).
  assert (S : (x < 8 * 2 ^ n -> Z.log2 x = n + 2) /\
              (8 * 2 ^ n <= x -> Z.log2 x = n + 3)).
  { split; intros; apply Z.log2_unique; try lia.
    - replace (Z.succ (n + 2)) with (n + 3) by lia. nia.
    - replace (Z.succ (n + 3)) with (n + 4) by lia. nia. }
  repeat split; intros; subst.
  - destruct S as [S _]. rewrite S by nia. lia.
  - destruct (Z.lt_ge_cases x (8 * 2 ^ n)) as [L|L]; apply S in L; lia.
  - destruct S as [_ S]. rewrite S by nia. lia.
Qed.

(** Rounding up to a multiple of the step, before the word wraps. *)
Lemma next_padded_is c :
  is_u32 c -> 2 <= top c <= 31 ->
  next_padded c = u32 (c - c mod 2 ^ (top c - 2) + 2 ^ (top c - 2)).
Proof.
  intros C T. unfold next_padded, mask.
  assert (M : - 2 ^ top c / 2 ^ 2 = - 2 ^ (top c - 2)).
  { replace (top c) with (top c - 2 + 2) at 1 by lia.
    rewrite pow2_add by lia. rewrite <- Z.mul_opp_l.
    now rewrite Z.div_mul by lia. }
  rewrite M, land_u32, land_minus_pow2 by (assumption || lia).
  unfold u32. rewrite Zminus_mod_idemp_r. f_equal. lia.
Qed.

Lemma next_padded_by_top_bits c h n :
  is_u32 c -> has_top_bits c h n ->
  next_padded c = u32 (next_by_top_bits h n).
Proof.
  intros C T. pose proof (top_of_top_bits c h n T) as [T8 [T9 T10]].
  destruct T as [H [N B]]. pose proof (pow2_pos n N) as P.
  assert (N28 : n <= 28).
  { unfold is_u32 in C.
    assert (L : 2 ^ (n + 3) < 2 ^ 32) by (rewrite pow2_add by lia; nia).
    apply Z.pow_lt_mono_r_iff in L; lia. }
  assert (ROUND : forall k r, 0 <= k -> top c = n + k + 2 ->
                  r * 2 ^ k <= h < (r + 1) * 2 ^ k ->
                  c - c mod 2 ^ (top c - 2) + 2 ^ (top c - 2)
                  = (r + 1) * 2 ^ k * 2 ^ n).
  { intros k r K -> R. replace (n + k + 2 - 2) with (k + n) by lia.
    rewrite pow2_add by lia. pose proof (pow2_pos k K).
    pose proof (Z.div_mod c (2 ^ k * 2 ^ n) ltac:(nia)).
    rewrite <- (div_is c (2 ^ k * 2 ^ n) r) by nia. lia. }
  unfold next_by_top_bits.
  destruct (Z.eqb_spec h 8); [|destruct (Z.eqb_spec h 9)].
  - rewrite next_padded_is by (lia || assumption).
    rewrite (ROUND 0 8) by (cbn; lia). f_equal.
  - rewrite next_padded_is by (lia || assumption).
    destruct (T9 e) as [E|E].
    + rewrite (ROUND 0 9) by (cbn; lia). f_equal.
    + rewrite (ROUND 1 4) by (cbn; lia). f_equal.
  - rewrite next_padded_is by (lia || assumption).
    assert (R : In h [10; 11; 12; 13; 14; 15]) by (cbn; lia).
    repeat (destruct R as [<-|R]);
      [rewrite (ROUND 1 5)|rewrite (ROUND 1 5)|rewrite (ROUND 1 6)
      |rewrite (ROUND 1 6)|rewrite (ROUND 1 7)|rewrite (ROUND 1 7)|easy];
      cbn; lia || f_equal; lia.
Qed.

Lemma next_padded_small c : 0 <= c < 8 -> next_padded c = c + 1.
Proof.
  intros C. assert (E : In c [0; 1; 2; 3; 4; 5; 6; 7]) by (cbn; lia).
  now repeat (destruct E as [<-|E]).
Qed.

Lemma small_padded_counts p : 1 <= p <= 8 -> is_padded_count p.
Proof.
  intros P. unfold is_padded_count.
  assert (E : p = 1 \/ p = 2 \/ p = 3 \/ p = 4 \/ p = 5 \/ p = 6 \/ p = 7 \/
              p = 8) by lia.
  destruct E as [->|[->|[->|[->|[->|[->|[->| ->]]]]]]];
    [exists 0, 0|exists 0, 1|exists 1, 0|exists 0, 2|exists 2, 0|exists 1, 1
    |exists 3, 0|exists 0, 3]; (split; [lia|split; [lia|reflexivity]]).
Qed.

(** The bit operations implement the table of docs/instancing.md: the smallest
    padded count greater than a count. *)
Theorem next_padded_is_least :
  forall c,
    is_u32 c ->
    exists p, next_padded c = u32 p /\ 0 < p <= 2 ^ 32 /\
              is_least (fun p => is_padded_count p /\ c < p) p.
Proof.
  intros c C. unfold is_u32 in C. destruct (Z.lt_ge_cases c 8) as [S|S].
  - exists (c + 1). rewrite next_padded_small by lia.
    rewrite u32_small by (unfold is_u32; lia).
    split; [reflexivity|]. split; [lia|]. split.
    + split; [apply small_padded_counts; lia|lia].
    + intros p [_ P]. lia.
  - destruct (top_bits c S) as [h [n T]]. exists (next_by_top_bits h n).
    pose proof (next_by_top_bits_is_least c h n T) as L.
    split; [exact (next_padded_by_top_bits c h n C T)|].
    split; [|exact L].
    destruct L as [[_ G] L]. split; [lia|]. apply L. split; [|lia].
    exists 0, 32. repeat split; lia.
Qed.

(** From 0xE0000000 vertices on it is 2^32, and the result 0. *)
Lemma next_padded_beyond c :
  0xE0000000 <= c < 2 ^ 32 ->
  next_padded c = 0 /\ is_least (fun p => is_padded_count p /\ c < p) (2 ^ 32).
Proof.
  intros C.
  assert (T : has_top_bits c 14 28 \/ has_top_bits c 15 28)
    by (unfold has_top_bits; lia).
  split.
  - destruct T as [T|T];
      rewrite (next_padded_by_top_bits c _ _ ltac:(unfold is_u32; lia) T);
      reflexivity.
  - destruct T as [T|T]; exact (next_by_top_bits_is_least _ _ _ T).
Qed.

Lemma next_padded_within c :
  0 <= c < 0xE0000000 ->
  is_least (fun p => is_padded_count p /\ c < p) (next_padded c).
Proof.
  intros C.
  destruct (next_padded_is_least c ltac:(unfold is_u32; lia))
    as [p [-> [P L]]].
  assert (p <= 0xE0000000).
  { apply L. split; [|lia]. exists 3, 29. repeat split; lia. }
  rewrite u32_small by (unfold is_u32; lia). exact L.
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
  rewrite u32_small by (unfold is_u32; destruct (v <? 20); lia).
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
    rewrite Z.sub_0_r, u32_small by (unfold is_u32; lia). exact Z0.
  - apply (is_least_ext _ _ _ (fun p => iff_sym (driver_rule_is_next v p))).
    destruct (Z.ltb_spec v 20); [lia|]. now rewrite Z.sub_0_r.
Qed.

(** The smallest padded count above 20 or more is a multiple of four. *)
Lemma least_is_multiple_of_four c h n :
  20 <= c -> has_top_bits c h n -> (4 | next_by_top_bits h n).
Proof.
  intros C [H [N B]].
  assert (D : exists m, next_by_top_bits h n = m * 2 ^ n /\
              (m mod 2 = 0 \/ h = 8)).
  { unfold next_by_top_bits.
    destruct (h =? 8) eqn:E8; [eexists; split; [reflexivity|right; lia]|].
    destruct (h =? 9), (h <=? 11), (h <=? 13);
      (eexists; split; [reflexivity|left; reflexivity]). }
  destruct D as [m [-> M]].
  destruct (Z.lt_ge_cases n 2) as [S|S].
  - assert (E : n = 0 \/ n = 1) by lia. destruct E as [->| ->]; [lia|].
    change (2 ^ 1) with 2 in *. destruct M as [M|M]; [|lia].
    exists (m / 2). pose proof (Z.div_mod m 2 ltac:(lia)). lia.
  - exists (m * 2 ^ (n - 2)). rewrite <- Z.mul_assoc. f_equal.
    change 4 with (2 ^ 2). rewrite <- pow2_add by lia. f_equal. lia.
Qed.

Lemma least_unique P x y : is_least P x -> is_least P y -> x = y.
Proof.
  intros [X L] [Y M]. pose proof (L y Y). pose proof (M x X). lia.
Qed.

Lemma documented_from_20 c p :
  20 <= c -> is_least (fun p => is_padded_count p /\ c < p) p ->
  is_least (documented_rule c) p.
Proof.
  intros C L. destruct (top_bits c ltac:(lia)) as [h [n T]].
  pose proof (least_unique _ _ _ L (next_by_top_bits_is_least c h n T)) as E.
  pose proof (least_is_multiple_of_four c h n C T) as F. rewrite <- E in F.
  destruct L as [[A B] L]. split; [now repeat split|].
  intros y [Y1 [Y2 _]]. apply L. now split.
Qed.

(** The same for the documented rule: a multiple of four, and greater. *)
Theorem documented_count_is_least :
  forall v,
    0 <= v < 0xE0000000 -> is_least (documented_rule v) (documented_count v).
Proof.
  intros v V. unfold documented_count. destruct (Z.ltb_spec v 20) as [S|S].
  - destruct (clear_two_bits v ltac:(unfold is_u32; lia)) as [q [-> B]].
    split.
    + split; [|split; [lia|exists (q + 1); lia]].
      destruct (small_padded_counts (q + 1) ltac:(lia))
        as [odd [k [O [K E]]]].
      exists odd, (2 + k). rewrite pow2_add by lia. repeat split; lia.
    + intros p [_ [P [m ->]]]. lia.
  - apply documented_from_20; [exact S|]. apply next_padded_within. lia.
Qed.

Theorem documented_count_is_0 :
  forall v, 0xE0000000 <= v < 2 ^ 32 ->
    documented_count v = 0 /\ is_least (documented_rule v) (2 ^ 32).
Proof.
  intros v V. destruct (next_padded_beyond v V) as [Z0 L]. split.
  - unfold documented_count. destruct (Z.ltb_spec v 20); [lia|exact Z0].
  - apply documented_from_20; [lia|exact L].
Qed.

(** From 20 vertices on, both rules agree. *)
Theorem both_rules_are_the_same_from_20 :
  forall v, 20 <= v < 2 ^ 32 -> driver_count v = documented_count v.
Proof.
  intros v V. unfold driver_count, documented_count.
  destruct (Z.ltb_spec v 20); [lia|].
  now rewrite Z.sub_0_r, u32_small by (unfold is_u32; lia).
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
  unfold is_u32. intros v V. unfold idvs_count.
  destruct (Z.ltb_spec (v + 3) (2 ^ 32)).
  - destruct (clear_two_bits (v + 3) ltac:(unfold is_u32; lia)) as [q [-> B]].
    split; [lia|]. split.
    + split; [lia|exists q; lia].
    + intros c [C [m ->]]. lia.
  - split.
    + split; [lia|exists (2 ^ 30); lia].
    + intros c [C [m ->]]. lia.
Qed.
