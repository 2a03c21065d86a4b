/* SPDX-License-Identifier: MIT */

/* Tables built by the library: known words, refused draws, and comparison
 * with the driver's own records. */

#include "check.h"
#include "records.h"
#include "tables.h"

#include <errno.h>

#define CHECK_WORDS(words, expected)                                        \
   check_words((words), (expected), sizeof(expected) / sizeof(uint32_t),    \
               #words, __LINE__)

static void
check_words(const uint32_t *words, const uint32_t *expected, size_t count,
            const char *what, int line)
{
   size_t i;

   for (i = 0; i < count; i++) {
      char name[64];

      snprintf(name, sizeof name, "word %zu of %s", i, what);
      check_equal(words[i], expected[i], name, __FILE__, line);
   }
}

/* Per vertex, every third instance, and one for all instances. */
static const struct driver_draw colors = {
   .vertex_count = 70,
   .instance_count = 100,
   .vertices_per_primitive = 3,
   .buffer_count = 3,
   .buffers = {
      { .address = 0x10000, .size = 1120, .stride = 16 },
      { .address = 0x20000, .size = 408, .stride = 12,
        .per_instance = true, .divisor = 3 },
      { .address = 0x30000, .size = 64, .stride = 64,
        .per_instance = true },
   },
};

static struct driver_tables
build(unsigned architecture, const struct driver_draw *draw)
{
   struct driver_context context;
   struct driver_refusal refusal;

   CHECK_EQUAL(driver_build_tables(&context, architecture, draw, &refusal),
               0);
   return context.tables;
}

static void
draw_words_are_those_of_a_driver(void)
{
   const struct driver_draw idvs = {
      .vertex_count = 70, .instance_count = 1000, .idvs = true,
      .vertices_per_primitive = 3,
   };
   const struct driver_draw single = {
      .vertex_count = 36, .instance_count = 1, .vertices_per_primitive = 3,
   };
   static const uint32_t idvs_invocation[] = { 0x0001F3C5, 0x21C00000 };
   static const uint32_t single_invocation[] = { 0x00000023, 0x28000000 };
   struct driver_tables tables = build(7, &idvs);

   CHECK_EQUAL(tables.resolved.padded_count, 80);
   CHECK_EQUAL(tables.resolved.instance_size_byte, 0x44);
   CHECK_WORDS(tables.resolved.invocation, idvs_invocation);

   tables = build(7, &single);
   CHECK_EQUAL(tables.resolved.padded_count, 36);
   CHECK_EQUAL(tables.resolved.instance_size_byte, 0);
   CHECK_WORDS(tables.resolved.invocation, single_invocation);
}

static void
table_is_the_known_one(void)
{
   static const uint32_t expected[] = {
      /* Slot 0: a modulus, 9 << 3. */
      0x00010003, 0x83000000, 16, 1120,
      /* Slot 1: a gap, because a record with a continuation needs an even
       * slot. */
      0, 0, 0, 0,
      /* Slots 2 and 3: a divisor, 216, and its continuation. */
      0x00020004, 0x27000000, 12, 408,
      0x00000020, 0x17B425ED, 0, 3,
      /* Slot 4: every instance reads element 0. */
      0x00030001, 0x00000000, 0, 64,
      /* Slot 5: the end. */
      0, 0, 0, 0,
   };
   static const uint32_t slots[] = { 0, 2, 4 };
   struct driver_tables tables = build(7, &colors);

   CHECK_EQUAL(tables.record_words, 24);
   CHECK_WORDS(tables.records, expected);
   CHECK_WORDS(tables.slots, slots);

   /* v4 and v5 have no zero slot at the end. */
   tables = build(5, &colors);
   CHECK_EQUAL(tables.record_words, 20);
   CHECK_WORDS(tables.slots, slots);
}

static void
id_records_are_those_of_a_driver(void)
{
   static const uint32_t vertex_id[] = { 0x22, 0x83000000, 0, 0 };
   static const uint32_t instance_id[] = { 0x24, 0x2E000000, 0x638E38E3, 0 };
   struct driver_draw draw = colors;
   struct driver_tables tables = build(4, &draw);

   CHECK_WORDS(tables.vertex_id, vertex_id);
   draw.vertex_count = 17159;
   tables = build(5, &draw);
   CHECK_WORDS(tables.instance_id, instance_id);

   /* v6 has none. */
   tables = build(6, &draw);
   CHECK_EQUAL(tables.vertex_id[0], 0);
   CHECK_EQUAL(tables.instance_id[0], 0);
}

static void
offsets_are_those_of_a_driver(void)
{
   /* A row with a base instance, and one that starts at a vertex. */
   const struct driver_draw base = {
      .vertex_count = 3, .instance_count = 7, .vertices_per_primitive = 3,
      .base_instance = 1000, .buffer_count = 1,
      .buffers = { { .address = 0x10084, .size = 8060, .stride = 100,
                     .per_instance = true, .divisor = 16 } },
   };
   const struct driver_draw start = {
      .vertex_count = 3, .instance_count = 7, .vertices_per_primitive = 3,
      .offset_start = -2, .buffer_count = 2,
      .buffers = { { .address = 0x10004, .size = 64, .stride = 4,
                     .source_offset = 1 },
                   { .address = 0x20000, .size = 64, .stride = 16,
                     .per_instance = true, .divisor = 1 } },
   };
   struct driver_tables tables = build(7, &base);

   CHECK_EQUAL(tables.offsets[0], 100004);
   tables = build(7, &start);
   CHECK_EQUAL(tables.offsets[0], 5);
   CHECK_EQUAL(tables.offsets[1], 32);
}

static void
valhall_attributes_are_those_of_a_driver(void)
{
   /* Formats, placed above the low 10 bits of word 0. */
   const struct driver_draw draw = {
      .vertex_count = 70, .instance_count = 100,
      .vertices_per_primitive = 3, .base_instance = 2, .buffer_count = 3,
      .buffers = {
         { .stride = 1097 },
         { .stride = 16, .per_instance = true, .divisor = 3,
           .source_offset = 4, .format = 1 },
         { .stride = 16, .per_instance = true, .divisor = 32 },
      },
   };
   static const uint32_t vertex[] = {
      0x115, 0x00000002, 0, 0, 0x449, 0, 0, 0,
   };
   static const uint32_t npot[] = {
      0x435, 0x21000042, 36, 1, 0x10, 0x2AAAAAAA, 0, 0,
   };
   static const uint32_t pot[] = {
      0x025, 0x05000042, 32, 2, 0x10, 0, 0, 0,
   };
   unsigned architecture;

   for (architecture = 9; architecture <= 14; architecture++) {
      const struct driver_tables tables = build(architecture, &draw);

      CHECK_WORDS(tables.attributes[0], vertex);
      CHECK_WORDS(tables.attributes[1], npot);
      CHECK_WORDS(tables.attributes[2], pot);
   }
}

static void
check_refused(unsigned architecture, const struct driver_draw *draw,
              int status, int buffer, const char *reason)
{
   struct driver_context context;
   struct driver_refusal refusal = { "", 99 };

   CHECK_EQUAL(driver_build_tables(&context, architecture, draw, &refusal),
               status);
   CHECK_EQUAL(refusal.buffer, buffer);
   CHECK(strstr(refusal.reason, reason) != NULL);
}

static void
draws_are_refused_with_a_reason(void)
{
   struct driver_draw draw = colors;

   draw.vertices_per_primitive = 0;
   check_refused(7, &draw, -EINVAL, -1, "per primitive");
   draw = colors;
   draw.instance_count = 0xFFFFFFFF;
   check_refused(7, &draw, -ERANGE, -1, "exceeds 2^32 threads");
   draw = colors;
   draw.vertex_count = 0xE0000000;
   check_refused(7, &draw, -ERANGE, -1, "padded count");
   check_refused(8, &colors, -EINVAL, -1, "architecture");
   check_refused(15, &colors, -EINVAL, 0, "architecture");

   draw = colors;
   draw.buffers[1].address = (uint64_t)1 << 56;
   check_refused(7, &draw, -ERANGE, 1, "address");
   draw = colors;
   draw.buffers[1].source_offset = 0x80000000;
   check_refused(7, &draw, -ERANGE, 1, "offset");
   check_refused(9, &draw, -ERANGE, 1, "offset");
   draw.buffers[1].source_offset = 0;
   draw.base_instance = 0x80000000;
   check_refused(9, &draw, -ERANGE, 1, "offset");
}

static void
nothing_to_draw_is_not_refused(void)
{
   struct driver_draw draw = colors;
   unsigned architecture;

   for (architecture = 7; architecture <= 9; architecture += 2) {
      draw.vertex_count = 0;
      draw.instance_count = 100;
      CHECK_EQUAL(build(architecture, &draw).resolved.threads, 0);
      draw.vertex_count = 70;
      draw.instance_count = 0;
      CHECK_EQUAL(build(architecture, &draw).resolved.threads, 0);
   }
}

/* A draw with the buffers of the previous one, and what it writes. The tables
 * equal those of a driver that keeps nothing. */
static void
draw_again(struct driver_context *context, struct driver_draw again,
           bool has_new_records, bool has_new_offsets)
{
   struct driver_refusal refusal;
   const struct driver_tables fresh = build(7, &again);
   const struct driver_tables *kept = &context->tables;
   unsigned i;

   again.same_buffers = true;
   CHECK_EQUAL(driver_build_tables(context, 7, &again, &refusal), 0);
   CHECK_EQUAL(kept->has_new_records, has_new_records);
   CHECK_EQUAL(kept->has_new_offsets, has_new_offsets);
   CHECK_EQUAL(kept->resolved.threads, fresh.resolved.threads);
   CHECK_EQUAL(kept->record_words, fresh.record_words);
   check_words(kept->records, fresh.records, fresh.record_words, "kept",
               __LINE__);
   for (i = 0; i < again.buffer_count; i++)
      CHECK_EQUAL(kept->offsets[i], fresh.offsets[i]);
}

static void
only_what_a_draw_changes_is_written(void)
{
   struct driver_context context;
   struct driver_refusal refusal;
   struct driver_draw draw = colors;
   struct driver_draw again;

   CHECK_EQUAL(driver_build_tables(&context, 7, &draw, &refusal), 0);
   CHECK(context.tables.has_new_records);
   CHECK(context.tables.has_new_offsets);

   /* 71 is padded to 72 like 70, 73 is not. */
   draw.vertex_count = 71;
   draw.instance_count = 50;
   draw_again(&context, draw, false, false);
   draw.vertex_count = 73;
   draw_again(&context, draw, true, false);
   draw.base_instance = 5;
   draw_again(&context, draw, false, true);
   draw.offset_start = 5;
   draw_again(&context, draw, false, true);

   /* A draw of nothing does not change the kept state. */
   again = draw;
   again.same_buffers = true;
   again.instance_count = 0;
   CHECK_EQUAL(driver_build_tables(&context, 7, &again, &refusal), 0);
   CHECK_EQUAL(context.tables.resolved.threads, 0);
   again.instance_count = 0xFFFFFFFF;
   CHECK_EQUAL(driver_build_tables(&context, 7, &again, &refusal), -ERANGE);
   draw_again(&context, draw, false, false);

   /* After a refusal in the middle of the offsets, all are written. */
   again = draw;
   again.same_buffers = true;
   again.base_instance = 0xFFFFFFFF;
   CHECK_EQUAL(driver_build_tables(&context, 7, &again, &refusal), -ERANGE);
   draw_again(&context, draw, true, true);

   /* 32 * 2^26 is a linear id, 72 * 2^26 is not: the draw's start then
    * affects only the other buffer. */
   draw.buffers[2].divisor = 1 << 26;
   draw.vertex_count = 30;
   CHECK_EQUAL(driver_build_tables(&context, 7, &draw, &refusal), 0);
   draw.vertex_count = 70;
   draw_again(&context, draw, true, true);
}

static void
refused_buffers_are_not_drawn(void)
{
   struct driver_context context;
   struct driver_refusal refusal;
   struct driver_draw draw = colors;

   draw.buffers[1].address = (uint64_t)1 << 56;
   CHECK_EQUAL(driver_build_tables(&context, 7, &draw, &refusal), -ERANGE);
   draw.same_buffers = true;
   CHECK_EQUAL(driver_build_tables(&context, 7, &draw, &refusal), -EINVAL);
   CHECK(strstr(refusal.reason, "buffers were refused") != NULL);
}

/* Except for the two defects, the driver's own records equal the library's.
 * The magic divisor is the library's here; for that see swap_test.c. */
static void
own_records_differ_where_products_wrap(void)
{
   struct driver_draw draw = colors;
   struct driver_tables tables = build(7, &draw);
   uint32_t words[DRIVER_MAX_RECORD_WORDS];
   unsigned i;

   for (i = 0; i < draw.buffer_count; i++) {
      const int count = driver_emit_record(&draw, &draw.buffers[i], words);

      CHECK(count > 0);
      check_words(&tables.records[4 * tables.slots[i]], words,
                  count > 0 ? (size_t)count : 0, "own record", __LINE__);
   }

   /* 72 * 59652324 is 2^32 + 32: no instance reaches element 1. */
   draw.buffers[1].divisor = 59652324;
   tables = build(7, &draw);
   CHECK_EQUAL(driver_emit_record(&draw, &draw.buffers[1], words), 4);
   CHECK_EQUAL(words[1], 0x05000000);
   CHECK_EQUAL(words[2], 12);
   CHECK_EQUAL(tables.records[4 * tables.slots[1] + 1], 0);
   CHECK_EQUAL(tables.records[4 * tables.slots[1] + 2], 0);
}

int
main(void)
{
   draw_words_are_those_of_a_driver();
   table_is_the_known_one();
   id_records_are_those_of_a_driver();
   offsets_are_those_of_a_driver();
   valhall_attributes_are_those_of_a_driver();
   draws_are_refused_with_a_reason();
   nothing_to_draw_is_not_refused();
   only_what_a_draw_changes_is_written();
   refused_buffers_are_not_drawn();
   own_records_differ_where_products_wrap();
   return check_result();
}
