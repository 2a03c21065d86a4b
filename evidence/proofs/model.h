/* SPDX-License-Identifier: MIT */

/*
 * What the proofs share: claims, and products and quotients that are any
 * numbers with the properties stated here.
 */

#pragma once

#include <stdint.h>

uint32_t nondet_u32(void);
uint64_t nondet_u64(void);

#define assume __ESBMC_assume
#ifdef REACH
/*
 * Of each claim that it does not simplify to true, ESBMC says that a function
 * has no body, with a name of its own.
 */
#define claim(condition)                                                    \
   may_be_false(condition,                                                  \
                MAY_BE_FALSE(__INCLUDE_LEVEL__, __LINE__, __COUNTER__))
#define MAY_BE_FALSE(...) MAY_BE_FALSE_OF(__VA_ARGS__)
#define MAY_BE_FALSE_OF(level, line, number)                                \
   may_be_false_##level##_##line##_##number
#define may_be_false(condition, name)                                       \
   ({                                                                       \
      void name(void);                                                      \
                                                                            \
      if (!(condition))                                                     \
         name();                                                            \
   })
/*
 * Whether the assumptions allow to get there. Of two places with the same text
 * in one line, such as those in a macro, ESBMC tells only about one.
 */
#define reach(place) __ESBMC_assert(0, place " reached")
#else
#define claim(condition) __ESBMC_assert(condition, #condition)
#define reach(place) ((void)0)
#endif

static uint32_t
leading_zeros(uint32_t value)
{
   return value == 0 ? 32 : (uint32_t)__builtin_clz(value);
}

/* The power of two in a value that is not 0. */
static uint32_t
trailing_zeros(uint32_t value)
{
   return 31 - leading_zeros(value & (0u - value));
}

/* (2^32 - 1)^2 */
#define MOST 0xFFFFFFFE00000001u

#ifdef ANY_PRODUCTS
uint64_t __ESBMC_uninterpreted_product(uint64_t a, uint64_t b);

/* a * b: any function with these properties of products. */
static uint64_t
product(uint64_t a, uint32_t b)
{
   const uint64_t result = __ESBMC_uninterpreted_product(a, b);

   claim(a <= (uint64_t)1 << 32);
   assume((result == 0) == (a == 0 || b == 0));
   assume(a == 0 || result >= b);
   assume(b == 0 || result >= a);
   assume(a != 1 || result == b);
   assume(b != 1 || result == a);
   assume(a >> 32 != 0 || result <= MOST);
   return a >> 32 == 0 ? result : (uint64_t)b << 32;
}
#else
/* Products of odd numbers: the solver knows nothing of these functions. */
uint64_t __ESBMC_uninterpreted_product(uint64_t a, uint64_t b);

/*
 * a * b, where a is at most 2^32: the product of the odd parts, shifted.  A
 * product of odd numbers is odd, and not less than either.
 */
static uint64_t
product(uint64_t a, uint32_t b)
{
   uint32_t odd_a, odd_b, shift;
   uint64_t result;

   claim(a <= (uint64_t)1 << 32);
   if (a == 0 || b == 0)
      return 0;
   if (a >> 32 != 0)
      return (uint64_t)b << 32;
   odd_a = (uint32_t)a >> trailing_zeros((uint32_t)a);
   odd_b = b >> trailing_zeros(b);
   shift = trailing_zeros((uint32_t)a) + trailing_zeros(b);
   result = odd_a < odd_b ? __ESBMC_uninterpreted_product(odd_a, odd_b)
                          : __ESBMC_uninterpreted_product(odd_b, odd_a);
   assume(result % 2 == 1);
   assume(result >= odd_a && result >= odd_b);
   assume(odd_a != 1 || result == odd_b);
   assume(odd_b != 1 || result == odd_a);
   /* It is less than 2^n if the numbers of bits are n in total. */
   assume(result >> (63 - leading_zeros(odd_a) - leading_zeros(odd_b)) <= 1);
   result <<= shift;
   assume(result <= MOST);
   return result;
}
#endif

/* The low 64 bits, also of a negative number. */
static uint64_t
the_product(uint64_t a, uint32_t b)
{
   if (b == 0)
      return 0;
   return a >> 63 ? 0 - product(0 - a, b) : product(a, b);
}

