/* SPDX-License-Identifier: MIT */

#include "check.h"

#include <dral_model.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

static int32_t
signed_word(uint32_t word)
{
   int32_t result;

   memcpy(&result, &word, sizeof result);
   return result;
}

/* The indices that a draw uses, in order. */
static struct dral_index_range
range_of(struct check *check, const struct scene *scene,
         const struct indirect_state *state, const uint32_t *command)
{
   const uint32_t largest_of_size =
      state->index_size == 4 ? UINT32_MAX
                             : ((uint32_t)1 << 8 * state->index_size) - 1;
   struct dral_index_range range = { UINT32_MAX, 0, 0 };
   uint32_t restarts = 0;
   uint32_t i;

   range.vertex_offset = signed_word(command[3]);
   for (i = 0; i < command[0]; i++) {
      const uint64_t position = (uint64_t)command[2] + i;
      uint32_t index = 0;

      if (position < state->index_capacity)
         index = index_at(scene, state, (uint32_t)position);
      if (index == largest_of_size) {
         restarts = 1;
         if (state->restart)
            continue;
      }
      if (index < range.min_index)
         range.min_index = index;
      if (index > range.max_index)
         range.max_index = index;
      /* All following indices are 0. */
      if (position >= state->index_capacity) {
         check->beyond++;
         break;
      }
   }
   check->index_sizes[state->index_size]++;
   check->restarts += restarts & state->restart;
   check->no_restarts += restarts & !state->restart;
   return range;
}

/* Resolves a draw; returns 0 if it has no threads. */
static int
resolve(struct check *check, const struct scene *scene,
        const struct indirect_draw *source, struct dral_draw *draw,
        struct dral_vertex_range *vertices)
{
   const struct indirect_state *state = &scene->states[source->state];
   const uint32_t *command = source->command;
   struct dral_draw_info info = { 0 };

   if (state->index_size != 0) {
      const struct dral_index_range range =
         range_of(check, scene, state, command);

      if (dral_index_range_resolve(&range, vertices) != 0)
         return 0;
      info.base_instance = command[4];
   } else {
      check->index_sizes[0]++;
      vertices->vertex_count = command[0];
      vertices->offset_start = signed_word(command[2]);
      vertices->base_vertex_offset = 0;
      info.base_instance = command[3];
   }
   info.architecture = state->architecture;
   info.rounding = DRAL_ROUNDING_NEAREST;
   info.idvs = state->idvs;
   info.vertex_count = vertices->vertex_count;
   info.instance_count = command[1];
   info.vertices_per_primitive = state->vertices_per_primitive;
   info.offset_start = vertices->offset_start;
   info.primitive_size_rule = DRAL_PRIMITIVE_SIZE_RULE_PADDED;
   memset(draw, 0, sizeof *draw);
   return dral_draw_resolve(draw, &info) == 0 && draw->threads != 0;
}

/* The two words of a binding's attribute; 0 if the draw is refused. */
static int
write_attribute(const struct dral_draw *draw,
                const struct dral_vertex_buffer *buffer,
                const struct indirect_binding *binding, uint32_t slot,
                uint32_t *words)
{
   struct dral_attribute_descriptor descriptor;

   memset(words, 0, 8);
   if (buffer->rate == DRAL_RATE_UNUSED)
      return 1;
   descriptor.slot = slot;
   descriptor.format = binding->format;
   return dral_attribute_offset(draw, buffer, binding->source_offset,
                                &descriptor.offset) == 0 &&
          dral_attribute_descriptor_pack(&descriptor, words) == 0;
}

size_t
expect_output(struct check *check, const struct scene *scene, uint32_t shape,
              const struct indirect_draw *draw,
              struct indirect_output *output)
{
   const struct indirect_state *state = &scene->states[draw->state];
   const struct dral_vertex_buffer *buffers = scene->buffers[draw->state];
   const bool packed = shape == DRAL_TABLE_SHAPE_PACKED;
   struct dral_vertex_range vertices;
   struct dral_draw resolved;
   uint32_t slots[INDIRECT_BINDINGS];
   int word_count;
   uint32_t i;

