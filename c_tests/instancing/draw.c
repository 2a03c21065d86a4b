/* SPDX-License-Identifier: MIT */

/*
 * What drivers compute for a draw: its counts, the vertices of its indices,
 * the size of its varying buffers and the offsets of its attributes.
 */

#include "harness/text.h"
#include "dral.h"
#include "dral_model.h"
#include "harness/same.h"
#include "reference/reference.h"
#include "instancing/sample_draws.h"
#include "harness/subjects.h"
#include "harness/tally.h"

#include <string.h>

#define DRAWS random_cases(200000)

/* A draw without threads has no other results. */
static void
clear_without_threads(struct dral_draw *draw)
{
   const struct dral_draw_info info = draw->info;

   if (draw->threads == 0) {
      memset(draw, 0, sizeof *draw);
      draw->info = info;
   }
   draw->offset_key = 0;
}

static int
resolve(const struct dral_draw_info *info, struct dral_draw *out)
{
   int error;

   memset(out, 0, sizeof *out);
   error = dral_draw_resolve(out, info);
   clear_without_threads(out);
   return error;
}

static uint64_t
resolve_reference(const struct dral_draw_info *info, struct dral_draw *out)
{
   uint64_t errors;

   memset(out, 0, sizeof *out);
   errors = ref_draw_resolve(info, out);
   clear_without_threads(out);
   return errors;
}

static int
check_draw(struct context *context, const struct dral_draw_info *draw)
{
   /* From an earlier draw. */
   struct dral_draw stale = { 0 };
   int error;

   CHECK_CALL(context, error, uint32_t, out,
              dral_draw_max_instances(draw, out),
              ref_draw_max_instances(draw, out), "%s", draw_text(draw));
   CHECK_CALL(context, error, struct dral_draw, out, resolve(draw, out),
              resolve_reference(draw, out), "%s", draw_text(draw));
   stale.info = *draw;
   stale.info.instance_count ^= 1;
   stale.threads = 99;
   stale.table_key = 99;
   CHECK_EQUAL(context, dral_draw_resolve(&stale, draw), error, "%s",
               draw_text(draw));
   CHECK(context, error == 0 || stale.threads == 0, "%s", draw_text(draw));
   CHECK(context, (stale.threads == 0) == (stale.table_key == 0), "%s",
         draw_text(draw));
   return error;
}

/* All errors that a draw can have. */
#define DRAW_ERRORS                                                      \
   DRAL_ERROR_UNKNOWN_ARCHITECTURE, DRAL_ERROR_NO_ATTRIBUTE_RECORDS,     \
      DRAL_ERROR_UNKNOWN_FLAG, DRAL_ERROR_UNKNOWN_IDVS,                  \
      DRAL_ERROR_NO_VERTICES_PER_PRIMITIVE,                              \
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
         const struct dral_draw_info draw =
            random_draw(&generator, architecture);

         tally_error(&tally, check_draw(context, &draw));
      }
      CHECK_TALLY(context, &tally, DRAWS / 1000, DRAW_ERRORS);
   }
}

static void
all_small_draws_equal_reference(struct context *context)
{
   struct dral_draw_info draw = plain_draw(7, 0, 0);
   uint32_t options;

   for (draw.vertex_count = 0; draw.vertex_count <= 70;
        draw.vertex_count++) {
      for (draw.instance_count = 0; draw.instance_count <= 5;
           draw.instance_count++) {
         for (draw.vertices_per_primitive = 0;
              draw.vertices_per_primitive <= 7;
              draw.vertices_per_primitive++) {
            for (options = 0; options < 12; options++) {
               draw.idvs = options & 1 ? DRAL_IDVS_YES : DRAL_IDVS_NO;
               draw.padding_rule = options >> 1 & 1;
               draw.primitive_size_rule = options >> 2;
               check_draw(context, &draw);
            }
         }
      }
   }
}

