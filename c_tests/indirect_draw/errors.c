/* SPDX-License-Identifier: MIT */

/*
 * Callers that break the rules of the indirect draw functions: the
 * documented errno, and nothing written.
 */

#include "harness/canary.h"
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
   uint32_t indexed, command[5], multiplier;
   const uint32_t *command_at;
   size_t word_count;
} sound;

/* What they write. */
static struct {
   struct dral_indirect_draw_plan plan;
   struct dral_indirect_draw_chunk chunk;
   struct dral_indirect_draw_item item;
   struct dral_indirect_draw_parameters parameters;
   uint32_t number;
} out;

static int
resolve(void)
{
   return dral_indirect_draw_resolve(&sound.draws, &out.plan);
}

static const char *
explain(void)
{
   return dral_indirect_draw_explain(&sound.draws);
}

static int
ring_size(void)
{
   return dral_indirect_draw_ring_size(&sound.draws, &out.number);
}

static int
ring_capacity(void)
{
   return dral_indirect_draw_ring_capacity(&sound.draws, sound.ring_size,
                                           &out.number);
}

static int
ring_calls(void)
{
   const int errors[] = { resolve(), ring_size() };

   return same_error(errors, LENGTH(errors));
}

static int
draws_calls(void)
{
   const int errors[] = { ring_calls(), ring_capacity() };

   return same_error(errors, LENGTH(errors));
}

static int
chunk(void)
{
   return dral_indirect_draw_plan_chunk(&sound.plan, sound.chunk, &out.chunk);
}

static int
iterations(void)
{
   return dral_indirect_draw_plan_iterations(&sound.plan, sound.draw_count,
                                             &out.number);
}

static int
item(void)
{
   return dral_indirect_draw_plan_item(&sound.plan, sound.draw_count,
                                       sound.draw_base, sound.item,
                                       &out.item);
}

static int
in_place_calls(void)
{
   const int errors[] = { chunk(), item() };

   return same_error(errors, LENGTH(errors));
}

static int
ring_plan_calls(void)
{
   const int errors[] = { iterations(), item() };

   return same_error(errors, LENGTH(errors));
}

static int
decode(void)
{
   return dral_indirect_draw_decode(sound.indexed, sound.command_at,
                                    sound.word_count, sound.multiplier, 0,
                                    &out.parameters);
}

static void
make_sound(struct context *context, uint32_t ring_threshold)
{
   static const uint32_t command[5] = { 36, 100, 6, 2, 7 };

   memset(&sound, 0, sizeof sound);
   sound.draws.version = 90;
   sound.draws.uses_first_vertex = 1;
   sound.draws.uses_draw_id = 1;
   sound.draws.max_draw_count = 50;
   sound.draws.generate_threshold = 4;
   sound.draws.ring_threshold = ring_threshold;
   sound.draws.ring_capacity = 8192;
   CHECK_EQUAL(context, resolve(), 0, "plan");
   sound.plan = out.plan;
   sound.ring_size = 131072;
   sound.draw_count = 50;
   memcpy(sound.command, command, sizeof command);
   sound.command_at = sound.command;
   sound.indexed = 1;
   sound.word_count = 5;
   sound.multiplier = 1;
}

static void
make_in_place(struct context *context)
{
   make_sound(context, 100);
   CHECK_EQUAL(context, sound.plan.mode, IN_PLACE, "mode");
}

static void
make_ring(struct context *context)
{
   make_sound(context, 50);
   CHECK_EQUAL(context, sound.plan.mode, RING, "mode");
}

