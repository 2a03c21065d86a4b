/* SPDX-License-Identifier: MIT */

#include "device_check.h"

#include "conversion.h"

#include <string.h>

/* An input as the library takes it. */
struct library_input {
   struct dral_draw draw;
   struct dral_vertex_buffer buffer;
};

static struct library_input
library_input(const struct device_draw_input *input)
{
   struct library_input copy;

   /* device_structs_are_those_of_the_library: the layout is the same. */
   memcpy(&copy.draw, &input->draw, sizeof copy.draw);
   memcpy(&copy.buffer, &input->buffer, sizeof copy.buffer);
   return copy;
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
               const struct dral_device_resolved_draw *actual)
{
   struct dral_resolved_draw resolved = { 0 };
   const int error = dral_draw_resolve(&input->draw, &resolved);
   uint32_t made[10];
   uint32_t expected[10];

   CHECK(context, memcmp(&actual->draw, &input->draw, sizeof actual->draw)
                     == 0, "%s", draw_text(&input->draw));
   made[0] = actual->valid;
   made[1] = actual->padded_count;
   made[2] = actual->shift;
   made[3] = actual->odd;
   made[4] = actual->instance_size;
   made[5] = actual->instance_size_byte;
   made[6] = actual->instance_primitive_size;
   made[7] = actual->instance_primitive_size_byte;
   made[8] = actual->invocation[0];
   made[9] = actual->invocation[1];
   expected[0] = error == 0;
   expected[1] = resolved.padded_count;
   /* docs/instancing.md, "Instance size": shift | odd << 5. */
   expected[2] = resolved.instance_size_byte & 31;
   expected[3] = resolved.instance_size_byte >> 5;
   expected[4] = resolved.instance_size;
   expected[5] = resolved.instance_size_byte;
   expected[6] = resolved.instance_primitive_size;
   expected[7] = resolved.instance_primitive_size_byte;
   expected[8] = resolved.invocation[0];
   expected[9] = resolved.invocation[1];
   check_words(context, "the draw", made, expected, 10, input);
}

static void
check_mode(struct context *context, const struct library_input *input,
           const struct device_draw_result *result,
           const struct dral_attribute_record *record)
{
   struct dral_vertex_buffer buffer = input->buffer;
   struct dral_attribute_record without_address = *record;
   uint64_t divisor = 0;
   uint64_t product = (uint64_t)result->resolved.padded_count *
                      buffer.divisor;
   uint32_t made[5];
   uint32_t expected[5];

   /* Neither address nor size nor stride plays a part in the mode. */
   buffer.address = 0;
   buffer.size = 0;
   buffer.stride = 1;
   if (dral_attribute_record(&input->draw, &buffer, &without_address) != 0)
      memset(&without_address, 0, sizeof without_address);
   if (dral_hardware_divisor(&input->draw, &buffer, &divisor) == 0 &&
       divisor != 0)
      product = divisor;
   made[0] = result->mode.type;
   made[1] = result->mode.has_stride;
   made[2] = result->mode.hardware_divisor;
   made[3] = result->hardware_divisor.low;
   made[4] = result->hardware_divisor.high;
   expected[0] = without_address.type;
   expected[1] = without_address.stride;
   expected[2] = divisor > UINT32_MAX ? 0 : (uint32_t)divisor;
   expected[3] = (uint32_t)product;
   expected[4] = (uint32_t)(product >> 32);
   check_words(context, "the mode", made, expected, 5, input);
}

static void
check_ids(struct context *context, const struct library_input *input,
          const struct device_draw_result *result,
          struct device_types *types)
{
   struct dral_id_record record;
   uint32_t words[4] = { 0 };

   if (dral_vertex_id_record(&input->draw, &record) == 0) {
      types->ids++;
      CHECK_EQUAL(context, dral_id_record_pack(&record, words), 0, "%s",
                  draw_text(&input->draw));
   }
   check_words(context, "the vertex id", result->vertex_id.words, words, 4,
               input);
   memset(words, 0, sizeof words);
   if (dral_instance_id_record(&input->draw, &record) == 0)
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
   struct dral_attribute_record record = { 0 };
   uint32_t words[8] = { 0 };
   size_t word_count = 0;
   int32_t offset = 0;
   int error;

   check_resolved(context, &input, &result->resolved);

   if (dral_invocation_pack(input.draw.vertex_count,
                            input.draw.instance_count, words) != 0)
      memset(words, 0, sizeof words);
   check_words(context, "the invocation", result->invocation.words, words, 2,
               &input);

   memset(words, 0, sizeof words);
   if (dral_attribute_record(&input.draw, &input.buffer, &record) == 0)
      CHECK_EQUAL(context, dral_attribute_record_pack(&record, words, 8,
                                                      &word_count), 0, "%s",
                  draw_text(&input.draw));
   types->records[record.type]++;
   check_words(context, "the record", result->record.words, words, 8,
               &input);
   CHECK_EQUAL(context, result->record.word_count, word_count, "%s, %s",
               draw_text(&input.draw), buffer_text(&input.buffer));
   check_mode(context, &input, result, &record);

   error = dral_attribute_offset(&input.draw, &input.buffer,
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

   check_ids(context, &input, result, types);
}

void
check_device_valhall(struct context *context,
                     const struct dral_device_valhall_source *source,
                     const struct device_valhall_result *result,
                     struct device_types *types)
{
   struct dral_valhall_source input;
   struct dral_valhall_attribute attribute = { 0 };
   uint32_t words[8] = { 0 };
   uint32_t i;

   memcpy(&input, source, sizeof input);
   if (dral_valhall_attribute(&input, &attribute) == 0)
      CHECK_EQUAL(context, dral_valhall_attribute_pack(&attribute, words), 0,
                  "%s", valhall_text(&input));
   types->valhall[attribute.type]++;
   CHECK(context, memcmp(&result->attribute, &attribute, sizeof attribute)
                     == 0, "%s", valhall_text(&input));
   for (i = 0; i < 8; i++)
      CHECK_EQUAL(context, result->words.words[i], words[i],
                  "word %" PRIu32 ", %s", i, valhall_text(&input));
}
