/* SPDX-License-Identifier: MIT */

/* What a shader uses: the same as examples/bindings.csv and
 * examples/varyings.csv. */

#ifndef SHADER_H
#define SHADER_H

#include "layout.h"

#define LENGTH(array) (sizeof(array) / sizeof((array)[0]))

static const struct dral_descriptor_binding bindings[] = {
   { .binding = 0, .descriptor_type = DRAL_DESCRIPTOR_TYPE_STORAGE_IMAGE,
     .descriptor_count = 3 },
   { .binding = 1,
     .descriptor_type = DRAL_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER,
     .descriptor_count = 2 },
   { .binding = 2, .descriptor_type = DRAL_DESCRIPTOR_TYPE_UNIFORM_BUFFER,
     .descriptor_count = 1 },
   { .binding = 3,
     .descriptor_type = DRAL_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER,
     .descriptor_count = 1 },
};

#define VARYING(type, count, length, how)                 \
   {                                                      \
      .base_type = DRAL_VARYING_BASE_TYPE_##type,         \
      .rows = (count),                                    \
      .columns = 1,                                       \
      .array_length = (length),                           \
      .interpolation = DRAL_VARYING_INTERPOLATION_##how,  \
   }

/* position, normal, coordinate, material and depth */
static const struct dral_varying varyings[] = {
   VARYING(FLOAT, 3, 4, SMOOTH), VARYING(FLOAT, 3, 2, SMOOTH),
   VARYING(FLOAT, 2, 0, SMOOTH), VARYING(INT, 1, 0, FLAT),
   VARYING(DOUBLE, 1, 0, FLAT),
};

#endif
