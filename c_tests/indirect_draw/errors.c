/* SPDX-License-Identifier: MIT */

/*
 * Callers that break the rules of the indirect draw functions: the
 * documented errno, and nothing written; and callers that keep them: nothing
 * written beside the output.
 */

#include "harness/calls.h"
#include "harness/canary.h"
#include "dral_indirect_draw.h"
#include "harness/subjects.h"

#include <errno.h>
#include <string.h>

#define IN_PLACE DRAL_INDIRECT_DRAW_MODE_IN_PLACE
#define RING DRAL_INDIRECT_DRAW_MODE_RING
#define NONE DRAL_INDIRECT_DRAW_NO_OFFSET

#define LENGTH(array) (sizeof(array) / sizeof((array)[0]))

static const uint32_t command[5] = { 36, 100, 6, 2, 7 };

/* What functions may write, with a pattern in it and around it. */
struct outputs {
   GUARDED(struct dral_indirect_draw_plan, plan);
   GUARDED(struct dral_indirect_draw_chunk, chunk);
   GUARDED(struct dral_indirect_draw_item, item);
   GUARDED(struct dral_indirect_draw_parameters, parameters);
   GUARDED(uint32_t, number);
};

/* A caller that does everything right: for Gfx9, which has all fields. */
struct caller {
   struct context *context;
   struct dral_indirect_draw draws;
   struct dral_indirect_draw_plan in_place;
   struct dral_indirect_draw_plan ring;
   struct outputs outputs;
};

static struct caller
sound_caller(struct context *context)
{
   struct caller c;

   memset(&c, 0, sizeof c);
   c.context = context;
   c.draws.version = 90;
   c.draws.uses_first_vertex = 1;
   c.draws.uses_draw_id = 1;
   c.draws.max_draw_count = 50;
   c.draws.generate_threshold = 4;
   c.draws.ring_threshold = 50;
   c.draws.ring_capacity = 8192;
   CHECK_EQUAL(context, dral_indirect_draw_resolve(&c.draws, &c.ring), 0,
               "ring");
   c.draws.ring_threshold = 100;
   CHECK_EQUAL(context, dral_indirect_draw_resolve(&c.draws, &c.in_place), 0,
               "in place");
   fill_canary(&c.outputs, sizeof c.outputs);
   return c;
}

#define PLAN(c)                                                             \
   dral_indirect_draw_resolve(&(c).draws, &(c).outputs.plan.value)
#define CHUNK(c, plan, index)                                               \
   dral_indirect_draw_plan_chunk(plan, index, &(c).outputs.chunk.value)
#define ITERATIONS(c, plan, count)                                          \
   dral_indirect_draw_plan_iterations(plan, count, &(c).outputs.number.value)
#define ITEM(c, plan, count, base, item_index)                              \
   dral_indirect_draw_plan_item(plan, count, base, item_index,              \
                                &(c).outputs.item.value)
#define RING_SIZE(c, draws)                                                 \
   dral_indirect_draw_ring_size(draws, &(c).outputs.number.value)
#define RING_CAPACITY(c, draws, size)                                       \
   dral_indirect_draw_ring_capacity(draws, size, &(c).outputs.number.value)
#define DECODE(c, indexed, words, count, multiplier)                        \
   dral_indirect_draw_decode(indexed, words, count, multiplier, 0,          \
                             &(c).outputs.parameters.value)

static struct dral_indirect_draw draws;
static struct dral_indirect_draw_plan in_place, ring;

DEFINE_CALL(indirect_draw_resolve, at[0], at[1])
DEFINE_CALL(indirect_draw_plan_chunk, at[0], 0, at[1])
DEFINE_CALL(indirect_draw_plan_iterations, at[0], 50, at[1])
DEFINE_CALL(indirect_draw_ring_size, at[0], at[1])
DEFINE_CALL(indirect_draw_ring_capacity, at[0], 131072, at[1])
DEFINE_CALL(indirect_draw_plan_item, at[0], 50, 0, 49, at[1])
DEFINE_CALL(indirect_draw_decode, 1, at[0], n[0], 1, 0, at[1])

