/* SPDX-License-Identifier: MIT */

/*
 * A pattern in memory that shows later whether anything was written there.
 */

#ifndef CANARY_H
#define CANARY_H

#include <stddef.h>

void
fill_canary(void *memory, size_t size);

/* 1 if the memory is as fill_canary left it. */
int
is_untouched(const void *memory, size_t size);

#endif
