# SPDX-License-Identifier: MIT
"""Proves that compiled functions follow their definitions.

angr runs the machine code with symbols instead of numbers, along every path.
Z3 then looks for inputs on one of these paths for which the returned value or
an output differs from the definition, for a byte that is written outside of
the outputs, and for inputs that no path covers. A path on which the solver
gives up has failed.
"""

import collections
import functools
import itertools
import logging
import sys
import types

logging.disable(logging.CRITICAL)

import angr  # noqa: E402
import claripy  # noqa: E402
import z3  # noqa: E402
from angr.engines.vex.claripy import ccall, irop  # noqa: E402

# Whether the functions are those of dral_device.h.
DEVICE = any(each.split("=")[0] == "device" for each in sys.argv[1:3])
# Definitions are computed in this many bits, where nothing wraps: the largest
# number in them is the product of a 34-bit offset and a 32-bit stride.
WIDE = 128
# Steps of Z3 for several claims at once, and for one, some million a second. A
# limit in seconds would fail on a busy machine.
SOON, LIMIT = 30_000_000, 200_000_000

FIRST_STRUCT, STRUCT_SPACING = 0x1000_0000, 0x1000
# Addresses of arrays, in units of their distance.
ARRAY_SPACING, ARRAYS = 1 << 36, range(16, 32)
STACK = 0x10000


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
# The vector with its high half 0, which angr lacks.
irop.operations["Iop_ZeroHI64ofV128"] = types.SimpleNamespace(
    _float=False, calculate=lambda vector: vector[63:0].zero_extend(64))


def wide(number):
    """An unsigned number in the width of the definitions."""
    return claripy.ZeroExt(WIDE - number.length, number)


def signed(number):
    return claripy.SignExt(WIDE - number.length, number)


def constant(value):
    return claripy.BVV(value, WIDE)


def flag(condition):
    return claripy.If(condition, constant(1), constant(0))


def only_if(condition, number):
    return claripy.If(condition, number, constant(0))


# Factors in definitions must fit 64 bits, which is also proven.
NARROW = []


def times(a, b):
    """A product that cannot wrap."""
    for number in (a, b):
        NARROW.append(number == claripy.SignExt(64, number[63:0]))
    return claripy.SignExt(64, a[63:0]) * claripy.SignExt(64, b[63:0])


# Facts about products that code may compute in another way.
FACTS = []


def times_next(a, one, b):
    """a x b, or (a + 1) x b where ONE is 1. Code may add b instead."""
    next_ = times(a + 1, b)
    FACTS.append(next_ == times(a, b) + b)
    return claripy.If(one == 1, next_, times(a, b))


def is_0(number):
    """Whether it is the number 0, by which claripy does not divide."""
    return number.concrete and number.concrete_value == 0


