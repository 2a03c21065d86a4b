/* SPDX-License-Identifier: MIT */

/*
 * Functions of dral.h that call those of dral_device.h, so that the solver can
 * prove these by the same definitions.
 */

#include "dral.h"
#include "dral_device.h"

#include <string.h>

uint32_t
dral_padded_vertex_count(uint32_t vertices)
{
   return dral_device_padded_vertex_count(vertices);
}

int
dral_padded_count(uint32_t vertices, uint32_t rule,
                  struct dral_padded_count *padded)
{
   *padded = dral_device_padded_count(vertices, rule);
   return 0;
}

int
dral_idvs_vertex_count(uint32_t vertices, uint32_t *count)
{
   *count = dral_device_idvs_vertex_count(vertices);
   return 0;
}

int
dral_instance_size_pack(uint32_t size, uint8_t *byte)
{
   *byte = (uint8_t)dral_device_instance_size_byte(size);
   return 0;
}

int
dral_invocation_pack(uint32_t vertices, uint32_t instances, uint32_t *words)
{
   const struct dral_device_invocation result =
      dral_device_invocation_pack(vertices, instances);

   memcpy(words, result.words, sizeof(result.words));
   return result.words[1] != 0 ? 0 : -1;
}

int
dral_index_range_resolve(const struct dral_index_range *range,
                         struct dral_vertex_range *vertices)
{
   *vertices = dral_device_index_range_resolve(*range);
   return 0;
}

int
dral_hardware_divisor(const struct dral_draw *draw,
                      const struct dral_vertex_buffer *buffer,
                      uint64_t *hardware_divisor)
{
   *hardware_divisor = dral_device_hardware_divisor(*draw, *buffer);
   return 0;
}

int
dral_attribute_descriptor_pack(
   const struct dral_attribute_descriptor *attribute, uint32_t *words)
{
   const struct dral_device_attribute_descriptor_words result =
      dral_device_attribute_descriptor_pack(*attribute);

   memcpy(words, result.words, sizeof(result.words));
   return result.words[0] != 0 ? 0 : -1;
}

int
dral_vertex_id_record(const struct dral_draw *draw,
                      struct dral_id_record *record)
{
   *record = dral_device_vertex_id_record(*draw);
   return record->type != 0 ? 0 : -1;
}
