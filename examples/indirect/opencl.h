/* SPDX-License-Identifier: MIT */

/*
 * The part of OpenCL that the example needs: one device, programs from files,
 * buffers. A driver has its own way to run a kernel; the kernel is what
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
};

/* Uses the first device, and prints its name. */
struct opencl
opencl_open(void);

void
opencl_close(struct opencl *opencl);

/* Compiles a file, with options for clBuildProgram. */
cl_program
opencl_build(const struct opencl *opencl, const char *path,
             const char *options);

cl_kernel
opencl_kernel(cl_program program, const char *name);

/* A buffer with the given size, and contents unless these are NULL. */
cl_mem
opencl_buffer(const struct opencl *opencl, size_t size, const void *contents);

void
opencl_set_buffer(cl_kernel kernel, cl_uint index, cl_mem buffer);

void
opencl_set_word(cl_kernel kernel, cl_uint index, cl_uint word);

/*
 * Enqueues work items first to first + count - 1, in work groups of the given
 * size, or of any size for 0.
 */
void
opencl_enqueue(const struct opencl *opencl, cl_kernel kernel, size_t first,
               size_t count, size_t group);

/* Waits for all enqueued work. */
void
opencl_finish(const struct opencl *opencl);

/* Starts the given number of work items. */
void
opencl_run(const struct opencl *opencl, cl_kernel kernel, size_t count);

void
opencl_write(const struct opencl *opencl, cl_mem buffer, const void *contents,
             size_t size);

/* Waits for all work, and reads. */
void
opencl_read(const struct opencl *opencl, cl_mem buffer, void *contents,
            size_t size);

#endif
