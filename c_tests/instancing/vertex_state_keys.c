/* SPDX-License-Identifier: MIT */

/*
 * What a driver need not write again: draws with equal keys have equal words,
 * and a key depends only on inputs on which words depend.
 */

#include "harness/harness.h"
#include "harness/text.h"
#include "dral.h"
#include "dral_model.h"
#include "instancing/sample_draws.h"
#include "instancing/sample_states.h"
#include "harness/subjects.h"
#include "harness/tally.h"

#include <string.h>

#define STATES 20000
#define DRAWS 24

/* The inputs of a draw that may differ from draw to draw of one state. */
enum input {
   PADDING_RULE,
   IDVS,
   VERTEX_COUNT,
   INSTANCE_COUNT,
   VERTICES_PER_PRIMITIVE,
   OFFSET_START,
   BASE_INSTANCE,
   PRIMITIVE_SIZE_RULE,
   INPUTS
};

/* Whether another input gives another key: keys[0] is the table_key, keys[1]
 * both keys. */
enum dependency {
   NEVER,
   SOMETIMES,
   ALWAYS,
};

static const enum dependency dependencies[INPUTS][2] = {
   [PADDING_RULE] = { SOMETIMES, SOMETIMES },
   [IDVS] = { SOMETIMES, SOMETIMES },
   [VERTEX_COUNT] = { SOMETIMES, SOMETIMES },
   [INSTANCE_COUNT] = { SOMETIMES, SOMETIMES },
   [OFFSET_START] = { NEVER, SOMETIMES },
   [BASE_INSTANCE] = { NEVER, ALWAYS },
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
   case 4: /* the smallest */
      return number_below(generator, 4);
   default:
      return edge_number(generator);
   }
}

static struct dral_draw_info
with_another(struct generator *generator, enum input input,
             struct dral_draw_info draw)
{
   switch (input) {
   case PADDING_RULE:
      draw.padding_rule ^= 1;
      break;
   case IDVS:
      draw.idvs = DRAL_IDVS_NO + DRAL_IDVS_YES - draw.idvs;
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
      draw.primitive_size_rule = (draw.primitive_size_rule + 1) % 3;
      break;
   }
   return draw;
}

/* A resolved draw with its table, the slots of a table from scratch, and its
 * attributes, unless an offset does not fit. */
struct drawn {
   struct dral_draw draw;
   struct sample_table table;
   uint32_t slots[STATE_BUFFERS];
   uint32_t attributes[2 * STATE_ELEMENTS];
   int attribute_words;
};

static void
draw_with(struct context *context, const struct sample_state *sample,
          const struct dral_draw *resolved, struct drawn *drawn)
{
   uint32_t words[STATE_WORDS];
   int count;

   drawn->draw = *resolved;
   count = prepared_table(sample, resolved, STATE_WORDS, &drawn->table);
   CHECK(context, count >= 0, "%s", state_text(sample));
   /* What follows the table is unspecified. */
   if (count >= 0)
      memset(&drawn->table.words[count], 0,
             sizeof drawn->table.words - (size_t)count * sizeof words[0]);
   fill_canary(drawn->attributes, sizeof drawn->attributes);
   drawn->attribute_words =
      dral_vertex_state_attributes(&sample->state, resolved, sample->bound,
                                   sample->buffer_count, drawn->attributes,
                                   2 * STATE_ELEMENTS);
   CHECK_EQUAL(context,
               dral_attribute_table(resolved, sample->shape,
                                    sample->image_count, sample->buffers,
                                    sample->buffer_count, words, STATE_WORDS,
                                    drawn->slots),
               count, "%s", state_text(sample));
}

/*
 * How many strides lie between the offset of an attribute in this buffer and
 * its offset in a draw without a start and a base instance.  The start does
 * not move a record whose stride (word 2) is 0.
 */
