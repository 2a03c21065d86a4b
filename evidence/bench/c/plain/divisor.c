/* SPDX-License-Identifier: MIT */

#include "plain.h"

/* The reciprocal, rounded up, or down if its remainder is small. */
int
plain_magic_divisor(uint32_t divisor, uint32_t rounding,
                    struct dral_magic_divisor *out)
{
   const uint32_t shift = 31 - (uint32_t)__builtin_clz(divisor);
   const uint64_t numerator = (uint64_t)1 << (32 + shift);
   const uint64_t remainder = numerator % divisor;
   uint32_t magic = (uint32_t)(numerator / divisor) + (remainder != 0);

   (void)rounding;
   out->extra_flags = 0;
   if (remainder <= (uint64_t)1 << shift) {
      magic--;
      out->extra_flags = 1;
   }
   out->magic = magic & 0x7FFFFFFF;
   out->shift = shift;
   return 0;
}
