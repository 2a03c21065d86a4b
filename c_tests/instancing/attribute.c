/* SPDX-License-Identifier: MIT */

/*
 * Attribute buffer records: how they are made, packed and undone, and what
 * the hardware reads by them.
 */

#include "harness/same.h"
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

static int
pack(const void *fields, uint32_t *words, size_t *count)
{
   return dral_attribute_record_pack(fields, words, 8, count);
}

static void
fill_unused(struct generator *generator, void *fields)
{
   struct dral_attribute_record *record = fields;

   if (record->type != DRAL_RECORD_TYPE_MODULUS)
      record->odd = edge_number(generator);
   if (record->type != DRAL_RECORD_TYPE_NPOT_DIVISOR) {
      record->extra_flags = edge_number(generator);
      record->magic = (uint32_t)next_number(generator);
      record->divisor = edge_number(generator);
   }
   if (record->type == DRAL_RECORD_TYPE_ONE_DIMENSIONAL)
      record->shift = edge_number(generator);
}

static int
unpack(const uint32_t *words, size_t count, void *fields)
{
   return dral_attribute_record_unpack(words, count, fields);
}

static const struct descriptor attribute_record = {
   sizeof(struct dral_attribute_record), 8, pack, unpack, fill_unused
};

static void
attribute_records_equal_reference_and_reverse(struct context *context)
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
         struct dral_attribute_record record;
         uint32_t words[8];
         uint32_t slots;
         const int expected_error =
            ref_attribute_record(&draw, &buffer, words, &slots);
         int error;

         tally_error(&tally, expected_error);
         fill_canary(&record, sizeof record);
         error = draw_attribute_record(&draw, &buffer, &record);
         CHECK_EQUAL(context, error, expected_error, "%s, %s",
                     draw_text(&draw), buffer_text(&buffer));
         if (expected_error != 0) {
            CHECK(context, is_untouched(&record, sizeof record), "%s, %s",
                  draw_text(&draw), buffer_text(&buffer));
         } else if (error == 0) {
            check_packed(context, &generator, &attribute_record, &record,
                         words, 4 * slots);
            types[words[0] % 8]++;
         }
      }

      check_tally(context, &tally, DRAWS / 100, DRAWS / 1000, DRAWS / 100);
      for (i = 1; i <= 4; i++)
         CHECK(context, types[i] > DRAWS / 100,
               "only %" PRIu32 " of type %" PRIu32, types[i], i);
   }
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
      int error;

      /* Small factors, so that most offsets fit. */
      if (!one_in(&generator, 4)) {
         draw.offset_start %= 0x10000;
         draw.base_instance %= 0x10000;
         buffer.stride %= 0x1000;
      }
      CHECK_SAME_CALLS(context, error, int32_t,
                 draw_attribute_offset(&draw, &buffer, source_offset, out),
                 ref_attribute_offset(&draw, &buffer, source_offset, out),
                 "source %" PRIu32 ", %s, %s", source_offset,
                 draw_text(&draw), buffer_text(&buffer));
      tally_error(&tally, error);
   }
   check_tally(context, &tally, DRAWS / 100, DRAWS / 1000, DRAWS / 10);
}

static void
other_record_words_are_refused_or_pack_the_same(struct context *context)
{
   struct generator generator = generator_for(context);
   uint32_t taken = 0;
   uint32_t i, j;

   for (i = 0; i < DRAWS / 20; i++) {
      const struct dral_draw draw = random_valid_draw(&generator, 4 + i % 4);
      const struct dral_vertex_buffer buffer = random_valid_buffer(&generator,
                                                                   &draw);
      uint32_t words[8] = { 0 };
      uint32_t slots = 0;

      CHECK_EQUAL(context, ref_attribute_record(&draw, &buffer, words,
                                                &slots), 0,
                  "%s, %s", draw_text(&draw), buffer_text(&buffer));
      /* A continuation for a type that turns into one that needs it. */
      if (slots == 1)
         words[4] = 0x20;
      taken += check_each_bit(context, &attribute_record, words);
      for (j = 0; j < 8; j++)
         words[j] = (uint32_t)next_number(&generator);
      words[0] = (words[0] & ~(uint32_t)0x3F) | number_below(&generator, 6);
      taken += check_any_words(context, &attribute_record, words);
   }
   CHECK_MET(context, taken, 100000);
}

static void
records_with_the_largest_fields_pack_the_same(struct context *context)
{
   static const uint32_t records[4][8] = {
      { 0xFFFFFFC1, 0x00FFFFFF, UINT32_MAX, UINT32_MAX },
      { 0xFFFFFFC2, 0x1FFFFFFF, UINT32_MAX, UINT32_MAX },
      /* 9 << 28 is the largest modulus with the odd part 4. */
      { 0xFFFFFFC3, 0x9CFFFFFF, UINT32_MAX, UINT32_MAX },
      { 0xFFFFFFC4, 0x3FFFFFFF, UINT32_MAX, UINT32_MAX, 0x20, 0x7FFFFFFF, 0,
        UINT32_MAX },
   };
   uint32_t i;

   for (i = 0; i < 4; i++)
      CHECK_EQUAL(context,
                  check_any_words(context, &attribute_record, records[i]), 1,
                  "type %" PRIu32, i + 1);
}

