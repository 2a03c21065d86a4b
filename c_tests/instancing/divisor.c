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

/*
 * Both roundings: the definition by divisions, the certificate that the
 * divisor is exact for all ids, the library's own search for a wrong id,
 * which finds none, and the name that drivers call.
 */
static void
compare_magics(uint32_t first, struct sweep *sweep)
{
   static const driver_name names[] = {
      [DRAL_ROUNDING_DOCUMENTED] = panfrost_compute_magic_divisor,
      [DRAL_ROUNDING_NEAREST] = pan_compute_npot_divisor,
   };
   uint32_t i;

   for (i = 0; i < 2 * SWEEP_BLOCK; i++) {
      const uint32_t divisor = first + i / 2;
      struct dral_magic_divisor expected = { 0xA5, 0xA5, 0xA5 };
      struct dral_magic_divisor magic = expected;
      struct dral_magic_divisor named;
      const uint64_t errors = ref_magic_divisor(divisor, i % 2, &expected);
      uint64_t id = 0;

      named.magic = names[i % 2](divisor, &named.shift, &named.extra_flags);
      if (!is_expected(dral_magic_divisor(divisor, i % 2, &magic), errors) ||
          (errors == 0 &&
           (!are_equal(&magic, &expected) ||
            !ref_magic_is_exact(divisor, &magic) ||
            dral_magic_first_wrong_id(&magic, divisor, &id) != 0 ||
            id != (uint64_t)1 << 32)))
         sweep_mismatch(sweep, divisor);
      if (errors != 0)
         expected = magic_of_name(divisor);
      if (!are_equal(&named, &expected))
         sweep_mismatch(sweep, divisor);
   }
}

DEFINE_SWEEP(every_magic_equals_reference_and_has_no_wrong_id,
             compare_magics, 0)
DEFINE_SAMPLE(magic_equals_reference_and_has_no_wrong_id, compare_magics, 0)

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
   SWEEP_TEST(every_magic_equals_reference_and_has_no_wrong_id),
   NO_MORE_TESTS,
};
