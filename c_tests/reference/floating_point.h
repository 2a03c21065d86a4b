/* SPDX-License-Identifier: MIT */

/*
 * The magic divisor as drivers written in C compute it, in double.  It is
 * here to show where that is wrong; see docs/instancing.md, "Magic divisor".
 */

#ifndef FLOATING_POINT_H
#define FLOATING_POINT_H

#include <stdint.h>

struct fp_magic {
   uint32_t magic;
   uint32_t shift;
   uint32_t extra_flags;
};

/* The documented rounding of d, which must not be 0. */
void
fp_magic_divisor(uint32_t d, struct fp_magic *out);

#endif
