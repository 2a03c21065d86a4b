/* SPDX-License-Identifier: MIT */

/*
 * A driver with new memory for each set of words.  It asks what to write,
 * and what it does not write is what the draw would write.  From draw to
 * draw, one input of the state, one bound buffer or one field of the draw
 * changes.
 */

#include "harness/harness.h"
#include "dral.h"
#include "harness/generator.h"
#include "harness/subjects.h"
#include "harness/tally.h"
#include "instancing/sample_draws.h"
#include "instancing/sample_states.h"

#include <string.h>

#define DRIVERS 6000
#define DRAWS 24
#define ALL_WORDS (DRAL_WORDS_TABLE | DRAL_WORDS_ATTRIBUTES)

/* All inputs of the words of a draw. */
struct inputs {
   struct sample_state sample;
   struct dral_draw_info info;
   struct dral_draw draw;
};

/* The words of a draw.  Those of unused memory are 0, and all of them after
 * an error. */
struct words {
   int table_count;
   uint32_t table[STATE_WORDS];
   /* On v4 and v5. */
   uint32_t ids[8];
   int attribute_count;
   uint32_t attributes[2 * STATE_ELEMENTS];
   /* Where the descriptors of the ids point on v4 and v5. */
   int ids_slot;
};

static struct words
fresh_words(struct context *context, const struct inputs *inputs)
{
   const struct sample_state *sample = &inputs->sample;
   struct words words;

   memset(&words, 0, sizeof words);
   words.table_count = dral_vertex_state_table(
      &sample->state, &inputs->draw, sample->bound, sample->buffer_count,
      words.table, STATE_WORDS);
   CHECK(context, words.table_count >= 0, "%s", state_text(sample));
   /* What follows the table is unspecified. */
   if (words.table_count >= 0)
      memset(&words.table[words.table_count], 0,
             sizeof words.table -
                (size_t)words.table_count * sizeof words.table[0]);
   words.attribute_count = dral_vertex_state_attributes(
      &sample->state, &inputs->draw, sample->bound, sample->buffer_count,
      words.attributes, 2 * STATE_ELEMENTS);
   if (words.attribute_count < 0)
      memset(words.attributes, 0, sizeof words.attributes);
   if (sample->architecture > 5)
      return words;
   CHECK_EQUAL(context, dral_id_records(&inputs->draw, words.ids), 0, "%s",
               state_text(sample));
   words.ids_slot = dral_vertex_state_end(&sample->state, &inputs->draw);
   return words;
}

static int
has_same_table(const struct words *a, const struct words *b)
{
   return a->table_count == b->table_count &&
          memcmp(a->table, b->table, sizeof a->table) == 0 &&
          memcmp(a->ids, b->ids, sizeof a->ids) == 0;
}

static int
has_same_attributes(const struct words *a, const struct words *b)
{
   return a->attribute_count == b->attribute_count &&
          memcmp(a->attributes, b->attributes, sizeof a->attributes) == 0 &&
          a->ids_slot == b->ids_slot;
}

/* ---- Changes --------------------------------------------------------- */

enum change {
   NOTHING,
   ARCHITECTURE,
   ROUNDING,
   SHAPE,
   IMAGE_COUNT,
   UNUSED_LOCATION,
   BUFFER_COUNT,
   ELEMENT_COUNT,
   RATE,
   STRIDE,
   DIVISOR,
   ELEMENT_BUFFER,
   FORMAT,
   SOURCE_OFFSET,
   ADDRESS,
   LOW_ADDRESS_BITS,
   SIZE,
   LAST_BUFFER,
   PADDING_RULE,
   IDVS,
   VERTEX_COUNT,
   INSTANCE_COUNT,
   VERTICES_PER_PRIMITIVE,
   OFFSET_START,
   BASE_INSTANCE,
   PRIMITIVE_SIZE_RULE,
   CHANGES
};

/* Each changes the words of some draws, except these. */
static int
changes_words(enum change change)
{
   return change != NOTHING && change != VERTICES_PER_PRIMITIVE &&
          change != PRIMITIVE_SIZE_RULE;
}

static uint32_t
other_number(struct generator *generator, uint32_t number)
{
   switch (number_below(generator, 4)) {
   case 0:
      return number ^ (uint32_t)1 << number_below(generator, 32);
   case 1:
      return number + 1;
   case 2:
      return number / 2;
   default:
      return edge_number(generator);
   }
}

