/* SPDX-License-Identifier: MIT */

/*
 * What is known of generated indirect draws: what the shader of a real driver
 * wrote, and what buffers, words and parameters are.
 */

#include "dral_indirect_draw.h"
#include "harness/subjects.h"

#include <string.h>

#define NONE DRAL_INDIRECT_DRAW_NO_OFFSET
#define GENERATE DRAL_INDIRECT_DRAW_JUMP_GENERATE
#define END DRAL_INDIRECT_DRAW_JUMP_END

#define LENGTH(array) (sizeof(array) / sizeof((array)[0]))

/* Plain draws, with the thresholds of ANV. */
static struct dral_indirect_draw
plain_draws(uint32_t version, uint32_t max_draw_count)
{
   struct dral_indirect_draw draws = { 0 };

   draws.version = version;
   draws.max_draw_count = max_draw_count;
   draws.generate_threshold = 4;
   draws.ring_threshold = 100;
   draws.ring_capacity = 8192;
   return draws;
}

static struct dral_indirect_draw_plan
plan_of(struct context *context, const struct dral_indirect_draw *draws)
{
   struct dral_indirect_draw_plan plan = { 0 };

   CHECK_EQUAL(context, dral_indirect_draw_resolve(draws, &plan), 0,
               "version %" PRIu32 ", %" PRIu32 " draws", draws->version,
               draws->max_draw_count);
   return plan;
}

struct vector {
   const char *name;
   uint32_t ring, words, stride, count, base, max, ring_count, item;
   /* NONE and 0 if there is none. */
   uint32_t draw_offset, draw_id, source;
   uint32_t jump, jump_offset;
};

static const struct vector vectors[] = {
   { "G1", 0, 10, 16, 5, 0, 5, 0, 4, 160, 4, 64, 0, NONE },
   { "G2", 0, 10, 16, 3, 0, 5, 0, 2, 80, 2, 32, END, 120 },
   { "G3", 0, 10, 16, 3, 0, 5, 0, 3, NONE, 3, 0, 0, NONE },
   { "G4", 0, 10, 16, 0, 0, 5, 0, 0, NONE, 0, 0, END, 0 },
   { "G5", 0, 10, 16, 9, 0, 5, 0, 4, 160, 4, 64, 0, NONE },
   { "G6", 1, 10, 20, 20000, 0, 20000, 8192, 8191, 327640, 8191, 163820,
     GENERATE, 327680 },
   { "G7", 1, 10, 20, 20000, 16384, 20000, 8192, 3615, 144600, 19999, 399980,
     END, 144640 },
   { "G8", 1, 10, 20, 20000, 16384, 20000, 8192, 3616, NONE, 20000, 0, 0,
     NONE },
   { "G9", 1, 10, 20, 8192, 0, 8192, 8192, 8191, 327640, 8191, 163820, END,
     327680 },
   { "G10", 1, 10, 20, 0, 0, 500, 500, 0, NONE, 0, 0, END, 0 },
   { "G11", 0, 16, 16, 3, 0, 4, 0, 2, 128, 2, 32, END, 192 },
};

static void
generated_items_are_the_known_answers(struct context *context)
{
   size_t i;

   for (i = 0; i < LENGTH(vectors); i++) {
      const struct vector *vector = &vectors[i];
      const char *name = vector->name;
      struct dral_indirect_draw draws =
         plain_draws(vector->words == 16 ? 90 : 125, vector->max);
      struct dral_indirect_draw_plan plan;
      struct dral_indirect_draw_item item = { 0 };

      draws.stride = vector->stride;
      draws.indexed = vector->stride == 20;
      draws.uses_first_vertex = vector->words == 16;
      draws.uses_draw_id = vector->words == 16;
      draws.ring_threshold = vector->ring ? 0 : UINT32_MAX;
      plan = plan_of(context, &draws);
      CHECK_EQUAL(context, plan.mode,
                  vector->ring ? DRAL_INDIRECT_DRAW_MODE_RING
                               : DRAL_INDIRECT_DRAW_MODE_IN_PLACE,
                  "%s", name);
      CHECK_EQUAL(context, plan.command_words, vector->words, "%s", name);
      CHECK_EQUAL(context, plan.stride, vector->stride, "%s", name);
      CHECK_EQUAL(context, plan.ring_count, vector->ring_count, "%s", name);
      CHECK_EQUAL(context,
                  dral_indirect_draw_plan_item(&plan, vector->count,
                                               vector->base, vector->item,
                                               &item),
                  0, "%s", name);
      CHECK_EQUAL(context, item.writes_draw, vector->draw_offset != NONE,
                  "%s", name);
      CHECK_EQUAL(context, item.draw_offset, vector->draw_offset, "%s", name);
      CHECK_EQUAL(context, item.draw_id, vector->draw_id, "%s", name);
      CHECK_EQUAL(context, item.source, vector->source, "%s", name);
      CHECK_EQUAL(context, item.jump, vector->jump, "%s", name);
      CHECK_EQUAL(context, item.jump_offset, vector->jump_offset, "%s", name);
   }
}

