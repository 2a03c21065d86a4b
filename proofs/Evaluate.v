(* SPDX-License-Identifier: MIT *)

(** The results of the proofs' definitions for given inputs. link.py compares
    them with known answers and with the library, and checks that the inputs
    reach every bound of the domains below.

    The theorems are applied to all of these domains, so none of them can have a
    hypothesis that excludes inputs. *)

From Coq Require Import Bool List ZArith Lia.
From Dral Require Import Arithmetic MagicDivisor FirstWrongId Padding Draw
  Attribute Ids Valhall.
Import ListNotations.
Open Scope Z_scope.

Set Printing Depth 10000000.
Set Printing Width 1000.

(** ** Domains: what the types of dral.h hold and the library accepts *)

Definition between (low x high : Z) : bool := (low <=? x) && (x <=? high).

Definition in_draws (d : draw) : bool :=
  between 0 (vertex_count d) 0xFFFFFFFF &&
  between 0 (instance_count d) 0xFFFFFFFF &&
  between 0 (base_instance d) 0xFFFFFFFF &&
  between (-0x80000000) (start d) 0x7FFFFFFF.

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
      unfold in_draws, in_buffers, in_sources, between in H;
      rewrite ?andb_true_iff, ?Z.leb_le in H
  end.

Lemma draws_are_draws d : in_draws d = true -> is_draw d.
Proof. intros. in_domain. unfold is_draw. lia. Qed.

Lemma buffers_are_buffers b : in_buffers b = true -> is_buffer b.
Proof.
  intros. in_domain. unfold is_buffer.
  pose proof (Z.mod_pos_bound (address b) 64 ltac:(lia)). lia.
Qed.

Lemma sources_are_sources s : in_sources s = true -> is_source s.
Proof. intros. in_domain. unfold is_source. lia. Qed.

(** ** The theorems, for all of these domains *)

Theorem attributes_of_all_draws :
  forall d p b source offset vertex instance,
    in_draws d = true -> in_buffers b = true ->
    resolve d = Some p -> attribute_offset d p b source = Some offset ->
    0 <= vertex < vertex_count d -> 0 <= instance < instance_count d ->
    unit_address (record_words (record_of d p b)) offset (start d)
      (linear_id p vertex instance) =
    address b + source + stride b * api_element d b vertex instance.
Proof.
  intros d p b source offset vertex instance D%draws_are_draws
    B%buffers_are_buffers.
  now apply every_thread_reads_the_element_of_the_api.
Qed.

Theorem records_of_all_draws :
  forall d p b vertex instance,
    in_draws d = true -> in_buffers b = true -> resolve d = Some p ->
    0 <= vertex < vertex_count d -> 0 <= instance < instance_count d ->
    let words := record_words (record_of d p b) in
    unit_pointer words + word words 3 = address b + size b /\
    Forall (fun w => is_u32 w) words.
Proof.
  intros d p b vertex instance D%draws_are_draws B%buffers_are_buffers R V I
    words.
  pose proof (record_of_is_record d p b D B ltac:(lia) ltac:(lia) R) as X.
  split; [now apply records_end_with_their_buffers|].
  now apply record_words_are_words.
Qed.

Theorem ids_of_all_draws :
  forall d p vertex instance,
    in_draws d = true -> resolve d = Some p ->
    0 <= vertex < vertex_count d -> 0 <= instance < instance_count d ->
    let id := linear_id p vertex instance in
    unit_id (vertex_id_words d p) id = vertex /\
    unit_id (instance_id_words d p) id =
    if has_instance_ids d p then instance else id / 2 ^ 31.
Proof.
  intros d p vertex instance D%draws_are_draws R V I id.
  split; [now apply every_thread_reads_its_vertex_id|].
  now apply every_thread_reads_its_instance_id.
Qed.

Theorem attributes_from_v9_on :
  forall d b s offset descriptors vertex instance,
    in_buffers b = true -> in_sources s = true ->
    valhall_offset d b s = Some offset ->
    descriptors (table s) (buffer_index s) = address b ->
    0 <= vertex <= 0xFFFFFFFF -> 0 <= instance <= 0xFFFFFFFF ->
    valhall_address descriptors (valhall_words d b s offset) (start d) vertex
      instance =
    address b + source_offset s +
    stride b * api_element d b vertex instance.
