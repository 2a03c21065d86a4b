/* SPDX-License-Identifier: MIT */

#include "harness/canary.h"
#include "harness/text.h"
#include "dral.h"
#include "harness/generator.h"
#include "reference/reference.h"
#include "instancing/sample_draws.h"
#include "harness/subjects.h"
#include "harness/tally.h"

#include <errno.h>
#include <stddef.h>
#include <string.h>

#define DRAWS 200000

static void
instanced_draw_of_70_vertices_is_the_known_answer(struct context *context)
{
   const struct dral_draw draw = plain_draw(7, 70, 2);
   struct dral_resolved_draw resolved;

   CHECK_EQUAL(context, dral_draw_resolve(&draw, &resolved), 0, "draw");
   CHECK_EQUAL(context, resolved.architecture, 7, "draw");
   CHECK_EQUAL(context, resolved.rounding, 0, "draw");
   CHECK_EQUAL(context, resolved.vertex_count, 70, "draw");
   CHECK_EQUAL(context, resolved.instance_count, 2, "draw");
   CHECK_EQUAL(context, resolved.padded_count, 72, "draw");
   CHECK_EQUAL(context, resolved.instance_size, 72, "draw");
   CHECK_EQUAL(context, resolved.instance_size_byte, 0x83, "9 << 3");
   CHECK_EQUAL(context, resolved.instance_primitive_size, 28, "72 / 3 = 24");
   CHECK_EQUAL(context, resolved.instance_primitive_size_byte, 0x62,
               "7 << 2");
   CHECK_EQUAL(context, resolved.threads, 144, "draw");
   CHECK_EQUAL(context, resolved.wasted_threads, 4, "draw");
   CHECK_EQUAL(context, resolved.invocation[0], 69 | 1 << 7,
               "70 takes 7 bits");
   CHECK_EQUAL(context, resolved.invocation[1], 2u << 28 | 7u << 22,
               "groups z at bit 7");
}

static void
draw_with_one_instance_is_not_padded(struct context *context)
{
   const struct dral_draw draw = plain_draw(7, 71, 1);
   struct dral_resolved_draw resolved;

   CHECK_EQUAL(context, dral_draw_resolve(&draw, &resolved), 0, "draw");
   CHECK_EQUAL(context, resolved.padded_count, 71, "draw");
   CHECK_EQUAL(context, resolved.instance_size, 1, "draw");
   CHECK_EQUAL(context, resolved.instance_size_byte, 0, "draw");
   CHECK_EQUAL(context, resolved.instance_primitive_size, 1, "draw");
   CHECK_EQUAL(context, resolved.instance_primitive_size_byte, 0, "draw");
   CHECK_EQUAL(context, resolved.threads, 71, "draw");
   CHECK_EQUAL(context, resolved.wasted_threads, 0, "draw");
   CHECK_EQUAL(context, resolved.invocation[0], 70, "vertex count - 1");
   CHECK_EQUAL(context, resolved.invocation[1], 0x28000000,
               "groups z at bit 32");
}

