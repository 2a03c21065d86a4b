/* SPDX-License-Identifier: MIT */

#include "device/check.h"

#include "dral_model.h"
#include "harness/tally.h"
#include "instancing/sample_draws.h"
#include "instancing/sample_states.h"
#include "harness/text.h"

#include <string.h>

#define STATES 512

/* The slots of a table for one record. */
#define DEVICE_SLOTS 8

static struct dral_index_range
random_range(struct generator *generator)
{
   struct dral_index_range range;

   range.min_index = edge_number(generator);
   range.max_index = one_in(generator, 4)
                        ? edge_number(generator)
                        : range.min_index + edge_number(generator) % 0x10000;
   range.vertex_offset =
      one_in(generator, 2) ? 0 : (int32_t)edge_number(generator);
   /* The one that has 2^32 vertices. */
   if (one_in(generator, 100)) {
      range.min_index = 0;
      range.max_index = UINT32_MAX;
   }
   return range;
}

static struct dral_draw_info
random_draw_of_all_kinds(struct generator *generator)
{
   struct dral_draw_info draw =
      random_draw(generator, 4 + number_below(generator, 4));

   /* Nothing to draw. */
   if (one_in(generator, 50))
      draw.vertex_count = 0;
   if (one_in(generator, 50))
      draw.instance_count = 0;
   /* 2^32 elements and a few more, less than 2^16. */
   if (one_in(generator, 20)) {
      draw.base_instance = UINT32_MAX;
      draw.offset_start = -1 - (int32_t)number_below(generator, 0x8000);
   }
   /* Small factors, so that most offsets fit. */
   else if (!one_in(generator, 4)) {
      draw.offset_start %= 0x10000;
      draw.base_instance %= 0x10000;
   }
   return draw;
}

static struct dral_vertex_buffer
random_buffer_of_all_kinds(struct generator *generator,
                           const struct dral_draw_info *draw)
{
   struct dral_vertex_buffer buffer = random_buffer(generator, draw);

   if (one_in(generator, 30))
      buffer.rate = DRAL_RATE_UNUSED;
   if (!one_in(generator, 4))
      buffer.stride %= 0x1000;
   /* 2^32 + i elements of 2^32 - i bytes, which 64 bits do not tell from
    * -i * i. */
   if (draw->offset_start < 0 && one_in(generator, 4))
      buffer.stride = (uint32_t)draw->offset_start + 1;
   return buffer;
}

static uint32_t
random_source_offset(struct generator *generator)
{
   return one_in(generator, 4) ? edge_number(generator)
                               : number_below(generator, 4096);
}

static struct device_draw_input
random_device_draw(struct generator *generator)
{
   struct device_draw_input input;

   memset(&input, 0, sizeof input);
   input.info = random_draw_of_all_kinds(generator);
   input.buffer = random_buffer_of_all_kinds(generator, &input.info);
   input.source_offset = random_source_offset(generator);
   input.next = number_below(generator, DEVICE_SLOTS - 2);
   if (one_in(generator, 8))
      input.buffer.size = next_number(generator) >>
                          number_below(generator, 34);
   /* Together with the low bits of the address beyond 64 bits. */
   if (one_in(generator, 50))
      input.buffer.size = UINT64_MAX - number_below(generator, 64);
   input.range = random_range(generator);
   input.descriptor.slot = number_below(generator, 600);
   input.descriptor.format = any_magnitude(generator) >> 9;
   input.descriptor.offset = (int32_t)edge_number(generator);
   return input;
}

/* A state with at least one buffer, and the draw for whose limits it was
 * made. */
struct device_state {
   struct sample_state sample;
   struct dral_draw_info draw;
};

static struct device_state
random_device_state(struct context *context, struct generator *generator)
{
   struct device_state state;

   do {
      state.draw = random_valid_draw(generator,
                                     4 + number_below(generator, 4));
      state.sample = random_state(context, generator,
                                  state.draw.architecture, &state.draw);
   } while (state.sample.buffer_count == 0);
   return state;
}

