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
    "set[set].binding[b].use_count == 0)": "counts before it stops",
    "for (unsigned s = 0; s < state->set_count; s++) {":
        "counts what is pushed",
    "for (unsigned b = 0; b < set_layout->binding_count; b++)":
        "counts what is pushed",
    "unsigned used_binding_count = 0;": "only the size of an array",
    "enum anv_descriptor_data data = 0;": "every type sets it",
    "enum anv_descriptor_data desc_data = 0;": "all types together have it",
    "i <= VK_DESCRIPTOR_TYPE_INPUT_ATTACHMENT":
        "other types have the data of type 0",
    "i < type_list->descriptorTypeCount": "no list is passed",
    "sizeof(struct anv_address_range_descriptor), 8)":
        "16 bytes are aligned to both",
    "*out_surface_stride = 0;": "all types have more",
    "bool indirect_count =": "nobody reads it",
    "draw_id_base + item_idx * 4": "the module states the offset in words",
    "bool is_indexed =": "passed on",
    "bool is_predicated =": "passed on",
    "bool uses_tbimr =": "passed on",
    "bool uses_base =": "passed on",
    "bool uses_drawid =": "passed on",
    "GENX(3DSTATE_HS_length)": "a workaround",
    "GENX(3DSTATE_DS_length)": "a workaround",
    "#if GFX_VER >= 12": "4 bytes are lost in 4,096",
    "GENX(MI_ARB_CHECK_length) * 4 +": "4 bytes are lost in 4,096",
    "GENX(MI_BATCH_BUFFER_START_length) * 4,": "12 bytes are lost in 4,096",
    "const unsigned packing_class = (interp << 0)": "a copy of the next lines",
    "(var->data.sample << 4)": "the order stays",
    "(var->data.patch << 5)": "patch varyings are left out",
    "(var->data.must_be_shader_input << 6)": "left out",
    "(var->data.per_primitive << 7)": "left out",
    "for (unsigned i = 0; i < vm->num_matches; i++)":
        "the first has 0 already",
    "unsigned generic_patch_location": "patch varyings are left out",
    "unsigned previous_packing_class": "the first begins at 0 anyway",
    "prog->TransformFeedback.NumVarying > 0": "no transform feedback",
    "unsigned num_components = 0;": "every branch sets it",
    "glsl_count_attribute_slots(type, is_vertex_input) * 4":
        "no vertex inputs",
    "align(*location + 1, 4)": "1 and 2 lead to one slot",
    "return -1;": "any negative number",
    "while (slot_end < MAX_VARYING * 4u)": "beyond it is an error",
    "if (slot_end < MAX_VARYINGS_INCL_PATCH * 4u)": "patch varyings",
    "unsigned size = 0;": "of a struct",
    "for (unsigned i = 0; i < t->length; i++)": "of a struct",
    "return 2 + ((offset % 4) == 3 ? 1 : 0);": "of a sampler",
    "return 2;": "of a sampler",
    "return 1;": "of a subroutine",
    "return 0;": "of no type that the library has",
    "emit_dirty, ANV_GFX_STATE_WA_18019816803": "the script adds it itself",
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
                changed = read(page.name, copy, page.version, page.release,
                               page.library)
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