static void
unknown_hardware_is_refused(struct context *context)
{
#define VERSION(value, error) \
   EXPLAINED_STEP(draws_calls, sound.draws.version, value, error, \
                  (error) == 0 ? NULL : "unknown hardware")
   static const struct step steps[] = {
      VERSION(0, -EINVAL),
      VERSION(7, -EINVAL),
      VERSION(9, -EINVAL),
      VERSION(75, -EINVAL),
      VERSION(89, -EINVAL),
      VERSION(100, -EINVAL),
      VERSION(109, -EINVAL),
      /* Gfx8 has iris and not ANV. */
      VERSION(80, -EINVAL),
      UNKNOWN_STEPS(draws_calls, sound.draws.driver, -EINVAL),
      EXPLAINED_STEP(draws_calls, sound.draws.driver, 2, -EINVAL,
                     "unknown driver"),
      STEP(draws_calls, sound.draws.driver,
           DRAL_INDIRECT_DRAW_DRIVER_IRIS, 0),
      VERSION(80, 0),
   };
#undef VERSION

   make_in_place(context);
   CHECK_EXPLAINED_STEPS(context, explain, steps);
}

static void
flags_of_indirect_draws_are_0_or_1(struct context *context)
{
#define FLAG(field) UNKNOWN_STEPS(draws_calls, sound.draws.field, -EINVAL)
   static const struct step steps[] = {
      FLAG(indexed),          FLAG(uses_first_vertex),
      FLAG(predicated),       FLAG(uses_base_instance),
      FLAG(tiled),            FLAG(uses_draw_id),
      FLAG(has_count_buffer), FLAG(tessellation_workaround),
      FLAG(is_protected),     FLAG(execute_indirect),
      UNKNOWN_STEPS(decode, sound.indexed, -EINVAL),
   };
#undef FLAG

   make_in_place(context);
   CHECK_STEPS(context, steps);
}

static void
limits_of_indirect_draws_are_exact(struct context *context)
{
#define LIMIT(field, value, error, words) \
   EXPLAINED_STEP(resolve, sound.draws.field, value, error, words)
   static const struct step in_place[] = {
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
      LIMIT(ring_threshold, 1, 0, NULL),
   };
   /* 64 bytes and an id each, 12 for the jump. */
   static const struct step ring[] = {
      LIMIT(ring_capacity, 0, -EINVAL, NULL),
      LIMIT(ring_capacity, 1, 0, NULL),
      STEP(ring_calls, sound.draws.ring_capacity,
           (UINT32_MAX - 4095 - 12) / 68, 0),
      STEP(ring_calls, sound.draws.ring_capacity,
           (UINT32_MAX - 4095 - 12) / 68 + 1, -ERANGE),
   };
#undef LIMIT
   static const struct {
      uint32_t size, capacity;
   } sizes[] = { { 0, 0 }, { 12 + 67, 0 }, { 12 + 68, 1 } };
   size_t i;

   make_in_place(context);
   CHECK_EXPLAINED_STEPS(context, explain, in_place);
   make_ring(context);
   CHECK_STEPS(context, ring);
   make_ring(context);
   for (i = 0; i < LENGTH(sizes); i++) {
      sound.ring_size = sizes[i].size;
      CHECK_EQUAL(context, ring_capacity(), 0, "%" PRIu32, sizes[i].size);
      CHECK_EQUAL(context, out.number, sizes[i].capacity, "%" PRIu32,
                  sizes[i].size);
   }
}

static void
items_and_chunks_that_there_are_not_are_refused(struct context *context)
{
   static const struct step in_place[] = {
      STEP(chunk, sound.chunk, 1, -EINVAL),
      STEP(chunk, sound.chunk, 64, -EINVAL),
      STEP(chunk, sound.chunk, UINT32_MAX, -EINVAL),
      STEP(item, sound.item, 8192 * 8192, -EINVAL),
      STEP(chunk, sound.plan.mode, RING, -EINVAL),
      STEP(item, sound.item, 1, 0),
      STEP(item, sound.draw_base, UINT32_MAX, -ERANGE),
   };
   static const struct step ring[] = {
      STEP(item, sound.item, 50, -EINVAL),
      STEP(item, sound.item, UINT32_MAX, -EINVAL),
      STEP(iterations, sound.plan.mode, IN_PLACE, -EINVAL),
      STEP(item, sound.item, 1, 0),
      STEP(item, sound.draw_base, UINT32_MAX, -ERANGE),
   };
   uint32_t i;

   make_in_place(context);
   CHECK_STEPS(context, in_place);
   make_ring(context);
   CHECK_STEPS(context, ring);
   for (i = 0; i < 7; i++) {
      const uint32_t mode = i == 6 ? UINT32_MAX : i;
      const struct step of_in_place[] = {
         STEP(in_place_calls, sound.plan.mode, mode, -EINVAL),
      };
      const struct step of_ring[] = {
         STEP(ring_plan_calls, sound.plan.mode, mode, -EINVAL),
      };

      if (mode == IN_PLACE || mode == RING)
         continue;
      make_in_place(context);
      CHECK_STEPS(context, of_in_place);
      make_ring(context);
      CHECK_STEPS(context, of_ring);
   }
}

