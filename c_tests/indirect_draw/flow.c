/* SPDX-License-Identifier: MIT */

/*
 * The control flow of generated draws: memory in which the shader of every
 * item writes, in any order, and a command streamer that executes it. Every
 * draw must run once, in order, and then the end be reached.
 */

#include "dral_indirect_draw.h"
#include "harness/generator.h"
#include "harness/tally.h"
#include "indirect_draw/flow.h"

#include <stdlib.h>
#include <string.h>

#define FLOWS 100000

/* Of a jump, in words. */
#define JUMP_WORDS 3

/* The largest chunk here; no ring is larger. */
#define MOST_DRAWS 40000

/* What a word of memory is: the upper four bits; below them a draw id. */
enum kind {
   EMPTY,       /* MI_NOOP: the streamer goes on */
   FOREIGN,     /* nobody knows what it does */
   DRAW,        /* the first word of a draw */
   TO_GENERATE, /* the first word of a jump */
   TO_END,
   OPERAND, /* further words of a draw or a jump */
   DRAW_ID  /* a word that a vertex buffer reads */
};

#define KIND_SHIFT 28
#define WORD(kind, value) ((uint32_t)(kind) << KIND_SHIFT | (value))
#define KIND_OF(word) ((word) >> KIND_SHIFT)
#define VALUE_OF(word) ((word) & (((uint32_t)1 << KIND_SHIFT) - 1))

struct memory {
   uint32_t *words;
   /* The dispatch that wrote each word. */
   uint32_t *stamps;
   uint32_t capacity;
   /* Words that there are. */
   uint32_t length;
   uint32_t stamp;
};

struct flow {
   struct context *context;
   struct generator *generator;
   struct dral_indirect_draw draws;
   struct dral_indirect_draw_plan plan;
   uint32_t draw_count;
   /* Commands; in place without the draw ids, which lie elsewhere. */
   struct memory commands;
   struct memory draw_ids;
   /* Draws that ran. */
   uint32_t next_draw;
   int sound;
};

/* Draws to be blamed. */
#define FLOW_FORMAT                                                          \
   "version %" PRIu32 ", mode %" PRIu32 ", %" PRIu32                         \
   " words, count %" PRIu32 ", max %" PRIu32
#define FLOW_VALUES(flow)                                                   \
   (flow)->draws.version, (flow)->plan.mode, (flow)->plan.command_words,    \
      (flow)->draw_count, (flow)->draws.max_draw_count

/* Remembers that a flow went wrong, and why. */
#define REQUIRE(flow, condition)                                            \
   do {                                                                     \
      CHECK((flow)->context, condition, FLOW_FORMAT, FLOW_VALUES(flow));    \
      if (!(condition)) {                                                   \
         (flow)->sound = 0;                                                 \
         return;                                                            \
      }                                                                     \
   } while (0)

static struct memory
new_memory(uint32_t capacity)
{
   struct memory memory = { 0 };

   memory.words = (uint32_t *)calloc(capacity, sizeof *memory.words);
   memory.stamps = (uint32_t *)calloc(capacity, sizeof *memory.stamps);
   memory.capacity = capacity;
   if (memory.words == NULL || memory.stamps == NULL)
      abort();
   return memory;
}

static void
free_memory(struct memory *memory)
{
   free(memory->words);
   free(memory->stamps);
}

/* This many bytes of memory, all of one kind. */
static void
reset_memory(struct flow *flow, struct memory *memory, uint32_t size,
             enum kind kind)
{
   uint32_t i;

   REQUIRE(flow, size / 4 <= memory->capacity);
   memory->length = size / 4;
   for (i = 0; i < memory->length; i++)
      memory->words[i] = WORD(kind, 0);
}

/* Writes words in memory: each at most once in a dispatch, whose items run
 * in no order. */
static void
store(struct flow *flow, struct memory *memory, uint32_t offset,
      uint32_t first, uint32_t count)
{
   const uint32_t begin = offset / 4;
   uint32_t i;

   REQUIRE(flow, offset % 4 == 0);
   REQUIRE(flow, begin < memory->length && count <= memory->length - begin);
   for (i = begin; i < begin + count; i++) {
      REQUIRE(flow, memory->stamps[i] != memory->stamp);
      memory->stamps[i] = memory->stamp;
      memory->words[i] = i == begin ? first : WORD(OPERAND, 0);
   }
}

/* Words of a draw id in memory; 0 if the draw command has it. */
static uint32_t
draw_id_words(const struct flow *flow)
{
   if (flow->draws.driver == DRAL_INDIRECT_DRAW_DRIVER_IRIS)
      return 2;
   return flow->draws.version < 100 ? 1 : 0;
}