static struct device_state_input
random_state_input(struct generator *generator,
                   const struct device_state *states, uint32_t count)
{
   const uint32_t index = number_below(generator, count);
   const struct device_state *state = &states[index];
   struct device_state_input input;
   struct dral_vertex_buffer buffer;
   struct dral_bound_buffer bound;
   struct dral_draw_info info;
   struct dral_draw draw;

   memset(&draw, 0, sizeof draw);
   do {
      info = random_draw_of_all_kinds(generator);
      info.architecture = state->sample.architecture;
      info.rounding = state->sample.rounding;
      if (one_in(generator, 2)) {
         info.vertex_count = state->draw.vertex_count;
         info.instance_count = 2 + number_below(generator, 2);
      }
   } while (dral_draw_resolve(&draw, &info) != 0);
   do {
      buffer = random_buffer(generator, &info);
   } while (dral_bound_buffer_init(&bound, buffer.address, buffer.size) != 0);
   memset(&input, 0, sizeof input);
   input.info = info;
   input.bound = bound;
   input.state = index;
   input.buffer = number_below(generator, state->sample.buffer_count);
   input.rate = state->sample.buffers[input.buffer].rate;
   input.stride = state->sample.buffers[input.buffer].stride;
   input.divisor = state->sample.buffers[input.buffer].divisor;
   input.source_offset = random_source_offset(generator);
   /* The words for keys from 33 to 63, which no draw has, are unspecified. */
   if (one_in(generator, 16))
      input.wrong_key =
         (one_in(generator, 2) ? edge_number(generator)
                               : number_below(generator, 256)) &
         ~(uint32_t)32;
   return input;
}

static struct dral_valhall_source
random_device_valhall(struct generator *generator)
{
   struct dral_valhall_source source =
      random_valhall(generator,
                     9 + number_below(generator, DRAL_ARCHITECTURE_LAST - 8));

   if (one_in(generator, 30))
      source.rate = DRAL_RATE_UNUSED;
   return source;
}

/* How often records of each type were made, the refused ones as type 0. */
struct device_types {
   uint32_t records[5];
   uint32_t valhall[4];
   /* Attributes of a table that no shader has. */
   uint32_t invalid_tables;
   /* Offsets that fit, and draws that have id records. */
   uint32_t offsets;
   uint32_t ids;
   /* Id records of several instances of one thread, and of one instance with
    * ids of 2^31 and more, which drivers write otherwise. */
   uint32_t ids_of_one;
   uint32_t ids_beyond;
   /* Refused draws, draws of nothing, and index ranges that have vertices. */
   uint32_t refused;
   uint32_t nothing;
   uint32_t ranges;
   /* Attribute descriptors that fit. */
   uint32_t descriptors;
   /* Records of prepared divisors that are 2^32 or more in the draw, and
    * draws that were never resolved. */
   uint32_t shared;
   uint32_t unresolved;
};

/* What the library appends to a table at a slot. */
static struct dral_device_table_record
library_record(const struct dral_draw *draw,
               const struct dral_vertex_buffer *buffer, uint32_t next)
{
   struct dral_device_table_record result;
   uint32_t words[4 * DEVICE_SLOTS];
   int slot;

   memset(&result, 0, sizeof result);
   result.slot = next;
   result.next = next;
   slot = dral_attribute_append(draw, buffer, words, LENGTH(words), &next);
   if (slot < 0)
      return result;
   memcpy(&result.record, &words[4 * slot], sizeof result.record);
   result.slot = (uint32_t)slot;
   result.next = next;
   return result;
}

/* What the library computes for a draw; all 0 where it returns an error. */
static struct device_draw_result
library_draw_result(struct context *context,
                    const struct device_draw_input *input,
                    struct device_types *types)
{
   const struct dral_vertex_buffer *buffer = &input->buffer;
   const struct dral_draw_info *info = &input->info;
   struct device_draw_result result;
   struct dral_draw *draw = &result.draw;

