/* SPDX-License-Identifier: MIT */

/*
 * The drop-in names of dral_panfrost.h.  Those of padded counts and magic
 * divisors are in the sweeps of what they stand for.
 */

#include "harness/harness.h"
#include "dral.h"
#include "dral_panfrost.h"
#include "harness/generator.h"
#include "reference/reference.h"
#include "harness/subjects.h"
#include "harness/sweep.h"

/* The words of an id record; the third is the magic. */
static int
are_id_words(const uint32_t *words, uint32_t type, uint32_t shift,
             uint32_t bits, uint32_t magic)
{
   return words[0] == type && words[1] == (shift << 24 | bits << 29) &&
          words[2] == magic && words[3] == 0;
}

static void
compare_ids(uint32_t first, struct sweep *sweep)
{
   uint32_t i;

   for (i = 0; i < SWEEP_BLOCK; i++) {
      const uint32_t padded_count = first + i;
      struct dral_magic_divisor magic = { 0, 0, 0 };
      uint32_t vertex[4] = { 99, 99, 99, 99 };
      uint32_t instance[4] = { 99, 99, 99, 99 };
      uint32_t odd = padded_count > 0 ? padded_count : 1;
      uint32_t shift = 0;
      int is_right;

      for (; odd % 2 == 0; odd /= 2)
         shift++;
      pan_vertex_id(padded_count, vertex, true);
      pan_instance_id(padded_count, instance, true);
      is_right = are_id_words(vertex, 0x22, shift, odd / 2, 0);
      if (padded_count <= 1)
         is_right &= are_id_words(instance, 0x24, 31, 1, 0x7FFFFFFF);
      else if (odd == 1)
         is_right &= are_id_words(instance, 0x24, shift - 1, 0, 0);
      else
         is_right &= dral_magic_divisor(padded_count, DRAL_ROUNDING_NEAREST,
                                        &magic) == 0 &&
                     are_id_words(instance, 0x24, magic.shift,
                                  magic.extra_flags, magic.magic);
      pan_vertex_id(padded_count, vertex, false);
      pan_instance_id(padded_count, instance, false);
      if (!is_right || !are_id_words(vertex, 0x22, 31, 4, 0) ||
          !are_id_words(instance, 0x24, 31, 1, 0x7FFFFFFF))
         sweep_mismatch(sweep, padded_count);
   }
}

DEFINE_SWEEP(id_names_divide_by_all_padded_counts, compare_ids, 0)
DEFINE_SAMPLE(id_names_divide_by_padded_counts, compare_ids, 0)

static void
work_groups_of_known_dispatches(struct context *context)
{
   uint32_t words[2];

   /* 7 x 3 x 2 groups of 8 x 4 x 1: 3 + 2 + 0 + 3 + 2 + 1 bits. */
   pan_pack_work_groups_compute(words, 7, 3, 2, 8, 4, 1, false, false);
   CHECK_EQUAL(context, words[0],
               7 | 3 << 3 | 6 << 5 | 2 << 8 | 1 << 10, "7 x 3 x 2 groups");
   CHECK_EQUAL(context, words[1],
               3u | 5u << 5 | 5u << 10 | 8u << 16 | 10u << 22 | 5u << 28,
               "7 x 3 x 2 groups");
   pan_pack_work_groups_compute(words, 1, 1, 1, 8, 4, 1, false, true);
   CHECK_EQUAL(context, words[0], 7 | 3 << 3, "indirect");
   CHECK_EQUAL(context, words[1], 3u | 5u << 5 | 5u << 10 | 5u << 28,
               "indirect");
   /* The invocation of a draw, as in draws.csv. */
   pan_pack_work_groups_compute(words, 1, 2, 1000, 1, 1, 1, true, false);
   CHECK_EQUAL(context, words[0], 0x7CF, "2 vertices, 1000 instances");
   CHECK_EQUAL(context, words[1], 0x20400000, "2 vertices, 1000 instances");
}

static void
work_groups_equal_the_reference(struct context *context)
{
   struct generator generator = generator_for(context);
   uint32_t fitting[4] = { 0, 0, 0, 0 };
   uint32_t refused[4] = { 0, 0, 0, 0 };
   uint32_t i;
   uint32_t j;

   for (i = 0; i < 2000000; i++) {
      const uint32_t form = number_below(&generator, 4);
      uint32_t words[3];
      uint32_t expected[2] = { 0, 0 };
      uint32_t values[6];

      for (j = 0; j < 6; j++) {
         values[j] = 1 + (any_magnitude(&generator) >>
                          number_below(&generator, 32 - j));
         if (one_in(&generator, 3))
            values[j] = 1;
      }
      if (one_in(&generator, 20))
         values[number_below(&generator, 6)] = edge_number(&generator);
      if (ref_work_groups(values, (form & 1) != 0, (form & 2) != 0,
                          expected) == 0)
         fitting[form]++;
      else
         refused[form]++;
      fill_canary(words, sizeof words);
      pan_pack_work_groups_compute(words, values[3], values[4], values[5],
                                   values[0], values[1], values[2],
                                   (form & 1) != 0, (form & 2) != 0);
      CHECK(context,
            words[0] == expected[0] && words[1] == expected[1],
            "sizes %" PRIu32 ", %" PRIu32 ", %" PRIu32 ", groups %" PRIu32
            ", %" PRIu32 ", %" PRIu32 ", form %" PRIu32,
            values[0], values[1], values[2], values[3], values[4], values[5],
            form);
      CHECK(context, is_untouched(&words[2], sizeof words[2]),
            "a third word");
   }
   for (i = 0; i < 4; i++)
      CHECK(context, fitting[i] > 50000 && refused[i] > 50000,
            "form %" PRIu32 ": %" PRIu32 " fit, %" PRIu32 " do not", i,
            fitting[i], refused[i]);
}

const struct test panfrost_tests[] = {
   QUICK_TEST(id_names_divide_by_padded_counts),
   QUICK_TEST(work_groups_of_known_dispatches),
   QUICK_TEST(work_groups_equal_the_reference),
   SWEEP_TEST(id_names_divide_by_all_padded_counts),
   NO_MORE_TESTS,
};
