/* SPDX-License-Identifier: MIT */

#include "harness/generator.h"

#include <stdlib.h>

static uint32_t part = 1;

uint32_t
random_cases(uint32_t count)
{
   return count / part;
}

void
take_a_tenth(void)
{
   part = 10;
}

/* FNV-1a */
static void
seed(struct generator *generator, const char *text)
{
   for (; *text != '\0'; text++) {
      generator->state ^= (unsigned char)*text;
      generator->state *= 0x100000001B3;
   }
}

struct generator
generator_for(const struct context *context)
{
   struct generator generator = { 0xCBF29CE484222325 };
   const char *const other = getenv("DRAL_SEED");

   seed(&generator, context->test);
   if (other != NULL)
      seed(&generator, other);
   return generator;
}

/* splitmix64 */
uint64_t
next_number(struct generator *generator)
{
   uint64_t z;

   generator->state += 0x9E3779B97F4A7C15;
   z = generator->state;
   z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
   z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
   return z ^ (z >> 31);
}

uint32_t
number_below(struct generator *generator, uint32_t bound)
{
   /* Scales the upper half down; the bias is less than 2^-32 x bound. */
   return (uint32_t)(((next_number(generator) >> 32) * bound) >> 32);
}

int
one_in(struct generator *generator, uint32_t odds)
{
   return number_below(generator, odds) == 0;
}

uint32_t
any_magnitude(struct generator *generator)
{
   const uint32_t number = (uint32_t)(next_number(generator) >> 32);

   return number >> number_below(generator, 32);
}

uint32_t
edge_number(struct generator *generator)
{
   const uint32_t bit = number_below(generator, 32);
   const uint32_t odd = 2 * number_below(generator, 5) + 1;

   switch (number_below(generator, 10)) {
   case 0:
      return number_below(generator, 3);
   case 1: /* a power of two or a neighbour of one */
      return ((uint32_t)1 << bit) + number_below(generator, 3) - 1;
   case 2: /* where the table of the driver rule begins */
      return 10 + number_below(generator, 15);
   case 3: /* about the largest vertex count that can be padded */
      return 0xDFFFFFFE + number_below(generator, 4);
   case 4:
      return UINT32_MAX - number_below(generator, 2);
   case 5: /* a padded count or a neighbour of one */
      return (odd << bit) + number_below(generator, 3) - 1;
   case 6:
      return number_below(generator, 1000);
   case 7:
      return (uint32_t)(next_number(generator) >> 32);
   default:
      return any_magnitude(generator);
   }
}
