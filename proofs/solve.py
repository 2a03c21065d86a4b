#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Functions of several numbers, proven on the compiled library.

    solve.py results|panics OBJECT [FUNCTION...]

angr runs the machine code of the library with symbols instead of numbers,
along every path, and Z3 checks for each path that

- with `results`, the returned value and the memory agree with the definition,
  in integers wide enough that nothing wraps there, and nothing is written if
  an errno is returned;
- with both, no path leads to a function outside the object: in a build with
  overflow checks that is a panic.

A path on which the solver gives up has failed.
"""

import logging
import sys
import time

logging.disable(logging.CRITICAL)

import angr  # noqa: E402
import claripy  # noqa: E402
import z3  # noqa: E402
from angr.engines.vex.claripy import ccall  # noqa: E402

EINVAL, ENOSPC, EDOM, ERANGE = -22, -28, -33, -34
# Definitions are computed in this many bits. The largest number in them is
# the product of a 34-bit offset and a 32-bit stride.
WIDE = 128
# Milliseconds for several claims at once, and for one.
SOON, TIMEOUT = 20_000, 600_000

# The variant's flag in addition to the instance size byte.
SEVERAL_INSTANCES = 32

INPUT, OUTPUT = 0x1000_0000, 0x2000_0000


def flags_of_unsigned_product(state, nbits, a, b, _, platform=None):
    """The flags of `mul`: angr 9.2 never sets overflow."""
    product = a.zero_extend(nbits) * b.zero_extend(nbits)
    low = product[nbits - 1:0]
    beyond = claripy.If(product[2 * nbits - 1:nbits] != 0,
                        claripy.BVV(1, 1), claripy.BVV(0, 1))
    return ccall.pc_make_rdata(
        ccall.data[platform]["size"], beyond, ccall.calc_paritybit(low),
        claripy.BVV(0, 1), ccall.calc_zerobit(low), low[nbits - 1], beyond,
        platform=platform)


ccall.pc_actions_UMUL = flags_of_unsigned_product


def wide(number):
    """An unsigned number in the width of the definitions."""
    return claripy.ZeroExt(WIDE - number.length, number)


def signed(number):
    return claripy.SignExt(WIDE - number.length, number)


def constant(value):
    return claripy.BVV(value, WIDE)


# Factors in definitions must fit 64 bits, which is also proven.
NARROW = []


def times(a, b):
    """A product that cannot wrap."""
    for number in (a, b):
        NARROW.append(number == claripy.SignExt(64, number[63:0]))
    return claripy.SignExt(64, a[63:0]) * claripy.SignExt(64, b[63:0])


def fits_unsigned(number, bits):
    return claripy.And(claripy.SGE(number, 0),
                       claripy.SLT(number, constant(1 << bits)))


def fits_signed(number, bits):
    return claripy.And(claripy.SGE(number, constant(-(1 << bits - 1))),
                       claripy.SLT(number, constant(1 << bits - 1)))


class Struct:
    """Symbols for the fields of a struct, given in order as name and bits."""

    def __init__(self, address, name, fields):
        self.at = address
        self.places = []
        place = 0
        for field, bits in fields:
            symbol = claripy.BVS(f"{name}.{field}", bits,
                                 explicit_name=True)
            self.places.append((field, place, symbol))
            setattr(self, field, symbol)
            place += bits // 8


DRAW = [(field, 32) for field in (
    "architecture", "padding_rule", "rounding", "idvs", "vertex_count",
    "instance_count", "vertices_per_primitive", "offset_start",
    "base_instance", "primitive_size")]
RESOLVED = [("threads", 64), ("wasted_threads", 64)] + [
    (field, 32) for field in (
        "architecture", "rounding", "vertex_count", "instance_count",
        "padded_count", "instance_size", "instance_size_byte",
        "instance_primitive_size", "instance_primitive_size_byte",
        "invocation_0", "invocation_1", "offset_start", "base_instance",
        "variant")]
BUFFER = [("address", 64), ("size", 32), ("stride", 32), ("rate", 32),
          ("divisor", 32)]
RANGE = [("min_index", 32), ("max_index", 32), ("vertex_offset", 32)]
VERTICES = [("vertex_count", 32), ("offset_start", 32),
            ("base_vertex_offset", 32)]
BOUND = [("address", 64), ("size", 32), ("record_size", 32)]


def is_narrow(term):
    """Whether a 128-bit term is obviously a sign-extended 64-bit term."""
    kind = term.decl().kind()
    if kind == z3.Z3_OP_SIGN_EXT:
        return term.arg(0).size() <= 64
    if kind == z3.Z3_OP_ZERO_EXT:
        return term.arg(0).size() < 64
    if kind == z3.Z3_OP_CONCAT:
        high = term.arg(0)
        return (z3.is_bv_value(high) and high.as_long() == 0
                and high.size() > 64)
    return False


class Problem:
    """Finds out whether conditions can hold together.

    A solver that splits products into bits does not finish. But code and
    definition multiply and divide the same numbers, so the solver need not
    know what a product is: 64-bit products and quotients become unknown
    functions of their arguments, with facts about -1, 0 and 1 and a limit on
    the size of a product.
    """

    def __init__(self, path):
        self.facts = []
        self.known = {}
        half, word, double = map(z3.BitVecSort, (32, 64, 128))
        self.products = {32: z3.Function("product", half, half, half),
                         64: z3.Function("product", word, word, double)}
        self.quotient = z3.Function("quotient", word, word, word)
        self.path = [self.converted(condition) for condition in path]

    def converted(self, condition):
        return self.rewritten(claripy.backends.z3.convert(condition))

    def example(self, *conditions, timeout=TIMEOUT):
        """An example of these conditions on the path, or None."""
        terms = [self.converted(condition) for condition in conditions]
        solver = z3.SolverFor("QF_UFBV")
        solver.set("timeout", timeout)
        solver.add(*self.path, *terms, *self.facts)
        result = solver.check()
        if result == z3.unknown:
            raise TimeoutError(f"the solver gives up: "
                               f"{solver.reason_unknown()}")
        if result == z3.unsat:
            return None
        model = solver.model()
        return {symbol.name(): model[symbol] for symbol in model.decls()
                if symbol.arity() == 0}

    def counterexample(self, condition, claims):
        """A counterexample to one of the claims where the condition holds, or
        None."""
        try:
            return self.example(condition, claripy.Not(claripy.And(*claims)),
                                timeout=SOON)
        except TimeoutError:
            pass
        for claim in claims:
            found = self.example(condition, claripy.Not(claim))
            if found is not None:
                return found
        return None

    def multiplied(self, a, b):
        """A product of 64-bit factors in 128 bits, or of 32-bit ones in 32."""
        result = self.products[a.size()](a, b)
        self.facts.append(result == self.products[a.size()](b, a))
        for factor, other in ((a, b), (b, a)):
            for small in (-1, 0, 1):
                exact = z3.SignExt(result.size() - other.size(), other)
                self.facts.append(z3.Implies(
                    factor == small, result == small * exact))
            if a.size() == 64:
                self.facts.append(z3.Implies(
                    z3.And(z3.ULE(factor, 1 << 32), z3.ULT(other, 1 << 32)),
                    z3.ULE(result, (1 << 64) - (1 << 32))))
        if a.size() == 64:
            self.facts.append(z3.Extract(31, 0, result) == self.multiplied(
                z3.Extract(31, 0, a), z3.Extract(31, 0, b)))
        return result

    def rewritten(self, term):
        key = term.get_id()
        if key not in self.known:
            # The term is kept, so that its number is not reused.
            self.known[key] = (term, self.rewritten_once(term))
        return self.known[key][1]

    def rewritten_once(self, term):
        if not z3.is_app(term) or term.num_args() == 0:
            return term
        arguments = [self.rewritten(each) for each in term.children()]
        kind = term.decl().kind()
        constants = any(z3.is_bv_value(each) for each in arguments)
        if kind == z3.Z3_OP_BMUL and not constants and len(arguments) == 2:
            low = [z3.Extract(63, 0, each) if each.size() == 128 else each
                   for each in arguments]
            if term.size() == 32:
                return self.multiplied(*arguments)
            if term.size() == 64:
                return z3.Extract(63, 0, self.multiplied(*low))
            if term.size() == 128 and all(map(is_narrow, arguments)):
                return self.multiplied(*low)
        if kind in (z3.Z3_OP_BUDIV, z3.Z3_OP_BUDIV_I) and term.size() == 64:
            result = self.quotient(*arguments)
            self.facts.append(z3.Implies(arguments[1] != 0,
                                         z3.ULE(result, arguments[0])))
            return result
        return term.decl()(*arguments)


class Function:
    """One function with symbols as arguments."""

    def __init__(self, name):
        self.name = name
        self.arguments = []
        self.structs = []
        self.output = None
        self.assumed = []

    def number(self, name, bits=32):
        symbol = claripy.BVS(name, bits, explicit_name=True)
        self.arguments.append(symbol)
        return symbol

    def struct(self, name, fields):
        address = INPUT + 0x1000 * len(self.structs)
        struct = Struct(address, name, fields)
        self.structs.append(struct)
        self.arguments.append(address)
        return struct

    def writes(self, fields):
        self.output = Struct(OUTPUT, "before", fields)
        self.structs.append(self.output)
        self.arguments.append(OUTPUT)

    def written(self):
        return self.output.places if self.output else []

    def assume(self, *conditions):
        self.assumed += conditions

    def prove(self, project, cases):
        """CASES are (condition, errno or a dict of expected fields).

        Exactly one condition must hold for every input.
        """
        symbol = project.loader.find_symbol(self.name)
        if symbol is None:
            return "is not in the object"
        state = project.factory.call_state(symbol.rebased_addr,
                                           *self.arguments)
        little = project.arch.memory_endness
        for struct in self.structs:
            for _, offset, field in struct.places:
                state.memory.store(struct.at + offset, field,
                                   endness=little)
        state.add_constraints(*self.assumed)
        manager = project.factory.simgr(state)
        manager.run()
        if manager.errored:
            return str(manager.errored[0].error)
        if not manager.deadended:
            return "has no path"
        for end in manager.deadended:
            problem = Problem(end.solver.constraints)
            panic = end.globals.get("outside")
            if panic is not None:
                model = problem.example()
                if model is not None:
                    return f"reaches {panic}: {model}"
                continue
            if sys.argv[1] == "panics":
                continue
            returned = end.regs.eax
            claims = [(claripy.true(), [
                claripy.Or(*[condition for condition, _ in cases]), *NARROW])]
            for condition, result in cases:
                failed = isinstance(result, int)
                holds = [returned == claripy.BVV(result, 32) if failed else
                         returned == result.get("return", constant(0))[31:0]]
                for field, offset, before in self.written():
                    after = end.memory.load(self.output.at + offset,
                                            before.length // 8,
                                            endness=little)
                    holds.append(after == (before if failed else result[field][
                        before.length - 1:0]))
                claims.append((condition, holds))
            for condition, holds in claims:
                model = problem.counterexample(condition, holds)
                if model is not None:
                    return f"differs: {returned} {model}"
        return len(manager.deadended)


# ---- The definitions --------------------------------------------------------


def and_not(condition, *refused):
    return claripy.And(condition, *[claripy.Not(each) for each in refused])


def in_order(checks, result):
    """Cases for conditions with an errno each, of which the first that holds
    decides, and the result if none holds."""
    cases, refused = [], []
    for condition, errno in checks:
        cases.append((and_not(condition, *refused), errno))
        refused.append(condition)
    cases.append((and_not(claripy.true(), *refused), result))
    return cases


def index_range():
    """vertex count = largest - smallest + 1; start = smallest + offset; base
    vertex offset = -smallest."""
    function = Function("dral_index_range_resolve")
    indices = function.struct("range", RANGE)
    function.writes(VERTICES)
    smallest, largest = wide(indices.min_index), wide(indices.max_index)
    count = largest - smallest + 1
    start = smallest + signed(indices.vertex_offset)
    base = -smallest
    empty = claripy.SGT(smallest, largest)
    nothing = {"vertex_count": constant(0), "offset_start": constant(0),
               "base_vertex_offset": constant(0)}
    fits = claripy.And(fits_unsigned(count, 32), fits_signed(start, 32),
                       fits_signed(base, 32))
    return function, [
        (empty, nothing),
        (claripy.And(claripy.Not(empty), fits),
         {"vertex_count": count, "offset_start": start,
          "base_vertex_offset": base}),
        (and_not(claripy.true(), empty, fits), ERANGE),
    ]


def varying_buffer_size():
    """threads x stride, rounded up to a multiple of 64."""
    function = Function("dral_varying_buffer_size")
    draw = function.struct("draw", RESOLVED)
    # The results of dral_draw_resolve have no more, as is proven below.
    function.assume(draw.threads <= 1 << 32)
    stride = function.number("stride")
    function.writes([("size", 64)])
    bytes_ = times(wide(draw.threads), wide(stride))
    size = (bytes_ + 63) & ~constant(63)
    return function, [(fits_unsigned(size, 64), {"size": size})]


def has_several(draw):
    """Whether a resolved draw has more than one instance."""
    return draw.variant >= SEVERAL_INSTANCES


def hardware_divisor():
    """instance size x divisor per instance in several instances, else 0."""
    function = Function("dral_hardware_divisor")
    draw = function.struct("draw", RESOLVED)
    buffer = function.struct("buffer", BUFFER)
    function.writes([("hardware_divisor", 64)])
    product = claripy.If(
        claripy.And(buffer.rate == 1, has_several(draw)),
        times(wide(draw.instance_size), wide(buffer.divisor)), constant(0))
    return function, in_order([(buffer.rate > 2, EINVAL)],
                              {"hardware_divisor": product})


def buffer_fits(address, size):
    return claripy.And(wide(address) < constant(1 << 56),
                       fits_unsigned(wide(size) + (wide(address) & 63), 32))


def buffer_bind():
    """The size, counted from the aligned address."""
    function = Function("dral_buffer_bind")
    address = function.number("address", 64)
    size = function.number("size", 64)
    function.writes(BOUND)
    return function, in_order(
        [(claripy.Not(buffer_fits(address, size)), ERANGE)],
        {"address": wide(address), "size": wide(size),
         "record_size": wide(size) + (wide(address) & 63)})


def attribute_offset():
    """source offset + low address bits + base instance x stride - start x
    the stride of the record."""
    function = Function("dral_attribute_offset")
    draw = function.struct("draw", RESOLVED)
    buffer = function.struct("buffer", BUFFER)
    source_offset = function.number("source_offset")
    function.writes([("offset", 32)])
    product = times(wide(draw.instance_size), wide(buffer.divisor))
    per_instance = buffer.rate == 1
    divides = claripy.And(per_instance, has_several(draw),
                          product != 0, product < constant(1 << 32))
    refused = [
        (buffer.rate > 2, EINVAL),
        (claripy.Not(buffer_fits(buffer.address, buffer.size)), ERANGE),
        (buffer.rate == 2, EINVAL)]
    sound = and_not(claripy.true(), *[condition for condition, _ in refused])
    cases = in_order(refused, None)[:-1]
    base, start = wide(draw.base_instance), signed(draw.offset_start)
    for condition, elements in (
            (claripy.Not(per_instance), constant(0)),
            (and_not(per_instance, divides), base),
            (divides, base - start)):
        offset = (times(elements, wide(buffer.stride)) + wide(source_offset)
                  + (wide(buffer.address) & 63))
        fits = fits_signed(offset, 32)
        cases += [(claripy.And(sound, condition, fits), {"offset": offset}),
                  (claripy.And(sound, condition, claripy.Not(fits)), ERANGE)]
    return function, cases


def bits_for(count):
    """ceil(log2 count)"""
    bits = constant(0)
    for bit in range(32):
        bits = claripy.If(count > constant(1 << bit), constant(bit + 1), bits)
    return bits


def invocation_words(vertices, instances):
    shift = bits_for(vertices)
    high = claripy.If(instances == 1, constant(32), shift)
    return {"invocation_0": (instances - 1 << shift) + vertices - 1,
            "invocation_1": (constant(2) << 28) + (high << 22)}


def invocation_fits(vertices, instances):
    return bits_for(vertices) + bits_for(instances) <= 32


def invocation():
    """vertices - 1, followed by instances - 1."""
    function = Function("dral_invocation_pack")
    vertices = wide(function.number("vertex_count"))
    instances = wide(function.number("instance_count"))
    function.writes([("invocation_0", 32), ("invocation_1", 32)])
    return function, in_order(
        [(claripy.Or(vertices == 0, instances == 0), EINVAL),
         (claripy.Not(invocation_fits(vertices, instances)), ERANGE)],
        invocation_words(vertices, instances))


# Every padded count, with its byte, and the first beyond 32 bits.
PADDED_COUNTS = sorted(
    (2 * odd + 1 << shift, shift | odd << 5)
    for odd in range(5) for shift in range(32) if 2 * odd + 1 << shift < 2**32)


def padded_count(count, rule):
    """The smallest padded count that the rule admits, and its byte."""
    least = claripy.If(claripy.Or(rule == 1, count >= 20), count + 1, count)
    padded, byte = constant(1 << 32), constant(0)
    for number, packed in reversed(PADDED_COUNTS):
        admitted = least <= constant(number)
        if number % 4 != 0:
            admitted = claripy.And(admitted, rule == 0)
        padded = claripy.If(admitted, constant(number), padded)
        byte = claripy.If(admitted, constant(packed), byte)
    return padded, byte


def draw_refusals(draw):
    """Values that are invalid in a draw, and architectures without padding."""
    known = claripy.Or(*[draw.architecture == number
                         for number in (4, 5, 6, 7, 9, 10, 11, 12, 13, 14)])
    return [
        (claripy.Or(claripy.Not(known), draw.padding_rule > 1,
                    draw.rounding > 1, draw.idvs > 1,
                    draw.primitive_size > 1,
                    draw.vertices_per_primitive == 0), EINVAL),
        (draw.architecture >= 9, EDOM)]


def padded_vertices(draw):
    vertices = wide(draw.vertex_count)
    rounded = claripy.If(draw.idvs == 1, (vertices + 3) & ~constant(3),
                         vertices)
    return padded_count(rounded, draw.padding_rule)


def padded_primitives(draw, padded):
    """Pads ceil(padded vertices / vertices per primitive)."""
    quotient = (padded - 1)[63:0] // wide(draw.vertices_per_primitive)[63:0]
    return padded_count(wide(quotient) + 1, draw.padding_rule)


def draw_resolve(several):
    """docs/instancing.md, "A draw"."""
    function = Function("dral_draw_resolve")
    draw = function.struct("draw", DRAW)
    function.writes(RESOLVED)
    function.assume(draw.instance_count > 1 if several
                    else draw.instance_count <= 1)
    vertices, instances = wide(draw.vertex_count), wide(draw.instance_count)
    if several:
        padded, byte = padded_vertices(draw)
        size = padded
    else:
        padded, size, byte = vertices, constant(1), constant(0)
    primitive_size, primitive_byte = padded_primitives(draw, padded)
    if not several:
        padded_too = draw.primitive_size == 1
        primitive_size = claripy.If(padded_too, primitive_size, constant(1))
        primitive_byte = claripy.If(padded_too, primitive_byte, constant(0))
    threads = times(padded, instances)
    kept = {field: wide(getattr(draw, field)) for field in (
        "architecture", "rounding", "offset_start", "base_instance")}
    nothing = {field: constant(0) for field, _ in RESOLVED} | kept
    resolved = nothing | {
        "threads": threads,
        "wasted_threads": times(padded - vertices, instances),
        "vertex_count": vertices, "instance_count": instances,
        "padded_count": padded, "instance_size": size,
        "instance_size_byte": byte,
        "variant": byte + SEVERAL_INSTANCES if several else constant(0),
        "instance_primitive_size": primitive_size,
        "instance_primitive_size_byte": primitive_byte,
    } | invocation_words(vertices, instances)
    empty = claripy.Or(vertices == 0, instances == 0)
    refused = in_order(draw_refusals(draw), None)[:-1]
    sound = and_not(claripy.true(), *[each for each, _ in refused])
    fits = claripy.And(
        fits_unsigned(padded, 32), threads <= constant(1 << 32),
        invocation_fits(vertices, instances),
        fits_unsigned(primitive_size, 32))
    return function, [
        *refused,
        (claripy.And(sound, empty), nothing),
        (claripy.And(sound, claripy.Not(empty), fits), resolved),
        (and_not(sound, empty, fits), ERANGE)]


def draw_resolve_one():
    return draw_resolve(False)


def draw_resolve_several():
    return draw_resolve(True)


def magic_divide():
    """(id + extra flags) x the multiplier with bit 31, shifted."""
    function = Function("dral_magic_divide")
    divisor = function.struct("divisor", [
        ("magic", 32), ("shift", 32), ("extra_flags", 32)])
    id_ = wide(function.number("id"))
    total = times(id_ + (wide(divisor.extra_flags) & 1),
                  wide(divisor.magic) | 1 << 31)
    quotient = claripy.LShR(claripy.LShR(total, 32),
                            wide(divisor.shift) & 31)
    return function, [(fits_unsigned(quotient, 32), {"return": quotient})]


def attribute_descriptor():
    """Slot, the enabled offset and format; the offset's 32 bits."""
    function = Function("dral_attribute_descriptor_pack")
    attribute = function.struct("attribute", [
        ("slot", 32), ("format", 32), ("offset", 32)])
    function.writes([("word_0", 32), ("word_1", 32)])
    slot, format_ = wide(attribute.slot), wide(attribute.format)
    return function, in_order(
        [(claripy.Or(slot >= 1 << 9, format_ >= 1 << 22), ERANGE)],
        {"word_0": slot + (1 << 9) + (format_ << 10),
         "word_1": wide(attribute.offset)})


