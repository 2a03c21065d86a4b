#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Prints instructions per draw: costs.py NAME=FOLDER...

Each folder has the files that callgrind wrote for one driver, one for each
case. The first driver is what the others are compared with.
"""

import pathlib
import re
import sys

CHANGES = {"nothing": "the same state", "counts": "other counts",
           "buffers": "another buffer", "elements": "other elements"}


def costs(folder):
    found = {}
    for path in pathlib.Path(folder).glob("callgrind.*"):
        text = path.read_text()
        case = re.search(r"^desc: Trigger: Client Request: (.*)$", text, re.M)
        if case:
            attributes, change, instanced, draws = case.group(1).split()
            total = re.search(r"^totals: (\d+)", text, re.M).group(1)
            found[change, int(instanced), int(attributes)] = \
                int(total) / int(draws)
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
