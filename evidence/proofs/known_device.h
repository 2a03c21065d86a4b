/* SPDX-License-Identifier: MIT */

/*
 * dral_device.h with products and quotients of model.h, and with the
 * reference's magic divisor, which a sweep compares for all divisors.
 */

#ifndef KNOWN_DEVICE_H
#define KNOWN_DEVICE_H

#include "dral_device_numbers.h"

static struct dral_magic_divisor
reference_magic_divisor(uint32_t divisor, uint32_t rounding);

/* The products and quotients of the other two files. */
#define dral_device_magic_divisor reference_magic_divisor
#define dral_device_multiply(a, b) the_product(a, b)
#define dral_device_multiply_high(a, b) ((uint32_t)(the_product(a, b) >> 32))
#define low_product(a, b) ((uint32_t)the_product(a, b))
#include "device_products.h"

#include "claims.h"

static struct dral_magic_divisor
reference_magic_divisor(uint32_t divisor, uint32_t rounding)
{
   struct dral_magic_divisor magic = { 0, 0, 0 };

   if (ref_magic_divisor(divisor, rounding, &magic) != 0)
      magic.magic = magic.shift = magic.extra_flags = 0;
   return magic;
}

#endif
