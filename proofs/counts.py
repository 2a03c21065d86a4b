# SPDX-License-Identifier: MIT
"""Definitions of counts, magic divisors and draws, for solve.py."""

from functools import partial

from interface import errors, fields
from loops import Loop
from machine import (
    Answer, Function, Out, angr, called, claripy, constant, divided,
    fits_signed, fits_unsigned, flag, only_if, remainder, signed, times,
    times_in_words, times_next, times_power, wide)

If, And, Or, Not = claripy.If, claripy.And, claripy.Or, claripy.Not


ERROR = {name: number & 0xFFFFFFFF for name, number in errors().items()}
# Functions without arguments that make a Function.
PROOFS = []


def proof(name, assume=None, **parameters):
    """Adds a proof that a C function follows the decorated definition."""
    def added(define):
        PROOFS.append((name, lambda: Function(name, define, assume,
                                              parameters)))
        return define
    return added


def rounds(name, invariant, start, **parameters):
    """The same for the rounds of a loop."""
    def added(define):
        PROOFS.append((name, lambda: Loop(name, define, invariant, start,
                                          parameters)))
        return define
    return added


def refuse(**conditions):
    """Conditions with the errors that they allow, by the names of these."""
    return [(condition, ERROR[name]) for name, condition in
            conditions.items()]


# ---- Structs ----------------------------------------------------------------

# Keys of variants: the instance size byte is added to the second.
ONE_INSTANCE, SEVERAL_INSTANCES = 32, 64
VARIANTS = 6

DRAW, BUFFER, MAGIC, RECORD, ID_RECORD, VALHALL, SOURCE, INFO = (
    fields(f"dral_{struct}") for struct in (
        "draw", "vertex_buffer", "magic_divisor", "attribute_record",
        "id_record", "valhall_attribute", "valhall_source",
        "vertex_state_info"))


def words(count):
    return [(f"w{index}", 32) for index in range(count)]


# ---- Padded counts ----------------------------------------------------------

# Every padded count, with its byte.
PADDED_COUNTS = sorted(
    (2 * odd + 1 << shift, shift | odd << 5)
    for odd in range(5) for shift in range(32) if 2 * odd + 1 << shift < 2**32)


def padded_count(count, rule):
    """The smallest padded count that the rule admits, and its byte; 2^32 if
    none fits."""
    least = If(Or(rule == 1, count >= 20), count + 1, count)
    padded, byte = constant(1 << 32), constant(0)
    for number, packed in reversed(PADDED_COUNTS):
        admitted = least <= constant(number)
        if number % 4 != 0:
            admitted = And(admitted, rule == 0)
        padded = If(admitted, constant(number), padded)
        byte = If(admitted, constant(packed), byte)
    return padded, byte


BEYOND = constant(1 << 32)


@proof("dral_padded_vertex_count", vertices=32)
def padded_vertex_count(vertices):
    padded, _ = padded_count(wide(vertices), constant(0))
    none = Or(vertices == 0, padded == BEYOND)
    return Answer([], {}, returned=only_if(Not(none), padded))


@proof("dral_padded_count", vertices=32, rule=32,
       padded=Out(("count", 32), ("shift", 32), ("odd", 32)))
def padded_fields(vertices, rule, padded):
    count, byte = padded_count(wide(vertices), wide(rule))
    some = Not(And(vertices == 0, rule == 0))
    return Answer(
        refuse(UNKNOWN_PADDING_RULE=rule > 1,
               PADDED_COUNT_RANGE=count == BEYOND),
        {"count": only_if(some, count), "shift": only_if(some, byte & 31),
         "odd": only_if(some, claripy.LShR(byte, 5))})


def idvs_count(vertices):
    return (wide(vertices) + 3) & ~constant(3)


@proof("dral_idvs_vertex_count", vertices=32, count=Out(("count", 32)))
def idvs_vertex_count(vertices, count):
    rounded = idvs_count(vertices)
    return Answer(refuse(PADDED_COUNT_RANGE=rounded >= BEYOND),
                  {"count": rounded})


@proof("dral_instance_size_pack", size=32, byte=Out(("byte", 8)))
def instance_size_pack(size, byte):
    known = Or(*[wide(size) == number for number, _ in PADDED_COUNTS])
    packed = constant(0)
    for number, each in PADDED_COUNTS:
        packed = If(wide(size) == number, constant(each), packed)
    return Answer(refuse(NOT_A_PADDED_COUNT=Not(known)), {"byte": packed},
                  on_device={"byte": constant(0xFF)})


