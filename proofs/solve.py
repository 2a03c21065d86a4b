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
from functools import partial

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
    """One function with symbols as arguments, and its definition.

    OUTPUT are the fields of the struct that the last pointer names, if any.
    PARAMETERS are lists of fields for a pointer to a struct, numbers of bits,
    or values.
    """

    def __init__(self, name, define, output, assume, parameters):
        self.name = name
        self.output = Struct(OUTPUT, "before", output)
        self.structs = [self.output]
        self.arguments = []
        symbols = {}
        for parameter, kind in parameters.items():
            argument = symbol = kind
            if isinstance(kind, list):
                argument = INPUT + 0x1000 * len(self.structs)
                symbol = Struct(argument, parameter, kind)
                self.structs.append(symbol)
            elif isinstance(kind, int):
                argument = symbol = claripy.BVS(parameter, kind,
                                                explicit_name=True)
            self.arguments.append(argument)
            symbols[parameter] = symbol
        if output:
            self.arguments.append(OUTPUT)
        self.assumed = [assume(**symbols)] if assume else []
        NARROW.clear()
        # (condition, errno or a dict of expected fields); exactly one
        # condition must hold for every input.
        self.cases = define(**symbols)

    def prove(self, project):
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
                claripy.Or(*[condition for condition, _ in self.cases]),
                *NARROW])]
            for condition, result in self.cases:
                failed = isinstance(result, int)
                holds = [returned == claripy.BVV(result, 32) if failed else
                         returned == result.get("return", constant(0))[31:0]]
                for field, offset, before in self.output.places:
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


# Functions without arguments that make a Function.
PROOFS = []


def proof(name, output=(), assume=None, **parameters):
    """Adds a proof that a C function follows the decorated definition."""
    def added(define):
        PROOFS.append(lambda: Function(name, define, list(output), assume,
                                       parameters))
        return define
    return added


def in_order(checks, result):
    """Cases for conditions with an errno or fields each, of which the first
    that holds decides, and the result if none holds."""
    cases, earlier = [], []
    for condition, decided in [*checks, (claripy.true(), result)]:
        none = [claripy.Not(each) for each in earlier]
        cases.append((claripy.And(condition, *none), decided))
        earlier.append(condition)
    return cases


@proof("dral_index_range_resolve", VERTICES, indices=RANGE)
def index_range(indices):
    """vertex count = largest - smallest + 1; start = smallest + offset; base
    vertex offset = -smallest."""
    smallest, largest = wide(indices.min_index), wide(indices.max_index)
    count = largest - smallest + 1
    start = smallest + signed(indices.vertex_offset)
    base = -smallest
    empty = claripy.SGT(smallest, largest)
    nothing = {"vertex_count": constant(0), "offset_start": constant(0),
               "base_vertex_offset": constant(0)}
    fits = claripy.And(fits_unsigned(count, 32), fits_signed(start, 32),
                       fits_signed(base, 32))
    return in_order(
        [(empty, nothing), (claripy.Not(fits), ERANGE)],
        {"vertex_count": count, "offset_start": start,
         "base_vertex_offset": base})


# The results of dral_draw_resolve have no more threads, as is proven below.
@proof("dral_varying_buffer_size", [("size", 64)],
       lambda draw, stride: draw.threads <= 1 << 32, draw=RESOLVED, stride=32)
def varying_buffer_size(draw, stride):
    """threads x stride, rounded up to a multiple of 64."""
    bytes_ = times(wide(draw.threads), wide(stride))
    size = (bytes_ + 63) & ~constant(63)
    return [(fits_unsigned(size, 64), {"size": size})]


def has_several(draw):
    """Whether a resolved draw has more than one instance."""
    return draw.variant >= SEVERAL_INSTANCES


@proof("dral_hardware_divisor", [("hardware_divisor", 64)], draw=RESOLVED,
       buffer=BUFFER)
def hardware_divisor(draw, buffer):
    """instance size x divisor per instance in several instances, else 0."""
    product = claripy.If(
        claripy.And(buffer.rate == 1, has_several(draw)),
        times(wide(draw.instance_size), wide(buffer.divisor)), constant(0))
    return in_order([(buffer.rate > 2, EINVAL)],
                    {"hardware_divisor": product})


def buffer_fits(address, size):
    return claripy.And(wide(address) < constant(1 << 56),
                       fits_unsigned(wide(size) + (wide(address) & 63), 32))


@proof("dral_buffer_bind", BOUND, address=64, size=64)
def buffer_bind(address, size):
    """The size, counted from the aligned address."""
    return in_order(
        [(claripy.Not(buffer_fits(address, size)), ERANGE)],
        {"address": wide(address), "size": wide(size),
         "record_size": wide(size) + (wide(address) & 63)})


@proof("dral_attribute_offset", [("offset", 32)], draw=RESOLVED, buffer=BUFFER,
       source_offset=32)
