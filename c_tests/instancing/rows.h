/* SPDX-License-Identifier: MIT */

/*
 * The inputs in rows of real drivers; data/README.md has the columns.
 */

#ifndef ROWS_H
#define ROWS_H

#include "dral.h"
#include "harness/csv.h"

/* The address of buffers in rows without one. */
#define ROW_BUFFER_START 0x123404321000

/* A row about a draw, on one architecture. */
struct draw_row {
   const struct csv *csv;
   /* An indexed draw has the vertices and the start of its range. */
   struct dral_draw_info draw;
   int is_indexed;
   struct dral_index_range range;
   /* The errors of the range; then the draw is not used. */
   uint64_t range_errors;
   /* The driver is wrong. */
   int is_flagged;
   int has_buffer;
   struct dral_vertex_buffer buffer;
   uint32_t binding;
   uint32_t source_offset;
};

/* Visits all rows, with their buffers and without. */
void
visit_draw_rows(struct context *context,
                void (*visit)(struct context *context,
                              const struct draw_row *row, void *state),
                void *state);

/* The same for the attributes of v9 and later. */
void
visit_valhall_rows(struct context *context,
                   void (*visit)(const struct csv *csv,
                                 const struct dral_valhall_source *source,
                                 void *state),
                   void *state);

#endif
