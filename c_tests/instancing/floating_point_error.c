/* SPDX-License-Identifier: MIT */

/*
 * Where the magic divisor that drivers compute in floating point differs
 * from the exact one, and what that does to their draws.
 */

#include "dral.h"
#include "dral_model.h"
#include "harness/subjects.h"
#include "harness/sweep.h"

#include <math.h>

/* docs/reference/instancing.md, "Magic divisor". */
#define WRONG_DIVISORS 3297
#define FIRST_WRONG_DIVISOR 4971027

/* Those of them that divide at least one 32-bit id wrongly. */
#define HARMFUL_DIVISORS 2350

/* As drivers compute it; the divisor is not 0. */
static struct dral_magic_divisor
floating_point_divisor(uint32_t divisor)
{
   struct dral_magic_divisor result;
   uint64_t numerator;
   int exponent;

   /* A double holds the divisor exactly: 2^shift <= divisor. */
   (void)frexp(divisor, &exponent);
   result.shift = (uint32_t)exponent - 1;
   numerator = (uint64_t)1 << (result.shift + 32);
   /*
    * The quotient is between 2^31 and 2^32, which leaves a double about 21
    * bits for the fraction.  A smaller fraction is rounded away, and the
    * ceiling is then one too small.  For a POT it is 2^32, which C cannot
    * convert to uint32_t directly.
    */
   result.magic = (uint32_t)(uint64_t)ceil((double)numerator / divisor);
   /* The remainder was always computed in integers, and correctly. */
   result.extra_flags = numerator % divisor <= (uint64_t)1 << result.shift;
   result.magic = (result.magic - result.extra_flags) & 0x7FFFFFFF;
   return result;
}

static void
compare_with_floating_point(uint32_t first, struct sweep *sweep)
{
   uint32_t i;

   for (i = 0; i < SWEEP_BLOCK; i++) {
      /* 0 is not a divisor: 1 replaces it. */
      const uint32_t divisor = first + i == 0 ? 1 : first + i;
      const struct dral_magic_divisor candidate =
         floating_point_divisor(divisor);
      struct dral_magic_divisor exact;

      if (dral_magic_divisor(divisor, sweep->variant, &exact) != 0 ||
          candidate.magic != exact.magic ||
          candidate.shift != exact.shift ||
          candidate.extra_flags != exact.extra_flags)
         sweep_mismatch(sweep, divisor);
   }
}

/* 1 if the floating-point magic of this divisor divides an id wrongly. */
static int
does_harm(struct context *context, uint32_t divisor)
{
   const struct dral_magic_divisor candidate =
      floating_point_divisor(divisor);
   uint64_t id = 0;

   CHECK_EQUAL(context, dral_magic_first_wrong_id(&candidate, divisor, &id),
               0, "divisor %" PRIu32, divisor);
   CHECK(context,
         id >> 32 != 0 ||
            dral_magic_divide(&candidate, (uint32_t)id) != id / divisor,
         "%" PRIu64 " / %" PRIu32 " is right", id, divisor);
   CHECK(context,
         id >> 32 != 0 || id == 0 ||
            dral_magic_divide(&candidate, (uint32_t)id - 1) ==
               (id - 1) / divisor,
         "%" PRIu64 " is not the first wrong id of %" PRIu32, id, divisor);
   return id >> 32 == 0;
}

static void
floating_point_divides_wrongly_by_4971027(struct context *context)
{
   const uint32_t divisor = FIRST_WRONG_DIVISOR;
   const struct dral_magic_divisor candidate =
      floating_point_divisor(divisor);
   struct dral_magic_divisor exact;

   CHECK_EQUAL(context, dral_magic_divisor(divisor, DRAL_ROUNDING_DOCUMENTED,
                                           &exact), 0, "exact");
   CHECK_EQUAL(context, exact.magic, 0x57FFFFE5, "exact");
   CHECK_EQUAL(context, candidate.magic, 0x57FFFFE4, "floating point");
   CHECK_EQUAL(context, candidate.shift, exact.shift, "floating point");
   CHECK_EQUAL(context, candidate.extra_flags, exact.extra_flags,
               "floating point");
   CHECK_EQUAL(context, does_harm(context, divisor), 1, "an id is wrong");
}

static void
floating_point_is_wrong_for_3297_divisors(struct context *context)
{
   struct sweep sweep;
   uint32_t harmful = 0;
   uint32_t of_2_to_the_31_minus_1 = 0;
   uint64_t i;

   sweep.variant = DRAL_ROUNDING_DOCUMENTED;
   sweep_all(context, compare_with_floating_point, &sweep);
   CHECK_EQUAL(context, sweep.mismatch_count, WRONG_DIVISORS,
               "divisors with a wrong magic");
   if (sweep.mismatch_count != WRONG_DIVISORS)
      return;
   CHECK_EQUAL(context, sweep.mismatches[0], FIRST_WRONG_DIVISOR,
               "the smallest divisor with a wrong magic");

   for (i = 0; i < WRONG_DIVISORS; i++) {
      harmful += (uint32_t)does_harm(context, sweep.mismatches[i]);
      if (sweep.mismatches[i] == 0x7FFFFFFF)
         of_2_to_the_31_minus_1++;
   }
   CHECK_EQUAL(context, harmful, HARMFUL_DIVISORS,
               "divisors that divide an id wrongly");
   CHECK_EQUAL(context, of_2_to_the_31_minus_1, 1,
               "0x7FFFFFFF is one of them");
   CHECK_EQUAL(context, floating_point_divisor(0x7FFFFFFF).magic, 0,
               "magic of 0x7FFFFFFF");
}

const struct test floating_point_error_tests[] = {
   QUICK_TEST(floating_point_divides_wrongly_by_4971027),
   SWEEP_TEST(floating_point_is_wrong_for_3297_divisors),
   NO_MORE_TESTS,
};
