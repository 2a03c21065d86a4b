#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks what `dral trace check` finds in the traces of both drivers:
findings.py DRAL STOCK SWAPPED VERSION API GPU ROUNDING PROGRAM [WRAPPED]

STOCK and SWAPPED are folders with the files `trace` and `output`, which is the
program's output. PROGRAM is `draws` or `defects`. Each must have findings of
all expected rules and of no other; SWAPPED must have the same as STOCK except
for magic divisors, of which none may be wrong, not even beyond the ids of its
draws. WRAPPED is the number of products that wrapped, as counted by
compare.py.
"""

import json
import pathlib
import re
import subprocess
import sys

from jobs import architecture

# Defects outside the replaced functions, by program.
WRAPS = {"product-wraps", "hardware-divisor"}
EXPECTED = {
    "draws": {
        "gl": WRAPS,
        # What remains of the draw before may also be an offset.
        "vk": WRAPS | {"stale-table", "inconsistent"},
    },
    "defects": {
        "gl": WRAPS | {"varying-size"},
        "vk": WRAPS | {"stale-table", "varying-size", "attribute-offset",
                       "invocation"},
    },
}

# By the first number of the version: Gallium writes all tables anew, or none
# when only counts change, or since 25.0 only those with data per instance.
STALE = {
    23: {"draws": set(), "defects": set()},
    24: {
        "draws": {"stale-table", "stale-offset", "attribute-offset"},
        "defects": {"stale-table"},
    },
}
NEWER = {"draws": {"stale-table"}, "defects": {"stale-table"}}


class Failure(Exception):
    pass


def keeps_tables(version, api, program):
    """Whether the draws have tables of other draws, with their divisors."""
    return program == "draws" and (api == "vk" or major(version) == 24)


def major(version):
    return int(version.split(".", 1)[0])


def release(version):
    return tuple(map(int, version.split(".")[:2]))


def expected(version, api, gpu, program):
    # Nothing is padded from v9 on, and the divisor is the API's.
    if architecture(gpu) >= 9:
        return set()
    rules = set(EXPECTED[program][api])
    # The drivers say what the base instances are, so offsets are exact.
    if (program, api) == ("draws", "vk") and \
            release(version) in ((25, 0), (26, 2)):
        rules |= {"attribute-offset", "stale-offset"}
        # Kernels write the tables of indexed draws.
        if release(version) == (26, 2):
            rules.remove("inconsistent")
    # Only on Bifrost does OpenGL have a base instance.
    if (program, api) == ("defects", "gl") and architecture(gpu) >= 6:
        rules.add("attribute-offset")
    if api == "gl":
        rules |= STALE.get(major(version), NEWER)[program]
    return rules


def check(dral, folder, program):
    """Checks a trace, and returns the summary."""
    arguments = [dral, "trace", "check", "--json", folder / "trace"]
    base = re.search(r"^base instance (\d+)$",
                     (folder / "output").read_text(), re.M)
    if program == "defects":
        arguments += ["--base-instance", base.group(1)]
    run = subprocess.run(arguments, stdout=subprocess.PIPE, check=False)
    if run.returncode not in (0, 1):
        raise Failure(f"{folder.name}: status {run.returncode}")
    summary = json.loads(run.stdout)["summary"]
    if not summary["descriptors"]:
        raise Failure(f"{folder.name}: {summary['draws']} draws without any "
                      "descriptor")
    if summary["draws_without_lines"] or summary["lines_without_draws"]:
        raise Failure(f"{folder.name}: not a line of the driver for each draw")
    return summary


def compare(stock, swapped, rules, rounding, program, keeps, mended):
    magic = {"magic-divisor"} if rounding == "documented" else set()
    # Only the draws of `defects` are large enough for these ids.
    theirs = rules | magic if program == "defects" and rules else rules
    if set(stock["rules"]) != theirs:
        raise Failure(f"stock: {stock['rules']}, expected {sorted(theirs)}")
    left = {rule: count for rule, count in stock["rules"].items()
            if rule not in magic | mended}
    if mended & set(stock["rules"]):
        # An invocation of zeros has one instance, and other offsets.
        left["attribute-offset"] = min(
            left["attribute-offset"],
            swapped["rules"].get("attribute-offset", 0))
    if swapped["rules"] != left:
        raise Failure(f"swapped: {swapped['rules']}, expected {left}")
    # A table that is left has the divisor of another draw.
    if program == "draws" and not (keeps and not magic) and \
            bool(magic) != (stock["inexact_beyond_ids"] > 0):
        raise Failure(f"stock: {stock}")
    if swapped["inexact_beyond_ids"] != 0 and not keeps:
        raise Failure(f"swapped: {swapped}")


def main():
    (dral, stock, swapped, version, api, gpu, rounding, program,
     *wrapped) = sys.argv[1:]
    try:
        summaries = [check(dral, pathlib.Path(folder), program)
                     for folder in (stock, swapped)]
        keeps = keeps_tables(version, api, program)
        # From 25.2 on the swap replaces what packs invocations, too.
        mended = {"invocation"} if release(version) >= (25, 2) else set()
        compare(*summaries, expected(version, api, gpu, program), rounding,
                program, keeps, mended)
        found = summaries[0]["rules"].get("product-wraps", 0)
        # compare.py leaves out tables that are left.
        if wrapped and (found < int(wrapped[0]) or
                        not keeps and found > int(wrapped[0])):
            raise Failure(f"{found} products, compare.py has {wrapped[0]}")
    except Failure as failure:
        sys.exit(f"findings.py: {failure}")
    counts = summaries[0]["rules"].items()
    rules = ", ".join(f"{rule} {count}" for rule, count in counts)
    print(api, gpu, program, *(summary[name] for summary in summaries
                               for name in ("findings", "inexact_beyond_ids")),
          rules or "none", sep="\t")


main()
