/* SPDX-License-Identifier: MIT */

/*
 * Rows of what PanVK computes for draws, buffers and attributes; see
 * data/README.md for the columns.  Where a row is flagged, that driver is
 * wrong, and the row is replaced by what is right.
 */

#include "harness/canary.h"
#include "harness/text.h"
#include "harness/same.h"
#include "instancing/rows.h"
#include "instancing/vertex_state.h"
#include "dral.h"
#include "reference/reference.h"
#include "harness/subjects.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* As many bindings as a prepared state holds. */
#define BINDINGS DRAL_VERTEX_STATE_BUFFERS

/* What is right for a draw.  The error is that of its range or its own. */
struct expected_draw {
   int range_error;
   struct dral_vertex_range vertices;
   int error;
};

static uint32_t
word_or_zero(const struct csv *csv, const char *column)
{
   return csv_is_empty(csv, column) ? 0 : csv_word(csv, column);
}

static int
is_flagged(const struct csv *csv)
{
   return !csv_is_empty(csv, "flags");
}

/* The draw of a row, and what is right for it. */
static struct dral_draw
read_draw(const struct csv *csv, uint32_t architecture,
          struct expected_draw *expected)
{
   struct dral_resolved_draw resolved;
   struct dral_index_range range;
   struct dral_draw draw;

   memset(expected, 0, sizeof *expected);
   if (row_panvk_draw(csv, architecture, &draw, &range)) {
      CHECK_SAME_CALLS(csv->context, expected->range_error,
                       struct dral_vertex_range,
                       dral_index_range_resolve(&range, out),
                       ref_index_range(&range, out), IN_ROW(csv));
      (void)ref_index_range(&range, &expected->vertices);
      /* Refused, it may still have no instances. */
      draw.vertex_count = expected->range_error == 0
                             ? expected->vertices.vertex_count
                             : 1;
      draw.offset_start = expected->vertices.offset_start;
   }
   expected->error = ref_draw_resolve(&draw, &resolved);
   if (draw.instance_count > 0 && expected->range_error != 0)
      expected->error = expected->range_error;
   return draw;
}

/* The library resolves the draw as is right: 1 if it draws something. */
static int
resolve(const struct csv *csv, const struct dral_draw *draw,
        const struct expected_draw *expected,
        struct dral_resolved_draw *resolved)
{
   int error;

   if (expected->range_error != 0 && expected->error != 0)
      return 0;
   CHECK_SAME_CALLS(csv->context, error, struct dral_resolved_draw,
                    dral_draw_resolve(draw, out), ref_draw_resolve(draw, out),
                    IN_ROW(csv));
   return error == 0 && dral_draw_resolve(draw, resolved) == 0 &&
          resolved->threads != 0;
}

static void
check_draws_row(const struct csv *csv, uint32_t architecture)
{
   struct context *context = csv->context;
   const char *path = csv_text(csv, "path");
   struct expected_draw expected;
   const struct dral_draw draw = read_draw(csv, architecture, &expected);
   struct dral_resolved_draw resolved;
   int is_something;

   CHECK(context, strlen(path) == 1 && strchr("dix", path[0]) != NULL,
         "path %s, line %u", path, csv->line_number);
   is_something = resolve(csv, &draw, &expected, &resolved);
   if (is_flagged(csv))
      return;

   CHECK_EQUAL(context, expected.error, 0, IN_ROW(csv));
   CHECK_EQUAL(context, is_something, csv_unsigned(csv, "null") == 0,
               IN_ROW(csv));
   if (!is_something)
      return;
   CHECK_COLUMN(csv, resolved.padded_count, "padded");
   CHECK_WORD(csv, resolved.invocation[0], "inv_w0");
   CHECK_WORD(csv, resolved.invocation[1], "inv_w1");
   CHECK_WORD(csv, resolved.instance_size_byte, "instance_size");
   CHECK_WORD(csv, resolved.instance_primitive_size_byte,
              "instance_primitive_size");
   CHECK_COLUMN(csv, resolved.offset_start, "offset_start");
   CHECK_EQUAL(context, path[0] == 'x',
               !csv_is_empty(csv, "base_vertex_offset"), IN_ROW(csv));
   if (path[0] == 'x')
      CHECK_COLUMN(csv, expected.vertices.base_vertex_offset,
                   "base_vertex_offset");
}

static void
driver_rows_of_panvk_draws_match(struct context *context)
{
   check_rows(context, "panvk26_draws.csv", 6, 7, check_draws_row);
}

