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

#include "explain.h"
#include "scenes.h"
#include "varyings.h"
#include "work.h"

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
                          struct read_values *values,
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
