/* SPDX-License-Identifier: MIT */

#include "instancing/sample_states.h"

#include "dral_model.h"
#include "harness/harness.h"
#include "instancing/sample_draws.h"

#include <stdio.h>
#include <string.h>

#define TEXT_LENGTH 128

struct dral_vertex_state_info
info_of(const struct sample_state *sample)
{
   const struct dral_vertex_state_info info = {
      sample->architecture, sample->rounding,     sample->shape,
      sample->image_count,  sample->unused_location,
      sample->buffers,      sample->buffer_count,
      sample->elements,     sample->element_count,
   };

   return info;
}

void
prepare(struct context *context, struct sample_state *sample)
{
   const struct dral_vertex_state_info info = info_of(sample);
   uint32_t i;

   for (i = 0; i < sample->buffer_count; i++) {
      if (sample->buffers[i].rate != DRAL_RATE_UNUSED)
         CHECK_EQUAL(context,
                     dral_bound_buffer_init(&sample->bound[i],
                                            sample->buffers[i].address,
                                            sample->buffers[i].size),
                     0, "buffer %" PRIu32, i);
   }
   CHECK_EQUAL(context, dral_vertex_state_prepare(&sample->state, &info), 0,
               "%s", state_text(sample));
}

/* An attribute of a buffer that is used, or a location without one. */
static struct dral_vertex_element
random_element(struct generator *generator,
               const struct sample_state *sample)
{
   const uint32_t buffer =
      number_below(generator, sample->buffer_count + 1);
   struct dral_vertex_element element = { DRAL_NO_BUFFER, 0, 0 };

   element.format = number_below(generator, 1u << 22);
   element.source_offset = one_in(generator, 2)
                              ? number_below(generator, 2048)
                              : edge_number(generator);
   if (buffer == sample->buffer_count ||
       sample->buffers[buffer].rate == DRAL_RATE_UNUSED)
      return element;
   element.buffer = buffer;
   /* The low bits of an address also fit in the offset. */
   if (element.source_offset > (uint32_t)INT32_MAX - 63)
      element.source_offset %= 0x10000;
   return element;
}

struct sample_state
random_state(struct context *context, struct generator *generator,
             uint32_t architecture, const struct dral_draw_info *draw)
{
   const uint32_t most = one_in(generator, 8) ? STATE_BUFFERS + 1 : 6;
   const uint32_t hole_odds = 2 + number_below(generator, 8);
   const int vertex_rates = !one_in(generator, 3);
   struct sample_state sample;
   uint32_t i;

   /* Memory of a state need not be initialized. */
   fill_canary(&sample, sizeof sample);
   sample.architecture = architecture;
   sample.rounding = number_below(generator, 2);
   sample.shape = number_below(generator, 2);
   sample.image_count = sample.shape == DRAL_TABLE_SHAPE_PAIRS
                           ? number_below(generator, STATE_IMAGES + 1)
                           : 0;
   sample.unused_location = number_below(generator, 2);
   sample.buffer_count = number_below(generator, most);
   for (i = 0; i < sample.buffer_count; i++) {
      struct dral_vertex_buffer *buffer = &sample.buffers[i];

      *buffer = random_valid_buffer(generator, draw);
      if (one_in(generator, 4))
         buffer->stride = 0;
      if (!vertex_rates)
         buffer->rate = DRAL_RATE_INSTANCE;
      if (sample.shape == DRAL_TABLE_SHAPE_PAIRS &&
          one_in(generator, hole_odds))
         buffer->rate = DRAL_RATE_UNUSED;
   }
   sample.element_count = number_below(
      generator, one_in(generator, 8) ? STATE_ELEMENTS + 1 : 8);
   for (i = 0; i < sample.element_count; i++)
      sample.elements[i] = random_element(generator, &sample);
   prepare(context, &sample);
   return sample;
}

const char *
state_text(const struct sample_state *sample)
{
   static char text[TEXT_LENGTH];

   snprintf(text, sizeof text,
            "state v%" PRIu32 " rounding %" PRIu32 " shape %" PRIu32
            " images %" PRIu32 " buffers %" PRIu32,
            sample->architecture, sample->rounding, sample->shape,
            sample->image_count, sample->buffer_count);
   return text;
}

size_t
enough_words(const struct sample_state *sample)
{
   return 8 * ((size_t)sample->buffer_count + sample->image_count) + 4;
}

int
prepared_table(const struct sample_state *sample,
               const struct dral_draw *draw, size_t capacity,
               struct sample_table *table)
{
   uint32_t i;

   fill_canary(table, sizeof *table);
   for (i = 0; i < sample->buffer_count; i++)
      table->slots[i] =
         (uint32_t)dral_vertex_state_slot(&sample->state, draw, i);
   return dral_vertex_state_table(&sample->state, draw, sample->bound,
                                  sample->buffer_count, table->words,
                                  capacity);
}
