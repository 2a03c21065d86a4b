(* SPDX-License-Identifier: MIT *)

(** Magic divisors: ref_magic_divisor and ref_magic_divide of c_tests/reference/.

    A driver gives the attribute unit a multiplier, a shift and a flag, and the
    unit divides ids by one multiplication. This file proves under which
    condition the result is correct for every id, and that both roundings
    satisfy it. *)

From Coq Require Import ZArith Znumtheory Zpow_facts Lia.
From Dral Require Import Arithmetic.
Open Scope Z_scope.

(** ** The code *)

Inductive rounding := Documented | Nearest.

Record magic_divisor := Magic { magic : Z; shift : Z; extra_flags : Z }.

(** The unit sets bit 31 of the multiplier itself. *)
Definition multiplier (t : magic_divisor) : Z := Z.lor (magic t) (2 ^ 31).

(** The unit's quotient for an id. *)
Definition divide (t : magic_divisor) (id : Z) : Z :=
  u32 ((id + extra_flags t mod 2) * multiplier t / 2 ^ 32
       / 2 ^ (shift t mod 32)).

(** The multiplier before bit 31 is cleared, and whether it was rounded down. *)
Definition rounded (d : Z) (r : rounding) : Z * bool :=
  let n := 2 ^ (32 + Z.log2 d) in
  match r with
  | Documented =>
      let m := if n mod d =? 0 then n / d else n / d + 1 in
      if n mod d <=? 2 ^ Z.log2 d then (m - 1, true) else (m, false)
  | Nearest => ((n + d / 2) / d, d / 2 <? (n + d / 2) mod d)
  end.

Definition compute (d : Z) (r : rounding) : magic_divisor :=
  Magic (fst (rounded d r) mod 2 ^ 31) (Z.log2 d)
    (if snd (rounded d r) then 1 else 0).

(** 0 has no magic, nor a power of two under nearest rounding. *)
Definition has_magic (d : Z) (r : rounding) : bool :=
  negb (d =? 0) &&
  match r with Documented => true | Nearest => negb (d =? 2 ^ Z.log2 d) end.

(** ** The certificate

    [M] is the multiplier with bit 31, [s] the shift. One comparison of [d * M]
    with [2 ^ (32 + s)] decides for all ids. *)

Definition quotient (M s flag id : Z) : Z := (id + flag) * M / 2 ^ (32 + s).

Definition certificate (M s flag d : Z) : Prop :=
  (flag = 0 /\ 0 <= d * M - 2 ^ (32 + s) <= 2 ^ s) \/
  (flag = 1 /\ 0 < 2 ^ (32 + s) - d * M <= 2 ^ s).

(** Both sides are multiplied by the divisor. *)
Lemma quotient_is d M s flag id :
  0 < d -> 0 <= s ->
  id / d * d * 2 ^ (32 + s) <= (id + flag) * (d * M) <
  (id / d + 1) * d * 2 ^ (32 + s) ->
  quotient M s flag id = id / d.
Proof.
  intros D S B. pose proof (pow2_pos (32 + s) ltac:(lia)).
  apply div_is; [lia|]. split; [apply (Z.mul_le_mono_pos_l _ _ d)|
    apply (Z.mul_lt_mono_pos_l d)]; lia.
Qed.

(** Rounded up, with the flag 0: a multiplier that is too large by no more than
    the certificate allows divides every id correctly. *)
Lemma certificate_rounded_up :
  forall d M s id,
    is_divisor d -> 0 <= s -> is_u32 id ->
    0 <= d * M - 2 ^ (32 + s) <= 2 ^ s ->
    quotient M s 0 id = id / d.
Proof.
  intros d M s id D S I C.
  apply quotient_is; [lia|lia|]. rewrite pow2_add in * by lia.
  pose proof (div_bounds id d ltac:(lia)) as B.
  set (q := id / d) in *. set (p := 2 ^ s) in *.
  assert (id * p < 2 ^ 32 * p) by nia. nia.
Qed.

(** Rounded down, with the flag 1: a multiplier that is too small by no more
    than the certificate allows divides every id correctly, because the unit
    adds 1 to the id. *)
Lemma certificate_rounded_down :
  forall d M s id,
    is_divisor d -> 0 <= s -> is_u32 id ->
    0 < 2 ^ (32 + s) - d * M <= 2 ^ s ->
    quotient M s 1 id = id / d.
Proof.
  intros d M s id D S I C.
  apply quotient_is; [lia|lia|]. rewrite pow2_add in * by lia.
  pose proof (div_bounds id d ltac:(lia)) as B.
  set (q := id / d) in *. set (p := 2 ^ s) in *.
  (* (id + 1) d M = (id + 1) (N - x), and (id + 1) x is at most N. *)
  assert ((id + 1) * (2 ^ 32 * p - d * M) <= 2 ^ 32 * p) by nia. nia.
Qed.

(** With the certificate, the attribute unit divides all 2^32 ids correctly,
    however the triple was computed. *)
Theorem certificate_is_sufficient :
  forall d M s flag id,
    is_divisor d -> 0 <= s -> is_u32 id ->
    certificate M s flag d -> quotient M s flag id = id / d.
Proof.
  intros d M s flag id D S I [[-> C]|[-> C]].
  - now apply certificate_rounded_up.
  - now apply certificate_rounded_down.
Qed.

(** ** Both roundings satisfy the certificate *)

(** Every divisor of a power of two is a power of two. *)
Lemma pot_of_divides d n : 0 < d -> 0 <= n -> (d | 2 ^ n) -> is_pot d.
Proof.
  intros D N V.
  destruct (Zdivide_power_2 d 2 n ltac:(lia) ltac:(lia) prime_2 V) as [m ->].
  destruct (Z.lt_ge_cases m 0).
  - rewrite Z.pow_neg_r in D; lia.
  - unfold is_pot. now rewrite Z.log2_pow2.
Qed.

Lemma rounded_spec :
  forall d r,
    is_divisor d -> has_magic d r = true ->
    let '(M, down) := rounded d r in
    2 ^ 31 <= M < 2 ^ 32 /\
    certificate M (Z.log2 d) (if down then 1 else 0) d.
Proof.
  intros d r D H. pose proof (log2_of_divisor d D) as [L P].
  unfold rounded, certificate, has_magic in *. rewrite pow2_add by lia.
  set (p := 2 ^ Z.log2 d) in *.
  destruct r.
  - pose proof (Z.div_mod (2 ^ 32 * p) d ltac:(lia)) as E.
    pose proof (Z.mod_pos_bound (2 ^ 32 * p) d ltac:(lia)).
    assert (POT : (2 ^ 32 * p) mod d = 0 -> d = p).
    { intros Z0. apply (pot_of_divides d (32 + Z.log2 d)); [lia|lia|].
      rewrite pow2_add by lia. apply Z.mod_divide; [lia|exact Z0]. }
    set (e := (2 ^ 32 * p) mod d) in *. set (q := 2 ^ 32 * p / d) in *.
    destruct (Z.eqb_spec e 0) as [Z0|Z0], (Z.leb_spec e p); try lia.
    + rewrite (POT Z0) in *. split; [nia|]. right. split; [reflexivity|nia].
    + split; [nia|]. right. split; [reflexivity|nia].
    + split; [nia|]. left. split; [reflexivity|nia].
  - pose proof (Z.div_mod (2 ^ 32 * p + d / 2) d ltac:(lia)) as E.
    pose proof (Z.mod_pos_bound (2 ^ 32 * p + d / 2) d ltac:(lia)).
    pose proof (div_bounds d 2 ltac:(lia)).
    apply andb_prop in H. destruct H as [_ H].
    apply Bool.negb_true_iff, Z.eqb_neq in H.
    set (e := (2 ^ 32 * p + d / 2) mod d) in *.
    set (q := (2 ^ 32 * p + d / 2) / d) in *.
    destruct (Z.ltb_spec (d / 2) e).
    + split; [nia|]. right. split; [reflexivity|nia].
    + split; [nia|]. left. split; [reflexivity|nia].
Qed.

(** The unit's sum fits 64 bits and its result fits 32: nothing wraps. *)
Lemma multiplier_bounds t :
  is_u32 (magic t) -> 2 ^ 31 <= multiplier t < 2 ^ 32.
Proof.
  intros H. unfold multiplier.
  assert (N : 0 <= Z.lor (magic t) (2 ^ 31))
    by (apply Z.lor_nonneg; lia).
  assert (L : Z.log2 (Z.lor (magic t) (2 ^ 31)) = 31).
  { rewrite Z.log2_lor by lia. rewrite Z.log2_pow2 by lia.
    destruct (Z.eq_dec (magic t) 0) as [->|]; [reflexivity|].
    pose proof (log2_of_divisor (magic t) ltac:(lia)).
    lia. }
  assert (Z.lor (magic t) (2 ^ 31) <> 0).
  { intros E. rewrite E in L. discriminate. }
  pose proof (Z.log2_spec (Z.lor (magic t) (2 ^ 31)) ltac:(lia)) as S.
  rewrite L in S. exact S.
Qed.

Lemma divide_is_quotient :
  forall t id,
    is_u32 id -> is_u32 (magic t) ->
    let flag := extra_flags t mod 2 in
    (id + flag) * multiplier t < 2 ^ 64 /\
    divide t id = quotient (multiplier t) (shift t mod 32) flag id.
Proof.
  intros t id I M flag.
  pose proof (multiplier_bounds t M) as B.
  pose proof (Z.mod_pos_bound (extra_flags t) 2 ltac:(lia)) as F.
  pose proof (Z.mod_pos_bound (shift t) 32 ltac:(lia)) as S.
  fold flag in F. set (s := shift t mod 32) in *.
  set (m := multiplier t) in *.
  assert (P : (id + flag) * m < 2 ^ 64) by nia.
  split; [exact P|]. unfold divide, quotient. fold m flag s.
  rewrite Z.div_div by (try apply pow2_pos; lia).
  rewrite <- pow2_add by lia. apply u32_small.
  pose proof (pow2_pos s ltac:(lia)).
  split; [apply Z.div_pos; [nia|apply pow2_pos; lia]|].
  apply Z.div_lt_upper_bound; [apply pow2_pos; lia|].
  rewrite pow2_add by lia. nia.
Qed.

Lemma compute_fields d r :
  is_divisor d ->
  is_word 31 (magic (compute d r)) /\
  shift (compute d r) = Z.log2 d /\
  0 <= extra_flags (compute d r) < 2.
Proof.
  intros D. unfold compute. cbn [magic shift extra_flags].
  split; [apply Z.mod_pos_bound; lia|]. split; [reflexivity|].
  destruct (snd (rounded d r)); lia.
Qed.

(** The magic divisor that a driver gets divides every 32-bit id exactly. *)
Theorem magic_divisor_is_exact :
  forall d r id,
    is_divisor d -> is_u32 id -> has_magic d r = true ->
    divide (compute d r) id = id / d.
Proof.
  intros d r id D I H.
  pose proof (compute_fields d r D) as [M [S F]].
  pose proof (log2_of_divisor d D) as [L _].
  pose proof (rounded_spec d r D H) as R.
  destruct (divide_is_quotient (compute d r) id I) as [_ ->]; [lia|].
  rewrite (Z.mod_small (shift (compute d r))),
    (Z.mod_small (extra_flags (compute d r))) by lia.
  assert (E : multiplier (compute d r) = fst (rounded d r)).
  { unfold multiplier, compute. cbn [magic].
    destruct (rounded d r) as [m down]. cbn [fst]. destruct R as [R _].
    assert (m mod 2 ^ 31 = m - 2 ^ 31) as ->
      by (symmetry; apply Z.mod_unique with 1; lia).
    rewrite Z.lor_comm. change (2 ^ 31) with (1 * 2 ^ 31) at 1.
    rewrite lor_is_add; lia. }
  rewrite E, S. unfold compute. cbn [extra_flags].
  destruct (rounded d r) as [m down]. cbn [fst snd].
  apply certificate_is_sufficient; try assumption; [lia|apply R].
Qed.

Lemma log2_of_odd_pot odd k :
  0 <= odd <= 4 -> 0 <= k -> is_pot ((2 * odd + 1) * 2 ^ k) -> odd = 0.
Proof.
  unfold is_pot. intros O K E. rewrite Z.log2_mul_pow2, pow2_add in E
    by (lia || apply Z.log2_nonneg).
  rewrite Z.mul_comm in E. apply Z.mul_reg_l in E;
    [|pose proof (pow2_pos k K); lia].
  assert (C : odd = 0 \/ odd = 1 \/ odd = 2 \/ odd = 3 \/ odd = 4) by lia.
  now destruct C as [->|[->|[->|[->| ->]]]].
Qed.
