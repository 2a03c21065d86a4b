#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The core's functions, proven on the compiled library to follow their
definitions in counts.py, descriptors.py and states.py.

    solve.py results|overflow|device|lost OBJECT [FUNCTION... | slow]
    solve.py native [device] CALLER...
    solve.py fault results|overflow|device OBJECT CALLER FUNCTION
    solve.py facts

- `results`: on every path the returned value and the outputs agree with the
  definition, in integers wide enough that nothing wraps there; nothing else is
  written; and the paths cover all inputs.
- `overflow`: no path leads to a function outside the object, which in a build
  with overflow checks is a panic.
- `device`: as `results`, for the object's functions, which return no errors:
  where dral.h does, the outputs are 0.
- `lost`: as `results`, but one path is ignored on purpose.
- `native`: a processor runs the functions for random inputs; CALLER is call.c
  with the object, and what runs it. The status is 3 if a result differs.
- `fault`: the status is 3 if the proof of this function fails with a
  counterexample, and the compiled code, too, differs from the definition.
- `facts`: the status is 3 if what the solver is told of products is wrong.

Without names, what is proven must be what list.csv has for this run; with
DRAL_BLESS=1 that is renewed. The rules are those of docs/instancing.md.
Definitions of magic divisors are those of MagicDivisor.v and FirstWrongId.v.
"""

import collections
import csv
import multiprocessing
import os
import random
import sys
import time
from pathlib import Path

import native
import states  # noqa: F401 (it imports descriptors)
from counts import PROOFS
from machine import DEVICE, Wrong, check_facts, loaded

LIST = Path(__file__).with_name("list.csv")
# Takes minutes, so it begins first, and is proven for x86-64 only, unless it is
# named: `slow`.
SLOW = ("dral_attribute_table",)
# A processor compares it with its definition, but nothing is proven: several
# loops follow each other.
NOT_PROVEN = ("dral_vertex_state_prepare",)
# About definitions alone, so it is proven once.
NO_CODE = "prepared_records"
# Rows for each function that a processor runs.
ROWS = 60


def listed(run):
    """The functions that the list has for a run, with their proofs."""
    with LIST.open() as file:
        return {row["function"]: int(row[run]) for row in csv.DictReader(file)
                if row[run]}


def renew(run, counts):
    """Writes what a run has proven into the list."""
    with LIST.open() as file:
        reader = csv.DictReader(file)
        rows = {row["function"]: row | {run: ""} for row in reader}
    for name, count in counts.items():
        rows.setdefault(name, {"function": name})[run] = count
    with LIST.open("w") as file:
        writer = csv.DictWriter(file, reader.fieldnames, lineterminator="\n")
        writer.writeheader()
        writer.writerows(row for _, row in sorted(rows.items())
                         if any(row[each] for each in row if
                                each != "function"))


def is_as_listed(run, counts):
    """Whether the list has these proofs."""
    expected = listed(run)
    if counts == expected:
        return True
    if os.environ.get("DRAL_BLESS") == "1":
        renew(run, counts)
        return True
    for name in sorted(counts.keys() | expected.keys()):
        if counts.get(name) != expected.get(name):
            print(f"{name}: {counts.get(name, 0)} proofs, "
                  f"{LIST.name} has {expected.get(name, 0)}")
    return False


def proven(index):
    name, prove = ("facts", check_facts) if index < 0 else (
        PROOFS[index][0],
        lambda: PROOFS[index][1]().prove(PROJECT, sys.argv[1]))
    begin = time.process_time()
    try:
        result = f"{prove()} paths, proven"
        good = True
    except Exception as error:  # The solver gives up by many of them.
        result = f"{type(error).__name__}: {error}"
        good = False
    seconds = time.process_time() - begin
    print(f"{name}: {result}, {seconds:.0f} s", flush=True)
    return name, good


def is_run(name):
    """Whether a run without names proves this function."""
    if DEVICE:
        return PROJECT.loader.find_symbol(name) is not None
    if name in NOT_PROVEN:
        return False
    if name in (*SLOW, NO_CODE):
        return sys.argv[1] == "results" and PROJECT.arch.name == "AMD64"
    return name.startswith("dral_")


def solve():
    slow = sys.argv[3:] == ["slow"]
    names = SLOW if slow else sys.argv[3:]
    chosen = [index for index, (name, _) in enumerate(PROOFS)
              if (name in names if names else is_run(name))]
    # What takes longest begins first.
    chosen.sort(key=lambda index: PROOFS[index][0] not in SLOW)
    with multiprocessing.get_context("fork").Pool(os.cpu_count()) as pool:
        results = list(pool.imap_unordered(proven, [*chosen, -1],
                                           chunksize=1))
    counts = collections.Counter(
        name for name, good in results if good and name != "facts")
    good = all(good for _, good in results)
    if slow or not names:
        run = sys.argv[1]
        if run == "results":
            run = {"AMD64": "x86-64", "AARCH64": "aarch64"}[PROJECT.arch.name]
        good = is_as_listed(run + " slow" * slow, counts) and good
    return not good


def functions(name):
    return [make() for each, make in PROOFS if each == name]


def compare():
    """Runs all functions of the list on a processor."""
    random.seed(1)
    names = list(listed("device" if DEVICE else "native"))
    caller = native.Caller(sys.argv[3 if DEVICE else 2:], names)
    wrong = 0
    for name in names:
        try:
            accepted = native.validated(caller, name, functions(name), ROWS)
        except native.Wrong as error:
            print(f"{name} {error}")
            wrong += 1
            continue
        if accepted == 0:
            print(f"{name}: no row succeeds")
            wrong += 1
    print(f"{len(names)} functions compared, {wrong} differ")
    if not DEVICE:
        # Every function of the C interface with a definition.
        defined = {name for name, _ in PROOFS if name.startswith("dral_")}
        for name in defined ^ set(names):
            print(f"{LIST.name} is wrong about {name}")
            wrong += 1
    return 3 if wrong else not names


# Which function confirms what is proven about definitions.
CONFIRMED_BY = {NO_CODE: "dral_vertex_state_prepare"}


def confirmed():
    """3 if a proof fails, and the compiled code differs, too."""
    mode, caller, name = sys.argv[2], sys.argv[4], sys.argv[5]
    names = list(listed("device" if DEVICE else "native"))
    for function in functions(name):
        try:
            function.prove(PROJECT, mode)
        except Wrong as wrong:
            print(f"{name} {wrong}")
            # Without values, the rows are random. An array of this length is
            # beyond what a call takes.
            given = {symbol: number for symbol, number in wrong.values.items()
                     if not (symbol.endswith("count") and number > 16)}
            called = CONFIRMED_BY.get(name, name)
            random.seed(1)
            try:
                native.validated(native.Caller([caller], names), called,
                                 functions(called), 10 * ROWS, given)
            except native.Wrong as difference:
                print(f"{called} {difference}")
                return 3
            print("the compiled code does not differ")
    return 1


def main():
    global PROJECT
    if sys.argv[1] == "native":
        return compare()
    if sys.argv[1] == "facts":
        _, good = proven(-1)
        return 0 if good else 3
    fault = sys.argv[1] == "fault"
    PROJECT = loaded(sys.argv[3 if fault else 2])
    return confirmed() if fault else solve()


if __name__ == "__main__":
    sys.exit(main())
