(* SPDX-License-Identifier: MIT *)

(** Draws: docs/reference/instancing.md, "A draw".

    ESBMC and sweeps prove what padded counts are, and what dral_draw_resolve
    leaves. Here every linear id is a word. *)

From Coq Require Import Bool ZArith Lia.
From Dral Require Import Arithmetic MagicDivisor.
Open Scope Z_scope.

(** What a driver passes. *)
Record draw := Draw
  { vertex_count : Z; instance_count : Z; draw_rounding : rounding;
    start : Z; base_instance : Z }.

Definition is_draw (d : draw) : Prop :=
  is_u32 (vertex_count d) /\ is_u32 (instance_count d) /\
  is_u32 (base_instance d) /\ - 2 ^ 31 <= start d < 2 ^ 31.

Definition has_several (d : draw) : bool := 1 <? instance_count d.

(** The padded count as a number and as the two fields of a descriptor. *)
Record padded_count := Padded
  { padded : Z; padded_shift : Z; padded_odd : Z }.

(** What dral_draw_resolve leaves: the claims of `draw_resolve` in core.c. *)
Definition resolved (d : draw) (p : padded_count) : Prop :=
  vertex_count d <= padded p < 2 ^ 32 /\
  padded p * instance_count d <= 2 ^ 32 /\
  (has_several d = true ->
   padded p = (2 * padded_odd p + 1) * 2 ^ padded_shift p /\
   0 <= padded_odd p <= 4 /\ 0 <= padded_shift p <= 31).

(** The index that the hardware assigns to a thread. *)
Definition linear_id (p : padded_count) (vertex instance : Z) : Z :=
  instance * padded p + vertex.

(** A linear id is a word, and determines vertex and instance. *)
Lemma linear_id_spec d p vertex instance :
  is_draw d -> resolved d p ->
  0 <= vertex < vertex_count d -> 0 <= instance < instance_count d ->
  let id := linear_id p vertex instance in
  is_u32 id /\ id mod padded p = vertex /\ id / padded p = instance /\
  (has_several d = false -> instance = 0).
Proof.
  intros D [B [T _]] V I id.
  unfold id, linear_id. rewrite Z.add_comm.
  rewrite Z.mod_add, Z.div_add, Z.mod_small, Z.div_small by lia.
  repeat split; try nia. unfold has_several. intros S.
  apply Z.ltb_ge in S. lia.
Qed.
