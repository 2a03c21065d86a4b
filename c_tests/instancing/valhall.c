/* SPDX-License-Identifier: MIT */

/*
 * The attribute descriptors of Valhall and later.
 */

#include "harness/canary.h"
#include "harness/text.h"
#include "dral.h"
#include "harness/descriptor.h"
#include "reference/reference.h"
#include "instancing/sample_draws.h"
#include "harness/subjects.h"
#include "harness/tally.h"

#include <errno.h>
#include <string.h>

#define ATTRIBUTES 200000

#define FIRST_ARCHITECTURE 9
#define LAST_ARCHITECTURE 14

static int
pack(const void *fields, uint32_t *words, size_t *count)
{
   *count = 8;
   return dral_valhall_attribute_pack(fields, words);
}

static int
unpack(const uint32_t *words, size_t count, void *fields)
{
   (void)count;
   return dral_valhall_attribute_unpack(words, fields);
}

static void
fill_unused(struct generator *generator, void *fields)
{
   struct dral_valhall_attribute *attribute = fields;

   if (attribute->type == DRAL_VALHALL_TYPE_ONE_DIMENSIONAL)
      attribute->shift = edge_number(generator);
   if (attribute->type != DRAL_VALHALL_TYPE_NPOT_DIVISOR) {
      attribute->extra_flags = edge_number(generator);
      attribute->magic = edge_number(generator);
   }
}

static const struct descriptor descriptor = {
   sizeof(struct dral_valhall_attribute), 8, pack, unpack, fill_unused
};

static void
attribute_descriptors_equal_reference_and_reverse(struct context *context)
{
   struct generator generator = generator_for(context);
   uint32_t architecture;
   uint32_t i;

   for (architecture = FIRST_ARCHITECTURE; architecture <= LAST_ARCHITECTURE;
        architecture++) {
      struct tally tally = { 0 };

      for (i = 0; i < ATTRIBUTES; i++) {
         const struct dral_valhall_source source = random_valhall(
            &generator, architecture);
         struct dral_valhall_attribute attribute;
         uint32_t expected[8];
         const int expected_error = ref_valhall(&source, expected);
         int error;

         tally_error(&tally, expected_error);
         fill_canary(&attribute, sizeof attribute);
         error = dral_valhall_attribute(&source, &attribute);
         CHECK_EQUAL(context, error, expected_error, "%s",
                     valhall_text(&source));
         if (expected_error != 0)
            CHECK(context, is_untouched(&attribute, sizeof attribute), "%s",
                  valhall_text(&source));
         else if (error == 0)
            check_packed(context, &generator, &descriptor, &attribute,
                         expected, 8);
      }
      check_tally(context, &tally, ATTRIBUTES / 100, ATTRIBUTES / 1000,
                  ATTRIBUTES / 100);
   }
}

static void
other_descriptor_words_are_refused_or_pack_the_same(struct context *context)
{
   struct generator generator = generator_for(context);
   uint32_t taken = 0;
   uint32_t i;

   for (i = 0; i < 20000; i++) {
      const struct dral_valhall_source source = random_valhall(&generator,
                                                               9 + i % 6);
      uint32_t words[8];

      if (ref_valhall(&source, words) != 0)
         continue;
      taken += check_each_bit(context, &descriptor, words);
      words[0] = (uint32_t)next_number(&generator);
      words[1] = (uint32_t)next_number(&generator) & 0x3F0000FF;
      words[0] = (words[0] & 0xFFFFFDC0) | 5 |
                 number_below(&generator, 4) << 4;
      taken += check_any_words(context, &descriptor, words);
   }
   CHECK_MET(context, taken, 1000000);
}

static void
bits_that_a_descriptor_type_lacks_are_refused(struct context *context)
{
   /* The two types have tests of their own. */
   static const uint32_t tried[8] = { 0xFFFFFF00, UINT32_MAX, UINT32_MAX,
                                      UINT32_MAX, UINT32_MAX, UINT32_MAX,
                                      UINT32_MAX, UINT32_MAX };
   /* Word 1: R for a POT divisor, R and E for an NPOT divisor. */
   static const uint32_t divisor_bits[4] = { 0, 0, 0x1F000000, 0x3F000000 };
   uint32_t type;

   for (type = 1; type <= 3; type++) {
      uint32_t words[8] = { 5 | type << 4 };
      uint32_t taken[8] = { 0xFFFFFD00, 0x0000007F, UINT32_MAX, UINT32_MAX,
                            UINT32_MAX, 0, 0, 0 };

      taken[1] |= divisor_bits[type];
      taken[5] = type == 3 ? 0x7FFFFFFF : 0;
      check_taken_bits(context, &descriptor, words, tried, taken);
   }
}