def table_word_count(count):
    """The slots for this many buffers, by docs/instancing.md, "Tables"."""
    function = Function("dral_attribute_table_word_count")
    draw = function.struct("draw", RESOLVED)
    shape, images = function.number("shape"), function.number("image_count")
    buffers = function.struct("buffers", [
        (f"{field}_{index}", bits)
        for index in range(count) for field, bits in BUFFER])
    function.arguments.append(count)
    function.writes([("word_count", 64)])
    packed = shape == 0
    refused = [(shape > 1, EINVAL)]
    slots = constant(0)
    for index in range(count):
        address, size, rate, divisor = (
            getattr(buffers, f"{field}_{index}")
            for field in ("address", "size", "rate", "divisor"))
        refused += [
            (claripy.Or(rate > 2, claripy.And(rate == 2, packed)), EINVAL),
            (claripy.And(rate != 2, claripy.Not(buffer_fits(address, size))),
             ERANGE)]
        product = times(wide(draw.instance_size), wide(divisor))
        alone = [product == constant(1 << shift) for shift in range(32)]
        two = and_not(claripy.And(rate == 1, has_several(draw),
                                  product < constant(1 << 32)),
                      product == 0, *alone)
        # A pair begins at an even slot.
        packed_slots = claripy.If(two, ((slots + 1) & ~constant(1)) + 2,
                                  slots + 1)
        slots = claripy.If(packed, packed_slots, slots + 2)
    refused += [(claripy.And(packed, images != 0), EINVAL)]
    ends = claripy.Or(claripy.Not(packed), draw.architecture > 5)
    slots += wide(images) * 2 + claripy.If(ends, constant(1), constant(0))
    return function, in_order(refused, {"word_count": slots * 4})


