#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares the definitions of the theorems with the reference.

    evidence/proofs/link.py BUILD [quotes] [draw] [table] [valhall]

Coq computes the definitions, which are compiled in BUILD, for inputs on both
sides of every bound and for random ones. The results must equal the
reference's, and the theorems must hold for every input that it accepts. With
`quotes`, the theorems must prove what README.md states, without an axiom.
Otherwise the status is 3.
"""

import ctypes
import random
import re
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
HEADER = (ROOT / "include/dral_types.h").read_text() + \
    (ROOT / "include/dral.h").read_text()
KINDS = "draw", "table", "valhall"
FILES = re.findall(r"^(\w+)\.v$", (HERE / "_CoqProject").read_text(), re.M)
VERTEX, INSTANCE, UNUSED = range(3)
PAIRS = 1

# ---- Inputs -----------------------------------------------------------------

# Members of the structs of dral.h, and of rows.
PLAIN = {
    "architecture": 5, "vertex_count": 70, "instance_count": 3,
    "vertices_per_primitive": 0xFFFFFFFF, "offset_start": 0, "base_instance": 0,
    "rounding": 0, "address": 0x123456789AC0, "size": 4096, "stride": 16,
    "rate": INSTANCE, "divisor": 3, "source": 0, "format": 0, "table": 0,
    "buffer_index": 0, "divisor_one": 0, "idvs": 1}
BOUNDS = {
    "vertex_count": (1, 2, 2**31 - 1, 2**31, 2**31 + 1, 2**32 - 1),
    "instance_count": (2, (2**32 - 1) // 72),
    "offset_start": (-2**31, 2**31 - 1), "base_instance": (2**32 - 1,),
    "address": (0, 63, 2**56 - 1, 2**56, 2**64 - 1),
    "size": (0, 2**32 - 1, 2**32, 2**64 - 1), "stride": (0, 2**32 - 1),
    "divisor": (0, 1, 2**32 - 1), "source": (2**31 - 1, 2**31, 2**32 - 1),
    "format": (2**22 - 1, 2**22), "table": (63, 64),
    "buffer_index": (2**32 - 1,), "divisor_one": (1,)}
WIDTHS = {"offset_start": 31, "address": 57, "size": 33, "format": 23,
          "table": 7, "rounding": 1, "rate": 1, "divisor_one": 1}
chance = random.Random(7)


def number(bits):
    """Up to so many bits, often near a power of two."""
    near = 2**chance.randrange(bits) + chance.randrange(-2, 3)
    any_width = chance.getrandbits(chance.randint(1, bits))
    return chance.choice((near, any_width, any_width)) % 2**bits


def any_row():
    row = {name: number(WIDTHS.get(name) or chance.choice((3, 8, 16, 32)))
           for name in PLAIN}
    row["offset_start"] *= chance.choice((1, 1, -1))
    return row | {"architecture": 5, "vertices_per_primitive": 2**32 - 1,
                  "padding_rule": number(1), "idvs": 1 + number(1)}


def rows():
    yield PLAIN | {"vertex_count": 4, "instance_count": 2**30}
    for member, values in BOUNDS.items():
        for value in values:
            row = PLAIN | {member: value}
            yield from (row, row | {"instance_count": 1},
                        row | {"instance_count": 1, "rate": VERTEX})
    # Every padded count and its hardware divisors, in both roundings.
    for odd in (1, 3, 5, 7, 9):
        for shift in range(32):
            yield PLAIN | {
                "vertex_count": ((odd << shift) - (shift > 0)) % 2**32,
                "instance_count": 2, "rounding": shift % 2,
                "padding_rule": shift // 2 % 2,
                "divisor": 1 if odd == 9 else odd << (31 - shift) // 4}
    for _ in range(100):
        yield any_row()
        # This one fits.
        row = any_row()
        yield row | {"vertex_count": row["vertex_count"] % 10000,
                     "instance_count": row["instance_count"] % 10000}


def tables():
    """Shapes, rows and their buffers."""
    vertex = PLAIN | {"rate": VERTEX}
    yield 0, PLAIN | {"architecture": 4}, []
    yield 0, PLAIN | {"architecture": 4, "format": 2**22 - 1}, [vertex] * 512
    yield 0, PLAIN | {"architecture": 6, "format": 2**22}, [vertex] * 513
    yield PAIRS, PLAIN, [vertex, vertex | {"address": 2**56}]
    for _ in range(50):
        shape, buffers = number(1), []
        for _ in range(chance.randrange(17)):
            row = any_row()
            hole = shape == PAIRS and chance.randrange(5) == 0
            buffers.append(row | {
                "address": row["address"] % 2**56,
                "size": row["size"] % (2**32 - 63),
                "rate": UNUSED if hole else row["rate"]})
        row = any_row()
        yield shape, row | {"architecture": chance.randint(4, 7),
                            "vertex_count": row["vertex_count"] % 1000}, buffers


# ---- The reference ----------------------------------------------------------


def struct(name):
    """A struct of dral.h, with the values of a row."""
    body = re.sub("//.*", "", re.search(
        rf"^struct {name} \{{\n(.*?)^\}};", HEADER, re.M | re.S)[1])
    fields = []
    for kind, member, count in re.findall(r"(\w+) (\w+)(?:\[(\d+)\])?;", body):
        kind = getattr(ctypes, f"c_{kind[:-2]}") if kind.endswith("_t") \
            else struct(kind)
        fields.append((member, kind * int(count) if count else kind))
    return type(name, (ctypes.Structure,), {"_fields_": fields})


INFO, DRAW, BUFFER, SOURCE = map(struct, (
    "dral_draw_info", "dral_draw", "dral_vertex_buffer", "dral_valhall_source"))


def filled(kind, row):
    return kind(**{name: row[name] for name, _ in kind._fields_ if name in row})


class Reference:
    """What the reference computes, or None where it refuses."""

    def __init__(self, build):
        library = build / "reference.so"
        subprocess.run(
            ["cc", "-std=c11", "-O1", "-shared", "-fPIC", "-I",
             ROOT / "include", *(ROOT / f"c_tests/reference/{name}.c"
                                 for name in ("reference", "attribute")),
             "-o", library], check=True)
        self.library = ctypes.CDLL(library)

    def call(self, name, *arguments):
        function = getattr(self.library, f"ref_{name}")
        function.restype = ctypes.c_uint64
        return function(*(
            ctypes.byref(each) if isinstance(each, ctypes.Structure) else each
            for each in arguments)) == 0

    def words(self, name, count, *arguments):
        words = (ctypes.c_uint32 * count)()
        return list(words) if self.call(name, *arguments, words) else None

    def draw(self, row):
        draw = DRAW()
        return draw if row["vertex_count"] and row["instance_count"] and \
            self.call("draw_resolve", filled(INFO, row), draw) else None

    def offset(self, row, buffer):
        return self.words(
            "attribute_offset", 1, filled(INFO, row), filled(BUFFER, buffer),
            ctypes.c_uint32(row["source"])) or []

    def table(self, row, shape, buffers):
        """Slots, and words."""
        words = (ctypes.c_uint32 * (8 * len(buffers) + 4))()
        slots, count = (ctypes.c_uint32 * len(buffers))(), ctypes.c_uint32()
        buffers = (BUFFER * len(buffers))(
            *(filled(BUFFER, buffer) for buffer in buffers))
        return (list(slots), list(words)[:count.value]) if self.call(
            "attribute_table", filled(INFO, row), shape, 0, buffers,
            ctypes.c_size_t(len(buffers)), words, slots,
            ctypes.byref(count)) else None


def api_address(row, buffer, vertex, instance):
    """What OpenGL and Vulkan specify."""
    element = row["offset_start"] + vertex
    if buffer["rate"] != VERTEX:
        element = row["base_instance"] + (
            instance // buffer["divisor"] if buffer["divisor"] else 0)
    return buffer["address"] + row["source"] + buffer["stride"] * element


# ---- Terms of Coq: an input, and the words and addresses for it -------------


def draw_term(row):
    return (f"Draw {row['vertex_count']} {row['instance_count']} "
            f"{('Documented', 'Nearest')[row['rounding']]} "
            f"({row['offset_start']}) {row['base_instance']}")


def padded_term(draw):
    return (f"Padded {draw.padded_count} {draw.instance_size_byte % 32} "
            f"{draw.instance_size_byte // 32}")


def buffer_term(buffer):
    rate = "PerVertex" if buffer["rate"] == VERTEX else "PerInstance"
    return (f"Buffer {buffer['address']} {buffer['size']} {buffer['stride']} "
            f"{rate} {buffer['divisor']}")


def list_term(lists):
    return str([*lists]).replace(",", ";")


def any_thread(row):
    """The first, the last or any vertex and instance."""
    return [chance.choice((0, row[name] - 1, chance.randrange(row[name])))
            for name in ("vertex_count", "instance_count")]


def draw_rows(reference):
    for row in rows():
        draw = reference.draw(row)
        if not draw:
            continue
        vertex, instance = any_thread(row)
        # Of v5, without a zero slot.
        result, table = [], reference.table(row, 0, [row])
        if table:
            _, words = table
            offset = reference.offset(row, row)
            result = [
                words[:8 if words[0] % 64 == 4 else 4],
                offset and [*offset, api_address(row, row, vertex, instance)],
                reference.words("id_records", 8, filled(INFO, row)),
                [vertex, instance]]
        yield (f"(({draw_term(row)}, {padded_term(draw)}, {buffer_term(row)}, "
               f"{row['source']}, {vertex}, {instance}), {list_term(result)})")


def table_rows(reference):
    for shape, row, buffers in tables():
        draw = reference.draw(row)
        if not draw:
            continue
        vertex, instance = any_thread(row)
        table, read, terms = reference.table(row, shape, buffers), [], []
        for index, buffer in enumerate(buffers):
            is_hole, offset = buffer["rate"] == UNUSED, []
            if table and not is_hole and row["format"] < 2**22 and \
                    table[0][index] < 512:
                offset = reference.offset(row, buffer)
            read.append(offset and [
                table[0][index] + 512 + 1024 * row["format"], *offset,
                api_address(row, buffer, vertex, instance)])
            terms.append("None" if is_hole else f"Some ({buffer_term(buffer)})")
        ends = "true" if row["architecture"] > 5 else "false"
        yield (f"(({('Packed', 'Pairs')[shape]}, {draw_term(row)}, "
               f"{padded_term(draw)}, [{'; '.join(terms)}], {ends}, "
               f"{row['format']}, {row['source']}, {vertex}, {instance}), "
               f"{list_term([*table, *read] if table else [])})")


def valhall_rows(reference):
    for row in rows():
        row = row | {
            "address": row["address"] % 2**56, "size": 0,
            "source": (row["source"] + 2**31) % 2**32 - 2**31}
        vertex, instance = chance.getrandbits(32), chance.getrandbits(32)
        words = reference.words("valhall", 8, filled(
            SOURCE, row | {"architecture": 9, "offset": row["source"]}))
        result = words and [words, [api_address(row, row, vertex, instance)]]
        yield (f"(({draw_term(row)}, {buffer_term(row)}, "
               f"Source ({row['source']}) {row['format']} {row['table']} "
               f"{row['buffer_index']} {str(row['divisor_one'] == 1).lower()}, "
               f"{vertex}, {instance}), {list_term(result or [])})")


# ---- All --------------------------------------------------------------------


def chunks(terms):
    """So many at once that a difference is found early."""
    chunk = []
    for term in terms:
        chunk.append(term)
        if sum(map(len, chunk)) > 30000:
            yield chunk
            chunk = []
    if chunk:
        yield chunk


def computed(build, text):
    """What Coq says to a text: status 1 if it rejects it."""
    (build / "Rows.v").write_text(text)
    coq = subprocess.run(["coqc", "-Q", ".", "Dral", "Rows.v"], cwd=build,
                         capture_output=True, text=True)
    if coq.returncode not in (0, 1):
        sys.exit(coq.stderr)
    return coq


def sampled(build, sources):
    """What the samples compute, by file: types, and functions whose results are
    numbers. Other functions say for which inputs a theorem holds."""
    rows = ", ".join(f"Evaluate.{kind}_row" for kind in KINDS)
    coq = computed(build, "From Dral Require Evaluate.\n"
                   "Set Printing All.\nSet Printing Width 10000.\n"
                   f"Definition rows := ({rows}).\n"
                   "Print Transparent Dependencies rows.\n")
    coq.check_returncode()
    for file, name, result in re.findall(
            r"^(\w+)\.(\w+) :\s+(?:forall .*, )?(.*)$", coq.stdout, re.M):
        if file in FILES and not re.search(r"\b(bool|option|Prop)\b", result):
            yield file, name
    for file, source in sources.items():
        for name in re.findall(r"^(?:Inductive|Record) (\w+)", source, re.M):
            yield file, f"{name}(..)"


def check_quotes(build):
    """Coq reads README.md without the notations and the definitions of the
    theorems, so that none can say something else there."""
    page = "".join(re.findall(r"^```coq\n(.*?)^```$",
                              (HERE / "README.md").read_text(), re.M | re.S))
    sources = {file: (build / f"{file}.v").read_text() for file in FILES}
    theorems = {name: file for file, source in sources.items()
                for name in re.findall(r"^Theorem (\w+)", source, re.M)}
    stated = re.findall(r"^Theorem (\w+)", page, re.M)
    if sorted(stated) != sorted(theorems):
        differs(f"README.md states {stated}, not {[*theorems]}", "quotes")
    coq = computed(
        build, "From Coq Require Import Bool List ZArith.\n"
        "Open Scope Z_scope.\nCoercion is_true : bool >-> Sortclass.\n"
        f"From Dral Require {' '.join(FILES)}.\n" +
        "".join(f"Import Dral.{file}({name}).\n"
                for file, name in sampled(build, sources)) +
        re.sub(r"^Theorem (\w+)\b.*?\.$", lambda found: f"{found[0]}\n"
               f"Proof. exact Dral.{theorems[found[1]]}.{found[1]}. Qed.\n"
               f"Print Assumptions {found[1]}.", page, flags=re.M | re.S))
    if coq.returncode or coq.stdout.split("\n") != [
            *["Closed under the global context"] * len(theorems), ""]:
        differs(coq.stdout + coq.stderr, "quotes")
    print(f"{len(theorems)} theorems without axioms, as README.md states them")


def differs(what, kind):
    print(f"{kind}: {what}")
    sys.exit(3)


def main():
    build, kinds = Path(sys.argv[1]).resolve(), sys.argv[2:] or ["quotes", *KINDS]
    reference = Reference(build)
    for kind in kinds:
        if kind == "quotes":
            check_quotes(build)
            continue
        terms = list(globals()[f"{kind}_rows"](reference))
        for some in chunks(terms):
            coq = computed(
                build, "From Dral Require Import Evaluate.\n"
                "Definition rows := [\n" + ";\n".join(some) + "].\n"
                f"Eval vm_compute in different {kind}_row rows.\n")
            if coq.returncode:
                sys.exit(coq.stderr)
            if not re.match(r"\s*= \[\]\n", coq.stdout):
                differs(coq.stdout, kind)
        print(f"every_{kind}_is_right: {len(terms)} rows")


if __name__ == "__main__":
    main()
