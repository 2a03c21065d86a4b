/* SPDX-License-Identifier: MIT */

#include "device/check.h"

#include "harness/tally.h"
#include "harness/text.h"

#include <stdlib.h>
#include <string.h>

#define STATES 512
#define BATCH 65536
#define LENGTH(array) (sizeof(array) / sizeof((array)[0]))

/* How often records of each type were made, the refused ones as type 0. */
struct device_types {
   uint32_t records[5];
   uint32_t valhall[4];
   /* Offsets that fit, and draws that have id records. */
   uint32_t offsets;
   uint32_t ids;
   /* Draws of nothing, and index ranges that have vertices. */
   uint32_t nothing;
   uint32_t ranges;
   /* Attribute descriptors that fit. */
   uint32_t descriptors;
   /* Keys of tables in which all records are shared, and in which the start
    * moves only some of the buffers that divide. */
   uint32_t shared_keys;
   uint32_t moved_keys;
};

/* An input as the library takes it. */
struct library_input {
   struct dral_draw draw;
   struct dral_vertex_buffer buffer;
};

static struct library_input
library_input(const struct device_draw_input *input)
{
   const struct library_input result = { input->draw, input->buffer };

   return result;
}

static void
check_words(struct context *context, const char *what,
            const uint32_t *actual, const uint32_t *expected, uint32_t count,
            const struct library_input *input)
{
   uint32_t i;

   for (i = 0; i < count; i++)
      CHECK_EQUAL(context, actual[i], expected[i],
                  "word %" PRIu32 " of %s, %s, %s", i, what,
                  draw_text(&input->draw), buffer_text(&input->buffer));
}

static void
check_resolved(struct context *context, const struct library_input *input,
               const struct dral_resolved_draw *actual,
               const struct dral_resolved_draw *expected)
{
   uint32_t made[sizeof *expected / 4];
   uint32_t words[sizeof *expected / 4];

   memcpy(made, actual, sizeof made);
   memcpy(words, expected, sizeof words);
   check_words(context, "the draw", made, words, sizeof words / 4, input);
}

/* What takes no buffer, or neither address nor size of it. */
static void
check_counts(struct context *context, const struct library_input *input,
             const struct device_draw_input *device_input,
             const struct device_draw_result *result,
             const struct dral_resolved_draw *draw,
             struct device_types *types)
{
   struct dral_vertex_range vertices = { 0, 0, 0 };
   uint64_t size = 0;
   uint64_t divisor = 0;
   uint32_t words[3] = { 0 };
   uint32_t made[3];

   CHECK_EQUAL(context, dral_varying_buffer_size(draw, input->buffer.stride,
                                                 &size), 0, "sizes");
   CHECK(context, result->varying_size == size, "%" PRIu64 ", not %" PRIu64
         ": %s, %s", result->varying_size, size, draw_text(&input->draw),
         buffer_text(&input->buffer));
   if (dral_hardware_divisor(draw, &input->buffer, &divisor) != 0)
      divisor = 0;
   CHECK(context, result->hardware_divisor == divisor, "%" PRIu64 ", not %"
         PRIu64 ": %s, %s", result->hardware_divisor, divisor,
         draw_text(&input->draw), buffer_text(&input->buffer));

   (void)dral_index_range_resolve(&device_input->range, &vertices);
   types->ranges += vertices.vertex_count != 0;
   memcpy(made, &result->vertices, sizeof made);
   memcpy(words, &vertices, sizeof words);
   check_words(context, "the vertices", made, words, 3, input);

   memset(words, 0, sizeof words);
   types->descriptors +=
      dral_attribute_descriptor_pack(&device_input->descriptor, words) == 0;
   check_words(context, "the descriptor", result->descriptor.words, words, 2,
               input);
}

static void
check_ids(struct context *context, const struct library_input *input,
          const struct device_draw_result *result,
          const struct dral_resolved_draw *draw, struct device_types *types)
{
   struct dral_id_record record;
   uint32_t words[4] = { 0 };

   if (draw->architecture != 0 && dral_vertex_id_record(draw, &record) == 0) {
      types->ids++;
      CHECK_EQUAL(context, dral_id_record_pack(&record, words), 0, "%s",
                  draw_text(&input->draw));
   }
   check_words(context, "the vertex id", result->vertex_id.words, words, 4,
               input);
   memset(words, 0, sizeof words);
   if (draw->architecture != 0 && dral_instance_id_record(draw, &record) == 0)
      CHECK_EQUAL(context, dral_id_record_pack(&record, words), 0, "%s",
                  draw_text(&input->draw));
   check_words(context, "the instance id", result->instance_id.words, words,
               4, input);
}