/* Whether an attribute has data in this buffer. */
static int
is_read(const struct sample_state *sample, uint32_t buffer)
{
   uint32_t i;

   for (i = 0; i < sample->element_count; i++) {
      if (sample->elements[i].buffer == buffer)
         return 1;
   }
   return 0;
}

static void
change_state(struct generator *generator, enum change change,
             struct sample_state *sample)
{
   const uint32_t last = sample->buffer_count - 1;
   const uint32_t one = number_below(generator, sample->buffer_count);
   struct dral_vertex_buffer *buffer = &sample->buffers[one];
   struct dral_vertex_element *element =
      &sample->elements[number_below(generator, sample->element_count)];

   switch (change) {
   case ARCHITECTURE:
      sample->architecture = 4 + number_below(generator, 4);
      break;
   case ROUNDING:
      sample->rounding ^= 1;
      break;
   case SHAPE:
      sample->shape ^= 1;
      break;
   case IMAGE_COUNT:
      sample->image_count =
         (sample->image_count + 1) % (STATE_IMAGES + 1);
      break;
   case UNUSED_LOCATION:
      sample->unused_location ^= 1;
      break;
   case BUFFER_COUNT:
      if (last > 0 && !is_read(sample, last))
         sample->buffer_count--;
      break;
   case ELEMENT_COUNT:
      if (sample->element_count > 1)
         sample->element_count--;
      break;
   case RATE:
      if (sample->shape == DRAL_TABLE_SHAPE_PAIRS && !is_read(sample, one))
         buffer->rate = (buffer->rate + 1) % 3;
      else if (buffer->rate != DRAL_RATE_UNUSED)
         buffer->rate ^= 1;
      break;
   case STRIDE:
      buffer->stride = other_number(generator, buffer->stride);
      break;
   case DIVISOR:
      buffer->divisor = other_number(generator, buffer->divisor);
      break;
   case ELEMENT_BUFFER:
      element->buffer =
         buffer->rate == DRAL_RATE_UNUSED || one_in(generator, 4)
            ? DRAL_NO_BUFFER
            : one;
      break;
   case FORMAT:
      element->format =
         other_number(generator, element->format) % ((uint32_t)1 << 22);
      break;
   case SOURCE_OFFSET:
      element->source_offset =
         other_number(generator, element->source_offset);
      break;
   case ADDRESS:
      buffer->address ^= (uint64_t)64 << number_below(generator, 50);
      break;
   case LOW_ADDRESS_BITS:
      buffer->address ^= (uint64_t)1 << number_below(generator, 6);
      break;
   case SIZE:
      buffer->size = other_number(generator, (uint32_t)buffer->size);
      break;
   case LAST_BUFFER:
      sample->buffers[last].address ^= 64;
      break;
   default:
      break;
   }
   /* What prepare and dral_bound_buffer_init would refuse. */
   element->source_offset &= 0x7FFFFF7F;
   buffer->size &= 0xFFFFFF7F;
   if (sample->shape == DRAL_TABLE_SHAPE_PACKED)
      sample->image_count = 0;
}

static void
change_draw(struct generator *generator, enum change change,
            struct dral_draw_info *info)
{
   switch (change) {
   case PADDING_RULE:
      info->padding_rule ^= 1;
      break;
   case IDVS:
      info->idvs = DRAL_IDVS_NO + DRAL_IDVS_YES - info->idvs;
      break;
   case VERTEX_COUNT:
      info->vertex_count = other_number(generator, info->vertex_count);
      break;
   case INSTANCE_COUNT:
      info->instance_count = one_in(generator, 2) ? 1 : 2;
      break;
   case VERTICES_PER_PRIMITIVE:
      info->vertices_per_primitive++;
      break;
   case OFFSET_START:
      info->offset_start = (int32_t)number_below(generator, 9) - 4;
      break;
   case BASE_INSTANCE:
      info->base_instance = other_number(generator, info->base_instance);
      break;
   case PRIMITIVE_SIZE_RULE:
      info->primitive_size_rule = (info->primitive_size_rule + 1) % 3;
      break;
   default:
      break;
   }
}

