/* SPDX-License-Identifier: MIT */

/*
 * Callers that break the rules of the indirect draw functions: the
 * documented errno, and nothing written.
 */

#include "harness/harness.h"
#include "harness/steps.h"
#include "dral_indirect_draw.h"
#include "harness/subjects.h"

#include <string.h>

#define IN_PLACE DRAL_INDIRECT_DRAW_MODE_IN_PLACE
#define RING DRAL_INDIRECT_DRAW_MODE_RING
#define NONE DRAL_INDIRECT_DRAW_NO_OFFSET

/* What the functions read: of Gfx9, which has all fields. */
static struct {
   struct dral_indirect_draw draws;
   struct dral_indirect_draw_plan plan;
   uint32_t ring_size, chunk, draw_count, draw_base, item;
   uint32_t indexed;
} sound;

static const uint32_t command[5] = { 36, 100, 6, 2, 7 };

DEFINE_CALL(resolve, dral_indirect_draw_resolve(&sound.draws, OUT(0)))

static const char *
explain(void)
{
   return dral_indirect_draw_explain(&sound.draws);
}

DEFINE_CALL(ring_size,
            dral_indirect_draw_ring_size(&sound.draws, OUT(0)))
DEFINE_CALL(ring_capacity,
            dral_indirect_draw_ring_capacity(&sound.draws, sound.ring_size,
                                             OUT(0)))
DEFINE_CALLS(ring_calls, resolve(), ring_size())
DEFINE_CALLS(draws_calls, ring_calls(), ring_capacity())
DEFINE_CALL(chunk,
            dral_indirect_draw_plan_chunk(&sound.plan, sound.chunk,
                                          OUT(0)))
DEFINE_CALL(iterations,
            dral_indirect_draw_plan_iterations(&sound.plan, sound.draw_count,
                                               OUT(0)))
DEFINE_CALL(item,
            dral_indirect_draw_plan_item(&sound.plan, sound.draw_count,
                                         sound.draw_base, sound.item,
                                         OUT(0)))
DEFINE_CALLS(in_place_calls, chunk(), item())
DEFINE_CALLS(ring_plan_calls, iterations(), item())
DEFINE_CALL(decode,
            dral_indirect_draw_decode(sound.indexed, command, 5, 1, 0,
                                      OUT(0)))

static void
make_plan(struct context *context, uint32_t ring_threshold)
{
   memset(&sound, 0, sizeof sound);
   sound.draws.version = 90;
   sound.draws.uses_first_vertex = 1;
   sound.draws.uses_draw_id = 1;
   sound.draws.max_draw_count = 50;
   sound.draws.generate_threshold = 4;
   sound.draws.ring_threshold = ring_threshold;
   sound.draws.ring_capacity = 8192;
   CHECK_EQUAL(context,
               dral_indirect_draw_resolve(&sound.draws, &sound.plan), 0,
               "plan");
   sound.ring_size = 131072;
   sound.draw_count = 50;
   sound.indexed = 1;
}

/* From draws that run in place, and from those of a ring. */
static void
make_sound(struct context *context)
{
   make_plan(context, 100);
   CHECK_EQUAL(context, sound.plan.mode, IN_PLACE, "mode");
}

static void
make_ring(struct context *context)
{
   make_plan(context, 50);
   CHECK_EQUAL(context, sound.plan.mode, RING, "mode");
}

#define DRAWS(field, value, error, words) \
   EXPLAINED_STEP(draws_calls, sound.draws.field, value, error, explain, \
                  words)
#define FLAG(field) UNKNOWN_STEPS(draws_calls, sound.draws.field, -EINVAL)

STEPS_TEST(
   unknown_hardware_is_refused,
   DRAWS(version, 0, -EINVAL, "unknown hardware"),
   DRAWS(version, 7, -EINVAL, "unknown hardware"),
   DRAWS(version, 9, -EINVAL, "unknown hardware"),
   DRAWS(version, 75, -EINVAL, "unknown hardware"),
   DRAWS(version, 89, -EINVAL, "unknown hardware"),
   DRAWS(version, 100, -EINVAL, "unknown hardware"),
   DRAWS(version, 109, -EINVAL, "unknown hardware"),
   /* Gfx8 has iris and not ANV. */
   DRAWS(version, 80, -EINVAL, NULL),
   DRAWS(driver, 2, -EINVAL, "unknown driver"),
   FLAG(driver),
   DRAWS(driver, DRAL_INDIRECT_DRAW_DRIVER_IRIS, 0, NULL),
   DRAWS(version, 80, 0, NULL))

STEPS_TEST(
   flags_of_indirect_draws_are_0_or_1,
   FLAG(indexed),
   FLAG(uses_first_vertex),
   FLAG(predicated),
   FLAG(uses_base_instance),
   FLAG(tiled),
   FLAG(uses_draw_id),
   FLAG(has_count_buffer),
   FLAG(tessellation_workaround),
   FLAG(is_protected),
   FLAG(execute_indirect),
   UNKNOWN_STEPS(decode, sound.indexed, -EINVAL))

#define LIMIT(field, value, error, words) \
   EXPLAINED_STEP(resolve, sound.draws.field, value, error, explain, words)

