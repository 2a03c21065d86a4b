/* SPDX-License-Identifier: MIT */

#include "dynamic_state.h"

#include "dral_dynamic_state.h"
#include "harness/csv.h"

#include <stdlib.h>
#include <string.h>

#define CAUSE_COUNT 132

/* What causes an instruction on some devices. */
struct cause {
   uint32_t mesa;
   uint64_t instruction;
   uint32_t first_version;
   uint32_t last_version;
   /* All of them. */
   uint32_t features;
   /* Any of them. */
   uint64_t states;
   uint32_t commands;
   uint64_t instructions;
};

static struct cause causes[CAUSE_COUNT];

/* The bits of the names in a space-separated list.  Exits at an unknown
 * name. */
static uint64_t
reference_bits(const char *list, const char *(*name)(uint32_t number))
{
   uint64_t bits = 0;

   while (*list != '\0') {
      const size_t length = strcspn(list, " ");
      uint32_t number = 0;

      while (strlen(name(number)) != length ||
             strncmp(name(number), list, length) != 0) {
         if (++number == 64) {
            fprintf(stderr, "unknown: %s\n", list);
            exit(EXIT_FAILURE);
         }
      }
      bits |= UINT64_C(1) << number;
      list += length;
      list += strspn(list, " ");
   }
   return bits;
}

const struct release *
reference_releases(void)
{
   static struct release releases[RELEASE_COUNT] = {
      { 2403, 0xFF, 0x3FFFFFFFFFFFFFFF, 0x3FF, 0x7FFFFFFFFFFFFF, 300 },
      { 2602, 0xFFF, 0x7FFFFFFFFFFFFFFF, 0, 0x3FFFFFFFFFFFFFFF, 350 },
   };

   releases[1].commands = (uint32_t)reference_bits(
      "VS HS DS GS TASK MESH PS INDEX_BUFFER INDEX_TYPE RENDER_AREA "
      "RENDER_TARGETS XFB_ENABLE OCCLUSION_QUERY_ACTIVE "
      "INDIRECT_DATA_STRIDE", dral_dynamic_command_name);
   releases[1].instructions &= ~reference_instructions(
      "BLEND_STATE_PTR CC_STATE_PTR VIEWPORT_CC_PTR");
   return releases;
}

uint64_t
reference_instructions(const char *list)
{
   return reference_bits(list, dral_dynamic_instruction_name);
}

void
reference_read_causes(struct context *context)
{
   struct csv csv;
   size_t i;

   if (!csv_open(&csv, context, "dynamic_state_causes.csv"))
      return;
   for (i = 0; i < CAUSE_COUNT && csv_next(&csv); i++) {
      struct cause *cause = &causes[i];

      cause->mesa = csv_unsigned(&csv, "mesa");
      cause->instruction =
         reference_instructions(csv_text(&csv, "instruction"));
      cause->first_version = csv_unsigned(&csv, "first_version");
      cause->last_version = csv_unsigned(&csv, "last_version");
      cause->features = csv_unsigned(&csv, "features");
      cause->states = reference_bits(csv_text(&csv, "states"),
                                     dral_dynamic_state_name);
      cause->commands = (uint32_t)reference_bits(
         csv_text(&csv, "commands"), dral_dynamic_command_name);
      cause->instructions =
         reference_instructions(csv_text(&csv, "instructions"));
   }
   CHECK(context, i == CAUSE_COUNT && !csv_next(&csv), "%zu causes", i);
   csv_close(&csv);
}

static int
is_cause(const struct cause *cause, uint32_t mesa, uint32_t version,
         uint32_t features)
{
   return mesa == cause->mesa && version >= cause->first_version &&
          version <= cause->last_version &&
          (features & cause->features) == cause->features;
}

void
reference_triggers(uint32_t mesa, uint32_t version, uint32_t features,
                   uint32_t instruction, uint64_t *states,
                   uint32_t *commands)
{
   size_t i;

   *states = 0;
   *commands = 0;
   for (i = 0; i < CAUSE_COUNT; i++) {
      if (causes[i].instruction != UINT64_C(1) << instruction ||
          !is_cause(&causes[i], mesa, version, features))
         continue;
      *states |= causes[i].states;
      *commands |= causes[i].commands;
   }
}

uint64_t
reference_with_companions(uint32_t mesa, uint32_t version, uint32_t features,
                          uint64_t instructions)
{
   uint64_t before;
   size_t i;

   do {
      before = instructions;
      for (i = 0; i < CAUSE_COUNT; i++) {
         if (is_cause(&causes[i], mesa, version, features) &&
             (instructions & causes[i].instructions) != 0)
            instructions |= causes[i].instruction;
      }
   } while (instructions != before);
   return instructions;
}

uint64_t
reference_initial(uint32_t mesa, uint32_t version, uint32_t features)
{
   const struct {
      int is_left_out;
      const char *instructions;
   } rules[] = {
      { 1, "INDEX_BUFFER SO_DECL_LIST" },
      { mesa == 2602, "LINE_STIPPLE WA_14024997852 BLEND_STATE_PTR "
                      "CC_STATE_PTR VIEWPORT_CC_PTR" },
      { mesa == 2403, "VF_COMPONENT_PACKING WA_18038825448 WA_14024997852 "
                      "WA_18019110168 FS_CONFIG TESS_CONFIG "
                      "MESH_PROVOKING_VERTEX" },
      { version < 110, "VF_SGVS_2" },
      { version < 120, "PRIMITIVE_REPLICATION DEPTH_BOUNDS" },
      { version >= 110, "PMA_FIX" },
      { !(features & DRAL_DYNAMIC_FEATURE_SAMPLE_LOCATIONS),
        "SAMPLE_PATTERN" },
      { !(features & DRAL_DYNAMIC_FEATURE_FRAGMENT_SHADING_RATE), "CPS" },
      { !(features & DRAL_DYNAMIC_FEATURE_MESH_SHADING),
        "SBE_MESH CLIP_MESH MESH_CONTROL MESH_SHADER MESH_DISTRIB "
        "TASK_CONTROL TASK_SHADER TASK_REDISTRIB" },
      { !(features & DRAL_DYNAMIC_FEATURE_WA_18019816803),
        "WA_18019816803" },
      { !(features & DRAL_DYNAMIC_FEATURE_WA_14018283232),
        "WA_14018283232" },
   };
   uint64_t instructions = (UINT64_C(1) << INSTRUCTION_COUNT) - 1;
   size_t i;

   for (i = 0; i < sizeof rules / sizeof rules[0]; i++) {
      if (rules[i].is_left_out)
         instructions &= ~reference_instructions(rules[i].instructions);
   }
   return instructions;
}
