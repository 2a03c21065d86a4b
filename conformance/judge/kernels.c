/* SPDX-License-Identifier: MIT */

#include "kernels.h"

#define NAME(arch) NAME_OF(arch)
#define NAME_OF(arch) kernels_v##arch

#if __has_include("draw_helper.cl")

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* What draw_helper.cl needs to compile as C, where all memory has one address
 * space, and one thread runs after the other. */
#define global
#define constant const
#define KERNEL(threads) static void
#define min(a, b) ((a) < (b) ? (a) : (b))
#define max(a, b) ((a) > (b) ? (a) : (b))
#define atomic_fetch_min(pointer, value) \
   (*(pointer) = min(*(pointer), (value)))
#define atomic_fetch_max(pointer, value) \
   (*(pointer) = max(*(pointer), (value)))

#undef atomic_load_explicit
#undef atomic_fetch_add_explicit
#undef atomic_fetch_sub_explicit
#undef atomic_compare_exchange_strong_explicit
#define atomic_load_explicit(pointer, order) \
   (kernels_pause(), __atomic_load_n(pointer, __ATOMIC_RELAXED))
#define atomic_fetch_add_explicit(pointer, value, order) \
   (kernels_pause(), __atomic_fetch_add(pointer, value, __ATOMIC_RELAXED))
#define atomic_fetch_sub_explicit(pointer, value, order) \
   (kernels_pause(), __atomic_fetch_sub(pointer, value, __ATOMIC_RELAXED))
#define atomic_compare_exchange_strong_explicit(pointer, expected, value,  \
                                                success, failure)          \
   (kernels_pause(), __atomic_compare_exchange_n(pointer, expected, value, \
                                                 false, __ATOMIC_RELAXED,  \
                                                 __ATOMIC_RELAXED))

static struct {
   uint32_t x;
} cl_global_id;

#include "draw_helper.cl"
#include "kernel_calls.h"

/* The driver passes an address with the top bit for what a kernel need not
 * write. */
static uint64_t ignored;

#define ARGUMENT(value) \
   ((uint64_t)(value) >> 63 ? (uintptr_t)&ignored : (value))

static uint64_t
target(enum kernel kernel, const void *arguments)
{
   const struct panlib_draw_indirect_helper_args *indirect = arguments;
   const struct panlib_draw_indexed_indirect_helper_args *indexed = arguments;

   if (kernel == KERNEL_INDEXED)
      return indexed->idvs_job ? indexed->idvs_job : indexed->vertex_job;
   return indirect->idvs_job ? indirect->idvs_job : indirect->vertex_job;
}

static void
system_values(enum kernel kernel, const void *arguments, uint64_t values[3])
{
   const struct panlib_draw_indirect_helper_args *indirect = arguments;
   const struct panlib_draw_indexed_indirect_helper_args *indexed = arguments;
   const bool is_indexed = kernel == KERNEL_INDEXED;

   values[0] = is_indexed ? indexed->first_vertex_sysval
                          : indirect->first_vertex_sysval;
   values[1] = is_indexed ? indexed->first_instance_sysval
                          : indirect->first_instance_sysval;
   values[2] = is_indexed ? indexed->raw_vertex_offset_sysval
                          : indirect->raw_vertex_offset_sysval;
}

static void
run(enum kernel kernel, const void *arguments, uint32_t index_bytes,
    bool restart)
{
   const struct panlib_draw_index_minmax_search_helper_args *search =
      arguments;

   if (kernel == KERNEL_INDIRECT) {
      const struct panlib_draw_indirect_helper_args *a = arguments;

      call_panlib_draw_indirect_helper(a);
   } else if (kernel == KERNEL_INDEXED) {
      const struct panlib_draw_indexed_indirect_helper_args *a = arguments;

      call_panlib_draw_indexed_indirect_helper(a);
   } else {
      /* The threads that have indices; the others return at once. */
      const uint32_t count = *(const uint32_t *)(uintptr_t)search->cmd;

      for (cl_global_id.x = 0; cl_global_id.x <= count / 1024;
           cl_global_id.x++)
         call_panlib_draw_index_minmax_search_helper(
            search, index_bytes >> 1, restart);
   }
}

const struct kernels NAME(PAN_ARCH) = {target, system_values, run};

#else

/* Mesa 25.0 has none: no job is the target of one. */
static uint64_t
target(enum kernel kernel, const void *arguments)
{
   (void)kernel;
   (void)arguments;
   return 0;
}

const struct kernels NAME(PAN_ARCH) = {.target = target};

#endif