@proof("dral_instance_size_unpack", byte=8, size=Out(("size", 32)))
def instance_size_unpack(byte, size):
    count = (2 * claripy.LShR(wide(byte), 5) + 1) << (wide(byte) & 31)
    return Answer(refuse(NOT_A_PADDED_COUNT=Or(
        claripy.LShR(wide(byte), 5) > 4, count >= BEYOND)), {"size": count})


# ---- Magic divisors ---------------------------------------------------------


def log2(number):
    result = constant(0)
    for bit in range(1, 32):
        result = If(number >= constant(1 << bit), constant(bit), result)
    return result


def is_pot(number, bits=32):
    return Or(*[number == constant(1 << shift) for shift in range(bits)])


def magic_divisor(divisor, nearest):
    """MagicDivisor.v: compute"""
    normalized = divisor << (constant(31) - log2(divisor))
    half = claripy.LShR(normalized, 1)
    dividend = If(nearest, constant(1 << 63) + half,
                  constant((1 << 63) - (1 << 31) - 1))
    quotient = divided(dividend, normalized)
    rest = remainder(dividend, normalized)
    multiplier = If(nearest, quotient, quotient + 1)
    down = If(nearest, rest > half, normalized - rest <= constant(1 << 31))
    return {"magic": multiplier & constant((1 << 31) - 1),
            "shift": log2(divisor), "extra_flags": flag(down)}


def no_magic_divisor(divisor, rounding):
    return refuse(
        UNKNOWN_ROUNDING=rounding > 1, ZERO_DIVISOR=divisor == 0,
        POWER_OF_TWO_DIVISOR=And(rounding == 1, is_pot(wide(divisor))))


@proof("dral_magic_divisor", divisor=32, rounding=32, out=Out(*MAGIC))
def magic_divisor_of(divisor, rounding, out):
    return Answer(no_magic_divisor(divisor, rounding),
                  magic_divisor(wide(divisor), rounding == 1))


@called("called_magic_divisor")
class MagicDivisor(angr.SimProcedure):
    """dral_device_magic_divisor, which tests compare with that of the library
    for all divisors."""

    def run(self, divisor, rounding):
        divisor, rounding = divisor[31:0], rounding[31:0]
        magic = magic_divisor(wide(divisor), rounding == 1)
        refused = Or(*[each for each, _ in no_magic_divisor(divisor,
                                                            rounding)])
        number, shift, extra = (
            only_if(Not(refused), magic[name])[31:0] for name, _ in MAGIC)
        self.state.regs.rdx = claripy.ZeroExt(32, extra)
        return claripy.Concat(shift, number)


def quotient_of(magic, shift, extra_flags, id_):
    """MagicDivisor.v: divide"""
    multiplier = wide(magic) | constant(1 << 31)
    total = times_next(wide(id_), wide(extra_flags) & 1, multiplier)
    return claripy.LShR(claripy.LShR(total, 32), wide(shift) & 31)


@proof("dral_magic_divide", divisor=MAGIC, id_=32)
def magic_divide(divisor, id_):
    quotient = quotient_of(divisor.magic, divisor.shift, divisor.extra_flags,
                           id_)
    return Answer([], {}, returned=quotient)


def ceiled(a, b):
    """The quotient, rounded up"""
    return divided(a, b) + flag(remainder(a, b) != 0)


@proof("dral_magic_first_wrong_id", candidate=MAGIC, divisor=32,
       id_=Out(("id", 64)))
def first_wrong_id(candidate, divisor, id_):
    """FirstWrongId.v: first_wrong_id"""
    multiplier = wide(candidate.magic) | constant(1 << 31)
    exponent = 32 + (wide(candidate.shift) & 31)
    one = constant(1) << exponent
    extra = candidate.extra_flags & 1 == 1
    step = times(multiplier, wide(divisor))
    early = If(extra, step >= one, step > one)
    element = If(extra, constant(1), ceiled(multiplier, step - one))
    start = times_power(element, exponent, early)
    late = only_if(step < one, divided(only_if(extra, multiplier),
                                       one - step))
    id_ = If(early, If(fits_unsigned(start, 64),
                       ceiled(start, multiplier) - flag(extra), BEYOND),
             If(step < one, times_next(late, constant(1), wide(divisor)),
                BEYOND))
    return Answer(refuse(ZERO_DIVISOR=divisor == 0),
                  {"id": If(fits_unsigned(id_, 32), id_, BEYOND)})


# ---- Draws ------------------------------------------------------------------


