/* SPDX-License-Identifier: MIT */

/*
 * Tables in both shapes, and offsets: from scratch, record by record, and
 * from prepared states.
 */

#include "harness/harness.h"
#include "harness/same.h"
#include "harness/text.h"
#include "dral.h"
#include "dral_model.h"
#include "reference/reference.h"
#include "instancing/sample_draws.h"
#include "instancing/sample_states.h"
#include "harness/subjects.h"
#include "harness/tally.h"

#include <string.h>

#define STATES random_cases(5000)
#define DRAWS_PER_STATE 4

/* The ways to write a table. */
enum way {
   FROM_SCRATCH,
   PREPARED,
   /* Record by record; packed tables only. */
   APPENDED,
   WAYS
};

/* The draw with the architecture and the rounding of the state. */
static struct dral_draw_info
draw_for(const struct sample_state *sample, const struct dral_draw_info *draw)
{
   struct dral_draw_info with = *draw;

   with.architecture = sample->architecture;
   with.rounding = sample->rounding;
   return with;
}

/* The zero slot that ends the table is the caller's. */
static int
append_all(const struct sample_state *sample, const struct dral_draw *draw,
           size_t capacity, struct sample_table *table)
{
   uint32_t next = 0;
   uint32_t i;

   for (i = 0; i < sample->buffer_count; i++) {
      const int slot =
         dral_attribute_append(draw, &sample->buffers[i], table->words,
                               capacity, &next);

      if (slot < 0)
         return slot;
      table->slots[i] = (uint32_t)slot;
   }
   if (sample->architecture >= 6) {
      if (capacity / 4 <= next)
         return DRAL_ERROR_OUTPUT_TOO_SMALL;
      memset(&table->words[4 * next++], 0, 16);
   }
   return (int)(4 * next);
}

static int
write_table(const struct sample_state *sample, const struct dral_draw *draw,
            enum way way, size_t capacity, struct sample_table *table)
{
   struct dral_draw given = *draw;

   given.info = draw_for(sample, &draw->info);
   if (way == PREPARED)
      return prepared_table(sample, &given, capacity, table);
   fill_canary(table, sizeof *table);
   if (way == APPENDED)
      return append_all(sample, &given, capacity, table);
   return dral_attribute_table(&given, sample->shape, sample->image_count,
                               sample->buffers, sample->buffer_count,
                               table->words, capacity, table->slots);
}

/* Nothing is written outside the table's capacity and the slots, and with
 * more capacity than enough nothing beyond that. */
static int
is_within(const struct sample_state *sample, size_t capacity,
          const struct sample_table *table)
{
   const size_t enough = enough_words(sample);
   const size_t end = capacity < enough ? capacity : enough;

   return is_untouched(table->before, sizeof table->before) &&
          is_untouched(table->after, sizeof table->after) &&
          is_untouched(&table->words[end],
                       sizeof table->words - end * sizeof table->words[0]) &&
          is_untouched(&table->slots[sample->buffer_count],
                       (STATE_BUFFERS + 1 - sample->buffer_count) *
                          sizeof table->slots[0]);
}

/* The words of images are as they were in both. */
static int
is_same_table(const struct sample_state *sample, uint32_t word_count,
              const struct sample_table *a, const struct sample_table *b)
{
   return memcmp(a->words, b->words, word_count * sizeof a->words[0]) == 0 &&
          memcmp(a->slots, b->slots,
                 sample->buffer_count * sizeof a->slots[0]) == 0;
}

/* Checks the draw's table, from scratch, appended record by record and from
 * the prepared state, with every capacity. */
