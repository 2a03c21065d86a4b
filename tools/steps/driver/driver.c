/* SPDX-License-Identifier: MIT */

#include "driver.h"

#include <math.h>

#ifdef HAVE_DRAL
#include <dral_panfrost.h>
#endif

double
driver_math(double a, double b)
{
   return floor(10 * sqrt(a) + fma(a, b, 1));
}

unsigned
driver_bits(uint64_t word)
{
   return (unsigned)__builtin_popcountll(word);
}

uint64_t
driver_numbers(unsigned count, unsigned divisor)
{
#ifdef HAVE_DRAL
   unsigned shift, extra_flags;
   const unsigned magic =
      panfrost_compute_magic_divisor(divisor, &shift, &extra_flags);

   return (uint64_t)panfrost_padded_vertex_count(count) + magic + shift +
          extra_flags;
#else
   (void)count;
   (void)divisor;
   return 0;
#endif
}
