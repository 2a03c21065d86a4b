# SPDX-License-Identifier: MIT
"""Definitions of records, offsets and descriptors, for solve.py."""

from counts import (
    BEYOND, BUFFER, DRAW, ID_RECORD, MAGIC, RECORD, SEVERAL_INSTANCES, SOURCE,
    VALHALL, And, If, Not, Or, has_several, is_known, is_pot, is_resolved,
    log2, magic_divisor, proof, quotient_of, refuse, rounds, unresolved, words)
from machine import (
    DEVICE, FACTS, Answer, Out, Variable, Window, claripy, constant,
    fits_signed, fits_unsigned, flag, only_if, remainder,
    remainder_of_shifted, signed, times, times_in_words, wide)

# ---- Vertex buffers ---------------------------------------------------------


def product_of(draw, divisor):
    size, divisor = wide(draw.instance_size), wide(divisor)
    product = times(size, divisor)
    if DEVICE:
        # It looks at the factors.
        FACTS.append(Or(product == 0, is_pot(product, 64) == And(
            is_pot(size), is_pot(divisor))))
    return product


@proof("dral_hardware_divisor", draw=DRAW, buffer=BUFFER,
       out=Out(("hardware_divisor", 64)))
def hardware_divisor(draw, buffer, out):
    """instance size x divisor per instance in several instances, else 0"""
    divides = And(buffer.rate == 1, has_several(draw))
    return Answer(
        unresolved(draw) + refuse(UNKNOWN_RATE=buffer.rate > 2),
        {"hardware_divisor": only_if(divides,
                                     product_of(draw, buffer.divisor))})


def record_size(buffer):
    return wide(buffer.size) + (wide(buffer.address) & 63)


def fits(buffer):
    return And(wide(buffer.address) < constant(1 << 56),
               fits_unsigned(record_size(buffer), 32))


def is_bound(draw, buffer, **_):
    """What dral_device.h has in a prepared state: a resolved draw and a buffer
    that fits. Only the odd part of the padded count is in the state."""
    key, resolved = wide(draw.table_key), is_resolved(draw)
    odd = 2 * claripy.LShR(key, 5) - 3
    FACTS.append(Or(
        Not(resolved), key < SEVERAL_INSTANCES,
        unresolved(draw)[0][0], product_of(draw, buffer.divisor) ==
        times(odd, wide(buffer.divisor)) << (key & 31)))
    return And(resolved, fits(buffer))


def buffer_refusals(buffer):
    return refuse(
        UNKNOWN_RATE=buffer.rate > 2, UNUSED_BUFFER=buffer.rate == 2,
        ADDRESS_RANGE=wide(buffer.address) >= constant(1 << 56),
        SIZE_RANGE=Not(fits_unsigned(record_size(buffer), 32)))


OFFSET = {"draw": DRAW, "buffer": BUFFER, "source_offset": 32,
          "offset": Out(("offset", 32), ("valid", 32))}


@proof("device_state_offset", is_bound, **OFFSET)
@proof("device_attribute_offset", is_resolved, **OFFSET)
@proof("dral_attribute_offset", **OFFSET | {"offset": Out(("offset", 32))})
def attribute_offset(draw, buffer, source_offset, offset):
    """source offset + low address bits + base instance x stride - start x
    the stride of the record"""
    product = product_of(draw, buffer.divisor)
    per_instance = buffer.rate == 1
    divides = And(has_several(draw), product != 0, product < BEYOND)
    start = only_if(divides, signed(draw.offset_start))
    moved = only_if(per_instance, times_in_words(
        wide(draw.base_instance) - start, wide(buffer.stride)))
    sum_ = moved + wide(source_offset) + (wide(buffer.address) & 63)
    return Answer(
        unresolved(draw) + buffer_refusals(buffer) +
        refuse(OFFSET_RANGE=Not(fits_signed(sum_, 32))),
        {"offset": sum_, "valid": constant(1)})


