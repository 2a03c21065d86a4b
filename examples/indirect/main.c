/* SPDX-License-Identifier: MIT */

/*
 * Indirect draws whose words the GPU builds, checked on the CPU.
 *
 *    indirect FOLDER INCLUDE [DRAWS [SEED]]
 *
 * FOLDER contains indirect.cl, INCLUDE contains dral_device.h. DRAWS defaults
 * to 1,048,576, in batches of 65,536. The kernel computes the padded count,
 * the instance sizes, the invocation words, the attribute table and the
 * offsets of each draw. Every word of its output is compared with the result
 * of the library's C interface. The exit status is 0 if all are equal.
 *
 * indirect.cl is the part that goes into a driver, and indirect.h is what it
 * shares with the CPU. A driver replaces opencl.c by its own way to run
 * kernels.
 */

#include "check.h"
#include "draws.h"
#include "opencl.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BATCH 65536
#define STATES 4096
#define DRAWS 1048576

/* A batch on the CPU. */
struct batch {
   struct indirect_command commands[BATCH];
   uint32_t state_indices[BATCH];
   struct indirect_state states[STATES];
   struct indirect_output outputs[BATCH];
};

static void
fill_batch(struct batch *batch, struct random_numbers *numbers)
{
   uint32_t i;

   for (i = 0; i < STATES; i++)
      batch->states[i] = random_state(numbers);
   for (i = 0; i < BATCH; i++) {
      batch->state_indices[i] = random_below(numbers, STATES);
      batch->commands[i] = random_command(
         numbers,
         batch->states[batch->state_indices[i]].buffers[0].divisor);
   }
   memset(batch->outputs, UNWRITTEN, sizeof batch->outputs);
}

static void
run_batch(const struct opencl *opencl, cl_kernel kernel, struct batch *batch)
{
   cl_mem buffers[4];
   cl_uint i;

   buffers[0] = opencl_buffer(opencl, sizeof batch->commands,
                              batch->commands);
   buffers[1] = opencl_buffer(opencl, sizeof batch->state_indices,
                              batch->state_indices);
   buffers[2] = opencl_buffer(opencl, sizeof batch->states, batch->states);
   buffers[3] = opencl_buffer(opencl, sizeof batch->outputs, batch->outputs);
   for (i = 0; i < 4; i++)
      opencl_set_buffer(kernel, i, buffers[i]);
   opencl_run(opencl, kernel, BATCH);
   opencl_read(opencl, buffers[3], batch->outputs, sizeof batch->outputs);
   for (i = 0; i < 4; i++)
      clReleaseMemObject(buffers[i]);
}

static void
check_batch(struct check *check, const struct batch *batch)
{
   uint32_t i;

   for (i = 0; i < BATCH; i++)
      check_output(check, &batch->commands[i],
                   &batch->states[batch->state_indices[i]],
                   &batch->outputs[i]);
}

/* All kinds of draws occurred; otherwise equal words prove little. */
static int
is_telling(const struct check *check, uint64_t draws)
{
   uint32_t type;

   for (type = 1; type <= 4; type++) {
      printf("%" PRIu32 " records of type %" PRIu32 "\n",
             check->records[type], type);
      if (check->records[type] < draws / 100)
         return 0;
   }
   return check->skipped > draws / 100 && check->skipped < draws / 2;
}

int
main(int argc, char **argv)
{
   static struct batch batch;
   struct random_numbers numbers = { 0 };
   struct check check = { 0, 0, 0, { 0 } };
   struct opencl opencl;
   cl_program program;
   cl_kernel kernel;
   char path[4096];
   char options[8192];
   uint32_t draws = DRAWS;
   uint64_t done;

   if (argc < 3 || argc > 5) {
      fprintf(stderr, "usage: indirect FOLDER INCLUDE [DRAWS [SEED]]\n");
      return 2;
   }
   if (argc > 3)
      draws = (uint32_t)strtoul(argv[3], NULL, 10);
   if (argc > 4)
      numbers.state = strtoull(argv[4], NULL, 10);
   snprintf(path, sizeof path, "%s/indirect.cl", argv[1]);
   if (draws == 0 ||
       snprintf(options, sizeof options, "-cl-std=CL1.2 -Werror -I %s -I %s",
                argv[1], argv[2]) >= (int)sizeof options) {
      fprintf(stderr, "no draws, or a path that is too long\n");
      return 2;
   }

   opencl = opencl_open();
   program = opencl_build(&opencl, path, options);
   kernel = opencl_kernel(program, "indirect");
   for (done = 0; done < draws; done += BATCH) {
      fill_batch(&batch, &numbers);
      run_batch(&opencl, kernel, &batch);
      check_batch(&check, &batch);
   }
   clReleaseKernel(kernel);
   clReleaseProgram(program);
   opencl_close(&opencl);

   printf("%" PRIu64 " draws, %" PRIu32 " skipped; %" PRIu64 " words, %"
          PRIu64 " wrong\n", done, check.skipped, check.words, check.wrong);
   if (!is_telling(&check, done)) {
      printf("too few draws of some kind\n");
      return 1;
   }
   return check.wrong != 0;
}
