/* SPDX-License-Identifier: MIT */

/* What ANV's functions for the entries of a table need: the fields that they
 * use, in both releases. */

#ifndef TABLE_H
#define TABLE_H

#include "anv.h"

#define MOST_BINDINGS 8

typedef int nir_address_format;
#define nir_address_format_32bit_index_offset 1
#define nir_address_format_64bit_global_32bit_offset 2

typedef void nir_variable;

typedef struct {
   struct {
      int stage;
   } info;
} nir_shader;

#define brw_shader_stage_requires_bindless_resources(stage) ((stage) != 0)

struct vk_ycbcr_conversion_state {
   uint32_t format;
};
#define vk_format_get_plane_count(format) (format)

struct anv_sampler {
   uint32_t n_planes;
};

struct anv_descriptor_set_layout_sampler {
   bool has_ycbcr_conversion;
   struct vk_ycbcr_conversion_state ycbcr_conversion_state;
};

struct anv_descriptor_set_binding_layout {
   VkDescriptorType type;
   VkDescriptorBindingFlags flags;
   uint32_t data;
   uint8_t max_plane_count;
   uint32_t array_size;
   int32_t descriptor_index;
   int16_t dynamic_offset_index;
   uint32_t descriptor_surface_offset, descriptor_surface_stride;
   uint32_t descriptor_data_surface_size;
   struct anv_descriptor_set_layout_sampler *samplers;
   struct anv_sampler **immutable_samplers;
};

struct anv_descriptor_set_layout {
   VkDescriptorSetLayoutCreateFlags flags;
   struct {
      VkDescriptorSetLayoutCreateFlags flags;
   } vk;
   uint32_t binding_count, descriptor_count;
   struct anv_descriptor_set_binding_layout binding[MOST_BINDINGS];
};

struct anv_pipeline_binding {
   uint32_t index, binding, set_offset;
   uint8_t set;
   /* A union in the driver; separate here, to compare both. */
   uint8_t plane, dynamic_offset_index;
};

struct anv_pipeline_bind_map {
   uint32_t surface_count, sampler_count, embedded_sampler_count;
   struct anv_pipeline_binding surface_to_descriptor[4096];
   struct anv_pipeline_binding sampler_to_descriptor[4096];
};

struct anv_pipeline_push_map {
   uint32_t block_count;
   struct anv_pipeline_binding *block_to_descriptor;
};

/* 24.3's layout of a pipeline. */
#define ANV_PIPELINE_DESCRIPTOR_SET_LAYOUT_TYPE_BUFFER 3
struct anv_pipeline_sets_layout {
   int type;
   uint32_t num_sets;
   struct {
      struct anv_descriptor_set_layout *layout;
   } set[32];
};

struct apply_pipeline_layout_state;

/* They have entries of their own, which the library leaves out. */
#define add_embedded_sampler_entry(state, map, set, binding) (void)0
#define rzalloc_array(context, type, count) calloc((count) + 1, sizeof(type))

#endif
