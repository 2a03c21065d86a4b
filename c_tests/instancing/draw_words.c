/* SPDX-License-Identifier: MIT */

/*
 * What drivers compute around a draw: the vertices of its indices, the size
 * of its varying buffers, the attribute descriptors of v6 and v7.
 */

#include "harness/canary.h"
#include "dral.h"
#include "instancing/sample_draws.h"
#include "harness/subjects.h"
#include "harness/tally.h"

#include <errno.h>
#include <string.h>

#define RANDOM_CALLS 200000
#define LENGTH(array) (sizeof(array) / sizeof((array)[0]))

static int
fits_signed_word(int64_t number)
{
   return number >= INT32_MIN && number <= INT32_MAX;
}

/* By its definition in 64 bits. */
static int
check_range(struct context *context, struct dral_index_range range)
{
   const int64_t count = (int64_t)range.max_index - range.min_index + 1;
   const int64_t start = (int64_t)range.min_index + range.vertex_offset;
   const int64_t base = -(int64_t)range.min_index;
   const int is_empty = range.min_index > range.max_index;
   const int fits = count <= UINT32_MAX && fits_signed_word(start) &&
                    fits_signed_word(base);
   const int error = is_empty || fits ? 0 : -ERANGE;
   GUARDED(struct dral_vertex_range, vertices);

   fill_canary(&vertices, sizeof vertices);
   CHECK_EQUAL(context, dral_index_range_resolve(&range, &vertices.value),
               error, "%" PRIu32 " to %" PRIu32 ", offset %" PRId32,
               range.min_index, range.max_index, range.vertex_offset);
   if (error == 0) {
      CHECK_EQUAL(context, vertices.value.vertex_count, is_empty ? 0 : count,
                  "%" PRIu32 " to %" PRIu32, range.min_index,
                  range.max_index);
      CHECK_EQUAL(context, vertices.value.offset_start, is_empty ? 0 : start,
                  "%" PRIu32 " and %" PRId32, range.min_index,
                  range.vertex_offset);
      CHECK_EQUAL(context, vertices.value.base_vertex_offset,
                  is_empty ? 0 : base, "%" PRIu32, range.min_index);
      fill_canary(&vertices.value, sizeof vertices.value);
   }
   CHECK(context, is_untouched(&vertices, sizeof vertices),
         "%" PRIu32 " to %" PRIu32, range.min_index, range.max_index);
   return error;
}

static void
index_ranges_equal_their_definition(struct context *context)
{
   struct generator generator = generator_for(context);
   struct tally tally = { 0 };
   uint32_t i;

   for (i = 0; i < RANDOM_CALLS; i++) {
      struct dral_index_range range;

      range.min_index = edge_number(&generator);
      range.max_index = one_in(&generator, 2)
                           ? edge_number(&generator)
                           : range.min_index + any_magnitude(&generator);
      range.vertex_offset = (int32_t)edge_number(&generator);
      tally_error(&tally, check_range(context, range));
   }
   check_tally(context, &tally, 0, 0, RANDOM_CALLS / 100);
}

static void
varying_buffer_sizes_are_multiples_of_64_bytes(struct context *context)
{
   struct generator generator = generator_for(context);
   const struct dral_draw known = plain_draw(7, 14336, 16384);
   struct dral_resolved_draw resolved;
   GUARDED(uint64_t, size);
   uint32_t i;

   /* 16384 x 16384 threads of 16 bytes are 2^32. */
   CHECK_EQUAL(context, dral_draw_resolve(&known, &resolved), 0, "known");
   CHECK_EQUAL(context, dral_varying_buffer_size(&resolved, 16, &size.value),
               0, "known");
   CHECK(context, size.value == (uint64_t)1 << 32, "%" PRIu64, size.value);

   for (i = 0; i < RANDOM_CALLS; i++) {
      const struct dral_draw draw = random_valid_draw(&generator, 4 + i % 4);
      const uint32_t stride = edge_number(&generator);
      uint64_t bytes;

      CHECK_EQUAL(context, dral_draw_resolve(&draw, &resolved), 0, "valid");
      bytes = resolved.threads * stride;
      fill_canary(&size, sizeof size);
      CHECK_EQUAL(context,
                  dral_varying_buffer_size(&resolved, stride, &size.value), 0,
                  "stride %" PRIu32, stride);
      CHECK(context,
            size.value == (bytes % 64 == 0 ? bytes : bytes + 64 - bytes % 64),
            "%" PRIu64 " threads of %" PRIu32 " bytes: %" PRIu64,
            resolved.threads, stride, size.value);
      fill_canary(&size.value, sizeof size.value);
      CHECK(context, is_untouched(&size, sizeof size), "around the size");
   }
}

/* Word 0: slot, bit 9, format; word 1: the offset. */
static void
attribute_descriptor_words_reverse(struct context *context)
{
   struct generator generator = generator_for(context);
   uint32_t i;

   for (i = 0; i < RANDOM_CALLS; i++) {
      struct dral_attribute_descriptor attribute = { 0, 0, 0 };
      struct dral_attribute_descriptor unpacked;
      GUARDED_ARRAY(uint32_t, words, 2);
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
      error = attribute.slot < 512 && attribute.format < 1 << 22 ? 0
                                                                 : -ERANGE;
      fill_canary(&words, sizeof words);
      CHECK_EQUAL(context,
                  dral_attribute_descriptor_pack(&attribute, words.value),
                  error, "slot %" PRIu32 ", format %" PRIu32, attribute.slot,
                  attribute.format);
      if (error == 0) {
         CHECK_EQUAL(context, words.value[0],
                     attribute.slot + 512 + attribute.format * 1024,
                     "slot %" PRIu32 ", format %" PRIu32, attribute.slot,
                     attribute.format);
         CHECK_EQUAL(context, words.value[1], (uint32_t)attribute.offset,
                     "offset %" PRId32, attribute.offset);
         memset(&unpacked, 0, sizeof unpacked);
         CHECK_EQUAL(context,
                     dral_attribute_descriptor_unpack(words.value, &unpacked),
                     0, "slot %" PRIu32, attribute.slot);
         CHECK(context, memcmp(&unpacked, &attribute, sizeof unpacked) == 0,
               "slot %" PRIu32, attribute.slot);
         fill_canary(words.value, sizeof words.value);
      }
      CHECK(context, is_untouched(&words, sizeof words), "slot %" PRIu32,
            attribute.slot);
   }
}

const struct test draw_words_tests[] = {
   QUICK_TEST(index_ranges_equal_their_definition),
   QUICK_TEST(varying_buffer_sizes_are_multiples_of_64_bytes),
   QUICK_TEST(attribute_descriptor_words_reverse),
   NO_MORE_TESTS,
};