@proof("dral_index_range_resolve",
       indices=[("min_index", 32), ("max_index", 32), ("vertex_offset", 32)],
       vertices=Out(("vertex_count", 32), ("offset_start", 32),
                    ("base_vertex_offset", 32)))
def index_range(indices, vertices):
    """vertex count = largest - smallest + 1; start = smallest + offset; base
    vertex offset = -smallest."""
    smallest, largest = wide(indices.min_index), wide(indices.max_index)
    count = largest - smallest + 1
    start = smallest + signed(indices.vertex_offset)
    some = smallest <= largest
    return Answer(
        refuse(VERTEX_RANGE=And(some, count >= BEYOND),
               START_RANGE=And(some, Not(And(fits_signed(start, 32),
                                             fits_signed(-smallest, 32))))),
        {"vertex_count": only_if(some, count),
         "offset_start": only_if(some, start),
         "base_vertex_offset": only_if(some, -smallest)})


def unresolved(draw):
    return refuse(NOT_RESOLVED=Not(And(
        draw.table_key >= ONE_INSTANCE,
        draw.table_key < 32 * (VARIANTS + 1))))


def few_threads(draw, **_):
    """What dral_draw_resolve admits, as is proven below."""
    return draw.threads <= 1 << 32


@proof("dral_varying_buffer_size", few_threads, draw=DRAW, stride=32,
       size=Out(("size", 64)))
def varying_buffer_size(draw, stride, size):
    """threads x stride, rounded up to a multiple of 64"""
    bytes_ = times_in_words(wide(draw.threads), wide(stride))
    rounded = (bytes_ + 63) & ~constant(63)
    fits = fits_unsigned(rounded, 64)
    return Answer(unresolved(draw),
                  {"size": If(fits, rounded, constant(1) << 64)})


def bits_for(count):
    """ceil(log2 count)"""
    bits = constant(0)
    for bit in range(32):
        bits = If(count > constant(1 << bit), constant(bit + 1), bits)
    return bits


def invocation_words(vertices, instances):
    shift = bits_for(vertices)
    high = If(instances == 1, constant(32), shift)
    return ((instances - 1 << shift) + vertices - 1,
            (constant(2) << 28) + (high << 22))


def invocation_fits(vertices, instances):
    return bits_for(vertices) + bits_for(instances) <= 32


@proof("dral_invocation_pack", vertices=32, instances=32,
       words=Out(*words(2)))
def invocation_pack(vertices, instances, words):
    vertices, instances = wide(vertices), wide(instances)
    first, second = invocation_words(vertices, instances)
    return Answer(
        refuse(NO_VERTICES=vertices == 0, NO_INSTANCES=instances == 0,
               INVOCATION_RANGE=Not(invocation_fits(vertices, instances))),
        {"w0": first, "w1": second})


@proof("dral_invocation_unpack", words=words(2),
       vertices=Out(("vertex_count", 32)),
       instances=Out(("instance_count", 32)))
def invocation_unpack(words, vertices, instances):
    """The counts of which these are the words."""
    values, start = wide(words.w0), claripy.LShR(wide(words.w1), 22) & 63
    vertex_count = (values & ((constant(1) << start) - 1)) + 1
    instance_count = claripy.LShR(values, start[127:0]) + 1
    first, second = invocation_words(vertex_count, instance_count)
    valid = And(
        fits_unsigned(vertex_count, 32), fits_unsigned(instance_count, 32),
        invocation_fits(vertex_count, instance_count),
        first == values, second == wide(words.w1))
    return Answer(refuse(NOT_A_DESCRIPTOR=Not(valid)),
                  {"vertex_count": vertex_count,
                   "instance_count": instance_count})


def is_known(architecture):
    return Or(*[architecture == number
                for number in (4, 5, 6, 7, 9, 10, 11, 12, 13, 14)])


def padded_vertices(draw):
    rounded = If(draw.idvs == 1, idvs_count(draw.vertex_count),
                 wide(draw.vertex_count))
    return padded_count(rounded, draw.padding_rule)


def padded_primitives(draw, padded):
    """Pads ceil(padded vertices / vertices per primitive)."""
    quotient = divided(padded - 1, wide(draw.vertices_per_primitive))
    return padded_count(quotient + 1, draw.padding_rule)


