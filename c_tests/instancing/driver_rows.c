/* SPDX-License-Identifier: MIT */

/*
 * Rows of what a real driver wrote for a draw, its pointers zeroed; see
 * docs/instancing.md for the columns.
 */

#include "harness/csv.h"
#include "dral.h"
#include "instancing/sample_draws.h"
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

/* Tables of this buffer, the prepared one too, begin with these words. */
static void
check_tables(const struct csv *csv, const struct dral_resolved_draw *draw,
             const struct dral_vertex_buffer *buffer, const uint32_t *words,
             size_t count)
{
   struct context *context = csv->context;
   struct dral_vertex_state state;
   struct dral_bound_buffer bound;
   uint32_t table[12] = { 0 };
   uint32_t slot = 1;
   size_t table_count = 0;

   CHECK_EQUAL(context,
               dral_attribute_table_pack(draw, DRAL_TABLE_SHAPE_PACKED, 0,
                                         buffer, 1, table, 12, &slot,
                                         &table_count, NULL),
               0, IN_ROW(csv));
   CHECK(context, memcmp(table, words, count * sizeof words[0]) == 0,
         IN_ROW(csv));

   memset(table, 0, sizeof table);
   CHECK_EQUAL(context,
               dral_vertex_state_prepare(draw->architecture, draw->rounding,
                                         DRAL_TABLE_SHAPE_PACKED, 0, buffer,
                                         1, &state),
               0, IN_ROW(csv));
   CHECK_EQUAL(context,
               dral_buffer_bind(buffer->address, buffer->size, &bound), 0,
               IN_ROW(csv));
   CHECK_EQUAL(context,
               dral_vertex_state_table(&state, draw, &bound, 1, table, 12,
                                       &slot, &table_count),
               0, IN_ROW(csv));
   CHECK(context, memcmp(table, words, count * sizeof words[0]) == 0,
         IN_ROW(csv));
}

/* The words of the buffer's record are those of the row. */
static void
check_record(const struct csv *csv, const struct dral_resolved_draw *draw,
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
   CHECK_EQUAL(context, words[0] & TYPE_BITS, csv_word(csv, "rec_w0"),
               IN_ROW(csv));
   CHECK_EQUAL(context, words[1] & DIVISOR_BITS, csv_word(csv, "rec_w1"),
               IN_ROW(csv));
   CHECK_EQUAL(context, words[2], csv_word(csv, "rec_w2"), IN_ROW(csv));
   CHECK_EQUAL(context, words[3], csv_word(csv, "rec_w3"), IN_ROW(csv));

   /* Without its type and its divisor a word is nothing but the pointer. */
   CHECK_EQUAL(context, words[0] & ~(uint32_t)TYPE_BITS,
               buffer->address / 64 * 64, IN_ROW(csv));
   CHECK_EQUAL(context, words[1] & ~DIVISOR_BITS, 0, IN_ROW(csv));

   CHECK_EQUAL(context, count, csv_is_empty(csv, "cont_w0") ? 4 : 8,
               IN_ROW(csv));
   if (count == 8) {
      CHECK_EQUAL(context, words[4], csv_word(csv, "cont_w0"), IN_ROW(csv));
      CHECK_EQUAL(context, words[5], csv_word(csv, "cont_w1"), IN_ROW(csv));
      CHECK_EQUAL(context, words[6], csv_word(csv, "cont_w2"), IN_ROW(csv));
      CHECK_EQUAL(context, words[7], csv_word(csv, "cont_w3"), IN_ROW(csv));
   }

   check_tables(csv, draw, buffer, words, count);

   CHECK_EQUAL(context,
               dral_attribute_offset(draw, buffer,
                                     csv_unsigned(csv, "src_offset"),
                                     &offset),
               0, IN_ROW(csv));
   CHECK_EQUAL(context, offset, csv_number(csv, "attr_offset"), IN_ROW(csv));
}

/* An offset start stands as a number or as its unsigned 32-bit pattern. */
static int32_t
offset_start(const struct csv *csv)
{
   const int64_t number = csv_number(csv, "offset_start");

   return (int32_t)(number > INT32_MAX ? number - ((int64_t)1 << 32)
                                       : number);
}

