/* SPDX-License-Identifier: MIT */

/*
 * Attribute buffer records: how they are made, packed and undone, and what
 * the hardware reads by them.
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

static struct dral_vertex_buffer
plain_buffer(uint32_t rate, uint32_t divisor)
{
   struct dral_vertex_buffer buffer = { 0 };

   buffer.address = 0x123456789AC0;
   buffer.size = 4096;
   buffer.stride = 16;
   buffer.rate = rate;
   buffer.divisor = divisor;
   return buffer;
}

/* The words of the library's record, 0 beyond them; an error in place. */
static int
record_words(struct context *context, const struct dral_draw *draw,
             const struct dral_vertex_buffer *buffer, uint32_t words[8],
             size_t *count)
{
   struct dral_attribute_record record;
   int error;

   fill_canary(&record, sizeof record);
   error = draw_attribute_record(draw, buffer, &record);
   if (error != 0) {
      CHECK(context, is_untouched(&record, sizeof record), "%s, %s",
            draw_text(draw), buffer_text(buffer));
      return error;
   }

   memset(words, 0, 8 * sizeof words[0]);
   CHECK_EQUAL(context, dral_attribute_record_pack(&record, words, 8, count),
               0, "%s, %s", draw_text(draw), buffer_text(buffer));
   return 0;
}

static void
check_words(struct context *context, const uint32_t *words,
            const uint32_t *expected, const struct dral_draw *draw,
            const struct dral_vertex_buffer *buffer)
{
   uint32_t i;

   for (i = 0; i < 8; i++)
      CHECK_EQUAL(context, words[i], expected[i],
                  "word %" PRIu32 " for %s, %s", i, draw_text(draw),
                  buffer_text(buffer));
}

static void
attribute_records_equal_reference(struct context *context)
{
   struct generator generator = generator_for(context);
   uint32_t architecture;
   uint32_t i;

   for (architecture = 4; architecture <= 7; architecture++) {
      struct tally tally = { 0 };
      /* How many records there were of each type. */
      uint32_t types[8] = { 0 };

      for (i = 0; i < DRAWS; i++) {
         const struct dral_draw draw = random_draw(&generator, architecture);
         const struct dral_vertex_buffer buffer = random_buffer(&generator,
                                                                &draw);
         uint32_t expected[8];
         uint32_t words[8];
         uint32_t slots = 0;
         size_t count = 0;
         const int expected_error = ref_attribute_record(
            &draw, &buffer, expected, &slots);

         tally_error(&tally, expected_error);
         CHECK_EQUAL(context, record_words(context, &draw, &buffer, words,
                                           &count), expected_error,
                     "%s, %s", draw_text(&draw), buffer_text(&buffer));
         if (expected_error != 0 || count == 0)
            continue;
         check_words(context, words, expected, &draw, &buffer);
         CHECK_EQUAL(context, count, 4 * slots, "%s, %s", draw_text(&draw),
                     buffer_text(&buffer));
         types[expected[0] % 8]++;
      }

      check_tally(context, &tally, DRAWS / 100, DRAWS / 1000, DRAWS / 100);
      for (i = 1; i <= 4; i++)
         CHECK(context, types[i] > DRAWS / 100,
               "only %" PRIu32 " of type %" PRIu32, types[i], i);
   }
}

