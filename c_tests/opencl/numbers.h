/* SPDX-License-Identifier: MIT */

/*
 * What the kernels make of every 32-bit number by the names of
 * dral_panfrost.h, in the words that come back.
 */

#ifndef NUMBERS_H
#define NUMBERS_H

#include "dral_panfrost.h"

/* What dral_panfrost.h makes of a number as vertices, divisor and padded
 * count. */
struct drop_in_result {
   dral_device_u32 padded_count;
   dral_device_u32 npot_divisor;
   dral_device_u32 magic_divisor;
   /* R | E << 8 of the first, and of the second the same << 16 */
   dral_device_u32 factors;
   dral_device_u32 vertex_id;
   dral_device_u32 instance_id;
   dral_device_u32 instance_magic;
   /* The other words: both types, the vertex id's << 8, and zeros << 16. */
   dral_device_u32 types;
};

/* A kernel makes it of dral_device.h, the host of the library. */
static inline struct drop_in_result
drop_in_result(dral_device_u32 number)
{
   dral_device_u32 vertex[4], instance[4];
   unsigned r, e, shift, extra_flags;
   struct drop_in_result result;

   result.padded_count = pan_padded_vertex_count(number);
   result.npot_divisor = pan_compute_npot_divisor(number, &r, &e);
   result.magic_divisor =
      panfrost_compute_magic_divisor(number, &shift, &extra_flags);
   result.factors = r | e << 8 | shift << 16 | extra_flags << 24;
   pan_vertex_id(number, vertex, true);
   pan_instance_id(number, instance, true);
   result.vertex_id = vertex[1];
   result.instance_id = instance[1];
   result.instance_magic = instance[2];
   result.types = instance[0] | vertex[0] << 8 |
                  (vertex[2] | vertex[3] | instance[3]) << 16;
   return result;
}

/* Work groups, and the invocation of them. */
struct work_groups {
   /* Sizes x, y, z, and counts x, y, z. */
   dral_device_u32 values[6];
   dral_device_u32 graphics;
   dral_device_u32 indirect;
};

struct work_groups_result {
   dral_device_u32 words[2];
};

#endif
