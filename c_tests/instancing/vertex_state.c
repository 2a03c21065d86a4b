/* SPDX-License-Identifier: MIT */

/*
 * Tables in both shapes and offsets, from scratch and by prepared state.
 */

#include "harness/harness.h"
#include "harness/text.h"
#include "dral.h"
#include "reference/reference.h"
#include "instancing/sample_draws.h"
#include "instancing/sample_states.h"
#include "instancing/vertex_state.h"
#include "harness/subjects.h"
#include "harness/tally.h"

#include <errno.h>
#include <string.h>

#define STATES 5000
#define DRAWS_PER_STATE 4

/* The draw with the architecture and the rounding of the state. */
static struct dral_draw
reference_for(const struct sample_state *sample, const struct dral_draw *draw)
{
   struct dral_draw reference = *draw;

   reference.architecture = sample->architecture;
   reference.rounding = sample->rounding;
   return reference;
}

/*
 * All of the memory as it should be after a table was written to it.  Each
 * buffer has two slots, whatever they hold, and images follow; or, packed,
 * those that its record needs, two of them from an even slot on.
 */
static void
expect_table(struct context *context, const struct sample_state *sample,
             const struct dral_draw *draw, struct sample_table *table)
{
   const struct dral_draw reference = reference_for(sample, draw);
   const int is_pairs = sample->shape == DRAL_TABLE_SHAPE_PAIRS;
   uint32_t slot = 0;
   uint32_t i;

   fill_canary(table, sizeof *table);
   for (i = 0; i < sample->buffer_count; i++) {
      uint32_t words[8] = { 0 };
      uint32_t slots = 0;

      if (sample->buffers[i].rate != DRAL_RATE_UNUSED)
         CHECK_EQUAL(context,
                     ref_attribute_record(&reference, &sample->buffers[i],
                                          words, &slots),
                     0, "%s", buffer_text(&sample->buffers[i]));
      if (is_pairs)
         slots = 2;
      else if (slots == 2 && slot % 2 == 1)
         memset(&table->words[4 * slot++], 0, 16);
      memcpy(&table->words[4 * slot], words, 16 * slots);
      table->slots[i] = slot;
      slot += slots;
   }
   if (is_pairs)
      slot += 2 * sample->image_count;
   /* On Bifrost an empty record stops the prefetcher. */
   if (is_pairs || sample->architecture >= 6)
      memset(&table->words[4 * slot++], 0, 16);
   table->word_count = 4 * slot;
}

/*
 * The table in memory of this capacity.  The state has its own architecture
 * and rounding, and does not read those of the draw; from scratch they are
 * needed.
 */
static int
write_table(const struct sample_state *sample,
            const struct dral_resolved_draw *draw, int is_prepared,
            size_t capacity, struct sample_table *table)
{
   struct dral_resolved_draw given = *draw;

   given.architecture =
      is_prepared ? 11 - sample->architecture : sample->architecture;
   given.rounding = is_prepared ? 1 - sample->rounding : sample->rounding;
   if (is_prepared)
      return prepared_table(sample, &given, capacity, table);
   fill_canary(table, sizeof *table);
   return dral_attribute_table_pack(
      &given, sample->shape, sample->image_count, sample->buffers,
      sample->buffer_count, table->words, capacity, table->slots,
      &table->word_count, NULL);
}

void
check_state_tables(struct context *context, const struct sample_state *sample,
                   const struct dral_draw *draw)
{
   struct sample_table expected, untouched, table;
   struct dral_resolved_draw resolved;
   size_t room;
   size_t count = 99;
   int is_prepared;

   fill_canary(&untouched, sizeof untouched);
   expect_table(context, sample, draw, &expected);
   CHECK_EQUAL(context, dral_draw_resolve(draw, &resolved), 0, "%s",
               draw_text(draw));
   resolved.architecture = sample->architecture;
   CHECK_EQUAL(context,
               dral_attribute_table_word_count(
                  &resolved, sample->shape, sample->image_count,
                  sample->buffers, sample->buffer_count, &count),
               0, "%s, %s", state_text(sample), draw_text(draw));
   CHECK_EQUAL(context, count, expected.word_count, "%s, %s",
               state_text(sample), draw_text(draw));

   /* In too little room, in exact room, and in more than enough. */
   for (room = count < 6 ? 0 : count - 6; room <= count + 8; room++) {
      const int fits = room >= count;

      for (is_prepared = 0; is_prepared <= 1; is_prepared++) {
         CHECK_EQUAL(context,
                     write_table(sample, &resolved, is_prepared, room,
                                 &table),
                     fits ? 0 : -ENOSPC, "prepared %d, %s, %s", is_prepared,
                     state_text(sample), draw_text(draw));
         CHECK(context,
               memcmp(&table, fits ? &expected : &untouched,
                      sizeof table) == 0,
               "prepared %d, room %zu, %s, %s", is_prepared, room,
               state_text(sample), draw_text(draw));
      }
   }
}

