/* SPDX-License-Identifier: MIT */

#include <math.h>
#include <stdint.h>

#ifdef HAVE_DRAL
#include <dral_panfrost.h>
#endif

/* Whether libm, libgcc and the library compute what they should. */
__attribute__((visibility("default"))) int
driver_is_right(double a, double b, uint64_t word, unsigned count,
                unsigned divisor);

int
driver_is_right(double a, double b, uint64_t word, unsigned count,
                unsigned divisor)
{
   int right = floor(10 * sqrt(a) + fma(a, b, 1)) == 21 &&
               __builtin_popcountll(word) == 8;
#ifdef HAVE_DRAL
   unsigned shift, extra_flags;

   right = right && panfrost_padded_vertex_count(count) == 72 &&
           panfrost_compute_magic_divisor(divisor, &shift, &extra_flags) ==
              0x12492492 &&
           shift == 2 && extra_flags == 1;
#else
   (void)count;
   (void)divisor;
#endif
   return right;
}
