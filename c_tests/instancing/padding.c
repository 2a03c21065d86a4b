/* SPDX-License-Identifier: MIT */

/* The padded count by itself, and with its magic divisor in one call. */

#include "harness/harness.h"
#include "dral.h"
#include "dral_panfrost.h"
#include "reference/reference.h"
#include "harness/subjects.h"
#include "harness/sweep.h"

#include <errno.h>
#include <string.h>

/*
 * The plain function, its batch and the names that drivers call.  From 20
 * vertices on the reference is asked where the count that it had is reached:
 * that one is the smallest for all between.
 */
static void
compare_padded_vertex_counts(uint32_t first, struct sweep *sweep)
{
   uint32_t vertex_counts[SWEEP_BLOCK];
   uint32_t batch[SWEEP_BLOCK];
   uint32_t expected = 0;
   int batch_error;
   int expected_batch_error = 0;
   uint32_t i;

   for (i = 0; i < SWEEP_BLOCK; i++)
      vertex_counts[i] = first + i;
   fill_canary(batch, sizeof batch);
   batch_error = dral_padded_vertex_counts(vertex_counts, batch, SWEEP_BLOCK);

   for (i = 0; i < SWEEP_BLOCK; i++) {
      const uint32_t vertex_count = first + i;
      uint32_t named;

      if (vertex_count < 20 || vertex_count >= expected)
         expected = ref_padded_vertex_count(vertex_count);
      named = expected;
      if (expected == 0 && vertex_count != 0) {
         expected_batch_error = -ERANGE;
         named = 1;
      }
      if (dral_padded_vertex_count(vertex_count) != expected ||
          panfrost_padded_vertex_count(vertex_count) != named ||
          pan_padded_vertex_count(vertex_count) != named ||
          (batch_error == 0 && batch[i] != expected))
         sweep_mismatch(sweep, vertex_count);
   }

   if (batch_error != expected_batch_error)
      sweep_mismatch(sweep, first);
   if (batch_error != 0 && !is_untouched(batch, sizeof batch))
      sweep_mismatch(sweep, first);
}

DEFINE_SAMPLE(padding_equals_reference, compare_padded_vertex_counts, 0)
DEFINE_SWEEP(padding_equals_reference_for_all_vertex_counts,
             compare_padded_vertex_counts, 0)

/* What a call leaves: canaries on error. */
struct result {
   struct dral_padded_count padded;
   struct dral_magic_divisor divisor;
};

static const struct result untouched = { { 0xA5, 0xA5, 0xA5 },
                                         { 0xA5, 0xA5, 0xA5 } };

/* What the reference says of a vertex count and those after it to `last`. */
struct expectation {
   uint32_t last;
   int error;
   struct result result;
};

/* In place of a rounding: only the padded count. */
#define NO_DIVISOR 2

static struct expectation
expectation_of(uint32_t vertex_count, uint32_t rule, uint32_t rounding)
{
   struct expectation expectation = { vertex_count, 0, untouched };
   struct result made = untouched;

   expectation.error = ref_padded_count(vertex_count, rule, &made.padded);
   /* From 20 on a padded count is that of all vertex counts up to it. */
   if (vertex_count >= 20)
      expectation.last =
         expectation.error != 0 ? UINT32_MAX : made.padded.count - 1;
   if (expectation.error == 0 && rounding != NO_DIVISOR)
      expectation.error =
         ref_magic_divisor(made.padded.count, rounding, &made.divisor);
   if (expectation.error == 0)
      expectation.result = made;
   return expectation;
}

/* So few that the results stay in the cache. */
#define PIECE 256

static void
compare_piece(uint32_t first, uint32_t rule, uint32_t rounding,
              struct sweep *sweep)
{
   struct expectation expectation = expectation_of(first, rule, rounding);
   struct result results[PIECE];
   int errors[PIECE];
   uint32_t i;

   /* First all calls, then all comparisons: that is much faster. */
   for (i = 0; i < PIECE; i++) {
      results[i] = untouched;
      errors[i] = dral_padded_count_divisor(first + i, rule, rounding,
                                            &results[i].padded,
                                            &results[i].divisor);
   }
   for (i = 0; i < PIECE; i++) {
      if (first + i > expectation.last)
         expectation = expectation_of(first + i, rule, rounding);
      if (errors[i] != expectation.error ||
          memcmp(&results[i], &expectation.result, sizeof results[i]) != 0)
         sweep_mismatch(sweep, first + i);
   }
}

