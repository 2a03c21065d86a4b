/* SPDX-License-Identifier: MIT */

/* Long work in several threads. */

#ifndef PARALLEL_H
#define PARALLEL_H

#include <stddef.h>
#include <stdint.h>

/* Workers of a run, each with its own thread and state. */
#define WORKERS 2

/* Does one item, counted from 0, and stores its result in the state. */
typedef void (*parallel_work)(uint32_t item, void *state);

/*
 * Does all items.  states is an array of WORKERS elements, each state_size
 * bytes long.  Returns the time in seconds.
 */
double
in_parallel(parallel_work work, uint32_t item_count, void *states,
            size_t state_size);

#endif