STEPS_TEST(
   limits_of_indirect_draws_are_exact,
   LIMIT(mocs, 256, -ERANGE, NULL),
   LIMIT(mocs, UINT32_MAX, -ERANGE, NULL),
   LIMIT(mocs, 255, 0, NULL),
   /* 64 bytes each: 262,144 fit 16 MiB. */
   LIMIT(ring_threshold, UINT32_MAX, 0, NULL),
   LIMIT(max_draw_count, 262145, -ERANGE, "16 MiB"),
   LIMIT(max_draw_count, UINT32_MAX - 1, -ERANGE, "16 MiB"),
   LIMIT(max_draw_count, 262144, 0, NULL),
   /* And 40 bytes. */
   LIMIT(version, 125, 0, NULL),
   LIMIT(max_draw_count, 419431, -ERANGE, "16 MiB"),
   LIMIT(max_draw_count, 0, 0, NULL),
   LIMIT(generate_threshold, 0, 0, NULL),
   LIMIT(ring_threshold, 0, -EINVAL, "no draws"),
   LIMIT(ring_threshold, 1, 0, NULL))

static void
limits_of_rings_are_exact(struct context *context)
{
   /* 64 bytes and an id each, 12 for the jump. */
   const uint32_t most = (UINT32_MAX - 4095 - 12) / 68;
   const struct step steps[] = {
      LIMIT(ring_capacity, 0, -EINVAL, NULL),
      LIMIT(ring_capacity, 1, 0, NULL),
      STEP(ring_calls, sound.draws.ring_capacity, most, 0),
      STEP(ring_calls, sound.draws.ring_capacity, most + 1, -ERANGE),
   };

   make_ring(context);
   CHECK_STEPS(context, steps);
}

/* Nor a plan that the library never wrote: no wrap, no division by 0. */
STEPS_TEST(
   chunks_that_there_are_not_are_refused,
   STEP(chunk, sound.chunk, 1, -EINVAL),
   STEP(chunk, sound.chunk, 64, -EINVAL),
   STEP(chunk, sound.chunk, UINT32_MAX, -EINVAL),
   STEP(chunk, sound.plan.mode, RING, -EINVAL),
   STEP(in_place_calls, sound.plan.mode, 0, -EINVAL),
   STEP(in_place_calls, sound.plan.mode, 1, -EINVAL),
   STEP(in_place_calls, sound.plan.mode, 4, -EINVAL),
   STEP(in_place_calls, sound.plan.mode, 6, -EINVAL),
   STEP(in_place_calls, sound.plan.mode, UINT32_MAX, -EINVAL),
   STEP(item, sound.item, 8192 * 8192, -EINVAL),
   STEP(item, sound.item, 2, 0),
   STEP(item, sound.draw_base, UINT32_MAX, -ERANGE),
   STEP(in_place_calls, sound.plan.command_words, UINT32_MAX, -ERANGE),
   STEP(chunk, sound.plan.max_draw_count, UINT32_MAX, -ERANGE),
   /* The last chunk there can be, of commands without words. */
   STEP(chunk, sound.plan.command_words, 0, 0),
   STEP(chunk, sound.plan.max_draw_count, UINT32_MAX, 0),
   STEP(chunk, sound.plan.draw_id_stride, 1, 0),
   STEP(chunk, sound.chunk, 63, 0),
   STEP(chunk, sound.plan.draw_id_stride, 4, -ERANGE),
   STEP(chunk, sound.plan.draw_id_offset, NONE - 1, -ERANGE))

static void
items_that_there_are_not_are_refused(struct context *context)
{
   static const struct step steps[] = {
      STEP(item, sound.item, 50, -EINVAL),
      STEP(item, sound.item, UINT32_MAX, -EINVAL),
      STEP(iterations, sound.plan.mode, IN_PLACE, -EINVAL),
      STEP(ring_plan_calls, sound.plan.mode, 0, -EINVAL),
      STEP(ring_plan_calls, sound.plan.mode, 1, -EINVAL),
      STEP(ring_plan_calls, sound.plan.mode, 4, -EINVAL),
      STEP(ring_plan_calls, sound.plan.mode, 6, -EINVAL),
      STEP(ring_plan_calls, sound.plan.mode, UINT32_MAX, -EINVAL),
      STEP(ring_plan_calls, sound.plan.ring_count, 0, -EINVAL),
      STEP(item, sound.item, 2, 0),
      STEP(item, sound.draw_base, UINT32_MAX, -ERANGE),
      STEP(item, sound.plan.command_words, UINT32_MAX, -ERANGE),
      STEP(item, sound.plan.draw_id_offset, NONE - 1, -ERANGE),
      STEP(item, sound.plan.ring_count, UINT32_MAX, 0),
      STEP(item, sound.item, UINT32_MAX - 1, -ERANGE),
      STEP(iterations, sound.draw_count, UINT32_MAX, 0),
   };

   make_ring(context);
   CHECK_STEPS(context, steps);
}

const struct test indirect_draw_errors_tests[] = {
   QUICK_TEST(unknown_hardware_is_refused),
   QUICK_TEST(flags_of_indirect_draws_are_0_or_1),
   QUICK_TEST(limits_of_indirect_draws_are_exact),
   QUICK_TEST(limits_of_rings_are_exact),
   QUICK_TEST(chunks_that_there_are_not_are_refused),
   QUICK_TEST(items_that_there_are_not_are_refused),
   NO_MORE_TESTS,
};
