/* SPDX-License-Identifier: MIT */

/* Numbers that depend on nothing but a seed. */

#ifndef RANDOM_H
#define RANDOM_H

#include <stdbool.h>
#include <stdint.h>

static inline uint32_t
mix(uint32_t value)
{
   value ^= value >> 16;
   value *= 0x7FEB352D;
   value ^= value >> 15;
   value *= 0x846CA68B;
   return value ^ value >> 16;
}

struct random {
   uint32_t seed;
   uint32_t step;
};

static inline uint32_t
next(struct random *random)
{
   return mix(random->seed + mix(++random->step));
}

/* 0 to below - 1 */
static inline uint32_t
below(struct random *random, uint32_t limit)
{
   return next(random) % limit;
}

static inline bool
one_in(struct random *random, uint32_t count)
{
   return below(random, count) == 0;
}

static inline uint32_t
smaller(uint32_t a, uint32_t b)
{
   return a < b ? a : b;
}

static inline uint32_t
larger(uint32_t a, uint32_t b)
{
   return a > b ? a : b;
}

#endif
