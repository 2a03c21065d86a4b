/* SPDX-License-Identifier: MIT */

#include "instancing/sample_draws.h"

#include "harness/harness.h"
#include "harness/text.h"
#include "reference/reference.h"

/* One draw in this many has an unknown value for each enum and flag. */
#define UNKNOWN_ODDS 100

struct dral_draw_info
plain_draw(uint32_t architecture, uint32_t vertex_count,
           uint32_t instance_count)
{
   struct dral_draw_info draw = { 0 };

   draw.architecture = architecture;
   draw.vertex_count = vertex_count;
   draw.instance_count = instance_count;
   draw.vertices_per_primitive = 3;
   draw.idvs = DRAL_IDVS_NO;
   return draw;
}

/* A value of an enum that has the values 0 and 1. */
static uint32_t
enum_or_unknown(struct generator *generator)
{
   if (one_in(generator, UNKNOWN_ODDS))
      return edge_number(generator);
   return number_below(generator, 2);
}

static uint32_t
idvs_or_unknown(struct generator *generator)
{
   if (one_in(generator, UNKNOWN_ODDS))
      return one_in(generator, 2) ? 0 : edge_number(generator);
   return one_in(generator, 2) ? DRAL_IDVS_NO : DRAL_IDVS_YES;
}

static uint32_t
architecture_or_other(struct generator *generator, uint32_t architecture)
{
   if (!one_in(generator, UNKNOWN_ODDS))
      return architecture;
   if (one_in(generator, 8))
      return edge_number(generator);
   return number_below(generator, 17);
}

/* A number whose product with count is about 2^32. */
static uint32_t
complement(struct generator *generator, uint32_t count)
{
   const uint64_t limit = (uint64_t)1 << 32;
   const uint64_t most = count == 0 ? limit : limit / count;

   return (uint32_t)(most + number_below(generator, 3) - 1);
}

static uint32_t
padded_or_given(uint32_t vertex_count)
{
   const uint32_t padded = ref_padded_vertex_count(vertex_count);

   return padded == 0 ? vertex_count : padded;
}

static uint32_t
random_instance_count(struct generator *generator, uint32_t vertex_count)
{
   const uint32_t padded = padded_or_given(vertex_count);
   uint32_t most;

   switch (number_below(generator, 8)) {
   case 0:
      return 1;
   case 1:
      return 2 + number_below(generator, 8);
   case 2:
      return complement(generator, padded);
   case 3:
      return edge_number(generator);
   default: /* few enough for one dispatch */
      most = complement(generator, padded) / 2;
      return 1 + number_below(generator, most == 0 ? 2 : most);
   }
}

static int32_t
random_offset(struct generator *generator)
{
   const uint32_t magnitude = any_magnitude(generator) >> 1;

   switch (number_below(generator, 6)) {
   case 0:
      return INT32_MAX - (int32_t)number_below(generator, 2);
   case 1:
      return INT32_MIN + (int32_t)number_below(generator, 2);
   case 2:
      return 0;
   case 3:
      return -(int32_t)magnitude;
   default:
      return (int32_t)magnitude;
   }
}

struct dral_draw_info
random_draw(struct generator *generator, uint32_t architecture)
{
   struct dral_draw_info draw = { 0 };

   draw.architecture = architecture_or_other(generator, architecture);
   draw.padding_rule = enum_or_unknown(generator);
   draw.rounding = enum_or_unknown(generator);
   draw.idvs = idvs_or_unknown(generator);
   draw.vertex_count = one_in(generator, 2) ? edge_number(generator)
                                            : any_magnitude(generator);
   draw.instance_count = random_instance_count(generator, draw.vertex_count);
   draw.vertices_per_primitive = one_in(generator, 4)
                                    ? edge_number(generator)
                                    : 1 + number_below(generator, 6);
   draw.offset_start = random_offset(generator);
   draw.base_instance = one_in(generator, 2) ? 0 : edge_number(generator);
   draw.primitive_size_rule =
      one_in(generator, 4) ? DRAL_PRIMITIVE_SIZE_RULE_NONE
                           : enum_or_unknown(generator);
   return draw;
}

struct dral_draw_info
random_valid_draw(struct generator *generator, uint32_t architecture)
{
   struct dral_draw_info info;
   struct dral_draw resolved;

   do {
      info = random_draw(generator, architecture);
   } while (info.architecture != architecture ||
            ref_draw_resolve(&info, &resolved) != 0 || resolved.threads == 0);
   return info;
}

static uint32_t
random_divisor(struct generator *generator, const struct dral_draw_info *draw)
{
   const uint32_t padded = padded_or_given(draw->vertex_count);

   switch (number_below(generator, 6)) {
   case 0: /* the hardware divisor is about 2^32 */
      return complement(generator, padded);
   case 1: /* it can be a power of two */
      return (uint32_t)1 << number_below(generator, 32);
   case 2:
      return edge_number(generator);
   case 3: /* it is smaller */
      return complement(generator, padded) >> number_below(generator, 16);
   default:
      return number_below(generator, 20);
   }
}