/*
 * The next inputs differ in one thing, or in what must follow.  They are
 * where the last ones were, so their addresses tell nothing.  Returns 0 if
 * they would not be valid.
 */
static int
change_inputs(struct context *context, struct generator *generator,
              enum change change, struct inputs *inputs)
{
   struct inputs next = *inputs;
   uint32_t i;

   change_state(generator, change, &next.sample);
   change_draw(generator, change, &next.info);
   /* The draw agrees with the state. */
   next.info.architecture = next.sample.architecture;
   next.info.rounding = next.sample.rounding;
   for (i = 0; next.sample.shape == DRAL_TABLE_SHAPE_PACKED &&
               i < next.sample.buffer_count;
        i++) {
      if (next.sample.buffers[i].rate == DRAL_RATE_UNUSED)
         return 0;
   }
   if (dral_draw_resolve(&next.draw, &next.info) != 0 ||
       next.draw.threads == 0)
      return 0;
   prepare(context, &next.sample);
   *inputs = next;
   return 1;
}

/* ---- The driver ------------------------------------------------------ */

/* How often a change left words as they were, and how often it did not. */
struct met {
   uint32_t kept, written;
};

/* The memory of the newest words of each kind, and what they were written
 * for. */
struct driver {
   struct words memory;
   struct dral_written written;
   /* Ids of one instance with more than 2^31 vertices serve all others. */
   int has_large_ids;
};

/* Returns whether the driver wrote nothing. */
static int
draw(struct context *context, struct generator *generator,
     struct driver *driver, const struct inputs *inputs)
{
   const struct words fresh = fresh_words(context, inputs);
   const struct sample_state *sample = &inputs->sample;
   struct dral_written *written = &driver->written;
   const uint32_t in_memory = written->words;
   const int words =
      dral_words_to_write(written, &sample->state, &inputs->draw,
                          sample->bound, sample->buffer_count);

   CHECK(context, words >= 0 && words <= ALL_WORDS, "%d, %s", words,
         state_text(sample));
   /* What is not in memory is always written. */
   CHECK_EQUAL(context, ~in_memory & ALL_WORDS & ~(uint32_t)words, 0, "%s",
               state_text(sample));
   CHECK_EQUAL(context, written->words, (uint32_t)(ALL_WORDS & ~words), "%s",
               state_text(sample));
   if ((words & DRAL_WORDS_TABLE) == 0) {
      if (driver->has_large_ids)
         memcpy(driver->memory.ids, fresh.ids, sizeof fresh.ids);
      CHECK(context, has_same_table(&driver->memory, &fresh), "%s",
            state_text(sample));
   }
   /* After an error, they are not used. */
   if ((words & DRAL_WORDS_ATTRIBUTES) == 0 && fresh.attribute_count >= 0)
      CHECK(context, has_same_attributes(&driver->memory, &fresh), "%s",
            state_text(sample));
   /* One time in eight there is no memory, and the draw is dropped. */
   if ((words & DRAL_WORDS_TABLE) != 0 && !one_in(generator, 8)) {
      memcpy(driver->memory.table, fresh.table, sizeof fresh.table);
      memcpy(driver->memory.ids, fresh.ids, sizeof fresh.ids);
      driver->memory.table_count = fresh.table_count;
      driver->has_large_ids = inputs->info.vertex_count > (uint32_t)1 << 31;
      written->words |= DRAL_WORDS_TABLE;
   }
   if ((words & DRAL_WORDS_ATTRIBUTES) != 0 && fresh.attribute_count >= 0 &&
       !one_in(generator, 8)) {
      memcpy(driver->memory.attributes, fresh.attributes,
             sizeof fresh.attributes);
      driver->memory.attribute_count = fresh.attribute_count;
      driver->memory.ids_slot = fresh.ids_slot;
      written->words |= DRAL_WORDS_ATTRIBUTES;
   }
   return words == 0;
}