/* In both roundings. */
static void
compare_divisors(uint32_t first, struct sweep *sweep)
{
   uint32_t i;

   for (i = 0; i < 2 * (SWEEP_BLOCK / PIECE); i++)
      compare_piece(first + i / 2 * PIECE, sweep->variant, i % 2, sweep);
}

/* Its byte, by the definition, if a size is of the padded form. */
static int
has_byte(uint32_t size, uint8_t *byte)
{
   uint32_t odd = size;
   uint32_t shift = 0;

   if (size == 0)
      return 0;
   for (; odd % 2 == 0; odd /= 2)
      shift++;
   if (odd > 9)
      return 0;
   *byte = (uint8_t)(odd / 2 * 32 + shift);
   return 1;
}

/* A number as the vertex count of IDVS, and as an instance size. */
static int
is_rounded_and_packed(uint32_t number)
{
   uint32_t count = 0xA5A5A5A5;
   uint32_t expected_count = count;
   uint8_t byte = 0xA5;
   uint8_t expected_byte = byte;

   return dral_idvs_vertex_count(number, &count) ==
             ref_idvs_vertex_count(number, &expected_count) &&
          count == expected_count &&
          dral_instance_size_pack(number, &byte) ==
             (has_byte(number, &expected_byte) ? 0 : -EDOM) &&
          byte == expected_byte;
}

/*
 * The padded count by itself, under both rules, and what else one number has.
 * The reference is asked both ways, by its branches and by a search.
 */
static void
compare_counts(uint32_t first, struct sweep *sweep)
{
   uint32_t rule, i;

   for (i = 0; i < SWEEP_BLOCK; i++) {
      if (!is_rounded_and_packed(first + i))
         sweep_mismatch(sweep, first + i);
   }
   for (rule = 0; rule <= 1; rule++) {
      struct expectation expectation = { 0, 0, untouched };

      for (i = 0; i < SWEEP_BLOCK; i++) {
         const uint32_t vertex_count = first + i;
         const struct dral_padded_count *expected =
            &expectation.result.padded;
         struct dral_padded_count padded = untouched.padded;
         const int error = dral_padded_count(vertex_count, rule, &padded);

         if (i == 0 || vertex_count > expectation.last) {
            expectation = expectation_of(vertex_count, rule, NO_DIVISOR);
            if (ref_padded_by_search(vertex_count, rule) !=
                (expectation.error == 0 ? expected->count : 0))
               sweep_mismatch(sweep, vertex_count);
         }
         if (error != expectation.error ||
             memcmp(&padded, expected, sizeof padded) != 0)
            sweep_mismatch(sweep, vertex_count);
      }
   }
}

DEFINE_SAMPLE(padded_divisors_equal_reference, compare_divisors,
              DRAL_PADDING_RULE_DRIVER)
DEFINE_SWEEP(padded_divisors_equal_reference_for_all_vertex_counts,
             compare_divisors, DRAL_PADDING_RULE_DRIVER)
DEFINE_SWEEP(documented_padded_divisors_equal_reference_for_all_vertex_counts,
             compare_divisors, DRAL_PADDING_RULE_DOCUMENTED)
DEFINE_SWEEP(counts_of_all_rules_and_bytes_equal_reference_for_all_numbers,
             compare_counts, 0)
DEFINE_SAMPLE(counts_of_all_rules_and_bytes_equal_reference,
              compare_counts, 0)

const struct test padding_tests[] = {
   QUICK_TEST(padding_equals_reference),
   QUICK_TEST(padded_divisors_equal_reference),
   QUICK_TEST(counts_of_all_rules_and_bytes_equal_reference),
   MAIN_SWEEP_TEST(padding_equals_reference_for_all_vertex_counts),
   MAIN_SWEEP_TEST(padded_divisors_equal_reference_for_all_vertex_counts),
   SWEEP_TEST(documented_padded_divisors_equal_reference_for_all_vertex_counts),
   SWEEP_TEST(counts_of_all_rules_and_bytes_equal_reference_for_all_numbers),
   NO_MORE_TESTS,
};
