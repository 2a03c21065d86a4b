/* SPDX-License-Identifier: MIT */
/**
 * \file
 * The judge's second front end: what any Vulkan program asks PanVK to draw.
 *
 * record.c is a Vulkan driver that passes each call on to PanVK, and keeps
 * what draws depend on. record_check.c finds these draws in the work that the
 * driver submits, and compares them.
 */

#ifndef RECORD_H
#define RECORD_H

#include <stdbool.h>
#include <stdint.h>

#include "expect.h"
#include "work.h"

/** A draw that a program records. */
struct record_draw {
   struct expect_draw expected;
   /** The end of the index buffer */
   uint64_t index_end;
   /** VkPrimitiveTopology */
   uint32_t topology;
   /** The recorder's own, which finds the values */
   bool is_magic;
};

/** What the processes of a program found, in memory that they share. */
struct record_counts {
   /** Draws whose reads were compared, and compared reads */
   uint64_t draws, reads;
   /** Of them, draws with something wrong */
   uint64_t wrong;
   /** Recorded, but not submitted */
   uint64_t missing;
   /** Submitted, but not recorded: the driver's own */
   uint64_t other;
   /** Recorded, with nothing to draw, with 2^31 vertices or instances, or
    * with indices outside of what is bound: a shader that was not executed
    * may have had to write them */
   uint64_t empty;
   /** Reads outside of what is bound, which may read anything */
   uint64_t outside;
   /** Compute jobs that were not executed */
   uint64_t shaders;
   /** Calls that the recorder does not support */
   uint64_t refused;
};

extern struct record_counts *record_counts;

/** What \p judge run --plant does wrong in the recorder. */
enum record_plant {
   RECORD_NO_PLANT,
   RECORD_DIVISOR,
   RECORD_ZERO_DIVISOR,
   RECORD_PREVIOUS_OFFSET,
   RECORD_ATTRIBUTE_OFFSET,
   RECORD_STRIDE,
   RECORD_RESTART,
   RECORD_FIRST_VERTEX,
   RECORD_FIRST_INDEX,
   RECORD_VERTEX_OFFSET,
   RECORD_BASE_INSTANCE,
   RECORD_SECONDARY,
   RECORD_INDIRECT_OFFSET,
   RECORD_PLANTS,
};

extern const char *const record_plants[RECORD_PLANTS];
extern enum record_plant record_plant;

/** PanVK's library; to be set before the first call of the program. */
extern const char *record_driver;

/** For which GPU the driver is, as PAN_GPU_ID; before the first work. */
void record_set_gpu(const char *gpu);

/** The next draw that the driver is expected to submit. */
void record_expect(const struct record_draw *draw);

/** Compares submitted work. Writes stay in memory only if \p keep. */
void record_work(const struct work *work, bool keep);

/** Draws that were expected, but not submitted until now, are missing. */
void record_end(void);

/** Prints the counts. Returns 0 if all is right, 1 if a draw is wrong or
 * missing, and 2 without a verdict. */
int record_report(const struct record_counts *counts);

#endif
