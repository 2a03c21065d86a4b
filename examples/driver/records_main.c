/* SPDX-License-Identifier: MIT */

/* Prints the records that the driver's own code builds for a list of draws.
 * Build with and without the library, and compare the output with diff. */

#include "load.h"
#include "records.h"

#include <inttypes.h>
#include <stdlib.h>

static bool
print_records(const struct driver_draw *draw)
{
   bool complete = true;
   unsigned i;

   for (i = 0; i < draw->buffer_count; i++) {
      uint32_t words[DRIVER_MAX_RECORD_WORDS];
      const int count = driver_emit_record(draw, &draw->buffers[i], words);
      int word;

      printf("draw of line %u, buffer %u:", draw->line, i);
      if (count < 0)
         printf(" refused");
      for (word = 0; word < count; word++)
         printf(" %08" PRIx32, words[word]);
      putchar('\n');
      complete &= count > 0;
   }
   return complete;
}

int
main(int argc, char **argv)
{
   struct driver_draw_list list;
   bool complete = true;
   size_t i;

   if (argc != 2) {
      fprintf(stderr, "usage: %s FILE\n", argv[0]);
      return EXIT_UNREADABLE;
   }
   if (!driver_load_draws(argv[1], &list))
      return EXIT_UNREADABLE;
   for (i = 0; i < list.count; i++)
      complete &= print_records(&list.draws[i]);
   driver_free_draws(&list);
   return complete ? EXIT_SUCCESS : EXIT_REFUSED;
}
