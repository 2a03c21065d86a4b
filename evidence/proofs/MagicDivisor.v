(* SPDX-License-Identifier: MIT *)

(** Magic divisors: src/instancing/divisor.rs and src/instancing/hardware.rs.

    A driver gives the attribute unit a multiplier, a shift and a flag, and the
    unit divides ids by one multiplication. This file proves under which
    condition the result is correct for every id, and that the library's triples
    satisfy it. *)

From Coq Require Import ZArith Znumtheory Zpow_facts Lia.
From Dral Require Import Arithmetic.
Open Scope Z_scope.

(** ** The code *)

Inductive rounding := Documented | Nearest.

Record magic_divisor := Magic { magic : Z; shift : Z; extra_flags : Z }.

(** The unit sets bit 31 of the multiplier itself. *)
Definition multiplier (t : magic_divisor) : Z := Z.lor (magic t) (2 ^ 31).

(** [MagicDivisor::divide]: the unit's quotient for an id. *)
Definition divide (t : magic_divisor) (id : Z) : Z :=
  u32 ((id + extra_flags t mod 2) * multiplier t / 2 ^ 32
       / 2 ^ (shift t mod 32)).

(** [MagicDivisor::compute] and [MagicDivisor::check]. *)
Definition normalized (d : Z) : Z := d * 2 ^ (31 - Z.log2 d).

Definition dividend (d : Z) (r : rounding) : Z :=
  match r with
  | Documented => 2 ^ 63 - 2 ^ 31 - 1
  | Nearest => 2 ^ 63 + normalized d / 2
  end.

(** The multiplier before bit 31 is cleared, and whether it was rounded down. *)
Definition rounded (d : Z) (r : rounding) : Z * bool :=
  let quotient := dividend d r / normalized d in
  let remainder := dividend d r mod normalized d in
  match r with
  | Documented => (quotient + 1, normalized d - remainder <=? 2 ^ 31)
  | Nearest => (quotient, normalized d / 2 <? remainder)
  end.

(** A triple whose bit 31 is cleared. *)
Definition stored (d : Z) (rounded : Z * bool) : magic_divisor :=
  Magic (Z.land (u32 (fst rounded)) (2 ^ 31 - 1)) (Z.log2 d)
    (if snd rounded then 1 else 0).

Definition compute (d : Z) (r : rounding) : magic_divisor :=
  stored d (rounded d r).

Definition has_magic (d : Z) (r : rounding) : bool :=
  match r with
  | Documented => negb (d =? 0)
  | Nearest => negb (d =? 0) && negb (d =? 2 ^ Z.log2 d)
  end.

(** [MagicDivisor::new]: refuses the divisor 0, and powers of two under nearest
    rounding. *)
Definition new (d : Z) (r : rounding) : option magic_divisor :=
  if has_magic d r then Some (compute d r) else None.

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

(** ** What the library computes *)

(** A divisor shifted up to bit 31; its ratio to 2^63 is the ratio of the
    divisor to 2^(32 + s). *)
Lemma normalized_bounds d :
  is_divisor d ->
  2 ^ 31 <= normalized d < 2 ^ 32 /\
  normalized d * 2 ^ Z.log2 d = d * 2 ^ 31 /\
  2 ^ Z.log2 d * 2 ^ (31 - Z.log2 d) = 2 ^ 31.
Proof.
  intros D. pose proof (log2_of_divisor d D) as [L P]. unfold normalized.
  assert (E : 2 ^ Z.log2 d * 2 ^ (31 - Z.log2 d) = 2 ^ 31)
    by (rewrite <- Z.pow_add_r by lia; f_equal; lia).
  set (p := 2 ^ Z.log2 d) in *. set (z := 2 ^ (31 - Z.log2 d)) in *.
  assert (0 < z) by (apply pow2_pos; lia).
  repeat split; nia.
Qed.

(** The allowed distance between 2^63 and the multiplier times the divisor. Each
    interval has as many numbers as the divisor, so it contains exactly one
    multiple. *)
Definition least_error (n : Z) (r : rounding) : Z :=
  match r with Documented => - 2 ^ 31 | Nearest => n / 2 - n + 1 end.
Definition greatest_error (n : Z) (r : rounding) : Z :=
  match r with Documented => n - 2 ^ 31 - 1 | Nearest => n / 2 end.

Definition is_rounding (n : Z) (r : rounding) (M : Z) (down : bool) : Prop :=
  least_error n r <= M * n - 2 ^ 63 <= greatest_error n r /\
  down = (M * n <? 2 ^ 63).

Lemma is_rounding_unique n r M down M' down' :
  0 < n -> is_rounding n r M down -> is_rounding n r M' down' ->
  (M, down) = (M', down').
Proof.
  unfold is_rounding, least_error, greatest_error.
  intros N [B ->] [B' ->]. assert (M = M') as <-; [|reflexivity].
  destruct r; nia.
Qed.

Lemma rounded_is_rounding d r :
  is_divisor d ->
  is_rounding (normalized d) r (fst (rounded d r)) (snd (rounded d r)).
Proof.
  intros D. pose proof (normalized_bounds d D) as [B _].
  unfold is_rounding, rounded.
  pose proof (Z.div_mod (dividend d r) (normalized d) ltac:(lia)) as E.
  pose proof (Z.mod_pos_bound (dividend d r) (normalized d) ltac:(lia)).
  set (q := dividend d r / normalized d) in *.
  set (e := dividend d r mod normalized d) in *.
  set (n := normalized d) in *.
  unfold dividend in E. fold n in E.
  destruct r; cbn [fst snd]; unfold least_error, greatest_error;
    (split; [lia|]); apply Bool.eq_iff_eq_true;
    rewrite ?Z.leb_le, ?Z.ltb_lt; lia.
Qed.

(** The multiplier has bit 31, which the unit sets itself, and no higher bit, so
    the rest fits a word. *)
Lemma rounded_range d r :
  is_divisor d -> has_magic d r = true ->
  2 ^ 31 <= fst (rounded d r) < 2 ^ 32.
Proof.
  intros D H.
  pose proof (normalized_bounds d D) as [B [E _]].
  pose proof (rounded_is_rounding d r D) as [R _].
  set (M := fst (rounded d r)) in *. set (n := normalized d) in *.
  destruct r; unfold least_error, greatest_error in R.
  - nia.
  - apply andb_prop in H. destruct H as [_ H].
    apply Bool.negb_true_iff, Z.eqb_neq in H.
    assert (n <> 2 ^ 31).
    { intros N. apply H. rewrite N in E. lia. }
    pose proof (div_bounds n 2 ltac:(lia)). nia.
Qed.

Lemma multiplier_of_stored d M down :
  2 ^ 31 <= M < 2 ^ 32 -> multiplier (stored d (M, down)) = M.
Proof.
  intros R. unfold multiplier, stored. cbn [magic fst].
  rewrite u32_small by lia.
  change (2 ^ 31 - 1) with (Z.ones 31).
  rewrite Z.land_ones by lia.
  assert (M mod 2 ^ 31 = M - 2 ^ 31) as ->
    by (symmetry; apply Z.mod_unique with 1; lia).
  rewrite Z.lor_comm. change (2 ^ 31) with (1 * 2 ^ 31) at 1.
  rewrite lor_is_add; lia.
Qed.

(** Documented rounding always satisfies the certificate, including for powers
    of two; nearest rounding satisfies it for all other divisors. *)
Lemma rounding_satisfies_certificate :
  forall d r,
    is_divisor d -> has_magic d r = true ->
    let t := compute d r in
    certificate (multiplier t) (shift t) (extra_flags t) d.
Proof.
  intros d r D H t.
  pose proof (normalized_bounds d D) as [B [E P]].
  pose proof (log2_of_divisor d D) as [L _].
  pose proof (rounded_range d r D H) as R.
  pose proof (rounded_is_rounding d r D) as [I S].
  subst t. unfold compute. destruct (rounded d r) as [M down].
  rewrite multiplier_of_stored by exact R.
  unfold certificate, stored. cbn [fst snd shift extra_flags] in *.
  rewrite pow2_add by lia.
  set (p := 2 ^ Z.log2 d) in *. set (n := normalized d) in *.
  assert (0 < p) by (apply pow2_pos; lia).
  assert (X : (d * M - 2 ^ 32 * p) * 2 ^ 31 = (M * n - 2 ^ 63) * p) by nia.
  assert (N : - 2 ^ 31 <= M * n - 2 ^ 63 <= 2 ^ 31).
  { destruct r; unfold least_error, greatest_error in I; [lia|].
    pose proof (div_bounds n 2 ltac:(lia)). lia. }
  rewrite S. destruct (Z.ltb_spec (M * n) (2 ^ 63)); [right|left];
    (split; [reflexivity|]); nia.
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
  intros D. unfold compute, stored. cbn [magic shift extra_flags].
  change (2 ^ 31 - 1) with (Z.ones 31). rewrite Z.land_ones by lia.
  split; [apply Z.mod_pos_bound; lia|]. split; [reflexivity|].
  destruct (snd (rounded d r)); lia.
Qed.

(** The magic divisor that a driver gets divides every 32-bit id exactly. *)
Theorem magic_divisor_is_exact :
  forall d r t id,
    is_divisor d -> is_u32 id -> new d r = Some t -> divide t id = id / d.
Proof.
  unfold new. intros d r t id D I N.
  destruct (has_magic d r) eqn:H; [|discriminate].
  injection N as <-.
  pose proof (compute_fields d r D) as [M [S F]].
  pose proof (log2_of_divisor d D) as [L _].
  destruct (divide_is_quotient (compute d r) id I) as [_ ->];
    [lia|].
  rewrite (Z.mod_small (shift (compute d r))),
    (Z.mod_small (extra_flags (compute d r))) by lia.
  apply certificate_is_sufficient; try assumption; [lia|].
  now apply rounding_satisfies_certificate.
Qed.

(** Every divisor except 0 has a magic divisor; a power of two has one only
    under documented rounding. *)
Theorem which_divisors_have_a_magic :
  forall d r,
    is_u32 d ->
    (new d r = None <-> d = 0 \/ (r = Nearest /\ is_pot d)).
Proof.
  intros d r D. unfold new, is_pot.
  destruct r; unfold has_magic;
    destruct (Z.eqb_spec d 0); try destruct (Z.eqb_spec d (2 ^ Z.log2 d));
    cbn [negb andb]; intuition (try discriminate; try lia).
Qed.

(** ** The rules of docs/reference/instancing.md *)

(** Here s = floor(log2 d), m = ceil(2^(32 + s) / d) and e is the remainder. *)
Definition documented_magic (d : Z) : Z * bool :=
  let n := 2 ^ (32 + Z.log2 d) in
  let m := (n + d - 1) / d in
  let e := n mod d in
  if e <=? 2 ^ Z.log2 d then (m - 1, true) else (m, false).

Definition nearest_magic (d : Z) : Z * bool :=
  let n := 2 ^ (32 + Z.log2 d) + d / 2 in
  (n / d, d / 2 <? n mod d).

Definition magic_rule (d : Z) (r : rounding) : Z * bool :=
  match r with
  | Documented => documented_magic d
  | Nearest => nearest_magic d
  end.

(** Every divisor of a power of two is a power of two. *)
Lemma pot_of_divides d n : 0 < d -> 0 <= n -> (d | 2 ^ n) -> is_pot d.
Proof.
  intros D N V.
  destruct (Zdivide_power_2 d 2 n ltac:(lia) ltac:(lia) prime_2 V) as [m ->].
  destruct (Z.lt_ge_cases m 0).
  - rewrite Z.pow_neg_r in D; lia.
  - unfold is_pot. now rewrite Z.log2_pow2.
Qed.

(** The library's one division gives the multiplier and the flag of the rules,
    for every divisor. *)
Theorem compute_follows_the_rule :
  forall d r,
    is_divisor d -> has_magic d r = true ->
    compute d r = stored d (magic_rule d r).
Proof.
  intros d r D H. unfold compute. f_equal.
  pose proof (normalized_bounds d D) as [B [E P]].
  pose proof (log2_of_divisor d D) as [L [G1 G2]].
  pose proof (rounded_is_rounding d r D) as R.
  pose proof (pow2_pos (31 - Z.log2 d) ltac:(lia)) as Z0.
  assert (D0 : 0 < d) by lia.
  assert (Q : is_rounding (normalized d) r (fst (magic_rule d r))
                (snd (magic_rule d r))).
  { clear R. assert (T : 2 ^ 63 = 2 ^ 32 * (2 ^ Z.log2 d * 2 ^ (31 - Z.log2 d)))
      by (rewrite P; reflexivity).
    unfold is_rounding, least_error, greatest_error, magic_rule,
      documented_magic, nearest_magic, normalized in *.
    rewrite T. rewrite pow2_add by lia.
    set (p := 2 ^ Z.log2 d) in *. set (z := 2 ^ (31 - Z.log2 d)) in *.
    destruct r.
    - pose proof (Z.div_mod (2 ^ 32 * p) d ltac:(lia)) as DM.
      pose proof (Z.mod_pos_bound (2 ^ 32 * p) d D0) as MB.
      pose proof (div_bounds (2 ^ 32 * p + d - 1) d D0) as CB.
      set (e := (2 ^ 32 * p) mod d) in *.
      set (q := 2 ^ 32 * p / d) in *.
      set (m := (2 ^ 32 * p + d - 1) / d) in *.
      assert (C : (e = 0 /\ m = q) \/ (0 < e /\ m = q + 1)) by nia.
      destruct (Z.leb_spec e p); cbn [fst snd].
      + assert (S : d * (m - 1) < 2 ^ 32 * p <= d * (m - 1) + p).
        { destruct C as [[C1 C2]|[C1 C2]]; [|nia].
          (* Only a power of two leaves no remainder. *)
          subst e q. assert (V : is_pot d).
          { apply (pot_of_divides d (32 + Z.log2 d)); [lia|lia|].
            rewrite pow2_add by lia. apply Z.mod_divide; [lia|exact C1]. }
          unfold is_pot in V. fold p in V. nia. }
        split; [nia|]. symmetry. apply Z.ltb_lt. nia.
      + assert (S : 2 ^ 32 * p <= d * m < 2 ^ 32 * p + (d - p)) by nia.
        split; [nia|]. symmetry. apply Z.ltb_ge. nia.
    - cbn [fst snd].
      pose proof (Z.div_mod (2 ^ 32 * p + d / 2) d ltac:(lia)) as DM.
      pose proof (Z.mod_pos_bound (2 ^ 32 * p + d / 2) d D0) as MB.
      set (e := (2 ^ 32 * p + d / 2) mod d) in *.
      set (q := (2 ^ 32 * p + d / 2) / d) in *.
      assert (X : q * (d * z) - 2 ^ 32 * (p * z) = z * (d / 2 - e)) by nia.
      assert (HALF : d / 2 * 2 = d \/ d / 2 * 2 = d - 1)
        by (pose proof (div_bounds d 2 ltac:(lia)); lia).
      (* The divisor is not shifted, or by an even power of two. *)
      assert (ZZ : z = 1 \/ exists y, z = 2 * y /\ 0 < y).
      { subst z. destruct (Z.eq_dec (31 - Z.log2 d) 0) as [->|];
          [now left|right]. exists (2 ^ (31 - Z.log2 d - 1)). split.
        - rewrite <- Z.pow_succ_r by lia. f_equal. lia.
        - apply pow2_pos. lia. }
      assert (NH : d * z / 2 - d * z + 1 <= z * (d / 2 - e) <= d * z / 2).
      { destruct ZZ as [->|[y [-> Y]]].
        - rewrite !Z.mul_1_r, Z.mul_1_l. lia.
        - replace (d * (2 * y)) with (d * y * 2) by ring.
          rewrite Z.div_mul by lia. destruct HALF; nia. }
      split; [lia|]. apply Bool.eq_iff_eq_true. rewrite !Z.ltb_lt.
      assert (SIGN : forall x, z * x < 0 <-> x < 0)
        by (clear - Z0; intros; split; nia).
      specialize (SIGN (d / 2 - e)). rewrite <- X in SIGN.
      rewrite Z.lt_sub_0 in SIGN. lia. }
  destruct (rounded d r) as [M down], (magic_rule d r) as [M' down'].
  apply (is_rounding_unique (normalized d) r); [lia| |]; assumption.
Qed.

(** ** A power of two in a divisor

    The padded count of a draw is 1, 3, 5, 7 or 9 times a power of two. The
    power of two only changes the shift, so a driver prepares a divisor once for
    each odd part, and a draw adds its shift. *)

Definition moved_up (t : magic_divisor) (k : Z) : magic_divisor :=
  Magic (magic t) (shift t + k) (extra_flags t).

Theorem power_of_two_moves_the_shift :
  forall d k r,
    1 <= d -> 0 <= k -> d * 2 ^ k < 2 ^ 32 ->
    compute (d * 2 ^ k) r = moved_up (compute d r) k.
Proof.
  intros d k r D K B. pose proof (pow2_pos k K).
  assert (L : Z.log2 (d * 2 ^ k) = k + Z.log2 d)
    by (apply Z.log2_mul_pow2; lia).
  assert (N : normalized (d * 2 ^ k) = normalized d).
  { pose proof (Z.log2_nonneg d).
    pose proof (log2_of_divisor (d * 2 ^ k)
                  ltac:(nia)) as [L31 _].
    unfold normalized. rewrite L, <- Z.mul_assoc, <- Z.pow_add_r by lia.
    do 2 f_equal. lia. }
  unfold compute, stored, moved_up, rounded, dividend.
  cbn [magic shift extra_flags]. rewrite N, L. f_equal. lia.
Qed.

(** If the sum of the shifts reaches 32, the hardware divisor exceeds a word,
    and no 32-bit id reaches the second element: a record with one element for
    all threads is correct. *)
Theorem shift_tells_whether_the_divisor_fits :
  forall d k,
    1 <= d -> 0 <= k -> (Z.log2 d + k < 32 <-> d * 2 ^ k < 2 ^ 32).
Proof.
  intros d k D K. pose proof (pow2_pos k K).
  rewrite (Z.log2_lt_pow2 (d * 2 ^ k)) by nia.
  rewrite Z.log2_mul_pow2 by lia. lia.
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
