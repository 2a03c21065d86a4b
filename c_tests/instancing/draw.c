/* SPDX-License-Identifier: MIT */

#include "harness/canary.h"
#include "harness/text.h"
#include "dral.h"
#include "harness/descriptor.h"
#include "harness/same.h"
#include "reference/reference.h"
#include "instancing/sample_draws.h"
#include "harness/subjects.h"
#include "harness/tally.h"

#include <errno.h>
#include <stddef.h>
#include <string.h>

#define DRAWS 200000

static int
check_draw(struct context *context, const struct dral_draw *draw)
{
   int error;

   CHECK_SAME_CALLS(context, error, struct dral_resolved_draw,
              dral_draw_resolve(draw, out), ref_draw_resolve(draw, out), "%s",
              draw_text(draw));
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
maximum_of_instances_equals_reference(struct context *context)
{
   struct generator generator = generator_for(context);
   uint32_t architecture;
   uint32_t i;

   for (architecture = 4; architecture <= 7; architecture++) {
      struct tally tally = { 0 };

      for (i = 0; i < DRAWS; i++) {
         const struct dral_draw draw = random_draw(&generator, architecture);
         int error;

         CHECK_SAME_CALLS(context, error, uint32_t,
                    dral_draw_max_instances(&draw, out),
                    ref_draw_max_instances(&draw, out), "%s",
                    draw_text(&draw));
         tally_error(&tally, error);
      }
      check_tally(context, &tally, DRAWS / 100, DRAWS / 1000, 0);
   }
}

struct counts {
   uint32_t vertices, instances;
};

struct invocation {
   uint32_t words[2];
};

static int
pack(const void *fields, uint32_t *words, size_t *count)
{
   const struct counts *counts = fields;

   *count = 2;
   return dral_invocation_pack(counts->vertices, counts->instances, words);
}

static int
unpack(const uint32_t *words, size_t count, void *fields)
{
   struct counts *counts = fields;

   (void)count;
   return dral_invocation_unpack(words, &counts->vertices,
                                 &counts->instances);
}

/* All fields are used. */
static void
fill_unused(struct generator *generator, void *fields)
{
   (void)generator;
   (void)fields;
}

static const struct descriptor invocation = {
   sizeof(struct counts), 2, pack, unpack, fill_unused
};

static void
invocation_equals_reference_and_reverses(struct context *context)
{
   struct generator generator = generator_for(context);
   uint32_t accepted = 0;
   uint32_t i;

   for (i = 0; i < 1000000; i++) {
      const uint32_t vertex_count = edge_number(&generator);
      const uint32_t instance_count = edge_number(&generator);
      struct counts counts = { vertex_count, instance_count };
      struct invocation words;
      size_t count;
      int error;

      CHECK_SAME_CALLS(context, error, struct invocation,
                 dral_invocation_pack(vertex_count, instance_count,
                                      out->words),
                 ref_invocation(vertex_count, instance_count, out->words),
                 "%" PRIu32 " x %" PRIu32, vertex_count, instance_count);
      if (error != 0)
         continue;
      accepted++;
      CHECK_EQUAL(context, pack(&counts, words.words, &count), 0, "again");
      check_packed(context, &generator, &invocation, &counts, words.words,
                   2);
   }
   CHECK_MET(context, accepted, 300000);
}

static void
other_invocation_words_are_refused_or_pack_the_same(struct context *context)
{
   struct generator generator = generator_for(context);
   uint32_t i;

   for (i = 0; i < 20000; i++) {
      const struct dral_draw draw = random_valid_draw(&generator, 4);
      uint32_t words[2];

      CHECK_EQUAL(context, dral_invocation_pack(draw.vertex_count,
                                                draw.instance_count, words),
                  0, "%s", draw_text(&draw));
      check_each_bit(context, &invocation, words);
      /* Several bits at once, and a thread group split that is right. */
      words[0] = (uint32_t)next_number(&generator);
      check_any_words(context, &invocation, words);
      words[1] ^= (uint32_t)next_number(&generator) & 0x0FFFFFFF;
      check_any_words(context, &invocation, words);
   }
}

static void
draw_explanation_names_the_refusal(struct context *context)
{
   /* As in struct dral_draw. */
   static const struct {
      struct dral_draw draw;
      const char *word;
   } cases[] = {
      { { 7, 0, 0, 0, 70, 2, 3, 0, 0, 0 }, "can be dispatched" },
      { { 8, 0, 0, 0, 70, 2, 3, 0, 0, 0 }, "architecture" },
      { { 9, 0, 0, 0, 70, 2, 3, 0, 0, 0 }, "v9" },
      { { 7, 2, 0, 0, 70, 2, 3, 0, 0, 0 }, "padding rule" },
      { { 7, 0, 2, 0, 70, 2, 3, 0, 0, 0 }, "rounding" },
      { { 7, 0, 0, 2, 70, 2, 3, 0, 0, 0 }, "flag" },
      { { 7, 0, 0, 0, 70, 2, 3, 0, 0, 2 }, "primitive size" },
      { { 7, 0, 0, 0, 0, 2, 3, 0, 0, 0 }, "can be dispatched" },
      { { 7, 0, 0, 0, 70, 0, 3, 0, 0, 0 }, "can be dispatched" },
      { { 7, 0, 0, 0, 70, 2, 0, 0, 0, 0 }, "vertices per primitive" },
      { { 7, 0, 0, 0, 0xE0000000, 2, 3, 0, 0, 0 }, "padded count" },
      { { 7, 0, 0, 0, 60000, 65537, 3, 0, 0, 0 }, "threads" },
      /* Fewer than 2^32 threads, but 3 + 30 bits. */
      { { 7, 0, 0, 0, 5, 0x20000001, 3, 0, 0, 0 }, "invocation" },
   };
   size_t i;

   for (i = 0; i <= sizeof cases / sizeof cases[0]; i++) {
      const int is_case = i < sizeof cases / sizeof cases[0];
      const char *word = is_case ? cases[i].word : "NULL";
      const char *text = dral_draw_explain(is_case ? &cases[i].draw : NULL);

      CHECK(context, text != NULL && strstr(text, word) != NULL,
            "\"%s\" lacks \"%s\"", text == NULL ? "NULL" : text, word);
   }
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
   QUICK_TEST(all_small_draws_equal_reference),
   QUICK_TEST(resolved_draws_equal_reference),
   QUICK_TEST(maximum_of_instances_equals_reference),
   QUICK_TEST(invocation_equals_reference_and_reverses),
   QUICK_TEST(other_invocation_words_are_refused_or_pack_the_same),
   QUICK_TEST(draw_explanation_names_the_refusal),
   QUICK_TEST(draw_explanation_agrees_with_resolution),
   NO_MORE_TESTS,
};
