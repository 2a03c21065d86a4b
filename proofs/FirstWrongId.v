(* SPDX-License-Identifier: MIT *)

(** The first id that a triple divides wrongly: [first_wrong_id] in
    src/instancing/divisor.rs.

    A driver with a magic from another source, such as floating point, asks
    whether it is exact, and gets an id for which it is wrong. *)

From Coq Require Import Bool ZArith Lia.
From Dral Require Import Arithmetic MagicDivisor.
Open Scope Z_scope.

(** ** The code *)

Definition div_ceil (a b : Z) : Z := (a + b - 1) / b.

(** The element that begins too early. *)
Definition early_element (M one extra step : Z) : option Z :=
  if (extra =? 1) && (one <=? step) then Some 1
  else if (extra =? 0) && (one <? step) then Some (div_ceil M (step - one))
  else None.

(** The id, with the checked and the saturating 64-bit product. *)
Definition wrong_id (M one extra d : Z) : option Z :=
  let step := M * d in
  match early_element M one extra step with
  | Some k =>
      if k * one <? 2 ^ 64 then Some (div_ceil (k * one) M - extra) else None
  | None =>
      if step <? one
      then Some (Z.min ((extra * M / (one - step) + 1) * d) (2 ^ 64 - 1))
      else None
  end.

Definition first_wrong_id (t : magic_divisor) (d : Z) : option Z :=
  match wrong_id (multiplier t) (2 ^ (32 + shift t mod 32))
          (extra_flags t mod 2) d with
  | Some id => if id <=? 2 ^ 32 - 1 then Some id else None
  | None => None
  end.

(** ** The proof *)

Lemma div_ceil_bounds a b :
  0 < b -> (div_ceil a b - 1) * b < a <= div_ceil a b * b.
Proof.
  intros B. unfold div_ceil. pose proof (div_bounds (a + b - 1) b B). lia.
Qed.

Section Triple.

Variables M s flag d : Z.
Let one := 2 ^ (32 + s).
Hypothesis M_range : 0 < M < 2 ^ 32.
Hypothesis s_range : 0 <= s.
Hypothesis flag_range : flag = 0 \/ flag = 1.
Hypothesis d_range : 0 < d.

(** An id is divided correctly if the product lies between two multiples. *)
Definition is_right (id : Z) : Prop := quotient M s flag id = id / d.

Lemma one_range : 2 ^ 32 <= one.
Proof.
  unfold one. rewrite pow2_add by lia. pose proof (pow2_pos s s_range). lia.
Qed.

Lemma right_if id :
  id / d * one <= (id + flag) * M < (id / d + 1) * one -> is_right id.
Proof.
  intros B. pose proof one_range. unfold is_right, quotient. fold one.
  apply div_is; lia.
Qed.

Lemma right_then id :
  is_right id -> id / d * one <= (id + flag) * M < (id / d + 1) * one.
Proof.
  pose proof one_range. unfold is_right, quotient. fold one. intros <-.
  apply div_bounds. lia.
Qed.

(** Whether [id] is the first wrong one of all ids, however large. *)
Definition is_first_wrong (id : Z) : Prop :=
  0 <= id /\ ~ is_right id /\ forall j, 0 <= j < id -> is_right j.

(** An element begins too early. The first is the first whose distance from the
    right beginning exceeds what the flag leaves. *)
Lemma early k :
  let x := M * d - one in
  0 <= x -> 1 <= k -> (1 - flag) * M <= k * x ->
  (k = 1 \/ (k - 1) * x < (1 - flag) * M) ->
  is_first_wrong (div_ceil (k * one) M - flag).
