#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The core's functions, proven on the compiled library to follow their
definitions in counts.py, descriptors.py and states.py.

    solve.py results|panics|lost|device OBJECT [FUNCTION... | slow]

- `results`: on every path the returned value and the outputs agree with the
  definition, in integers wide enough that nothing wraps there; nothing else is
  written; and the paths cover all inputs.
- `panics`: no path leads to a function outside the object, which in a build
  with overflow checks is a panic.
- `device`: as `results`, for the object's functions, which return no errors:
  where dral.h does, the outputs are 0.
- `lost`: as `results`, but one path is ignored on purpose.

The rules are those of docs/instancing.md. Definitions of magic divisors are
those of MagicDivisor.v and FirstWrongId.v.
"""

import multiprocessing
import os
import sys
import time

import states  # noqa: F401 (it imports descriptors)
from counts import PROOFS
from machine import loaded


def proven(index):
    name, make = PROOFS[index]
    begin = time.process_time()
    try:
        result = make().prove(PROJECT, sys.argv[1])
    except Exception as error:  # The solver gives up by many of them.
        result = f"{type(error).__name__}: {error}"
    seconds = time.process_time() - begin
    if isinstance(result, int):
        print(f"{name}: {result} paths, proven, {seconds:.0f} s", flush=True)
        return True
    print(f"{name} {result}", flush=True)
    return False


# Take minutes, so they begin first, and are proven for x86-64 only, unless they
# are named or all of them are: `slow`.
SLOW = ("dral_attribute_table", "dral_vertex_state_prepare")
# About definitions alone, so it is proven once.
NO_CODE = "prepared_records"


def is_run(name):
    """Whether a run without names proves this function."""
    if sys.argv[1] == "device":
        return PROJECT.loader.find_symbol(name) is not None
    if name in (*SLOW, NO_CODE):
        return sys.argv[1] == "results" and PROJECT.arch.name == "AMD64"
    return name.startswith("dral_")


def main():
    global PROJECT
    PROJECT = loaded(sys.argv[2])
    names = SLOW if sys.argv[3:] == ["slow"] else sys.argv[3:]
    chosen = [index for index, (name, _) in enumerate(PROOFS)
              if (name in names if names else is_run(name))]
    # What takes longest begins first.
    chosen.sort(key=lambda index: PROOFS[index][0] not in SLOW)
    with multiprocessing.get_context("fork").Pool(os.cpu_count()) as pool:
        results = []
        for result in pool.imap_unordered(proven, chosen):
            results.append(result)
            # One fault is enough where it is planted.
            if not result and names:
                break
    return not results or not all(results)


if __name__ == "__main__":
    sys.exit(main())
