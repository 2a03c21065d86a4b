/* SPDX-License-Identifier: MIT */

/*
 * Whole tables of attribute buffer records.
 */

#include "harness/canary.h"
#include "harness/text.h"
#include "dral.h"
#include "harness/generator.h"
#include "reference/reference.h"
#include "instancing/sample_draws.h"
#include "harness/subjects.h"
#include "harness/tally.h"
#include "instancing/whole_draws.h"

#include <errno.h>
#include <string.h>

#define DRAWS 200000
#define BUFFERS 16

/* Room for the longest table, and some more to see what is written there. */
#define WORDS (8 * BUFFERS + 4)
#define MARGIN 8

/* A table as it is asked for. */
struct request {
   struct dral_draw draw;
   struct dral_vertex_buffer buffers[BUFFERS];
   size_t buffer_count;
};

/* What comes back, with room on both sides of what should. */
struct result {
   uint32_t words[MARGIN + WORDS + MARGIN];
   uint32_t slots[1 + BUFFERS + 1];
   size_t word_count;
};

static const size_t nothing_refused = 0xA5A5;

/* On error also what was refused, on success nothing_refused. */
static int
pack_refused(const struct request *request, size_t capacity,
             struct result *result, size_t *refused)
{
   struct dral_resolved_draw resolved;
   const int error = dral_draw_resolve(&request->draw, &resolved);

   fill_canary(result, sizeof *result);
   *refused = error == 0 ? nothing_refused : request->buffer_count;
   return error != 0
             ? error
             : dral_attribute_table_pack(
                  &resolved, DRAL_TABLE_SHAPE_PACKED, 0, request->buffers,
                  request->buffer_count, result->words + MARGIN, capacity,
                  result->slots + 1, &result->word_count, refused);
}

static int
pack(const struct request *request, size_t capacity, struct result *result)
{
   size_t refused;

   return pack_refused(request, capacity, result, &refused);
}

static int
count_words(const struct request *request, size_t *word_count)
{
   struct dral_resolved_draw resolved;
   const int error = dral_draw_resolve(&request->draw, &resolved);

   return error != 0 ? error
                     : dral_attribute_table_word_count(
                          &resolved, DRAL_TABLE_SHAPE_PACKED, 0,
                          request->buffers, request->buffer_count,
                          word_count);
}

static const char *
request_text(const struct request *request)
{
   return draw_text(&request->draw);
}

/*
 * The error of a table is that of its draw or else of the first buffer that
 * has one, which is the one that was refused.
 */
static int
error_by_definition(const struct request *request, size_t *refused)
{
   struct dral_resolved_draw resolved;
   const int draw_error = ref_draw_resolve(&request->draw, &resolved);
   size_t i;

   *refused = draw_error == 0 ? nothing_refused : request->buffer_count;
   if (draw_error != 0)
      return draw_error;
   for (i = 0; i < request->buffer_count; i++) {
      uint32_t words[8];
      uint32_t slots;
      const int error =
         ref_attribute_record(&request->draw, &request->buffers[i], words,
                              &slots);

      if (error != 0) {
         *refused = i;
         return error;
      }
   }
   return 0;
}

static int
reference_table(const struct request *request, uint32_t *words,
                uint32_t *slots, uint32_t *word_count)
{
   return ref_attribute_table(&request->draw, request->buffers,
                              (uint32_t)request->buffer_count, words, WORDS,
                              slots, word_count);
}

/* The result has these words and slots and nothing else was written. */
static void
check_result(struct context *context, const struct request *request,
             struct result *result, const uint32_t *words,
             const uint32_t *slots, size_t word_count)
{
   size_t i;

   CHECK_EQUAL(context, result->word_count, word_count, "%s",
               request_text(request));
   for (i = 0; i < word_count; i++)
      CHECK_EQUAL(context, result->words[MARGIN + i], words[i],
                  "word %u for %u buffers, %s", (unsigned)i,
                  (unsigned)request->buffer_count, request_text(request));
   for (i = 0; i < request->buffer_count; i++)
      CHECK_EQUAL(context, result->slots[1 + i], slots[i],
                  "slot %u for %u buffers, %s", (unsigned)i,
                  (unsigned)request->buffer_count, request_text(request));

   fill_canary(result->words + MARGIN, word_count * sizeof words[0]);
   fill_canary(result->slots + 1, request->buffer_count * sizeof slots[0]);
   fill_canary(&result->word_count, sizeof result->word_count);
   CHECK(context, is_untouched(result, sizeof *result),
         "more was written than %u words, %s", (unsigned)word_count,
         request_text(request));
}

