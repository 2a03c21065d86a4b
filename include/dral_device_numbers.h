/* SPDX-License-Identifier: MIT */
/**
 * \file
 * The part of dral_device.h for numbers: padded counts and magic divisors.
 * Include dral_device.h, which has the conventions.
 */

#ifndef DRAL_DEVICE_NUMBERS_H
#define DRAL_DEVICE_NUMBERS_H

#include "dral_types.h"

#ifdef DRAL_OPENCL
typedef uint dral_device_u32;
typedef int dral_device_i32;
typedef ulong dral_device_u64;
/// The address space of the arrays that functions read.
#define DRAL_DEVICE_GLOBAL __global
#else
typedef uint32_t dral_device_u32;
typedef int32_t dral_device_i32;
typedef uint64_t dral_device_u64;
#define DRAL_DEVICE_GLOBAL
#endif

/// The first bit of the odd part in the byte of an instance size.
#define DRAL_DEVICE_SIZE_BYTE_ODD 5

/// Returned by dral_device_instance_size_byte if it is not a padded count.
#define DRAL_DEVICE_NO_INSTANCE_SIZE 0xFFu

/*
 * Operations for which GPUs have an instruction.
 */

/* The number of leading zeros of a value that is not 0. */
static inline dral_device_u32
dral_device_leading_zeros(dral_device_u32 value)
{
#if defined(DRAL_OPENCL)
   return clz(value);
   /* With DRAL_DEVICE_PORTABLE tests use the code for other compilers. */
#elif defined(__GNUC__) && !defined(DRAL_DEVICE_PORTABLE)
   return (dral_device_u32)__builtin_clz(value);
#else
   dral_device_u32 zeros = 31;
   dral_device_u32 step;

   for (step = 16; step != 0; step >>= 1) {
      if (value >> step != 0) {
         value >>= step;
         zeros -= step;
      }
   }
   return zeros;
#endif
}

/* The number of bits that a value needs; 0 for 0. */
static inline dral_device_u32
dral_device_bits(dral_device_u32 value)
{
#ifdef DRAL_OPENCL
   return 32 - clz(value);
#else
   return value == 0 ? 0 : 32 - dral_device_leading_zeros(value);
#endif
}

/* The high word of the product. */
static inline dral_device_u32
dral_device_multiply_high(dral_device_u32 a, dral_device_u32 b)
{
#ifdef DRAL_OPENCL
   return mul_hi(a, b);
#else
   return (dral_device_u32)((dral_device_u64)a * b >> 32);
#endif
}

/* The low 64 bits of the product; the first factor may have 64 bits. */
static inline dral_device_u64
dral_device_multiply(dral_device_u64 a, dral_device_u32 b)
{
   const dral_device_u32 low = (dral_device_u32)a;
   const dral_device_u32 high = (dral_device_u32)(a >> 32) * b +
                                dral_device_multiply_high(low, b);

   return (dral_device_u64)high << 32 | low * b;
}

/* The product, or all ones if it exceeds 64 bits. */
static inline dral_device_u64
dral_device_multiply_saturated(dral_device_u64 a, dral_device_u32 b)
{
   const dral_device_u64 high =
      dral_device_multiply(a >> 32, b) +
      dral_device_multiply_high((dral_device_u32)a, b);

   return high >> 32 != 0 ? ~(dral_device_u64)0 : dral_device_multiply(a, b);
}

/* The quotient of a number and a divisor of 1 or more, bit by bit. */
static inline dral_device_u64
dral_device_divide(dral_device_u64 number, dral_device_u32 divisor)
{
   dral_device_u64 rest = 0;
   dral_device_u64 quotient = 0;
   dral_device_u32 bit;

   for (bit = 64; bit-- > 0;) {
      rest = rest << 1 | (number >> bit & 1);
      quotient <<= 1;
      if (rest >= divisor) {
         rest -= divisor;
         quotient |= 1;
      }
   }
   return quotient;
}

/* The power of two in a value; 0 for 0. */
static inline dral_device_u32
dral_device_trailing_zeros(dral_device_u32 value)
{
   return 31 - dral_device_leading_zeros((value & (0u - value)) | !value);
}

static inline dral_device_u32
dral_device_is_power_of_two(dral_device_u32 value)
{
   return value != 0 && (value & (value - 1)) == 0;
}

/*
 * Padded counts.
 */

/* The smallest padded count greater than vertex_count; 0 when it is 2^32. */
static inline dral_device_u32
dral_device_next_padded(dral_device_u32 vertex_count)
{
   /* The result is a multiple of the lowest of the top four bits if these are
    * 8 or 9, and of the next higher bit from 10 to 15. Seven eighths lose the
    * top bit just below 9, and for 9 both cases give 10. */
   const dral_device_u32 zeros =
      dral_device_leading_zeros((vertex_count - (vertex_count >> 3)) | 1);

   return (vertex_count | 0x1FFFFFFFu >> zeros) + 1;
}

/// The padded vertex count under the driver rule: dral_padded_vertex_count.
///
/// Source: docs/reference/instancing.md, "Padded vertex count".
static inline dral_device_u32
dral_device_padded_vertex_count(dral_device_u32 vertex_count)
{
   return dral_device_next_padded(vertex_count - (vertex_count < 20));
}

