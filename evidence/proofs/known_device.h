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

/*
 * One attribute of dral_device_draw_may_run, after any number of others, and
 * its buffer.
 */
static uint32_t element_index;
static struct dral_vertex_element element_there;
static struct dral_vertex_buffer buffer_there;
static int
fits_there(void);

static struct dral_vertex_element
element_at(uint32_t element, uint32_t count)
{
   claim(element < count && element == element_index);
   return element_there;
}

static struct dral_vertex_buffer
buffer_at(uint32_t buffer, uint32_t count)
{
   claim(buffer < count && buffer == element_there.buffer);
   return buffer_there;
}

static uint32_t
before_element(uint32_t count)
{
   element_index = count == 0 ? 0 : nondet_u32();
   assume(count == 0 || element_index < count);
   return element_index;
}

static int
is_first_element(void)
{
   static int was_called;
   const int is_first = !was_called;

   was_called = 1;
   return is_first;
}

static uint32_t
after_element(uint32_t element, uint32_t count)
{
   claim(element == element_index && fits_there());
   /* Otherwise it is before the next one. */
   assume(element + 1 == count);
   return count;
}

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