static void
run_item(struct flow *flow, uint32_t draw_base, uint32_t item)
{
   struct dral_indirect_draw_item written;
   struct memory *ids = flow->plan.mode == DRAL_INDIRECT_DRAW_MODE_RING
                           ? &flow->commands
                           : &flow->draw_ids;
   const uint32_t begin = flow->plan.mode == DRAL_INDIRECT_DRAW_MODE_RING
                             ? flow->plan.commands_offset
                             : 0;
   const int reads_id = flow->draws.uses_draw_id && draw_id_words(flow) > 0;

   REQUIRE(flow, dral_indirect_draw_plan_item(&flow->plan, flow->draw_count,
                                              draw_base, item,
                                              &written) == 0);
   if (written.writes_draw) {
      REQUIRE(flow, written.source ==
                       (uint64_t)written.draw_id * flow->plan.stride);
      store(flow, &flow->commands, begin + written.draw_offset,
            WORD(DRAW, written.draw_id), flow->plan.command_words);
      REQUIRE(flow, (written.draw_id_offset !=
                     DRAL_INDIRECT_DRAW_NO_OFFSET) == reads_id);
      if (reads_id)
         store(flow, ids, written.draw_id_offset,
               WORD(DRAW_ID, written.draw_id), draw_id_words(flow));
   }
   if (written.jump == DRAL_INDIRECT_DRAW_JUMP_GENERATE)
      store(flow, &flow->commands, begin + written.jump_offset,
            WORD(TO_GENERATE, 0), JUMP_WORDS);
   if (written.jump == DRAL_INDIRECT_DRAW_JUMP_END)
      store(flow, &flow->commands, begin + written.jump_offset,
            WORD(TO_END, 0), JUMP_WORDS);
}

static uint32_t
greatest_common_divisor(uint32_t a, uint32_t b)
{
   return b == 0 ? a : greatest_common_divisor(b, a % b);
}

/* Runs each item once, in an order of which nobody knows anything. */
static void
dispatch(struct flow *flow, uint32_t draw_base, uint32_t item_count)
{
   const uint32_t begin = number_below(flow->generator, item_count);
   uint32_t step = 1 + number_below(flow->generator, item_count);
   uint32_t i;

   while (greatest_common_divisor(step, item_count) != 1)
      step++;
   flow->commands.stamp++;
   flow->draw_ids.stamp++;
   for (i = 0; i < item_count && flow->sound; i++)
      run_item(flow, draw_base,
               (uint32_t)((begin + (uint64_t)i * step) % item_count));
}

/* The vertex shader of a draw reads its id. */
static void
check_draw_id(struct flow *flow, uint32_t draw_base)
{
   const struct dral_indirect_draw_plan *plan = &flow->plan;
   const uint32_t id = flow->next_draw;
   uint32_t found;

   if (!flow->draws.uses_draw_id || draw_id_words(flow) == 0)
      return;
   if (plan->mode == DRAL_INDIRECT_DRAW_MODE_RING)
      found = flow->commands.words[plan->draw_id_offset / 4 +
                                   draw_id_words(flow) * (id - draw_base)];
   else
      found = flow->draw_ids.words[plan->draw_id_offset / 4 + id];
   REQUIRE(flow, found == WORD(DRAW_ID, id));
}

/* The command streamer: the jump at which it leaves, or EMPTY at the end of
 * memory. */
static void
execute(struct flow *flow, uint32_t draw_base, uint32_t begin, uint32_t end,
        enum kind *exit)
{
   uint32_t place = begin / 4;

   *exit = EMPTY;
   while (place < end / 4) {
      const uint32_t word = flow->commands.words[place];

      switch (KIND_OF(word)) {
      case EMPTY:
         place++;
         break;
      case DRAW:
         REQUIRE(flow, VALUE_OF(word) == flow->next_draw);
         check_draw_id(flow, draw_base);
         flow->next_draw++;
         place += flow->plan.command_words;
         break;
      case TO_GENERATE:
      case TO_END:
         *exit = (enum kind)KIND_OF(word);
         return;
      default:
         REQUIRE(flow, !"a command");
      }
   }
   REQUIRE(flow, place == end / 4);
}

