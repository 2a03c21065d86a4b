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
   stale.table_key = 99;
   CHECK_EQUAL(context, dral_draw_resolve(&stale), error, "%s",
               draw_text(draw));
   CHECK(context, error == 0 || stale.threads == 0, "%s", draw_text(draw));
   CHECK(context, (stale.threads == 0) == (stale.table_key == 0), "%s",
         draw_text(draw));
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
            for (options = 0; options < 12; options++) {
               draw.idvs = options & 1;
               draw.padding_rule = options >> 1 & 1;
               draw.primitive_size_rule = options >> 2;
               check_draw(context, &draw);
            }
         }
      }
   }
}

/* Draws one after the other: some inputs are those of the draw before. */
static void
next_draws_are_the_resolved_ones(struct context *context)
{
   struct generator generator = generator_for(context);
   struct tally tally = { 0 };
   uint32_t same = 0;
   uint32_t i;

   for (i = 0; i < DRAWS / 16; i++) {
      struct dral_draw draw = random_valid_draw(&generator, 4 + i % 4);
      uint32_t j;

      for (j = 0; j < 16; j++) {
         const struct dral_draw last = draw;
         struct dral_draw other = random_draw(&generator, draw.architecture);
         struct dral_draw resolved = draw;
         int error;

         if (!one_in(&generator, 3))
            resolved.vertex_count = other.vertex_count;
         if (one_in(&generator, 4))
            resolved.instance_count = other.instance_count;
         if (one_in(&generator, 3))
            resolved.offset_start = other.offset_start;
         if (one_in(&generator, 3))
            resolved.base_instance = other.base_instance;
         if (one_in(&generator, 9))
            resolved.vertices_per_primitive = other.vertices_per_primitive;
         if (one_in(&generator, 9))
            resolved.idvs = other.idvs;
         error = dral_draw_next(
            &draw, resolved.vertex_count, resolved.instance_count,
            resolved.offset_start, resolved.base_instance,
            resolved.vertices_per_primitive, resolved.idvs);
         tally_error(&tally, error);
         CHECK_EQUAL(context, error, dral_draw_resolve(&resolved), "%s",
                     draw_text(&resolved));
         CHECK(context,
               error != 0 ? draw.threads == 0 && draw.table_key == 0
                          : memcmp(&draw, &resolved, sizeof draw) == 0,
               "%s after %s", draw_text(&resolved), draw_text(&last));
         same += error == 0 && draw.table_key == last.table_key;
      }
   }
   CHECK_TALLY(context, &tally, DRAWS / 10000, DRAL_ERROR_UNKNOWN_FLAG,
               DRAL_ERROR_NO_VERTICES_PER_PRIMITIVE,
               DRAL_ERROR_PADDED_COUNT_RANGE, DRAL_ERROR_THREAD_RANGE,
               DRAL_ERROR_INVOCATION_RANGE);
   CHECK_MET(context, same, DRAWS / 16);
}

/* What a driver gets for a draw that it forgot to resolve, that was refused,
 * or that has nothing to draw. */
static void
draws_that_are_not_resolved_are_refused(struct context *context)
{
   const struct dral_vertex_buffer buffer = { 0x1000, 64, 16,
                                              DRAL_RATE_INSTANCE, 3 };
   const struct dral_vertex_element element = { 0, 0, 0 };
   const struct dral_vertex_state_info info = {
      5, 0, DRAL_TABLE_SHAPE_PACKED, 0, &buffer, 1, &element, 1,
   };
   /* Zeroed, with inputs only, refused, and without instances. */
   struct dral_draw draws[4] = { { 0 } };
   struct dral_vertex_state state;
   struct dral_bound_buffer bound;
   size_t i;

   CHECK_EQUAL(context, dral_vertex_state_prepare(&state, &info), 0, "info");
   CHECK_EQUAL(context, dral_bound_buffer_init(&bound, 0x1000, 64), 0, "64");
   draws[1] = plain_draw(5, 70, 100);
   draws[2] = plain_draw(5, 70, 100);
   CHECK_EQUAL(context, dral_draw_resolve(&draws[2]), 0, "70 x 100");
   draws[2].vertex_count = 0xE0000000;
   CHECK_EQUAL(context, dral_draw_resolve(&draws[2]),
               DRAL_ERROR_PADDED_COUNT_RANGE, "0xE0000000 x 100");
   draws[3] = plain_draw(5, 70, 0);
   CHECK_EQUAL(context, dral_draw_resolve(&draws[3]), 0, "70 x 0");
   for (i = 0; i < sizeof draws / sizeof draws[0]; i++) {
      const struct dral_draw *draw = &draws[i];
      const int expected = DRAL_ERROR_NOT_RESOLVED;
      struct dral_id_record id;
      uint32_t words[20], slots[1];
      uint32_t next = 0;
      uint64_t number;
      int32_t offset;

#define REFUSED(call) CHECK_EQUAL(context, call, expected, "draw %zu", i)
      REFUSED(dral_varying_buffer_size(draw, 16, &number));
      REFUSED(dral_hardware_divisor(draw, &buffer, &number));
      REFUSED(dral_attribute_append(draw, &buffer, words, 20, &next));
      REFUSED(dral_attribute_table(draw, 0, 0, &buffer, 1, words, 20, slots));
      REFUSED(dral_attribute_offset(draw, &buffer, 0, &offset));
      REFUSED(dral_vertex_state_table(&state, draw, &bound, words, 20));
      REFUSED(dral_vertex_state_slot(&state, draw, 0));
      REFUSED(dral_vertex_state_offset(&state, draw, 0, &bound, 0, &offset));
      REFUSED(dral_vertex_state_attributes(&state, draw, &bound, words, 2));
      REFUSED(dral_vertex_id_record(draw, &id));
      REFUSED(dral_instance_id_record(draw, &id));
#undef REFUSED
      CHECK_EQUAL(context,
                  strcmp(dral_attribute_explain(draw, &buffer),
                         dral_error_text(expected)),
                  0, "%s", dral_attribute_explain(draw, &buffer));
      CHECK_EQUAL(context,
                  dral_vertex_state_same_attributes(&state, draw->table_key,
                                                    draw->offset_key, draw),
                  0, "draw %zu", i);
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
   QUICK_TEST(next_draws_are_the_resolved_ones),
   QUICK_TEST(draws_that_are_not_resolved_are_refused),
   QUICK_TEST(index_ranges_equal_their_definition),
   QUICK_TEST(varying_buffer_sizes_are_multiples_of_64_bytes),
   QUICK_TEST(attribute_offsets_equal_reference),
   QUICK_TEST(hardware_divisors_equal_their_definition),
   NO_MORE_TESTS,
};
