/* SPDX-License-Identifier: MIT */

/* Long work in two threads. */

#ifndef PARALLEL_H
#define PARALLEL_H

#include <stddef.h>
#include <stdint.h>

/* The workers of one run, each with a thread and a state of its own. */
#define WORKERS 2

/* Does the item of that number, from 0, and notes what comes of it. */
typedef void (*parallel_work)(uint32_t item, void *state);

/*
 * Does all items; states is an array of WORKERS states of that size.  The
 * result is how many seconds that took.
 */
double
in_parallel(parallel_work work, uint32_t item_count, void *states,
            size_t state_size);

#endif
