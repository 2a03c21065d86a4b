/* SPDX-License-Identifier: MIT */

/*
 * Many indirect draws in PanVK's shape, patched by the GPU and checked on the
 * CPU.
 *
 *    patch FOLDER INCLUDE [DRAWS [SEED]]
 *    patch --bench FOLDER INCLUDE
 *
 * FOLDER contains patch.cl, INCLUDE contains dral_device.h. DRAWS defaults to
 * 1,048,576, in batches of 16,384. Every word is compared with the result of
 * the library's C interface; the exit status is 0 if all are equal. --bench
 * prints the draws per second of whole batches and of one launch per draw.
 */

#define _POSIX_C_SOURCE 199309L

#include "opencl.h"
#include "patch_check.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define BATCH 16384
#define DRAWS 1048576

/* How many are launched one by one, and how many times both are measured. */
#define LAUNCHES 512
#define ROUNDS 101

/* A batch on the CPU. */
struct batch {
   struct patch_scene scene;
   struct patch_draw draws[BATCH];
   struct patch_output outputs[BATCH];
};

/* The kernels, and a batch on the device. */
struct patcher {
   struct opencl opencl;
   cl_program program;
   cl_kernel search;
   cl_kernel resolve;
   cl_kernel patch;
   cl_kernel patch_one;
   cl_mem draws;
   cl_mem states;
   cl_mem indices;
   cl_mem ranges;
   cl_mem resolved;
   cl_mem outputs;
};

static void
set_buffers(cl_kernel kernel, const cl_mem *buffers, cl_uint count)
{
   cl_uint i;

   for (i = 0; i < count; i++)
      opencl_set_buffer(kernel, i, buffers[i]);
}

static struct patcher
open_patcher(const char *folder, const char *include)
{
   char path[4096];
   char options[8192];
   struct patcher patcher;

   snprintf(path, sizeof path, "%s/patch.cl", folder);
   if (snprintf(options, sizeof options,
                "-cl-std=CL1.2 -Werror -I %s -I %s", folder,
                include) >= (int)sizeof options) {
      fprintf(stderr, "a path is too long\n");
      exit(2);
   }
   patcher.opencl = opencl_open();
   patcher.program = opencl_build(&patcher.opencl, path, options);
   patcher.search = opencl_kernel(patcher.program, "search");
   patcher.resolve = opencl_kernel(patcher.program, "resolve");
   patcher.patch = opencl_kernel(patcher.program, "patch");
   patcher.patch_one = opencl_kernel(patcher.program, "patch_one");
   return patcher;
}

static void
close_patcher(struct patcher *patcher)
{
   clReleaseKernel(patcher->search);
   clReleaseKernel(patcher->resolve);
   clReleaseKernel(patcher->patch);
   clReleaseKernel(patcher->patch_one);
   clReleaseProgram(patcher->program);
   opencl_close(&patcher->opencl);
}

static void
load_batch(struct patcher *patcher, struct batch *batch)
{
   const struct opencl *opencl = &patcher->opencl;

   memset(batch->outputs, UNWRITTEN, sizeof batch->outputs);
   patcher->draws = opencl_buffer(opencl, sizeof batch->draws, batch->draws);
   patcher->states = opencl_buffer(opencl, sizeof batch->scene.states,
                                   batch->scene.states);
   patcher->indices = opencl_buffer(opencl, sizeof batch->scene.indices,
                                    batch->scene.indices);
   patcher->ranges = opencl_buffer(
      opencl, BATCH * sizeof(struct dral_index_range), NULL);
   patcher->resolved = opencl_buffer(
      opencl, BATCH * sizeof(struct dral_resolved_draw), NULL);
   patcher->outputs = opencl_buffer(opencl, sizeof batch->outputs,
                                    batch->outputs);
   {
      const cl_mem of_search[] = { patcher->draws, patcher->states,
                                   patcher->indices, patcher->ranges };
      const cl_mem of_resolve[] = { patcher->draws, patcher->states,
                                    patcher->ranges, patcher->resolved,
                                    patcher->outputs };
      const cl_mem of_patch[] = { patcher->draws, patcher->states,
                                  patcher->resolved, patcher->outputs };
      const cl_mem of_patch_one[] = { patcher->draws, patcher->states,
                                      patcher->ranges, patcher->outputs };

      set_buffers(patcher->search, of_search, 4);
      set_buffers(patcher->resolve, of_resolve, 5);
      set_buffers(patcher->patch, of_patch, 4);
      set_buffers(patcher->patch_one, of_patch_one, 4);
   }
}

static void
unload_batch(struct patcher *patcher, struct batch *batch)
{
   opencl_read(&patcher->opencl, patcher->outputs, batch->outputs,
               sizeof batch->outputs);
   clReleaseMemObject(patcher->draws);
   clReleaseMemObject(patcher->states);
   clReleaseMemObject(patcher->indices);
   clReleaseMemObject(patcher->ranges);
   clReleaseMemObject(patcher->resolved);
   clReleaseMemObject(patcher->outputs);
}

/* All draws of a batch in two launches, plus one for indices. */
static void
patch_batch(const struct patcher *patcher, int indexed)
{
   if (indexed)
      opencl_enqueue(&patcher->opencl, patcher->search, 0,
                     BATCH * PATCH_SEARCHERS, PATCH_SEARCHERS);
   opencl_enqueue(&patcher->opencl, patcher->resolve, 0, BATCH, 0);
   opencl_enqueue(&patcher->opencl, patcher->patch, 0,
                  BATCH * PATCH_BINDINGS, 0);
   opencl_finish(&patcher->opencl);
}

