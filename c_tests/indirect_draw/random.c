/* SPDX-License-Identifier: MIT */

/*
 * Random indirect draws, compared with the reference: plans, chunks, items
 * and decoded commands.
 */

#include "harness/canary.h"
#include "dral_indirect_draw.h"
#include "harness/generator.h"
#include "reference/indirect_draw.h"
#include "harness/subjects.h"
#include "harness/tally.h"
#include "indirect_draw/flow.h"

#include <errno.h>
#include <string.h>

#define PLANS 200000
#define ITEMS_PER_PLAN 8
#define COMMANDS 200000

#define NONE DRAL_INDIRECT_DRAW_NO_OFFSET

/* Draws to be blamed. */
#define DRAWS_FORMAT                                                        \
   "driver %" PRIu32 ", capacity %" PRIu32 ", version %" PRIu32             \
   ", indexed %" PRIu32 ", first %" PRIu32                                  \
   ", base %" PRIu32 ", id %" PRIu32 ", mocs %" PRIu32 ", max %" PRIu32     \
   ", stride %" PRIu32 ", thresholds %" PRIu32 " %" PRIu32
#define DRAWS_VALUES(draws)                                                 \
   (draws)->driver, (draws)->ring_capacity,                                 \
   (draws)->version, (draws)->indexed, (draws)->uses_first_vertex,          \
      (draws)->uses_base_instance, (draws)->uses_draw_id, (draws)->mocs,    \
      (draws)->max_draw_count, (draws)->stride,                             \
      (draws)->generate_threshold, (draws)->ring_threshold

/* The library has one number for unknown values, the reference two. */
static int
errno_of_library(int error)
{
   return error == -ENOTSUP ? -EINVAL : error;
}

static uint32_t
any_version(struct generator *generator)
{
   static const uint32_t known[] = { 80, 90, 110, 120, 125, 200 };

   if (!one_in(generator, 12))
      return known[number_below(generator, 6)];
   if (one_in(generator, 2))
      return 75 + number_below(generator, 50);
   return edge_number(generator);
}

static uint32_t
any_flag(struct generator *generator)
{
   if (one_in(generator, 400))
      return edge_number(generator);
   return number_below(generator, 2);
}

/* Any number of draws, and often one near a limit. */
static uint32_t
any_count(struct generator *generator)
{
   static const uint32_t limits[] = {
      4, 100, 8192, 16384, 262144, 419430, 599186, 67108864
   };

   switch (number_below(generator, 4)) {
   case 0:
      return edge_number(generator);
   case 1:
      return limits[number_below(generator, 8)] - 1 +
             number_below(generator, 3);
   case 2:
      return number_below(generator, 500000);
   default:
      return number_below(generator, 200);
   }
}

static struct dral_indirect_draw
any_draws(struct generator *generator)
{
   struct dral_indirect_draw draws = { 0 };

   draws.driver = any_flag(generator);
   draws.version = any_version(generator);
   draws.indexed = any_flag(generator);
   draws.uses_first_vertex = any_flag(generator);
   draws.uses_base_instance = any_flag(generator);
   draws.uses_draw_id = any_flag(generator);
   draws.predicated = any_flag(generator);
   draws.tiled = any_flag(generator);
   draws.has_count_buffer = any_flag(generator);
   draws.mocs = number_below(generator, one_in(generator, 20) ? 300 : 256);
   draws.max_draw_count = any_count(generator);
   draws.stride = edge_number(generator);
   draws.generate_threshold = 4;
   draws.ring_threshold = 100;
   draws.ring_capacity =
      one_in(generator, 3) ? any_count(generator) : 8192;
   if (one_in(generator, 2)) {
      draws.generate_threshold = one_in(generator, 3)
                                    ? edge_number(generator)
                                    : number_below(generator, 5);
      draws.ring_threshold = edge_number(generator);
   }
   draws.is_protected = one_in(generator, 20) ? any_flag(generator) : 0;
   draws.tessellation_workaround =
      one_in(generator, 20) ? any_flag(generator) : 0;
   draws.execute_indirect = one_in(generator, 20) ? any_flag(generator) : 0;
   return draws;
}

/* A plan in both forms. */
struct planned {
   struct dral_indirect_draw draws;
   struct dral_indirect_draw_plan plan;
   struct ref_indirect_plan expected;
   int error;
};

static int
generates(const struct planned *planned)
{
   return planned->expected.mode == REF_INDIRECT_MODE_IN_PLACE ||
          planned->expected.mode == REF_INDIRECT_MODE_RING;
}

#define SAME(actual, wanted)                                                \
   CHECK_EQUAL(context, actual, wanted, DRAWS_FORMAT,                       \
               DRAWS_VALUES(&planned->draws))