def divided(a, b):
    """The quotient of unsigned 64-bit numbers; the divisor is not 0."""
    a, b = a[63:0], b[63:0]
    return wide(claripy.BVV(-1, 64) if is_0(b) else a // b)


def remainder(a, b):
    a, b = a[63:0], b[63:0]
    return wide(a if is_0(b) else a % b)


def remainder_of_shifted(a, b, shift):
    """a modulo b << shift. Code may multiply the quotient by b, then shift."""
    modulus = b << shift
    quotient = divided(a, modulus)
    FACTS.append(times(quotient, modulus) == times(quotient, b) << shift)
    return remainder(a, modulus)


def times_in_words(a, b):
    """a x b, where b has 32 bits. dral_device.h multiplies the words of a."""
    if not DEVICE:
        return times(a, b)
    product, low = times(a, b), a & constant((1 << 32) - 1)
    for sign, first in ((-1, -1 << 31), (0, 0), (1, 1 << 32)):
        here = claripy.And(claripy.SGE(a, constant(first)),
                           a >> 32 == constant(sign))
        most = only_if(sign >= 0, (b << 32) - b) + only_if(sign > 0, b << 32)
        FACTS.append(claripy.Or(claripy.Not(here), claripy.And(
            product == times(low, b) + sign * (b << 32),
            claripy.SGE(product, first * b), claripy.SLE(product, most))))
    return product


def times_power(a, exponent, condition):
    """a << exponent, up to 63. Code may multiply. If the condition holds, a
    fits 63 bits."""
    factor = (constant(1) << exponent)[63:0]
    product = claripy.SignExt(64, a[63:0]) * claripy.SignExt(64, factor)
    FACTS.append(claripy.Or(claripy.Not(condition), product == claripy.If(
        exponent == 63, -(a << 63), a << exponent)))
    return a << exponent


def fits_unsigned(number, bits):
    return claripy.And(claripy.SGE(number, 0),
                       claripy.SLT(number, constant(1 << bits)))


def fits_signed(number, bits):
    return claripy.And(claripy.SGE(number, constant(-(1 << bits - 1))),
                       claripy.SLT(number, constant(1 << bits - 1)))


def is_narrow(term):
    """Whether a 128-bit term is obviously a 64-bit term that is extended."""
    return is_signed(term) or is_unsigned(term)


def is_signed(term):
    if term.decl().kind() == z3.Z3_OP_CONCAT and not z3.is_bv_value(
            term.arg(0)):
        # Perhaps each copy of the sign by itself.
        solver = z3.SolverFor("QF_UFBV")
        solver.add(term != z3.SignExt(64, z3.Extract(63, 0, term)))
        return solver.check() == z3.unsat
    return (term.decl().kind() == z3.Z3_OP_SIGN_EXT
            and term.arg(0).size() <= 64)


def is_unsigned(term):
    kind = term.decl().kind()
    if kind == z3.Z3_OP_ZERO_EXT:
        return term.arg(0).size() <= 64
    if kind == z3.Z3_OP_CONCAT:
        high = term.arg(0)
        return (z3.is_bv_value(high) and high.as_long() == 0
                and high.size() >= 64)
    return z3.is_bv_value(term) and term.as_long() < 1 << 64


# Bits of products whose high bits are not used: angr makes them narrower.
LOW_PRODUCTS = (31, 32, 33)
QUOTIENTS = (z3.Z3_OP_BUDIV, z3.Z3_OP_BUDIV_I)
REMAINDERS = (z3.Z3_OP_BUREM, z3.Z3_OP_BUREM_I)


class Abstraction:
    """Conditions without products, for Z3.

    A solver that splits products into bits does not finish. But code and
    definition multiply and divide the same numbers, so the solver need not
    know what a product is: products, quotients and remainders become unknown
    functions of their arguments, with the facts that a proof needs.
    """

    def __init__(self):
        # The facts that the term which is being rewritten needs.
        self.facts = {}
        self.known = {}
        word, double = map(z3.BitVecSort, (64, 128))
        self.products = {64: z3.Function("product", word, word, double)}
        for size in LOW_PRODUCTS:
            part = z3.BitVecSort(size)
            self.products[size] = z3.Function("product", part, part, part)
        self.quotient = z3.Function("quotient", word, word, word)
        self.remainder = z3.Function("remainder", word, word, word)

    def converted(self, conditions):
        """The conditions, and facts about their products."""
        self.facts = {}
        terms = [self.rewritten(claripy.backends.z3.convert(condition))
                 for condition in conditions]
        return terms, list(self.facts.values())

    def add_fact(self, fact):
        self.facts[fact.get_id()] = fact

    def multiplied(self, a, b):
        """A product of 64-bit factors in 128 bits, or of narrower ones in as
        many bits as they have."""
        result = self.products[a.size()](a, b)
        self.add_fact(result == self.products[a.size()](b, a))
        self.add_fact(z3.Extract(0, 0, result) ==
                      z3.Extract(0, 0, a) & z3.Extract(0, 0, b))
        for factor, other in ((a, b), (b, a)):
            for small in (-1, 0, 1):
                exact = z3.SignExt(result.size() - other.size(), other)
                self.add_fact(z3.Implies(
                    factor == small, result == small * exact))
            if a.size() == 64:
                self.add_fact(z3.Implies(
                    z3.And(z3.ULE(factor, 1 << 32), z3.ULT(other, 1 << 32)),
                    z3.And(z3.ULE(result, (1 << 64) - (1 << 32)), z3.Implies(
                        z3.UGT(other, 1),
                        z3.UGE(result, 2 * z3.ZeroExt(64, factor))))))
        if a.size() == 64:
            self.add_fact(z3.Implies(z3.And(a != 0, b != 0), result != 0))
            for size in LOW_PRODUCTS:
                low = [z3.Extract(size - 1, 0, each) for each in (a, b)]
                self.add_fact(z3.Extract(size - 1, 0, result) ==
                              self.multiplied(*low))
        return result

    def product(self, *factors):
        """A product of 64-bit factors that are extended to 128 bits."""
        a, b = words = [z3.simplify(z3.Extract(63, 0, factor))
                        for factor in factors]
        result = self.multiplied(a, b)
        for factor, word, other in zip(factors, words, (b, a)):
            if is_unsigned(factor):
                beyond = z3.simplify(z3.If(word < 0, other, 0))
                result += z3.Concat(beyond, z3.BitVecVal(0, 64))
        return result

    def low_product(self, a, b):
        """A product of up to 64 bits that may wrap."""
        size = a.size()
        if size in LOW_PRODUCTS:
            return self.multiplied(a, b)
        product = self.multiplied(*(
            z3.simplify(z3.ZeroExt(64 - size, each)) for each in (a, b)))
        return z3.Extract(size - 1, 0, product)

    def division(self, a, b):
        """The quotient and the remainder of 64-bit numbers."""
        q, r = self.quotient(a, b), self.remainder(a, b)
        back = z3.Extract(63, 0, self.multiplied(q, b))
        self.add_fact(z3.Implies(b != 0, z3.And(
            z3.ULE(q, a), z3.ULT(r, b), back == a - r,
            z3.Implies(z3.ULT(a, b), z3.And(q == 0, r == a)),
            z3.Implies(z3.UGE(a, b), q != 0),
            z3.Implies(z3.UGE(b, 1 << 31), z3.ULE(q, z3.LShR(a, 31))))))
        return q, r

    def rewritten(self, term):
        key = term.get_id()
        if key not in self.known:
            others, self.facts = self.facts, {}
            # The term is kept, so that its number is not reused.
            self.known[key] = (term, self.rewritten_once(term), self.facts)
            self.facts = others
        _, result, facts = self.known[key]
        self.facts.update(facts)
        return result

    def rewritten_once(self, term):
        if not z3.is_app(term) or term.num_args() == 0:
            return term
        arguments = [self.rewritten(each) for each in term.children()]
        kind = term.decl().kind()
        if kind == z3.Z3_OP_BMUL:
            numbers = [each for each in arguments if z3.is_bv_value(each)]
            factors = [each for each in arguments if not z3.is_bv_value(each)]
            if term.size() <= 64:
                while len(factors) > 1:
                    factors.append(self.low_product(factors.pop(),
                                                    factors.pop()))
                return functools.reduce(lambda a, b: a * b, factors + numbers)
            if term.size() == 128 and len(factors) == 2 and not numbers and \
                    all(map(is_narrow, factors)):
                return self.product(*factors)
        if kind in QUOTIENTS + REMAINDERS and term.size() >= 32:
            return self.divided(kind in REMAINDERS, *arguments)
        return term.decl()(*arguments)

    def divided(self, want_remainder, a, b):
        size = a.size()
        if size > 64:
            # The operands of a 128-bit division have to be 64-bit numbers.
            a, b = map(z3.simplify, (a, b))
            for operand in (a, b):
                high = z3.simplify(z3.Extract(size - 1, 64, operand))
                if not (z3.is_bv_value(high) and high.as_long() == 0):
                    raise ValueError("a division of more than 64 bits")
        if size <= 64:
            a, b = (z3.ZeroExt(64 - size, each) if size < 64 else each
                    for each in (a, b))
        else:
            a, b = (z3.Extract(63, 0, each) for each in (a, b))
        result = self.division(*map(z3.simplify, (a, b)))[want_remainder]
        if size > 64:
            return z3.ZeroExt(size - 64, result)
        return result if size == 64 else z3.Extract(size - 1, 0, result)


ABSTRACTION = Abstraction()


class Arithmetic(Abstraction):
    """The same with real products and quotients, of numbers."""

    def __init__(self):
        super().__init__()
        self.products = dict.fromkeys(LOW_PRODUCTS, lambda a, b: a * b)
        self.products[64] = lambda a, b: z3.SignExt(64, a) * z3.SignExt(64, b)
        self.quotient, self.remainder = z3.UDiv, z3.URem


class Facts:
    """The facts of an abstraction, evaluated for edge cases."""

    def prove(self, *_):
        """The number of cases."""
        edges = sorted({
            (sign * (1 << bits) + near) % (1 << 64) for bits in (0, 31, 32, 63)
            for sign in (1, -1) for near in (-2, -1, 0, 1)})
        edges = [z3.BitVecVal(edge, 64) for edge in edges]
        cases = list(itertools.combinations_with_replacement(edges, 2))
        for a, b in cases:
            arithmetic = Arithmetic()
            arithmetic.multiplied(a, b)
            arithmetic.division(a, b)
            arithmetic.division(b, a)
            for fact in arithmetic.facts.values():
                if not z3.is_true(z3.simplify(fact)):
                    raise Wrong(f"a fact is wrong for {a} and {b}: {fact}")
        return len(cases)


class Problem:
    """Finds out whether conditions can hold together with those of a path."""

    def __init__(self, path):
        self.path = path

    def terms(self, conditions):
        terms, facts = ABSTRACTION.converted([*self.path, *conditions])
        return terms + facts

    def solver(self, conditions, limit=LIMIT):
        solver = z3.SolverFor("QF_UFBV")
        solver.set("rlimit", limit)
        solver.add(*self.terms(conditions))
        return solver

    def is_witnessed(self):
        """Whether an example that was found lately is one of this path."""
        terms = self.terms([])
        return any(all(z3.is_true(model.eval(term, True)) for term in terms)
                   for model in LATELY)

    def example(self, *conditions, limit=LIMIT):
        """An example of these conditions on the path, or None."""
        model = solution(self.solver(conditions, limit))
        return None if model is None else {
            symbol.name(): model[symbol] for symbol in model.decls()
            if symbol.arity() == 0}

    def values(self, number, most, below=1 << 64):
        """The values that a number can have on the path; None if there are
        MOST or more, or if one is not BELOW a number."""
        if number.concrete:
            value = number.concrete_value
            return [value] if value < below else None
        symbol = claripy.BVS("value", number.length)
        solver = self.solver([symbol == number])
        symbol = claripy.backends.z3.convert(symbol)
        found = []
        while len(found) < most:
            model = solution(solver)
            if model is None:
                return found
            found.append(model[symbol].as_long())
            if found[-1] >= below:
                return None
            solver.add(symbol != found[-1])
        return None

    def counterexample(self, claims):
        """The name of a claim that fails on the path, and a counterexample,
        or None. CLAIMS are names and conditions."""
        all_ = claripy.And(*[claim for _, claim in claims])
        try:
            if self.example(claripy.Not(all_), limit=SOON) is None:
                return None
        except TimeoutError:
            pass
        for name, claim in claims:
            found = self.example(claripy.Not(claim))
            if found is not None:
                return name, found
        return None


# Examples. One side of a branch often has that of the path before.
LATELY = collections.deque(maxlen=20)


def solution(solver):
    """A model, or None."""
    result = solver.check()
    if result == z3.unknown:
        raise TimeoutError(f"the solver gives up: {solver.reason_unknown()}")
    if result == z3.unsat:
        return None
    LATELY.appendleft(solver.model())
    return LATELY[0]


def is_possible(solver, extra_constraints=(), exact=None):
    """Whether a path can be taken. angr's own solver splits products."""
    problem = Problem([*solver.constraints, *extra_constraints])
    try:
        return problem.is_witnessed() or problem.example() is not None
    except TimeoutError:
        return True


angr.state_plugins.SimSolver.satisfiable = is_possible


class Few(angr.concretization_strategies.SimConcretizationStrategy):
    """All addresses that an index can lead to, not the greatest alone."""

    # Those of the last access to an array.
    known = None, None

    def _concretize(self, memory, addr, **_):
        if addr is self.known[0]:
            return self.known[1]
        return Problem(memory.state.solver.constraints).values(addr, 65)


class Struct:
    """Symbols for the fields of a struct, given in order as name and bits.

    Fields of an output are named after the function has run; NAME.field is
    what the memory holds before."""

    def __init__(self, name, fields, is_output=False):
        self.is_output = is_output
        self.places = []
        self.extent = 0
        for field, bits in fields:
            symbol = claripy.BVS(f"{name}.{field}", bits, explicit_name=True)
            self.places.append((field, self.extent, symbol))
            setattr(self, field, symbol)
            self.extent += bits // 8


class Out:
    """A pointer to fields that a function writes, or changes."""

    def __init__(self, *fields):
        self.fields = fields


class Window:
    """The fields of an array that begin at an offset, which is computed from
    the other parameters. A pointer to the array is passed, except for another
    window OF the same array."""

    def __init__(self, fields, offset, is_output=False, of=None):
        self.fields = fields
        self.offset = offset
        self.is_output = is_output
        self.of = of


class Variable(int):
    """Bits of a number that is not passed: a variable of a loop."""


class Answer:
    """What a function does.

    REFUSALS are conditions with the errors that they allow. If none holds,
    RETURNED is returned and FIELDS are written; other fields of an output
    are unchanged. If one holds, one of its errors is returned and outputs
    are unspecified except for IF_REFUSED. Functions of dral_device.h return
    no error; then FIELDS are 0 except for ON_DEVICE. AFTER has the values of
    variables after one round of a loop, and LAST is whether none follows."""

    def __init__(self, refusals, fields, returned=0, if_refused=None,
                 on_device=None, after=None, last=None):
        self.refusals = refusals
        self.fields = fields
        self.returned = (constant(returned) if isinstance(returned, int)
                         else returned)
        self.if_refused = if_refused or {}
        self.on_device = {field: constant(0) for field in fields}
        self.on_device.update(on_device or {})
        self.after, self.last = after, last


class Function:
    """One function with symbols as arguments, and its definition.

    PARAMETERS are lists of fields for a pointer to a struct, Out, Window,
    numbers of bits, or values."""

    def __init__(self, name, define, assume, parameters):
        self.name = name
        self.structs = []
        self.arguments = []
        # The names of the parameters that are passed, and variables.
        self.passed, self.start = [], {}
        symbols = {}
        arrays = {}
        for parameter, kind in parameters.items():
            argument = symbol = kind
            if isinstance(kind, (list, Out, Window)):
                fields = kind if isinstance(kind, list) else kind.fields
                symbol = Struct(parameter, fields, isinstance(kind, Out) or
                                isinstance(kind, Window) and kind.is_output)
                symbol.at = FIRST_STRUCT + STRUCT_SPACING * len(self.structs)
                argument = symbol.at
                self.structs.append(symbol)
            elif isinstance(kind, int):
                symbol = claripy.BVS(parameter, kind, explicit_name=True)
                # A register has bits above a number, of any value. Callers
                # extend a byte to 32 bits.
                argument = claripy.ZeroExt(max(32 - kind, 0), symbol)
                if kind < 64:
                    above = claripy.BVS(f"above {parameter}", 32)
                    argument = claripy.Concat(above, argument)
            if isinstance(kind, Window):
                argument = ARRAY_SPACING * ARRAYS[len(arrays)]
                arrays[parameter] = arrays.get(kind.of, argument)
            if not isinstance(kind, Variable) and \
                    getattr(kind, "of", None) is None:
                self.arguments.append(argument)
                self.passed.append(parameter)
            symbols[parameter] = symbol
        self.symbols = symbols
        self.arrays = {parameter: (arrays[parameter], kind.offset)
                       for parameter, kind in parameters.items()
                       if isinstance(kind, Window)}
        self.assume, self.define = assume, define
        self.windows = [(array + offset(**symbols)[63:0], symbols[parameter])
                        for parameter, (array, offset) in self.arrays.items()]
        NARROW.clear()
        FACTS.clear()
        self.assumed = [assume(**symbols)] if assume else []
        self.answer = define(**symbols)
        self.narrow, self.facts = list(NARROW), list(FACTS)
        self.refused = claripy.Or(
            claripy.false(), *[each for each, _ in self.answer.refusals])

    def started(self, project, address):
        state = project.factory.call_state(address, *self.arguments)
        little = project.arch.memory_endness
        for struct in self.structs:
            for _, offset, field in struct.places:
                state.memory.store(struct.at + offset, field, endness=little)
        state.add_constraints(*self.assumed)
        state.memory.write_strategies.insert(0, Few())
        state.memory.read_strategies.insert(0, Few())
        top = state.solver.eval_one(state.regs.sp)
        allowed = [(top - STACK, top)] + [
            (struct.at, struct.at + struct.extent)
            for struct in self.structs if struct.is_output]
        state.globals["stray"], state.globals["accessed"] = (), (None,) * 4

        def written(state):
            first = state.inspect.mem_write_address
            length = state.inspect.mem_write_length
            if not isinstance(length, int):
                length = state.solver.max(length)
            first = claripy.ZeroExt(64, first)
            inside = [claripy.And(first >= begin, first + length <= end)
                      for begin, end in allowed]
            outside = claripy.Not(claripy.Or(*inside))
            if not outside.is_false():
                state.globals["stray"] += (
                    claripy.And(outside, *state.solver.constraints),)

        for access in ("mem_read", "mem_write") if self.windows else ():
            state.inspect.b(
                access, when=angr.BP_BEFORE, action=functools.partial(
                    self.through_window, f"{access}_address"))
        state.inspect.b("mem_write", when=angr.BP_BEFORE, action=written)
        return state

    def through_window(self, name, state):
        """Moves an access to an array to the fields of its window."""
        address = getattr(state.inspect, name)
        if isinstance(address, int):
            address = claripy.BVV(address, 64)
        if address.concrete and \
                address.concrete_value // ARRAY_SPACING not in ARRAYS:
            return
        found = near(address, *state.globals["accessed"]) or \
            self.inside(state, address)
        if found:
            struct, offset, offsets = found
            state.globals["accessed"] = address, *found
            moved = struct.at + (claripy.BVV(offsets[0], 64) if
                                 len(offsets) == 1 else offset)
            Few.known = moved, [struct.at + each for each in offsets]
            setattr(state.inspect, name, moved)
        elif address.concrete or \
                state.solver.max(address) // ARRAY_SPACING in ARRAYS:
            raise Wrong(f"has an access outside of the windows: {address}")

    def inside(self, state, address):
        """The struct of a window, where in it an address is, and the values of
        this; None if the address can be elsewhere."""
        problem = Problem(state.solver.constraints)
        offsets = [claripy.simplify(address - start)
                   for start, _ in self.windows]
        symbols = [claripy.BVS("offset", 64) for _ in offsets]
        model = solution(problem.solver([
            symbol == offset for symbol, offset in zip(symbols, offsets)]))
        for symbol, offset, (_, struct) in zip(symbols, offsets,
                                               self.windows):
            example = model[claripy.backends.z3.convert(symbol)].as_long()
            if example < struct.extent:
                values = problem.values(offset, 16, struct.extent)
                if values:
                    return struct, offset, values
        return None

    def prove(self, project, mode="results"):
        """The number of paths."""
        symbol = project.loader.find_symbol(self.name)
        if symbol is None:
            raise Wrong("is not in the object")
        state = self.started(project, symbol.rebased_addr)
        proven, succeeds = self.cases(project, state, mode)
        if not succeeds:
            raise Wrong("never succeeds")
        return proven

    def cases(self, project, state, mode):
        """The number of paths from a state, and whether one succeeds."""
        ends, _ = ran(project, state)
        return self.checked(project, state, ends[mode == "lost":], mode)

    def checked(self, project, state, ends, mode):
        """The number of these paths from a state, and whether one succeeds."""
        self.cover(state, ends)
        for end in ends:
            self.check(project, end, mode)
        return len(ends), any(map(self.succeeds, ends))

    def succeeds(self, end):
        """Whether some input succeeds on a path."""
        return Problem([*end.solver.constraints, *self.facts]).example(
            claripy.Not(self.refused)) is not None

    def cover(self, state, ends):
        """These are all paths from a state."""
        model = Problem([*state.solver.constraints, *self.facts]).example(
            *[claripy.Not(claripy.And(*end.solver.constraints))
              for end in ends])
        if model is not None:
            raise Wrong("has inputs that no path covers", model)

    def check(self, project, end, mode, again=None):
        """Checks a path. If it ends in a loop, AGAIN is what must hold
        there."""
        problem = Problem([*end.solver.constraints, *self.facts])
        panic = end.globals.get("outside")
        if panic is not None:
            model = problem.example()
            if model is not None:
                raise Wrong(f"reaches {panic}", model)
            return
        if mode == "overflow" and again is None:
            return
        for stray in end.globals["stray"]:
            model = Problem([]).example(stray)
            if model is not None:
                raise Wrong("writes outside of its outputs", model)
        little = project.arch.memory_endness
        answer = self.answer
        result = returned(end)
        refused = self.refused
        written, after_refusal = [], []
        for struct in self.structs:
            for field, offset, before in struct.places:
                after = end.memory.load(struct.at + offset,
                                        before.length // 8, endness=little)
                bits = before.length - 1
                if not struct.is_output:
                    continue
                expected = answer.fields.get(field)
                written.append((field, after == (
                    before if expected is None else expected[bits:0])))
                expected = (answer.on_device if DEVICE else
                            answer.if_refused).get(field)
                if expected is not None:
                    after_refusal.append((field, after == expected[bits:0]))
        errors = [claripy.true()] if DEVICE else [
            claripy.And(condition, result == claripy.BVV(error, 32))
            for condition, error in answer.refusals]
        narrow = claripy.And(claripy.true(), *self.narrow)
        accepted = [("a wide product", narrow),
                    *(written if mode != "overflow" else ()), *(
                        [("success", result == answer.returned[31:0])]
                        if again is None else again)]
        otherwise = [("error", claripy.Or(claripy.false(), *errors)),
                     *after_refusal] if again is None else [
            ("no error", claripy.false())]
        found = problem.counterexample([
            *[(name, claripy.Or(refused, claim)) for name, claim in accepted],
            *[(name, claripy.Or(claripy.Not(refused), claim))
              for name, claim in otherwise]])
        if found is not None:
            raise Wrong(f"differs in {found[0]}", found[1])


def near(address, before, struct, offset, offsets):
    """The same if an address is at a constant distance from the one before on
    this path."""
    if before is None:
        return None
    distance = claripy.simplify(address - before)
    if not distance.concrete:
        return None
    moved = [(each + distance.concrete_value) % (1 << 64) for each in offsets]
    return (struct, claripy.simplify(offset + distance), moved) if \
        all(each < struct.extent for each in moved) else None


class Lemma:
    """What definitions imply: CASES yields assumptions and named claims."""

    def __init__(self, cases):
        self.cases = cases

    def prove(self, project, mode):
        """The number of cases."""
        count = 0
        NARROW.clear()
        FACTS.clear()
        for assumed, claims in self.cases():
            problem = Problem([*assumed, *FACTS])
            if problem.example() is None:
                raise Wrong("never holds")
            found = problem.counterexample(
                [("a wide product", claripy.And(*NARROW)), *claims])
            if found is not None:
                raise Wrong(f"differs in {found[0]}", found[1])
            count += 1
            NARROW.clear()
            FACTS.clear()
        return count


class Wrong(Exception):
    """What differs, and for which values of symbols."""

    def __init__(self, why, model=None):
        super().__init__(why)
        self.values = {name: value.as_long()
                       for name, value in (model or {}).items()
                       if z3.is_bv_value(value)}

    def __str__(self):
        return f"{self.args[0]}: {self.values}" if self.values else \
            self.args[0]


def returned(end):
    """The 32 bits that a function returns."""
    return end.regs.eax if "eax" in end.arch.registers else end.regs.w0


def ran(project, state, stops=lambda state: False, points=()):
    """The ends of all paths, and the states where they stop: at the beginning
    of a block, as which POINTS are seen, too."""
    manager = project.factory.simgr(state, save_unconstrained=True)
    while manager.active:
        manager.step(extra_stop_points=points)
        manager.move("active", "stopped", stops)
    if manager.errored:
        raise Wrong(str(manager.errored[0].error))
    if manager.unconstrained:
        raise Wrong("jumps to an unknown address")
    return manager.deadended, manager.stashes["stopped"]


class Outside(angr.SimProcedure):
    """A function that the object lacks: a panic."""

    NO_RET = True

    def run(self):
        self.state.globals["outside"] = self.display_name
        self.exit(1)


# Functions that are not in the object, by their names.
CALLED = {}


def called(name):
    """Adds a function that the object calls, by its definition."""
    return functools.partial(CALLED.setdefault, name)


def loaded(path):
    """The object alone, so that any other function is a panic."""
    project = angr.Project(path, auto_load_libs=False)
    outside = {symbol.name for symbol in project.loader.main_object.symbols
               if symbol.is_import and symbol.name}
    for name in sorted(outside):
        function = CALLED.get(name, Outside)
        project.hook_symbol(name, function(display_name=name), replace=True)
    return project