   memset(&result, 0, sizeof result);
   if (dral_draw_resolve(draw, info) != 0) {
      CHECK_EQUAL(context, draw->threads, 0, "%s", draw_text(info));
      types->refused++;
      return result;
   }
   if (dral_varying_buffer_size(draw, buffer->stride, &result.varying_size)
       != 0)
      result.varying_size = 0;
   result.unrounded_size = draw->threads * buffer->stride;
   if (dral_hardware_divisor(draw, buffer, &result.hardware_divisor) != 0)
      result.hardware_divisor = 0;
   if (dral_bound_buffer_init(&result.bound, buffer->address, buffer->size)
       != 0)
      memset(&result.bound, 0, sizeof result.bound);
   if (dral_index_range_resolve(&input->range, &result.vertices) != 0)
      memset(&result.vertices, 0, sizeof result.vertices);
   if (dral_invocation_pack(info->vertex_count, info->instance_count,
                            result.invocation.words) != 0)
      memset(&result.invocation, 0, sizeof result.invocation);
   result.appended = library_record(draw, buffer, input->next);
   result.offset.valid =
      dral_attribute_offset(draw, buffer, input->source_offset,
                            &result.offset.offset) == 0;
   if (!result.offset.valid)
      result.offset.offset = 0;
   if (dral_attribute_descriptor_pack(&input->descriptor,
                                      result.descriptor.words) != 0)
      memset(&result.descriptor, 0, sizeof result.descriptor);
   if (dral_id_records(draw, result.ids.words) == 0) {
      types->ids++;
      types->ids_of_one +=
         info->instance_count > 1 && draw->padded_count == 1;
      types->ids_beyond += info->instance_count == 1 &&
                           draw->threads > (uint64_t)1 << 31;
   } else {
      memset(&result.ids, 0, sizeof result.ids);
   }
   types->nothing += draw->threads == 0;
   types->ranges += result.vertices.vertex_count != 0;
   types->descriptors += result.descriptor.words[0] != 0;
   types->records[result.appended.record.first[0] % 8 % 5]++;
   types->offsets += result.offset.valid;
   return result;
}