def odd_part_magic(draw, byte):
    """The magic divisor of a padded count: that of its odd part, moved up
    (MagicDivisor.v, power_of_two_moves_the_shift)."""
    magic = {name: constant(0) for name, _ in MAGIC}
    for odd in range(1, 5):
        for nearest in (0, 1):
            here = And(claripy.LShR(byte, 5) == odd, draw.rounding == nearest)
            values = magic_divisor(constant(2 * odd + 1), nearest == 1)
            magic = {name: If(here, values[name], magic[name])
                     for name in magic}
    magic["shift"] += byte & 31
    return magic


def record_words(draw, buffer, frequent=True):
    """docs/instancing.md, "Attribute modes" and "Descriptor words": the words
    of a record and its continuation, and whether it takes two slots. A
    FREQUENT divisor of 1 is not computed."""
    byte = wide(draw.table_key) - SEVERAL_INSTANCES
    per_instance = buffer.rate == 1
    product = product_of(draw, buffer.divisor)
    several = has_several(draw)
    divides = And(several, per_instance, product != 0, product < BEYOND)
    modulus = And(several, Not(per_instance))
    pot = And(divides, is_pot(product))
    npot = And(divides, Not(is_pot(product)))
    magic = magic_divisor(product, draw.rounding == 1)
    quotient_shift = log2(product)
    if frequent:
        # The library has tables for the divisor 1.
        is_one = And(buffer.divisor == 1, Not(DEVICE))
        of_one = odd_part_magic(draw, byte)
        magic = {name: If(is_one, of_one[name], magic[name])
                 for name in magic}
        quotient_shift = If(
            is_one, only_if(npot, of_one["shift"]) + only_if(pot, byte & 31),
            quotient_shift)
    type_ = If(npot, constant(4), If(pot, constant(2),
                                     If(modulus, constant(3), constant(1))))
    shift = If(modulus, byte & 31, only_if(divides, quotient_shift))
    top = If(modulus, claripy.LShR(byte, 5),
             only_if(npot, magic["extra_flags"]))
    stride = only_if(Or(Not(per_instance), divides), wide(buffer.stride))
    address = wide(buffer.address)
    first = [type_ + (address & constant(0xFFFFFFC0)),
             claripy.LShR(address, 32) + (shift << 24) + (top << 29),
             stride, record_size(buffer)]
    second = [only_if(npot, each) for each in (
        constant(0x20), magic["magic"], constant(0), wide(buffer.divisor))]
    # This does not depend on the shift of the padded count.
    pair = And(per_instance, several, product != 0, Not(is_pot(product, 64)))
    return first + second, pair


@proof("device_state_record", is_bound, draw=DRAW, buffer=BUFFER,
       record=Out(*words(8)))
def state_record(draw, buffer, record):
    """dral_vertex_state_record of the header: the words of a table."""
    record, _ = record_words(draw, buffer)
    return Answer(
        unresolved(draw) + refuse(UNUSED_BUFFER=buffer.rate >= 2),
        {f"w{index}": word for index, word in enumerate(record)})


@proof("device_attribute_append", is_resolved, draw=DRAW, buffer=BUFFER,
       next_=32, record=Out(*words(8), ("slot", 32), ("next", 32)))
def device_append(draw, buffer, next_, record):
    """docs/instancing.md, "Tables" """
    record, pair = record_words(draw, buffer)
    next_ = wide(next_)
    slot = next_ + If(pair, next_ & 1, constant(0))
    return Answer(
        unresolved(draw) + buffer_refusals(buffer),
        {f"w{index}": word for index, word in enumerate(record)} |
        {"slot": slot, "next": slot + 1 + flag(pair)},
        on_device={"slot": next_, "next": next_})


