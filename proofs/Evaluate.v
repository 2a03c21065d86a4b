(* SPDX-License-Identifier: MIT *)

(** The results of the proofs' definitions for edge and random inputs, as lists
    of numbers; proofs/compare.c compares them with the library's.

    A row is printed as a sequence of numbers. A missing result (no magic
    divisor, no wrong id) is 2^64 - 1. *)

From Coq Require Import Bool List ZArith.
From Dral Require Import Arithmetic MagicDivisor FirstWrongId Padding Device.
Import ListNotations.
Open Scope Z_scope.

Set Printing Depth 10000000.
Set Printing Width 1000.

(** ** Inputs *)

(** A random number of up to 32 bits, with all lengths equally likely. *)
Definition next_state (state : Z) : Z :=
  (state * 6364136223846793005 + 1442695040888963407) mod 2 ^ 64.
Definition of_state (state : Z) : Z :=
  state / 2 ^ 32 / 2 ^ (state / 2 ^ 11 mod 32).

Fixpoint random (count : nat) (state : Z) : list Z :=
  match count with
  | O => []
  | S count => of_state state :: random count (next_state state)
  end.

Definition count_from (first : Z) (count : nat) : list Z :=
  map (fun i => first + Z.of_nat i) (seq 0 count).

(** Numbers around every padded count, and other edges. *)
Definition edges : list Z :=
  count_from 0 300 ++ count_from (2 ^ 32 - 20) 20 ++
  count_from 0xDFFFFFF0 32 ++ [4971027; 0x7FFFFFFF; 0xFFFFFFFE; 641; 6700417] ++
  filter (fun x => (0 <=? x) && (x <? 2 ^ 32))
    (flat_map
       (fun odd => flat_map
          (fun k => let p := (2 * odd + 1) * 2 ^ k in [p - 1; p; p + 1])
          (count_from 0 32))
       (count_from 0 5)).

Definition inputs : list Z := edges ++ random 2000 88172645463325252.

(** ** Rows *)

Definition nothing : Z := 2 ^ 64 - 1.

Definition row_of (t : option magic_divisor) : list Z :=
  match t with
  | Some t => [magic t; shift t; extra_flags t]
  | None => [nothing; nothing; nothing]
  end.
Definition or_nothing (x : option Z) : Z :=
  match x with Some x => x | None => nothing end.

(** A number; as a count: driver rule, documented rule, shift and odd part of
    the former, IDVS; in each rounding the triple of the number, and the same
    computed without a division. *)
Definition number_rows : list Z :=
  flat_map
    (fun x =>
       let p := driver_count x in
       let k := if p =? 0 then 0 else factored_shift p in
       let odd := if p =? 0 then 0 else factored_odd p in
       [x; p; documented_count x; k; odd; or_nothing (idvs_count x)] ++
       flat_map
         (fun r => row_of (new x r) ++
            row_of (Some (device_magic_divisor x r)))
         [Documented; Nearest])
    inputs.

(** Triples that are exact, nearly exact, and arbitrary: d, magic, shift, extra
    flags, an id, the quotient that the hardware returns, the first wrong id *)
Definition candidate_rows : list Z :=
  let divisors := count_from 1 60 ++ [4971027; 0x7FFFFFFF; 0xFFFFFFFF; 641] ++
                  random 400 88172645463325252 in
  let near := combine divisors (random 3000 2463534242) in
  flat_map
    (fun '(d, noise) =>
       let d := Z.max d 1 in
       let t := compute d Documented in
       let m := magic t in
       let candidates :=
         [t; Magic (u32 (m + noise mod 5 - 2)) (shift t) (extra_flags t);
          Magic m (shift t) (1 - extra_flags t);
          Magic (u32 (m + noise)) (shift t + noise mod 3 - 1) (noise mod 2);
          Magic noise (u32 (noise * 7919)) (u32 (noise * 104729))] in
       flat_map
         (fun t =>
            if shift t <? 0 then [] else
            let first := first_wrong_id t d in
            let id := match first with Some id => id | None => noise end in
            [d; magic t; shift t; extra_flags t; id; divide t id;
             or_nothing first])
         candidates)
    near ++
  (* The product with the divisor is exactly 1, and the flag is wrong. *)
  flat_map
    (fun s =>
       let d := 2 ^ (s + 1) in
       let t := Magic 0 s 1 in
       [d; 0; s; 1; d - 1; divide t (d - 1); or_nothing (first_wrong_id t d)])
    (count_from 0 31).

Redirect "numbers" Eval vm_compute in number_rows.
Redirect "candidates" Eval vm_compute in candidate_rows.