/* None has padding. */
#define CHECK_FIELD(field)                                               \
   CHECK(context,                                                        \
         memcmp(&result->field, &expected.field, sizeof expected.field)  \
            == 0,                                                        \
         #field " of %s, %s", draw_text(draw), buffer_text(buffer))

/* What dral_device.h says of results where dral.h returns an error. */
static void
check_refused(struct context *context, const struct device_draw_input *input,
              const struct device_draw_result *result)
{
   struct device_draw_result expected;

   memset(&expected, 0, sizeof expected);
   expected.draw.info = result->draw.info;
   expected.draw.offset_key = result->draw.offset_key;
   CHECK(context,
         memcmp(&result->draw, &expected.draw, sizeof expected.draw) == 0,
         "%s", draw_text(&input->info));
   CHECK_EQUAL(context, result->varying_size, 0, "%s",
               draw_text(&input->info));
   CHECK_EQUAL(context, result->hardware_divisor, 0, "%s",
               draw_text(&input->info));
   CHECK_EQUAL(context, result->offset.valid, 0, "%s",
               draw_text(&input->info));
   CHECK(context,
         memcmp(&result->appended.record, &expected.appended.record,
                sizeof expected.appended.record) == 0,
         "%s", draw_text(&input->info));
   CHECK_EQUAL(context, result->appended.slot, input->next, "%s",
               draw_text(&input->info));
   CHECK_EQUAL(context, result->appended.next, input->next, "%s",
               draw_text(&input->info));
}

static void
check_device_draw(struct context *context,
                  const struct device_draw_input *input,
                  const struct device_draw_result *result,
                  struct device_types *types)
{
   const uint32_t refused = types->refused;
   const struct device_draw_result expected =
      library_draw_result(context, input, types);
   const struct dral_draw_info *draw = &input->info;
   const struct dral_vertex_buffer *buffer = &input->buffer;

   if (types->refused != refused) {
      check_refused(context, input, result);
      return;
   }
   CHECK_FIELD(draw);
   CHECK_FIELD(varying_size);
   CHECK_FIELD(unrounded_size);
   CHECK_FIELD(hardware_divisor);
   CHECK_FIELD(bound);
   CHECK_FIELD(vertices);
   CHECK_FIELD(invocation);
   CHECK_FIELD(appended);
   CHECK_FIELD(offset);
   CHECK_FIELD(descriptor);
   CHECK_FIELD(ids);
}

/* The record of a buffer in a table of the library, and the slot after it
 * unless the next record begins there. */
static struct dral_record_template
record_in_table(const struct sample_state *state,
                const struct dral_draw *draw, uint32_t buffer,
                const uint32_t *words)
{
   const int slot = dral_vertex_state_slot(&state->state, draw, buffer);
   struct dral_record_template record;

   memcpy(&record, &words[4 * slot], sizeof record);
   if (buffer + 1 < state->buffer_count &&
       dral_vertex_state_slot(&state->state, draw, buffer + 1) == slot + 1)
      memset(record.second, 0, sizeof record.second);
   return record;
}

/* What the library computes from a prepared state; all 0 where it returns an
 * error. */
static struct device_state_result
library_state_result(struct context *context,
                     const struct sample_state *state,
                     const struct device_state_input *input,
                     struct device_types *types)
{
   const struct dral_vertex_state *prepared = &state->state;
   struct dral_bound_buffer bound[DRAL_VERTEX_STATE_BUFFERS];
   struct dral_draw draw = resolved_draw(context, &input->info);
   uint32_t words[STATE_WORDS];
   struct device_state_result result;
   uint32_t variant, i;
   int count;

   for (i = 0; i < state->buffer_count; i++)
      bound[i] = input->bound;
   if (input->wrong_key != 0)
      draw.table_key = input->wrong_key;

   memset(&result, 0, sizeof result);
   result.buffer_count = state->buffer_count;
   for (i = 0; i < DRAL_VERTEX_STATE_VARIANTS; i++)
      result.templates[i] = prepared->variants[i].templates[input->buffer];
   result.offset.valid =
      dral_vertex_state_offset(prepared, &draw, input->buffer, &input->bound,
                               input->source_offset, &result.offset.offset)
      == 0;
   if (!result.offset.valid)
      result.offset.offset = 0;
   types->offsets += result.offset.valid;

   count = dral_vertex_state_table(prepared, &draw, bound,
                                   state->buffer_count, words, STATE_WORDS);
   variant = draw.table_key / 32 - 1;
   if (variant >= DRAL_VERTEX_STATE_VARIANTS) {
      CHECK_EQUAL(context, count, DRAL_ERROR_NOT_RESOLVED, "key %" PRIu32,
                  draw.table_key);
      types->unresolved++;
      /* The device reads the last variant, and writes no record. */
      variant = DRAL_VERTEX_STATE_VARIANTS - 1;
   } else {
      result.record = record_in_table(state, &draw, input->buffer, words);
      CHECK(context, count >= 0 && (uint32_t)count / 4
                                      - prepared->variants[variant].end <= 1,
            "%d words", count);
      types->shared += result.record.first[0] % 8 == 1 &&
                       result.templates[variant].first[0] > 1;
      types->records[result.record.first[0] % 8 % 5]++;
   }
   result.slot = prepared->variants[variant].slots[input->buffer];
   result.end = prepared->variants[variant].end;
   return result;
}

static void
check_device_state(struct context *context, const struct sample_state *state,
                   const struct device_state_input *input,
                   const struct device_state_result *result,
                   struct device_types *types)
{
   const struct dral_draw_info *draw = &input->info;
   const struct dral_vertex_buffer *buffer = &state->buffers[input->buffer];
   const struct device_state_result expected =
      library_state_result(context, state, input, types);

   CHECK_FIELD(record);
   CHECK_FIELD(offset);
   CHECK_FIELD(buffer_count);
   CHECK_FIELD(slot);
   CHECK_FIELD(end);
   CHECK_FIELD(templates);
}

static void
check_device_valhall(struct context *context,
                     const struct dral_valhall_source *source,
                     const struct dral_device_valhall_words *result,
                     struct device_types *types)
{
   uint32_t words[8];

   if (dral_valhall_attribute(source, words) != 0)
      memset(words, 0, sizeof words);
   types->valhall[words[0] >> 4 & 3]++;
   types->invalid_tables += words[0] == 0x31C00005;
   CHECK(context, memcmp(result->words, words, sizeof words) == 0,
         "words of %s", valhall_text(source));
}

void
expect_padding(uint32_t first, uint32_t count, void *memory)
{
   struct padding_result *const results = memory;
   uint32_t i;

   for (i = 0; i < count; i++) {
      const struct dral_padded_count none = { 0, 0, 0 };
      struct dral_padded_count driver, documented;
      uint8_t byte;

      if (dral_padded_count(first + i, DRAL_PADDING_RULE_DRIVER, &driver)
          != 0)
         driver = none;
      if (dral_padded_count(first + i, DRAL_PADDING_RULE_DOCUMENTED,
                            &documented) != 0)
         documented = none;
      if (dral_idvs_vertex_count(first + i, &results[i].idvs_count) != 0)
         results[i].idvs_count = 0;
      if (dral_instance_size_pack(first + i, &byte) != 0)
         byte = DRAL_DEVICE_NO_INSTANCE_SIZE;
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
      const struct dral_magic_divisor none = { 0, 0, 0 };
      struct dral_magic_divisor divisor;

      if (dral_magic_divisor(first + i, rounding, &divisor) != 0)
         divisor = none;
      results[i].magic_and_flags =
         divisor.magic | divisor.extra_flags << 31;
      results[i].shift = divisor.shift;
   }
}

static union device_inputs inputs;
static union device_results results;
static struct device_state states[STATES];
static struct dral_vertex_state prepared[STATES];

/* Compares the results of a batch of inputs. */
static void
compare(struct context *context, enum device_kernel kernel,
        struct device_types *types)
{
   uint32_t i;

   make_results(kernel, &inputs, &results, DEVICE_BATCH, prepared, STATES);
   for (i = 0; i < DEVICE_BATCH; i++) {
      switch (kernel) {
      case DEVICE_DRAWS:
         check_device_draw(context, &inputs.draws[i], &results.draws[i],
                           types);
         break;
      case DEVICE_VALHALL:
         check_device_valhall(context, &inputs.valhall[i],
                              &results.valhall[i], types);
         break;
      case DEVICE_STATES:
         check_device_state(context, &states[inputs.states[i].state].sample,
                            &inputs.states[i], &results.states[i], types);
         break;
      }
   }
}

static struct device_types
compare_random(struct context *context, enum device_kernel kernel)
{
   struct generator generator = generator_for(context);
   struct device_types types = { 0 };
   uint32_t done, i;

   for (i = 0; i < STATES && kernel == DEVICE_STATES; i++) {
      states[i] = random_device_state(context, &generator);
      prepared[i] = states[i].sample.state;
   }
   for (done = 0; done < DRAWS; done += DEVICE_BATCH) {
      for (i = 0; i < DEVICE_BATCH; i++) {
         if (kernel == DEVICE_DRAWS)
            inputs.draws[i] = random_device_draw(&generator);
         else if (kernel == DEVICE_VALHALL)
            inputs.valhall[i] = random_device_valhall(&generator);
         else
            inputs.states[i] = random_state_input(&generator, states, STATES);
      }
      compare(context, kernel, &types);
   }
   return types;
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

static void
device_draws_equal_the_library(struct context *context)
{
   const struct device_types types = compare_random(context, DEVICE_DRAWS);

   check_types_met(context, types.records, 0, LENGTH(types.records),
                   DRAWS / 100);
   CHECK_MET(context, types.offsets, DRAWS / 100);
   CHECK_MET(context, types.ids, DRAWS / 100);
   CHECK_MET(context, types.ids_of_one, DRAWS / 1000);
   CHECK_MET(context, types.ids_beyond, DRAWS / 1000);
   CHECK_MET(context, types.refused, DRAWS / 100);
   CHECK_MET(context, types.nothing, DRAWS / 100);
   CHECK_MET(context, types.ranges, DRAWS / 100);
   CHECK_MET(context, types.descriptors, DRAWS / 100);
}

static void
device_valhall_equals_the_library(struct context *context)
{
   const struct device_types types = compare_random(context, DEVICE_VALHALL);

   check_types_met(context, types.valhall, 0, LENGTH(types.valhall),
                   DRAWS / 100);
   CHECK_MET(context, types.invalid_tables, DRAWS / 100);
}

static void
device_states_equal_the_library(struct context *context)
{
   const struct device_types types = compare_random(context, DEVICE_STATES);

   check_types_met(context, types.records, 0, LENGTH(types.records),
                   DRAWS / 100);
   CHECK_MET(context, types.offsets, DRAWS / 10);
   CHECK_MET(context, types.shared, DRAWS / 100);
   CHECK_MET(context, types.unresolved, DRAWS / 100);
}

const struct test device_check_tests[] = {
   QUICK_TEST(device_draws_equal_the_library),
   QUICK_TEST(device_valhall_equals_the_library),
   QUICK_TEST(device_states_equal_the_library),
   NO_MORE_TESTS,
};
