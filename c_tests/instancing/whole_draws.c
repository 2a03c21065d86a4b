/* SPDX-License-Identifier: MIT */

#include "instancing/whole_draws.h"

int
draw_attribute_record(const struct dral_draw *draw,
                      const struct dral_vertex_buffer *buffer,
                      struct dral_attribute_record *record)
{
   struct dral_resolved_draw resolved;
   const int error = dral_draw_resolve(draw, &resolved);

   return error != 0 ? error
                     : dral_attribute_record(&resolved, buffer, record);
}

int
draw_hardware_divisor(const struct dral_draw *draw,
                      const struct dral_vertex_buffer *buffer,
                      uint64_t *hardware_divisor)
{
   struct dral_resolved_draw resolved;
   const int error = dral_draw_resolve(draw, &resolved);

   return error != 0
             ? error
             : dral_hardware_divisor(&resolved, buffer, hardware_divisor);
}

int
draw_attribute_offset(const struct dral_draw *draw,
                      const struct dral_vertex_buffer *buffer,
                      uint32_t source_offset, int32_t *offset)
{
   struct dral_resolved_draw resolved;
   const int error = dral_draw_resolve(draw, &resolved);

   return error != 0 ? error
                     : dral_attribute_offset(&resolved, buffer,
                                             source_offset, offset);
}

int
draw_vertex_id_record(const struct dral_draw *draw,
                      struct dral_id_record *record)
{
   struct dral_resolved_draw resolved;
   const int error = dral_draw_resolve(draw, &resolved);

   return error != 0 ? error : dral_vertex_id_record(&resolved, record);
}

int
draw_instance_id_record(const struct dral_draw *draw,
                        struct dral_id_record *record)
{
   struct dral_resolved_draw resolved;
   const int error = dral_draw_resolve(draw, &resolved);

   return error != 0 ? error : dral_instance_id_record(&resolved, record);
}
