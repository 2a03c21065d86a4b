/* SPDX-License-Identifier: MIT */

/*
 * Other ways to a magic divisor, for every divisor but 0 and, where they
 * round to the nearest, powers of two: what dral_device.h is compared with.
 * C, and OpenCL C.
 */

#ifndef DEVICE_COST_H
#define DEVICE_COST_H

#include "dral_device.h"

/* docs/instancing.md, "Magic divisor", word for word. */
static inline struct dral_magic_divisor
plain_documented(dral_device_u32 divisor)
{
   const dral_device_u32 shift = 31 - dral_device_leading_zeros(divisor);
   const dral_device_u64 n = (dral_device_u64)1 << (32 + shift);
   const dral_device_u64 quotient = n / divisor;
   const dral_device_u64 remainder = n % divisor;
   const dral_device_u32 down = remainder <= (dral_device_u64)1 << shift;
   struct dral_magic_divisor result;

   result.magic = (dral_device_u32)(quotient + (remainder != 0) - down) &
                  0x7FFFFFFFu;
   result.shift = shift;
   result.extra_flags = down;
   return result;
}

static inline struct dral_magic_divisor
plain_nearest(dral_device_u32 divisor)
{
   const dral_device_u32 shift = 31 - dral_device_leading_zeros(divisor);
   const dral_device_u64 n =
      ((dral_device_u64)1 << (32 + shift)) + divisor / 2;
   struct dral_magic_divisor result;

   result.magic = (dral_device_u32)(n / divisor) & 0x7FFFFFFFu;
   result.shift = shift;
   result.extra_flags = n % divisor > divisor / 2;
   return result;
}

/* A digit of 16 bits of a long division: the divisor has bit 31 set, high is
 * below it. What is left is in remainder. */
struct plain_digit {
   dral_device_u32 quotient;
   dral_device_u32 remainder;
};

static inline struct plain_digit
plain_divide_digit(dral_device_u32 high, dral_device_u32 low_digit,
                   dral_device_u32 divisor)
{
   const dral_device_u32 divisor_high = divisor >> 16;
   const dral_device_u32 divisor_low = divisor & 0xFFFF;
   struct plain_digit digit;
   dral_device_u32 rest, product;

   digit.quotient = high / divisor_high;
   rest = high - digit.quotient * divisor_high;
   product = digit.quotient * divisor_low;
   /* The estimate is at most 2 too high. */
   if (digit.quotient >> 16 != 0 || product > (rest << 16 | low_digit)) {
      digit.quotient--;
      rest += divisor_high;
      product -= divisor_low;
      if (rest >> 16 == 0 && (digit.quotient >> 16 != 0 ||
                              product > (rest << 16 | low_digit)))
         digit.quotient--;
   }
   digit.remainder = (high << 16 | low_digit) - digit.quotient * divisor;
   return digit;
}

/* The documented rounding by long division, in two divisions of 32 bits. */
static inline struct dral_magic_divisor
digits_documented(dral_device_u32 divisor)
{
   const dral_device_u32 zeros = dral_device_leading_zeros(divisor);
   const dral_device_u32 n = divisor << zeros;
   /* 2^63 - 2^31 - 1 by n: rounded up it is the multiplier. */
   const struct plain_digit first =
      plain_divide_digit(0x7FFFFFFFu, 0x7FFF, n);
   const struct plain_digit second =
      plain_divide_digit(first.remainder, 0xFFFF, n);
   struct dral_magic_divisor result;

   result.magic = ((first.quotient << 16) + second.quotient + 1) &
                  0x7FFFFFFFu;
   result.shift = 31 - zeros;
   result.extra_flags = n - second.remainder <= 0x80000000u;
   return result;
}

#endif
