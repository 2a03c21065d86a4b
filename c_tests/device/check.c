/* SPDX-License-Identifier: MIT */

#include "device/check.h"

#include "harness/tally.h"
#include "instancing/rows.h"
#include "harness/text.h"

#include <stdlib.h>
#include <string.h>

#define STATES 512
#define BATCH 65536

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

/* Structs without padding, word by word. */
static void
check_words(struct context *context, const char *what, const void *actual,
            const void *expected, size_t size, const struct dral_draw *draw,
            const struct dral_vertex_buffer *buffer)
{
   uint32_t made[256];
   uint32_t words[LENGTH(made)];
   size_t i;

   CHECK(context, size <= sizeof made, "%s", what);
   if (size > sizeof made)
      return;
   memcpy(made, actual, size);
   memcpy(words, expected, size);
   for (i = 0; i < size / sizeof words[0]; i++)
      CHECK_EQUAL(context, made[i], words[i], "word %zu of %s, %s, %s", i,
                  what, draw_text(draw), buffer_text(buffer));
}

/* What the library makes of a draw; all 0 of what it refuses. */
static struct device_draw_result
library_draw_result(struct context *context,
                    const struct device_draw_input *input,
                    struct device_types *types)
{
   const struct dral_vertex_buffer *buffer = &input->buffer;
   struct device_draw_result result;
   struct dral_resolved_draw *draw = &result.resolved;
   struct dral_id_record id;
   size_t word_count = 0;
   int error;

   memset(&result, 0, sizeof result);
   error = dral_draw_resolve(&input->draw, draw);
   CHECK(context, (error == 0) == (draw->architecture != 0), "%s",
         draw_text(&input->draw));
   CHECK_EQUAL(context, dral_varying_buffer_size(draw, buffer->stride,
                                                 &result.varying_size), 0,
               "sizes");
   (void)dral_hardware_divisor(draw, buffer, &result.hardware_divisor);
   (void)dral_buffer_bind(buffer->address, input->bound_size, &result.bound);
   (void)dral_index_range_resolve(&input->range, &result.vertices);
   (void)dral_invocation_pack(input->draw.vertex_count,
                              input->draw.instance_count,
                              result.invocation.words);
   types->nothing += error == 0 && draw->threads == 0;
   types->ranges += result.vertices.vertex_count != 0;
   types->descriptors += dral_attribute_descriptor_pack(
                            &input->descriptor, result.descriptor.words) == 0;
   if (error == 0) {
      if (dral_attribute_record(draw, buffer, &result.fields) == 0)
         CHECK_EQUAL(context,
                     dral_attribute_record_pack(&result.fields,
                                                result.record.words, 8,
                                                &word_count),
                     0, "%s", draw_text(&input->draw));
      result.offset.valid =
         dral_attribute_offset(draw, buffer, input->source_offset,
                               &result.offset.offset) == 0;
      if (dral_vertex_id_record(draw, &id) == 0) {
         types->ids++;
         CHECK_EQUAL(context,
                     dral_id_record_pack(&id, result.vertex_id.words), 0,
                     "%s", draw_text(&input->draw));
      }
      if (dral_instance_id_record(draw, &id) == 0)
         CHECK_EQUAL(context,
                     dral_id_record_pack(&id, result.instance_id.words), 0,
                     "%s", draw_text(&input->draw));
   }
   result.record.word_count = (uint32_t)word_count;
   types->records[result.fields.type]++;
   types->offsets += result.offset.valid;
   return result;
}

#define CHECK_FIELD(field)                                       \
   check_words(context, #field, &result->field, &expected.field, \
               sizeof expected.field, draw, buffer)

static void
check_device_draw(struct context *context,
                  const struct device_draw_input *input,
                  const struct device_draw_result *result,
                  struct device_types *types)
{
   const struct device_draw_result expected =
      library_draw_result(context, input, types);
   const struct dral_draw *draw = &input->draw;
   const struct dral_vertex_buffer *buffer = &input->buffer;

   CHECK_FIELD(resolved);
   CHECK_FIELD(varying_size);
   CHECK_FIELD(hardware_divisor);
   CHECK_FIELD(bound);
   CHECK_FIELD(vertices);
   CHECK_FIELD(invocation);
   CHECK_FIELD(fields);
   CHECK_FIELD(record);
   CHECK_FIELD(offset);
   CHECK_FIELD(descriptor);
   CHECK_FIELD(vertex_id);
   CHECK_FIELD(instance_id);
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
                   const struct device_state_input *input,
                   const struct device_state_result *result,
                   struct device_types *types)
{
   const struct dral_draw *draw = &input->draw;
   const struct dral_vertex_buffer *buffer = &state->buffers[input->buffer];
   const int is_pair = state->shape == DRAL_TABLE_SHAPE_PAIRS;
   struct device_state_result expected;
   struct dral_resolved_draw resolved;
   struct dral_bound_buffer bound[DRAL_VERTEX_STATE_BUFFERS];
   uint32_t words[STATE_WORDS];
   uint32_t slots[DRAL_VERTEX_STATE_BUFFERS];
   size_t word_count;
   uint32_t type;
   uint32_t i;
   int error;

