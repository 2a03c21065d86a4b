/* SPDX-License-Identifier: MIT */

/*
 * Rows that real drivers wrote; data/README.md has the columns.  In flagged
 * rows, where the driver is wrong, the library equals the reference.
 */

#include "harness/harness.h"
#include "harness/same.h"
#include "instancing/rows.h"
#include "instancing/vertex_state.h"
#include "dral.h"
#include "dral_model.h"
#include "reference/reference.h"
#include "harness/subjects.h"

#include <string.h>

/* Words 0 and 1 without the bits of the pointer. */
#define TYPE_BITS 0x0000003F
#define DIVISOR_BITS 0xFF000000

enum form {
   DECIMAL,
   HEXADECIMAL,
   /* The driver is wrong. */
   WRONG,
};

/* A column, and the value of the library. */
struct column {
   const char *name;
   uint32_t value;
   enum form form;
};

#define NUMBER(name, value) { name, (uint32_t)(value), DECIMAL }
#define WORD(name, value) { name, value, HEXADECIMAL }

/* The inputs, and names of fields that are also in the words of a row. */
static const char *const other_columns[] = {
   "archs", "idvs", "vertex_count", "instance_count", "divisor", "stride",
   "buffer_offset", "src_offset", "buffer_size", "base_instance", "rate",
   "what", "instanced", "rec_type", "draw", "path", "vertices_per_primitive",
   "count", "index_size", "min_index", "max_index", "instances", "first",
   "null", "flags", "binding", "address", "size", "attribute_type",
   "frequency", "offset_enable", "buffer_index",
};

static int
is_other(const char *name)
{
   size_t i;

   for (i = 0; i < LENGTH(other_columns); i++) {
      if (strcmp(name, other_columns[i]) == 0)
         return 1;
   }
   return 0;
}

/*
 * Compares the row's output columns.  Empty columns are 0; negative numbers
 * have 32 bits.
 */
static void
check_columns(const struct csv *csv, const struct column *columns,
              size_t count)
{
   size_t i, j;

   for (i = 0; i < csv->column_count; i++) {
      const char *const name = csv->names[i];
      uint32_t value = 0;

      for (j = 0; j < count && strcmp(name, columns[j].name) != 0; j++)
         ;
      CHECK(csv->context, j < count || is_other(name), "column %s of %s",
            name, csv->file_name);
      if (j == count || columns[j].form == WRONG)
         continue;
      if (columns[j].form == HEXADECIMAL && !csv_is_empty(csv, name))
         value = csv_word(csv, name);
      else if (!csv_is_empty(csv, name))
         value = (uint32_t)csv_signed(csv, name);
      CHECK_EQUAL(csv->context, columns[j].value, value, "%s, line %u of %s",
                  name, csv->line_number, csv->file_name);
   }
}

/* Resolves the vertices of an indexed draw, and the draw.  Returns its error;
 * both are the reference's. */
static int
resolve(const struct draw_row *row, struct dral_draw *resolved,
        struct dral_vertex_range *vertices)
{
   struct context *context = row->csv->context;
   struct dral_draw expected;
   uint64_t errors;
   int error;

   memset(&expected, 0, sizeof expected);
   errors = ref_draw_resolve(&row->draw, &expected);

   if (row->is_indexed) {
      CHECK_CALL(context, error, struct dral_vertex_range, out,
                 dral_index_range_resolve(&row->range, out),
                 ref_index_range(&row->range, out), IN_ROW(row->csv));
      /* A draw without instances is valid with any range. */
      if (error != 0 && row->draw.instance_count > 0)
         return error;
      if (dral_index_range_resolve(&row->range, vertices) != 0)
         memset(vertices, 0, sizeof *vertices);
   }
   error = dral_draw_resolve(resolved, &row->draw);
   CHECK_ERROR(context, error, errors, IN_ROW(row->csv));
   CHECK(context, resolved->threads == expected.threads, IN_ROW(row->csv));
   /* The reference has no offset_key. */
   expected.offset_key = resolved->offset_key;
   CHECK(context,
         expected.threads == 0 ||
            memcmp(resolved, &expected, sizeof expected) == 0,
         IN_ROW(row->csv));
   return error;
}

