/* SPDX-License-Identifier: MIT */

#include "harness/canary.h"

#include <string.h>

/* No valid descriptor, flag, count or version is made of these. */
#define PATTERN 0xA5

void
fill_canary(void *memory, size_t size)
{
   memset(memory, PATTERN, size);
}

int
is_untouched(const void *memory, size_t size)
{
   const unsigned char *bytes = memory;
   size_t i;

   for (i = 0; i < size; i++) {
      if (bytes[i] != PATTERN)
         return 0;
   }
   return 1;
}
