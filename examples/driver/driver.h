/* SPDX-License-Identifier: MIT */

/* A driver reduced to the part that computes what a draw needs. */

#ifndef DRIVER_H
#define DRIVER_H

#include <dral.h>

#ifdef __GNUC__
#define DRIVER_EXPORT __attribute__((visibility("default")))
#else
#define DRIVER_EXPORT
#endif

#define DRIVER_MAX_BUFFERS 16

/* Room for a table of that many buffers, as dral_attribute_table_pack has
 * it. */
#define DRIVER_MAX_TABLE_WORDS (8 * DRIVER_MAX_BUFFERS + 4)

/* What the descriptors of a draw are filled with. */
struct driver_draw {
   struct dral_resolved_draw resolved;

   /* The attribute buffer records. */
   uint32_t table[DRIVER_MAX_TABLE_WORDS];
   size_t table_words;

   /* The record of each buffer, which its attributes name. */
   uint32_t slots[DRIVER_MAX_BUFFERS];
};

/* The divisor of an attribute as older code computes it. */
struct driver_divisor {
   unsigned padded_count;
   unsigned magic;
   unsigned shift;
   unsigned extra_flags;
};

/* Computes a whole draw: 0 or a negative errno. */
DRIVER_EXPORT int
driver_draw(const struct dral_draw *info,
            const struct dral_vertex_buffer *buffers, size_t buffer_count,
            struct driver_draw *draw);

/* Computes one divisor. */
DRIVER_EXPORT void
driver_divisor(unsigned vertex_count, unsigned api_divisor,
               struct driver_divisor *divisor);

#endif
