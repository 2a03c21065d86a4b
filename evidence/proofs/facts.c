/* SPDX-License-Identifier: MIT */

/*
 * What the proofs assume of products and quotients, with real ones: for
 * numbers near powers of two, and random ones, each assumption of model.h must
 * hold, and each result of model.h and core.h must be the real one.
 * `./test --only facts` runs this.
 */

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static uint64_t facts, first, second;

static void
check(int is_true, const char *text)
{
   facts++;
   if (!is_true) {
      printf("FALSE for %" PRIu64 ", %" PRIu64 ": %s\n", first, second, text);
      exit(EXIT_FAILURE);
   }
}

#define __ESBMC_assume(condition)      check(condition, #condition)
#define __ESBMC_assert(condition, text) check(condition, text)

uint64_t
__ESBMC_uninterpreted_product(uint64_t a, uint64_t b)
{
   return a * b;
}

uint64_t
__ESBMC_uninterpreted_reciprocal(uint64_t n)
{
   return ((uint64_t)1 << 63) / n;
}

uint64_t
__ESBMC_uninterpreted_rest(uint64_t n)
{
   return ((uint64_t)1 << 63) % n;
}

uint32_t
__ESBMC_uninterpreted_quotient(uint32_t a, uint32_t b)
{
   return a / b;
}

uint64_t
__ESBMC_uninterpreted_wide_low(uint64_t a, uint32_t b)
{
   return a * b;
}

uint64_t
__ESBMC_uninterpreted_wide_high(uint64_t a, uint32_t b)
{
   return (uint64_t)((unsigned __int128)a * b >> 64);
}

uint64_t
__ESBMC_uninterpreted_wide_quotient(uint64_t a, uint32_t b)
{
   return a / b;
}

#include "core.h"

/* No proof runs here. */
static u32
constant(u32 address)
{
   return address;
}

static uint64_t
random_number(void)
{
   static uint64_t state = 7;

   state ^= state << 13;
   state ^= state >> 7;
   state ^= state << 17;
   return state;
}

/* One of two is within 4 of a power of two. */
static uint32_t
number(void)
{
   const uint64_t bits = random_number();

   if (bits & 1)
      return (uint32_t)(((uint64_t)1 << (bits >> 8 & 31)) + (bits >> 16 & 7) -
                        4);
   return (uint32_t)(random_number() >> 32) >> (bits >> 24 & 31);
}

static void
check_products(uint32_t a, uint32_t b)
{
   const uint64_t most = (uint64_t)1 << 32;

   check(product(a, b) == (uint64_t)a * b, "product");
   check(product(most, b) == (uint64_t)b << 32, "product of 2^32");
   check(the_product(0 - (uint64_t)a, b) == 0 - (uint64_t)a * b,
         "product of a negative number");
   check(product64(a, b) == (uint64_t)a * b, "product of the machine");
   check(product64(most, b) == (uint64_t)b << 32, "and of 2^32");
}

static void
check_wide_product(uint64_t low, uint64_t high, uint32_t b)
{
   const __int128 real = (__int128)(s64)low * b;

   imported___multi3(0x10000, low, high, b, 0);
   check(load64(0x10000) == (u64)real &&
            load64(0x10008) == (u64)(real >> 64),
         "product of 128 bits");
}

/* Products of 64-bit numbers, compared with one near them and any other. */
static void
check_wide(uint64_t a, uint32_t b)
{
   const unsigned __int128 real = (unsigned __int128)a * b;
   struct wide result;

   first = a;
   compared[0] = (uint64_t)real - 1 + random_number() % 3;
   compared[1] = random_number() >> (random_number() & 63);
   result = wide_product(a, b);
   check(result.low == (uint64_t)real && result.high == real >> 64,
         "product of 96 bits");
   if (b != 0)
      check(wide_quotient(a, b) == a / b, "quotient of 64 bits");
}

/* A remainder is what compilers compute of a quotient. */
static void
check_quotients(uint64_t a, uint32_t b)
{
   u64 result;

   first = a;
   check(quotient(a, b) == a / b, "quotient");
   result = quotient64(a, b);
   check(result == a / b, "quotient of the machine");
   check(product64(result, b) == a / b * b, "quotient times divisor");
   if (a >> 32 != 0)
      check(remainder_of(a, b) == a % b, "remainder");
}

int
main(void)
{
   int i;

   bytes[1] = sizeof stack_words;
   for (i = 0; i < 1000000; i++) {
      const uint32_t a = number(), b = number();
      const uint64_t magnitude = (uint64_t)a << (random_number() & 1);
      uint64_t near;

      first = a;
      second = b;
      check_products(a, b);
      check_wide_product(magnitude, 0, b);
      check_wide((uint64_t)number() << 32 | a, b);
      if (magnitude != 0)
         check_wide_product(0 - magnitude, ~(uint64_t)0, b);
      check(a == 0 || I32_CTZ(a) == (u32)__builtin_ctz(a), "ctz");
      check(I64_CLZ((u64)a << 32 | b) ==
               (u64)(a | b ? __builtin_clzll((u64)a << 32 | b) : 64),
            "clz");
      check((I64_POPCNT((u64)a << 32 | b) > 1) ==
               (__builtin_popcountll((u64)a << 32 | b) > 1),
            "popcnt");
      if (b == 0)
         continue;
      check_quotients(a, b);
      /* From 2b - 1 below 2^63 / 2^n to b - 1 above. */
      near = ((uint64_t)1 << (63 - leading_zeros(b))) +
             random_number() % (3 * (uint64_t)b - 1) - 2 * (uint64_t)b + 1;
      if (near >> 32 != 0)
         check_quotients(near, b);
   }
   printf("%" PRIu64 " facts of %d pairs of numbers are true\n", facts, i);
   return EXIT_SUCCESS;
}
