# SPDX-License-Identifier: MIT
"""docs/reference/varying.md in a tree of Mesa.

Compares: docs/reference/varying.md: Varyings; The packer; Addresses of nvc0.
"""

LINKER = "src/compiler/glsl/gl_nir_link_varyings.c"
TYPES = "src/compiler/glsl_types"
NVC0 = "src/gallium/drivers/nouveau/nvc0/nvc0_program.c"
SEMANTICS = "src/gallium/include/pipe/p_shader_tokens.h"


def check(page):
    header = page.library.constants("dral_varying.h")
    # The numbers of interpolations are parts of a class.
    for number, name in enumerate(("SMOOTH", "FLAT", "NOPERSPECTIVE"), 1):
        page.same(name, number,
                  header[f"DRAL_VARYING_INTERPOLATION_{name}"])
    shaders = "src/compiler/shader_enums.h"
    page.holds(shaders, r"INTERP_MODE_NONE = 0,\s*INTERP_MODE_SMOOTH,\s*"
               r"INTERP_MODE_FLAT,\s*INTERP_MODE_NOPERSPECTIVE,",
               "the order of interpolations")
    types = [page.declaration(TYPES + ".h", "enum glsl_base_type", False)]
    found = page.find(shaders, r"^enum glsl_interp_mode\n\{.*?\};",
                      "glsl_interp_mode")
    types.append(page.piece(shaders, found.start(), found.end(),
                            "glsl_interp_mode", True))
    found = page.find(SEMANTICS, r"^enum tgsi_semantic \{.*?\};",
                      "tgsi_semantic")
    types.append(page.piece(SEMANTICS, found.start(), found.end(),
                            "tgsi_semantic", False))
    (page.library.folder / "types.c").write_text("".join(types))
    # Patch varyings, which begin after MAX_VARYING slots, are left out.
    pieces = [page.define(shaders, "MAX_VARYING"),
              "#define MAX_VARYINGS_INCL_PATCH 64\n"]
    pieces += [page.function(TYPES + ".c", name) for name in (
        "glsl_get_component_slots", "glsl_get_component_slots_aligned",
        "glsl_count_vec4_slots")]
    pieces.append(page.declaration(LINKER, "enum packing_order_enum", False))
    pieces.append(page.declaration(LINKER, "struct match", False))
    found = page.find(LINKER, r"^struct varying_matches\n\{.*?\n\};",
                      "varying_matches")
    pieces.append(page.piece(LINKER, found.start(), found.end(),
                             "varying_matches", False))
    pieces += [page.function(LINKER, name, plant) for name, plant in (
        ("varying_matches_match_comparator", True),
        ("varying_matches_xfb_comparator", False),
        ("varying_matches_not_xfb_comparator", False),
        ("is_packing_disabled", False),
        ("varying_matches_compute_packing_class", True),
        ("varying_matches_compute_packing_order", True),
        ("varying_matches_assign_locations", True))]
    pieces += [page.function(NVC0, name) for name in (
        "nvc0_shader_input_address", "nvc0_shader_output_address")]
    page.compare_run("varying.c", pieces)
