/* SPDX-License-Identifier: MIT */

/*
 * Batches use floating point, and what they make must not depend on how the
 * caller has it rounded.
 */

#include "dral.h"
#include "harness/generator.h"
#include "harness/subjects.h"

#include <fenv.h>

#define LENGTH(array) (sizeof(array) / sizeof((array)[0]))
#define COUNT 65536

/* Those that the machine has. */
static const int rounding_modes[] = {
#ifdef FE_UPWARD
   FE_UPWARD,
#endif
#ifdef FE_DOWNWARD
   FE_DOWNWARD,
#endif
#ifdef FE_TOWARDZERO
   FE_TOWARDZERO,
#endif
   FE_TONEAREST,
};

/* 2^63 divided by each is less than an integer by no more than 2^-20, which
 * is how far apart floats are there. */
static const uint32_t below_integers[] = {
   2147549185, 2320070853, 2488414485, 2656927895, 2825092859, 2993719359,
   3165960681, 3336084457, 3505950057, 3681060959,
};

/* The batches' results in this mode: 0 if they were made. */
static int
make_batches(int mode, const uint32_t *numbers, uint32_t rounding,
             uint32_t *padded, struct dral_magic_divisor *divisors)
{
   int error = fesetround(mode);

   if (error == 0)
      error = dral_padded_vertex_counts(numbers, padded, COUNT);
   if (error == 0)
      error = dral_magic_divisors(numbers, rounding, divisors, COUNT);
   if (fegetround() != mode)
      error = 1;
   return fesetround(FE_TONEAREST) != 0 ? 1 : error;
}

static void
batches_are_exact_in_every_rounding_mode(struct context *context)
{
   static uint32_t numbers[COUNT], padded[COUNT];
   static struct dral_magic_divisor divisors[COUNT];
   struct generator generator = generator_for(context);
   uint32_t i, rounding;
   size_t mode;

   for (i = 0; i < COUNT; i++) {
      numbers[i] = i < LENGTH(below_integers) ? below_integers[i]
                                              : edge_number(&generator);
      /* Of what a batch refuses it writes nothing. */
      if (numbers[i] >= 0xE0000000)
         numbers[i] -= 0xE0000000;
      if ((numbers[i] & (numbers[i] - 1)) == 0)
         numbers[i] = 3;
   }
   for (mode = 0; mode < LENGTH(rounding_modes); mode++) {
      for (rounding = 0; rounding <= DRAL_ROUNDING_NEAREST; rounding++) {
         CHECK_EQUAL(context,
                     make_batches(rounding_modes[mode], numbers, rounding,
                                  padded, divisors),
                     0, "mode %d", rounding_modes[mode]);
         for (i = 0; i < COUNT; i++) {
            struct dral_magic_divisor single = { 0, 0, 0 };

            CHECK_EQUAL(context, padded[i],
                        dral_padded_vertex_count(numbers[i]),
                        "%" PRIu32 ", mode %d", numbers[i],
                        rounding_modes[mode]);
            (void)dral_magic_divisor(numbers[i], rounding, &single);
            CHECK(context, divisors[i].magic == single.magic &&
                              divisors[i].shift == single.shift &&
                              divisors[i].extra_flags == single.extra_flags,
                  "%" PRIu32 ", mode %d", numbers[i], rounding_modes[mode]);
         }
      }
   }
}

const struct test rounding_modes_tests[] = {
   QUICK_TEST(batches_are_exact_in_every_rounding_mode),
   NO_MORE_TESTS,
};
