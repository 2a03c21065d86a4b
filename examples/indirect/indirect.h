/* SPDX-License-Identifier: MIT */

/*
 * Data shared by the CPU and the kernels.
 */

#ifndef INDIRECT_H
#define INDIRECT_H

#include <dral_device.h>

/* Maximum number of vertex buffers of a draw, and of images. */
#define INDIRECT_BINDINGS 8
#define INDIRECT_IMAGES 2

/* Words of the longest table: two slots each, and a zero slot. */
#define INDIRECT_TABLE_WORDS                                               \
   (4 * (2 * (INDIRECT_BINDINGS + INDIRECT_IMAGES) + 1))

/* Words of a command with indices; one without uses the first four. */
#define INDIRECT_COMMAND_WORDS 5

/* Work items that search the indices of one draw. */
#define INDIRECT_SEARCHERS 8

/* A vertex buffer and its attribute. */
struct indirect_binding {
   struct dral_bound_buffer bound;
   /* The offset of the attribute in each element, in bytes. */
   dral_device_u32 source_offset;
   /* The format of the attribute, 22 bits. */
   dral_device_u32 format;
};

/* What the CPU knows when it records a draw. */
struct indirect_state {
   /* Prepared by dral_vertex_state_prepare, for a table of pairs. */
   struct dral_vertex_state vertex;
   struct indirect_binding bindings[INDIRECT_BINDINGS];
   dral_device_u32 architecture;
   /* An enum dral_idvs. */
   dral_device_u32 idvs;
   dral_device_u32 vertices_per_primitive;
   /* Bytes per index: 1, 2, 4; 0 for a draw without indices. */
   dral_device_u32 index_size;
   /* 1 if the largest index of this size restarts primitives, else 0. */
   dral_device_u32 restart;
   /* The offset of the index buffer in bytes, and its length in indices. */
   dral_device_u32 index_offset;
   dral_device_u32 index_capacity;
};

/* A draw whose command the GPU wrote. */
struct indirect_draw {
   /* The index of its state. */
   dral_device_u32 state;
   /* VkDrawIndexedIndirectCommand, or VkDrawIndirectCommand and a 0. */
   dral_device_u32 command[INDIRECT_COMMAND_WORDS];
};

/* The GPU's results for a draw. A driver aligns tables to 32 bytes. */
struct indirect_output {
   /*
    * 1, or 0 if nothing is drawn: no vertices, no instances, no index, or
    * more than the hardware supports. All other words are then unspecified.
    */
   dral_device_u32 drawn;
   dral_device_u32 padded_count;
   dral_device_u32 instance_size_byte;
   dral_device_u32 instance_primitive_size_byte;
   dral_device_u32 invocation[2];
   dral_device_i32 offset_start;
   dral_device_i32 base_vertex_offset;
   /* 0 if the buffer is unused. */
   dral_device_u32 attributes[INDIRECT_BINDINGS][2];
   dral_device_u32 table[INDIRECT_TABLE_WORDS];
};

#endif