static void
words_that_stay_are_those_of_the_draw(struct context *context)
{
   static struct inputs inputs, last;
   const uint32_t drivers = random_cases(DRIVERS);
   struct generator generator = generator_for(context);
   struct met met[CHANGES] = { { 0, 0 } };
   uint32_t i, j;

   for (i = 0; i < drivers; i++) {
      struct driver driver;

      memset(&driver, 0, sizeof driver);
      do {
         inputs.info = random_valid_draw(&generator, 4 + i % 4);
         inputs.sample = random_state(context, &generator, 4 + i % 4,
                                      &inputs.info);
      } while (inputs.sample.buffer_count == 0 ||
               inputs.sample.element_count == 0);
      inputs.info.rounding = inputs.sample.rounding;
      inputs.draw = resolved_draw(context, &inputs.info);
      draw(context, &generator, &driver, &inputs);
      for (j = 1; j < DRAWS; j++) {
         const enum change change =
            (enum change)number_below(&generator, CHANGES);

         last = inputs;
         if (!change_inputs(context, &generator, change, &inputs))
            continue;
         draw(context, &generator, &driver, &inputs);
         /* And back, or the same again. */
         if (one_in(&generator, 3))
            inputs = last;
         if (draw(context, &generator, &driver, &inputs))
            met[change].kept++;
         else
            met[change].written++;
      }
   }
   for (i = 0; i < CHANGES; i++) {
      const uint32_t least = drivers / 100;

      CHECK(context, met[i].kept >= least, "change %" PRIu32, i);
      CHECK(context,
            met[i].written >= least || !changes_words((enum change)i),
            "change %" PRIu32, i);
   }
}

/* ---- Known answers --------------------------------------------------- */

/* Draws with one state and then with another.  Returns what is written for
 * the second one. */
static int
words_after(struct context *context, const struct dral_vertex_state_info *one,
            const struct dral_vertex_state_info *other)
{
   const struct dral_vertex_state_info *infos[] = { one, other };
   struct dral_draw_info info = plain_draw(7, 70, 100);
   struct dral_bound_buffer bound[5];
   struct dral_vertex_state state;
   struct dral_written written;
   struct dral_draw draw;
   int words = 0;
   uint32_t i;

   memset(&written, 0, sizeof written);
   info.rounding = one->rounding;
   draw = resolved_draw(context, &info);
   for (i = 0; i < LENGTH(bound); i++)
      CHECK_EQUAL(context,
                  dral_bound_buffer_init(&bound[i], 0x10000 * (i + 1), 4096),
                  0, "buffer %" PRIu32, i);
   for (i = 0; i < 2; i++) {
      CHECK_EQUAL(context, dral_vertex_state_prepare(&state, infos[i]), 0,
                  "state %" PRIu32, i);
      words = dral_words_to_write(&written, &state, &draw, bound,
                                  infos[i]->buffer_count);
      written.words = ALL_WORDS;
   }
   return words;
}

/* With the checksum of version 0.5, nothing was to be written for the second
 * of these states. */
static void
states_that_had_one_checksum_differ(struct context *context)
{
   const struct dral_vertex_buffer buffers[2][3] = {
      { { 0, 0, 488, DRAL_RATE_VERTEX, 0 },
        { 0, 0, 616, DRAL_RATE_VERTEX, 0 },
        { 0, 0, 220, DRAL_RATE_INSTANCE, 1 } },
      { { 0, 0, 1156, DRAL_RATE_VERTEX, 0 },
        { 0, 0, 196, DRAL_RATE_VERTEX, 0 },
        { 0, 0, 400, DRAL_RATE_INSTANCE, 1 } },
   };
   /* RGBA32F is 0xBF688, RGBA32UI 0x9D688. */
   const struct dral_vertex_element elements[2][3] = {
      { { 0, 0xBF688, 0 }, { 1, 0xBF688, 16 }, { 2, 0x9D688, 0 } },
      { { 0, 0xBF688, 0 }, { 1, 0xBF688, 16 }, { 2, 0xBF688, 24 } },
   };
   struct dral_vertex_state_info info[2];
   uint32_t i;

   memset(info, 0, sizeof info);
   for (i = 0; i < 2; i++) {
      info[i].architecture = 7;
      info[i].rounding = DRAL_ROUNDING_NEAREST;
      info[i].buffers = buffers[i];
      info[i].buffer_count = 3;
      info[i].elements = elements[i];
      info[i].element_count = 3;
   }
   CHECK_EQUAL(context, words_after(context, &info[0], &info[1]), ALL_WORDS,
               "the second after the first");
   CHECK_EQUAL(context, words_after(context, &info[1], &info[0]), ALL_WORDS,
               "the first after the second");
   CHECK_EQUAL(context, words_after(context, &info[0], &info[0]), 0,
               "the first again");
}