static void
check_state_tables(struct context *context, const struct sample_state *sample,
                   const struct dral_draw_info *draw)
{
   const struct dral_draw_info with = draw_for(sample, draw);
   const struct dral_draw resolved = resolved_draw(context, &with);
   const size_t enough = enough_words(sample);
   struct sample_table expected, table;
   uint32_t count = 0;
   size_t capacity;
   int way;

   fill_canary(&expected, sizeof expected);
   CHECK_EQUAL(context,
               ref_attribute_table(&with, sample->shape, sample->image_count,
                                   sample->buffers, sample->buffer_count,
                                   expected.words, expected.slots, &count),
               0, "%s, %s", state_text(sample), draw_text(draw));
   CHECK(context, count <= enough, "%s", state_text(sample));

   /* Too little, a little more than the table needs, enough, and more. */
   for (capacity = count < 6 ? 0 : count - 6; capacity <= enough + 8;
        capacity++) {
      if (capacity == count + 9 && capacity < enough - 1)
         capacity = enough - 1;
      for (way = 0; way < WAYS; way++) {
         int status;

         if (way == APPENDED && sample->shape != DRAL_TABLE_SHAPE_PACKED)
            continue;
         status = write_table(sample, &resolved, (enum way)way, capacity,
                              &table);
         CHECK(context,
               status == DRAL_ERROR_OUTPUT_TOO_SMALL
                  ? capacity < count
                  : status == (int)count && capacity >= count &&
                       is_same_table(sample, count, &table, &expected),
               "way %d, capacity %zu, status %d, %s, %s", way, capacity,
               status, state_text(sample), draw_text(draw));
         CHECK(context, is_within(sample, capacity, &table),
               "way %d, capacity %zu, status %d, %s, %s", way, capacity,
               status, state_text(sample), draw_text(draw));
      }
   }
}

/* The attributes of a state with a location without an attribute and this
 * one, whose offset is expected in the draw if there are no errors. */
static void
check_one_attribute(struct context *context,
                    const struct sample_state *sample,
                    const struct dral_draw *resolved, uint32_t buffer,
                    uint32_t source, uint64_t errors, int32_t expected)
{
   const uint32_t format = source & 0x3FFFFF;
   const struct dral_vertex_element elements[] = {
      { DRAL_NO_BUFFER, format, source },
      { buffer, format, source },
   };
   struct dral_vertex_state_info info = info_of(sample);
   struct dral_vertex_state state;
   uint32_t words[] = { 96, 96, 96, 96 };
   uint32_t unused[2];
   int slot;
   int status;

   ref_unused_attribute(info.architecture, info.unused_location, unused);
   info.elements = elements;
   info.element_count = 2;
   status = dral_vertex_state_prepare(&state, &info);
   if (source > (uint32_t)INT32_MAX - 63 &&
       status == DRAL_ERROR_OFFSET_RANGE)
      return;
   if (sample->buffers[buffer].rate == DRAL_RATE_UNUSED) {
      CHECK_EQUAL(context, status, DRAL_ERROR_UNUSED_BUFFER, "%s",
                  buffer_text(&sample->buffers[buffer]));
      return;
   }
   CHECK_EQUAL(context, status, 0, "source %" PRIu32 ", %s", source,
               state_text(sample));
   status =
      dral_vertex_state_attributes(&state, resolved, sample->bound,
                                   sample->buffer_count, words, 4);
   if (status > 0)
      CHECK_EQUAL(context, status, 4, "%s", draw_text(&resolved->info));
   CHECK_ERROR(context, status > 0 ? 0 : status, errors, "%d, %s, %s", status,
               draw_text(&resolved->info), buffer_text(&sample->buffers[buffer]));
   slot = dral_vertex_state_slot(&state, resolved, buffer);
   CHECK(context,
         errors != 0 ||
            (words[0] == unused[0] && words[1] == unused[1] && slot >= 0 &&
             words[2] == ((uint32_t)slot | 1u << 9 | format << 10) &&
             words[3] == (uint32_t)expected),
         "%08x %08x %08x %08x, slot %d, offset %d, %s, %s", words[0],
         words[1], words[2], words[3], slot, expected, draw_text(&resolved->info),
         buffer_text(&sample->buffers[buffer]));
}

