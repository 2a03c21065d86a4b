/* SPDX-License-Identifier: MIT */

/*
 * Functions of dral.h that call those of dral_device.h, so that the solver
 * can prove these by the same definitions. Those with other arguments are
 * device_x. On the GPU there are no errors, so nothing else is returned.
 */

#include "dral.h"
#include "dral_device_numbers.h"

#include <string.h>

/* Functions call this instead, for which the solver has the definition. */
struct dral_magic_divisor called_magic_divisor(uint32_t divisor,
                                               uint32_t rounding);
#define dral_device_magic_divisor called_magic_divisor
#include "dral_device.h"
#undef dral_device_magic_divisor

/* A function that writes what another returns. */
#define WRITES(output, value, name, ...)                                      \
   int name(__VA_ARGS__)                                                      \
   {                                                                          \
      *output = value;                                                        \
      return 0;                                                               \
   }

/* The same for a struct that an array of words stands for. */
#define WRITES_WORDS(type, value, name, ...)                                  \
   int name(__VA_ARGS__, uint32_t *words)                                     \
   {                                                                          \
      const struct type result = value;                                       \
                                                                              \
      memcpy(words, &result, sizeof(result));                                 \
      return 0;                                                               \
   }

uint32_t
dral_padded_vertex_count(uint32_t vertices)
{
   return dral_device_padded_vertex_count(vertices);
}

WRITES(padded, dral_device_padded_count(vertices, rule), dral_padded_count,
       uint32_t vertices, uint32_t rule, struct dral_padded_count *padded)
WRITES(count, dral_device_idvs_vertex_count(vertices), dral_idvs_vertex_count,
       uint32_t vertices, uint32_t *count)
WRITES(byte, (uint8_t)dral_device_instance_size_byte(size),
       dral_instance_size_pack, uint32_t size, uint8_t *byte)
WRITES_WORDS(dral_device_invocation,
             dral_device_invocation_pack(vertices, instances),
             dral_invocation_pack, uint32_t vertices, uint32_t instances)
WRITES(draw, dral_device_draw_resolve(*draw), dral_draw_resolve,
       struct dral_draw *draw)
WRITES(vertices, dral_device_index_range_resolve(*range),
       dral_index_range_resolve, const struct dral_index_range *range,
       struct dral_vertex_range *vertices)
WRITES(size, dral_device_varying_buffer_size(*draw, stride),
       dral_varying_buffer_size, const struct dral_draw *draw,
       uint32_t stride, uint64_t *size)
WRITES(divisor, dral_device_hardware_divisor(*draw, *buffer),
       dral_hardware_divisor, const struct dral_draw *draw,
       const struct dral_vertex_buffer *buffer, uint64_t *divisor)
WRITES_WORDS(dral_device_attribute_descriptor_words,
             dral_device_attribute_descriptor_pack(*attribute),
             dral_attribute_descriptor_pack,
             const struct dral_attribute_descriptor *attribute)
WRITES(record, dral_device_vertex_id_record(*draw), dral_vertex_id_record,
       const struct dral_draw *draw, struct dral_id_record *record)
WRITES(record, dral_device_instance_id_record(*draw), dral_instance_id_record,
       const struct dral_draw *draw, struct dral_id_record *record)
WRITES(attribute, dral_device_valhall_attribute(*source),
       dral_valhall_attribute, const struct dral_valhall_source *source,
       struct dral_valhall_attribute *attribute)
WRITES(words, dral_device_id_record_pack(*record), device_id_record_pack,
       const struct dral_id_record *record, struct dral_device_id_words *words)
WRITES(words, dral_device_valhall_attribute_pack(*attribute),
       device_valhall_attribute_pack,
       const struct dral_valhall_attribute *attribute,
       struct dral_device_valhall_words *words)
WRITES(bound, dral_device_bound_buffer_init(address, size),
       device_bound_buffer_init, uint64_t address, uint64_t size,
       struct dral_bound_buffer *bound)
WRITES(record, dral_device_attribute_append(*draw, *buffer, next),
       device_attribute_append, const struct dral_draw *draw,
       const struct dral_vertex_buffer *buffer, uint32_t next,
       struct dral_device_table_record *record)
WRITES(offset, dral_device_attribute_offset(*draw, *buffer, source_offset),
       device_attribute_offset, const struct dral_draw *draw,
       const struct dral_vertex_buffer *buffer, uint32_t source_offset,
       struct dral_device_offset *offset)

uint32_t
device_draw_variant(const struct dral_draw *draw)
{
   return dral_device_draw_variant(*draw);
}

uint32_t
device_variant_distance(uint32_t variant)
{
   return dral_device_variant_distance(variant);
}

/* That of dral.h, which is a static function. */
int
bound_buffer_init(uint64_t address, uint64_t size,
                  struct dral_bound_buffer *bound)
{
   if (dral_bound_buffer_init(bound, address, size) != 0)
      memset(bound, 0, sizeof(*bound));
   return 0;
}

/* The template of a buffer in a state that is prepared for a draw. */
static struct dral_record_template
template_of(const struct dral_draw *draw,
            const struct dral_vertex_buffer *buffer)
{
   const uint32_t variant = dral_device_draw_variant(*draw);

   return dral_device_record_template(dral_device_variant_distance(variant),
                                      draw->rounding, buffer->rate,
                                      buffer->stride, buffer->divisor);
}

WRITES(record,
       dral_device_vertex_state_record(
          *draw, template_of(draw, buffer),
          dral_device_bound_buffer_init(buffer->address, buffer->size)),
       device_state_record, const struct dral_draw *draw,
       const struct dral_vertex_buffer *buffer,
       struct dral_record_template *record)
WRITES(offset,
       dral_device_vertex_state_offset(
          *draw, template_of(draw, buffer),
          buffer->rate == DRAL_RATE_INSTANCE ? buffer->stride : 0,
          dral_device_bound_buffer_init(buffer->address, buffer->size),
          source_offset),
       device_state_offset, const struct dral_draw *draw,
       const struct dral_vertex_buffer *buffer, uint32_t source_offset,
       struct dral_device_offset *offset)
