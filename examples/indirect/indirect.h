/* SPDX-License-Identifier: MIT */

/*
 * What the CPU and the kernel hand to each other.
 */

#ifndef INDIRECT_H
#define INDIRECT_H

#include <dral_device.h>

/* Vertex buffers of a draw, at most. */
#define INDIRECT_BUFFERS 4

/* Words of the longest table. */
#define INDIRECT_WORDS (8 * INDIRECT_BUFFERS + 4)

/* A command, as Vulkan and OpenGL have it in a buffer. */
struct indirect_command {
   dral_device_u32 vertex_count;
   dral_device_u32 instance_count;
   dral_device_u32 first_vertex;
   dral_device_u32 first_instance;
};

/* What the CPU knows of a draw when it records it. */
struct indirect_state {
   struct dral_vertex_buffer buffers[INDIRECT_BUFFERS];
   dral_device_u32 buffer_count;
   dral_device_u32 architecture;
   dral_device_u32 padding_rule;
   dral_device_u32 rounding;
   dral_device_u32 idvs;
   dral_device_u32 vertices_per_primitive;
   dral_device_u32 primitive_size;
};

/* What the GPU makes of both. */
struct indirect_output {
   /* 1, or 0 if there is nothing to draw or the draw is refused: then all up
    * to slots is 0 and what follows is left as it was. */
   dral_device_u32 drawn;
   dral_device_u32 padded_count;
   dral_device_u32 instance_size;
   dral_device_u32 instance_size_byte;
   dral_device_u32 instance_primitive_size_byte;
   dral_device_u32 invocation[2];
   /* Words of the table that were written; the others are left. */
   dral_device_u32 word_count;
   dral_device_u32 slots[INDIRECT_BUFFERS];
   /* Of the attribute that begins with the element, in bytes. */
   dral_device_i32 offsets[INDIRECT_BUFFERS];
   /* To a multiple of 32 bytes, in a driver. */
   dral_device_u32 words[INDIRECT_WORDS];
};

#endif
