(* SPDX-License-Identifier: MIT *)

(** The results of the proofs' definitions for given inputs. link.py compares
    them with known answers and with the library, and checks that the inputs
    reach every bound of the domains below.

    The theorems are applied to all of these domains, so none of them can have a
    hypothesis that excludes inputs. *)

From Coq Require Import Bool List ZArith Lia.
From Dral Require Import Arithmetic MagicDivisor Padding Draw
  Attribute Table Ids Valhall.
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

Definition in_descriptors (slot format : Z) : bool :=
  between 0 slot 511 && between 0 format 0x3FFFFF.

Definition in_tables (bs : buffers) : bool :=
  forallb (fun b => match b with Some b => in_buffers b | None => true end) bs.

Lemma tables_have_buffers bs :
  in_tables bs = true ->
  Forall is_bound bs /\ forall index b, nth_error bs index = Some (Some b) ->
                                       is_buffer b.
Proof.
  intros H. assert (F : Forall is_bound bs).
  { apply Forall_forall. intros [b|] B; [|exact I].
    apply buffers_are_buffers.
    exact (proj1 (forallb_forall _ _) H (Some b) B). }
  split; [exact F|]. intros index b N%nth_error_In.
  exact (proj1 (Forall_forall _ _) F (Some b) N).
Qed.

(** ** What the theorems say of an input, and that they say it of every one

    link.py repeats the statements. *)

Definition draw_input : Type := draw * buffer * Z * Z * Z.

Definition draw_accepted '((d, b, source, vertex, instance) : draw_input) :=
  in_draws d && in_buffers b && between 0 vertex (vertex_count d - 1) &&
  between 0 instance (instance_count d - 1).

Definition draw_right '((d, b, source, vertex, instance) : draw_input) :=
  forall p, resolve d = Some p ->
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
  intros [[[[d b] source] vertex] instance]. unfold draw_accepted, draw_right.
  rewrite !andb_true_iff. unfold between at 1 2.
  rewrite !andb_true_iff, !Z.leb_le.
  intros [[[D%draws_are_draws B%buffers_are_buffers] V] I] p R.
  pose proof (record_of_is_record d p b D B ltac:(lia) ltac:(lia) R) as X.
  split; [now apply records_end_with_their_buffers|].
  split; [now apply record_words_are_words|].
  split; [apply every_thread_reads_its_vertex_id; auto; lia|].
  split; [apply every_thread_reads_its_instance_id; auto; lia|].
  intros. apply every_thread_reads_the_element_of_the_api; auto; lia.
Qed.

Definition table_input : Type :=
  shape * draw * buffers * bool * Z * Z * Z * Z.

Definition table_accepted
  '((s, d, bs, ends, format, source, vertex, instance) : table_input) :=
  in_draws d && in_tables bs && between 0 vertex (vertex_count d - 1) &&
  between 0 instance (instance_count d - 1).

Definition table_right
  '((s, d, bs, ends, format, source, vertex, instance) : table_input) :=
  forall p, resolve d = Some p ->
    let words := table_words s d p bs ends in
    prepared_slots s d p bs = slots s d p bs /\
    prepared_table s d p bs ends = words /\
    forall index b slot offset,
      nth_error bs index = Some (Some b) ->
      nth_error (slots s d p bs) index = Some slot ->
      in_descriptors (Z.of_nat slot) format = true ->
      attribute_offset d p b source = Some offset ->
      fetch_address words (descriptor_words (Z.of_nat slot) format offset)
        (start d) (linear_id p vertex instance) =
      address b + source + stride b * api_element d b vertex instance.

Theorem every_table_is_right :
  forall row, table_accepted row = true -> table_right row.
Proof.
  intros [[[[[[[s d] bs] ends] format] source] vertex] instance].
  unfold table_accepted, table_right.
  rewrite !andb_true_iff. unfold between at 1 2.
  rewrite !andb_true_iff, !Z.leb_le.
  intros [[[D%draws_are_draws B] V] I] p R.
  destruct (tables_have_buffers bs B) as [BS EACH].
  destruct (prepared_tables_are_those_of_the_draw s d p bs ends D BS
              ltac:(lia) ltac:(lia) R) as [SLOTS TABLE].
  split; [exact SLOTS|]. split; [exact TABLE|].
  intros index b slot offset N S F O.
  unfold in_descriptors, between in F.
  rewrite !andb_true_iff, !Z.leb_le in F.
  apply (every_attribute_of_a_table_reads_the_element_of_the_api s d p bs ends
           index b slot format source offset); auto;
    [now apply (EACH index)|lia..].
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

Definition number_accepted (x : Z) : bool := between 0 x 0xFFFFFFFF.

