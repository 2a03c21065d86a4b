/* SPDX-License-Identifier: MIT */

#ifndef SPIRV_H
#define SPIRV_H

#include "conformance.h"

/* The first SCENE_RESOURCES; the others are texel buffers. */
#define SPIRV_IMAGES 2

struct spirv {
   uint32_t words[4096];
   size_t count;
   uint32_t next; /* number of a value */
};

/* Draws what each vertex read, as one point. `locations` has a bit for each
 * attribute of the pipeline; the others are zeros. */
void spirv_points(struct spirv *to, uint32_t locations, bool resources,
                  bool sized);
/* Writes that color to the target. */
void spirv_color(struct spirv *to);

#endif
