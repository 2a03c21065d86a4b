(* SPDX-License-Identifier: MIT *)

(** All divisors of large numbers, from their factorization.

    A certificate shows that a number is prime: a small one by trial division, a
    large one by a power of a base with a known order (Pocklington). *)

From Coq Require Import Bool List ZArith Znumtheory Zpow_facts Lia.
From Dral Require Import Arithmetic.
Import ListNotations.
Open Scope Z_scope.

(** ** Certificates *)

(** A prime, and a product of powers of primes. The order of [base] modulo [p]
    is the product. *)
Inductive certificate :=
  | Small (p : Z)
  | Large (p base : Z) (order : powers)
with powers :=
  | One
  | Times (q : certificate) (exponent : nat) (rest : powers).

Scheme certificate_mutual := Induction for certificate Sort Prop
  with powers_mutual := Induction for powers Sort Prop.
Combined Scheme certificates_mutual from certificate_mutual, powers_mutual.

Definition number (c : certificate) : Z :=
  match c with Small p => p | Large p _ _ => p end.

Fixpoint product (f : powers) : Z :=
  match f with
  | One => 1
  | Times q e rest => number q ^ Z.of_nat e * product rest
  end.

(** The primes of a product satisfy [test]. *)
Fixpoint for_primes (test : Z -> bool) (f : powers) : bool :=
  match f with
  | One => true
  | Times q _ rest => test (number q) && for_primes test rest
  end.

Fixpoint power_mod (b : Z) (e : positive) (n : Z) : Z :=
  match e with
  | xH => b mod n
  | xO e => let x := power_mod b e n in (x * x) mod n
  | xI e => let x := power_mod b e n in ((x * x) mod n * b) mod n
  end.

Definition power (b e n : Z) : Z := power_mod b (Z.to_pos e) n.

(** No number from [k] on divides [p], for [count] numbers. *)
Fixpoint divides_none (p k : Z) (count : nat) : bool :=
  match count with
  | O => true
  | S count => negb (p mod k =? 0) && divides_none p (k + 1) count
  end.

Fixpoint certifies (c : certificate) : bool :=
  match c with
  | Small p => (1 <? p) && divides_none p 2 (Z.to_nat (Z.sqrt p - 1))
  | Large p base order =>
      let f := product order in
      certify order && (1 <? p) && (1 <? f) && (p <=? f * f) &&
      (power base f p =? 1) &&
      for_primes (fun q => Z.gcd (power base (f / q) p - 1) p =? 1) order
  end
with certify (f : powers) : bool :=
  match f with
  | One => true
  | Times q _ rest => certifies q && certify rest
  end.

(** The divisors of p^e m, if [l] are those of m. *)
Fixpoint multiples (p : Z) (e : nat) (l : list Z) : list Z :=
  match e with
  | O => l
  | S e => l ++ map (Z.mul p) (multiples p e l)
  end.

Fixpoint divisors (f : powers) : list Z :=
  match f with
  | One => [1]
  | Times q e rest => multiples (number q) e (divisors rest)
  end.

(** ** The order of a base *)

Lemma power_is b e n : 0 < n -> 0 < e -> power b e n = b ^ e mod n.
Proof.
  intros N E. unfold power. destruct e as [|e|e]; try lia. cbn [Z.to_pos].
  induction e as [e IH|e IH|]; cbn [power_mod].
  - rewrite IH by lia. rewrite <- Zmult_mod, Zmult_mod_idemp_l.
    rewrite Pos2Z.inj_xI, Z.pow_add_r, Z.pow_1_r by lia.
    replace (2 * Zpos e) with (Zpos e + Zpos e) by lia.
    now rewrite Z.pow_add_r by lia.
  - rewrite IH by lia. rewrite <- Zmult_mod, Pos2Z.inj_xO.
    replace (2 * Zpos e) with (Zpos e + Zpos e) by lia.
    now rewrite Z.pow_add_r by lia.
  - now rewrite Z.pow_1_r.
Qed.

(** The smallest positive number with a property that can be decided. *)
Lemma exists_least (P : Z -> Prop) n :
  (forall x, {P x} + {~ P x}) -> 0 < n -> P n ->
  exists o, 0 < o <= n /\ P o /\ forall x, 0 < x < o -> ~ P x.