static const struct call draws_calls[] = {
   CALL(indirect_draw_resolve, IN(0, draws),
        OUT(0, struct dral_indirect_draw_plan)),
   CALL(indirect_draw_ring_size, IN(0, draws), OUT(0, uint32_t)),
   CALL(indirect_draw_ring_capacity, IN(0, draws), OUT(0, uint32_t)),
};

static const struct call calls[] = {
   CALL(indirect_draw_plan_chunk, IN(0, in_place),
        OUT(0, struct dral_indirect_draw_chunk)),
   CALL(indirect_draw_plan_iterations, IN(0, ring), OUT(0, uint32_t)),
   CALL(indirect_draw_plan_item, IN(0, ring),
        OUT(0, struct dral_indirect_draw_item)),
   CALL(indirect_draw_plan_item, IN(0, in_place),
        OUT(0, struct dral_indirect_draw_item)),
   CALL(indirect_draw_decode, IN_ARRAY(0, command, 5, 1, -EINVAL),
        OUT(0, struct dral_indirect_draw_parameters)),
};

static void
pointers_and_counts_of_indirect_draws_are_checked(struct context *context)
{
   const struct caller c = sound_caller(context);

   draws = c.draws;
   in_place = c.in_place;
   ring = c.ring;
   check_calls(context, draws_calls, LENGTH(draws_calls));
   check_calls(context, calls, LENGTH(calls));
   CHECK(context, strstr(dral_indirect_draw_explain(NULL), "NULL") != NULL,
         "NULL");
}

/* Makes changes to the draws of the calls that take some. */
#define CHECK_CHANGES(context, changes)                                     \
   check_changes(context, draws_calls, LENGTH(draws_calls), &draws, changes, \
                 LENGTH(changes))

static void
unknown_hardware_is_refused(struct context *context)
{
   static const struct change versions[] = {
      CHANGE(dral_indirect_draw, version, 0, -EINVAL),
      CHANGE(dral_indirect_draw, version, 7, -EINVAL),
      CHANGE(dral_indirect_draw, version, 9, -EINVAL),
      CHANGE(dral_indirect_draw, version, 75, -EINVAL),
      CHANGE(dral_indirect_draw, version, 89, -EINVAL),
      CHANGE(dral_indirect_draw, version, 100, -EINVAL),
      CHANGE(dral_indirect_draw, version, 109, -EINVAL),
      /* Gfx8 has iris and not ANV. */
      CHANGE(dral_indirect_draw, version, 80, -EINVAL),
      CHANGE_TO_UNKNOWN(dral_indirect_draw, driver, -EINVAL),
   };
   struct caller c = sound_caller(context);

   draws = c.draws;
   CHECK_CHANGES(context, versions);
   draws.version = 109;
   CHECK(context,
         strstr(dral_indirect_draw_explain(&draws), "unknown hardware") !=
            NULL, "explanation");
   draws.driver = 2;
   CHECK(context,
         strstr(dral_indirect_draw_explain(&draws), "unknown driver") != NULL,
         "explanation");
   c.draws.version = 80;
   c.draws.driver = DRAL_INDIRECT_DRAW_DRIVER_IRIS;
   CHECK_EQUAL(context, PLAN(c), 0, "iris");
   CHECK_EQUAL(context, RING_SIZE(c, &c.draws), 0, "iris");
}

static void
flags_of_indirect_draws_are_0_or_1(struct context *context)
{
   static const uint32_t values[] = { 2, 256, UINT32_MAX };
#define FLAG(field) CHANGE_TO_UNKNOWN(dral_indirect_draw, field, -EINVAL)
   static const struct change flags[] = {
      FLAG(indexed),          FLAG(uses_first_vertex),
      FLAG(predicated),       FLAG(uses_base_instance),
      FLAG(tiled),            FLAG(uses_draw_id),
      FLAG(has_count_buffer), FLAG(tessellation_workaround),
      FLAG(is_protected),     FLAG(execute_indirect),
   };
#undef FLAG
   struct caller c = sound_caller(context);
   size_t i;

   draws = c.draws;
   CHECK_CHANGES(context, flags);
   for (i = 0; i < LENGTH(values); i++)
      REFUSED(c, DECODE(c, values[i], command, 5, 1), -EINVAL);
}

