/* SPDX-License-Identifier: MIT */

/*
 * What a driver need not write again: draws with equal keys have equal
 * words, and keys differ only where words do.
 */

#include "harness/harness.h"
#include "harness/text.h"
#include "dral.h"
#include "instancing/sample_states.h"
#include "harness/subjects.h"

#include <string.h>

#define STATES 20000
#define DRAWS 24

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

static void
draw_with(struct context *context, const struct sample_state *sample,
          const struct dral_resolved_draw *resolved, struct drawn *drawn)
{
   drawn->resolved = *resolved;
   memset(&drawn->key, 0, sizeof drawn->key);
   CHECK_EQUAL(context,
               dral_vertex_state_key(&sample->state, resolved, &drawn->key),
               0, "%s", state_text(sample));
   CHECK_EQUAL(context,
               prepared_table(sample, resolved, STATE_WORDS, &drawn->table),
               0, "%s", state_text(sample));
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

/* How often a change of an input kept the words, and how often not. */
struct changes {
   uint32_t kept_tables, new_tables;
   uint32_t kept_offsets, new_offsets;
};

/*
 * Keys differ only where words do, but those of offsets may where start and
 * base instance cancel out, which takes more than one input.
 */
static void
check_pair(struct context *context, const struct sample_state *sample,
           const struct drawn *a, const struct drawn *b,
           struct changes *changes)
{
   const int is_same_table = a->key.table == b->key.table;
   const int is_same_offset =
      a->key.offsets == b->key.offsets && a->key.moved == b->key.moved;

   CHECK_EQUAL(context, is_same_table,
               memcmp(&a->table, &b->table, sizeof a->table) == 0,
               "tables, %s", state_text(sample));
   if (is_same_offset || changes != NULL)
      CHECK_EQUAL(context, is_same_offset, has_same_offsets(sample, a, b),
                  "offsets, %s", state_text(sample));
   if (changes == NULL)
      return;
   changes->kept_tables += (uint32_t)is_same_table;
   changes->new_tables += !is_same_table;
   changes->kept_offsets += (uint32_t)is_same_offset;
   changes->new_offsets += !is_same_offset;
}

/* Each draw differs from one before it in one input, and from the others in
 * any. */
static void
check_draws(struct context *context, struct generator *generator,
            uint32_t architecture, struct changes *changes)
{
   struct dral_draw draws[DRAWS];
   struct drawn drawn[DRAWS];
   struct dral_resolved_draw resolved;
   struct sample_state sample;
   uint32_t i, j;

   draws[0] = random_instanced_draw(generator, architecture);
   sample = random_state(context, generator, architecture, &draws[0]);
   CHECK_EQUAL(context, dral_draw_resolve(&draws[0], &resolved), 0, "%s",
               draw_text(&draws[0]));
   draw_with(context, &sample, &resolved, &drawn[0]);
   for (i = 1; i < DRAWS; i++) {
      uint32_t input, parent;

      /* A draw, and not the same. */
      do {
         input = number_below(generator, INPUTS);
         parent = number_below(generator, i);
         draws[i] = with_another(generator, (enum input)input, draws[parent]);
      } while (dral_draw_resolve(&draws[i], &resolved) != 0 ||
               memcmp(&draws[i], &draws[parent], sizeof draws[i]) == 0);
      draw_with(context, &sample, &resolved, &drawn[i]);
      for (j = 0; j < i; j++)
         check_pair(context, &sample, &drawn[j], &drawn[i],
                    j == parent ? &changes[input] : NULL);
   }
}

static void
keys_change_where_words_do_for_each_input(struct context *context)
{
   struct generator generator = generator_for(context);
   struct changes changes[INPUTS] = { { 0 } };
   uint32_t i;

   for (i = 0; i < STATES; i++)
      check_draws(context, &generator, 4 + i % 4, changes);
   /* Each of them happened, or never can. */
   for (i = 0; i < INPUTS; i++) {
      CHECK(context, changes[i].kept_tables > 100, "input %" PRIu32, i);
      CHECK(context, changes[i].kept_offsets > 100, "input %" PRIu32, i);
      CHECK(context,
            dependencies[i].table ? changes[i].new_tables > 20
                                  : changes[i].new_tables == 0,
            "input %" PRIu32, i);
      CHECK(context,
            dependencies[i].offsets ? changes[i].new_offsets > 20
                                    : changes[i].new_offsets == 0,
            "input %" PRIu32, i);
   }
}

const struct test vertex_state_keys_tests[] = {
   QUICK_TEST(keys_change_where_words_do_for_each_input),
   NO_MORE_TESTS,
};
