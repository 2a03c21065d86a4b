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

from functools import partial

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


def grown(old, step, variables):
    return old + step * resized(variables["index"], old.length)


def variable(name, bits, variables):
    return resized(variables[name], bits)


class Loop(Function):
    """A function with a loop. START has the values of its variables before
    the loop. The definition is that of one round, with what follows the loop
    after the last one; INVARIANT is what holds when a round begins."""

    def __init__(self, name, define, invariant, start, parameters):
        super().__init__(name, define, invariant, parameters)
        self.invariant = invariant
        self.first = {name: claripy.BVV(value, self.symbols[name].length)
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
        for loop in loops:
            bottom = loop.solver.eval_one(loop.regs.sp) - RED_ZONE
            places = REGISTERS[project.arch.name] + [
                *range(bottom, top, 4)]
            count, success = self.rounds(project, loop, run, places, mode)
            paths += count
            succeeds |= success
        return paths, succeeds

    def before_rounds(self, state):
        state = state.copy()
        state.add_constraints(*[self.symbols[name] == value
                                for name, value in self.first.items()])
        return state

    def rounds(self, project, loop, run, places, mode):
        """All rounds of a loop that is entered in this state."""
        first = self.before_rounds(loop)
        ends, agains = run(first)
        if not agains:
            return self.checked(project, first, ends, mode)
        guesses = self.guesses(loop, agains, places)
        while True:
            begin = loop.copy()
            for place in (*FLAGS, *places):
                put(begin, place, guesses[place](self.symbols)
                    if place in guesses else
                    unknown(value_at(loop, place).length))
            ends, agains = run(begin)
            known = len(guesses)
            for end in agains:
                path = Problem(end.solver.constraints)
                for place, claim in list(self.same_again(end, guesses)):
                    if path.example(claripy.Not(claim)) is not None:
                        del guesses[place]
            if len(guesses) == known:
                break
        entered = Problem(loop.solver.constraints).counterexample(
            claripy.true(), [
                ("invariant", self.invariant(
                    **{**self.symbols, **self.first})),
                *[(place, guess(self.first) == value_at(loop, place))
                  for place, guess in guesses.items()]])
        if entered is not None:
            raise Wrong(f"begins a loop with another {entered}")
        self.cover(begin, ends + agains)
        succeeds = False
        for end in ends:
            succeeds |= self.check(project, end, mode)
        for end in agains:
            self.check(project, end, mode, again=[
                ("invariant", self.invariant(
                    **{**self.symbols, **self.answer.after})),
                *self.same_again(end, guesses)])
        return len(ends) + len(agains), succeeds

    def same_again(self, end, guesses):
        """Where a place does not obviously hold what was guessed, the claim
        that it does."""
        for place, guess in guesses.items():
            claim = value_at(end, place) == guess(self.answer.after)
            if not claim.is_true():
                yield place, claim

    def guesses(self, loop, agains, places):
        """What places hold as a function of the variables, if they seem to
        hold the same one before the loop and after the first round."""
        guesses = {}
        for place in places:
            old = value_at(loop, place)
            steps = {claripy.simplify(value_at(end, place) - old)
                     for end in agains}
            step = steps.pop()
            if not steps and step.concrete:
                guesses[place] = partial(grown, old, step)
                continue
            for name, after in self.answer.after.items():
                moved = resized(after, old.length)
                if all(Problem(end.solver.constraints).example(
                        value_at(end, place) != moved) is None
                       for end in agains):
                    guesses[place] = partial(variable, name, old.length)
                    break
        return guesses
