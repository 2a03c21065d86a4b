/* SPDX-License-Identifier: MIT */

#include "harness/sweep.h"

#include "harness/generator.h"
#include "harness/parallel.h"

#include <stdio.h>
#include <stdlib.h>

#define BLOCKS ((uint32_t)(((uint64_t)1 << 32) / SWEEP_BLOCK))

/* Of so many blocks a sample has one, wherever it is. */
#define SAMPLE_STRIDE 1024

/* A worker's part of a sweep. */
struct part {
   sweep_block block;
   struct sweep sweep;
};

void
sweep_mismatch(struct sweep *sweep, uint32_t input)
{
   if (sweep->mismatch_count < SWEEP_MISMATCHES)
      sweep->mismatches[sweep->mismatch_count] = input;
   sweep->mismatch_count++;
}

static void
run_block(uint32_t number, void *state)
{
   struct part *part = state;

   part->block(number * SWEEP_BLOCK, &part->sweep);
   part->sweep.inputs += SWEEP_BLOCK;
}

static int
compare(const void *left, const void *right)
{
   const uint32_t a = *(const uint32_t *)left;
   const uint32_t b = *(const uint32_t *)right;

   return (a > b) - (a < b);
}

static void
add_part(struct sweep *total, const struct sweep *part)
{
   uint64_t listed = part->mismatch_count;
   uint64_t i;

   if (listed > SWEEP_MISMATCHES)
      listed = SWEEP_MISMATCHES;
   for (i = 0; i < listed; i++)
      sweep_mismatch(total, part->mismatches[i]);
   total->mismatch_count += part->mismatch_count - listed;
   total->inputs += part->inputs;
}

void
sweep_all(struct context *context, sweep_block block, struct sweep *total)
{
   struct part parts[WORKERS] = { { 0 } };
   double seconds;
   uint64_t listed;
   uint32_t i;

   for (i = 0; i < WORKERS; i++) {
      parts[i].block = block;
      parts[i].sweep.variant = total->variant;
   }
   seconds = in_parallel(run_block, BLOCKS, parts, sizeof parts[0]);

   total->inputs = 0;
   total->mismatch_count = 0;
   total->mismatches[0] = 0;
   for (i = 0; i < WORKERS; i++)
      add_part(total, &parts[i].sweep);
   listed = total->mismatch_count;
   if (listed > SWEEP_MISMATCHES)
      listed = SWEEP_MISMATCHES;
   qsort(total->mismatches, (size_t)listed, sizeof total->mismatches[0],
         compare);

   printf("# %s: %" PRIu64 " inputs, %" PRIu64 " mismatches, %.1f seconds\n",
          context->test, total->inputs, total->mismatch_count,
          seconds);

   context->checks += total->inputs;
   CHECK_EQUAL(context, total->inputs, (uint64_t)1 << 32,
               "inputs of the sweep");
}

static void
expect_none(struct context *context, const struct sweep *total)
{
   CHECK_EQUAL(context, total->mismatch_count, 0,
               "mismatches, the first for the input %" PRIu32 " (0x%" PRIX32
               ")", total->mismatches[0], total->mismatches[0]);
}

void
sweep_expecting_none(struct context *context, sweep_block block,
                     uint32_t variant)
{
   struct sweep total;

   total.variant = variant;
   sweep_all(context, block, &total);
   expect_none(context, &total);
}

void
sample_expecting_none(struct context *context, sweep_block block,
                      uint32_t variant)
{
   struct generator generator = generator_for(context);
   struct sweep sample = { 0 };
   uint32_t i;

   sample.variant = variant;
   for (i = 0; i < 16; i++)
      block(i * SWEEP_BLOCK, &sample);
   for (; i < 1024; i++)
      block(edge_number(&generator) / SWEEP_BLOCK * SWEEP_BLOCK, &sample);
   /* Another place in each stride, so that its low bits vary. */
   for (i = 0; i < BLOCKS / SAMPLE_STRIDE; i++)
      block((i * SAMPLE_STRIDE + number_below(&generator, SAMPLE_STRIDE)) *
               SWEEP_BLOCK,
            &sample);
   expect_none(context, &sample);
}