/* Draws of a batch one by one: a launch each, plus one for indices. */
static void
patch_one_by_one(const struct patcher *patcher, int indexed)
{
   uint32_t i;

   for (i = 0; i < LAUNCHES; i++) {
      if (indexed)
         opencl_enqueue(&patcher->opencl, patcher->search,
                        i * PATCH_SEARCHERS, PATCH_SEARCHERS,
                        PATCH_SEARCHERS);
      opencl_enqueue(&patcher->opencl, patcher->patch_one, i, 1, 0);
   }
   opencl_finish(&patcher->opencl);
}

static void
compare_batch(struct patch_check *check, const struct batch *batch,
              uint32_t count)
{
   uint32_t i;

   for (i = 0; i < count; i++)
      patch_compare(check, &batch->scene, &batch->draws[i],
                    &batch->outputs[i]);
}

/* Whether draws launched one by one have the correct words. */
static int
check_one_by_one(struct patcher *patcher, struct batch *batch, int indexed)
{
   struct patch_check check = { 0 };

   load_batch(patcher, batch);
   patch_one_by_one(patcher, indexed);
   unload_batch(patcher, batch);
   compare_batch(&check, batch, LAUNCHES);
   return check.wrong == 0;
}

static int
check_draws(struct patcher *patcher, struct batch *batch,
            struct random_numbers *numbers, uint32_t draws)
{
   struct patch_check check = { 0 };
   uint64_t done;
   uint32_t i;

   for (done = 0; done < draws; done += BATCH) {
      random_scene(numbers, &batch->scene);
      for (i = 0; i < BATCH; i++)
         batch->draws[i] = random_draw(numbers, &batch->scene,
                                       random_below(numbers, PATCH_STATES));
      load_batch(patcher, batch);
      patch_batch(patcher, 1);
      unload_batch(patcher, batch);
      compare_batch(&check, batch, BATCH);
   }
   printf("%" PRIu64 " draws, %" PRIu32 " skipped; %" PRIu64 " words, %"
          PRIu64 " wrong\n", done, check.empty + check.too_far, check.words,
          check.wrong);
   return patch_is_telling(&check) && check.wrong == 0 &&
          check_one_by_one(patcher, batch, 1);
}

/* Seconds since an arbitrary point in time. */
static double
seconds(clockid_t clock)
{
   struct timespec time;

   clock_gettime(clock, &time);
   return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

/* The time for draws: that of the best round, and the total CPU time. */
struct cost {
   double least;
   double work;
};

static void
measure(struct cost *cost, const struct patcher *patcher, int indexed,
        void (*run)(const struct patcher *patcher, int indexed),
        uint32_t draws)
{
   const double start = seconds(CLOCK_MONOTONIC);
   const double start_of_work = seconds(CLOCK_PROCESS_CPUTIME_ID);
   double time;

   run(patcher, indexed);
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
   struct patch_check ignored = { 0 };
   struct patch_output output;
   uint32_t i;

   random_scene(numbers, &batch->scene);
   for (i = 0; i < BATCH; i++) {
      uint32_t state;

      do {
         state = random_below(numbers, PATCH_STATES);
         batch->draws[i] = random_draw(numbers, &batch->scene, state);
      } while ((batch->scene.states[state].index_size != 0) != indexed ||
               !patch_expect(&ignored, &batch->scene, &batch->draws[i],
                             &output));
   }
}

/*
 * Measures both ways alternately. The best round of each is the one with the
 * least interference from other programs. The words of both are compared.
 */
static int
bench(struct patcher *patcher, struct batch *batch,
      struct random_numbers *numbers, int indexed)
{
   struct patch_check check = { 0 };
   struct cost at_once = { 0, 0 };
   struct cost one_by_one = { 0, 0 };
   uint32_t i;

   fill_for_bench(numbers, batch, indexed);
   if (!check_one_by_one(patcher, batch, indexed))
      return 0;
   load_batch(patcher, batch);
   patch_batch(patcher, indexed);
   for (i = 0; i < ROUNDS; i++) {
      measure(&at_once, patcher, indexed, patch_batch, BATCH);
      measure(&one_by_one, patcher, indexed, patch_one_by_one, LAUNCHES);
   }
   unload_batch(patcher, batch);
   compare_batch(&check, batch, BATCH);
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
   const int is_bench = argc > 1 && strcmp(argv[1], "--bench") == 0;
   struct patcher patcher;
   uint32_t draws = DRAWS;
   int result;

   if (argc < 3 + is_bench || argc > (is_bench ? 4 : 5)) {
      fprintf(stderr, "usage: patch FOLDER INCLUDE [DRAWS [SEED]]\n"
                      "       patch --bench FOLDER INCLUDE\n");
      return 2;
   }
   if (!is_bench && argc > 3)
      draws = (uint32_t)strtoul(argv[3], NULL, 10);
   if (!is_bench && argc > 4)
      numbers.state = strtoull(argv[4], NULL, 10);
   if (draws == 0) {
      fprintf(stderr, "no draws\n");
      return 2;
   }
   patcher = open_patcher(argv[1 + is_bench], argv[2 + is_bench]);
   if (is_bench) {
      printf("| draws | per second, all at once | a launch for each "
             "| ratio | in processor time |\n|---|---|---|---|---|\n");
      result = bench(&patcher, &batch, &numbers, 0);
      result = bench(&patcher, &batch, &numbers, 1) && result;
   } else {
      result = check_draws(&patcher, &batch, &numbers, draws);
   }
   close_patcher(&patcher);
   return !result;
}
