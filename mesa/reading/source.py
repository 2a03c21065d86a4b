# SPDX-License-Identifier: MIT
"""Reads facts from the sources of Mesa, and compares them with the library.

A fact is either a number that a pattern finds in a file, or what functions of
the driver return: they are compiled alone, with the declarations in this
folder instead of the driver's headers. Page is what the five scripts share.
"""

import ctypes
import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
HERE = Path(__file__).resolve().parent


def blank(text):
    """The text with spaces instead of comments, at the same places."""
    return re.sub(r"/\*.*?\*/|//[^\n]*", lambda comment: re.sub(
        r"[^\n]", " ", comment[0]), text, flags=re.S)


def line_of(text, place):
    return text.count("\n", 0, place) + 1


def end_of(text, start, opening="{", closing="}"):
    """Where the brackets end that begin after a place."""
    depth = 0
    for end in range(text.index(opening, start), len(text)):
        depth += {opening: 1, closing: -1}.get(text[end], 0)
        if depth == 0:
            return end + 1
    raise LookupError(f"no end of {text[start:start + 40]!r}")


def value(text):
    """The value of a constant expression of C."""
    text = re.sub(r"\b(0x[0-9a-fA-F]+|\d+)[uUlL]*\b", r"\1", text)
    if not re.fullmatch(r"[\s\w()+*<|/-]+", text):
        raise LookupError(f"not a number: {text}")
    return eval(text.replace("/", "//"), {"__builtins__": {}},
                {"UINT8_MAX": 255})


class Missing(Exception):
    """What a script looks for is not in the tree."""


class Library:
    """The functions of the library, for Python and for C."""

    def __init__(self, folder):
        self.folder = folder
        self.object = folder / "dral.o"
        subprocess.run(["rustc", f"@{ROOT / 'package/clib/rustc.args'}",
                        "--emit=obj", f"--out-dir={folder}",
                        ROOT / "src/lib.rs"], check=True)
        shared = folder / "libdral.so"
        subprocess.run(["cc", "-shared", "-o", shared, self.object],
                       check=True)
        self.functions = ctypes.CDLL(str(shared))

    def __call__(self, name, *arguments):
        """Calls a function with numbers and outputs. Its return value."""
        return getattr(self.functions, name)(*arguments)

    def number(self, name, *arguments, kind=ctypes.c_uint32):
        """The number that a function writes to its last parameter."""
        output = kind()
        error = self(name, *arguments, ctypes.byref(output))
        return output.value if error == 0 else f"error {error}"

    def constants(self, header):
        """The enumerators and macros of a header, with their numbers."""
        text = blank((ROOT / "include" / header).read_text())
        pattern = r"\b(DRAL_\w+) *=? *(-?(?:0x[0-9A-Fa-f]+|\d+))\b"
        return {name: int(number, 0)
                for name, number in re.findall(pattern, text)}


