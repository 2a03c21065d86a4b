/* SPDX-License-Identifier: MIT */

/* Compares the driver's own functions with the library's: where they agree
 * and where they differ. */

#include "check.h"

#include <dral_panfrost.h>

/* The driver's functions under other names, as meson.build compiles them. */
#define panfrost_padded_vertex_count own_padded_vertex_count
#define panfrost_compute_magic_divisor own_compute_magic_divisor
#include "divisor.h"
#undef panfrost_padded_vertex_count
#undef panfrost_compute_magic_divisor

#define FIRST_DIFFERENCE 4971027

static struct dral_magic_divisor
own_divisor(unsigned divisor)
{
   /* It does not write extra_flags where it is 0. */
   struct dral_magic_divisor result = { 0, 0, 0 };
   unsigned shift = 99, extra_flags = 0;

   result.magic = own_compute_magic_divisor(divisor, &shift, &extra_flags);
   result.shift = shift;
   result.extra_flags = extra_flags;
   return result;
}

static struct dral_magic_divisor
library_divisor(unsigned divisor)
{
   struct dral_magic_divisor result;
   unsigned shift = 99, extra_flags = 99;

   result.magic =
      panfrost_compute_magic_divisor(divisor, &shift, &extra_flags);
   result.shift = shift;
   result.extra_flags = extra_flags;
   return result;
}

static bool
are_equal(const struct dral_magic_divisor *a,
          const struct dral_magic_divisor *b)
{
   return a->magic == b->magic && a->shift == b->shift &&
          a->extra_flags == b->extra_flags;
}

static void
padded_counts_agree(void)
{
   unsigned differences = 0;
   unsigned count;

   for (count = 0; count < 1u << 20; count++) {
      differences += own_padded_vertex_count(count) !=
                     panfrost_padded_vertex_count(count);
   }
   /* Every top four bits at every size, up to the last that is defined. */
   for (count = 1u << 20; count < 0xE0000000 - (1u << 16);
        count += (count >> 16) - 1) {
      differences += own_padded_vertex_count(count) !=
                     panfrost_padded_vertex_count(count);
   }
   CHECK_EQUAL(differences, 0);
   CHECK_EQUAL(own_padded_vertex_count(0xDFFFFFFF), 0xE0000000);
   CHECK_EQUAL(panfrost_padded_vertex_count(0xDFFFFFFF), 0xE0000000);

   /* From here on the result is undefined in the driver, 1 in the library. */
   CHECK_EQUAL(panfrost_padded_vertex_count(0xE0000000), 1);
}

static void
divisors_agree_before_the_first_difference(void)
{
   unsigned differences = 0;
   unsigned divisor;

   for (divisor = 1; divisor < FIRST_DIFFERENCE; divisor++) {
      const struct dral_magic_divisor own = own_divisor(divisor);
      const struct dral_magic_divisor library = library_divisor(divisor);

      differences += !are_equal(&own, &library);
   }
   CHECK_EQUAL(differences, 0);
}

static void
first_difference_divides_wrongly(void)
{
   const struct dral_magic_divisor own = own_divisor(FIRST_DIFFERENCE);
   const struct dral_magic_divisor library =
      library_divisor(FIRST_DIFFERENCE);
   const uint32_t wrong_id = 3623878683;
   uint64_t id = 0;

   CHECK_EQUAL(own.magic, 0x57FFFFE4);
   CHECK_EQUAL(library.magic, 0x57FFFFE5);
   CHECK_EQUAL(own.shift, library.shift);
   CHECK_EQUAL(own.extra_flags, library.extra_flags);

   CHECK_EQUAL(dral_magic_first_wrong_id(&own, FIRST_DIFFERENCE, &id), 0);
   CHECK_EQUAL(id, wrong_id);
   CHECK_EQUAL(dral_magic_divide(&own, wrong_id),
               wrong_id / FIRST_DIFFERENCE - 1);
   CHECK_EQUAL(dral_magic_divide(&library, wrong_id),
               wrong_id / FIRST_DIFFERENCE);

   CHECK_EQUAL(dral_magic_first_wrong_id(&library, FIRST_DIFFERENCE, &id),
               0);
   CHECK_EQUAL(id, (uint64_t)1 << 32);
}

static void
differences_are_one_too_low(void)
{
   unsigned differences = 0, others = 0;
   unsigned divisor;

   for (divisor = FIRST_DIFFERENCE; divisor < 1u << 24; divisor++) {
      struct dral_magic_divisor own = own_divisor(divisor);
      const struct dral_magic_divisor library = library_divisor(divisor);

      if (are_equal(&own, &library))
         continue;
      differences++;
      own.magic++;
      others += !are_equal(&own, &library);
   }
   CHECK_EQUAL(differences, 20);
   CHECK_EQUAL(others, 0);
}

int
main(void)
{
   padded_counts_agree();
   divisors_agree_before_the_first_difference();
   first_difference_divides_wrongly();
   differences_are_one_too_low();
   return check_result();
}