Proof.
  intros x X K1 KX LEAST. pose proof one_range as O.
  assert (MD : M * d = one + x) by lia. clearbody x.
  pose proof (div_ceil_bounds (k * one) M ltac:(lia)) as C.
  set (i := div_ceil (k * one) M - flag) in *.
  replace (div_ceil (k * one) M) with (i + flag) in C by lia. clearbody i.
  assert (KD : k * (M * d) = k * one + k * x) by (rewrite MD; ring).
  (* The id is in the group before element k. *)
  assert (I1 : i < k * d) by (apply (Z.mul_lt_mono_pos_r M); lia).
  assert (I2 : (k - 1) * d <= i) by (apply (Z.mul_le_mono_pos_r _ _ M); lia).
  split; [nia|]. split.
  - intros R. apply right_then in R.
    rewrite (div_is i d (k - 1)) in R by lia. lia.
  - intros j J. apply right_if.
    pose proof (div_bounds j d d_range) as B.
    assert (Q : 0 <= j / d) by (apply Z.div_pos; lia).
    set (q := j / d) in *. clearbody q.
    assert (QD : q * (M * d) = q * one + q * x) by (rewrite MD; ring).
    assert (JM : q * d * M <= j * M) by (apply Z.mul_le_mono_nonneg_r; lia).
    assert (QX : 0 <= q * x) by (apply Z.mul_nonneg_nonneg; lia).
    assert (FM : 0 <= flag * M) by (apply Z.mul_nonneg_nonneg; lia).
    split; [lia|].
    assert (QK : q < k) by (apply (Z.mul_lt_mono_pos_r d); lia).
    destruct (Z.eq_dec q (k - 1)) as [->|].
    + assert ((j + flag) * M <= (i - 1 + flag) * M)
        by (apply Z.mul_le_mono_nonneg_r; lia).
      lia.
    + assert ((q + 1) * x <= (k - 1) * x)
        by (apply Z.mul_le_mono_nonneg_r; lia).
      assert ((j + 1) * M <= (q + 1) * d * M)
        by (apply Z.mul_le_mono_nonneg_r; lia).
      lia.
Qed.

(** An element begins too late. *)
Lemma late :
  M * d < one -> is_first_wrong ((flag * M / (one - M * d) + 1) * d).
Proof.
  intros S. pose proof one_range as O.
  assert (MD : M * d = one - (one - M * d)) by lia.
  set (y := one - M * d) in *. clearbody y.
  pose proof (div_bounds (flag * M) y ltac:(lia)) as K.
  assert (K0 : 0 <= flag * M / y) by (apply Z.div_pos; nia).
  set (k := flag * M / y) in *. clearbody k.
  assert (KD : (k + 1) * (M * d) = (k + 1) * one - (k + 1) * y)
    by (rewrite MD; ring).
  split; [nia|]. split.
  - intros R. apply right_then in R. rewrite Z.div_mul in R by lia. lia.
  - intros j J. apply right_if.
    pose proof (div_bounds j d d_range) as B.
    assert (0 <= j / d) by (apply Z.div_pos; lia).
    set (q := j / d) in *. clearbody q.
    assert (QD : q * (M * d) = q * one - q * y) by (rewrite MD; ring).
    assert (QK : q < k + 1) by (apply (Z.mul_lt_mono_pos_r d); lia).
    assert (q * y <= k * y) by (apply Z.mul_le_mono_nonneg_r; lia).
    assert (q * d * M <= j * M) by (apply Z.mul_le_mono_nonneg_r; lia).
    assert ((j + 1) * M <= (q + 1) * d * M)
      by (apply Z.mul_le_mono_nonneg_r; lia).
    assert (0 < (q + 1) * y) by (apply Z.mul_pos_pos; lia).
    assert (flag * M <= M) by (destruct flag_range; subst flag; lia).
    split; lia.
Qed.

(** No element begins too early or too late. *)
Lemma never_wrong :
  flag = 0 -> M * d = one -> forall j, 0 <= j -> is_right j.
Proof.
  intros F S j J. apply right_if. rewrite F.
  pose proof (div_bounds j d d_range). rewrite <- S. nia.
Qed.

(** The code finds the first wrong id, or both candidates need more than 32
    bits. *)
Lemma wrong_id_is_first :
  match wrong_id M one flag d with
  | Some id =>
      exists i, is_first_wrong i /\ (id = i \/ 2 ^ 32 <= i /\ 2 ^ 32 <= id)
  | None => forall j, is_u32 j -> is_right j
  end.
Proof.
  unfold wrong_id.
  assert (EARLY : match early_element M one flag (M * d) with
                  | Some k => is_first_wrong (div_ceil (k * one) M - flag)
                  | None => M * d < one \/ flag = 0 /\ M * d = one
                  end).
  { unfold early_element.
    destruct flag_range as [F|F], (Z.eqb_spec flag 0), (Z.eqb_spec flag 1);
      try lia; cbn [andb].
    - destruct (Z.ltb_spec one (M * d)); [|lia].
      pose proof (div_ceil_bounds M (M * d - one) ltac:(lia)).
      apply early; nia.
    - destruct (Z.leb_spec one (M * d)); [|lia]. apply early; lia. }
  destruct (early_element _ _ _ _) as [k|].
  - destruct (Z.ltb_spec (k * one) (2 ^ 64)).
    + eexists. split; [exact EARLY|now left].
    + intros j J. apply EARLY.
      pose proof (div_ceil_bounds (k * one) M ltac:(lia)).
      destruct flag_range; nia.
  - destruct (Z.ltb_spec (M * d) one) as [L|L].
    + eexists. split; [exact (late L)|]. lia.
    + intros j J. apply never_wrong; lia.
