/* SPDX-License-Identifier: MIT */

/* The one file that needs POSIX: for threads and for a clock. */
#define _POSIX_C_SOURCE 200809L

#include "sweep.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define THREADS 2
#define BLOCKS ((uint32_t)(((uint64_t)1 << 32) / SWEEP_BLOCK))

struct part {
   sweep_block block;
   uint32_t first_block;
   struct sweep sweep;
};

void
sweep_mismatch(struct sweep *sweep, uint32_t input)
{
   if (sweep->mismatch_count < SWEEP_MISMATCHES)
      sweep->mismatches[sweep->mismatch_count] = input;
   sweep->mismatch_count++;
}

/* The threads take turns: large inputs can be slower than small ones. */
static void *
run_part(void *argument)
{
   struct part *part = argument;
   uint32_t i;

   for (i = part->first_block; i < BLOCKS; i += THREADS) {
      part->block(i * SWEEP_BLOCK, &part->sweep);
      part->sweep.inputs += SWEEP_BLOCK;
   }
   return NULL;
}

static double
seconds(void)
{
   struct timespec now;

   clock_gettime(CLOCK_MONOTONIC, &now);
   return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
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
   const double start = seconds();
   struct part parts[THREADS] = { { 0 } };
   pthread_t threads[THREADS];
   int started[THREADS];
   uint64_t listed;
   uint32_t i;

   for (i = 0; i < THREADS; i++) {
      parts[i].block = block;
      parts[i].first_block = i;
      started[i] = i > 0 && pthread_create(&threads[i], NULL, run_part,
                                           &parts[i]) == 0;
   }
   /* This thread does the first part, and what got no thread of its own. */
   for (i = 0; i < THREADS; i++) {
      if (!started[i])
         run_part(&parts[i]);
   }
   for (i = 0; i < THREADS; i++) {
      if (started[i])
         pthread_join(threads[i], NULL);
   }

   total->inputs = 0;
   total->mismatch_count = 0;
   total->mismatches[0] = 0;
   for (i = 0; i < THREADS; i++)
      add_part(total, &parts[i].sweep);
   listed = total->mismatch_count;
   if (listed > SWEEP_MISMATCHES)
      listed = SWEEP_MISMATCHES;
   qsort(total->mismatches, (size_t)listed, sizeof total->mismatches[0],
         compare);

   printf("%s: %" PRIu64 " inputs, %" PRIu64 " mismatches, %.1f seconds\n",
          context->test, total->inputs, total->mismatch_count,
          seconds() - start);

   context->checks += total->inputs;
   CHECK_EQUAL(context, total->inputs, (uint64_t)1 << 32,
               "inputs of the sweep");
}

void
sweep_expecting_none(struct context *context, sweep_block block)
{
   struct sweep total;

   sweep_all(context, block, &total);
   CHECK_EQUAL(context, total.mismatch_count, 0,
               "mismatches, the first for the input %" PRIu32 " (0x%" PRIX32
               ")", total.mismatches[0], total.mismatches[0]);
}
