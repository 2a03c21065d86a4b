/* SPDX-License-Identifier: MIT */

/*
 * Tables in both shapes and offsets, from scratch and by prepared state.
 */

#include "harness/canary.h"
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

/* Each buffer has two slots, whatever they hold. */
static void
expect_pairs(struct context *context, const struct sample_state *sample,
             const struct dral_draw *draw, struct sample_table *table)
{
   const uint32_t end = 8 * (sample->buffer_count + sample->image_count);
   uint32_t i;

   for (i = 0; i < sample->buffer_count; i++) {
      uint32_t *words = table->words + 8 * i;

      table->slots[i] = 2 * i;
      if (sample->buffers[i].rate == DRAL_RATE_UNUSED) {
         memset(words, 0, 32);
      } else {
         uint32_t slots;

         CHECK_EQUAL(context,
                     ref_attribute_record(draw, &sample->buffers[i], words,
                                          &slots),
                     0, "%s", buffer_text(&sample->buffers[i]));
      }
   }
   memset(table->words + end, 0, 16);
   table->word_count = end + 4;
}

static void
expect_packed(struct context *context, const struct sample_state *sample,
              const struct dral_draw *draw, struct sample_table *table)
{
   uint32_t word_count = 0;

   CHECK_EQUAL(context,
               ref_attribute_table(draw, sample->buffers,
                                   sample->buffer_count, table->words,
                                   STATE_WORDS, table->slots, &word_count),
               0, "%s", state_text(sample));
   table->word_count = word_count;
}

/* All of the memory as it should be after a table was written to it. */
static void
expect_table(struct context *context, const struct sample_state *sample,
             const struct dral_draw *draw, struct sample_table *table)
{
   const struct dral_draw reference = reference_for(sample, draw);

   fill_canary(table, sizeof *table);
   if (sample->shape == DRAL_TABLE_SHAPE_PAIRS)
      expect_pairs(context, sample, &reference, table);
   else
      expect_packed(context, sample, &reference, table);
}

static int
table_from_scratch(const struct sample_state *sample,
                   const struct dral_resolved_draw *draw, size_t capacity,
                   struct sample_table *table)
{
   fill_canary(table, sizeof *table);
   return dral_attribute_table_pack(
      draw, sample->shape, sample->image_count, sample->buffers,
      sample->buffer_count, table->words, capacity, table->slots,
      &table->word_count, NULL);
}