static void
rings_have_the_known_sizes(struct context *context)
{
   static const struct {
      uint32_t version, base, draw_id, words, size;
   } known[] = {
      { 110, 1, 1, 10, 331776 }, { 120, 0, 0, 10, 331776 },
      { 125, 1, 0, 10, 331776 }, { 90, 0, 0, 7, 266240 },
      { 90, 1, 0, 12, 430080 },  { 90, 0, 1, 12, 430080 },
      { 90, 1, 1, 16, 561152 },
   };
   size_t i;

   for (i = 0; i < LENGTH(known); i++) {
      const uint32_t version = known[i].version;
      const uint32_t begin = version >= 120 ? 4 : 0;
      struct dral_indirect_draw draws = plain_draws(version, 300);
      struct dral_indirect_draw_plan plan;
      uint32_t largest = 0;

      draws.uses_base_instance = known[i].base;
      draws.uses_draw_id = known[i].draw_id;
      plan = plan_of(context, &draws);
      CHECK_EQUAL(context, plan.command_words, known[i].words, "%u",
                  (unsigned)i);
      CHECK_EQUAL(context, plan.ring_size, known[i].size, "%u", (unsigned)i);
      CHECK_EQUAL(context, plan.commands_offset, begin, "%u", (unsigned)i);
      CHECK_EQUAL(context, plan.end_jump_offset,
                  begin + 300 * 4 * known[i].words, "%u", (unsigned)i);
      CHECK_EQUAL(context, plan.draw_id_offset,
                  version == 90 ? 300 * 4 * known[i].words + 12 : NONE, "%u",
                  (unsigned)i);
      CHECK_EQUAL(context, dral_indirect_draw_ring_size(&draws, &largest), 0,
                  "%u", (unsigned)i);
      CHECK_EQUAL(context, largest, version == 90 ? 561152 : 331776, "%u",
                  (unsigned)i);
   }
}

/* Of 128 KiB; a draw id has 8 bytes. */
static void
rings_of_iris_have_known_capacities(struct context *context)
{
   static const struct {
      uint32_t version, base, draw_id, words, capacity, begin;
   } known[] = {
      { 80, 0, 0, 7, 3640, 0 },   { 90, 1, 0, 12, 2340, 0 },
      { 110, 0, 1, 12, 2340, 0 }, { 120, 1, 1, 16, 1820, 4 },
      { 300, 0, 0, 7, 3640, 4 },
   };
   size_t i;

   for (i = 0; i < LENGTH(known); i++) {
      struct dral_indirect_draw draws = plain_draws(known[i].version, 100000);
      struct dral_indirect_draw_plan plan;

      draws.driver = DRAL_INDIRECT_DRAW_DRIVER_IRIS;
      draws.uses_base_instance = known[i].base;
      draws.uses_draw_id = known[i].draw_id;
      CHECK_EQUAL(context,
                  dral_indirect_draw_ring_capacity(&draws, 131072,
                                                   &draws.ring_capacity),
                  0, "%u", (unsigned)i);
      CHECK_EQUAL(context, draws.ring_capacity, known[i].capacity, "%u",
                  (unsigned)i);
      plan = plan_of(context, &draws);
      CHECK_EQUAL(context, plan.mode, DRAL_INDIRECT_DRAW_MODE_RING, "%u",
                  (unsigned)i);
      CHECK_EQUAL(context, plan.command_words, known[i].words, "%u",
                  (unsigned)i);
      CHECK_EQUAL(context, plan.ring_count, known[i].capacity, "%u",
                  (unsigned)i);
      CHECK_EQUAL(context, plan.ring_size, 131072, "%u", (unsigned)i);
      CHECK_EQUAL(context, plan.draw_id_stride, 8, "%u", (unsigned)i);
      CHECK_EQUAL(context, plan.draw_id_offset,
                  known[i].begin + 4 * known[i].words * known[i].capacity +
                     12,
                  "%u", (unsigned)i);
   }
}

