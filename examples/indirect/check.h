/* SPDX-License-Identifier: MIT */

/*
 * Compares what the kernels wrote with the library's result for the same
 * draw.
 */

#ifndef CHECK_H
#define CHECK_H

#include "draws.h"

#include <stddef.h>

/* The byte that fills an output before the GPU writes it. */
#define UNWRITTEN 0xA5

struct check {
   uint64_t words;
   uint64_t wrong;
   /* Draws by property; a draw can count more than once. */
   uint32_t drawn;
   uint32_t empty;
   uint32_t too_far;
   /* By index size, 1, 2 and 4 bytes; 0 without indices. */
   uint32_t index_sizes[5];
   /* With a restart index that is skipped, and one used as an index. */
   uint32_t restarts;
   uint32_t no_restarts;
   uint32_t beyond;
   /* The number of records of each type; 0 for unused buffers. */
   uint32_t records[5];
};

/* Computes the output of the library for a draw with a table of a shape.
 * Returns the number of words that are specified. */
size_t
expect_output(struct check *check, const struct scene *scene, uint32_t shape,
              const struct indirect_draw *draw,
              struct indirect_output *output);

/* Compares every word of an output, and prints the first few wrong ones. */
void
compare_output(struct check *check, const struct scene *scene, uint32_t shape,
               const struct indirect_draw *draw,
               const struct indirect_output *actual);

/* Checks that all kinds of draws occurred; otherwise equal words prove
 * little. */
int
covers_all_kinds(const struct check *check, uint32_t shape);

#endif
