/* SPDX-License-Identifier: MIT */

#include "read.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "memory.h"

bool
read_descriptor(const struct work_draw *draw, uint32_t table, uint32_t slot,
                struct read_descriptor *descriptor)
{
   uint32_t words[8];

   *descriptor = (struct read_descriptor){0};
   if (!draw->has_idvs)
      return mali_attribute(draw->vertex.attributes, slot,
                            &descriptor->attribute) &&
             mali_record(draw->vertex.buffers, descriptor->attribute.slot,
                         &descriptor->record);
   return mali_resource(draw->idvs.resources, table, slot, words) &&
          dral_valhall_attribute_unpack(words, &descriptor->valhall) == 0 &&
          descriptor->valhall.type != DRAL_VALHALL_TYPE_NULL &&
          mali_buffer(draw->idvs.resources, descriptor->valhall.table,
                      descriptor->valhall.buffer_index, &descriptor->buffer);
}

uint32_t
read_stride(const struct work_draw *draw,
            const struct read_descriptor *descriptor)
{
   return draw->has_idvs ? descriptor->valhall.stride
                         : descriptor->record.stride;
}

static uint32_t
valhall_element(const struct mali_idvs *idvs,
                const struct dral_valhall_attribute *attribute,
                const struct read_thread *thread)
{
   const bool moved = attribute->offset_enable;
   uint32_t element = 0;

   /* It cannot fail: the attribute was unpacked from words. */
   (void)!dral_valhall_attribute_element(
      attribute, thread->index + (moved ? (uint32_t)idvs->vertex_offset : 0),
      thread->instance + (moved ? idvs->instance_offset : 0), &element);
   return element;
}

void
read_bytes(const struct work_draw *draw,
           const struct read_descriptor *descriptor,
           const struct read_thread *thread, uint32_t size, struct read *read)
{
   uint64_t begin, end;
   int64_t offset, element;

   if (draw->has_idvs) {
      begin = descriptor->buffer.address;
      end = descriptor->buffer.size;
      offset = descriptor->valhall.offset;
      element = valhall_element(&draw->idvs, &descriptor->valhall, thread);
   } else {
      begin = descriptor->record.pointer;
      end = descriptor->record.size;
      offset = descriptor->attribute.offset;
      element =
         (int64_t)mali_element(&descriptor->record, thread->linear_id) +
         draw->vertex.offset_start;
   }

   const int64_t at = offset + descriptor->planted +
                      read_stride(draw, descriptor) * element;

   memset(read, 0, sizeof(*read));
   /* Each vertex buffer is a buffer object. Drivers round the pointer of a
    * record down, and OpenGL's may add the attribute's offset to it. */
   read->byte = (int64_t)(begin - memory_begin(begin)) + at;
   read->is_inside = at >= 0 && (uint64_t)at + size <= end &&
                     memory_read(begin + (uint64_t)at, read->bytes, size);
}

uint32_t
read_sample(uint32_t i, uint32_t count, uint32_t end)
{
   if (end <= count || i < count / 4)
      return i;
   if (i >= count - count / 4)
      return end - (count - i);
   return (uint32_t)(((uint64_t)i * end) / count) ^ (i & 1);
}

bool
read_is_magic(const struct work_draw *draw)
{
   return (draw->has_idvs ? (uint32_t)draw->idvs.vertex_offset
                          : (uint32_t)draw->vertex.offset_start) ==
          READ_MAGIC_VERTEX;
}

void
read_find_values(const struct work_draw *draw, struct read_values *values)
{
   values->is_known = true;

   uint32_t count = draw->idvs.uniform_count;

   if (!draw->has_idvs && !mali_uniforms(draw->vertex.state, &count))
      return;
   for (int32_t i = 0; i < 8 * (int32_t)count; i += 4) {
      uint32_t word;

      if (!memory_read(draw->uniforms + (uint32_t)i, &word, 4))
         return;
      if (word == READ_MAGIC_VERTEX && values->vertex_offset < 0)
         values->vertex_offset = i;
      if (word == READ_MAGIC_INSTANCE && values->base_instance < 0)
         values->base_instance = i;
   }
}

uint32_t
read_words(const struct work_draw *draw, uint32_t table, uint32_t slot,
           const struct read_descriptor *descriptor, uint32_t words[8])
{
   const uint64_t record =
      draw->vertex.buffers + 16 * (uint64_t)descriptor->attribute.slot;

   if (draw->has_idvs)
      return mali_resource(draw->idvs.resources, table, slot, words) ? 8 : 0;
   /* A record that divides has a second one. */
   if (descriptor->record.type != MALI_1D_NPOT)
      return memory_read(record, words, 16) ? 4 : 0;
   return memory_read(record, words, 32) ? 8 : 0;
}

void
read_print(const struct work_draw *draw,
           const struct read_descriptor *descriptor, char *text, size_t size)
{
   if (draw->has_idvs)
      snprintf(text, size,
               "descriptor of type %" PRIu32 ", stride %" PRIu32
               ", offset %" PRId64,
               descriptor->valhall.type, descriptor->valhall.stride,
               descriptor->valhall.offset + descriptor->planted);
   else
      snprintf(text, size,
               "record of type %" PRIu32 ", stride %" PRIu32
               ", offset %" PRId64,
               descriptor->record.type, descriptor->record.stride,
               descriptor->attribute.offset + descriptor->planted);
}
