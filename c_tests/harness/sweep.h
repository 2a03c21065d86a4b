/* SPDX-License-Identifier: MIT */

/* Tests a function with all 2^32 inputs. */

#ifndef SWEEP_H
#define SWEEP_H

#include "harness/harness.h"

/* Inputs per call of a block function. */
#define SWEEP_BLOCK 4096

/* The mismatches that a sweep remembers. */
#define SWEEP_MISMATCHES 4096

struct sweep {
   /* The rule or rounding, for the block function. */
   uint32_t variant;
   uint64_t inputs;
   /* Inputs with a mismatch, and the first few of them. */
   uint64_t mismatch_count;
   uint32_t mismatches[SWEEP_MISMATCHES];
};

/*
 * Tries the inputs first to first + SWEEP_BLOCK - 1.  It runs in several
 * threads, each with its own sweep.
 */
typedef void (*sweep_block)(uint32_t first, struct sweep *sweep);

/* For a sweep_block: remembers an input with a mismatch. */
void
sweep_mismatch(struct sweep *sweep, uint32_t input);

/*
 * Runs a block function over all inputs, with the variant in total, and
 * prints the time.  The mismatches are then in ascending order.
 */
void
sweep_all(struct context *context, sweep_block block, struct sweep *total);

/* The same; every mismatch is a failure. */
void
sweep_expecting_none(struct context *context, sweep_block block,
                     uint32_t variant);

/* The same for small numbers, for some at which the rules change, and for an
 * evenly spaced part of all: fast enough for every test run. */
void
sample_expecting_none(struct context *context, sweep_block block,
                      uint32_t variant);

/* Define tests that run these. */
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
