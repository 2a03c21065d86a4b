/* SPDX-License-Identifier: MIT */

/*
 * What a driver need not write again: draws with equal keys have equal
 * words, and keys differ only where words do.
 */

#include "harness/canary.h"
#include "harness/text.h"
#include "dral.h"
#include "instancing/sample_draws.h"
#include "instancing/sample_states.h"
#include "harness/subjects.h"
#include "harness/tally.h"

#include <errno.h>
#include <string.h>

#define STATES 20000
#define CHANGES 3
#define DRAWS 6

/* The inputs of a draw. */
enum input {
   ARCHITECTURE,
   PADDING_RULE,
   ROUNDING,
   IDVS,
   VERTEX_COUNT,
   INSTANCE_COUNT,
   VERTICES_PER_PRIMITIVE,
   OFFSET_START,
   BASE_INSTANCE,
   PRIMITIVE_SIZE,
   INPUTS
};

/* Which words can depend on each, for one state and its buffers. */
static const struct {
   int table;
   int offsets;
} dependencies[INPUTS] = {
   [PADDING_RULE] = { 1, 1 },
   [IDVS] = { 1, 1 },
   [VERTEX_COUNT] = { 1, 1 },
   [INSTANCE_COUNT] = { 1, 1 },
   [OFFSET_START] = { 0, 1 },
   [BASE_INSTANCE] = { 0, 1 },
};

static uint32_t
other_count(struct generator *generator, uint32_t count)
{
   switch (number_below(generator, 6)) {
   case 0:
      return count + 1;
   case 1:
      return count - 1;
   case 2:
      return count * 2;
   case 3:
      return count / 2;
   case 4: /* the smallest, and nothing to draw */
      return number_below(generator, 4);
   default:
      return edge_number(generator);
   }
}

static struct dral_draw
with_another(struct generator *generator, enum input input,
             struct dral_draw draw)
{
   switch (input) {
   case ARCHITECTURE:
      draw.architecture = 4 + number_below(generator, 4);
      break;
   case PADDING_RULE:
      draw.padding_rule ^= 1;
      break;
   case ROUNDING:
      draw.rounding ^= 1;
      break;
   case IDVS:
      draw.idvs ^= 1;
      break;
   case VERTEX_COUNT:
      draw.vertex_count = other_count(generator, draw.vertex_count);
      break;
   case INSTANCE_COUNT:
      draw.instance_count = other_count(generator, draw.instance_count);
      break;
   case VERTICES_PER_PRIMITIVE:
      draw.vertices_per_primitive =
         other_count(generator, draw.vertices_per_primitive);
      break;
   case OFFSET_START:
      draw.offset_start = (int32_t)(one_in(generator, 3)
                                       ? number_below(generator, 3) - 1
                                       : edge_number(generator));
      break;
   case BASE_INSTANCE:
      draw.base_instance = other_count(generator, draw.base_instance);
      break;
   default:
      draw.primitive_size ^= 1;
      break;
   }
   return draw;
}

/* A draw with its key and its table. */
struct drawn {
   struct dral_resolved_draw resolved;
   struct dral_vertex_state_key key;
   struct sample_table table;
};

static struct dral_vertex_state_key
key_of(struct context *context, const struct sample_state *sample,
       const struct dral_resolved_draw *draw)
{
   struct dral_vertex_state_key key;

   memset(&key, 0, sizeof key);
   CHECK_EQUAL(context, dral_vertex_state_key(&sample->state, draw, &key), 0,
               "%s", state_text(sample));
   return key;
}

static void
draw_with(struct context *context, const struct sample_state *sample,
          const struct dral_resolved_draw *resolved, struct drawn *drawn)
{
   drawn->resolved = *resolved;
   drawn->key = key_of(context, sample, resolved);
   CHECK_EQUAL(context,
               prepared_table(sample, resolved, STATE_WORDS, &drawn->table),
               0, "%s", state_text(sample));
}

static int
has_same_table(const struct drawn *a, const struct drawn *b)
{
   return memcmp(&a->table, &b->table, sizeof a->table) == 0;
}

static int
has_same_offset_key(const struct drawn *a, const struct drawn *b)
{
   return a->key.offsets == b->key.offsets && a->key.moved == b->key.moved;
}

/*
 * How many strides lie between the offset of an attribute in this buffer and
 * its offset in a draw without a start and a base instance.  A record without
 * a stride, which stands in its third word, is not moved by the start.
 */
static int64_t
elements(const struct sample_state *sample, const struct drawn *drawn,
         uint32_t buffer)
{
   const uint32_t *record = drawn->table.words + 4 * drawn->table.slots[buffer];

   if (sample->buffers[buffer].rate != DRAL_RATE_INSTANCE ||
       sample->buffers[buffer].stride == 0)
      return 0;
   return (int64_t)drawn->resolved.base_instance -
          (record[2] != 0 ? drawn->resolved.offset_start : 0);
}

