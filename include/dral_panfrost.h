/* SPDX-License-Identifier: MIT */
/**
 * \file
 * The names and signatures that Panfrost code calls, on top of dral.h: a
 * driver swaps its own functions for these with one include and one line of
 * meson.
 *
 * Unlike the functions that they replace, they are exact for every input
 * and always write all their outputs. They cannot fail: where dral.h has an
 * error, they give what each comment says.
 *
 * The unit of all counts is the vertex; the pointers must not be NULL.
 */

#ifndef DRAL_PANFROST_H
#define DRAL_PANFROST_H

#include "dral.h"

/** A magic divisor with its parts written one by one. */
static inline unsigned
dral_panfrost_split(const struct dral_magic_divisor *divisor,
                    unsigned *shift, unsigned *extra_flags)
{
   *shift = divisor->shift;
   *extra_flags = divisor->extra_flags;
   return divisor->magic;
}

/**
 * dral_padded_vertex_count: the driver rule. 0 for 0 vertices, and for
 * 0xE0000000 or more, where the padded count would be 2^32.
 */
static inline unsigned
panfrost_padded_vertex_count(unsigned vertex_count)
{
   return dral_padded_vertex_count(vertex_count);
}

/**
 * The magic divisor under the documented rounding (Mesa up to 25.0), its
 * bit 31 cleared. A hw_divisor of 0 gives 0 for all three.
 */
static inline unsigned
panfrost_compute_magic_divisor(unsigned hw_divisor, unsigned *o_shift,
                               unsigned *extra_flags)
{
   struct dral_magic_divisor divisor = {0, 0, 0};

   (void) dral_magic_divisor(hw_divisor, DRAL_ROUNDING_DOCUMENTED, &divisor);
   return dral_panfrost_split(&divisor, o_shift, extra_flags);
}

/**
 * dral_padded_vertex_count: the driver rule, by its newer name.
 */
static inline unsigned
pan_padded_vertex_count(unsigned vertex_count)
{
   return dral_padded_vertex_count(vertex_count);
}

/**
 * The magic divisor under the nearest rounding (newer Mesa), its bit 31
 * cleared. A power of two, which has no magic under that rounding, gives
 * the one under the documented rounding. A hw_divisor of 0 gives 0 for all
 * three.
 */
static inline unsigned
pan_compute_npot_divisor(unsigned hw_divisor, unsigned *divisor_r,
                         unsigned *divisor_e)
{
   struct dral_magic_divisor divisor = {0, 0, 0};

   if (dral_magic_divisor(hw_divisor, DRAL_ROUNDING_NEAREST, &divisor) != 0)
      (void) dral_magic_divisor(hw_divisor, DRAL_ROUNDING_DOCUMENTED,
                                &divisor);
   return dral_panfrost_split(&divisor, divisor_r, divisor_e);
}

#endif /* DRAL_PANFROST_H */
