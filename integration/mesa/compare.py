#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares two traces of the same draws:
compare.py STOCK SWAPPED ROUNDING [KERNELS]

Everything must be equal, except the numerators of divisors that are not powers
of two, if floating point makes them wrong. Those of SWAPPED must be exact; they
are computed again here, with integers. A table that is left from the draw
before is compared, but counted only as that.

ROUNDING is the driver's: `documented` before Mesa 25.1.4, which computes it in
floating point; `nearest` in later versions, where no difference is allowed.
With KERNELS, the drivers have kernels of different sizes, and addresses differ.
"""

import collections
import itertools
import math
import re
import sys

from jobs import ADDRESS, FIELD, HEADING, number

# Tables of attribute buffers up to v7; attributes from v9 on.
NPOT = "NPOT"
# What is counted even if it is the same.
DIVIDES = re.compile("NPOT|1D Modulus")
MAGIC = re.compile(r"^ *Divisor (Numerator|D|R|E): ")
# Fragment shaders here have none.
TABLE = re.compile(r"^ *Attribute buffers: 0x(?!0$)(.*)$")


class Failure(Exception):
    pass


def documented(divisor):
    """Magic without bit 31, shift and extra flag."""
    shift = divisor.bit_length() - 1
    power = 1 << (32 + shift)
    rounds_down = power % divisor <= 1 << shift
    magic = -(-power // divisor) - rounds_down
    return magic - (1 << 31), shift, int(rounds_down)


def documented_in_floats(divisor):
    shift = divisor.bit_length() - 1
    power = 1 << (32 + shift)
    rounds_down = power % divisor <= 1 << shift
    magic = math.ceil(float(power) / float(divisor)) - rounds_down
    return (magic & 0x7FFFFFFF), shift, int(rounds_down)


def nearest(divisor):
    shift = divisor.bit_length() - 1
    power = 1 << (32 + shift)
    magic = (2 * power + divisor) // (2 * divisor)
    return magic - (1 << 31), shift, int(power > magic * divisor)


def records(lines):
    """(heading, lines) of each descriptor, in the order of the trace."""
    heading, own = None, []
    for line in lines:
        if line.endswith(":") and (match := HEADING.match(line)):
            if heading is not None:
                yield heading, own
            heading, own = match.group(1), []
        else:
            own.append(line)
    if heading is not None:
        yield heading, own


def fields_of(lines):
    """The fields of a descriptor. The values of each are a list, because a
    record and its continuation can have fields of the same name."""
    fields = collections.defaultdict(list)
    for line in lines:
        if match := FIELD.match(line):
            fields[match.group(1).strip()].append(match.group(2).strip())
    return fields


def field(fields, names):
    """The value of the first of these fields that exists."""
    return next(fields[name][0] for name in names if name in fields)


def left_tables(lines):
    """For each job, whether its table is that of the draw before."""
    left, last, address = [], None, None
    for line in [*lines, "Job Header (end):"]:
        if line.startswith("Job Header ("):
            left.append(address is not None and address == last)
            last, address = address or last, None
        elif "Attribute buffers" in line and (match := TABLE.match(line)):
            address = address or match.group(1)
    return left


def magic_of(fields):
    return (number(field(fields, ["Divisor Numerator", "Divisor D"])),
            number(fields["Divisor R"][0]), number(fields["Divisor E"][0]))


def check_lines(stock, swapped):
    """Compares all lines, including those outside descriptors."""
    for position, (old, new) in enumerate(
            itertools.zip_longest(stock, swapped), 1):
        if old != new and not (old and new and MAGIC.match(old)
                               and MAGIC.match(new)):
            raise Failure(f"line {position}: {old!r}, then {new!r}")


def divisors_near(magic, shift):
    """All divisors that can have this magic under some rounding."""
    middle = (1 << (32 + shift)) // (magic + (1 << 31))
    return range(max(middle - 3, 1), middle + 4)


def compare(stock, swapped, left, rounding):
    """Counts what was compared. Raises Failure at an unexpected
    difference."""
    exact = nearest if rounding == "nearest" else documented
    theirs = nearest if rounding == "nearest" else documented_in_floats
    counts = collections.Counter()
    padded, job = None, 0
    check_lines(stock, swapped)
    for (heading, old), (_, new) in zip(records(stock), records(swapped),
                                        strict=True):
        counts["descriptors"] += 1
        job += heading.startswith("Job Header (")
        if old == new and not any(map(DIVIDES.search, old)):
            continue
        old, new = fields_of(old), fields_of(new)
        # Per-vertex buffers come first in their table.
        kind = field({**old, "": [""]}, ["Attribute type", "Type", ""])
        if kind == "1D Modulus":
            padded = number(old["Divisor"][0])
        if NPOT not in kind:
            if old != new:
                raise Failure(f"{heading}: {dict(old)}, then {dict(new)}")
            continue
        counts["left" if left[job] else "NPOT"] += 1
        if "Divisor Numerator" in old:
            # The record has an unused field of the same name.
            product = padded * number(old["Divisor"][-1])
            candidates = [product % (1 << 32)]
        else:
            # This descriptor does not contain the divisor, only its magic.
            product = 0
            candidates = divisors_near(*magic_of(new)[:2])
        if not any(d and exact(d) == magic_of(new)
                   and theirs(d) == magic_of(old) for d in candidates):
            raise Failure(f"descriptor {counts['descriptors']}, {heading}, "
                          f"{padded} threads: {dict(old)}, then {dict(new)}")
        if left[job]:
            continue
        wraps = product >= 1 << 32
        counts["wrapped"] += wraps
        if magic_of(old) != magic_of(new):
            counts["wrapped, different" if wraps else "floating point"] += 1
    return counts


def read(path):
    with open(path, encoding="utf-8", errors="replace") as trace:
        return trace.read().splitlines()


def without_addresses(lines, others):
    """Two lists of lines, of which those that differ are without addresses."""
    for old, new in itertools.zip_longest(lines, others, fillvalue="the end"):
        if old != new and "Divisor" not in old:
            old, new = ADDRESS.sub("address", old), ADDRESS.sub("address", new)
        yield old, new


def main():
    stock, swapped, rounding, *kernels = sys.argv[1:]
    old, new = read(stock), read(swapped)
    left = left_tables(new)
    if kernels:
        old, new = zip(*without_addresses(old, new))
    try:
        counts = compare(old, new, left, rounding)
    except Failure as failure:
        sys.exit(f"compare.py: {failure}")
    if counts["NPOT"] == 0:
        sys.exit("compare.py: no divisor in the trace")
    print(*(counts[name] for name in (
        "descriptors", "NPOT", "floating point", "wrapped",
        "wrapped, different", "left")), sep="\t")


if __name__ == "__main__":
    main()
