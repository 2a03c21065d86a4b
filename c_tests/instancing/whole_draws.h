/* SPDX-License-Identifier: MIT */

/*
 * Functions of resolved draws with a draw that is not: it is resolved first,
 * and the error is that of resolving it if there is one.
 */

#ifndef WHOLE_DRAWS_H
#define WHOLE_DRAWS_H

#include "dral.h"

/* Defines draw_name() with the parameters that follow the call. */
#define DEFINE_OF_DRAW(name, call, ...)                                     \
   static inline int                                                        \
   draw_##name(const struct dral_draw *draw, __VA_ARGS__)                   \
   {                                                                        \
      struct dral_resolved_draw resolved;                                   \
      const int error = dral_draw_resolve(draw, &resolved);                 \
                                                                            \
      return error != 0 ? error : call;                                     \
   }

DEFINE_OF_DRAW(attribute_record,
               dral_attribute_record(&resolved, buffer, record),
               const struct dral_vertex_buffer *buffer,
               struct dral_attribute_record *record)
DEFINE_OF_DRAW(attribute_offset,
               dral_attribute_offset(&resolved, buffer, source, offset),
               const struct dral_vertex_buffer *buffer, uint32_t source,
               int32_t *offset)
DEFINE_OF_DRAW(vertex_id_record, dral_vertex_id_record(&resolved, record),
               struct dral_id_record *record)
DEFINE_OF_DRAW(instance_id_record, dral_instance_id_record(&resolved, record),
               struct dral_id_record *record)

#endif