   for (i = 0; i < state->buffer_count; i++)
      bound[i] = input->bound;
   CHECK_EQUAL(context, dral_draw_resolve(draw, &resolved), 0, "%s",
               draw_text(draw));
   error = dral_vertex_state_table(&state->state, &resolved, bound,
                                   state->buffer_count, words, STATE_WORDS,
                                   slots, &word_count);
   CHECK_EQUAL(context, error, 0, "%s", draw_text(draw));
   if (error != 0)
      return;

   /* A table of pairs has both slots of every buffer, a packed one not. */
   memset(&expected, 0, sizeof expected);
   expected.slot = slots[input->buffer];
   type = words[4 * expected.slot] % 8;
   expected.record.word_count =
      type == DRAL_RECORD_TYPE_NPOT_DIVISOR ? 8 : type != 0 ? 4 : 0;
   memcpy(expected.record.words, &words[4 * expected.slot],
          (is_pair ? 8 : expected.record.word_count) * sizeof words[0]);
   types->records[type % 5]++;
   for (i = 0; i < DRAL_VERTEX_STATE_VARIANTS; i++)
      expected.templates[i] = state->state.templates[i][input->buffer];
   expected.offset.valid =
      dral_vertex_state_offset(&state->state, &resolved, input->buffer,
                               &input->bound, input->source_offset,
                               &expected.offset.offset) == 0;
   types->offsets += expected.offset.valid;
   CHECK_EQUAL(context, dral_vertex_state_key(&state->state, &resolved,
                                              &expected.key), 0,
               "%s", draw_text(draw));
   types->shared_keys += expected.key.table == 0;
   types->moved_keys +=
      expected.key.moved != 0 &&
      expected.key.moved != device_all_dividing(state, &resolved);

   CHECK_FIELD(key);
   CHECK_FIELD(record);
   CHECK_FIELD(offset);
   CHECK_FIELD(slot);
   CHECK_FIELD(templates);
   if (is_pair || input->buffer == state->buffer_count - 1)
      CHECK_EQUAL(context,
                  (is_pair ? 8 * state->buffer_count
                           : 4 * expected.slot + expected.record.word_count) +
                     4 * result->end_slots,
                  word_count, "words of the table");
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
check_types_met(struct context *context, const uint32_t *counts,
                uint32_t first_type, size_t type_count, uint32_t least)
{
   uint32_t i;

   for (i = first_type; i < type_count; i++)
      CHECK(context, counts[i] >= least,
            "only %" PRIu32 " of type %" PRIu32, counts[i], i);
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
   check_types_met(context, types.records, 0, LENGTH(types.records),
                   DRAWS / 100);
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
   check_types_met(context, types.valhall, 0, LENGTH(types.valhall),
                   DRAWS / 100);
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
   check_types_met(context, types.records, 0, LENGTH(types.records),
                   DRAWS / 100);
   CHECK_MET(context, types.offsets, DRAWS / 10);
   CHECK_MET(context, types.shared_keys, DRAWS / 100);
   CHECK_MET(context, types.moved_keys, DRAWS / 100);
}

/* The inputs of the drivers' rows. */
struct row_inputs {
   struct device_draw_input *draws;
   struct dral_valhall_source *sources;
   uint32_t count;
};

static void
add_draw(struct context *context, const struct draw_row *row, void *state)
{
   struct row_inputs *inputs = state;
   struct device_draw_input *input = &inputs->draws[inputs->count];

   CHECK(context, inputs->count < BATCH, "too many draws");
   if (inputs->count == BATCH)
      return;
   memset(input, 0, sizeof *input);
   input->draw = row->draw;
   input->range = row->range;
   input->buffer = row->buffer;
   input->bound_size = row->buffer.size;
   input->source_offset = row->source_offset;
   input->descriptor.slot = 2 * row->binding;
   input->descriptor.offset = (int32_t)row->source_offset;
   inputs->count++;
}

static void
add_source(const struct csv *csv, const struct dral_valhall_source *source,
           void *state)
{
   struct row_inputs *inputs = state;

   CHECK(csv->context, inputs->count < BATCH, "too many attributes");
   if (inputs->count < BATCH)
      inputs->sources[inputs->count++] = *source;
}

void
check_rows_of_draws(struct context *context)
{
   struct device_types types = { 0 };
   struct row_inputs inputs = { 0 };

   inputs.draws = allocate(BATCH * sizeof *inputs.draws);
   visit_draw_rows(context, add_draw, &inputs);
   compare_draws(context, inputs.draws, inputs.count, &types);
   check_types_met(context, types.records, 1, LENGTH(types.records), 1);
   free(inputs.draws);
}

void
check_rows_of_valhall(struct context *context)
{
   struct device_types types = { 0 };
   struct row_inputs inputs = { 0 };

   inputs.sources = allocate(BATCH * sizeof *inputs.sources);
   visit_valhall_rows(context, add_source, &inputs);
   compare_valhall(context, inputs.sources, inputs.count, &types);
   check_types_met(context, types.valhall, 1, LENGTH(types.valhall), 1);
   free(inputs.sources);
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
