# SPDX-License-Identifier: MIT
"""Compares compiled functions, run by a processor, with their definitions.

A row is memory and arguments. What the definition says is computed with
numbers, in which products are products, so this tests the definitions, the
facts that the solver is told, and its model of the processor.

Memory is filled where the definition looks: with values for the field that it
finds there. A loop is followed round by round.
"""

import random
import struct
import subprocess

from counts import ONE_INSTANCE, PADDED_COUNTS, SEVERAL_INSTANCES
from machine import (
    ARRAY_SPACING, ARRAYS, DEVICE, FACTS, NARROW, Struct, Wrong, claripy,
    loaded, ran, returned)

PAGE = 4096
FILL = 0xA5
# Of the arrays that call.c has.
ARRAYS_END = ARRAY_SPACING * (ARRAYS[0] + 4)


class Unusable(Exception):
    """A row for which nothing is proven."""


class Memory:
    """Pages before and after a call. What no definition looks at is FILL."""

    def __init__(self):
        self.before, self.after = {}, {}
        self.filled = set()

    def page(self, pages, address):
        at = address // PAGE * PAGE
        if at not in pages:
            for each in (self.before, self.after):
                each[at] = bytearray([FILL] * PAGE)
        return pages[at]

    def read(self, pages, address, count):
        return bytes(self.page(pages, at)[at % PAGE]
                     for at in range(address, address + count))

    def write(self, pages, address, data):
        for at, byte in enumerate(data, address):
            self.page(pages, at)[at % PAGE] = byte

    def fill(self, address, data):
        """Writes what is there at first, unless something is."""
        for at, byte in enumerate(data, address):
            if at not in self.filled:
                self.filled.add(at)
                self.write(self.before, at, [byte])
                self.write(self.after, at, [byte])


# ---- Values -----------------------------------------------------------------


def edge(bits):
    kind = random.random()
    if kind < 0.3:
        value = random.getrandbits(bits)
    elif kind < 0.5:
        value = (1 << random.randrange(bits)) + random.randrange(-2, 3)
    elif kind < 0.85:
        value = random.getrandbits(random.randrange(1, bits + 1))
    else:
        value = random.choice((0, 1, 2, 3, 5, 7, -1, 1 << bits - 1))
    return value % (1 << bits)


# Fields that are mostly below a number, so that many calls succeed.
BELOW = {
    "padding_rule": 2, "rounding": 2, "idvs": 2, "primitive_size_rule": 3,
    "size": 1 << 31, "frequency": 2, "offset_enable": 2, "divisor_one": 2,
    "odd": 5, "shift": 32, "extra_flags": 2, "magic": 1 << 31, "table": 64,
    "rule": 2, "shape": 2, "image_count": 3, "format": 1 << 22, "next_": 40,
    "next": 40, "from_": 33, "plain_below": 33, "capacity": 1 << 12,
    "terminator": 2, "source_offset": 1 << 16, "address": 1 << 56,
    "stride": 1 << 12, "instance_count": 1 << 12, "instances": 1 << 12,
    "base_instance": 1 << 8, "offset_start": 1 << 12,
    "threads": (1 << 32) + 1}
CHOSEN = {"draw.architecture": (4, 5, 6, 7), "info.architecture": (4, 5, 6, 7),
          "architecture": (9, 10, 14), "type": (1, 2, 3, 4, 0x22, 0x24),
          "rate": (0, 0, 0, 1, 1, 1, 2), "images": (0, 0, 0, 1, 2),
          "element_count": (0, 1, 1, 2, 3, 32),
          "seal": (0x6C617264,), "buffers": (ARRAY_SPACING * ARRAYS[1],),
          "elements": (ARRAY_SPACING * ARRAYS[2],)}


