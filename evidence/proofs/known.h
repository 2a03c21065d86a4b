/* SPDX-License-Identifier: MIT */

/*
 * What proofs of one function know of others:
 *
 * - dral_device.h uses the products and quotients of model.h, and the
 *   reference's magic divisor, which a sweep compares for all divisors, or
 *   the library's, where a file defines LIBRARY_MAGIC;
 * - the reference calls functions of dral_device.h, which have no loops, and
 *   which functions.c proves equal to its own.  In written.c, which prove
 *   writes, the reference's own begin with written_.
 */

#pragma once

#include "dral_device_numbers.h"
#include "plain.h"

static struct dral_magic_divisor
reference_magic_divisor(uint32_t divisor, uint32_t rounding);

/* Of the other two headers, prove replaces operators by calls. */
#ifdef LIBRARY_MAGIC
static struct dral_magic_divisor
library_magic_divisor(uint32_t divisor, uint32_t rounding);
#define dral_device_magic_divisor library_magic_divisor
#else
#define dral_device_magic_divisor reference_magic_divisor
#endif
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

/* ---- The reference ---------------------------------------------------- */

uint64_t
written_magic_divisor(uint32_t d, uint32_t rounding,
                      struct dral_magic_divisor *out);

uint32_t
ref_padded_vertex_count(uint32_t v)
{
   return dral_device_padded_vertex_count(v);
}

uint64_t
ref_padded_count(uint32_t v, uint32_t rule, struct dral_padded_count *out)
{
   if (rule > DRAL_PADDING_RULE_DOCUMENTED)
      return ERROR_SET(DRAL_ERROR_UNKNOWN_PADDING_RULE);
   *out = dral_device_padded_count(v, rule);
   if (out->count == 0 && v != 0)
      return ERROR_SET(DRAL_ERROR_PADDED_COUNT_RANGE);
   return 0;
}

uint64_t
ref_idvs_vertex_count(uint32_t v, uint32_t *out)
{
   *out = dral_device_idvs_vertex_count(v);
   return *out == 0 && v != 0 ? ERROR_SET(DRAL_ERROR_PADDED_COUNT_RANGE) : 0;
}

/* count must be a padded count */
struct dral_padded_count
ref_split_padded(uint32_t count)
{
   return dral_device_factored(count);
}

/* Both counts are at least 1. */
uint64_t
ref_invocation(uint32_t vertex_count, uint32_t instance_count,
               uint32_t words[2])
{
   const struct dral_device_invocation invocation =
      dral_device_invocation_pack(vertex_count, instance_count);

   words[0] = invocation.words[0];
   words[1] = invocation.words[1];
   return words[1] == 0 ? ERROR_SET(DRAL_ERROR_INVOCATION_RANGE) : 0;
}

#ifdef ANY_MAGIC
uint32_t __ESBMC_uninterpreted_magic(uint32_t normalized, uint32_t rounding);
uint32_t __ESBMC_uninterpreted_flags(uint32_t normalized, uint32_t rounding);
#endif

/*
 * With ANY_MAGIC, magics are any functions of a divisor without its power of
 * two; the proof `normalized_magic` shows that they depend on nothing else.
 */
uint64_t
ref_magic_divisor(uint32_t d, uint32_t rounding,
                  struct dral_magic_divisor *out)
{
#ifdef ANY_MAGIC
   uint64_t errors = 0;

   if (rounding > DRAL_ROUNDING_NEAREST)
      errors |= ERROR_SET(DRAL_ERROR_UNKNOWN_ROUNDING);
   if (d == 0)
      errors |= ERROR_SET(DRAL_ERROR_ZERO_DIVISOR);
   if (errors)
      return errors;
   if (rounding == DRAL_ROUNDING_NEAREST && (d & (d - 1)) == 0)
      return ERROR_SET(DRAL_ERROR_POWER_OF_TWO_DIVISOR);
   d <<= out->shift = leading_zeros(d);
   out->shift = 31 - out->shift;
   out->magic = __ESBMC_uninterpreted_magic(d, rounding) & 0x7FFFFFFF;
   out->extra_flags = __ESBMC_uninterpreted_flags(d, rounding) & 1;
   return 0;
#else
   return written_magic_divisor(d, rounding, out);
#endif
}

#include "claims.h"

static struct dral_magic_divisor
reference_magic_divisor(uint32_t divisor, uint32_t rounding)
{
   struct dral_magic_divisor magic = { 0, 0, 0 };

   if (ref_magic_divisor(divisor, rounding, &magic) != 0)
      magic.magic = magic.shift = magic.extra_flags = 0;
   return magic;
}
