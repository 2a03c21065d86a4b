/* SPDX-License-Identifier: MIT */

/*
 * Other ways to make a divisor, with the signature of dral_magic_divisor.
 */

#include "loops.h"

#ifdef HAS_LIBDIVIDE
#include <libdivide.h>

int
libdivide_divisor(uint32_t divisor, uint32_t rounding,
                  struct dral_magic_divisor *out)
{
   const struct libdivide_u32_t made = libdivide_u32_gen(divisor);

   (void)rounding;
   out->magic = made.magic;
   out->shift = made.more;
   return 0;
}
#endif

#ifdef HAS_FXDIV
#include <fxdiv.h>

int
fxdiv_divisor(uint32_t divisor, uint32_t rounding,
              struct dral_magic_divisor *out)
{
   const struct fxdiv_divisor_uint32_t made = fxdiv_init_uint32_t(divisor);

   (void)rounding;
   out->magic = made.m;
   out->shift = made.s1;
   out->extra_flags = made.s2;
   return 0;
}
#endif