static void
hardware_divisor_is_padded_count_times_divisor(struct context *context)
{
   struct generator generator = generator_for(context);
   uint32_t wide = 0;
   uint32_t i;

   for (i = 0; i < 4 * DRAWS; i++) {
      const struct dral_draw draw = random_draw(&generator, 4 + i % 4);
      const struct dral_vertex_buffer buffer = random_buffer(&generator,
                                                             &draw);
      struct dral_vertex_buffer ref_buffer = buffer;
      struct dral_resolved_draw resolved;
      uint64_t divisor = 0x25A5A5A5A5A5A5A5;
      uint64_t expected = divisor;
      uint32_t words[8];
      uint32_t slots;
      int expected_error;

      /* Neither address nor size plays a part. */
      ref_buffer.address = 0;
      ref_buffer.size = 0;
      /* Nothing is divided where nothing is bound. */
      if (buffer.rate == DRAL_RATE_UNUSED)
         ref_buffer.rate = REF_RATE_VERTEX;
      expected_error = ref_attribute_record(&draw, &ref_buffer, words,
                                            &slots);
      if (expected_error == 0) {
         expected = 0;
         if (ref_draw_resolve(&draw, &resolved) == 0 &&
             buffer.rate == DRAL_RATE_INSTANCE &&
             resolved.instance_count > 1)
            expected = (uint64_t)resolved.padded_count * buffer.divisor;
         wide += expected > UINT32_MAX;
      }
      CHECK_EQUAL(context, draw_hardware_divisor(&draw, &buffer, &divisor),
                  expected_error, "%s, %s", draw_text(&draw),
                  buffer_text(&buffer));
      CHECK_EQUAL(context, divisor, expected, "%s, %s", draw_text(&draw),
                  buffer_text(&buffer));
   }
   CHECK_MET(context, wide, DRAWS / 100);
}

static void
attribute_offsets_equal_reference(struct context *context)
{
   struct generator generator = generator_for(context);
   struct tally tally = { 0 };
   uint32_t i;

   for (i = 0; i < 4 * DRAWS; i++) {
      struct dral_draw draw = random_draw(&generator, 4 + i % 4);
      struct dral_vertex_buffer buffer = random_buffer(&generator, &draw);
      const uint32_t source_offset = one_in(&generator, 4)
                                        ? edge_number(&generator)
                                        : number_below(&generator, 4096);
      int32_t offset = 0x5A5A5A5A;
      int32_t expected = offset;
      int expected_error;

      /* Small factors, so that most offsets fit. */
      if (!one_in(&generator, 4)) {
         draw.offset_start %= 0x10000;
         draw.base_instance %= 0x10000;
         buffer.stride %= 0x1000;
      }
      expected_error = ref_attribute_offset(&draw, &buffer, source_offset,
                                            &expected);
      tally_error(&tally, expected_error);
      CHECK_EQUAL(context, draw_attribute_offset(&draw, &buffer,
                                                 source_offset, &offset),
                  expected_error, "source %" PRIu32 ", %s, %s",
                  source_offset, draw_text(&draw), buffer_text(&buffer));
      CHECK_EQUAL(context, offset, expected, "source %" PRIu32 ", %s, %s",
                  source_offset, draw_text(&draw), buffer_text(&buffer));
   }
   check_tally(context, &tally, DRAWS / 100, DRAWS / 1000, DRAWS / 10);
}

/* A record with a value in each field, also in those it does not use. */
static struct dral_attribute_record
with_unused_fields(struct generator *generator,
                   const struct dral_attribute_record *record)
{
   struct dral_attribute_record full = *record;

   if (record->type != DRAL_RECORD_TYPE_MODULUS)
      full.odd = edge_number(generator);
   if (record->type != DRAL_RECORD_TYPE_NPOT_DIVISOR) {
      full.extra_flags = edge_number(generator);
      full.magic = (uint32_t)next_number(generator);
      full.divisor = edge_number(generator);
   }
   if (record->type == DRAL_RECORD_TYPE_ONE_DIMENSIONAL)
      full.shift = edge_number(generator);
   return full;
}

static int
are_equal(const struct dral_attribute_record *left,
          const struct dral_attribute_record *right)
{
   return left->pointer == right->pointer && left->type == right->type &&
          left->stride == right->stride && left->size == right->size &&
          left->shift == right->shift && left->odd == right->odd &&
          left->extra_flags == right->extra_flags &&
          left->magic == right->magic && left->divisor == right->divisor;
}

