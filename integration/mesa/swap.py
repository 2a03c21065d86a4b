#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Puts dral into a Mesa source tree, in place:
swap.py MESA [--step STEP] [--form FORM].

Each edit replaces a pattern that must occur exactly once. If a pattern is
missing or occurs twice, swap.py fails and leaves the tree unchanged. The step
`tables` also applies the patch in tables/ for this version of Mesa.
"""

import argparse
import hashlib
import io
import pathlib
import re
import sys
import tarfile

ROOT = pathlib.Path(__file__).resolve().parents[2]

# The files that a build of the library reads.
LIBRARY = ["meson.build", "meson_options.txt", "LICENSE", "package/clib", "include",
           "src"]

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
dral_cl_args = []
dral_dep = dependency(
  'dral',
  version : ['>= 0.4.0', '< 0.5'],
  required : get_option('dral'),
  # Mesa's own default is `shared`.
  default_options : ['default_library=static'],
)
if dral_dep.found()
  idep_dral = declare_dependency(
    compile_args : '-DHAVE_DRAL',
    dependencies : dral_dep,
  )
  dral_cl_args = [
    '-DHAVE_DRAL',
    '-I' + dral_dep.get_variable(
      internal : 'includedir',
      pkgconfig : 'includedir',
    ),
  ]
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

INLINE = "#ifdef HAVE_DRAL\n#include <dral_panfrost.h>\n#else\n"

# One file for each version of Mesa.
TABLES = pathlib.Path(__file__).with_name("tables")

# Functions of newer Mesa that write packed structs, which consist of words.
PACKED = """\
#ifdef HAVE_DRAL
#include <dral_panfrost.h>

#define pan_vertex_id(padded_count, attr, instanced) \\
   pan_vertex_id(padded_count, (attr)->opaque, instanced)
#define pan_instance_id(padded_count, attr, instanced) \\
   pan_instance_id(padded_count, (attr)->opaque, instanced)
#define pan_pack_work_groups_compute(out, ...) \\
   pan_pack_work_groups_compute( \\
      ((struct mali_invocation_packed *)(out))->opaque, __VA_ARGS__)
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


def patch_of(tree):
    version = (tree.folder / "VERSION").read_text().strip()
    path = TABLES / f"{version}.patch"
    if not path.exists():
        known = ", ".join(sorted(path.stem for path in TABLES.iterdir()))
        raise NotThisTree(f"Mesa {version}: there are tables for {known}")
    return path


def insert_tables(tree):
    """Applies the patch for this version, whose hunks have no context."""
    path = patch_of(tree)
    _, *files = re.split(r"^diff --git ", path.read_text(), flags=re.M)
    for text in files:
        name = re.search(r"^--- a/(.*)$", text, re.M).group(1)
        old = re.search(r"^index (\w+)\.\.", text, re.M).group(1)
        file = tree.read(name)
        blob = b"blob %d\0" % len(file.encode()) + file.encode()
        if hashlib.sha1(blob).hexdigest() != old:
            raise NotThisTree(f"{name}: not the file of Mesa {path.stem}")
        lines = file.splitlines(keepends=True)
        hunks = re.findall(r"^@@ -(\d+)(?:,(\d+))? .*\n((?:[-+].*\n)+)", text,
                           re.M)
        for line, count, changed in reversed(hunks):
            # A hunk that only inserts names the line before.
            start = int(line) - (count != "0")
            lines[start:start + int(count or 1)] = re.findall(
                r"^\+(.*\n)", changed, re.M)
        tree.files[name] = "".join(lines)


def required(text):
    """The lines of a file if dral were required: without #ifdef HAVE_DRAL,
    and without what is there for drivers without it."""
    # Whether each open condition is ours, and whether its branch is left out.
    conditions, lines = [], []
    for line in text.splitlines():
        word = re.match(r"#\s*(if|ifdef|ifndef|else|endif)\b\s*(\w*)", line)
        kind, name = word.groups() if word else ("", "")
        ours = bool(conditions) and conditions[-1][0]
        if kind.startswith("if"):
            ours = kind != "if" and name == "HAVE_DRAL"
            conditions.append((ours, ours and kind == "ifndef"))
        elif kind == "else" and ours:
            conditions[-1] = (True, not conditions[-1][1])
        elif kind == "endif":
            conditions.pop()
        if not (kind and ours) and not any(out for _, out in conditions):
            lines.append(line)
    return lines


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


