/* SPDX-License-Identifier: MIT */

/* Plain arithmetic and bit fields for the references. */

#ifndef PLAIN_H
#define PLAIN_H

#include <stdint.h>

/* The position of an error, beginning with 1, and the error at a position. */
#define ERROR_POSITION(error) (-10000 - (int)(error))

/* The set with only this error. */
#define ERROR_SET(error) ((uint64_t)1 << ERROR_POSITION(error))

static inline uint64_t
pow2(uint32_t exponent)
{
   return (uint64_t)1 << exponent;
}

/* The largest value of a 32-bit field. */
static inline uint64_t
max32(void)
{
   return pow2(32) - 1;
}

static inline int
fits32(uint64_t value)
{
   return value <= max32();
}

/*
 * Products and quotients.  The proofs replace these by any functions, because
 * solvers cannot reason about real ones.
 */
#ifndef PLAIN_PRODUCTS
/* The product must fit in 64 bits. */
static inline uint64_t
product(uint64_t a, uint32_t b)
{
   return a * b;
}

/* b must not be 0 */
static inline uint64_t
quotient(uint64_t a, uint32_t b)
{
   return a / b;
}

/* b must not be 0 */
static inline uint32_t
remainder_of(uint64_t a, uint32_t b)
{
   return (uint32_t)(a % b);
}
#endif

static inline uint32_t
larger(uint32_t a, uint32_t b)
{
   return a > b ? a : b;
}

/* alignment must not be 0, and the result must fit. */
static inline uint64_t
align_up(uint64_t value, uint64_t alignment)
{
   uint64_t rest = value % alignment;

   return rest == 0 ? value : value + (alignment - rest);
}

/* value must not be 0 */
static inline uint32_t
floor_log2(uint64_t value)
{
   uint32_t log = 0;
   uint32_t step;

   /* In steps of 32, 16, 8, 4, 2, 1 bits: sweeps call this 2^32 times. */
   for (step = 32; step > 0; step = step / 2) {
      if (value >= pow2(step)) {
         value = value / pow2(step);
         log += step;
      }
   }
   return log;
}

/* value must not be 0 */
static inline uint32_t
ceil_log2(uint32_t value)
{
   return value == 1 ? 0 : floor_log2(value - 1) + 1;
}

/* value must not be 0 */
static inline uint32_t
odd_part(uint32_t value)
{
   /* All bits but the lowest 1. */
   const uint32_t higher = value & (value - 1);

   return value >> floor_log2(value - higher);
}

static inline void
clear(uint32_t *words, uint32_t count)
{
   uint32_t i;

   for (i = 0; i < count; i++)
      words[i] = 0;
}

/* The lowest bits of a value. */
static inline uint64_t
low_bits(uint64_t value, uint32_t width)
{
   return width < 64 ? value & (pow2(width) - 1) : value;
}

/*
 * A field in one word or two, of at most 64 bits.  The words must be zero
 * where it is written.
 */
static inline void
put(uint32_t *words, uint32_t first_bit, uint32_t width, uint64_t value)
{
   const uint32_t bit = first_bit % 32;

   if (width == 0)
      return;
   value = low_bits(value, width);
   words[first_bit / 32] += (uint32_t)(value << bit);
   if (bit + width > 32)
      words[first_bit / 32 + 1] += (uint32_t)(value >> (32 - bit));
}

/* At most 32 bits. */
static inline uint32_t
get(const uint32_t *words, uint32_t first_bit, uint32_t width)
{
   const uint32_t bit = first_bit % 32;
   uint64_t value = words[first_bit / 32];

   if (bit + width > 32)
      value += (uint64_t)words[first_bit / 32 + 1] << 32;
   return (uint32_t)low_bits(value >> bit, width);
}

/* There is no v8. */
#define NEWEST_ARCHITECTURE 15

static inline int
is_known_architecture(uint32_t architecture)
{
   if (architecture >= 4 && architecture <= 7)
      return 1;
   return architecture >= 9 && architecture <= NEWEST_ARCHITECTURE;
}

#endif