static void
one_instance_has_either_primitive_size(struct context *context)
{
   struct dral_draw draw = plain_draw(7, 70, 1);
   struct dral_resolved_draw resolved;

   draw.vertices_per_primitive = 1;
   draw.primitive_size = DRAL_PRIMITIVE_SIZE_PADDED;
   CHECK_EQUAL(context, dral_draw_resolve(&draw, &resolved), 0, "points");
   CHECK_EQUAL(context, resolved.instance_primitive_size, 72, "points");
   CHECK_EQUAL(context, resolved.instance_primitive_size_byte, 0x83,
               "points");
   CHECK_EQUAL(context, resolved.instance_size, 1, "not padded");
   CHECK_EQUAL(context, resolved.padded_count, 70, "not padded");
   draw.vertices_per_primitive = 3;
   CHECK_EQUAL(context, dral_draw_resolve(&draw, &resolved), 0, "triangles");
   CHECK_EQUAL(context, resolved.instance_primitive_size, 28,
               "70 / 3 rounded up is 24");
   draw.padding_rule = DRAL_PADDING_RULE_DOCUMENTED;
   draw.vertices_per_primitive = 70;
   CHECK_EQUAL(context, dral_draw_resolve(&draw, &resolved), 0, "polygon");
   CHECK_EQUAL(context, resolved.instance_primitive_size, 4,
               "padded by the rule of the draw");
   draw.primitive_size = DRAL_PRIMITIVE_SIZE_ONE;
   CHECK_EQUAL(context, dral_draw_resolve(&draw, &resolved), 0, "polygon");
   CHECK_EQUAL(context, resolved.instance_primitive_size, 1, "polygon");

   /* Only the padded size can be too large. */
   draw = plain_draw(7, 0xE0000000, 1);
   draw.vertices_per_primitive = 1;
   CHECK_EQUAL(context, dral_draw_resolve(&draw, &resolved), 0, "1");
   draw.primitive_size = DRAL_PRIMITIVE_SIZE_PADDED;
   CHECK_EQUAL(context, dral_draw_resolve(&draw, &resolved), -ERANGE,
               "2^32 primitives");
   draw.vertices_per_primitive = 2;
   CHECK_EQUAL(context, dral_draw_resolve(&draw, &resolved), 0, "lines");
   CHECK_EQUAL(context, resolved.instance_primitive_size, 0x80000000,
               "0x70000000 lines");
}

/* What a draw of nothing keeps is what it was given; the rest is 0. */
static void
nothing_to_draw_has_no_threads(struct context *context)
{
   static const uint32_t counts[][2] = {
      { 0, 0 },          { 0, 1 },          { 0, 5 },
      { 0, UINT32_MAX }, { 1, 0 },          { 70, 0 },
      { UINT32_MAX, 0 }, { 0xE0000000, 0 },
   };
   uint32_t options;
   size_t i;

   for (options = 0; options < 64; options++) {
      for (i = 0; i < sizeof counts / sizeof counts[0]; i++) {
         struct dral_draw draw = plain_draw(4 + options % 4, counts[i][0],
                                            counts[i][1]);
         struct dral_resolved_draw expected = { 0 };
         GUARDED(struct dral_resolved_draw, resolved);

         draw.idvs = options >> 2 & 1;
         draw.padding_rule = options >> 3 & 1;
         draw.rounding = options >> 4 & 1;
         draw.primitive_size = options >> 5;
         draw.offset_start = -7;
         draw.base_instance = 9;
         expected.architecture = draw.architecture;
         expected.rounding = draw.rounding;
         expected.offset_start = -7;
         expected.base_instance = 9;
         fill_canary(&resolved, sizeof resolved);
         CHECK_EQUAL(context, dral_draw_resolve(&draw, &resolved.value), 0,
                     "%s", draw_text(&draw));
         /* All fields, not what follows them. */
         CHECK(context,
               memcmp(&resolved.value, &expected,
                      offsetof(struct dral_resolved_draw, base_instance) +
                         sizeof expected.base_instance) == 0,
               "%s", draw_text(&draw));
         fill_canary(&resolved.value, sizeof resolved.value);
         CHECK(context, is_untouched(&resolved, sizeof resolved), "%s",
               draw_text(&draw));

         draw.vertices_per_primitive = 0;
         CHECK_EQUAL(context, dral_draw_resolve(&draw, &resolved.value),
                     -EINVAL, "%s", draw_text(&draw));
         CHECK(context, is_untouched(&resolved, sizeof resolved), "%s",
               draw_text(&draw));
      }
   }
}