Proof.
  intros d b s offset descriptors vertex instance B%buffers_are_buffers
    S%sources_are_sources O A V I.
  apply every_thread_reads_the_element_of_the_api_from_v9_on; auto; lia.
Qed.

Theorem all_magic_divisors :
  forall d r t id,
    1 <= d <= 0xFFFFFFFF -> 0 <= id <= 0xFFFFFFFF -> new d r = Some t ->
    divide t id = id / d.
Proof.
  intros d r t id D I N. apply (magic_divisor_is_exact d r); auto; lia.
Qed.

Theorem all_wrong_ids :
  forall t d id,
    0 <= magic t <= 0xFFFFFFFF -> 1 <= d <= 0xFFFFFFFF ->
    0 <= id <= 0xFFFFFFFF -> divide t id <> id / d ->
    exists first, first_wrong_id t d = Some first /\ first <= id /\
      divide t first <> first / d.
Proof.
  intros t d id M D I N.
  pose proof (first_wrong_id_is_the_first t d ltac:(lia) ltac:(lia)) as F.
  destruct (first_wrong_id t d) as [first|].
  - exists first. destruct F as [F0 [F1 F2]]. split; [reflexivity|].
    split; [|exact F1]. destruct (Z.le_gt_cases first id) as [|L]; [assumption|].
    elim N. apply F2. lia.
  - elim N. apply F. lia.
Qed.

Theorem all_padded_counts :
  forall v p,
    1 <= v <= 0xE0000000 - 1 -> is_padded_count p -> v <= p ->
    (20 <= v -> v < p) -> v <= driver_count v <= p.
Proof.
  intros v p V P L S.
  destruct (padded_vertex_count_is_least v ltac:(lia)) as [[_ [G _]] M].
  split; [exact G|]. apply M. now repeat split.
Qed.

(** ** Rows of results *)

Definition bit (x : bool) : Z := if x then 1 else 0.
(* No result has this value. *)
Definition nothing : Z := 2 ^ 64 - 1.
Definition or_nothing (x : option Z) : Z :=
  match x with Some x => x | None => nothing end.
Definition row_of (t : option magic_divisor) : list Z :=
  match t with
  | Some t => [magic t; shift t; extra_flags t]
  | None => [nothing]
  end.

(** A number as a count and as a divisor. *)
Definition number_row (x : Z) : list Z :=
  [driver_count x; documented_count x; or_nothing (idvs_count x)] ++
  row_of (new x Documented) ++ row_of (new x Nearest).

(** A divisor, a triple and an id. *)
Definition candidate_row '(d, m, s, e, id) : list Z :=
  let t := Magic m s e in
  [divide t id; or_nothing (first_wrong_id t d)].

(** Words, and what a thread reads by them. *)
Definition draw_row '(d, b, source, vertex, instance) : list (list Z) :=
  [bit (in_draws d); bit (in_buffers b)] ::
  match resolve d with
  | None => []
  | Some p =>
      let words := record_words (record_of d p b) in
      let id := linear_id p vertex instance in
      [[padded p; if has_several d then 1 else 0; padded_shift p; padded_odd p];
       words;
       match attribute_offset d p b source with
       | Some offset => [offset; unit_address words offset (start d) id]
       | None => [nothing]
       end;
       vertex_id_words d p; instance_id_words d p;
       [unit_pointer words; unit_id (vertex_id_words d p) id;
        unit_id (instance_id_words d p) id; bit (has_instance_ids d p)]]
  end.

Definition valhall_row '(d, b, s, vertex, instance) : list (list Z) :=
  [bit (in_sources s)] ::
  match valhall_offset d b s with
  | Some offset =>
      let words := valhall_words d b s offset in
      [words;
       [valhall_address (fun _ _ => address b) words (start d) vertex
          instance]]
  | None => []
  end.