/* Replaces one input by another draw's; each input has its turn. */
static void
change_input(struct dral_draw_info *draw, const struct dral_draw_info *other,
             uint32_t input)
{
   switch (input) {
   case 0:
      draw->vertex_count = other->vertex_count;
      break;
   case 1:
      draw->instance_count = other->instance_count;
      break;
   case 2:
      draw->offset_start = other->offset_start;
      break;
   case 3:
      draw->base_instance = other->base_instance;
      break;
   case 4:
      draw->vertices_per_primitive = other->vertices_per_primitive;
      break;
   case 5:
      draw->idvs = other->idvs;
      break;
   case 6:
      draw->architecture = other->architecture;
      break;
   case 7:
      draw->padding_rule = other->padding_rule;
      break;
   case 8:
      draw->rounding = other->rounding;
      break;
   default:
      draw->primitive_size_rule = other->primitive_size_rule;
      break;
   }
}

/* Resolves draws one after the other in one struct. Most inputs stay. */
/* Whether a draw has these inputs, without what was not read. */
static int
is_kept(const struct dral_draw_info *kept, const struct dral_draw_info *info)
{
   struct dral_draw_info expected = *info;

   if (info->primitive_size_rule == DRAL_PRIMITIVE_SIZE_RULE_NONE)
      expected.vertices_per_primitive = 0;
   return memcmp(kept, &expected, sizeof expected) == 0;
}

