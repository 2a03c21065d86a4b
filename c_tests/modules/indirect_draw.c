/* SPDX-License-Identifier: MIT */

/*
 * Random plans are compared with the reference, and run on a simulated GPU:
 * its command streamer executes what the items wrote.  It must run every draw
 * once, in order, and then reach the end.
 */

#include "dral_indirect_draw.h"
#include "harness/generator.h"
#include "harness/same.h"
#include "reference/indirect_draw.h"
#include "harness/subjects.h"
#include "harness/tally.h"

#include <string.h>

#define PLANS random_cases(200000)
#define FLOWS random_cases(100000)

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

/* A random number of draws, often near a limit. */
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
   struct dral_indirect_draw_plan plan;

   draws.driver = any_flag(generator);
   draws.version = any_version(generator);
   draws.indexed = any_flag(generator);
   draws.uses_first_vertex = any_flag(generator);
   draws.uses_base_instance = any_flag(generator);
   draws.uses_draw_id = any_flag(generator);
   draws.predicated = any_flag(generator);
   draws.tiled = any_flag(generator);
   draws.has_count_buffer = any_flag(generator);
   draws.mocs = number_below(generator, 256);
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
   /* The only error, because which of several is returned is unspecified. */
   if (one_in(generator, 20) && ref_indirect_plan(&draws, &plan) == 0)
      draws.mocs += number_below(generator, 50);
   return draws;
}

static void
indirect_plans_equal_reference(struct context *context)
{
   struct generator generator = generator_for(context);
   struct tally tally = { 0 };
   uint32_t modes[4] = { 0 };
   uint32_t i;

   for (i = 0; i < PLANS; i++) {
      const struct dral_indirect_draw draws = any_draws(&generator);
      struct dral_indirect_draw_plan plan;
      int error;

      CHECK_SAME_CALLS(context, error, struct dral_indirect_draw_plan, out,
                       dral_indirect_draw_resolve(&draws, out),
                       ref_indirect_plan(&draws, out), "plan %" PRIu32
                       " of %" PRIu32 " draws on %" PRIu32,
                       i, draws.max_draw_count, draws.version);
      tally_error(&tally, error);
      if (error == 0 && ref_indirect_plan(&draws, &plan) == 0)
         modes[plan.mode]++;
   }
   CHECK_TALLY(context, &tally, PLANS / 2000, DRAL_ERROR_UNKNOWN_FLAG,
               DRAL_INDIRECT_DRAW_ERROR_UNKNOWN_DRIVER,
               DRAL_INDIRECT_DRAW_ERROR_UNKNOWN_HARDWARE,
               DRAL_INDIRECT_DRAW_ERROR_EMPTY_RING,
               DRAL_INDIRECT_DRAW_ERROR_MOCS_RANGE,
               DRAL_INDIRECT_DRAW_ERROR_BATCH_RANGE,
               DRAL_INDIRECT_DRAW_ERROR_OFFSET_RANGE);
   for (i = 0; i < 4; i++)
      CHECK_MET(context, modes[i], PLANS / 200);
}

/* The largest chunk here; no ring is larger. */
#define MOST_DRAWS 40000

/* What is in a slot: nothing, a jump, or DRAW + the id of a draw. */
enum {
   EMPTY,
   TO_GENERATE = DRAL_INDIRECT_DRAW_JUMP_GENERATE,
   TO_END = DRAL_INDIRECT_DRAW_JUMP_END,
   DRAW
};

struct flow {
   struct context *context;
   struct generator *generator;
   struct dral_indirect_draw draws;
   struct dral_indirect_draw_plan plan;
   uint32_t draw_count;
   /* The number of slots; a slot for a jump follows the draws' slots. */
   uint32_t slot_count;
   uint32_t slots[MOST_DRAWS + 1];
   /* The draw ids that vertex buffers contain. */
   uint32_t draw_ids[MOST_DRAWS];
   /* The dispatch that wrote each slot, and the current one. */
   uint32_t stamps[MOST_DRAWS + 1];
   uint32_t stamp;
   /* The number of draws that ran. */
   uint32_t next_draw;
   int sound;
};

