/* SPDX-License-Identifier: MIT */

#include "dynamic_state.h"

#include "dral_dynamic_state.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const state_names[] = {
   "VI", "VI_BINDINGS_VALID", "VI_BINDING_STRIDES", "IA_PRIMITIVE_TOPOLOGY",
   "IA_PRIMITIVE_RESTART_ENABLE", "TS_PATCH_CONTROL_POINTS",
   "TS_DOMAIN_ORIGIN", "VP_VIEWPORT_COUNT", "VP_VIEWPORTS",
   "VP_SCISSOR_COUNT", "VP_SCISSORS", "VP_DEPTH_CLIP_NEGATIVE_ONE_TO_ONE",
   "VP_DEPTH_CLAMP_RANGE", "DR_RECTANGLES", "DR_MODE", "DR_ENABLE",
   "RS_RASTERIZER_DISCARD_ENABLE", "RS_DEPTH_CLAMP_ENABLE",
   "RS_DEPTH_CLIP_ENABLE", "RS_POLYGON_MODE", "RS_CULL_MODE", "RS_FRONT_FACE",
   "RS_CONSERVATIVE_MODE", "RS_EXTRA_PRIMITIVE_OVERESTIMATION_SIZE",
   "RS_RASTERIZATION_ORDER_AMD", "RS_PROVOKING_VERTEX",
   "RS_RASTERIZATION_STREAM", "RS_DEPTH_BIAS_ENABLE", "RS_DEPTH_BIAS_FACTORS",
   "RS_LINE_WIDTH", "RS_LINE_MODE", "RS_LINE_STIPPLE_ENABLE",
   "RS_LINE_STIPPLE", "FSR", "MS_RASTERIZATION_SAMPLES", "MS_SAMPLE_MASK",
   "MS_ALPHA_TO_COVERAGE_ENABLE", "MS_ALPHA_TO_ONE_ENABLE",
   "MS_SAMPLE_LOCATIONS_ENABLE", "MS_SAMPLE_LOCATIONS",
   "DS_DEPTH_TEST_ENABLE", "DS_DEPTH_WRITE_ENABLE", "DS_DEPTH_COMPARE_OP",
   "DS_DEPTH_BOUNDS_TEST_ENABLE", "DS_DEPTH_BOUNDS_TEST_BOUNDS",
   "DS_STENCIL_TEST_ENABLE", "DS_STENCIL_OP", "DS_STENCIL_COMPARE_MASK",
   "DS_STENCIL_WRITE_MASK", "DS_STENCIL_REFERENCE", "CB_LOGIC_OP_ENABLE",
   "CB_LOGIC_OP", "CB_ATTACHMENT_COUNT", "CB_COLOR_WRITE_ENABLES",
   "CB_BLEND_ENABLES", "CB_BLEND_EQUATIONS", "CB_WRITE_MASKS",
   "CB_BLEND_CONSTANTS", "RP_ATTACHMENTS", "ATTACHMENT_FEEDBACK_LOOP_ENABLE",
   "COLOR_ATTACHMENT_MAP", "INPUT_ATTACHMENT_MAP",
};

static const char *const command_names[] = {
   "PIPELINE", "INDEX_BUFFER", "RENDER_AREA", "RENDER_TARGETS", "XFB_ENABLE",
   "RESTART_INDEX", "OCCLUSION_QUERY_ACTIVE", "FS_MSAA_FLAGS",
   "COARSE_PIXEL_ACTIVE", "INDIRECT_DATA_STRIDE",
};

