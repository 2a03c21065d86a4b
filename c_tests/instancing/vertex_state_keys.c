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
#define SOURCES 7

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

/* Where an attribute is, or by which error it is nowhere. */
static int64_t
offset_or_error(const struct sample_state *sample, uint32_t buffer,
                const struct dral_resolved_draw *draw, uint32_t source)
{
   int32_t offset = 0;
   const int error = dral_vertex_state_offset(
      &sample->state, draw, buffer, &sample->bound[buffer], source, &offset);

   return error == 0 ? offset : error * ((int64_t)1 << 32);
}

static int
is_error(int64_t offset_or_error)
{
   return offset_or_error < INT32_MIN;
}

/*
 * The smallest place in an element by which an attribute has an offset that
 * many bytes from it, if there is one: offsets go down to -2^31.
 */
static uint32_t
smallest_source(int64_t distance)
{
   const int64_t source = INT32_MIN - distance;

   return source < 0 ? 0 : source > UINT32_MAX ? UINT32_MAX
                                               : (uint32_t)source;
}

/*
 * Places in an element.  With strides of 1, they are some by which an
 * attribute in this buffer has an offset in one of the draws if any has.
 */
static void
choose_sources(const struct sample_state *sample, uint32_t buffer,
               const struct drawn *a, const struct drawn *b,
               uint32_t sources[SOURCES])
{
   const struct dral_resolved_draw *draws[2] = { &a->resolved, &b->resolved };
   const int64_t low = (int64_t)(sample->bound[buffer].address % 64);
   uint32_t i;

   sources[0] = 0;
   sources[1] = 2040;
   sources[2] = UINT32_MAX;
   for (i = 0; i < 2; i++) {
      const int64_t base = low + draws[i]->base_instance;

      sources[3 + 2 * i] = smallest_source(base);
      sources[4 + 2 * i] = smallest_source(base - draws[i]->offset_start);
   }
}

/* How attributes of a state compare in two draws. */
struct comparison {
   uint32_t different;
   /* Of those that the keys are about, those that have an offset. */
   uint32_t valid;
};

/* By their bits: the buffers that differences of the keys are about. */
static uint32_t
buffers_of_difference(const struct sample_state *sample,
                      const struct drawn *a, const struct drawn *b)
{
   uint32_t strided = 0;
   uint32_t i;

   if (a->key.offsets == b->key.offsets)
      return a->key.moved ^ b->key.moved;
   if (a->resolved.base_instance == b->resolved.base_instance)
      return a->key.moved | b->key.moved;
   for (i = 0; i < sample->buffer_count; i++) {
      if (sample->buffers[i].rate == DRAL_RATE_INSTANCE &&
          sample->buffers[i].stride != 0)
         strided |= (uint32_t)1 << i;
   }
   return strided;
}

static struct comparison
compare_offsets(const struct sample_state *sample, const struct drawn *a,
                const struct drawn *b)
{
   const uint32_t buffers = buffers_of_difference(sample, a, b);
   struct comparison comparison = { 0, 0 };
   uint32_t i;
   uint32_t j;

   for (i = 0; i < sample->buffer_count; i++) {
      uint32_t sources[SOURCES];

      choose_sources(sample, i, a, b, sources);
      for (j = 0; j < SOURCES; j++) {
         const int64_t in_a =
            offset_or_error(sample, i, &a->resolved, sources[j]);
         const int64_t in_b =
            offset_or_error(sample, i, &b->resolved, sources[j]);

         comparison.different += in_a != in_b;
         if ((buffers >> i) % 2 != 0)
            comparison.valid += !is_error(in_a) || !is_error(in_b);
      }
   }
   return comparison;
}

/* A key does not depend on a stride that is not 0. */
static struct sample_state
with_strides_of_1(struct context *context, struct sample_state sample)
{
   uint32_t i;

   for (i = 0; i < sample.buffer_count; i++)
      sample.buffers[i].stride = sample.buffers[i].stride != 0;
   prepare(context, &sample);
   return sample;
}

static void
check_pair(struct context *context, const struct sample_state *sample,
           const struct drawn *a, const struct drawn *b)
{
   struct comparison comparison = compare_offsets(sample, a, b);

   CHECK_EQUAL(context, a->key.table == b->key.table, has_same_table(a, b),
               "tables, %s", state_text(sample));
   if (has_same_offset_key(a, b))
      CHECK_EQUAL(context, comparison.different, 0, "offsets, %s",
                  state_text(sample));
}

/*
 * The offset keys of two draws differ: then an offset does, with the strides
 * of the state or with those of another with the same key.  Where none does,
 * no attribute has an offset that depends on the key: it would be out of
 * range in both draws, whatever the stride.  1 if an offset differs.
 */
static int
check_difference(struct context *context, const struct sample_state *sample,
                 const struct drawn *a, const struct drawn *b)
{
   const struct sample_state other = with_strides_of_1(context, *sample);
   struct drawn other_a;
   struct drawn other_b;
   struct comparison comparison;

   draw_with(context, &other, &a->resolved, &other_a);
   draw_with(context, &other, &b->resolved, &other_b);
   CHECK(context,
         has_same_offset_key(a, &other_a) && has_same_offset_key(b, &other_b),
         "strides of 1, %s", state_text(sample));
   if (compare_offsets(sample, a, b).different > 0)
      return 1;
   comparison = compare_offsets(&other, &other_a, &other_b);
   CHECK(context, comparison.different > 0 || comparison.valid == 0,
         "start %" PRId32 " and %" PRId32 ", base %" PRIu32 " and %" PRIu32
         ", moved 0x%" PRIX32 " and 0x%" PRIX32 ", %s",
         a->resolved.offset_start, b->resolved.offset_start,
         a->resolved.base_instance, b->resolved.base_instance, a->key.moved,
         b->key.moved, state_text(sample));
   return comparison.different > 0;
}

