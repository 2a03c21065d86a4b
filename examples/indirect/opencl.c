/* SPDX-License-Identifier: MIT */

#include "opencl.h"

#include <stdio.h>
#include <stdlib.h>

static void
require(cl_int error, const char *what)
{
   if (error == CL_SUCCESS)
      return;
   fprintf(stderr, "%s: OpenCL error %d\n", what, (int)error);
   exit(2);
}

struct opencl
opencl_open(void)
{
   cl_platform_id platforms[16];
   cl_uint count = 0;
   struct opencl opencl;
   char name[256] = "";
   cl_int error = clGetPlatformIDs(16, platforms, &count);
   cl_uint i;

   opencl.device = NULL;
   /* Without a platform the loader returns a separate error. */
   for (i = 0; error == CL_SUCCESS && i < count && i < 16; i++) {
      if (clGetDeviceIDs(platforms[i], CL_DEVICE_TYPE_ALL, 1, &opencl.device,
                         NULL) == CL_SUCCESS)
         break;
      opencl.device = NULL;
   }
   if (opencl.device == NULL) {
      fprintf(stderr, "there is no OpenCL device\n");
      exit(2);
   }
   require(clGetDeviceInfo(opencl.device, CL_DEVICE_NAME, sizeof name, name,
                           NULL), "clGetDeviceInfo");
   printf("device: %s\n", name);
   opencl.context = clCreateContext(NULL, 1, &opencl.device, NULL, NULL,
                                    &error);
   require(error, "clCreateContext");
   opencl.queue = clCreateCommandQueue(opencl.context, opencl.device, 0,
                                       &error);
   require(error, "clCreateCommandQueue");
   return opencl;
}

void
opencl_close(struct opencl *opencl)
{
   require(clReleaseCommandQueue(opencl->queue), "clReleaseCommandQueue");
   require(clReleaseContext(opencl->context), "clReleaseContext");
}

/* The text of a file. */
static char *
load(const char *path)
{
   FILE *file = fopen(path, "rb");
   char *text = NULL;
   long size = -1;

   if (file != NULL && fseek(file, 0, SEEK_END) == 0)
      size = ftell(file);
   if (size >= 0 && fseek(file, 0, SEEK_SET) == 0)
      text = calloc((size_t)size + 1, 1);
   if (text == NULL || fread(text, 1, (size_t)size, file) != (size_t)size) {
      fprintf(stderr, "%s cannot be read\n", path);
      exit(2);
   }
   fclose(file);
   return text;
}

static void
print_build_log(const struct opencl *opencl, cl_program program)
{
   char log[16384] = "";

   if (clGetProgramBuildInfo(program, opencl->device, CL_PROGRAM_BUILD_LOG,
                             sizeof log - 1, log, NULL) == CL_SUCCESS)
      fprintf(stderr, "%s\n", log);
}

cl_program
opencl_build(const struct opencl *opencl, const char *path,
             const char *options)
{
   char *text = load(path);
   const char *source = text;
   cl_int error;
   cl_program program = clCreateProgramWithSource(opencl->context, 1, &source,
                                                  NULL, &error);

   require(error, "clCreateProgramWithSource");
   free(text);
   error = clBuildProgram(program, 1, &opencl->device, options, NULL, NULL);
   if (error != CL_SUCCESS)
      print_build_log(opencl, program);
   require(error, path);
   return program;
}

cl_kernel
opencl_kernel(cl_program program, const char *name)
{
   cl_int error;
   cl_kernel kernel = clCreateKernel(program, name, &error);

   require(error, name);
   return kernel;
}

cl_mem
opencl_buffer(const struct opencl *opencl, size_t size, const void *contents)
{
   cl_int error;
   cl_mem buffer = clCreateBuffer(opencl->context, CL_MEM_READ_WRITE, size,
                                  NULL, &error);

   require(error, "clCreateBuffer");
   if (contents != NULL)
      opencl_write(opencl, buffer, contents, size);
   return buffer;
}

void
opencl_set_buffer(cl_kernel kernel, cl_uint index, cl_mem buffer)
{
   require(clSetKernelArg(kernel, index, sizeof buffer, &buffer),
           "clSetKernelArg");
}

void
opencl_set_word(cl_kernel kernel, cl_uint index, cl_uint word)
{
   require(clSetKernelArg(kernel, index, sizeof word, &word),
           "clSetKernelArg");
}

void
opencl_enqueue(const struct opencl *opencl, cl_kernel kernel, size_t first,
               size_t count, size_t group)
{
   require(clEnqueueNDRangeKernel(opencl->queue, kernel, 1, &first, &count,
                                  group != 0 ? &group : NULL, 0, NULL, NULL),
           "clEnqueueNDRangeKernel");
}

void
opencl_finish(const struct opencl *opencl)
{
   require(clFinish(opencl->queue), "clFinish");
}

void
opencl_run(const struct opencl *opencl, cl_kernel kernel, size_t count)
{
   opencl_enqueue(opencl, kernel, 0, count, 0);
   require(clFlush(opencl->queue), "clFlush");
}

void
opencl_write(const struct opencl *opencl, cl_mem buffer, const void *contents,
             size_t size)
{
   require(clEnqueueWriteBuffer(opencl->queue, buffer, CL_TRUE, 0, size,
                                contents, 0, NULL, NULL),
           "clEnqueueWriteBuffer");
}

void
opencl_read(const struct opencl *opencl, cl_mem buffer, void *contents,
            size_t size)
{
   require(clEnqueueReadBuffer(opencl->queue, buffer, CL_TRUE, 0, size,
                               contents, 0, NULL, NULL),
           "clEnqueueReadBuffer");
}
