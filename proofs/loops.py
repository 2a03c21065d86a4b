# SPDX-License-Identifier: MIT
"""Proves functions with a loop, for any number of rounds.

One round is run from a state that stands for all in which a round can begin.
What the function keeps in registers and on its stack there is guessed from its
first round: a value that is constant, that grows by a constant, that is a
variable of the definition, or that is unknown. Whether the next round begins
in such a state again is then proven, so a wrong guess only makes a proof fail.

Arrays are as long as the loop. Their windows are the elements that one round
may access; any other access makes the proof fail.
"""

import claripy

from machine import Function, Problem, Wrong, ran

RED_ZONE = 128
FLAGS = ("cc_op", "cc_dep1", "cc_dep2", "cc_ndep")
# After each register its low half, which may be known alone.
REGISTERS = {
    "AMD64": [f"{half}{name}" for name in "ax bx cx dx si di bp".split()
              for half in "re"] +
    [f"r{number}{half}" for number in range(8, 16) for half in ("", "d")] +
    [f"xmm{number}" for number in range(16)],
    "AARCH64": [f"{half}{number}" for number in range(31) for half in "xw"] +
    [f"q{number}" for number in range(32)]}


def value_at(state, place):
    """What a register or a word of the stack holds."""
    if isinstance(place, str):
        return getattr(state.regs, place)
    return state.memory.load(place, 4, endness=state.arch.memory_endness)


def put(state, place, value):
    if isinstance(place, str):
        setattr(state.regs, place, value)
    else:
        state.memory.store(place, value, endness=state.arch.memory_endness,
                           inspect=False)


def resized(number, bits):
    return number[bits - 1:0] if number.length >= bits else \
        claripy.ZeroExt(bits - number.length, number)


def unknown(bits):
    return claripy.BVS("unknown", bits)


def holds(problem, *claims):
    """Whether these claims hold on the path of the problem."""
    claims = [claim for claim in claims if not claim.is_true()]
    return not claims or problem.example(
        claripy.Not(claripy.And(*claims))) is None


def merged(states):
    """One state for all with the same address."""
    for address in sorted({state.addr for state in states}):
        first, *others = [state for state in states if state.addr == address]
        if others:
            stray = sum((state.globals["stray"] for state in others),
                        first.globals["stray"])
            first, _, _ = first.merge(*others)
            first.globals["stray"] = stray
            # What is known of an address holds for one of them only.
            first.globals["accessed"] = (None,) * 4
        yield first


def differ(state, values):
    """The places that do not hold these values."""
    problem = Problem(state.solver.constraints)
    claims = {place: value_at(state, place) == value
              for place, value in values.items()}
    return set() if holds(problem, *claims.values()) else {
        place for place, claim in claims.items() if not holds(problem, claim)}


class Loop(Function):
    """A function with a loop. START has the values of its variables before
    the loop. The definition is that of one round, with what follows the loop
    after the last one; INVARIANT is what holds when a round begins."""

    def __init__(self, name, define, invariant, start, parameters):
        super().__init__(name, define, invariant, parameters)
        self.invariant = invariant
        self.start = {name: claripy.BVV(value, self.symbols[name].length)
                      for name, value in start.items()}

    def cases(self, project, state, mode):
        headers = set()

        def repeats(state):
            here, depth = state.addr, len(state.callstack)
            before = state.globals.get("instructions", frozenset())
            if (here, depth) in before:
                headers.add(here)
                return True
            if not project.is_hooked(here):
                state.globals["instructions"] = before | {
                    (address, depth) for address in
                    project.factory.block(here).instruction_addrs}
            return False

        def run(state):
            return ran(project, state, lambda state: state.addr in headers,
                       headers)

        ran(project, self.before_rounds(state), repeats)
        ends, loops = run(state)
        if not loops:
            raise Wrong("has no loop")
        top = state.solver.eval_one(state.regs.sp)
        self.cover(state, (ends + loops)[mode == "lost":])
        for end in ends:
            self.check(project, end, mode)
        paths, succeeds = len(ends), False
        for loop in merged(loops):
            bottom = loop.solver.eval_one(loop.regs.sp) - RED_ZONE
            places = REGISTERS[project.arch.name] + [
                *range(bottom, top, 4)]
            if not holds(Problem(loop.solver.constraints), self.invariant(
                    **{**self.symbols, **self.start})):
                raise Wrong("begins a loop without its invariant")
            count, success = self.rounds(project, loop, run, places, mode)
            paths += count
            succeeds |= success
        return paths, succeeds

    def before_rounds(self, state):
        state = state.copy()
        state.add_constraints(*[self.symbols[name] == value
                                for name, value in self.start.items()])
        return state

    def rounds(self, project, loop, run, places, mode):
        """The number of paths of all rounds of a loop that is entered in this
        state, and whether one succeeds."""
        # Reading them also names what was never written, for all rounds.
        before = {place: value_at(loop, place) for place in places}
        first = self.before_rounds(loop)
        ends, agains = run(first)
        if not agains:
            return self.checked(project, first, ends, mode)
        guesses = self.guesses(before, agains)

        def guessed(variables):
            return {place: resized(variables[guess], before[place].length)
                    if isinstance(guess, str) else before[place] +
                    guess * resized(variables["index"], guess.length)
                    for place, guess in guesses.items()}

        wrong = True
        while wrong:
            begin = loop.copy()
            known = guessed(self.symbols)
            for place in FLAGS:
                put(begin, place, unknown(value_at(loop, place).length))
            for place, old in before.items():
                put(begin, place, known[place] if place in known else
                    unknown(old.length))
            ends, agains = run(begin)
            wrong = differ(loop, guessed(self.start)).union(*[
                differ(end, guessed(self.answer.after)) for end in agains])
            for place in wrong:
                del guesses[place]
        self.cover(begin, ends + agains)
        for end in ends:
            self.check(project, end, mode)
        for end in agains:
            self.check(project, end, mode, again=[("invariant", self.invariant(
                **{**self.symbols, **self.answer.after}))])
        return len(ends) + len(agains), any(map(self.succeeds, ends))

    def guesses(self, before, agains):
        """By how much places grow in a round, or which variable they hold, if
        it seems so after the first round."""
        guesses = {}
        problems = [Problem(end.solver.constraints) for end in agains]
        for place, old in before.items():
            steps = {claripy.simplify(value_at(end, place) - old)
                     for end in agains}
            step = steps.pop()
            if not steps and step.concrete:
                guesses[place] = step
                continue
            for name in self.start:
                moved = resized(self.answer.after[name], old.length)
                if all(holds(problem, value_at(end, place) == moved)
                       for end, problem in zip(agains, problems)):
                    guesses[place] = name
                    break
        return guesses
