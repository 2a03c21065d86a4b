/* SPDX-License-Identifier: MIT */

/*
 * Batches of padded counts and of magic divisors.
 */

#include "harness/canary.h"
#include "dral.h"
#include "harness/generator.h"
#include "reference/reference.h"
#include "harness/subjects.h"

#include <errno.h>
#include <fenv.h>
#include <string.h>

#define COUNT 65536

/* A batch function, and what the reference makes of one of its numbers. */
struct batch_function {
   /* Words of a result. */
   size_t words;
   int (*batch)(const uint32_t *numbers, uint32_t rounding, void *results,
                size_t count);
   int (*single)(uint32_t number, uint32_t rounding, void *result);
};

static int
pad_batch(const uint32_t *numbers, uint32_t rounding, void *results,
          size_t count)
{
   (void)rounding;
   return dral_padded_vertex_counts(numbers, results, count);
}

static int
pad_single(uint32_t number, uint32_t rounding, void *result)
{
   const uint32_t padded = ref_padded_vertex_count(number);

   (void)rounding;
   memcpy(result, &padded, sizeof padded);
   return padded == 0 && number != 0 ? -ERANGE : 0;
}

static int
divide_batch(const uint32_t *numbers, uint32_t rounding, void *results,
             size_t count)
{
   return dral_magic_divisors(numbers, rounding, results, count);
}

static int
divide_single(uint32_t number, uint32_t rounding, void *result)
{
   return ref_magic_divisor(number, rounding, result);
}

static void
check_batches(struct context *context, const struct batch_function *function)
{
   struct generator generator = generator_for(context);
   uint32_t numbers[80];
   uint32_t results[3 * LENGTH(numbers)];
   uint32_t expected[3 * LENGTH(numbers)];
   uint32_t round;

   for (round = 0; round < 20000; round++) {
      const uint32_t rounding = number_below(&generator, 2);
      /* Any alignment, so that each path of a vector loop is taken. */
      const uint32_t start = number_below(&generator, 8);
      const uint32_t count = number_below(&generator, 65);
      int expected_error = 0;
      uint32_t i;

      fill_canary(results, sizeof results);
      fill_canary(expected, sizeof expected);
      for (i = start; i < start + count; i++) {
         int error;

         /* Few enough errors that half of the batches have none. */
         do {
            numbers[i] = edge_number(&generator);
            error = function->single(numbers[i], rounding,
                                     &expected[i * function->words]);
         } while (error != 0 && !one_in(&generator, 20));
         if (expected_error == 0)
            expected_error = error;
      }
      if (expected_error != 0)
         fill_canary(expected, sizeof expected);
      CHECK_EQUAL(context,
                  function->batch(numbers + start, rounding,
                                  &results[start * function->words], count),
                  expected_error, "%" PRIu32 " numbers", count);
      CHECK(context, memcmp(results, expected, sizeof results) == 0,
            "%" PRIu32 " numbers from %" PRIu32 " on", count, start);
   }
}

static void
batch_of_any_length_equals_single_padded_counts(struct context *context)
{
   static const struct batch_function function = { 1, pad_batch, pad_single };

   check_batches(context, &function);
}

static void
batch_of_any_length_equals_single_magic_divisors(struct context *context)
{
   static const struct batch_function function = { 3, divide_batch,
                                                   divide_single };

   check_batches(context, &function);
}

/*
 * Batches use floating point, and what they make must not depend on how the
 * caller has it rounded.  The modes that the machine has.
 */
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

const struct test batches_tests[] = {
   QUICK_TEST(batch_of_any_length_equals_single_padded_counts),
   QUICK_TEST(batch_of_any_length_equals_single_magic_divisors),
   QUICK_TEST(batches_are_exact_in_every_rounding_mode),
   NO_MORE_TESTS,
};
