/* SPDX-License-Identifier: MIT */

/* Padded counts, magic divisors, draws and the invocation. */

#include "reference.h"

#include "plain.h"

/* Padded vertex count. */

/* The driver rule in 64 bits, which can hold 2^32. */
static uint64_t
padded_by_driver_rule(uint32_t v)
{
   uint32_t n;

   if (v < 10)
      return v;
   if (v < 20)
      return v % 2 == 0 ? v : v + 1;

   n = floor_log2(v) - 3;

   switch (v / pow2(n)) {
   case 8: /* 1000 */
      return 9 * pow2(n);
   case 9: /* 1001 */
      return 5 * pow2(n + 1);
   case 10: /* 101x */
   case 11:
      return 3 * pow2(n + 2);
   case 12: /* 110x */
   case 13:
      return 7 * pow2(n + 1);
   default: /* 111x */
      return pow2(n + 4);
   }
}

/*
 * The text of instancing.rst: a multiple of four, greater than v.  From 20 on
 * its table ensures both; below, every multiple of four has the padded form.
 */
static uint64_t
padded_by_documented_rule(uint32_t v)
{
   if (v < 20)
      return (v / 4 + 1) * 4;
   return padded_by_driver_rule(v);
}

uint32_t
ref_padded_vertex_count(uint32_t v)
{
   uint64_t count = padded_by_driver_rule(v);

   return count <= max32() ? (uint32_t)count : 0;
}

static int
rule_admits(uint32_t rule, uint32_t v, uint64_t candidate)
{
   if (rule == DRAL_PADDING_RULE_DOCUMENTED)
      return candidate % 4 == 0 && candidate > v;
   if (v < 20)
      return candidate >= v;
   return candidate > v;
}

uint32_t
ref_padded_by_search(uint32_t v, uint32_t rule)
{
   /* 1 << 32 is allowed for every v, so the smallest is at most that. */
   uint64_t smallest = pow2(32);
   uint32_t odd;
   uint32_t shift;

   if (rule != DRAL_PADDING_RULE_DRIVER &&
       rule != DRAL_PADDING_RULE_DOCUMENTED)
      return 0;
   if (rule == DRAL_PADDING_RULE_DRIVER && v == 0)
      return 0;

   for (odd = 0; odd <= 4; odd++) {
      for (shift = 0; shift <= 32; shift++) {
         uint64_t candidate = (2 * (uint64_t)odd + 1) << shift;

         if (candidate < smallest && rule_admits(rule, v, candidate))
            smallest = candidate;
      }
   }

   return smallest <= max32() ? (uint32_t)smallest : 0;
}

struct dral_padded_count
ref_split_padded(uint32_t count)
{
   struct dral_padded_count padded = { 0, 0, 0 };

   if (count == 0)
      return padded;
   padded.count = count;
   padded.odd = (odd_part(count) - 1) / 2;
   padded.shift = floor_log2(count / odd_part(count));
   return padded;
}

uint64_t
ref_padded_count(uint32_t v, uint32_t rule, struct dral_padded_count *out)
{
   uint64_t count;

   if (rule == DRAL_PADDING_RULE_DRIVER)
      count = padded_by_driver_rule(v);
   else if (rule == DRAL_PADDING_RULE_DOCUMENTED)
      count = padded_by_documented_rule(v);
   else
      return ERROR_SET(DRAL_ERROR_UNKNOWN_PADDING_RULE);

   if (count > max32())
      return ERROR_SET(DRAL_ERROR_PADDED_COUNT_RANGE);

   *out = ref_split_padded((uint32_t)count);
   return 0;
}

uint64_t
ref_idvs_vertex_count(uint32_t v, uint32_t *out)
{
   uint64_t rounded = ((uint64_t)v + 3) / 4 * 4;

   if (rounded > max32())
      return ERROR_SET(DRAL_ERROR_PADDED_COUNT_RANGE);
   *out = (uint32_t)rounded;
   return 0;
}

