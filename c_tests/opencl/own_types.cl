/* SPDX-License-Identifier: MIT */

/*
 * A kernel with its own integer types: macros and typedefs, some of them
 * before the headers and some after. All are as before.
 */

typedef uint counter;
#define uint32_t counter
#define uint8_t uchar
typedef ulong uint64_t;

#include "dral_panfrost.h"

typedef int int32_t;

#if !defined(uint32_t) || !defined(uint8_t)
#error "the kernel's own macros are gone"
#endif
#if defined(uint64_t) || defined(int32_t)
#error "a macro of dral_types.h is left"
#endif

kernel void
own_types(global const uint8_t *bytes, global const int32_t *differences,
          global uint32_t *counts, global uint64_t *threads)
{
   struct dral_draw draw;

   draw.architecture = 7;
   draw.padding_rule = DRAL_PADDING_RULE_DRIVER;
   draw.rounding = DRAL_ROUNDING_DOCUMENTED;
   draw.idvs = 0;
   draw.primitive_size_rule = DRAL_PRIMITIVE_SIZE_RULE_ONE;
   draw.vertex_count = pan_padded_vertex_count(bytes[0]);
   draw.instance_count = 2;
   draw.vertices_per_primitive = 3;
   draw.offset_start = differences[0];
   draw.base_instance = 0;
   draw = dral_device_draw_resolve(draw);
   counts[0] = draw.padded_count;
   threads[0] = draw.threads;
}
