/* SPDX-License-Identifier: MIT */

/*
 * Memory with a pattern by which one sees afterwards that nothing was
 * written.
 */

#ifndef CANARY_H
#define CANARY_H

#include <stddef.h>

/* Room for an output, with margins that are filled and looked at with it. */
#define CANARY_MARGIN 64
#define GUARDED(type, name)                \
   struct {                                \
      unsigned char before[CANARY_MARGIN]; \
      type value;                          \
      unsigned char after[CANARY_MARGIN];  \
   } name

void
fill_canary(void *memory, size_t size);

/* 1 if the memory is as fill_canary left it. */
int
is_untouched(const void *memory, size_t size);

#endif