static void
packed_records_reverse(struct context *context)
{
   struct generator generator = generator_for(context);
   uint32_t i;

   for (i = 0; i < DRAWS; i++) {
      const struct dral_draw draw = random_valid_draw(&generator, 4 + i % 4);
      const struct dral_vertex_buffer buffer = random_valid_buffer(&generator,
                                                                   &draw);
      struct dral_attribute_record record;
      struct dral_attribute_record full;
      struct dral_attribute_record again;
      uint32_t words[12];
      uint32_t other_words[8];
      size_t count = 0;
      size_t other_count = 0;

      CHECK_EQUAL(context, draw_attribute_record(&draw, &buffer, &record), 0,
                  "%s, %s", draw_text(&draw), buffer_text(&buffer));
      fill_canary(words, sizeof words);
      CHECK_EQUAL(context, dral_attribute_record_pack(&record, words, 12,
                                                      &count), 0,
                  "%s, %s", draw_text(&draw), buffer_text(&buffer));
      CHECK(context, count <= 8 && is_untouched(words + count,
                                                (12 - count) *
                                                   sizeof words[0]),
            "written beyond %u words", (unsigned)count);

      fill_canary(&again, sizeof again);
      CHECK_EQUAL(context, dral_attribute_record_unpack(words, count, &again),
                  0, "%s", words_text(words, count));
      CHECK(context, are_equal(&record, &again), "%s",
            words_text(words, count));

      full = with_unused_fields(&generator, &record);
      CHECK_EQUAL(context, dral_attribute_record_pack(&full, other_words, 8,
                                                      &other_count), 0,
                  "%s", words_text(words, count));
      CHECK(context, other_count == count &&
                        memcmp(words, other_words,
                               count * sizeof words[0]) == 0,
            "a field that the type does not use is not read: %s",
            words_text(words, count));
   }
}

/* Words are refused, or are just what their record packs to. */
static int
check_any_words(struct context *context, const uint32_t words[8])
{
   struct dral_attribute_record record;
   uint32_t again[8];
   size_t count = 0;
   int error;

   fill_canary(&record, sizeof record);
   error = dral_attribute_record_unpack(words, 8, &record);
   if (error != 0) {
      CHECK_EQUAL(context, error, -EDOM, "%s", words_text(words, 8));
      CHECK(context, is_untouched(&record, sizeof record), "%s",
            words_text(words, 8));
      return 0;
   }
   CHECK_EQUAL(context, dral_attribute_record_pack(&record, again, 8, &count),
               0, "%s", words_text(words, 8));
   CHECK_EQUAL(context, count, (words[0] & 0x3F) == 4 ? 8 : 4, "%s",
               words_text(words, 8));
   CHECK(context, memcmp(words, again, count * sizeof words[0]) == 0, "%s",
         words_text(words, 8));
   return 1;
}

static void
other_record_words_are_refused_or_pack_the_same(struct context *context)
{
   struct generator generator = generator_for(context);
   uint32_t accepted = 0;
   uint32_t i;
   uint32_t bit;

   for (i = 0; i < 10000; i++) {
      const struct dral_draw draw = random_valid_draw(&generator, 4 + i % 4);
      const struct dral_vertex_buffer buffer = random_valid_buffer(&generator,
                                                                   &draw);
      uint32_t words[8];
      size_t count = 0;

      /* A continuation for a type that turns into one that needs it. */
      CHECK_EQUAL(context, record_words(context, &draw, &buffer, words,
                                        &count), 0,
                  "%s, %s", draw_text(&draw), buffer_text(&buffer));
      if (count == 4)
         words[4] = 0x20;
      for (bit = 0; bit < 256; bit++) {
         words[bit / 32] ^= (uint32_t)1 << bit % 32;
         accepted += (uint32_t)check_any_words(context, words);
         words[bit / 32] ^= (uint32_t)1 << bit % 32;
      }
      for (bit = 0; bit < 8; bit++)
         words[bit] = (uint32_t)next_number(&generator);
      words[0] = (words[0] & ~(uint32_t)0x3F) | number_below(&generator, 6);
      accepted += (uint32_t)check_any_words(context, words);
   }
   CHECK_MET(context, accepted, 100000);
}

