/* SPDX-License-Identifier: MIT */

/* The output for the tables of a draw. */

#include "check.h"
#include "print.h"

#include <errno.h>

/* These buffers cover all record types. */
static const struct driver_draw draw = {
   .line = 9, .vertex_count = 70, .instance_count = 100,
   .vertices_per_primitive = 3, .offset_start = -5, .buffer_count = 4,
   .buffers = {
      { .address = 0x10000, .size = 1120, .stride = 16 },
      { .address = 0x20000, .size = 408, .stride = 12,
        .per_instance = true, .divisor = 3, .format = 0x2A,
        .source_offset = 4 },
      { .address = 0x30000, .size = 64, .stride = 64,
        .per_instance = true },
      { .address = 0x40000, .size = 64, .stride = 4,
        .per_instance = true, .divisor = 0x1000000 },
   },
};

/* The draw words of v4 to v7. */
#define DRAW_WORDS                                                          \
   "  padded count     72: 7200 threads, 200 wasted\n"                      \
   "  instance size    83                                   72\n"           \
   "  primitive size   62                                   28\n"           \
   "  offset start     fffffffb                             -5\n"           \
   "  invocation       000031c5 21c00000                    "               \
   "vertices 70, instances 100\n"

#define ATTRIBUTES                                                          \
   "  attribute 0      slot 0, offset 0\n"                                  \
   "  attribute 1      slot 2, offset 64\n"                                 \
   "  attribute 2      slot 4, offset 0\n"                                  \
   "  attribute 3      slot 6, offset 20\n"

#define RECORDS                                                             \
   "  slot 0           00010003 83000000 00000010 00000460  "               \
   "buffer 0: 1D Modulus, pointer 0x10000, stride 16, size 1120, R 3, "     \
   "P 4\n"                                                                  \
   "  slot 1           00000000 00000000 00000000 00000000  skipped\n"      \
   "  slot 2           00020004 27000000 0000000c 00000198  "               \
   "buffer 1: 1D NPOT Divisor, pointer 0x20000, stride 12, size 408, "      \
   "R 7, E 1\n"                                                             \
   "  slot 3           00000020 17b425ed 00000000 00000003  "               \
   "continuation: magic 17b425ed, divisor 3\n"                              \
   "  slot 4           00030001 00000000 00000000 00000040  "               \
   "buffer 2: 1D, pointer 0x30000, stride 0, size 64\n"                     \
   "  slot 5           00000000 00000000 00000000 00000000  skipped\n"      \
   "  slot 6           00040004 3e000000 00000004 00000040  "               \
   "buffer 3: 1D NPOT Divisor, pointer 0x40000, stride 4, size 64, R 30, "  \
   "E 1\n"                                                                  \
   "  slot 7           00000020 638e38e3 00000000 01000000  "               \
   "continuation: magic 638e38e3, divisor 16777216\n"

static struct driver_context
build(unsigned architecture, const struct driver_draw *info)
{
   struct driver_context context;
   struct driver_refusal refusal;

   CHECK_EQUAL(driver_build_tables(&context, architecture, info, &refusal),
               0);
   return context;
}

/* Stores the first `size` - 1 bytes of the output in `text`. */
static int
print(const struct driver_draw *info, const struct driver_context *context,
      char *text, size_t size)
{
   FILE *file = tmpfile();
   int status;

   if (file == NULL) {
      perror("temporary file");
      exit(EXIT_FAILURE);
   }
   status = driver_print_tables(file, info, context);
   rewind(file);
   text[fread(text, 1, size - 1, file)] = '\0';
   fclose(file);
   return status;
}

static void
check_printed(unsigned architecture, const struct driver_draw *info,
              const char *expected)
{
   const struct driver_context context = build(architecture, info);
   char text[4096];

   CHECK_EQUAL(print(info, &context, text, sizeof text), 0);
   CHECK_TEXT(text, expected);
}

static void
tables_are_printed_decoded(void)
{
   check_printed(7, &draw,
                 "draw of line 9 on v7: vertices 70, instances 100\n"
                 DRAW_WORDS RECORDS
                 "  slot 8           00000000 00000000 00000000 00000000  "
                 "end\n" ATTRIBUTES);
}

static void
id_records_are_printed_decoded(void)
{
   check_printed(5, &draw,
                 "draw of line 9 on v5: vertices 70, instances 100\n"
                 DRAW_WORDS
                 "  vertex id        00000022 83000000 00000000 00000000  "
                 "R 3, P 4\n"
                 "  instance id      00000024 26000000 638e38e3 00000000  "
                 "R 6, E 1, magic 638e38e3\n" RECORDS ATTRIBUTES);
}

