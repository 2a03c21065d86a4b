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

#define SCENE_LOCATIONS 32
#define SCENE_BINDINGS 32
#define SCENE_PIPELINES 4
#define SCENE_COMMANDS 10
#define SCENE_DRAWS 4
#define SCENE_BUFFERS 6
#define SCENE_RESOURCES 4
#define SCENE_RESOURCE_SETS 4
/* Points in a row of the target. */
#define SCENE_ROW 256

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
   SCENE_MANY_INSTANCES,
   SCENE_LARGE_STARTS,
   SCENE_LARGEST_INDICES,
   SCENE_INDIRECT_STRIDES,
   SCENE_COUNT_BUFFERS,
   SCENE_MULTI_DRAW,
   SCENE_EXACT_BUFFERS,
   SCENE_BIND_SIZES,
   SCENE_READS_OUTSIDE,
   SCENE_SMALL_SIZES,
   SCENE_NULL_BUFFERS,
   SCENE_MANY_BINDINGS,
   SCENE_TRIANGLES,
   SCENE_STRIPS,
   SCENE_TESSELLATION,
   SCENE_FORMATS,
   SCENE_DYNAMIC_INPUT,
   SCENE_POINTERS,
   SCENE_BOUNDED,
   SCENE_RENDERING,
   SCENE_NESTED,
   SCENE_SHADER_OBJECTS,
   SCENE_KINDS, /* and that of scenes given as text */
};

/* What the shader's input is converted from. */
enum scene_numeric {
   SCENE_UINT,
   SCENE_SINT,
   SCENE_UNORM,
   SCENE_SNORM,
   SCENE_FLOAT,   /* 2 or 4 bytes */
   SCENE_UNORM10, /* 10, 10, 10 and 2 bits from the lowest, in 4 bytes */
   SCENE_SNORM10,
   SCENE_NUMERICS,
};

enum scene_topology {
   SCENE_POINTS,
   SCENE_TRIANGLE_LIST,
   SCENE_TRIANGLE_STRIP,
   SCENE_PATCHES, /* of one vertex, tessellated to points at its place */
   SCENE_TOPOLOGIES,
};

/* What the device can do. All false and 0: draws without instancing state. */
struct scene_limits {
   uint32_t attributes;   /* at most SCENE_LOCATIONS are used */
   uint32_t bindings;     /* at most SCENE_BINDINGS are used */
   uint32_t stride;       /* largest, in bytes */
   uint32_t offset;       /* largest offset of an attribute, in bytes */
   uint32_t divisor;      /* largest; 1: no other divisors */
   uint32_t points;       /* of the target, in a whole scene */
   uint32_t vertices;     /* shaded in a whole scene, also outside of it */
   uint32_t buffer_bytes; /* of one vertex buffer */
   uint32_t draws;        /* per indirect command */
   uint32_t first;        /* vertex without indices, at most */
   /* Bit 4 log2(bytes) + components - 1: 1, 2 or 4 bytes per component, 1 to
    * 4 components. Formats of 10 bits have 1 component of 4 bytes. */
   uint16_t formats[SCENE_NUMERICS];
   bool zero_divisor; /* per instance with divisor 0: one element for all */
   bool zero_stride;
   uint32_t base_instance;     /* of direct and indexed draws, at most */
   bool divisor_base_instance; /* with divisors other than 1 */
   bool vertex_offset;         /* of indexed draws */
   bool indirect;
   bool indirect_base_instance;
   bool index_bytes[5]; /* [1], [2], [4] */
   bool restart;        /* with lists of points or triangles */
   bool index_offsets;  /* of the buffer that is bound */
   bool indirect_index_offsets;
   bool largest_index;   /* 2^32 - 1 is an index without restart */
   bool indirect_stride; /* other than the tight one */
   bool count_buffer;
   bool multi_draw;
   bool multi_draw_instances; /* more than one, or from another than 0 */
   bool draws_base_instance;  /* that differs between draws of a command */
   bool exact_buffers;
   bool sizes;              /* of bound buffers */
   bool zero_outside;       /* what is read behind a buffer's end */
   bool zero_outside_sizes; /* the same of the size that is bound */
   bool bounded;            /* what is read there is in the buffer, or 0 */
   bool null_buffers;       /* which read as zeros */
   bool triangles;
   bool strips_restart; /* primitive restart of strips */
   bool first_provokes; /* flat colors come from the first vertex */
   bool last_provokes;
   bool tessellation;
   bool dynamic_input;
   bool pointers; /* of OpenGL */
   bool dynamic_stride;
   bool secondaries;
   bool nested;         /* secondaries that execute others */
   bool rendering;      /* without objects for passes */
   bool shader_objects; /* instead of pipelines */
   bool views;          /* two at once */
   bool clears;         /* inside a pass */
   uint32_t resources;  /* images and texel buffers of the vertex shader */
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
   LEFT_LARGEST_INDEX,
   LEFT_INDIRECT_STRIDE,
   LEFT_COUNT_BUFFER,
   LEFT_MULTI_DRAW,
   LEFT_EXACT_BUFFERS,
   LEFT_SIZES,
   LEFT_ZERO_OUTSIDE,
   LEFT_ZERO_OUTSIDE_SIZES,
   LEFT_NULL_BUFFERS,
   LEFT_TRIANGLES,
   LEFT_STRIPS_RESTART,
   LEFT_PROVOKING,
   LEFT_TESSELLATION,
   LEFT_DYNAMIC_INPUT,
   LEFT_POINTERS,
   LEFT_BOUNDED,
   LEFT_RENDERING,
   LEFT_NESTED,
   LEFT_SHADER_OBJECTS,
   LEFT_INDEX_OFFSETS,
   LEFT_COUNT,
   LEFT_NOTHING = LEFT_COUNT,
};

