/* SPDX-License-Identifier: MIT */

#include "plain.h"

#include <math.h>

/* The reciprocal as a double, rounded up; the remainder in integers. */
int
plain_magic_divisor(uint32_t divisor, uint32_t rounding,
                    struct dral_magic_divisor *out)
{
   const uint32_t shift = 31 - (uint32_t)__builtin_clz(divisor);
   const uint64_t numerator = (uint64_t)1 << (32 + shift);
   /* Converted through 64 bits, because it is 2^32 for powers of two. */
   uint32_t magic = (uint32_t)(uint64_t)ceil((double)numerator / divisor);

   (void)rounding;
   out->extra_flags = 0;
   if (numerator % divisor <= (uint64_t)1 << shift) {
      magic--;
      out->extra_flags = 1;
   }
   out->magic = magic & 0x7FFFFFFF;
   out->shift = shift;
   return 0;
}
