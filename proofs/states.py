# SPDX-License-Identifier: MIT
"""Definitions of prepared vertex states, for solve.py."""

from ctypes import sizeof
from functools import partial
from itertools import product as pairs
from types import SimpleNamespace

from counts import (
    BEYOND, BUFFER, DRAW, ERROR, INFO, PROOFS, VARIANTS, And, If, Not, Or,
    is_known, log2, proof, refuse, rounds, unresolved, words)
from descriptors import (
    attribute_descriptor_pack, buffer_refusals, emptied, last_slot,
    product_of, record_size, record_words, slots, window)
from interface import fields, structure
from machine import (
    ARRAY_SPACING, ARRAYS, FACTS, Answer, Facts, Lemma, Out, Struct, Variable,
    Window, claripy, constant, fits_signed, flag, only_if, signed, times,
    wide)


STATE, VARIANT, TEMPLATE = (structure(f"dral_{struct}") for struct in (
    "vertex_state", "vertex_state_variant", "record_template"))
ELEMENT, SOURCE = map(fields, ("dral_prepared_element", "dral_vertex_element"))


def part(fields, offset, **kind):
    """Fields of a prepared state."""
    return Window(fields, lambda **symbols: constant(0) + offset(**symbols),
                  of="state", **kind)


def variant_of(draw):
    return claripy.LShR(wide(draw.table_key), 5) - 1


def shift_of(draw):
    return wide(draw.table_key) & 31


def state_parts(index, variant=lambda draw, **_: variant_of(draw), **kind):
    """The parts of a state for a variant of draws and the buffer with this
    index."""
    def of_buffer(fields, at, size):
        return part(fields, lambda **symbols: at(**symbols) +
                    size * wide(index(**symbols)), **kind)

    def of_variant(fields, place, size=0):
        return of_buffer(fields, lambda **symbols: variant_at(
            variant(**symbols)) + place.offset, size)

    return {
        "stride": of_buffer([("stride", 32)], lambda **_: constant(
            STATE.instance_strides.offset), 4),
        "masks": part([(f"m{word}", 32) for word in range(8)],
                      lambda **_: STATE.masks.offset, **kind),
        "slot": of_variant([("slot", 8)], VARIANT.slots, 1),
        "shared": of_variant([("from_", 8)], VARIANT.shared_from, 1),
        "end": of_variant([("end", 32), ("plain_below", 32)], VARIANT.end),
        "template": of_variant(words(8), VARIANT.templates,
                               sizeof(TEMPLATE))}


def variant_at(variant):
    return STATE.variants.offset + sizeof(VARIANT) * variant


def element_at(index, **_):
    return STATE.elements.offset + 12 * wide(index)


def at_index(index, **_):
    return index


def state(**kind):
    return Window([(name, 32) for name, _ in STATE._fields_[:4]],
                  lambda **_: constant(0), **kind)


SEAL = 0x6C617264
MASKS = [0xFFFFFFC0, 0xFFFFFFFF, 0xFFFFFFFF, 0xFFFFFFFF, 0, 0xFFFFFFFF, 0, 0]


def state_refusals(state, draw):
    return unresolved(draw) + refuse(
        NOT_PREPARED=Or(state.seal != SEAL, state.buffer_count > 16))


def moved_offset(draw, bound, source_offset, stride, shared, several=True):
    """An offset and when it is refused."""
    start = only_if(And(several, shift_of(draw) < wide(shared.from_)),
                    signed(draw.offset_start))
    sum_ = times(wide(draw.base_instance) - start, wide(stride.stride)) + \
        wide(source_offset) + (wide(bound.w0) & 63)
    return sum_, refuse(OFFSET_RANGE=Not(fits_signed(sum_, 32)))


@proof("dral_vertex_state_offset", state=state(), draw=DRAW, index=32,
       bound=words(4), source_offset=32, offset=Out(("offset", 32)),
       **state_parts(at_index))
def vertex_state_offset(state, draw, index, bound, source_offset, offset,
                        template, stride, shared, **_):
    sum_, refusals = moved_offset(draw, bound, source_offset, stride, shared)
    return Answer(
        state_refusals(state, draw) + refusals + refuse(
            BUFFER_COUNT=index >= state.buffer_count,
            UNUSED_BUFFER=template.w0 == 0), {"offset": sum_})


@proof("dral_vertex_state_slot", state=state(), draw=DRAW, index=32,
       slot=state_parts(at_index)["slot"])
def vertex_state_slot(state, draw, index, slot):
    return Answer(
        state_refusals(state, draw) +
        refuse(BUFFER_COUNT=index >= state.buffer_count), {},
        returned=wide(slot.slot))


def elements_begin(state, index, **_):
    return index < wide(state.element_count)[63:0]


@rounds("dral_vertex_state_attributes", elements_begin, {"index": 0},
        state=state(), draw=DRAW, bound=Window(
            words(4), lambda element, **_: 16 * wide(element.buffer)),
        words=Window([("word0", 32), ("word1", 32)],
                     lambda index, **_: 8 * wide(index), is_output=True),
        capacity=64, index=Variable(64),
        element=part(ELEMENT, element_at),
        **state_parts(lambda element, **_: element.buffer))