/* 2^63 / n and the remainder, for n from 2^31 on. */
uint64_t __ESBMC_uninterpreted_reciprocal(uint64_t n);
uint64_t __ESBMC_uninterpreted_rest(uint64_t n);

struct division {
   uint64_t quotient;
   uint64_t rest;
};

/*
 * x / d for an x near 2^63 / 2^n, where d has n leading zeros.  A quotient
 * does not depend on a common factor, and the quotient of a number that is
 * less than 2d away differs by at most 2.
 */
static struct division
near_division(uint64_t x, uint32_t d)
{
   const uint32_t zeros = leading_zeros(d);
   const int64_t n = (int64_t)((uint64_t)d << zeros);
   struct division result;
   int64_t rest;

   claim(d != 0 && x >> (64 - zeros - 1) >> 1 == 0);
   result.quotient = __ESBMC_uninterpreted_reciprocal((uint64_t)n);
   rest = (int64_t)__ESBMC_uninterpreted_rest((uint64_t)n);
   assume(rest >= 0 && rest < n);
   assume(result.quotient >> 31 == 1 || (n << 1 == (int64_t)1 << 32));
   assume(n << 1 != (int64_t)1 << 32 || result.quotient == (uint64_t)1 << 32);
   /* Whatever divides 2^63 and n. */
   assume((rest & ((n & -n) - 1)) == 0);
   assume(rest != 0 || (n & (n - 1)) == 0);
   rest += (int64_t)((x << zeros) - ((uint64_t)1 << 63));
   if (rest < 0) {
      rest += n;
      result.quotient--;
   }
   if (rest < 0) {
      rest += n;
      result.quotient--;
   }
   if (rest >= n) {
      rest -= n;
      result.quotient++;
   }
   claim(rest >= 0 && rest < n);
   result.rest = (uint64_t)rest >> zeros;
   return result;
}

/* Quotients of 32-bit numbers. */
uint32_t __ESBMC_uninterpreted_quotient(uint32_t a, uint32_t b);

static uint64_t
quotient(uint64_t a, uint32_t b)
{
   uint32_t result;

   claim(b != 0);
   if (a >> 32 != 0)
      return near_division(a, b).quotient;
   result = __ESBMC_uninterpreted_quotient((uint32_t)a, b);
   assume(result <= a && (result == 0) == (a < b));
   assume(b != 1 || result == a);
   return result;
}

/* Only of numbers above 2^32. */
static uint32_t
remainder_of(uint64_t a, uint32_t b)
{
   claim(a >> 32 != 0);
   return (uint32_t)near_division(a, b).rest;
}

/* ---- Products above 64 bits, and their quotients --------------------- */

uint64_t __ESBMC_uninterpreted_wide_low(uint64_t a, uint32_t b);
uint64_t __ESBMC_uninterpreted_wide_high(uint64_t a, uint32_t b);
uint64_t __ESBMC_uninterpreted_wide_quotient(uint64_t a, uint32_t b);

struct wide {
   uint64_t low, high;
};

/* With which numbers a proof compares products. */
static uint64_t compared[2];

static uint64_t
wide_quotient(uint64_t a, uint32_t b)
{
   uint64_t result;

   claim(b != 0);
   result = __ESBMC_uninterpreted_wide_quotient(a, b);
   assume(result <= a);
   assume(b != 1 || result == a);
   return result;
}

static struct wide
wide_product(uint64_t a, uint32_t b)
{
   struct wide result = { a, 0 };
   uint32_t i;

   if (b != 1) {
      result.low = __ESBMC_uninterpreted_wide_low(a, b);
      result.high = __ESBMC_uninterpreted_wide_high(a, b);
   }
   assume(result.high >> 32 == 0);
   assume(b != 0 || (result.low == 0 && result.high == 0));
   /* A product is at most a number exactly if the other factor is at most the
    * quotient. */
   for (i = 0; i < 2; i++)
      assume(b == 0 || (result.high == 0 && result.low <= compared[i]) ==
                          (a <= wide_quotient(compared[i], b)));
   return result;
}