/* Magic divisor. */

uint64_t
ref_magic_divisor(uint32_t d, uint32_t rounding,
                  struct dral_magic_divisor *out)
{
   uint32_t shift;
   uint32_t extra_flags;
   uint64_t numerator;
   uint64_t magic;
   uint64_t errors = 0;

   if (rounding != DRAL_ROUNDING_DOCUMENTED &&
       rounding != DRAL_ROUNDING_NEAREST)
      errors |= ERROR_SET(DRAL_ERROR_UNKNOWN_ROUNDING);
   if (d == 0)
      errors |= ERROR_SET(DRAL_ERROR_ZERO_DIVISOR);
   if (errors)
      return errors;

   shift = floor_log2(d);
   numerator = pow2(32 + shift);

   if (rounding == DRAL_ROUNDING_DOCUMENTED) {
      uint64_t e = remainder_of(numerator, d);
      uint64_t m = quotient(numerator, d);

      if (e != 0)
         m++; /* the ceiling of the quotient */

      if (e <= pow2(shift)) {
         magic = m - 1;
         extra_flags = 1;
      } else {
         magic = m;
         extra_flags = 0;
      }
   } else {
      uint64_t half = d / 2;
      uint64_t r = remainder_of(numerator + half, d);

      /* The quotient of a POT is 2^32, one bit too long. */
      if (d == pow2(shift))
         return ERROR_SET(DRAL_ERROR_POWER_OF_TWO_DIVISOR);

      magic = quotient(numerator + half, d);
      extra_flags = r > half ? 1 : 0;
   }

   out->magic = (uint32_t)(magic % pow2(31));
   out->shift = shift;
   out->extra_flags = extra_flags;
   return 0;
}

/* The multiplier with its implied top bit. */
static uint64_t
full_magic(const struct dral_magic_divisor *m)
{
   return m->magic % pow2(31) + pow2(31);
}

uint32_t
ref_magic_divide(const struct dral_magic_divisor *m, uint32_t id)
{
   /* At most 2^32 * (2^32 - 1): the product fits in 64 bits. */
   uint64_t corrected = (uint64_t)id + m->extra_flags % 2;
   uint64_t product = corrected * full_magic(m);

   return (uint32_t)(product / pow2(32 + m->shift % 32));
}

/*
 * docs/reference/instancing.md, "Why it is exact", has the proof: for all
 * ids, d * M - N must be from 0 to 2^shift, and with extra flags from
 * -2^shift to -1.
 */
int
ref_magic_is_exact(uint32_t d, const struct dral_magic_divisor *m)
{
   uint32_t shift = m->shift % 32;
   uint64_t product = d * full_magic(m);
   uint64_t numerator = pow2(32 + shift);

   if (m->extra_flags % 2 == 0)
      return product >= numerator && product - numerator <= pow2(shift);
   return product < numerator && numerator - product <= pow2(shift);
}

/* Draws, and the invocation. */

uint64_t
ref_work_groups(const uint32_t values[6], int graphics, int indirect,
                uint32_t words[2])
{
   uint64_t errors = 0;
   uint32_t starts[6];
   uint32_t bits = 0;
   uint32_t i;

   /* In a draw, only the last two can be 0. */
   for (i = 0; i < 6; i++) {
      if (values[i] == 0)
         errors |= ERROR_SET(i == 5 ? DRAL_ERROR_NO_INSTANCES
                                    : DRAL_ERROR_NO_VERTICES);
   }
   if (errors)
      return errors;
   for (i = 0; i < 6; i++) {
      starts[i] = bits;
      bits += ceil_log2(values[i]);
   }
   /* The fields of starts have 5 bits, the split has 4. */
   if (bits > 32 || starts[1] >= 32 || starts[2] >= 32 ||
       (!graphics && starts[3] >= 16))
      return ERROR_SET(DRAL_ERROR_INVOCATION_RANGE);

   clear(words, 2);
   for (i = 0; i < 6; i++)
      put(words, starts[i], ceil_log2(values[i]), values[i] - 1);

   if (indirect)
      starts[4] = starts[5] = 0;
   /* Real drivers write 32 here for a draw without instancing. */
   if (graphics && values[5] == 1)
      starts[5] = 32;
   put(words, 32 + 0, 5, starts[1]);
   put(words, 32 + 5, 5, starts[2]);
   put(words, 32 + 10, 6, starts[3]);
   put(words, 32 + 16, 6, starts[4]);
   put(words, 32 + 22, 6, starts[5]);
   put(words, 32 + 28, 4, graphics ? 2 : starts[3]); /* group split */
   return 0;
}

