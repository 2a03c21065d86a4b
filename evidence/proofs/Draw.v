(* SPDX-License-Identifier: MIT *)

(** Draws: docs/reference/instancing.md, "A draw".

    What the other files need to know of a draw is proven here once: its padded
    count is a number that the hardware's fields can hold, and every linear id
    is a word. *)

From Coq Require Import Bool ZArith Lia.
From Dral Require Import Arithmetic MagicDivisor Padding.
Open Scope Z_scope.

Inductive padding_rule := DriverRule | DocumentedRule.

(** What a driver passes. *)
Record draw := Draw
  { vertex_count : Z; instance_count : Z; padding : padding_rule; idvs : bool;
    draw_rounding : rounding; start : Z; base_instance : Z }.

Definition is_draw (d : draw) : Prop :=
  is_u32 (vertex_count d) /\ is_u32 (instance_count d) /\
  is_u32 (base_instance d) /\ - 2 ^ 31 <= start d < 2 ^ 31.

Definition has_several (d : draw) : bool := 1 <? instance_count d.

(** The padded count as a number and as the two fields of a descriptor. *)
Record padded_count := Padded
  { padded : Z; padded_shift : Z; padded_odd : Z }.

(** Nothing is padded for one instance. *)
Definition pad (d : draw) : option Z :=
  if has_several d then
    match (if idvs d then idvs_count (vertex_count d)
           else Some (vertex_count d)) with
    | Some v =>
        let p := match padding d with
                 | DriverRule => driver_count v
                 | DocumentedRule => documented_count v
                 end in
        if p =? 0 then None else Some p
    | None => None
    end
  else Some (vertex_count d).

(** [dral_draw_resolve]: refuses what the hardware cannot count. *)
Definition resolve (d : draw) : option padded_count :=
  match pad d with
  | Some p =>
      if p * instance_count d <=? 2 ^ 32
      then Some (Padded p (factored_shift p) (factored_odd p))
      else None
  | None => None
  end.

(** The index that the hardware assigns to a thread. *)
Definition linear_id (p : padded_count) (vertex instance : Z) : Z :=
  instance * padded p + vertex.

(** ** The proof *)

Lemma idvs_count_spec v c :
  1 <= v < 2 ^ 32 -> idvs_count v = Some c -> v <= c < 2 ^ 32.
Proof.
  intros V E. pose proof (idvs_count_is_least v ltac:(lia)) as L.
  rewrite E in L. destruct L as [R [[G _] _]]. lia.
Qed.

Lemma driver_count_spec v :
  1 <= v < 2 ^ 32 -> driver_count v <> 0 ->
  is_padded_count (driver_count v) /\ v <= driver_count v < 2 ^ 32.
Proof.
  intros V N. destruct (Z.lt_ge_cases v 0xE0000000) as [L|L].
  - destruct (padded_vertex_count_is_least v ltac:(lia)) as [[P [G _]] M].
    split; [exact P|]. split; [exact G|].
    assert (driver_count v <= 0xE0000000); [|lia].
    apply M. split; [exists 3, 29|]; lia.
  - elim N. now apply padded_vertex_count_is_0.
Qed.

Lemma documented_count_spec v :
  1 <= v < 2 ^ 32 -> documented_count v <> 0 ->
  is_padded_count (documented_count v) /\ v <= documented_count v < 2 ^ 32.
Proof.
  intros V N. destruct (Z.lt_ge_cases v 0xE0000000) as [L|L].
  - destruct (documented_count_is_least v ltac:(lia)) as [[P [G _]] M].
    split; [exact P|]. split; [lia|].
    assert (documented_count v <= 0xE0000000); [|lia].
    apply M. split; [exists 3, 29; lia|]. split; [lia|]. now exists 0x38000000.
  - elim N. now apply documented_count_is_0.
Qed.

(** With several instances the two fields hold the padded count. *)
Theorem resolve_spec :
  forall d p,
    is_draw d -> 1 <= vertex_count d -> 1 <= instance_count d ->
    resolve d = Some p ->
    vertex_count d <= padded p < 2 ^ 32 /\
    padded p * instance_count d <= 2 ^ 32 /\
    (has_several d = true ->
     padded p = (2 * padded_odd p + 1) * 2 ^ padded_shift p /\
     0 <= padded_odd p <= 4 /\ 0 <= padded_shift p <= 31).
Proof.
  intros d p [V [I _]] V1 I1 R. unfold resolve in R.
  assert (C : forall c, pad d = Some c ->
              vertex_count d <= c < 2 ^ 32 /\
              (has_several d = true -> is_padded_count c)).
  { unfold pad. intros c E. destruct (has_several d).
    2: { injection E as <-. split; [lia|discriminate]. }
    destruct (if idvs d then _ else _) as [v|] eqn:VE; [|discriminate].
    assert (VV : vertex_count d <= v < 2 ^ 32).
    { destruct (idvs d); [apply idvs_count_spec; [lia|exact VE]|].
      injection VE as <-. lia. }
    destruct (Z.eqb_spec (match padding d with
                          | DriverRule => driver_count v
                          | DocumentedRule => documented_count v
                          end) 0) as [|N]; [discriminate|].
    injection E as <-. destruct (padding d);
      [pose proof (driver_count_spec v ltac:(lia) N)
      |pose proof (documented_count_spec v ltac:(lia) N)];
      (split; [lia|intros _; tauto]). }
  destruct (pad d) as [c|]; [|discriminate].
  destruct (C c eq_refl) as [B P]. clear C.
  destruct (Z.leb_spec (c * instance_count d) (2 ^ 32)); [|discriminate].
  injection R as <-. cbn [padded padded_shift padded_odd].
  split; [exact B|]. split; [assumption|]. intros S.
  destruct (fields_stand_for_the_count c ltac:(lia)) as [E [K [O F]]].
  rewrite F in P. specialize (P S). split; [exact E|]. lia.
Qed.

(** A linear id is a word, and determines vertex and instance. *)
Lemma linear_id_spec d p vertex instance :
  is_draw d -> resolve d = Some p ->
  0 <= vertex < vertex_count d -> 0 <= instance < instance_count d ->
  let id := linear_id p vertex instance in
  is_u32 id /\ id mod padded p = vertex /\ id / padded p = instance /\
  (has_several d = false -> instance = 0).
Proof.
  intros D R V I id.
  destruct (resolve_spec d p D ltac:(lia) ltac:(lia) R) as [B [T _]].
  unfold id, linear_id. rewrite Z.add_comm.
  rewrite Z.mod_add, Z.div_add, Z.mod_small, Z.div_small by lia.
  repeat split; try nia. unfold has_several. intros S.
  apply Z.ltb_ge in S. lia.
Qed.
