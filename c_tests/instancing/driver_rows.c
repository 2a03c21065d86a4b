/* SPDX-License-Identifier: MIT */

/*
 * Rows of what a real driver wrote for a draw, its pointers zeroed; see
 * docs/instancing.md for the columns.
 */

#include "dral.h"
#include "instancing/rows.h"
#include "instancing/vertex_state.h"
#include "harness/subjects.h"

#include <string.h>

/* Where all buffers begin, as the rows leave it out; below 2^32. */
#define BUFFER_START 0x4321000

/* What is left of the words of a record without its pointer. */
#define TYPE_BITS 0x0000003F
#define DIVISOR_BITS 0xFF000000

static int
is_instanced_type(const char *type)
{
   return strcmp(type, "1D POT Divisor") == 0 ||
          strcmp(type, "1D NPOT Divisor") == 0;
}

static uint32_t
type_named(const struct csv *csv, const char *column)
{
   const char *type = csv_text(csv, column);

   if (strcmp(type, "1D") == 0)
      return DRAL_RECORD_TYPE_ONE_DIMENSIONAL;
   if (strcmp(type, "1D Modulus") == 0)
      return DRAL_RECORD_TYPE_MODULUS;
   if (strcmp(type, "1D POT Divisor") == 0)
      return DRAL_RECORD_TYPE_POT_DIVISOR;
   CHECK(csv->context, strcmp(type, "1D NPOT Divisor") == 0, "%s, line %u",
         type, csv->line_number);
   return DRAL_RECORD_TYPE_NPOT_DIVISOR;
}

static struct dral_resolved_draw
resolve(const struct csv *csv, const struct dral_draw *draw)
{
   struct dral_resolved_draw resolved = { 0 };

   CHECK_EQUAL(csv->context, dral_draw_resolve(draw, &resolved), 0,
               IN_ROW(csv));
   return resolved;
}

/* Tables of this buffer begin with these words. */
static void
check_tables(const struct csv *csv, const struct dral_draw *draw,
             const struct dral_resolved_draw *resolved,
             const struct dral_vertex_buffer *buffer, const uint32_t *words,
             size_t count)
{
   struct sample_state sample;
   struct sample_table table;

   memset(&sample, 0, sizeof sample);
   sample.architecture = draw->architecture;
   sample.rounding = draw->rounding;
   sample.shape = DRAL_TABLE_SHAPE_PACKED;
   sample.buffer_count = 1;
   sample.buffers[0] = *buffer;
   prepare(csv->context, &sample);
   check_state_tables(csv->context, &sample, draw);
   CHECK_EQUAL(csv->context,
               prepared_table(&sample, resolved, STATE_WORDS, &table), 0,
               IN_ROW(csv));
   CHECK(csv->context, memcmp(table.words, words, 4 * count) == 0,
         IN_ROW(csv));
}

/* The words of the buffer's record are those of the row. */
static void
check_record(const struct csv *csv, const struct dral_draw *given,
             const struct dral_resolved_draw *draw,
             const struct dral_vertex_buffer *buffer)
{
   struct context *context = csv->context;
   const uint32_t type = type_named(csv, "rec_type");
   struct dral_attribute_record record;
   uint32_t words[8] = { 0 };
   size_t count = 0;
   int32_t offset = 0;

   CHECK_EQUAL(context, dral_attribute_record(draw, buffer, &record), 0,
               IN_ROW(csv));
   CHECK_EQUAL(context, dral_attribute_record_pack(&record, words, 8, &count),
               0, IN_ROW(csv));
   CHECK_EQUAL(context, record.type, type, IN_ROW(csv));
   CHECK_WORD(csv, words[0] & TYPE_BITS, "rec_w0");
   CHECK_WORD(csv, words[1] & DIVISOR_BITS, "rec_w1");
   CHECK_WORD(csv, words[2], "rec_w2");
   CHECK_WORD(csv, words[3], "rec_w3");

   /* Without its type and its divisor a word is nothing but the pointer. */
   CHECK_EQUAL(context, words[0] & ~(uint32_t)TYPE_BITS,
               buffer->address / 64 * 64, IN_ROW(csv));
   CHECK_EQUAL(context, words[1] & ~DIVISOR_BITS, 0, IN_ROW(csv));

   CHECK_EQUAL(context, count, csv_is_empty(csv, "cont_w0") ? 4 : 8,
               IN_ROW(csv));
   if (count == 8) {
      CHECK_WORD(csv, words[4], "cont_w0");
      CHECK_WORD(csv, words[5], "cont_w1");
      CHECK_WORD(csv, words[6], "cont_w2");
      CHECK_WORD(csv, words[7], "cont_w3");
   }

   check_tables(csv, given, draw, buffer, words, count);

   CHECK_EQUAL(context,
               dral_attribute_offset(draw, buffer,
                                     csv_unsigned(csv, "src_offset"),
                                     &offset),
               0, IN_ROW(csv));
   CHECK_COLUMN(csv, offset, "attr_offset");
}

