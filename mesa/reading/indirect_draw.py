# SPDX-License-Identifier: MIT
"""docs/reference/indirect-draw.md in a tree of Mesa.

Compares: docs/reference/indirect-draw.md: Commands; Flags; In place; Ring;
Items.
"""

import re

from source import ROOT, Missing, end_of

ANV = "src/intel/vulkan/"
GENERATED = ANV + "genX_cmd_draw_generated_indirect.h"
SHADER = "src/intel/shaders/generate_draws.cl"
SHARED = "src/intel/shaders/libintel_shaders.h"
IRIS = "src/gallium/drivers/iris/iris_indirect_gen.c"
GENXML = "src/intel/genxml/"

FLAGS = {"INDEXED": "INDEXED", "PREDICATED": "PREDICATED",
         "DRAWID": "DRAW_ID", "BASE": "BASE", "COUNT": "INDIRECT_COUNT",
         "RING_MODE": "RING", "TBIMR": "TILED"}


def documented(pattern, name):
    """A number that the header states."""
    text = (ROOT / "include/dral_indirect_draw.h").read_text()
    found = re.search(pattern, re.sub(r"\s*///\s*", " ", text))
    if not found:
        raise Missing(f"indirect-draw: the header does not state {name}")
    return int(found[1].replace(",", ""))


def options(page):
    if page.release >= 2602:
        file = ANV + "anv_drirc_gen.py"
        forms = {name: rf'I\("{name}", (\d+),' for name in (
            "generated_indirect_threshold",
            "generated_indirect_ring_threshold")}
    else:
        file = ANV + "anv_instance.c"
        forms = {name: rf"DRI_CONF_{name.upper()}\((\d+)\)" for name in (
            "anv_generated_indirect_threshold",
            "anv_generated_indirect_ring_threshold")}
    stated = (r"A shader generates as many draws or more\. ANV: (\d+)",
              r"The same in a ring\. ANV: (\d+)")
    for (name, pattern), header in zip(forms.items(), stated):
        page.same_number(file, pattern, name, documented(header, name))


def length(page, version, name):
    """The words of an instruction or a struct, and its file's folder."""
    names = {90: ("gen90.xml", "gen9.xml"), 110: ("gen110.xml", "gen11.xml"),
             120: ("gen120.xml", "gen12.xml"), 125: ("gen125.xml",) * 2}
    new, old = (GENXML + name for name in names[version])
    file = new if (page.tree / new).is_file() else old
    while True:
        text = page.text(file)
        found = re.search(rf'name="{name}"[^>]*\blength="(\d+)"', text)
        if found:
            page.places.append((file, found.start(1), found.end(1), name))
            return int(found[1])
        base = re.search(r'<import name="([^"]+)"', text)
        if not base:
            raise Missing(f"indirect-draw: no {name} of version {version}")
        file = GENXML + base[1]


def shader(page):
    """The shader and the sizes, for each generation."""
    text = page.text(GENERATED)
    found = page.find(GENERATED, r"const uint32_t bo_size = align\(.*?\);",
                      "the size of a ring")
    ring = page.piece(GENERATED, found.start(), found.end(),
                      "the size of a ring", True)
    name = "cmd_buffer_get_generated_draw_stride"
    start = page.find(GENERATED, rf"^static uint32_t\ngenX\({name}\)",
                      name).start()
    stride = page.piece(GENERATED, start, end_of(text, start), name, True)
    items = page.define(GENERATED, "MAX_RING_BO_ITEMS")
    if "enum anv_generated_draw_flags {" in page.text(SHARED):
        flags = [page.declaration(SHARED, "enum anv_generated_draw_flags",
                                  False)]
    else:
        flags = [page.define(SHARED, f"ANV_GENERATED_FLAG_{flag}")
                 for flag in FLAGS]
    write, jump = (
        page.piece(SHADER, start, end_of(page.text(SHADER), start), name, True)
        for start, name in (
            (page.find(SHADER, r"^void\ngenX\(libanv_write_draw\)",
                       "the shader").start(), "libanv_write_draw"),
            (page.find(SHADER, r"^static void end_generated_draws\(",
                       "the jumps").start(), "end_generated_draws")))
    # 25.0 and later pass what was in the word of flags.
    new = "wa_insts_ptr" in page.text(SHADER)
    call = ("libanv_write_draw((void *)(uintptr_t)BASE, {} "
            "(void *)(uintptr_t)BASE, (void *)(uintptr_t)BASE, plan.stride, "
            "&read, base, 1, plan.max_draw_count, plan.flags{}, {} "
            "is_ring ? plan.ring_count : 0, GENERATE_ADDRESS, END_ADDRESS, "
            "index);")
    call = call.format("NULL,", " & 0x7f", "draws.mocs, draw_cmd_stride,") \
        if new else call.format("", "", "")
    for version in (90, 110, 120, 125):
        names = ["MI_BATCH_BUFFER_START"]
        names += ["3DPRIMITIVE_EXTENDED"] if version >= 110 else \
            ["3DPRIMITIVE", "VERTEX_BUFFER_STATE"]
        names += ["MI_ARB_CHECK"] if version >= 120 else []
        lengths = {name: length(page, version, name) for name in names}
        pieces = [f"#define GENX_{name}_length {words}\n"
                  for name, words in lengths.items()]
        pieces += [f"#define VERSION {version}\n",
                   f"#define GFX_VER {version // 10}\n", items, *flags,
                   stride, jump, write, f"#define WRITE_DRAW {call}\n"]
        # The size of the ring is an expression with conditions of the
        # preprocessor, so it is a function here.
        pieces.append("static uint32_t\nring_size(uint32_t draw_cmd_stride)\n"
                      f"{{\n{ring}   return bo_size;\n}}\n"
                      "#define RING_SIZE_OF_TREE const uint32_t bo_size = "
                      "ring_size(draw_cmd_stride);\n")
        page.compare_run("indirect.c", pieces)


def check(page):
    header = page.library.constants("dral_indirect_draw.h")
    for name, own in FLAGS.items():
        bit, place = page.number(
            SHARED, rf"ANV_GENERATED_FLAG_{name} *(?:=)? *"
            r"BITFIELD_BIT\((\d+)\)", name)
        page.same(name, 1 << bit, header[f"DRAL_INDIRECT_DRAW_FLAG_{own}"],
                  place)
    page.same_number(GENERATED, r"^#define MAX_RING_BO_ITEMS \((\d+)\)",
                     "draws of a ring",
                     documented(r"in the ring\. ANV: (\d+)", "the ring"))
    page.same_number(GENERATED,
                     r"^#define MAX_GENERATED_DRAW_COUNT \(([^)]*)\)",
                     "items of a dispatch", 8192 * 8192)
    if page.release >= 2602:
        page.same_number(IRIS, r"^#define RING_SIZE \(([^)]*)\)",
                         "the ring of iris",
                         documented(r"of a fixed size, (\d+) bytes in iris",
                                    "the ring of iris"))
    options(page)
    shader(page)