Proof.
  intros DEC N PN.
  assert (A : forall k, 0 <= k ->
              (forall x, 0 < x <= k -> ~ P x) \/
              exists o, 0 < o <= k /\ P o /\ forall x, 0 < x < o -> ~ P x).
  { apply natlike_ind; [left; lia|]. intros k K [NONE|[o [O L]]].
    - destruct (DEC (k + 1)) as [Y|X].
      + right. exists (k + 1). split; [lia|]. split; [exact Y|].
        intros x X. apply NONE. lia.
      + left. intros x X1. destruct (Z.eq_dec x (k + 1)) as [->|];
          [exact X|apply NONE; lia].
    - right. exists o. split; [lia|exact L]. }
  destruct (A n ltac:(lia)) as [NONE|L]; [|exact L].
  elim (NONE n); [lia|exact PN].
Qed.

Lemma prime_divisor n : 1 < n -> exists q, prime q /\ (q | n).
Proof.
  intros N. destruct (exists_least (fun q => 1 < q /\ (q | n)) n)
    as [q [Q [[Q1 QN] L]]].
  - intros q. destruct (Z_lt_dec 1 q); [|right; lia].
    destruct (Zdivide_dec q n); [left|right]; tauto.
  - lia.
  - split; [lia|apply Z.divide_refl].
  - exists q. split; [|exact QN]. apply prime_alt. split; [exact Q1|].
    intros m M D. apply (L m); [lia|]. split; [lia|].
    now apply Z.divide_trans with q.
Qed.

(** Different values of a function on a range of numbers are no more than the
    numbers that they can have. *)
Lemma pigeons (f : Z -> Z) n t :
  0 <= n -> 0 < t -> (forall i, 0 <= i < n -> 0 < f i < t) ->
  (forall i j, 0 <= i < j -> j < n -> f i <> f j) -> n < t.
Proof.
  intros N T R D.
  set (values := map (fun i => f (Z.of_nat i)) (seq 0 (Z.to_nat n))).
  set (all := map Z.of_nat (seq 1 (Z.to_nat (t - 1)))).
  assert (I : incl values all).
  { intros x X. apply in_map_iff in X. destruct X as [i [<- X]].
    apply in_seq in X. specialize (R (Z.of_nat i) ltac:(lia)).
    apply in_map_iff. exists (Z.to_nat (f (Z.of_nat i))).
    rewrite in_seq. lia. }
  assert (U : NoDup values).
  { unfold values.
    assert (G : forall count first, (first + count <= Z.to_nat n)%nat ->
            NoDup (map (fun i => f (Z.of_nat i)) (seq first count)));
      [|apply G; lia].
    intros count. induction count as [|count IH]; intros first F;
      cbn [seq map]; constructor; [|apply IH; lia].
    intros X. apply in_map_iff in X. destruct X as [j [E X]].
    apply in_seq in X. symmetry in E. revert E. apply D; lia. }
  pose proof (NoDup_incl_length U I) as L. unfold values, all in L.
  rewrite !map_length, !seq_length in L. lia.
Qed.

(** If the order of [b] modulo [p] is [f], every divisor of [p] exceeds [f]. The
    conditions say so without reference to the divisor. *)
Lemma divisors_exceed_the_order p b f t :
  1 < f -> (p | b ^ f - 1) ->
  (forall q, prime q -> (q | f) -> Z.gcd (b ^ (f / q) - 1) p = 1) ->
  1 < t -> (t | p) -> f < t.