class Page:
    """A page's facts in a tree, and how many were compared."""

    def __init__(self, name, tree, version, release, library):
        self.name, self.tree, self.release = name, Path(tree), release
        self.version, self.library = version, library
        self.compared = self.differences = 0
        # Where facts stand: (file, start, end, name).
        self.places = []
        self.texts = {}

    # What is in the tree.

    def text(self, file):
        """A file without comments."""
        if file not in self.texts:
            path = self.tree / file
            if not path.is_file():
                raise Missing(f"{self.name}: no {file} in the tree")
            self.texts[file] = blank(path.read_text())
        return self.texts[file]

    def find(self, file, pattern, name):
        """The one match of a pattern in a file."""
        text = self.text(file)
        found = list(re.finditer(pattern, text, re.M | re.S))
        if len(found) != 1:
            raise Missing(f"{self.name}: {file} has {len(found)} places for "
                          f"{name}: {pattern}")
        return found[0]

    def number(self, file, pattern, name):
        """The number that the pattern's group matches, and its place."""
        found = self.find(file, pattern, name)
        self.places.append((file, found.start(1), found.end(1), name))
        return (value(found[1]),
                f"{file}:{line_of(self.text(file), found.start(1))}")

    def function(self, file, name, plant=True):
        """A function, with the line above its name."""
        text = self.text(file)
        found = [match for match in re.finditer(
            rf"^[^\n]*\n{re.escape(name)}\(", text, re.M)
            if re.match(r"[^;{]*\{", text[match.end():])]
        if len(found) != 1:
            raise Missing(f"{self.name}: {file} has {len(found)} functions "
                          f"{name}")
        start = found[0].start()
        return self.piece(file, start, end_of(text, start), name, plant)

    def declaration(self, file, head, plant=True):
        """A struct or an enum."""
        found = self.find(file, rf"^{re.escape(head)} \{{", head)
        end = self.text(file).index(";", end_of(self.text(file),
                                                found.start())) + 1
        return self.piece(file, found.start(), end, head, plant)

    def define(self, file, name):
        """A line of the preprocessor."""
        found = self.find(file, rf"^#define {name} [^\n]*", name)
        return self.piece(file, found.start(), found.end(), name, True)

    def piece(self, file, start, end, name, plant):
        """A piece of a file for the compiler, which names its lines."""
        text = self.text(file)
        if plant:
            for number in re.finditer(r"\b(?:0x[0-9a-fA-F]+|\d+)(?=[uUlL]*\b)",
                                      text[start:end]):
                self.places.append((file, start + number.start(),
                                    start + number.end(), name))
        return (f'#line {line_of(text, start)} "{file}"\n'
                f"{text[start:end]}\n")

    # Comparing.

    def same(self, name, found, expected, place=""):
        """Compares a fact of the tree with the library's answer."""
        self.compared += 1
        if found != expected:
            self.differences += 1
            print(f"{self.name}: {name}: {place or 'the tree'} has {found}, "
                  f"dral {expected}")

    def same_number(self, file, pattern, name, expected):
        found, place = self.number(file, pattern, name)
        self.same(name, found, expected, place)

    def holds(self, file, pattern, name):
        """Something that the tree must contain in one place, as text."""
        self.find(file, pattern, name)
        self.compared += 1

    def run(self, program, pieces, *arguments):
        """Compiles a program of this folder with pieces of the tree and the
        library. What it printed, as lines of words. It is built in the
        library's folder, so that nothing is left behind."""
        folder = self.library.folder
        (folder / "pieces.c").write_text("".join(pieces))
        binary = folder / Path(program).stem
        built = subprocess.run(
            ["cc", "-w", "-O1", "-fno-strict-aliasing", f"-I{folder}",
             f"-I{HERE}", f"-I{ROOT / 'include'}",
             f"-I{self.tree / 'include'}", f"-DRELEASE={self.release}",
             "-o", binary, HERE / program, self.library.object],
            capture_output=True, text=True)
        if built.returncode != 0:
            raise Missing(f"{self.name}: {program} does not compile:\n"
                          f"{built.stderr.strip()[:2000]}")
        ran = subprocess.run([binary, *map(str, arguments)],
                             capture_output=True, text=True, timeout=60)
        if ran.returncode != 0:
            raise Missing(f"{self.name}: {program} ended with "
                          f"{ran.returncode}: {ran.stderr.strip()[:500]}")
        return [line.split() for line in ran.stdout.splitlines()]

    def compare_run(self, program, pieces, *arguments, stated=None):
        """A program that prints `compared N` and a line for each difference.
        Differences that begin with `stated` are on the page, so there must be
        some."""
        lines = self.run(program, pieces, *arguments)
        done = [words for words in lines if words[:1] == ["compared"]]
        if len(done) != 1 or int(done[0][1]) == 0:
            raise Missing(f"{self.name}: {program} compared nothing")
        self.compared += int(done[0][1])
        if stated and not any(words[0] == stated for words in lines):
            raise Missing(f"{self.name}: {stated} do not differ")
        for words in lines:
            if words[0] not in ("compared", stated):
                self.differences += 1
                print(f"{self.name}:", " ".join(words))
