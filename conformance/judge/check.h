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

#include "work.h"
#include "scenes.h"

/** How the table of a driver's attributes is laid out. */
struct check_layout {
   /** v9 and later: the table of attributes, and the first of images */
   uint32_t attribute_table, image_table;
   /** v4 to v7: the slot of the first image or texel buffer */
   uint32_t first_image;
   /** How many follow; Mesa 25.0 reads uniform texel buffers as textures */
   uint32_t image_count;
   /** Attributes follow each other, without gaps */
   bool packed;
   /** The instance primitive size is 1 in every draw, not only with one
    * instance */
   bool primitive_size_one;
};

/** Where a vertex shader's system values are in its push uniforms; negative
 * if it has none. */
struct check_values {
   int32_t vertex_offset, base_instance;
};

/** Sections of docs/reference/driver-defects.md. */
enum check_defect {
   DEFECT_NONE,
   DEFECT_PRODUCT,
   DEFECT_PRODUCT_ZERO,
   DEFECT_INVOCATION,
   DEFECT_EMPTY,
   DEFECT_OFFSET,
   DEFECT_START,
   DEFECT_DIVIDED_BASE,
   DEFECT_STALE,
   DEFECT_STRIDE,
   DEFECT_VARYING_SIZE,
   DEFECT_VARYING_BUFFER,
   DEFECT_VARYING_RESET,
   DEFECT_IMAGES,
   DEFECT_NO_TABLES,
   DEFECT_SHARED,
   DEFECT_WAIT,
   DEFECT_ACCUMULATED,
   DEFECT_ODD_STRIDE,
   DEFECT_STRIDES,
   DEFECT_AFTER_INDIRECT,
   DEFECT_UNIFORMS,
   DEFECT_REGISTERS,
   DEFECT_UNIFORMS_REUSED,
   DEFECT_BASE_TWICE,
   DEFECT_BASE_LOST,
   DEFECT_OTHER_STRIDE,
   DEFECT_OVERWRITTEN,
   DEFECT_COUNTS,
   DEFECT_VERTEX_OFFSET,
   DEFECT_INSTANCE_OFFSET,
   DEFECT_OTHER_TABLES,
   DEFECT_INDICES,
   DEFECT_IDS,
   DEFECT_TABLES,
   DEFECT_MISSING,
   DEFECT_ENDLESS,
   DEFECT_NOT_LOADED,
   CHECK_DEFECTS,
};

struct check_defect_text {
   const char *title;
   /** The drivers that must show it, if they are not modified: vulkan
    * (PanVK), gles (Gallium) */
   const char *driver;
   /** On these architectures */
   uint32_t first, last;
   /** The option of --plant, or NULL */
   const char *plant;
};

/** Whether unmodified drivers must show it on this architecture. */
bool check_is_expected(enum check_defect defect, uint32_t architecture);

extern const struct check_defect_text check_defects[CHECK_DEFECTS];

/** Draws are changed as a driver with this defect would have written them. */
extern enum check_defect check_plant;

struct check_finding {
   /** The command and the draw, or CHECK_CHAIN */
   uint32_t command, draw;
   enum work_order order;
   enum check_defect defect;
   char text[320];
};

#define CHECK_CHAIN UINT32_MAX

struct check;

/** Begins a scene. Everything passed must live until check_end(); there are
 * values for each pipeline. Draws may be missing if the driver may refuse
 * them. */
struct check *check_begin(const struct kernels *kernels,
                          const struct check_layout *layout,
                          const struct scene *scene,
                          const struct check_values *values,
                          bool may_refuse);

/** Runs what the driver submits at once, in all orders. */
void check_work(struct check *check, const struct work *work);

/** How many draws were found in chains, and how often an attribute was
 * read. */
extern uint64_t check_draw_count, check_read_count;

/** Ends the scene; the findings live until the next check_begin(). */
uint32_t check_end(struct check *check,
                   const struct check_finding **findings);

#endif
