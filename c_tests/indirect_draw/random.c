/* SPDX-License-Identifier: MIT */

/*
 * Random indirect draws, compared with the reference: plans, chunks, items
 * and decoded commands.
 */

#include "dral_indirect_draw.h"
#include "harness/generator.h"
#include "harness/same.h"
#include "reference/indirect_draw.h"
#include "harness/subjects.h"
#include "harness/tally.h"
#include "indirect_draw/flow.h"

#include <errno.h>
#include <string.h>

#define PLANS 200000
#define ITEMS_PER_PLAN 8

/* Of a check's message: which draws, and which plan. */
#define DRAWS(draws)                                                        \
   "driver %" PRIu32 ", capacity %" PRIu32 ", version %" PRIu32             \
   ", indexed %" PRIu32 ", first %" PRIu32                                  \
   ", base %" PRIu32 ", id %" PRIu32 ", mocs %" PRIu32 ", max %" PRIu32     \
   ", stride %" PRIu32 ", thresholds %" PRIu32 " %" PRIu32,                 \
   (draws)->driver, (draws)->ring_capacity,                                 \
   (draws)->version, (draws)->indexed, (draws)->uses_first_vertex,          \
      (draws)->uses_base_instance, (draws)->uses_draw_id, (draws)->mocs,    \
      (draws)->max_draw_count, (draws)->stride,                             \
      (draws)->generate_threshold, (draws)->ring_threshold
#define PLAN_FORMAT                                                         \
   "mode %" PRIu32 ", flags %" PRIx32 ", words %" PRIu32                    \
   ", stride %" PRIu32 ", max %" PRIu32 ", ring %" PRIu32
#define PLAN_VALUES(plan)                                                   \
   (plan)->mode, (plan)->flags, (plan)->command_words, (plan)->stride,      \
      (plan)->max_draw_count, (plan)->ring_count

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

/* Which error is returned of two is unspecified. */
static struct dral_indirect_draw
one_fault(struct dral_indirect_draw draws)
{
   struct dral_indirect_draw other = draws;
   struct dral_indirect_draw_plan plan;

   other.mocs = 0;
   if (ref_indirect_plan(&other, &plan) == -EINVAL)
      draws.mocs %= 256;
   return draws;
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
   return one_fault(draws);
}

/* Plans draws, and compares: 1 if there is a plan. */
static int
make_plan(struct context *context, struct generator *generator,
          struct tally *tally, struct dral_indirect_draw_plan *plan)
{
   const struct dral_indirect_draw draws = any_draws(generator);
   int error;

   CHECK_SAME_CALLS(context, error, struct dral_indirect_draw_plan,
                    dral_indirect_draw_resolve(&draws, out),
                    ref_indirect_plan(&draws, out), DRAWS(&draws));
   tally_error(tally, error);
   return error == 0 && ref_indirect_plan(&draws, plan) == 0;
}

static void
indirect_plans_equal_reference(struct context *context)
{
   struct generator generator = generator_for(context);
   struct tally tally = { 0 };
   uint32_t modes[4] = { 0 };
   uint32_t i;

   for (i = 0; i < PLANS; i++) {
      struct dral_indirect_draw_plan plan;

      if (make_plan(context, &generator, &tally, &plan))
         modes[plan.mode]++;
   }
   check_tally(context, &tally, 1000, 0, 1000);
   for (i = 0; i < 4; i++)
      CHECK_MET(context, modes[i], 1000);
}

/* The first draw of a dispatch, or sometimes any number. */
static uint32_t
any_base(struct generator *generator,
         const struct dral_indirect_draw_plan *plan)
{
   const uint32_t ring_count = plan->ring_count;

   if (one_in(generator, 10))
      return edge_number(generator);
   if (ring_count == 0)
      return 0;
   return ring_count *
          number_below(generator, plan->max_draw_count / ring_count +
                                     1);
}

static uint32_t
any_item(struct generator *generator,
         const struct dral_indirect_draw_plan *plan, uint32_t count,
         uint32_t base)
{
   const uint32_t ring_count = plan->ring_count;
   const uint32_t max = plan->max_draw_count;
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
generated_items_equal_reference(struct context *context)
{
   struct generator generator = generator_for(context);
   struct tally plans = { 0 };
   struct tally items = { 0 };
   uint32_t i;

   for (i = 0; i < PLANS; i++) {
      struct dral_indirect_draw_plan plan;
      uint32_t j;

      if (!make_plan(context, &generator, &plans, &plan) ||
          (plan.command_words == 0 && !one_in(&generator, 10)))
         continue;
      for (j = 0; j < ITEMS_PER_PLAN; j++) {
         const uint32_t count = one_in(&generator, 3)
                                   ? plan.max_draw_count
                                   : any_count(&generator);
         const uint32_t base = any_base(&generator, &plan);
         const uint32_t item = any_item(&generator, &plan, count, base);
         int error;

         CHECK_SAME_CALLS(context, error, struct dral_indirect_draw_item,
                          dral_indirect_draw_plan_item(&plan, count, base,
                                                       item, out),
                          ref_indirect_item(&plan, count, base, item, out),
                          "count %" PRIu32 ", base %" PRIu32
                          ", item %" PRIu32 "; " PLAN_FORMAT, count, base,
                          item, PLAN_VALUES(&plan));
         tally_error(&items, error);
      }
   }
   check_tally(context, &items, 1000, 0, 1000);
   CHECK_MET(context, items.successes, 100000);
}

const struct test indirect_draw_random_tests[] = {
   QUICK_TEST(indirect_plans_equal_reference),
   QUICK_TEST(generated_items_equal_reference),
   QUICK_TEST(every_draw_in_place_runs_once_in_order),
   QUICK_TEST(every_draw_in_a_ring_runs_once_in_order),
   NO_MORE_TESTS,
};