   memset(output, UNWRITTEN, sizeof *output);
   output->drawn = resolve(check, scene, draw, &resolved, &vertices) != 0;
   if (!output->drawn) {
      check->empty++;
      return 1;
   }
   output->padded_count = resolved.padded_count;
   output->instance_size_byte = resolved.instance_size_byte;
   output->instance_primitive_size_byte =
      resolved.instance_primitive_size_byte;
   output->invocation[0] = resolved.invocation[0];
   output->invocation[1] = resolved.invocation[1];
   output->offset_start = resolved.info.offset_start;
   output->base_vertex_offset = vertices.base_vertex_offset;
   /* Computed from scratch, but patch uses prepared states. */
   word_count = dral_attribute_table(
      &resolved, shape, packed ? 0 : scene->image_counts[draw->state],
      buffers, state->vertex.buffer_count, output->table,
      INDIRECT_TABLE_WORDS, slots);
   output->drawn = word_count >= 0;
   for (i = 0; i < state->vertex.buffer_count && output->drawn; i++) {
      if (!write_attribute(&resolved, &buffers[i], &state->bindings[i],
                           slots[i], output->attributes[i]))
         output->drawn = 0;
      /* % 5 only keeps the index in bounds. */
      check->records[output->table[4 * slots[i]] % 8 % 5]++;
   }
   check->drawn += output->drawn;
   check->too_far += !output->drawn;
   return output->drawn ? offsetof(struct indirect_output, table) / 4
                             + (size_t)word_count
                        : 1;
}

void
compare_output(struct check *check, const struct scene *scene, uint32_t shape,
               const struct indirect_draw *draw,
               const struct indirect_output *actual)
{
   struct indirect_output expected;
   uint32_t actual_words[sizeof expected / 4];
   uint32_t expected_words[sizeof expected / 4];
   const size_t count = expect_output(check, scene, shape, draw, &expected);
   size_t i;

   memcpy(actual_words, actual, sizeof *actual);
   memcpy(expected_words, &expected, sizeof expected);
   for (i = 0; i < count; i++) {
      check->words++;
      if (actual_words[i] == expected_words[i])
         continue;
      check->wrong++;
      if (check->wrong <= 10)
         printf("word %u is 0x%08" PRIX32 ", not 0x%08" PRIX32
                ": state %" PRIu32 ", command %" PRIu32 " %" PRIu32
                " %" PRIu32 " %" PRIu32 " %" PRIu32 "\n",
                (unsigned)i, actual_words[i], expected_words[i], draw->state,
                draw->command[0], draw->command[1], draw->command[2],
                draw->command[3], draw->command[4]);
   }
}

int
covers_all_kinds(const struct check *check, uint32_t shape)
{
   const struct {
      const char *what;
      uint32_t count;
   } kinds[] = {
      { "draws", check->drawn },
      { "draws without threads", check->empty },
      { "draws with an offset that does not fit", check->too_far },
      { "draws without indices", check->index_sizes[0] },
      { "draws with indices of 8 bits", check->index_sizes[1] },
      { "draws with indices of 16 bits", check->index_sizes[2] },
      { "draws with indices of 32 bits", check->index_sizes[4] },
      { "draws with restart indices", check->restarts },
      { "draws in which these are indices", check->no_restarts },
      { "draws beyond their index buffer", check->beyond },
      { "1D records", check->records[1] },
      { "POT divisors", check->records[2] },
      { "moduli", check->records[3] },
      { "NPOT divisors", check->records[4] },
      /* Only pairs have them. */
      { "unused buffers", check->records[0] },
   };
   const size_t count = sizeof kinds / sizeof kinds[0]
                        - (shape == DRAL_TABLE_SHAPE_PACKED);
   const uint32_t draws = check->drawn + check->empty + check->too_far;
   int result = 1;
   size_t i;

   for (i = 0; i < count; i++) {
      printf("%" PRIu32 " %s\n", kinds[i].count, kinds[i].what);
      result = result && kinds[i].count >= draws / 100;
   }
   if (!result)
      printf("too few of some kind\n");
   return result;
}
