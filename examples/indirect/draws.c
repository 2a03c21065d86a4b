/* SPDX-License-Identifier: MIT */

#include "draws.h"

#include <dral.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* splitmix64 */
static uint64_t
random_number(struct random_numbers *numbers)
{
   uint64_t z;

   numbers->state += 0x9E3779B97F4A7C15;
   z = numbers->state;
   z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
   z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
   return z ^ (z >> 31);
}

static uint32_t
random_below(struct random_numbers *numbers, uint32_t bound)
{
   return (uint32_t)(((random_number(numbers) >> 32) * bound) >> 32);
}

static int
random_one_in(struct random_numbers *numbers, uint32_t odds)
{
   return random_below(numbers, odds) == 0;
}

/* Usually below a bound, otherwise of any magnitude. */
static uint32_t
random_usually_below(struct random_numbers *numbers, uint32_t bound)
{
   if (!random_one_in(numbers, 8))
      return random_below(numbers, bound);
   return (uint32_t)random_number(numbers) >> random_below(numbers, 32);
}

static struct dral_vertex_buffer
random_buffer(struct random_numbers *numbers)
{
   struct dral_vertex_buffer buffer;

   buffer.address = random_number(numbers) >> (8 + random_below(numbers, 16));
   buffer.size = random_usually_below(numbers, 1 << 24);
   buffer.stride = random_usually_below(numbers, 256);
   buffer.rate = random_below(numbers, 2);
   buffer.divisor = random_usually_below(numbers, 20);
   if (random_one_in(numbers, 16))
      buffer.rate = DRAL_RATE_UNUSED;
   return buffer;
}

/* A random state with the given buffers and images. */
static struct indirect_state
random_state(struct random_numbers *numbers,
             const struct dral_vertex_buffer *buffers, uint32_t image_count)
{
   struct indirect_state state;
   struct dral_vertex_state_info info;
   uint32_t i;

   memset(&state, 0, sizeof state);
   state.architecture = 4 + random_below(numbers, 4);
   state.idvs = DRAL_IDVS_NO + random_below(numbers, 2);
   state.vertices_per_primitive = 1 + random_below(numbers, 4);
   info.architecture = state.architecture;
   info.rounding = DRAL_ROUNDING_NEAREST;
   info.shape = DRAL_TABLE_SHAPE_PAIRS;
   info.image_count = image_count;
   info.unused_location = DRAL_UNUSED_LOCATION_READS_ZERO;
   info.buffers = buffers;
   info.buffer_count = random_below(numbers, INDIRECT_BINDINGS + 1);
   /* A kernel writes the attributes. */
   info.elements = NULL;
   info.element_count = 0;
   if (dral_vertex_state_prepare(&state.vertex, &info) != 0) {
      fprintf(stderr, "a state is refused\n");
      exit(2);
   }
   for (i = 0; i < INDIRECT_BINDINGS; i++) {
      struct indirect_binding *binding = &state.bindings[i];

      if (dral_bound_buffer_init(&binding->bound, buffers[i].address,
                                 buffers[i].size) != 0) {
         fprintf(stderr, "a buffer is refused\n");
         exit(2);
      }
      binding->source_offset = random_usually_below(numbers, 2048);
      binding->format = random_below(numbers, (uint32_t)1 << 22);
   }
   return state;
}

/*
 * Indices close to each other, with restarts between them. Assumes a
 * little-endian CPU, as the kernels do.
 */
static void
fill_indices(struct random_numbers *numbers, struct indirect_state *state,
             unsigned char *bytes)
{
   const uint32_t sizes[] = { 1, 2, 4 };
   const uint32_t first = random_usually_below(numbers, 100000);
   const uint32_t spread = random_one_in(numbers, 4) ? UINT32_MAX : 1000;
   const uint32_t odds = random_one_in(numbers, 16) ? 1 : 8;
   uint32_t i;

   state->index_size = sizes[random_below(numbers, 3)];
   state->restart = random_below(numbers, 2);
   state->index_capacity = INDEX_BYTES / state->index_size;
   for (i = 0; i < state->index_capacity; i++) {
      const uint32_t index =
         random_one_in(numbers, odds)
            ? UINT32_MAX
            : first + random_below(numbers, spread);

      memcpy(bytes + state->index_size * i, &index, state->index_size);
   }
}

void
random_scene(struct random_numbers *numbers, struct scene *scene)
{
   struct dral_bound_buffer bound;
   uint32_t i;
   uint32_t j;

   for (i = 0; i < STATES; i++) {
      struct indirect_state *state = &scene->states[i];

      for (j = 0; j < INDIRECT_BINDINGS; j++) {
         struct dral_vertex_buffer *buffer = &scene->buffers[i][j];

         /* A driver refuses to bind buffers that do not fit. */
         do
            *buffer = random_buffer(numbers);
         while (dral_bound_buffer_init(&bound, buffer->address,
                                       buffer->size) != 0);
      }
      scene->image_counts[i] = random_below(numbers, INDIRECT_IMAGES + 1);
      *state =
         random_state(numbers, scene->buffers[i], scene->image_counts[i]);
      state->index_offset = i * INDEX_BYTES;
      if (i % 2 == 0)
         fill_indices(numbers, state, scene->indices + state->index_offset);
   }
}

uint32_t
index_at(const struct scene *scene, const struct indirect_state *state,
         uint32_t position)
{
   const unsigned char *bytes = scene->indices + state->index_offset;
   uint32_t index = 0;

   memcpy(&index, bytes + state->index_size * position, state->index_size);
   return index;
}

struct indirect_draw
random_draw(struct random_numbers *numbers, const struct scene *scene)
{
   const uint32_t state = random_below(numbers, STATES);
   const uint32_t capacity = scene->states[state].index_capacity;
   struct indirect_draw draw = { state, { 0 } };
   uint32_t *command = draw.command;
   unsigned i = 0;

   if (capacity == 0) {
      command[i++] = random_usually_below(numbers, 1000);
      command[i++] = random_usually_below(numbers, 1000);
   } else {
      command[i++] = random_below(numbers, capacity + 1);
      command[i++] = random_usually_below(numbers, 1000);
      command[i++] = random_below(numbers, capacity - command[0] + 1);
      /* Occasionally beyond the buffer. */
      if (random_one_in(numbers, 16))
         command[2 * random_below(numbers, 2)] =
            random_usually_below(numbers, 2 * capacity);
   }
   /* The vertex offset may be negative. */
   command[i] = random_usually_below(numbers, 65536);
   if (random_one_in(numbers, 4))
      command[i] = 0u - command[i];
   command[i + 1] = random_usually_below(numbers, 4096);
   return draw;
}