/* Two states whose words would be hashed in the same order if their counts were
 * left out: a buffer of one looks like an attribute of the other. */
static void
a_buffer_is_no_attribute(struct context *context)
{
   const struct dral_vertex_buffer buffers[] = {
      { 0, 0, 0, DRAL_RATE_UNUSED, 0 },   { 0, 0, 16, DRAL_RATE_VERTEX, 0 },
      { 0, 0, 16, DRAL_RATE_VERTEX, 0 },  { 0, 0, 16, DRAL_RATE_VERTEX, 0 },
      { 0, 0, 0x80, DRAL_RATE_INSTANCE, 0 },
   };
   const struct dral_vertex_element element = { 1, 0, 0 };
   const struct dral_vertex_state_info five_buffers = {
      7, 0, DRAL_TABLE_SHAPE_PAIRS, 0, 0, buffers, 5, NULL, 0,
   };
   const struct dral_vertex_state_info four_and_an_attribute = {
      7, 0, DRAL_TABLE_SHAPE_PAIRS, 0, 0, buffers, 4, &element, 1,
   };

   CHECK_EQUAL(context,
               words_after(context, &five_buffers, &four_and_an_attribute),
               ALL_WORDS, "fewer buffers");
   CHECK_EQUAL(context,
               words_after(context, &four_and_an_attribute, &five_buffers),
               ALL_WORDS, "more buffers");
}

/* Words that were right before a refused draw are right after it. */
static void
errors_change_nothing(struct context *context)
{
   const struct dral_vertex_buffer buffer = { 0, 0, 16, DRAL_RATE_VERTEX, 0 };
   const struct dral_vertex_element element = { 0, 0, 0 };
   const struct dral_vertex_state_info of_state = {
      7, 0, DRAL_TABLE_SHAPE_PACKED, 0, 0, &buffer, 1, &element, 1,
   };
   const struct dral_draw_info info = plain_draw(7, 70, 100);
   const struct dral_draw draw = resolved_draw(context, &info);
   const struct dral_bound_buffer other = { { 64, 0, 0, 99 } };
   struct dral_bound_buffer bound[2];
   struct dral_vertex_state state, unprepared;
   struct dral_draw unresolved;
   struct dral_written written, before;

   memset(&unprepared, 0, sizeof unprepared);
   memset(&unresolved, 0, sizeof unresolved);
   memset(&written, 0, sizeof written);
   memset(bound, 0, sizeof bound);
   CHECK_EQUAL(context, dral_vertex_state_prepare(&state, &of_state), 0,
               "one buffer");
   CHECK_EQUAL(context,
               dral_words_to_write(&written, &state, &draw, bound, 1),
               ALL_WORDS, "nothing was written");
   written.words = ALL_WORDS;
   before = written;
   CHECK_EQUAL(context,
               dral_words_to_write(&written, &unprepared, &draw, &other, 1),
               DRAL_ERROR_NOT_PREPARED, "no state");
   CHECK_EQUAL(context,
               dral_words_to_write(&written, &state, &unresolved, &other, 1),
               DRAL_ERROR_NOT_RESOLVED, "no draw");
   CHECK_EQUAL(context,
               dral_words_to_write(&written, &state, &draw, bound, 2),
               DRAL_ERROR_BUFFER_COUNT, "another buffer");
   CHECK_EQUAL(context,
               dral_words_to_write(&written, &state, &draw, NULL, 1),
               DRAL_ERROR_NULL_POINTER, "no buffer");
   CHECK_EQUAL(context, memcmp(&written, &before, sizeof written), 0,
               "after errors");
   CHECK_EQUAL(context,
               dral_words_to_write(&written, &state, &draw, bound, 1), 0,
               "the same draw");
}

const struct test words_to_write_tests[] = {
   QUICK_TEST(words_that_stay_are_those_of_the_draw),
   QUICK_TEST(states_that_had_one_checksum_differ),
   QUICK_TEST(a_buffer_is_no_attribute),
   QUICK_TEST(errors_change_nothing),
   NO_MORE_TESTS,
};