/* A row of panvk26_buffers.csv. */
struct buffer_row {
   unsigned line_number;
   uint32_t draw;
   uint32_t binding;
   struct dral_vertex_buffer buffer;
   uint32_t source_offset;
   uint32_t words[8];
   int64_t offset;
   /* The driver is wrong: in the words, in the offset. */
   int has_wrong_words;
   int has_wrong_offset;
   int has_draw;
};

struct buffer_rows {
   struct buffer_row *rows;
   size_t count;
};

static struct buffer_row
read_buffer(const struct csv *csv)
{
   static const char *const columns[] = { "w0", "w1", "w2", "w3",
                                          "c0", "c1", "c2", "c3" };
   const char *flags = csv_text(csv, "flags");
   struct buffer_row row = { 0 };
   size_t i;

   row.line_number = csv->line_number;
   row.draw = csv_unsigned(csv, "draw");
   row.binding = csv_unsigned(csv, "binding");
   row.buffer = row_buffer(csv, 0);
   row.source_offset = csv_unsigned(csv, "src_offset");
   for (i = 0; i < 8; i++)
      row.words[i] = word_or_zero(csv, columns[i]);
   row.offset =
      csv_is_empty(csv, "offset") ? 0 : csv_number(csv, "offset");
   row.has_wrong_words = strpbrk(flags, "UW") != NULL;
   row.has_wrong_offset = strpbrk(flags, "UX") != NULL;
   CHECK(csv->context, row.binding < BINDINGS, IN_ROW(csv));
   row.binding %= BINDINGS;
   return row;
}

static struct buffer_rows
read_buffers(struct context *context)
{
   struct buffer_rows list = { NULL, 0 };
   struct csv csv;

   if (!csv_open(&csv, context, "panvk26_buffers.csv"))
      return list;
   while (csv_next(&csv)) {
      struct buffer_row *rows =
         realloc(list.rows, (list.count + 1) * sizeof *rows);

      CHECK(context, rows != NULL, IN_ROW(&csv));
      if (rows == NULL)
         break;
      list.rows = rows;
      list.rows[list.count++] = read_buffer(&csv);
   }
   csv_close(&csv);
   return list;
}

/* The buffers of a draw by their bindings; NULL for a hole. */
struct bindings {
   struct buffer_row *rows[BINDINGS];
   uint32_t count;
};

static struct bindings
bindings_of(struct context *context, const struct buffer_rows *list,
            uint32_t draw)
{
   struct bindings bindings = { { NULL }, 0 };
   size_t i;

   for (i = 0; i < list->count; i++) {
      struct buffer_row *row = &list->rows[i];

      if (row->draw != draw)
         continue;
      CHECK(context, bindings.rows[row->binding] == NULL,
            "a binding twice, line %u", row->line_number);
      row->has_draw = 1;
      bindings.rows[row->binding] = row;
      if (row->binding >= bindings.count)
         bindings.count = row->binding + 1;
   }
   return bindings;
}

/*
 * The draw's table and offsets, from scratch and by prepared state, are what
 * is right, and what the rows have where the driver is right.
 */
static void
check_bindings(struct context *context, const struct dral_draw *draw,
               const struct dral_resolved_draw *resolved,
               const struct bindings *bindings, int is_flagged_draw)
{
   size_t first_refused = bindings->count;
   struct sample_state sample;
   uint32_t i;

   memset(&sample, 0, sizeof sample);
   sample.architecture = draw->architecture;
   sample.rounding = draw->rounding;
   sample.shape = DRAL_TABLE_SHAPE_PAIRS;
   sample.image_count = bindings->count % STATE_IMAGES;
   sample.buffer_count = bindings->count;
   for (i = 0; i < bindings->count; i++) {
      const struct buffer_row *row = bindings->rows[i];
      uint32_t words[8] = { 0 };
      uint32_t slots;
      int error;

      sample.buffers[i].rate = DRAL_RATE_UNUSED;
      if (row == NULL)
         continue;
      sample.buffers[i] = row->buffer;
      error = ref_attribute_record(draw, &row->buffer, words, &slots);
      CHECK(context, error == 0 || row->has_wrong_words, "line %u",
            row->line_number);
      if (error != 0 && first_refused == bindings->count)
         first_refused = i;
      if (error == 0 && !row->has_wrong_words && !is_flagged_draw)
         CHECK(context, memcmp(words, row->words, sizeof words) == 0,
               "%s is right, line %u", words_text(words, 8),
               row->line_number);
   }
   if (first_refused < bindings->count) {
      check_refused_table(context, &sample, resolved, -ERANGE,
                          first_refused);
      for (i = 0; i < bindings->count; i++) {
         if (dral_buffer_bind(sample.buffers[i].address,
                              sample.buffers[i].size, &sample.bound[i]) != 0)
            sample.buffers[i].rate = DRAL_RATE_UNUSED;
      }
   }
   prepare(context, &sample);
   check_state_tables(context, &sample, draw);

   for (i = 0; i < bindings->count; i++) {
      const struct buffer_row *row = bindings->rows[i];
      int32_t offset;

      if (sample.buffers[i].rate == DRAL_RATE_UNUSED)
         continue;
      CHECK_EQUAL(context,
                  check_state_offset(context, &sample, draw, i,
                                     row->source_offset, &offset) == 0 ||
                     row->has_wrong_offset || is_flagged_draw,
                  1, "line %u", row->line_number);
      if (!row->has_wrong_offset && !is_flagged_draw)
         CHECK_EQUAL(context, offset, row->offset, "line %u",
                     row->line_number);
   }
}

