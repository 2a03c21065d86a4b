#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The core's functions, proven on the compiled library to follow their
definitions in counts.py, descriptors.py and states.py.

    solve.py prove RUN[=OBJECT[,OBJECT...]]... [FUNCTION...]
    solve.py native [device] CALLER[,CALLER...] [FUNCTION...]
    solve.py fault results|overflow|device OBJECT CALLER FUNCTION
    solve.py facts

- `prove`: all that list.csv has for these runs. On every path the returned
  value and the outputs agree with the definition, in integers wide enough that
  nothing wraps there; nothing else is written; and the paths cover all inputs.
  In further objects only those functions are proven whose code is not that of
  an object before them. Runs are `x86-64` and `aarch64`, and:
  - `definitions`: what is proven about definitions, without an object;
  - `overflow`: no path leads to a function outside the object, which in a
    build with overflow checks is a panic;
  - `device`: the object's functions return no errors: where dral.h does, the
    outputs are 0. No other run can be beside it;
  - `lost`: one path is ignored on purpose.
- `native`: processors run the functions for random inputs, and angr some of
  them, as it lifts them; CALLER is call.c with the object, behind the name of
  an emulator if it needs one. The status is 3 if a result differs.
- `fault`: the status is 3 if the proof of this function fails with a
  counterexample, and the compiled code, too, differs from the definition.
- `facts`: the status is 3 if what the solver is told of products is wrong.

