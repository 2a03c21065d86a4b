(* SPDX-License-Identifier: MIT *)

(** What a driver writes for given inputs, and what a thread reads by that;
    link.py compares it with the reference. There is no result for inputs that
    the theorems do not cover. *)

From Dral Require Export Table Valhall.

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
