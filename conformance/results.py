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
    "version": str,
    "device": str,
    "type": str,
    "driver": str,
    "driver_version": str,
    "board": str,
    "kernel": str,
    "machine": str,
    "limits": dict,
    "error": str,
    "scenes": int,
    "wrong": int,
    "ended": int,
    "kinds": list,
}
KIND_TYPES = {
    "kind": str,
    "scenes": int,
    "wrong": int,
    "ended": int,
    "points": int,
    "left_out": list,
}
DIFFERENCE_TYPES = {
    "scene": str,
    "points": int,
    "wrong": int,
    "again": int,
    "steady": bool,
    "interrupted": str,
    "names": list,
    "read": list,
}
END_TYPES = {"scene": str, "how": str}
GPUS = ("integrated GPU", "discrete GPU", "virtual GPU", "GPU")
# In the name of a device that calls itself a GPU all the same.
SOFTWARE = ("llvmpipe", "softpipe", "SwiftShader", "lavapipe")


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


def check_difference(name, difference, known_defects):
    """The reduced scene and what it read."""
    check_types(f"{name}: the difference", difference, DIFFERENCE_TYPES)
    require("draw" in difference["scene"], f"{name}: no scene draws")
    for defect in difference["names"]:
        require(defect in known_defects, f"no such defect: {defect}")
    if difference["steady"] and not difference["interrupted"]:
        require(difference["wrong"] > 0, f"{name}: the scene is not wrong")


def check_kind(kind, known_kinds, known_defects):
    wrong = isinstance(kind, dict) and kind.get("wrong") != 0
    ended = isinstance(kind, dict) and kind.get("ended") != 0
    types = dict(KIND_TYPES)
    if wrong:
        types["difference"] = dict
    if ended:
        types["end"] = dict
    check_types("a kind", kind, types)
    name = kind["kind"]
    require(name in known_kinds, f"no such kind of scene: {name}")
    require(
        kind["scenes"] > 0 or kind["left_out"],
        f"{name}: no scene, and nothing is left out",
    )
    require(
        kind["wrong"] + kind["ended"] <= kind["scenes"],
        f"{name}: more wrong than scenes",
    )
    if wrong:
        check_difference(name, kind["difference"], known_defects)
    if ended:
        check_types(f"{name}: the end", kind["end"], END_TYPES)


def check_device(result):
    """A GPU, by its own word and by its name."""
    require(result["device"] != "", "the device has no name")
    require(
        result["type"] in GPUS
        and not any(name in result["device"] for name in SOFTWARE),
        f"no GPU, but {result['type']}: {result['device']}",
    )


def check(result, known_kinds, known_defects):
    """Raises Unusable if the result cannot be that of a whole run."""
    require(
        isinstance(result, dict) and result.get("format") == 2,
        "unknown format",
    )
    check_types("the file", result, TYPES)
    require(result["program"] in ("vulkan", "gles"), "unknown program")
    require(result["error"] == "", f"the run ended: {result['error']}")
    check_device(result)
    for kind in result["kinds"]:
        check_kind(kind, known_kinds, known_defects)
    names = [kind["kind"] for kind in result["kinds"]]
    require(names == known_kinds, "kinds of scenes are missing or not in order")
    for total in ("scenes", "wrong", "ended"):
        count = sum(kind[total] for kind in result["kinds"])
        require(result[total] == count, f"{total} is not the sum of its kinds")
    points = sum(kind["points"] for kind in result["kinds"])
    require(points > 0 or result["ended"] > 0, "nothing was drawn")


def describe(result):
    found = set()
    for kind in result["kinds"]:
        if "end" in kind:
            found.add(f"{kind['kind']}: {kind['end']['how']}")
        if "difference" not in kind:
            continue
        if not kind["difference"]["steady"]:
            found.add(f"{kind['kind']} comes and goes")
        else:
            found.update(kind["difference"]["names"] or [kind["kind"]])
    board = f" on {result['board']}" if result["board"] else ""
    return (
        f"{result['program']}, {result['device']}{board}: "
        f"{result['wrong'] + result['ended']} of {result['scenes']} scenes wrong"
        + "".join(f"; {name}" for name in sorted(found))
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
