/* SPDX-License-Identifier: MIT */
/**
 * \file
 * Compares what the threads of a scene's draws read, on memory that a driver
 * wrote, with what the API specifies.
 */

#ifndef CHECK_H
#define CHECK_H

#include <stdbool.h>
#include <stdint.h>

#include "chain.h"

#define CHECK_ATTRIBUTES 16
#define CHECK_IMAGES 4

/** One attribute of a draw, and the buffer that is bound for it. */
struct check_attribute {
   bool used, per_instance;
   uint32_t divisor, stride;
   /** The stride of the pipeline, if the one above is dynamic */
   uint32_t pipeline_stride;
   uint32_t offset, bytes;
   /** From the bound offset on, for `size` bytes */
   const uint8_t *data;
   uint64_t size;
};

/** A draw as the API specifies it. */
struct check_draw {
   /** What the report calls it */
   uint32_t number;
   bool indirect;
   /** 0 without indices */
   uint32_t index_bytes;
   bool restart;
   /** The first index that is used */
   const uint8_t *indices;
   /** Vertices or indices */
   uint32_t count, instances;
   /** First vertex, or what is added to each index */
   int32_t first;
   uint32_t base_instance;
   /** Jobs: views of a render pass with several */
   uint32_t views;
   struct check_attribute attributes[CHECK_ATTRIBUTES];
   /** How many images and texel buffers, and the first word of each */
   uint32_t images, image_words[CHECK_IMAGES];
   uint32_t pipeline;
   /** Where the shader's offset of vertex ids and base instance are in its
    * push uniforms; negative: not checked */
   int32_t vertex_offset_at, base_instance_at;
};

/** How the table of a driver's attributes is laid out. */
struct check_layout {
   /** The slot of the first image's attribute */
   uint32_t first_image;
   /** Attributes follow each other, without gaps */
   bool packed;
};

struct check_finding {
   /** Of check_draw, or CHECK_CHAIN */
   uint32_t draw;
   enum chain_order order;
   /** The heading in docs/driver-defects.md, or NULL */
   const char *defect;
   char text[320];
};

#define CHECK_CHAIN UINT32_MAX

struct check;

/** Begins a scene. Everything passed must live until check_end(). */
struct check *check_begin(const struct kernels *kernels,
                          const struct check_layout *layout,
                          const struct check_draw *draws, uint32_t count);

/** Before each submission. */
void check_submission(struct check *check);

/** Runs one chain that the driver submits, in all orders. */
void check_chain(struct check *check, uint64_t first_job);

/** Ends the scene; the findings live until the next check_begin(). */
uint32_t check_end(struct check *check,
                   const struct check_finding **findings);

#endif