static void
check_plan(struct context *context, const struct planned *planned)
{
   const struct dral_indirect_draw_plan *plan = &planned->plan;
   const struct ref_indirect_plan *expected = &planned->expected;
   const struct dral_indirect_draw *draws = &planned->draws;
   const int in_ring = expected->mode == REF_INDIRECT_MODE_RING;
   const int has_ids = expected->draw_id_each > 0;
   const int has_base =
      has_ids && (draws->uses_first_vertex || draws->uses_base_instance);

   SAME(plan->mode, expected->mode);
   SAME(plan->stride, expected->stride_in);
   SAME(plan->max_draw_count, expected->max_draw_count);
   SAME(plan->chunk_count, expected->chunk_count);
   SAME(plan->ring_count, expected->ring_count);
   SAME(plan->ring_size, expected->bo_size);
   SAME(plan->draw_id_size, expected->draw_id_bytes);
   SAME(plan->draw_id_stride,
        generates(planned) ? expected->draw_id_each : 0);
   SAME(plan->commands_offset, in_ring ? expected->commands_offset : NONE);
   SAME(plan->end_jump_offset, in_ring ? expected->end_jump_offset : NONE);
   SAME(plan->draw_id_offset,
        has_ids && generates(planned) ? expected->draw_id_offset : NONE);
   SAME(plan->flags, generates(planned) ? expected->flags : 0);
   SAME(plan->command_words,
        generates(planned) ? expected->command_dwords : 0);
   if (!has_base || !generates(planned))
      SAME(plan->base_offset, NONE);
}

/* Makes a plan in both forms, and compares. */
static struct planned
make_plan(struct context *context, struct generator *generator,
          struct tally *tally)
{
   struct planned made = { { 0 }, { 0 }, { 0 }, 0 };
   const struct planned *planned = &made;
   int error;

   made.draws = any_draws(generator);
   fill_canary(&made.plan, sizeof made.plan);
   made.error = dral_indirect_draw_resolve(&made.draws, &made.plan);
   error = errno_of_library(ref_indirect_plan(&made.draws, &made.expected));
   tally_error(tally, made.error);
   /* Of two faults either may be told. */
   if (made.draws.mocs > 255 && error == -EINVAL)
      CHECK(context, made.error != 0, DRAWS_FORMAT,
            DRAWS_VALUES(&made.draws));
   else
      SAME(made.error, error);
   if (made.error == 0 && error == 0)
      check_plan(context, &made);
   else
      CHECK(context, is_untouched(&made.plan, sizeof made.plan), DRAWS_FORMAT,
            DRAWS_VALUES(&made.draws));
   return made;
}

static void
indirect_plans_equal_reference(struct context *context)
{
   struct generator generator = generator_for(context);
   struct tally tally = { 0 };
   uint32_t modes[4] = { 0 };
   uint32_t i;

   for (i = 0; i < PLANS; i++) {
      const struct planned planned =
         make_plan(context, &generator, &tally);

      if (planned.error == 0 && planned.plan.mode < 4)
         modes[planned.plan.mode]++;
   }
   check_tally(context, &tally, 1000, 0, 1000);
   for (i = 0; i < 4; i++)
      CHECK_MET(context, modes[i], 1000);
}

static void
sizes_of_rings_equal_reference(struct context *context)
{
   struct generator generator = generator_for(context);
   struct tally sizes = { 0 };
   struct tally capacities = { 0 };
   uint32_t i;

   for (i = 0; i < PLANS; i++) {
      const struct dral_indirect_draw draws = any_draws(&generator);
      const uint32_t room = edge_number(&generator);
      uint32_t size = 0, capacity = 0, expected = 0;
      int error = dral_indirect_draw_ring_size(&draws, &size);

      tally_error(&sizes, error);
      CHECK_EQUAL(context, error,
                  errno_of_library(ref_indirect_ring_size(&draws,
                                                          &expected)),
                  DRAWS_FORMAT, DRAWS_VALUES(&draws));
      CHECK_EQUAL(context, size, expected, DRAWS_FORMAT,
                  DRAWS_VALUES(&draws));
      expected = 0;
      error = dral_indirect_draw_ring_capacity(&draws, room, &capacity);
      tally_error(&capacities, error);
      CHECK_EQUAL(context, error,
                  errno_of_library(ref_indirect_ring_capacity(&draws, room,
                                                              &expected)),
                  DRAWS_FORMAT, DRAWS_VALUES(&draws));
      CHECK_EQUAL(context, capacity, expected, DRAWS_FORMAT,
                  DRAWS_VALUES(&draws));
   }
   check_tally(context, &sizes, 1000, 0, 1000);
   check_tally(context, &capacities, 1000, 0, 0);
}

