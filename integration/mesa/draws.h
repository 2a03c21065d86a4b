/* SPDX-License-Identifier: MIT */
/**
 * \file
 * The instanced draws of gl_draws.c and vk_draws.c; the same in every run.
 *
 * A divisor is part of a pipeline in Vulkan, so each is drawn with several
 * counts. Counts are small, because the driver allocates varyings for every
 * vertex of every instance.
 */

#ifndef DRAWS_H
#define DRAWS_H

#include <math.h>
#include <stdint.h>

#define DIVISORS 256
#define DRAWS_PER_DIVISOR 12

struct draw {
   uint32_t vertices, instances, first;
};

static uint32_t draws_state = 1;

/** A number of up to `bits` bits; 1 <= bits <= 32. */
static uint32_t
draws_random(unsigned bits)
{
   /* Numerical Recipes; the low bits of the state are poor. */
   uint32_t high = draws_state = draws_state * 1664525 + 1013904223;
   uint32_t low = draws_state = draws_state * 1664525 + 1013904223;

   return ((high & 0xFFFF0000) | low >> 16) >> (32 - bits);
}

/** Whether floating point rounds 2^(32 + shift) / divisor wrongly. */
static int
draws_float_is_wrong(uint32_t divisor)
{
   uint64_t power = 1ull << (63 - __builtin_clz(divisor));

   return (uint64_t) ceil((double) power / divisor) !=
          (power + divisor - 1) / divisor;
}

static void
draws_divisors(uint32_t divisors[DIVISORS])
{
   /* 4971027 is the first product with a wrong result. */
   uint32_t wrong = 4000001;
   unsigned i;

   for (i = 0; i < DIVISORS; i++) {
      switch (i % 4) {
      case 0:
         divisors[i] = draws_random(10);
         break;
      case 1:
         divisors[i] = draws_random(1 + i % 32);
         break;
      case 2:
         divisors[i] = 1u << draws_random(5);
         break;
      default:
         do
            wrong += 2;
         while (!draws_float_is_wrong(wrong));
         divisors[i] = wrong;
         break;
      }
   }
}

static struct draw
draws_next(unsigned i)
{
   struct draw draw;

   /* Small counts, since a product with 4971027 must stay below 2^32. */
   draw.vertices = 1 + draws_random(i % 3 == 0 ? 10 : 4);
   draw.instances = 1 + draws_random(3);
   draw.first = i % 5 == 0 ? draws_random(4) : 0;
   return draw;
}

#endif /* DRAWS_H */