static const char *const instruction_names[] = {
   "URB", "VF_STATISTICS", "VF_SGVS", "VF_SGVS_2", "VF_SGVS_VI",
   "VF_SGVS_INSTANCING", "PRIMITIVE_REPLICATION", "SBE", "SBE_SWIZ",
   "SO_DECL_LIST", "VS", "HS", "DS", "GS", "PS", "SBE_MESH", "CLIP_MESH",
   "MESH_CONTROL", "MESH_SHADER", "MESH_DISTRIB", "TASK_CONTROL",
   "TASK_SHADER", "TASK_REDISTRIB", "BLEND_STATE", "BLEND_STATE_PTR", "CLIP",
   "CC_STATE", "CC_STATE_PTR", "CPS", "DEPTH_BOUNDS", "INDEX_BUFFER",
   "LINE_STIPPLE", "MULTISAMPLE", "PS_BLEND", "RASTER", "SAMPLE_MASK",
   "SAMPLE_PATTERN", "SCISSOR", "SF", "STREAMOUT", "TE", "VERTEX_INPUT", "VF",
   "VF_TOPOLOGY", "VFG", "VIEWPORT_CC", "VIEWPORT_CC_PTR", "VIEWPORT_SF_CLIP",
   "WM", "WM_DEPTH_STENCIL", "PS_EXTRA", "PMA_FIX", "WA_18019816803",
   "WA_14018283232", "TBIMR_TILE_PASS_INFO",
};

/* An instruction and the names of its causes. */
struct causes {
   const char *instruction;
   /* Condition: versions first to last, and the feature if it is not 0. */
   uint32_t first;
   uint32_t last;
   uint32_t feature;
   const char *states;
   const char *commands;
};

