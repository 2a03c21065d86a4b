/* SPDX-License-Identifier: MIT */

#include "plain.h"

/* The bits that value - 1 can need. */
static uint32_t
bits_of(uint32_t value)
{
   return value == 1 ? 0 : 32 - (uint32_t)__builtin_clz(value - 1);
}

static uint32_t
size_byte(uint32_t size)
{
   const uint32_t shift = (uint32_t)__builtin_ctz(size);

   return shift | (size >> shift >> 1) << 5;
}

int
plain_draw_resolve(const struct dral_draw *draw,
                   struct dral_resolved_draw *resolved)
{
   const uint32_t vertex_count = draw->vertex_count;
   const uint32_t instance_count = draw->instance_count;
   uint32_t groups_z = 32;

   resolved->padded_count = vertex_count;
   resolved->instance_size = 1;
   resolved->instance_primitive_size = 1;
   resolved->invocation[0] = vertex_count - 1;
   if (instance_count > 1) {
      const uint32_t padded = plain_padded_vertex_count(vertex_count);
      const uint32_t primitives =
         (padded + draw->vertices_per_primitive - 1) /
         draw->vertices_per_primitive;

      resolved->padded_count = padded;
      resolved->instance_size = padded;
      resolved->instance_primitive_size =
         plain_padded_vertex_count(primitives);
      groups_z = bits_of(vertex_count);
      resolved->invocation[0] |= (instance_count - 1) << groups_z;
   }
   resolved->invocation[1] = groups_z << 22 | 2u << 28;
   resolved->instance_size_byte = size_byte(resolved->instance_size);
   resolved->instance_primitive_size_byte =
      size_byte(resolved->instance_primitive_size);
   resolved->threads = (uint64_t)resolved->padded_count * instance_count;
   resolved->wasted_threads =
      (uint64_t)(resolved->padded_count - vertex_count) * instance_count;
   return 0;
}

int
plain_draw(const struct dral_draw *draw,
           const struct dral_vertex_buffer *buffers, size_t buffer_count,
           struct dral_resolved_draw *resolved, uint32_t *words,
           uint32_t *slots, size_t *word_count)
{
   plain_draw_resolve(draw, resolved);
   plain_table(draw, resolved->padded_count, buffers, buffer_count, words,
               slots, word_count);
   return 0;
}

int
plain_draw_pairs(const struct dral_draw *draw,
                 const struct dral_vertex_buffer *buffers,
                 size_t buffer_count, struct dral_resolved_draw *resolved,
                 uint32_t *words, uint32_t *slots, size_t *word_count)
{
   plain_draw_resolve(draw, resolved);
   plain_table_pairs(draw, resolved->padded_count, buffers, buffer_count,
                     words, slots, word_count);
   return 0;
}