/// The padded vertex count under the documented rule; 0 where it would be
/// 2^32.
///
/// Source: docs/reference/instancing.md, "Padded vertex count".
static inline dral_device_u32
dral_device_documented_vertex_count(dral_device_u32 vertex_count)
{
   if (vertex_count < 20)
      return (vertex_count | 3) + 1;
   return dral_device_next_padded(vertex_count);
}

/* The factors of a padded count; all are 0 for 0. */
static inline struct dral_padded_count
dral_device_factored(dral_device_u32 count)
{
   struct dral_padded_count padded;

   padded.count = count;
   padded.shift = dral_device_trailing_zeros(count);
   padded.odd = count >> padded.shift >> 1;
   return padded;
}

/// The padded count under either rule, with its factors: dral_padded_count.
///
/// \param rule an enum dral_padding_rule
///
/// Source: docs/reference/instancing.md, "Padded vertex count".
static inline struct dral_padded_count
dral_device_padded_count(dral_device_u32 vertex_count, dral_device_u32 rule)
{
   dral_device_u32 count = 0;

   if (rule == DRAL_PADDING_RULE_DRIVER)
      count = dral_device_padded_vertex_count(vertex_count);
   else if (rule == DRAL_PADDING_RULE_DOCUMENTED)
      count = dral_device_documented_vertex_count(vertex_count);
   return dral_device_factored(count);
}

/// The vertex count that is padded under IDVS: dral_idvs_vertex_count.
///
/// Source: docs/reference/instancing.md, "Index-driven vertex shading".
static inline dral_device_u32
dral_device_idvs_vertex_count(dral_device_u32 vertex_count)
{
   return (vertex_count + 3) & ~3u;
}

/* The byte of two factors. */
static inline dral_device_u32
dral_device_size_byte(struct dral_padded_count padded)
{
   return padded.shift | padded.odd << DRAL_DEVICE_SIZE_BYTE_ODD;
}

/// The byte that encodes an instance size or an instance primitive size in a
/// draw descriptor: dral_instance_size_pack.
///
/// \param size a padded count; other numbers give
/// DRAL_DEVICE_NO_INSTANCE_SIZE
///
/// Source: docs/reference/instancing.md, "Instance size".
static inline dral_device_u32
dral_device_instance_size_byte(dral_device_u32 size)
{
   const struct dral_padded_count padded = dral_device_factored(size);

   return size == 0 || padded.odd > 4 ? DRAL_DEVICE_NO_INSTANCE_SIZE
                                      : dral_device_size_byte(padded);
}

/*
 * Magic divisors.
 */

/// The magic divisor of a divisor: dral_magic_divisor. A valid result is never
/// all 0. Two Newton steps with 32-bit multiplications approximate the
/// reciprocal; a comparison of the remainder corrects the last bit.
///
/// Source: docs/reference/instancing.md, "Magic divisor".
static inline struct dral_magic_divisor
dral_device_magic_divisor(dral_device_u32 divisor, dral_device_u32 rounding)
{
   const dral_device_u32 refused =
      divisor == 0 || rounding > DRAL_ROUNDING_NEAREST ||
      (rounding == DRAL_ROUNDING_NEAREST &&
       dral_device_is_power_of_two(divisor));
   /* No branches; `| 1` keeps the shifts in range for 0. */
   const dral_device_u32 zeros = dral_device_leading_zeros(divisor | 1);
   struct dral_magic_divisor result;
   dral_device_u32 n, x, factor, low, high, top, q, limit;

   /* n is the divisor shifted left to bit 31; D = n / 2^32, from 1/2 to 1. */
   n = divisor << zeros;
   /* X approximates 1 / D. First a line with an error of at most 1/17: X =
    * 48/17 - 32/17 D, x = X * 2^31. The constant has 2^32 subtracted. */
   x = 1768515944u - dral_device_multiply_high(n, 4042322160u);
   /* A Newton step, with an error of at most 1/545: X * (2 + 1/578 - D * X),
    * x = X * 2^30. The 1/578 centers the error, which is a square and
    * therefore has one sign. */
   factor = 3715542u - dral_device_multiply_high(n, x);
   x = dral_device_multiply_high(x, factor);
   /* Another step, X * (2 - D * X), with an error below 2^-18 and never too
    * large; x = X * 2^31. */
   factor = 0x7FFFFFFFu - dral_device_multiply_high(n, x);
   x = dral_device_multiply_high(x, factor) << 3;

   /* The remainder of 2^63 - 1, below 2^45; x * rest / 2^63 completes q. */
   low = ~(n * x);
   high = 0x7FFFFFFFu - dral_device_multiply_high(n, x);
   top = high << 19 | low >> 13;
   q = x + (dral_device_multiply_high(top, x) >> 18);

   /* The remainder for q: at least 0, below n + n / 16. It may use bit 32. */
   low = ~(n * q);
   high = 0x7FFFFFFFu - dral_device_multiply_high(n, q);

   /* Below n, this plus 1 is the remainder of 2^63 by n, and q is rounded up
    * from `limit` on. Otherwise q is one too low, and is rounded down. */
   limit = rounding == DRAL_ROUNDING_NEAREST ? (n - 1) >> 1
                                                    : 0x80000000u;
   q += (high != 0) | (low >= limit);
   result.magic = refused ? 0 : q & 0x7FFFFFFFu;
   result.shift = refused ? 0 : 31 - zeros;
   result.extra_flags =
      refused ? 0 : (high != 0) | (low >= n) | (low < limit);
   return result;
}

#endif /* DRAL_DEVICE_NUMBERS_H */
