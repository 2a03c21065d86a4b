(* SPDX-License-Identifier: MIT *)

(** The results of the proofs' definitions for given inputs, which link.py
    compares with those of the reference.

    The theorems are applied to all of these domains, so none of them can have a
    hypothesis that excludes inputs. *)

From Coq Require Import Bool List ZArith Lia.
From Dral Require Import Arithmetic MagicDivisor Draw Attribute
  Table Ids Valhall.
Import ListNotations.
Open Scope Z_scope.

(** ** Domains: what the types of dral.h hold and the reference accepts *)

Definition between (low x high : Z) : bool := (low <=? x) && (x <=? high).

Definition in_draws (d : draw) : bool :=
  between 0 (vertex_count d) 0xFFFFFFFF &&
  between 0 (instance_count d) 0xFFFFFFFF &&
  between 0 (base_instance d) 0xFFFFFFFF &&
  between (-0x80000000) (start d) 0x7FFFFFFF.

(** A padded count and its fields. *)
Definition in_counts (d : draw) (p : padded_count) : bool :=
  between (vertex_count d) (padded p) 0xFFFFFFFF &&
  (padded p * instance_count d <=? 0x100000000) &&
  (negb (has_several d) ||
   between 0 (padded_odd p) 4 && between 0 (padded_shift p) 31 &&
   (padded p =? (2 * padded_odd p + 1) * 2 ^ padded_shift p)).

Definition in_buffers (b : buffer) : bool :=
  between 0 (address b) 0xFFFFFFFFFFFFFF && (0 <=? size b) &&
  (size b + address b mod 64 <=? 0xFFFFFFFF) &&
  between 0 (stride b) 0xFFFFFFFF && between 0 (api_divisor b) 0xFFFFFFFF.

Definition in_sources (s : source) : bool :=
  between (-0x80000000) (source_offset s) 0x7FFFFFFF &&
  between 0 (format s) 0x3FFFFF && between 0 (table s) 63 &&
  between 0 (buffer_index s) 0xFFFFFFFF.

Ltac in_domain :=
  match goal with
  | H : _ = true |- _ =>
      unfold in_draws, in_counts, in_buffers, in_sources, between in H;
      rewrite ?orb_true_iff, ?andb_true_iff, ?Z.leb_le, ?Z.eqb_eq,
        ?negb_true_iff in H
  end.

Lemma draws_are_draws d : in_draws d = true -> is_draw d.
Proof. intros. in_domain. unfold is_draw. lia. Qed.

Lemma counts_are_resolved d p : in_counts d p = true -> resolved d p.
Proof.
  intros. in_domain. unfold resolved. repeat split; try lia.
  all: destruct (has_several d); intuition (discriminate || lia).
Qed.

Lemma buffers_are_buffers b : in_buffers b = true -> is_buffer b.
Proof.
  intros. in_domain. unfold is_buffer.
  pose proof (Z.mod_pos_bound (address b) 64 ltac:(lia)). lia.
Qed.

Lemma sources_are_sources s : in_sources s = true -> is_source s.
Proof. intros. in_domain. unfold is_source. lia. Qed.

Definition in_descriptors (slot format : Z) : bool :=
  between 0 slot 511 && between 0 format 0x3FFFFF.

Definition in_tables (bs : buffers) : bool :=
  forallb (fun b => match b with Some b => in_buffers b | None => true end) bs.

Lemma tables_have_buffers bs :
  in_tables bs = true ->
  forall index b, nth_error bs index = Some (Some b) -> is_buffer b.
Proof.
  intros H index b N%nth_error_In. apply buffers_are_buffers.
  exact (proj1 (forallb_forall _ _) H (Some b) N).
Qed.

(** ** What the theorems say of an input, and that they say it of every one

    README.md quotes the conclusions. *)

Definition draw_input : Type := draw * padded_count * buffer * Z * Z * Z.

Definition draw_accepted
  '((d, p, b, source, vertex, instance) : draw_input) :=
  in_draws d && in_counts d p && in_buffers b &&
  between 0 vertex (vertex_count d - 1) &&
  between 0 instance (instance_count d - 1).

Definition draw_right '((d, p, b, source, vertex, instance) : draw_input) :=
  let words := record_words (record_of d p b) in
  let id := linear_id p vertex instance in
  unit_pointer words + word words 3 = address b + size b /\
  Forall (fun w => is_u32 w) words /\
  unit_id (vertex_id_words d p) id = vertex /\
  unit_id (instance_id_words d p) id = instance /\
  forall offset rest, attribute_offset d p b source = Some offset ->
    unit_address (words ++ rest) offset (start d) id =
    address b + source + stride b * api_element d b vertex instance.

Theorem every_draw_is_right :
  forall row, draw_accepted row = true -> draw_right row.
Proof.
  intros [[[[[d p] b] source] vertex] instance].
  unfold draw_accepted, draw_right. rewrite !andb_true_iff.
  unfold between at 1 2. rewrite !andb_true_iff, !Z.leb_le.
  intros [[[[D%draws_are_draws R%counts_are_resolved]
            B%buffers_are_buffers] V] I].
  pose proof (record_of_is_record d p b D B ltac:(lia) ltac:(lia) R) as X.
  split; [now apply records_end_with_their_buffers|].
  split; [now apply record_words_are_words|].
  split; [apply every_thread_reads_its_vertex_id; auto; lia|].
  split; [apply every_thread_reads_its_instance_id; auto; lia|].
  intros. apply every_thread_reads_the_element_of_the_api; auto; lia.
