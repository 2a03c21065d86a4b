/* SPDX-License-Identifier: MIT */

#include "harness/harness.h"
#include "dral.h"
#include "dral_model.h"
#include "dral_panfrost.h"
#include "harness/generator.h"
#include "harness/same.h"
#include "reference/reference.h"
#include "harness/subjects.h"
#include "harness/sweep.h"

static int
are_equal(const struct dral_magic_divisor *left,
          const struct dral_magic_divisor *right)
{
   return left->magic == right->magic && left->shift == right->shift &&
          left->extra_flags == right->extra_flags;
}

/* The name by which drivers call a rounding. */
typedef unsigned (*driver_name)(unsigned divisor, unsigned *shift,
                                unsigned *extra_flags);

/*
 * Whether m is the magic divisor of d by the definition, which
 * ref_magic_divisor follows with divisions, and by the certificate of
 * ref_magic_is_exact that it is exact for all ids.  With M = magic | 1 << 31
 * and N = 2^(32 + shift), the definition of the documented rounding says
 *
 *    without the correction: M = ceil(N / d) and N % d > 2^shift, which is
 *       0 <= d * M - N < d - 2^shift;
 *    with it: M = ceil(N / d) - 1 and N % d <= 2^shift, which is
 *       0 < N - d * M <= 2^shift;
 *
 * and that of the nearest, where M = floor((N + d / 2) / d),
 *
 *    without it: (N + d / 2) % d <= d / 2, which is 0 <= d * M - N <= d / 2;
 *    with it: (N + d / 2) % d > d / 2, which is 0 < N - d * M < d - d / 2.
 *
 * There is no branch that depends on the correction: it is hard to predict.
 */
static int
is_magic_divisor(uint32_t d, uint32_t rounding,
                 const struct dral_magic_divisor *m)
{
   const uint64_t power = (uint64_t)1 << (m->shift & 31);
   const uint64_t product = d * (m->magic | (uint64_t)1 << 31);
   const uint64_t corrected = m->extra_flags;
   /* product - N, or N - product - 1; what is below 0 is beyond any limit */
   const uint64_t gap = (product - (power << 32)) ^ (0 - corrected);
   uint64_t limits[2] = { d - power, power };

   if (rounding == DRAL_ROUNDING_NEAREST) {
      limits[0] = d / 2 + 1;
      limits[1] = d - d / 2 - 1;
   }
   return m->magic >> 31 == 0 && m->shift <= 31 && d >> m->shift == 1 &&
          corrected <= 1 && gap < limits[corrected] &&
          gap <= power - corrected;
}

/* The result of a name where there is no magic divisor. */
static struct dral_magic_divisor
magic_of_name(uint32_t divisor)
{
   struct dral_magic_divisor magic = { 0, 0, 0 };

   if (divisor == 0)
      return magic;
   magic.magic = 0x80000000;
   for (; divisor > 1; divisor /= 2)
      magic.shift++;
   return magic;
}

static int
error_of(uint32_t divisor, uint32_t rounding)
{
   if (divisor == 0)
      return DRAL_ERROR_ZERO_DIVISOR;
   if (rounding == DRAL_ROUNDING_NEAREST && (divisor & (divisor - 1)) == 0)
      return DRAL_ERROR_POWER_OF_TWO_DIVISOR;
   return 0;
}

/* The function against the definition, and the name that drivers call against
 * the function. */
static void
compare_magic(uint32_t first, struct sweep *sweep)
{
   const uint32_t rounding = sweep->variant;
   const driver_name name = rounding == DRAL_ROUNDING_DOCUMENTED
                               ? panfrost_compute_magic_divisor
                               : pan_compute_npot_divisor;
   struct dral_magic_divisor magics[SWEEP_BLOCK];
   struct dral_magic_divisor named[SWEEP_BLOCK];
   int errors[SWEEP_BLOCK];
   uint32_t i;

   /* First all calls, then all comparisons: that is much faster. */
   for (i = 0; i < SWEEP_BLOCK; i++) {
      magics[i] = (struct dral_magic_divisor){ 0xA5, 0xA5, 0xA5 };
      errors[i] = dral_magic_divisor(first + i, rounding, &magics[i]);
   }
   for (i = 0; i < SWEEP_BLOCK; i++)
      named[i].magic = name(first + i, &named[i].shift,
                            &named[i].extra_flags);

   for (i = 0; i < SWEEP_BLOCK; i++) {
      const int error = error_of(first + i, rounding);
      const struct dral_magic_divisor of_name =
         error == 0 ? magics[i] : magic_of_name(first + i);

      if (errors[i] != error || !are_equal(&named[i], &of_name) ||
          (error == 0 && !is_magic_divisor(first + i, rounding, &magics[i])))
         sweep_mismatch(sweep, first + i);
   }
}