class Values:
    """Values for a row. GIVEN are some to prefer."""

    def __init__(self, given):
        self.given = given
        # Among many fields, one that is anything refuses the whole row.
        self.strange = random.choice((0, 0.03))
        buffers = random.choice((1, 1, 2, 2, 3, 4, 16))
        slots = random.choice((3, 8, 64))
        self.chosen = CHOSEN | {
            "buffer_count": (buffers,), "count": (buffers,),
            "buffer": range(buffers), "index": range(buffers + 1),
            "end": (slots,), "slot": range(slots)}

    def number(self, name, bits):
        """A value for a field, or for a number."""
        if name in self.given and random.random() < 0.9:
            return self.given[name] % (1 << bits)
        field = name.split(".")[-1]
        chosen = self.chosen.get(name, self.chosen.get(field))
        if random.random() < self.strange:
            return edge(bits)
        if chosen:
            return random.choice(chosen) % (1 << bits)
        below = min(BELOW.get(field, 1 << bits), 1 << bits)
        return edge(bits) % below if random.random() < 0.8 else \
            random.randrange(below)

    def struct(self, name, fields, numbers):
        """Values for the fields of a struct, in a call with these numbers."""
        found = {field: self.number(f"{name}.{field}", bits)
                 for field, bits in fields}
        if any(key.startswith(f"{name}.") for key in self.given) or \
                random.random() < self.strange:
            return found
        if name == "draw":
            resolved(found)
        elif name == "candidate" and random.random() < 0.8:
            nearly_exact(found, number(numbers["divisor"]))
        elif name == "words" and random.random() < 0.8:
            more = dict(found)
            (divides if len(found) > 2 or random.random() < 0.2
             else counted)(more)
            found = {field: more[field] for field in found}
        return found


def resolved(fields):
    """A draw whose padded count and key belong together, mostly."""
    size, byte = random.choice(PADDED_COUNTS)
    several = random.random() < 0.8
    fields["instance_size"] = size if several else 1
    fields["instance_size_byte"] = byte if several else 0
    fields["table_key"] = byte + SEVERAL_INSTANCES if several else ONE_INSTANCE


def nearly_exact(candidate, divisor):
    """A magic divisor, or a multiplier next to it."""
    shift = max(divisor.bit_length() - 1, 0)
    multiplier = (1 << 32 + shift) // max(divisor, 1) + random.randrange(-1, 3)
    candidate |= {"shift": shift, "magic": multiplier % (1 << 31)}


def divides(words):
    """Words with the bits of a record, an id or an attribute."""
    high = random.choice((0, random.randrange(32))) << 24 | \
        random.choice((0, 0, 1, random.randrange(5))) << 29
    magic = random.choice((0, edge(31)))
    words |= random.choice((
        {"w0": random.randrange(1, 5) | edge(26) << 6, "w1": edge(24) | high,
         "w4": 0x20, "w5": magic, "w6": 0},
        {"w0": random.choice((0x22, 0x24)), "w1": high, "w2": magic, "w3": 0},
        {"w0": 5 | random.randrange(1, 4) << 4 | edge(23) << 9 & ~0x200,
         "w1": random.randrange(128) | high, "w5": magic, "w6": 0, "w7": 0}))


def counted(words):
    """Words of an invocation."""
    bits = random.randrange(33)
    words["w1"] = 2 << 28 | bits << 22
    words["w0"] = edge(32) >> random.choice((0, 32 - bits))


# ---- What the definition says -----------------------------------------------


def number(term):
    if term.op != "BVV":
        term = claripy.simplify(term)
    return term.concrete_value


def is_true(condition):
    if condition.op != "BoolV":
        condition = claripy.simplify(condition)
    assert condition.op == "BoolV", condition
    return condition.args[0]


