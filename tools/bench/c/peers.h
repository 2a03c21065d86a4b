/* SPDX-License-Identifier: MIT */

/*
 * Other ways to make a divisor, with the signature of dral_magic_divisor, and
 * the minimum that making a divisor can cost.
 */

#ifndef PEERS_H
#define PEERS_H

#include "dral.h"

/*
 * One 64-bit division and one store: 2^63 - 1 divided by the divisor. Bit 31
 * of the divisor must be set, so that the quotient has 32 bits like that of a
 * magic divisor.
 */
int
bare_division(uint32_t divisor, uint32_t rounding,
              struct dral_magic_divisor *out);

#if __has_include(<libdivide.h>)
#define HAS_LIBDIVIDE
int
libdivide_divisor(uint32_t divisor, uint32_t rounding,
                  struct dral_magic_divisor *out);
#endif

#if __has_include(<fxdiv.h>)
#define HAS_FXDIV
int
fxdiv_divisor(uint32_t divisor, uint32_t rounding,
              struct dral_magic_divisor *out);
#endif

#endif