static void
rings_are_filled_as_often_as_known(struct context *context)
{
   static const uint32_t known[][2] = {
      { 0, 1 },     { 1, 1 },     { 8192, 1 },       { 8193, 2 },
      { 16384, 2 }, { 20000, 3 }, { UINT32_MAX, 3 },
   };
   const struct dral_indirect_draw draws = plain_draws(120, 20000);
   const struct dral_indirect_draw_plan plan = plan_of(context, &draws);
   size_t i;

   for (i = 0; i < LENGTH(known); i++) {
      uint32_t iterations = 0;

      CHECK_EQUAL(context,
                  dral_indirect_draw_plan_iterations(&plan, known[i][0],
                                                     &iterations),
                  0, "%" PRIu32 " draws", known[i][0]);
      CHECK_EQUAL(context, iterations, known[i][1], "%" PRIu32 " draws",
                  known[i][0]);
   }
}

static void
largest_chunk_has_419430_draws(struct context *context)
{
   struct dral_indirect_draw draws = plain_draws(125, 419430);
   struct dral_indirect_draw_plan plan;
   struct dral_indirect_draw_chunk chunk = { 0 };

   draws.ring_threshold = UINT32_MAX;
   plan = plan_of(context, &draws);
   CHECK_EQUAL(context, plan.chunk_count, 1, "one chunk");
   CHECK_EQUAL(context, dral_indirect_draw_plan_chunk(&plan, 0, &chunk), 0,
               "the chunk");
   CHECK_EQUAL(context, chunk.draw_base, 0, "base");
   CHECK_EQUAL(context, chunk.draw_count, 419430, "draws");
   CHECK_EQUAL(context, chunk.size, 16777200, "bytes");
   CHECK_EQUAL(context, chunk.width, 8192, "width");
   CHECK_EQUAL(context, chunk.height, 52, "height");
   CHECK_EQUAL(context, chunk.draw_id_offset, NONE, "draw ids");
   draws.max_draw_count = 599186;
   draws.version = 90;
   plan = plan_of(context, &draws);
   CHECK_EQUAL(context, plan.draw_id_offset, 0, "draw ids");
   CHECK_EQUAL(context, plan.draw_id_size, 4 * 599186, "draw ids");
}

static void
mode_follows_the_first_rule_that_applies(struct context *context)
{
   static const struct {
      uint32_t max_draw_count, execute, protected_memory, workaround, mode;
      const char *told;
   } known[] = {
      { 3, 0, 0, 0, 0, "fewer draws" },  { 4, 0, 0, 0, 2, "between" },
      { 99, 0, 0, 0, 2, "between" },     { 100, 0, 0, 0, 3, "at least as" },
      { 100, 0, 0, 1, 0, "workaround" }, { 100, 0, 1, 1, 0, "protected" },
      { 100, 1, 1, 1, 1, "unrolls" },    { 0, 1, 0, 0, 1, "unrolls" },
   };
   size_t i;

   for (i = 0; i < LENGTH(known); i++) {
      struct dral_indirect_draw draws =
         plain_draws(125, known[i].max_draw_count);
      const char *told;

      draws.execute_indirect = known[i].execute;
      draws.is_protected = known[i].protected_memory;
      draws.tessellation_workaround = known[i].workaround;
      CHECK_EQUAL(context, plan_of(context, &draws).mode, known[i].mode,
                  "%u", (unsigned)i);
      told = dral_indirect_draw_explain(&draws);
      CHECK(context, strstr(told, known[i].told) != NULL, "%u: %s",
            (unsigned)i, told);
   }
}

