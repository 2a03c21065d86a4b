/* SPDX-License-Identifier: MIT */

/*
 * What drivers compute for a draw: its counts, the vertices of its indices,
 * the size of its varying buffers and the offsets of its attributes.
 */

#include "harness/text.h"
#include "dral.h"
#include "harness/same.h"
#include "reference/reference.h"
#include "instancing/sample_draws.h"
#include "harness/subjects.h"
#include "harness/tally.h"

#include <string.h>

#define DRAWS random_cases(200000)

/* Resolves both draws.  A draw without threads has no other results. */
static int
resolve(const struct dral_draw *draw, struct dral_draw *out)
{
   int error;

   *out = *draw;
   error = dral_draw_resolve(out);
   if (out->threads == 0) {
      *out = *draw;
      out->threads = 0;
   }
   out->offset_key = 0;
   return error;
}

static uint64_t
resolve_reference(const struct dral_draw *draw, struct dral_draw *out)
{
   uint64_t errors;

   *out = *draw;
   errors = ref_draw_resolve(out);
   out->offset_key = 0;
   return errors;
}

static int
check_draw(struct context *context, const struct dral_draw *draw)
{
   /* From an earlier draw. */
   struct dral_draw stale = *draw;
   int error;

   CHECK_CALL(context, error, uint32_t, dral_draw_max_instances(draw, out),
              ref_draw_max_instances(draw, out), "%s", draw_text(draw));
   CHECK_CALL(context, error, struct dral_draw, resolve(draw, out),
              resolve_reference(draw, out), "%s", draw_text(draw));
   stale.threads = 99;
   CHECK_EQUAL(context, dral_draw_resolve(&stale), error, "%s",
               draw_text(draw));
   CHECK(context, error == 0 || stale.threads == 0, "%s", draw_text(draw));
   return error;
}

/* All errors that a draw can have. */
#define DRAW_ERRORS                                                      \
   DRAL_ERROR_UNKNOWN_ARCHITECTURE, DRAL_ERROR_NO_ATTRIBUTE_RECORDS,     \
      DRAL_ERROR_UNKNOWN_FLAG, DRAL_ERROR_NO_VERTICES_PER_PRIMITIVE,     \
      DRAL_ERROR_PADDED_COUNT_RANGE, DRAL_ERROR_THREAD_RANGE,            \
      DRAL_ERROR_INVOCATION_RANGE

static void
resolved_draws_equal_reference(struct context *context)
{
   struct generator generator = generator_for(context);
   uint32_t architecture;
   uint32_t i;

   for (architecture = 4; architecture <= 7; architecture++) {
      struct tally tally = { 0 };

      for (i = 0; i < DRAWS; i++) {
         const struct dral_draw draw = random_draw(&generator, architecture);

         tally_error(&tally, check_draw(context, &draw));
      }
      CHECK_TALLY(context, &tally, DRAWS / 1000, DRAW_ERRORS);
   }
}

static void
all_small_draws_equal_reference(struct context *context)
{
   struct dral_draw draw = plain_draw(7, 0, 0);
   uint32_t options;

   for (draw.vertex_count = 0; draw.vertex_count <= 70;
        draw.vertex_count++) {
      for (draw.instance_count = 0; draw.instance_count <= 5;
           draw.instance_count++) {
         for (draw.vertices_per_primitive = 0;
              draw.vertices_per_primitive <= 7;
              draw.vertices_per_primitive++) {
            for (options = 0; options < 8; options++) {
               draw.idvs = options & 1;
               draw.padding_rule = options >> 1 & 1;
               draw.primitive_size_rule = options >> 2;
               check_draw(context, &draw);
            }
         }
      }
   }
}

static void
index_ranges_equal_their_definition(struct context *context)
{
   struct generator generator = generator_for(context);
   struct tally tally = { 0 };
   uint32_t i;

   for (i = 0; i < DRAWS; i++) {
      struct dral_index_range range;
      int error;

      range.min_index = edge_number(&generator);
      range.max_index = one_in(&generator, 2)
                           ? edge_number(&generator)
                           : range.min_index + any_magnitude(&generator);
      if (one_in(&generator, 1000)) {
         range.min_index = 0;
         range.max_index = UINT32_MAX;
      }
      range.vertex_offset = (int32_t)edge_number(&generator);
      CHECK_CALL(context, error, struct dral_vertex_range,
                 dral_index_range_resolve(&range, out),
                 ref_index_range(&range, out),
                 "%" PRIu32 " to %" PRIu32 ", offset %" PRId32,
                 range.min_index, range.max_index, range.vertex_offset);
      tally_error(&tally, error);
   }
   CHECK_TALLY(context, &tally, DRAWS / 2000, DRAL_ERROR_VERTEX_RANGE,
               DRAL_ERROR_START_RANGE);
}