/*
 * The definition by divisions, the certificate in its own words, and the
 * library's own search for a wrong id, which finds none.
 */
static void
compare_with_reference(uint32_t first, struct sweep *sweep)
{
   uint32_t i;

   for (i = 0; i < 2 * SWEEP_BLOCK; i++) {
      const uint32_t divisor = first + i / 2;
      struct dral_magic_divisor expected = { 0xA5, 0xA5, 0xA5 };
      struct dral_magic_divisor magic = expected;
      const uint64_t errors = ref_magic_divisor(divisor, i % 2, &expected);
      uint64_t id = 0;

      if (!is_expected(dral_magic_divisor(divisor, i % 2, &magic), errors) ||
          (errors == 0 &&
           (!are_equal(&magic, &expected) ||
            !ref_magic_is_exact(divisor, &magic) ||
            dral_magic_first_wrong_id(&magic, divisor, &id) != 0 ||
            id != (uint64_t)1 << 32)))
         sweep_mismatch(sweep, divisor);
   }
}

DEFINE_SWEEP(every_magic_equals_reference_and_has_no_wrong_id,
             compare_with_reference, 0)
DEFINE_SAMPLE(magic_equals_reference_and_has_no_wrong_id,
              compare_with_reference, 0)
DEFINE_SAMPLE(documented_magic_is_by_definition_and_exact, compare_magic,
              DRAL_ROUNDING_DOCUMENTED)
DEFINE_SAMPLE(nearest_magic_is_by_definition_and_exact, compare_magic,
              DRAL_ROUNDING_NEAREST)
DEFINE_SWEEP(every_documented_magic_is_by_definition_and_exact,
             compare_magic, DRAL_ROUNDING_DOCUMENTED)
DEFINE_SWEEP(every_nearest_magic_is_by_definition_and_exact,
             compare_magic, DRAL_ROUNDING_NEAREST)

static void
magic_divide_is_the_sum_of_the_hardware(struct context *context)
{
   struct generator generator = generator_for(context);
   uint32_t i;

   for (i = 0; i < 1000000; i++) {
      /* Any bits; those that no descriptor stores are ignored. */
      struct dral_magic_divisor divisor;
      uint32_t id;

      divisor.magic = (uint32_t)next_number(&generator);
      divisor.shift = one_in(&generator, 4) ? edge_number(&generator)
                                            : number_below(&generator, 32);
      divisor.extra_flags = one_in(&generator, 4)
                               ? edge_number(&generator)
                               : number_below(&generator, 2);
      id = edge_number(&generator);
      CHECK_EQUAL(context, dral_magic_divide(&divisor, id),
                  ref_magic_divide(&divisor, id),
                  "magic 0x%" PRIX32 ", %" PRIu32 ", %" PRIu32
                  ", id %" PRIu32, divisor.magic, divisor.shift,
                  divisor.extra_flags, id);
   }
}

const struct test divisor_tests[] = {
   QUICK_TEST(magic_divide_is_the_sum_of_the_hardware),
   QUICK_TEST(magic_equals_reference_and_has_no_wrong_id),
   QUICK_TEST(documented_magic_is_by_definition_and_exact),
   QUICK_TEST(nearest_magic_is_by_definition_and_exact),
   MAIN_SWEEP_TEST(every_documented_magic_is_by_definition_and_exact),
   MAIN_SWEEP_TEST(every_nearest_magic_is_by_definition_and_exact),
   SWEEP_TEST(every_magic_equals_reference_and_has_no_wrong_id),
   NO_MORE_TESTS,
};
