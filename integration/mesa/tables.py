#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares the driver that builds its tables with the library to the stock
driver: tables.py STOCK TABLES EXPECTED API GPU ROUNDING [kernels] [texels]

STOCK and TABLES are folders with the files `trace` and `output`; the output
lists the draws. EXPECTED is the program of expected.c. With `kernels`, PanVK
leaves indexed draws to a kernel, which does not run here. With `texels`,
Gallium's texel buffers are attributes from v6 on.

Every vertex job of TABLES must have what the reference in C expects. Those of
STOCK must have the same, or exactly what a defect of docs/driver-defects.md
writes. All else in both traces must be the same, except for addresses.
Prints a line of the table in docs/adopting.md.
"""

import collections
import itertools
import pathlib
import subprocess
import sys

import jobs
from compare import documented, documented_in_floats, nearest

MASK = 0xFFFFFFFF
DEFECTS = ("product", "float", "base", "start", "stale", "images", "refused")
# A position takes 16 bytes, the most of all varyings here.
MOST_THREADS = MASK // 16


class Failure(Exception):
    pass


# Lists of numbers; `attributes` is a list of those of each attribute. `extra`
# is what the shader reads behind them: its kind, which of them it is, and the
# stride and size of texels.
Draw = collections.namedtuple(
    "Draw", "vertices instances first base indexed attributes extra")
Attribute = collections.namedtuple(
    "Attribute", "per_instance divisor stride source address size")
# What one draw should have: of each attribute, its slot, words and offset.
Right = collections.namedtuple("Right", "size invocation ids attributes")


def signed(word):
    return (word & MASK ^ 1 << 31) - (1 << 31)


def drawn(folder):
    """The draws of a program, as it lists them."""
    attributes, extra, draws = [], ("nothing", 0, 0, 0), []
    for line in (folder / "output").read_text().splitlines():
        name, *numbers = line.split() or [""]
        if name == "attributes":
            numbers = list(map(int, numbers))
            attributes = [Attribute(*numbers[i:i + 6])
                          for i in range(0, len(numbers), 6)]
        elif name == "extra":
            extra = (numbers[0], *map(int, numbers[1:]))
        elif name == "draw":
            draws.append(Draw(*map(int, numbers), attributes, extra))
    return draws


class Driver:
    """What is common to all draws of a driver."""

    def __init__(self, api, gpu, rounding, idvs):
        self.is_vulkan = api == "vk"
        self.architecture = jobs.architecture(gpu)
        self.rounding = rounding
        self.idvs = idvs

    def expected(self, program, draws):
        """What is right for each draw, or None if it must be refused."""
        lines = []
        for draw in draws:
            numbers = [self.architecture, int(self.is_vulkan),
                       int(self.rounding == "nearest"), int(self.idvs),
                       draw.vertices, draw.instances, draw.first, draw.base,
                       len(draw.attributes)]
            for attribute in draw.attributes:
                numbers += [attribute.per_instance, attribute.divisor,
                            attribute.stride, attribute.source,
                            attribute.address, attribute.size]
            lines.append(" ".join(map(str, numbers)))
        answers = subprocess.run([program], input="\n".join(lines) + "\n",
                                 stdout=subprocess.PIPE, text=True,
                                 check=True).stdout.splitlines()
        for answer in answers:
            if answer == "refused":
                yield None
                continue
            numbers = list(map(int, answer.split()))
            if numbers[3] > MOST_THREADS:
                yield None
                continue
            attributes = [(numbers[i], numbers[i + 1:i + 9], numbers[i + 9])
                          for i in range(12, len(numbers), 10)]
            ids = [numbers[4:8], numbers[8:12]]
            yield Right(numbers[0], tuple(numbers[1:3]), ids, attributes)

    def magics(self, product):
        if self.rounding == "nearest":
            return [("", nearest(product))]
        return [("", documented(product)),
                ("float", documented_in_floats(product))]

    def records(self, attribute, draw, right, padded):
        """The words that defects write: pairs of defects and words."""
        yield set(), right
        product = padded * attribute.divisor
        if draw.instances < 2 or not product or not attribute.per_instance:
            return
        wraps = {"product"} if product > MASK else set()
        product &= MASK
        low = [right[0] & ~0x3F, right[1] & 0xFFFFFF, attribute.stride,
               right[3]]
        if product & (product - 1) == 0:
            shift = (product & -product).bit_length() - 1
            if product:
                yield wraps, [low[0] | 2, low[1] | shift << 24, *low[2:],
                              0, 0, 0, 0]
            elif self.is_vulkan:
                yield wraps, [low[0] | 1, low[1], 0, low[3], 0, 0, 0, 0]
            else:
                # ctz(0), which is undefined: 32 sets a bit beside the shift.
                for shift in range(33):
                    yield wraps, [low[0] | 2, low[1] | shift << 24, *low[2:],
                                  0, 0, 0, 0]
            return
        for float_is_wrong, (magic, shift, extra) in self.magics(product):
            yield wraps | {float_is_wrong} - {""}, [
                low[0] | 4, low[1] | shift << 24 | extra << 29, *low[2:],
                0x20, magic, 0, attribute.divisor]

    def offsets(self, attribute, draw):
        """The offsets that defects write."""
        offset = attribute.source + attribute.address % 64
        if not attribute.per_instance:
            yield set(), offset
            return
        moved = draw.base * attribute.stride
        start = draw.first * attribute.stride if draw.instances > 1 else 0
        bases = [(set(), moved)]
        if not self.is_vulkan and attribute.divisor > 1:
            bases.append(({"base"}, (moved & MASK) // attribute.divisor))
        for base, with_start in itertools.product(bases, (True, False)):
            yield (base[0] | (set() if with_start or not start else {"start"}),
                   signed(offset + base[1] - (start if with_start else 0)))


def with_pointer(words, pointer):
    """Words whose address is that of a buffer in this trace."""
    return [words[0] & 0x3F | pointer & MASK,
            words[1] & ~0xFFFFFF | pointer >> 32, *words[2:]]


def pointer_of(words):
    return words[0] & ~0x3F | (words[1] & 0xFFFFFF) << 32


class Trace:
    """The jobs of a trace, beside the draws. A vertex job with images comes
    after a job that copies them into its table, unless they are there already.
    """

    def __init__(self, path):
        self.draws = []
        copied = False
        for job in jobs.read(path):
            if job.kind in jobs.VERTEX_JOBS:
                self.draws.append((job, [], copied))
                copied = False
            else:
                copied = copied or job.kind == "Compute"
                if self.draws:
                    self.draws[-1][1].append(job)
        self.pointers = {}
        self.filled = set()

    def lacks_images(self, draw, job, copied):
        """Whether a draw with images has a table without them."""
        table = job.fields["Attribute buffers"]
        if copied:
            self.filled.add(table)
        return draw.extra[0] == "image" and table not in self.filled

    def words(self, job, location, buffer=None):
        """The words of an attribute's record. Each buffer, by default that of
        the location, has one address in the whole trace, and no two have the
        same."""
        buffer = location if buffer is None else buffer
        slot, _ = job.attributes[location]
        if slot not in job.records:
            raise Failure(f"attribute {location}: no record in slot {slot}")
        words = job.records[slot]
        pointer = pointer_of(words)
        if self.pointers.setdefault(buffer, pointer) != pointer:
            raise Failure(f"attribute {location}: another buffer")
        if len(set(self.pointers.values())) != len(self.pointers):
            raise Failure(f"attribute {location}: the buffer of another")
        return words


def check_job(trace, job, draw, right):
    """Raises Failure unless the job has what is right."""
    found = (int(job.fields["Instance Size"]), job.invocation())
    if found != (right.size, right.invocation):
        raise Failure(f"{found}, expected {right.size, right.invocation}")
    for location, (slot, words, offset) in enumerate(right.attributes):
        found = trace.words(job, location)
        if job.attributes[location] != (slot, offset):
            raise Failure(f"attribute {location}: slot and offset "
                          f"{job.attributes[location]}, expected "
                          f"{slot, offset}")
        if found != with_pointer(words, pointer_of(found)):
            raise Failure(f"attribute {location}: {found}, expected {words}")
    if trace.has_ids:
        # The attributes of the ids, if the shader reads them.
        for (slot, _), special in zip(job.attributes[16:18], (0x22, 0x24)):
            if job.records.get(slot, [0])[0] & 0x3F != special:
                raise Failure(f"no id {special:#x} in slot {slot}")
    kind, which, stride, size = draw.extra
    if kind == "texels" and trace.has_texels:
        words = trace.words(job, len(right.attributes), (kind, which))
        if words != with_pointer([1, 0, stride, size, 0, 0, 0, 0],
                                 pointer_of(words)):
            raise Failure(f"texels: {words}")
    slots = {slot for slot, _ in job.attributes}
    for slot, words in job.records.items():
        special = [words[0] & 0x3F == kind for kind in (0x22, 0x24)]
        expected = right.ids[special[1]] if any(special) else [0] * 4
        if (any(special) or slot not in slots) and words[:4] != expected:
            raise Failure(f"slot {slot}: {words}, expected {expected}")


class Stock:
    """The stock driver: explains what is not right by defects."""

    def __init__(self, driver, trace):
        self.driver, self.trace = driver, trace
        self.history = []

    def explain(self, job, draw, right):
        """The defects of a job that is not right, by descriptor."""
        if self.history and self.history[-1][0].attributes != draw.attributes:
            self.history = []
        self.history.append((draw, right))
        counts = collections.Counter()
        if job.invocation() != right.invocation or \
                int(job.fields["Instance Size"]) != right.size:
            raise Failure("the invocation or the instance size")
        for location in range(len(right.attributes)):
            words = self.trace.words(job, location)
            counts.update(self.first(
                words, self.words_of(location, pointer_of(words)),
                f"attribute {location}: words"))
            offset = job.attributes[location][1]
            counts.update(self.first(offset, self.offsets_of(location),
                                     f"attribute {location}: offset"))
        for slot, words in job.records.items():
            if words[0] & 0x3F in (0x22, 0x24):
                which = words[0] & 0x3F == 0x24
                counts.update(self.first(
                    words[:4], self.ids_of(which), f"slot {slot}"))
        return counts

    def first(self, found, candidates, what):
        """The defects of the first candidate that is as found."""
        for defects, candidate in candidates:
            if candidate == found:
                return defects
        raise Failure(f"{what}: {found} is not explained")

    def earlier(self):
        """This draw, then those whose table may be left."""
        for age, (draw, right) in enumerate(reversed(self.history)):
            yield {"stale"} if age else set(), draw, right

    def words_of(self, location, pointer):
        for stale, draw, right in self.earlier():
            words = with_pointer(right.attributes[location][1], pointer)
            for defects, record in self.driver.records(
                    draw.attributes[location], draw, words, right.size):
                yield stale | defects, record

    def offsets_of(self, location):
        for stale, draw, _ in self.earlier():
            for defects, offset in self.driver.offsets(
                    draw.attributes[location], draw):
                yield stale | defects, offset

    def ids_of(self, which):
        for stale, _, right in self.earlier():
            yield stale, right.ids[which]


def compare_rest(draw, old, new):
    """What is not vertex data, of a job and the jobs after it, except for
    those that copy images, which the stock driver lacks. They do not run here,
    so the attributes of images are whatever is in memory."""
    attributes = len(draw.attributes) if draw.extra[0] == "image" else None
    old, new = ([job for job in jobs if job.kind != "Compute"]
                for jobs in (old, new))
    if [job.kind for job in old] != [job.kind for job in new]:
        raise Failure(f"jobs {[job.kind for job in old]}, then "
                      f"{[job.kind for job in new]}")
    for one, other in zip(old, new):
        for before, after in itertools.zip_longest(
                one.other_lines(attributes), other.other_lines(attributes),
                fillvalue="the end"):
            if before != after and \
                    jobs.ADDRESS.sub("", before) != \
                    jobs.ADDRESS.sub("", after):
                raise Failure(f"{before!r}, then {after!r}")


def compare(stock, tables, program, api, gpu, rounding, also):
    draws = drawn(stock)
    if draws != drawn(tables):
        raise Failure("the programs drew different draws")
    old, new = Trace(stock / "trace"), Trace(tables / "trace")
    if len(old.draws) != len(draws):
        raise Failure(f"{len(old.draws)} vertex jobs for {len(draws)} draws")
    idvs = old.draws[0][0].kind == "Indexed Vertex"
    driver = Driver(api, gpu, rounding, idvs)
    # Midgard has no texel buffers among the attributes, but ids.
    new.has_ids = driver.architecture <= 5
    new.has_texels = "texels" in also and not new.has_ids
    explain = Stock(driver, old)
    counts = collections.Counter()
    left = iter(new.draws)
    for number, (draw, right, (job, rest, copied)) in enumerate(
            zip(draws, driver.expected(program, draws), old.draws), 1):
        try:
            counts["draws"] += 1
            if "kernels" in also and draw.indexed:
                counts["kernel"] += 1
                next(left, None)
                continue
            if right is None:
                counts["refused"] += 1
                continue
            other, other_rest, other_copied = next(left, (None, None, None))
            if other is None:
                raise Failure("no job in the tables driver's trace")
            check_job(new, other, draw, right)
            if new.lacks_images(draw, other, other_copied):
                raise Failure("a table without its images")
            counts["descriptors"] += 2 * len(right.attributes)
            counts["images"] += old.lacks_images(draw, job, copied)
            counts.update(explain.explain(job, draw, right))
            compare_rest(draw, [job, *rest], [other, *other_rest])
        except Failure as failure:
            raise Failure(f"draw {number}, {draw.vertices} vertices x "
                          f"{draw.instances}: {failure}") from failure
    if next(left, None):
        raise Failure("more jobs in the tables driver's trace")
    return counts


def main():
    stock, tables, program, api, gpu, rounding, *also = sys.argv[1:]
    try:
        counts = compare(pathlib.Path(stock), pathlib.Path(tables), program,
                         api, gpu, rounding, also)
    except Failure as failure:
        sys.exit(f"tables.py: {failure}")
    print(api, gpu, *(counts[name] for name in
                      ("draws", "descriptors", *DEFECTS)), sep="\t")


if __name__ == "__main__":
    main()