void
check_state_tables(struct context *context, const struct sample_state *sample,
                   const struct dral_draw *draw)
{
   struct sample_table expected;
   struct dral_resolved_draw resolved;
   size_t room;
   size_t count = 99;

   expect_table(context, sample, draw, &expected);
   CHECK_EQUAL(context, dral_draw_resolve(draw, &resolved), 0, "%s",
               draw_text(draw));

   /* The state has its own architecture and rounding; this needs them. */
   resolved.architecture = sample->architecture;
   resolved.rounding = sample->rounding;
   CHECK_EQUAL(context,
               dral_attribute_table_word_count(
                  &resolved, sample->shape, sample->image_count,
                  sample->buffers, sample->buffer_count, &count),
               0, "%s, %s", state_text(sample), draw_text(draw));
   CHECK_EQUAL(context, count, expected.word_count, "%s, %s",
               state_text(sample), draw_text(draw));

   /* In exact room, in a little more, and in more than enough. */
   for (room = count; room <= count + 8; room++) {
      struct sample_table table;

      CHECK_EQUAL(context,
                  table_from_scratch(sample, &resolved, room, &table), 0,
                  "%s, %s", state_text(sample), draw_text(draw));
      CHECK(context, memcmp(&table, &expected, sizeof table) == 0,
            "from scratch, room %u, %s, %s", (unsigned)room,
            state_text(sample), draw_text(draw));

      resolved.architecture = 11 - sample->architecture;
      resolved.rounding = 1 - sample->rounding;
      CHECK_EQUAL(context, prepared_table(sample, &resolved, room, &table), 0,
                  "%s, %s", state_text(sample), draw_text(draw));
      CHECK(context, memcmp(&table, &expected, sizeof table) == 0,
            "prepared, room %u, %s, %s", (unsigned)room, state_text(sample),
            draw_text(draw));
      resolved.architecture = sample->architecture;
      resolved.rounding = sample->rounding;
   }

   for (room = count < 6 ? 0 : count - 6; room < count; room++) {
      struct sample_table table;

      CHECK_EQUAL(context,
                  table_from_scratch(sample, &resolved, room, &table),
                  -ENOSPC, "%s, %s", state_text(sample), draw_text(draw));
      CHECK(context, is_untouched(&table, sizeof table), "from scratch");
      CHECK_EQUAL(context, prepared_table(sample, &resolved, room, &table),
                  -ENOSPC, "%s, %s", state_text(sample), draw_text(draw));
      CHECK(context, is_untouched(&table, sizeof table), "prepared");
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

/*
 * For every padded count with two instances, the record of each divisor at
 * which the hardware divisor becomes a power of two or 2^32, or nearly.
 */
static void
every_padded_count_picks_its_record(struct context *context)
{
   uint32_t padded_counts = 0;
   uint32_t rounding;
   uint32_t odd;
   uint32_t shift;

   for (rounding = 0; rounding <= 1; rounding++) {
      for (odd = 1; odd <= 9; odd += 2) {
         for (shift = 0; shift < 32; shift++) {
            const uint64_t padded = (uint64_t)odd << shift;
            struct sample_state sample;
            struct dral_draw draw = plain_draw(7, 0, 2);
            uint32_t beyond;
            uint32_t i;

            if (padded > (uint64_t)1 << 31)
               continue;
            draw.rounding = rounding;
            draw.base_instance = 3;
            draw.offset_start = 5;
            draw.vertex_count = (uint32_t)padded;
            if (ref_padded_vertex_count(draw.vertex_count) != padded)
               draw.vertex_count--;
            if (ref_padded_vertex_count(draw.vertex_count) != padded)
               continue;
            padded_counts++;

            fill_canary(&sample, sizeof sample);
            sample.architecture = 4 + shift % 4;
            sample.rounding = rounding;
            sample.shape = DRAL_TABLE_SHAPE_PACKED;
            sample.image_count = 0;
            sample.buffer_count = 16;
            draw.architecture = sample.architecture;
            beyond = (uint32_t)((((uint64_t)1 << 32) - 1) / padded);
            for (i = 0; i < sample.buffer_count; i++) {
               static const uint32_t small[] = { 0, 1, 2, 3, 5, 7, 9, 15 };
               struct dral_vertex_buffer *buffer = &sample.buffers[i];

               memset(buffer, 0, sizeof *buffer);
               buffer->address = 0x1000 + 21 * i;
               buffer->size = 4096;
               buffer->stride = 16;
               buffer->rate = i == 15 ? DRAL_RATE_VERTEX
                                      : DRAL_RATE_INSTANCE;
               if (i < 8)
                  buffer->divisor = small[i];
               else if (i < 11) /* 2^32 is between them */
                  buffer->divisor = beyond + i - 9;
               else if (i < 14)
                  buffer->divisor = ((beyond + 1) / odd) + i - 12;
               else
                  buffer->divisor = UINT32_MAX;
            }
            prepare(context, &sample);
            check_state_tables(context, &sample, &draw);
         }
      }
   }
   CHECK_MET(context, padded_counts, 2 * 130);
}

/* 100 instances of 70 vertices, padded to 9 << 3; a hole and two images. */
static void
pairs_are_the_known_answers(struct context *context)
{
   static const uint32_t expected[5][8] = {
      /* 1D Modulus 9 << 3 */
      { 0x10003, 0x83000000, 12, 4096, 0, 0, 0, 0 },
      { 0, 0, 0, 0, 0, 0, 0, 0 },
      /* NPOT: 72 x 3 */
      { 0x23450044, 0x27000012, 16, 65, 0x20, 0x17B425ED, 0, 3 },
      /* 1D: shared by all */
      { 0x20001, 0, 0, 64, 0, 0, 0, 0 },
      /* 1D: 72 x 2^30 is beyond every id */
      { 0x20001, 0, 0, 64, 0, 0, 0, 0 },
   };
   static const struct dral_vertex_buffer buffers[5] = {
      { 0x10000, 4096, 12, DRAL_RATE_VERTEX, 77 },
      { UINT64_MAX, UINT32_MAX, 12, DRAL_RATE_UNUSED, 1 },
      { 0x1223450041, 64, 16, DRAL_RATE_INSTANCE, 3 },
      { 0x20000, 64, 16, DRAL_RATE_INSTANCE, 0 },
      { 0x20000, 64, 16, DRAL_RATE_INSTANCE, 1 << 30 },
   };
   struct dral_draw draw = plain_draw(7, 70, 100);
   struct dral_resolved_draw resolved;
   struct sample_state sample;
   struct sample_table table;
   uint32_t i;

   draw.rounding = DRAL_ROUNDING_NEAREST;
   fill_canary(&sample, sizeof sample);
   sample.architecture = draw.architecture;
   sample.rounding = draw.rounding;
   sample.shape = DRAL_TABLE_SHAPE_PAIRS;
   sample.image_count = 2;
   sample.buffer_count = 5;
   memcpy(sample.buffers, buffers, sizeof buffers);
   prepare(context, &sample);
   check_state_tables(context, &sample, &draw);

   CHECK_EQUAL(context, dral_draw_resolve(&draw, &resolved), 0, "resolved");
   CHECK_EQUAL(context, prepared_table(&sample, &resolved, 60, &table), 0,
               "prepared");
   CHECK_EQUAL(context, table.word_count, 8 * 7 + 4, "words");
   for (i = 0; i < 5; i++) {
      CHECK_EQUAL(context, table.slots[i], 2 * i, "slot");
      CHECK(context, memcmp(table.words + 8 * i, expected[i], 32) == 0,
            "pair %" PRIu32 ": %s", i, words_text(table.words + 8 * i, 8));
   }
}

static void
table_without_buffers_is_the_final_slot(struct context *context)
{
   uint32_t i;

   for (i = 0; i < 8; i++) {
      const struct dral_draw draw = plain_draw(4 + i % 4, 70, 2);
      const struct dral_resolved_draw resolved =
         resolved_plain_draw(draw.architecture, 70, 2);
      struct sample_state sample;
      size_t count = 99;
      int error;

      memset(&sample, 0, sizeof sample);
      sample.architecture = draw.architecture;
      sample.shape = i / 4;
      error = sample.shape == DRAL_TABLE_SHAPE_PAIRS ||
                    sample.architecture >= 6
                 ? -ENOSPC
                 : 0;
      prepare(context, &sample);
      check_state_tables(context, &sample, &draw);
      /* Without words there is room for no table but an empty one. */
      CHECK_EQUAL(context,
                  dral_vertex_state_table(&sample.state, &resolved, NULL, 0,
                                          NULL, 0, NULL, &count),
                  error, "v%" PRIu32, sample.architecture);
      CHECK_EQUAL(context, count, error == 0 ? 0 : 99, "v%" PRIu32,
                  sample.architecture);
      count = 99;
      CHECK_EQUAL(context,
                  dral_attribute_table_pack(&resolved, sample.shape, 0, NULL,
                                            0, NULL, 0, NULL, &count, NULL),
                  error, "v%" PRIu32, sample.architecture);
      CHECK_EQUAL(context, count, error == 0 ? 0 : 99, "v%" PRIu32,
                  sample.architecture);
   }
}

const struct test vertex_state_tests[] = {
   QUICK_TEST(prepared_states_equal_reference),
   QUICK_TEST(every_padded_count_picks_its_record),
   QUICK_TEST(pairs_are_the_known_answers),
   QUICK_TEST(table_without_buffers_is_the_final_slot),
   NO_MORE_TESTS,
};
