/* SPDX-License-Identifier: MIT */

/* The machine of WebAssembly for functions that wasm.py prints. */

#pragma once

#include "model.h"

typedef uint8_t u8;
typedef uint32_t u32;
typedef uint64_t u64;
typedef int32_t s32;
typedef int64_t s64;

#define FUNC_PROLOGUE
#define FUNC_EPILOGUE
#define LIKELY(x) (x)
#define UNLIKELY(x) (x)
#define TRAP(x) (claim(!"trap " #x), 0)
#define UNREACHABLE claim(!"unreachable")
#define I32_CLZ(x) leading_zeros(x)
#define I32_CTZ(x) ((x) == 0 ? 32 : trailing_zeros(x))

static u64
I64_CLZ(u64 x)
{
   return x >> 32 != 0 ? leading_zeros((u32)(x >> 32))
                       : 32 + leading_zeros((u32)x);
}

/* 2 is any number of ones above 1, because it is only compared with 1. */
static u64
I64_POPCNT(u64 x)
{
   return x == 0 ? 0 : (x & (x - 1)) == 0 ? 1 : 2;
}

#define I32_POPCNT(x) ((u32)I64_POPCNT(x))

static u32
I32_ROTL(u32 x, u32 by)
{
   return x << (by & 31) | x >> (-by & 31);
}

static u64
I64_ROTL(u64 x, u64 by)
{
   return x << (by & 63) | x >> (-by & 63);
}

/* The last division, until a product: compilers compute a remainder so. */
static u64 last_quotient, last_divisor, last_product;

static u64
quotient64(u64 a, u64 b)
{
   claim(b >> 32 == 0);
   last_quotient = quotient(a, (u32)b);
   last_divisor = 0;
   if (a >> 32 != 0) {
      last_divisor = b;
      last_product = a - near_division(a, (u32)b).rest;
   }
   return last_quotient;
}

static u64
product64(u64 a, u64 b)
{
   const int completes =
      last_divisor != 0 && a == last_quotient && b == last_divisor;

   last_divisor = 0;
   if (completes)
      return last_product;
   if (b > (u64)1 << 32 && a >> 32 == 0)
      return product(b, (u32)a);
   claim(b >> 32 == 0);
   return product(a, (u32)b);
}

#ifdef WIDE_PRODUCTS
#define quotient64 wide_quotient
#endif

#define quotient32(a, b) ((u32)quotient(a, b))
#define product32(a, b) ((u32)product64(a, b))

/*
 * Memory: an address is the number of an array, times 2^16, and a byte in it.
 * Array 0 is constant, and array 1 is the stack.  The others are arguments; a
 * function writes at most one of them: `changed`.
 */
#define ARGUMENT(n) ((u32)(n) << 16)
#define WORDS_OF(n) (WORDS_EACH * (n))
#define WORDS_EACH 1024

static u32 stack_words[64];
static u32 stack_pointer = 0x10000 + sizeof stack_words;
static struct memory {
   u32 words[WORDS_OF(6)];
} input;
static struct output {
   u32 words[0x4000];
} output;
static u32 changed;

/* How many bytes each array has. */
static u32 bytes[6] = { 0, sizeof stack_words };

#define argument(n) (&input.words[WORDS_OF(n)])
#define may_read(n, size) (bytes[n] = (size))
#define may_write(n, size) (bytes[n] = (size), changed = (n))

/* Copies an argument to memory. */
#define pass(array, object)                                                 \
   do {                                                                     \
      for (u32 i_ = 0; i_ < sizeof(object) / 4; i_++)                       \
         (array)[i_] = (object).words[i_];                                  \
   } while (0)

static u32
constant(u32 address);

static u32
load32(u32 a)
{
   const u32 array = a >> 16, byte = a & 0xFFFF;

   claim(array < 6 && byte % 4 == 0 &&
         (array == 0 || byte < bytes[array]));
   if (array == 0)
      return constant(a);
   if (array == 1)
      return stack_words[byte / 4];
   return array == changed ? output.words[byte / 4]
                           : input.words[WORDS_OF(array) + byte / 4];
}

static void
store32(u32 a, u32 value)
{
   const u32 array = a >> 16, byte = a & 0xFFFF;

   claim((array == 1 || array == changed) && byte % 4 == 0 &&
         byte < bytes[array]);
   if (array == 1) {
      stack_words[byte / 4] = value;
      return;
   }
   output.words[byte / 4] = value;
}

#define i32_load(a) load32((u32)(a))
#define i32_store(a, value) store32((u32)(a), value)
#define i64_load32_u(a) ((u64)load32((u32)(a)))
#define i64_load32_s(a) ((u64)(s64)(s32)load32((u32)(a)))
#define i64_store32(a, value) store32((u32)(a), (u32)(value))

static u64
load64(u32 a)
{
   return load32(a) | (u64)load32(a + 4) << 32;
}

static void
store64(u32 a, u64 value)
{
   store32(a, (u32)value);
   store32(a + 4, (u32)(value >> 32));
}

/* As the compiler calls it: only whether the words differ. */
static u32
imported_memcmp(u32 a, u32 b, u32 size)
{
   u32 i, differ = 0;

   claim(size <= 16 && size % 4 == 0);
   for (i = 0; i < size; i += 4)
      differ |= load32(a + i) ^ load32(b + i);
   return differ;
}

#define i64_load(a) load64((u32)(a))
#define i64_store(a, value) store64((u32)(a), value)

static u32
load8(u32 a)
{
   return load32(a & ~3u) >> 8 * (a & 3) & 0xFF;
}

static void
store8(u32 a, u32 value)
{
   const u32 shift = 8 * (a & 3);

   store32(a & ~3u, (load32(a & ~3u) & ~(0xFFu << shift)) |
                       (value & 0xFF) << shift);
}

#define i32_load8_u(a) load8((u32)(a))
#define i64_load8_u(a) ((u64)load8((u32)(a)))
#define i32_store8(a, value) store8((u32)(a), value)

#ifdef WIDE_PRODUCTS
/* The 128-bit product of numbers of 64 bits and 32. */
static void
imported___multi3(u32 out, u64 low, u64 high, u64 b, u64 b_high)
{
   const struct wide result = wide_product(low, (u32)b);

   claim(high == 0 && b >> 32 == 0 && b_high == 0);
   store64(out, result.low);
   store64(out + 8, result.high);
}
#else
/*
 * The 128-bit product of signed numbers of 128 bits. The first has less than
 * 34 bits, and the second has 32.
 */
static void
imported___multi3(u32 out, u64 low, u64 high, u64 b, u64 b_high)
{
   const int is_negative = (s64)low < 0;
   const u64 magnitude = is_negative ? 0 - low : low;
   u64 result, top;

   claim(high == (is_negative ? ~(u64)0 : 0) && b >> 32 == 0 && b_high == 0);
   claim(magnitude >> 34 == 0);
   if (magnitude > (u64)1 << 32) {
      /* The product of 2^32 apart. */
      result = product(magnitude - ((u64)1 << 32), (u32)b);
      top = result + (b << 32) < result;
      result += b << 32;
   } else {
      result = product(magnitude, (u32)b);
      top = 0;
   }
   store64(out, is_negative ? 0 - result : result);
   store64(out + 8, is_negative && result != 0 ? ~(u64)0 - top : top);
}
#endif
