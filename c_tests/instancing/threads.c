/* SPDX-License-Identifier: MIT */

/*
 * What the hardware reads in threads of large draws, through attribute
 * records, id records, and the descriptors of Valhall and later.
 */

#include "harness/tally.h"
#include "harness/text.h"
#include "dral.h"
#include "dral_model.h"
#include "reference/reference.h"
#include "instancing/sample_draws.h"
#include "harness/subjects.h"

#define DRAWS random_cases(200000)

#define FIRST_ARCHITECTURE 9
#define LAST_ARCHITECTURE DRAL_ARCHITECTURE_LAST

/*
 * The element that a thread reads, by the models of the library and of the
 * reference and by the API, and its address: the hardware adds the draw's
 * start to the index and multiplies by the record's stride; the API adds the
 * first vertex or the base instance to its own index.  Both are mod 2^64.
 * Returns the number of addresses compared: 0 if the offset is out of range.
 */
static uint32_t
check_thread(struct context *context, const struct dral_draw *draw,
             const struct dral_vertex_buffer *buffer,
             const struct dral_attribute_record *record,
             const uint32_t words[8], uint32_t linear_id, uint32_t vertex_id,
             uint32_t instance_id)
{
   const uint64_t start = (uint64_t)(int64_t)draw->info.offset_start;
   uint32_t element = 0xA5A5A5A5;
   uint32_t modelled = 0;
   int32_t offset = 0;
   uint64_t address;
   uint64_t index;

   CHECK_EQUAL(context, dral_attribute_record_element(record, linear_id,
                                                      &element), 0,
               "thread %" PRIu32 " of %s, %s", linear_id, draw_text(&draw->info),
               buffer_text(buffer));
   CHECK_EQUAL(context, ref_record_elements(words, linear_id, 1, &modelled), 1,
               "thread %" PRIu32 " of %s, %s", linear_id, draw_text(&draw->info),
               buffer_text(buffer));
   CHECK_EQUAL(context, element, modelled,
               "model of thread %" PRIu32 " of %s, %s", linear_id,
               draw_text(&draw->info), buffer_text(buffer));
   /* Padding has no vertex in the API. */
   if (vertex_id >= draw->info.vertex_count)
      return 0;
   index = ref_api_element(buffer->rate, buffer->divisor, vertex_id,
                           instance_id);
   CHECK_EQUAL(context, element, buffer->stride == 0 ? 0 : index,
               "vertex %" PRIu32 ", instance %" PRIu32 " of %s, %s",
               vertex_id, instance_id, draw_text(&draw->info), buffer_text(buffer));
   if (dral_attribute_offset(draw, buffer, 8, &offset) != 0)
      return 0;
   address = record->pointer + (uint64_t)(int64_t)offset +
             (element + start) * record->stride;
   index += buffer->rate == DRAL_RATE_VERTEX ? start : draw->info.base_instance;
   CHECK(context, address == buffer->address + 8 + index * buffer->stride,
         "address of vertex %" PRIu32 ", instance %" PRIu32 " of %s, %s",
         vertex_id, instance_id, draw_text(&draw->info), buffer_text(buffer));
   return 1;
}

/* The id that a thread reads through these words, the same in both models. */
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
   CHECK_EQUAL(context, ref_id_value(words, linear_id, &expected), 1,
               "thread %" PRIu32 ", %s", linear_id, words_text(words, 4));
   CHECK_EQUAL(context, value, expected, "thread %" PRIu32 ", %s", linear_id,
               words_text(words, 4));
   return value;
}

/* On v4 and v5: the id records, and what a thread reads through them. */
static void
check_ids(struct context *context, const struct dral_draw *draw,
          uint32_t linear_id)
{
   const struct dral_draw_info *const info = &draw->info;
   uint32_t words[8];

   CHECK_EQUAL(context, ref_id_records(info, words), 0, "%s",
               draw_text(info));
   CHECK_EQUAL(context, value_of(context, &words[0], linear_id),
               linear_id % draw->padded_count,
               "vertex id of %" PRIu32 " in %s", linear_id, draw_text(info));
   CHECK_EQUAL(context, value_of(context, &words[4], linear_id),
               linear_id / draw->padded_count,
               "instance id of %" PRIu32 " in %s", linear_id,
               draw_text(info));
}

static void
threads_of_large_draws_read_what_the_api_says(struct context *context)
{
   struct generator generator = generator_for(context);
   uint32_t addresses = 0;
   uint32_t i;

   for (i = 0; i < DRAWS; i++) {
      const struct dral_draw_info info =
         random_valid_draw(&generator, 4 + i % 4);
      const struct dral_draw draw = resolved_draw(context, &info);
      const struct dral_vertex_buffer buffer =
         random_valid_buffer(&generator, &info);
      struct dral_attribute_record record;
      uint32_t words[8];
      uint32_t slots;
      uint32_t j;

      CHECK_EQUAL(context, ref_attribute_record(&info, &buffer, words,
                                                &slots), 0,
                  "%s, %s", draw_text(&info), buffer_text(&buffer));
      CHECK_EQUAL(context, dral_attribute_record_unpack(words, 8, &record), 0,
                  "%s, %s", draw_text(&info), buffer_text(&buffer));
      fill_unused_of_record(&generator, &record);
      for (j = 0; j < 16; j++) {
         /* The first thread, the last, and others, also padding. */
         uint32_t linear_id = 0;
         uint32_t vertex_id;
         uint32_t instance_id;

         if (j == 1)
            linear_id = (uint32_t)(draw.threads - 1);
         else if (j > 1)
            linear_id = (uint32_t)(next_number(&generator) % draw.threads);
         vertex_id = linear_id % draw.padded_count;
         instance_id = linear_id / draw.padded_count;
         addresses += check_thread(context, &draw, &buffer, &record, words,
                                   linear_id, vertex_id, instance_id);
         if (info.architecture <= 5)
            check_ids(context, &draw, linear_id);

         /* Any linear id, also beyond the draw. */
         check_thread(context, &draw, &buffer, &record, words,
                      edge_number(&generator), UINT32_MAX, 0);

         /* The last vertex of an instance, and the first. */
         vertex_id = j % 2 == 0 ? info.vertex_count - 1 : 0;
         linear_id = instance_id * draw.padded_count + vertex_id;
         addresses += check_thread(context, &draw, &buffer, &record, words,
                                   linear_id, vertex_id, instance_id);
      }
   }
   CHECK_MET(context, addresses, DRAWS);
}