Qed.

End Triple.

(** For every triple, whatever its three words contain, and every divisor: if an
    id is found, it is divided wrongly and all ids before it correctly; if no id
    is found, all 2^32 ids are divided correctly. *)
Theorem first_wrong_id_is_the_first :
  forall t d,
    is_u32 (magic t) -> is_divisor d ->
    match first_wrong_id t d with
    | Some id =>
        is_u32 id /\ divide t id <> id / d /\
        forall j, 0 <= j < id -> divide t j = j / d
    | None => forall j, is_u32 j -> divide t j = j / d
    end.
Proof.
  intros t d T D.
  pose proof (multiplier_bounds t T) as B.
  pose proof (Z.mod_pos_bound (extra_flags t) 2 ltac:(lia)) as F.
  pose proof (Z.mod_pos_bound (shift t) 32 ltac:(lia)) as S.
  set (right j := divide t j = j / d).
  assert (Q : forall j, is_u32 j ->
              (is_right (multiplier t) (shift t mod 32)
                 (extra_flags t mod 2) d j <-> right j)).
  { intros j J. unfold is_right, right.
    destruct (divide_is_quotient t j J T) as [_ ->]. reflexivity. }
  pose proof (wrong_id_is_first (multiplier t) (shift t mod 32)
                (extra_flags t mod 2) d) as W.
  specialize (W ltac:(lia) ltac:(lia) ltac:(lia) ltac:(lia)).
  unfold first_wrong_id.
  destruct (wrong_id _ _ _ _) as [id|].
  - destruct W as [i [[I0 [IW IR]] E]].
    destruct (Z.leb_spec id (2 ^ 32 - 1)) as [L|L].
    + destruct E as [->|E]; [|lia]. split; [lia|]. split.
      * intros R. apply IW. apply Q; [lia|exact R].
      * intros j J. apply (proj1 (Q j ltac:(lia))). now apply IR.
    + intros j J. apply (proj1 (Q j J)). apply IR. lia.
  - intros j J. apply (proj1 (Q j J)). now apply W.
Qed.

(** No product or sum in the search needs more than 64 bits, except for the two
    that the code checks. *)
Theorem the_search_does_not_overflow :
  forall t d,
    is_u32 (magic t) -> is_divisor d ->
    let M := multiplier t in
    let one := 2 ^ (32 + shift t mod 32) in
    let extra := extra_flags t mod 2 in
    one < 2 ^ 64 /\ M * d < 2 ^ 64 /\ extra * M < 2 ^ 64 /\
    (one < M * d -> div_ceil M (M * d - one) < 2 ^ 64) /\
    (M * d < one -> extra * M / (one - M * d) + 1 < 2 ^ 64).
Proof.
  intros t d T D M one extra.
  pose proof (multiplier_bounds t T) as B. fold M in B.
  pose proof (Z.mod_pos_bound (extra_flags t) 2 ltac:(lia)) as F.
  fold extra in F.
  pose proof (Z.mod_pos_bound (shift t) 32 ltac:(lia)) as S.
  assert (one < 2 ^ 64).
  { subst one. apply Z.pow_lt_mono_r; lia. }
  assert (E : 0 <= extra * M <= M) by nia.
  assert (SMALLER : forall a x m, 0 < x -> 0 <= m -> a * x <= m -> a <= m)
    by (clear; intros; nia).
  repeat split; [assumption|nia|lia| |].
  - intros L. pose proof (div_ceil_bounds M (M * d - one) ltac:(lia)) as C.
    pose proof (SMALLER (div_ceil M (M * d - one) - 1) (M * d - one) M).
    lia.
  - intros L.
    pose proof (div_bounds (extra * M) (one - M * d) ltac:(lia)) as C.
    pose proof (SMALLER (extra * M / (one - M * d)) (one - M * d) (extra * M)).
    lia.
Qed.