/* What -EDOM words are, bit by bit, for a record of each type. */
static void
bits_that_a_record_type_lacks_are_refused(struct context *context)
{
   /* The bits of word 1 beyond the pointer that each type may have. */
   static const uint32_t allowed[5] = { 0, 0x00000000, 0x1F000000,
                                        0xFF000000, 0x3F000000 };
   uint32_t type;
   uint32_t bit;

   for (type = 0; type < 64; type++) {
      uint32_t words[8] = { 0, 0, 16, 4096, 0x20, 0x2AAAAAAA, 0, 1 };
      struct dral_attribute_record record;
      const int known = type >= 1 && type <= 4;

      words[0] = 0x1000 | type;
      CHECK_EQUAL(context, dral_attribute_record_unpack(words, 8, &record),
                  known ? 0 : -EDOM, "type %" PRIu32, type);
      for (bit = 24; known && bit < 32; bit++) {
         const uint32_t flag = (uint32_t)1 << bit;

         words[1] = flag;
         CHECK_EQUAL(context, dral_attribute_record_unpack(words, 8,
                                                           &record),
                     (allowed[type] & flag) != 0 ? 0 : -EDOM,
                     "type %" PRIu32 ", word 1 0x%" PRIX32, type, flag);
      }
   }
}

static void
npot_words_need_their_continuation(struct context *context)
{
   uint32_t words[8] = { 4, 0x21000000, 16, 4096, 0x20, 0x2AAAAAAA, 0, 1 };
   struct dral_attribute_record record;
   size_t count;

   CHECK_EQUAL(context, dral_attribute_record_unpack(words, 8, &record), 0,
               "8 words");
   words[4] = 0x21;
   CHECK_EQUAL(context, dral_attribute_record_unpack(words, 8, &record),
               -EDOM, "no continuation");
   words[4] = 0x20;
   words[5] |= 0x80000000;
   CHECK_EQUAL(context, dral_attribute_record_unpack(words, 8, &record),
               -EDOM, "magic with bit 31");
   words[5] &= 0x7FFFFFFF;
   words[6] = 1;
   CHECK_EQUAL(context, dral_attribute_record_unpack(words, 8, &record),
               -EDOM, "continuation with a word 2");
   words[6] = 0;
   /* A shorter record does not care about what comes after it. */
   words[0] = 1;
   words[1] = 0;
   for (count = 4; count < 8; count++) {
      CHECK_EQUAL(context, dral_attribute_record_unpack(words, count,
                                                        &record), 0,
                  "%u words", (unsigned)count);
   }
}

/* One thread: what it reads against the API, and where that lies. */
static void
check_thread(struct context *context, const struct dral_draw *draw,
             const struct dral_vertex_buffer *buffer,
             const struct dral_attribute_record *record,
             const uint32_t words[8], uint32_t linear_id, uint32_t vertex_id,
             uint32_t instance_id)
{
   uint32_t element = 0xA5A5A5A5;
   uint32_t expected = 0;

   CHECK_EQUAL(context, dral_attribute_record_element(record, linear_id,
                                                      &element), 0,
               "thread %" PRIu32 " of %s, %s", linear_id, draw_text(draw),
               buffer_text(buffer));
   CHECK_EQUAL(context, ref_record_element(words, linear_id, &expected), 0,
               "thread %" PRIu32 " of %s, %s", linear_id, draw_text(draw),
               buffer_text(buffer));
   CHECK_EQUAL(context, element, expected,
               "model of thread %" PRIu32 " of %s, %s", linear_id,
               draw_text(draw), buffer_text(buffer));
   /* Padding has no vertex in the API. */
   if (vertex_id >= draw->vertex_count)
      return;
   expected = buffer->stride == 0
                 ? 0
                 : ref_api_element(buffer->rate, buffer->divisor, vertex_id,
                                   instance_id);
   CHECK_EQUAL(context, element, expected,
               "vertex %" PRIu32 ", instance %" PRIu32 " of %s, %s",
               vertex_id, instance_id, draw_text(draw), buffer_text(buffer));
}

static void
check_all_threads(struct context *context, const struct dral_draw *draw,
                  uint32_t rate, uint32_t divisor)
{
   const struct dral_vertex_buffer buffer = plain_buffer(rate, divisor);
   struct dral_resolved_draw resolved;
   struct dral_attribute_record record;
   uint32_t words[8];
   size_t count = 0;
   uint32_t i;

   CHECK_EQUAL(context, dral_draw_resolve(draw, &resolved), 0, "%s",
               draw_text(draw));
   CHECK_EQUAL(context, draw_attribute_record(draw, &buffer, &record), 0,
               "%s, %s", draw_text(draw), buffer_text(&buffer));
   CHECK_EQUAL(context, record_words(context, draw, &buffer, words, &count),
               0, "%s, %s", draw_text(draw), buffer_text(&buffer));
   for (i = 0; i < resolved.threads; i++)
      check_thread(context, draw, &buffer, &record, words, i,
                   i % resolved.padded_count, i / resolved.padded_count);
}

