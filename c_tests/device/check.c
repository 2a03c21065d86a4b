/* SPDX-License-Identifier: MIT */

#include "device/check.h"

#include "harness/text.h"

#include <string.h>

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

void
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

void
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

void
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