static void
limits_of_indirect_draws_are_exact(struct context *context)
{
   struct caller c = sound_caller(context);

   c.draws.mocs = 256;
   REFUSED(c, PLAN(c), -ERANGE);
   c.draws.mocs = UINT32_MAX;
   REFUSED(c, PLAN(c), -ERANGE);
   c.draws.mocs = 255;
   CHECK_EQUAL(context, PLAN(c), 0, "8 bits");

   /* 64 bytes each: 262,144 fit 16 MiB. */
   c = sound_caller(context);
   c.draws.ring_threshold = UINT32_MAX;
   c.draws.max_draw_count = 262145;
   REFUSED(c, PLAN(c), -ERANGE);
   CHECK(context, strstr(dral_indirect_draw_explain(&c.draws), "16 MiB") !=
                     NULL, "explanation");
   c.draws.max_draw_count = UINT32_MAX - 1;
   REFUSED(c, PLAN(c), -ERANGE);
   c.draws.max_draw_count = 262144;
   CHECK_EQUAL(context, PLAN(c), 0, "16 MiB");
   c = sound_caller(context);
   c.draws.version = 125;
   c.draws.ring_threshold = UINT32_MAX;
   c.draws.max_draw_count = 419431;
   REFUSED(c, PLAN(c), -ERANGE);

   c = sound_caller(context);
   c.draws.max_draw_count = 0;
   c.draws.generate_threshold = 0;
   c.draws.ring_threshold = 0;
   REFUSED(c, PLAN(c), -EINVAL);
   CHECK(context, strstr(dral_indirect_draw_explain(&c.draws),
                         "no draws") != NULL, "explanation");
   c.draws.ring_threshold = 1;
   CHECK_EQUAL(context, PLAN(c), 0, "nothing in place");

   c = sound_caller(context);
   c.draws.ring_threshold = 50;
   c.draws.ring_capacity = 0;
   REFUSED(c, PLAN(c), -EINVAL);
   c.draws.ring_capacity = 1;
   CHECK_EQUAL(context, PLAN(c), 0, "a ring for one draw");

   /* 64 bytes and an id each, 12 for the jump. */
   c = sound_caller(context);
   c.draws.ring_threshold = 50;
   c.draws.ring_capacity = (UINT32_MAX - 4095 - 12) / 68 + 1;
   REFUSED(c, PLAN(c), -ERANGE);
   REFUSED(c, RING_SIZE(c, &c.draws), -ERANGE);
   c.draws.ring_capacity--;
   CHECK_EQUAL(context, PLAN(c), 0, "32 bits");
   c = sound_caller(context);
   CHECK_EQUAL(context, RING_CAPACITY(c, &c.draws, 12 + 67), 0, "no draw");
   CHECK_EQUAL(context, c.outputs.number.value, 0, "no draw");
   CHECK_EQUAL(context, RING_CAPACITY(c, &c.draws, 12 + 68), 0, "a draw");
   CHECK_EQUAL(context, c.outputs.number.value, 1, "a draw");
   CHECK_EQUAL(context, RING_CAPACITY(c, &c.draws, 0), 0, "no bytes");
   CHECK_EQUAL(context, c.outputs.number.value, 0, "no bytes");
}

static void
items_and_chunks_that_there_are_not_are_refused(struct context *context)
{
   struct caller c = sound_caller(context);
   struct dral_indirect_draw_plan plan;
   uint32_t mode;

   REFUSED(c, CHUNK(c, &c.in_place, 1), -EINVAL);
   REFUSED(c, CHUNK(c, &c.in_place, 64), -EINVAL);
   REFUSED(c, CHUNK(c, &c.in_place, UINT32_MAX), -EINVAL);
   REFUSED(c, CHUNK(c, &c.ring, 0), -EINVAL);
   REFUSED(c, ITERATIONS(c, &c.in_place, 5), -EINVAL);
   REFUSED(c, ITEM(c, &c.ring, 50, 0, 50), -EINVAL);
   REFUSED(c, ITEM(c, &c.ring, 50, 0, UINT32_MAX), -EINVAL);
   REFUSED(c, ITEM(c, &c.ring, 50, UINT32_MAX, 1), -ERANGE);
   REFUSED(c, ITEM(c, &c.in_place, 50, 0, 8192 * 8192), -EINVAL);
   REFUSED(c, ITEM(c, &c.in_place, 50, UINT32_MAX, 1), -ERANGE);
   plan = c.in_place;
   for (mode = 0; mode < 7; mode++) {
      plan.mode = mode == 6 ? UINT32_MAX : mode;
      if (plan.mode == IN_PLACE || plan.mode == RING)
         continue;
      REFUSED(c, CHUNK(c, &plan, 0), -EINVAL);
      REFUSED(c, ITERATIONS(c, &plan, 1), -EINVAL);
      REFUSED(c, ITEM(c, &plan, 1, 0, 0), -EINVAL);
   }
}