static void
check_records_row(const struct csv *csv, uint32_t architecture)
{
   struct context *context = csv->context;
   const struct dral_vertex_buffer buffer = row_buffer(csv, BUFFER_START);
   const struct dral_draw draw = row_draw(csv, architecture);
   const char *const architectures = csv_text(csv, "archs");
   const int is_old = strcmp(architectures, "v4+v5+v7noidvs") == 0;
   struct dral_resolved_draw resolved;
   struct dral_attribute_record record;
   uint64_t hardware_divisor = 0;

   CHECK(context, is_old || strcmp(architectures, "v6+v7") == 0, IN_ROW(csv));
   CHECK(context, !is_old || draw.idvs == 0, IN_ROW(csv));
   if (architecture != 7 && is_old != (architecture <= 5))
      return;
   resolved = resolve(csv, &draw);
   CHECK_COLUMN(csv, resolved.padded_count, "padded_count");
   CHECK_WORD(csv, resolved.instance_size_byte, "instance_size_byte");
   check_record(csv, &draw, &resolved, &buffer);

   CHECK_EQUAL(context, dral_attribute_record(&resolved, &buffer, &record), 0,
               IN_ROW(csv));
   CHECK_COLUMN(csv, record.pointer - BUFFER_START, "address_add");
   CHECK_EQUAL(context,
               dral_hardware_divisor(&resolved, &buffer, &hardware_divisor),
               0, IN_ROW(csv));
   CHECK_EQUAL(context, is_instanced_type(csv_text(csv, "rec_type")),
               !csv_is_empty(csv, "hw_divisor"), IN_ROW(csv));
   CHECK_EQUAL(context, hardware_divisor & UINT32_MAX,
               csv_is_empty(csv, "hw_divisor")
                  ? 0
                  : csv_unsigned(csv, "hw_divisor"),
               IN_ROW(csv));
}

static void
driver_rows_of_records_match(struct context *context)
{
   check_rows(context, "records.csv", 4, 7, check_records_row);
}

static struct dral_resolved_draw
check_resolved(const struct csv *csv, const struct dral_draw *draw)
{
   const struct dral_resolved_draw resolved = resolve(csv, draw);

   CHECK_COLUMN(csv, resolved.instance_size, "instance_size");
   CHECK_WORD(csv, resolved.invocation[0], "inv_w0");
   CHECK_WORD(csv, resolved.invocation[1], "inv_w1");
   return resolved;
}

static void
check_draws_row(const struct csv *csv, uint32_t architecture)
{
   const struct dral_draw draw = row_draw(csv, architecture);
   const struct dral_resolved_draw resolved = check_resolved(csv, &draw);

   CHECK_COLUMN(csv, resolved.padded_count, "padded_count");
   CHECK_WORD(csv, resolved.instance_size_byte, "instance_size_byte");
}

static void
driver_rows_of_draws_match(struct context *context)
{
   check_rows(context, "draws.csv", 4, 7, check_draws_row);
}