static void
flow_in_place(struct flow *flow)
{
   uint32_t i;
   enum kind exit;

   reset_memory(flow, &flow->draw_ids, flow->plan.draw_id_size, FOREIGN);
   for (i = 0; i < flow->plan.chunk_count && flow->sound; i++) {
      struct dral_indirect_draw_chunk chunk;

      REQUIRE(flow,
              dral_indirect_draw_plan_chunk(&flow->plan, i, &chunk) == 0);
      reset_memory(flow, &flow->commands, chunk.size, EMPTY);
      dispatch(flow, chunk.draw_base, chunk.width * chunk.height);
      if (!flow->sound)
         return;
      execute(flow, chunk.draw_base, 0, chunk.size, &exit);
      if (exit == TO_END)
         return;
      REQUIRE(flow, exit == EMPTY);
   }
}

static void
flow_in_ring(struct flow *flow)
{
   const struct dral_indirect_draw_plan *plan = &flow->plan;
   uint32_t iterations = 0;
   uint32_t filled = 0;
   uint32_t largest = 0;
   uint32_t used = plan->end_jump_offset + 4 * JUMP_WORDS;
   enum kind exit = TO_GENERATE;

   REQUIRE(flow, dral_indirect_draw_ring_size(&flow->draws, &largest) == 0);
   REQUIRE(flow, plan->ring_size <= largest);
   if (plan->draw_id_offset != DRAL_INDIRECT_DRAW_NO_OFFSET)
      used = plan->draw_id_offset +
             4 * draw_id_words(flow) * plan->ring_count;
   REQUIRE(flow, used <= plan->ring_size);
   /* The rest of the ring is never written, or store() would tell. */
   reset_memory(flow, &flow->commands, used, FOREIGN);
   REQUIRE(flow, dral_indirect_draw_plan_iterations(plan, flow->draw_count,
                                                    &iterations) == 0);
   while (exit == TO_GENERATE && flow->sound) {
      const uint32_t draw_base = filled * plan->ring_count;

      REQUIRE(flow, filled < iterations);
      filled++;
      dispatch(flow, draw_base, plan->ring_count);
      if (!flow->sound)
         return;
      execute(flow, draw_base, plan->commands_offset, used, &exit);
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

/* How many there are: any number, but often one of those around a limit. */
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
any_draws(struct generator *generator, uint32_t mode)
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
   draws.ring_threshold = draws.max_draw_count;
   draws.ring_capacity = 8192;
   if (one_in(generator, 2))
      draws.ring_capacity = 1 + number_below(generator, 20);
   if (!in_ring)
      draws.ring_threshold++;
   return draws;
}

static void
check_flows(struct context *context, uint32_t mode)
{
   struct generator generator = generator_for(context);
   struct flow flow = { 0 };
   uint32_t refilled = 0;
   uint32_t flows;

   flow.context = context;
   flow.generator = &generator;
   flow.commands = new_memory(18 * MOST_DRAWS + 4);
   flow.draw_ids = new_memory(MOST_DRAWS);
   flow.sound = 1;
   for (flows = 0; flows < FLOWS && flow.sound; flows++) {
      uint32_t expected;

      flow.draws = any_draws(&generator, mode);
      flow.draw_count = flow.draws.max_draw_count;
      if (flow.draws.has_count_buffer)
         flow.draw_count = actual_count(&generator, flow.draw_count);
      expected = flow.draw_count < flow.draws.max_draw_count
                    ? flow.draw_count
                    : flow.draws.max_draw_count;
      flow.next_draw = 0;
      CHECK_EQUAL(context,
                  dral_indirect_draw_resolve(&flow.draws, &flow.plan), 0,
                  FLOW_FORMAT, FLOW_VALUES(&flow));
      CHECK_EQUAL(context, flow.plan.mode, mode, FLOW_FORMAT,
                  FLOW_VALUES(&flow));
      if (mode == DRAL_INDIRECT_DRAW_MODE_RING)
         flow_in_ring(&flow);
      else
         flow_in_place(&flow);
      CHECK_EQUAL(context, flow.next_draw, expected, FLOW_FORMAT,
                  FLOW_VALUES(&flow));
      if (expected > flow.plan.ring_count)
         refilled++;
   }
   CHECK_EQUAL(context, flows, FLOWS, "all flows");
   CHECK_MET(context, refilled, 100);
   free_memory(&flow.commands);
   free_memory(&flow.draw_ids);
}

void
every_draw_in_place_runs_once_in_order(struct context *context)
{
   check_flows(context, DRAL_INDIRECT_DRAW_MODE_IN_PLACE);
}

void
every_draw_in_a_ring_runs_once_in_order(struct context *context)
{
   check_flows(context, DRAL_INDIRECT_DRAW_MODE_RING);
}
