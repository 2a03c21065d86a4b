/* SPDX-License-Identifier: MIT */

/*
 * dral_device.h and dral_panfrost.h as OpenCL C, against the library: kernels
 * compute, and the host compares every word, for all 2^32 numbers, for random
 * draws and for the draws of a driver.
 *
 *    device_tests OPTIONS [BATCHES]
 *
 * OPTIONS are for the OpenCL compiler; kernels.cl is found as an
 * include. BATCHES ends each sweep after this many batches of 2^22 numbers.
 * Results are TAP.
 */

#include "device/check.h"
#include "dral.h"
#include "numbers.h"
#include "opencl.h"
#include "harness/generator.h"
#include "harness/parallel.h"
#include "reference/reference.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BATCH ((uint32_t)1 << 22)
#define BATCHES ((uint32_t)(((uint64_t)1 << 32) / BATCH))
#define PIECE 4096

static struct opencl opencl;
static uint32_t batches = BATCHES;

/* Memory, or the end of the program. */
static void *
allocate(size_t size)
{
   void *const memory = malloc(size);

   if (memory == NULL) {
      fprintf(stderr, "no memory\n");
      exit(2);
   }
   return memory;
}

/*
 * A sweep: a kernel makes results of a batch of numbers while the host
 * makes the library's.
 */
struct number_sweep {
   const char *kernel;
   size_t result_size;
   /* Writes the library's results of PIECE numbers. */
   void (*expect)(uint32_t first, uint32_t count, void *results);
};

/* A batch for the threads that make the library's results. */
struct batch {
   const struct number_sweep *sweep;
   uint32_t first;
   char *expected;
};

static void
expect_piece(uint32_t piece, void *state)
{
   const struct batch *batch = state;

   batch->sweep->expect(
      batch->first + piece * PIECE, PIECE,
      batch->expected + (size_t)piece * PIECE * batch->sweep->result_size);
}

static void
compare_batch(struct context *context, const struct batch *batch,
              const char *actual)
{
   const size_t size = batch->sweep->result_size;
   uint32_t i;

   context->checks += BATCH;
   if (memcmp(actual, batch->expected, BATCH * size) == 0)
      return;
   for (i = 0; i < BATCH; i++)
      CHECK(context, memcmp(actual + i * size, batch->expected + i * size,
                            size) == 0,
            "%s of %" PRIu32, batch->sweep->kernel, batch->first + i);
}

static void
sweep_numbers(struct context *context, const struct number_sweep *sweep)
{
   const size_t size = BATCH * sweep->result_size;
   cl_kernel kernel = opencl_kernel(&opencl, sweep->kernel);
   cl_mem results = opencl_buffer(&opencl, size, NULL);
   char *actual = allocate(size);
   struct batch states[WORKERS];
   uint32_t number;
   uint32_t i;

   states[0].sweep = sweep;
   states[0].expected = allocate(size);
   opencl_set(kernel, 1, sizeof results, &results);
   for (number = 0; number < batches; number++) {
      states[0].first = number * BATCH;
      opencl_set(kernel, 0, sizeof states[0].first, &states[0].first);
      opencl_run(&opencl, kernel, BATCH);
      for (i = 1; i < WORKERS; i++)
         states[i] = states[0];
      in_parallel(expect_piece, BATCH / PIECE, states, sizeof states[0]);
      opencl_read(&opencl, results, actual, size);
      compare_batch(context, &states[0], actual);
   }
   printf("%s, %s: %" PRIu64 " inputs, %" PRIu64 " mismatches\n",
          context->test, sweep->kernel,
          (uint64_t)batches * BATCH, context->failures);
   clReleaseMemObject(results);
   clReleaseKernel(kernel);
   free(states[0].expected);
   free(actual);
}

static void
expect_documented(uint32_t first, uint32_t count, void *results)
{
   expect_magic(first, count, DRAL_ROUNDING_DOCUMENTED, results);
}

static void
expect_nearest(uint32_t first, uint32_t count, void *results)
{
   expect_magic(first, count, DRAL_ROUNDING_NEAREST, results);
}

static void
expect_drop_in(uint32_t first, uint32_t count, void *memory)
{
   struct drop_in_result *const results = memory;
   uint32_t i;

   for (i = 0; i < count; i++)
      results[i] = drop_in_result(first + i);
}

static const struct number_sweep sweeps[] = {
   { "padding", sizeof(struct padding_result), expect_padding },
   { "documented_magic", sizeof(struct magic_result), expect_documented },
   { "nearest_magic", sizeof(struct magic_result), expect_nearest },
};
static const struct number_sweep drop_in_sweep = {
   "drop_in", sizeof(struct drop_in_result), expect_drop_in
};

static void
gpu_numbers_equal_the_library_for_all_numbers(struct context *context)
{
   size_t i;

   for (i = 0; i < LENGTH(sweeps); i++)
      sweep_numbers(context, &sweeps[i]);
}

static void
gpu_drop_in_names_equal_those_of_the_host_for_all_numbers(
   struct context *context)
{
   sweep_numbers(context, &drop_in_sweep);
}

