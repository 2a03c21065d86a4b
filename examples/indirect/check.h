/* SPDX-License-Identifier: MIT */

/*
 * Compares what the GPU wrote with the library's result for the same draw.
 */

#ifndef CHECK_H
#define CHECK_H

#include "indirect.h"

#include <stdint.h>

/* The byte that fills an output before the GPU writes it. */
#define UNWRITTEN 0xA5

struct check {
   uint64_t words;
   uint64_t wrong;
   /* Draws that are refused or empty. */
   uint32_t skipped;
   /* The number of records of each type. */
   uint32_t records[5];
};

/* Compares every word of an output, and prints the first few wrong ones. */
void
check_output(struct check *check, const struct indirect_command *command,
             const struct indirect_state *state,
             const struct indirect_output *output);

#endif
