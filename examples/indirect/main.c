/* SPDX-License-Identifier: MIT */

/*
 * Many indirect draws whose tables the GPU writes, checked on the CPU.
 *
 *    indirect FOLDER INCLUDE [DRAWS]
 *    indirect --bench FOLDER INCLUDE
 *
 * FOLDER contains indirect.cl, INCLUDE contains dral_device.h. DRAWS defaults
 * to 1,048,576, in batches of 16,384, and each has its table in both shapes.
 * Every word is compared with the result of the library's C interface; the
 * exit status is 0 if all are equal. --bench prints the draws per second of
 * whole batches and of one launch per draw.
 */

#define _POSIX_C_SOURCE 199309L

#include "check.h"
#include "opencl.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define BATCH 16384
#define DRAWS 1048576

/* The number of single launches, and the number of measurements of both. */
#define LAUNCHES 512
#define ROUNDS 101

/* A batch on the CPU. */
struct batch {
   struct scene scene;
   struct indirect_draw draws[BATCH];
   struct indirect_output outputs[BATCH];
};

enum buffer {
   DRAWS_BUFFER,
   STATES_BUFFER,
   INDICES_BUFFER,
   RAW_BUFFERS,
   RANGES_BUFFER,
   RESOLVED_BUFFER,
   OUTPUTS_BUFFER,
   BUFFER_COUNT,
};

enum kernel { SEARCH, RESOLVE, PACK, PATCH, PATCH_ONE, KERNEL_COUNT };

/* The arguments of the kernels. */
static const struct kernel_source {
   const char *name;
   cl_uint count;
   enum buffer arguments[5];
} kernel_sources[KERNEL_COUNT] = {
   { "search", 4,
     { DRAWS_BUFFER, STATES_BUFFER, INDICES_BUFFER, RANGES_BUFFER } },
   { "resolve", 5,
     { DRAWS_BUFFER, STATES_BUFFER, RANGES_BUFFER, RESOLVED_BUFFER,
       OUTPUTS_BUFFER } },
   { "pack", 5,
     { DRAWS_BUFFER, STATES_BUFFER, RAW_BUFFERS, RESOLVED_BUFFER,
       OUTPUTS_BUFFER } },
   { "patch", 4,
     { DRAWS_BUFFER, STATES_BUFFER, RESOLVED_BUFFER, OUTPUTS_BUFFER } },
   { "patch_one", 4,
     { DRAWS_BUFFER, STATES_BUFFER, RANGES_BUFFER, OUTPUTS_BUFFER } },
};

/* The kernels, and a batch on the device. */
struct device {
   struct opencl opencl;
   cl_kernel kernels[KERNEL_COUNT];
   cl_mem buffers[BUFFER_COUNT];
};

static struct device
open_device(const char *folder, const char *include)
{
   char options[8192];
   struct device device;
   unsigned i;

   if (snprintf(options, sizeof options,
                "-cl-std=CL1.2 -Werror -I %s -I %s", folder,
                include) >= (int)sizeof options) {
      fprintf(stderr, "a path is too long\n");
      exit(2);
   }
   device.opencl = opencl_open("indirect.cl", options);
   for (i = 0; i < KERNEL_COUNT; i++)
      device.kernels[i] =
         opencl_kernel(&device.opencl, kernel_sources[i].name);
   return device;
}

static void
load_batch(struct device *device, struct batch *batch)
{
   const struct {
      size_t size;
      const void *contents;
   } sources[BUFFER_COUNT] = {
      { sizeof batch->draws, batch->draws },
      { sizeof batch->scene.states, batch->scene.states },
      { sizeof batch->scene.indices, batch->scene.indices },
      { sizeof batch->scene.buffers, batch->scene.buffers },
      { BATCH * sizeof(struct dral_index_range), NULL },
      { BATCH * sizeof(struct dral_draw), NULL },
      { sizeof batch->outputs, batch->outputs },
   };
   unsigned i, j;

   memset(batch->outputs, UNWRITTEN, sizeof batch->outputs);
   for (i = 0; i < BUFFER_COUNT; i++)
      device->buffers[i] = opencl_buffer(&device->opencl, sources[i].size,
                                         sources[i].contents);
   for (i = 0; i < KERNEL_COUNT; i++) {
      for (j = 0; j < kernel_sources[i].count; j++)
         opencl_set(device->kernels[i], j, sizeof(cl_mem),
                    &device->buffers[kernel_sources[i].arguments[j]]);
   }
}