static void
check_chunk(struct context *context, const struct planned *planned,
            uint32_t index, struct tally *tally)
{
   struct dral_indirect_draw_chunk chunk = { 0 };
   struct ref_indirect_chunk expected = { 0 };
   const int error =
      dral_indirect_draw_plan_chunk(&planned->plan, index, &chunk);

   tally_error(tally, error);
   SAME(error, ref_indirect_chunk(&planned->expected, index, &expected));
   SAME(chunk.draw_base, expected.base);
   SAME(chunk.draw_count, expected.count);
   SAME(chunk.size, expected.bytes);
   SAME(chunk.width, expected.rectangle_width);
   SAME(chunk.height, expected.rectangle_height);
   if (planned->draws.version < 100)
      SAME(chunk.draw_id_offset, expected.draw_id_offset);
   else
      SAME(chunk.draw_id_offset, error == 0 ? NONE : 0);
}

static void
chunks_and_iterations_equal_reference(struct context *context)
{
   struct generator generator = generator_for(context);
   struct tally plans = { 0 };
   struct tally chunks = { 0 };
   struct tally rings = { 0 };
   uint32_t i;

   for (i = 0; i < PLANS; i++) {
      const struct planned made = make_plan(context, &generator, &plans);
      const struct planned *planned = &made;
      const uint32_t count = any_count(&generator);
      uint32_t iterations = 0;
      uint32_t expected = 0;
      int error;

      if (made.error != 0)
         continue;
      if (made.plan.mode == DRAL_INDIRECT_DRAW_MODE_IN_PLACE ||
          one_in(&generator, 10))
         check_chunk(context, planned,
                     one_in(&generator, 8) ? edge_number(&generator) : 0,
                     &chunks);
      if (made.plan.mode == DRAL_INDIRECT_DRAW_MODE_RING ||
          one_in(&generator, 10)) {
         error = dral_indirect_draw_plan_iterations(&made.plan, count,
                                                    &iterations);
         tally_error(&rings, error);
         SAME(error, ref_indirect_iterations(&made.expected, count,
                                             &expected));
         SAME(iterations, expected);
      }
   }
   check_tally(context, &chunks, 1000, 0, 0);
   check_tally(context, &rings, 1000, 0, 0);
}

/* The first draw of a dispatch, or sometimes any number. */
static uint32_t
any_base(struct generator *generator, const struct planned *planned)
{
   const uint32_t ring_count = planned->plan.ring_count;

   if (one_in(generator, 10))
      return edge_number(generator);
   if (ring_count == 0)
      return 0;
   return ring_count *
          number_below(generator, planned->plan.max_draw_count / ring_count +
                                     1);
}

static uint32_t
any_item(struct generator *generator, const struct planned *planned,
         uint32_t count, uint32_t base)
{
   const uint32_t ring_count = planned->plan.ring_count;
   const uint32_t max = planned->plan.max_draw_count;
   const uint32_t last = (count < max ? count : max) - 1;

   switch (number_below(generator, 8)) {
   case 0:
      return edge_number(generator);
   case 1: /* around the last draw */
      return last - base - 1 + number_below(generator, 3);
   case 2: /* around the last item */
      return (ring_count > 0 ? ring_count : max) - 2 +
             number_below(generator, 3);
   default:
      if (ring_count > 0)
         return number_below(generator, ring_count);
      return max > 0 ? number_below(generator, max) : 0;
   }
}

static void
check_buffers(struct context *context, const struct planned *planned,
              uint32_t base, uint32_t item,
              const struct dral_indirect_draw_item *written)
{
   struct ref_indirect_vertex_buffers buffers = { 0 };
   const uint32_t base_offset = planned->plan.base_offset;

   SAME(ref_indirect_vertex_buffers(&planned->expected, base, item, &buffers),
        0);
   if (!written->writes_draw)
      return;
   SAME(base_offset != NONE, buffers.has_base);
   if (buffers.has_base)
      CHECK(context, written->source + base_offset == buffers.base_offset,
            DRAWS_FORMAT, DRAWS_VALUES(&planned->draws));
   SAME(written->draw_id_offset,
        buffers.has_draw_id ? buffers.draw_id_offset : NONE);
}