/* The attributes of the state, all at once. Returns 1 if all offsets fit. */
static int
check_state_attributes(struct context *context,
                       const struct sample_state *sample,
                       const struct dral_draw_info *draw)
{
   const struct dral_draw_info with = draw_for(sample, draw);
   const struct dral_draw resolved = resolved_draw(context, &with);
   const uint32_t count = 2 * sample->element_count;
   uint32_t expected[2 * STATE_ELEMENTS];
   uint32_t words[2 * STATE_ELEMENTS + 2];
   uint64_t errors = 0;
   uint32_t i;
   int status;

   for (i = 0; i < sample->element_count; i++) {
      const struct dral_vertex_element *element = &sample->elements[i];
      int32_t offset = 0;

      ref_unused_attribute(sample->architecture, sample->unused_location,
                           &expected[2 * i]);
      if (element->buffer == DRAL_NO_BUFFER)
         continue;
      errors |= ref_attribute_offset(&with, &sample->buffers[element->buffer],
                                     element->source_offset, &offset);
      expected[2 * i] = (uint32_t)dral_vertex_state_slot(
                           &sample->state, &resolved, element->buffer) |
                        1u << 9 | element->format << 10;
      expected[2 * i + 1] = (uint32_t)offset;
   }
   fill_canary(words, sizeof words);
   status = dral_vertex_state_attributes(&sample->state, &resolved,
                                         sample->bound, sample->buffer_count,
                                         words, count + 1);
   CHECK_ERROR(context, status > 0 ? 0 : status, errors, "%d, %s, %s", status,
               state_text(sample), draw_text(draw));
   CHECK(context, is_untouched(&words[count], 2 * sizeof words[0]), "%s",
         state_text(sample));
   if (count > 0)
      CHECK_EQUAL(context,
                  dral_vertex_state_attributes(&sample->state, &resolved,
                                               sample->bound,
                                               sample->buffer_count, words,
                                               count - 1),
                  DRAL_ERROR_OUTPUT_TOO_SMALL, "%s", state_text(sample));
   if (errors != 0)
      return 0;
   CHECK_EQUAL(context,
               dral_vertex_state_attributes(&sample->state, &resolved,
                                            sample->bound,
                                            sample->buffer_count, words,
                                            count),
               (int)count, "%s", state_text(sample));
   CHECK(context, memcmp(words, expected, count * sizeof words[0]) == 0,
         "%s, %s", state_text(sample), draw_text(draw));
   return 1;
}

/* Checks the offset of an attribute, from scratch and from the prepared
 * state.  Returns whether there is one. */
static int
check_state_offset(struct context *context, const struct sample_state *sample,
                   const struct dral_draw_info *draw, uint32_t buffer,
                   uint32_t source, int32_t *offset)
{
   const struct dral_draw_info with = draw_for(sample, draw);
   const struct dral_draw resolved = resolved_draw(context, &with);
   const struct dral_vertex_buffer *given = &sample->buffers[buffer];
   int32_t expected = 0;
   const uint64_t errors =
      ref_attribute_offset(&with, given, source, &expected);
   int32_t prepared = 98;
   int error;

   check_one_attribute(context, sample, &resolved, buffer, source, errors,
                       expected);
   error = dral_vertex_state_offset(&sample->state, &resolved, buffer,
                                    &sample->bound[buffer], source,
                                    &prepared);
   CHECK_ERROR(context, error, errors, "%d, %s, %s", error, draw_text(draw),
               buffer_text(given));
   *offset = 99;
   error = dral_attribute_offset(&resolved, given, source, offset);
   CHECK_ERROR(context, error, errors, "%d, %s, %s", error, draw_text(draw),
               buffer_text(given));
   if (errors != 0)
      return 0;
   CHECK_EQUAL(context, prepared, expected, "source %" PRIu32 ", %s, %s",
               source, draw_text(draw), buffer_text(given));
   CHECK_EQUAL(context, *offset, expected, "source %" PRIu32 ", %s, %s",
               source, draw_text(draw), buffer_text(given));
   return 1;
}

/* Checks that one of these errors is returned for a table from scratch. */
static void
check_refused_table(struct context *context,
                    const struct sample_state *sample,
                    const struct dral_draw *draw, uint64_t errors)
{
   const size_t enough = enough_words(sample);
   struct sample_table table;
   int error;

   error = write_table(sample, draw, FROM_SCRATCH, enough, &table);
   CHECK_ERROR(context, error, errors, "%d, %s", error, state_text(sample));
   CHECK(context, is_within(sample, enough, &table), "%s",
         state_text(sample));
}

