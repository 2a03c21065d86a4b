/* SPDX-License-Identifier: MIT */

/* The only file that needs POSIX, for threads and a clock. */
#define _POSIX_C_SOURCE 200809L

#include "harness/parallel.h"

#include <pthread.h>
#include <time.h>

struct worker {
   parallel_work work;
   uint32_t first_item;
   uint32_t item_count;
   void *state;
};

/* Items alternate between the threads, because later items can be slower. */
static void *
run_worker(void *argument)
{
   const struct worker *worker = argument;
   uint32_t item;

   for (item = worker->first_item; item < worker->item_count; item += WORKERS)
      worker->work(item, worker->state);
   return NULL;
}

static double
seconds(void)
{
   struct timespec now;

   clock_gettime(CLOCK_MONOTONIC, &now);
   return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

double
in_parallel(parallel_work work, uint32_t item_count, void *states,
            size_t state_size)
{
   const double start = seconds();
   struct worker workers[WORKERS];
   pthread_t threads[WORKERS];
   int started[WORKERS];
   uint32_t i;

   for (i = 0; i < WORKERS; i++) {
      workers[i].work = work;
      workers[i].first_item = i;
      workers[i].item_count = item_count;
      workers[i].state = (char *)states + i * state_size;
      started[i] = i > 0 && pthread_create(&threads[i], NULL, run_worker,
                                           &workers[i]) == 0;
   }
   /* This thread is worker 0, and does the work of threads that failed to
    * start. */
   for (i = 0; i < WORKERS; i++) {
      if (!started[i])
         run_worker(&workers[i]);
   }
   for (i = 0; i < WORKERS; i++) {
      if (started[i])
         pthread_join(threads[i], NULL);
   }
   return seconds() - start;
}