static uint64_t
defined_size(const struct dral_draw *draw, uint32_t stride, uint64_t *size)
{
   const uint64_t bytes = draw->threads * stride;

   *size = bytes % 64 == 0 ? bytes : bytes + 64 - bytes % 64;
   return 0;
}

/* One of the known answers has a size of 2^32. */
static void
varying_buffer_sizes_are_multiples_of_64_bytes(struct context *context)
{
   struct generator generator = generator_for(context);
   uint32_t i;

   for (i = 0; i < DRAWS; i++) {
      struct dral_draw draw = random_valid_draw(&generator, 4 + i % 4);
      const uint32_t stride = edge_number(&generator);
      int error;

      CHECK_EQUAL(context, dral_draw_resolve(&draw), 0, "valid");
      CHECK_CALL(context, error, uint64_t,
                 dral_varying_buffer_size(&draw, stride, out),
                 defined_size(&draw, stride, out),
                 "%" PRIu64 " threads of %" PRIu32 " bytes", draw.threads,
                 stride);
   }
}

static void
attribute_offsets_equal_reference(struct context *context)
{
   struct generator generator = generator_for(context);
   struct tally tally = { 0 };
   uint32_t i;

   for (i = 0; i < 4 * DRAWS; i++) {
      struct dral_draw draw = random_valid_draw(&generator, 4 + i % 4);
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
      CHECK_EQUAL(context, dral_draw_resolve(&draw), 0, "%s",
                  draw_text(&draw));
      CHECK_CALL(context, error, int32_t,
                 dral_attribute_offset(&draw, &buffer, source_offset, out),
                 ref_attribute_offset(&draw, &buffer, source_offset, out),
                 "source %" PRIu32 ", %s, %s", source_offset,
                 draw_text(&draw), buffer_text(&buffer));
      tally_error(&tally, error);
   }
   CHECK_TALLY(context, &tally, DRAWS / 100, DRAL_ERROR_UNKNOWN_RATE,
               DRAL_ERROR_UNUSED_BUFFER, DRAL_ERROR_ADDRESS_RANGE,
               DRAL_ERROR_SIZE_RANGE, DRAL_ERROR_OFFSET_RANGE);
}

static uint64_t
defined_divisor(const struct dral_draw *draw,
                const struct dral_vertex_buffer *buffer, uint64_t *divisor)
{
   *divisor = 0;
   if (buffer->rate > DRAL_RATE_UNUSED)
      return ERROR_SET(DRAL_ERROR_UNKNOWN_RATE);
   if (buffer->rate == DRAL_RATE_INSTANCE && draw->instance_count > 1)
      *divisor = (uint64_t)draw->padded_count * buffer->divisor;
   return 0;
}

static void
hardware_divisors_equal_their_definition(struct context *context)
{
   struct generator generator = generator_for(context);
   struct tally tally = { 0 };
   uint32_t large = 0;
   uint32_t i;

   for (i = 0; i < DRAWS; i++) {
      struct dral_draw draw = random_valid_draw(&generator, 4 + i % 4);
      const struct dral_vertex_buffer buffer =
         random_buffer(&generator, &draw);
      uint64_t divisor;
      int error;

      CHECK_EQUAL(context, dral_draw_resolve(&draw), 0, "valid");
      CHECK_CALL(context, error, uint64_t,
                 dral_hardware_divisor(&draw, &buffer, out),
                 defined_divisor(&draw, &buffer, out), "%s, %s",
                 draw_text(&draw), buffer_text(&buffer));
      tally_error(&tally, error);
      (void)defined_divisor(&draw, &buffer, &divisor);
      large += divisor >> 32 != 0;
   }
   CHECK_TALLY(context, &tally, DRAWS / 500, DRAL_ERROR_UNKNOWN_RATE);
   CHECK_MET(context, large, DRAWS / 50);
}

const struct test draw_tests[] = {
   QUICK_TEST(all_small_draws_equal_reference),
   QUICK_TEST(resolved_draws_equal_reference),
   QUICK_TEST(index_ranges_equal_their_definition),
   QUICK_TEST(varying_buffer_sizes_are_multiples_of_64_bytes),
   QUICK_TEST(attribute_offsets_equal_reference),
   QUICK_TEST(hardware_divisors_equal_their_definition),
   NO_MORE_TESTS,
};