/* Ends the flow with a failed check if the condition does not hold. */
#define REQUIRE(flow, condition)                                            \
   do {                                                                     \
      CHECK((flow)->context, condition,                                     \
            "version %" PRIu32 ", mode %" PRIu32 ", %" PRIu32               \
            " words, count %" PRIu32 ", max %" PRIu32,                      \
            (flow)->draws.version, (flow)->plan.mode,                       \
            (flow)->plan.command_words, (flow)->draw_count,                 \
            (flow)->draws.max_draw_count);                                  \
      if (!(condition)) {                                                   \
         (flow)->sound = 0;                                                 \
         return;                                                            \
      }                                                                     \
   } while (0)

/* Writes a slot, each at most once in a dispatch, so that the order of its
 * items does not matter. */
static void
store(struct flow *flow, uint32_t offset, uint32_t content)
{
   const uint32_t size = 4 * flow->plan.command_words;
   const uint32_t slot = offset / size;

   REQUIRE(flow, offset % size == 0 && slot < flow->slot_count);
   REQUIRE(flow, flow->stamps[slot] != flow->stamp);
   flow->stamps[slot] = flow->stamp;
   flow->slots[slot] = content;
}

/* The index of a draw's id in the vertex buffer; in a ring, its slot. */
static uint32_t
draw_id_place(const struct flow *flow, uint32_t draw_base, uint32_t id)
{
   return flow->plan.mode == DRAL_INDIRECT_DRAW_MODE_RING ? id - draw_base
                                                          : id;
}

static int
reads_draw_id(const struct flow *flow)
{
   return flow->draws.uses_draw_id && flow->plan.draw_id_stride > 0;
}

static void
run_item(struct flow *flow, uint32_t draw_base, uint32_t item)
{
   const struct dral_indirect_draw_plan *plan = &flow->plan;
   struct dral_indirect_draw_item written;

   REQUIRE(flow, dral_indirect_draw_plan_item(plan, flow->draw_count,
                                              draw_base, item,
                                              &written) == 0);
   if (written.writes_draw) {
      const uint32_t id = written.draw_id;

      REQUIRE(flow, written.source == (uint64_t)id * plan->stride);
      store(flow, written.draw_offset, DRAW + id);
      REQUIRE(flow, (written.draw_id_offset !=
                     DRAL_INDIRECT_DRAW_NO_OFFSET) == reads_draw_id(flow));
      if (reads_draw_id(flow)) {
         const uint32_t place = draw_id_place(flow, draw_base, id);

         REQUIRE(flow, written.draw_id_offset ==
                          plan->draw_id_offset +
                             place * plan->draw_id_stride);
         flow->draw_ids[place] = id;
      }
   }
   if (written.jump != 0)
      store(flow, written.jump_offset, written.jump);
}

/* Runs each item once. */
static void
dispatch(struct flow *flow, uint32_t draw_base, uint32_t item_count)
{
   uint32_t i;

   flow->stamp++;
   for (i = 0; i < item_count && flow->sound; i++)
      run_item(flow, draw_base, i);
}

/* Runs the command streamer.  Returns the jump that it takes, or EMPTY. */
static uint32_t
execute(struct flow *flow, uint32_t draw_base)
{
   uint32_t slot;

   for (slot = 0; slot < flow->slot_count && flow->sound; slot++) {
      const uint32_t id = flow->slots[slot] - DRAW;

      if (flow->slots[slot] == EMPTY)
         continue;
      if (flow->slots[slot] < DRAW)
         return flow->slots[slot];
      /* The vertex shader reads its id. */
      if (id != flow->next_draw ||
          (reads_draw_id(flow) &&
           flow->draw_ids[draw_id_place(flow, draw_base, id)] != id))
         flow->sound = 0;
      flow->next_draw++;
   }
   return EMPTY;
}

