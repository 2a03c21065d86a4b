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
   /* Floating point has 0x57FFFFE4. */
   { { .vertex_count = 1, .instance_count = 0xFFFFFFFF },
     { .size = 4096, .stride = 4, .per_instance = true, .divisor = 4971027 },
     8, { 0x00000004, 0x36000000, 0x00000004, 0x00001000,
          0x00000020, 0x57FFFFE5, 0x00000000, 4971027 } },
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

/* The context of a driver that kept nothing. */
static struct driver_context
build(unsigned architecture, const struct driver_draw *draw)
{
   static struct driver_context context;

   memset(&context, 0, sizeof context);
   CHECK(driver_build_tables(&context, architecture, draw) == 0);
   return context;
}

static const struct driver_table *
table_of(const struct driver_context *context)
{
   return &context->table_memory[context->tables.table];
}

static const struct driver_descriptors *
descriptors_of(const struct driver_context *context)
{
   return &context->descriptor_memory[context->tables.descriptors];
}

/* Where the attribute in a buffer finds its record. */
static unsigned
slot_of(const struct driver_context *context, unsigned buffer)
{
   return descriptors_of(context)->attributes[buffer][0] & 0x1FF;
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
   };
   /* Slots 5 and 6 on v4 and v5. */
   static const uint32_t ids[] = {
      0x22, 0x83000000, 0, 0,
      0x24, 0x26000000, 0x638E38E3, 0,
   };
   /* Slot 5 on v6 and v7. */
   static const uint32_t end[4] = { 0 };
   unsigned architecture;

   for (architecture = 4; architecture <= 7; architecture++) {
      const struct driver_context context = build(architecture, &colors);
      const struct driver_tables t = context.tables;
      const struct driver_table *written = table_of(&context);
      const struct driver_descriptors *descriptors = descriptors_of(&context);

      CHECK(t.draw.padded_count == 72);
      CHECK(t.draw.instance_size_byte == 0x83);
      CHECK(t.draw.invocation[0] == 0x31C5);
      CHECK(t.draw.invocation[1] == 0x21C00000);
      CHECK(written->record_words == (architecture < 6 ? 28 : 24));
      CHECK(memcmp(written->records, table, sizeof table) == 0);
      if (architecture < 6) {
         CHECK(memcmp(&written->records[20], ids, sizeof ids) == 0);
         CHECK(descriptors->ids[0][0] == (0x85B20u << 10 | 0x200 | 5));
         CHECK(descriptors->ids[1][0] == (0x85B20u << 10 | 0x200 | 6));
      } else {
         CHECK(memcmp(&written->records[20], end, sizeof end) == 0);
      }
      CHECK(slot_of(&context, 0) == 0 && slot_of(&context, 1) == 2);
      CHECK(slot_of(&context, 2) == 4);
   }
}

