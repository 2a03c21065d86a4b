/* SPDX-License-Identifier: MIT */

/*
 * The drop-in names of dral_panfrost.h.  Their sweeps compare them with
 * dral.h, whose own sweeps compare it with the reference.
 */

#include "dral.h"
#include "dral_panfrost.h"
#include "subjects.h"
#include "sweep.h"

/* What the names write where a divisor has no magic. */
static const struct dral_magic_divisor nothing = { 0, 0, 0 };

static void
drop_in_names_give_the_known_answers(struct context *context)
{
   unsigned shift = 99;
   unsigned extra_flags = 99;

   CHECK_EQUAL(context, panfrost_padded_vertex_count(70), 72, "70 vertices");
   CHECK_EQUAL(context, pan_padded_vertex_count(1000), 1024,
               "1000 vertices");

   CHECK_EQUAL(context, panfrost_compute_magic_divisor(3, &shift,
                                                       &extra_flags),
               0x2AAAAAAA, "documented rounding of 3");
   CHECK_EQUAL(context, shift, 1, "documented rounding of 3");
   CHECK_EQUAL(context, extra_flags, 1, "documented rounding of 3");

   /* Both outputs are written, extra_flags also when it is 0. */
   CHECK_EQUAL(context, pan_compute_npot_divisor(9, &shift, &extra_flags),
               0x638E38E4, "nearest rounding of 9");
   CHECK_EQUAL(context, shift, 3, "nearest rounding of 9");
   CHECK_EQUAL(context, extra_flags, 0, "nearest rounding of 9");
   extra_flags = 99;
   CHECK_EQUAL(context, panfrost_compute_magic_divisor(11, &shift,
                                                       &extra_flags),
               0x3A2E8BA3, "documented rounding of 11");
   CHECK_EQUAL(context, extra_flags, 0, "documented rounding of 11");
}

static void
drop_in_names_of_zero_are_zero(struct context *context)
{
   unsigned shift = 99;
   unsigned extra_flags = 99;

   CHECK_EQUAL(context, panfrost_padded_vertex_count(0), 0, "0 vertices");
   CHECK_EQUAL(context, pan_padded_vertex_count(0xE0000000), 0,
               "too many vertices");
   CHECK_EQUAL(context, panfrost_compute_magic_divisor(0, &shift,
                                                       &extra_flags), 0,
               "divisor 0");
   CHECK_EQUAL(context, shift, 0, "divisor 0");
   CHECK_EQUAL(context, extra_flags, 0, "divisor 0");
   shift = 99;
   extra_flags = 99;
   CHECK_EQUAL(context, pan_compute_npot_divisor(0, &shift, &extra_flags), 0,
               "divisor 0");
   CHECK_EQUAL(context, shift, 0, "divisor 0");
   CHECK_EQUAL(context, extra_flags, 0, "divisor 0");
}

static void
nearest_name_gives_powers_of_two_the_documented_magic(
   struct context *context)
{
   uint32_t i;

   for (i = 0; i < 32; i++) {
      const unsigned divisor = 1u << i;
      unsigned shift = 99;
      unsigned extra_flags = 99;

      CHECK_EQUAL(context, pan_compute_npot_divisor(divisor, &shift,
                                                    &extra_flags),
                  0x7FFFFFFF, "divisor %u", divisor);
      CHECK_EQUAL(context, shift, i, "divisor %u", divisor);
      CHECK_EQUAL(context, extra_flags, 1, "divisor %u", divisor);
   }
}

static void
compare_padding(uint32_t first, struct sweep *sweep)
{
   uint32_t i;

   for (i = 0; i < SWEEP_BLOCK; i++) {
      const uint32_t vertex_count = first + i;
      const uint32_t expected = dral_padded_vertex_count(vertex_count);

      if (panfrost_padded_vertex_count(vertex_count) != expected ||
          pan_padded_vertex_count(vertex_count) != expected)
         sweep_mismatch(sweep, vertex_count);
   }
}

static void
padding_names_equal_the_library_for_all_vertex_counts(
   struct context *context)
{
   sweep_expecting_none(context, compare_padding);
}

/* What the library says about a block, with what the names put in place. */
static void
fill_expected(uint32_t first, uint32_t rounding,
              struct dral_magic_divisor *expected)
{
   uint32_t divisors[SWEEP_BLOCK];
   uint32_t i;

   for (i = 0; i < SWEEP_BLOCK; i++)
      divisors[i] = first + i;
   if (dral_magic_divisors(divisors, rounding, expected, SWEEP_BLOCK) == 0)
      return;

   /* A divisor of the block has no magic, so it is one by one. */
   for (i = 0; i < SWEEP_BLOCK; i++) {
      if (dral_magic_divisor(divisors[i], rounding, &expected[i]) != 0 &&
          dral_magic_divisor(divisors[i], DRAL_ROUNDING_DOCUMENTED,
                             &expected[i]) != 0)
         expected[i] = nothing;
   }
}

static int
are_equal(unsigned magic, unsigned shift, unsigned extra_flags,
          const struct dral_magic_divisor *expected)
{
   return magic == expected->magic && shift == expected->shift &&
          extra_flags == expected->extra_flags;
}

static void
compare_documented(uint32_t first, struct sweep *sweep)
{
   struct dral_magic_divisor expected[SWEEP_BLOCK];
   uint32_t i;

   fill_expected(first, DRAL_ROUNDING_DOCUMENTED, expected);
   for (i = 0; i < SWEEP_BLOCK; i++) {
      unsigned shift = 99;
      unsigned extra_flags = 99;
      const unsigned magic = panfrost_compute_magic_divisor(
         first + i, &shift, &extra_flags);

      if (!are_equal(magic, shift, extra_flags, &expected[i]))
         sweep_mismatch(sweep, first + i);
   }
}

static void
documented_name_equals_the_library_for_all_divisors(struct context *context)
{
   sweep_expecting_none(context, compare_documented);
}

static void
compare_nearest(uint32_t first, struct sweep *sweep)
{
   struct dral_magic_divisor expected[SWEEP_BLOCK];
   uint32_t i;

   fill_expected(first, DRAL_ROUNDING_NEAREST, expected);
   for (i = 0; i < SWEEP_BLOCK; i++) {
      unsigned shift = 99;
      unsigned extra_flags = 99;
      const unsigned magic = pan_compute_npot_divisor(first + i, &shift,
                                                      &extra_flags);

      if (!are_equal(magic, shift, extra_flags, &expected[i]))
         sweep_mismatch(sweep, first + i);
   }
}

static void
nearest_name_equals_the_library_for_all_divisors(struct context *context)
{
   sweep_expecting_none(context, compare_nearest);
}

const struct test panfrost_tests[] = {
   QUICK_TEST(drop_in_names_give_the_known_answers),
   QUICK_TEST(drop_in_names_of_zero_are_zero),
   QUICK_TEST(nearest_name_gives_powers_of_two_the_documented_magic),
   SWEEP_TEST(padding_names_equal_the_library_for_all_vertex_counts),
   SWEEP_TEST(documented_name_equals_the_library_for_all_divisors),
   SWEEP_TEST(nearest_name_equals_the_library_for_all_divisors),
   NO_MORE_TESTS,
};
