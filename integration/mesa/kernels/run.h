/* SPDX-License-Identifier: MIT */
/**
 * \file
 * Runs a kernel of draw_helper.cl: the function that it is as C, or with
 * OPENCL that of a SPIR-V module on an OpenCL device.
 *
 * RUN(kernel, threads, argument...) waits for its end. Each argument is a
 * POINTER to the memory of run_begin, NULL, or a NUMBER.
 */

#ifndef RUN_H
#define RUN_H

#include <stddef.h>
#include <stdint.h>

/**
 * Returns zeroed memory that the kernels share with the host. An error ends
 * the program.
 *
 * \param module  the SPIR-V module, NULL without OPENCL
 */
void *
run_begin(const char *module, size_t size);

#ifdef OPENCL

struct argument {
   void *pointer;
   uint64_t number;
   /** Bytes of the number, 0 for a pointer */
   size_t size;
};

void
run_on_device(const char *kernel, size_t threads,
              const struct argument *arguments, uint32_t count);

/* A kernel reads the first bytes of a number. */
#define POINTER(value) {(value), 0, 0}
#define NUMBER(value) {NULL, (value), sizeof(value)}
#define RUN(kernel, threads, ...)                                            \
   do {                                                                      \
      const struct argument arguments[] = {__VA_ARGS__};                     \
                                                                             \
      run_on_device(#kernel, (threads), arguments,                           \
                    sizeof(arguments) / sizeof(arguments[0]));               \
   } while (0)

#else

#define POINTER(value) (value)
#define NUMBER(value) (value)
#define RUN(kernel, threads, ...)                                            \
   do {                                                                      \
      for (cl_global_id.x = 0; cl_global_id.x < (threads); cl_global_id.x++) \
         kernel(__VA_ARGS__);                                                \
   } while (0)

#endif
#endif
