/* SPDX-License-Identifier: MIT */

/*
 * Data shared by the CPU and the kernel.
 */

#ifndef INDIRECT_H
#define INDIRECT_H

#include <dral_device.h>

/* Maximum number of vertex buffers of a draw. */
#define INDIRECT_BUFFERS 4

/* Words of the longest table. */
#define INDIRECT_WORDS (8 * INDIRECT_BUFFERS + 4)

/* A command in a buffer, as Vulkan and OpenGL define it. */
struct indirect_command {
   dral_device_u32 vertex_count;
   dral_device_u32 instance_count;
   dral_device_u32 first_vertex;
   dral_device_u32 first_instance;
};

/* What the CPU knows about a draw when it records it. */
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

/* What the GPU computes from both. */
struct indirect_output {
   /* 1, or 0 if there is nothing to draw or the draw is refused. Then
    * everything up to slots is 0, and the rest is unchanged. */
   dral_device_u32 drawn;
   dral_device_u32 padded_count;
   dral_device_u32 instance_size;
   dral_device_u32 instance_size_byte;
   dral_device_u32 instance_primitive_size_byte;
   dral_device_u32 invocation[2];
   /* The number of table words written; the others are unchanged. */
   dral_device_u32 word_count;
   dral_device_u32 slots[INDIRECT_BUFFERS];
   /* Of an attribute at offset 0 in the element, in bytes. */
   dral_device_i32 offsets[INDIRECT_BUFFERS];
   /* A driver aligns this to 32 bytes. */
   dral_device_u32 words[INDIRECT_WORDS];
};

#endif
