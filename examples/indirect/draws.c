/* SPDX-License-Identifier: MIT */

#include "draws.h"

#include <dral.h>

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

uint32_t
random_below(struct random_numbers *numbers, uint32_t bound)
{
   return (uint32_t)(((random_number(numbers) >> 32) * bound) >> 32);
}

int
random_one_in(struct random_numbers *numbers, uint32_t odds)
{
   return random_below(numbers, odds) == 0;
}

/* All magnitudes are equally likely. */
static uint32_t
any_magnitude(struct random_numbers *numbers)
{
   const uint32_t number = (uint32_t)random_number(numbers);

   return number >> random_below(numbers, 32);
}

uint32_t
random_edge(struct random_numbers *numbers)
{
   const uint32_t bit = random_below(numbers, 32);
   const uint32_t odd = 2 * random_below(numbers, 5) + 1;

   switch (random_below(numbers, 6)) {
   case 0: /* a power of two or a neighbour */
      return ((uint32_t)1 << bit) + random_below(numbers, 3) - 1;
   case 1: /* a padded count or a neighbour */
      return (odd << bit) + random_below(numbers, 3) - 1;
   case 2: /* where the rules change */
      return random_below(numbers, 26);
   case 3:
      return UINT32_MAX - random_below(numbers, 3);
   default:
      return any_magnitude(numbers);
   }
}

/* A number whose product with count is close to 2^32. */
static uint32_t
complement(struct random_numbers *numbers, uint32_t count)
{
   const uint64_t limit = (uint64_t)1 << 32;

   return (uint32_t)(limit / (count == 0 ? 1 : count) +
                     random_below(numbers, 3) - 1);
}

struct dral_vertex_buffer
random_buffer(struct random_numbers *numbers)
{
   struct dral_vertex_buffer buffer;

   buffer.address =
      random_number(numbers) >> (random_one_in(numbers, 4) ? 8 : 16);
   buffer.size = any_magnitude(numbers) >> 1;
   buffer.stride = random_one_in(numbers, 8) ? random_edge(numbers)
                                             : random_below(numbers, 256);
   buffer.rate = random_below(numbers, 2);
   buffer.divisor = random_one_in(numbers, 2) ? random_below(numbers, 20)
                                              : random_edge(numbers);
   /* Occasionally a value that no record can hold. */
   if (random_one_in(numbers, 200))
      buffer.address = random_number(numbers);
   if (random_one_in(numbers, 200))
      buffer.size = UINT32_MAX - random_below(numbers, 80);
   if (random_one_in(numbers, 200))
      buffer.rate = 2;
   return buffer;
}

struct indirect_state
random_state(struct random_numbers *numbers)
{
   struct indirect_state state;
   uint32_t i;

   for (i = 0; i < INDIRECT_BUFFERS; i++)
      state.buffers[i] = random_buffer(numbers);
   state.buffer_count = random_below(numbers, INDIRECT_BUFFERS + 1);
   state.architecture = 4 + random_below(numbers, 4);
   state.padding_rule = random_below(numbers, 2);
   state.rounding = random_below(numbers, 2);
   state.idvs = random_below(numbers, 2);
   state.vertices_per_primitive = 1 + random_below(numbers, 4);
   state.primitive_size = random_below(numbers, 2);
   if (random_one_in(numbers, 100))
      state.architecture = random_below(numbers, 16);
   if (random_one_in(numbers, 100))
      state.vertices_per_primitive = random_edge(numbers);
   return state;
}

struct indirect_command
random_command(struct random_numbers *numbers, uint32_t divisor)
{
   struct indirect_command command;
   uint32_t most;
   uint32_t padded;

   command.vertex_count = random_edge(numbers);
   padded = dral_padded_vertex_count(command.vertex_count);
   most = complement(numbers, padded) / 2;
   switch (random_below(numbers, 8)) {
   case 0:
      command.instance_count = 1;
      break;
   case 1: /* the maximum for one dispatch, and one more */
      command.instance_count = complement(numbers, padded);
      break;
   case 2:
      command.instance_count = random_edge(numbers);
      break;
   default:
      command.instance_count = 1 + random_below(numbers, most);
   }
   /* The hardware divisor is close to 2^32. */
   if (random_one_in(numbers, 8) && divisor > 1)
      command.vertex_count = complement(numbers, divisor);
   command.first_vertex = random_one_in(numbers, 8)
                             ? random_edge(numbers)
                             : random_below(numbers, 65536);
   command.first_instance = random_one_in(numbers, 8)
                               ? random_edge(numbers)
                               : random_below(numbers, 4096);
   return command;
}