/* What the library computes for the buffer and the ids of a row, or 0. */
struct made {
   uint64_t hardware_divisor;
   struct dral_attribute_record record;
   uint32_t words[8];
   int32_t offset;
   uint32_t id_words[4];
};

static void
make_id(const struct csv *csv, const struct dral_draw *draw,
        struct made *made)
{
   const char *const what = csv_text(csv, "what");
   const int is_vertex = strcmp(what, "vertex_id") == 0;
   uint32_t words[8];

   CHECK(csv->context, is_vertex || strcmp(what, "instance_id") == 0,
         IN_ROW(csv));
   CHECK_EQUAL(csv->context, dral_id_records(draw, words), 0, IN_ROW(csv));
   memcpy(made->id_words, &words[is_vertex ? 0 : 4], sizeof made->id_words);
}

/*
 * Also in a table, after unused buffers: the draw's table and offset, from
 * scratch and from a prepared state, equal the reference's.  Returns 0 if the
 * buffer is refused.  The offset is 0 if it is out of range.
 */
static int
make_buffer(const struct draw_row *row, const struct dral_draw *draw,
            struct made *made)
{
   const struct csv *const csv = row->csv;
   struct context *context = csv->context;
   const int is_pairs = csv_has(csv, "binding");
   struct sample_state sample;
   uint32_t words[8];
   uint32_t slots, next = 0;
   uint32_t i;
   const uint64_t errors =
      ref_attribute_record(&row->draw, &row->buffer, words, &slots);

   CHECK(context, row->binding < STATE_BUFFERS, IN_ROW(csv));
   if (row->binding >= STATE_BUFFERS)
      return 0;
   memset(&sample, 0, sizeof sample);
   sample.architecture = draw->info.architecture;
   sample.rounding = draw->info.rounding;
   sample.shape = is_pairs ? DRAL_TABLE_SHAPE_PAIRS : DRAL_TABLE_SHAPE_PACKED;
   sample.image_count = is_pairs ? row->binding % STATE_IMAGES : 0;
   sample.buffer_count = row->binding + 1;
   for (i = 0; i < row->binding; i++)
      sample.buffers[i].rate = DRAL_RATE_UNUSED;
   sample.buffers[row->binding] = row->buffer;
   if (errors != 0) {
      check_refused_table(context, &sample, draw, errors);
      return 0;
   }
   prepare(context, &sample);
   check_state_tables(context, &sample, &row->draw);
   if (!check_state_offset(context, &sample, &row->draw, row->binding,
                           row->source_offset, &made->offset))
      made->offset = 0;
   CHECK_EQUAL(context,
               dral_attribute_append(draw, &row->buffer, made->words, 8,
                                     &next),
               0, IN_ROW(csv));
   CHECK_EQUAL(context,
               dral_attribute_record_unpack(made->words, 8, &made->record),
               0, IN_ROW(csv));
   CHECK_EQUAL(context,
               dral_hardware_divisor(draw, &row->buffer,
                                     &made->hardware_divisor),
               0, IN_ROW(csv));
   return 1;
}

