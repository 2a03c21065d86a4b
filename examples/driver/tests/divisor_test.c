/* SPDX-License-Identifier: MIT */

/* Known answers of the two functions, the driver's or the library's. */

#include "check.h"

#ifdef HAVE_DRAL
#include <dral_panfrost.h>
#else
#include "divisor.h"
#endif

struct known_divisor {
   unsigned divisor;
   unsigned magic;
   unsigned shift;
   unsigned extra_flags;
};

static const struct known_divisor known_divisors[] = {
   { 1, 0x7FFFFFFF, 0, 1 },
   { 3, 0x2AAAAAAA, 1, 1 },
   { 7, 0x12492492, 2, 1 },
   { 9, 0x638E38E3, 3, 1 },
   { 11, 0x3A2E8BA3, 3, 0 },
   { 216, 0x17B425ED, 7, 1 },
   { 1000, 0x03126E98, 9, 0 },
   { 0x80000000, 0x7FFFFFFF, 31, 1 },
   { 0xFFFFFFFF, 0x00000000, 31, 1 },
   /* The first that is wrong in floating point. */
#ifdef HAVE_DRAL
   { 4971027, 0x57FFFFE5, 22, 1 },
#else
   { 4971027, 0x57FFFFE4, 22, 1 },
#endif
};

static void
padded_counts_are_the_known_ones(void)
{
   static const unsigned known[][2] = {
      { 0, 0 },      { 1, 1 },      { 9, 9 },          { 11, 12 },
      { 19, 20 },    { 20, 24 },    { 23, 24 },        { 36, 40 },
      { 70, 72 },    { 100, 112 },  { 1000, 1024 },    { 65535, 65536 },
      { 65536, 73728 }, { 0xDFFFFFFF, 0xE0000000 },
   };
   size_t i;

   for (i = 0; i < sizeof known / sizeof known[0]; i++)
      CHECK_EQUAL(panfrost_padded_vertex_count(known[i][0]), known[i][1]);
}

static void
magic_divisors_are_the_known_ones(void)
{
   size_t i;

   for (i = 0; i < sizeof known_divisors / sizeof known_divisors[0]; i++) {
      const struct known_divisor *known = &known_divisors[i];
      unsigned shift = 99, extra_flags = 0;

      CHECK_EQUAL(panfrost_compute_magic_divisor(known->divisor, &shift,
                                                 &extra_flags),
                  known->magic);
      CHECK_EQUAL(shift, known->shift);
      CHECK_EQUAL(extra_flags, known->extra_flags);
   }
}

int
main(void)
{
   padded_counts_are_the_known_ones();
   magic_divisors_are_the_known_ones();
   return check_result();
}
