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
   unsigned architecture;

   /* v4 to v7: the draw descriptor, and the table of records. */
   struct dral_resolved_draw resolved;
   uint32_t records[DRIVER_MAX_TABLE_WORDS];
   size_t record_words;

   /* v4 to v7: what the attribute in each buffer names. */
   uint32_t slots[DRIVER_MAX_BUFFERS];
   int32_t offsets[DRIVER_MAX_BUFFERS];

   /* v4 and v5. */
   uint32_t vertex_id[4];
   uint32_t instance_id[4];

   /* v9 on: a descriptor for the attribute in each buffer. */
   uint32_t attributes[DRIVER_MAX_BUFFERS][8];
};

/* Why a draw was refused. */
struct driver_refusal {
   /* A sentence, static. */
   const char *reason;
   /* The buffer that it is about, or -1. */
   int buffer;
};

/* 0, or a negative errno with a refusal. */
DRIVER_EXPORT int
driver_build_tables(unsigned architecture, const struct driver_draw *draw,
                    struct driver_tables *tables,
                    struct driver_refusal *refusal);

#endif
