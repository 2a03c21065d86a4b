/* SPDX-License-Identifier: MIT */

/* Scenes: draws whose every (vertex, instance) is one point, and what each
 * point must read. A scene depends only on its number and on the limits, and
 * is plain data without a graphics API. Nothing here uses the library.
 *
 * Each command holds its whole state. Whoever draws a scene binds only what
 * differs from the command before, which is how applications draw.
 */

#ifndef SCENES_H
#define SCENES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SCENE_LOCATIONS 16
#define SCENE_BINDINGS 16
#define SCENE_PIPELINES 4
#define SCENE_COMMANDS 10
#define SCENE_DRAWS 4
#define SCENE_BUFFERS 6
#define SCENE_RESOURCES 4
#define SCENE_RESOURCE_SETS 4

enum scene_kind {
   SCENE_VERTICES,
   SCENE_DIVISORS,
   SCENE_LARGE_DIVISORS,
   SCENE_FIRST_VERTEX,
   SCENE_INDEXED,
   SCENE_INDIRECT,
   SCENE_INDEXED_INDIRECT,
   SCENE_SEVERAL_DRAWS,
   SCENE_CHANGED_COUNTS,
   SCENE_PARTIAL_REBINDS,
   SCENE_OTHER_OFFSETS,
   SCENE_OTHER_PIPELINES,
   SCENE_DYNAMIC_STRIDES,
   SCENE_IMAGES,
   SCENE_NO_BUFFERS,
   SCENE_NOTHING_TO_DRAW,
   SCENE_RESTART,
   SCENE_ATTRIBUTES,
   SCENE_SECONDARIES,
   SCENE_SUBMISSIONS,
   SCENE_VIEWS,
   SCENE_CLEARS,
   SCENE_MIXED,
   SCENE_KINDS,
};

/* What the device can do. All false and 0: draws without instancing state. */
struct scene_limits {
   uint32_t attributes;   /* at most SCENE_LOCATIONS are used */
   uint32_t bindings;     /* at most SCENE_BINDINGS are used */
   uint32_t stride;       /* largest, in bytes */
   uint32_t offset;       /* largest offset of an attribute, in bytes */
   uint32_t divisor;      /* largest; 1: no other divisors */
   uint32_t points;       /* in a whole scene */
   uint32_t buffer_bytes; /* of one vertex buffer */
   uint32_t draws;        /* per indirect command */
   /* Bit 4 log2(bytes) + components - 1 of unsigned integer formats: 1, 2 or
    * 4 bytes per component, 1 to 4 components. */
   uint16_t formats;
   bool zero_divisor; /* per instance with divisor 0: one element for all */
   bool zero_stride;
   bool base_instance;         /* of direct and indexed draws */
   bool divisor_base_instance; /* with divisors other than 1 */
   bool vertex_offset;         /* of indexed draws */
   bool indirect;
   bool indirect_base_instance;
   bool index_bytes[5]; /* [1], [2], [4] */
   bool restart;        /* with points */
   bool dynamic_stride;
   bool secondaries;
   bool views;         /* two at once */
   bool clears;        /* inside a pass */
   uint32_t resources; /* images and texel buffers of the vertex shader */
};

/* What a scene or a whole run left out because of the limits. */
enum scene_left_out {
   LEFT_ATTRIBUTES,
   LEFT_BINDINGS,
   LEFT_STRIDE,
   LEFT_DIVISOR,
   LEFT_ZERO_DIVISOR,
   LEFT_ZERO_STRIDE,
   LEFT_BASE_INSTANCE,
   LEFT_DIVISOR_BASE_INSTANCE,
   LEFT_VERTEX_OFFSET,
   LEFT_INDIRECT,
   LEFT_INDIRECT_BASE_INSTANCE,
   LEFT_SEVERAL_DRAWS,
   LEFT_INDEX_8,
   LEFT_INDEX_32,
   LEFT_RESTART,
   LEFT_DYNAMIC_STRIDE,
   LEFT_SECONDARIES,
   LEFT_VIEWS,
   LEFT_CLEARS,
   LEFT_RESOURCES,
   LEFT_FORMATS,
   LEFT_POINTS,
   LEFT_COUNT,
};

/* An unsigned integer format. Missing components read as 0, 0, 0, 1. */
struct scene_attribute {
   uint8_t location;
   uint8_t binding;
   uint8_t components;
   uint8_t component_bytes;
   uint32_t offset;
};

struct scene_binding {
   uint32_t stride; /* in the pipeline */
   uint32_t divisor;
   bool used;
   bool per_instance;
};

/* The number of a binding is its index, also where indices are skipped. */
struct scene_pipeline {
   uint32_t attribute_count;
   struct scene_attribute attributes[SCENE_LOCATIONS];
   struct scene_binding bindings[SCENE_BINDINGS];
   bool dynamic_stride; /* the stride comes from the command */
   bool resources;      /* the shader also reads all SCENE_RESOURCES */
   bool restart;
};