static void
unload_batch(struct device *device, struct batch *batch)
{
   unsigned i;

   opencl_read(&device->opencl, device->buffers[OUTPUTS_BUFFER],
               batch->outputs, sizeof batch->outputs);
   for (i = 0; i < BUFFER_COUNT; i++)
      clReleaseMemObject(device->buffers[i]);
}

static void
launch(const struct device *device, enum kernel kernel, size_t first,
       size_t count, size_t group)
{
   opencl_enqueue(&device->opencl, device->kernels[kernel], first, count,
                  group);
}

/* A way to build the tables of a batch. */
typedef void way(const struct device *device, int indexed);

/* All draws of a batch in two launches, plus one for indices. */
static void
resolve_batch(const struct device *device, int indexed)
{
   if (indexed)
      launch(device, SEARCH, 0, BATCH * INDIRECT_SEARCHERS,
             INDIRECT_SEARCHERS);
   launch(device, RESOLVE, 0, BATCH, 0);
}

static void
pack_batch(const struct device *device, int indexed)
{
   resolve_batch(device, indexed);
   launch(device, PACK, 0, BATCH, 0);
   opencl_finish(&device->opencl);
}

static void
patch_batch(const struct device *device, int indexed)
{
   resolve_batch(device, indexed);
   launch(device, PATCH, 0, BATCH * INDIRECT_BINDINGS, 0);
   opencl_finish(&device->opencl);
}

/* Draws of a batch one by one: one launch each, plus one for indices. */
static void
patch_one_by_one(const struct device *device, int indexed)
{
   uint32_t i;

   for (i = 0; i < LAUNCHES; i++) {
      if (indexed)
         launch(device, SEARCH, i * INDIRECT_SEARCHERS, INDIRECT_SEARCHERS,
                INDIRECT_SEARCHERS);
      launch(device, PATCH_ONE, i, 1, 0);
   }
   opencl_finish(&device->opencl);
}

static void
compare_batch(struct check *check, const struct batch *batch, uint32_t shape,
              uint32_t count)
{
   uint32_t i;

   for (i = 0; i < count; i++)
      compare_output(check, &batch->scene, shape, &batch->draws[i],
                     &batch->outputs[i]);
}

/* Whether the first draws of a batch have the correct words. */
static void
check_batch(struct check *check, struct device *device, struct batch *batch,
            way *make, uint32_t shape, uint32_t count)
{
   load_batch(device, batch);
   make(device, 1);
   unload_batch(device, batch);
   compare_batch(check, batch, shape, count);
}

static int
check_draws(struct device *device, struct batch *batch,
            struct random_numbers *numbers, uint32_t draws)
{
   struct check packed = { 0 }, pairs = { 0 }, one_by_one = { 0 };
   uint64_t done;
   uint32_t i;

   for (done = 0; done < draws; done += BATCH) {
      random_scene(numbers, &batch->scene);
      for (i = 0; i < BATCH; i++)
         batch->draws[i] = random_draw(numbers, &batch->scene);
      check_batch(&packed, device, batch, pack_batch,
                  DRAL_TABLE_SHAPE_PACKED, BATCH);
      check_batch(&pairs, device, batch, patch_batch, DRAL_TABLE_SHAPE_PAIRS,
                  BATCH);
   }
   check_batch(&one_by_one, device, batch, patch_one_by_one,
               DRAL_TABLE_SHAPE_PAIRS, LAUNCHES);
   printf("%" PRIu64 " draws, %" PRIu32 " skipped; %" PRIu64
          " words packed, %" PRIu64 " in pairs, %" PRIu64 " wrong\n",
          done, pairs.empty + pairs.too_far, packed.words, pairs.words,
          packed.wrong + pairs.wrong);
   return covers_all_kinds(&packed, DRAL_TABLE_SHAPE_PACKED) &&
          covers_all_kinds(&pairs, DRAL_TABLE_SHAPE_PAIRS) &&
          packed.wrong == 0 && pairs.wrong == 0 && one_by_one.wrong == 0;
}

