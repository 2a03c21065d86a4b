# SPDX-License-Identifier: MIT
"""Definitions of prepared vertex states, for solve.py."""

from functools import partial
from itertools import product as pairs
from types import SimpleNamespace

from counts import (
    BEYOND, BUFFER, DRAW, ERROR, PROOFS, And, If, Not, Or, is_known, log2,
    proof, refuse, rounds, words)
from descriptors import (
    attribute_descriptor_pack, buffer_refusals, emptied, last_slot,
    product_of, record_size, record_words, slots, window)
from machine import (
    ARRAY_SPACING, ARRAYS, FACTS, Answer, Lemma, Out, Struct, Variable,
    Window, claripy, constant, fits_signed, flag, only_if, signed, times,
    wide)


def part(fields, offset, **kind):
    """Fields of a prepared state."""
    return Window(fields, lambda **symbols: constant(0) + offset(**symbols),
                  of="state", **kind)


def variant_of(draw):
    return claripy.LShR(wide(draw.table_key), 5)


def shift_of(draw):
    return wide(draw.table_key) & 31


def state_parts(index, variant=lambda draw, **_: variant_of(draw), **kind):
    """The parts of a state for a variant of draws and the buffer with this
    index."""
    def of_buffer(fields, at, size):
        return part(fields, lambda **symbols: at(**symbols) +
                    size * wide(index(**symbols)), **kind)

    def of_variant(fields, offset, size=0):
        return of_buffer(fields, lambda **symbols: 112 + offset + 560 *
                         variant(**symbols), size)

    return {
        "stride": of_buffer([("stride", 32)], lambda **_: constant(16), 4),
        "masks": part([(f"m{word}", 32) for word in range(8)],
                      lambda **_: 80, **kind),
        "slot": of_variant([("slot", 8)], 0, 1),
        "shared": of_variant([("from_", 8)], 16, 1),
        "end": of_variant([("end", 32), ("mended_from", 32)], 32),
        "template": of_variant(words(8), 48, 32)}


def at_index(index, **_):
    return index


def state(**kind):
    return Window([(field, 32) for field in (
        "seal", "buffer_count", "terminator", "padding")],
        lambda **_: constant(0), **kind)


SEAL = 0x6C617264
MASKS = [0xFFFFFFC0, 0xFFFFFFFF, 0xFFFFFFFF, 0xFFFFFFFF, 0, 0xFFFFFFFF, 0, 0]


def state_refusals(state, draw):
    return refuse(
        NOT_PREPARED=Or(state.seal != SEAL, state.buffer_count > 16),
        NOT_RESOLVED=draw.table_key >= 6 * 32)


def state_offset(state, draw, index, bound, source_offset, template, stride,
                 shared, **_):
    """An offset and when it is refused."""
    start = only_if(shift_of(draw) < wide(shared.from_),
                    signed(draw.offset_start))
    sum_ = times(wide(draw.base_instance) - start, wide(stride.stride)) + \
        wide(source_offset) + (wide(bound.w0) & 63)
    return sum_, refuse(
        BUFFER_COUNT=index >= state.buffer_count,
        UNUSED_BUFFER=template.w0 == 0,
        OFFSET_RANGE=Not(fits_signed(sum_, 32)))


@proof("dral_vertex_state_offset", state=state(), draw=DRAW, index=32,
       bound=words(4), source_offset=32, offset=Out(("offset", 32)),
       **state_parts(at_index))
def vertex_state_offset(state, draw, index, bound, source_offset, offset,
                        **parts):
    sum_, refusals = state_offset(state, draw, index, bound, source_offset,
                                  **parts)
    return Answer(state_refusals(state, draw) + refusals, {"offset": sum_})


def elements_begin(index, count, **_):
    return index < count


@rounds("dral_vertex_state_attributes", elements_begin, {"index": 0},
        state=state(), draw=DRAW, bound=Window(
            words(4), lambda element, **_: 16 * wide(element.buffer)),
        element=Window(
            [("buffer", 32), ("format", 32), ("source_offset", 32)],
            lambda index, **_: 12 * wide(index)),
        count=64, words=Window([("word0", 32), ("word1", 32)],
                               lambda index, **_: 8 * wide(index),
                               is_output=True),
        index=Variable(64),
        **state_parts(lambda element, **_: element.buffer))
