/* SPDX-License-Identifier: MIT */

/*
 * What the GPU wrote beside what the library makes of the same draw.
 */

#ifndef CHECK_H
#define CHECK_H

#include "indirect.h"

#include <stdint.h>

/* What an output is filled with before the GPU writes. */
#define UNWRITTEN 0xA5

struct check {
   uint64_t words;
   uint64_t wrong;
   /* Draws that are refused or empty. */
   uint32_t skipped;
   /* How many records there were of each type. */
   uint32_t records[5];
};

/* Compares every word of an output; the first few wrong ones are printed. */
void
check_output(struct check *check, const struct indirect_command *command,
             const struct indirect_state *state,
             const struct indirect_output *output);

#endif
