/* SPDX-License-Identifier: MIT */

/*
 * What drivers compute around a draw: the vertices of its indices, the size
 * of its varying buffers, the attribute descriptors of v6 and v7.
 */

#include "harness/same.h"
#include "dral.h"
#include "instancing/sample_draws.h"
#include "reference/reference.h"
#include "harness/subjects.h"
#include "harness/tally.h"

#include <errno.h>
#include <string.h>

#define RANDOM_CALLS 200000

struct descriptor_words {
   uint32_t words[2];
};

static void
index_ranges_equal_their_definition(struct context *context)
{
   struct generator generator = generator_for(context);
   struct tally tally = { 0 };
   uint32_t i;

   for (i = 0; i < RANDOM_CALLS; i++) {
      struct dral_index_range range;
      int error;

      range.min_index = edge_number(&generator);
      range.max_index = one_in(&generator, 2)
                           ? edge_number(&generator)
                           : range.min_index + any_magnitude(&generator);
      range.vertex_offset = (int32_t)edge_number(&generator);
      CHECK_SAME_CALLS(context, error, struct dral_vertex_range,
                 dral_index_range_resolve(&range, out),
                 ref_index_range(&range, out),
                 "%" PRIu32 " to %" PRIu32 ", offset %" PRId32,
                 range.min_index, range.max_index, range.vertex_offset);
      tally_error(&tally, error);
   }
   check_tally(context, &tally, 0, 0, RANDOM_CALLS / 100);
}

static int
defined_size(const struct dral_resolved_draw *draw, uint32_t stride,
             uint64_t *size)
{
   const uint64_t bytes = draw->threads * stride;

   *size = bytes % 64 == 0 ? bytes : bytes + 64 - bytes % 64;
   return 0;
}

/* That a size may be 2^32 is one of the known answers. */
static void
varying_buffer_sizes_are_multiples_of_64_bytes(struct context *context)
{
   struct generator generator = generator_for(context);
   uint32_t i;

   for (i = 0; i < RANDOM_CALLS; i++) {
      const struct dral_draw draw = random_valid_draw(&generator, 4 + i % 4);
      const uint32_t stride = edge_number(&generator);
      struct dral_resolved_draw resolved;
      int error;

      CHECK_EQUAL(context, dral_draw_resolve(&draw, &resolved), 0, "valid");
      CHECK_SAME_CALLS(context, error, uint64_t,
                       dral_varying_buffer_size(&resolved, stride, out),
                       defined_size(&resolved, stride, out),
                       "%" PRIu64 " threads of %" PRIu32 " bytes",
                       resolved.threads, stride);
   }
}

/* Word 0: slot, bit 9, format; word 1: the offset. */
static int
defined_words(const struct dral_attribute_descriptor *attribute,
              struct descriptor_words *words)
{
   if (attribute->slot >= 512 || attribute->format >= 1 << 22)
      return -ERANGE;
   words->words[0] = attribute->slot + 512 + attribute->format * 1024;
   words->words[1] = (uint32_t)attribute->offset;
   return 0;
}

static void
attribute_descriptor_words_reverse(struct context *context)
{
   struct generator generator = generator_for(context);
   uint32_t i;

   for (i = 0; i < RANDOM_CALLS; i++) {
      struct dral_attribute_descriptor attribute = { 0, 0, 0 };
      struct dral_attribute_descriptor unpacked = { 0, 0, 0 };
      struct descriptor_words words;
      int error;

      attribute.slot = number_below(&generator, 512);
      attribute.format = number_below(&generator, 1 << 22);
      attribute.offset = (int32_t)edge_number(&generator);
      if (one_in(&generator, 16))
         attribute.slot = 511 + number_below(&generator, 3);
      if (one_in(&generator, 16))
         attribute.format = ((uint32_t)1 << 22) - 1 +
                            number_below(&generator, 3);
      if (one_in(&generator, 32))
         attribute.format = edge_number(&generator);
      CHECK_SAME_CALLS(context, error, struct descriptor_words,
                 dral_attribute_descriptor_pack(&attribute, out->words),
                 defined_words(&attribute, out),
                 "slot %" PRIu32 ", format %" PRIu32, attribute.slot,
                 attribute.format);
      if (error != 0)
         continue;
      CHECK_EQUAL(context, defined_words(&attribute, &words), 0, "words");
      CHECK_EQUAL(context,
                  dral_attribute_descriptor_unpack(words.words, &unpacked),
                  0, "slot %" PRIu32, attribute.slot);
      CHECK(context, memcmp(&unpacked, &attribute, sizeof unpacked) == 0,
            "slot %" PRIu32, attribute.slot);
   }
}

const struct test draw_words_tests[] = {
   QUICK_TEST(index_ranges_equal_their_definition),
   QUICK_TEST(varying_buffer_sizes_are_multiples_of_64_bytes),
   QUICK_TEST(attribute_descriptor_words_reverse),
   NO_MORE_TESTS,
};
