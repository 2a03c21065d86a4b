#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Puts dral's functions into a Mesa source tree up to 25.1, in place:
swap.py MESA

Each edit replaces a pattern that must occur exactly once. If a pattern is
missing or occurs twice, swap.py fails and leaves the tree unchanged. The
library itself belongs into subprojects/dral.
"""

import argparse
import pathlib
import re
import sys

WRAP = """\
[wrap-file]
directory = dral

[provide]
dependency_names = dral
"""

OPTION = """
option(
  'dral',
  type : 'feature',
  value : 'disabled',
  description : 'Exact padded counts and divisors in Panfrost (needs Rust)',
)
"""

# Meson enters src/panfrost only if some part of Panfrost is built.
DEPENDENCY = """
idep_dral = null_dep
dral_dep = dependency(
  'dral',
  version : ['>= 0.5.0', '< 0.6'],
  required : get_option('dral'),
  # Mesa's own default is `shared`.
  default_options : ['default_library=static'],
)
if dral_dep.found()
  idep_dral = declare_dependency(
    compile_args : '-DHAVE_DRAL',
    dependencies : dral_dep,
  )
endif
"""

# Mesa up to 25.1: the functions are in a separate file, compiled once. From
# 25.1.4 on it computes divisors with integers, rounded to nearest.
OUT_OF_LINE = """\
#ifdef HAVE_DRAL
#include <dral.h>

unsigned
{prefix}_padded_vertex_count(unsigned vertex_count)
{{
   return dral_padded_vertex_count(vertex_count);
}}

unsigned
{prefix}_compute_magic_divisor(unsigned hw_divisor, unsigned *o_shift,
{indent}                        unsigned *extra_flags)
{{
   struct dral_magic_divisor divisor = {{0, 0, 0}};

   (void)dral_magic_divisor(hw_divisor, DRAL_ROUNDING_{rounding}, &divisor);
   *o_shift = divisor.shift;
   *extra_flags = divisor.extra_flags;
   return divisor.magic;
}}
#else
"""


class NotThisTree(Exception):
    pass


class Tree:
    """The files of a tree, edited in memory until all edits are made."""

    def __init__(self, folder):
        self.folder = folder
        self.files = {}

    def read(self, path):
        if path not in self.files:
            self.files[path] = (self.folder / path).read_text()
        return self.files[path]

    def match(self, path, pattern):
        found = list(re.finditer(pattern, self.read(path), re.M | re.S))
        if len(found) != 1:
            raise NotThisTree(f"{path}: {len(found)} times: {pattern}")
        return found[0]

    def insert(self, path, position, text):
        old = self.read(path)
        self.files[path] = old[:position] + text + old[position:]

    def after(self, path, pattern, text):
        self.insert(path, self.match(path, pattern).end(), text)

    def before(self, path, pattern, text):
        self.insert(path, self.match(path, pattern).start(), text)

    def append(self, path, text):
        self.insert(path, len(self.read(path)), text)

    def enclose(self, path, first, last, head):
        """Encloses everything from `first` to the end of `last` in an #if."""
        start = self.match(path, first).start()
        end = self.match(path, last).end()
        if start >= end:
            raise NotThisTree(f"{path}: {last} before {first}")
        self.insert(path, end, "#endif\n")
        self.insert(path, start, head)

    def depend(self, path, target):
        """Adds the library to a target's `dependencies`."""
        self.after(path, rf"^ *{target}\((?:(?!^ *\)).)*?"
                   r"^ *dependencies ?: ?\[\s*", "idep_dral, ")

    def write(self):
        for path, text in self.files.items():
            (self.folder / path).write_text(text)


def body(name):
    """The definition of a function, from its name to its closing brace."""
    return rf"{name}\([^;{{]*\)\n{{\n.*?^}}\n"


def edit_meson(tree):
    options = "meson.options"
    if not (tree.folder / options).exists():
        options = "meson_options.txt"
    if "'dral'" in tree.read(options):
        raise NotThisTree(f"{options}: dral is in this tree already")
    tree.append(options, OPTION)
    tree.before("src/panfrost/meson.build", r"^subdir\('shared'\)$",
                DEPENDENCY.lstrip() + "\n")


def edit_functions(tree):
    source = "src/panfrost/lib/pan_attributes.c"
    prefix = tree.match(
        source, r"^(pan|panfrost)_compute_magic_divisor\(").group(1)
    first = r"(?:/\*[^/]*\*/\n)?#define ODD\("
    last = "^" + body(f"{prefix}_compute_magic_divisor")
    is_floating = "ceil(" in tree.read(source)
    tree.enclose(source, first, last, OUT_OF_LINE.format(
        prefix=prefix, indent=" " * (len(prefix) - 1),
        rounding="DOCUMENTED" if is_floating else "NEAREST"))
    tree.depend("src/panfrost/lib/meson.build",
                "libpanfrost_lib = static_library")


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("mesa", type=pathlib.Path)
    given = arguments.parse_args()
    tree = Tree(given.mesa)
    try:
        edit_meson(tree)
        edit_functions(tree)
        tree.write()
        (given.mesa / "subprojects/dral.wrap").write_text(WRAP)
    except (NotThisTree, OSError) as error:
        sys.exit(f"swap.py: {error}")


main()
