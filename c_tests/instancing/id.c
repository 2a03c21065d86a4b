/* SPDX-License-Identifier: MIT */

/*
 * The records by which Midgard finds its vertex id and instance id.
 */

#include "harness/canary.h"
#include "harness/text.h"
#include "dral.h"
#include "harness/descriptor.h"
#include "reference/reference.h"
#include "instancing/sample_draws.h"
#include "harness/subjects.h"
#include "harness/tally.h"
#include "instancing/whole_draws.h"

#include <errno.h>
#include <string.h>

#define DRAWS 200000

typedef int (*library_function)(const struct dral_draw *draw,
                                struct dral_id_record *record);
typedef int (*reference_function)(const struct dral_draw *draw,
                                  uint32_t words[4]);

static int
pack(const void *fields, uint32_t *words, size_t *count)
{
   *count = 4;
   return dral_id_record_pack(fields, words);
}

static int
unpack(const uint32_t *words, size_t count, void *fields)
{
   (void)count;
   return dral_id_record_unpack(words, fields);
}

static void
fill_unused(struct generator *generator, void *fields)
{
   struct dral_id_record *record = fields;

   if (record->type == DRAL_ID_TYPE_VERTEX) {
      record->extra_flags = edge_number(generator);
      record->magic = edge_number(generator);
   } else {
      record->odd = edge_number(generator);
   }
}

static const struct descriptor id_record = {
   sizeof(struct dral_id_record), 4, pack, unpack, fill_unused
};

static int
check_draw(struct context *context, struct generator *generator,
           const struct dral_draw *draw, library_function record_of,
           reference_function words_of)
{
   struct dral_id_record record;
   uint32_t expected[4];
   const int expected_error = words_of(draw, expected);
   int error;

   fill_canary(&record, sizeof record);
   error = record_of(draw, &record);
   CHECK_EQUAL(context, error, expected_error, "%s", draw_text(draw));
   if (expected_error != 0)
      CHECK(context, is_untouched(&record, sizeof record), "%s",
            draw_text(draw));
   else if (error == 0)
      check_packed(context, generator, &id_record, &record, expected, 4);
   return expected_error;
}

/* Later architectures have none: every draw is refused. */
static void
id_records_equal_reference_and_reverse(struct context *context)
{
   struct generator generator = generator_for(context);
   uint32_t architecture;
   uint32_t i;

   for (architecture = 4; architecture <= 14; architecture++) {
      const uint32_t draws = architecture <= 5 ? DRAWS : DRAWS / 10;
      struct tally tally = { 0 };

      for (i = 0; i < draws; i++) {
         const struct dral_draw draw = random_draw(&generator, architecture);

         tally_error(&tally, check_draw(context, &generator, &draw,
                                        draw_vertex_id_record,
                                        ref_vertex_id));
         tally_error(&tally, check_draw(context, &generator, &draw,
                                        draw_instance_id_record,
                                        ref_instance_id));
      }
      if (architecture <= 5)
         check_tally(context, &tally, DRAWS / 100, DRAWS / 1000,
                     DRAWS / 100);
   }
}

static void
other_id_words_are_refused_or_pack_the_same(struct context *context)
{
   struct generator generator = generator_for(context);
   uint32_t taken = 0;
   uint32_t i;

   for (i = 0; i < 20000; i++) {
      const struct dral_draw draw = random_valid_draw(&generator, 4 + i % 2);
      uint32_t words[4] = { 0, 0, 0, 0 };

      if (one_in(&generator, 2))
         ref_vertex_id(&draw, words);
      else
         ref_instance_id(&draw, words);
      taken += check_each_bit(context, &id_record, words);
      words[0] = one_in(&generator, 2) ? 0x22 : 0x24;
      words[1] = (uint32_t)next_number(&generator) & 0xFF000000;
      words[2] = one_in(&generator, 2) ? 0
                                       : (uint32_t)next_number(&generator);
      taken += check_any_words(context, &id_record, words);
   }
   CHECK_MET(context, taken, 100000);
}