def table_of_no_buffer():
    return table_word_count(0)


def table_of_one_buffer():
    return table_word_count(1)


def table_of_two_buffers():
    return table_word_count(2)


PROOFS = [
    magic_divide, attribute_descriptor, draw_resolve_one, draw_resolve_several,
    index_range, varying_buffer_size, hardware_divisor, buffer_bind,
    attribute_offset, invocation, table_of_no_buffer, table_of_one_buffer,
    table_of_two_buffers]


class Outside(angr.SimProcedure):
    NO_RET = True

    def run(self):
        self.state.globals["outside"] = self.display_name
        self.exit(1)


def main():
    project = angr.Project(sys.argv[2], auto_load_libs=False)
    # Only the object is loaded, so any other function is a panic.
    outside = {symbol.name for symbol in project.loader.main_object.symbols
               if symbol.is_import and symbol.name}
    for name in sorted(outside):
        project.hook_symbol(name, Outside(display_name=name), replace=True)
    failed = 0
    for proof in PROOFS:
        NARROW.clear()
        function, cases = proof()
        if sys.argv[3:] and function.name not in sys.argv[3:]:
            continue
        begin = time.process_time()
        try:
            result = function.prove(project, cases)
        except Exception as error:  # The solver gives up by many of them.
            result = f"{type(error).__name__}: {error}"
        seconds = time.process_time() - begin
        if isinstance(result, int):
            print(f"{function.name}: {result} paths, proven, {seconds:.0f} s")
        else:
            print(f"{function.name} {result}")
            failed += 1
    print(f"{len(outside)} functions outside of the object")
    return failed != 0


sys.exit(main())
