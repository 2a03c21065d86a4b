(* SPDX-License-Identifier: MIT *)

(** The magic divisor without a division: dral_device_magic_divisor in
    include/dral_device.h.

    A GPU has neither 64-bit division nor a library. A kernel computes the same
    three words with 32-bit multiplications: a linear estimate and two of
    Newton's steps give a reciprocal, and the remainder decides the rounding. *)

From Coq Require Import Bool ZArith Lia.
From Dral Require Import Arithmetic MagicDivisor.
Open Scope Z_scope.

(** ** The code, word by word *)

Definition multiply_high (a b : Z) : Z := a * b / 2 ^ 32.
Definition complement (a : Z) : Z := 2 ^ 32 - 1 - a.

(** The linear estimate, and the results of Newton's first and second step. *)
Definition line (n : Z) : Z :=
  u32 (1768515944 - multiply_high n 4042322160).
Definition first_step (n x : Z) : Z :=
  multiply_high x (u32 (3715542 - multiply_high n x)).
Definition second_step (n x : Z) : Z :=
  u32 (multiply_high x (u32 (0x7FFFFFFF - multiply_high n x)) * 2 ^ 3).

(** The remainder of 2^63 - 1, in two words. *)
Definition rest_low (n q : Z) : Z := complement (u32 (n * q)).
Definition rest_high (n q : Z) : Z := u32 (0x7FFFFFFF - multiply_high n q).

Definition top_of_rest (n x : Z) : Z :=
  Z.lor (u32 (rest_high n x * 2 ^ 19)) (rest_low n x / 2 ^ 13).

Definition reciprocal (n : Z) : Z :=
  second_step n (first_step n (line n)).
Definition quotient_of (n : Z) : Z :=
  let x := reciprocal n in
  u32 (x + multiply_high (top_of_rest n x) x / 2 ^ 18).

Definition rounding_limit (n : Z) (r : rounding) : Z :=
  match r with Documented => 2 ^ 31 | Nearest => (n - 1) / 2 end.

Definition bit (b : bool) : Z := if b then 1 else 0.

Definition device_compute (d : Z) (r : rounding) : magic_divisor :=
  let zeros := 31 - Z.log2 d in
  let n := u32 (d * 2 ^ zeros) in
  let q := quotient_of n in
  let low := rest_low n q in
  let high := rest_high n q in
  let limit := rounding_limit n r in
  let q' := u32 (q + bit (negb (high =? 0) || (limit <=? low))) in
  Magic (Z.land q' 0x7FFFFFFF) (31 - zeros)
    (bit (negb (high =? 0) || (n <=? low) || (low <? limit))).

(** All fields are 0 for a divisor without a magic divisor. *)
Definition device_magic_divisor (d : Z) (r : rounding) : magic_divisor :=
  if has_magic d r then device_compute d r else Magic 0 0 0.

(** ** The proof *)

(** A high word is a quotient; [lo] is the part that it cuts off. *)
Lemma multiply_high_spec a b :
  exists lo, is_u32 lo /\ a * b = multiply_high a b * 2 ^ 32 + lo.
Proof.
  exists ((a * b) mod 2 ^ 32). split; [apply Z.mod_pos_bound; lia|].
  unfold multiply_high. pose proof (Z.div_mod (a * b) (2 ^ 32)). lia.
Qed.

(** Products of numbers with known bounds, for linear arithmetic. *)
Lemma product_bounds a b a0 a1 b0 b1 :
  0 <= a0 <= a -> a <= a1 -> 0 <= b0 <= b -> b <= b1 ->
  a0 * b0 <= a * b <= a1 * b1.
Proof.
  intros. split; apply Z.mul_le_mono_nonneg; lia.
Qed.

Section Normalized.

Variable n : Z.
Hypothesis n_range : 2 ^ 31 <= n < 2 ^ 32.

(** The linear estimate is off by at most 1/17, plus its rounding error. *)
Definition error_0 : Z := 2 ^ 63 / 17 + 2 ^ 32.

Lemma line_spec :
  2 ^ 31 - 2 ^ 28 <= line n < 2 ^ 32 /\
  - error_0 <= 2 ^ 63 - n * line n <= error_0.
Proof.
  destruct (multiply_high_spec n 4042322160) as [lo [L E]].
  set (h := multiply_high n 4042322160) in *.
  assert (X : line n = 2 ^ 32 + 1768515944 - h).
  { unfold line, u32. fold h. symmetry. apply Z.mod_unique with (-1); lia. }
  rewrite X. clear X. clearbody h.
  assert (NE : n * (n * 4042322160) = n * (h * 2 ^ 32 + lo))
    by (rewrite E; reflexivity).
  pose proof (product_bounds n lo 0 (2 ^ 32) 0 (2 ^ 32)) as NL.
  specialize (NL ltac:(lia) ltac:(lia) ltac:(lia) ltac:(lia)).
  (* A parabola lies between its vertex and its ends. *)
  pose proof (Z.mul_nonneg_nonneg (n - 2 ^ 31) (2 ^ 32 - n)) as Q.
  specialize (Q ltac:(lia) ltac:(lia)).
  pose proof (Z.square_nonneg (4 * n - 3 * 2 ^ 32)) as S.
  change error_0 with 542551300580542343.
  split; [lia|]. split; lia.
Qed.

(** A step of Newton's: x times a constant minus the high word of n x. Both high
    words cut off a part, [lo] and [cut]. *)
Lemma newton x c :
  is_u32 x ->
  let f := c - multiply_high n x in
  exists lo cut,
    is_u32 lo /\ 0 <= cut <= 2 ^ 64 /\
    f * 2 ^ 32 = c * 2 ^ 32 - n * x + lo /\
    n * multiply_high x f * 2 ^ 64
    = n * x * (c * 2 ^ 32 - n * x) + n * x * lo - cut * 2 ^ 32.
Proof.
  intros X f. destruct (multiply_high_spec n x) as [lo [L E]].
  destruct (multiply_high_spec x f) as [lo1 [L1 E1]].
  exists lo, (n * lo1). split; [exact L|]. split; [nia|].
  assert (F : f * 2 ^ 32 = c * 2 ^ 32 - n * x + lo) by (subst f; lia).
  split; [exact F|].
  transitivity (n * (x * f - lo1) * 2 ^ 32); [rewrite E1; ring|].
  transitivity (n * x * (f * 2 ^ 32) - n * lo1 * 2 ^ 32); [ring|].
  rewrite F. ring.
Qed.

(** A product with n that is close to a power of two bounds the other factor. *)
Lemma factor_range y :
  0 <= n * y < n * 2 ^ 32 -> is_u32 y.
Proof. clear - n_range. nia. Qed.

(** Newton's first step squares the error. Its center is moved, so that the
    error lies on both sides: at most 1/545. *)
Definition error_1 : Z := 2 ^ 62 / 545.

Lemma first_step_spec x :
  is_u32 x -> - error_0 <= 2 ^ 63 - n * x <= error_0 ->
  is_u32 (first_step n x) /\
  - error_1 <= 2 ^ 62 - n * first_step n x <= error_1.
Proof.
  intros X B. unfold first_step.
  destruct (newton x (2 ^ 32 + 3715542) X) as [lo [cut [L [C [F NY]]]]].
  change error_0 with 542551300580542343 in B.
  replace (u32 _) with (2 ^ 32 + 3715542 - multiply_high n x)
    by (unfold u32; apply Z.mod_unique with (-1); lia).
  set (y := multiply_high x _) in *. clearbody y.
  replace (n * x) with (2 ^ 63 - (2 ^ 63 - n * x)) in NY by ring.
  set (e := 2 ^ 63 - n * x) in *. clearbody e.
  pose proof (product_bounds (2 ^ 63 - e) lo 0 (2 ^ 64) 0 (2 ^ 32)
    ltac:(lia) ltac:(lia) ltac:(lia) ltac:(lia)) as PL.
  pose proof (Z.mul_nonneg_nonneg (542551300580542343 - e)
    (542551300580542343 + e) ltac:(lia) ltac:(lia)) as SQ.
  pose proof (Z.square_nonneg (2 * e + 3715543 * 2 ^ 32)) as S.
  assert (Y : - error_1 <= 2 ^ 62 - n * y <= error_1).
  { change error_1 with 8461809208123647. split; lia. }
  split; [|exact Y]. change error_1 with 8461809208123647 in Y.
  apply factor_range. lia.
Qed.

(** The second step squares it again. All rounding is down, so the reciprocal is
    never too large, and off by less than 2^-18. *)
Definition error_2 : Z := 2 ^ 63 / 545 ^ 2 + 2 ^ 36.

Lemma second_step_spec x :
  is_u32 x -> - error_1 <= 2 ^ 62 - n * x <= error_1 ->
  is_u32 (second_step n x) /\
  0 < 2 ^ 63 - n * second_step n x <= error_2.
Proof.
  intros X B. unfold second_step.
  destruct (newton x 0x7FFFFFFF X) as [lo [cut [L [C [F NY]]]]].
  change error_1 with 8461809208123647 in B.
  rewrite (u32_small (0x7FFFFFFF - _)) by lia.
  set (y := multiply_high x _) in *. clearbody y.
  replace (n * x) with (2 ^ 62 - (2 ^ 62 - n * x)) in NY by ring.
  set (e := 2 ^ 62 - n * x) in *. clearbody e.
  pose proof (product_bounds (2 ^ 62 - e) (2 ^ 32 - lo) 1 (2 ^ 63) 1 (2 ^ 32)
    ltac:(lia) ltac:(lia) ltac:(lia) ltac:(lia)) as PL.
  pose proof (Z.mul_nonneg_nonneg (8461809208123647 - e)
    (8461809208123647 + e) ltac:(lia) ltac:(lia)) as SQ.
  pose proof (Z.square_nonneg e) as S.
  assert (Y : 0 < 2 ^ 63 - n * (y * 2 ^ 3) <= error_2).
  { change error_2 with 31121230332235. split; lia. }
  assert (R : 0 <= y * 2 ^ 3 < 2 ^ 32).
  { change error_2 with 31121230332235 in Y. apply factor_range. lia. }
  rewrite u32_small by exact R. split; assumption.
Qed.

Lemma reciprocal_spec :
  is_u32 (reciprocal n) /\ 0 < 2 ^ 63 - n * reciprocal n <= error_2.
Proof.
  unfold reciprocal. destruct line_spec as [A B].
  destruct (first_step_spec (line n) ltac:(lia) B) as [C D].
  exact (second_step_spec _ C D).
Qed.

(** The two words hold a remainder exactly, as long as it fits. *)
Lemma rest_words q :
  0 <= 2 ^ 63 - 1 - n * q < 2 ^ 63 ->
  is_u32 (rest_low n q) /\ 0 <= rest_high n q < 2 ^ 31 /\
  rest_high n q * 2 ^ 32 + rest_low n q = 2 ^ 63 - 1 - n * q.
Proof.
  intros R. unfold rest_low, rest_high, complement, multiply_high.
  unfold u32 at 1 2. pose proof (Z.div_mod (n * q) (2 ^ 32) ltac:(lia)) as E.
  pose proof (Z.mod_pos_bound (n * q) (2 ^ 32) ltac:(lia)) as M.
  set (h := n * q / 2 ^ 32) in *. set (l := (n * q) mod 2 ^ 32) in *.
  rewrite u32_small by lia. unfold u32. fold l. lia.
Qed.

Lemma top_of_rest_is x :
  0 <= 2 ^ 63 - 1 - n * x < 2 ^ 45 ->
  top_of_rest n x = (2 ^ 63 - 1 - n * x) / 2 ^ 13.
Proof.
  intros R. destruct (rest_words x ltac:(lia)) as [L [H E]].
  unfold top_of_rest. set (l := rest_low n x) in *.
  set (h := rest_high n x) in *.
  pose proof (div_bounds l (2 ^ 13) ltac:(lia)) as D.
  rewrite u32_small by lia.
  rewrite lor_is_add by lia. symmetry. apply div_is; lia.
Qed.

(** The quotient is exact, or one too low with a remainder below n / 16. *)
Lemma quotient_spec :
  is_u32 (quotient_of n) /\
  0 <= 2 ^ 63 - 1 - n * quotient_of n < n + 2 ^ 27.
Proof.
  destruct reciprocal_spec as [X B]. unfold quotient_of.
  set (x := reciprocal n) in *. clearbody x.
  change error_2 with 31121230332235 in B.
  rewrite top_of_rest_is by lia.
  remember (2 ^ 63 - 1 - n * x) as r eqn:RE.
  pose proof (div_bounds r (2 ^ 13) ltac:(lia)) as T.
  set (t := r / 2 ^ 13) in *. clearbody t.
  unfold multiply_high. rewrite Z.div_div by lia.
  change (2 ^ 32 * 2 ^ 18) with (2 ^ 50).
  pose proof (div_bounds (t * x) (2 ^ 50) ltac:(lia)) as G.
  assert (G0 : 0 <= t * x / 2 ^ 50)
    by (apply Z.div_pos; [apply Z.mul_nonneg_nonneg; lia|lia]).
  set (g := t * x / 2 ^ 50) in *. clearbody g.
  (* The products of n with the bounds of g, and of t with the bounds of n x. *)
  pose proof (Z.mul_le_mono_nonneg_l (g * 2 ^ 50) (t * x) n ltac:(lia)
                ltac:(lia)) as NG1.
  pose proof (Z.mul_le_mono_nonneg_l (t * x + 1) ((g + 1) * 2 ^ 50) n
                ltac:(lia) ltac:(lia)) as NG2.
  assert (TX : n * (t * x) = t * (2 ^ 63 - 1 - r)) by (rewrite RE; ring).
  pose proof (product_bounds t r 0 (2 ^ 32) 0 (2 ^ 45)
    ltac:(lia) ltac:(lia) ltac:(lia) ltac:(lia)) as TR.
  pose proof (product_bounds t r 0 3798978312 0 31121230332235
    ltac:(lia) ltac:(lia) ltac:(lia) ltac:(lia)) as TR2.
  assert (Q : 0 <= 2 ^ 63 - 1 - n * (x + g) < n + 2 ^ 27) by lia.
  assert (R : 0 <= x + g < 2 ^ 32).
  { clear - Q n_range X G0. split; [lia|].
    apply (Z.mul_lt_mono_pos_l n); lia. }
  rewrite u32_small by exact R. split; assumption.
Qed.

(** The comparisons choose the same multiplier and flag as a division. *)
Lemma device_rounding_spec r :
  let q := quotient_of n in
  let low := rest_low n q in
  let high := rest_high n q in
  let limit := rounding_limit n r in
  is_rounding n r
    (q + bit (negb (high =? 0) || (limit <=? low)))
    (negb (high =? 0) || (n <=? low) || (low <? limit)).
Proof.
  destruct quotient_spec as [Q R].
  destruct (rest_words (quotient_of n) ltac:(lia)) as [L [H E]].
  cbv zeta. set (q := quotient_of n) in *. clearbody q.
  set (low := rest_low n q) in *. clearbody low.
  set (high := rest_high n q) in *. clearbody high.
  pose proof (div_bounds n 2 ltac:(lia)) as HALF.
  pose proof (div_bounds (n - 1) 2 ltac:(lia)) as HALF'.
  assert (LIM : rounding_limit n r <= n /\
                - least_error n r >= rounding_limit n r /\
                n - 1 - rounding_limit n r <= greatest_error n r /\
                least_error n r <= - 2 ^ 27 - 1).
  { unfold rounding_limit, least_error, greatest_error. destruct r; lia. }
  assert (G : -1 <= greatest_error n r).
  { unfold greatest_error. destruct r; lia. }
  set (limit := rounding_limit n r) in *. clearbody limit.
  unfold is_rounding. set (lo := least_error n r) in *. clearbody lo.
  set (hi := greatest_error n r) in *. clearbody hi.
  destruct (Z.eqb_spec high 0), (Z.leb_spec limit low), (Z.leb_spec n low),
    (Z.ltb_spec low limit); cbn [negb orb bit]; try lia;
    (split; [lia|symmetry; rewrite ?Z.ltb_lt, ?Z.ltb_ge; lia]).
Qed.
End Normalized.

(** A kernel computes the library's magic divisor: for every divisor, under both
    roundings. *)
Theorem device_compute_is_compute :
  forall d r,
    is_divisor d -> has_magic d r = true -> device_compute d r = compute d r.
Proof.
  intros d r D H. pose proof (normalized_bounds d D) as [B _].
  pose proof (rounded_range d r D H) as RANGE.
  unfold device_compute. cbv zeta. fold (normalized d).
  rewrite (u32_small (normalized d)) by lia.
  pose proof (device_rounding_spec (normalized d) B r) as S. cbv zeta in S.
  assert (N0 : 0 < normalized d) by lia.
  pose proof (is_rounding_unique _ _ _ _ _ _ N0 S
                (rounded_is_rounding d r D)) as E.
  injection E as EM EF. unfold compute, stored.
  rewrite EM, EF. replace (31 - (31 - Z.log2 d)) with (Z.log2 d) by lia.
  reflexivity.
Qed.

(** A kernel gets the same result as the CPU, and all zeros where the CPU gets
    an error; so every id is divided exactly. *)
Theorem device_magic_divisor_is_that_of_the_library :
  forall d r,
    is_u32 d ->
    device_magic_divisor d r =
    match new d r with Some t => t | None => Magic 0 0 0 end.
Proof.
  intros d r D. unfold device_magic_divisor, new.
  destruct (has_magic d r) eqn:H; [|reflexivity].
  apply device_compute_is_compute; [|exact H].
  destruct (Z.eq_dec d 0) as [->|]; [|lia]. destruct r; discriminate.
Qed.

Theorem device_magic_divisor_is_exact :
  forall d r id,
    is_divisor d -> is_u32 id -> new d r <> None ->
    divide (device_magic_divisor d r) id = id / d.
Proof.
  intros d r id D I N.
  rewrite device_magic_divisor_is_that_of_the_library
    by lia.
  destruct (new d r) as [t|] eqn:E; [|contradiction].
  now apply (magic_divisor_is_exact d r).
Qed.