/* Seconds since an arbitrary point in time. */
static double
seconds(clockid_t clock)
{
   struct timespec time;

   clock_gettime(clock, &time);
   return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

/* The time for draws: the best round, and the total CPU time. */
struct cost {
   double least;
   double work;
};

static void
measure(struct cost *cost, const struct device *device, int indexed,
        way *run, uint32_t draws)
{
   const double start = seconds(CLOCK_MONOTONIC);
   const double start_of_work = seconds(CLOCK_PROCESS_CPUTIME_ID);
   double time;

   run(device, indexed);
   time = (seconds(CLOCK_MONOTONIC) - start) / draws;
   if (cost->least == 0 || time < cost->least)
      cost->least = time;
   cost->work += (seconds(CLOCK_PROCESS_CPUTIME_ID) - start_of_work) / draws;
}

/* Fills a batch with valid draws, all with indices or all without. */
static void
fill_for_bench(struct random_numbers *numbers, struct batch *batch,
               int indexed)
{
   struct check ignored = { 0 };
   struct indirect_output output;
   uint32_t i;

   random_scene(numbers, &batch->scene);
   for (i = 0; i < BATCH; i++) {
      struct indirect_draw *draw = &batch->draws[i];

      do {
         *draw = random_draw(numbers, &batch->scene);
         expect_output(&ignored, &batch->scene, DRAL_TABLE_SHAPE_PAIRS, draw,
                       &output);
      } while ((batch->scene.states[draw->state].index_size != 0) != indexed
               || !output.drawn);
   }
}

/*
 * Measures both ways alternately. The best round of each is the one with the
 * least interference from other programs. The words of both are compared.
 */
static int
bench(struct device *device, struct batch *batch,
      struct random_numbers *numbers, int indexed)
{
   struct check check = { 0 };
   struct cost at_once = { 0, 0 };
   struct cost one_by_one = { 0, 0 };
   uint32_t i;

   fill_for_bench(numbers, batch, indexed);
   load_batch(device, batch);
   patch_one_by_one(device, indexed);
   unload_batch(device, batch);
   compare_batch(&check, batch, DRAL_TABLE_SHAPE_PAIRS, LAUNCHES);
   load_batch(device, batch);
   patch_batch(device, indexed);
   for (i = 0; i < ROUNDS; i++) {
      measure(&at_once, device, indexed, patch_batch, BATCH);
      measure(&one_by_one, device, indexed, patch_one_by_one, LAUNCHES);
   }
   unload_batch(device, batch);
   compare_batch(&check, batch, DRAL_TABLE_SHAPE_PAIRS, BATCH);
   printf("| %s | %.0f | %.0f | %.1fx | %.1fx |\n",
          indexed ? "with indices" : "without indices", 1 / at_once.least,
          1 / one_by_one.least, one_by_one.least / at_once.least,
          one_by_one.work / at_once.work);
   return check.wrong == 0;
}

int
main(int argc, char **argv)
{
   static struct batch batch;
   struct random_numbers numbers = { 0 };
   const int is_bench = argc == 4 && strcmp(argv[1], "--bench") == 0;
   const unsigned long long draws =
      argc == 4 && !is_bench ? strtoull(argv[3], NULL, 10) : DRAWS;
   struct device device;
   int result;

   if (argc < 3 || argc > 4 || draws == 0 || draws > UINT32_MAX) {
      fprintf(stderr, "usage: indirect FOLDER INCLUDE [DRAWS]\n"
                      "       indirect --bench FOLDER INCLUDE\n");
      return 2;
   }
   device = open_device(argv[1 + is_bench], argv[2 + is_bench]);
   if (is_bench) {
      printf("| draws | per second, all at once | a launch for each "
             "| ratio | in processor time |\n|---|---|---|---|---|\n");
      result = bench(&device, &batch, &numbers, 0);
      result = bench(&device, &batch, &numbers, 1) && result;
   } else {
      result = check_draws(&device, &batch, &numbers, (uint32_t)draws);
   }
   return !result;
}