static void
all_threads_of_small_draws_read_what_the_api_says(struct context *context)
{
   uint32_t vertices;
   uint32_t instances;
   uint32_t divisor;
   uint32_t options;

   for (vertices = 1; vertices <= 40; vertices++) {
      for (instances = 1; instances <= 6; instances++) {
         for (options = 0; options < 32; options++) {
            struct dral_draw draw = plain_draw(4 + options % 4, vertices,
                                               instances);

            draw.idvs = options >> 2 & 1;
            draw.padding_rule = options >> 3 & 1;
            draw.rounding = options >> 4 & 1;
            check_all_threads(context, &draw, DRAL_RATE_VERTEX, 0);
            for (divisor = 0; divisor <= 9; divisor++)
               check_all_threads(context, &draw, DRAL_RATE_INSTANCE,
                                 divisor);
         }
      }
   }
}

/*
 * Where a thread reads: the hardware adds the draw's start to the index and
 * multiplies it by the record's stride.  Where it should: the API adds the
 * first vertex or the base instance to its own index.  Both are mod 2^64.
 * The result is how many addresses were compared: 0 if the offset has none.
 */
static uint32_t
check_address(struct context *context, const struct dral_draw *draw,
              const struct dral_vertex_buffer *buffer,
              const struct dral_attribute_record *record, uint32_t linear_id,
              uint32_t vertex_id, uint32_t instance_id)
{
   const uint64_t start = (uint64_t)(int64_t)draw->offset_start;
   uint32_t element = 0;
   int32_t offset = 0;
   uint64_t actual;
   uint64_t index;

   if (draw_attribute_offset(draw, buffer, 8, &offset) != 0 ||
       dral_attribute_record_element(record, linear_id, &element) != 0)
      return 0;
   actual = record->pointer + (uint64_t)(int64_t)offset +
            (element + start) * record->stride;
   index = ref_api_element(buffer->rate, buffer->divisor, vertex_id,
                           instance_id);
   index += buffer->rate == DRAL_RATE_VERTEX ? start : draw->base_instance;
   CHECK(context, actual == buffer->address + 8 + index * buffer->stride,
         "vertex %" PRIu32 ", instance %" PRIu32 " of %s, %s", vertex_id,
         instance_id, draw_text(draw), buffer_text(buffer));
   return 1;
}

static void
threads_of_large_draws_read_what_the_api_says(struct context *context)
{
   struct generator generator = generator_for(context);
   uint32_t addresses = 0;
   uint32_t i;

   for (i = 0; i < DRAWS; i++) {
      const struct dral_draw draw = random_valid_draw(&generator, 4 + i % 4);
      const struct dral_vertex_buffer buffer = random_valid_buffer(&generator,
                                                                   &draw);
      struct dral_resolved_draw resolved;
      struct dral_attribute_record record;
      uint32_t words[8];
      size_t count = 0;
      uint32_t j;

      CHECK_EQUAL(context, dral_draw_resolve(&draw, &resolved), 0, "%s",
                  draw_text(&draw));
      CHECK_EQUAL(context, draw_attribute_record(&draw, &buffer, &record), 0,
                  "%s, %s", draw_text(&draw), buffer_text(&buffer));
      CHECK_EQUAL(context, record_words(context, &draw, &buffer, words,
                                        &count), 0,
                  "%s, %s", draw_text(&draw), buffer_text(&buffer));
      for (j = 0; j < 16; j++) {
         /* The first thread and the last, then any, padding too. */
         uint32_t linear_id = 0;
         uint32_t vertex_id;
         uint32_t instance_id;

         if (j == 1)
            linear_id = (uint32_t)(resolved.threads - 1);
         else if (j > 1)
            linear_id = (uint32_t)(next_number(&generator) %
                                   resolved.threads);
         vertex_id = linear_id % resolved.padded_count;
         instance_id = linear_id / resolved.padded_count;
         check_thread(context, &draw, &buffer, &record, words, linear_id,
                      vertex_id, instance_id);
         if (vertex_id < draw.vertex_count)
            addresses += check_address(context, &draw, &buffer, &record,
                                       linear_id, vertex_id, instance_id);

         /* The last vertex of an instance, and the first. */
         vertex_id = j % 2 == 0 ? draw.vertex_count - 1 : 0;
         linear_id = instance_id * resolved.padded_count + vertex_id;
         check_thread(context, &draw, &buffer, &record, words, linear_id,
                      vertex_id, instance_id);
      }
   }
   CHECK_MET(context, addresses, DRAWS);
}

