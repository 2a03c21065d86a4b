/* SPDX-License-Identifier: MIT */

/*
 * What drivers compute for a draw: its counts, the vertices of its indices,
 * the size of its varying buffers, the offsets of its attributes, and why.
 */

#include "harness/text.h"
#include "dral.h"
#include "harness/same.h"
#include "reference/reference.h"
#include "instancing/sample_draws.h"
#include "harness/subjects.h"
#include "harness/tally.h"
#include "instancing/whole_draws.h"

#include <string.h>

#define DRAWS 200000

static int
check_draw(struct context *context, const struct dral_draw *draw)
{
   const char *text = dral_draw_explain(draw);
   int error;

   CHECK_SAME_CALLS(context, error, uint32_t,
              dral_draw_max_instances(draw, out),
              ref_draw_max_instances(draw, out), "%s", draw_text(draw));
   CHECK_SAME_CALLS(context, error, struct dral_resolved_draw,
              dral_draw_resolve(draw, out), ref_draw_resolve(draw, out), "%s",
              draw_text(draw));
   CHECK_EQUAL(context, strcmp(text, "the draw can be dispatched") == 0,
               error == 0, "\"%s\" for %s", text, draw_text(draw));
   CHECK(context, text[0] != '\0', "%s", draw_text(draw));
   return error;
}

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
      check_tally(context, &tally, DRAWS / 100, DRAWS / 1000, DRAWS / 100);
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
               draw.primitive_size = options >> 2;
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
      range.vertex_offset = (int32_t)edge_number(&generator);
      CHECK_SAME_CALLS(context, error, struct dral_vertex_range,
                 dral_index_range_resolve(&range, out),
                 ref_index_range(&range, out),
                 "%" PRIu32 " to %" PRIu32 ", offset %" PRId32,
                 range.min_index, range.max_index, range.vertex_offset);
      tally_error(&tally, error);
   }
   check_tally(context, &tally, 0, 0, DRAWS / 100);
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

   for (i = 0; i < DRAWS; i++) {
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

const struct test draw_tests[] = {
   QUICK_TEST(all_small_draws_equal_reference),
   QUICK_TEST(resolved_draws_equal_reference),
   QUICK_TEST(index_ranges_equal_their_definition),
   QUICK_TEST(varying_buffer_sizes_are_multiples_of_64_bytes),
   QUICK_TEST(attribute_offsets_equal_reference),
   NO_MORE_TESTS,
};