/* Missing components read as 0, 0, 0, 1. */
struct scene_attribute {
   uint32_t location;
   uint32_t binding;
   uint32_t components;
   uint32_t component_bytes;
   uint32_t offset;
   uint32_t numeric; /* enum scene_numeric */
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
   uint32_t topology;   /* enum scene_topology */
   bool last_provokes;  /* else the first vertex does */
   bool dynamic_stride; /* the stride comes from the command */
   bool dynamic_input;  /* all of it is set before the draw */
   bool pointers;       /* attributes by glVertexAttrib(I)Pointer */
   bool shader_objects; /* and all state set before the draw */
   bool resources;      /* the shader also reads all SCENE_RESOURCES */
   bool restart;
};

struct scene_bound {
   uint32_t buffer;
   uint32_t offset;
   uint32_t stride; /* with dynamic_stride; else the pipeline's */
   uint32_t size;   /* in bytes from the offset; 0: to the buffer's end */
   bool null;       /* no buffer */
};

struct scene_draw {
   uint32_t first; /* vertex, or the smallest index */
   uint32_t count; /* vertices or indices */
   uint32_t base_instance;
   uint32_t instances;
   int32_t vertex_offset; /* indexed */
   uint32_t range;        /* indexed: indices are below first + range */
   bool only_restart;     /* indexed: every index is the restart index */
   uint32_t first_index;  /* by scene_place(): in the command's memory */
};

/* One command of the API with one or, if indirect, several draws. */
struct scene_command {
   uint32_t pipeline;
   struct scene_bound bound[SCENE_BINDINGS];
   uint32_t resource_set;
   uint32_t index_bytes; /* 0: not indexed */
   uint32_t index_seed;
   bool own_indices; /* the buffer is bound where they begin */
   bool indirect;
   uint32_t indirect_stride; /* in bytes; 0: tight */
   bool counted;             /* a buffer holds how many draws there are */
   uint32_t counted_draws;   /* may exceed draw_count, which ends them */
   bool multi;               /* draws of one call that is not indirect */
   bool clear_before;        /* clears the target's last row, in the pass */
   bool pass_before;         /* begins another pass, which keeps the target */
   uint32_t secondary;       /* 0: none; equal and adjacent: the same one */
   /* These instances of the command are drawn outside of the target, so that
    * a small target suffices for many instances. */
   uint32_t hidden;
   uint32_t draw_count;
   struct scene_draw draws[SCENE_DRAWS];

