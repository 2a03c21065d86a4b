#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares the definitions of the theorems with the library.

    link.py LIBRARY DIRECTORY [KIND...]

Coq computes the definitions (Evaluate.v, compiled in the directory) for the
inputs of known answers, for both sides of every bound, and for random inputs.
The results must be those of the known answers and of the library, and what a
thread reads must be what OpenGL and Vulkan specify, as this file says it. The
theorems must hold for every input that the library accepts. Otherwise the
status is 3. The KIND of inputs is draw, table, valhall or number.
"""

import ctypes
import random
import re
import subprocess
import sys
from ctypes import byref, c_int32, c_size_t, c_uint32, c_uint64
from itertools import combinations
from pathlib import Path
from types import SimpleNamespace

from interface import ROOT, errors, structure

NOTHING = 2**64 - 1
ERROR = errors()
(Draw, DrawInfo, Buffer, Magic, Source, Padded, Descriptor, Bound, Info,
 Element, State) = map(structure, (
     "dral_draw", "dral_draw_info", "dral_vertex_buffer", "dral_magic_divisor",
     "dral_valhall_source", "dral_padded_count", "dral_attribute_descriptor",
     "dral_bound_buffer", "dral_vertex_state_info", "dral_vertex_element",
     "dral_vertex_state"))


LIBRARY = ctypes.CDLL(sys.argv[1])
LIBRARY.dral_padded_vertex_count.restype = c_uint32
PADDING, ROUNDING = ("DriverRule", "DocumentedRule"), ("Documented", "Nearest")
RATE, BOOL = ("PerVertex", "PerInstance"), ("false", "true")


class Difference(Exception):
    pass


# ---- Inputs -----------------------------------------------------------------

PLAIN = dict(
    vertex_count=70, instance_count=3, padding_rule=0, idvs=0, rounding=0,
    start=0, base_instance=0, address=0x123456789AC0, size=4096, stride=16,
    rate=1, divisor=3, source=0, format=0, table=0, buffer_index=0, one=0)
# Both sides of what C holds or the library accepts.
BOUNDS = dict(
    vertex_count=(1, 2**32 - 1), instance_count=(1, 2**32 - 1),
    start=(-2**31, 2**31 - 1), base_instance=(0, 2**32 - 1),
    address=(0, 2**56 - 1), stride=(0, 2**32 - 1), divisor=(0, 2**32 - 1),
    size=(0, 2**32 - 1), source=(-2**31, 2**31 - 1), format=(0, 2**22 - 1),
    table=(0, 63), buffer_index=(0, 2**32 - 1))
OTHERS = dict(
    vertex_count=(2, 3, 9, 19, 20, 21, 2**31, 0xDFFFFFFF, 0xE0000000),
    instance_count=(2, 2**16, 2**32 // 10, 2**31),
    divisor=(1, 2, 7, 2**16, 2**31),
    address=(64, 2**56, 2**64 - 1), size=(1, 2**32, 2**64 - 1),
    format=(2**22,), table=(64,), rounding=(1,), padding_rule=(1,), idvs=(1,),
    rate=(0,), one=(1,))


def words(text):
    return [int(word, 0) % 2**32 if word[0] == "-" else int(word, 0)
            for word in text.replace(";", " ").split()]


def known(topic):
    """The rows of known answers: function, arguments, and results, or None."""
    lines = (ROOT / "c_tests/data" / f"{topic}_known.csv").read_text()
    for line in lines.splitlines()[1:]:
        _, function, given, answer = line.split(",")
        # A text is the name of an error.
        yield function, words(given), (
            None if answer[0].isalpha() else words(answer))


def signed(word):
    return word - 2**32 if word >= 2**31 else word


def known_rows():
    names = ("padding_rule", "rounding", "idvs", "vertex_count",
             "instance_count", "_", "start", "base_instance")
    for function, given, answer in known("draw"):
        if function == "draw" and answer and given[0] < 9:
            row = dict(zip(names, given[1:9]), start=signed(given[7]))
            yield PLAIN | row, {"padded_count": answer[1]}
    for topic, functions in (("record", ("record", "offset")), (
            "id", ("id_records",))):
        for function, given, answer in known(topic):
            if function not in functions or not answer:
                continue
            # Only an offset depends on more of the draw.
            more = ("start", "base_instance") * (function == "offset")
            row = dict(zip(("rounding", "vertex_count", "instance_count",
                            *more, "address", "size", "stride", "rate",
                            "divisor", "source"), given[1:]))
            row["start"] = signed(row.get("start", 0))
            yield PLAIN | row, {function: answer}
    names = ("rounding", "rate", "divisor", "stride", "format", "table",
             "buffer_index", "source", "base_instance", "one")
    for function, given, answer in known("valhall"):
        if function == "valhall" and answer and given[2] < 2:
            row = dict(zip(names, given[1:]), source=signed(given[8]))
            yield PLAIN | row, {"valhall": answer}


def number(bits):
    kind = random.random()
    if kind < 0.6:
        value = random.getrandbits(random.randrange(1, bits + 1))
    elif kind < 0.9:
        value = (1 << random.randrange(bits)) + random.randrange(-2, 3)
    else:
        value = random.choice((0, 1, 3, 5, 7, 9, -1))
    return value % (1 << bits)


def random_row():
    row = dict(
        vertex_count=max(number(random.choice((5, 12, 20, 32))), 1),
        instance_count=max(number(random.choice((2, 8, 16, 32))), 1),
        start=signed(number(random.choice((8, 32)))),
        base_instance=number(random.choice((3, 32))), address=number(57),
        size=number(random.choice((12, 32, 33))),
        stride=number(random.choice((5, 12, 32))),
        divisor=number(random.choice((2, 4, 12, 32))),
        source=signed(number(random.choice((8, 32)))), format=number(22),
        table=number(6), buffer_index=number(32))
    return PLAIN | row | {
        name: random.randrange(2)
        for name in ("padding_rule", "idvs", "rounding", "rate", "one")}


def rows():
    yield from known_rows()
    singles = [(name, value) for values in (BOUNDS, OTHERS)
               for name, each in values.items() for value in each]
    pairs = list(combinations(singles, 2))
    # Whether a draw has too many threads depends on two counts.
    counts = [pair for pair in pairs
              if all(name.endswith("_count") for name, _ in pair)]
    for changes in ([(single,) for single in singles] + counts +
                    random.sample(pairs, 400)):
        yield PLAIN | dict(changes), {}
    for _ in range(600):
        yield random_row(), {}


NUMBERS = sorted({*range(300), *range(2**32 - 20, 2**32), 641, 6700417, *(
    # Of these divisors of 2^63 - 1 a remainder is exactly 2^31.
    2281422937, 2323823089, 3969050863, 4042815511), *(
    given[0] for function, given, _ in known("divisor")
    if function == "magic_divisor"), *(
    number for odd in (1, 3, 5, 7, 9) for shift in range(32)
    for number in range((odd << shift) - 1, (odd << shift) + 2)
    if number < 2**32)})


def tables():
    """A draw, the shape, the architecture, buffers and an attribute of each."""
    def made(row, shape, architecture, buffers):
        return row | {"shape": shape, "architecture": architecture,
                      "buffers": buffers}

    for count, format_ in ((0, 0), (512, 2**22 - 1), (513, 2**22)):
        yield made(PLAIN | {"format": format_}, 0, 4,
                   [PLAIN | {"rate": 0}] * count)
    yield made(PLAIN, 1, 7, [PLAIN, PLAIN | {"address": 2**56}])
    for _ in range(150):
        shape = random.randrange(2)
        buffers = [random_row() | {
            "rate": random.choice((0, 1, 1, 1) + (2,) * shape)}
            for _ in range(random.randrange(17))]
        for buffer in buffers:
            # One that is refused refuses the table.
            buffer["address"] %= 2**56
            buffer["size"] %= 2**32 - 63
        row = random_row()
        while row["vertex_count"] * row["instance_count"] > 2**31:
            row = random_row()
        yield made(row, shape, random.randrange(4, 8), buffers)


# ---- Coq --------------------------------------------------------------------


def given_draw(row):
    row = SimpleNamespace(**row)
    return (f"Draw {row.vertex_count} {row.instance_count} "
            f"{PADDING[row.padding_rule]} {BOOL[row.idvs]} "
            f"{ROUNDING[row.rounding]} ({row.start}) {row.base_instance}")


def given_buffer(row):
    row = SimpleNamespace(**row)
    return (f"Buffer {row.address} {row.size} {row.stride} {RATE[row.rate]} "
            f"{row.divisor}")


def given_source(row):
    return (f"Source ({row['source']}) {row['format']} {row['table']} "
            f"{row['buffer_index']} {BOOL[row['one']]}")


def given(row, source):
    return (f"({given_draw(row)}, {given_buffer(row)}, {source}, "
            f"{row['vertex']}, {row['instance']})")


def given_table(row):
    buffers = "; ".join(
        f"Some ({given_buffer(each)})" if each["rate"] < 2 else "None"
        for each in row["buffers"])
    return (f"({('Packed', 'Pairs')[row['shape']]}, {given_draw(row)}, "
            f"[{buffers}], {BOOL[row['architecture'] > 5]}, {row['format']}, "
            f"{row['source'] % 2**32}, {row['vertex']}, {row['instance']})")


def parsed(text):
    """A list that Coq printed: of numbers, or of lists."""
    return eval(re.sub(r";", ",", text[text.index("["):text.rindex("]") + 1]),
                {"__builtins__": {}})


def evaluated(directory, name, inputs):
    """What Coq computes by a function of Evaluate.v for each row."""
    text = ("From Coq Require Import List ZArith.\n"
            "From Dral Require Import Arithmetic MagicDivisor Padding Draw "
            "Attribute Table Valhall Evaluate.\nImport ListNotations.\n"
            "Open Scope Z_scope.\nSet Printing Depth 10000000.\n"
            "Set Printing Width 1000.\n"
            # No hypothesis but that the library accepts the input.
            f"Definition stated : forall row, {name}_accepted row = true -> "
            f"{name}_right row := every_{name}_is_right.\n"
            f'Redirect "rows" Eval vm_compute in map {name}_row [' +
            ";\n".join(inputs) + "].\n")
    (directory / "Rows.v").write_text(text)
    coq = subprocess.run(["coqc", "-Q", ".", "Dral", "Rows.v"], cwd=directory,
                         stderr=subprocess.PIPE, text=True)
    if "while it is expected to have type" in coq.stderr:
        raise Difference(coq.stderr)
    assert coq.returncode == 0, coq.stderr
    results = parsed((directory / "rows.out").read_text())
    assert len(results) == len(inputs), len(results)
    return results


def quoted(name):
    """README.md quotes what is proven of each input of this kind."""
    stated = re.search(rf"^Definition {name}_right\b.*?\.\n\n",
                       (Path(sys.argv[2]) / "Evaluate.v").read_text(),
                       re.M | re.S)
    if not stated or f"\n{stated[0].strip()}\n" not in \
            (ROOT / "evidence/proofs/README.md").read_text():
        raise Difference(f"README.md does not quote {name}_right")


# ---- The library ------------------------------------------------------------


def called(function, *arguments):
    """The negative number of an error, or what is not negative."""
    return c_int32(LIBRARY[f"dral_{function}"](*arguments)).value


def values(struct):
    return [getattr(struct, name) for name, _ in struct._fields_]


def packed(function, struct, count):
    output = (c_uint32 * count)()
    assert called(function, byref(struct), output) == 0, function
    return list(output)


def of_number(value):
    """As number_row of Evaluate.v."""
    driver, documented, magic = Padded(), Padded(), Magic()
    count = c_uint32()
    assert called("padded_count", value, 0, byref(driver)) == 0 or \
        LIBRARY.dral_padded_vertex_count(value) == 0
    documented_ok = called("padded_count", value, 1, byref(documented)) == 0
    idvs = called("idvs_vertex_count", value, byref(count)) == 0
    result = [1, LIBRARY.dral_padded_vertex_count(value),
              documented.count if documented_ok else 0,
              count.value if idvs else NOTHING]
    for rounding in (0, 1):
        error = called("magic_divisor", value, rounding, byref(magic))
        result += [NOTHING] if error else values(magic)
    return result


def element(row):
    """What OpenGL and Vulkan specify."""
    if row["rate"] == 0:
        return row["start"] + row["vertex"]
    divisor = row["divisor"]
    return row["base_instance"] + (row["instance"] // divisor if divisor
                                   else 0)


def expect(what, coq, library):
    if coq != library:
        raise Difference(f"{what}: Coq {coq}, library {library}")


def resolved(row, architecture):
    """The draw of a row, and the error of the library."""
    draw, info = Draw(), DrawInfo(
        architecture=architecture, vertices_per_primitive=2**32 - 1,
        offset_start=row["start"] % 2**32, **{
            name: row[name] for name in (
                "padding_rule", "rounding", "idvs", "vertex_count",
                "instance_count", "base_instance")})
    return draw, called("draw_resolve", byref(draw), byref(info))


def made_buffer(row):
    return Buffer(**{name: row[name] for name in (
        "address", "size", "stride", "rate", "divisor")})


def compare_draw(row, answer, coq, seen):
    """One row of draw_row with the library, and with its known answer."""
    (draw, error), buffer = resolved(row, 5), made_buffer(row)
    (accepted,), *results = coq
    seen.add(("draw", error))
    if error == ERROR["INVOCATION_RANGE"]:
        return
    expect("resolved", bool(results), error == 0)
    # Bounds of the buffer are those of the library in any draw.
    output, next_ = (c_uint32 * 16)(), c_uint32()
    slot = called("attribute_append", byref(draw if results else NPOT_DRAW),
                  byref(buffer), output, c_size_t(16), byref(next_))
    seen.add(("buffer", min(slot, 0)))
    expect("a draw and a buffer of the library", accepted, int(slot >= 0))
    if not results:
        return
    numbers, record, offset, vertex_id, instance_id, reads = results
    several = row["instance_count"] > 1
    expect("padded count", numbers[0], draw.padded_count)
    if several:
        expect("shift and odd part", numbers[2] + 32 * numbers[3],
               draw.instance_size_byte)
    found = {"padded_count": numbers[0]}
    words = packed("id_records", draw, 8)
    expect("vertex id", vertex_id, words[:4])
    expect("instance id", instance_id, words[4:])
    found["id_records"] = vertex_id + instance_id
    expect("what ids are read", reads[1:], [row["vertex"], row["instance"]])
    if slot >= 0:
        # A pair of slots may have no continuation.
        record += [0] * (4 * next_.value - len(record))
        expect("record", record, list(output)[:4 * next_.value])
        expect("pointer", reads[0], row["address"] // 64 * 64)
        source, moved = row["source"] % 2**32, c_int32()
        refused = called("attribute_offset", byref(draw), byref(buffer),
                         c_uint32(source), byref(moved))
        expect("offset", offset[0],
               NOTHING if refused else moved.value % 2**32)
        if not refused:
            expect("the address that is read", offset[1], row["address"] +
                   source + row["stride"] * element(row))
            seen |= {(name, row[name]) for name in BOUNDS}
            found |= {"record": record, "offset": offset[:1]}
    for name, expected in answer.items():
        if name in found:
            expected = expected if name != "offset" else [
                each % 2**32 for each in expected]
            expect(f"known answer {name}", found[name], expected)
            seen.add(name)


def compare_table(row, coq, seen):
    """One row of table_row with the library, also from a prepared state."""
    draw, error = resolved(row, row["architecture"])
    (accepted,), *results = coq
    if error == ERROR["INVOCATION_RANGE"]:
        return
    expect("resolved", bool(results), error == 0)
    if error:
        return
    count = len(row["buffers"])
    buffers = (Buffer * count)(*map(made_buffer, row["buffers"]))
    capacity = 8 * count + 4
    words, found = (c_uint32 * capacity)(), (c_uint32 * count)()
    length = called("attribute_table", byref(draw), row["shape"], 0, buffers,
                    c_size_t(count), words, c_size_t(capacity), found)
    expect("a table of the library", accepted, int(length >= 0))
    if not accepted:
        seen.add("refused table")
        return
    slots, table, *each = results
    expect("slots", slots, list(found))
    expect("words", table, list(words)[:length])
    seen.add(("table", row["shape"], row["architecture"] > 5))
    source = row["source"] % 2**32
    descriptors = []
    for buffer, slot, results in zip(row["buffers"], slots, each):
        if buffer["rate"] == 2:
            seen.add("unused")
            continue
        _, fits, *descriptor, address = results[:5]
        moved = c_int32()
        refused = called("attribute_offset", byref(draw),
                         byref(made_buffer(buffer)), c_uint32(source),
                         byref(moved))
        expect("offset", address == NOTHING, refused != 0)
        error = called("attribute_descriptor_pack", byref(Descriptor(
            slot, row["format"], moved.value % 2**32)), (c_uint32 * 2)())
        seen.add(("descriptor", error))
        expect("a descriptor of the library", fits, int(error == 0))
        if refused or error:
            continue
        expect("descriptor", descriptor, packed(
            "attribute_descriptor_pack", Descriptor(
                slot, row["format"], moved.value % 2**32), 2))
        expect("the address that is read", address, buffer["address"] + source
               + buffer["stride"] * element(row | {
                   name: buffer[name] for name in ("rate", "divisor")}))
        seen |= {("slot", slot), ("format", row["format"])}
        descriptors += descriptor
    if count <= 16:
        compare_state(row, draw, buffers, results=each, table=table,
                      slots=slots, descriptors=descriptors, seen=seen)


def compare_state(row, draw, buffers, results, table, slots, descriptors,
                  seen):
    state, count = State(), len(buffers)
    elements = [Element(index, row["format"], row["source"] % 2**32)
                for index, each in enumerate(row["buffers"])
                if each["rate"] < 2]
    # Where each has a descriptor, and the source offset is one of a state.
    if len(descriptors) != 2 * len(elements) or not (
            0 <= row["source"] < 2**31 - 63):
        elements = []
    elements = (Element * len(elements))(*elements)
    assert called("vertex_state_prepare", byref(state), byref(Info(
        row["architecture"], row["rounding"], row["shape"], 0,
        ctypes.addressof(buffers), count, ctypes.addressof(elements),
        len(elements)))) == 0
    variant = state.variants[draw.table_key // 32 - 1]
    expect("slots of a state", slots, list(variant.slots)[:count])
    for index, result in enumerate(results):
        template = variant.templates[index]
        template = [*template.first, *template.second]
        expected = [0] + [0] * 8
        if result:
            expected = result[:1] + result[5:] + [0] * (13 - len(result))
        expect("template", expected, [variant.shared_from[index]] + template)
    bound = (Bound * count)()
    for each, buffer in zip(bound, buffers):
        low = buffer.address % 64
        if buffer.rate < 2:
            each.words[:] = (buffer.address % 2**32, buffer.address >> 32, 0,
                             buffer.size + low)
    words = (c_uint32 * (8 * count + 4))()
    length = called("vertex_state_table", byref(state), byref(draw), bound,
                    c_size_t(count), words, c_size_t(len(words)))
    expect("words from a state", table, list(words)[:length])
    if elements:
        words = (c_uint32 * len(descriptors))()
        length = called("vertex_state_attributes", byref(state), byref(draw),
                        bound, c_size_t(count), words, c_size_t(len(words)))
        expect("descriptors from a state", descriptors, list(words)[:length])
        seen.add("descriptors from a state")


def compare_valhall(row, answer, coq, seen):
    source = Source(architecture=9, divisor_one=row["one"],
                    offset=row["source"] % 2**32, **{
                        name: row[name] for name in (
                            "rounding", "rate", "divisor", "stride", "format",
                            "table", "buffer_index", "base_instance")})
    (in_buffers, accepted), *results = coq
    if not in_buffers:
        return
    words = (c_uint32 * 8)()
    error = called("valhall_attribute", byref(source), words)
    seen.add(("valhall", error))
    # The library refuses an offset first.
    expect("accepted", bool(accepted and results), error == 0)
    if error:
        if error != ERROR["OFFSET_RANGE"]:
            expect("a source of the library", accepted, 0)
        return
    expect("attribute", results[0], list(words))
    expect("the address that is read", results[1][0], row["address"] +
           row["source"] + row["stride"] * element(row))
    seen |= {(f"valhall {name}", row[name]) for name in BOUNDS}
    if "valhall" in answer:
        expect("known answer", results[0], answer["valhall"])
        seen.add("valhall")


NPOT_DRAW, _ = resolved(PLAIN | dict(vertex_count=3, instance_count=2), 5)


def main():
    random.seed(7)
    assert NPOT_DRAW.threads == 6
    # Without threads or elements there is nothing to read.
    inputs = [(row, answer) for row, answer in rows() if row["rate"] < 2
              and row["vertex_count"] and row["instance_count"]]
    shaped = list(tables())
    for row in [row for row, _ in inputs] + shaped:
        row["vertex"] = random.choice((0, random.randrange(
            row["vertex_count"]), row["vertex_count"] - 1))
        row["instance"] = random.choice((0, random.randrange(
            row["instance_count"]), row["instance_count"] - 1))
    seen, kinds = set(), sys.argv[3:]
    for name, given_row, compare, tried in (
            ("draw", lambda row: given(row[0], row[0]["source"] % 2**32),
             lambda row, coq: compare_draw(*row, coq, seen), inputs),
            ("table", given_table,
             lambda row, coq: compare_table(row, coq, seen), shaped),
            ("valhall", lambda row: given(row[0], given_source(row[0])),
             lambda row, coq: compare_valhall(*row, coq, seen), inputs),
            ("number", str, lambda value, coq: expect(
                "results", coq, of_number(value)), NUMBERS)):
        if kinds and name not in kinds:
            continue
        row = "every row"
        try:
            quoted(name)
            for row, coq in zip(tried, evaluated(
                    Path(sys.argv[2]), name, [*map(given_row, tried)])):
                compare(row, coq)
        except Difference as difference:
            print(f"{name} {row}: {difference}")
            return 3
        print(f"every_{name}_is_right: {len(tried)} rows compared")
    if kinds:
        return 0
    needed = {(name, bound) for name, bounds in BOUNDS.items()
              for bound in bounds if name not in (
                  "format", "table", "buffer_index")} - {
        ("source", -2**31)}
    needed |= {(f"valhall {name}", bound) for name in (
        "base_instance", "stride", "divisor", "source", "format", "table",
        "buffer_index", "start") for bound in BOUNDS[name]}
    needed |= {"padded_count", "record", "offset", "id_records",
               "valhall"}
    needed |= {("draw", ERROR[name]) for name in (
        "PADDED_COUNT_RANGE", "THREAD_RANGE", "INVOCATION_RANGE")}
    needed |= {("buffer", ERROR[name]) for name in (
        "ADDRESS_RANGE", "SIZE_RANGE")}
    needed |= {("table", shape, ends) for shape in (0, 1)
               for ends in (False, True)}
    needed |= {"unused", "refused table", "descriptors from a state",
               ("slot", 511), ("format", 2**22 - 1)}
    needed |= {("descriptor", ERROR[name]) for name in (
        "SLOT_RANGE", "FORMAT_RANGE")}
    needed |= {("valhall", ERROR[name]) for name in (
        "FORMAT_RANGE", "TABLE_RANGE", "OFFSET_RANGE")}
    for missing in needed - seen:
        print("no row has", missing)
    return 0 if needed <= seen else 3


if __name__ == "__main__":
    sys.exit(main())
