/* SPDX-License-Identifier: MIT */

/* Prints every table that the hardware would read for a list of draws. */

#include "load.h"
#include "print.h"

#include <stdlib.h>
#include <string.h>

/* An architecture that the library supports, or 0 for any other text. */
static unsigned
parse_architecture(const char *text)
{
   static const struct {
      const char *name;
      unsigned architecture;
   } known[] = {
      { "4", 4 },   { "5", 5 },   { "6", 6 },   { "7", 7 },
      { "9", 9 },   { "10", 10 }, { "11", 11 }, { "12", 12 },
      { "13", 13 }, { "14", 14 },
   };
   size_t i;

   for (i = 0; i < sizeof known / sizeof known[0]; i++) {
      if (strcmp(known[i].name, text) == 0)
         return known[i].architecture;
   }
   return 0;
}

/* Returns false if the draw is refused; the other draws are still printed. */
static bool
print_draw(struct driver_context *context, unsigned architecture,
           const char *path, const struct driver_draw *draw)
{
   struct driver_refusal refusal;

   if (driver_build_tables(context, architecture, draw, &refusal) != 0) {
      /* In its position among the draws. */
      fflush(stdout);
      fprintf(stderr, "%s:%u: the draw is refused", path, draw->line);
      if (refusal.buffer >= 0)
         fprintf(stderr, ", buffer %d", refusal.buffer);
      fprintf(stderr, ": %s\n", refusal.reason);
      return false;
   }
   if (driver_print_tables(stdout, draw, context) != 0) {
      fprintf(stderr, "%s:%u: words that cannot be decoded\n", path,
              draw->line);
      return false;
   }
   return true;
}

int
main(int argc, char **argv)
{
   static struct driver_context context;
   struct driver_draw_list list;
   unsigned architecture;
   bool complete = true;
   size_t i;

   if (argc != 4 || strcmp(argv[1], "--arch") != 0) {
      fprintf(stderr, "usage: %s --arch N FILE\n", argv[0]);
      return EXIT_UNREADABLE;
   }
   architecture = parse_architecture(argv[2]);
   if (architecture == 0) {
      fprintf(stderr, "--arch: \"%s\" is not 4 to 7 or 9 to 14\n",
              argv[2]);
      return EXIT_UNREADABLE;
   }
   if (!driver_load_draws(argv[3], &list))
      return EXIT_UNREADABLE;
   for (i = 0; i < list.count; i++)
      complete &= print_draw(&context, architecture, argv[3],
                             &list.draws[i]);
   driver_free_draws(&list);
   return complete ? EXIT_SUCCESS : EXIT_REFUSED;
}
