/* SPDX-License-Identifier: MIT */

#ifndef SPIRV_H
#define SPIRV_H

#include "conformance.h"

/* The first SCENE_RESOURCES; the others are texel buffers. */
#define SPIRV_IMAGES 2

struct spirv {
   uint32_t words[16384];
   size_t count;
   uint32_t next; /* number of a value */
};

/* Draws what each vertex read, as one point or a corner of a triangle. */
void spirv_vertex(struct spirv *to, const struct scene_pipeline *pipeline,
                  bool sized);
/* Draw patches of one vertex as points in its place. */
void spirv_control(struct spirv *to);
void spirv_evaluation(struct spirv *to);
/* Writes that color to the target. */
void spirv_color(struct spirv *to);

#endif
