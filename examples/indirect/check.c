/* SPDX-License-Identifier: MIT */

#include "check.h"

#include <dral.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static struct dral_draw
draw_of(const struct indirect_command *command,
        const struct indirect_state *state)
{
   struct dral_draw draw;

   draw.architecture = state->architecture;
   draw.padding_rule = state->padding_rule;
   draw.rounding = state->rounding;
   draw.idvs = state->idvs;
   draw.vertex_count = command->vertex_count;
   draw.instance_count = command->instance_count;
   draw.vertices_per_primitive = state->vertices_per_primitive;
   /* Its bits, which the kernel also interprets as a signed number. */
   memcpy(&draw.offset_start, &command->first_vertex,
          sizeof draw.offset_start);
   draw.base_instance = command->first_instance;
   draw.primitive_size = state->primitive_size;
   return draw;
}

/* The library's output for a draw: 1, or 0 if it is refused or empty. */
static int
make_output(const struct dral_draw *draw, const struct indirect_state *state,
            struct indirect_output *output)
{
   struct dral_resolved_draw resolved;
   size_t word_count;
   uint32_t i;

   if (dral_draw_resolve(draw, &resolved) != 0 || resolved.threads == 0)
      return 0;
   for (i = 0; i < state->buffer_count; i++) {
      if (dral_attribute_offset(&resolved, &state->buffers[i], 0,
                                &output->offsets[i]) != 0)
         return 0;
   }
   if (dral_attribute_table_pack(&resolved, DRAL_TABLE_SHAPE_PACKED, 0,
                                 state->buffers, state->buffer_count,
                                 output->words, INDIRECT_WORDS, output->slots,
                                 &word_count, NULL) != 0)
      return 0;
   output->drawn = 1;
   output->padded_count = resolved.padded_count;
   output->instance_size = resolved.instance_size;
   output->instance_size_byte = resolved.instance_size_byte;
   output->instance_primitive_size_byte =
      resolved.instance_primitive_size_byte;
   output->invocation[0] = resolved.invocation[0];
   output->invocation[1] = resolved.invocation[1];
   output->word_count = (uint32_t)word_count;
   return 1;
}

/* Counts the records of a table by type. */
static void
count_records(struct check *check, const struct indirect_state *state,
              const struct indirect_output *output)
{
   uint32_t i;

   for (i = 0; i < state->buffer_count; i++)
      /* The type of a record, 0 to 4; % 5 only keeps the index in bounds. */
      check->records[output->words[4 * output->slots[i]] % 8 % 5]++;
}

void
check_output(struct check *check, const struct indirect_command *command,
             const struct indirect_state *state,
             const struct indirect_output *output)
{
   const struct dral_draw draw = draw_of(command, state);
   struct indirect_output expected;
   uint32_t actual_words[sizeof expected / 4];
   uint32_t expected_words[sizeof expected / 4];
   size_t i;

   memset(&expected, UNWRITTEN, sizeof expected);
   if (make_output(&draw, state, &expected)) {
      count_records(check, state, &expected);
   } else {
      check->skipped++;
      memset(&expected, UNWRITTEN, sizeof expected);
      memset(&expected, 0, offsetof(struct indirect_output, slots));
   }
   memcpy(actual_words, output, sizeof *output);
   memcpy(expected_words, &expected, sizeof expected);
   for (i = 0; i < sizeof expected / 4; i++) {
      check->words++;
      if (actual_words[i] == expected_words[i])
         continue;
      check->wrong++;
      if (check->wrong <= 10)
         printf("word %u is 0x%08" PRIX32 ", not 0x%08" PRIX32 ": %" PRIu32
                " vertices, %" PRIu32 " instances, v%" PRIu32 ": %s\n",
                (unsigned)i, actual_words[i], expected_words[i],
                command->vertex_count, command->instance_count,
                state->architecture, dral_draw_explain(&draw));
   }
}
