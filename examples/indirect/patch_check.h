/* SPDX-License-Identifier: MIT */

/*
 * Compares what the kernels of patch.cl wrote with the library's result for
 * the same draw.
 */

#ifndef PATCH_CHECK_H
#define PATCH_CHECK_H

#include "patch_draws.h"

/* The byte that fills an output before the GPU writes it. */
#define UNWRITTEN 0xA5

struct patch_check {
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

/* The library's output for a draw: drawn or not. */
int
patch_expect(struct patch_check *check, const struct patch_scene *scene,
             const struct patch_draw *draw, struct patch_output *output);

/* Compares every word of an output, and prints the first few wrong ones. */
void
patch_compare(struct patch_check *check, const struct patch_scene *scene,
              const struct patch_draw *draw,
              const struct patch_output *actual);

/* All kinds of draws occurred; otherwise equal words prove little. */
int
patch_is_telling(const struct patch_check *check);

#endif
