/* SPDX-License-Identifier: MIT */

/*
 * What the kernels of patch.cl wrote beside what the library makes of the
 * same draw.
 */

#ifndef PATCH_CHECK_H
#define PATCH_CHECK_H

#include "patch_draws.h"

/* What an output is filled with before the GPU writes. */
#define UNWRITTEN 0xA5

struct patch_check {
   uint64_t words;
   uint64_t wrong;
   /* Draws by what they say: their sum is more than all of them. */
   uint32_t drawn;
   uint32_t empty;
   uint32_t too_far;
   /* With indices of 1, 2 and 4 bytes, by that; 0 without. */
   uint32_t index_sizes[5];
   /* With a restart index that is skipped, and that is an index. */
   uint32_t restarts;
   uint32_t no_restarts;
   uint32_t beyond;
   /* How many records there were of each type; 0 of unused buffers. */
   uint32_t records[5];
};

/* The library's output of a draw: drawn or not. */
int
patch_expect(struct patch_check *check, const struct patch_scene *scene,
             const struct patch_draw *draw, struct patch_output *output);

/* Compares every word of an output; the first few wrong ones are printed. */
void
patch_compare(struct patch_check *check, const struct patch_scene *scene,
              const struct patch_draw *draw,
              const struct patch_output *actual);

/* Draws of all kinds were there: else equal words say little. */
int
patch_is_telling(const struct patch_check *check);

#endif