def depend_where_included(tree):
    """Every target that includes pan_encoder.h."""
    lib = "src/panfrost/lib/meson.build"
    tree.after(lib, r"^deps_for_libpanfrost = \[", "idep_dral, ")
    tree.depend(lib, "libpanfrost_lib = static_library")
    gallium = "src/gallium/drivers/panfrost/meson.build"
    tree.depend(gallium, r"libpanfrost_versions \+= static_library")
    if re.search(r"^panfrost_deps = \[", tree.read(gallium), re.M):
        tree.after(gallium, r"^panfrost_deps = \[\s*", "idep_dral, ")
    else:
        tree.depend(gallium, "libpanfrost = static_library")
    vulkan = "src/panfrost/vulkan/meson.build"
    tree.depend(vulkan, r"panvk_per_arch_libs \+= static_library")
    tree.depend(vulkan, "libvulkan_panfrost = shared_library")


def edit_inline_only(tree):
    """Mesa from 25.2 on: static inline, and also compiled for the GPU."""
    header = "src/panfrost/lib/pan_encoder.h"
    for name in ("pan_vertex_id", "pan_instance_id",
                 "pan_pack_work_groups_compute"):
        function = "static inline void\n" + body(name)
        tree.enclose(header, function, function, "#ifndef HAVE_DRAL\n")
    tree.enclose(header, "static inline unsigned\npan_padded_vertex_count\\(",
                 "static inline unsigned\n" + body("pan_compute_npot_divisor"),
                 PACKED)
    depend_where_included(tree)
    tree.before("src/panfrost/libpan/meson.build", r"(?<= )cl_args,$",
                "dral_cl_args, ")


def edit_older(tree, form, everywhere):
    source = "src/panfrost/lib/pan_attributes.c"
    header = "src/panfrost/lib/pan_encoder.h"
    prefix = tree.match(
        source, r"^(pan|panfrost)_compute_magic_divisor\(").group(1)
    first = r"(?:/\*[^/]*\*/\n)?#define ODD\("
    last = "^" + body(f"{prefix}_compute_magic_divisor")
    if form == "inline" and prefix == "pan":
        raise NotThisTree("this Mesa has other names: out-of-line only")
    if form == "out-of-line":
        is_floating = "ceil(" in tree.read(source)
        tree.enclose(source, first, last, OUT_OF_LINE.format(
            prefix=prefix, indent=" " * (len(prefix) - 1),
            rounding="DOCUMENTED" if is_floating else "NEAREST"))
        if everywhere:
            depend_where_included(tree)
        else:
            tree.depend("src/panfrost/lib/meson.build",
                        "libpanfrost_lib = static_library")
    else:
        tree.enclose(source, first, last, "#ifndef HAVE_DRAL\n")
        tree.enclose(
            header,
            rf"^unsigned {prefix}_padded_vertex_count\(",
            rf"^unsigned {prefix}_compute_magic_divisor\([^;]*;\n",
            INLINE)
        depend_where_included(tree)


def add_subproject(folder):
    """Creates a wrap with a source and a hash, and the source itself."""
    version = re.search(r"^  version : '(.*)',$",
                        (ROOT / "meson.build").read_text(), re.M).group(1)
    name = f"dral-{version.rsplit('.', 1)[0]}-rs"
    archive = io.BytesIO()
    with tarfile.open(fileobj=archive, mode="w:gz") as tar:
        for path in LIBRARY:
            tar.add(ROOT / path, f"{name}/{path}")
    subprojects = folder / "subprojects"
    packages = subprojects / "packagefiles"
    packages.mkdir(exist_ok=True)
    (packages / f"{name}.tar.gz").write_bytes(archive.getvalue())
    (subprojects / f"{name}.wrap").write_text(
        "[wrap-file]\n"
        f"directory = {name}\n"
        f"source_filename = {name}.tar.gz\n"
        f"source_hash = {hashlib.sha256(archive.getvalue()).hexdigest()}\n"
        "\n[provide]\ndependency_names = dral\n")


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("mesa", type=pathlib.Path)
    arguments.add_argument(
        "--step", choices=["swap", "tables"], default="swap",
        help="tables: the library builds the tables, too")
    arguments.add_argument(
        "--form", choices=["out-of-line", "inline"],
        help="up to 25.1: where the functions are (default: out-of-line)")
    given = arguments.parse_args()
    tree = Tree(given.mesa)
    tables = given.step == "tables"
    try:
        edit_meson(tree)
        if (given.mesa / "src/panfrost/lib/pan_attributes.c").exists():
            edit_older(tree, given.form or "out-of-line", tables)
        elif given.form == "out-of-line":
            raise NotThisTree("this Mesa has its functions inline only")
        else:
            edit_inline_only(tree)
        if tables:
            insert_tables(tree)
        before = {path: (given.mesa / path).read_text() for path in tree.files}
        tree.write()
        add_subproject(given.mesa)
    except (NotThisTree, OSError) as error:
        sys.exit(f"swap.py: {error}")
    for path, text in tree.files.items():
        lines, fewer = len(before[path].splitlines()), required(text)
        print(f"{path}: {len(text.splitlines()) - lines:+} lines; "
              f"{len(fewer) - lines:+} if dral were required")


main()
