/* SPDX-License-Identifier: MIT */

#include "instancing/rows.h"

#include "instancing/sample_draws.h"

#include <stdlib.h>
#include <string.h>

/* Of vulkan.csv, whose buffers all have this size. */
#define BUFFER_SIZE 8192

static uint32_t
unsigned_or(const struct csv *csv, const char *column, uint32_t other)
{
   return csv_has(csv, column) ? csv_unsigned(csv, column) : other;
}

struct dral_draw
row_draw(const struct csv *csv, uint32_t architecture)
{
   const uint32_t instances = csv_has(csv, "instanced")
                                 ? 1 + csv_unsigned(csv, "instanced")
                                 : csv_unsigned(csv, "instance_count");
   struct dral_draw draw = plain_draw(
      architecture, csv_unsigned(csv, "vertex_count"), instances);

   draw.idvs = unsigned_or(csv, "idvs", 0);
   draw.base_instance = unsigned_or(csv, "base_instance", 0);
   if (csv_has(csv, "offset_start"))
      draw.offset_start = csv_signed(csv, "offset_start");
   return draw;
}

struct dral_vertex_buffer
row_buffer(const struct csv *csv, uint64_t start)
{
   struct dral_vertex_buffer buffer;

   if (csv_has(csv, "address")) {
      const char *const address = csv_text(csv, "address");
      char *end;

      buffer.address = strtoull(address, &end, 16);
      CHECK(csv->context, end != address && *end == '\0', "address %s",
            address);
      buffer.size = csv_unsigned(csv, "size");
   } else {
      const uint32_t offset = csv_unsigned(csv, "buffer_offset");

      buffer.address = start + offset;
      buffer.size = unsigned_or(csv, "buffer_size", BUFFER_SIZE) - offset;
   }
   buffer.stride = csv_unsigned(csv, "stride");
   buffer.divisor = csv_unsigned(csv, "divisor");
   /* In OpenGL, which records.csv comes from, divisor 0 is per vertex. */
   buffer.rate = unsigned_or(csv, "rate", buffer.divisor != 0);
   return buffer;
}

int
row_panvk_draw(const struct csv *csv, uint32_t architecture,
               struct dral_draw *draw, struct dral_index_range *range)
{
   static const struct dral_index_range none = { UINT32_MAX, 0, 0 };

   *draw = plain_draw(architecture, csv_unsigned(csv, "count"),
                      csv_unsigned(csv, "instances"));
   draw->rounding = DRAL_ROUNDING_NEAREST;
   draw->primitive_size = DRAL_PRIMITIVE_SIZE_PADDED;
   draw->idvs = csv_unsigned(csv, "idvs");
   draw->vertices_per_primitive = csv_unsigned(csv, "vertices_per_primitive");
   draw->offset_start = csv_signed(csv, "first");
   draw->base_instance = csv_unsigned(csv, "base_instance");
   *range = none;
   range->vertex_offset = draw->offset_start;
   if (strcmp(csv_text(csv, "path"), "x") != 0)
      return 0;
   if (draw->vertex_count > 0) {
      range->min_index = csv_unsigned(csv, "min_index");
      range->max_index = csv_unsigned(csv, "max_index");
   }
   return 1;
}

struct dral_valhall_source
row_valhall(const struct csv *csv, uint32_t architecture)
{
   const int is_panvk = csv_has(csv, "buffer_index");
   struct dral_valhall_source source = { 0 };

   source.architecture = architecture;
   source.divisor = csv_unsigned(csv, "divisor");
   source.stride = csv_unsigned(csv, "stride");
   source.offset = csv_signed(csv, is_panvk ? "offset" : "src_offset");
   source.rate = unsigned_or(csv, "rate", source.divisor != 0);
   source.base_instance = unsigned_or(csv, "base_instance", 0);
   source.buffer_index = unsigned_or(csv, "buffer_index", 0);
   source.table = is_panvk ? 0 : 2;
   if (is_panvk) {
      source.rounding = DRAL_ROUNDING_NEAREST;
      source.divisor_one = DRAL_DIVISOR_ONE_ONE_DIMENSIONAL;
   }
   return source;
}