struct scene_bound {
   uint32_t buffer;
   uint32_t offset;
   uint32_t stride; /* with dynamic_stride; else the pipeline's */
};

struct scene_draw {
   uint32_t first; /* vertex, or the smallest index */
   uint32_t count; /* vertices or indices */
   uint32_t base_instance;
   uint32_t instances;
   int32_t vertex_offset; /* indexed */
   uint32_t first_index;  /* indexed: in the command's index memory */
   uint32_t range;        /* indexed: indices are below first + range */
   bool only_restart;     /* indexed: every index is the restart index */
};

/* One command of the API with one or, if indirect, several draws. */
struct scene_command {
   uint32_t pipeline;
   struct scene_bound bound[SCENE_BINDINGS];
   uint32_t resource_set;
   uint32_t index_bytes; /* 0: not indexed */
   uint32_t index_seed;
   bool indirect;
   bool clear_before;  /* clears the target's last row, in the pass */
   bool pass_before;   /* begins another pass, which keeps the target */
   uint32_t secondary; /* 0: none; equal and adjacent: the same one */
   uint32_t draw_count;
   struct scene_draw draws[SCENE_DRAWS];

   /* Filled by scene_place(). The point of (vertex, instance), as the shader
    * counts both in Vulkan, is slot + (instance - first_instance) * width +
    * vertex - first_vertex. */
   uint32_t slot;
   uint32_t slots;
   uint32_t width;
   uint32_t first_vertex;
   uint32_t first_instance;
   uint32_t index_offset; /* of its memory in the index buffer, in bytes */
   uint32_t index_count;
};

struct scene {
   uint32_t number;
   enum scene_kind kind;
   uint32_t left_out; /* bits of enum scene_left_out */
   uint32_t pipeline_count;
   struct scene_pipeline pipelines[SCENE_PIPELINES];
   uint32_t command_count;
   struct scene_command commands[SCENE_COMMANDS];
   uint32_t submissions;
   bool views; /* drawn twice, by multiview */
   /* Filled by scene_place(). */
   uint32_t slots;                       /* of the target */
   uint32_t buffer_bytes[SCENE_BUFFERS]; /* a multiple of 4; 0: not used */
   uint32_t index_bytes;
};

/* Where an attribute is read. */
struct scene_read {
   uint32_t buffer;
   uint64_t offset;
};

const char *scene_kind_name(enum scene_kind kind);
const char *scene_left_out_name(enum scene_left_out left);

/* Prints what the scene draws. */
void scene_print(const struct scene *scene);

/* Fills a scene. The kind is number % SCENE_KINDS. */
void scene_make(struct scene *scene, uint32_t number,
                const struct scene_limits *limits);

/* Assigns slots and sizes, after a change of commands. False if the scene
 * needs more points or memory than the limits allow. */
bool scene_place(struct scene *scene, const struct scene_limits *limits);

/* The byte of a buffer, and of a resource (which is 4 bytes). */
uint8_t scene_byte(uint32_t buffer, uint64_t offset);
uint32_t scene_resource(uint32_t set, uint32_t resource);

/* Index number i of a draw. The value is the restart index if *restart. */
uint32_t scene_index(const struct scene_command *command,
                     const struct scene_draw *draw, uint32_t i,
                     const struct scene_pipeline *pipeline, bool *restart);

/* Writes all indices, scene->index_bytes bytes. */
void scene_write_indices(const struct scene *scene, void *bytes);

/* Of a draw's indices among all indices of their size. */
uint32_t scene_first_index(const struct scene_command *command,
                           const struct scene_draw *draw);

/* Writes the command of an indirect draw; returns how many words it has. */
uint32_t scene_write_indirect(const struct scene_command *command,
                              const struct scene_draw *draw,
                              uint32_t words[5]);

/* Bits of the locations that the pipeline has attributes for. */
uint32_t scene_locations(const struct scene_pipeline *pipeline);

/* Marks the vertices of the draw: drawn[vertex - command->first_vertex] = 1.
 * Each is one point for each instance from base_instance on. Both ids include
 * first vertex, vertex offset and base instance. */
void scene_vertices(const struct scene *scene,
                    const struct scene_command *command,
                    const struct scene_draw *draw, uint8_t *drawn);

/* The stride of a binding in the command, as the API defines it. */
uint32_t scene_stride(const struct scene *scene,
                      const struct scene_command *command, uint32_t binding);

/* The element of the binding and where the attribute begins, as the API
 * defines them. */
uint32_t scene_element(const struct scene_binding *binding,
                       const struct scene_draw *draw, uint32_t vertex,
                       uint32_t instance);
struct scene_read scene_read(const struct scene *scene,
                             const struct scene_command *command,
                             const struct scene_draw *draw,
                             const struct scene_attribute *attribute,
                             uint32_t vertex, uint32_t instance);

/* The four components that the shader gets from there. */
void scene_value(const struct scene_attribute *attribute,
                 struct scene_read read, uint32_t value[4]);

#endif
