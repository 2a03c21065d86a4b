/* SPDX-License-Identifier: MIT */

#include "plain.h"

#include <stdbool.h>

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

enum {
   TYPE_CONTINUATION = 0x20
};

static void
write_record(uint32_t *words, const struct dral_vertex_buffer *buffer,
             uint32_t type, uint32_t stride, uint32_t shift, uint32_t top)
{
   const uint64_t pointer = buffer->address & ~(uint64_t)63;

   words[0] = (uint32_t)pointer | type;
   words[1] = (uint32_t)(pointer >> 32) | shift << 24 | top << 29;
   words[2] = stride;
   words[3] = (uint32_t)(buffer->size + (buffer->address & 63));
}

static void
write_zeros(uint32_t *words)
{
   words[0] = 0;
   words[1] = 0;
   words[2] = 0;
   words[3] = 0;
}

int
plain_draw(struct dral_draw *draw, const struct dral_vertex_buffer *buffers,
           size_t buffer_count, uint32_t *words, uint32_t *slots)
{
   plain_draw_resolve(draw);

   const uint32_t padded_count = draw->padded_count;
   const uint32_t padded_shift = (uint32_t)__builtin_ctz(padded_count);
   const uint32_t padded_odd = padded_count >> padded_shift >> 1;
   uint32_t next = 0;
   size_t i;

   for (i = 0; i < buffer_count; i++) {
      const struct dral_vertex_buffer *buffer = &buffers[i];
      uint32_t *record = &words[4 * next];
      uint64_t hardware_divisor;
      struct dral_magic_divisor magic;

      slots[i] = next;
      if (draw->info.instance_count == 1) {
         write_record(record, buffer, DRAL_RECORD_TYPE_ONE_DIMENSIONAL,
                      buffer->rate == DRAL_RATE_INSTANCE ? 0 : buffer->stride,
                      0, 0);
         next++;
         continue;
      }
      if (buffer->rate == DRAL_RATE_VERTEX) {
         write_record(record, buffer, DRAL_RECORD_TYPE_MODULUS,
                      buffer->stride, padded_shift, padded_odd);
         next++;
         continue;
      }

      hardware_divisor = (uint64_t)padded_count * buffer->divisor;
      if (hardware_divisor == 0 || hardware_divisor >> 32 != 0) {
         write_record(record, buffer, DRAL_RECORD_TYPE_ONE_DIMENSIONAL, 0, 0,
                      0);
         next++;
         continue;
      }
      if ((hardware_divisor & (hardware_divisor - 1)) == 0) {
         write_record(record, buffer, DRAL_RECORD_TYPE_POT_DIVISOR,
                      buffer->stride,
                      (uint32_t)__builtin_ctzll(hardware_divisor), 0);
         next++;
         continue;
      }

      /* A continuation has an odd slot. */
      if (next % 2 == 1) {
         write_zeros(record);
         record += 4;
         next++;
         slots[i] = next;
      }
      plain_magic_divisor((uint32_t)hardware_divisor,
                          DRAL_ROUNDING_DOCUMENTED, &magic);
      write_record(record, buffer, DRAL_RECORD_TYPE_NPOT_DIVISOR,
                   buffer->stride, magic.shift, magic.extra_flags);
      record[4] = TYPE_CONTINUATION;
      record[5] = magic.magic;
      record[6] = 0;
      record[7] = buffer->divisor;
      next += 2;
   }
   if (draw->info.architecture >= 6) {
      write_zeros(&words[4 * next]);
      next++;
   }
   return (int)(4 * next);
}

int
plain_attributes(const struct dral_draw *draw,
                 const struct dral_vertex_buffer *buffers,
                 const struct dral_vertex_element *elements,
                 size_t element_count, const uint32_t *slots, uint32_t *words)
{
   size_t i;

   for (i = 0; i < element_count; i++) {
      const struct dral_vertex_element *element = &elements[i];
      const struct dral_vertex_buffer *buffer = &buffers[element->buffer];
      uint32_t offset =
         element->source_offset + (uint32_t)(buffer->address & 63);

      if (buffer->rate == DRAL_RATE_INSTANCE) {
         offset += draw->info.base_instance * buffer->stride;
         if (buffer->divisor != 0 && draw->info.instance_count > 1)
            offset -= (uint32_t)draw->info.offset_start * buffer->stride;
      }
      words[2 * i] =
         slots[element->buffer] | 1u << 9 | element->format << 10;
      words[2 * i + 1] = offset;
   }
   return (int)(2 * element_count);
}
