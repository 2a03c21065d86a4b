/* SPDX-License-Identifier: MIT */

/*
 * Calls one subject for a number of inputs, so that an emulator can count its
 * instructions. With `compare` instead of the number, compares it with the
 * plain subject.
 */

#include "loops.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int
report_comparison(const struct subject *subject)
{
   const struct subject *plain = find_subject(subject->kernel, "plain");
   size_t count;
   const uint32_t *numbers = inputs_of(subject, &count);
   const struct comparison comparison =
      compare(subject, plain, numbers, count);

   if (comparison.calls == 0 || comparison.different != 0) {
      fprintf(stderr, "%s: %" PRIu64 " differences in %" PRIu64 " calls\n",
              subject->kernel, comparison.different, comparison.calls);
      return 1;
   }
   return 0;
}

int
main(int argc, char **argv)
{
   static struct outputs outputs;
   const struct subject *subject;
   const uint32_t *numbers;
   size_t count;

   if (argc != 4) {
      fprintf(stderr, "usage: count KERNEL SIDE COUNT|compare\n");
      return 2;
   }
   subject = find_subject(argv[1], argv[2]);
   if (subject == NULL)
      return 3;
   if (strcmp(argv[3], "compare") == 0)
      return report_comparison(subject);
   numbers = inputs_of(subject, &count);
   count = strtoul(argv[3], NULL, 10);
   subject->run(subject, numbers, 0, count, &outputs);
   return 0;
}