def draw_refusals(draw):
    return refuse(
        UNKNOWN_ARCHITECTURE=Not(is_known(draw.architecture)),
        NO_ATTRIBUTE_RECORDS=draw.architecture >= 9,
        UNKNOWN_FLAG=Or(draw.padding_rule > 1, draw.rounding > 1,
                        draw.idvs > 1, draw.primitive_size_rule > 2),
        NO_VERTICES_PER_PRIMITIVE=And(draw.vertices_per_primitive == 0,
                                      draw.primitive_size_rule != 2))


def draw_resolve(draw, several):
    """docs/instancing.md, "A draw" """
    vertices, instances = wide(draw.vertex_count), wide(draw.instance_count)
    some = And(vertices != 0, instances != 0)
    if several:
        padded, byte = padded_vertices(draw)
        size = padded
    else:
        padded, size, byte = vertices, constant(1), constant(0)
    primitives, primitive_byte = padded_primitives(draw, padded)
    is_padded = Or(several, draw.primitive_size_rule == 1)
    primitives = If(draw.primitive_size_rule == 2, constant(0),
                    If(is_padded, primitives, constant(1)))
    primitive_byte = only_if(
        And(is_padded, draw.primitive_size_rule != 2), primitive_byte)
    threads = times(padded, instances)
    first, second = invocation_words(vertices, instances)
    key = (wide(draw.base_instance) << 32) + only_if(
        draw.instance_count != 1, wide(draw.offset_start))
    range_ = And(some, Or(padded == BEYOND, primitives == BEYOND))
    return Answer(
        draw_refusals(draw) + refuse(
            PADDED_COUNT_RANGE=range_,
            THREAD_RANGE=And(some, threads > BEYOND),
            INVOCATION_RANGE=And(some, Not(invocation_fits(vertices,
                                                           instances)))),
        {"threads": only_if(some, threads),
         "padded_count": only_if(some, padded),
         "instance_size": only_if(some, size),
         "instance_size_byte": only_if(some, byte),
         "instance_primitive_size": only_if(some, primitives),
         "instance_primitive_size_byte": only_if(some, primitive_byte),
         "invocation_0": only_if(some, first),
         "invocation_1": only_if(some, second),
         "table_key": only_if(some, byte + SEVERAL_INSTANCES if several
                              else constant(ONE_INSTANCE)),
         "offset_key": key},
        if_refused={"threads": constant(0), "table_key": constant(0)},
        on_device={"offset_key": key})


proof("dral_draw_resolve", lambda draw: draw.instance_count > 1,
      draw=Out(*DRAW))(partial(draw_resolve, several=True))
proof("dral_draw_resolve", lambda draw: draw.instance_count <= 1,
      draw=Out(*DRAW))(partial(draw_resolve, several=False))


@proof("dral_draw_max_instances", draw=DRAW, count=Out(("count", 32)))
def max_instances(draw, count):
    """The most instances of which threads and invocation fit."""
    vertices = wide(draw.vertex_count)
    primitives, _ = padded_primitives(draw, vertices)
    padded, _ = padded_vertices(draw)
    by_words = constant(1) << constant(32) - bits_for(vertices)
    by_words = If(by_words == BEYOND, BEYOND - 1, by_words)
    by_threads = divided(BEYOND, padded)
    most = If(by_threads < by_words, by_threads, by_words)
    return Answer(
        draw_refusals(draw) + refuse(PADDED_COUNT_RANGE=And(
            vertices != 0, draw.primitive_size_rule == 1,
            primitives == BEYOND)),
        {"count": If(vertices == 0, BEYOND - 1,
                     If(padded == BEYOND, constant(1), most))})


def is_resolved(draw, **_):
    """What dral_draw_resolve makes of a draw, as is proven above: the key is
    that of one instance or of a padded count."""
    return And(
        draw.rounding <= 1,
        Or(*[condition for condition, _ in unresolved(draw)],
           draw.table_key == ONE_INSTANCE,
           *[And(draw.instance_size == count,
                 draw.table_key == SEVERAL_INSTANCES + byte)
             for count, byte in PADDED_COUNTS]))


@proof("device_draw_variant", draw=DRAW)
def draw_variant(draw):
    """By the odd part of the padded count; the last if none has this key."""
    return Answer([], {}, returned=If(
        unresolved(draw)[0][0], constant(VARIANTS - 1),
        claripy.LShR(wide(draw.table_key), 5) - 1))


@proof("device_variant_distance", lambda variant: variant < 6, variant=32)
def variant_distance(variant):
    return Answer([], {}, returned=only_if(variant != 0,
                                           2 * wide(variant) - 1))


def has_several(draw):
    return draw.table_key >= SEVERAL_INSTANCES
