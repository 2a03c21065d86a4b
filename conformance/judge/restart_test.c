/* SPDX-License-Identifier: MIT */
/**
 * \file
 * Runs the kernel of libpan that counts generated primitives over restarts
 * (v10 and later), compiled as C: PanVK does not offer the query, so that no
 * command stream starts the kernel. Primitives are counted here, because
 * Mesa's function needs subgroups; the kernel chooses the restart index. As
 * in OpenCL C, a shift by 32 is one by 0 on x86 and Arm.
 *
 * The status is 0 if all counts are right, 1 if they are wrong for 32-bit
 * indices only, 2 otherwise.
 */

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define global
#define constant const
#define KERNEL(threads) static __attribute__((noinline)) void
#define min(a, b) ((a) < (b) ? (a) : (b))
#define max(a, b) ((a) > (b) ? (a) : (b))

static struct {
   uint32_t x;
} cl_local_id, cl_group_id;

#define get_sub_group_size() 16
#define POLY_DECL_UNROLL_RESTART_SCRATCH(name, threads) void *name = NULL
#define poly_uncompact_prim(compact) ((enum mesa_prim)(compact))
#define poly_count_restart_prims(command, indices, size, bytes, restart,    \
                                 primitive, scratch)                        \
   ((void)(primitive), (void)(scratch),                                     \
    count_triangles_of_strips(command, indices, size, bytes, restart))

/* A strip of n vertices has n - 2 triangles; a restart begins another. */
static uint32_t
count_triangles_of_strips(const uint32_t *command, uint64_t indices,
                          uint32_t size, uint32_t bytes, uint32_t restart)
{
   uint32_t triangles = 0, vertices = 0;

   for (uint32_t i = command[2]; i < command[2] + command[0]; i++) {
      uint32_t index = 0;

      if (i < size)
         memcpy(&index, (const char *)(uintptr_t)indices + i * bytes, bytes);
      vertices = index == restart ? 0 : vertices + 1;
      triangles += vertices > 2;
   }
   return triangles;
}

#include "draw_helper.cl"

/* Two strips of three vertices, of two instances, with index 0 in them. */
static uint32_t
count(uint32_t bytes_log2)
{
   static const uint32_t indices[] = {1, 0, 2, UINT32_MAX, 3, 4, 5};
   static char packed[sizeof(indices)];
   const VkDrawIndexedIndirectCommand command = {
      .indexCount = 7,
      .instanceCount = 2,
   };
   atomic_uint counted = 0;

   for (uint32_t i = 0; i < 7; i++)
      memcpy(packed + (i << bytes_log2), &indices[i], 1u << bytes_log2);
   panlib_update_prims_generated_query_restart(
      &counted, (uintptr_t)packed, 7, sizeof(command), &command, 1,
      MESA_PRIM_TRIANGLE_STRIP, bytes_log2);
   return counted;
}

int
main(void)
{
   bool wrong[3];

   for (uint32_t bytes_log2 = 0; bytes_log2 < 3; bytes_log2++) {
      const uint32_t found = count(bytes_log2);

      wrong[bytes_log2] = found != 4;
      printf("%s  v%d: %u primitives over restarts of %u-bit indices%s\n",
             found == 4 ? "ok   " : "WRONG", PAN_ARCH, found, 8 << bytes_log2,
             found == 4 ? "" : ", not 4");
   }
   return wrong[0] || wrong[1] ? 2 : wrong[2];
}
