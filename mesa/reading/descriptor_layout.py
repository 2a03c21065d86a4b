# SPDX-License-Identifier: MIT
"""docs/reference/descriptor-layout.md in a tree of Mesa.

Compares: docs/reference/descriptor-layout.md: Models; Tables; Structures;
Mutable types; Pipeline layouts; Buffer ranges.
"""

import ctypes
import re

from source import ROOT

ANV = "src/intel/vulkan/"
SETS = ANV + "anv_descriptor_set.c"
PRIVATE = ANV + "anv_private.h"
PANVK = "src/panfrost/vulkan/panvk_descriptor_set_layout.h"
PANVK_LAYOUT = "src/panfrost/vulkan/panvk_vX_descriptor_set_layout.c"


def types_of(page):
    return ANV + "anv_types.h" if page.release >= 2602 else PRIVATE


def rules(page, model, version):
    """The numbers of a table's rules, by name."""
    text = (ROOT / "include/dral_descriptor_layout.h").read_text()
    body = re.search(r"struct dral_descriptor_rules \{(.*?)\}", text,
                     re.S)[1]
    names = re.findall(r"uint32_t (\w+);", body)
    # Two pointers and lengths, or one, precede the rules in the table.
    table = (ctypes.c_uint64 * 64)()
    error = page.library("dral_descriptor_table_init", model, page.release,
                         version, 0, ctypes.byref(table))
    if error:
        return {}
    declared = re.search(r"struct dral_descriptor_table \{(.*?)\n\}", text,
                         re.S)[1]
    before = declared[:declared.index("dral_descriptor_rules")]
    words = 2 * before.count(";")
    numbers = ctypes.cast(table, ctypes.POINTER(ctypes.c_uint32))
    return {name: numbers[words + place] for place, name in enumerate(names)}


def anv_limits(page):
    types = types_of(page)
    own = rules(page, 1, 120)
    for name, expected in (
            ("MAX_SETS", own["max_sets"]),
            ("MAX_DYNAMIC_BUFFERS", own["max_dynamic_buffers"]),
            ("MAX_PUSH_DESCRIPTORS", own["max_push_descriptors"]),
            ("MAX_INLINE_UNIFORM_BLOCK_SIZE",
             own["max_variable_inline_size"])):
        page.same_number(types, rf"^#define {name} +(\w+)", name, expected)
    page.same_number(types, r"^#define MAX_BINDING_TABLE_SIZE +(\w+)",
                     "MAX_BINDING_TABLE_SIZE",
                     own["max_binding_table_entries"] + 8)
    page.same_number(types, r"^#define MAX_RTS +(\w+)", "MAX_RTS", 8)
    name = "ANV_UBO_ALIGNMENT" if page.release < 2602 \
        else "ANV_UBO_BOUNDS_CHECK_ALIGNMENT"
    page.same_number(types, rf"^#define {name} +(\w+)", name,
                     own["uniform_range_alignment"])
    # That the driver rounds a range with it.
    page.find(SETS, rf"desc->bind_range = align64\(desc->bind_range, {name}\)",
              "the rounded range")


def anv_data(page):
    """The bits of a descriptor's data."""
    header = page.library.constants("dral_descriptor_layout.h")
    for name, own in (
            ("BTI_SURFACE_STATE", "BTI_SURFACE"),
            ("BTI_SAMPLER_STATE", "BTI_SAMPLER"),
            ("BUFFER_VIEW", "BUFFER_VIEW"),
            ("INLINE_UNIFORM", "INLINE_UNIFORM"),
            ("INDIRECT_ADDRESS_RANGE", "INDIRECT_ADDRESS_RANGE"),
            ("INDIRECT_SAMPLED_IMAGE", "INDIRECT_SAMPLED_IMAGE"),
            ("INDIRECT_STORAGE_IMAGE", "INDIRECT_STORAGE_IMAGE"),
            ("SURFACE", "SURFACE"), ("SAMPLER", "SAMPLER"),
            ("SURFACE_SAMPLER", "SURFACE_SAMPLER")):
        bit, place = page.number(
            PRIVATE, rf"^ +ANV_DESCRIPTOR_{name} += BITFIELD_BIT\((\d+)\)",
            name)
        page.same(name, 1 << bit, header[f"DRAL_DESCRIPTOR_DATA_{own}"],
                  place)


