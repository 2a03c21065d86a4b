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
   struct dral_draw_info info;
   struct dral_draw draw;

   info.architecture = 7;
   info.padding_rule = DRAL_PADDING_RULE_DRIVER;
   info.rounding = DRAL_ROUNDING_DOCUMENTED;
   info.idvs = DRAL_IDVS_NO;
   info.primitive_size_rule = DRAL_PRIMITIVE_SIZE_RULE_ONE;
   info.vertex_count = pan_padded_vertex_count(bytes[0]);
   info.instance_count = 2;
   info.vertices_per_primitive = 3;
   info.offset_start = differences[0];
   info.base_instance = 0;
   draw = dral_device_draw_resolve(info);
   counts[0] = draw.padded_count;
   threads[0] = draw.threads;
}