The rules are those of docs/instancing.md. Definitions of magic divisors are
those of MagicDivisor.v and FirstWrongId.v.
"""

import collections
import csv
import multiprocessing
import os
import random
import sys
import textwrap
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import native
import shipped
import states  # noqa: F401 (it imports descriptors)
from counts import PROOFS
from interface import module_functions
from machine import DEVICE, Facts, Wrong, loaded

LIST_NAME = "proofs/list.csv"
with Path(__file__).with_name("list.csv").open() as file:
    LIST = {row["function"]: row for row in csv.DictReader(file)}
# Rows for each function that a processor runs.
ROWS = 60
RUNS = ("definitions", "x86-64", "aarch64", "overflow", "device", "lost")
SHOWN = collections.defaultdict(
    lambda: "follow their definitions, on {} paths:",
    overflow="cannot panic, on {} paths:", definitions="hold, in {} cases:")


def listed(run):
    """The functions that the list has for a run, with their proofs."""
    return {name: int(row[run]) for name, row in LIST.items() if row[run]}


class Task(NamedTuple):
    """A proof of a function in an object, and the size of its code."""

    run: str
    path: str
    name: str
    make: Callable
    project: Any
    size: int

    def done(self):
        """The number of paths, or why there is no proof."""
        begin = time.process_time()
        try:
            result = self.make().prove(self.project, self.run)
        except Exception as error:  # The solver gives up by many of them.
            result = f"{type(error).__name__}: {error}"
        print(f"{self.path}: {self.name}: {result}, "
              f"{time.process_time() - begin:.0f} s", file=sys.stderr,
              flush=True)
        return result


class Target:
    """What a run has to prove of an object."""

    def __init__(self, run, path, wanted, before=()):
        self.run, self.path, self.wanted = run, path, wanted
        self.code = shipped.Object(path) if path else None
        # Functions that have the code of an object before this one.
        self.same = [name for name in wanted if any(
            self.code.is_same(other.code, name) for other in before)]
        # angr does not load objects for aarch64, but what meson links of them.
        project = loaded(
            path if self.code.is_x86 else
            Path(path).with_name("libdral.so")) if path else None
        self.tasks = [
            Task(run, path or run, name, make, project,
                 self.code.size(name) if path else 1 << 20)
            for name, make in PROOFS
            if name in wanted and name not in self.same]

    def is_proven(self, results):
        """Prints what is proven, and whether it is all."""
        where, good = self.path or self.run, True
        paths, proofs = 0, collections.Counter()
        for task, result in results:
            if isinstance(result, int):
                paths += result
                proofs[task.name] += 1
            else:
                print(f"{where}: {task.name}: {result}")
        for name, count in self.wanted.items():
            if name not in self.same and proofs[name] != count:
                print(f"{where}: {name}: {proofs[name]} proofs, not {count}")
                good = False
        if self.same:
            print(f"{where}: {len(self.same)} have the code proven above")
        if proofs:
            print(f"{where}: {len(proofs)} {SHOWN[self.run].format(paths)}")
            show(sorted(proofs))
        return good

    def has_only_listed(self):
        """Prints what is not proven. Whether the list has it."""
        rest = set(self.code.functions) - set(self.wanted)
        modules = rest & module_functions()
        unknown = rest - modules - set(LIST)
        if rest:
            print(f"{self.path}: not proven:")
            show(sorted(rest - modules) + [
                f"{len(modules)} functions of modules"] * bool(modules))
        for name in sorted(unknown):
            print(f"{self.path}: {name} is not in {LIST_NAME}")
        return not unknown


def show(names):
    print(textwrap.fill(", ".join(names), 80, initial_indent="    ",
                        subsequent_indent="    "))


def ended(index):
    return index, TASKS[index].done()


def prove():
    """Proves all that the arguments name. Whether it fails."""
    global TASKS
    defined = collections.Counter(name for name, _ in PROOFS)
    runs = [each for each in sys.argv[2:] if each not in LIST]
    names = {name: defined[name] for name in sys.argv[2:] if name in LIST}
    targets = []
    for each in runs:
        run, _, paths = each.partition("=")
        if run not in RUNS:
            sys.exit(f"neither a run nor a function: {each}")
        before = []
        for path in paths.split(","):
            before.append(Target(run, path, names or listed(run), before))
        targets += before
    TASKS = [task for target in targets for task in target.tasks]
    # What takes longest begins first. No proof sees what another left.
    order = sorted(range(len(TASKS)), key=lambda index: -TASKS[index].size)
    with multiprocessing.get_context("fork").Pool(
            os.cpu_count(), maxtasksperchild=1) as pool:
        results = dict(pool.imap_unordered(ended, order, chunksize=1))
    good = True
    for target in targets:
        good &= target.is_proven([
            (task, results[index]) for index, task in enumerate(TASKS)
            if task in target.tasks])
        if not names and target.code:
            good &= target.has_only_listed()
    for name in sorted(defined.keys() - LIST.keys()):
        print(f"{name} is not in {LIST_NAME}")
        good = False
    return not good


def functions(name):
    return [make() for each, make in PROOFS if each == name]


def compare():
    """Runs functions on processors. The status."""
    random.seed(1)
    commands, *names = sys.argv[3 if DEVICE else 2:]
    every = list(listed("device" if DEVICE else "native"))
    names = names or every
    commands = [each.split() for each in commands.split(",")]
    processors = [native.Caller(each, every) for each in commands]
    lifted = [native.Lifted(each[-1]) for each in commands]
    wrong = 0
    for name in names:
        begin = time.process_time()
        try:
            accepted = native.validated(processors, name, functions(name),
                                        ROWS, lifted=lifted)
            if accepted == 0:
                raise Wrong("succeeds in no row")
        except Wrong as error:
            print(f"{name} {error}")
            wrong += 1
        print(f"{name}: {time.process_time() - begin:.0f} s", file=sys.stderr)
    print(f"{len(names)} functions compared, {wrong} differ; in "
          f"{lifted[0].calls} rows also from what angr runs")
    if not DEVICE:
        # Every function of the C interface with a definition.
        defined = {name for name, _ in PROOFS if name.startswith("dral_")}
        for name in defined ^ set(every):
            print(f"{LIST_NAME} is wrong about {name}")
            wrong += 1
    return 3 if wrong else not names


# Which function confirms what is proven about definitions.
CONFIRMED_BY = {"prepared_records": "dral_vertex_state_prepare"}


def confirmed():
    """3 if a proof fails, and the compiled code differs, too."""
    mode, path, caller, name = sys.argv[2:]
    project = loaded(path)
    names = list(listed("device" if DEVICE else "native"))
    for function in functions(name):
        try:
            function.prove(project, mode)
        except Wrong as wrong:
            print(f"{name} {wrong}")
            # Without values, the rows are random. An array of this length is
            # beyond what a call takes.
            given = {symbol: number for symbol, number in wrong.values.items()
                     if not (symbol.endswith("count") and number > 16)}
            called = CONFIRMED_BY.get(name, name)
            random.seed(1)
            try:
                native.validated([native.Caller([caller], names)], called,
                                 functions(called), 10 * ROWS, given)
            except Wrong as difference:
                print(f"{called} {difference}")
                return 3
            print("the compiled code does not differ")
    return 1


def facts():
    """3 if a fact about products is wrong."""
    try:
        Facts().prove()
    except Wrong as wrong:
        print(wrong)
        return 3
    return 0


if __name__ == "__main__":
    sys.exit({"prove": prove, "native": compare, "fault": confirmed,
              "facts": facts}[sys.argv[1]]())