static const struct causes all_causes[] = {
   { "GS", 0, UINT32_MAX, 0,
     "RS_RASTERIZER_DISCARD_ENABLE RS_PROVOKING_VERTEX "
     "RS_RASTERIZATION_STREAM",
     "PIPELINE XFB_ENABLE OCCLUSION_QUERY_ACTIVE" },
   { "PS", 0, UINT32_MAX, 0,
     "FSR MS_RASTERIZATION_SAMPLES MS_ALPHA_TO_COVERAGE_ENABLE",
     "PIPELINE FS_MSAA_FLAGS COARSE_PIXEL_ACTIVE" },
   { "BLEND_STATE", 0, UINT32_MAX, 0,
     "MS_ALPHA_TO_COVERAGE_ENABLE MS_ALPHA_TO_ONE_ENABLE CB_LOGIC_OP_ENABLE "
     "CB_LOGIC_OP CB_COLOR_WRITE_ENABLES CB_BLEND_ENABLES "
     "CB_BLEND_EQUATIONS CB_WRITE_MASKS",
     "PIPELINE RENDER_TARGETS" },
   { "CLIP", 0, UINT32_MAX, 0,
     "IA_PRIMITIVE_TOPOLOGY VP_VIEWPORTS VP_SCISSORS "
     "VP_DEPTH_CLIP_NEGATIVE_ONE_TO_ONE VP_DEPTH_CLAMP_RANGE "
     "RS_DEPTH_CLAMP_ENABLE RS_DEPTH_CLIP_ENABLE RS_POLYGON_MODE "
     "RS_CULL_MODE RS_FRONT_FACE RS_CONSERVATIVE_MODE RS_PROVOKING_VERTEX "
     "RS_DEPTH_BIAS_ENABLE RS_DEPTH_BIAS_FACTORS RS_LINE_WIDTH RS_LINE_MODE",
     "PIPELINE RENDER_AREA RENDER_TARGETS" },
   { "CC_STATE", 0, UINT32_MAX, 0,
     "CB_BLEND_CONSTANTS",
     "" },
   { "CPS", 110, UINT32_MAX, 0,
     "FSR MS_RASTERIZATION_SAMPLES MS_ALPHA_TO_COVERAGE_ENABLE",
     "PIPELINE FS_MSAA_FLAGS" },
   { "DEPTH_BOUNDS", 120, UINT32_MAX, 0,
     "DS_DEPTH_BOUNDS_TEST_ENABLE DS_DEPTH_BOUNDS_TEST_BOUNDS",
     "" },
   { "INDEX_BUFFER", 0, UINT32_MAX, 0,
     "",
     "INDEX_BUFFER" },
   { "LINE_STIPPLE", 0, UINT32_MAX, 0,
     "RS_LINE_STIPPLE_ENABLE RS_LINE_STIPPLE",
     "" },
   { "MULTISAMPLE", 0, UINT32_MAX, 0,
     "MS_RASTERIZATION_SAMPLES",
     "" },
   { "PS_BLEND", 0, UINT32_MAX, 0,
     "MS_ALPHA_TO_COVERAGE_ENABLE MS_ALPHA_TO_ONE_ENABLE CB_LOGIC_OP_ENABLE "
     "CB_LOGIC_OP CB_COLOR_WRITE_ENABLES CB_BLEND_ENABLES "
     "CB_BLEND_EQUATIONS CB_WRITE_MASKS",
     "PIPELINE RENDER_TARGETS" },
   { "RASTER", 0, UINT32_MAX, 0,
     "IA_PRIMITIVE_TOPOLOGY RS_DEPTH_CLAMP_ENABLE RS_DEPTH_CLIP_ENABLE "
     "RS_POLYGON_MODE RS_CULL_MODE RS_FRONT_FACE RS_CONSERVATIVE_MODE "
     "RS_DEPTH_BIAS_ENABLE RS_DEPTH_BIAS_FACTORS RS_LINE_WIDTH RS_LINE_MODE",
     "PIPELINE RENDER_TARGETS" },
   { "SAMPLE_MASK", 0, UINT32_MAX, 0,
     "MS_SAMPLE_MASK",
     "" },
   { "SAMPLE_PATTERN", 0, UINT32_MAX, 0,
     "MS_SAMPLE_LOCATIONS_ENABLE MS_SAMPLE_LOCATIONS",
     "" },
   { "SCISSOR", 0, UINT32_MAX, 0,
     "VP_VIEWPORTS VP_SCISSORS",
     "RENDER_AREA" },
   { "SF", 0, UINT32_MAX, 0,
     "RS_PROVOKING_VERTEX RS_DEPTH_BIAS_FACTORS RS_LINE_WIDTH",
     "" },
   { "STREAMOUT", 0, UINT32_MAX, 0,
     "RS_RASTERIZER_DISCARD_ENABLE RS_PROVOKING_VERTEX "
     "RS_RASTERIZATION_STREAM",
     "PIPELINE XFB_ENABLE OCCLUSION_QUERY_ACTIVE" },
   { "TE", 0, UINT32_MAX, 0,
     "TS_DOMAIN_ORIGIN",
     "PIPELINE" },
   { "VERTEX_INPUT", 0, UINT32_MAX, 0,
     "VI VI_BINDINGS_VALID VI_BINDING_STRIDES",
     "PIPELINE" },
   { "VF", 0, UINT32_MAX, 0,
     "IA_PRIMITIVE_RESTART_ENABLE",
     "RESTART_INDEX" },
   { "VF_TOPOLOGY", 0, UINT32_MAX, 0,
     "IA_PRIMITIVE_TOPOLOGY",
     "PIPELINE" },
   { "VFG", 125, UINT32_MAX, 0,
     "IA_PRIMITIVE_RESTART_ENABLE",
     "" },
   { "VIEWPORT_CC", 0, UINT32_MAX, 0,
     "VP_VIEWPORTS VP_SCISSORS VP_DEPTH_CLIP_NEGATIVE_ONE_TO_ONE "
     "VP_DEPTH_CLAMP_RANGE RS_DEPTH_CLAMP_ENABLE",
     "RENDER_AREA" },
   { "VIEWPORT_SF_CLIP", 0, UINT32_MAX, 0,
     "VP_VIEWPORTS VP_SCISSORS VP_DEPTH_CLIP_NEGATIVE_ONE_TO_ONE "
     "VP_DEPTH_CLAMP_RANGE RS_DEPTH_CLAMP_ENABLE",
     "RENDER_AREA" },
   { "WM", 0, UINT32_MAX, 0,
     "RS_LINE_STIPPLE_ENABLE RS_LINE_STIPPLE FSR MS_RASTERIZATION_SAMPLES "
     "MS_ALPHA_TO_COVERAGE_ENABLE",
     "PIPELINE FS_MSAA_FLAGS COARSE_PIXEL_ACTIVE" },
   { "WM_DEPTH_STENCIL", 0, UINT32_MAX, 0,
     "DS_DEPTH_TEST_ENABLE DS_DEPTH_WRITE_ENABLE DS_DEPTH_COMPARE_OP "
     "DS_STENCIL_TEST_ENABLE DS_STENCIL_OP DS_STENCIL_COMPARE_MASK "
     "DS_STENCIL_WRITE_MASK DS_STENCIL_REFERENCE",
     "RENDER_TARGETS" },
   { "WM_DEPTH_STENCIL", 0, 109, 0,
     "",
     "PIPELINE" },
   { "PS_EXTRA", 0, UINT32_MAX, 0,
     "FSR MS_RASTERIZATION_SAMPLES MS_ALPHA_TO_COVERAGE_ENABLE "
     "ATTACHMENT_FEEDBACK_LOOP_ENABLE",
     "PIPELINE FS_MSAA_FLAGS COARSE_PIXEL_ACTIVE" },
   { "PS_EXTRA", 0, 124, 0,
     "",
     "OCCLUSION_QUERY_ACTIVE" },
   { "PMA_FIX", 0, 109, 0,
     "DS_DEPTH_TEST_ENABLE DS_DEPTH_WRITE_ENABLE DS_DEPTH_COMPARE_OP "
     "DS_STENCIL_TEST_ENABLE DS_STENCIL_OP DS_STENCIL_COMPARE_MASK "
     "DS_STENCIL_WRITE_MASK DS_STENCIL_REFERENCE",
     "PIPELINE RENDER_TARGETS" },
   { "WA_18019816803", 0, 109, DRAL_DYNAMIC_FEATURE_WA_18019816803,
     "",
     "PIPELINE" },
   { "WA_18019816803", 0, UINT32_MAX, DRAL_DYNAMIC_FEATURE_WA_18019816803,
     "DS_DEPTH_TEST_ENABLE DS_DEPTH_WRITE_ENABLE DS_DEPTH_COMPARE_OP "
     "DS_STENCIL_TEST_ENABLE DS_STENCIL_OP DS_STENCIL_COMPARE_MASK "
     "DS_STENCIL_WRITE_MASK DS_STENCIL_REFERENCE",
     "RENDER_TARGETS" },
   { "WA_14018283232", 0, UINT32_MAX, DRAL_DYNAMIC_FEATURE_WA_14018283232,
     "DS_DEPTH_BOUNDS_TEST_ENABLE",
     "PIPELINE" },
   { "TBIMR_TILE_PASS_INFO", 125, 125, 0,
     "",
     "RENDER_TARGETS" },
};

