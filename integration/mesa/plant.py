#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Plants a bug in the driver that builds its tables with the library:
plant.py list VERSION, or plant.py TREE NAME [undo].

`list` prints a line for each bug of this version of Mesa: its name, the API, the
GPU and the draws that show it, and the rule by which `dral trace check` finds
it, or `none` where that cannot know what is right.
"""

import collections
import pathlib
import sys

GALLIUM = "src/gallium/drivers/panfrost/"
VULKAN = "src/panfrost/vulkan/"
JM = VULKAN + "jm/panvk_vX_cmd_draw.c"
STATE = "subprojects/dral/src/instancing/vertex_state.rs"

# The first occurrence of `old` in a file is replaced.
Bug = collections.namedtuple("Bug", "api gpu draws rule path old new")

BUGS = {
    "vertices-gl": Bug(
        "gl", "7212", "defects", "instance-size", GALLIUM + "pan_jm.c",
        "batch->ctx->draw.instance_size", "batch->ctx->draw.vertex_count"),
    "emission-gl": Bug(
        "gl", "7212", "defects", "stale-table", GALLIUM + "pan_cmdstream.c",
        "ctx->draw.table_key != table_key", "false"),
    "base-gl": Bug(
        "gl", "7212", "defects", "attribute-offset",
        GALLIUM + "pan_cmdstream.c",
        "ctx->offset_start, info->start_instance, 0",
        "ctx->offset_start, info->start_instance * 2, 0"),
    "moved-gl": Bug(
        "gl", "7212", "extras", "none", GALLIUM + "pan_cmdstream.c",
        "if (!dral_bound_buffer_same_offsets(", "if (0 && !("),
    "texels-gl": Bug(
        "gl", "7212", "extras", "none", GALLIUM + "pan_cmdstream.c",
        "if (vt_shader_dirty & attribs_dirty_mask)", "if (0)"),
    # The records of ids and texel buffers are behind the last buffer.
    "end-ids-gl": Bug(
        "gl", "860", "extras", "none", STATE, "&& one.end == two.end", ""),
    "end-texels-gl": Bug(
        "gl", "7212", "extras", "none", STATE, "&& one.end == two.end", ""),
    "vertices-vk": Bug(
        "vk", "7212", "draws", "instance-size", JM,
        "draw->resolved->instance_size", "draw->resolved->vertex_count"),
    "emission-vk": Bug(
        "vk", "7212", "draws", "stale-table", JM,
        "input->table_key != resolved->table_key", "false"),
    # Found because the driver states the base instance in the trace.
    "base-vk": Bug(
        "vk", "7212", "draws", "attribute-offset", JM,
        "draw->info.vertex.raw_offset, draw->info.instance.base,",
        "draw->info.vertex.raw_offset, draw->info.instance.base * 2,"),
    "primitives-vk": Bug(
        "vk", "7212", "draws", "none", JM,
        "draw->resolved->instance_primitive_size", "1"),
    "moved-vk": Bug(
        "vk", "7212", "extras", "none", VULKAN + "panvk_vX_cmd_draw.c",
        "!dral_bound_buffer_same_offsets(", "0 && !("),
    "images-vk": Bug(
        "vk", "7212", "extras", "none", JM, "draw->vs.new_img_table)",
        "false)"),
    "indirect-vk": Bug(
        "vk", "7212", "extras", "none", JM,
        "|| gfx->vs.previous_draw_was_indirect", ""),
    # Another shader has fewer images.
    "image-count-vk": Bug(
        "vk", "7212", "extras", "none", JM,
        "input->current->num_imgs != num_imgs", "false"),
}

# 25.0 has no texel buffers among the attributes, no indirect draws in PanVK, and
# no primitives in a draw's descriptor.
NOT_IN_25_0 = {"texels-gl", "end-texels-gl", "primitives-vk", "indirect-vk"}


def main():
    tree, name, *undo = sys.argv[1:]
    if tree == "list":
        without = NOT_IN_25_0 if name.startswith("25.0.") else set()
        for bug in BUGS:
            if bug not in without:
                print(bug, *BUGS[bug][:4])
        return
    bug = BUGS[name]
    file = pathlib.Path(tree, bug.path)
    good = file.with_name(file.name + ".good")
    if undo:
        # Written anew, so that it is built again.
        file.write_text(good.read_text())
        good.unlink()
        return
    text = file.read_text()
    if bug.old not in text:
        sys.exit(f"plant.py: {bug.path}: no {bug.old}")
    good.write_text(text)
    file.write_text(text.replace(bug.old, bug.new, 1))


main()
