/* SPDX-License-Identifier: MIT */

/*
 * The part of OpenCL that the example needs: one device, a program from a
 * file, buffers. A driver has its own way to run a kernel; the kernel is what
 * matters here. On an error the program prints what failed, and exits.
 */

#ifndef OPENCL_H
#define OPENCL_H

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <stddef.h>

struct opencl {
   cl_device_id device;
   cl_context context;
   cl_command_queue queue;
   cl_program program;
};

/*
 * Uses the first device, and prints its name. Compiles a file, which is found
 * as an include, with options for clBuildProgram.
 */
struct opencl
opencl_open(const char *file, const char *options);

cl_kernel
opencl_kernel(const struct opencl *opencl, const char *name);

/* A buffer with the given size, and contents unless these are NULL. */
cl_mem
opencl_buffer(const struct opencl *opencl, size_t size, const void *contents);

/* An argument of a kernel: a buffer or a number. */
void
opencl_set(cl_kernel kernel, cl_uint index, size_t size, const void *value);

/*
 * Enqueues work items first to first + count - 1, in work groups of the given
 * size, or of any size for 0.
 */
void
opencl_enqueue(const struct opencl *opencl, cl_kernel kernel, size_t first,
               size_t count, size_t group);

/* Starts the given number of work items. */
void
opencl_run(const struct opencl *opencl, cl_kernel kernel, size_t count);

/* Waits for all enqueued work. */
void
opencl_finish(const struct opencl *opencl);

/* Waits for all work, and reads. */
void
opencl_read(const struct opencl *opencl, cl_mem buffer, void *contents,
            size_t size);

#endif
