(* SPDX-License-Identifier: MIT *)

(** Magic divisors: ref_magic_divisor and ref_magic_divide of the reference.

    A driver gives the attribute unit a multiplier, a shift and a flag, and the
    unit divides ids by one multiplication. This file proves under which
    condition the result is correct for every id, and that both roundings
    satisfy it. *)

From Coq Require Import Znumtheory Zpow_facts.
From Dral Require Export Arithmetic.

(** ** The code *)

Inductive rounding := Documented | Nearest.

Record magic_divisor := Magic { magic : Z; shift : Z; extra_flags : Z }.

(** The unit sets bit 31 of the multiplier itself. *)
Definition multiplier (t : magic_divisor) : Z := magic t mod 2 ^ 31 + 2 ^ 31.

Definition quotient (M s flag id : Z) : Z := (id + flag) * M / 2 ^ (32 + s).

(** The unit's quotient for an id. *)
Definition divide (t : magic_divisor) (id : Z) : Z :=
  u32 (quotient (multiplier t) (shift t mod 32) (extra_flags t mod 2) id).

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
    with [2 ^ (32 + s)] decides for all ids. Rounded up, with the flag 0, the
    multiplier may be too large by so much; rounded down, with the flag 1, too
    small, because the unit adds 1 to the id. *)

Definition certificate (M s flag d : Z) : Prop :=
  (flag = 0 /\ 0 <= d * M - 2 ^ (32 + s) <= 2 ^ s) \/
  (flag = 1 /\ 0 < 2 ^ (32 + s) - d * M <= 2 ^ s).

(** With the certificate, the attribute unit divides all 2^32 ids correctly,
    however the triple was computed. *)
Theorem certificate_is_sufficient :
  forall d M s flag id,
    0 < d -> 0 <= s -> is_u32 id ->
    certificate M s flag d -> quotient M s flag id = id / d.
Proof.
  intros d M s flag id D S I C. unfold quotient, certificate in *.
  rewrite pow2_add in * by lia. pose proof (pow2_pos s S).
  pose proof (div_bounds id d D) as B.
  set (q := id / d) in *. set (p := 2 ^ s) in *.
  set (N := 2 ^ 32 * p) in *.
  assert (q * d * N <= id * N /\ (id + 1) * N <= (q + 1) * d * N) by nia.
  (* What the multiplier is off by, times the dividend, is less than N, or N. *)
  assert (id * p < N /\ (id + 1) * p <= N) by (unfold N; nonlinear).
  assert (q * d * N <= (id + flag) * (d * M) < (q + 1) * d * N).
  { destruct C as [[-> C]|[-> C]].
    - assert (0 <= id * (d * M - N) <= id * p) by nonlinear. lia.
    - assert (0 < (id + 1) * (N - d * M) <= (id + 1) * p) by nonlinear. lia. }
  symmetry. apply Z.div_unique with ((id + flag) * M - N * q); [left|]; nia.
Qed.

Lemma certified_divide t d id :
  0 < d -> is_u32 id ->
  certificate (multiplier t) (shift t mod 32) (extra_flags t mod 2) d ->
  divide t id = id / d.
Proof.
  intros D I C. unfold divide.
  rewrite (certificate_is_sufficient d) by (euclid || assumption).
  apply Z.mod_small. pose proof (div_bounds id d D).
  unfold is_true in *. nia.
Qed.

(** ** Both roundings satisfy the certificate *)

(** Every divisor of a power of two is a power of two. *)
Lemma pot_of_divides d n :
  0 < d -> 0 <= n -> 2 ^ n mod d = 0 -> d = 2 ^ Z.log2 d.
Proof.
  intros D N V. apply Z.mod_divide in V; [|lia].
  destruct (Zdivide_power_2 d 2 n ltac:(lia) ltac:(lia) prime_2 V) as [m ->].
  destruct (Z.lt_ge_cases m 0).
  - rewrite Z.pow_neg_r in D; lia.
  - now rewrite Z.log2_pow2.
Qed.

Lemma rounded_spec d r :
  is_divisor d -> has_magic d r ->
  let '(M, down) := rounded d r in
  2 ^ 31 <= M < 2 ^ 32 /\ certificate M (Z.log2 d) (if down then 1 else 0) d.
Proof.
  intros D H. pose proof (log2_of_divisor d D) as [L P].
  assert (POT : 2 ^ (32 + Z.log2 d) mod d = 0 -> d = 2 ^ Z.log2 d)
    by (apply pot_of_divides; linear).
  unfold rounded, certificate, has_magic, is_true in *.
  rewrite pow2_add in * by lia. set (p := 2 ^ Z.log2 d) in *.
  destruct r.
  - pose proof (Z.div_mod (2 ^ 32 * p) d ltac:(lia)) as E.
    pose proof (Z.mod_pos_bound (2 ^ 32 * p) d ltac:(lia)).
    set (e := (2 ^ 32 * p) mod d) in *. set (q := 2 ^ 32 * p / d) in *.
    destruct (Z.eqb_spec e 0) as [Z0|Z0], (Z.leb_spec e p); try lia;
      (split; [nia|]); [right|right|left]; nia.
  - pose proof (Z.div_mod (2 ^ 32 * p + d / 2) d ltac:(lia)) as E.
    pose proof (Z.mod_pos_bound (2 ^ 32 * p + d / 2) d ltac:(lia)).
    pose proof (div_bounds d 2 ltac:(lia)).
    set (e := (2 ^ 32 * p + d / 2) mod d) in *.
    set (q := (2 ^ 32 * p + d / 2) / d) in *.
    destruct (Z.ltb_spec (d / 2) e); (split; [nia|]); [right|left]; nia.
Qed.

Lemma compute_fields d r :
  is_divisor d ->
  0 <= magic (compute d r) < 2 ^ 31 /\
  shift (compute d r) = Z.log2 d /\ 0 <= Z.log2 d <= 31 /\
  0 <= extra_flags (compute d r) < 2.
Proof.
  intros D. pose proof (log2_of_divisor d D). unfold compute.
  cbn [magic shift extra_flags].
  destruct (snd (rounded d r)); euclid.
Qed.

(** The magic divisor that a driver gets divides every 32-bit id exactly. *)
Theorem magic_divisor_is_exact :
  forall d r id,
    is_divisor d -> is_u32 id -> has_magic d r ->
    divide (compute d r) id = id / d.
Proof.
  intros d r id D I H. pose proof (log2_of_divisor d D) as [L _].
  pose proof (rounded_spec d r D H) as R.
  apply certified_divide; [linear|assumption|].
  unfold compute, multiplier. cbn [magic shift extra_flags].
  destruct (rounded d r) as [m down]. cbn [fst snd]. destruct R as [B R].
  replace (m mod 2 ^ 31 mod 2 ^ 31 + 2 ^ 31) with m by euclid.
  rewrite Z.mod_small by lia. now destruct down.
Qed.