/* Plans that the library never wrote: no wrap, no division by 0. */
static void
plans_that_cannot_be_are_refused(struct context *context)
{
   static const struct step ring[] = {
      STEP(ring_plan_calls, sound.plan.ring_count, 0, -EINVAL),
      STEP(item, sound.item, 2, 0),
      STEP(item, sound.plan.command_words, UINT32_MAX, -ERANGE),
      STEP(item, sound.plan.draw_id_offset, NONE - 1, -ERANGE),
   };
   static const struct step in_place[] = {
      STEP(chunk, sound.plan.command_words, UINT32_MAX, -ERANGE),
      STEP(chunk, sound.plan.max_draw_count, UINT32_MAX, -ERANGE),
      STEP(item, sound.item, 2, 0),
      STEP(item, sound.plan.command_words, UINT32_MAX, -ERANGE),
   };

   make_ring(context);
   CHECK_STEPS(context, ring);
   sound.plan.ring_count = UINT32_MAX;
   sound.draw_count = 0;
   sound.item = UINT32_MAX - 1;
   CHECK_EQUAL(context, item(), -ERANGE, "an item far behind");
   make_in_place(context);
   CHECK_STEPS(context, in_place);
   sound.plan.max_draw_count = UINT32_MAX;
   sound.plan.command_words = 0;
   sound.plan.draw_id_offset = NONE - 1;
   sound.chunk = 63;
   CHECK_EQUAL(context, chunk(), -ERANGE, "an id far behind");
   memset(&sound.plan, 0xFF, sizeof sound.plan);
   CHECK_EQUAL(context, chunk(), -EINVAL, "no mode");
   CHECK_EQUAL(context, ring_plan_calls(), -EINVAL, "no mode");
   sound.plan.mode = RING;
   sound.draw_count = UINT32_MAX;
   CHECK_EQUAL(context, iterations(), 0, "one filling");
   CHECK_EQUAL(context, out.number, 1, "one filling");
}

static void
commands_that_cannot_be_are_refused(struct context *context)
{
   static const struct step steps[] = {
      STEP(decode, sound.word_count, 4, -EINVAL),
      STEP(decode, sound.word_count, 0, -EINVAL),
      STEP(decode, sound.command_at, 0, -EINVAL),
      STEP(decode, sound.multiplier, 0, -EINVAL),
      STEP(decode, sound.indexed, 0, 0),
      STEP(decode, sound.word_count, 4, 0),
      STEP(decode, sound.word_count, 3, -EINVAL),
      STEP(decode, sound.command[1], 0x80000000, 0),
      STEP(decode, sound.multiplier, 2, -ERANGE),
   };

   make_in_place(context);
   CHECK_STEPS(context, steps);
}

const struct test indirect_draw_errors_tests[] = {
   QUICK_TEST(unknown_hardware_is_refused),
   QUICK_TEST(flags_of_indirect_draws_are_0_or_1),
   QUICK_TEST(limits_of_indirect_draws_are_exact),
   QUICK_TEST(items_and_chunks_that_there_are_not_are_refused),
   QUICK_TEST(plans_that_cannot_be_are_refused),
   QUICK_TEST(commands_that_cannot_be_are_refused),
   NO_MORE_TESTS,
};
