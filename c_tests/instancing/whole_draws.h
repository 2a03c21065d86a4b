/* SPDX-License-Identifier: MIT */

/*
 * Functions of dral.h that take a resolved draw, for a draw as the API gives
 * it: it is resolved first, and the first error of the two is the result.
 */

#ifndef WHOLE_DRAWS_H
#define WHOLE_DRAWS_H

#include "dral.h"

int
draw_attribute_record(const struct dral_draw *draw,
                      const struct dral_vertex_buffer *buffer,
                      struct dral_attribute_record *record);

int
draw_hardware_divisor(const struct dral_draw *draw,
                      const struct dral_vertex_buffer *buffer,
                      uint64_t *hardware_divisor);

int
draw_attribute_offset(const struct dral_draw *draw,
                      const struct dral_vertex_buffer *buffer,
                      uint32_t source_offset, int32_t *offset);

int
draw_vertex_id_record(const struct dral_draw *draw,
                      struct dral_id_record *record);

int
draw_instance_id_record(const struct dral_draw *draw,
                        struct dral_id_record *record);

#endif