static int64_t
elements(const struct sample_state *sample, const struct drawn *drawn,
         uint32_t buffer)
{
   const uint32_t *record =
      drawn->table.words + 4 * drawn->table.slots[buffer];

   if (sample->buffers[buffer].rate != DRAL_RATE_INSTANCE ||
       sample->buffers[buffer].stride == 0)
      return 0;
   return (int64_t)drawn->draw.info.base_instance -
          (record[2] != 0 ? drawn->draw.info.offset_start : 0);
}

/* Whether both draws have the same words in memory. The ids of v4 and v5
 * follow the table. */
static int
has_same_attributes(const struct sample_state *sample,
                    const struct drawn *last, const struct drawn *next)
{
   return last->attribute_words == next->attribute_words &&
          memcmp(last->attributes, next->attributes,
                 sizeof last->attributes) == 0 &&
          dral_vertex_state_end(&sample->state, &last->draw) ==
             dral_vertex_state_end(&sample->state, &next->draw);
}

/* Asks what must be written for the next draw after the last one was written.
 * What must not is the same, and so is the table for equal keys. Returns
 * whether the attributes need not be written again. */
static int
check_words_to_write(struct context *context,
                     const struct sample_state *sample,
                     const struct drawn *last, const struct drawn *next)
{
   const int all = DRAL_WORDS_TABLE | DRAL_WORDS_ATTRIBUTES;
   struct dral_written written;
   int words;

   memset(&written, 0, sizeof written);
   CHECK_EQUAL(context,
               dral_words_to_write(&written, &sample->state, &last->draw,
                                   sample->bound, sample->buffer_count),
               all, "%s", state_text(sample));
   written.words = DRAL_WORDS_TABLE | DRAL_WORDS_ATTRIBUTES;
   words = dral_words_to_write(&written, &sample->state, &next->draw,
                               sample->bound, sample->buffer_count);
   CHECK(context, words >= 0 && words <= all, "%d, %s", words,
         state_text(sample));
   CHECK_EQUAL(context, written.words, (uint32_t)(all & ~words), "%s",
               state_text(sample));
   CHECK(context,
         (words & DRAL_WORDS_TABLE) != 0 ||
            memcmp(&last->table, &next->table, sizeof last->table) == 0,
         "%s", state_text(sample));
   CHECK(context,
         (words & DRAL_WORDS_TABLE) == 0 ||
            last->draw.table_key != next->draw.table_key ||
            next->draw.threads > (uint64_t)1 << 31,
         "%s", state_text(sample));
   /* An error leaves unspecified words. */
   CHECK(context,
         (words & DRAL_WORDS_ATTRIBUTES) != 0 || last->attribute_words < 0 ||
            has_same_attributes(sample, last, next),
         "%s", state_text(sample));
   return (words & DRAL_WORDS_ATTRIBUTES) == 0;
}

/* How often another input gave an equal and another key; as dependencies. */
struct changes {
   uint32_t kept[2], changed[2];
   /* How often the attributes were kept although the table was not. */
   uint32_t kept_attributes;
};

static int
has_vertex_rate(const struct sample_state *sample)
{
   uint32_t i;

   for (i = 0; i < sample->buffer_count; i++) {
      if (sample->buffers[i].rate == DRAL_RATE_VERTEX)
         return 1;
   }
   return 0;
}

/* changes is NULL if the draws differ in more than one input. */
static void
check_pair(struct context *context, const struct sample_state *sample,
           const struct drawn *a, const struct drawn *b,
           struct changes *changes)
{
   const int is_same_table = a->draw.table_key == b->draw.table_key;
   const int is_same_offset =
      is_same_table && a->draw.offset_key == b->draw.offset_key;
   /* A start of 0 moves nothing, whatever the table. */
   const int has_same_elements =
      a->draw.offset_key == b->draw.offset_key &&
      (is_same_table || (uint32_t)a->draw.offset_key == 0);
   const int has_same_words =
      memcmp(&a->table, &b->table, sizeof a->table) == 0;
   uint32_t i;
   int is_kept;