static void
read_attribute(struct context *context,
               const struct dral_valhall_source *source,
               const struct dral_valhall_attribute *attribute,
               const uint32_t words[8], uint32_t vertex_id,
               uint32_t instance_id)
{
   uint32_t element = 0xA5A5A5A5;
   uint32_t model = 0;
   const uint32_t expected =
      source->stride == 0 ? 0
                          : ref_api_element(source->rate, source->divisor,
                                            vertex_id, instance_id);

   CHECK_EQUAL(context, dral_valhall_attribute_element(
                           attribute, vertex_id, instance_id, &element), 0,
               "%s", valhall_text(source));
   CHECK_EQUAL(context, ref_valhall_element(words, vertex_id, instance_id,
                                            &model), 1,
               "%s", valhall_text(source));
   CHECK_EQUAL(context, element, model,
               "model of vertex %" PRIu32 ", instance %" PRIu32 ", %s",
               vertex_id, instance_id, valhall_text(source));
   CHECK_EQUAL(context, element, expected,
               "vertex %" PRIu32 ", instance %" PRIu32 ", %s", vertex_id,
               instance_id, valhall_text(source));
}

static void
make_attribute(struct context *context,
               const struct dral_valhall_source *source,
               struct dral_valhall_attribute *attribute, uint32_t words[8])
{
   CHECK_EQUAL(context, dral_valhall_attribute(source, words), 0, "%s",
               valhall_text(source));
   CHECK_EQUAL(context, dral_valhall_attribute_unpack(words, attribute), 0,
               "%s", valhall_text(source));
}

static void
large_ids_read_what_the_api_says_by_a_descriptor(struct context *context)
{
   struct generator generator = generator_for(context);
   uint32_t i;
   uint32_t j;

   for (i = 0; i < 2 * DRAWS; i++) {
      const struct dral_valhall_source source = random_valhall(
         &generator,
         FIRST_ARCHITECTURE + i % (LAST_ARCHITECTURE - FIRST_ARCHITECTURE + 1));
      struct dral_valhall_attribute attribute;
      uint32_t words[8] = { 0 };

      if (source.rate == DRAL_RATE_UNUSED ||
          dral_valhall_attribute(&source, words) != 0)
         continue;
      make_attribute(context, &source, &attribute, words);
      fill_unused_of_valhall(&generator, &attribute);
      for (j = 0; j < 8; j++) {
         const uint32_t vertex = edge_number(&generator);
         uint32_t instance = edge_number(&generator);

         /* Around a multiple of the divisor, where a quotient changes. */
         if (source.divisor != 0 && one_in(&generator, 2))
            instance = instance / source.divisor * source.divisor +
                       number_below(&generator, 3) - 1;
         read_attribute(context, &source, &attribute, words, vertex,
                        instance);
      }
      read_attribute(context, &source, &attribute, words, UINT32_MAX,
                     UINT32_MAX);
   }
}

/*
 * The descriptor of an attribute does not depend on the draw's counts, so the
 * largest of the small draws has the threads of all others.
 */
static void
check_small_draws(struct context *context,
                  const struct dral_valhall_source *source)
{
   struct dral_valhall_attribute attribute;
   uint32_t words[8] = { 0 };
   uint32_t vertex_id;
   uint32_t instance_id;

   make_attribute(context, source, &attribute, words);
   for (instance_id = 0; instance_id < 60; instance_id++) {
      for (vertex_id = 0; vertex_id < 300; vertex_id++)
         read_attribute(context, source, &attribute, words, vertex_id,
                        instance_id);
   }
}

static void
every_thread_of_every_small_draw_reads_by_its_descriptor(
   struct context *context)
{
   struct dral_valhall_source source = { 0 };
   uint32_t options;

   source.stride = 16;
   for (source.architecture = FIRST_ARCHITECTURE;
        source.architecture <= LAST_ARCHITECTURE; source.architecture++) {
      for (options = 0; options < 4; options++) {
         source.rounding = options & 1;
         source.divisor_one = options >> 1;
         source.rate = DRAL_RATE_VERTEX;
         check_small_draws(context, &source);
         source.rate = DRAL_RATE_INSTANCE;
         for (source.divisor = 0; source.divisor <= 40; source.divisor++)
            check_small_draws(context, &source);
      }
   }
}

const struct test threads_tests[] = {
   QUICK_TEST(threads_of_large_draws_read_what_the_api_says),
   QUICK_TEST(large_ids_read_what_the_api_says_by_a_descriptor),
   QUICK_TEST(every_thread_of_every_small_draw_reads_by_its_descriptor),
   NO_MORE_TESTS,
};
