#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Prints instructions per draw: costs.py NAME=FOLDER...

Each folder has the files that callgrind wrote for one driver, one for each
case. The first driver is what the others are compared with. What runs below
ioctl() and mmap() is the emulated kernel's, and is not counted.
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
    order = list(CHANGES)
    cases = sorted(found[0], key=lambda case: (order.index(case[0]), case[1:]))
    if not cases or any(set(cases) != set(other) for other in found):
        sys.exit("costs.py: a case is missing")
    print("changes", "instances", "attributes", *names, sep="\t")
    for case in cases:
        change, instanced, attributes = case
        first = found[0][case]
        ratios = [f"{other[case]:.0f} ({other[case] / first:.2f})"
                  for other in found[1:]]
        print(CHANGES[change], "several" if instanced else "one", attributes,
              f"{first:.0f}", *ratios, sep="\t")


main()
