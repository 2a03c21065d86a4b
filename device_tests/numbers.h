/* SPDX-License-Identifier: MIT */

/*
 * What the kernels make of every 32-bit number, in the words that come back.
 */

#ifndef NUMBERS_H
#define NUMBERS_H

#include "dral_device.h"

/* All that there is of a number as a vertex count and as a size. */
struct padding_result {
   dral_device_u32 driver_count;
   dral_device_u32 documented_count;
   dral_device_u32 idvs_count;
   /* shift | odd << 5 | of the documented rule the same << 8 | the byte of
    * an instance size << 16 */
   dral_device_u32 factors;
};

/* A magic divisor in two words, which PoCL's compiler can vectorize. */
struct magic_result {
   /* magic | extra flags << 31 */
   dral_device_u32 magic_and_flags;
   dral_device_u32 shift;
};

#endif
