/* SPDX-License-Identifier: MIT */

/*
 * The attribute descriptors of Valhall and later.
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

#define ATTRIBUTES 200000

#define FIRST_ARCHITECTURE 9
#define LAST_ARCHITECTURE 14

static struct dral_valhall_source
plain_source(uint32_t rate, uint32_t divisor)
{
   struct dral_valhall_source source = { 0 };

   source.architecture = 9;
   source.rate = rate;
   source.divisor = divisor;
   source.stride = 16;
   source.format = 0x2ABCDE;
   source.table = 2;
   source.buffer_index = 5;
   source.offset = -8;
   return source;
}

static int
are_equal(const struct dral_valhall_attribute *left,
          const struct dral_valhall_attribute *right)
{
   return left->type == right->type &&
          left->frequency == right->frequency &&
          left->offset_enable == right->offset_enable &&
          left->format == right->format && left->table == right->table &&
          left->buffer_index == right->buffer_index &&
          left->stride == right->stride && left->offset == right->offset &&
          left->shift == right->shift &&
          left->extra_flags == right->extra_flags &&
          left->magic == right->magic;
}

/* A value in each field that the type does not use. */
static struct dral_valhall_attribute
with_unused_fields(struct generator *generator,
                   const struct dral_valhall_attribute *attribute)
{
   struct dral_valhall_attribute full = *attribute;

   if (attribute->type == DRAL_VALHALL_TYPE_ONE_DIMENSIONAL)
      full.shift = edge_number(generator);
   if (attribute->type != DRAL_VALHALL_TYPE_NPOT_DIVISOR) {
      full.extra_flags = edge_number(generator);
      full.magic = edge_number(generator);
   }
   return full;
}

static void
check_words(struct context *context, struct generator *generator,
            const struct dral_valhall_attribute *attribute,
            const uint32_t expected[8])
{
   const struct dral_valhall_attribute full =
      with_unused_fields(generator, attribute);
   struct dral_valhall_attribute again;
   uint32_t words[10];
   uint32_t i;

   fill_canary(words, sizeof words);
   CHECK_EQUAL(context, dral_valhall_attribute_pack(attribute, words + 1), 0,
               "%s", words_text(expected, 8));
   for (i = 0; i < 8; i++)
      CHECK_EQUAL(context, words[1 + i], expected[i], "word %" PRIu32 ", %s",
                  i, words_text(expected, 8));
   CHECK(context, is_untouched(&words[0], sizeof words[0]) &&
                     is_untouched(&words[9], sizeof words[9]),
         "more than 8 words were written");
   CHECK_EQUAL(context, dral_valhall_attribute_unpack(words + 1, &again), 0,
               "%s", words_text(expected, 8));
   CHECK(context, are_equal(attribute, &again), "%s",
         words_text(expected, 8));

   fill_canary(words, sizeof words);
   CHECK_EQUAL(context, dral_valhall_attribute_pack(&full, words + 1), 0,
               "%s", words_text(expected, 8));
   CHECK(context, memcmp(words + 1, expected, 8 * sizeof words[0]) == 0,
         "a field that the type does not use is not read: %s",
         words_text(expected, 8));
}

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
            check_words(context, &generator, &attribute, expected);
      }
      check_tally(context, &tally, ATTRIBUTES / 100, ATTRIBUTES / 1000,
                  ATTRIBUTES / 100);
   }
}

static int
check_any_words(struct context *context, const uint32_t words[8])
{
   struct dral_valhall_attribute attribute;
   uint32_t again[8];
   int error;

   fill_canary(&attribute, sizeof attribute);
   error = dral_valhall_attribute_unpack(words, &attribute);
   if (error != 0) {
      CHECK_EQUAL(context, error, -EDOM, "%s", words_text(words, 8));
      CHECK(context, is_untouched(&attribute, sizeof attribute), "%s",
            words_text(words, 8));
      return 0;
   }
   CHECK_EQUAL(context, dral_valhall_attribute_pack(&attribute, again), 0,
               "%s", words_text(words, 8));
   CHECK(context, memcmp(words, again, sizeof again) == 0, "%s",
         words_text(words, 8));
   return 1;
}

