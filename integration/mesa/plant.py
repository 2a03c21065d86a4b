#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Plants a bug in the driver that builds its tables with the library:
plant.py list, or plant.py TREE NAME [undo].

`list` prints a line for each bug: its name, the API, and the rule by which
`dral check-trace` finds it, or `none` where a trace does not show it.
"""

import pathlib
import sys

GALLIUM = "src/gallium/drivers/panfrost/"
VULKAN = "src/panfrost/vulkan/jm/panvk_vX_cmd_draw.c"

# The first occurrence of a text in a file, and what replaces it.
BUGS = {
    "vertices-gl": (
        "instance-size", GALLIUM + "pan_jm.c",
        "batch->ctx->draw.instance_size", "batch->ctx->draw.vertex_count"),
    "emission-gl": (
        "stale-table", GALLIUM + "pan_cmdstream.c",
        "ctx->draw.table_key != table_key", "false"),
    "base-gl": (
        "attribute-offset", GALLIUM + "pan_cmdstream.c",
        "ctx->offset_start, info->start_instance, 0",
        "ctx->offset_start, info->start_instance * 2, 0"),
    "vertices-vk": (
        "instance-size", VULKAN,
        "draw->resolved->instance_size", "draw->resolved->vertex_count"),
    "emission-vk": (
        "stale-table", VULKAN,
        "input->table_key != resolved->table_key", "false"),
    # Any base instance may be right if none is stated.
    "base-vk": (
        "none", VULKAN,
        "draw->info.vertex.raw_offset, draw->info.instance.base,",
        "draw->info.vertex.raw_offset, draw->info.instance.base * 2,"),
}


def main():
    if sys.argv[1:] == ["list"]:
        for name, (rule, *_) in BUGS.items():
            print(name, name.rsplit("-", 1)[1], rule)
        return
    tree, name, *undo = sys.argv[1:]
    _, path, old, new = BUGS[name]
    file = pathlib.Path(tree, path)
    good = file.with_name(file.name + ".good")
    if undo:
        # Written anew, so that it is built again.
        file.write_text(good.read_text())
        good.unlink()
        return
    text = file.read_text()
    if old not in text:
        sys.exit(f"plant.py: {path}: no {old}")
    good.write_text(text)
    file.write_text(text.replace(old, new, 1))


main()
