/* SPDX-License-Identifier: MIT */

/* Everything that the hardware reads for a draw, built by the library. */

#ifndef TABLES_H
#define TABLES_H

#include "draw.h"
#include "export.h"

#include <dral.h>

/* Room for a table of all buffers, see dral_attribute_table_pack. */
#define DRIVER_MAX_TABLE_WORDS (8 * DRIVER_MAX_BUFFERS + 4)

struct driver_tables {
   /* v4 to v7: the draw descriptor. From v9 on only the threads are used.
    * With 0 threads there is nothing to draw, and the rest is unchanged. */
   struct dral_resolved_draw resolved;

   /* v4 to v7: the table of records. */
   uint32_t records[DRIVER_MAX_TABLE_WORDS];
   size_t record_words;

   /* v4 to v7: the slot and offset for the attribute in each buffer. */
   uint32_t slots[DRIVER_MAX_BUFFERS];
   int32_t offsets[DRIVER_MAX_BUFFERS];

   /* v4 to v7: whether they were written for this draw, or kept from an
    * earlier draw with an equal key. */
   bool has_new_records;
   bool has_new_offsets;

   /* v4 and v5. */
   uint32_t vertex_id[4];
   uint32_t instance_id[4];

   /* From v9 on: a descriptor for the attribute in each buffer. */
   uint32_t attributes[DRIVER_MAX_BUFFERS][8];
};

/* State that a driver keeps between draws. Initially all zero. */
struct driver_context {
   unsigned architecture;
   unsigned buffer_count;
   struct driver_buffer buffers[DRIVER_MAX_BUFFERS];
   bool is_bound;

   /* v4 to v7: prepared when vertex elements are created, and when buffers
    * are bound. */
   struct dral_vertex_state state;
   struct dral_bound_buffer bound[DRIVER_MAX_BUFFERS];

   /* v4 to v7: the keys of the records and offsets in the tables, if any. */
   struct dral_vertex_state_key key;
   bool has_key;

   struct driver_tables tables;
};

/* Why a draw was refused. */
struct driver_refusal {
   /* A static string. */
   const char *reason;
   /* The index of the refused buffer, or -1. */
   int buffer;
};

/* Builds the tables of a draw in context->tables, from the buffers of the
 * draw or, if they are those of the previous draw, from the prepared state.
 * Returns 0, or a negative errno with a refusal. */
DRIVER_EXPORT int
driver_build_tables(struct driver_context *context, unsigned architecture,
                    const struct driver_draw *draw,
                    struct driver_refusal *refusal);

#endif