static void
check_item(struct context *context, const struct planned *planned,
           uint32_t count, uint32_t base, uint32_t item, struct tally *tally)
{
   struct dral_indirect_draw_item written;
   struct ref_indirect_action expected = { 0 };
   int error;

   fill_canary(&written, sizeof written);
   error = dral_indirect_draw_plan_item(&planned->plan, count, base, item,
                                        &written);
   tally_error(tally, error);
#define SAME_ITEM(actual, wanted)                                           \
   CHECK_EQUAL(context, actual, wanted,                                     \
               "count %" PRIu32 ", base %" PRIu32 ", item %" PRIu32         \
               "; " DRAWS_FORMAT, count, base, item,                        \
               DRAWS_VALUES(&planned->draws))
   SAME_ITEM(error, ref_indirect_item(&planned->expected, count, base, item,
                                      &expected));
   if (error != 0) {
      SAME_ITEM(is_untouched(&written, sizeof written), 1);
      return;
   }
   SAME_ITEM(written.draw_id, base + item);
   SAME_ITEM(written.writes_draw, expected.writes_draw);
   SAME_ITEM(written.jump, expected.jump);
   SAME_ITEM(written.jump_offset, expected.jump ? expected.jump_dst : NONE);
   SAME_ITEM(written.draw_offset,
             expected.writes_draw ? expected.dst : NONE);
   CHECK(context, written.source == expected.src,
         "count %" PRIu32 ", base %" PRIu32 ", item %" PRIu32
         "; " DRAWS_FORMAT, count, base, item,
         DRAWS_VALUES(&planned->draws));
   if (!expected.writes_draw)
      SAME_ITEM(written.draw_id_offset, NONE);
#undef SAME_ITEM
   check_buffers(context, planned, base, item, &written);
}

static void
generated_items_equal_reference(struct context *context)
{
   struct generator generator = generator_for(context);
   struct tally plans = { 0 };
   struct tally items = { 0 };
   uint32_t i;

   for (i = 0; i < PLANS; i++) {
      const struct planned planned = make_plan(context, &generator, &plans);
      uint32_t j;

      if (planned.error != 0)
         continue;
      if (!generates(&planned) && !one_in(&generator, 10))
         continue;
      for (j = 0; j < ITEMS_PER_PLAN; j++) {
         const uint32_t count = one_in(&generator, 3)
                                   ? planned.plan.max_draw_count
                                   : any_count(&generator);
         const uint32_t base = any_base(&generator, &planned);

         check_item(context, &planned, count, base,
                    any_item(&generator, &planned, count, base), &items);
      }
   }
   check_tally(context, &items, 1000, 0, 1000);
   CHECK_MET(context, items.successes, 100000);
}

static void
decoded_commands_equal_reference(struct context *context)
{
   struct generator generator = generator_for(context);
   struct tally tally = { 0 };
   uint32_t i;
   uint32_t j;

   for (i = 0; i < COMMANDS; i++) {
      const uint32_t indexed = any_flag(&generator);
      const uint32_t multiplier = 1 + number_below(&generator, 6);
      const uint32_t draw_id = edge_number(&generator);
      struct dral_indirect_draw_parameters parameters = { 0 };
      struct dral_indirect_draw_parameters expected = { 0 };
      uint32_t words[5];
      unsigned char bytes[20];
      int error;

      for (j = 0; j < 5; j++)
         words[j] = edge_number(&generator);
      if (one_in(&generator, 2))
         words[1] = number_below(&generator, 1000);
      /* The reference takes them as hardware has them. */
      for (j = 0; j < 20; j++)
         bytes[j] = (unsigned char)(words[j / 4] >> (8 * (j % 4)));
      error = dral_indirect_draw_decode(indexed, words, indexed ? 5 : 4,
                                        multiplier, draw_id, &parameters);
      tally_error(&tally, error);
#define COMMAND                                                              \
   "indexed %" PRIu32 ", multiplier %" PRIu32 ", words %" PRIu32 " %" PRIu32 \
   " %" PRIu32 " %" PRIu32 " %" PRIu32, indexed, multiplier, words[0],       \
   words[1], words[2], words[3], words[4]
      CHECK_EQUAL(context, error,
                  ref_indirect_decode(indexed, bytes, multiplier, draw_id,
                                      &expected),
                  COMMAND);
      CHECK(context, memcmp(&parameters, &expected, sizeof expected) == 0,
            COMMAND);
#undef COMMAND
   }
   check_tally(context, &tally, 100, 0, 1000);
}

const struct test indirect_draw_random_tests[] = {
   QUICK_TEST(indirect_plans_equal_reference),
   QUICK_TEST(sizes_of_rings_equal_reference),
   QUICK_TEST(chunks_and_iterations_equal_reference),
   QUICK_TEST(generated_items_equal_reference),
   QUICK_TEST(decoded_commands_equal_reference),
   QUICK_TEST(every_draw_in_place_runs_once_in_order),
   QUICK_TEST(every_draw_in_a_ring_runs_once_in_order),
   NO_MORE_TESTS,
};
