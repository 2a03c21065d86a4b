/* SPDX-License-Identifier: MIT */

#include "inputs.h"

#include "harness/generator.h"

#include <stdlib.h>

struct inputs inputs;

static void
make_numbers(void)
{
   struct generator generator = { 1 };
   size_t i;

   for (i = 0; i < INPUT_NUMBERS; i++) {
      const uint32_t vertex_count = any_magnitude(&generator) >> 1;
      const uint32_t divisor = any_magnitude(&generator);

      inputs.vertex_counts[i] = vertex_count == 0 ? 1 : vertex_count;
      inputs.divisors[i] = divisor == 0 ? 1 : divisor;
   }
}

/* Small enough for one dispatch, and for every divisor to fit 32 bits. */
static void
make_draws(void)
{
   struct generator generator = { 2 };
   size_t i;

   for (i = 0; i < INPUT_DRAWS; i++) {
      struct counts *draw = &inputs.draws[i];

      draw->vertices = 1 + (any_magnitude(&generator) >> 16);
      draw->instances = 1;
      if (!one_in(&generator, 4))
         draw->instances = 2 + (any_magnitude(&generator) >> 20);
   }
}

static void
make_bindings(void)
{
   struct generator generator = { 3 };
   struct generator formats = { 4 };
   size_t i;
   size_t j;

   for (i = 0; i < INPUT_BINDINGS; i++) {
      for (j = 0; j < INPUT_BUFFERS; j++) {
         struct dral_vertex_buffer *buffer = &inputs.bindings[i][j];
         struct dral_vertex_element *element = &inputs.elements[i][j];

         element->buffer = (uint32_t)j;
         element->format = number_below(&formats, (uint32_t)1 << 22);
         element->source_offset = 4 * number_below(&formats, 4);
         buffer->address = next_number(&generator) >> 10 << 2;
         buffer->size = 0x10000;
         buffer->stride = 4 + 4 * number_below(&generator, 16);
         if (one_in(&generator, 2))
            continue;
         buffer->rate = DRAL_RATE_INSTANCE;
         buffer->divisor = 1;
         if (one_in(&generator, 3))
            buffer->divisor = number_below(&generator, 8);
      }
   }
}

void
make_inputs(void)
{
   make_numbers();
   make_draws();
   make_bindings();
}

void
prepare_inputs(struct prepared *prepared)
{
   size_t i;
   size_t j;

   for (i = 0; i < INPUT_BINDINGS; i++) {
      const struct dral_vertex_buffer *buffers = inputs.bindings[i];
      const struct dral_vertex_state_info info = {
         .architecture = INPUT_ARCHITECTURE,
         .shape = DRAL_TABLE_SHAPE_PACKED,
         .buffers = buffers,
         .buffer_count = INPUT_BUFFERS,
         .elements = inputs.elements[i],
         .element_count = INPUT_BUFFERS,
      };

      if (dral_vertex_state_prepare(&prepared->states[i], &info) != 0)
         abort();
      for (j = 0; j < INPUT_BUFFERS; j++) {
         if (dral_bound_buffer_init(&prepared->bound[i][j],
                                    buffers[j].address, buffers[j].size) != 0)
            abort();
      }
   }
}
