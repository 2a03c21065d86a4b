/* SPDX-License-Identifier: MIT */

#include "instancing/rows.h"

#include "instancing/sample_draws.h"
#include "reference/reference.h"

#include <string.h>

/* The size of all buffers in vulkan.csv. */
#define BUFFER_SIZE 8192

static uint32_t
unsigned_or(const struct csv *csv, const char *column, uint32_t other)
{
   return csv_has(csv, column) ? csv_unsigned(csv, column) : other;
}

/* The draw of a row of records.csv, draws.csv, ids.csv or vulkan.csv. */
static struct dral_draw_info
draw_of(const struct csv *csv, uint32_t architecture)
{
   const uint32_t instances = csv_has(csv, "instanced")
                                 ? 1 + csv_unsigned(csv, "instanced")
                                 : csv_unsigned(csv, "instance_count");
   struct dral_draw_info draw = plain_draw(
      architecture, csv_unsigned(csv, "vertex_count"), instances);

   draw.idvs = unsigned_or(csv, "idvs", 0);
   draw.base_instance = unsigned_or(csv, "base_instance", 0);
   if (csv_has(csv, "offset_start"))
      draw.offset_start = csv_signed(csv, "offset_start");
   return draw;
}

static void
add_buffer(struct draw_row *row, const struct csv *csv)
{
   struct dral_vertex_buffer *const buffer = &row->buffer;

   row->csv = csv;
   row->has_buffer = 1;
   row->source_offset = csv_unsigned(csv, "src_offset");
   if (csv_has(csv, "address")) {
      buffer->address = csv_address(csv, "address");
      buffer->size = csv_unsigned(csv, "size");
      row->binding = csv_unsigned(csv, "binding");
   } else {
      const uint32_t offset = csv_unsigned(csv, "buffer_offset");

      buffer->address = ROW_BUFFER_START + offset;
      buffer->size = unsigned_or(csv, "buffer_size", BUFFER_SIZE) - offset;
   }
   buffer->stride = csv_unsigned(csv, "stride");
   buffer->divisor = csv_unsigned(csv, "divisor");
   /* In OpenGL, which records.csv comes from, divisor 0 is per vertex. */
   buffer->rate = unsigned_or(csv, "rate", buffer->divisor != 0);
}

/* "v4+v5+v7noidvs" or "v6+v7", or no such column. */
static int
is_of_architecture(const struct csv *csv, uint32_t architecture)
{
   return !csv_has(csv, "archs") || architecture == 7 ||
          (csv_text(csv, "archs")[1] == '4') == (architecture <= 5);
}

/* The draw of a row of panvk26_draws.csv. */
static struct draw_row
panvk_draw(const struct csv *csv)
{
   struct dral_vertex_range vertices = { 1, 0, 0 };
   struct draw_row row = { 0 };
   struct dral_draw_info *const draw = &row.draw;

   row.csv = csv;
   row.is_flagged = !csv_is_empty(csv, "flags");
   *draw = plain_draw(6, csv_unsigned(csv, "count"),
                      csv_unsigned(csv, "instances"));
   draw->rounding = DRAL_ROUNDING_NEAREST;
   draw->primitive_size_rule = DRAL_PRIMITIVE_SIZE_RULE_PADDED;
   draw->idvs = csv_unsigned(csv, "idvs");
   draw->vertices_per_primitive = csv_unsigned(csv, "vertices_per_primitive");
   draw->offset_start = csv_signed(csv, "first");
   draw->base_instance = csv_unsigned(csv, "base_instance");
   row.is_indexed = strcmp(csv_text(csv, "path"), "x") == 0;
   if (!row.is_indexed)
      return row;
   /* A draw without indices has an empty range. */
   row.range.min_index = UINT32_MAX;
   row.range.vertex_offset = draw->offset_start;
   if (draw->vertex_count > 0) {
      row.range.min_index = csv_unsigned(csv, "min_index");
      row.range.max_index = csv_unsigned(csv, "max_index");
   }
   row.range_errors = ref_index_range(&row.range, &vertices);
   draw->vertex_count = vertices.vertex_count;
   draw->offset_start = vertices.offset_start;
   return row;
}

typedef void (*visit_draw)(struct context *context,
                           const struct draw_row *row, void *state);

static void
visit_on_v6_and_v7(struct context *context, struct draw_row *row,
                   visit_draw visit, void *state)
{
   for (row->draw.architecture = 6; row->draw.architecture <= 7;
        row->draw.architecture++)
      visit(context, row, state);
}

/* Both files have their draws in the same order. */
static void
visit_panvk_rows(struct context *context, visit_draw visit, void *state)
{
   struct csv draws, buffers;
   int has_buffer;

   if (!csv_open(&draws, context, "panvk26_draws.csv"))
      return;
   if (csv_open(&buffers, context, "panvk26_buffers.csv")) {
      has_buffer = csv_next(&buffers);
      while (csv_next(&draws)) {
         const uint32_t draw = csv_unsigned(&draws, "draw");
         struct draw_row row = panvk_draw(&draws);

         visit_on_v6_and_v7(context, &row, visit, state);
         /* That driver does not subtract the start from offsets. */
         row.draw.offset_start = 0;
         for (; has_buffer && csv_unsigned(&buffers, "draw") == draw;
              has_buffer = csv_next(&buffers)) {
            add_buffer(&row, &buffers);
            visit_on_v6_and_v7(context, &row, visit, state);
         }
      }
      CHECK(context, !has_buffer, "no draw, " IN_ROW(&buffers));
      csv_close(&buffers);
   }
   csv_close(&draws);
}

void
visit_draw_rows(struct context *context, visit_draw visit, void *state)
{
   static const struct {
      const char *name;
      uint32_t first_architecture, last_architecture;
   } files[] = { { "records.csv", 4, 7 },
                 { "draws.csv", 4, 7 },
                 { "ids.csv", 4, 5 },
                 { "vulkan.csv", 6, 7 } };
   struct csv csv;
   uint32_t architecture, i;

   for (i = 0; i < 4; i++) {
      if (!csv_open(&csv, context, files[i].name))
         continue;
      while (csv_next(&csv)) {
         for (architecture = files[i].first_architecture;
              architecture <= files[i].last_architecture; architecture++) {
            struct draw_row row = { 0 };

            if (!is_of_architecture(&csv, architecture))
               continue;
            row.csv = &csv;
            row.draw = draw_of(&csv, architecture);
            if (csv_has(&csv, "src_offset"))
               add_buffer(&row, &csv);
            visit(context, &row, state);
         }
      }
      csv_close(&csv);
   }
   visit_panvk_rows(context, visit, state);
}

static struct dral_valhall_source
valhall_of(const struct csv *csv, uint32_t architecture)
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

void
visit_valhall_rows(struct context *context,
                   void (*visit)(const struct csv *csv,
                                 const struct dral_valhall_source *source,
                                 void *state),
                   void *state)
{
   static const char *const names[] = { "valhall.csv",
                                        "panvk26_valhall.csv" };
   struct csv csv;
   uint32_t architecture, i;

   for (i = 0; i < 2; i++) {
      if (!csv_open(&csv, context, names[i]))
         continue;
      while (csv_next(&csv)) {
         for (architecture = 9 + i; architecture <= DRAL_ARCHITECTURE_LAST;
              architecture++) {
            const struct dral_valhall_source source =
               valhall_of(&csv, architecture);

            visit(&csv, &source, state);
         }
      }
      csv_close(&csv);
   }
}
