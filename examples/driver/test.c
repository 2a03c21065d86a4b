/* SPDX-License-Identifier: MIT */

/* Checks the driver's words: those that Panfrost of Mesa 23.3 wrote, and
 * where the library differs. */

#include "driver.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failures;

/* Not assert(), which release builds disable. */
#define CHECK(condition)                                                    \
   do {                                                                     \
      if (!(condition)) {                                                   \
         fprintf(stderr, "%s:%d: not %s\n", __FILE__, __LINE__, #condition);\
         failures++;                                                        \
      }                                                                     \
   } while (0)

#ifdef HAVE_DRAL
#define MAGIC_OF_4971027 0x57FFFFE5
#else
#define MAGIC_OF_4971027 0x57FFFFE4
#endif

static const struct known_record {
   struct driver_draw draw;
   struct driver_buffer buffer;
   int count;
   uint32_t words[DRIVER_MAX_RECORD_WORDS];
} known_records[] = {
   /* 1D, per vertex and per instance. */
   { { .vertex_count = 3, .instance_count = 1 },
     { .size = 4096, .stride = 16 },
     4, { 0x00000001, 0x00000000, 0x00000010, 0x00001000 } },
   { { .vertex_count = 1, .instance_count = 1, .idvs = true },
     { .size = 4096, .stride = 16, .per_instance = true, .divisor = 5 },
     4, { 0x00000001, 0x00000000, 0x00000000, 0x00001000 } },
   /* 1D Modulus, without and with IDVS. */
   { { .vertex_count = 9, .instance_count = 2 },
     { .size = 8192, .stride = 16 },
     4, { 0x00000003, 0x80000000, 0x00000010, 0x00002000 } },
   { { .vertex_count = 3, .instance_count = 2, .idvs = true },
     { .size = 4096, .stride = 16 },
     4, { 0x00000003, 0x02000000, 0x00000010, 0x00001000 } },
   /* 1D POT Divisor. */
   { { .vertex_count = 1, .instance_count = 2, .idvs = true },
     { .size = 4096, .stride = 16, .per_instance = true, .divisor = 1 },
     4, { 0x00000002, 0x02000000, 0x00000010, 0x00001000 } },
   /* 1D NPOT Divisor; an address that is not a multiple of 64. */
   { { .vertex_count = 1, .instance_count = 1000 },
     { .size = 4096, .stride = 16, .per_instance = true, .divisor = 1000 },
     8, { 0x00000004, 0x09000000, 0x00000010, 0x00001000,
          0x00000020, 0x03126E98, 0x00000000, 0x000003E8 } },
   { { .vertex_count = 3, .instance_count = 7 },
     { .address = 0xAB00000084, .size = 8060, .stride = 100,
       .per_instance = true, .divisor = 16 },
     8, { 0x00000084, 0x250000AB, 0x00000064, 0x00001F80,
          0x00000020, 0x2AAAAAAA, 0x00000000, 0x00000010 } },
   /* Divisor 0: all instances share one element. */
   { { .vertex_count = 3, .instance_count = 7 },
     { .size = 64, .stride = 64, .per_instance = true },
     4, { 0x00000001, 0x00000000, 0x00000000, 0x00000040 } },
   /* The two builds differ. */
   { { .vertex_count = 1, .instance_count = 0xFFFFFFFF },
     { .size = 4096, .stride = 4, .per_instance = true, .divisor = 4971027 },
     8, { 0x00000004, 0x36000000, 0x00000004, 0x00001000,
          0x00000020, MAGIC_OF_4971027, 0x00000000, 4971027 } },
   /* Both are wrong: 2^32 + 32 wraps to 32. */
   { { .vertex_count = 70, .instance_count = 1000 },
     { .size = 4096, .stride = 4, .per_instance = true,
       .divisor = 59652324 },
     4, { 0x00000002, 0x05000000, 0x00000004, 0x00001000 } },
   /* Every branch of the padded count: 12, 20, 9 << 1, 5 << 3, 3 << 4,
    * 7 << 4, 1 << 6. */
#define PADDED(vertices, word)                                              \
   { { .vertex_count = (vertices), .instance_count = 2 },                   \
     { .size = 64, .stride = 16 }, 4, { 3, (word), 16, 64 } }
   PADDED(11, 0x22000000), PADDED(19, 0x42000000), PADDED(17, 0x81000000),
   PADDED(36, 0x43000000), PADDED(42, 0x24000000), PADDED(100, 0x64000000),
   PADDED(60, 0x06000000),
   /* Draws that are refused. */
   { { .vertex_count = 0xDFFFFFFF, .instance_count = 2 }, { .stride = 16 },
     4, { 3, 0x7D000000, 16, 0 } },
   { { .vertex_count = 0xE0000000, .instance_count = 2 }, { .stride = 16 },
     -ERANGE, { 0 } },
   { { .vertex_count = 3, .instance_count = 2 },
     { .address = (uint64_t)1 << 56 }, -ERANGE, { 0 } },
   { { .vertex_count = 0, .instance_count = 2 }, { 0 }, -ERANGE, { 0 } },
   { { .vertex_count = 1, .instance_count = 0 }, { 0 }, -ERANGE, { 0 } },
};

static void
records_are_the_known_ones(void)
{
   size_t i;

   for (i = 0; i < sizeof known_records / sizeof known_records[0]; i++) {
      const struct known_record *known = &known_records[i];
      uint32_t words[DRIVER_MAX_RECORD_WORDS] = { 0 };
      const int count =
         driver_emit_record(&known->draw, &known->buffer, words);

      if (count != known->count ||
          memcmp(words, known->words, sizeof words) != 0) {
         fprintf(stderr, "known record %zu: count %d, words %x %x\n", i,
                 count, (unsigned)words[0], (unsigned)words[1]);
         failures++;
      }
   }
}

#ifdef HAVE_DRAL
/* Per vertex, every third instance, and one for all instances. */
static const struct driver_draw colors = {
   .vertex_count = 70, .instance_count = 100, .vertices_per_primitive = 3,
   .buffer_count = 3,
   .buffers = {
      { .address = 0x10000, .size = 1120, .stride = 16 },
      { .address = 0x20000, .size = 408, .stride = 12,
        .per_instance = true, .divisor = 3 },
      { .address = 0x30000, .size = 64, .stride = 64,
        .per_instance = true },
   },
};

static struct driver_context
build(unsigned architecture, const struct driver_draw *draw)
{
   static struct driver_context context;

   CHECK(driver_build_tables(&context, architecture, draw) == 0);
   return context;
}

/* Where the attribute in a buffer finds its record. */
static unsigned
slot_of(const struct driver_context *context, unsigned buffer)
{
   return context->tables.descriptors[buffer][0] & 0x1FF;
}

static void
tables_are_the_known_ones(void)
{
   static const uint32_t table[] = {
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
      /* Slot 5: the end, which v4 and v5 do not have. */
      0, 0, 0, 0,
   };
   static const uint32_t vertex_id[] = { 0x22, 0x83000000, 0, 0 };
   static const uint32_t instance_id[] = { 0x24, 0x26000000, 0x638E38E3, 0 };
   unsigned architecture;

   for (architecture = 4; architecture <= 7; architecture++) {
      const struct driver_context context = build(architecture, &colors);
      const struct driver_tables t = context.tables;

      CHECK(t.draw.padded_count == 72);
      CHECK(t.draw.instance_size_byte == 0x83);
      CHECK(t.draw.invocation[0] == 0x31C5);
      CHECK(t.draw.invocation[1] == 0x21C00000);
      CHECK(t.record_words == (architecture < 6 ? 20 : 24));
      CHECK(memcmp(t.records, table, 4 * t.record_words) == 0);
      CHECK(slot_of(&context, 0) == 0 && slot_of(&context, 1) == 2);
      CHECK(slot_of(&context, 2) == 4);
      CHECK(architecture > 5 || memcmp(t.vertex_id, vertex_id, 16) == 0);
      CHECK(architecture > 5 || memcmp(t.instance_id, instance_id, 16) == 0);
   }
}

static void
offsets_have_start_and_base_instance(void)
{
   struct driver_draw draw = colors;
   struct driver_tables tables;

   draw.offset_start = -2;
   draw.base_instance = 1000;
   draw.buffers[0].address += 4;
   draw.buffers[0].source_offset = 1;
   tables = build(7, &draw).tables;
   CHECK(tables.descriptors[0][1] == 4 + 1);
   CHECK(tables.descriptors[1][1] == (1000 + 2) * 12);
   draw.idvs = true;
   CHECK(build(7, &draw).tables.draw.padded_count == 80);
}

static void
valhall_attributes_are_the_known_ones(void)
{
   const struct driver_draw draw = {
      .vertex_count = 70, .instance_count = 100, .base_instance = 2,
      .buffer_count = 3,
      .buffers = {
         { .stride = 1097 },
         { .stride = 16, .per_instance = true, .divisor = 3,
           .source_offset = 4, .format = 1 },
         { .stride = 16, .per_instance = true, .divisor = 32 },
      },
   };
   static const uint32_t words[3][8] = {
      { 0x115, 0x00000002, 0, 0, 0x449, 0, 0, 0 },
      { 0x435, 0x21000042, 36, 1, 0x10, 0x2AAAAAAA, 0, 0 },
      { 0x025, 0x05000042, 32, 2, 0x10, 0, 0, 0 },
   };
   unsigned architecture;

   for (architecture = 9; architecture <= 14; architecture++) {
      const struct driver_tables t = build(architecture, &draw).tables;

      CHECK(memcmp(t.attributes, words, sizeof words) == 0);
   }
}

static void
draws_are_refused(void)
{
   static struct driver_context context;
   struct driver_draw draw = colors;

   draw.vertices_per_primitive = 0;
   CHECK(driver_build_tables(&context, 7, &draw)
         == DRAL_ERROR_NO_VERTICES_PER_PRIMITIVE);
   draw = colors;
   draw.instance_count = 0xFFFFFFFF;
   CHECK(driver_build_tables(&context, 7, &draw)
         == DRAL_ERROR_THREAD_RANGE);
   CHECK(driver_build_tables(&context, 8, &colors)
         == DRAL_ERROR_UNKNOWN_ARCHITECTURE);
   CHECK(driver_build_tables(&context, 15, &colors)
         == DRAL_ERROR_UNKNOWN_ARCHITECTURE);

   draw = colors;
   draw.buffers[1].source_offset = 0x80000000;
   CHECK(driver_build_tables(&context, 7, &draw)
         == DRAL_ERROR_OFFSET_RANGE);
   CHECK(driver_build_tables(&context, 9, &draw)
         == DRAL_ERROR_OFFSET_RANGE);
   draw = colors;
   draw.buffers[1].address = (uint64_t)1 << 56;
   CHECK(driver_build_tables(&context, 7, &draw)
         == DRAL_ERROR_ADDRESS_RANGE);
   /* The next draw must not use them either. */
   draw.same_buffers = true;
   CHECK(driver_build_tables(&context, 7, &draw)
         == DRAL_ERROR_NOT_PREPARED);
}

/* A draw with the buffers of the previous one, and its tables, which must
 * equal those of a driver that keeps nothing. */
static void
draw_again(struct driver_context *context, struct driver_draw again,
           bool has_new_records, bool has_new_descriptors)
{
   const struct driver_tables fresh = build(7, &again).tables;
   const struct driver_tables *kept = &context->tables;

   again.same_buffers = true;
   CHECK(driver_build_tables(context, 7, &again) == 0);
   CHECK(kept->has_new_records == has_new_records);
   CHECK(kept->has_new_descriptors == has_new_descriptors);
   CHECK(kept->draw.threads == fresh.draw.threads);
   CHECK(kept->record_words == fresh.record_words);
   CHECK(memcmp(kept->records, fresh.records, 4 * fresh.record_words) == 0);
   CHECK(memcmp(kept->descriptors, fresh.descriptors,
                8 * again.buffer_count) == 0);
}

static void
only_what_a_draw_changes_is_written(void)
{
   struct driver_draw draw = colors, again;
   struct driver_context context = build(7, &draw);

   CHECK(context.tables.has_new_records &&
         context.tables.has_new_descriptors);

   /* 71 is padded to 72 like 70, but 73 to 80: other records, in the same
    * slots, so the descriptors stay. */
   draw.vertex_count = 71;
   draw.instance_count = 50;
   draw_again(&context, draw, false, false);
   draw.vertex_count = 73;
   draw_again(&context, draw, true, false);
   draw.base_instance = 5;
   draw_again(&context, draw, false, true);
   draw.offset_start = 5;
   draw_again(&context, draw, false, true);

   /* Neither an empty draw nor a refused one changes the state. */
   again = draw;
   again.same_buffers = true;
   again.instance_count = 0;
   CHECK(driver_build_tables(&context, 7, &again) == 0);
   CHECK(context.tables.draw.threads == 0);
   again.instance_count = 0xFFFFFFFF;
   CHECK(driver_build_tables(&context, 7, &again)
         == DRAL_ERROR_THREAD_RANGE);
   draw_again(&context, draw, false, false);

   /* After a refusal in the middle of the descriptors, all are written again;
    * the records are still there. */
   again = draw;
   again.same_buffers = true;
   again.base_instance = 0xFFFFFFFF;
   CHECK(driver_build_tables(&context, 7, &again)
         == DRAL_ERROR_OFFSET_RANGE);
   draw_again(&context, draw, false, true);

   /* 32 * 2^26 is a linear id, 72 * 2^26 is not: the draw's start then
    * affects only the other buffer. */
   draw.buffers[2].divisor = 1 << 26;
   draw.vertex_count = 30;
   CHECK(driver_build_tables(&context, 7, &draw) == 0);
   draw.vertex_count = 70;
   draw_again(&context, draw, true, true);
}

/* Except for two defects, the driver's own records equal the library's. */
static void
own_records_differ_where_products_wrap(void)
{
   struct driver_draw draw = colors;
   struct driver_context context = build(7, &draw);
   const uint32_t *records = context.tables.records;
   uint32_t words[DRIVER_MAX_RECORD_WORDS];
   unsigned i;

   for (i = 0; i < draw.buffer_count; i++) {
      const int count = driver_emit_record(&draw, &draw.buffers[i], words);

      CHECK(count > 0 && memcmp(&records[4 * slot_of(&context, i)], words,
                                4 * (size_t)count) == 0);
   }

   /* 72 * 59652324 is 2^32 + 32: no instance reaches element 1. */
   draw.buffers[1].divisor = 59652324;
   context = build(7, &draw);
   CHECK(driver_emit_record(&draw, &draw.buffers[1], words) == 4);
   CHECK(words[1] == 0x05000000 && words[2] == 12);
   CHECK(records[4 * slot_of(&context, 1) + 1] == 0);
   CHECK(records[4 * slot_of(&context, 1) + 2] == 0);
}
#endif

int
main(void)
{
   records_are_the_known_ones();
#ifdef HAVE_DRAL
   tables_are_the_known_ones();
   offsets_have_start_and_base_instance();
   valhall_attributes_are_the_known_ones();
   draws_are_refused();
   only_what_a_draw_changes_is_written();
   own_records_differ_where_products_wrap();
#endif
   return failures == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