static uint64_t
random_address(struct generator *generator)
{
   const uint64_t limit = (uint64_t)1 << 56;
   const uint64_t address = next_number(generator);

   switch (number_below(generator, 8)) {
   case 0:
      return address % limit / 64 * 64;
   case 1:
      return limit - 1 - address % 64;
   case 2: /* small ones, so that the offset also stays small */
      return address % 4096;
   default:
      return address % limit;
   }
}

struct dral_draw
resolved_draw(struct context *context, const struct dral_draw_info *info)
{
   struct dral_draw draw = { 0 };

   CHECK_EQUAL(context, dral_draw_resolve(&draw, info), 0, "%s",
               draw_text(info));
   return draw;
}

struct dral_vertex_buffer
random_valid_buffer(struct generator *generator, const struct dral_draw_info *draw)
{
   struct dral_vertex_buffer buffer;

   buffer.address = random_address(generator);
   buffer.size = any_magnitude(generator);
   /* Together with the low address bits it must stay below 2^32. */
   if (buffer.size > UINT32_MAX - 63)
      buffer.size = UINT32_MAX - 63;
   buffer.stride = one_in(generator, 4) ? edge_number(generator)
                                        : number_below(generator, 2048);
   buffer.rate = number_below(generator, 2);
   buffer.divisor = random_divisor(generator, draw);
   return buffer;
}

struct dral_vertex_buffer
random_buffer(struct generator *generator, const struct dral_draw_info *draw)
{
   struct dral_vertex_buffer buffer = random_valid_buffer(generator, draw);

   if (one_in(generator, UNKNOWN_ODDS))
      buffer.rate = DRAL_RATE_UNUSED;
   if (one_in(generator, UNKNOWN_ODDS))
      buffer.address = ((uint64_t)1 << 56) +
                       (one_in(generator, 2) ? 0 : next_number(generator));
   if (one_in(generator, UNKNOWN_ODDS / 4))
      buffer.size = UINT32_MAX - number_below(generator, 80);
   if (one_in(generator, UNKNOWN_ODDS))
      buffer.size += next_number(generator) << 32;
   if (one_in(generator, UNKNOWN_ODDS))
      buffer.size = UINT64_MAX - number_below(generator, 80);
   if (one_in(generator, UNKNOWN_ODDS))
      buffer.rate = DRAL_RATE_UNUSED + 1 + edge_number(generator) / 2;
   return buffer;
}

struct dral_valhall_source
random_valhall(struct generator *generator, uint32_t architecture)
{
   struct dral_valhall_source source;

   source.architecture = architecture_or_other(generator, architecture);
   source.rounding = enum_or_unknown(generator);
   source.rate = one_in(generator, UNKNOWN_ODDS)
                    ? DRAL_RATE_UNUSED
                    : enum_or_unknown(generator);
   source.divisor = one_in(generator, 4) ? number_below(generator, 20)
                                         : edge_number(generator);
   source.stride = edge_number(generator);
   source.format = any_magnitude(generator) >> 10;
   if (one_in(generator, UNKNOWN_ODDS))
      source.format = ((uint32_t)1 << 22) - number_below(generator, 2);
   if (one_in(generator, UNKNOWN_ODDS))
      source.format = edge_number(generator);
   source.table = number_below(generator, 64);
   if (one_in(generator, UNKNOWN_ODDS))
      source.table = 64 + edge_number(generator) / 2;
   source.buffer_index = edge_number(generator);
   source.offset = random_offset(generator);
   source.base_instance = one_in(generator, 2) ? 0 : any_magnitude(generator);
   /* A small factor, so that most offsets fit. */
   if (source.base_instance != 0 && !one_in(generator, 4))
      source.stride %= 2048;
   source.divisor_one = enum_or_unknown(generator);
   source.unused_location = enum_or_unknown(generator);
   return source;
}

void
fill_unused_of_record(struct generator *generator,
                      struct dral_attribute_record *record)
{
   if (record->type != DRAL_RECORD_TYPE_MODULUS)
      record->odd = edge_number(generator);
   if (record->type != DRAL_RECORD_TYPE_NPOT_DIVISOR) {
      record->extra_flags = edge_number(generator);
      record->magic = (uint32_t)next_number(generator);
      record->divisor = edge_number(generator);
   }
   if (record->type == DRAL_RECORD_TYPE_ONE_DIMENSIONAL)
      record->shift = edge_number(generator);
}

void
fill_unused_of_valhall(struct generator *generator,
                       struct dral_valhall_attribute *attribute)
{
   if (attribute->type == DRAL_VALHALL_TYPE_NULL) {
      attribute->frequency = number_below(generator, 2);
      attribute->offset_enable = number_below(generator, 2);
      attribute->buffer_index = edge_number(generator);
      attribute->stride = edge_number(generator);
      attribute->offset = (int32_t)edge_number(generator);
   }
   if (attribute->type <= DRAL_VALHALL_TYPE_ONE_DIMENSIONAL)
      attribute->shift = edge_number(generator);
   if (attribute->type != DRAL_VALHALL_TYPE_NPOT_DIVISOR) {
      attribute->extra_flags = edge_number(generator);
      attribute->magic = edge_number(generator);
   }
}