(** A count, or 0 for 2^32. *)
Definition is_count (rule : Z -> Prop) (count : Z) : Prop :=
  is_least rule (if count =? 0 then 2 ^ 32 else count).

Definition number_right (x : Z) : Prop :=
  (x <> 0 -> is_count (driver_rule x) (driver_count x) /\
             is_count (documented_rule x) (documented_count x)) /\
  (20 <= x -> driver_count x = documented_count x) /\
  documented_count x = next_padded (if x <? 20 then Z.lor x 3 else x) /\
  is_least (fun c => x <= c /\ (4 | c))
    match idvs_count x with Some c => c | None => 2 ^ 32 end /\
  forall r, match new x r with
            | Some t => t = stored x (magic_rule x r) /\
                        forall id, is_u32 id -> divide t id = id / x
            | None => x = 0 \/ (r = Nearest /\ is_pot x)
            end.

Theorem every_number_is_right :
  forall row, number_accepted row = true -> number_right row.
Proof.
  unfold number_accepted, between. intros x.
  rewrite andb_true_iff, !Z.leb_le. intros X.
  assert (C : forall rule count,
    (x < 0xE0000000 -> is_least rule count /\ count <> 0) ->
    (0xE0000000 <= x < 2 ^ 32 -> count = 0 /\ is_least rule (2 ^ 32)) ->
    is_count rule count).
  { unfold is_count. intros rule count L Z0.
    destruct (Z.eqb_spec count 0), (Z.lt_ge_cases x 0xE0000000);
      try destruct (L ltac:(lia)); try destruct (Z0 ltac:(lia)); tauto. }
  split; [|split; [|split; [|split]]].
  - intros N. split; [apply (C (driver_rule x))|apply (C (documented_rule x))].
    + intros B. pose proof (padded_vertex_count_is_least x ltac:(lia)) as L.
      split; [exact L|]. destruct L as [[_ [G _]] _]. lia.
    + intros B. now apply padded_vertex_count_is_0.
    + intros B. pose proof (documented_count_is_least x ltac:(lia)) as L.
      split; [exact L|]. destruct L as [[_ [G _]] _]. lia.
    + intros B. now apply documented_count_is_0.
  - intros. apply both_rules_are_the_same_from_20. lia.
  - apply documented_count_by_lor. lia.
  - pose proof (idvs_count_is_least x ltac:(lia)) as L.
    destruct (idvs_count x); [apply L|exact L].
  - intros r. destruct (new x r) as [t|] eqn:T.
    + pose proof T as M. unfold new in M.
      destruct (has_magic x r) eqn:H; [injection M as <-|discriminate M].
      assert (N : x <> 0) by (intros ->; now destruct r).
      split; [apply compute_follows_the_rule; [lia|exact H]|].
      intros id I. apply (magic_divisor_is_exact x r); auto; lia.
    + apply which_divisors_have_a_magic; [lia|exact T].
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
  [bit (number_accepted x); driver_count x; documented_count x;
   or_nothing (idvs_count x)] ++
  row_of (new x Documented) ++ row_of (new x Nearest).

(** Words, and what a thread reads by them. *)
Definition draw_row (row : draw_input) : list (list Z) :=
  let '(d, b, source, vertex, instance) := row in
  [bit (draw_accepted row)] ::
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
        unit_id (instance_id_words d p) id]]
  end.

(** Slots, words, and for each buffer its template, its descriptor, and what a
    thread reads by that. *)
Definition table_row (row : table_input) : list (list Z) :=
  let '(s, d, bs, ends, format, source, vertex, instance) := row in
  [bit (table_accepted row)] ::
  match resolve d with
  | None => []
  | Some p =>
      let words := table_words s d p bs ends in
      map Z.of_nat (slots s d p bs) :: words ::
      map (fun '(slot, b) =>
        match b with
        | None => []
        | Some b =>
            let prepared := mode_of d (unshifted p) b in
            [shared_from b (fst prepared); bit (in_descriptors slot format)] ++
            match attribute_offset d p b source with
            | None => [nothing; nothing; nothing]
            | Some offset =>
                let descriptor := descriptor_words slot format offset in
                descriptor ++
                [fetch_address words descriptor (start d)
                   (linear_id p vertex instance)]
            end ++ template b prepared
        end)
        (combine (map Z.of_nat (slots s d p bs)) bs)
  end.

Definition valhall_row (row : valhall_input) : list (list Z) :=
  let '(d, b, s, vertex, instance) := row in
  [bit (in_buffers b); bit (valhall_accepted row)] ::
  match valhall_offset d b s with
  | Some offset =>
      let words := valhall_words d b s offset in
      [words;
       [valhall_address (fun _ _ => address b) words (start d) vertex
          instance]]
  | None => []
  end.