/* Plans that the library never wrote: no wrap, no division by 0. */
static void
plans_that_are_none_are_refused(struct context *context)
{
   struct caller c = sound_caller(context);
   struct dral_indirect_draw_plan plan = c.ring;

   plan.ring_count = 0;
   REFUSED(c, ITERATIONS(c, &plan, 5), -EINVAL);
   REFUSED(c, ITEM(c, &plan, 5, 0, 0), -EINVAL);
   plan.ring_count = UINT32_MAX;
   REFUSED(c, ITEM(c, &plan, 0, 0, UINT32_MAX - 1), -ERANGE);
   plan = c.ring;
   plan.command_words = UINT32_MAX;
   REFUSED(c, ITEM(c, &plan, 50, 0, 2), -ERANGE);
   plan = c.ring;
   plan.draw_id_offset = NONE - 1;
   REFUSED(c, ITEM(c, &plan, 50, 0, 2), -ERANGE);
   plan = c.in_place;
   plan.command_words = UINT32_MAX;
   REFUSED(c, CHUNK(c, &plan, 0), -ERANGE);
   REFUSED(c, ITEM(c, &plan, 50, 0, 2), -ERANGE);
   plan = c.in_place;
   plan.max_draw_count = UINT32_MAX;
   REFUSED(c, CHUNK(c, &plan, 0), -ERANGE);
   plan.command_words = 0;
   plan.draw_id_offset = NONE - 1;
   REFUSED(c, CHUNK(c, &plan, 63), -ERANGE);
   memset(&plan, 0xFF, sizeof plan);
   REFUSED(c, CHUNK(c, &plan, 0), -EINVAL);
   REFUSED(c, ITERATIONS(c, &plan, 0), -EINVAL);
   REFUSED(c, ITEM(c, &plan, 0, 0, 0), -EINVAL);
   plan.mode = RING;
   CHECK_EQUAL(context, ITERATIONS(c, &plan, UINT32_MAX), 0, "one filling");
   CHECK_EQUAL(context, c.outputs.number.value, 1, "one filling");
}

static void
commands_that_are_none_are_refused(struct context *context)
{
   static const uint32_t many[4] = { 3, 0x80000000, 0, 0 };
   struct caller c = sound_caller(context);
   size_t i;

   for (i = 0; i < 5; i++)
      REFUSED(c, DECODE(c, 1, command, i, 1), -EINVAL);
   for (i = 0; i < 4; i++)
      REFUSED(c, DECODE(c, 0, command, i, 1), -EINVAL);
   REFUSED(c, DECODE(c, 1, NULL, 0, 1), -EINVAL);
   REFUSED(c, DECODE(c, 1, command, 5, 0), -EINVAL);
   REFUSED(c, DECODE(c, 0, many, 4, 2), -ERANGE);
   CHECK_EQUAL(context, DECODE(c, 0, many, 4, 1), 0, "32 bits");
   CHECK_EQUAL(context, DECODE(c, 0, command, 5, 1), 0, "more words");
}

const struct test indirect_draw_errors_tests[] = {
   QUICK_TEST(pointers_and_counts_of_indirect_draws_are_checked),
   QUICK_TEST(unknown_hardware_is_refused),
   QUICK_TEST(flags_of_indirect_draws_are_0_or_1),
   QUICK_TEST(limits_of_indirect_draws_are_exact),
   QUICK_TEST(items_and_chunks_that_there_are_not_are_refused),
   QUICK_TEST(plans_that_are_none_are_refused),
   QUICK_TEST(commands_that_are_none_are_refused),
   NO_MORE_TESTS,
};
