/* SPDX-License-Identifier: MIT */

/* All that the hardware reads about a draw, built by the library. */

#ifndef TABLES_H
#define TABLES_H

#include "draw.h"
#include "export.h"

#include <dral.h>

/* Room for a table of all buffers, as dral_attribute_table_pack has it. */
#define DRIVER_MAX_TABLE_WORDS (8 * DRIVER_MAX_BUFFERS + 4)

struct driver_tables {
   /* v4 to v7: the draw descriptor. From v9 on only the threads are used.
    * Without threads there is nothing to draw, and all else is as it was. */
   struct dral_resolved_draw resolved;

   /* v4 to v7: the table of records. */
   uint32_t records[DRIVER_MAX_TABLE_WORDS];
   size_t record_words;

   /* v4 to v7: what the attribute in each buffer names. */
   uint32_t slots[DRIVER_MAX_BUFFERS];
   int32_t offsets[DRIVER_MAX_BUFFERS];

   /* v4 to v7: whether they are of this draw, or of one before it with an
    * equal key. */
   bool has_new_records;
   bool has_new_offsets;

   /* v4 and v5. */
   uint32_t vertex_id[4];
   uint32_t instance_id[4];

   /* v9 on: a descriptor for the attribute in each buffer. */
   uint32_t attributes[DRIVER_MAX_BUFFERS][8];
};

/* What a driver keeps from one draw to the next. All zero at the start. */
struct driver_context {
   unsigned architecture;
   unsigned buffer_count;
   struct driver_buffer buffers[DRIVER_MAX_BUFFERS];
   bool is_bound;

   /* v4 to v7: made when vertex elements are created, and when buffers are
    * bound. */
   struct dral_vertex_state state;
   struct dral_bound_buffer bound[DRIVER_MAX_BUFFERS];

   /* v4 to v7: of the records and offsets in the tables, if there are any. */
   struct dral_vertex_state_key key;
   bool has_key;

   struct driver_tables tables;
};

/* Why a draw was refused. */
struct driver_refusal {
   /* A sentence, static. */
   const char *reason;
   /* The buffer that it is about, or -1. */
   int buffer;
};

/* Makes the tables of a draw in context->tables, from the buffers of the
 * draw or, if it has the same as the one before, from what is prepared. 0,
 * or a negative errno with a refusal. */
DRIVER_EXPORT int
driver_build_tables(struct driver_context *context, unsigned architecture,
                    const struct driver_draw *draw,
                    struct driver_refusal *refusal);

#endif
