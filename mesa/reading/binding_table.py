# SPDX-License-Identifier: MIT
"""docs/reference/binding-table.md in a tree of Mesa.

Compares: docs/reference/binding-table.md: Releases; Blocks; A full block; The
window; The address space; Which entry goes where; Driver defects.
"""

import ctypes
import re

from source import Missing, line_of

ANV = "src/intel/vulkan/"
APPLY = ANV + "anv_nir_apply_pipeline_layout.c"
SETS = ANV + "anv_descriptor_set.c"
PRIVATE = ANV + "anv_private.h"
INFO = "src/intel/dev/intel_device_info.c"


def versions(page):
    found = page.find(ANV + "meson.build", r"foreach _gfx_ver : \[(.*?)\]",
                      "versions")
    return [int(number) for number in re.findall(r"\d+", found[1])]


def limits(page):
    header = page.library.constants("dral_binding_table.h")
    types = ANV + "anv_types.h" if page.release >= 2602 else PRIVATE
    sets = 32 if page.release >= 2602 else 8
    for file, name, expected in (
            (types, "MAX_BINDING_TABLE_SIZE",
             header["DRAL_BINDING_TABLE_MAX_ENTRIES"]),
            (APPLY, "MAX_SAMPLER_TABLE_SIZE",
             header["DRAL_BINDING_TABLE_MAX_SAMPLERS"]),
            (APPLY, "BINDLESS_OFFSET", header["DRAL_BINDING_TABLE_BINDLESS"]),
            (types, "MAX_RTS",
             header["DRAL_BINDING_TABLE_MAX_RENDER_TARGETS"]),
            (types, "MAX_SETS", sets)):
        page.same_number(file, rf"^#define {name} +(\w+)", name, expected)


def numbers_of_sets(page):
    header = page.library.constants("dral_binding_table.h")
    types = ANV + "anv_types.h" if page.release >= 2602 else PRIVATE
    names = {"NULL": "NULL", "DESCRIPTORS": "SET_MEMORY",
             "COLOR_ATTACHMENTS": "RENDER_TARGET"}
    if page.release < 2602:
        names["DESCRIPTORS_BUFFER"] = "DESCRIPTOR_BUFFER"
    for driver, own in names.items():
        page.same_number(
            types, rf"^#define ANV_DESCRIPTOR_SET_{driver} +(\(?UINT8_MAX"
            r"(?: - \d+\))?)", driver, header[
                f"DRAL_BINDING_TABLE_SET_ID_{own}"])