static void
flow_in_place(struct flow *flow)
{
   uint32_t i;

   for (i = 0; i < flow->plan.chunk_count && flow->sound; i++) {
      struct dral_indirect_draw_chunk chunk;
      uint32_t exit;

      REQUIRE(flow,
              dral_indirect_draw_plan_chunk(&flow->plan, i, &chunk) == 0);
      REQUIRE(flow, chunk.draw_count <= MOST_DRAWS);
      REQUIRE(flow, chunk.size ==
                       4 * flow->plan.command_words * chunk.draw_count);
      flow->slot_count = chunk.draw_count;
      dispatch(flow, chunk.draw_base, chunk.width * chunk.height);
      exit = execute(flow, chunk.draw_base);
      if (exit == TO_END)
         return;
      REQUIRE(flow, exit == EMPTY);
   }
}

/* The commands are followed by the jump, and that by the draw ids. */
static void
check_ring(struct flow *flow)
{
   const struct dral_indirect_draw_plan *plan = &flow->plan;
   uint32_t end = plan->commands_offset +
                  4 * plan->command_words * plan->ring_count;
   uint32_t largest = 0;

   REQUIRE(flow, plan->end_jump_offset == end);
   end += DRAL_INDIRECT_DRAW_JUMP_SIZE;
   if (plan->draw_id_stride > 0) {
      REQUIRE(flow, plan->draw_id_offset == end);
      end += plan->draw_id_stride * plan->ring_count;
   }
   REQUIRE(flow, end <= plan->ring_size);
   REQUIRE(flow, dral_indirect_draw_ring_size(&flow->draws, &largest) == 0);
   REQUIRE(flow, plan->ring_size <= largest);
}

static void
flow_in_ring(struct flow *flow)
{
   const struct dral_indirect_draw_plan *plan = &flow->plan;
   uint32_t iterations = 0;
   uint32_t filled = 0;
   uint32_t exit = TO_GENERATE;

   check_ring(flow);
   flow->slot_count = plan->ring_count + 1;
   REQUIRE(flow, dral_indirect_draw_plan_iterations(plan, flow->draw_count,
                                                    &iterations) == 0);
   while (exit == TO_GENERATE && flow->sound) {
      const uint32_t draw_base = filled * plan->ring_count;

      REQUIRE(flow, filled < iterations);
      filled++;
      dispatch(flow, draw_base, plan->ring_count);
      exit = execute(flow, draw_base);
   }
   REQUIRE(flow, exit == TO_END);
   REQUIRE(flow, filled == iterations);
}

static uint32_t
maximum(struct generator *generator)
{
   if (one_in(generator, 500))
      return 1 + number_below(generator, MOST_DRAWS);
   if (one_in(generator, 200))
      return 8180 + number_below(generator, 30);
   if (one_in(generator, 4))
      return 1 + number_below(generator, 300);
   return 1 + number_below(generator, 40);
}

/* The draw count: random, but often near a limit. */
static uint32_t
actual_count(struct generator *generator, uint32_t max_draw_count)
{
   switch (number_below(generator, 8)) {
   case 0:
      return 0;
   case 1:
      return max_draw_count;
   case 2:
      return max_draw_count - 1;
   case 3:
      return 1;
   case 4:
      return UINT32_MAX - number_below(generator, 3);
   case 5:
      return 8191 + number_below(generator, 3);
   default:
      return number_below(generator, max_draw_count + 3);
   }
}