uint64_t
ref_invocation(uint32_t vertex_count, uint32_t instance_count,
               uint32_t words[2])
{
   /* The size is 1, 1, 1. */
   const uint32_t values[6] = { 1, 1, 1, 1, vertex_count, instance_count };

   return ref_work_groups(values, 1, 0, words);
}

static uint32_t
size_byte(const struct dral_padded_count *size)
{
   return size->shift + size->odd * 32;
}

/* The errors of numbers that make all results meaningless. */
static uint64_t
number_errors(const struct dral_draw_info *info)
{
   uint64_t errors = 0;

   if (!is_known_architecture(info->architecture))
      errors |= ERROR_SET(DRAL_ERROR_UNKNOWN_ARCHITECTURE);
   else if (info->architecture > 7)
      errors |= ERROR_SET(DRAL_ERROR_NO_ATTRIBUTE_RECORDS);
   if (info->padding_rule > DRAL_PADDING_RULE_DOCUMENTED ||
       info->rounding > DRAL_ROUNDING_NEAREST ||
       info->primitive_size_rule > DRAL_PRIMITIVE_SIZE_RULE_NONE)
      errors |= ERROR_SET(DRAL_ERROR_UNKNOWN_FLAG);
   if (info->idvs != DRAL_IDVS_NO && info->idvs != DRAL_IDVS_YES)
      errors |= ERROR_SET(DRAL_ERROR_UNKNOWN_IDVS);
   if (info->primitive_size_rule != DRAL_PRIMITIVE_SIZE_RULE_NONE &&
       info->vertices_per_primitive == 0)
      errors |= ERROR_SET(DRAL_ERROR_NO_VERTICES_PER_PRIMITIVE);
   return errors;
}

/* The padded primitive count for a number of vertices, if it is written. */
static uint64_t
padded_primitives(const struct dral_draw_info *info, uint32_t vertices,
                  struct dral_padded_count *out)
{
   uint64_t primitives;

   if (info->primitive_size_rule == DRAL_PRIMITIVE_SIZE_RULE_NONE) {
      *out = ref_split_padded(0);
      return 0;
   }
   /* Rounded up; there is at least one vertex. */
   primitives = quotient(vertices - 1, info->vertices_per_primitive) + 1;
   return ref_padded_count((uint32_t)primitives, info->padding_rule, out);
}

/* Resolves a draw of one instance. */
static uint64_t
resolve_single_instance(struct dral_draw *draw)
{
   struct dral_padded_count primitive = { 1, 0, 0 };

   if (draw->info.primitive_size_rule != DRAL_PRIMITIVE_SIZE_RULE_ONE) {
      uint64_t errors =
         padded_primitives(&draw->info, draw->info.vertex_count, &primitive);

      if (errors)
         return errors;
   }

   draw->padded_count = draw->info.vertex_count;
   draw->instance_size = 1;
   draw->instance_size_byte = 0;
   draw->instance_primitive_size = primitive.count;
   draw->instance_primitive_size_byte = size_byte(&primitive);
   draw->table_key = 32;
   return 0;
}

