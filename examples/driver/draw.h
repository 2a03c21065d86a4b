/* SPDX-License-Identifier: MIT */

/* A draw in the driver's own types. */

#ifndef DRAW_H
#define DRAW_H

#include <stdbool.h>
#include <stdint.h>

#define DRIVER_MAX_BUFFERS 16

/* A vertex buffer with one attribute. */
struct driver_buffer {
   uint64_t address;
   uint32_t size;
   uint32_t stride;

   /* Instances per element, for a per-instance buffer; 0 if all share one. */
   bool per_instance;
   uint32_t divisor;

   /* The offset of the attribute in an element, and its format (v9 on). */
   uint32_t source_offset;
   uint32_t format;
};

struct driver_draw {
   /* The line number in the list. */
   unsigned line;

   uint32_t vertex_count;
   uint32_t instance_count;
   uint32_t vertices_per_primitive;
   bool idvs;

   /* The first vertex, or the smallest index plus the vertex offset. */
   int32_t offset_start;
   uint32_t base_instance;

   /* Whether the buffers are those of the previous draw. */
   bool same_buffers;
   unsigned buffer_count;
   struct driver_buffer buffers[DRIVER_MAX_BUFFERS];
};

#endif
