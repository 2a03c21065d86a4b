/* SPDX-License-Identifier: MIT */

#include "device/inputs.h"

#include "instancing/sample_draws.h"

#include <string.h>

static int32_t
signed_edge(struct generator *generator)
{
   const uint32_t bits = edge_number(generator);
   int32_t number;

   memcpy(&number, &bits, sizeof number);
   return number;
}

static struct dral_index_range
random_range(struct generator *generator)
{
   struct dral_index_range range;

   range.min_index = edge_number(generator);
   range.max_index = one_in(generator, 4)
                        ? edge_number(generator)
                        : range.min_index + edge_number(generator) % 0x10000;
   range.vertex_offset = one_in(generator, 2) ? 0 : signed_edge(generator);
   /* The one that has 2^32 vertices. */
   if (one_in(generator, 100)) {
      range.min_index = 0;
      range.max_index = UINT32_MAX;
   }
   return range;
}

static struct dral_draw
random_draw_of_all_kinds(struct generator *generator)
{
   struct dral_draw draw = random_draw(generator,
                                       4 + number_below(generator, 4));

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
                           const struct dral_draw *draw)
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

struct device_draw_input
random_device_draw(struct generator *generator)
{
   struct device_draw_input input;

   memset(&input, 0, sizeof input);
   input.draw = random_draw_of_all_kinds(generator);
   input.buffer = random_buffer_of_all_kinds(generator, &input.draw);
   input.bound_size = input.buffer.size;
   input.source_offset = random_source_offset(generator);
   if (one_in(generator, 8))
      input.bound_size = next_number(generator) >>
                         number_below(generator, 34);
   /* Together with the low bits of the address beyond 64 bits. */
   if (one_in(generator, 50))
      input.bound_size = UINT64_MAX - number_below(generator, 64);
   input.range = random_range(generator);
   input.descriptor.slot = number_below(generator, 600);
   input.descriptor.format = any_magnitude(generator) >> 9;
   input.descriptor.offset = signed_edge(generator);
   return input;
}

struct device_state
random_device_state(struct context *context, struct generator *generator)
{
   struct device_state state;

   do {
      state.draw = random_instanced_draw(generator,
                                         4 + number_below(generator, 4));
      state.sample = random_state(context, generator,
                                  state.draw.architecture, &state.draw);
   } while (state.sample.buffer_count == 0);
   return state;
}

struct device_state_input
random_state_input(struct generator *generator,
                   const struct device_state *states, uint32_t count)
{
   const uint32_t index = number_below(generator, count);
   const struct device_state *state = &states[index];
   struct device_state_input input;
   struct dral_vertex_buffer buffer;
   struct dral_bound_buffer bound;
   struct dral_resolved_draw resolved;
   struct dral_draw draw;

   do {
      draw = random_draw_of_all_kinds(generator);
      draw.architecture = state->sample.architecture;
      draw.rounding = state->sample.rounding;
      if (one_in(generator, 2)) {
         draw.vertex_count = state->draw.vertex_count;
         draw.instance_count = 2 + number_below(generator, 2);
      }
   } while (dral_draw_resolve(&draw, &resolved) != 0);
   do {
      buffer = random_buffer(generator, &draw);
   } while (dral_buffer_bind(buffer.address, buffer.size, &bound) != 0);
   memset(&input, 0, sizeof input);
   input.draw = draw;
   input.bound = bound;
   input.state = index;
   input.buffer = number_below(generator, state->sample.buffer_count);
   input.rate = state->sample.buffers[input.buffer].rate;
   input.divisor = state->sample.buffers[input.buffer].divisor;
   input.source_offset = random_source_offset(generator);
   return input;
}

struct dral_valhall_source
random_device_valhall(struct generator *generator)
{
   struct dral_valhall_source source =
      random_valhall(generator, 9 + number_below(generator, 6));

   if (one_in(generator, 30))
      source.rate = DRAL_RATE_UNUSED;
   return source;
}