static uint64_t
resolve_instances(struct dral_draw *draw)
{
   uint32_t vertices = draw->info.vertex_count;
   struct dral_padded_count padded;
   struct dral_padded_count primitive;
   uint64_t errors = 0;

   if (draw->info.idvs == DRAL_IDVS_YES)
      errors = ref_idvs_vertex_count(vertices, &vertices);
   if (errors == 0)
      errors = ref_padded_count(vertices, draw->info.padding_rule, &padded);
   /* Each of several instances has at least 2^32 threads. */
   if (errors)
      return errors | ERROR_SET(DRAL_ERROR_THREAD_RANGE);

   errors = padded_primitives(&draw->info, padded.count, &primitive);
   /* Linear ids have 32 bits. */
   if (product(padded.count, draw->info.instance_count) > pow2(32))
      errors |= ERROR_SET(DRAL_ERROR_THREAD_RANGE);
   if (errors)
      return errors;

   draw->padded_count = padded.count;
   draw->instance_size = padded.count;
   draw->instance_size_byte = size_byte(&padded);
   draw->instance_primitive_size = primitive.count;
   draw->instance_primitive_size_byte = size_byte(&primitive);
   draw->table_key = 64 + draw->instance_size_byte;
   return 0;
}

uint64_t
ref_draw_resolve(const struct dral_draw_info *info, struct dral_draw *draw)
{
   uint64_t errors = number_errors(info);

   draw->info = *info;
   if (info->primitive_size_rule == DRAL_PRIMITIVE_SIZE_RULE_NONE)
      draw->info.vertices_per_primitive = 0;
   draw->threads = 0;
   draw->table_key = 0;
   if (errors || info->vertex_count == 0 || info->instance_count == 0)
      return errors;
   errors = info->instance_count == 1 ? resolve_single_instance(draw)
                                      : resolve_instances(draw);
   errors |= ref_invocation(info->vertex_count, info->instance_count,
                            draw->invocation);
   if (errors == 0)
      draw->threads = product(draw->padded_count, info->instance_count);
   else
      draw->table_key = 0;
   return errors;
}

uint64_t
ref_draw_max_instances(const struct dral_draw_info *info,
                       uint32_t *instances)
{
   struct dral_draw_info trial = *info;
   struct dral_draw draw;
   uint64_t fits = 1;
   uint64_t fails = pow2(32);
   uint64_t errors;

   trial.instance_count = 1;
   errors = ref_draw_resolve(&trial, &draw);
   if (errors)
      return errors;

   /* One instance fits; 2^32 is not an instance count. */
   while (fails - fits > 1) {
      uint64_t middle = (fits + fails) / 2;

      trial.instance_count = (uint32_t)middle;
      if (ref_draw_resolve(&trial, &draw) == 0)
         fits = middle;
      else
         fails = middle;
   }

   *instances = (uint32_t)fits;
   return 0;
}

uint64_t
ref_index_range(const struct dral_index_range *range,
                struct dral_vertex_range *vertices)
{
   const int64_t count = (int64_t)range->max_index - range->min_index + 1;
   const int64_t last = (int64_t)range->max_index + range->vertex_offset;
   int64_t start = (int64_t)range->min_index + range->vertex_offset;
   int64_t base = -(int64_t)range->min_index;
   uint64_t errors = 0;

   if (range->min_index > range->max_index) {
      *vertices = (struct dral_vertex_range){ 0, 0, 0 };
      return 0;
   }
   if (count > UINT32_MAX)
      errors |= ERROR_SET(DRAL_ERROR_VERTEX_RANGE);
   if (last > UINT32_MAX)
      errors |= ERROR_SET(DRAL_ERROR_START_RANGE);
   if (errors)
      return errors;
   /* Signed words. */
   if (start > INT32_MAX)
      start -= (int64_t)1 << 32;
   if (base < INT32_MIN)
      base += (int64_t)1 << 32;
   vertices->vertex_count = (uint32_t)count;
   vertices->offset_start = (int32_t)start;
   vertices->base_vertex_offset = (int32_t)base;
   return 0;
}
