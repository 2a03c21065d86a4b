/* SPDX-License-Identifier: MIT */

#include "floating_point.h"

#include <math.h>

void
fp_magic_divisor(uint32_t d, struct fp_magic *out)
{
   uint32_t shift;
   uint32_t magic;
   uint64_t e;
   double t;
   double magic_f;
   int exponent;

   /* The exponent of d, which a double holds exactly: 2^shift <= d. */
   (void)frexp(d, &exponent);
   shift = (uint32_t)exponent - 1;

   /*
    * The quotient is between 2^31 and 2^32, which leaves a double about 21
    * bits for the fraction.  A smaller fraction is rounded away, and the
    * ceiling is then one too small.
    */
   t = (double)((uint64_t)1 << (shift + 32));
   t /= d;
   magic_f = ceil(t);

   /* For a POT this is 2^32, which C cannot convert to uint32_t directly. */
   magic = (uint32_t)(uint64_t)magic_f;

   /* The remainder was always computed in integers, and correctly. */
   e = ((uint64_t)1 << (shift + 32)) % d;

   out->extra_flags = 0;
   if (e <= (uint64_t)1 << shift) {
      magic -= 1;
      out->extra_flags = 1;
   }

   out->magic = magic & 0x7FFFFFFF;
   out->shift = shift;
}