def attribute_offset(draw, buffer, source_offset):
    """source offset + low address bits + base instance x stride - start x
    the stride of the record."""
    product = times(wide(draw.instance_size), wide(buffer.divisor))
    per_instance = buffer.rate == 1
    divides = claripy.And(per_instance, has_several(draw),
                          product != 0, product < constant(1 << 32))
    base, start = wide(draw.base_instance), signed(draw.offset_start)
    stride = wide(buffer.stride)
    moved = claripy.If(
        divides, times(base - start, stride),
        claripy.If(per_instance, times(base, stride), constant(0)))
    offset = moved + wide(source_offset) + (wide(buffer.address) & 63)
    return in_order(
        [(buffer.rate > 2, EINVAL),
         (claripy.Not(buffer_fits(buffer.address, buffer.size)), ERANGE),
         (buffer.rate == 2, EINVAL),
         (claripy.Not(fits_signed(offset, 32)), ERANGE)],
        {"offset": offset})


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


@proof("dral_invocation_pack", [("invocation_0", 32), ("invocation_1", 32)],
       vertices=32, instances=32)
def invocation(vertices, instances):
    """vertices - 1, followed by instances - 1."""
    vertices, instances = wide(vertices), wide(instances)
    return in_order(
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


def draw_resolve(draw, several):
    """docs/instancing.md, "A draw"."""
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
    fits = claripy.And(
        fits_unsigned(padded, 32), threads <= constant(1 << 32),
        invocation_fits(vertices, instances),
        fits_unsigned(primitive_size, 32))
    return in_order(
        [*draw_refusals(draw), (empty, nothing), (claripy.Not(fits), ERANGE)],
        resolved)


proof("dral_draw_resolve", RESOLVED, lambda draw: draw.instance_count > 1,
      draw=DRAW)(partial(draw_resolve, several=True))
proof("dral_draw_resolve", RESOLVED, lambda draw: draw.instance_count <= 1,
      draw=DRAW)(partial(draw_resolve, several=False))


@proof("dral_magic_divide", divisor=[
    ("magic", 32), ("shift", 32), ("extra_flags", 32)], id_=32)
def magic_divide(divisor, id_):
    """(id + extra flags) x the multiplier with bit 31, shifted."""
    total = times(wide(id_) + (wide(divisor.extra_flags) & 1),
                  wide(divisor.magic) | 1 << 31)
    quotient = claripy.LShR(claripy.LShR(total, 32),
                            wide(divisor.shift) & 31)
    return [(fits_unsigned(quotient, 32), {"return": quotient})]


@proof("dral_attribute_descriptor_pack", [("word_0", 32), ("word_1", 32)],
       attribute=[("slot", 32), ("format", 32), ("offset", 32)])
def attribute_descriptor(attribute):
    """Slot, the enabled offset and format; the offset's 32 bits."""
    slot, format_ = wide(attribute.slot), wide(attribute.format)
    return in_order(
        [(claripy.Or(slot >= 1 << 9, format_ >= 1 << 22), ERANGE)],
        {"word_0": slot + (1 << 9) + (format_ << 10),
         "word_1": wide(attribute.offset)})


def table_word_count(draw, shape, image_count, buffers, count):
    """The slots for this many buffers, by docs/instancing.md, "Tables"."""
    packed = shape == 0
    refused = [(shape > 1, EINVAL)]
    slots = constant(0)
    for index in range(count.concrete_value):
        address, size, rate, divisor = (
            getattr(buffers, f"{field}_{index}")
            for field in ("address", "size", "rate", "divisor"))
        refused += [
            (claripy.Or(rate > 2, claripy.And(rate == 2, packed)), EINVAL),
            (claripy.And(rate != 2, claripy.Not(buffer_fits(address, size))),
             ERANGE)]
        product = times(wide(draw.instance_size), wide(divisor))
        alone = [product == constant(1 << shift) for shift in range(32)]
        two = claripy.And(rate == 1, has_several(draw),
                          product < constant(1 << 32),
                          claripy.Not(claripy.Or(product == 0, *alone)))
        # A pair begins at an even slot.
        packed_slots = claripy.If(two, ((slots + 1) & ~constant(1)) + 2,
                                  slots + 1)
        slots = claripy.If(packed, packed_slots, slots + 2)
    refused += [(claripy.And(packed, image_count != 0), EINVAL)]
    ends = claripy.Or(claripy.Not(packed), draw.architecture > 5)
    slots += wide(image_count) * 2 + claripy.If(ends, constant(1), constant(0))
    return in_order(refused, {"word_count": slots * 4})


for buffer_count in range(3):
    proof("dral_attribute_table_word_count", [("word_count", 64)],
          draw=RESOLVED, shape=32, image_count=32, buffers=[
              (f"{field}_{index}", bits)
              for index in range(buffer_count) for field, bits in BUFFER],
          count=claripy.BVV(buffer_count, 64))(table_word_count)


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
    for make in PROOFS:
        function = make()
        if sys.argv[3:] and function.name not in sys.argv[3:]:
            continue
        begin = time.process_time()
        try:
            result = function.prove(project)
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