   /* The record of per-vertex data has the padded count. */
   CHECK(context,
         is_same_table ? has_same_words
                       : !has_same_words || !has_vertex_rate(sample),
         "tables, %s", state_text(sample));
   /* Slots depend on the variant, not on the shift. */
   CHECK(context,
         a->draw.table_key / 32 != b->draw.table_key / 32 ||
            memcmp(a->slots, b->slots,
                   sample->buffer_count * sizeof a->slots[0]) == 0,
         "slots, %s", state_text(sample));
   for (i = 0; has_same_elements && i < sample->buffer_count; i++)
      CHECK_EQUAL(context, elements(sample, a, i), elements(sample, b, i),
                  "buffer %" PRIu32 ", %s", i, state_text(sample));
   is_kept = check_words_to_write(context, sample, a, b);
   CHECK(context, is_kept || !is_same_offset, "%s", state_text(sample));
   if (changes == NULL)
      return;
   changes->kept_attributes += (uint32_t)(is_kept && !is_same_table);
   changes->kept[0] += (uint32_t)is_same_table;
   changes->changed[0] += !is_same_table;
   changes->kept[1] += (uint32_t)is_same_offset;
   changes->changed[1] += !is_same_offset;
}

/* Each draw differs from one before it in one input, and from the others in
 * any. */
static void
check_draws(struct context *context, struct generator *generator,
            uint32_t architecture, struct changes *changes)
{
   struct dral_draw_info draws[DRAWS];
   struct drawn drawn[DRAWS];
   struct dral_draw resolved;
   struct sample_state sample;
   uint32_t i, j;

   draws[0] = random_valid_draw(generator, architecture);
   sample = random_state(context, generator, architecture, &draws[0]);
   draws[0].rounding = sample.rounding;
   resolved = resolved_draw(context, &draws[0]);
   draw_with(context, &sample, &resolved, &drawn[0]);
   for (i = 1; i < DRAWS; i++) {
      uint32_t input, parent;

      /* A draw with threads, and not the same. */
      do {
         input = number_below(generator, INPUTS);
         parent = number_below(generator, i);
         draws[i] = with_another(generator, (enum input)input, draws[parent]);
      } while (dral_draw_resolve(&resolved, &draws[i]) != 0 ||
               resolved.threads == 0 ||
               memcmp(&draws[i], &draws[parent], sizeof draws[i]) == 0);
      draw_with(context, &sample, &resolved, &drawn[i]);
      for (j = 0; j < i; j++)
         check_pair(context, &sample, &drawn[j], &drawn[i],
                    j == parent ? &changes[input] : NULL);
   }
}

static void
keys_depend_on_what_words_depend_on(struct context *context)
{
   struct generator generator = generator_for(context);
   struct changes changes[INPUTS] = { { { 0 }, { 0 }, 0 } };
   uint32_t i, j;

   for (i = 0; i < STATES; i++)
      check_draws(context, &generator, 4 + i % 4, changes);
   CHECK_MET(context, changes[VERTEX_COUNT].kept_attributes, 100);
   for (i = 0; i < INPUTS; i++) {
      for (j = 0; j < 2; j++) {
         const enum dependency dependency = dependencies[i][j];

         CHECK(context,
               dependency == ALWAYS ? changes[i].kept[j] == 0
                                    : changes[i].kept[j] > 100,
               "input %" PRIu32 ", key %" PRIu32, i, j);
         CHECK(context,
               dependency == NEVER ? changes[i].changed[j] == 0
                                   : changes[i].changed[j] > 20,
               "input %" PRIu32 ", key %" PRIu32, i, j);
      }
   }
}

const struct test vertex_state_keys_tests[] = {
   QUICK_TEST(keys_depend_on_what_words_depend_on),
   NO_MORE_TESTS,
};