def anv_types(page, versions):
    types = types_of(page)
    pieces = [page.define(types, "ANV_UBO_ALIGNMENT"),
              page.define(types, "ANV_SAMPLER_STATE_SIZE")]
    # The driver writes it twice; the compiler takes the last one.
    last = list(re.finditer(r"^#define ANV_SURFACE_STATE_SIZE [^\n]*",
                            page.text(types), re.M))[-1]
    pieces.append(page.piece(types, last.start(), last.end(),
                             "ANV_SURFACE_STATE_SIZE", True) + "\n")
    pieces += [page.declaration(PRIVATE, head) for head in (
        "enum anv_descriptor_data", "struct anv_sampled_image_descriptor",
        "struct anv_storage_image_descriptor",
        "struct anv_address_range_descriptor")]
    pieces.append(page.declaration(
        PRIVATE, "enum anv_descriptor_set_layout_type"))
    pieces += [page.function(SETS, name) for name in (
        "anv_descriptor_data_alignment",
        "anv_indirect_descriptor_data_for_type",
        "anv_direct_descriptor_data_for_type", "anv_descriptor_data_for_type",
        "anv_descriptor_data_for_mutable_type", "anv_descriptor_data_size",
        "anv_descriptor_size_for_mutable_type")]
    page.compare_run("layout.c", pieces, *versions)


def panvk(page):
    own = {version: rules(page, 4, version) for version in (7, 10)}
    for name, expected in (
            ("PANVK_DESCRIPTOR_SIZE", own[7]["index_unit"]),
            ("MAX_PUSH_DESCS", own[7]["max_push_descriptors"])):
        page.same_number(PANVK, rf"^#define {name} +(\d+)", name, expected)
    most = [page.number(PANVK, rf"^#define MAX_DYNAMIC_{kind}_BUFFERS +(\d+)",
                        f"dynamic {kind}")[0]
            for kind in ("UNIFORM", "STORAGE")]
    page.same("dynamic buffers", sum(most), own[7]["max_dynamic_buffers"],
              PANVK)
    found = page.find(PANVK, r"#define MAX_SETS (\d+).*?#define MAX_SETS "
                      r"(\d+)", "MAX_SETS")
    for group, version in ((1, 7), (2, 10)):
        page.places.append((PANVK, found.start(group), found.end(group),
                            "MAX_SETS"))
        page.same(f"sets on v{version}", int(found[group]),
                  own[version]["max_sets"], PANVK)
    if page.release >= 2602:
        page.same_number(
            PANVK, r"^#define MAX_INLINE_UNIFORM_BLOCK_SIZE \(([^)]*)\)",
            "bytes of an inline block", own[7]["max_inline_size"])
    page.same_number(PANVK_LAYOUT,
                     r"^#define PANVK_MAX_DESCS_PER_SET \(([^)]*)\)",
                     "units of a set", own[7]["max_set_size"] // 32)
    names = ["panvk_get_desc_stride"]
    if page.release >= 2602:
        names.append("panvk_get_iub_desc_count")
    page.compare_run("panvk.c", [page.define(PANVK, "PANVK_DESCRIPTOR_SIZE")]
                     + [page.function(PANVK, name) for name in names])


def check(page):
    found = page.find(ANV + "meson.build", r"foreach _gfx_ver : \[(.*?)\]",
                      "versions")
    anv_limits(page)
    anv_data(page)
    anv_types(page, re.findall(r"\d+", found[1]))
    panvk(page)
