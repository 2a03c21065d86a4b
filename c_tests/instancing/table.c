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
   /* On error the buffer that was refused. */
   size_t refused;
};

static int
pack(const struct request *request, size_t capacity, struct result *result)
{
   struct dral_resolved_draw resolved;
   const int error = dral_draw_resolve(&request->draw, &resolved);

   if (error != 0)
      return error;
   return dral_attribute_table_pack(
      &resolved, DRAL_TABLE_SHAPE_PACKED, 0, request->buffers,
      request->buffer_count, result->words + MARGIN, capacity,
      result->slots + 1, &result->word_count, &result->refused);
}

/*
 * The error of a table is that of its draw or else of the first buffer that
 * has one, which is the one that is refused.
 */
static int
reference_pack(const struct request *request, uint32_t capacity,
               struct result *result)
{
   struct dral_resolved_draw resolved;
   const int draw_error = ref_draw_resolve(&request->draw, &resolved);
   uint32_t word_count = 0;
   size_t i;
   int error;

   if (draw_error != 0)
      return draw_error;
   for (i = 0; i < request->buffer_count; i++) {
      uint32_t words[8];
      uint32_t slots;

      if (ref_attribute_record(&request->draw, &request->buffers[i], words,
                               &slots) != 0)
         break;
   }
   error = ref_attribute_table(&request->draw, request->buffers,
                               (uint32_t)request->buffer_count,
                               result->words + MARGIN, capacity,
                               result->slots + 1, &word_count);
   if (error == 0)
      result->word_count = word_count;
   else
      result->refused = i;
   return error;
}

/* The length of a table, or why there is none. */
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

/* With room for so many words all of the memory is as it should be. */
static int
check_room(struct context *context, const struct request *request,
           uint32_t capacity, struct result *expected)
{
   struct result result;
   int error;

   fill_canary(&result, sizeof result);
   fill_canary(expected, sizeof *expected);
   error = reference_pack(request, capacity, expected);
   CHECK_EQUAL(context, pack(request, capacity, &result), error,
               "room for %" PRIu32 ", %s", capacity,
               draw_text(&request->draw));
   CHECK(context, memcmp(&result, expected, sizeof result) == 0,
         "%u buffers, room for %" PRIu32 ", %s",
         (unsigned)request->buffer_count, capacity,
         draw_text(&request->draw));
   return error;
}

static int
check_table(struct context *context, struct generator *generator,
            const struct request *request)
{
   struct result expected;
   struct result with_less_room;
   size_t counted = 0xA5A5;
   uint32_t word_count;
   const int error = check_room(context, request, WORDS, &expected);

   CHECK_EQUAL(context, count_words(request, &counted), error, "%s",
               draw_text(&request->draw));
   CHECK_EQUAL(context, counted, error == 0 ? expected.word_count : 0xA5A5,
               "%s", draw_text(&request->draw));
   if (error != 0)
      return error;
   /* Room for just these words is enough, for fewer it is not. */
   word_count = (uint32_t)expected.word_count;
   CHECK_EQUAL(context,
               check_room(context, request, word_count, &with_less_room), 0,
               "%s", draw_text(&request->draw));
   if (word_count > 0)
      CHECK_EQUAL(context,
                  check_room(context, request,
                             one_in(generator, 2)
                                ? word_count - 1
                                : number_below(generator, word_count),
                             &with_less_room),
                  -ENOSPC, "%s", draw_text(&request->draw));
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

const struct test table_tests[] = {
   QUICK_TEST(attribute_tables_equal_reference),
   NO_MORE_TESTS,
};
