/* SPDX-License-Identifier: MIT */

#include "reference.h"

#include <errno.h>

/* Record types: docs/instancing.md, "Descriptor words". */
enum {
   TYPE_1D = 1,
   TYPE_1D_POT_DIVISOR = 2,
   TYPE_1D_MODULUS = 3,
   TYPE_1D_NPOT_DIVISOR = 4,
   TYPE_CONTINUATION = 0x20,
   TYPE_VERTEX_ID = 0x22,
   TYPE_INSTANCE_ID = 0x24
};

/* Types of the attribute descriptor: the same page, "Valhall and later". */
enum {
   VALHALL_DESCRIPTOR_ATTRIBUTE = 5,
   VALHALL_1D = 1,
   VALHALL_1D_POT_DIVISOR = 2,
   VALHALL_1D_NPOT_DIVISOR = 3,
   VALHALL_FREQUENCY_VERTEX = 0,
   VALHALL_FREQUENCY_INSTANCE = 1
};

static uint64_t
pow2(uint32_t exponent)
{
   return (uint64_t)1 << exponent;
}

/* The largest value of a 32-bit field. */
static uint64_t
max32(void)
{
   return pow2(32) - 1;
}

/* value must not be 0 */
static uint32_t
floor_log2(uint64_t value)
{
   uint32_t log = 0;
   uint32_t step;

   /* In steps of 32, 16, 8, 4, 2, 1 bits: sweeps call this 2^32 times. */
   for (step = 32; step > 0; step = step / 2) {
      if (value >= pow2(step)) {
         value = value / pow2(step);
         log += step;
      }
   }
   return log;
}

/* value must not be 0 */
static uint32_t
ceil_log2(uint32_t value)
{
   uint32_t log = 0;

   while (pow2(log) < value)
      log++;
   return log;
}

/* value must not be 0 */
static int
is_pot(uint64_t value)
{
   while (value % 2 == 0)
      value = value / 2;
   return value == 1;
}

static void
clear(uint32_t *words, uint32_t count)
{
   uint32_t i;

   for (i = 0; i < count; i++)
      words[i] = 0;
}

/* The words must be zero where the field is written. */
static void
put(uint32_t *words, uint32_t first_bit, uint32_t width, uint64_t value)
{
   uint32_t i;

   for (i = 0; i < width; i++) {
      uint32_t bit = first_bit + i;
      uint32_t digit = (uint32_t)(value % 2);

      words[bit / 32] += digit << (bit % 32);
      value = value / 2;
   }
}

static uint32_t
get(const uint32_t *words, uint32_t first_bit, uint32_t width)
{
   uint32_t value = 0;
   uint32_t i;

   for (i = 0; i < width; i++) {
      uint32_t bit = first_bit + i;
      uint32_t digit = (words[bit / 32] >> (bit % 32)) % 2;

      value += digit << i;
   }
   return value;
}

/* Padded vertex count. */

/* The driver rule in 64 bits, where 2^32 is an ordinary count. */
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
 * The text of instancing.rst: a multiple of four and more than v.  From 20 on
 * its table ensures both; below, each multiple of four up to 20 is itself of
 * the padded form.
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

/* count must be of the padded form, or 0. */
static struct dral_padded_count
split_padded(uint32_t count)
{
   struct dral_padded_count padded = { 0, 0, 0 };
   uint32_t odd_factor = count;

   if (count == 0)
      return padded;

   while (odd_factor % 2 == 0) {
      odd_factor = odd_factor / 2;
      padded.shift++;
   }
   padded.odd = (odd_factor - 1) / 2;
   padded.count = count;
   return padded;
}

int
ref_padded_count(uint32_t v, uint32_t rule, struct dral_padded_count *out)
{
   uint64_t count;

   if (rule == DRAL_PADDING_RULE_DRIVER)
      count = padded_by_driver_rule(v);
   else if (rule == DRAL_PADDING_RULE_DOCUMENTED)
      count = padded_by_documented_rule(v);
   else
      return -EINVAL;

   if (count > max32())
      return -ERANGE;

   *out = split_padded((uint32_t)count);
   return 0;
}