Qed.

Definition table_input : Type :=
  shape * draw * padded_count * buffers * bool * Z * Z * Z * Z.

Definition table_accepted
  '((s, d, p, bs, ends, format, source, vertex, instance) : table_input) :=
  in_draws d && in_counts d p && in_tables bs &&
  between 0 vertex (vertex_count d - 1) &&
  between 0 instance (instance_count d - 1).

Definition table_right
  '((s, d, p, bs, ends, format, source, vertex, instance) : table_input) :=
  forall index b slot offset,
    nth_error bs index = Some (Some b) ->
    nth_error (slots s d p bs) index = Some slot ->
    in_descriptors (Z.of_nat slot) format = true ->
    attribute_offset d p b source = Some offset ->
    fetch_address (table_words s d p bs ends)
      (descriptor_words (Z.of_nat slot) format offset) (start d)
      (linear_id p vertex instance) =
    address b + source + stride b * api_element d b vertex instance.

Theorem every_table_is_right :
  forall row, table_accepted row = true -> table_right row.
Proof.
  intros [[[[[[[[s d] p] bs] ends] format] source] vertex] instance].
  unfold table_accepted, table_right. rewrite !andb_true_iff.
  unfold between at 1 2. rewrite !andb_true_iff, !Z.leb_le.
  intros [[[[D%draws_are_draws R%counts_are_resolved] B] V] I].
  intros index b slot offset N S F O.
  unfold in_descriptors, between in F.
  rewrite !andb_true_iff, !Z.leb_le in F.
  apply (every_attribute_of_a_table_reads_the_element_of_the_api s d p bs ends
           index b slot format source offset); auto;
    [now apply (tables_have_buffers bs B index)|lia..].
Qed.

Definition valhall_input : Type := draw * buffer * source * Z * Z.

Definition valhall_accepted '((d, b, s, vertex, instance) : valhall_input) :=
  in_buffers b && in_sources s && between 0 vertex 0xFFFFFFFF &&
  between 0 instance 0xFFFFFFFF.

Definition valhall_right '((d, b, s, vertex, instance) : valhall_input) :=
  forall offset descriptors,
    valhall_offset d b s = Some offset ->
    descriptors (table s) (buffer_index s) = address b ->
    valhall_address descriptors (valhall_words d b s offset) (start d) vertex
      instance =
    address b + source_offset s + stride b * api_element d b vertex instance.

Theorem every_valhall_is_right :
  forall row, valhall_accepted row = true -> valhall_right row.
Proof.
  intros [[[[d b] s] vertex] instance].
  unfold valhall_accepted, valhall_right.
  rewrite !andb_true_iff. unfold between.
  rewrite !andb_true_iff, !Z.leb_le.
  intros [[[B%buffers_are_buffers S%sources_are_sources] V] I] offset
    descriptors O A.
  apply every_thread_reads_the_element_of_the_api_from_v9_on; auto; lia.
Qed.

(** ** Results: what the driver writes, and what a thread reads by that *)

Definition draw_row (row : draw_input) : list (list Z) :=
  let '(d, p, b, source, vertex, instance) := row in
  let words := record_words (record_of d p b) in
  let id := linear_id p vertex instance in
  if draw_accepted row then
    [words;
     match attribute_offset d p b source with
     | Some offset => [offset; unit_address words offset (start d) id]
     | None => []
     end;
     vertex_id_words d p ++ instance_id_words d p;
     [unit_id (vertex_id_words d p) id; unit_id (instance_id_words d p) id]]
  else [].

Definition table_row (row : table_input) : list (list Z) :=
  let '(s, d, p, bs, ends, format, source, vertex, instance) := row in
  let words := table_words s d p bs ends in
  let each := map Z.of_nat (slots s d p bs) in
  let read '(slot, b) :=
    match b, in_descriptors slot format with
    | Some b, true =>
        match attribute_offset d p b source with
        | Some offset =>
            let descriptor := descriptor_words slot format offset in
            descriptor ++
            [fetch_address words descriptor (start d)
               (linear_id p vertex instance)]
        | None => []
        end
    | _, _ => []
    end in
  if table_accepted row then each :: words :: map read (combine each bs)
  else [].

Definition valhall_row (row : valhall_input) : list (list Z) :=
  let '(d, b, s, vertex, instance) := row in
  match valhall_accepted row, valhall_offset d b s with
  | true, Some offset =>
      let words := valhall_words d b s offset in
      [words;
       [valhall_address (fun _ _ => address b) words (start d) vertex
          instance]]
  | _, _ => []
  end.

Fixpoint is_same {A} (same : A -> A -> bool) (a b : list A) : bool :=
  match a, b with
  | [], [] => true
  | x :: a, y :: b => same x y && is_same same a b
  | _, _ => false
  end.

(** The inputs with other results. *)
Definition different {A} (row : A -> list (list Z))
  (rows : list (A * list (list Z))) : list (A * list (list Z)) :=
  filter (fun '(input, result) =>
            negb (is_same (is_same Z.eqb) (row input) result)) rows.