static void
offsets_have_start_and_base_instance(void)
{
   struct driver_draw draw = colors;
   struct driver_context context;

   draw.offset_start = -2;
   draw.base_instance = 1000;
   draw.buffers[0].address += 4;
   draw.buffers[0].source_offset = 1;
   context = build(7, &draw);
   CHECK(descriptors_of(&context)->attributes[0][1] == 4 + 1);
   CHECK(descriptors_of(&context)->attributes[1][1] == (1000 + 2) * 12);
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

   for (architecture = 9; architecture <= DRAL_ARCHITECTURE_LAST;
        architecture++) {
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
   CHECK(driver_build_tables(&context, DRAL_ARCHITECTURE_LAST + 1, &colors)
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

enum {
   NOTHING = 0,
   TABLE = DRAL_WORDS_TABLE,
   ATTRIBUTES = DRAL_WORDS_ATTRIBUTES,
   BOTH = TABLE | ATTRIBUTES,
};

/* Changes one thing in a draw like `colors`. Returns the words that a driver
 * must then write, or -1 for an unknown change. */
static int
change(unsigned number, struct driver_draw *draw)
{
   struct driver_buffer *buffers = draw->buffers;

   switch (number) {
   case 0: return NOTHING;
   /* Counts: 71 is padded to 72 like 70, but 73 to 80. With one instance
    * the records are in other slots. */
   case 1: draw->vertex_count = 71; return NOTHING;
   case 2: draw->vertex_count = 73; return TABLE;
   case 3: draw->vertex_count = 1; return TABLE;
   case 4: draw->instance_count = 50; return NOTHING;
   case 5: draw->instance_count = 1; return BOTH;
   case 6: draw->idvs = true; return TABLE;
   case 7: draw->vertices_per_primitive = 1; return NOTHING;
   /* Where the draw starts. */
   case 8: draw->offset_start = 5; return ATTRIBUTES;
   case 9: draw->base_instance = 5; return ATTRIBUTES;
   /* Addresses and sizes: only the low 6 bits are part of an offset. */
   case 10: buffers[1].address += 64; return TABLE;
   case 11: buffers[1].address += 4; return BOTH;
   case 12: buffers[1].size -= 4; return TABLE;
   /* Other buffers and attributes: another state. */
   case 13: buffers[0].stride = 12; return BOTH;
   case 14: buffers[1].divisor = 2; return BOTH;
   case 15: buffers[1].divisor = 0; return BOTH;
   case 16: buffers[2].per_instance = false; return BOTH;
   case 17: buffers[1].source_offset = 4; return BOTH;
   case 18: buffers[1].format = 1; return BOTH;
   case 19: draw->buffer_count = 2; return BOTH;
   case 20: draw->buffer_count = 4; return BOTH;
   /* Several at once. The divisor exceeds every linear id from 64 padded
    * vertices on, so that the start no longer affects the offset. */
   case 21: buffers[2].divisor = 1 << 26; return BOTH;
   case 22:
      buffers[2].divisor = 1 << 26;
      draw->vertex_count = 30;
      draw->offset_start = 5;
      return BOTH;
   case 23:
      buffers[2].divisor = 1 << 26;
      draw->offset_start = 5;
      return BOTH;
   default: return -1;
   }
}

/* Draws that write nothing, or fail while they write. Returns the words that
 * the next draw must write although they are the last ones. */
static int
interrupt(unsigned number, struct driver_context *context,
          unsigned architecture, struct driver_draw draw)
{
   draw.same_buffers = true;
   switch (number) {
   case 0:
      return NOTHING;
   case 1:
      draw.instance_count = 0;
      CHECK(driver_build_tables(context, architecture, &draw) == 0);
      CHECK(context->tables.threads == 0);
      return NOTHING;
   case 2:
      draw.vertex_count = 1000;
      draw.instance_count = 0xFFFFFFFF;
      CHECK(driver_build_tables(context, architecture, &draw)
            == DRAL_ERROR_THREAD_RANGE);
      return NOTHING;
   case 3:
      /* After the table, in the middle of the descriptors. */
      draw.base_instance = 0xFFFFFFFF;
      CHECK(driver_build_tables(context, architecture, &draw)
            == DRAL_ERROR_OFFSET_RANGE);
      return ATTRIBUTES;
   case 4:
      /* Another table, and no descriptors. */
      draw.vertex_count = 1000;
      draw.base_instance = 0xFFFFFFFF;
      CHECK(driver_build_tables(context, architecture, &draw)
            == DRAL_ERROR_OFFSET_RANGE);
      return BOTH;
   default:
      return -1;
   }
}

static bool
has_same_words(const struct driver_context *a, const struct driver_context *b,
               unsigned buffer_count)
{
   const struct driver_table *one = table_of(a), *other = table_of(b);
   const struct driver_descriptors *of_one = descriptors_of(a);
   const struct driver_descriptors *of_other = descriptors_of(b);

   return one->record_words == other->record_words &&
          memcmp(one->records, other->records, 4 * one->record_words) == 0 &&
          memcmp(of_one->attributes, of_other->attributes, 8 * buffer_count)
             == 0 &&
          (a->architecture > 5 ||
           memcmp(of_one->ids, of_other->ids, sizeof of_one->ids) == 0);
}

/* The GPU runs both draws after both were recorded. */
static void
an_earlier_draw_keeps_its_words(void)
{
   unsigned architecture, i;

   for (architecture = 4; architecture <= 7; architecture++) {
      struct driver_draw draw = colors;

      for (i = 0; change(i, &draw) >= 0; i++, draw = colors) {
         const struct driver_context first = build(architecture, &colors);
         struct driver_context both = first;

         CHECK(driver_build_tables(&both, architecture, &draw) == 0);
         both.tables = first.tables;
         CHECK(has_same_words(&both, &first, colors.buffer_count));
      }
   }
}

/* A driver allocates more; this one drops the draw. */
static void
a_draw_without_memory_is_written_later(void)
{
   struct driver_context context = build(7, &colors);
   struct driver_draw draw = colors;
   int error = 0;

   while (error == 0 && draw.base_instance <= DRIVER_MAX_SETS) {
      draw.base_instance++;
      error = driver_build_tables(&context, 7, &draw);
   }
   CHECK(error == DRIVER_NO_MEMORY && draw.base_instance == DRIVER_MAX_SETS);
   driver_begin_commands(&context);
   CHECK(driver_build_tables(&context, 7, &draw) == 0);
   CHECK(context.tables.new_words == BOTH);
}

/* Builds the tables of a draw. Words that are kept must equal those from a
 * driver that kept nothing. Returns the words that were written. */
static int
draw_and_compare(struct driver_context *context, unsigned architecture,
                 const struct driver_draw *draw)
{
   const struct driver_context fresh = build(architecture, draw);
   const struct driver_tables *kept = &context->tables;

   CHECK(driver_build_tables(context, architecture, draw) == 0);
   CHECK(kept->threads == fresh.tables.threads);
   CHECK(memcmp(&kept->draw, &fresh.tables.draw, sizeof kept->draw) == 0);
   CHECK(has_same_words(context, &fresh, draw->buffer_count));
   return (int)kept->new_words;
}

/* Nothing is ever cleared: the context notices each change. */
static void
only_what_a_change_needs_is_written(void)
{
   unsigned architecture, i, j, k;

   for (architecture = 4; architecture <= 7; architecture++) {
      for (i = 0;; i++) {
         struct driver_draw draw = colors;
         const int words = change(i, &draw);
         struct driver_context context = build(architecture, &colors);

         if (words < 0)
            break;
         CHECK(context.tables.new_words == BOTH);
         CHECK(draw_and_compare(&context, architecture, &draw) == words);
         CHECK(draw_and_compare(&context, architecture, &draw) == NOTHING);
         CHECK(draw_and_compare(&context, architecture, &colors) == words);
      }
      CHECK(i == 24);
   }

   /* From each draw to each other one, with something in between. */
   for (architecture = 4; architecture <= 7; architecture++) {
      static struct driver_context context;
      struct driver_draw one = colors;

      for (i = 0; change(i, &one) >= 0; i++, one = colors) {
         struct driver_draw two = colors;

         for (j = 0; change(j, &two) >= 0; j++, two = colors) {
            for (k = 0;; k++) {
               int again;

               driver_begin_commands(&context);
               draw_and_compare(&context, architecture, &one);
               again = interrupt(k, &context, architecture, one);
               if (again < 0)
                  break;
               if (i == 0 && j == 0)
                  CHECK(draw_and_compare(&context, architecture, &one)
                        == again);
               else
                  draw_and_compare(&context, architecture, &two);
            }
         }
      }
   }
}

/* Except for two defects, the driver's own records equal the library's. */
static void
own_records_differ_where_products_wrap(void)
{
   struct driver_draw draw = colors;
   struct driver_context context = build(7, &draw);
   const uint32_t *records = table_of(&context)->records;
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
   only_what_a_change_needs_is_written();
   an_earlier_draw_keeps_its_words();
   a_draw_without_memory_is_written_later();
   own_records_differ_where_products_wrap();
#endif
   return failures == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
