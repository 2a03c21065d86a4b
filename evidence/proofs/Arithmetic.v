(* SPDX-License-Identifier: MIT *)

(** Words, and what the other files share. *)

From Coq Require Export Bool List ZArith Lia ZifyBool.
Export ListNotations.
Open Scope Z_scope.

(** Hypotheses are booleans, which link.py computes for given inputs. *)
Coercion is_true : bool >-> Sortclass.

Notation is_word bits x := ((0 <=? x) && (x <? 2 ^ bits)).
Notation is_u32 x := (is_word 32 x).
Notation is_i32 x := ((- 2 ^ 31 <=? x) && (x <? 2 ^ 31)).
Notation is_divisor d := ((1 <=? d) && (d <? 2 ^ 32)).

(** What is left of a number in a 32-bit word. *)
Definition u32 (x : Z) : Z := x mod 2 ^ 32.

(** A word of a descriptor or of memory. *)
Definition word (words : list Z) (index : nat) : Z := nth index words 0.

Definition signed (w : Z) : Z := if w <? 2 ^ 31 then w else w - 2 ^ 32.

Definition signed_word (x : Z) : option Z :=
  if is_i32 x then Some (u32 x) else None.

(** Linear arithmetic with these booleans, and nonlinear arithmetic; with
    quotients and remainders by constants. *)
Ltac linear := unfold is_true in *; lia.
Ltac nonlinear := unfold is_true in *; nia.
Ltac euclid :=
  unfold is_true in *; Z.to_euclidean_division_equations; lia.

Lemma pow2_pos n : 0 <= n -> 0 < 2 ^ n.
Proof. intros. apply Z.pow_pos_nonneg; lia. Qed.

Lemma pow2_add a b : 0 <= a -> 0 <= b -> 2 ^ (a + b) = 2 ^ a * 2 ^ b.
Proof. intros. apply Z.pow_add_r; lia. Qed.

Lemma div_bounds n d : 0 < d -> n / d * d <= n < (n / d + 1) * d.
Proof.
  intros. pose proof (Z.div_mod n d). pose proof (Z.mod_pos_bound n d). lia.
Qed.

(** The position of the highest bit of a divisor. *)
Lemma log2_of_divisor d :
  is_divisor d ->
  0 <= Z.log2 d <= 31 /\ 2 ^ Z.log2 d <= d < 2 * 2 ^ Z.log2 d.
Proof.
  intros H. pose proof (Z.log2_nonneg d).
  pose proof (Z.log2_spec d ltac:(linear)) as S.
  rewrite Z.pow_succ_r in S by lia.
  pose proof (proj1 (Z.log2_lt_pow2 d 32 ltac:(linear))). linear.
Qed.

Lemma signed_of_signed_word x w : signed_word x = Some w -> signed w = x.
Proof.
  unfold signed_word, signed, u32.
  destruct (is_i32 x) eqn:E; intros S; [|discriminate].
  assert (w = x mod 2 ^ 32) as -> by congruence.
  destruct (Z.ltb_spec (x mod 2 ^ 32) (2 ^ 31)); euclid.
Qed.
