/* SPDX-License-Identifier: MIT */

/*
 * Known answers: what the shader of a real driver wrote, and the buffers,
 * words and parameters of draws.
 */

#include "dral_indirect_draw.h"
#include "harness/known.h"
#include "harness/subjects.h"

#include <errno.h>

#define NONE DRAL_INDIRECT_DRAW_NO_OFFSET

/* The plan of draws whose fields come first in the row. */
#define DRAW_FIELDS 18

static int
resolve(const struct words *given, struct dral_indirect_draw_plan *plan)
{
   return dral_indirect_draw_resolve(given_from(given, 0), plan);
}

/* Valid until the next call; NULL, which every function refuses, if the draw
 * has no plan. */
static const struct dral_indirect_draw_plan *
given_plan(const struct words *given)
{
   static struct dral_indirect_draw_plan plan;

   return resolve(given, &plan) == 0 ? &plan : NULL;
}

#define FURTHER(place) GIVEN(DRAW_FIELDS + (place))

DEFINE_ANSWER(plan, uint32_t, sizeof(struct dral_indirect_draw_plan) / 4,
              resolve(given, out))

/* Given draw count, base and item: offset, id, offset of the id and source of
 * its draw, target and offset of its jump. */
static int
known_item(const struct words *given, struct words *answer)
{
   struct dral_indirect_draw_item item = { 0 };
   const int error =
      dral_indirect_draw_plan_item(given_plan(given), FURTHER(0), FURTHER(1),
                                   FURTHER(2), &item);

   if (error != 0)
      return error;
   if (item.writes_draw != (item.draw_offset != NONE))
      return -EINVAL;
   add_word(answer, item.draw_offset);
   add_word(answer, item.draw_id);
   add_word(answer, item.draw_id_offset);
   add_word(answer, item.source);
   add_word(answer, item.jump);
   add_word(answer, item.jump_offset);
   return 0;
}

DEFINE_ANSWER(chunk, uint32_t,
              sizeof(struct dral_indirect_draw_chunk) / 4,
              dral_indirect_draw_plan_chunk(given_plan(given), FURTHER(0),
                                            out))

/* How often a ring is filled for this many draws. */
DEFINE_ANSWER(iterations, uint32_t, 1,
              dral_indirect_draw_plan_iterations(given_plan(given),
                                                 FURTHER(0), out))

/* The size of the ring, and what a ring of this many bytes holds. */
static int
ring(const struct words *given, uint32_t *size, uint32_t *capacity)
{
   const struct dral_indirect_draw *draws = given_from(given, 0);
   const int error = dral_indirect_draw_ring_size(draws, size);

   return error != 0 ? error
                     : dral_indirect_draw_ring_capacity(draws, FURTHER(0),
                                                        capacity);
}

DEFINE_ANSWER(ring, uint32_t, 2, ring(given, out, (uint32_t *)out + 1))

/* Given 1 if indexed, the multiplier, the draw id and the words. */
DEFINE_ANSWER(parameters, uint32_t,
              sizeof(struct dral_indirect_draw_parameters) / 4,
              dral_indirect_draw_decode(GIVEN(0), given_from(given, 3),
                                        given->count - 3, GIVEN(1), GIVEN(2),
                                        out))

KNOWN_TEST(
   indirect_draws_are_the_known_answers, "indirect_draw_known.csv",
   { "plan", DRAW_FIELDS, answer_plan },
   { "item", DRAW_FIELDS + 3, known_item },
   { "chunk", DRAW_FIELDS + 1, answer_chunk },
   { "iterations", DRAW_FIELDS + 1, answer_iterations },
   { "ring", DRAW_FIELDS + 1, answer_ring },
   { "parameters", 0, answer_parameters })

const struct test indirect_draw_answers_tests[] = {
   QUICK_TEST(indirect_draws_are_the_known_answers),
   NO_MORE_TESTS,
};