int
ref_idvs_vertex_count(uint32_t v, uint32_t *out)
{
   uint64_t rounded = ((uint64_t)v + 3) / 4 * 4;

   if (rounded > max32())
      return -ERANGE;
   *out = (uint32_t)rounded;
   return 0;
}

/* Magic divisor. */

int
ref_magic_divisor(uint32_t d, uint32_t rounding,
                  struct dral_magic_divisor *out)
{
   uint32_t shift;
   uint32_t extra_flags;
   uint64_t numerator;
   uint64_t magic;

   if (d == 0)
      return -EINVAL;

   shift = floor_log2(d);
   numerator = pow2(32 + shift);

   if (rounding == DRAL_ROUNDING_DOCUMENTED) {
      uint64_t e = numerator % d;
      uint64_t m = numerator / d;

      if (e != 0)
         m++; /* the ceiling of the quotient */

      if (e <= pow2(shift)) {
         magic = m - 1;
         extra_flags = 1;
      } else {
         magic = m;
         extra_flags = 0;
      }
   } else if (rounding == DRAL_ROUNDING_NEAREST) {
      uint64_t half = d / 2;
      uint64_t r = (numerator + half) % d;

      /* The quotient of a POT is 2^32, one bit too long. */
      if (d == pow2(shift))
         return -EDOM;

      magic = (numerator + half) / d;
      extra_flags = r > half ? 1 : 0;
   } else {
      return -EINVAL;
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
 * docs/instancing.md, "Why it is exact", has the proof: for all ids, d * M - N
 * must be from 0 to 2^shift, and with extra flags from -2^shift to -1.
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

static int
is_known_architecture(uint32_t architecture)
{
   if (architecture >= 4 && architecture <= 7)
      return 1;
   return architecture >= 9 && architecture <= 14; /* there is no v8 */
}

static int
is_known_rounding(uint32_t rounding)
{
   return rounding == DRAL_ROUNDING_DOCUMENTED ||
          rounding == DRAL_ROUNDING_NEAREST;
}

static int
is_known_rate(uint32_t rate)
{
   return rate == DRAL_RATE_VERTEX || rate == DRAL_RATE_INSTANCE;
}

static int
is_well_formed_draw(const struct dral_draw *draw)
{
   if (!is_known_architecture(draw->architecture))
      return 0;
   if (draw->padding_rule != DRAL_PADDING_RULE_DRIVER &&
       draw->padding_rule != DRAL_PADDING_RULE_DOCUMENTED)
      return 0;
   if (!is_known_rounding(draw->rounding))
      return 0;
   if (draw->idvs > 1)
      return 0;
   if (draw->primitive_size != DRAL_PRIMITIVE_SIZE_ONE &&
       draw->primitive_size != DRAL_PRIMITIVE_SIZE_PADDED)
      return 0;
   return draw->vertices_per_primitive != 0;
}

static int
has_attribute_records(uint32_t architecture)
{
   return architecture >= 4 && architecture <= 7;
}

static int
has_id_records(uint32_t architecture)
{
   return architecture == 4 || architecture == 5;
}

int
ref_work_groups(const uint32_t values[6], int graphics, int indirect,
                uint32_t words[2])
{
   uint32_t starts[6];
   uint32_t bits = 0;
   uint32_t i;

   for (i = 0; i < 6; i++) {
      if (values[i] == 0)
         return -EINVAL;
   }
   for (i = 0; i < 6; i++) {
      starts[i] = bits;
      bits += ceil_log2(values[i]);
   }
   /* The fields of starts have 5 bits, and 4 for the split. */
   if (bits > 32 || starts[1] >= 32 || starts[2] >= 32 ||
       (!graphics && starts[3] >= 16))
      return -ERANGE;

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

int
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

/* The padded count of the primitives of a number of vertices. */
static int
padded_primitives(const struct dral_draw *draw, uint32_t vertices,
                  struct dral_padded_count *out)
{
   uint64_t primitives = ((uint64_t)vertices +
                          draw->vertices_per_primitive - 1) /
                         draw->vertices_per_primitive;

   return ref_padded_count((uint32_t)primitives, draw->padding_rule, out);
}

/* The fields of a draw descriptor for a draw without instancing. */
static int
resolve_single_instance(const struct dral_draw *draw,
                        struct dral_resolved_draw *out)
{
   struct dral_padded_count primitive = { 1, 0, 0 };
   int err;

   if (draw->primitive_size == DRAL_PRIMITIVE_SIZE_PADDED) {
      err = padded_primitives(draw, draw->vertex_count, &primitive);
      if (err)
         return err;
   }

   out->padded_count = draw->vertex_count;
   out->instance_size = 1;
   out->instance_size_byte = 0;
   out->instance_primitive_size = primitive.count;
   out->instance_primitive_size_byte = size_byte(&primitive);
   out->threads = draw->vertex_count;
   out->wasted_threads = 0;
   return 0;
}

static int
resolve_instances(const struct dral_draw *draw,
                  struct dral_resolved_draw *out)
{
   uint32_t vertices = draw->vertex_count;
   struct dral_padded_count padded;
   struct dral_padded_count primitive;
   int err;

   if (draw->idvs) {
      err = ref_idvs_vertex_count(vertices, &vertices);
      if (err)
         return err;
   }

   err = ref_padded_count(vertices, draw->padding_rule, &padded);
   if (err)
      return err;

   err = padded_primitives(draw, padded.count, &primitive);
   if (err)
      return err;

   out->padded_count = padded.count;
   out->instance_size = padded.count;
   out->instance_size_byte = size_byte(&padded);
   out->instance_primitive_size = primitive.count;
   out->instance_primitive_size_byte = size_byte(&primitive);
   out->threads = (uint64_t)padded.count * draw->instance_count;
   out->wasted_threads = (uint64_t)(padded.count - draw->vertex_count) *
                         draw->instance_count;

   /* Linear ids have 32 bits. */
   if (out->threads > pow2(32))
      return -ERANGE;
   return 0;
}

/* Expects a well-formed draw on v4..v7; only -ERANGE is left to check. */
static int
resolve_checked(const struct dral_draw *draw, struct dral_resolved_draw *out)
{
   struct dral_resolved_draw resolved = { 0 };
   int err = 0;

   resolved.architecture = draw->architecture;
   resolved.rounding = draw->rounding;
   resolved.offset_start = draw->offset_start;
   resolved.base_instance = draw->base_instance;
   if (draw->vertex_count > 0 && draw->instance_count > 0) {
      if (draw->instance_count == 1)
         err = resolve_single_instance(draw, &resolved);
      else
         err = resolve_instances(draw, &resolved);
      resolved.vertex_count = draw->vertex_count;
      resolved.instance_count = draw->instance_count;
      if (draw->instance_count > 1)
         resolved.variant = 32 + resolved.instance_size_byte;
      if (err == 0)
         err = ref_invocation(draw->vertex_count, draw->instance_count,
                              resolved.invocation);
   }
   if (err == 0)
      *out = resolved;
   return err;
}

static int
fits_signed_word(int64_t number)
{
   return number >= INT32_MIN && number <= INT32_MAX;
}

int
ref_index_range(const struct dral_index_range *range,
                struct dral_vertex_range *vertices)
{
   const int64_t count = (int64_t)range->max_index - range->min_index + 1;
   const int64_t start = (int64_t)range->min_index + range->vertex_offset;
   const int64_t base = -(int64_t)range->min_index;

   if (range->min_index > range->max_index) {
      *vertices = (struct dral_vertex_range){ 0, 0, 0 };
      return 0;
   }
   if (count > UINT32_MAX || !fits_signed_word(start) ||
       !fits_signed_word(base))
      return -ERANGE;
   vertices->vertex_count = (uint32_t)count;
   vertices->offset_start = (int32_t)start;
   vertices->base_vertex_offset = (int32_t)base;
   return 0;
}

int
ref_draw_resolve(const struct dral_draw *draw, struct dral_resolved_draw *out)
{
   if (!is_well_formed_draw(draw))
      return -EINVAL;
   if (!has_attribute_records(draw->architecture))
      return -EDOM;
   return resolve_checked(draw, out);
}

int
ref_draw_max_instances(const struct dral_draw *draw, uint32_t *instances)
{
   struct dral_draw trial = *draw;
   struct dral_resolved_draw resolved;
   uint64_t fits = 1;
   uint64_t fails = pow2(32);
   int err;

   trial.instance_count = 1;
   err = ref_draw_resolve(&trial, &resolved);
   if (err)
      return err;

   /* One instance fits; 2^32 is not an instance count. */
   while (fails - fits > 1) {
      uint64_t middle = (fits + fails) / 2;

      trial.instance_count = (uint32_t)middle;
      if (ref_draw_resolve(&trial, &resolved) == 0)
         fits = middle;
      else
         fails = middle;
   }

   *instances = (uint32_t)fits;
   return 0;
}

/* Attribute modes, and their records. */

/* The bits of an address below the record's 64-byte granularity. */
static uint32_t
low_address_bits(const struct dral_vertex_buffer *buffer)
{
   return (uint32_t)(buffer->address % 64);
}

/* The table of "Attribute modes", row by row. */
int
ref_attribute_record(const struct dral_draw *draw,
                     const struct dral_vertex_buffer *buffer,
                     uint32_t words[8], uint32_t *slots)
{
   const int per_instance = buffer->rate == DRAL_RATE_INSTANCE;
   const uint64_t size = (uint64_t)buffer->size + low_address_bits(buffer);
   struct dral_resolved_draw resolved;
   uint64_t hardware_divisor;
   struct dral_padded_count padded;
   struct dral_magic_divisor magic;
   uint32_t type = TYPE_1D;
   uint32_t stride = buffer->stride;
   uint32_t shift = 0;
   uint32_t odd_or_flags = 0;
   int err = ref_draw_resolve(draw, &resolved);

   if (err)
      return err;
   if (!is_known_rate(buffer->rate))
      return -EINVAL;
   if (buffer->address >= pow2(56) || size > max32())
      return -ERANGE;

   hardware_divisor = (uint64_t)resolved.padded_count * buffer->divisor;
   if (resolved.instance_count <= 1) {
      if (per_instance)
         stride = 0;
   } else if (!per_instance) {
      padded = split_padded(resolved.padded_count);
      type = TYPE_1D_MODULUS;
      shift = padded.shift;
      odd_or_flags = padded.odd;
   } else if (buffer->divisor == 0 || hardware_divisor >= pow2(32)) {
      /* Either way every id reads the first element. */
      stride = 0;
   } else if (is_pot(hardware_divisor)) {
      type = TYPE_1D_POT_DIVISOR;
      shift = floor_log2(hardware_divisor);
   } else {
      err = ref_magic_divisor((uint32_t)hardware_divisor, draw->rounding,
                              &magic);
      if (err)
         return err;
      type = TYPE_1D_NPOT_DIVISOR;
      shift = magic.shift;
      odd_or_flags = magic.extra_flags;
   }

   clear(words, 8);
   put(words, 0, 6, type);
   put(words, 6, 50, buffer->address / 64);
   put(words, 56, 5, shift);
   put(words, 61, 3, odd_or_flags);
   put(words, 64, 32, stride);
   put(words, 96, 32, size);
   *slots = 1;
   if (type == TYPE_1D_NPOT_DIVISOR) {
      put(words, 128 + 0, 6, TYPE_CONTINUATION);
      put(words, 128 + 32, 32, magic.magic);
      put(words, 128 + 96, 32, buffer->divisor);
      *slots = 2;
   }
   return 0;
}

int
ref_attribute_offset(const struct dral_draw *draw,
                     const struct dral_vertex_buffer *buffer,
                     uint32_t source_offset, int32_t *offset)
{
   const uint64_t most = pow2(31) - 1;
   const uint64_t least = pow2(31); /* of the negative numbers */
   uint32_t words[8];
   uint32_t slots;
   uint64_t up;
   uint64_t start = 0;
   int64_t value;
   int err;

   err = ref_attribute_record(draw, buffer, words, &slots);
   if (err)
      return err;

   /* (2^32 - 1)^2 and two small terms: no overflow in 64 unsigned bits. */
   up = (uint64_t)source_offset + low_address_bits(buffer);
   if (buffer->rate == DRAL_RATE_INSTANCE)
      up += (uint64_t)draw->base_instance * buffer->stride;

   /*
    * The hardware adds the start to every index, multiplied by the record's
    * stride, which can be 0.  That is right for per-vertex data; for
    * per-instance data the offset must subtract it.
    */
   if (buffer->rate == DRAL_RATE_INSTANCE) {
      int64_t magnitude = draw->offset_start;

      if (magnitude < 0)
         magnitude = -magnitude;
      start = (uint64_t)magnitude * get(words, 64, 32);
   }

   if (draw->offset_start < 0) {
      /* Both terms are positive, so neither may be too large by itself. */
      if (up > most || start > most || up + start > most)
         return -ERANGE;
      value = (int64_t)(up + start);
   } else if (up >= start) {
      if (up - start > most)
         return -ERANGE;
      value = (int64_t)(up - start);
   } else {
      if (start - up > least)
         return -ERANGE;
      value = -(int64_t)(start - up);
   }

   *offset = (int32_t)value;
   return 0;
}

/* Midgard's ids. */

static int
resolve_for_id(const struct dral_draw *draw,
               struct dral_resolved_draw *resolved)
{
   int err = ref_draw_resolve(draw, resolved);

   if (err)
      return err;
   return has_id_records(draw->architecture) ? 0 : -EDOM;
}

int
ref_vertex_id(const struct dral_draw *draw, uint32_t words[4])
{
   struct dral_resolved_draw resolved;
   struct dral_padded_count padded;
   int err;

   err = resolve_for_id(draw, &resolved);
   if (err)
      return err;

   clear(words, 4);
   put(words, 0, 6, TYPE_VERTEX_ID);
   if (resolved.instance_count > 1) {
      padded = split_padded(resolved.padded_count);
      put(words, 56, 5, padded.shift);
      put(words, 61, 3, padded.odd);
   } else {
      /* A modulus of 9 << 31, above every id. */
      put(words, 56, 5, 0x1F);
      put(words, 61, 3, 4);
   }
   return 0;
}

int
ref_instance_id(const struct dral_draw *draw, uint32_t words[4])
{
   struct dral_resolved_draw resolved;
   struct dral_magic_divisor magic;
   int err;

   err = resolve_for_id(draw, &resolved);
   if (err)
      return err;

   if (resolved.instance_count <= 1 || resolved.padded_count <= 1) {
      magic.magic = 0x7FFFFFFF;
      magic.shift = 0x1F;
      magic.extra_flags = 1;
   } else if (is_pot(resolved.padded_count)) {
      /* A multiplier of 2^31 is half of 2^32: one shift less. */
      magic.magic = 0;
      magic.shift = floor_log2(resolved.padded_count) - 1;
      magic.extra_flags = 0;
   } else {
      err = ref_magic_divisor(resolved.padded_count, draw->rounding, &magic);
      if (err)
         return err;
   }

   clear(words, 4);
   put(words, 0, 6, TYPE_INSTANCE_ID);
   put(words, 56, 5, magic.shift);
   put(words, 61, 1, magic.extra_flags);
   put(words, 64, 32, magic.magic);
   return 0;
}

/* Valhall and later. */

int
ref_valhall(const struct dral_valhall_source *attribute, uint32_t words[8])
{
   uint32_t type = VALHALL_1D;
   uint32_t frequency = VALHALL_FREQUENCY_VERTEX;
   uint32_t offset_enable = 1;
   uint32_t stride = attribute->stride;
   int64_t offset = attribute->offset;
   struct dral_magic_divisor magic = { 0, 0, 0 };
   int err;

   if (!is_known_architecture(attribute->architecture) ||
       !is_known_rounding(attribute->rounding) ||
       !(is_known_rate(attribute->rate) ||
         attribute->rate == DRAL_RATE_UNUSED) ||
       attribute->divisor_one > DRAL_DIVISOR_ONE_ONE_DIMENSIONAL)
      return -EINVAL;
   if (attribute->architecture < 9)
      return -EDOM;
   if (attribute->rate == DRAL_RATE_UNUSED) {
      clear(words, 8);
      put(words, 0, 4, VALHALL_DESCRIPTOR_ATTRIBUTE);
      put(words, 4, 4, VALHALL_1D);
      put(words, 32 + 0, 6, 17); /* a table without buffers */
      return 0;
   }
   if (attribute->format >= pow2(22) || attribute->table >= pow2(6))
      return -ERANGE;

   if (attribute->rate == DRAL_RATE_INSTANCE) {
      frequency = VALHALL_FREQUENCY_INSTANCE;
      offset_enable = 0;
      if ((uint64_t)attribute->base_instance * stride > pow2(32))
         return -ERANGE; /* no offset is that negative */
      offset += (int64_t)attribute->base_instance * stride;
      if (attribute->divisor == 0) {
         stride = 0;
      } else if (attribute->divisor == 1 &&
                 attribute->divisor_one == DRAL_DIVISOR_ONE_ONE_DIMENSIONAL) {
         /* One instance for each element. */
      } else if (is_pot(attribute->divisor)) {
         type = VALHALL_1D_POT_DIVISOR;
         magic.shift = floor_log2(attribute->divisor);
      } else {
         type = VALHALL_1D_NPOT_DIVISOR;
         err = ref_magic_divisor(attribute->divisor, attribute->rounding,
                                 &magic);
         if (err)
            return err;
      }
   }

   if (offset > INT32_MAX)
      return -ERANGE;

   clear(words, 8);
   put(words, 0, 4, VALHALL_DESCRIPTOR_ATTRIBUTE);
   put(words, 4, 4, type);
   put(words, 8, 1, offset_enable);
   put(words, 10, 22, attribute->format);
   put(words, 32 + 0, 6, attribute->table);
   put(words, 32 + 6, 2, frequency);
   put(words, 32 + 24, 5, magic.shift);
   put(words, 32 + 29, 1, magic.extra_flags);
   put(words, 64, 32, (uint32_t)offset);
   put(words, 96, 32, attribute->buffer_index);
   put(words, 128, 32, stride);
   put(words, 160, 32, magic.magic);
   return 0;
}

/* Models of the hardware. */

/* (2 * odd + 1) << shift is at most 15 << 31, so it needs 64 bits. */
static uint32_t
modulo(uint32_t id, uint32_t shift, uint32_t odd)
{
   uint64_t modulus = (2 * (uint64_t)odd + 1) * pow2(shift);

   return (uint32_t)(id % modulus);
}

/* The fields of a record that the attribute unit reads. */
struct unit_record {
   uint32_t type;
   uint32_t stride;
   uint32_t shift;
   uint32_t odd;
   struct dral_magic_divisor magic;
};

static struct unit_record
read_record(const uint32_t words[8])
{
   struct unit_record record = { 0 };

   record.type = get(words, 0, 6);
   record.stride = get(words, 64, 32);
   record.shift = get(words, 56, 5);
   if (record.type == TYPE_1D_MODULUS)
      record.odd = get(words, 61, 3);
   if (record.type == TYPE_1D_NPOT_DIVISOR) {
      record.magic.magic = get(words, 128 + 32, 32);
      record.magic.shift = record.shift;
      record.magic.extra_flags = get(words, 61, 1);
   }
   return record;
}

static int
has_elements(const struct unit_record *record)
{
   return record->type == TYPE_1D || record->type == TYPE_1D_POT_DIVISOR ||
          record->type == TYPE_1D_MODULUS ||
          record->type == TYPE_1D_NPOT_DIVISOR;
}

/* Expects a record that has elements. */
static uint32_t
element_of(const struct unit_record *record, uint32_t linear_id)
{
   if (record->stride == 0)
      return 0;
   switch (record->type) {
   case TYPE_1D_POT_DIVISOR:
      return (uint32_t)(linear_id / pow2(record->shift));
   case TYPE_1D_MODULUS:
      return modulo(linear_id, record->shift, record->odd);
   case TYPE_1D_NPOT_DIVISOR:
      return ref_magic_divide(&record->magic, linear_id);
   default:
      return linear_id;
   }
}

int
ref_record_elements(const uint32_t words[8], uint32_t first_linear_id,
                    uint32_t count, uint32_t *elements)
{
   const struct unit_record record = read_record(words);
   uint32_t i;

   if (!has_elements(&record))
      return -EDOM;
   for (i = 0; i < count; i++)
      elements[i] = element_of(&record, first_linear_id + i);
   return 0;
}

int
ref_id_value(const uint32_t words[4], uint32_t linear_id, uint32_t *id)
{
   struct dral_magic_divisor magic;

   switch (get(words, 0, 6)) {
   case TYPE_VERTEX_ID:
      *id = modulo(linear_id, get(words, 56, 5), get(words, 61, 3));
      return 0;
   case TYPE_INSTANCE_ID:
      magic.magic = get(words, 64, 32);
      magic.shift = get(words, 56, 5);
      magic.extra_flags = get(words, 61, 1);
      *id = ref_magic_divide(&magic, linear_id);
      return 0;
   default:
      return -EDOM;
   }
}

int
ref_valhall_element(const uint32_t words[8], uint32_t vertex_id,
                    uint32_t instance_id, uint32_t *element)
{
   uint32_t stride = get(words, 128, 32);
   struct dral_magic_divisor magic;
   uint32_t id;
   uint32_t index;

   if (get(words, 0, 4) != VALHALL_DESCRIPTOR_ATTRIBUTE)
      return -EDOM;

   switch (get(words, 32 + 6, 2)) {
   case VALHALL_FREQUENCY_VERTEX:
      id = vertex_id;
      break;
   case VALHALL_FREQUENCY_INSTANCE:
      id = instance_id;
      break;
   default:
      return -EDOM;
   }

   switch (get(words, 4, 4)) {
   case VALHALL_1D:
      index = id;
      break;
   case VALHALL_1D_POT_DIVISOR:
      index = (uint32_t)(id / pow2(get(words, 32 + 24, 5)));
      break;
   case VALHALL_1D_NPOT_DIVISOR:
      magic.magic = get(words, 160, 32);
      magic.shift = get(words, 32 + 24, 5);
      magic.extra_flags = get(words, 32 + 29, 1);
      index = ref_magic_divide(&magic, id);
      break;
   default:
      return -EDOM;
   }

   *element = stride == 0 ? 0 : index;
   return 0;
}

uint32_t
ref_api_element(uint32_t rate, uint32_t divisor, uint32_t vertex_id,
                uint32_t instance_id)
{
   if (rate == DRAL_RATE_VERTEX)
      return vertex_id;
   if (divisor == 0)
      return 0;
   return instance_id / divisor;
}