static void
draws_are_resolved_as_if_none_came_before(struct context *context)
{
   struct generator generator = generator_for(context);
   struct tally tally = { 0 };
   uint32_t same = 0;
   uint32_t i;

   for (i = 0; i < DRAWS / 16; i++) {
      struct dral_draw_info info = random_valid_draw(&generator, 4 + i % 4);
      struct dral_draw draw = { 0 };
      uint32_t j;

      for (j = 0; j < 16; j++) {
         const struct dral_draw last = draw;
         const struct dral_draw_info other =
            random_draw(&generator, 4 + number_below(&generator, 4));
         struct dral_draw fresh = { 0 };
         uint32_t changes = number_below(&generator, 3);
         int error;

         for (; j != 0 && changes > 0; changes--)
            change_input(&info, &other,
                         one_in(&generator, 2)
                            ? number_below(&generator, 4)
                            : number_below(&generator, 10));
         error = dral_draw_resolve(&draw, &info);
         tally_error(&tally, error);
         CHECK_EQUAL(context, error, dral_draw_resolve(&fresh, &info), "%s",
                     draw_text(&info));
         CHECK(context, error != 0 || is_kept(&draw.info, &info), "%s",
               draw_text(&info));
         CHECK(context,
               error != 0 ? draw.threads == 0 && draw.table_key == 0
                          : memcmp(&draw, &fresh, sizeof draw) == 0,
               "%s after %s", draw_text(&info), draw_text(&last.info));
         same += error == 0 && draw.table_key == last.table_key;
         /* Another valid draw, so that most are. */
         if (error != 0)
            info = random_valid_draw(&generator, 4 + i % 4);
      }
   }
   CHECK_TALLY(context, &tally, DRAWS / 10000, DRAW_ERRORS);
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
      5, 0, DRAL_TABLE_SHAPE_PACKED, 0, 0, &buffer, 1, &element, 1,
   };
   /* Zeroed, with inputs only, refused, and without instances. */
   const struct dral_draw_info good = plain_draw(5, 70, 100);
   const struct dral_draw_info large = plain_draw(5, 0xE0000000, 100);
   const struct dral_draw_info empty = plain_draw(5, 70, 0);
   struct dral_draw draws[4];
   struct dral_written written = { 0 };
   struct dral_vertex_state state;
   struct dral_bound_buffer bound;
   size_t i;

   CHECK_EQUAL(context, dral_vertex_state_prepare(&state, &info), 0, "info");
   CHECK_EQUAL(context, dral_bound_buffer_init(&bound, 0x1000, 64), 0, "64");
   memset(draws, 0, sizeof draws);
   draws[1].info = good;
   CHECK_EQUAL(context, dral_draw_resolve(&draws[2], &good), 0, "70 x 100");
   CHECK_EQUAL(context, dral_draw_resolve(&draws[2], &large),
               DRAL_ERROR_PADDED_COUNT_RANGE, "0xE0000000 x 100");
   CHECK_EQUAL(context, dral_draw_resolve(&draws[3], &empty), 0, "70 x 0");
   for (i = 0; i < sizeof draws / sizeof draws[0]; i++) {
      const struct dral_draw *draw = &draws[i];
      const int expected = DRAL_ERROR_NOT_RESOLVED;
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
      REFUSED(dral_vertex_state_table(&state, draw, &bound, 1, words, 20));
      REFUSED(dral_vertex_state_slot(&state, draw, 0));
      REFUSED(dral_vertex_state_offset(&state, draw, 0, &bound, 0, &offset));
      REFUSED(
         dral_vertex_state_attributes(&state, draw, &bound, 1, words, 2));
      REFUSED(dral_vertex_state_end(&state, draw));
      REFUSED(dral_words_to_write(&written, &state, draw, &bound, 1));
      REFUSED(dral_id_records(draw, words));
#undef REFUSED
      CHECK_EQUAL(context,
                  strcmp(dral_attribute_explain(draw, &buffer),
                         dral_error_text(expected)),
                  0, "%s", dral_attribute_explain(draw, &buffer));
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
      CHECK_CALL(context, error, struct dral_vertex_range, out,
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
      const struct dral_draw_info info =
         random_valid_draw(&generator, 4 + i % 4);
      const struct dral_draw draw = resolved_draw(context, &info);
      const uint32_t stride = edge_number(&generator);
      int error;

      CHECK_CALL(context, error, uint64_t, out,
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
      struct dral_draw_info info = random_valid_draw(&generator, 4 + i % 4);
      struct dral_vertex_buffer buffer = random_buffer(&generator, &info);
      struct dral_draw draw;
      const uint32_t source_offset = one_in(&generator, 4)
                                        ? edge_number(&generator)
                                        : number_below(&generator, 4096);
      int error;

      /* Small factors, so that most offsets fit. */
      if (!one_in(&generator, 4)) {
         info.offset_start %= 0x10000;
         info.base_instance %= 0x10000;
         buffer.stride %= 0x1000;
      }
      draw = resolved_draw(context, &info);
      CHECK_CALL(context, error, int32_t, out,
                 dral_attribute_offset(&draw, &buffer, source_offset, out),
                 ref_attribute_offset(&info, &buffer, source_offset, out),
                 "source %" PRIu32 ", %s, %s", source_offset,
                 draw_text(&info), buffer_text(&buffer));
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
   if (buffer->rate == DRAL_RATE_INSTANCE && draw->info.instance_count > 1)
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
      const struct dral_draw_info info =
         random_valid_draw(&generator, 4 + i % 4);
      const struct dral_draw draw = resolved_draw(context, &info);
      const struct dral_vertex_buffer buffer =
         random_buffer(&generator, &info);
      uint64_t divisor;
      int error;

      CHECK_CALL(context, error, uint64_t, out,
                 dral_hardware_divisor(&draw, &buffer, out),
                 defined_divisor(&draw, &buffer, out), "%s, %s",
                 draw_text(&info), buffer_text(&buffer));
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
   QUICK_TEST(draws_are_resolved_as_if_none_came_before),
   QUICK_TEST(draws_that_are_not_resolved_are_refused),
   QUICK_TEST(index_ranges_equal_their_definition),
   QUICK_TEST(varying_buffer_sizes_are_multiples_of_64_bytes),
   QUICK_TEST(attribute_offsets_equal_reference),
   QUICK_TEST(hardware_divisors_equal_their_definition),
   NO_MORE_TESTS,
};