   /* Filled by scene_place(). The point of (vertex, instance), as the shader
    * counts both in Vulkan, is slot + (instance - first_instance) * width +
    * vertex - first_vertex, if instance - first_instance < shown. */
   uint32_t slot;
   uint32_t slots;
   uint32_t width;
   uint32_t first_vertex;
   uint32_t first_instance;
   uint32_t shown;
   uint32_t index_offset; /* of its memory in the index buffer, in bytes */
   uint32_t index_count;
};

struct scene {
   uint32_t number;
   enum scene_kind kind;
   uint64_t left_out; /* bits of enum scene_left_out */
   uint32_t pipeline_count;
   struct scene_pipeline pipelines[SCENE_PIPELINES];
   uint32_t command_count;
   struct scene_command commands[SCENE_COMMANDS];
   uint32_t submissions;
   bool views;   /* drawn twice, by multiview */
   bool exact;   /* buffers end with the last byte that is read */
   uint32_t cut; /* or so many bytes before, if exact */
   /* What is read outside may be any word inside, or 0. */
   bool bounded;
   bool rendering; /* without objects for passes */
   bool nested;    /* each secondary is executed by another one */
   /* Filled by scene_place(). */
   uint32_t slots;                       /* of the target */
   uint32_t buffer_bytes[SCENE_BUFFERS]; /* 0: not used */
   uint32_t index_bytes;
};

/* Where an attribute is read. */
struct scene_read {
   uint32_t buffer;
   uint64_t offset;
   bool zeros; /* reads zeros instead */
};

const char *scene_kind_name(enum scene_kind kind);
const char *scene_left_out_name(enum scene_left_out left);

/* What a scene of this kind must be able to draw, or LEFT_NOTHING. */
enum scene_left_out scene_kind_needs(enum scene_kind kind);
/* The bytes of the element, and what its address must be a multiple of. */
uint32_t scene_attribute_bytes(const struct scene_attribute *attribute);

/* Fills a scene. The kind is number % SCENE_KINDS. */
void scene_make(struct scene *scene, uint32_t number,
                const struct scene_limits *limits);

/* The largest component, and the end of the attributes that share a binding
 * in all pipelines, rounded up to it: offsets and strides must be multiples
 * of one and at least the other. */
uint32_t scene_alignment(const struct scene *scene, uint32_t binding,
                         uint32_t *end);

/* Makes the scene one that the device can draw; left_out says what changed.
 */
void scene_limit(struct scene *scene, const struct scene_limits *limits);

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

/* Of a command among the words of all indirect draws, in bytes. */
uint32_t scene_indirect_offset(const struct scene *scene, uint32_t number);
/* Writes these words, up to the offset of the command behind the last. */
void scene_write_indirect(const struct scene *scene, void *bytes);

/* The draws that a counted command reaches, or else all. */
uint32_t scene_drawn(const struct scene_command *command);

/* In bytes; also of commands that are not several. */
uint32_t scene_indirect_stride(const struct scene_command *command);

/* A pixel of the draw, for each instance: the vertex that gives it its color,
 * and the one that gives it its place. Both include first vertex and vertex
 * offset. Sorted by neither, and maybe repeated. */
void scene_pixels(const struct scene *scene,
                  const struct scene_command *command,
                  const struct scene_draw *draw,
                  void (*call)(uint32_t color_vertex, uint32_t place_vertex,
                               void *data),
                  void *data);

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

/* The four components that the shader gets from there, as integers: those of
 * normalized formats as their bits, less the smallest value; the bits of
 * 32-bit floats, but 0 for what a driver may flush or quieten. */
void scene_value(const struct scene_attribute *attribute,
                 struct scene_read read, uint32_t value[4]);

/* Whether an attribute may read what scene_is_bounded() accepts. */
bool scene_may_be_outside(const struct scene *scene,
                          const struct scene_command *command,
                          const struct scene_draw *draw, uint32_t binding,
                          uint32_t vertex, uint32_t instance);
bool scene_is_bounded(const struct scene *scene, uint32_t buffer,
                      const uint32_t value[4]);

/* How wide a component of a normalized format is. */
uint32_t scene_normalized_bits(const struct scene_attribute *attribute,
                               uint32_t component);

#endif