static void
bits_that_an_id_type_lacks_are_refused(struct context *context)
{
   static const uint32_t all[4] = { UINT32_MAX, UINT32_MAX, UINT32_MAX,
                                    UINT32_MAX };
   /* R and P, or R, E and magic; types of one more bit are others. */
   static const uint32_t of_vertex[4] = { 0, 0xFF000000, 0, 0 };
   static const uint32_t of_instance[4] = { 0, 0x3F000000, 0x7FFFFFFF, 0 };
   uint32_t vertex[4] = { 0x22, 0, 0, 0 };
   uint32_t instance[4] = { 0x24, 0, 0, 0 };

   static const uint32_t largest[2][4] = {
      { 0x22, 0x9F000000, 0, 0 }, { 0x24, 0x3F000000, 0x7FFFFFFF, 0 }
   };

   CHECK_EQUAL(context,
               check_any_words(context, &id_record, largest[0]) +
                  check_any_words(context, &id_record, largest[1]),
               2, "the largest fields");
   check_taken_bits(context, &id_record, vertex, all, of_vertex);
   check_taken_bits(context, &id_record, instance, all, of_instance);
}

/* What a thread sees by these words, after a comparison of both models. */
static uint32_t
value_of(struct context *context, const uint32_t words[4],
         uint32_t linear_id)
{
   struct dral_id_record record;
   uint32_t value = 0xA5A5A5A5;
   uint32_t expected = 0;

   CHECK_EQUAL(context, dral_id_record_unpack(words, &record), 0, "%s",
               words_text(words, 4));
   CHECK_EQUAL(context, dral_id_record_value(&record, linear_id, &value), 0,
               "thread %" PRIu32 ", %s", linear_id, words_text(words, 4));
   CHECK_EQUAL(context, ref_id_value(words, linear_id, &expected), 0,
               "thread %" PRIu32 ", %s", linear_id, words_text(words, 4));
   CHECK_EQUAL(context, value, expected, "thread %" PRIu32 ", %s", linear_id,
               words_text(words, 4));
   return value;
}

/*
 * The instance id that a thread sees.  It is the API's except for two kinds
 * of draws whose record divides by 2^31 because it has no divisor:
 * one instance, where only the ids from 2^31 on show it, and a padded count
 * of 1, where all instances but the first see a wrong one.
 */
static uint32_t
visible_instance(const struct dral_draw *draw, uint32_t padded_count,
                 uint32_t linear_id)
{
   if (draw->instance_count == 1 || padded_count == 1)
      return linear_id >> 31;
   return linear_id / padded_count;
}

static void
threads_of_large_draws_see_their_ids(struct context *context)
{
   struct generator generator = generator_for(context);
   uint32_t i;
   uint32_t j;

   for (i = 0; i < DRAWS; i++) {
      const struct dral_draw draw = random_valid_draw(&generator, 4 + i % 2);
      struct dral_resolved_draw resolved;
      uint32_t vertex[4];
      uint32_t instance[4];

      CHECK_EQUAL(context, dral_draw_resolve(&draw, &resolved), 0, "%s",
                  draw_text(&draw));
      CHECK_EQUAL(context, ref_vertex_id(&draw, vertex), 0, "%s",
                  draw_text(&draw));
      CHECK_EQUAL(context, ref_instance_id(&draw, instance), 0, "%s",
                  draw_text(&draw));
      for (j = 0; j < 9; j++) {
         /* The last thread, and any. */
         const uint64_t thread = j == 0 ? resolved.threads - 1
                                        : next_number(&generator) %
                                             resolved.threads;
         const uint32_t linear_id = (uint32_t)thread;

         CHECK_EQUAL(context, value_of(context, vertex, linear_id),
                     linear_id % resolved.padded_count,
                     "vertex id of %" PRIu32 " in %s", linear_id,
                     draw_text(&draw));
         CHECK_EQUAL(context, value_of(context, instance, linear_id),
                     visible_instance(&draw, resolved.padded_count,
                                      linear_id),
                     "instance id of %" PRIu32 " in %s", linear_id,
                     draw_text(&draw));
      }
   }
}

const struct test id_tests[] = {
   QUICK_TEST(id_records_equal_reference_and_reverse),
   QUICK_TEST(other_id_words_are_refused_or_pack_the_same),
   QUICK_TEST(bits_that_an_id_type_lacks_are_refused),
   QUICK_TEST(threads_of_large_draws_see_their_ids),
   NO_MORE_TESTS,
};