static void
idvs_rounds_the_vertex_count_before_it_is_padded(struct context *context)
{
   /* 5 to 8 to 8; without IDVS 5 is a padded count itself. */
   struct dral_draw draw = plain_draw(7, 5, 3);
   struct dral_resolved_draw resolved;

   draw.idvs = 1;
   CHECK_EQUAL(context, dral_draw_resolve(&draw, &resolved), 0, "draw");
   CHECK_EQUAL(context, resolved.padded_count, 8, "with IDVS");
   CHECK_EQUAL(context, resolved.invocation[0], 4 | 2 << 3,
               "the raw vertex count goes in");
   draw.idvs = 0;
   CHECK_EQUAL(context, dral_draw_resolve(&draw, &resolved), 0, "draw");
   CHECK_EQUAL(context, resolved.padded_count, 5, "without IDVS");
   draw.idvs = 1;
   draw.instance_count = 1;
   CHECK_EQUAL(context, dral_draw_resolve(&draw, &resolved), 0, "draw");
   CHECK_EQUAL(context, resolved.padded_count, 5, "one instance");
}

static void
draw_of_2_to_the_32_threads_is_the_largest(struct context *context)
{
   /* 60000 is padded to 65536. */
   struct dral_draw draw = plain_draw(7, 60000, 65536);
   struct dral_resolved_draw resolved;
   uint32_t most = 0;

   CHECK_EQUAL(context, dral_draw_resolve(&draw, &resolved), 0, "draw");
   CHECK_EQUAL(context, resolved.threads, (uint64_t)1 << 32, "draw");
   CHECK_EQUAL(context, resolved.wasted_threads, (uint64_t)5536 * 65536,
               "draw");
   CHECK_EQUAL(context, dral_draw_max_instances(&draw, &most), 0, "draw");
   CHECK_EQUAL(context, most, 65536, "draw");

   fill_canary(&resolved, sizeof resolved);
   draw.instance_count = 65537;
   CHECK_EQUAL(context, dral_draw_resolve(&draw, &resolved), -ERANGE,
               "one instance more");
   CHECK(context, is_untouched(&resolved, sizeof resolved),
         "one instance more");
}

