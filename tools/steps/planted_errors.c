/* SPDX-License-Identifier: MIT */

/*
 * One error of each kind of memory or arithmetic error: `./test` checks that
 * its tools report them.
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Reads one element after an array on the heap. */
static int
read_behind(void)
{
   int *array = calloc(4, sizeof array[0]);
   volatile size_t behind = 4;
   int value = array[behind];

   free(array);
   return value;
}

/* Writes one byte after an array on the stack. */
static int
write_behind(void)
{
   char array[16];
   volatile size_t size = sizeof array + 1;

   memset(array, 1, size);
   return array[0];
}

static int
leak(void)
{
   void *volatile memory = malloc(64);
   const int has_memory = memory != NULL;

   memory = NULL;
   return has_memory ? 0 : 2;
}

static int
shift_by_width(void)
{
   volatile unsigned bits = 32;

   return (int)(1u << bits);
}

static int
branch_on_uninitialized(void)
{
   int *memory = malloc(sizeof *memory);
   const int is_set = *memory != 0;

   free(memory);
   if (is_set)
      puts("set");
   return 0;
}

int
main(int argc, char **argv)
{
   const char *error = argc == 2 ? argv[1] : "";

   if (strcmp(error, "read") == 0)
      return read_behind();
   if (strcmp(error, "write") == 0)
      return write_behind();
   if (strcmp(error, "leak") == 0)
      return leak();
   if (strcmp(error, "shift") == 0)
      return shift_by_width();
   if (strcmp(error, "uninitialized") == 0)
      return branch_on_uninitialized();
   fprintf(stderr, "planted_errors read|write|leak|shift|uninitialized\n");
   return 2;
}