@proof("device_bound_buffer_init", address=64, size=64, bound=Out(*words(4)))
@proof("bound_buffer_init", address=64, size=64, bound=Out(*words(4)))
def bound_buffer_init(address, size, bound):
    end = wide(size) + (wide(address) & 63)
    return Answer(
        refuse(ADDRESS_RANGE=wide(address) >= constant(1 << 56),
               SIZE_RANGE=Not(fits_unsigned(end, 32))),
        {"w0": wide(address) & constant((1 << 32) - 1),
         "w1": claripy.LShR(wide(address), 32), "w2": constant(0),
         "w3": end})


def slots(window, moved, record, end=None):
    """The words of a table from the slot NEXT on, with a record MOVED slots
    behind it and a zero slot END slots behind it."""
    fields = {}
    for index, (name, _, before) in enumerate(window.places):
        value = wide(before)
        for first in (0, 1):
            if 0 <= index - 4 * first < 8:
                value = If(moved == first, record[index - 4 * first], value)
        if end is not None:
            value = If(end == index // 4, constant(0), value)
        fields[name] = value
    return fields


def window(count, offset, **kind):
    """Slots of an array of words, from this slot on."""
    return Window(words(4 * count), lambda **symbols: 16 * offset(**symbols),
                  is_output=True, **kind)


def last_slot(at):
    """The slot after a table, where no record is."""
    return Window([(f"end{word}", 32) for word in range(4)],
                  lambda **symbols: 16 * at(**symbols), is_output=True,
                  of="words")


def emptied(last, condition):
    """This slot, with zeros on a condition."""
    return {name: If(condition, constant(0), wide(before))
            for name, _, before in last.places}


@proof("dral_attribute_append", is_resolved, draw=DRAW, buffer=BUFFER,
       words=window(3, lambda next_, **_: wide(next_.next)), capacity=64,
       next_=Out(("next", 32)))
def append(draw, buffer, words, capacity, next_):
    """docs/instancing.md, "Tables", at any slot"""
    record, pair = record_words(draw, buffer)
    next_ = wide(next_.next)
    moved = If(pair, next_ & 1, constant(0))
    slot = next_ + moved
    return Answer(
        unresolved(draw) + buffer_refusals(buffer) + refuse(
            ARRAY_LENGTH=capacity >= 1 << 31,
            TABLE_FULL=slot + 2 > claripy.LShR(wide(capacity), 2)),
        {"next": slot + 1 + flag(pair), **slots(words, moved, record)},
        returned=slot)


def table_begins(draw, shape, count, capacity, index, next_, **_):
    """What holds when a round of dral_attribute_table begins."""
    next_ = wide(next_)
    return And(
        is_resolved(draw), index < count, count < 1 << 31, capacity >= 4,
        next_ <= 2 * wide(index), next_ <= claripy.LShR(wide(capacity), 2),
        Or(shape != 1, next_ == 2 * wide(index)))


def table_round(draw, shape, images, buffer, count, words, capacity, slot,
                index, next_, end=None):
    """docs/instancing.md, "Tables" """
    record, pair = record_words(draw, buffer)
    pairs = shape == 1
    unused = buffer.rate == 2
    record = [only_if(Not(unused), word) for word in record]
    more = Or(pair, pairs)
    moved = only_if(more, wide(next_) & 1)
    at = wide(next_) + moved
    after = at + 1 + flag(more)
    last = index + 1 == count
    room = claripy.LShR(wide(capacity), 2)
    finish = after + 2 * wide(images)
    stops = flag(Or(pairs, draw.architecture >= 6))
    fields = slots(words, moved, record,
                   If(And(last, images == 0), after - wide(next_),
                      constant(-1)))
    if end is not None:
        fields |= emptied(end, last)
    return Answer(
        unresolved(draw) + [
            (And(condition, Not(And(unused, pairs))), error)
         for condition, error in buffer_refusals(buffer)] + refuse(
            UNKNOWN_TABLE_SHAPE=shape > 1, ARRAY_LENGTH=capacity >= 1 << 31,
            IMAGES_IN_PACKED_TABLE=And(images != 0, shape == 0),
            TABLE_FULL=Or(at + 2 > room, And(last, finish >= room))),
        {"slot": at, **fields}, returned=4 * (finish + stops),
        after={"index": index + 1, "next_": after[31:0]}, last=last)


TABLE = {
    "draw": DRAW, "shape": 32, "images": 32,
    "buffer": Window(BUFFER, lambda index, **_: 32 * wide(index)),
    "count": 64, "words": window(4, lambda next_, **_: wide(next_)),
    "capacity": 64, "slot": Window(
        [("slot", 32)], lambda index, **_: 4 * wide(index), is_output=True),
    "index": Variable(64), "next_": Variable(32)}
rounds("dral_attribute_table",
       lambda images, **symbols: And(
           images == 0, table_begins(**symbols)),
       {"index": 0, "next_": 0}, **TABLE)(table_round)
# Images only move the end, for which any buffers do.
rounds("dral_attribute_table",
       lambda images, buffer, **symbols: And(
           images != 0, buffer.rate == 0, table_begins(**symbols)),
       {"index": 0, "next_": 0}, **TABLE,
       end=last_slot(lambda next_, images, **_:
                     wide(next_) + 2 + 2 * wide(images)))(table_round)

# ---- Words of records -------------------------------------------------------


def modulus_of(shift, odd):
    return (2 * wide(odd) + 1) << wide(shift)


def is_no_modulus(record):
    return Or(record.odd > 4, record.shift > 31,
              modulus_of(record.shift, record.odd) >= BEYOND)


@proof("dral_attribute_record_element", record=RECORD, id_=32,
       element=Out(("element", 32)))
def record_element(record, id_, element):
    shift = wide(record.shift) & 31
    modulus = (2 * (wide(record.odd) & 7) + 1) << shift
    value = If(
        record.type == 1, wide(id_),
        If(record.type == 2, claripy.LShR(wide(id_), shift),
           If(record.type == 3, remainder(wide(id_), modulus),
              quotient_of(record.magic, record.shift, record.extra_flags,
                          id_))))
    return Answer(
        refuse(NOT_A_DESCRIPTOR=Or(record.type < 1, record.type > 4),
               NOT_A_PADDED_COUNT=And(record.type == 3,
                                      is_no_modulus(record))),
        {"element": only_if(record.stride != 0, value)})


def record_unpack(words, count, record):
    """The fields, if no other bit is set."""
    first, second = wide(words.w0), wide(words.w1)
    type_ = first & 63
    npot, linear = type_ == 4, type_ == 1
    shift, top = claripy.LShR(second, 24) & 31, claripy.LShR(second, 29)
    truncated = And(npot, constant(count.concrete_value) < 8)
    second_slot = [wide(getattr(words, f"w{index}"))
                   if count.concrete_value >= 8 else constant(0)
                   for index in range(4, 8)]
    modulus = (2 * top + 1) << shift
    valid = And(
        type_ >= 1, type_ <= 4,
        Or(Not(linear), shift + top == 0),
        Or(type_ != 2, top == 0),
        Or(Not(npot), And(
            top <= 1, second_slot[0] == 0x20, second_slot[2] == 0,
            second_slot[1] < constant(1 << 31), second_slot[3] != 0)))
    no_modulus = And(type_ == 3, Or(top > 4, modulus >= BEYOND))
    pointer = (first & ~constant(63)) + ((second & 0xFFFFFF) << 32)
    return Answer(
        refuse(TRUNCATED_DESCRIPTOR=Or(truncated,
                                       constant(count.concrete_value) < 4),
               NOT_A_DESCRIPTOR=Not(valid), NOT_A_PADDED_COUNT=no_modulus),
        {"pointer": pointer, "type": type_, "stride": wide(words.w2),
         "size": wide(words.w3), "shift": shift,
         "odd": only_if(type_ == 3, top), "extra_flags": only_if(npot, top),
         "magic": only_if(npot, second_slot[1]),
         "divisor": only_if(npot, second_slot[3])})


for length in (4, 8):
    proof("dral_attribute_record_unpack", words=words(length),
          count=claripy.BVV(length, 64), record=Out(*RECORD))(record_unpack)


@proof("dral_attribute_descriptor_pack",
       attribute=[("slot", 32), ("format", 32), ("offset", 32)],
       words=Out(*words(2)))
def attribute_descriptor_pack(attribute, words):
    slot, format_ = wide(attribute.slot), wide(attribute.format)
    return Answer(
        refuse(SLOT_RANGE=slot >= 1 << 9, FORMAT_RANGE=format_ >= 1 << 22),
        {"w0": slot + (1 << 9) + (format_ << 10),
         "w1": wide(attribute.offset)})


@proof("dral_attribute_descriptor_unpack", words=words(2),
       attribute=Out(("slot", 32), ("format", 32), ("offset", 32)))
def attribute_descriptor_unpack(words, attribute):
    first = wide(words.w0)
    return Answer(
        refuse(NOT_A_DESCRIPTOR=first & (1 << 9) == 0),
        {"slot": first & 511, "format": claripy.LShR(first, 10),
         "offset": wide(words.w1)})


# ---- Ids of v4 and v5 -------------------------------------------------------

VERTEX_ID, INSTANCE_ID = 0x22, 0x24


@proof("dral_vertex_id_record", is_resolved, draw=DRAW,
       record=Out(*ID_RECORD))
def vertex_id_record(draw, record):
    byte = wide(draw.table_key) - SEVERAL_INSTANCES
    several = has_several(draw)
    return Answer(
        unresolved(draw) + refuse(NO_ID_RECORDS=draw.architecture > 5),
        {"type": constant(VERTEX_ID), "extra_flags": constant(0),
         "magic": constant(0),
         "shift": If(several, byte & 31, constant(31)),
         "odd": If(several, claripy.LShR(byte, 5), constant(4))})


@proof("dral_instance_id_record", is_resolved, draw=DRAW,
       record=Out(*ID_RECORD))
def instance_id_record(draw, record):
    """Ids.v: instance_id_words"""
    size, byte = wide(draw.instance_size), wide(
        draw.table_key) - SEVERAL_INSTANCES
    none = Or(Not(has_several(draw)), size <= 1)
    pot = claripy.LShR(byte, 5) == 0
    magic = magic_divisor(size, draw.rounding == 1)
    return Answer(
        unresolved(draw) + refuse(NO_ID_RECORDS=draw.architecture > 5),
        {"type": constant(INSTANCE_ID), "odd": constant(0),
         "shift": If(none, constant(31),
                     If(pot, (byte & 31) - 1, magic["shift"])),
         "magic": If(none, constant((1 << 31) - 1),
                     only_if(Not(pot), magic["magic"])),
         "extra_flags": If(none, constant(1),
                           only_if(Not(pot), magic["extra_flags"]))})


def is_canonical(record, **_):
    """A record of dral_device.h: unused fields are 0, all if it is refused."""
    return Or(
        And(*[symbol == 0 for _, _, symbol in record.places]),
        And(record.type == VERTEX_ID, record.shift < 32, record.odd <= 4,
            record.extra_flags == 0, record.magic == 0),
        And(record.type == INSTANCE_ID, record.shift < 32, record.odd == 0,
            record.extra_flags <= 1, record.magic < 1 << 31))


@proof("device_id_record_pack", is_canonical, record=ID_RECORD,
       words=Out(*words(4)))
@proof("dral_id_record_pack", record=ID_RECORD, words=Out(*words(4)))
def id_record_pack(record, words):
    vertex, instance = record.type == VERTEX_ID, record.type == INSTANCE_ID
    top = wide(If(vertex, record.odd, record.extra_flags))
    magic = only_if(instance, wide(record.magic))
    valid = And(
        Or(vertex, instance), record.shift < 32, magic < constant(1 << 31),
        top <= If(vertex, constant(4), constant(1)))
    return Answer(
        refuse(NOT_A_DESCRIPTOR=Not(valid)),
        {"w0": wide(record.type), "w2": magic, "w3": constant(0),
         "w1": (wide(record.shift) << 24) + (top << 29)})


@proof("dral_id_record_unpack", words=words(4), record=Out(*ID_RECORD))
def id_record_unpack(words, record):
    vertex, instance = words.w0 == VERTEX_ID, words.w0 == INSTANCE_ID
    second = wide(words.w1)
    top = claripy.LShR(second, 29)
    valid = And(
        second & 0xFFFFFF == 0, words.w3 == 0,
        Or(And(vertex, top <= 4, words.w2 == 0),
           And(instance, top <= 1, words.w2 < 1 << 31)))
    return Answer(
        refuse(NOT_A_DESCRIPTOR=Not(valid)),
        {"type": wide(words.w0), "shift": claripy.LShR(second, 24) & 31,
         "odd": only_if(vertex, top), "extra_flags": only_if(instance, top),
         "magic": wide(words.w2)})


@proof("dral_id_record_value", record=ID_RECORD, id_=32,
       value=Out(("value", 32)))
def id_record_value(record, id_, value):
    vertex, instance = record.type == VERTEX_ID, record.type == INSTANCE_ID
    odd = 2 * (wide(record.odd) & 7) + 1
    return Answer(
        refuse(NOT_A_DESCRIPTOR=Not(Or(vertex, instance))),
        {"value": If(vertex, remainder_of_shifted(wide(id_), odd,
                                                  wide(record.shift) & 31),
                     quotient_of(record.magic, record.shift,
                                 record.extra_flags, id_))})


# ---- v9 and later -----------------------------------------------------------


@proof("dral_valhall_attribute", source=SOURCE, attribute=Out(*VALHALL))
def valhall_attribute(source, attribute):
    per_instance, unused = source.rate == 1, source.rate == 2
    divisor = only_if(per_instance, wide(source.divisor))
    linear = Or(divisor == 0, And(divisor == 1, source.divisor_one == 1))
    pot = And(Not(linear), is_pot(divisor))
    npot = Not(Or(linear, is_pot(divisor)))
    magic = magic_divisor(divisor, source.rounding == 1)
    offset = signed(source.offset) + only_if(
        per_instance, times(wide(source.base_instance), wide(source.stride)))
    fields = {
        "type": If(npot, constant(3), If(pot, constant(2), constant(1))),
        "frequency": flag(per_instance),
        "offset_enable": flag(Not(per_instance)),
        "format": wide(source.format), "table": wide(source.table),
        "buffer_index": wide(source.buffer_index),
        "stride": only_if(Not(And(per_instance, divisor == 0)),
                          wide(source.stride)),
        "offset": offset, "shift": only_if(Not(linear), log2(divisor)),
        "extra_flags": only_if(npot, magic["extra_flags"]),
        "magic": only_if(npot, magic["magic"])}
    used = Not(unused)
    return Answer(
        refuse(UNKNOWN_ARCHITECTURE=Not(is_known(source.architecture)),
               UNKNOWN_ROUNDING=source.rounding > 1,
               UNKNOWN_RATE=source.rate > 2,
               UNKNOWN_DIVISOR_ONE=source.divisor_one > 1,
               NO_ATTRIBUTE_DESCRIPTORS=source.architecture < 9,
               FORMAT_RANGE=And(used, source.format >= 1 << 22),
               TABLE_RANGE=And(used, source.table >= 64),
               OFFSET_RANGE=And(used, Not(fits_signed(offset, 32)))),
        {name: only_if(used, value) for name, value in fields.items()})


def valhall_refusals(attribute):
    return refuse(
        NOT_A_DESCRIPTOR=Or(attribute.type > 3, attribute.frequency > 1),
        UNKNOWN_FLAG=attribute.offset_enable > 1)


def is_canonical_attribute(attribute, **_):
    """The same for attributes."""
    divides, npot = attribute.type >= 2, attribute.type == 3
    return Or(
        And(*[symbol == 0 for _, _, symbol in attribute.places]),
        And(attribute.type >= 1, attribute.type <= 3,
            attribute.frequency <= 1, attribute.offset_enable <= 1,
            attribute.format < 1 << 22, attribute.table < 64,
            attribute.shift < 32, attribute.extra_flags <= 1,
            attribute.magic < 1 << 31, Or(divides, attribute.shift == 0),
            Or(npot, And(attribute.extra_flags == 0, attribute.magic == 0))))


@proof("device_valhall_attribute_pack", is_canonical_attribute,
       attribute=VALHALL, words=Out(*words(8)))
@proof("dral_valhall_attribute_pack", attribute=VALHALL,
       words=Out(*words(8)))
def valhall_attribute_pack(attribute, words):
    divides, npot = attribute.type >= 2, attribute.type == 3
    shift = only_if(divides, wide(attribute.shift))
    extra = only_if(npot, wide(attribute.extra_flags))
    magic = only_if(npot, wide(attribute.magic))
    fits = And(shift < 32, extra < 2, magic < constant(1 << 31))
    some = attribute.type != 0
    fields = {
        "w0": 5 + (wide(attribute.type) << 4) +
         (wide(attribute.offset_enable) << 8) + (wide(attribute.format) << 10),
         "w1": wide(attribute.table) + (wide(attribute.frequency) << 6) +
         (shift << 24) + (extra << 29),
         "w2": wide(attribute.offset), "w3": wide(attribute.buffer_index),
         "w4": wide(attribute.stride), "w5": magic}
    return Answer(
        [(And(some, condition), error) for condition, error in
         valhall_refusals(attribute) + refuse(
             NOT_A_DESCRIPTOR=Not(fits),
             FORMAT_RANGE=attribute.format >= 1 << 22,
             TABLE_RANGE=attribute.table >= 64)],
        {f"w{word}": only_if(some, fields.get(f"w{word}", constant(0)))
         for word in range(8)})


@proof("dral_valhall_attribute_unpack", words=words(8),
       attribute=Out(*VALHALL))
def valhall_attribute_unpack(words, attribute):
    first, second = wide(words.w0), wide(words.w1)
    type_ = claripy.LShR(first, 4) & 15
    shift, extra = claripy.LShR(second, 24) & 31, claripy.LShR(second, 29) & 1
    frequency = claripy.LShR(second, 6) & 3
    magic = wide(words.w5)
    valid = And(
        first & 15 == 5, first & 0x200 == 0, type_ >= 1, type_ <= 3,
        frequency <= 1, second & constant(0xC0FFFF00) == 0,
        magic < constant(1 << 31), words.w6 == 0, words.w7 == 0,
        Or(type_ >= 2, shift == 0),
        Or(type_ == 3, And(extra == 0, magic == 0)))
    null = And(*[symbol == 0 for _, _, symbol in words.places])
    return Answer(
        refuse(NOT_A_DESCRIPTOR=Not(Or(valid, null))),
        {"type": type_, "frequency": frequency,
         "offset_enable": claripy.LShR(first, 8) & 1,
         "format": claripy.LShR(first, 10), "table": second & 63,
         "buffer_index": wide(words.w3), "stride": wide(words.w4),
         "offset": wide(words.w2), "shift": shift, "extra_flags": extra,
         "magic": magic})


@proof("dral_valhall_attribute_element", attribute=VALHALL, vertex=32,
       instance=32, element=Out(("element", 32)))
def valhall_attribute_element(attribute, vertex, instance, element):
    id_ = If(attribute.frequency == 1, instance, vertex)
    value = If(
        attribute.type == 1, wide(id_),
        If(attribute.type == 2,
           claripy.LShR(wide(id_), wide(attribute.shift) & 31),
           quotient_of(attribute.magic, attribute.shift,
                       attribute.extra_flags, id_)))
    return Answer(valhall_refusals(attribute) +
                  refuse(UNUSED_BUFFER=attribute.type == 0),
                  {"element": only_if(attribute.stride != 0, value)})
