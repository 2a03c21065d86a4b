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
    after the last one; INVARIANT is what holds when a round begins.

    The variable OUTER counts the rounds of a loop around this one, from 0.
    Each of these is proven by itself."""

    def __init__(self, name, define, invariant, start, parameters,
                 outer=None):
        super().__init__(name, define, invariant, parameters)
        self.invariant = invariant
        self.outer = outer
        self.first = {name: claripy.BVV(value, self.symbols[name].length)
                      for name, value in start.items()}
        self.start = dict(self.first)
        if outer is not None:
            self.start[outer] = claripy.BVV(0, self.symbols[outer].length)
        self.begin()

    def begin(self):
        """The definition of the first round of the outer loop."""
        if self.outer is not None:
            self.apply(**{self.outer: claripy.BVV(
                0, self.symbols[self.outer].length)})

    def cases(self, project, state, mode):
        headers = set()

        def repeats(state):
            here, depth = state.addr, len(state.callstack)
            before = state.globals.get("instructions", frozenset())
            if (here, depth) in before:
                if not self.leaves(state):
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
            self.begin()
            bottom = loop.solver.eval_one(loop.regs.sp) - RED_ZONE
            places = REGISTERS[project.arch.name] + [
                *range(bottom, top, 4)]
            if not holds(Problem(loop.solver.constraints), self.invariant(
                    **{**self.symbols, **self.first})):
                raise Wrong("begins a loop without its invariant")
            entries, guesses = [(loop, self.first)], {}
            while entries:
                count, success, entries = self.rounds(
                    project, loop, entries, guesses, run, places, mode)
                paths += count
                succeeds |= success
                if entries:
                    self.apply(**{self.outer: self.symbols[self.outer] + 1})
        return paths, succeeds

    def before_rounds(self, state):
        state = state.copy()
        state.add_constraints(*[self.symbols[name] == value
                                for name, value in self.first.items()])
        return state

    def leaves(self, end):
        """Whether the outer loop goes on after this round."""
        return self.outer is not None and end.solver.satisfiable([
            self.answer.after[self.outer] != self.symbols[self.outer]])

    def rounds(self, project, loop, entries, guesses, run, places, mode):
        """All rounds of a loop that is entered in these states, with these
        values of its variables. GUESSES are those of the previous rounds of
        the outer loop. Returns the number of paths, whether one succeeds, and
        the states in which the outer loop enters it again."""
        # Reading them also names what was never written, for all rounds.
        before = {place: value_at(loop, place) for place in places}
        if not guesses:
            first = self.before_rounds(loop)
            ends, agains = run(first)
            if not agains:
                return *self.checked(project, first, ends, mode), []
            guesses |= self.guesses(
                before, [end for end in agains if not self.leaves(end)])
        # Anything but a number may belong to another round.
        bases = {place: value if value.concrete else before[place]
                 for place in guesses
                 for value in [value_at(entries[0][0], place)]}

        def guessed(variables):
            return {place: resized(variables[guess], bases[place].length)
                    if isinstance(guess, str) else bases[place] +
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
            left, begun = [], list(entries)
            for end in agains:
                (left if self.leaves(end) else begun).append(
                    (end, self.answer.after))
            wrong = set()
            for end, variables in begun:
                wrong |= differ(end, guessed(variables))
            for place in wrong:
                del guesses[place]
        self.cover(begin, ends + agains)
        succeeds = False
        for end in ends:
            succeeds |= self.check(project, end, mode)
        for end in agains:
            self.check(project, end, mode, again=[("invariant", self.invariant(
                **{**self.symbols, **self.answer.after}))])
        return len(ends) + len(agains), succeeds, left

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
            for name in self.first:
                moved = resized(self.answer.after[name], old.length)
                if all(holds(problem, value_at(end, place) == moved)
                       for end, problem in zip(agains, problems)):
                    guesses[place] = name
                    break
        return guesses
