# SPDX-License-Identifier: MIT
"""Reads traces of Panfrost's decoder: jobs, and the words of their vertex
data, up to v7.

A trace has a heading for each job and descriptor, and a line for each field.
"""

import itertools
import re

HEADING = re.compile(r"^ *([^:]*\S) ?:$")
FIELD = re.compile(r"^ *([^:]+): (.*)$")
# Addresses differ between drivers that allocate differently, and so do the
# numbers of jobs if one draws less.
ADDRESS = re.compile(r"0x[0-9a-f]{6,}|\b(memory_)?[0-9a-f]{8}\b( \+ \d+)?")
# The decoder also warns if an array that it prints in whole vectors ends a BO.
NUMBER = re.compile(
    r"^ *((Index|Dependency [12]|Next): |// \w+: buffer overrun)")

# Newer Mesa names attribute buffers so, and writes some numbers in hex.
RECORDS = ("Attribute", "Attribute Buffer")

TYPES = {"1D": 1, "1D POT Divisor": 2, "1D Modulus": 3, "1D NPOT Divisor": 4}
SPECIAL = {"Vertex ID": 0x22, "Instance ID": 0x24}
VERTEX_JOBS = ("Vertex", "Indexed Vertex")


def architecture(gpu):
    """The architecture of a GPU id: the first of four digits; ids of v4 and v5
    are shorter."""
    if len(gpu) == 4:
        return int(gpu[0], 16)
    return 4 if gpu == "720" else 5


def number(text):
    return int(text, 0)


class Job:
    """The lines of a job. Of a vertex job also: `attributes`, a slot and an
    offset each; `records`, 8 words by slot; `fields` of the draw."""

    def __init__(self, lines):
        self.lines = lines
        self.kind = next((line[8:] for line in lines
                          if line.startswith("  Type: ")), "")
        self.attributes, self.records, self.fields = [], {}, {}
        # What is not vertex data: lines, and those of each attribute.
        self.others, self.formats = [], []
        if self.kind in VERTEX_JOBS:
            self._read()
        else:
            self.others = lines

    def _read(self):
        heading, fields, slot = None, [], 0
        for line in [*self.lines, "end :"]:
            if line.endswith(":") and (match := HEADING.match(line)):
                if heading in RECORDS:
                    slot += self._attribute(fields, slot)
                heading, fields = match.group(1), []
            if heading in RECORDS:
                if match := FIELD.match(line):
                    fields.append(match.groups())
                continue
            self.others.append(line)
            # Faster than FIELD, which matches the same lines.
            name, colon, value = line.partition(": ")
            if colon and ":" not in name:
                # The vertex part of a job comes first.
                self.fields.setdefault(name.lstrip(" "), value)

    def _attribute(self, pairs, slot):
        """The number of slots of a record; 0 for an attribute."""
        fields = dict(reversed(pairs))
        if "Buffer index" in fields:
            self.formats.append([f"{name}: {value}" for name, value in pairs
                                 if name not in ("Buffer index", "Offset")])
            self.attributes.append((number(fields["Buffer index"]),
                                    number(fields["Offset"])))
            return 0
        kind = SPECIAL.get(fields.get("Special")) or \
            TYPES.get(fields["Type"], 0)
        pointer = number(fields["Pointer"])
        words = [pointer & 0xFFFFFFFF | kind,
                 pointer >> 32 | number(fields["Divisor R"]) << 24
                 | number(fields["Divisor P"]) << 29,
                 number(fields["Stride"]), number(fields["Size"]), 0, 0, 0, 0]
        continued = "Divisor Numerator" in fields
        if continued:
            words[4:] = [0x20, number(fields["Divisor Numerator"]), 0,
                         number(pairs[-1][1])]
        self.records[slot] = words
        return 1 + continued

    def invocation(self):
        """The two words."""
        get = lambda name: number(self.fields[name])
        return (get("Invocations"),
                get("Size Y shift") | get("Size Z shift") << 5
                | get("Workgroups X shift") << 10
                | get("Workgroups Y shift") << 16
                | get("Workgroups Z shift") << 22
                | get("Thread group split") << 28)

    def other_lines(self, attributes=None):
        """What is not vertex data; only of so many attributes if that is
        given."""
        lines = itertools.chain(*self.formats[:attributes], self.others)
        return [line for line in lines if not NUMBER.match(line)]


def read(path):
    lines = []
    with open(path, encoding="utf-8", errors="replace") as trace:
        for line in trace:
            # What the driver knows of a draw is for dral trace check.
            if line.startswith("// dral: "):
                continue
            if line.startswith("Job Header (") and lines:
                yield Job(lines)
                lines = []
            lines.append(line.rstrip("\n"))
    if lines:
        yield Job(lines)