static void
check_ids_row(const struct csv *csv, uint32_t architecture)
{
   struct context *context = csv->context;
   const char *what = csv_text(csv, "what");
   const int is_vertex = strcmp(what, "vertex_id") == 0;
   const struct dral_draw draw = row_draw(csv, architecture);
   struct dral_resolved_draw resolved;
   struct dral_id_record record;
   uint32_t words[4] = { 0 };

   CHECK(context, is_vertex || strcmp(what, "instance_id") == 0,
         "%s, line %u", what, csv->line_number);
   CHECK(context, draw.instance_count <= 2, IN_ROW(csv));
   resolved = resolve(csv, &draw);
   CHECK_COLUMN(csv, resolved.instance_size, "instance_size");
   CHECK_EQUAL(context,
               is_vertex ? dral_vertex_id_record(&resolved, &record)
                         : dral_instance_id_record(&resolved, &record),
               0, IN_ROW(csv));
   CHECK_EQUAL(context, dral_id_record_pack(&record, words), 0, IN_ROW(csv));
   CHECK_WORD(csv, words[0], "b_w0");
   CHECK_WORD(csv, words[1], "b_w1");
   CHECK_WORD(csv, words[2], "b_w2");
   CHECK_WORD(csv, words[3], "b_w3");
}

static void
driver_rows_of_ids_match(struct context *context)
{
   check_rows(context, "ids.csv", 4, 5, check_ids_row);
}

static void
check_valhall_row(const struct csv *csv, uint32_t architecture)
{
   struct context *context = csv->context;
   const char *frequency = csv_text(csv, "frequency");
   const char *offset_enable = csv_text(csv, "offset_enable");
   const struct dral_valhall_source source = row_valhall(csv, architecture);
   struct dral_valhall_attribute attribute;
   uint32_t words[8] = { 0 };
   /* The numbers of the types differ from those of the records. */
   const uint32_t type = type_named(csv, "attribute_type");

   CHECK_EQUAL(context, dral_valhall_attribute(&source, &attribute), 0,
               IN_ROW(csv));
   CHECK_EQUAL(context, attribute.type,
               type == DRAL_RECORD_TYPE_NPOT_DIVISOR
                  ? (uint32_t)DRAL_VALHALL_TYPE_NPOT_DIVISOR
                  : type,
               IN_ROW(csv));
   CHECK_EQUAL(context, attribute.frequency,
               strcmp(frequency, "Instance") == 0, IN_ROW(csv));
   CHECK_EQUAL(context, attribute.offset_enable,
               strcmp(offset_enable, "true") == 0, IN_ROW(csv));
   CHECK_COLUMN(csv, attribute.shift, "divisor_r");
   CHECK_COLUMN(csv, attribute.extra_flags, "divisor_e");
   CHECK_COLUMN(csv, attribute.magic, "divisor_d");

   CHECK_EQUAL(context, dral_valhall_attribute_pack(&attribute, words), 0,
               IN_ROW(csv));
   CHECK_WORD(csv, words[0] & 0x3FF, "w0_low10");
   CHECK_WORD(csv, words[1], "w1");
   CHECK_WORD(csv, words[2], "w2");
   CHECK_WORD(csv, words[4], "w4");
   CHECK_WORD(csv, words[5], "w5");
}

static void
driver_rows_of_valhall_match(struct context *context)
{
   check_rows(context, "valhall.csv", 9, 14, check_valhall_row);
}

static void
check_vulkan_row(const struct csv *csv, uint32_t architecture)
{
   const struct dral_vertex_buffer buffer = row_buffer(csv, BUFFER_START);
   const struct dral_draw draw = row_draw(csv, architecture);
   const struct dral_resolved_draw resolved = check_resolved(csv, &draw);

   check_record(csv, &draw, &resolved, &buffer);
}

static void
driver_rows_of_vulkan_match(struct context *context)
{
   check_rows(context, "vulkan.csv", 6, 7, check_vulkan_row);
}

const struct test driver_rows_tests[] = {
   QUICK_TEST(driver_rows_of_records_match),
   QUICK_TEST(driver_rows_of_draws_match),
   QUICK_TEST(driver_rows_of_ids_match),
   QUICK_TEST(driver_rows_of_valhall_match),
   QUICK_TEST(driver_rows_of_vulkan_match),
   NO_MORE_TESTS,
};