static void
driver_rows_of_panvk_buffers_match(struct context *context)
{
   struct buffer_rows list = read_buffers(context);
   struct csv csv;
   size_t i;

   if (!csv_open(&csv, context, "panvk26_draws.csv")) {
      free(list.rows);
      return;
   }
   while (csv_next(&csv)) {
      const struct bindings bindings =
         bindings_of(context, &list, csv_unsigned(&csv, "draw"));
      struct expected_draw expected;
      struct dral_draw draw = read_draw(&csv, 7, &expected);
      struct dral_resolved_draw resolved;

      /* That driver does not take the start off the offsets. */
      draw.offset_start = 0;
      for (draw.architecture = 6; draw.architecture <= 7;
           draw.architecture++) {
         if (bindings.count > 0 &&
             resolve(&csv, &draw, &expected, &resolved))
            check_bindings(context, &draw, &resolved, &bindings,
                           is_flagged(&csv));
      }
   }
   csv_close(&csv);
   for (i = 0; i < list.count; i++)
      CHECK(context, list.rows[i].has_draw, "no draw %" PRIu32 ", line %u",
            list.rows[i].draw, list.rows[i].line_number);
   free(list.rows);
}

static void
check_valhall_row(const struct csv *csv, uint32_t architecture)
{
   static const char *const columns[] = { "w0", "w1", "w2",
                                          "w3", "w4", "w5" };
   struct context *context = csv->context;
   struct dral_valhall_source source = row_valhall(csv, architecture);
   struct dral_valhall_attribute attribute;
   uint32_t words[8] = { 0 };
   uint64_t sum;
   uint64_t base = 0;
   uint32_t i;

   CHECK(context, source.offset >= 0, IN_ROW(csv));

   /* That driver adds in 32 bits. */
   if (source.rate == DRAL_RATE_INSTANCE)
      base = (uint64_t)source.base_instance * source.stride;
   sum = base + (uint32_t)source.offset;
   CHECK_EQUAL(context, dral_valhall_attribute(&source, &attribute),
               sum > INT32_MAX ? -ERANGE : 0, IN_ROW(csv));
   if (sum > INT32_MAX) {
      CHECK_EQUAL(context, word_or_zero(csv, "w2"), sum & UINT32_MAX,
                  IN_ROW(csv));
      source.base_instance = 0;
      CHECK_EQUAL(context, dral_valhall_attribute(&source, &attribute), 0,
                  IN_ROW(csv));
   }
   CHECK_EQUAL(context, dral_valhall_attribute_pack(&attribute, words), 0,
               IN_ROW(csv));
   for (i = 0; i < 6; i++) {
      if (i != 2 || sum <= INT32_MAX)
         CHECK_EQUAL(context, words[i], word_or_zero(csv, columns[i]),
                     "%s, line %u", columns[i], csv->line_number);
   }
}

static void
driver_rows_of_panvk_valhall_match(struct context *context)
{
   check_rows(context, "panvk26_valhall.csv", 10, 14, check_valhall_row);
}

const struct test driver_rows_panvk_tests[] = {
   QUICK_TEST(driver_rows_of_panvk_draws_match),
   QUICK_TEST(driver_rows_of_panvk_buffers_match),
   QUICK_TEST(driver_rows_of_panvk_valhall_match),
   NO_MORE_TESTS,
};
