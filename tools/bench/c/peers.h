/* SPDX-License-Identifier: MIT */

/*
 * How others make a divisor, behind the signature of dral_magic_divisor, and
 * the least that making one can cost.
 */

#ifndef PEERS_H
#define PEERS_H

#include "dral.h"

/*
 * One 64-bit division and one store: 2^63 - 1 by the divisor, whose bit 31 is
 * to be set, so that the quotient has 32 bits as that of a magic divisor.
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