/* With several errors in its buffers, a table has any of them. */
static void
attribute_tables_equal_reference(struct context *context)
{
   struct generator generator = generator_for(context);
   struct tally tally = { 0 };
   uint32_t i;
   uint32_t j;

   for (i = 0; i < 8 * STATES; i++) {
      const struct dral_draw_info draw =
         random_valid_draw(&generator, 4 + i % 4);
      const struct dral_draw resolved = resolved_draw(context, &draw);
      struct sample_state sample;
      uint64_t errors = 0;

      fill_canary(&sample, sizeof sample);
      sample.architecture = draw.architecture;
      sample.rounding = draw.rounding;
      sample.shape = DRAL_TABLE_SHAPE_PACKED;
      sample.image_count = 0;
      sample.unused_location = 0;
      sample.element_count = 0;
      sample.buffer_count =
         number_below(&generator,
                      one_in(&generator, 4) ? STATE_BUFFERS + 1 : 5);
      for (j = 0; j < sample.buffer_count; j++) {
         uint32_t words[8];
         uint32_t slots;

         /* Few enough errors that most tables have none. */
         sample.buffers[j] = one_in(&generator, 4)
                                ? random_buffer(&generator, &draw)
                                : random_valid_buffer(&generator, &draw);
         errors |=
            ref_attribute_record(&draw, &sample.buffers[j], words, &slots);
      }
      if (errors != 0) {
         struct sample_table table;

         check_refused_table(context, &sample, &resolved, errors);
         tally_error(&tally, write_table(&sample, &resolved, FROM_SCRATCH,
                                         STATE_WORDS, &table));
      } else {
         tally_error(&tally, 0);
         prepare(context, &sample);
         check_state_tables(context, &sample, &draw);
      }
   }
   CHECK_TALLY(context, &tally, STATES / 50, DRAL_ERROR_UNKNOWN_RATE,
               DRAL_ERROR_UNUSED_BUFFER, DRAL_ERROR_ADDRESS_RANGE,
               DRAL_ERROR_SIZE_RANGE);
}

static void
prepared_states_equal_reference(struct context *context)
{
   struct generator generator = generator_for(context);
   uint32_t architecture;
   uint32_t fitting = 0;
   uint32_t attributes = 0;
   uint32_t i;
   uint32_t j;
   uint32_t k;

   for (architecture = 4; architecture <= 7; architecture++) {
      for (i = 0; i < STATES; i++) {
         struct dral_draw_info draw =
            random_valid_draw(&generator, architecture);
         const struct sample_state sample =
            random_state(context, &generator, architecture, &draw);

         for (j = 0; j < DRAWS_PER_STATE; j++) {
            check_state_tables(context, &sample, &draw);
            attributes +=
               (uint32_t)check_state_attributes(context, &sample, &draw) *
               sample.element_count;
            for (k = 0; k < sample.buffer_count; k++) {
               const uint32_t source = one_in(&generator, 2)
                                          ? number_below(&generator, 2048)
                                          : edge_number(&generator);
               int32_t offset;

               fitting += (uint32_t)check_state_offset(
                  context, &sample, &draw, k, source, &offset);
            }
            draw = random_valid_draw(&generator, architecture);
         }
      }
   }
   CHECK_MET(context, fitting, STATES);
   CHECK_MET(context, attributes, STATES);
}

/* Also on error, where it is zeros, the output is compared. */
static int
init_bound(struct context *context, const struct dral_vertex_buffer *buffer,
           struct dral_bound_buffer *bound)
{
   const int error =
      dral_bound_buffer_init(bound, buffer->address, buffer->size);
   uint32_t expected[4];

   (void)ref_bound_buffer(buffer->address, buffer->size, expected);
   CHECK(context, memcmp(bound->words, expected, sizeof expected) == 0, "%s",
         buffer_text(buffer));
   return error;
}

static void
bound_buffers_equal_reference(struct context *context)
{
   struct generator generator = generator_for(context);
   const struct dral_draw_info draw = plain_draw(7, 1, 1);
   struct tally tally = { 0 };
   uint32_t i;

   for (i = 0; i < 100 * STATES; i++) {
      const struct dral_vertex_buffer buffer =
         random_buffer(&generator, &draw);
      int error;

      CHECK_CALL(context, error, struct dral_bound_buffer, out,
                 init_bound(context, &buffer, out),
                 ref_bound_buffer(buffer.address, buffer.size, out->words),
                 "%s", buffer_text(&buffer));
      tally_error(&tally, error);
   }
   CHECK_TALLY(context, &tally, STATES / 5, DRAL_ERROR_ADDRESS_RANGE,
               DRAL_ERROR_SIZE_RANGE);
   CHECK_EQUAL(context, dral_bound_buffer_init(NULL, 0, 0),
               DRAL_ERROR_NULL_POINTER, "NULL");
}