static void
check_records_row(const struct csv *csv, uint32_t architecture)
{
   struct context *context = csv->context;
   const uint32_t buffer_offset = csv_unsigned(csv, "buffer_offset");
   struct dral_draw draw = plain_draw(architecture,
                                      csv_unsigned(csv, "vertex_count"),
                                      csv_unsigned(csv, "instance_count"));
   struct dral_vertex_buffer buffer = { 0 };
   struct dral_resolved_draw resolved;
   struct dral_attribute_record record;
   uint64_t hardware_divisor = 0;

   draw.idvs = csv_unsigned(csv, "idvs");
   draw.offset_start = offset_start(csv);
   draw.base_instance = csv_unsigned(csv, "base_instance");
   buffer.address = BUFFER_START + buffer_offset;
   buffer.size = csv_unsigned(csv, "buffer_size") - buffer_offset;
   buffer.stride = csv_unsigned(csv, "stride");
   buffer.divisor = csv_unsigned(csv, "divisor");
   /* In OpenGL, which these rows come from, divisor 0 is per vertex. */
   buffer.rate = buffer.divisor == 0 ? DRAL_RATE_VERTEX
                                     : DRAL_RATE_INSTANCE;

   resolved = resolve(csv, &draw);
   CHECK_EQUAL(context, resolved.padded_count,
               csv_unsigned(csv, "padded_count"), IN_ROW(csv));
   CHECK_EQUAL(context, resolved.instance_size_byte,
               csv_word(csv, "instance_size_byte"), IN_ROW(csv));
   check_record(csv, &resolved, &buffer);

   CHECK_EQUAL(context, dral_attribute_record(&resolved, &buffer, &record), 0,
               IN_ROW(csv));
   CHECK_EQUAL(context, record.pointer - BUFFER_START,
               csv_unsigned(csv, "address_add"), IN_ROW(csv));
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
   struct csv csv;

   if (!csv_open(&csv, context, "records.csv"))
      return;
   while (csv_next(&csv)) {
      const char *architectures = csv_text(&csv, "archs");

      if (strcmp(architectures, "v4+v5+v7noidvs") == 0) {
         CHECK_EQUAL(context, csv_unsigned(&csv, "idvs"), 0, IN_ROW(&csv));
         check_records_row(&csv, 4);
         check_records_row(&csv, 5);
         check_records_row(&csv, 7);
      } else {
         CHECK(context, strcmp(architectures, "v6+v7") == 0, "%s, line %u",
               architectures, csv.line_number);
         check_records_row(&csv, 6);
         check_records_row(&csv, 7);
      }
   }
   csv_close(&csv);
}

static struct dral_resolved_draw
check_resolved(const struct csv *csv, const struct dral_draw *draw)
{
   struct context *context = csv->context;
   const struct dral_resolved_draw resolved = resolve(csv, draw);

   CHECK_EQUAL(context, resolved.instance_size,
               csv_unsigned(csv, "instance_size"), IN_ROW(csv));
   CHECK_EQUAL(context, resolved.invocation[0], csv_word(csv, "inv_w0"),
               IN_ROW(csv));
   CHECK_EQUAL(context, resolved.invocation[1], csv_word(csv, "inv_w1"),
               IN_ROW(csv));
   return resolved;
}

static void
check_draws_row(const struct csv *csv, uint32_t architecture)
{
   struct context *context = csv->context;
   struct dral_draw draw = plain_draw(architecture,
                                      csv_unsigned(csv, "vertex_count"),
                                      csv_unsigned(csv, "instance_count"));
   struct dral_resolved_draw resolved;

   draw.idvs = csv_unsigned(csv, "idvs");
   resolved = check_resolved(csv, &draw);
   CHECK_EQUAL(context, resolved.padded_count,
               csv_unsigned(csv, "padded_count"), IN_ROW(csv));
   CHECK_EQUAL(context, resolved.instance_size_byte,
               csv_word(csv, "instance_size_byte"), IN_ROW(csv));
}

static void
driver_rows_of_draws_match(struct context *context)
{
   struct csv csv;
   uint32_t architecture;

   if (!csv_open(&csv, context, "draws.csv"))
      return;
   while (csv_next(&csv)) {
      for (architecture = 4; architecture <= 7; architecture++)
         check_draws_row(&csv, architecture);
   }
   csv_close(&csv);
}

static void
check_ids_row(const struct csv *csv, uint32_t architecture)
{
   struct context *context = csv->context;
   const char *what = csv_text(csv, "what");
   const int is_vertex = strcmp(what, "vertex_id") == 0;
   const uint32_t instanced = csv_unsigned(csv, "instanced");
   const struct dral_draw draw = plain_draw(
      architecture, csv_unsigned(csv, "vertex_count"), 1 + instanced);
   struct dral_resolved_draw resolved;
   struct dral_id_record record;
   uint32_t words[4] = { 0 };

   CHECK(context, is_vertex || strcmp(what, "instance_id") == 0,
         "%s, line %u", what, csv->line_number);
   CHECK(context, instanced <= 1, IN_ROW(csv));
   resolved = resolve(csv, &draw);
   CHECK_EQUAL(context, resolved.instance_size,
               csv_unsigned(csv, "instance_size"), IN_ROW(csv));
   CHECK_EQUAL(context,
               is_vertex ? dral_vertex_id_record(&resolved, &record)
                         : dral_instance_id_record(&resolved, &record),
               0, IN_ROW(csv));
   CHECK_EQUAL(context, dral_id_record_pack(&record, words), 0, IN_ROW(csv));
   CHECK_EQUAL(context, words[0], csv_word(csv, "b_w0"), IN_ROW(csv));
   CHECK_EQUAL(context, words[1], csv_word(csv, "b_w1"), IN_ROW(csv));
   CHECK_EQUAL(context, words[2], csv_word(csv, "b_w2"), IN_ROW(csv));
   CHECK_EQUAL(context, words[3], csv_word(csv, "b_w3"), IN_ROW(csv));
}