static int
has_same_offsets(const struct sample_state *sample, const struct drawn *a,
                 const struct drawn *b)
{
   uint32_t i;

   for (i = 0; i < sample->buffer_count; i++) {
      if (elements(sample, a, i) != elements(sample, b, i))
         return 0;
   }
   return 1;
}

/* Keys of offsets may differ where start and base instance cancel out. */
static void
check_pair(struct context *context, const struct sample_state *sample,
           const struct drawn *a, const struct drawn *b)
{
   CHECK_EQUAL(context, a->key.table == b->key.table, has_same_table(a, b),
               "tables, %s", state_text(sample));
   if (has_same_offset_key(a, b))
      CHECK(context, has_same_offsets(sample, a, b), "offsets, %s",
            state_text(sample));
}

static void
keys_change_where_words_do_for_each_input(struct context *context)
{
   struct generator generator = generator_for(context);
   uint32_t kept_tables[INPUTS] = { 0 };
   uint32_t kept_offsets[INPUTS] = { 0 };
   uint32_t new_tables[INPUTS] = { 0 };
   uint32_t new_offsets[INPUTS] = { 0 };
   uint32_t i;
   uint32_t j;
   int input;

   for (i = 0; i < STATES; i++) {
      const uint32_t architecture = 4 + i % 4;
      const struct dral_draw draw =
         random_instanced_draw(&generator, architecture);
      const struct sample_state sample =
         random_state(context, &generator, architecture, &draw);
      struct dral_resolved_draw resolved;
      struct drawn a;

      CHECK_EQUAL(context, dral_draw_resolve(&draw, &resolved), 0, "%s",
                  draw_text(&draw));
      draw_with(context, &sample, &resolved, &a);
      for (input = 0; input < INPUTS; input++) {
         for (j = 0; j < CHANGES; j++) {
            const struct dral_draw changed =
               with_another(&generator, (enum input)input, draw);
            struct drawn b;

            /* No draw, or the same. */
            if (dral_draw_resolve(&changed, &resolved) != 0 ||
                memcmp(&changed, &draw, sizeof draw) == 0)
               continue;
            draw_with(context, &sample, &resolved, &b);
            check_pair(context, &sample, &a, &b);
            if (a.key.table == b.key.table)
               kept_tables[input]++;
            else
               new_tables[input]++;
            CHECK_EQUAL(context, has_same_offset_key(&a, &b),
                        has_same_offsets(&sample, &a, &b),
                        "input %d, offsets, %s", input,
                        state_text(&sample));
            if (has_same_offset_key(&a, &b))
               kept_offsets[input]++;
            else
               new_offsets[input]++;
         }
      }
   }

   /* Each of them happened, or never can. */
   for (input = 0; input < INPUTS; input++) {
      CHECK(context, kept_tables[input] > 100, "input %d: %" PRIu32, input,
            kept_tables[input]);
      CHECK(context, kept_offsets[input] > 100, "input %d: %" PRIu32, input,
            kept_offsets[input]);
      CHECK(context,
            dependencies[input].table ? new_tables[input] > 20
                                      : new_tables[input] == 0,
            "input %d: %" PRIu32, input, new_tables[input]);
      CHECK(context,
            dependencies[input].offsets ? new_offsets[input] > 20
                                        : new_offsets[input] == 0,
            "input %d: %" PRIu32, input, new_offsets[input]);
   }
}

/* Not one input at a time but any, for draws that resemble each other. */
static void
draws_with_equal_keys_have_equal_words(struct context *context)
{
   struct generator generator = generator_for(context);
   uint32_t equal = 0;
   uint32_t i;
   uint32_t j;
   uint32_t k;

   for (i = 0; i < STATES; i++) {
      const uint32_t architecture = 4 + i % 4;
      struct dral_draw draw = random_instanced_draw(&generator, architecture);
      const struct sample_state sample =
         random_state(context, &generator, architecture, &draw);
      struct drawn all[DRAWS];

      for (j = 0; j < DRAWS; j++) {
         struct dral_resolved_draw resolved;
         struct dral_draw changed;

         do {
            const uint32_t input = number_below(&generator, INPUTS);

            changed = with_another(&generator, (enum input)input, draw);
         } while (dral_draw_resolve(&changed, &resolved) != 0);
         draw = changed;
         draw_with(context, &sample, &resolved, &all[j]);
         for (k = 0; k < j; k++) {
            check_pair(context, &sample, &all[k], &all[j]);
            equal += all[k].key.table == all[j].key.table &&
                     has_same_offset_key(&all[k], &all[j]);
         }
      }
   }
   CHECK_MET(context, equal, STATES);
}

const struct test vertex_state_keys_tests[] = {
   QUICK_TEST(keys_change_where_words_do_for_each_input),
   QUICK_TEST(draws_with_equal_keys_have_equal_words),
   NO_MORE_TESTS,
};
