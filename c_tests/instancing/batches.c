/* SPDX-License-Identifier: MIT */

/*
 * Batches of padded counts and of magic divisors, in each rounding mode of
 * floating point.
 */

#include "harness/harness.h"
#include "dral.h"
#include "harness/generator.h"
#include "reference/reference.h"
#include "harness/subjects.h"

#include <errno.h>
#include <fenv.h>
#include <string.h>

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

/* The batch in this mode, which it leaves as it was: 1 if not. */
static int
make_batch(const struct batch_function *function, int mode,
           const uint32_t *numbers, uint32_t rounding, void *results,
           size_t count)
{
   int error = fesetround(mode);

   if (error == 0)
      error = function->batch(numbers, rounding, results, count);
   if (fegetround() != mode)
      error = 1;
   return fesetround(FE_TONEAREST) != 0 ? 1 : error;
}

static void
check_batches(struct context *context, const struct batch_function *function)
{
   struct generator generator = generator_for(context);
   uint32_t numbers[80];
   uint32_t results[3 * LENGTH(numbers)];
   uint32_t expected[3 * LENGTH(numbers)];
   uint32_t round;

   for (round = 0; round < 40000; round++) {
      const int mode = rounding_modes[round % LENGTH(rounding_modes)];
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
            if (one_in(&generator, 100))
               numbers[i] = below_integers[number_below(
                  &generator, LENGTH(below_integers))];
            error = function->single(numbers[i], rounding,
                                     &expected[i * function->words]);
         } while (error != 0 && !one_in(&generator, 20));
         if (expected_error == 0)
            expected_error = error;
      }
      if (expected_error != 0)
         fill_canary(expected, sizeof expected);
      CHECK_EQUAL(context,
                  make_batch(function, mode, numbers + start, rounding,
                             &results[start * function->words], count),
                  expected_error, "%" PRIu32 " numbers, mode %d", count,
                  mode);
      CHECK(context, memcmp(results, expected, sizeof results) == 0,
            "%" PRIu32 " numbers from %" PRIu32 " on, mode %d", count, start,
            mode);
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

const struct test batches_tests[] = {
   QUICK_TEST(batch_of_any_length_equals_single_padded_counts),
   QUICK_TEST(batch_of_any_length_equals_single_magic_divisors),
   NO_MORE_TESTS,
};
