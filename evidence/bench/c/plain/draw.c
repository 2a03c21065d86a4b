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
plain_draw_resolve(struct dral_draw *draw)
{
   const uint32_t vertex_count = draw->info.vertex_count;
   const uint32_t instance_count = draw->info.instance_count;
   uint32_t groups_z = 32;

   draw->padded_count = vertex_count;
   draw->instance_size = 1;
   draw->instance_primitive_size = 1;
   draw->invocation[0] = vertex_count - 1;
   if (instance_count > 1) {
      const uint32_t padded = plain_padded_vertex_count(vertex_count);
      const uint32_t primitives =
         (padded + draw->info.vertices_per_primitive - 1) /
         draw->info.vertices_per_primitive;

      draw->padded_count = padded;
      draw->instance_size = padded;
      draw->instance_primitive_size =
         plain_padded_vertex_count(primitives);
      groups_z = bits_of(vertex_count);
      draw->invocation[0] |= (instance_count - 1) << groups_z;
   }
   draw->invocation[1] = groups_z << 22 | 2u << 28;
   draw->instance_size_byte = size_byte(draw->instance_size);
   draw->instance_primitive_size_byte =
      size_byte(draw->instance_primitive_size);
   draw->threads = (uint64_t)draw->padded_count * instance_count;
   return 0;
}

int
plain_draw(struct dral_draw *draw, const struct dral_vertex_buffer *buffers,
           size_t buffer_count, uint32_t *words, uint32_t *slots)
{
   plain_draw_resolve(draw);
   return plain_table(draw, buffers, buffer_count, words, slots);
}

int
plain_draw_pairs(struct dral_draw *draw,
                 const struct dral_vertex_buffer *buffers,
                 size_t buffer_count, uint32_t *words, uint32_t *slots)
{
   plain_draw_resolve(draw);
   return plain_table_pairs(draw, buffers, buffer_count, words, slots);
}
