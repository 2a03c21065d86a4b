/* SPDX-License-Identifier: MIT */

/* Random inputs, the same in every run. */

#ifndef RANDOM_H
#define RANDOM_H

#include <stdint.h>

static uint64_t seed = 1;

static uint32_t
below(uint32_t limit)
{
   seed = seed * UINT64_C(6364136223846793005) + 1442695040888963407;
   return (uint32_t)((seed >> 33) % limit);
}

#endif
