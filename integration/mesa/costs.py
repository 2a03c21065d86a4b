#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Prints instructions per draw: costs.py NAME=FOLDER...

Each folder has the files that callgrind wrote for one driver, one for each
case. A row has the counts of the first driver, with 1, 8 and 16 attributes, and
the ratios of the others to them. What runs below ioctl() and mmap() is the
emulated kernel's, and is not counted.
"""

import pathlib
import re
import sys

CHANGES = {"nothing": "the same state", "counts": "other counts",
           "many": "one of eight counts", "start": "another first vertex",
           "buffers": "another buffer", "offsets": "another offset",
           "elements": "other elements",
           "descriptors": "another descriptor set"}
KERNEL = {"ioctl", "mmap", "mmap64"}
NAME = re.compile(r"(c?fn)=\((\d+)\)(?: (.*))?$")


def below_kernel(text):
    """The instructions below calls of the kernel: callgrind writes the cost of
    a call, with all that it calls, in the line after it. A name has a number,
    and is written out once."""
    names, current, total, lines = {}, {}, 0, iter(text.splitlines())
    for line in lines:
        if match := NAME.match(line):
            kind, number, name = match.groups()
            current[kind] = names.setdefault(number, name)
        elif line.startswith("calls="):
            cost = int(next(lines).split()[-1])
            # The shim's own ioctl() calls that of libc.
            if current["cfn"] in KERNEL and current["fn"] not in KERNEL:
                total += cost
    return total


def costs(folder):
    found = {}
    for path in pathlib.Path(folder).glob("callgrind.*"):
        text = path.read_text()
        case = re.search(r"^desc: Trigger: Client Request: (.*)$", text, re.M)
        if case:
            attributes, change, instanced, draws = case.group(1).split()
            total = re.search(r"^totals: (\d+)", text, re.M).group(1)
            found[change, int(instanced), int(attributes)] = \
                (int(total) - below_kernel(text)) / int(draws)
    return found


def main():
    names, folders = zip(*(driver.split("=", 1) for driver in sys.argv[1:]))
    found = [costs(folder) for folder in folders]
    if not found[0] or any(set(found[0]) != set(other) for other in found):
        sys.exit("costs.py: a case is missing")
    rows = sorted({case[:2] for case in found[0]},
                  key=lambda row: (list(CHANGES).index(row[0]), row[1]))
    attributes = sorted({case[2] for case in found[0]})
    print("changes", "instances", *names, sep="\t")
    for row in rows:
        first, *others = [[driver[*row, count] for count in attributes]
                          for driver in found]
        print(CHANGES[row[0]], "several" if row[1] else "one",
              " / ".join(f"{cost:,.0f}" for cost in first),
              *(" / ".join(f"{cost / old:.2f}"
                           for cost, old in zip(other, first))
                for other in others), sep="\t")


main()