static void
descriptors_with_the_largest_fields_pack_the_same(struct context *context)
{
   /* Bit 9 of word 0 is no field. */
   static const uint32_t descriptors[3][8] = {
      { 0xFFFFFD15, 0x0000007F, UINT32_MAX, UINT32_MAX, UINT32_MAX },
      { 0xFFFFFD25, 0x1F00007F, UINT32_MAX, UINT32_MAX, UINT32_MAX },
      { 0xFFFFFD35, 0x3F00007F, UINT32_MAX, UINT32_MAX, UINT32_MAX,
        0x7FFFFFFF },
   };
   uint32_t i;

   for (i = 0; i < 3; i++)
      CHECK_EQUAL(context,
                  check_any_words(context, &descriptor, descriptors[i]), 1,
                  "type %" PRIu32, i + 1);
}

static void
other_descriptor_types_are_refused(struct context *context)
{
   uint32_t i;

   for (i = 0; i < 256; i++) {
      uint32_t words[8] = { 0 };
      struct dral_valhall_attribute attribute;
      const int known = i % 16 == 5 && i / 16 >= 1 && i / 16 <= 3;

      words[0] = i;
      CHECK_EQUAL(context, dral_valhall_attribute_unpack(words, &attribute),
                  known ? 0 : -EDOM, "types 0x%02" PRIX32, i);
   }
}

static void
check_thread(struct context *context,
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
                                            &model), 0,
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
   CHECK_EQUAL(context, dral_valhall_attribute(source, attribute), 0, "%s",
               valhall_text(source));
   CHECK_EQUAL(context, dral_valhall_attribute_pack(attribute, words), 0,
               "%s", valhall_text(source));
}

static void
large_ids_read_what_the_api_says_by_a_descriptor(struct context *context)
{
   struct generator generator = generator_for(context);
   uint32_t i;
   uint32_t j;

   for (i = 0; i < 2 * ATTRIBUTES; i++) {
      const struct dral_valhall_source source = random_valhall(&generator,
                                                               9 + i % 6);
      struct dral_valhall_attribute attribute;
      uint32_t words[8] = { 0 };

      if (source.rate == DRAL_RATE_UNUSED ||
          dral_valhall_attribute(&source, &attribute) != 0)
         continue;
      make_attribute(context, &source, &attribute, words);
      fill_unused(&generator, &attribute);
      for (j = 0; j < 8; j++) {
         const uint32_t vertex = edge_number(&generator);
         uint32_t instance = edge_number(&generator);

         /* Around a multiple of the divisor, where a quotient changes. */
         if (source.divisor != 0 && one_in(&generator, 2))
            instance = instance / source.divisor * source.divisor +
                       number_below(&generator, 3) - 1;
         check_thread(context, &source, &attribute, words, vertex, instance);
      }
      check_thread(context, &source, &attribute, words, UINT32_MAX,
                   UINT32_MAX);
   }
}

/*
 * The descriptor of an attribute knows nothing of the draw's counts, so the
 * largest of the small draws has the threads of all the others.
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
         check_thread(context, source, &attribute, words, vertex_id,
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

const struct test valhall_tests[] = {
   QUICK_TEST(attribute_descriptors_equal_reference_and_reverse),
   QUICK_TEST(other_descriptor_words_are_refused_or_pack_the_same),
   QUICK_TEST(bits_that_a_descriptor_type_lacks_are_refused),
   QUICK_TEST(descriptors_with_the_largest_fields_pack_the_same),
   QUICK_TEST(other_descriptor_types_are_refused),
   QUICK_TEST(large_ids_read_what_the_api_says_by_a_descriptor),
   QUICK_TEST(every_thread_of_every_small_draw_reads_by_its_descriptor),
   NO_MORE_TESTS,
};