Proof.
  intros F ONE LESS T D.
  set (P x := (t | b ^ x - 1)).
  assert (PF : P f) by now apply Z.divide_trans with p.
  assert (UNIT : rel_prime t b).
  { constructor; [apply Z.divide_1_l|apply Z.divide_1_l|]. intros x X B.
    assert (E : 1 = b ^ f - (b ^ f - 1)) by ring. rewrite E.
    apply Z.divide_sub_r; [|now apply Z.divide_trans with t].
    replace f with (Z.succ (f - 1)) by lia. rewrite Z.pow_succ_r by lia.
    now apply Z.divide_mul_l. }
  (* A difference of exponents. *)
  assert (SUB : forall x y, 0 <= x <= y -> (t | b ^ y - b ^ x) -> P (y - x)).
  { intros x y X Y. unfold P.
    apply Gauss with (b ^ x); [|apply rel_prime_Zpower_r; [lia|exact UNIT]].
    rewrite Z.mul_sub_distr_l, <- Z.pow_add_r by lia.
    now replace (x + (y - x)) with y by lia; rewrite Z.mul_1_r. }
  assert (MUL : forall x k, 0 <= x -> P x -> 0 <= k -> P (x * k)).
  { intros x k X PX K. unfold P in *. rewrite Z.pow_mul_r by lia.
    revert k K. apply natlike_ind; [exists 0; ring|]. intros k K IH.
    rewrite Z.pow_succ_r by lia.
    replace (b ^ x * (b ^ x) ^ k - 1)
      with ((b ^ x - 1) * (b ^ x) ^ k + ((b ^ x) ^ k - 1)) by ring.
    apply Z.divide_add_r; [now apply Z.divide_mul_l|exact IH]. }
  destruct (exists_least P f) as [o [O [PO L]]];
    [intros x; apply Zdivide_dec|lia|exact PF|].
  assert (FO : f = o).
  { pose proof (Z.div_mod f o ltac:(lia)) as E.
    pose proof (Z.mod_pos_bound f o ltac:(lia)) as R.
    assert (Q0 : 0 <= f / o) by (apply Z.div_pos; lia).
    assert (M0 : f mod o = 0).
    { destruct (Z.eq_dec (f mod o) 0) as [|N]; [assumption|].
      elim (L (f mod o)); [lia|].
      replace (f mod o) with (f - o * (f / o)) by lia.
      apply SUB; [lia|].
      replace (b ^ f - b ^ (o * (f / o)))
        with ((b ^ f - 1) - (b ^ (o * (f / o)) - 1)) by ring.
      apply Z.divide_sub_r; [exact PF|apply MUL; [lia|exact PO|exact Q0]]. }
    destruct (Z.eq_dec (f / o) 1) as [E1|N1]; [nia|].
    destruct (prime_divisor (f / o)) as [q [Q1 Q2]].
    { destruct (Z.eq_dec (f / o) 0); nia. }
    destruct Q2 as [k K]. pose proof (prime_ge_2 q Q1).
    assert (K0 : 0 <= k) by nia.
    assert (FQ : f = o * k * q) by nia.
    assert (FD : f / q = o * k) by (rewrite FQ, Z.div_mul by lia; reflexivity).
    specialize (LESS q Q1 ltac:(now exists (o * k))).
    assert (X : (t | 1)).
    { rewrite <- LESS. apply Z.gcd_greatest; [|exact D].
      rewrite FD. apply MUL; [lia|exact PO|exact K0]. }
    apply Z.divide_1_r in X. lia. }
  subst o.
  apply (pigeons (fun i => b ^ i mod t)); [lia|lia| |].
  - intros i I. pose proof (Z.mod_pos_bound (b ^ i) t ltac:(lia)).
    enough (b ^ i mod t <> 0) by lia. intros Z0.
    apply Z.mod_divide in Z0; [|lia].
    assert (X : (t | 1)); [|apply Z.divide_1_r in X; lia].
    apply Gauss with (b ^ i);
      [now rewrite Z.mul_1_r|apply rel_prime_Zpower_r; [lia|exact UNIT]].
  - intros i j I J E. apply (L (j - i)); [lia|]. apply SUB; [lia|].
    apply Z.mod_divide; [lia|]. rewrite Zminus_mod, E, Z.sub_diag.
    apply Z.mod_0_l. lia.
Qed.

(** ** Certificates are right *)

Lemma divides_none_spec p k count :
  divides_none p k count = true ->
  forall m, 0 < k <= m -> m < k + Z.of_nat count -> ~ (m | p).
Proof.
  revert k. induction count as [|count IH]; intros k H m K M D; [lia|].
  cbn [divides_none] in H. apply andb_prop in H. destruct H as [H1 H2].
  apply negb_true_iff, Z.eqb_neq in H1.
  destruct (Z.eq_dec m k) as [->|].
  - apply H1. apply Z.mod_divide; [lia|exact D].
  - apply (IH (k + 1) H2 m); [lia|lia|exact D].
Qed.

(** Of two factors, one is not greater than the square root. *)
Lemma prime_if_no_small_divisor p r :
  1 < p -> 0 <= r -> p < (r + 1) * (r + 1) ->
  (forall m, 1 < m <= r -> ~ (m | p)) -> prime p.
Proof.
  intros P R B N. apply prime_alt. split; [exact P|].
  intros m M [k K].
  assert (K0 : 1 < k) by nia.
  destruct (Z.le_gt_cases m r).
  - apply (N m); [lia|now exists k].
  - apply (N k); [|exists m; lia]. split; [exact K0|].
    destruct (Z.le_gt_cases k r); [assumption|]. nia.
Qed.

Fixpoint are_prime (f : powers) : Prop :=
  match f with
  | One => True
  | Times q _ rest => prime (number q) /\ are_prime rest
  end.

Lemma for_primes_spec test f q :
  are_prime f -> for_primes test f = true -> prime q -> (q | product f) ->
  test q = true.