/* Memory of a state that prepare does not write is never read. */
static void
only_prepared_buffers_of_resolved_draws_have_slots(struct context *context)
{
   const struct dral_vertex_buffer buffer = { 0, 0, 16, DRAL_RATE_INSTANCE,
                                              3 };
   const struct dral_vertex_state_info info = {
      7, 0, DRAL_TABLE_SHAPE_PACKED, 0, 0, &buffer, 1, NULL, 0,
   };
   const struct dral_draw_info draw_info = plain_draw(7, 70, 100);
   const struct dral_draw draw = resolved_draw(context, &draw_info);
   struct dral_draw unresolved = draw;
   struct dral_vertex_state state;
   uint32_t i;

   unresolved.table_key = 0;
   memset(&state, 0xAA, sizeof state);
   CHECK_EQUAL(context, dral_vertex_state_slot(&state, &draw, 0),
               DRAL_ERROR_NOT_PREPARED, "0xAA");
   CHECK_EQUAL(context, dral_vertex_state_prepare(&state, &info), 0, "one");
   CHECK_EQUAL(context, dral_vertex_state_slot(&state, &draw, 0), 0, "0");
   for (i = 1; i <= DRAL_VERTEX_STATE_BUFFERS; i++)
      CHECK_EQUAL(context, dral_vertex_state_slot(&state, &draw, i),
                  DRAL_ERROR_BUFFER_COUNT, "%" PRIu32, i);
   CHECK_EQUAL(context, dral_vertex_state_slot(&state, &unresolved, 0),
               DRAL_ERROR_NOT_RESOLVED, "not resolved");
   CHECK_EQUAL(context, dral_vertex_state_prepare(&state, NULL),
               DRAL_ERROR_NULL_POINTER, "no info");
   CHECK_EQUAL(context, dral_vertex_state_slot(&state, &draw, 0),
               DRAL_ERROR_NOT_PREPARED, "refused");
}

static void
only_low_address_bits_move_attributes(struct context *context)
{
   const struct dral_vertex_buffer buffer = { 0, 0, 16, DRAL_RATE_VERTEX, 0 };
   const struct dral_vertex_element element = { 0, 0, 0 };
   const struct dral_vertex_state_info info = {
      7, 0, DRAL_TABLE_SHAPE_PACKED, 0, 0, &buffer, 1, &element, 1,
   };
   const struct dral_draw_info draw_info = plain_draw(7, 70, 100);
   const struct dral_draw draw = resolved_draw(context, &draw_info);
   struct dral_vertex_state state;
   struct dral_bound_buffer bound;
   uint32_t bit;

   CHECK_EQUAL(context, dral_vertex_state_prepare(&state, &info), 0, "one");
   for (bit = 0; bit < 56; bit++) {
      const uint64_t addresses[] = {
         0x123456789ABCDE, 0x123456789ABCDE ^ (uint64_t)1 << bit,
      };
      struct dral_written written;
      int words = 0;
      uint32_t i;

      memset(&written, 0, sizeof written);
      for (i = 0; i < 2; i++) {
         CHECK_EQUAL(context,
                     dral_bound_buffer_init(&bound, addresses[i], 99), 0,
                     "bit %" PRIu32, bit);
         words = dral_words_to_write(&written, &state, &draw, &bound, 1);
         written.words = DRAL_WORDS_TABLE | DRAL_WORDS_ATTRIBUTES;
      }
      CHECK_EQUAL(context, words,
                  bit >= 6 ? DRAL_WORDS_TABLE
                           : DRAL_WORDS_TABLE | DRAL_WORDS_ATTRIBUTES,
                  "bit %" PRIu32, bit);
   }
}

const struct test vertex_state_tests[] = {
   QUICK_TEST(attribute_tables_equal_reference),
   QUICK_TEST(prepared_states_equal_reference),
   QUICK_TEST(bound_buffers_equal_reference),
   QUICK_TEST(only_prepared_buffers_of_resolved_draws_have_slots),
   QUICK_TEST(only_low_address_bits_move_attributes),
   NO_MORE_TESTS,
};