class Expected:
    """What a call returns and writes. FUNCTIONS are the proofs of one
    function; each is for the inputs that it assumes."""

    def __init__(self, functions, scalars, values):
        self.memory, self.values = Memory(), values
        self.returned, self.allowed = 0, None
        # Where outputs are, and what of it is known if a call is refused.
        self.outputs, self.exact = set(), set()
        self.accepted = True
        variables = dict(functions[0].start)
        for _ in range(200):
            chosen = self.chosen(functions, scalars | variables)
            if chosen is None:
                raise Unusable
            last = self.follow(*chosen)
            if last:
                return
            after = self.answer.after
            variables = {name: claripy.BVV(number(after[name]), old.length)
                         for name, old in variables.items()}
        raise Unusable

    def chosen(self, functions, numbers):
        for function in functions:
            symbols, places = self.parameters(function, numbers)
            NARROW.clear()
            FACTS.clear()
            if not function.assume or is_true(function.assume(**symbols)):
                return function, symbols, places
        return None

    def parameters(self, function, numbers):
        """The parameters of a function as numbers, and where structs are."""
        symbols, places = dict(numbers), {}
        waiting = [name for name in function.symbols if name not in numbers]
        while waiting:
            name = waiting.pop(0)
            struct_ = function.symbols[name]
            address = getattr(struct_, "at", None)
            if name in function.arrays:
                array, offset = function.arrays[name]
                try:
                    address = array + number(offset(**symbols)[63:0])
                except TypeError:
                    # It depends on another parameter.
                    waiting.append(name)
                    continue
            places[name] = address
            symbols[name] = self.struct(name, struct_, address, numbers)
        return symbols, places

    def struct(self, name, symbolic, address, numbers):
        if address >= ARRAYS_END:
            raise Unusable
        memory = self.memory
        found = self.values.struct(name, [
            (field, old.length) for field, _, old in symbolic.places], numbers)
        result = Struct(name, [], symbolic.is_output)
        result.extent = symbolic.extent
        for field, offset, old in symbolic.places:
            size = old.length // 8
            memory.fill(address + offset,
                        found[field].to_bytes(size, "little"))
            data = memory.read(memory.after, address + offset, size)
            symbol = claripy.BVV(int.from_bytes(data, "little"), old.length)
            result.places.append((field, offset, symbol))
            setattr(result, field, symbol)
        return result

    def follow(self, function, symbols, places):
        """Applies one round. Whether it is the last."""
        answer = self.answer = function.define(**symbols)
        if not all(map(is_true, FACTS)):
            raise Wrong("a fact for the solver is wrong")
        refused = [error for condition, error in answer.refusals
                   if is_true(condition)]
        fields = answer.fields
        if refused:
            self.accepted = False
            fields = answer.on_device if DEVICE else answer.if_refused
        elif not all(map(is_true, NARROW)):
            raise Wrong("a product is too wide")
        if refused and not DEVICE:
            self.allowed = refused
        else:
            self.returned = number(answer.returned) & 0xFFFFFFFF
        memory = self.memory
        for name, symbol in symbols.items():
            if not isinstance(symbol, Struct) or not symbol.is_output:
                continue
            begin = places[name]
            self.outputs.update(range(begin, begin + symbol.extent))
            for field, offset, old in symbol.places:
                size = old.length // 8
                new = number(fields[field]) % (1 << old.length) \
                    if field in fields else old.concrete_value
                # Two windows may overlap.
                if new != old.concrete_value:
                    memory.write(memory.after, begin + offset,
                                 new.to_bytes(size, "little"))
                if field in fields:
                    self.exact.update(range(begin + offset,
                                            begin + offset + size))
        if refused:
            self.exact &= {
                at for name, symbol in symbols.items()
                if isinstance(symbol, Struct)
                for field, offset, old in symbol.places if field in fields
                for at in range(places[name] + offset, places[name] + offset +
                                old.length // 8)}
        return bool(refused) or answer.after is None or is_true(answer.last)


# ---- Calls ------------------------------------------------------------------


class Caller:
    """A running program that calls the functions."""

    def __init__(self, command, names):
        self.command, self.names, self.process = command, names, None

    def __str__(self):
        return " ".join(self.command)

    def call(self, name, arguments, pages):
        """The result and the pages after a call; None if it crashes."""
        if self.process is None:
            self.process = subprocess.Popen(
                self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        request = struct.pack("<12Q", self.names.index(name), len(pages), *(
            arguments + [0] * (10 - len(arguments))))
        for at, page in pages.items():
            request += struct.pack("<Q", at) + page
        self.process.stdin.write(request)
        self.process.stdin.flush()
        answer = self.process.stdout.read(8 + PAGE * len(pages))
        if len(answer) < 8 + PAGE * len(pages):
            self.process.wait()
            self.process = None
            return None
        return struct.unpack("<I", answer[:4])[0], {
            at: answer[8 + PAGE * index:8 + PAGE * (index + 1)]
            for index, at in enumerate(pages)}


class Lifted:
    """The same program as angr lifts it, run with numbers."""

    def __init__(self, path):
        self.project, self.calls = loaded(path), 0

    def __str__(self):
        return f"the lifted {self.project.filename}"

    def call(self, name, arguments, pages):
        self.calls += 1
        symbol = self.project.loader.find_symbol(name)
        state = self.project.factory.call_state(symbol.rebased_addr, *[
            claripy.BVV(each, 64) for each in arguments])
        for at, page in pages.items():
            state.memory.store(at, bytes(page))
        (end,), _ = ran(self.project, state)
        return number(returned(end)), {
            at: number(end.memory.load(at, PAGE)).to_bytes(PAGE, "big")
            for at in pages}


def compare(callers, name, functions, given):
    """Compares a row. Whether it was accepted; Wrong if it differs."""
    # Each is for the inputs that it assumes, or for its own.
    functions = random.sample(functions, len(functions))
    scalars, arguments, values = {}, [], Values(given)
    function = functions[0]
    for parameter in function.passed:
        symbol = function.symbols[parameter]
        if isinstance(symbol, Struct):
            arguments.append(function.arrays[parameter][0] if parameter in
                             function.arrays else symbol.at)
            continue
        chosen = symbol.concrete_value if symbol.op == "BVV" else \
            values.number(parameter, symbol.length)
        scalars[parameter] = claripy.BVV(chosen, symbol.length)
        # A register has bits above a number, of any value.
        above = random.getrandbits(32) if symbol.length == 32 else 0
        arguments.append(chosen + (above << 32))
    expected = Expected(functions, scalars, values)
    memory = expected.memory
    row = ", ".join(f"{parameter} {number(each):#x}"
                    for parameter, each in scalars.items())
    for parameter, symbol in function.symbols.items():
        if isinstance(symbol, Struct) and parameter not in function.arrays:
            data = memory.read(memory.before, symbol.at, symbol.extent)
            row += f", {parameter} {data.hex()}"
    found, *others = [each.call(name, arguments, memory.before)
                      for each in callers]
    if found is None:
        raise Wrong(f"crashes: {row}")
    for caller, other in zip(callers[1:], others):
        if other != found:
            raise Wrong(f"differs in {caller}: {row}")
    result, pages = found
    allowed = expected.allowed or [expected.returned]
    if result not in allowed:
        raise Wrong(f"returns {result:#x}, not {allowed}: {row}")
    for at, page in memory.after.items():
        if page == pages[at]:
            continue
        for address in range(at, at + PAGE):
            if page[address - at] == pages[at][address - at] or \
                    expected.allowed and address in expected.outputs and \
                    address not in expected.exact:
                continue
            raise Wrong(f"writes {pages[at][address - at]:#x}, not "
                        f"{page[address - at]:#x}, at {address:#x}: {row}")
    return expected.accepted


# Accepted rows with which a function is compared, if random rows have them.
ENOUGH = 5
# Rows for its lifted code, and more while fewer are accepted.
LIFTED = 16


def validated(processors, name, functions, rows, given=None, lifted=()):
    """Compares at least so many rows, and more while few are accepted. Returns
    how many were."""
    accepted = done = 0
    for _ in range(50 * rows):
        callers = [*processors, *lifted] if done < LIFTED or \
            accepted < ENOUGH else processors
        try:
            accepted += compare(callers, name, functions, given or {})
            done += 1
        except Unusable:
            continue
        if done >= rows and accepted >= ENOUGH:
            break
    return accepted
