#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares the definitions of the theorems with the reference.

    evidence/proofs/link.py BUILD [draw] [table] [valhall]

Coq computes the definitions, which are compiled in BUILD, for the inputs that
rows.c prints. The results must be those of the reference, the theorems must
hold for every input that it accepts, and README.md must quote what they
conclude. Otherwise the status is 3.
"""

import re
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
REFERENCE = HERE.parent.parent / "c_tests/reference"
START = """From Coq Require Import List ZArith.
From Dral Require Import Arithmetic MagicDivisor Draw Attribute Table Valhall.
From Dral Require Import Evaluate.
Import ListNotations.
Open Scope Z_scope.
"""


def differs(what, kind):
    print(f"{kind}: {what}")
    sys.exit(3)


def main():
    build, kinds = Path(sys.argv[1]), sys.argv[2:] or ["draw", "table",
                                                       "valhall"]
    program = build / "rows"
    subprocess.run(
        ["cc", "-std=c11", "-O1", "-I", HERE.parent.parent / "include", "-I",
         REFERENCE, HERE / "rows.c", REFERENCE / "reference.c",
         REFERENCE / "attribute.c", "-o", program], check=True)
    for kind in kinds:
        stated = re.search(rf"^Definition {kind}_right\b.*?\.\n\n",
                           (build / "Evaluate.v").read_text(), re.M | re.S)
        if not stated or f"\n{stated[0].strip()}\n" not in \
                (HERE / "README.md").read_text():
            differs(f"README.md does not quote {kind}_right", kind)
        rows = subprocess.run([program, kind], check=True, text=True,
                              capture_output=True).stdout
        (build / "Rows.v").write_text(
            f"{START}Definition stated : forall row, {kind}_accepted row = "
            f"true -> {kind}_right row := every_{kind}_is_right.\n"
            f"Definition rows := [{rows}].\n"
            f"Eval vm_compute in different {kind}_row rows.\n")
        coq = subprocess.run(["coqc", "-Q", ".", "Dral", "Rows.v"], cwd=build,
                             capture_output=True, text=True)
        if "while it is expected to have type" in coq.stderr:
            differs(coq.stderr, kind)
        if coq.returncode or not rows:
            sys.exit(coq.stderr or "no rows")
        if not re.match(r"\s*= \[\]\n", coq.stdout):
            differs(coq.stdout, kind)
        print(f"every_{kind}_is_right: {rows.count(chr(10)) + 1} rows")


if __name__ == "__main__":
    main()