static struct dral_indirect_draw
flowing_draws(struct generator *generator, uint32_t mode)
{
   static const uint32_t versions[] = { 90, 110, 120, 125, 200, 80 };
   const int in_ring = mode == DRAL_INDIRECT_DRAW_MODE_RING;
   struct dral_indirect_draw draws = { 0 };

   draws.driver = in_ring ? number_below(generator, 2) : 0;
   draws.version = versions[number_below(generator, 5 + draws.driver)];
   draws.indexed = number_below(generator, 2);
   draws.uses_first_vertex = number_below(generator, 2);
   draws.uses_base_instance = number_below(generator, 2);
   draws.uses_draw_id = number_below(generator, 2);
   draws.has_count_buffer = number_below(generator, 2);
   draws.stride = 4 * number_below(generator, 100);
   draws.max_draw_count = maximum(generator);
   draws.generate_threshold = number_below(generator, draws.max_draw_count);
   draws.ring_threshold = draws.max_draw_count + !in_ring;
   draws.ring_capacity = 8192;
   if (one_in(generator, 2))
      draws.ring_capacity = 1 + number_below(generator, 20);
   return draws;
}

/* Plans draws and runs them. */
static void
run_flow(struct flow *flow, uint32_t mode)
{
   const uint32_t most = flow->draws.max_draw_count;

   flow->draw_count = most;
   if (flow->draws.has_count_buffer)
      flow->draw_count = actual_count(flow->generator, most);
   flow->next_draw = 0;
   REQUIRE(flow, dral_indirect_draw_resolve(&flow->draws, &flow->plan) == 0);
   REQUIRE(flow, flow->plan.mode == mode);
   /* A ring keeps its old content, which must not run. */
   memset(flow->slots, mode == DRAL_INDIRECT_DRAW_MODE_RING ? 0xFF : EMPTY,
          (most + 1) * sizeof flow->slots[0]);
   memset(flow->draw_ids, 0xFF, most * sizeof flow->draw_ids[0]);
   if (mode == DRAL_INDIRECT_DRAW_MODE_RING)
      flow_in_ring(flow);
   else
      flow_in_place(flow);
   REQUIRE(flow, flow->sound);
   REQUIRE(flow, flow->next_draw ==
                    (flow->draw_count < most ? flow->draw_count : most));
}

static void
check_flows(struct context *context, uint32_t mode)
{
   static struct flow flow;
   struct generator generator = generator_for(context);
   uint32_t refilled = 0;
   uint32_t flows;

   memset(&flow, 0, sizeof flow);
   flow.context = context;
   flow.generator = &generator;
   flow.sound = 1;
   for (flows = 0; flows < FLOWS && flow.sound; flows++) {
      flow.draws = flowing_draws(&generator, mode);
      run_flow(&flow, mode);
      refilled += flow.next_draw > flow.plan.ring_count;
   }
   CHECK_EQUAL(context, flows, FLOWS, "all flows");
   CHECK_MET(context, refilled, FLOWS / 1000);
}

static void
every_draw_in_place_runs_once_in_order(struct context *context)
{
   check_flows(context, DRAL_INDIRECT_DRAW_MODE_IN_PLACE);
}

static void
every_draw_in_a_ring_runs_once_in_order(struct context *context)
{
   check_flows(context, DRAL_INDIRECT_DRAW_MODE_RING);
}

/* The functions that the tests above do not call. */
static void
other_functions_of_indirect_draws_are_called(struct context *context)
{
   const uint32_t command[] = { 36, 100, 6, 40, 7 };
   struct dral_indirect_draw draws = { 0 };
   struct dral_indirect_draw_parameters parameters;
   uint32_t capacity;

   draws.version = 120;
   CHECK(context, dral_indirect_draw_explain(&draws)[0] != '\0', "a text");
   CHECK_RESULT(context,
                dral_indirect_draw_ring_capacity(&draws, 131072, &capacity),
                capacity, 3276);
   CHECK_RESULT(context,
                dral_indirect_draw_decode(1, command, 5, 3, 9, &parameters),
                parameters.instance_count, 300);
}

const struct test indirect_draw_tests[] = {
   QUICK_TEST(indirect_plans_equal_reference),
   QUICK_TEST(every_draw_in_place_runs_once_in_order),
   QUICK_TEST(every_draw_in_a_ring_runs_once_in_order),
   QUICK_TEST(other_functions_of_indirect_draws_are_called),
   NO_MORE_TESTS,
};