static void
check_device_draw(struct context *context,
                  const struct device_draw_input *device_input,
                  const struct device_draw_result *result,
                  struct device_types *types)
{
   const struct library_input input = library_input(device_input);
   /* All 0, as the device has a draw that is refused. */
   struct dral_resolved_draw draw = { 0 };
   struct dral_attribute_record record = { 0 };
   struct dral_bound_buffer bound = { 0 };
   uint32_t words[8] = { 0 };
   size_t word_count = 0;
   int32_t offset = 0;
   int error = dral_draw_resolve(&input.draw, &draw);

   CHECK(context, (error == 0) == (draw.architecture != 0), "%s",
         draw_text(&input.draw));
   check_resolved(context, &input, &result->resolved, &draw);
   types->nothing += error == 0 && draw.threads == 0;
   check_counts(context, &input, device_input, result, &draw, types);

   if (dral_invocation_pack(input.draw.vertex_count,
                            input.draw.instance_count, words) != 0)
      memset(words, 0, sizeof words);
   check_words(context, "the invocation", result->invocation.words, words, 2,
               &input);

   (void)dral_buffer_bind(input.buffer.address, device_input->bound_size,
                          &bound);
   CHECK(context, memcmp(&result->bound, &bound, sizeof bound) == 0, "%s",
         buffer_text(&input.buffer));

   memset(words, 0, sizeof words);
   if (error == 0 &&
       dral_attribute_record(&draw, &input.buffer, &record) == 0)
      CHECK_EQUAL(context, dral_attribute_record_pack(&record, words, 8,
                                                      &word_count), 0, "%s",
                  draw_text(&input.draw));
   types->records[record.type]++;
   CHECK(context, memcmp(&result->fields, &record, sizeof record) == 0,
         "%s, %s", draw_text(&input.draw), buffer_text(&input.buffer));
   check_words(context, "the record", result->record.words, words, 8,
               &input);
   CHECK_EQUAL(context, result->record.word_count, word_count, "%s, %s",
               draw_text(&input.draw), buffer_text(&input.buffer));

   if (error == 0)
      error = dral_attribute_offset(&draw, &input.buffer,
                                    device_input->source_offset, &offset);
   types->offsets += error == 0;
   CHECK_EQUAL(context, result->offset.valid, error == 0,
               "source offset %" PRIu32 ", %s, %s",
               device_input->source_offset, draw_text(&input.draw),
               buffer_text(&input.buffer));
   CHECK_EQUAL(context, result->offset.offset, offset,
               "source offset %" PRIu32 ", %s, %s",
               device_input->source_offset, draw_text(&input.draw),
               buffer_text(&input.buffer));

   check_ids(context, &input, result, &draw, types);
}

/* The templates that the device prepared are those of the state. */
static void
check_templates(struct context *context, const struct sample_state *state,
                const struct library_input *input, uint32_t buffer,
                const struct device_state_result *result)
{
   uint32_t i;

   for (i = 0; i < DRAL_VERTEX_STATE_VARIANTS; i++) {
      const struct dral_record_template *record =
         &state->state.templates[i][buffer];
      uint32_t made[sizeof *record / 4];
      uint32_t expected[sizeof *record / 4];

      memcpy(made, &result->templates[i], sizeof made);
      memcpy(expected, record, sizeof expected);
      check_words(context, "a template", made, expected, sizeof *record / 4,
                  input);
   }
}

/* The buffers that divide in some draw of the same odd part. */
static uint32_t
device_all_dividing(const struct sample_state *state,
                    const struct dral_resolved_draw *draw)
{
   const uint32_t variant =
      draw->instance_count > 1 ? 1 + (draw->instance_size_byte >> 5) : 0;

   return state->state.dividing[variant];
}

static void
check_device_state(struct context *context, const struct sample_state *state,
                   const struct device_state_input *device_input,
                   const struct device_state_result *result,
                   struct device_types *types)
{
   const uint32_t buffer = device_input->buffer;
   struct library_input input;
   struct dral_resolved_draw draw;
   struct dral_bound_buffer bound[DRAL_VERTEX_STATE_BUFFERS];
   struct dral_vertex_state_key key;
   uint32_t words[STATE_WORDS];
   uint32_t slots[DRAL_VERTEX_STATE_BUFFERS];
   uint32_t expected[8] = { 0 };
   size_t word_count;
   uint32_t type;
   uint32_t count;
   int is_pair;
   int32_t offset = 0;
   uint32_t i;
   int error;

   input.draw = device_input->draw;
   input.buffer = state->buffers[buffer];
   for (i = 0; i < state->buffer_count; i++)
      bound[i] = device_input->bound;
   CHECK_EQUAL(context, dral_draw_resolve(&input.draw, &draw), 0, "%s",
               draw_text(&input.draw));
   error = dral_vertex_state_table(&state->state, &draw, bound,
                                   state->buffer_count, words, STATE_WORDS,
                                   slots, &word_count);
   CHECK_EQUAL(context, error, 0, "%s", draw_text(&input.draw));
   if (error != 0)
      return;