def attributes_round(state, draw, bound, element, count, words, index, slot,
                     **parts):
    """The descriptor of an attribute, or zeros."""
    some = element.buffer != 0xFFFFFFFF
    offset, refusals = state_offset(
        state, draw, element.buffer, bound, element.source_offset, **parts)
    attribute = SimpleNamespace(slot=slot.slot, format=element.format,
                                offset=offset)
    packed = attribute_descriptor_pack(attribute, None)
    return Answer(
        state_refusals(state, draw) +
        refuse(ARRAY_LENGTH=count > (1 << 63) // 12) +
        [(And(some, condition), error)
         for condition, error in refusals + packed.refusals],
        {f"word{word}": only_if(some, packed.fields[f"w{word}"])
         for word in (0, 1)}, after={"index": index + 1})


def prepared_record(template, bound, masks, shift, from_, mended_from):
    """The record is the template, the bound buffer and the shift of the
    draw. Mended, it has no divisor, or is that of no buffer."""
    mended = And(shift >= mended_from, shift >= from_)
    exists = template[0] != 0
    template = [If(mended, flag(And(exists, constant(word) == 0)), each)
                for word, each in enumerate(template)]
    return [template[word] +
            only_if(Or(exists, Not(mended)), bound[word] & masks[word]) +
            only_if(Not(mended), shift << 24 & masks[4 + word])
            for word in range(4)] + template[4:]


def state_round(state, draw, bound, words, capacity, index, masks, slot,
                shared, end, template, last=None, **_):
    template, bound, masks = (
        [wide(symbol) for _, _, symbol in struct.places]
        for struct in (template, bound, masks))
    record = prepared_record(template, bound, masks, shift_of(draw),
                             wide(shared.from_), wide(end.mended_from))
    at, stop = wide(slot.slot), wide(end.end)
    is_last = wide(index) + 1 == wide(state.buffer_count)
    room = claripy.LShR(wide(capacity), 2)
    far = stop >= at + 3
    fields = slots(words, constant(0), record,
                   If(And(is_last, Not(far)), stop - at, constant(-1)))
    if last is not None:
        fields |= emptied(last, is_last)
    return Answer(
        state_refusals(state, draw) + refuse(
            ARRAY_LENGTH=capacity >= 1 << 31,
            TABLE_FULL=Or(at + 2 > room, And(is_last, stop >= room))),
        fields, returned=4 * (stop + (wide(state.terminator) & 1)),
        after={"index": index + 1})


def state_begins(state, draw, index, slot, end, far, mended, **_):
    """No record takes the slot after the last."""
    return And(
        index < wide(state.buffer_count)[63:0],
        wide(slot.slot) < wide(end.end),
        (wide(end.end) >= wide(slot.slot) + 3) if far else
        (wide(end.end) < wide(slot.slot) + 3),
        (shift_of(draw) >= wide(end.mended_from)) == mended)


for far, mended in pairs((False, True), repeat=2):
    rounds("dral_vertex_state_table", partial(
        state_begins, far=far, mended=mended),
           {"index": 0}, state=state(), draw=DRAW, bound=Window(
               words(4), lambda index, **_: 16 * wide(index)),
           words=window(3, lambda slot, **_: wide(slot.slot)), capacity=64,
           index=Variable(64), **state_parts(at_index),
           **({"last": last_slot(lambda end, **_: wide(end.end))}
              if far else {}))(
        state_round)


# Where the second array of a function is.
BUFFERS = ARRAY_SPACING * ARRAYS[1]


def prepare_begins(info, index, next_, mended_from, **_):
    """What holds when a round of dral_vertex_state_prepare begins."""
    return And(
        info.buffers == BUFFERS, index < info.count, info.images < 1 << 31,
        wide(next_) <= 2 * wide(index), mended_from <= 32)


def prepared_template(variant, rounding, buffer):
    """The record without address and size in the draw of this variant that
    has the shift 0, whether it takes two slots, and the least shift for which
    all threads read one element."""
    odd = 2 * variant - If(variant == 0, constant(0), constant(1))[31:0]
    draw = SimpleNamespace(table_key=32 * variant, instance_size=odd,
                           rounding=rounding)
    record, pair = record_words(draw, SimpleNamespace(
        address=claripy.BVV(0, 64), size=claripy.BVV(0, 64),
        stride=buffer.stride, rate=buffer.rate, divisor=buffer.divisor),
        frequent=False)
    product = product_of(draw, buffer.divisor)
    divides = And(buffer.rate == 1, product != 0, product < BEYOND)
    from_ = If(buffer.rate == 0, constant(32),
               only_if(divides, 32 - log2(product)))
    return [only_if(buffer.rate != 2, word) for word in record], pair, from_


def least_mended(buffer, from_):
    """The least shift for which more changes than the shift."""
    return If(from_ == 0, flag(buffer.rate != 2), from_)


def prepare_refusals(info):
    return refuse(
        UNKNOWN_ARCHITECTURE=Not(is_known(info.architecture)),
        NO_ATTRIBUTE_RECORDS=info.architecture >= 9,
        UNKNOWN_ROUNDING=info.rounding > 1, UNKNOWN_TABLE_SHAPE=info.shape > 1,
        ARRAY_LENGTH=info.count >= 1 << 58, BUFFER_COUNT=info.count > 16,
        IMAGES_IN_PACKED_TABLE=And(info.images != 0, info.shape == 0))


def prepare_round(state, info, buffer, masks, stride, slot, shared, end,
                  template, variant, index, next_, mended_from):
    """docs/instancing.md, "Prepared vertex state" """
    per_instance = buffer.rate == 1
    template, pair, from_ = prepared_template(variant, info.rounding, buffer)
    more = Or(pair, info.shape == 1)
    at = wide(next_) + only_if(more, wide(next_) & 1)
    after = at + 1 + flag(more)
    mended = least_mended(buffer, from_)
    mended = If(mended < wide(mended_from), mended, wide(mended_from))
    last = index + 1 == info.count
    finish = And(last, variant == 5)
    stop = after + 2 * wide(info.images)

    def once(condition, **fields):
        before = {name: symbol for struct in (state, end, masks)
                  for name, _, symbol in struct.places}
        return {name: If(condition, constant(0) + number, wide(before[name]))
                for name, number in fields.items()}

    return Answer(
        prepare_refusals(info) + refuse(
            UNKNOWN_RATE=buffer.rate > 2,
            UNUSED_BUFFER=And(buffer.rate == 2, info.shape == 0)),
        {"slot": at, "from_": from_,
         "stride": only_if(per_instance, wide(buffer.stride)),
         **{f"w{word}": each for word, each in enumerate(template)},
         **once(last, end=If(stop < BEYOND, stop, BEYOND - 1),
                mended_from=mended),
         **once(finish, buffer_count=wide(info.count), terminator=flag(
             Or(info.shape == 1, info.architecture >= 6)),
             **{f"m{word}": mask for word, mask in enumerate(MASKS)}),
         "seal": only_if(finish, constant(SEAL))},
        if_refused={"seal": constant(0)},
        after={"variant": variant + flag(last)[31:0],
               "index": If(last, constant(0)[63:0], index + 1),
               "next_": only_if(Not(last), after)[31:0],
               "mended_from": If(last, constant(32), mended)[31:0]})


INFO = [(field, 32) for field in (
    "architecture", "rounding", "shape", "images")] + [
    ("buffers", 64), ("count", 64)]
rounds("dral_vertex_state_prepare", prepare_begins,
       {"index": 0, "next_": 0, "mended_from": 32}, outer="variant",
       state=state(is_output=True), info=INFO, buffer=Window(
           BUFFER, lambda index, **_: 32 * wide(index)),
       **state_parts(at_index, lambda variant, **_: wide(variant),
                     is_output=True),
       variant=Variable(32), index=Variable(64), next_=Variable(32),
       mended_from=Variable(32))(prepare_round)


def prepared_records():
    """A record of a prepared table is that of dral_attribute_table, for any
    state that dral_vertex_state_prepare makes and any draw and buffer. So is
    its slot, because it takes as many."""
    buffer = Struct("buffer", BUFFER)
    shift, mended_from = (
        claripy.BVS(name, bits, explicit_name=True)
        for name, bits in (("shift", 5), ("mended_from", 6)))
    divisors = (claripy.BVV(1, 32), buffer.divisor)
    for variant, rounding, divisor in pairs(range(6), range(2), divisors):
        if variant == 0 and divisor.concrete:
            continue
        buffer.divisor = divisor
        variant, rounding = (claripy.BVV(number, 32)
                             for number in (variant, rounding))
        template, pair, from_ = prepared_template(variant, rounding, buffer)
        odd = max(2 * variant.concrete_value - 1, 0)
        draw = SimpleNamespace(
            table_key=32 * variant + claripy.ZeroExt(27, shift),
            instance_size=constant(odd) << wide(shift), rounding=rounding)
        product = product_of(draw, divisor)
        FACTS.append(product == times(constant(odd), wide(divisor))
                     << wide(shift))
        record, pair_of_draw = record_words(draw, buffer,
                                            frequent=divisor.concrete)
        bound = [wide(buffer.address[31:0]), wide(buffer.address[63:32]),
                 constant(0), record_size(buffer)]
        prepared = prepared_record(
            template, bound, list(map(constant, MASKS)), wide(shift), from_,
            wide(mended_from))
        refused = [condition for condition, error in buffer_refusals(buffer)
                   if error != ERROR["UNUSED_BUFFER"]]
        yield [
            Not(Or(*refused)), draw.instance_size < BEYOND,
            Or(variant != 0, shift == 0),
            Or(divisor != 1, variant == 0, divisor.concrete),
            wide(mended_from) <= least_mended(buffer, from_)], [
            ("slots", pair == pair_of_draw),
            *[(f"word {word}", only_if(buffer.rate != 2, one)[31:0] ==
               other[31:0])
              for word, (one, other) in enumerate(zip(record, prepared))]]


PROOFS.append(("prepared_records", lambda: Lemma(prepared_records)))
