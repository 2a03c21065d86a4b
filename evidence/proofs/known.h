/* SPDX-License-Identifier: MIT */

/*
 * Functions of the reference that other functions of it call.  device.c
 * proves them equal to those of dral_device.h, which have no loops.  In
 * written.c, which prove writes, the reference's own begin with
 * written_.
 */

#ifndef KNOWN_H
#define KNOWN_H

#include "dral_device.h"
#include "plain.h"

uint32_t
written_padded_vertex_count(uint32_t v);

uint64_t
written_padded_count(uint32_t v, uint32_t rule,
                     struct dral_padded_count *out);

uint64_t
written_idvs_vertex_count(uint32_t v, uint32_t *out);

struct dral_padded_count
written_split_padded(uint32_t count);

uint64_t
written_invocation(uint32_t vertex_count, uint32_t instance_count,
                   uint32_t words[2]);

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

#endif