#define CAUSES_COUNT (sizeof all_causes / sizeof all_causes[0])

const char *
reference_state_name(unsigned state)
{
   return state_names[state];
}

const char *
reference_command_name(unsigned command)
{
   return command_names[command];
}

const char *
reference_instruction_name(unsigned instruction)
{
   return instruction_names[instruction];
}

static uint64_t
bit_of(const char *name, const char *const *names, unsigned count)
{
   unsigned i;

   for (i = 0; i < count; i++) {
      if (strcmp(names[i], name) == 0)
         return UINT64_C(1) << i;
   }
   fprintf(stderr, "the reference has no %s\n", name);
   exit(EXIT_FAILURE);
}

uint64_t
reference_instruction(const char *name)
{
   return bit_of(name, instruction_names, INSTRUCTION_COUNT);
}

uint64_t
reference_state(const char *name)
{
   return bit_of(name, state_names, STATE_COUNT);
}

int
reference_lists(const char *list, const char *name)
{
   const size_t length = strlen(name);
   const char *found = list;

   while ((found = strstr(found, name)) != NULL) {
      const int begins = found == list || found[-1] == ' ';
      const int ends = found[length] == ' ' || found[length] == '\0';

      if (begins && ends)
         return 1;
      found += length;
   }
   return 0;
}

