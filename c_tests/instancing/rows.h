/* SPDX-License-Identifier: MIT */

/*
 * The inputs of the drivers' rows; data/README.md has the columns.
 */

#ifndef ROWS_H
#define ROWS_H

#include "dral.h"
#include "harness/csv.h"

/* Where buffers begin if the rows leave it out. */
#define ROW_BUFFER_START 0x123404321000

/* A row about a draw, on one architecture. */
struct draw_row {
   const struct csv *csv;
   /* Of an indexed draw with the vertices and the start of the range; if that
    * is refused, the error of the draw. */
   struct dral_draw draw;
   int is_indexed;
   struct dral_index_range range;
   int range_error;
   /* All that is wrong with it in the driver. */
   int is_flagged;
   /* Its buffer, if it is about one. */
   int has_buffer;
   struct dral_vertex_buffer buffer;
   uint32_t binding;
   uint32_t source_offset;
};

/* Goes through all of them, with their buffers and without. */
void
visit_draw_rows(struct context *context,
                void (*visit)(struct context *context,
                              const struct draw_row *row, void *state),
                void *state);

/* The same of the attributes of v9 and later. */
void
visit_valhall_rows(struct context *context,
                   void (*visit)(const struct csv *csv,
                                 const struct dral_valhall_source *source,
                                 void *state),
                   void *state);

#endif