/* The model alone, with linear ids that the draw does not have. */
static void
model_equals_reference_for_all_kinds_of_ids(struct context *context)
{
   struct generator generator = generator_for(context);
   uint32_t i;

   for (i = 0; i < DRAWS; i++) {
      const struct dral_draw draw = random_valid_draw(&generator, 4 + i % 4);
      const struct dral_vertex_buffer buffer = random_valid_buffer(&generator,
                                                                   &draw);
      struct dral_attribute_record record;
      uint32_t words[8];
      size_t count = 0;
      uint32_t j;

      CHECK_EQUAL(context, draw_attribute_record(&draw, &buffer, &record), 0,
                  "%s, %s", draw_text(&draw), buffer_text(&buffer));
      CHECK_EQUAL(context, record_words(context, &draw, &buffer, words,
                                        &count), 0,
                  "%s, %s", draw_text(&draw), buffer_text(&buffer));
      record = with_unused_fields(&generator, &record);
      for (j = 0; j < 8; j++) {
         const uint32_t linear_id = edge_number(&generator);
         uint32_t element = 0xA5A5A5A5;
         uint32_t expected = 0;

         CHECK_EQUAL(context, ref_record_element(words, linear_id,
                                                 &expected), 0,
                     "%s", words_text(words, 8));
         CHECK_EQUAL(context, dral_attribute_record_element(
                                 &record, linear_id, &element), 0,
                     "%s", words_text(words, 8));
         CHECK_EQUAL(context, element, expected, "id %" PRIu32 ", words %s",
                     linear_id, words_text(words, 8));
      }
   }
}

static void
check_explanation(struct context *context, const struct dral_draw *draw,
                  const struct dral_vertex_buffer *buffer, const char *start,
                  const char *word)
{
   struct dral_resolved_draw resolved;
   const char *text;

   if (draw != NULL)
      CHECK_EQUAL(context, dral_draw_resolve(draw, &resolved), 0, "%s",
                  draw_text(draw));
   text = dral_attribute_explain(draw == NULL ? NULL : &resolved, buffer);
   CHECK(context, text != NULL, "%s", word);
   if (text == NULL)
      return;
   CHECK(context, strncmp(text, start, strlen(start)) == 0,
         "\"%s\" does not begin with \"%s\"", text, start);
   CHECK(context, strstr(text, word) != NULL, "\"%s\" lacks \"%s\"", text,
         word);
}

static void
attribute_explanation_names_the_rule(struct context *context)
{
   struct dral_draw draw = plain_draw(6, 70, 1);
   struct dral_vertex_buffer buffer = plain_buffer(DRAL_RATE_VERTEX, 0);

   check_explanation(context, &draw, &buffer, "1D:", "one instance");
   buffer.rate = DRAL_RATE_INSTANCE;
   check_explanation(context, &draw, &buffer, "1D, stride 0:",
                     "one instance");
   draw.instance_count = 2;
   buffer.rate = DRAL_RATE_VERTEX;
   check_explanation(context, &draw, &buffer, "1D Modulus:", "per-vertex");
   buffer.rate = DRAL_RATE_INSTANCE;
   check_explanation(context, &draw, &buffer, "1D, stride 0:", "divisor 0");
   buffer.divisor = 0xFFFFFFFF;
   check_explanation(context, &draw, &buffer, "1D, stride 0:", "2^32");
   buffer.divisor = 3;
   check_explanation(context, &draw, &buffer, "1D NPOT Divisor:",
                     "power of two");
   draw.vertex_count = 64000;
   buffer.divisor = 4;
   check_explanation(context, &draw, &buffer, "1D POT Divisor:",
                     "power of two");
}