static void
pot_divisors_are_printed_decoded(void)
{
   struct driver_draw pot = draw;

   pot.vertex_count = 60;
   pot.vertices_per_primitive = 1;
   pot.offset_start = 0;
   pot.buffers[0] = pot.buffers[3];
   pot.buffers[0].divisor = 4;
   pot.buffer_count = 1;
   check_printed(6, &pot,
                 "draw of line 9 on v6: vertices 60, instances 100\n"
                 "  padded count     64: 6400 threads, 400 wasted\n"
                 "  instance size    06                                   "
                 "64\n"
                 "  primitive size   83                                   "
                 "72\n"
                 "  offset start     00000000                             "
                 "0\n"
                 "  invocation       000018fb 21800000                    "
                 "vertices 60, instances 100\n"
                 "  slot 0           00040002 08000000 00000004 00000040  "
                 "buffer 0: 1D POT Divisor, pointer 0x40000, stride 4, "
                 "size 64, R 8\n"
                 "  slot 1           00000000 00000000 00000000 00000000  "
                 "end\n"
                 "  attribute 0      slot 0, offset 0\n");
}

static void
valhall_attributes_are_printed_decoded(void)
{
   check_printed(9, &draw,
                 "draw of line 9 on v9: vertices 70, instances 100\n"
                 "  attribute 0      00000115 00000002 00000000 00000000  "
                 "1D, per vertex, format 000000, table 2, buffer 0, "
                 "offset 0\n"
                 "                   00000010 00000000 00000000 00000000  "
                 "stride 16, the draw's offset added\n"
                 "  attribute 1      0000a835 21000042 00000004 00000001  "
                 "1D NPOT Divisor, per instance, format 00002a, table 2, "
                 "buffer 1, offset 4\n"
                 "                   0000000c 2aaaaaaa 00000000 00000000  "
                 "stride 12, R 1, E 1, magic 2aaaaaaa\n"
                 "  attribute 2      00000015 00000042 00000000 00000002  "
                 "1D, per instance, format 000000, table 2, buffer 2, "
                 "offset 0\n"
                 "                   00000000 00000000 00000000 00000000  "
                 "stride 0\n"
                 "  attribute 3      00000025 18000042 00000000 00000003  "
                 "1D POT Divisor, per instance, format 000000, table 2, "
                 "buffer 3, offset 0\n"
                 "                   00000004 00000000 00000000 00000000  "
                 "stride 4, R 24\n");
}

static void
what_is_kept_or_not_drawn_is_told(void)
{
   struct driver_context context = build(7, &draw);
   struct driver_draw again = draw;
   struct driver_refusal refusal;
   char text[4096];

   again.same_buffers = true;
   CHECK_EQUAL(driver_build_tables(&context, 7, &again, &refusal), 0);
   CHECK_EQUAL(print(&again, &context, text, sizeof text), 0);
   CHECK_TEXT(text,
              "draw of line 9 on v7: vertices 70, instances 100\n"
              DRAW_WORDS "  table            kept from the draw before\n"
              RECORDS
              "  slot 8           00000000 00000000 00000000 00000000  end\n"
              "  offsets          kept from the draw before\n" ATTRIBUTES);

   again.instance_count = 0;
   CHECK_EQUAL(driver_build_tables(&context, 7, &again, &refusal), 0);
   CHECK_EQUAL(print(&again, &context, text, sizeof text), 0);
   CHECK_TEXT(text, "draw of line 9 on v7: vertices 70, instances 0\n"
                    "  nothing to draw\n");
}

static void
words_that_are_no_record_are_an_error(void)
{
   struct driver_context context = build(7, &draw);
   char text[4096];

   context.tables.records[0] = 0x3F;
   CHECK_EQUAL(print(&draw, &context, text, sizeof text), -EDOM);
   context = build(5, &draw);
   context.tables.instance_id[0] = 0;
   CHECK_EQUAL(print(&draw, &context, text, sizeof text), -EDOM);
   context = build(9, &draw);
   context.tables.attributes[1][0] = 0;
   CHECK_EQUAL(print(&draw, &context, text, sizeof text), -EDOM);
}

int
main(void)
{
   tables_are_printed_decoded();
   id_records_are_printed_decoded();
   pot_divisors_are_printed_decoded();
   valhall_attributes_are_printed_decoded();
   what_is_kept_or_not_drawn_is_told();
   words_that_are_no_record_are_an_error();
   return check_result();
}