int
check_state_offset(struct context *context, const struct sample_state *sample,
                   const struct dral_draw *draw, uint32_t buffer,
                   uint32_t source, int32_t *offset)
{
   const struct dral_draw reference = reference_for(sample, draw);
   const struct dral_vertex_buffer *given = &sample->buffers[buffer];
   struct dral_resolved_draw resolved;
   int32_t prepared = 99;
   int32_t scratch = 99;
   int error = -EINVAL;

   *offset = 99;
   if (given->rate != DRAL_RATE_UNUSED)
      error = ref_attribute_offset(&reference, given, source, offset);
   CHECK_EQUAL(context, dral_draw_resolve(draw, &resolved), 0, "%s",
               draw_text(draw));
   CHECK_EQUAL(context,
               dral_vertex_state_offset(&sample->state, &resolved, buffer,
                                        &sample->bound[buffer], source,
                                        &prepared),
               error, "%s, %s", draw_text(draw), buffer_text(given));
   CHECK_EQUAL(context, prepared, *offset, "source %" PRIu32 ", %s, %s",
               source, draw_text(draw), buffer_text(given));
   CHECK_EQUAL(context,
               dral_attribute_offset(&resolved, given, source, &scratch),
               error, "%s, %s", draw_text(draw), buffer_text(given));
   CHECK_EQUAL(context, scratch, *offset, "source %" PRIu32 ", %s, %s",
               source, draw_text(draw), buffer_text(given));
   return error;
}

void
check_refused_table(struct context *context,
                    const struct sample_state *sample,
                    const struct dral_resolved_draw *draw, int error,
                    size_t buffer)
{
   struct sample_table table;
   size_t refused = 99;
   size_t count = 99;

   fill_canary(&table, sizeof table);
   CHECK_EQUAL(context,
               dral_attribute_table_pack(
                  draw, sample->shape, sample->image_count, sample->buffers,
                  sample->buffer_count, table.words, STATE_WORDS, table.slots,
                  &table.word_count, &refused),
               error, "%s", state_text(sample));
   CHECK_EQUAL(context, refused, buffer, "%s", state_text(sample));
   CHECK(context, is_untouched(&table, sizeof table), "refused");
   CHECK_EQUAL(context,
               dral_attribute_table_word_count(
                  draw, sample->shape, sample->image_count, sample->buffers,
                  sample->buffer_count, &count),
               error, "%s", state_text(sample));
   CHECK_EQUAL(context, count, 99, "%s", state_text(sample));
}

/* The error of a table is that of its first buffer that has one. */
static void
attribute_tables_equal_reference(struct context *context)
{
   struct generator generator = generator_for(context);
   struct tally tally = { 0 };
   uint32_t i;
   uint32_t j;

   for (i = 0; i < 8 * STATES; i++) {
      const struct dral_draw draw = random_valid_draw(&generator, 4 + i % 4);
      struct dral_resolved_draw resolved;
      struct sample_state sample;
      uint32_t refused = 0;
      int error = 0;

      CHECK_EQUAL(context, dral_draw_resolve(&draw, &resolved), 0, "%s",
                  draw_text(&draw));
      fill_canary(&sample, sizeof sample);
      sample.architecture = draw.architecture;
      sample.rounding = draw.rounding;
      sample.shape = DRAL_TABLE_SHAPE_PACKED;
      sample.image_count = 0;
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
         if (error == 0) {
            error = ref_attribute_record(&draw, &sample.buffers[j], words,
                                         &slots);
            refused = j;
         }
      }
      tally_error(&tally, error);
      if (error != 0) {
         check_refused_table(context, &sample, &resolved, error, refused);
      } else {
         prepare(context, &sample);
         check_state_tables(context, &sample, &draw);
      }
   }
   check_tally(context, &tally, STATES / 50, 0, STATES / 50);
}

static void
prepared_states_equal_reference(struct context *context)
{
   struct generator generator = generator_for(context);
   uint32_t architecture;
   uint32_t fitting = 0;
   uint32_t i;
   uint32_t j;
   uint32_t k;

   for (architecture = 4; architecture <= 7; architecture++) {
      for (i = 0; i < STATES; i++) {
         struct dral_draw draw =
            random_instanced_draw(&generator, architecture);
         const struct sample_state sample =
            random_state(context, &generator, architecture, &draw);

         for (j = 0; j < DRAWS_PER_STATE; j++) {
            check_state_tables(context, &sample, &draw);
            for (k = 0; k < sample.buffer_count; k++) {
               const uint32_t source = one_in(&generator, 2)
                                          ? number_below(&generator, 2048)
                                          : edge_number(&generator);
               int32_t offset;

               fitting += check_state_offset(context, &sample, &draw, k,
                                             source, &offset) == 0;
            }
            draw = random_instanced_draw(&generator, architecture);
         }
      }
   }
   CHECK_MET(context, fitting, STATES);
}

const struct test vertex_state_tests[] = {
   QUICK_TEST(attribute_tables_equal_reference),
   QUICK_TEST(prepared_states_equal_reference),
   NO_MORE_TESTS,
};