def attributes_round(state, draw, bound, words, capacity, index, element, slot,
                     stride, shared, **_):
    """The descriptor of an attribute, or zeros."""
    some = element.word != 0
    several = variant_of(draw) != 0
    moved = Or(draw.base_instance != 0,
               And(several, draw.offset_start != 0))
    # A prepared state never has a start for one instance.
    offset, refusals = moved_offset(draw, bound, element.source_offset, stride,
                                    shared, several)
    count = wide(state.element_count)
    return Answer(
        state_refusals(state, draw) + refuse(
            NOT_PREPARED=Or(count > 32, And(
                some, element.buffer >= state.buffer_count)),
            ARRAY_LENGTH=capacity >= 1 << 61,
            TABLE_FULL=2 * count > wide(capacity)) +
        # A prepared state only has offsets that fit unless they are moved.
        [(And(some, moved, condition), error)
         for condition, error in refusals],
        {"word0": only_if(some, wide(element.word) + wide(slot.slot)),
         "word1": only_if(some, offset)}, returned=2 * count,
        after={"index": index + 1},
        last=wide(index) + 1 == count)


def prepared_record(template, bound, masks, shift, from_, plain_below):
    """The record is the template, the bound buffer and the shift of the
    draw. Mended, it has no divisor, or is that of no buffer."""
    mended = And(shift >= plain_below, shift >= from_)
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
                             wide(shared.from_), wide(end.plain_below))
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
        after={"index": index + 1}, last=is_last)


def state_begins(state, draw, index, slot, end, far, mended, **_):
    """No record takes the slot after the last."""
    return And(
        index < wide(state.buffer_count)[63:0],
        wide(slot.slot) < wide(end.end),
        (wide(end.end) >= wide(slot.slot) + 3) if far else
        (wide(end.end) < wide(slot.slot) + 3),
        (shift_of(draw) >= wide(end.plain_below)) == mended)


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