static int
check_draw(struct context *context, const struct dral_draw *draw)
{
   struct dral_resolved_draw expected;
   struct dral_resolved_draw resolved;
   const int expected_error = ref_draw_resolve(draw, &expected);

   fill_canary(&resolved, sizeof resolved);
   CHECK_EQUAL(context, dral_draw_resolve(draw, &resolved), expected_error,
               "%s", draw_text(draw));
   if (expected_error == 0)
      CHECK(context, memcmp(&resolved, &expected, sizeof resolved) == 0, "%s",
            draw_text(draw));
   else
      CHECK(context, is_untouched(&resolved, sizeof resolved), "%s",
            draw_text(draw));
   return expected_error;
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
maximum_of_instances_equals_reference(struct context *context)
{
   struct generator generator = generator_for(context);
   uint32_t architecture;
   uint32_t i;

   for (architecture = 4; architecture <= 7; architecture++) {
      struct tally tally = { 0 };

      for (i = 0; i < DRAWS; i++) {
         const struct dral_draw draw = random_draw(&generator, architecture);
         uint32_t most = 0xA5A5A5A5;
         uint32_t expected = most;
         const int expected_error = ref_draw_max_instances(&draw,
                                                           &expected);

         CHECK_EQUAL(context, dral_draw_max_instances(&draw, &most),
                     expected_error, "%s", draw_text(&draw));
         CHECK_EQUAL(context, most, expected, "%s", draw_text(&draw));
         tally_error(&tally, expected_error);
      }
      check_tally(context, &tally, DRAWS / 100, DRAWS / 1000, 0);
   }
}

static void
maximum_of_instances_resolves_and_one_more_does_not(struct context *context)
{
   struct generator generator = generator_for(context);
   uint32_t i;

   for (i = 0; i < DRAWS; i++) {
      struct dral_draw draw = random_valid_draw(&generator, 4 + i % 4);
      struct dral_resolved_draw resolved;
      uint32_t most = 0;

      /* Its own instance count does not matter. */
      if (one_in(&generator, 2))
         draw.instance_count = edge_number(&generator);
      CHECK_EQUAL(context, dral_draw_max_instances(&draw, &most), 0, "%s",
                  draw_text(&draw));
      draw.instance_count = most;
      CHECK_EQUAL(context, dral_draw_resolve(&draw, &resolved), 0, "%s",
                  draw_text(&draw));
      if (most == UINT32_MAX)
         continue;
      draw.instance_count = most + 1;
      CHECK_EQUAL(context, dral_draw_resolve(&draw, &resolved), -ERANGE,
                  "%s", draw_text(&draw));
   }
}

static void
invocation_equals_reference_and_reverses(struct context *context)
{
   struct generator generator = generator_for(context);
   uint32_t accepted = 0;
   uint32_t i;

   for (i = 0; i < 1000000; i++) {
      const uint32_t vertex_count = edge_number(&generator);
      const uint32_t instance_count = edge_number(&generator);
      uint32_t words[4];
      uint32_t expected[2] = { 0, 0 };
      uint32_t vertices = 0;
      uint32_t instances = 0;
      const int expected_error = ref_invocation(vertex_count, instance_count,
                                                expected);

      fill_canary(words, sizeof words);
      CHECK_EQUAL(context, dral_invocation_pack(vertex_count, instance_count,
                                                words + 1), expected_error,
                  "%" PRIu32 " x %" PRIu32, vertex_count, instance_count);
      if (expected_error == 0) {
         accepted++;
         CHECK_EQUAL(context, words[1], expected[0],
                     "%" PRIu32 " x %" PRIu32, vertex_count, instance_count);
         CHECK_EQUAL(context, words[2], expected[1],
                     "%" PRIu32 " x %" PRIu32, vertex_count, instance_count);
         CHECK_EQUAL(context, dral_invocation_unpack(words + 1, &vertices,
                                                     &instances), 0,
                     "%s", words_text(words + 1, 2));
         CHECK_EQUAL(context, vertices, vertex_count, "%s",
                     words_text(words + 1, 2));
         CHECK_EQUAL(context, instances, instance_count, "%s",
                     words_text(words + 1, 2));
         fill_canary(words + 1, 2 * sizeof words[0]);
      }
      CHECK(context, is_untouched(words, sizeof words),
            "%" PRIu32 " x %" PRIu32, vertex_count, instance_count);
   }
   CHECK_MET(context, accepted, 300000);
}

static void
check_invocation_words(struct context *context, const uint32_t words[2])
{
   uint32_t vertices = 0xA5A5A5A5;
   uint32_t instances = 0xA5A5A5A5;
   uint32_t again[2] = { 0, 0 };
   const int error = dral_invocation_unpack(words, &vertices, &instances);

   if (error != 0) {
      CHECK_EQUAL(context, error, -EDOM, "%s", words_text(words, 2));
      CHECK_EQUAL(context, vertices, 0xA5A5A5A5, "%s", words_text(words, 2));
      CHECK_EQUAL(context, instances, 0xA5A5A5A5, "%s",
                  words_text(words, 2));
      return;
   }
   CHECK_EQUAL(context, dral_invocation_pack(vertices, instances, again), 0,
               "%s", words_text(words, 2));
   CHECK_EQUAL(context, again[0], words[0], "%s", words_text(words, 2));
   CHECK_EQUAL(context, again[1], words[1], "%s", words_text(words, 2));
}

static void
other_invocation_words_are_refused_or_pack_the_same(struct context *context)
{
   struct generator generator = generator_for(context);
   uint32_t i;
   uint32_t bit;

   for (i = 0; i < 20000; i++) {
      const struct dral_draw draw = random_valid_draw(&generator, 4);
      uint32_t words[2];

      CHECK_EQUAL(context, dral_invocation_pack(draw.vertex_count,
                                                draw.instance_count, words),
                  0, "%s", draw_text(&draw));
      for (bit = 0; bit < 64; bit++) {
         words[bit / 32] ^= (uint32_t)1 << bit % 32;
         check_invocation_words(context, words);
         words[bit / 32] ^= (uint32_t)1 << bit % 32;
      }
      /* Several bits at once, and a thread group split that is right. */
      words[0] = (uint32_t)next_number(&generator);
      check_invocation_words(context, words);
      words[1] ^= (uint32_t)next_number(&generator) & 0x0FFFFFFF;
      check_invocation_words(context, words);
   }
}

static void
check_reason(struct context *context, const struct dral_draw *draw,
             const char *word)
{
   const char *text = dral_draw_explain(draw);

   CHECK(context, text != NULL, "%s", word);
   if (text != NULL)
      CHECK(context, strstr(text, word) != NULL, "\"%s\" lacks \"%s\"", text,
            word);
}

static void
draw_explanation_names_the_refusal(struct context *context)
{
   struct dral_draw draw;

   draw = plain_draw(7, 70, 2);
   check_reason(context, &draw, "can be dispatched");
   check_reason(context, NULL, "NULL");
   draw.architecture = 8;
   check_reason(context, &draw, "architecture");
   draw.architecture = 9;
   check_reason(context, &draw, "v9");
   draw = plain_draw(7, 70, 2);
   draw.padding_rule = 2;
   check_reason(context, &draw, "padding rule");
   draw = plain_draw(7, 70, 2);
   draw.rounding = 2;
   check_reason(context, &draw, "rounding");
   draw = plain_draw(7, 70, 2);
   draw.idvs = 2;
   check_reason(context, &draw, "flag");
   draw = plain_draw(7, 70, 2);
   draw.primitive_size = 2;
   check_reason(context, &draw, "primitive size");
   draw = plain_draw(7, 0, 2);
   check_reason(context, &draw, "can be dispatched");
   draw = plain_draw(7, 70, 0);
   check_reason(context, &draw, "can be dispatched");
   draw = plain_draw(7, 70, 2);
   draw.vertices_per_primitive = 0;
   check_reason(context, &draw, "vertices per primitive");
   draw = plain_draw(7, 0xE0000000, 2);
   check_reason(context, &draw, "padded count");
   draw = plain_draw(7, 60000, 65537);
   check_reason(context, &draw, "threads");
   /* 5 x 2^29 instances: 2^32 threads would not do, 3 + 30 bits do not. */
   draw = plain_draw(7, 5, 0x20000001);
   check_reason(context, &draw, "invocation");
}

static void
draw_explanation_agrees_with_resolution(struct context *context)
{
   struct generator generator = generator_for(context);
   uint32_t i;

   for (i = 0; i < DRAWS; i++) {
      const struct dral_draw draw = random_draw(&generator, 4 + i % 4);
      struct dral_resolved_draw resolved;
      const int resolves = dral_draw_resolve(&draw, &resolved) == 0;
      const char *text = dral_draw_explain(&draw);

      CHECK(context, text != NULL && text[0] != '\0', "%s",
            draw_text(&draw));
      if (text != NULL)
         CHECK_EQUAL(context, strstr(text, "can be dispatched") != NULL,
                     resolves, "\"%s\" for %s", text, draw_text(&draw));
   }
}

const struct test draw_tests[] = {
   QUICK_TEST(instanced_draw_of_70_vertices_is_the_known_answer),
   QUICK_TEST(draw_with_one_instance_is_not_padded),
   QUICK_TEST(one_instance_has_either_primitive_size),
   QUICK_TEST(nothing_to_draw_has_no_threads),
   QUICK_TEST(idvs_rounds_the_vertex_count_before_it_is_padded),
   QUICK_TEST(draw_of_2_to_the_32_threads_is_the_largest),
   QUICK_TEST(all_small_draws_equal_reference),
   QUICK_TEST(resolved_draws_equal_reference),
   QUICK_TEST(maximum_of_instances_equals_reference),
   QUICK_TEST(maximum_of_instances_resolves_and_one_more_does_not),
   QUICK_TEST(invocation_equals_reference_and_reverses),
   QUICK_TEST(other_invocation_words_are_refused_or_pack_the_same),
   QUICK_TEST(draw_explanation_names_the_refusal),
   QUICK_TEST(draw_explanation_agrees_with_resolution),
   NO_MORE_TESTS,
};
