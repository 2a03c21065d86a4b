/* SPDX-License-Identifier: MIT */

/*
 * What the CPU and the kernels of patch.cl hand to each other.
 */

#ifndef PATCH_H
#define PATCH_H

#include <dral_device.h>

/* Vertex buffers of a draw, at most, and images. */
#define PATCH_BINDINGS 8
#define PATCH_IMAGES 2

/* Words of the longest table: two slots each, and a zero slot. */
#define PATCH_TABLE_WORDS (4 * (2 * (PATCH_BINDINGS + PATCH_IMAGES) + 1))

/* Words of a command with indices; one without has the first four. */
#define PATCH_COMMAND_WORDS 5

/* Work items that search the indices of one draw. */
#define PATCH_SEARCHERS 8

/* A vertex buffer and the attribute in it. */
struct patch_binding {
   struct dral_bound_buffer bound;
   /* Of the attribute in each element, in bytes. */
   dral_device_u32 source_offset;
   /* Of the attribute, 22 bits. */
   dral_device_u32 format;
};

/* What the CPU knows when it records a draw. */
struct patch_state {
   /* Prepared by dral_vertex_state_prepare, as a table of pairs. */
   struct dral_vertex_state vertex;
   struct patch_binding bindings[PATCH_BINDINGS];
   dral_device_u32 architecture;
   dral_device_u32 idvs;
   dral_device_u32 vertices_per_primitive;
   /* Bytes of an index: 1, 2, 4; 0 for a draw without indices. */
   dral_device_u32 index_size;
   /* 1 if the largest index of the size restarts primitives, else 0. */
   dral_device_u32 restart;
   /* Where the index buffer begins, in bytes, and its length in indices. */
   dral_device_u32 index_offset;
   dral_device_u32 index_capacity;
};

/* A draw whose command the GPU wrote. */
struct patch_draw {
   /* The index of its state. */
   dral_device_u32 state;
   /* VkDrawIndexedIndirectCommand, or VkDrawIndirectCommand and a 0. */
   dral_device_u32 command[PATCH_COMMAND_WORDS];
};

/* What the GPU makes of both. A driver puts tables at multiples of 32. */
struct patch_output {
   /*
    * 1, or 0 if nothing is to be drawn: no vertices, no instances, no index,
    * or more than the hardware can do. Without threads all up to attributes
    * is 0, and what follows is left as it was.
    */
   dral_device_u32 drawn;
   dral_device_u32 padded_count;
   dral_device_u32 instance_size_byte;
   dral_device_u32 instance_primitive_size_byte;
   dral_device_u32 invocation[2];
   dral_device_i32 offset_start;
   dral_device_i32 base_vertex_offset;
   /* 0 if the buffer is unused, or the offset does not fit. */
   dral_device_u32 attributes[PATCH_BINDINGS][2];
   dral_device_u32 table[PATCH_TABLE_WORDS];
};

#endif