static void
flags_of_the_shader_are_the_known_bits(struct context *context)
{
   struct dral_indirect_draw draws = plain_draws(125, 100);

   draws.mocs = 0xA5;
   CHECK_EQUAL(context, plan_of(context, &draws).flags, 0x000AA520, "ring");
   draws.ring_threshold = 101;
   CHECK_EQUAL(context, plan_of(context, &draws).flags, 0x000AA500, "none");
   draws.indexed = 1;
   CHECK_EQUAL(context, plan_of(context, &draws).flags, 0x000AA501, "index");
   draws.predicated = 1;
   CHECK_EQUAL(context, plan_of(context, &draws).flags, 0x000AA503, "pred");
   draws.uses_draw_id = 1;
   CHECK_EQUAL(context, plan_of(context, &draws).flags, 0x000AA507, "id");
   draws.uses_base_instance = 1;
   CHECK_EQUAL(context, plan_of(context, &draws).flags, 0x000AA50F, "base");
   draws.has_count_buffer = 1;
   CHECK_EQUAL(context, plan_of(context, &draws).flags, 0x000AA51F, "count");
   draws.tiled = 1;
   CHECK_EQUAL(context, plan_of(context, &draws).flags, 0x000AA55F, "tiled");
   draws.version = 90;
   CHECK_EQUAL(context, plan_of(context, &draws).flags, 0x0010A55F, "Gfx9");
}

static void
indirect_commands_are_decoded_as_known(struct context *context)
{
   static const uint32_t words[] = { 36, 100, 6, UINT32_MAX - 1, 7 };
   struct dral_indirect_draw_parameters parameters = { 0 };

   CHECK_EQUAL(context,
               dral_indirect_draw_decode(1, words, 5, 3, 9, &parameters), 0,
               "indexed");
   CHECK_EQUAL(context, parameters.vertex_count, 36, "indexed");
   CHECK_EQUAL(context, parameters.start_vertex, 6, "indexed");
   CHECK_EQUAL(context, parameters.instance_count, 300, "indexed");
   CHECK_EQUAL(context, parameters.start_instance, 7, "indexed");
   CHECK_EQUAL(context, parameters.base_vertex, -2, "indexed");
   CHECK_EQUAL(context, parameters.extended[0], UINT32_MAX - 1, "indexed");
   CHECK_EQUAL(context, parameters.extended[1], 7, "indexed");
   CHECK_EQUAL(context, parameters.extended[2], 9, "indexed");
   CHECK_EQUAL(context,
               dral_indirect_draw_decode(0, words, 4, 1, 8, &parameters), 0,
               "plain");
   CHECK_EQUAL(context, parameters.vertex_count, 36, "plain");
   CHECK_EQUAL(context, parameters.start_vertex, 6, "plain");
   CHECK_EQUAL(context, parameters.instance_count, 100, "plain");
   CHECK_EQUAL(context, parameters.start_instance, UINT32_MAX - 1, "plain");
   CHECK_EQUAL(context, parameters.base_vertex, 0, "plain");
   CHECK_EQUAL(context, parameters.extended[0], 6, "plain");
   CHECK_EQUAL(context, parameters.extended[1], UINT32_MAX - 1, "plain");
   CHECK_EQUAL(context, parameters.extended[2], 8, "plain");
}

const struct test indirect_draw_tests[] = {
   QUICK_TEST(generated_items_are_the_known_answers),
   QUICK_TEST(rings_have_the_known_sizes),
   QUICK_TEST(rings_of_iris_have_known_capacities),
   QUICK_TEST(rings_are_filled_as_often_as_known),
   QUICK_TEST(largest_chunk_has_419430_draws),
   QUICK_TEST(mode_follows_the_first_rule_that_applies),
   QUICK_TEST(flags_of_the_shader_are_the_known_bits),
   QUICK_TEST(indirect_commands_are_decoded_as_known),
   NO_MORE_TESTS,
};