static void
check_row(struct context *context, const struct draw_row *row, void *state)
{
   const struct csv *const csv = row->csv;
   const char *flags = csv_has(csv, "flags") ? csv_text(csv, "flags") : "";
   const enum form word =
      row->is_flagged || strpbrk(flags, "UW") != NULL ? WRONG : HEXADECIMAL;
   const enum form offset =
      row->is_flagged || strpbrk(flags, "UX") != NULL ? WRONG : DECIMAL;
   const int is_panvk = csv_has(csv, "null");
   struct dral_vertex_range vertices = { 0, 0, 0 };
   struct dral_draw draw;
   struct made made;
   int error;

   (void)state;
   memset(&draw, 0, sizeof draw);
   memset(&made, 0, sizeof made);
   error = resolve(row, &draw, &vertices);
   CHECK(context, error == 0 || row->is_flagged, IN_ROW(csv));
   if (is_panvk && !row->is_flagged)
      CHECK_EQUAL(context, draw.threads != 0, csv_unsigned(csv, "null") == 0,
                  IN_ROW(csv));
   if (draw.threads == 0 || (is_panvk && row->is_flagged))
      return;
   if (csv_has(csv, "what"))
      make_id(csv, &draw, &made);
   if (row->has_buffer && !make_buffer(row, &draw, &made)) {
      CHECK(context, word == WRONG, IN_ROW(csv));
      return;
   }
   {
      const struct column columns[] = {
         NUMBER("padded_count", draw.padded_count),
         NUMBER("padded", draw.padded_count),
         WORD("inv_w0", draw.invocation[0]),
         WORD("inv_w1", draw.invocation[1]),
         WORD("instance_size_byte", draw.instance_size_byte),
         { "instance_size",
           is_panvk ? draw.instance_size_byte : draw.instance_size,
           is_panvk ? HEXADECIMAL : DECIMAL },
         WORD("instance_primitive_size", draw.instance_primitive_size_byte),
         NUMBER("offset_start", draw.info.offset_start),
         NUMBER("base_vertex_offset", vertices.base_vertex_offset),
         WORD("b_w0", made.id_words[0]),
         WORD("b_w1", made.id_words[1]),
         WORD("b_w2", made.id_words[2]),
         WORD("b_w3", made.id_words[3]),
         WORD("rec_w0", made.words[0] & TYPE_BITS),
         WORD("rec_w1", made.words[1] & DIVISOR_BITS),
         WORD("rec_w2", made.words[2]),
         WORD("rec_w3", made.words[3]),
         WORD("cont_w0", made.words[4]),
         WORD("cont_w1", made.words[5]),
         WORD("cont_w2", made.words[6]),
         WORD("cont_w3", made.words[7]),
         NUMBER("attr_offset", made.offset),
         NUMBER("address_add", made.record.pointer - ROW_BUFFER_START),
         NUMBER("hw_divisor", made.hardware_divisor),
         { "w0", made.words[0], word },
         { "w1", made.words[1], word },
         { "w2", made.words[2], word },
         { "w3", made.words[3], word },
         { "c0", made.words[4], word },
         { "c1", made.words[5], word },
         { "c2", made.words[6], word },
         { "c3", made.words[7], word },
         { "offset", (uint32_t)made.offset, offset },
      };

      check_columns(csv, columns, LENGTH(columns));
   }
}

static void
driver_rows_of_draws_match(struct context *context)
{
   visit_draw_rows(context, check_row, NULL);
}

static void
check_valhall_row(const struct csv *csv,
                  const struct dral_valhall_source *source, void *state)
{
   struct context *context = csv->context;
   struct dral_valhall_source given = *source;
   struct dral_valhall_attribute attribute;
   uint32_t words[8] = { 0 };
   uint64_t sum = (uint32_t)source->offset;

   (void)state;
   CHECK(context, source->offset >= 0, IN_ROW(csv));
   if (source->rate == DRAL_RATE_INSTANCE)
      sum += (uint64_t)source->base_instance * source->stride;
   CHECK_EQUAL(context, dral_valhall_attribute(source, words),
               sum > INT32_MAX ? DRAL_ERROR_OFFSET_RANGE : 0, IN_ROW(csv));
   if (sum > INT32_MAX) {
      given.base_instance = 0;
      CHECK_EQUAL(context, dral_valhall_attribute(&given, words), 0,
                  IN_ROW(csv));
   }
   CHECK_EQUAL(context, dral_valhall_attribute_unpack(words, &attribute), 0,
               IN_ROW(csv));
   {
      const struct column columns[] = {
         NUMBER("divisor_r", attribute.shift),
         NUMBER("divisor_e", attribute.extra_flags),
         NUMBER("divisor_d", attribute.magic),
         WORD("w0_low10", words[0] & 0x3FF),
         WORD("w0", words[0]),
         WORD("w1", words[1]),
         /* PanVK adds in 32 bits. */
         WORD("w2", sum > INT32_MAX ? (uint32_t)sum : words[2]),
         WORD("w3", words[3]),
         WORD("w4", words[4]),
         WORD("w5", words[5]),
         /* An input, and in the other rows an output. */
         NUMBER("offset", source->offset),
      };

      check_columns(csv, columns, LENGTH(columns));
   }
}

static void
driver_rows_of_valhall_match(struct context *context)
{
   visit_valhall_rows(context, check_valhall_row, NULL);
}

const struct test driver_rows_tests[] = {
   QUICK_TEST(driver_rows_of_draws_match),
   QUICK_TEST(driver_rows_of_valhall_match),
   NO_MORE_TESTS,
};