static void
driver_rows_of_ids_match(struct context *context)
{
   struct csv csv;

   if (!csv_open(&csv, context, "ids.csv"))
      return;
   while (csv_next(&csv)) {
      check_ids_row(&csv, 4);
      check_ids_row(&csv, 5);
   }
   csv_close(&csv);
}

static void
check_valhall_row(const struct csv *csv, uint32_t architecture)
{
   struct context *context = csv->context;
   const char *frequency = csv_text(csv, "frequency");
   const char *offset_enable = csv_text(csv, "offset_enable");
   struct dral_valhall_source source = { 0 };
   struct dral_valhall_attribute attribute;
   uint32_t words[8] = { 0 };
   /* The numbers of the types differ from those of the records. */
   const uint32_t type = type_named(csv, "attribute_type");

   source.architecture = architecture;
   source.divisor = csv_unsigned(csv, "divisor");
   source.rate = source.divisor == 0 ? DRAL_RATE_VERTEX : DRAL_RATE_INSTANCE;
   source.stride = csv_unsigned(csv, "stride");
   source.offset = (int32_t)csv_number(csv, "src_offset");
   source.table = 2;

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
   CHECK_EQUAL(context, attribute.shift, csv_unsigned(csv, "divisor_r"),
               IN_ROW(csv));
   CHECK_EQUAL(context, attribute.extra_flags, csv_unsigned(csv, "divisor_e"),
               IN_ROW(csv));
   CHECK_EQUAL(context, attribute.magic, csv_unsigned(csv, "divisor_d"),
               IN_ROW(csv));

   CHECK_EQUAL(context, dral_valhall_attribute_pack(&attribute, words), 0,
               IN_ROW(csv));
   CHECK_EQUAL(context, words[0] & 0x3FF, csv_word(csv, "w0_low10"),
               IN_ROW(csv));
   CHECK_EQUAL(context, words[1], csv_word(csv, "w1"), IN_ROW(csv));
   CHECK_EQUAL(context, words[2], csv_word(csv, "w2"), IN_ROW(csv));
   CHECK_EQUAL(context, words[4], csv_word(csv, "w4"), IN_ROW(csv));
   CHECK_EQUAL(context, words[5], csv_word(csv, "w5"), IN_ROW(csv));
}

static void
driver_rows_of_valhall_match(struct context *context)
{
   struct csv csv;
   uint32_t architecture;

   if (!csv_open(&csv, context, "valhall.csv"))
      return;
   while (csv_next(&csv)) {
      for (architecture = 9; architecture <= 14; architecture++)
         check_valhall_row(&csv, architecture);
   }
   csv_close(&csv);
}

static void
check_vulkan_row(const struct csv *csv, uint32_t architecture)
{
   const uint32_t buffer_offset = csv_unsigned(csv, "buffer_offset");
   struct dral_draw draw = plain_draw(architecture,
                                      csv_unsigned(csv, "vertex_count"),
                                      csv_unsigned(csv, "instance_count"));
   struct dral_vertex_buffer buffer = { 0 };
   struct dral_resolved_draw resolved;

   draw.base_instance = csv_unsigned(csv, "base_instance");
   buffer.address = BUFFER_START + buffer_offset;
   /* All buffers of these rows have 8 KiB. */
   buffer.size = 8192 - buffer_offset;
   buffer.stride = csv_unsigned(csv, "stride");
   buffer.rate = csv_unsigned(csv, "rate");
   buffer.divisor = csv_unsigned(csv, "divisor");

   resolved = check_resolved(csv, &draw);
   check_record(csv, &resolved, &buffer);
}

static void
driver_rows_of_vulkan_match(struct context *context)
{
   struct csv csv;

   if (!csv_open(&csv, context, "vulkan.csv"))
      return;
   while (csv_next(&csv)) {
      check_vulkan_row(&csv, 6);
      check_vulkan_row(&csv, 7);
   }
   csv_close(&csv);
}

const struct test driver_rows_tests[] = {
   QUICK_TEST(driver_rows_of_records_match),
   QUICK_TEST(driver_rows_of_draws_match),
   QUICK_TEST(driver_rows_of_ids_match),
   QUICK_TEST(driver_rows_of_valhall_match),
   QUICK_TEST(driver_rows_of_vulkan_match),
   NO_MORE_TESTS,
};