static void
other_descriptor_words_are_refused_or_pack_the_same(struct context *context)
{
   struct generator generator = generator_for(context);
   uint32_t accepted = 0;
   uint32_t i;
   uint32_t bit;

   for (i = 0; i < 20000; i++) {
      const struct dral_valhall_source source = random_valhall(&generator,
                                                               9 + i % 6);
      uint32_t words[8];

      if (ref_valhall(&source, words) != 0)
         continue;
      for (bit = 0; bit < 256; bit++) {
         words[bit / 32] ^= (uint32_t)1 << bit % 32;
         accepted += (uint32_t)check_any_words(context, words);
         words[bit / 32] ^= (uint32_t)1 << bit % 32;
      }
      words[0] = (uint32_t)next_number(&generator);
      words[1] = (uint32_t)next_number(&generator) & 0x3F0000FF;
      words[0] = (words[0] & 0xFFFFFDC0) | 5 |
                 number_below(&generator, 4) << 4;
      accepted += (uint32_t)check_any_words(context, words);
   }
   CHECK_MET(context, accepted, 1000000);
}

static void
bits_that_a_descriptor_type_lacks_are_refused(struct context *context)
{
   /* Word 1: R for a POT divisor, R and E for an NPOT divisor. */
   static const uint32_t divisor_bits[4] = { 0, 0, 0x1F000000, 0x3F000000 };
   uint32_t type;
   uint32_t word;
   uint32_t bit;

   for (type = 1; type <= 3; type++) {
      uint32_t allowed[8] = { 0xFFFFFD00, 0x0000007F, 0xFFFFFFFF, 0xFFFFFFFF,
                              0xFFFFFFFF, 0, 0, 0 };

      allowed[1] |= divisor_bits[type];
      allowed[5] = type == 3 ? 0x7FFFFFFF : 0;
      for (word = 0; word < 8; word++) {
         for (bit = 0; bit < 32; bit++) {
            const uint32_t flag = (uint32_t)1 << bit;
            uint32_t words[8] = { 0 };
            struct dral_valhall_attribute attribute;

            /* The two types have tests of their own. */
            if (word == 0 && bit < 8)
               continue;
            words[0] = 5 | type << 4;
            words[word] |= flag;
            CHECK_EQUAL(context, dral_valhall_attribute_unpack(words,
                                                               &attribute),
                        (allowed[word] & flag) != 0 ? 0 : -EDOM,
                        "type %" PRIu32 ", %s", type, words_text(words, 8));
         }
      }
   }
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
small_ids_read_what_the_api_says_by_a_descriptor(struct context *context)
{
   uint32_t architecture;
   uint32_t rate;
   uint32_t divisor;
   uint32_t options;
   uint32_t vertex;
   uint32_t instance;

   for (architecture = FIRST_ARCHITECTURE; architecture <= LAST_ARCHITECTURE;
        architecture++) {
      for (rate = 0; rate <= 1; rate++) {
         for (divisor = 0; divisor <= 40; divisor++) {
            for (options = 0; options < 4; options++) {
               struct dral_valhall_source source = plain_source(rate,
                                                                divisor);
               struct dral_valhall_attribute attribute;
               uint32_t words[8] = { 0 };

               source.architecture = architecture;
               source.rounding = options & 1;
               source.divisor_one = options >> 1;
               make_attribute(context, &source, &attribute, words);
               for (vertex = 0; vertex < 40; vertex++) {
                  for (instance = 0; instance < 60; instance++)
                     check_thread(context, &source, &attribute, words,
                                  vertex, instance);
               }
            }
         }
      }
   }
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
      attribute = with_unused_fields(&generator, &attribute);
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

const struct test valhall_tests[] = {
   QUICK_TEST(attribute_descriptors_equal_reference_and_reverse),
   QUICK_TEST(other_descriptor_words_are_refused_or_pack_the_same),
   QUICK_TEST(bits_that_a_descriptor_type_lacks_are_refused),
   QUICK_TEST(other_descriptor_types_are_refused),
   QUICK_TEST(small_ids_read_what_the_api_says_by_a_descriptor),
   QUICK_TEST(large_ids_read_what_the_api_says_by_a_descriptor),
   NO_MORE_TESTS,
};
