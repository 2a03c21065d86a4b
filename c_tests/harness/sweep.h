/* SPDX-License-Identifier: MIT */

/* All 2^32 inputs of a function. */

#ifndef SWEEP_H
#define SWEEP_H

#include "harness/harness.h"

/* Inputs are handed out in blocks, which suits the batch functions. */
#define SWEEP_BLOCK 4096

/* How many inputs a sweep remembers. */
#define SWEEP_MISMATCHES 4096

struct sweep {
   /* For the block function: which rule or rounding. */
   uint32_t variant;
   uint64_t inputs;
   /* How many inputs gave a mismatch, and the first few of them. */
   uint64_t mismatch_count;
   uint32_t mismatches[SWEEP_MISMATCHES];
};

/*
 * Tries the inputs first to first + SWEEP_BLOCK - 1.  It runs in two threads
 * at once, each with a sweep of its own.
 */
typedef void (*sweep_block)(uint32_t first, struct sweep *sweep);

/* For a sweep_block: remembers an input that gave a mismatch. */
void
sweep_mismatch(struct sweep *sweep, uint32_t input);

/*
 * Runs a block function over all inputs, of the variant that total has, and
 * prints how long that took.  The mismatches come out in ascending order.
 */
void
sweep_all(struct context *context, sweep_block block, struct sweep *total);

/* The same for a sweep in which every mismatch is a failure. */
void
sweep_expecting_none(struct context *context, sweep_block block,
                     uint32_t variant);

/* The same in a short time: of small numbers, and of some at which rules
 * change. */
void
sample_expecting_none(struct context *context, sweep_block block,
                      uint32_t variant);

/* Tests of these. */
#define DEFINE_SWEEP(name, block, variant)                 \
   static void                                             \
   name(struct context *context)                           \
   {                                                       \
      sweep_expecting_none(context, block, variant);       \
   }
#define DEFINE_SAMPLE(name, block, variant)                \
   static void                                             \
   name(struct context *context)                           \
   {                                                       \
      sample_expecting_none(context, block, variant);      \
   }

#endif