static void
bits_that_a_record_type_lacks_are_refused(struct context *context)
{
   /* Pointers and strides have any bits. */
   static const uint32_t tried[8] = { 0, 0xFF000000, 0, 0, UINT32_MAX,
                                      0x80000000, UINT32_MAX, 0 };
   static const uint32_t divisor_bits[5] = { 0, 0x00000000, 0x1F000000,
                                             0xFF000000, 0x3F000000 };
   uint32_t type;

   for (type = 0; type < 64; type++) {
      uint32_t words[8] = { 0, 0, 16, 4096, 0x20, 0x2AAAAAAA, 0, 1 };
      /* What follows a shorter record is of no concern to it. */
      const uint32_t more = type == 4 ? 0 : UINT32_MAX;
      const uint32_t taken[8] = { 0, divisor_bits[type % 5], 0, 0, more, more,
                                  more, 0 };

      words[0] = 0x1000 | type;
      if (type >= 1 && type <= 4)
         check_taken_bits(context, &attribute_record, words, tried, taken);
      else
         CHECK_EQUAL(context, check_any_words(context, &attribute_record,
                                              words), 0,
                     "type %" PRIu32, type);
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
      uint32_t slots;
      uint32_t j;

      CHECK_EQUAL(context, dral_draw_resolve(&draw, &resolved), 0, "%s",
                  draw_text(&draw));
      CHECK_EQUAL(context, draw_attribute_record(&draw, &buffer, &record), 0,
                  "%s, %s", draw_text(&draw), buffer_text(&buffer));
      CHECK_EQUAL(context, ref_attribute_record(&draw, &buffer, words,
                                                &slots), 0,
                  "%s, %s", draw_text(&draw), buffer_text(&buffer));
      fill_unused(&generator, &record);
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
         check_thread(context, &draw, &buffer, &record, words,
                      linear_id, vertex_id, instance_id);
         if (vertex_id < draw.vertex_count)
            addresses += check_address(context, &draw, &buffer, &record,
                                       linear_id, vertex_id, instance_id);

         /* Any linear id, which is no vertex of the draw. */
         check_thread(context, &draw, &buffer, &record, words,
                      edge_number(&generator), UINT32_MAX, 0);

         /* The last vertex of an instance, and the first. */
         vertex_id = j % 2 == 0 ? draw.vertex_count - 1 : 0;
         linear_id = instance_id * resolved.padded_count + vertex_id;
         check_thread(context, &draw, &buffer, &record, words,
                      linear_id, vertex_id, instance_id);
      }
   }
   CHECK_MET(context, addresses, DRAWS);
}

static void
check_explanation(struct context *context,
                  const struct dral_resolved_draw *draw,
                  const struct dral_vertex_buffer *buffer, const char *start,
                  const char *word)
{
   const char *text = dral_attribute_explain(draw, buffer);

   CHECK(context, text != NULL, "%s", word);
   if (text == NULL)
      return;
   CHECK(context, strncmp(text, start, strlen(start)) == 0,
         "\"%s\" does not begin with \"%s\"", text, start);
   CHECK(context, strstr(text, word) != NULL, "\"%s\" lacks \"%s\"", text,
         word);
}

static void
attribute_explanation_names_rule_and_refusal(struct context *context)
{
   enum { VERTEX = DRAL_RATE_VERTEX, INSTANCE = DRAL_RATE_INSTANCE };
   const uint64_t address = 0x123456789AC0;
   const struct {
      uint32_t vertices, instances;
      struct dral_vertex_buffer buffer;
      const char *start, *word;
   } cases[] = {
      { 70, 1, { address, 64, 16, VERTEX, 0 }, "1D:", "one instance" },
      { 70, 1, { address, 64, 16, INSTANCE, 0 }, "1D, stride 0:",
        "one instance" },
      { 70, 2, { address, 64, 16, VERTEX, 0 }, "1D Modulus:", "per-vertex" },
      { 70, 2, { address, 64, 16, INSTANCE, 0 }, "1D, stride 0:",
        "divisor 0" },
      { 70, 2, { address, 64, 16, INSTANCE, UINT32_MAX }, "1D, stride 0:",
        "2^32" },
      { 70, 2, { address, 64, 16, INSTANCE, 3 }, "1D NPOT Divisor:",
        "power of two" },
      { 64000, 2, { address, 64, 16, INSTANCE, 4 }, "1D POT Divisor:",
        "power of two" },
      { 70, 2, { address, 64, 16, 3, 0 }, "", "rate" },
      { 70, 2, { address, 64, 16, DRAL_RATE_UNUSED, 0 }, "",
        "unused buffer" },
      { 70, 2, { (uint64_t)1 << 56, 64, 16, VERTEX, 0 }, "", "address" },
      { 70, 2, { address + 1, UINT32_MAX, 16, VERTEX, 0 }, "", "size" },
   };
   const struct dral_resolved_draw draw = resolved_plain_draw(6, 70, 2);
   size_t i;

   for (i = 0; i < sizeof cases / sizeof cases[0]; i++) {
      const struct dral_resolved_draw of_case = resolved_plain_draw(
         6, cases[i].vertices, cases[i].instances);

      check_explanation(context, &of_case, &cases[i].buffer, cases[i].start,
                        cases[i].word);
   }
   check_explanation(context, NULL, &cases[0].buffer, "", "NULL");
   check_explanation(context, &draw, NULL, "", "NULL");
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
   QUICK_TEST(attribute_records_equal_reference_and_reverse),
   QUICK_TEST(attribute_offsets_equal_reference),
   QUICK_TEST(other_record_words_are_refused_or_pack_the_same),
   QUICK_TEST(records_with_the_largest_fields_pack_the_same),
   QUICK_TEST(bits_that_a_record_type_lacks_are_refused),
   QUICK_TEST(threads_of_large_draws_read_what_the_api_says),
   QUICK_TEST(attribute_explanation_names_rule_and_refusal),
   QUICK_TEST(attribute_explanation_agrees_with_the_record),
   NO_MORE_TESTS,
};