static void
keys_change_where_words_do_for_each_input(struct context *context)
{
   struct generator generator = generator_for(context);
   uint32_t kept_tables[INPUTS] = { 0 };
   uint32_t kept_offsets[INPUTS] = { 0 };
   uint32_t new_tables[INPUTS] = { 0 };
   uint32_t new_offsets[INPUTS] = { 0 };
   uint32_t without_offset = 0;
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
            if (has_same_offset_key(&a, &b)) {
               kept_offsets[input]++;
            } else {
               new_offsets[input]++;
               without_offset +=
                  !check_difference(context, &sample, &a, &b);
            }
         }
      }
   }

   CHECK(context,
         without_offset < (new_offsets[BASE_INSTANCE] +
                           new_offsets[OFFSET_START]) / 4,
         "%" PRIu32 " without an offset", without_offset);
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

static struct dral_vertex_state_key
known_key(struct context *context, const struct dral_vertex_buffer *buffers,
          uint32_t buffer_count, const struct dral_draw *draw)
{
   struct dral_vertex_state_key key = { 9, 9, 9 };
   struct dral_vertex_state state;
   struct dral_resolved_draw resolved;

   CHECK_EQUAL(context,
               dral_vertex_state_prepare(7, DRAL_ROUNDING_NEAREST,
                                         DRAL_TABLE_SHAPE_PAIRS, 0, buffers,
                                         buffer_count, &state),
               0, "prepared");
   CHECK_EQUAL(context, dral_draw_resolve(draw, &resolved), 0, "%s",
               draw_text(draw));
   CHECK_EQUAL(context, dral_vertex_state_key(&state, &resolved, &key), 0,
               "%s", draw_text(draw));
   return key;
}

/* Draws after one another for which drivers keep a table, rightly or not. */
static void
keys_of_known_draws(struct context *context)
{
   static const struct dral_vertex_buffer vertex = {
      0, 64, 12, DRAL_RATE_VERTEX, 0
   };
   static const struct dral_vertex_buffer instance = {
      0, 64, 16, DRAL_RATE_INSTANCE, 3
   };
   static const struct dral_vertex_buffer shared = {
      0, 64, 16, DRAL_RATE_INSTANCE, 0
   };
   static const struct {
      const char *name;
      const struct dral_vertex_buffer *buffer;
      struct {
         uint32_t vertex_count;
         uint32_t instance_count;
         int32_t start;
         uint32_t base;
      } before, after;
      int same_table;
      int same_offsets;
   } cases[] = {
      { "one padded count", &vertex, { 70, 5, 0, 0 }, { 71, 9, 0, 0 }, 1, 1 },
      { "another", &vertex, { 71, 5, 0, 0 }, { 72, 5, 0, 0 }, 0, 1 },
      { "another shift", &instance, { 71, 5, 0, 0 }, { 143, 5, 0, 0 }, 0, 1 },
      { "instanced", &vertex, { 3, 1, 0, 0 }, { 3, 2, 0, 0 }, 0, 1 },
      { "instanced", &instance, { 3, 1, 0, 0 }, { 3, 2, 0, 0 }, 0, 1 },
      { "no divisor", &shared, { 3, 1, 0, 0 }, { 50, 2, 0, 0 }, 1, 1 },
      { "not instanced", &instance, { 3, 1, 0, 0 }, { 70, 1, 9, 0 }, 1, 1 },
      { "start", &vertex, { 3, 2, 0, 0 }, { 3, 2, 9, 0 }, 1, 1 },
      { "start", &instance, { 3, 2, 0, 0 }, { 3, 2, 9, 0 }, 1, 0 },
      { "start", &shared, { 3, 2, 0, 0 }, { 3, 2, 9, 0 }, 1, 1 },
      { "instanced at a start", &instance, { 3, 1, 9, 0 }, { 3, 2, 9, 0 }, 0,
        0 },
      { "base instance", &vertex, { 3, 2, 0, 0 }, { 3, 2, 0, 1 }, 1, 1 },
      { "base instance", &instance, { 3, 2, 0, 0 }, { 3, 2, 0, 1 }, 1, 0 },
      { "base instance", &shared, { 3, 1, 0, 0 }, { 3, 1, 0, 1 }, 1, 0 },
      { "nothing to draw", &vertex, { 3, 1, 0, 0 }, { 0, 5, 0, 0 }, 1, 1 },
   };
   size_t i;

   for (i = 0; i < sizeof cases / sizeof cases[0]; i++) {
      struct dral_draw before = plain_draw(7, cases[i].before.vertex_count,
                                           cases[i].before.instance_count);
      struct dral_draw after = plain_draw(7, cases[i].after.vertex_count,
                                          cases[i].after.instance_count);
      struct dral_vertex_state_key a;
      struct dral_vertex_state_key b;

      before.offset_start = cases[i].before.start;
      before.base_instance = cases[i].before.base;
      after.offset_start = cases[i].after.start;
      after.base_instance = cases[i].after.base;
      a = known_key(context, cases[i].buffer, 1, &before);
      b = known_key(context, cases[i].buffer, 1, &after);
      CHECK_EQUAL(context, a.table == b.table, cases[i].same_table, "%s",
                  cases[i].name);
      CHECK_EQUAL(context, a.offsets == b.offsets && a.moved == b.moved,
                  cases[i].same_offsets, "%s", cases[i].name);
   }
}

const struct test vertex_state_keys_tests[] = {
   QUICK_TEST(keys_change_where_words_do_for_each_input),
   QUICK_TEST(draws_with_equal_keys_have_equal_words),
   QUICK_TEST(keys_of_known_draws),
   NO_MORE_TESTS,
};
