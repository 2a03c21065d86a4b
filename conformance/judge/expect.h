/* SPDX-License-Identifier: MIT */
/**
 * \file
 * What the API asks a draw to read, and whether the draw reads it. The front
 * ends expect draws: of scenes (check.c), or of any program (record_check.c).
 *
 * OpenGL does not say where the buffers of a scene are, but each byte of them
 * is known: bytes are compared. Where the buffers of a program are is known,
 * but not that their bytes differ: addresses are compared.
 *
 * Each front end finds by itself which draw of the work is which: a scene
 * knows all draws with points, but the driver may refuse some of them; among
 * the draws of a program are the driver's own. Only scenes have images and
 * texel buffers, because what a program's shader reads of them is not known.
 */

#ifndef EXPECT_H
#define EXPECT_H

#include <stdbool.h>
#include <stdint.h>

#include "explain.h"
#include "read.h"
#include "varyings.h"
#include "work.h"

struct expect_attribute {
   uint32_t location, binding, bytes, divisor;
   /** In the driver's table of attributes */
   uint32_t slot;
   /** In its element */
   uint32_t offset;
   /** As bound, and of the pipeline */
   uint32_t stride, pipeline_stride;
   bool per_instance;
   /** Where element 0 is, and what is bound ends: addresses, or bytes of a
    * scene's buffer; both 0 if nothing is bound */
   uint64_t begin, end;
   /** Of a scene */
   uint32_t buffer;
};

/** A draw, and the state that it uses. */
struct expect_draw {
   /** First vertex; of a program's draw, also the first index */
   uint32_t first;
   uint32_t count, base_instance, instances;
   int32_t vertex_offset;
   uint32_t view_mask;
   bool restart;
   /** 0 without indices */
   uint32_t index_bytes;
   /** Of the first index that the draw reads; the front end has made sure
    * that this process can read them all */
   uint64_t indices;
   uint32_t attribute_count;
   const struct expect_attribute *attributes;
   /** Where the shader of the pipeline finds its values */
   struct read_values *values;
   /** The indirect call; NULL: a direct draw */
   const void *indirect;
   bool dynamic_stride;
   /** The call was submitted before, or will be again. */
   bool is_repeated;

   /** Set by expect_range(): vertices from the smallest to the largest index;
    * 0: nothing to draw */
   uint64_t range;
   uint32_t smallest;
};

/** A thread that reads elsewhere. */
struct expect_misread {
   const struct work_draw *work;
   const struct expect_attribute *attribute;
   struct read_descriptor descriptor;
   /** As the API counts them, but the instance from 0 */
   uint32_t vertex, instance;
   uint32_t linear_id;
   /** Addresses, or bytes of the scene's buffer */
   int64_t right, read;
   bool is_inside;
};

#define EXPECT_TABLES 4096

/** The comparison of draws; begins as zeros. */
struct expect {
   /** What is wrong, for the front end. Draws of nobody are NULL. */
   void *data;
   void (*wrong)(void *data, const struct expect_draw *draw,
                 enum check_defect defect, const char *text);
   void (*misread)(void *data, const struct expect_draw *draw,
                   enum check_defect defect,
                   const struct expect_misread *misread);
   /** The byte of a scene's buffer; NULL: addresses are compared */
   uint8_t (*byte)(uint32_t buffer, uint64_t offset);
   /** v9 and later: the table of attributes */
   uint32_t attribute_table;
   /** Compared reads, and reads behind what is bound, which may read
    * anything */
   uint64_t reads, outside;

   /** Draws by the tables that they used first; the front end sets the count
    * to 0 when memory is used again. */
   uint32_t table_count;
   struct {
      uint64_t address;
      const struct expect_draw *draw;
   } tables[EXPECT_TABLES];

   /** The rest is of expect.c and explain.c. */
   enum work_order order;
   struct varyings varyings;
   /** The draw that first used the tables of this one */
   const struct expect_draw *table_draw;
   /** A draw of v9 and later, and the one before it in its stream */
   struct mali_idvs this_idvs, last_idvs;
   const struct expect_draw *this_draw, *last_draw;
   bool after_indirect;
};

/** First vertex, or what is added to each index. */
int32_t expect_first(const struct expect_draw *draw);

/** Computes the range of indices. */
void expect_range(struct expect_draw *draw);

/** Work begins to run in this order. */
void expect_begin(struct expect *expect, enum work_order order);

/** Compares counts, indices and system values. False: there is nothing to
 * read, or it cannot be compared. */
bool expect_check_draw(struct expect *expect, const struct expect_draw *draw,
                       const struct work_draw *work);

/** Compares what threads read, after expect_check_draw(). */
void expect_check_reads(struct expect *expect,
                        const struct expect_draw *draw,
                        const struct work_draw *work);

/** A draw that nobody expects: it may overwrite no varyings. */
void expect_other(struct expect *expect, const struct work_draw *work);

#endif
