# SPDX-License-Identifier: MIT
"""Plants a wrong number or name for each that a script reads.

The script runs on a tree that differs in one file, and must notice: report a
difference, or not find what it looks for.
"""

import contextlib
import io
import os
import re
import shutil
import tempfile
from pathlib import Path

from source import line_of

# Lines with numbers that change nothing in a result, and why.
UNNOTICED = {
    "return map->surface_count - 1;": "nobody reads it",
    "assert(": "an assertion",
    "align64(device->va": "an assertion",
    "sizeof(push_map->block_to_descriptor[0])": "pushed, so no entry",
    "for (unsigned i = 0; i < bind_layout->array_size; i++)":
        "pushed, so no entry",
    "if (binding->dynamic_offset_index >= 0)": "only whether there are any",
    "if (state->set[set].binding[b].use_count == 0)":
        "counts before it stops",
    "if (state.set[set].binding[b].use_count == 0)":
        "counts before it stops",
    "for (unsigned s = 0; s < state->set_count; s++) {":
        "counts what is pushed",
    "for (unsigned b = 0; b < set_layout->binding_count; b++)":
        "counts what is pushed",
    "unsigned used_binding_count = 0;": "only the size of an array",
}


def wrong(text):
    """Another number of the same form, or another name."""
    found = re.search(r"\b0x[0-9a-fA-F]+|\b\d+", text)
    if not found:
        return text + "_WRONG"
    new = str(int(found[0], 0) + 1)
    return text[:found.start()] + new + text[found.end():]


def every(page, read):
    """The number of planted numbers that nobody noticed."""
    missed = planted = 0
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder)
        for file in page.texts:
            (copy / file).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(page.tree / file, copy / file)
        for link in ("include",):
            os.symlink((page.tree / link).resolve(), copy / link)
        for file, start, end, name in sorted(set(page.places)):
            original = (page.tree / file).read_text()
            number = original[start:end]
            (copy / file).write_text(
                original[:start] + wrong(number) + original[end:])
            printed = io.StringIO()
            with contextlib.redirect_stdout(printed):
                changed = read(page.name, copy, page.release, page.library)
            (copy / file).write_text(original)
            planted += 1
            line = line_of(original, start)
            text = original.splitlines()[line - 1].strip()
            if changed.differences == 0 and not any(
                    known in text for known in UNNOTICED):
                missed += 1
                print(f"{page.name}: {file}:{line}: nobody notices "
                      f"{wrong(number)} for {number} ({name}): {text}")
    print(f"{page.name}: {planted} numbers planted, {missed} unnoticed")
    return missed