   /* A table of pairs has both slots of every buffer, a packed one not. */
   type = words[4 * slots[buffer]] % 8;
   count = type == DRAL_RECORD_TYPE_NPOT_DIVISOR ? 8 : type != 0 ? 4 : 0;
   is_pair = state->state.shape == DRAL_TABLE_SHAPE_PAIRS;
   memcpy(expected, &words[4 * slots[buffer]],
          (is_pair ? 8 : count) * sizeof words[0]);
   types->records[type % 5]++;
   check_words(context, "the record", result->record.words, expected, 8,
               &input);
   CHECK_EQUAL(context, result->record.word_count, count, "%s, %s",
               draw_text(&input.draw), buffer_text(&input.buffer));
   CHECK_EQUAL(context, result->slot, slots[buffer], "%s, %s",
               draw_text(&input.draw), buffer_text(&input.buffer));
   if (is_pair || buffer == state->buffer_count - 1)
      CHECK_EQUAL(context, (is_pair ? 8 * state->buffer_count
                                    : 4 * slots[buffer] + count) +
                              4 * result->end_slots, word_count,
                  "words of the table");
   check_templates(context, state, &input, buffer, result);

   error = dral_vertex_state_offset(&state->state, &draw, buffer,
                                    &bound[buffer],
                                    device_input->source_offset, &offset);
   types->offsets += error == 0;
   CHECK_EQUAL(context, result->offset.valid, error == 0, "%s, %s",
               draw_text(&input.draw), buffer_text(&input.buffer));
   CHECK_EQUAL(context, result->offset.offset, offset, "%s, %s",
               draw_text(&input.draw), buffer_text(&input.buffer));

   CHECK_EQUAL(context, dral_vertex_state_key(&state->state, &draw, &key), 0,
               "%s", draw_text(&input.draw));
   CHECK(context, memcmp(&result->key, &key, sizeof key) == 0, "%s, %s",
         draw_text(&input.draw), buffer_text(&input.buffer));
   types->shared_keys += key.table == 0;
   types->moved_keys +=
      key.moved != 0 && key.moved != device_all_dividing(state, &draw);
}

static void
check_device_valhall(struct context *context,
                     const struct dral_valhall_source *source,
                     const struct device_valhall_result *result,
                     struct device_types *types)
{
   struct dral_valhall_attribute attribute = { 0 };
   uint32_t words[8] = { 0 };
   uint32_t i;

   if (dral_valhall_attribute(source, &attribute) == 0)
      CHECK_EQUAL(context, dral_valhall_attribute_pack(&attribute, words), 0,
                  "%s", valhall_text(source));
   types->valhall[attribute.type]++;
   CHECK(context, memcmp(&result->attribute, &attribute, sizeof attribute)
                     == 0, "%s", valhall_text(source));
   for (i = 0; i < 8; i++)
      CHECK_EQUAL(context, result->words.words[i], words[i],
                  "word %" PRIu32 ", %s", i, valhall_text(source));
}

static void
compare_draws(struct context *context, const struct device_draw_input *inputs,
              uint32_t count, struct device_types *types)
{
   struct device_draw_result *results = allocate(count * sizeof *results);
   uint32_t i;

   make_draws(inputs, results, count);
   for (i = 0; i < count; i++)
      check_device_draw(context, &inputs[i], &results[i], types);
   free(results);
}

static void
compare_valhall(struct context *context,
                const struct dral_valhall_source *sources, uint32_t count,
                struct device_types *types)
{
   struct device_valhall_result *results = allocate(count * sizeof *results);
   uint32_t i;

   make_valhall(sources, results, count);
   for (i = 0; i < count; i++)
      check_device_valhall(context, &sources[i], &results[i], types);
   free(results);
}

static void
check_records_met(struct context *context, const struct device_types *types,
                  uint32_t first_type, uint32_t least)
{
   uint32_t i;

   for (i = first_type; i < LENGTH(types->records); i++)
      CHECK(context, types->records[i] >= least,
            "only %" PRIu32 " records of type %" PRIu32, types->records[i],
            i);
}

