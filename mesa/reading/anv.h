/* SPDX-License-Identifier: MIT */

/* What functions of ANV need to compile alone: the fields that they use, by
 * the names of the driver. The rest of pieces.c is from its tree. */

#ifndef ANV_H
#define ANV_H

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <vulkan/vulkan_core.h>

#define BITFIELD_BIT(bit) (1u << (bit))
#define MAX2(a, b) ((a) > (b) ? (a) : (b))
#define MIN2(a, b) ((a) < (b) ? (a) : (b))
#define UNREACHABLE(text) abort()
#define unreachable(text) abort()
#define ANV_DEBUG(name) (pdevice_always_bindless)

static bool pdevice_always_bindless;

struct intel_device_info {
   int ver, verx10;
   bool has_lsc;
   uint64_t mem_alignment;
};

struct anv_va_range {
   uint64_t addr, size;
};

struct anv_physical_device {
   struct intel_device_info info;
   bool indirect_descriptors, always_use_bindless, uses_ex_bso;
   uint64_t gtt_size;
   struct {
      struct anv_va_range first_2mb, general_state_pool, low_heap,
         binding_table_pool, internal_surface_state_pool,
         scratch_surface_state_pool, bindless_surface_state_pool,
         indirect_descriptor_pool, indirect_push_descriptor_pool,
         instruction_state_pool, shader_heap, dynamic_state_pool,
         dynamic_visible_pool, push_descriptor_buffer_pool, aux_tt_pool,
         high_heap, trtt, null_initialized_heap;
   } va;
};

static inline uint64_t
align64(uint64_t value, uint64_t alignment)
{
   return (value + alignment - 1) & ~(alignment - 1);
}

/* The driver's function reads the same number. */
#define intel_has_extended_bindless(info) ((info)->verx10 >= 125)

#endif
