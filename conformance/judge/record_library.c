/* SPDX-License-Identifier: MIT */

/* The recorder in a program that `judge run` started: a library that is
 * preloaded, so that it sees system calls, and that is the Vulkan driver. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "memory.h"
#include "record.h"

static void
on_work(const struct work *work)
{
   record_work(work, true);
}

static void __attribute__((constructor))
begin(void)
{
   const char *counts = getenv("JUDGE_COUNTS");
   const char *plant = getenv("JUDGE_PLANT");
   const char *gpu = getenv("PAN_GPU_ID");

   record_driver = getenv("JUDGE_DRIVER");
   if (!counts || !record_driver || !gpu) {
      fputs("judge: start the program with: judge run\n", stderr);
      exit(2);
   }
   record_counts = mmap(NULL, sizeof(*record_counts), PROT_READ | PROT_WRITE,
                        MAP_SHARED, atoi(counts), 0);
   if (record_counts == MAP_FAILED) {
      perror("judge: counts");
      exit(2);
   }
   for (uint32_t i = 1; plant && i < RECORD_PLANTS; i++) {
      if (strcmp(plant, record_plants[i]) == 0)
         record_plant = i;
   }
   record_set_gpu(gpu);
   memory_submitted = on_work;
}