static void
attribute_explanation_names_the_refusal(struct context *context)
{
   const struct dral_draw draw = plain_draw(6, 70, 2);
   struct dral_vertex_buffer buffer = plain_buffer(DRAL_RATE_VERTEX, 0);

   check_explanation(context, NULL, &buffer, "", "NULL");
   check_explanation(context, &draw, NULL, "", "NULL");
   buffer.rate = 3;
   check_explanation(context, &draw, &buffer, "", "rate");
   buffer.rate = DRAL_RATE_UNUSED;
   check_explanation(context, &draw, &buffer, "", "unused buffer");
   buffer = plain_buffer(DRAL_RATE_VERTEX, 0);
   buffer.address = (uint64_t)1 << 56;
   check_explanation(context, &draw, &buffer, "", "address");
   buffer = plain_buffer(DRAL_RATE_VERTEX, 0);
   buffer.size = UINT32_MAX;
   buffer.address++;
   check_explanation(context, &draw, &buffer, "", "size");
}

static void
attribute_explanation_agrees_with_the_record(struct context *context)
{
   static const char *const names[5] = { "", "1D", "1D POT Divisor:",
                                         "1D Modulus:", "1D NPOT Divisor:" };
   struct generator generator = generator_for(context);
   uint32_t i;

   for (i = 0; i < DRAWS; i++) {
      const struct dral_draw draw = random_draw(&generator, 4 + i % 4);
      const struct dral_vertex_buffer buffer = random_buffer(&generator,
                                                             &draw);
      struct dral_resolved_draw resolved;
      struct dral_attribute_record record;
      const char *text;

      if (dral_draw_resolve(&draw, &resolved) != 0)
         continue;
      text = dral_attribute_explain(&resolved, &buffer);
      CHECK(context, text != NULL, "%s, %s", draw_text(&draw),
            buffer_text(&buffer));
      if (text == NULL)
         continue;
      if (dral_attribute_record(&resolved, &buffer, &record) != 0) {
         CHECK(context, text[0] != '\0' && strncmp(text, "1D", 2) != 0,
               "\"%s\" for %s, %s", text, draw_text(&draw),
               buffer_text(&buffer));
         continue;
      }
      CHECK(context, record.type >= 1 && record.type <= 4, "%s, %s",
            draw_text(&draw), buffer_text(&buffer));
      CHECK(context, strncmp(text, names[record.type % 5],
                             strlen(names[record.type % 5])) == 0,
            "\"%s\" for %s, %s", text, draw_text(&draw),
            buffer_text(&buffer));
      if (record.stride == 0 && buffer.stride != 0)
         CHECK(context, strstr(text, "stride 0") != NULL,
               "\"%s\" for %s, %s", text, draw_text(&draw),
               buffer_text(&buffer));
   }
}

const struct test attribute_tests[] = {
   QUICK_TEST(attribute_records_equal_reference),
   QUICK_TEST(hardware_divisor_is_padded_count_times_divisor),
   QUICK_TEST(attribute_offsets_equal_reference),
   QUICK_TEST(packed_records_reverse),
   QUICK_TEST(other_record_words_are_refused_or_pack_the_same),
   QUICK_TEST(bits_that_a_record_type_lacks_are_refused),
   QUICK_TEST(npot_words_need_their_continuation),
   QUICK_TEST(all_threads_of_small_draws_read_what_the_api_says),
   QUICK_TEST(threads_of_large_draws_read_what_the_api_says),
   QUICK_TEST(model_equals_reference_for_all_kinds_of_ids),
   QUICK_TEST(attribute_explanation_names_the_rule),
   QUICK_TEST(attribute_explanation_names_the_refusal),
   QUICK_TEST(attribute_explanation_agrees_with_the_record),
   NO_MORE_TESTS,
};
