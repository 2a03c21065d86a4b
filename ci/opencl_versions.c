/* SPDX-License-Identifier: MIT */
/* Prints the versions of OpenCL C of the first device, as options of the
 * compiler, and fails if there is no device. */

#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl.h>
#include <stdio.h>
int
main(void)
{
   cl_platform_id platform;
   cl_device_id device;
   cl_name_version versions[16];
   size_t size, i;

   if (clGetPlatformIDs(1, &platform, NULL) != CL_SUCCESS ||
       clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL) !=
          CL_SUCCESS ||
       clGetDeviceInfo(device, CL_DEVICE_OPENCL_C_ALL_VERSIONS,
                       sizeof versions, versions, &size) != CL_SUCCESS)
      return 1;
   for (i = 0; i < size / sizeof versions[0]; i++)
      printf("CL%u.%u\n", CL_VERSION_MAJOR(versions[i].version),
             CL_VERSION_MINOR(versions[i].version));
   return 0;
}