def prepared_template(variant, rounding, buffer):
    """The record without address and size in the draw of this variant that
    has the shift 0, whether it takes two slots, and the least shift for which
    all threads read one element."""
    odd = 2 * variant - If(variant == 0, constant(0), constant(1))[31:0]
    draw = SimpleNamespace(table_key=32 * variant + 32, instance_size=odd,
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


def prepare_begins(info, next_, index, variant, plain_below, **_):
    """What holds when a round of dral_vertex_state_prepare begins."""
    return And(
        info.buffers == BUFFERS, info.elements == BUFFERS + ARRAY_SPACING,
        variant < VARIANTS, index < info.buffer_count)


def elements_follow(info, variant, index, **_):
    return And(variant == VARIANTS, index < info.element_count)


def prepare_refusals(info):
    return refuse(
        UNKNOWN_ARCHITECTURE=Not(is_known(info.architecture)),
        NO_ATTRIBUTE_RECORDS=info.architecture >= 9,
        UNKNOWN_ROUNDING=info.rounding > 1, UNKNOWN_TABLE_SHAPE=info.shape > 1,
        ARRAY_LENGTH=Or(info.buffer_count >= 1 << 58,
                        info.element_count > (1 << 63) // 12),
        BUFFER_COUNT=Or(info.buffer_count > 16, info.element_count > 32),
        IMAGES_IN_PACKED_TABLE=And(info.image_count != 0, info.shape == 0))


def prepared(condition, info, **before):
    """What a state has in the end, on a condition."""
    new = {"buffer_count": wide(info.buffer_count),
           "element_count": wide(info.element_count), "terminator": flag(
               Or(info.shape == 1, info.architecture >= 6)),
           **{f"m{word}": constant(mask) for word, mask in enumerate(MASKS)}}
    old = {name: symbol for struct in before.values()
           for name, _, symbol in struct.places}
    return {"seal": only_if(condition, constant(SEAL)),
            **{name: If(condition, value, wide(old[name]))
               for name, value in new.items()}}


def prepare_round(state, info, buffer, masks, stride, slot, slots, shared, end,
                  template, variant, index, next_, plain_below, **_):
    """docs/instancing.md, "Prepared vertex state" """
    per_instance = buffer.rate == 1
    template, pair, from_ = prepared_template(variant, info.rounding, buffer)
    more = Or(pair, info.shape == 1)
    at = wide(next_) + only_if(more, wide(next_) & 1)
    after = at + 1 + flag(more)
    least = least_mended(buffer, from_)
    least = If(least < wide(plain_below), least, wide(plain_below))
    last = index + 1 == info.buffer_count
    finish = And(last, variant == VARIANTS - 1, info.element_count == 0)
    stop = after + 2 * wide(info.image_count)
    return Answer(
        prepare_refusals(info) + refuse(
            UNKNOWN_RATE=buffer.rate > 2,
            UNUSED_BUFFER=And(buffer.rate == 2, info.shape == 0)),
        {"slot": at, "from_": from_,
         "stride": only_if(per_instance, wide(buffer.stride)),
         # The first round clears the slots of all buffers.
         **{name: only_if(index != 0, wide(symbol))
            for name, _, symbol in slots.places},
         **{f"w{word}": each for word, each in enumerate(template)},
         "plain_below": least,
         "end": If(last, If(stop < BEYOND, stop, BEYOND - 1), wide(end.end)),
         **prepared(finish, info, state=state, masks=masks)},
        if_refused={"seal": constant(0)}, last=finish,
        after={"variant": variant + flag(last)[31:0],
               "index": If(last, constant(0)[63:0], index + 1),
               "next_": only_if(Not(last), after)[31:0],
               "plain_below": If(last, constant(32), least)[31:0]})


def element_round(state, info, masks, used, source, element, index, **_):
    """The elements, after all variants."""
    some = source.buffer != 0xFFFFFFFF
    last = index + 1 == info.element_count
    packed = attribute_descriptor_pack(SimpleNamespace(
        slot=claripy.BVV(0, 32), format=source.format,
        offset=source.source_offset), None)
    refusals = packed.refusals + refuse(
        BUFFER_COUNT=wide(source.buffer) >= wide(info.buffer_count),
        UNUSED_BUFFER=used.rate == 2,
        OFFSET_RANGE=source.source_offset > (1 << 31) - 64)
    return Answer(
        [(And(some, condition), error) for condition, error in refusals],
        {"word": only_if(some, packed.fields["w0"]),
         "source_offset": only_if(some, wide(source.source_offset)),
         "buffer": only_if(some, wide(source.buffer)),
         **prepared(last, info, state=state, masks=masks)},
        if_refused={"seal": constant(0)}, last=last,
        after={"variant": variant_after_all(), "index": index + 1,
               "next_": claripy.BVV(0, 32),
               "plain_below": claripy.BVV(32, 32)})


def variant_after_all():
    return claripy.BVV(VARIANTS, 32)


def buffers_at(offset):
    return Window(BUFFER, lambda **symbols: 32 * wide(offset(**symbols)))


PREPARE = {
    "state": state(is_output=True), "info": INFO,
    "buffer": buffers_at(lambda index, **_: index),
    "source": Window(SOURCE, lambda index, **_: 12 * wide(index)),
    **state_parts(at_index, lambda variant, **_: wide(variant),
                  is_output=True),
    "variant": Variable(32), "index": Variable(64), "next_": Variable(32),
    "plain_below": Variable(32)}
ROUND = {name: kind for name, kind in PREPARE.items() if name != "source"}
START = {"variant": 0, "index": 0, "next_": 0, "plain_below": 32}
rounds("dral_vertex_state_prepare", prepare_begins, START, **ROUND | {
    "slots": part([(f"slot{slot}", 8) for slot in range(1, 16)],
                  lambda variant, **_: variant_at(wide(variant)) + 1,
                  is_output=True)})(prepare_round)
rounds("dral_vertex_state_prepare", elements_follow, START, **{
    "state": PREPARE["state"], "info": INFO,
    "buffers": buffers_at(lambda **_: constant(0)),
    "source": PREPARE["source"], "masks": PREPARE["masks"],
    "used": Window(BUFFER, lambda source, **_: 32 * wide(source.buffer),
                   of="buffers"),
    "element": part(ELEMENT, element_at, is_output=True),
    **{name: PREPARE[name] for name in START}})(element_round)


def prepared_records():
    """A record of a prepared table is that of dral_attribute_table, for any
    state that dral_vertex_state_prepare makes and any draw and buffer. So is
    its slot, because it takes as many."""
    buffer = Struct("buffer", BUFFER)
    shift, plain_below = (
        claripy.BVS(name, bits, explicit_name=True)
        for name, bits in (("shift", 5), ("plain_below", 6)))
    divisors = (claripy.BVV(1, 32), buffer.divisor)
    for variant, rounding, divisor in pairs(range(VARIANTS), range(2),
                                            divisors):
        if variant == 0 and divisor.concrete:
            continue
        buffer.divisor = divisor
        variant, rounding = (claripy.BVV(number, 32)
                             for number in (variant, rounding))
        template, pair, from_ = prepared_template(variant, rounding, buffer)
        odd = max(2 * variant.concrete_value - 1, 0)
        draw = SimpleNamespace(
            table_key=32 * variant + 32 + claripy.ZeroExt(27, shift),
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
            wide(plain_below))
        refused = [condition for condition, error in buffer_refusals(buffer)
                   if error != ERROR["UNUSED_BUFFER"]]
        yield [
            Not(Or(*refused)), draw.instance_size < BEYOND,
            Or(variant != 0, shift == 0),
            Or(divisor != 1, variant == 0, divisor.concrete),
            wide(plain_below) <= least_mended(buffer, from_)], [
            ("slots", pair == pair_of_draw),
            *[(f"word {word}", only_if(buffer.rate != 2, one)[31:0] ==
               other[31:0])
              for word, (one, other) in enumerate(zip(record, prepared))]]


PROOFS.append(("prepared_records", lambda: Lemma(prepared_records)))
PROOFS.append(("facts_about_products", Facts))