/* The comparison of the sweeps sees a single bit that differs. */
static void
wrong_words_of_a_sweep_are_found(struct context *context)
{
   const size_t size = BATCH * sweeps[0].result_size;
   char *actual = allocate(size);
   struct context planted = { "planted", 0, 0 };
   struct batch batch = { &sweeps[0], 0, allocate(size) };
   uint32_t piece;

   for (piece = 0; piece < BATCH / PIECE; piece++)
      expect_piece(piece, &batch);
   memcpy(actual, batch.expected, size);
   compare_batch(&planted, &batch, actual);
   CHECK_EQUAL(context, planted.failures, 0, "equal results");
   actual[size - 1] ^= 1;
   actual[0] ^= 1;
   printf("two differences on purpose:\n");
   compare_batch(&planted, &batch, actual);
   CHECK_EQUAL(context, planted.failures, 2, "two wrong results");
   free(batch.expected);
   free(actual);
}

/*
 * Runs a kernel that has an array of inputs and one of results, and a third
 * buffer if it is not NULL.
 */
static void
run_all(const char *name, const void *inputs, size_t input_size,
        void *results, size_t result_size, uint32_t count, cl_mem third)
{
   cl_kernel kernel = opencl_kernel(&opencl, name);
   cl_mem input = opencl_buffer(&opencl, count * input_size, inputs);
   cl_mem output;

   /* What a kernel does not write must not look right. */
   memset(results, 0xA5, count * result_size);
   output = opencl_buffer(&opencl, count * result_size, results);
   opencl_set(kernel, 0, sizeof input, &input);
   opencl_set(kernel, 1, sizeof output, &output);
   if (third != NULL)
      opencl_set(kernel, 2, sizeof third, &third);
   opencl_run(&opencl, kernel, count);
   opencl_read(&opencl, output, results, count * result_size);
   clReleaseMemObject(input);
   clReleaseMemObject(output);
   clReleaseKernel(kernel);
}

/* The CPU prepared the states; they are in memory of the GPU. */
void
make_results(enum device_kernel kernel, const union device_inputs *inputs,
             union device_results *results, uint32_t count,
             const struct dral_vertex_state *states, uint32_t state_count)
{
   static const struct {
      const char *name;
      size_t input_size, result_size;
   } kernels[] = {
      [DEVICE_DRAWS] = { "draws", sizeof inputs->draws[0],
                         sizeof results->draws[0] },
      [DEVICE_VALHALL] = { "valhall", sizeof inputs->valhall[0],
                           sizeof results->valhall[0] },
      [DEVICE_STATES] = { "states", sizeof inputs->states[0],
                          sizeof results->states[0] },
   };
   const cl_mem memory =
      opencl_buffer(&opencl, state_count * sizeof *states, states);

   run_all(kernels[kernel].name, inputs, kernels[kernel].input_size, results,
           kernels[kernel].result_size, count,
           kernel == DEVICE_STATES ? memory : NULL);
   clReleaseMemObject(memory);
}

static void
gpu_work_groups_equal_the_reference(struct context *context)
{
   struct generator generator = generator_for(context);
   struct work_groups *inputs = allocate(DRAWS * sizeof *inputs);
   struct work_groups_result *results = allocate(DRAWS * sizeof *results);
   uint32_t fitting = 0;
   uint32_t i;
   uint32_t j;

   for (i = 0; i < DRAWS; i++) {
      for (j = 0; j < 6; j++)
         inputs[i].values[j] = one_in(&generator, 4)
                                  ? edge_number(&generator)
                                  : number_below(&generator, 40);
      inputs[i].graphics = number_below(&generator, 2);
      inputs[i].indirect = number_below(&generator, 2);
   }
   run_all("work_groups", inputs, sizeof *inputs, results, sizeof *results,
           DRAWS, NULL);
   for (i = 0; i < DRAWS; i++) {
      uint32_t words[2] = { 0, 0 };

      fitting += ref_work_groups(inputs[i].values, inputs[i].graphics != 0,
                                 inputs[i].indirect != 0, words) == 0;
      CHECK(context,
            results[i].words[0] == words[0] &&
               results[i].words[1] == words[1],
            "input %" PRIu32, i);
   }
   CHECK(context, fitting > DRAWS / 20 && fitting < DRAWS / 20 * 19,
         "%" PRIu32 " fit", fitting);
   free(inputs);
   free(results);
}

static const struct test tests[] = {
   QUICK_TEST(wrong_words_of_a_sweep_are_found),
   QUICK_TEST(gpu_work_groups_equal_the_reference),
   SWEEP_TEST(gpu_numbers_equal_the_library_for_all_numbers),
   SWEEP_TEST(gpu_drop_in_names_equal_those_of_the_host_for_all_numbers),
};

int
main(int argc, char **argv)
{
   const struct test *all[LENGTH(tests) + 16];
   const struct test *test = device_check_tests;
   size_t count = 0;
   size_t i;

   if (argc < 2 || argc > 3) {
      fprintf(stderr, "usage: device_tests OPTIONS [BATCHES]\n");
      return 2;
   }
   if (argc == 3)
      batches = (uint32_t)strtoul(argv[2], NULL, 10);
   if (batches > BATCHES)
      batches = BATCHES;
   opencl = opencl_open("kernels.cl", argv[1]);
   while (test->name != NULL)
      all[count++] = test++;
   for (i = 0; i < LENGTH(tests); i++)
      all[count++] = &tests[i];
   return run_tests(all, count);
}
