/* SPDX-License-Identifier: MIT */

/* A draw in the driver's own types, and the words that the driver writes for
 * it. */

#ifndef DRIVER_H
#define DRIVER_H

#ifdef HAVE_DRAL
#include <dral.h>
#endif
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Marks the symbols that libdriver.so exports; all others are hidden. */
#ifdef __GNUC__
#define DRIVER_EXPORT __attribute__((visibility("default")))
#else
#define DRIVER_EXPORT
#endif

#define DRIVER_MAX_BUFFERS 16
#define DRIVER_MAX_RECORD_WORDS 8

/* A vertex buffer with one attribute. */
struct driver_buffer {
   uint64_t address;
   uint32_t size;
   uint32_t stride;

   /* Instances per element, for a per-instance buffer; 0 if all share one. */
   bool per_instance;
   uint32_t divisor;

   /* The offset of the attribute in an element, and its format. */
   uint32_t source_offset;
   uint32_t format;
};

struct driver_draw {
   uint32_t vertex_count;
   uint32_t instance_count;
   uint32_t vertices_per_primitive;
   bool idvs;

   /* The first vertex, or the smallest index plus the vertex offset. */
   int32_t offset_start;
   uint32_t base_instance;

   /* Whether the previous draw had the same buffers. */
   bool same_buffers;
   unsigned buffer_count;
   struct driver_buffer buffers[DRIVER_MAX_BUFFERS];
};

/* The first step, records.c: attribute buffer records (v4 to v7) by the
 * driver's own code, except for the two functions that the library can
 * replace.
 *
 * Writes the record of a buffer and its continuation, if any. Returns the
 * number of words, or -ERANGE for draws that the driver does not support. */
DRIVER_EXPORT int
driver_emit_record(const struct driver_draw *draw,
                   const struct driver_buffer *buffer,
                   uint32_t words[DRIVER_MAX_RECORD_WORDS]);

#ifdef HAVE_DRAL
/* The second step, tables.c: everything that the hardware reads for a draw,
 * built by the library. */

/* Room for a table of all buffers, see dral_vertex_state_table, and for the
 * two id records after it. */
#define DRIVER_MAX_TABLE_WORDS (8 * DRIVER_MAX_BUFFERS + 4 + 8)

/* Memory for a table, which no other table overwrites while the GPU may read
 * it: the records, and on v4 and v5 the id records after them. */
struct driver_table {
   uint32_t records[DRIVER_MAX_TABLE_WORDS];
   unsigned record_words;
};

/* The same for descriptors: one for the attribute in each buffer, and on v4
 * and v5 one each for vertex id and instance id. */
struct driver_descriptors {
   uint32_t attributes[DRIVER_MAX_BUFFERS][2];
   uint32_t ids[2][2];
};

/* A command buffer holds this many of each. A driver allocates more. */
#define DRIVER_MAX_SETS 8

/* What driver_build_tables returns when they are used up. The errors of the
 * library are -10001 and below. */
#define DRIVER_NO_MEMORY (-1)

struct driver_tables {
   /* With 0 threads there is nothing to draw, and the rest is unchanged. */
   uint64_t threads;

   /* v4 to v7: for the draw descriptor. */
   struct dral_draw draw;

   /* v4 to v7: the words that were written for this draw, a set of enum
    * dral_words. The others are from an earlier draw. */
   uint32_t new_words;

   /* v4 to v7: the words of this draw, by their number in the command buffer:
    * the newest ones. */
   unsigned table;
   unsigned descriptors;

   /* v9 and later: a descriptor for the attribute in each buffer. */
   uint32_t attributes[DRIVER_MAX_BUFFERS][8];
};

/* State that a driver keeps between draws. Initially all zero. */
struct driver_context {
   /* 0 if no buffers are bound. */
   unsigned architecture;
   unsigned buffer_count;
   struct driver_buffer buffers[DRIVER_MAX_BUFFERS];

   /* v4 to v7: prepared when vertex elements are created, and when buffers
    * are bound. */
   struct dral_vertex_state state;
   struct dral_bound_buffer bound[DRIVER_MAX_BUFFERS];

   struct driver_tables tables;

   /* v4 to v7: the command buffer, and what its newest words were written
    * for. */
   struct driver_table table_memory[DRIVER_MAX_SETS];
   unsigned table_count;
   struct driver_descriptors descriptor_memory[DRIVER_MAX_SETS];
   unsigned descriptor_count;
   struct dral_written written;
};

/* Begins a command buffer, whose memory holds no words yet. */
DRIVER_EXPORT void
driver_begin_commands(struct driver_context *context);

/* Builds the tables of a draw in context->tables, from the buffers of the
 * draw or, if the previous draw had the same, from the prepared state.
 * Returns 0, DRIVER_NO_MEMORY or a negative enum dral_error. */
DRIVER_EXPORT int
driver_build_tables(struct driver_context *context, unsigned architecture,
                    const struct driver_draw *draw);
#endif

#endif
