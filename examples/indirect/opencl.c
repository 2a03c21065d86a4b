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

static cl_device_id
first_device(void)
{
   cl_platform_id platforms[16];
   cl_uint count = 0;
   cl_device_id device;
   char name[256] = "";
   cl_uint i;

   if (clGetPlatformIDs(16, platforms, &count) != CL_SUCCESS)
      count = 0;
   for (i = 0; i < count && i < 16; i++) {
      if (clGetDeviceIDs(platforms[i], CL_DEVICE_TYPE_ALL, 1, &device, NULL)
          != CL_SUCCESS)
         continue;
      require(clGetDeviceInfo(device, CL_DEVICE_NAME, sizeof name, name,
                              NULL), "clGetDeviceInfo");
      printf("device: %s\n", name);
      return device;
   }
   fprintf(stderr, "there is no OpenCL device\n");
   exit(2);
}

struct opencl
opencl_open(const char *file, const char *options)
{
   struct opencl opencl = { .device = first_device() };
   char text[4096];
   char log[16384] = "";
   const char *source = text;
   cl_int error;

   opencl.context = clCreateContext(NULL, 1, &opencl.device, NULL, NULL,
                                    &error);
   require(error, "clCreateContext");
   opencl.queue = clCreateCommandQueue(opencl.context, opencl.device, 0,
                                       &error);
   require(error, "clCreateCommandQueue");
   snprintf(text, sizeof text, "#include \"%s\"\n", file);
   opencl.program = clCreateProgramWithSource(opencl.context, 1, &source,
                                              NULL, &error);
   require(error, "clCreateProgramWithSource");
   error = clBuildProgram(opencl.program, 1, &opencl.device, options, NULL,
                          NULL);
   if (error != CL_SUCCESS &&
       clGetProgramBuildInfo(opencl.program, opencl.device,
                             CL_PROGRAM_BUILD_LOG, sizeof log - 1, log, NULL)
          == CL_SUCCESS)
      fprintf(stderr, "%s\n", log);
   require(error, file);
   return opencl;
}

cl_kernel
opencl_kernel(const struct opencl *opencl, const char *name)
{
   cl_int error;
   cl_kernel kernel = clCreateKernel(opencl->program, name, &error);

   require(error, name);
   return kernel;
}

cl_mem
opencl_buffer(const struct opencl *opencl, size_t size, const void *contents)
{
   const cl_mem_flags copy = contents != NULL ? CL_MEM_COPY_HOST_PTR : 0;
   cl_int error;
   cl_mem buffer = clCreateBuffer(opencl->context, CL_MEM_READ_WRITE | copy,
                                  size, (void *)contents, &error);

   require(error, "clCreateBuffer");
   return buffer;
}

void
opencl_set(cl_kernel kernel, cl_uint index, size_t size, const void *value)
{
   require(clSetKernelArg(kernel, index, size, value), "clSetKernelArg");
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
opencl_run(const struct opencl *opencl, cl_kernel kernel, size_t count)
{
   opencl_enqueue(opencl, kernel, 0, count, 0);
   require(clFlush(opencl->queue), "clFlush");
}

void
opencl_finish(const struct opencl *opencl)
{
   require(clFinish(opencl->queue), "clFinish");
}

void
opencl_read(const struct opencl *opencl, cl_mem buffer, void *contents,
            size_t size)
{
   require(clEnqueueReadBuffer(opencl->queue, buffer, CL_TRUE, 0, size,
                               contents, 0, NULL, NULL),
           "clEnqueueReadBuffer");
}