/* 1 if the list contains the name of one of the bits. */
static int
lists_any(const char *list, uint64_t bits, const char *const *names,
          unsigned count)
{
   unsigned i;

   for (i = 0; i < count; i++) {
      if ((bits >> i & 1) != 0 && reference_lists(list, names[i]))
         return 1;
   }
   return 0;
}

uint64_t
reference_triggered(uint32_t version, uint32_t features, uint64_t states,
                    uint32_t commands)
{
   uint64_t instructions = 0;
   size_t i;

   for (i = 0; i < CAUSES_COUNT; i++) {
      const struct causes *causes = &all_causes[i];

      if (version < causes->first || version > causes->last)
         continue;
      if (causes->feature != 0 && (features & causes->feature) == 0)
         continue;
      if (lists_any(causes->states, states, state_names, STATE_COUNT) ||
          lists_any(causes->commands, commands, command_names,
                    COMMAND_COUNT))
         instructions |= reference_instruction(causes->instruction);
   }
   return instructions;
}

/* The instruction with that name, if present, adds another one. */
static uint64_t
brings(uint64_t instructions, const char *name, const char *companion)
{
   if ((instructions & reference_instruction(name)) == 0)
      return 0;
   return reference_instruction(companion);
}

uint64_t
reference_with_companions(uint32_t version, uint32_t features,
                          uint64_t instructions)
{
   const uint32_t captured = DRAL_DYNAMIC_FEATURE_TRANSFORM_FEEDBACK |
                             DRAL_DYNAMIC_FEATURE_WA_16011773973;
   uint64_t before;

   do {
      before = instructions;
      if ((features & captured) == captured)
         instructions |= brings(instructions, "SO_DECL_LIST", "STREAMOUT");
      if ((features & DRAL_DYNAMIC_FEATURE_WA_16012775297) != 0)
         instructions |= brings(instructions, "VF", "VF_STATISTICS");
      if (version / 10 == 11)
         instructions |= brings(instructions, "BLEND_STATE", "MULTISAMPLE");
      if (version / 10 == 9)
         instructions |= brings(instructions, "VIEWPORT_CC_PTR",
                                "VIEWPORT_CC");
      instructions |= brings(instructions, "VIEWPORT_CC", "VIEWPORT_CC_PTR");
      instructions |= brings(instructions, "CC_STATE", "CC_STATE_PTR");
      instructions |= brings(instructions, "BLEND_STATE", "BLEND_STATE_PTR");
   } while (instructions != before);
   return instructions;
}

/* All except those of the list. */
static void
leave_out(uint64_t *instructions, const char *list)
{
   unsigned i;

   for (i = 0; i < INSTRUCTION_COUNT; i++) {
      if (reference_lists(list, instruction_names[i]))
         *instructions &= ~(UINT64_C(1) << i);
   }
}

uint64_t
reference_initial(uint32_t version, uint32_t features)
{
   uint64_t instructions = (UINT64_C(1) << INSTRUCTION_COUNT) - 1;

   leave_out(&instructions, "INDEX_BUFFER SO_DECL_LIST");
   if (version < 110)
      leave_out(&instructions, "VF_SGVS_2");
   if (version < 120)
      leave_out(&instructions, "PRIMITIVE_REPLICATION DEPTH_BOUNDS");
   if (version >= 110)
      leave_out(&instructions, "PMA_FIX");
   if ((features & DRAL_DYNAMIC_FEATURE_SAMPLE_LOCATIONS) == 0)
      leave_out(&instructions, "SAMPLE_PATTERN");
   if ((features & DRAL_DYNAMIC_FEATURE_FRAGMENT_SHADING_RATE) == 0)
      leave_out(&instructions, "CPS");
   if ((features & DRAL_DYNAMIC_FEATURE_MESH_SHADING) == 0)
      instructions &= ~UINT64_C(0x7F8000);
   if ((features & DRAL_DYNAMIC_FEATURE_WA_18019816803) == 0)
      leave_out(&instructions, "WA_18019816803");
   if ((features & DRAL_DYNAMIC_FEATURE_WA_14018283232) == 0)
      leave_out(&instructions, "WA_14018283232");
   return instructions;
}
