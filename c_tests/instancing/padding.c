/* SPDX-License-Identifier: MIT */

/* Padded counts, the vertex count of IDVS, and instance sizes as bytes. */

#include "harness/harness.h"
#include "harness/same.h"
#include "dral.h"
#include "dral_model.h"
#include "dral_panfrost.h"
#include "reference/reference.h"
#include "harness/subjects.h"
#include "harness/sweep.h"

#include <string.h>

/*
 * The plain function and the names that drivers call.  For 20 vertices
 * and more, all vertex counts below a padded count have it, and the reference
 * computes only where a new one begins.
 */
static void
compare_padded_vertex_counts(uint32_t first, struct sweep *sweep)
{
   uint32_t expected = 0;
   uint32_t i;

   for (i = 0; i < SWEEP_BLOCK; i++) {
      const uint32_t vertex_count = first + i;
      uint32_t named;

      if (vertex_count < 20 || vertex_count >= expected)
         expected = ref_padded_vertex_count(vertex_count);
      named = expected == 0 && vertex_count != 0 ? 1 : expected;
      if (dral_padded_vertex_count(vertex_count) != expected ||
          panfrost_padded_vertex_count(vertex_count) != named ||
          pan_padded_vertex_count(vertex_count) != named)
         sweep_mismatch(sweep, vertex_count);
   }
}

DEFINE_SAMPLE(padding_equals_reference, compare_padded_vertex_counts, 0)
DEFINE_SWEEP(padding_equals_reference_for_all_vertex_counts,
             compare_padded_vertex_counts, 0)

/*
 * The padded count with its factors, under the rule of the sweep.  The
 * reference is asked in both ways, by its branches and by a search, and again
 * only where a new count begins.
 */
static void
compare_counts(uint32_t first, struct sweep *sweep)
{
   const uint32_t rule = sweep->variant;
   struct dral_padded_count expected = { 0, 0, 0 };
   uint32_t last = first;
   uint64_t errors = 0;
   uint32_t i;

   for (i = 0; i < SWEEP_BLOCK; i++) {
      const uint32_t vertex_count = first + i;
      struct dral_padded_count padded = { 99, 99, 99 };
      const int error = dral_padded_count(vertex_count, rule, &padded);

      if (i == 0 || vertex_count > last) {
         last = vertex_count;
         errors = ref_padded_count(vertex_count, rule, &expected);
         if (ref_padded_by_search(vertex_count, rule) !=
             (errors == 0 ? expected.count : 0))
            sweep_mismatch(sweep, vertex_count);
         if (vertex_count >= 20)
            last = errors != 0 ? UINT32_MAX : expected.count - 1;
      }
      if (!is_expected(error, errors) ||
          (errors == 0 && memcmp(&padded, &expected, sizeof padded) != 0))
         sweep_mismatch(sweep, vertex_count);
   }
}

DEFINE_SAMPLE(padded_counts_equal_reference, compare_counts,
              DRAL_PADDING_RULE_DRIVER)
DEFINE_SAMPLE(documented_padded_counts_equal_reference, compare_counts,
              DRAL_PADDING_RULE_DOCUMENTED)
DEFINE_SWEEP(padded_counts_equal_reference_for_all_vertex_counts,
             compare_counts, DRAL_PADDING_RULE_DRIVER)
DEFINE_SWEEP(documented_padded_counts_equal_reference_for_all_vertex_counts,
             compare_counts, DRAL_PADDING_RULE_DOCUMENTED)

/* The byte of a size by its definition.  Returns 0 if the size has none. */
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
static void
compare_idvs_counts_and_bytes(uint32_t first, struct sweep *sweep)
{
   uint32_t i;

   for (i = 0; i < SWEEP_BLOCK; i++) {
      const uint32_t number = first + i;
      uint32_t count = 99, expected_count = 98;
      uint8_t byte = 99, expected_byte = 98;
      const uint64_t errors = ref_idvs_vertex_count(number, &expected_count);
      const int is_size = has_byte(number, &expected_byte);

      if (!is_expected(dral_idvs_vertex_count(number, &count), errors) ||
          (errors == 0 && count != expected_count) ||
          dral_instance_size_pack(number, &byte) !=
             (is_size ? 0 : DRAL_ERROR_NOT_A_PADDED_COUNT) ||
          (is_size && byte != expected_byte))
         sweep_mismatch(sweep, number);
   }
}

DEFINE_SAMPLE(idvs_counts_and_bytes_equal_reference,
              compare_idvs_counts_and_bytes, 0)
DEFINE_SWEEP(idvs_counts_and_bytes_equal_reference_for_all_numbers,
             compare_idvs_counts_and_bytes, 0)

const struct test padding_tests[] = {
   QUICK_TEST(padding_equals_reference),
   QUICK_TEST(padded_counts_equal_reference),
   QUICK_TEST(documented_padded_counts_equal_reference),
   QUICK_TEST(idvs_counts_and_bytes_equal_reference),
   SWEEP_TEST(padding_equals_reference_for_all_vertex_counts),
   SWEEP_TEST(padded_counts_equal_reference_for_all_vertex_counts),
   SWEEP_TEST(documented_padded_counts_equal_reference_for_all_vertex_counts),
   SWEEP_TEST(idvs_counts_and_bytes_equal_reference_for_all_numbers),
   NO_MORE_TESTS,
};