def blocks(page):
    """Sizes and bases, from the numbers in the functions of the driver."""
    library, release = page.library, page.release
    chain = ANV + "anv_batch_chain.c"
    entry, alignment = (page.number(
        chain, rf"bt_size = align\(entries \* {one}, {two}\);", name)
        for one, two, name in ((r"(\d+)", r"\d+", "bytes of an entry"),
                               (r"\d+", r"(\d+)", "alignment of a table")))
    page.same("bytes of an entry", entry[0] * 8,
              library.number("dral_binding_table_size", 8), entry[1])
    page.same("alignment of a table", alignment[0],
              library.number("dral_binding_table_size", 1), alignment[1])
    old = new = 65536
    if release < 2602:
        size, place = page.number(
            PRIVATE, r"^#define BINDING_TABLE_POOL_BLOCK_SIZE \((\w+)\)",
            "bytes of a block")
        page.same("bytes of a block", size, old, place)
        view = None
        least = most = size
    else:
        size, place = page.number(
            ANV + "anv_device.c", r"\.start_offset = bt_pool_offset,\s*"
            r"\.block_size   = ([\d *]+),", "bytes of a block before 12.5")
        page.same("bytes of a block before 12.5", size, old, place)
        option = r'"anv_binding_table_block_size",\s*'
        parts = [r"([\d *]+)" if part == wanted else r"[\d *]+"
                 for wanted in range(3) for part in range(3)]
        found = [page.number(
            ANV + "anv_drirc_gen.py",
            option + r", ".join(parts[3 * i:3 * i + 3]) + ",", name)
            for i, name in enumerate(("default bytes of a block",
                                      "least bytes of a block",
                                      "most bytes of a block"))]
        (new, _), (least, _), (most, _) = found
        view, place = page.number(
            PRIVATE, r"^#define BINDING_TABLE_VIEW_SIZE \(([^)]*)\)$",
            "bytes that share a base")
    for version, default, smallest, greatest in (
            (120, old, old, old), (125, new, least, most)):
        accepted = [bytes for bytes in (2 ** power for power in range(5, 25))
                    if fits(library, release, version, bytes)]
        page.same(f"bytes of a block on version {version}",
                  [smallest, greatest], [accepted[0], accepted[-1]])
        # The last table of a block, and where one more does not fit.
        last = [next for next in (default - 32, default)
                if allocated(library, release, version, 0, 0, next)
                is not None]
        page.same(f"default bytes of a block on version {version}",
                  [default - 32], last)
    if view:
        # The table after those that share a base begins at 0 again.
        for index, expected in ((view // 1024 - 1, view - 1024),
                                (view // 1024, 0)):
            page.same(f"bytes that share a base, block {index}", expected,
                      allocated(library, release, 125, 1024, index, 0), place)


def structure(*numbers):
    return ctypes.byref((ctypes.c_uint32 * len(numbers))(*numbers))


def fits(library, release, version, size):
    return allocated(library, release, version, size, 0, 0) is not None


def allocated(library, release, version, size, index, next):
    """The offset of a table of one entry."""
    found = library.number("dral_binding_table_allocate",
                           structure(release, version, size),
                           structure(index, next), 1)
    return None if isinstance(found, str) else found


def hardware(page):
    """On which versions the driver's conditions hold."""
    features = page.find(INFO, r"^#define XEHP_FEATURES.*?"
                         r"\.verx10 = (\d+),.*?\.has_lsc = true,",
                         "the first hardware with LSC")
    page.places.append((INFO, features.start(1), features.end(1),
                        "the first hardware with LSC"))
    page.same("the first hardware with LSC", int(features[1]), 125,
              f"{INFO}:{line_of(page.text(INFO), features.start(1))}")
    if page.text(INFO).count(".has_lsc = true") != 1:
        raise Missing("binding-table: other hardware with LSC")
    page.same_number(ANV + "anv_device.c",
                     r"if \(device->info->verx10 >= (\d+)\) \{\s*result = "
                     r"anv_state_pool_init\(&device->binding_table_pool",
                     "the first version with a second base", 125)
    if page.release >= 2602:
        page.same_number(ANV + "anv_batch_chain.c",
                         r"\.offset = cmd_buffer->device->info->verx10 >= "
                         r"(\d+) \?", "the first version that rounds the base",
                         125)
        page.holds(APPLY, r"if \(!state->pdevice->info\.has_lsc\)\s*"
                   r"state->set\[s\]\.desc_offset = add_desc_bti_entry",
                   "set memory without an entry")


def addresses(page, found):
    file = ANV + "anv_va.c"
    pieces = [page.function(file, name) for name in ("va_add", "va_at")]
    pieces.append(page.function(file, "anv_physical_device_init_va_ranges"))
    pieces.insert(0, "static void anv_device_print_vas(void *device) {}\n")
    # In 25.0, instructions take 3 GiB.
    page.compare_run("address_map.c", pieces, *found,
                     stated="instructions" if page.version.startswith("25.0.")
                     else None)


def entries(page):
    """The driver's own assignment, for random shaders."""
    new = page.release >= 2602
    types = ANV + "anv_types.h" if new else PRIVATE
    pieces = [page.define(types, name) for name in (
        "MAX_SETS", "MAX_BINDING_TABLE_SIZE", "ANV_DESCRIPTOR_SET_NULL",
        "ANV_DESCRIPTOR_SET_DESCRIPTORS",
        "ANV_DESCRIPTOR_SET_COLOR_ATTACHMENTS")]
    if not new:
        pieces.append(page.define(
            types, "ANV_DESCRIPTOR_SET_DESCRIPTORS_BUFFER"))
    pieces += [page.define(APPLY, name)
               for name in ("MAX_SAMPLER_TABLE_SIZE", "BINDLESS_OFFSET")]
    # The numbers of bits are compared with the page of descriptor layouts.
    pieces.append(page.declaration(PRIVATE, "enum anv_descriptor_data", False))
    pieces.append(page.declaration(APPLY, "enum binding_property", False))
    pieces.append(page.declaration(APPLY, "struct apply_pipeline_layout_state",
                                   False))
    pieces.append(page.declaration(APPLY, "struct binding_info", False))
    pieces += [page.function(SETS, name) for name in (
        "anv_descriptor_data_supports_bindless",
        "anv_descriptor_supports_bindless",
        "anv_descriptor_requires_bindless")]
    names = ["bti_multiplier", "compare_binding_infos", "add_null_bti_entry",
             "add_bti_entry", "add_dynamic_bti_entry", "add_sampler_entry",
             "binding_should_use_surface_binding_table",
             "binding_should_use_sampler_binding_table"]
    # What is pushed takes no entries.
    pieces.append("#define binding_is_promotable_to_push(set, binding) 0\n")
    pushed = ["add_push_entry"]
    if new:
        names += ["add_desc_bti_entry"]
        pushed += ["add_descriptor_push_entry"]
    pieces += [page.function(APPLY, name) for name in names]
    pieces += [page.function(APPLY, name, False) for name in pushed]
    if new:
        pieces.append(page.function(APPLY, "build_packed_binding_table"))
        pieces.append(page.function(
            APPLY, "build_device_bindable_binding_table", False))
        pieces.append(NEW)
    else:
        text = page.text(APPLY)
        start = page.find(APPLY, r"^ +for \(unsigned s = 0; s < "
                          r"layout->num_sets; s\+\+\) \{\s*if "
                          r"\(state\.desc_addr_format", "the entries").start()
        end = text.index("nir_shader_instructions_pass(shader, "
                         "lower_direct_buffer_instr", start)
        pieces.append(OLD.format(page.piece(APPLY, start, end, "the entries",
                                            True)))
    page.compare_run("table.c", pieces)
    if new:
        # Not the library's: a defect that the page states.
        page.same("samplers of a table of the device", ["4", "144"],
                  page.run("table.c", pieces, "defect")[0])


NEW = """
static void
assign_entries(struct apply_pipeline_layout_state *state,
               struct anv_descriptor_set_layout *sets, uint32_t count,
               bool is_buffer, nir_shader *shader,
               struct anv_pipeline_bind_map *map,
               struct anv_pipeline_push_map *push_map)
{
   static struct anv_descriptor_set_layout *layouts[32];

   for (uint32_t s = 0; s < count; s++)
      layouts[s] = &sets[s];
   state->set_layouts = layouts;
   state->set_count = count;
   state->bind_map = map;
   build_packed_binding_table(state, shader, map, push_map, NULL);
}
"""

OLD = """
static void
assign_entries(struct apply_pipeline_layout_state *out,
               struct anv_descriptor_set_layout *sets, uint32_t count,
               bool is_buffer, nir_shader *shader,
               struct anv_pipeline_bind_map *map,
               struct anv_pipeline_push_map *push_map)
{{
   struct anv_pipeline_sets_layout layout_of_sets = {{
      is_buffer ? 3 : 1, count
   }};
   struct anv_pipeline_sets_layout *layout = &layout_of_sets;
   struct apply_pipeline_layout_state state = *out;
   const struct anv_physical_device *pdevice = state.pdevice;
   void *push_map_mem_ctx = NULL, *mem_ctx = NULL;
   unsigned push_block_count = 0;

   for (uint32_t s = 0; s < count; s++)
      layout->set[s].layout = &sets[s];
   state.desc_addr_format = shader->info.stage
                               ? nir_address_format_64bit_global_32bit_offset
                               : nir_address_format_32bit_index_offset;
   state.layout = layout;
{}
   *out = state;
}}
"""


def check(page):
    found = versions(page)
    accepted = [version for version in range(1000)
                if fits(page.library, page.release, version, 0)]
    page.same("versions", found, accepted, ANV + "meson.build")
    limits(page)
    numbers_of_sets(page)
    hardware(page)
    blocks(page)
    addresses(page, found)
    entries(page)