static int
check_table(struct context *context, struct generator *generator,
            const struct request *request)
{
   uint32_t words[WORDS];
   uint32_t slots[BUFFERS];
   uint32_t word_count = 0;
   struct result result;
   size_t counted = 0xA5A5;
   size_t expected_refused;
   size_t refused;
   const int expected_error = reference_table(request, words, slots,
                                              &word_count);

   CHECK_EQUAL(context, expected_error,
               error_by_definition(request, &expected_refused), "%s",
               request_text(request));
   CHECK_EQUAL(context, count_words(request, &counted), expected_error, "%s",
               request_text(request));
   CHECK_EQUAL(context, counted, expected_error == 0 ? word_count : 0xA5A5,
               "%s", request_text(request));

   CHECK_EQUAL(context, pack_refused(request, WORDS, &result, &refused),
               expected_error, "%s", request_text(request));
   CHECK_EQUAL(context, refused, expected_refused, "%s",
               request_text(request));
   if (expected_error != 0) {
      CHECK(context, is_untouched(&result, sizeof result), "%s",
            request_text(request));
      return expected_error;
   }
   check_result(context, request, &result, words, slots, word_count);

   /* Room for just these words is enough, for fewer it is not. */
   CHECK_EQUAL(context, pack(request, word_count, &result), 0, "%s",
               request_text(request));
   check_result(context, request, &result, words, slots, word_count);
   if (word_count > 0) {
      const uint32_t too_few = one_in(generator, 2)
                                  ? word_count - 1
                                  : number_below(generator, word_count);

      CHECK_EQUAL(context, pack_refused(request, too_few, &result, &refused),
                  -ENOSPC, "%" PRIu32 " words, %s", too_few,
                  request_text(request));
      CHECK_EQUAL(context, refused, request->buffer_count, "%s",
                  request_text(request));
      CHECK(context, is_untouched(&result, sizeof result),
            "%" PRIu32 " words, %s", too_few, request_text(request));
   }
   return 0;
}

static void
attribute_tables_equal_reference(struct context *context)
{
   struct generator generator = generator_for(context);
   uint32_t architecture;
   uint32_t i;
   uint32_t j;

   for (architecture = 4; architecture <= 7; architecture++) {
      struct tally tally = { 0 };

      for (i = 0; i < DRAWS; i++) {
         struct request request;

         request.draw = random_draw(&generator, architecture);
         /* All lengths; the short ones more often, for they are fast. */
         request.buffer_count = number_below(
            &generator, one_in(&generator, 4) ? BUFFERS + 1 : 5);
         for (j = 0; j < request.buffer_count; j++) {
            /* Few enough errors that most tables have none. */
            request.buffers[j] =
               one_in(&generator, 4)
                  ? random_buffer(&generator, &request.draw)
                  : random_valid_buffer(&generator, &request.draw);
         }
         tally_error(&tally, check_table(context, &generator, &request));
      }
      check_tally(context, &tally, DRAWS / 100, DRAWS / 1000, DRAWS / 100);
   }
}

static void
npot_pairs_begin_at_even_slots(struct context *context)
{
   uint32_t architecture;

   for (architecture = 4; architecture <= 7; architecture++) {
      /* 72 x 1 is NPOT. */
      struct request request = { { 0 }, { { 0 } }, 4 };
      static const uint32_t types[] = { 3, 0, 4, 0x20, 1, 0, 4, 0x20 };
      static const uint32_t slots[] = { 0, 2, 4, 6 };
      struct result result;
      uint32_t i;

      request.draw = plain_draw(architecture, 70, 2);
      request.buffers[0] = plain_buffer(DRAL_RATE_VERTEX, 0);
      request.buffers[1] = plain_buffer(DRAL_RATE_INSTANCE, 1);
      request.buffers[2] = plain_buffer(DRAL_RATE_INSTANCE, 0);
      request.buffers[3] = plain_buffer(DRAL_RATE_INSTANCE, 5);

      CHECK_EQUAL(context, pack(&request, WORDS, &result), 0,
                  "v%" PRIu32, architecture);
      CHECK_EQUAL(context, result.word_count, architecture >= 6 ? 36 : 32,
                  "v%" PRIu32, architecture);
      for (i = 0; i < 8; i++)
         CHECK_EQUAL(context, result.words[MARGIN + 4 * i] & 0x3F, types[i],
                     "type in slot %" PRIu32 ", v%" PRIu32, i, architecture);
      for (i = 0; i < 4; i++) {
         CHECK_EQUAL(context, result.slots[1 + i], slots[i],
                     "slot of %" PRIu32 ", v%" PRIu32, i, architecture);
         /* The slots that were skipped, and the empty one at the end. */
         CHECK_EQUAL(context, result.words[MARGIN + 4 + i], 0,
                     "slot 1, v%" PRIu32, architecture);
         CHECK_EQUAL(context, result.words[MARGIN + 20 + i], 0,
                     "slot 5, v%" PRIu32, architecture);
         if (architecture >= 6)
            CHECK_EQUAL(context, result.words[MARGIN + 32 + i], 0,
                        "terminator, v%" PRIu32, architecture);
      }
   }
}

static void
longest_table_fits_eight_words_a_buffer_and_four(struct context *context)
{
   /* Per-vertex records and NPOT pairs in turn leave a gap each time. */
   struct request request = { { 0 }, { { 0 } }, BUFFERS };
   struct result result;
   size_t i;

   request.draw = plain_draw(7, 70, 2);
   for (i = 0; i < BUFFERS; i++)
      request.buffers[i] = plain_buffer(
         i % 2 == 0 ? DRAL_RATE_VERTEX : DRAL_RATE_INSTANCE, 1);
   CHECK_EQUAL(context, pack(&request, WORDS, &result), 0, "in turn");
   CHECK_EQUAL(context, result.word_count, WORDS, "in turn");
   for (i = 0; i < BUFFERS; i++)
      request.buffers[i] = plain_buffer(DRAL_RATE_INSTANCE, 1);
   CHECK_EQUAL(context, pack(&request, WORDS, &result), 0, "NPOT");
   CHECK_EQUAL(context, result.word_count, WORDS, "NPOT");
}

const struct test table_tests[] = {
   QUICK_TEST(attribute_tables_equal_reference),
   QUICK_TEST(npot_pairs_begin_at_even_slots),
   QUICK_TEST(longest_table_fits_eight_words_a_buffer_and_four),
   NO_MORE_TESTS,
};
