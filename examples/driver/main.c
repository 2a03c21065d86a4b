/* SPDX-License-Identifier: MIT */

/* Prints what the hardware reads for a few draws: the records by the driver's
 * own code or, with an architecture such as 7, all tables by the library.
 * Built with and without the library, it prints the same records. */

#include "driver.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static const struct driver_draw draws[] = {
   /* Positions per vertex, a color for every third instance, one matrix for
    * all. */
   { .vertex_count = 70, .instance_count = 100, .vertices_per_primitive = 3,
     .buffer_count = 3,
     .buffers = {
        { .address = 0x10000, .size = 1120, .stride = 16 },
        { .address = 0x20000, .size = 408, .stride = 12,
          .per_instance = true, .divisor = 3 },
        { .address = 0x30000, .size = 64, .stride = 64,
          .per_instance = true },
     } },
   /* One vertex; floating point is wrong for this divisor. */
   { .vertex_count = 1, .instance_count = 0xFFFFFFFF,
     .vertices_per_primitive = 1, .buffer_count = 1,
     .buffers = { { .address = 0x60000, .size = 65536, .stride = 4,
                    .per_instance = true, .divisor = 4971027 } } },
   /* A 32-bit product wraps: 72 * 59652324 is 2^32 + 32. */
   { .vertex_count = 70, .instance_count = 1000, .vertices_per_primitive = 3,
     .buffer_count = 1,
     .buffers = { { .address = 0x70000, .size = 65536, .stride = 4,
                    .per_instance = true, .divisor = 59652324 } } },
   /* The same buffers and padded count: the table is kept. */
   { .vertex_count = 71, .instance_count = 50, .vertices_per_primitive = 3,
     .same_buffers = true, .buffer_count = 1,
     .buffers = { { .address = 0x70000, .size = 65536, .stride = 4,
                    .per_instance = true, .divisor = 59652324 } } },
};

static void
print_words(const char *what, unsigned index, const uint32_t *words,
            size_t count)
{
   size_t i;

   printf("  %s %u:", what, index);
   for (i = 0; i < count; i++)
      printf(" %08" PRIx32, words[i]);
   putchar('\n');
}

static bool
print_records(const struct driver_draw *draw)
{
   bool complete = true;
   unsigned i;

   for (i = 0; i < draw->buffer_count; i++) {
      uint32_t words[DRIVER_MAX_RECORD_WORDS];
      const int count = driver_emit_record(draw, &draw->buffers[i], words);

      print_words("buffer", i, words, count > 0 ? (size_t)count : 0);
      complete &= count > 0;
   }
   return complete;
}

#ifdef HAVE_DRAL
static bool
print_tables(unsigned architecture, const struct driver_draw *draw)
{
   static struct driver_context context;
   const struct driver_tables *tables = &context.tables;
   const int error = driver_build_tables(&context, architecture, draw);
   const struct driver_table *table = &context.table_memory[tables->table];
   const struct driver_descriptors *descriptors =
      &context.descriptor_memory[tables->descriptors];
   unsigned i;

   if (error != 0) {
      printf("  refused: %s\n", dral_error_text(error));
      return false;
   }
   if (architecture >= 9) {
      for (i = 0; i < draw->buffer_count; i++)
         print_words("attribute", i, tables->attributes[i], 8);
      return true;
   }
   printf("  padded count %" PRIu32 ", instance size %02" PRIx32 "\n",
          tables->draw.padded_count, tables->draw.instance_size_byte);
   print_words("invocation", 0, tables->draw.invocation, 2);
   for (i = 0; i < table->record_words / 4; i++)
      print_words(tables->new_words & DRAL_WORDS_TABLE ? "slot" : "kept slot",
                  i, &table->records[4 * i], 4);
   for (i = 0; i < draw->buffer_count; i++)
      print_words(tables->new_words & DRAL_WORDS_ATTRIBUTES
                     ? "attribute" : "kept attribute",
                  i, descriptors->attributes[i], 2);
   return true;
}
#else
static bool
print_tables(unsigned architecture, const struct driver_draw *draw)
{
   (void)architecture, (void)draw;
   printf("  no tables without the library\n");
   return false;
}
#endif

int
main(int argc, char **argv)
{
   bool complete = true;
   unsigned i;

   for (i = 0; i < sizeof draws / sizeof draws[0]; i++) {
      printf("draw %u\n", i);
      complete &= argc > 1 ? print_tables((unsigned)atoi(argv[1]), &draws[i])
                           : print_records(&draws[i]);
   }
   return complete ? EXIT_SUCCESS : EXIT_FAILURE;
}