void
check_random_draws(struct context *context)
{
   struct generator generator = generator_for(context);
   struct device_draw_input *inputs = allocate(BATCH * sizeof *inputs);
   struct device_types types = { 0 };
   uint32_t done;
   uint32_t i;

   for (done = 0; done < DRAWS; done += BATCH) {
      for (i = 0; i < BATCH; i++)
         inputs[i] = random_device_draw(&generator);
      compare_draws(context, inputs, BATCH, &types);
   }
   free(inputs);
   check_records_met(context, &types, 0, DRAWS / 100);
   CHECK_MET(context, types.offsets, DRAWS / 100);
   CHECK_MET(context, types.ids, DRAWS / 100);
   CHECK_MET(context, types.nothing, DRAWS / 100);
   CHECK_MET(context, types.ranges, DRAWS / 100);
   CHECK_MET(context, types.descriptors, DRAWS / 100);
}

void
check_random_valhall(struct context *context)
{
   struct generator generator = generator_for(context);
   struct dral_valhall_source *sources = allocate(BATCH * sizeof *sources);
   struct device_types types = { 0 };
   uint32_t done;
   uint32_t i;

   for (done = 0; done < DRAWS; done += BATCH) {
      for (i = 0; i < BATCH; i++)
         sources[i] = random_device_valhall(&generator);
      compare_valhall(context, sources, BATCH, &types);
   }
   free(sources);
   for (i = 0; i < LENGTH(types.valhall); i++)
      CHECK(context, types.valhall[i] >= DRAWS / 100,
            "only %" PRIu32 " of type %" PRIu32, types.valhall[i], i);
}

void
check_random_states(struct context *context)
{
   struct generator generator = generator_for(context);
   struct device_types types = { 0 };
   struct device_state *states = allocate(STATES * sizeof *states);
   struct dral_vertex_state *prepared = allocate(STATES * sizeof *prepared);
   struct device_state_input *inputs = allocate(BATCH * sizeof *inputs);
   struct device_state_result *results = allocate(BATCH * sizeof *results);
   uint32_t done;
   uint32_t i;

   for (i = 0; i < STATES; i++) {
      states[i] = random_device_state(context, &generator);
      prepared[i] = states[i].sample.state;
   }
   for (done = 0; done < DRAWS; done += BATCH) {
      for (i = 0; i < BATCH; i++)
         inputs[i] = random_state_input(&generator, states, STATES);
      make_states(inputs, results, BATCH, prepared, STATES);
      for (i = 0; i < BATCH; i++)
         check_device_state(context, &states[inputs[i].state].sample,
                            &inputs[i], &results[i], &types);
   }
   free(states);
   free(prepared);
   free(inputs);
   free(results);
   check_records_met(context, &types, 0, DRAWS / 100);
   CHECK_MET(context, types.offsets, DRAWS / 10);
   CHECK_MET(context, types.shared_keys, DRAWS / 100);
   CHECK_MET(context, types.moved_keys, DRAWS / 100);
}

void
check_rows_of_draws(struct context *context)
{
   const struct device_draw_list list = device_draw_rows(context);
   struct device_types types = { 0 };

   CHECK(context, list.count > 0, "no draws");
   if (list.count > 0)
      compare_draws(context, list.inputs, list.count, &types);
   check_records_met(context, &types, 1, 1);
   free(list.inputs);
}

void
check_rows_of_valhall(struct context *context)
{
   const struct device_valhall_list list = device_valhall_rows(context);
   struct device_types types = { 0 };

   CHECK(context, list.count > 0, "no attributes");
   if (list.count > 0)
      compare_valhall(context, list.sources, list.count, &types);
   free(list.sources);
}

void
expect_padding(uint32_t first, uint32_t count, struct padding_result *results)
{
   uint32_t i;

   for (i = 0; i < count; i++) {
      struct dral_padded_count driver = { 0, 0, 0 };
      struct dral_padded_count documented = { 0, 0, 0 };
      uint8_t byte = DRAL_DEVICE_NO_INSTANCE_SIZE;

      (void)dral_padded_count(first + i, DRAL_PADDING_RULE_DRIVER, &driver);
      (void)dral_padded_count(first + i, DRAL_PADDING_RULE_DOCUMENTED,
                              &documented);
      results[i].idvs_count = 0;
      (void)dral_idvs_vertex_count(first + i, &results[i].idvs_count);
      (void)dral_instance_size_pack(first + i, &byte);
      results[i].driver_count = driver.count;
      results[i].documented_count = documented.count;
      results[i].factors = driver.shift | driver.odd << 5 |
                           documented.shift << 8 | documented.odd << 13 |
                           (uint32_t)byte << 16;
   }
}

void
expect_magic(uint32_t first, uint32_t count, uint32_t rounding,
             struct magic_result *results)
{
   uint32_t i;

   for (i = 0; i < count; i++) {
      struct dral_magic_divisor divisor = { 0, 0, 0 };

      (void)dral_magic_divisor(first + i, rounding, &divisor);
      results[i].magic_and_flags =
         divisor.magic | divisor.extra_flags << 31;
      results[i].shift = divisor.shift;
   }
}
