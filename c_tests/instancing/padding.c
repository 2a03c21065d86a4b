/* SPDX-License-Identifier: MIT */

#include "harness/canary.h"
#include "dral.h"
#include "dral_panfrost.h"
#include "harness/generator.h"
#include "reference/reference.h"
#include "harness/subjects.h"
#include "harness/sweep.h"

#include <errno.h>

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

static void
padding_equals_reference_for_all_vertex_counts(struct context *context)
{
   sweep_expecting_none(context, compare_padded_vertex_counts, 0);
}

static void
check_smallest(struct context *context, uint32_t vertex_count, uint32_t rule)
{
   const uint32_t expected = ref_padded_by_search(vertex_count, rule);
   struct dral_padded_count padded = { 0, 0, 0 };
   const int error = dral_padded_count(vertex_count, rule, &padded);

   if (expected == 0 &&
       (vertex_count != 0 || rule != DRAL_PADDING_RULE_DRIVER)) {
      CHECK_EQUAL(context, error, -ERANGE,
                  "%" PRIu32 " vertices, rule %" PRIu32, vertex_count, rule);
   } else {
      CHECK_EQUAL(context, error, 0, "%" PRIu32 " vertices, rule %" PRIu32,
                  vertex_count, rule);
      CHECK_EQUAL(context, padded.count, expected,
                  "%" PRIu32 " vertices, rule %" PRIu32, vertex_count, rule);
   }
}

static void
padded_count_is_the_smallest_that_the_rule_admits(struct context *context)
{
   struct generator generator = generator_for(context);
   uint32_t rule;
   uint32_t i;

   for (rule = 0; rule <= 1; rule++) {
      for (i = 0; i < 0x10000; i++)
         check_smallest(context, i, rule);
      for (i = 0; i < 200000; i++)
         check_smallest(context, edge_number(&generator), rule);
   }
}

/* The definition of the byte, in 64 bits. */
static uint64_t
size_of_byte(uint32_t byte)
{
   return (uint64_t)(2 * (byte >> 5) + 1) << (byte & 31);
}

static void
instance_size_byte_is_shift_and_odd_part(struct context *context)
{
   uint32_t i;

   for (i = 0; i < 256; i++) {
      const uint64_t expected = size_of_byte(i);
      const int stands_for_one = i >> 5 <= 4 && expected <= UINT32_MAX;
      uint32_t size = 0xA5A5A5A5;
      uint8_t byte = 0xA5;
      const int error = dral_instance_size_unpack((uint8_t)i, &size);

      CHECK_EQUAL(context, error, stands_for_one ? 0 : -EDOM,
                  "byte 0x%02" PRIX32, i);
      CHECK_EQUAL(context, size, stands_for_one ? expected : 0xA5A5A5A5,
                  "byte 0x%02" PRIX32, i);
      if (!stands_for_one)
         continue;
      CHECK_EQUAL(context, dral_instance_size_pack(size, &byte), 0,
                  "size %" PRIu32, size);
      CHECK_EQUAL(context, byte, i, "size %" PRIu32, size);
   }
}

const struct test padding_tests[] = {
   QUICK_TEST(padded_count_is_the_smallest_that_the_rule_admits),
   QUICK_TEST(instance_size_byte_is_shift_and_odd_part),
   MAIN_SWEEP_TEST(padding_equals_reference_for_all_vertex_counts),
   NO_MORE_TESTS,
};
