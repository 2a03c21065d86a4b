/* SPDX-License-Identifier: MIT */

#include "patch_draws.h"

#include <dral.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A random state with the given buffers. */
static struct patch_state
random_patch_state(struct random_numbers *numbers,
                   const struct dral_vertex_buffer *buffers)
{
   struct patch_state state;
   uint32_t i;

   memset(&state, 0, sizeof state);
   state.architecture = 6 + random_below(numbers, 2);
   state.idvs = random_below(numbers, 2);
   state.vertices_per_primitive = 1 + random_below(numbers, 4);
   if (dral_vertex_state_prepare(
          state.architecture, DRAL_ROUNDING_NEAREST, DRAL_TABLE_SHAPE_PAIRS,
          random_below(numbers, PATCH_IMAGES + 1), buffers,
          random_below(numbers, PATCH_BINDINGS + 1), &state.vertex) != 0) {
      fprintf(stderr, "a state is refused\n");
      exit(2);
   }
   for (i = 0; i < PATCH_BINDINGS; i++) {
      struct patch_binding *binding = &state.bindings[i];

      binding->bound = dral_device_buffer_bind(buffers[i].address,
                                               buffers[i].size);
      binding->source_offset = random_one_in(numbers, 50)
                                  ? random_edge(numbers)
                                  : random_below(numbers, 2048);
      binding->format = random_below(numbers, (uint32_t)1 << 22);
   }
   return state;
}

/* Indices close to each other, with restarts between them. */
static void
fill_indices(struct random_numbers *numbers, struct patch_state *state,
             unsigned char *bytes)
{
   const uint32_t sizes[] = { 1, 2, 4 };
   const uint32_t first = random_edge(numbers);
   const uint32_t spread = random_one_in(numbers, 4) ? UINT32_MAX : 1000;
   const uint32_t odds = random_one_in(numbers, 16) ? 1 : 8;
   uint32_t i;

   state->index_size = sizes[random_below(numbers, 3)];
   state->restart = random_below(numbers, 2);
   state->index_capacity = PATCH_INDEX_BYTES / state->index_size;
   for (i = 0; i < state->index_capacity; i++) {
      const uint32_t index =
         random_one_in(numbers, odds)
            ? UINT32_MAX
            : first + random_below(numbers, spread);
      const uint8_t byte = (uint8_t)index;
      const uint16_t half = (uint16_t)index;

      if (state->index_size == 1)
         memcpy(bytes + i, &byte, 1);
      else if (state->index_size == 2)
         memcpy(bytes + 2 * i, &half, 2);
      else
         memcpy(bytes + 4 * i, &index, 4);
   }
}

void
random_scene(struct random_numbers *numbers, struct patch_scene *scene)
{
   uint32_t i;
   uint32_t j;

   for (i = 0; i < PATCH_STATES; i++) {
      struct patch_state *state = &scene->states[i];

      for (j = 0; j < PATCH_BINDINGS; j++) {
         struct dral_vertex_buffer *buffer = &scene->buffers[i][j];

         /* A driver refuses to bind buffers that do not fit. */
         do
            *buffer = random_buffer(numbers);
         while (!dral_device_buffer_fits(buffer->address, buffer->size));
         if (random_one_in(numbers, 8))
            buffer->rate = DRAL_RATE_UNUSED;
      }
      *state = random_patch_state(numbers, scene->buffers[i]);
      state->index_offset = i * PATCH_INDEX_BYTES;
      if (i % 2 == 0)
         fill_indices(numbers, state, scene->indices + state->index_offset);
   }
}

uint32_t
index_at(const struct patch_scene *scene, const struct patch_state *state,
         uint32_t position)
{
   const unsigned char *bytes = scene->indices + state->index_offset +
                                (size_t)state->index_size * position;
   uint16_t half;
   uint32_t word;

   switch (state->index_size) {
   case 1:
      return *bytes;
   case 2:
      memcpy(&half, bytes, 2);
      return half;
   default:
      memcpy(&word, bytes, 4);
      return word;
   }
}

struct patch_draw
random_draw(struct random_numbers *numbers, const struct patch_scene *scene,
            uint32_t state)
{
   const struct indirect_command command =
      random_command(numbers, scene->buffers[state][0].divisor);
   const uint32_t capacity = scene->states[state].index_capacity;
   struct patch_draw draw;

   draw.state = state;
   draw.command[0] = command.vertex_count;
   draw.command[1] = command.instance_count;
   draw.command[2] = command.first_vertex;
   draw.command[3] = command.first_instance;
   draw.command[4] = 0;
   if (capacity == 0)
      return draw;
   draw.command[0] = random_below(numbers, capacity + 1);
   if (!random_one_in(numbers, 8))
      draw.command[1] = 1 + random_below(numbers, 4096);
   draw.command[2] = random_below(numbers, capacity - draw.command[0] + 1);
   /* Occasionally beyond the buffer. */
   if (random_one_in(numbers, 16))
      draw.command[random_one_in(numbers, 2) ? 0 : 2] = random_edge(numbers);
   draw.command[3] = random_one_in(numbers, 4)
                        ? 0u - random_below(numbers, 1000)
                        : command.first_vertex;
   draw.command[4] = command.first_instance;
   return draw;
}