Proof.
  intros A T Q. induction f as [|c e f IH]; cbn [product]; intros D.
  - apply Z.divide_1_r in D. pose proof (prime_ge_2 q Q). lia.
  - destruct A as [A1 A2]. cbn [for_primes] in T. apply andb_prop in T.
    destruct T as [T1 T2]. apply prime_mult in D; [|exact Q].
    destruct D as [D|D]; [|now apply IH].
    apply prime_power_prime in D; [|lia|exact Q|exact A1]. now subst q.
Qed.

Theorem certificates_are_right :
  (forall c, certifies c = true -> prime (number c)) /\
  (forall f, certify f = true -> are_prime f).
Proof.
  apply certificates_mutual; cbn [certifies certify number are_prime].
  - intros p H. apply andb_prop in H. destruct H as [P N].
    apply Z.ltb_lt in P. pose proof (Z.sqrt_spec p ltac:(lia)) as S.
    unfold Z.succ in S.
    pose proof (Z.sqrt_nonneg p).
    apply (prime_if_no_small_divisor p (Z.sqrt p)); [lia|lia|lia|].
    intros m M. apply (divides_none_spec p 2 _ N); lia.
  - intros p base f IH H.
    rewrite !andb_true_iff, !Z.ltb_lt, Z.leb_le, Z.eqb_eq in H.
    destruct H as [[[[[C P] F] S] B] G]. specialize (IH C).
    rewrite power_is in B by lia.
    apply (prime_if_no_small_divisor p (product f)); [lia|lia|lia|].
    intros t T D. enough (product f < t) by lia.
    apply (divisors_exceed_the_order p base); try assumption; [| |lia].
    + apply Z.mod_divide; [lia|]. rewrite Zminus_mod, B.
      now rewrite (Z.mod_small 1), Z.mod_0_l by lia.
    + intros q Q QF. apply (for_primes_spec _ f q IH G Q) in QF as E.
      apply Z.eqb_eq in E. pose proof (prime_ge_2 q Q).
      assert (0 < product f / q).
      { destruct QF as [k K]. rewrite K, Z.div_mul in * by lia. nia. }
      rewrite power_is in E by lia. etransitivity; [|exact E].
      rewrite !(Z.gcd_comm _ p), <- (Z.gcd_mod (base ^ _ - 1)),
        <- (Z.gcd_mod (_ mod p - 1)) by lia.
      now rewrite Zminus_mod_idemp_l.
  - trivial.
  - intros q IHq e f IHf H. apply andb_prop in H. destruct H. tauto.
Qed.

(** The list of divisors is complete. *)
Lemma multiples_spec p e m l :
  prime p -> 0 < m -> (forall d, 0 < d -> (d | m) -> In d l) ->
  forall d, 0 < d -> (d | p ^ Z.of_nat e * m) -> In d (multiples p e l).
Proof.
  intros P M L. pose proof (prime_ge_2 p P).
  induction e as [|e IH]; intros d D V; cbn [multiples].
  - apply L; [exact D|]. now rewrite Z.mul_1_l in V.
  - apply in_or_app. destruct (Zdivide_dec p d) as [[k K]|N].
    + right. apply in_map_iff. exists k. split; [lia|]. apply IH; [nia|].
      rewrite Nat2Z.inj_succ, Z.pow_succ_r in V by lia.
      apply (Z.mul_divide_cancel_l _ _ p); [lia|].
      now rewrite Z.mul_comm, <- K, Z.mul_assoc.
    + left. apply L; [exact D|]. apply Gauss with (p ^ Z.of_nat (S e));
        [exact V|]. apply rel_prime_Zpower_r; [lia|].
      apply rel_prime_sym. now apply prime_rel_prime.
Qed.

Lemma product_positive f : are_prime f -> 0 < product f.
Proof.
  induction f as [|c e f IH]; cbn [are_prime product]; [lia|].
  intros [P A]. pose proof (prime_ge_2 _ P).
  apply Z.mul_pos_pos; [apply Z.pow_pos_nonneg; lia|now apply IH].
Qed.

Theorem divisors_are_complete :
  forall f d, certify f = true -> 0 < d -> (d | product f) -> In d (divisors f).
Proof.
  intros f d C. apply certificates_are_right in C. revert d.
  induction f as [|c e f IH]; intros d D V; cbn [product divisors] in *.
  - apply Z.divide_1_r in V. left. lia.
  - destruct C as [P A].
    apply (multiples_spec _ e (product f)); try assumption;
      [now apply product_positive|now apply IH].
Qed.
