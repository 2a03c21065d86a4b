#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Reads result files of the conformance programs, as docs/guide/on-a-board.md asks
to send them. Prints one line for each, and fails if one is not such a file.

    results.py LIST FILE...

LIST is the output of `vulkan --list`: kinds of scenes and names of defects.
"""

import json
import pathlib
import re
import sys

TYPES = {
    "format": int,
    "program": str,
    "device": str,
    "board": str,
    "kernel": str,
    "machine": str,
    "planted": str,
    "error": str,
    "scenes": int,
    "wrong": int,
    "kinds": list,
}
KIND_TYPES = {
    "kind": str,
    "scenes": int,
    "wrong": int,
    "points": int,
    "left_out": list,
}
DIAGNOSIS_TYPES = {
    "scene": int,
    "names": list,
    "reduced_points": int,
    "reduced_wrong": int,
}


class Unusable(Exception):
    """A sentence that says why a file is not a result."""


def require(condition, sentence):
    if not condition:
        raise Unusable(sentence)


def check_types(what, values, types):
    require(isinstance(values, dict), f"{what} is not an object")
    require(
        values.keys() == types.keys(),
        f"{what} has other keys: {sorted(values.keys() ^ types.keys())}",
    )
    for key, expected in types.items():
        value = values[key]
        # True is an int in Python.
        require(type(value) is expected, f"{what}: {key} is {value!r}")
        require(expected is not int or value >= 0, f"{what}: {key} is {value}")


def check_kind(kind, known_kinds, known_defects):
    wrong = isinstance(kind, dict) and kind.get("wrong") != 0
    types = KIND_TYPES | (DIAGNOSIS_TYPES if wrong else {})
    check_types("a kind", kind, types)
    name = kind["kind"]
    require(name in known_kinds, f"no such kind of scene: {name}")
    require(kind["scenes"] > 0, f"{name}: no scene")
    require(kind["wrong"] <= kind["scenes"], f"{name}: more wrong than scenes")
    if wrong:
        number = known_kinds.index(name)
        same = kind["scene"] % len(known_kinds) == number
        require(same, f"{name}: scene {kind['scene']} is of another kind")
        for defect in kind["names"]:
            require(defect in known_defects, f"no such defect: {defect}")


def check(result, known_kinds, known_defects):
    """Raises Unusable if the result cannot be that of a whole run."""
    check_types("the file", result, TYPES)
    require(result["format"] == 1, f"unknown format {result['format']}")
    require(result["program"] in ("vulkan", "gles"), "unknown program")
    require(result["device"] != "", "the device has no name")
    require(result["planted"] == "", "a defect was planted")
    require(result["error"] == "", f"the run ended: {result['error']}")
    for kind in result["kinds"]:
        check_kind(kind, known_kinds, known_defects)
    names = [kind["kind"] for kind in result["kinds"]]
    require(names == known_kinds, "kinds of scenes are missing or not in order")
    for total in ("scenes", "wrong"):
        count = sum(kind[total] for kind in result["kinds"])
        require(result[total] == count, f"{total} is not the sum of its kinds")
    points = sum(kind["points"] for kind in result["kinds"])
    require(points > 0, "nothing was drawn")


def describe(result):
    defects = sorted({
        name
        for kind in result["kinds"]
        for name in kind.get("names", ["no known defect"])
    }) if result["wrong"] else []
    board = f" on {result['board']}" if result["board"] else ""
    return (
        f"{result['program']}, {result['device']}{board}: {result['wrong']} of "
        f"{result['scenes']} scenes wrong"
        + "".join(f"; {name}" for name in defects)
    )


def main():
    listing, *files = sys.argv[1:]
    text = pathlib.Path(listing).read_text(encoding="utf-8")
    kinds = re.findall(r"^  +\d+  (.*)$", text, re.MULTILINE)
    defects = re.findall(r"^  [a-z]+-[a-z]+ +(.*)$", text, re.MULTILINE)
    if not kinds or not defects:
        sys.exit(f"{listing}: not the output of --list")
    bad = 0
    for file in files:
        try:
            with open(file, encoding="utf-8") as stream:
                result = json.load(stream)
            check(result, kinds, defects)
            print(f"{file}: {describe(result)}")
        except (OSError, ValueError, Unusable) as error:
            print(f"{file}: {error}")
            bad += 1
    print(f"{len(files)} result files, {bad} unusable")
    return bad != 0


if __name__ == "__main__":
    sys.exit(main())
