/* SPDX-License-Identifier: MIT */

#include "run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef OPENCL

#define CL_TARGET_OPENCL_VERSION 210
#include <CL/cl.h>

static cl_device_id device;
static cl_context context;
static cl_command_queue queue;
static cl_program program;

static void
require(cl_int error, const char *what)
{
   if (error == CL_SUCCESS)
      return;
   fprintf(stderr, "kernels: %s: OpenCL error %d\n", what, (int)error);
   exit(2);
}

static void
open_device(void)
{
   cl_platform_id platform;
   cl_int error;

   require(clGetPlatformIDs(1, &platform, NULL), "clGetPlatformIDs");
   require(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL),
           "clGetDeviceIDs");
   context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
   require(error, "clCreateContext");
   queue = clCreateCommandQueueWithProperties(context, device, NULL, &error);
   require(error, "clCreateCommandQueueWithProperties");
}

static void
open_module(const char *path)
{
   static char text[1 << 22];
   FILE *file = fopen(path, "rb");
   const size_t size = file ? fread(text, 1, sizeof(text), file) : 0;
   cl_int error;

   if (size == 0 || size == sizeof(text)) {
      fprintf(stderr, "kernels: cannot read %s\n", path);
      exit(2);
   }
   fclose(file);
   program = clCreateProgramWithIL(context, text, size, &error);
   require(error, "clCreateProgramWithIL");
   error = clBuildProgram(program, 1, &device, NULL, NULL, NULL);
   if (error != CL_SUCCESS &&
       clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG,
                             sizeof(text) - 1, text, NULL) == CL_SUCCESS)
      fprintf(stderr, "%s\n", text);
   require(error, path);
}

void *
run_begin(const char *module, size_t size)
{
   void *memory;

   if (!module) {
      fprintf(stderr, "kernels: no module\n");
      exit(2);
   }
   open_device();
   open_module(module);
   memory = clSVMAlloc(
      context, CL_MEM_READ_WRITE | CL_MEM_SVM_FINE_GRAIN_BUFFER, size, 0);
   if (!memory) {
      fprintf(stderr, "kernels: the device shares no memory\n");
      exit(2);
   }
   return memset(memory, 0, size);
}

void
run_on_device(const char *name, size_t threads,
              const struct argument *arguments, uint32_t count)
{
   cl_int error;
   cl_kernel kernel = clCreateKernel(program, name, &error);

   require(error, name);
   for (uint32_t i = 0; i < count; i++) {
      const struct argument *next = &arguments[i];

      require(next->size
                 ? clSetKernelArg(kernel, i, next->size, &next->number)
                 : clSetKernelArgSVMPointer(kernel, i, next->pointer), name);
   }
   require(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &threads, &threads,
                                  0, NULL, NULL), name);
   require(clFinish(queue), name);
   require(clReleaseKernel(kernel), name);
}

#else

void *
run_begin(const char *module, size_t size)
{
   void *memory = module ? NULL : calloc(1, size);

   if (!memory) {
      fprintf(stderr, "kernels: %s\n", module ? "no OpenCL" : "no memory");
      exit(2);
   }
   return memory;
}

#endif
