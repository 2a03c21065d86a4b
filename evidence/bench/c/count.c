/* SPDX-License-Identifier: MIT */

/*
 * Calls one subject for a number of inputs, so that an emulator can count its
 * instructions. With `compare` instead of the number, compares it with the
 * plain subject.
 */

#include "loops.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int
main(int argc, char **argv)
{
   const struct subject *subject;
   size_t different;

   if (argc != 4) {
      fprintf(stderr, "usage: count KERNEL SIDE COUNT|compare\n");
      return 2;
   }
   subject = find_subject(argv[1], argv[2]);
   if (subject == NULL)
      return 3;
   if (strcmp(argv[3], "compare") != 0) {
      run_subject(subject, strtoul(argv[3], NULL, 10));
      return 0;
   }
   different = compare(subject, find_subject(argv[1], "plain"),
                       input_count(subject));
   if (different != 0)
      fprintf(stderr, "%s: %zu differences\n", argv[1], different);
   return different != 0;
}
