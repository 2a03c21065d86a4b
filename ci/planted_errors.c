/* SPDX-License-Identifier: MIT */

/*
 * planted_errors read|write|leak|shift|uninitialized: one error of each kind
 * of memory or arithmetic error. `./test` checks that its tools report them.
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int
main(int argc, char **argv)
{
   const char *error = argc == 2 ? argv[1] : "";
   /* Volatile: a compiler must not see the errors. */
   char *volatile heap = malloc(16);
   char stack[16];
   volatile size_t behind = 16;
   volatile unsigned bits = 32;
   int status = 0;

   if (strcmp(error, "read") == 0) {
      status = heap[behind];
   } else if (strcmp(error, "write") == 0) {
      memset(stack, 1, behind + 1);
      status = stack[0];
   } else if (strcmp(error, "leak") == 0) {
      heap = NULL;
   } else if (strcmp(error, "shift") == 0) {
      status = (int)(1u << bits);
   } else if (strcmp(error, "uninitialized") == 0) {
      if (heap[0] != 0)
         puts("set");
   }
   free(heap);
   return status;
}
