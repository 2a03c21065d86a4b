/* SPDX-License-Identifier: MIT */
/**
 * \file
 * What a thread reads as an attribute, computed from the words that are in
 * memory when its draw runs.
 */

#ifndef READ_H
#define READ_H

#include "dral_model.h"
#include "work.h"

/** How many threads of a draw are looked at, or all if there are fewer. */
#define READ_THREADS 512

/** The descriptors of an attribute. */
struct read_descriptor {
   /** v4 to v7 */
   struct mali_attribute attribute;
   struct mali_record record;
   /** v9 and later */
   struct dral_valhall_attribute valhall;
   struct mali_buffer buffer;
   /** Bytes that are added to the offset; 0 if nothing is planted */
   int64_t planted;
};

struct read_thread {
   /** The index of the vertex, and the number of the instance */
   uint32_t index, instance;
   /** v4 to v7 */
   uint32_t linear_id;
};

struct read {
   /** Whether the buffer holds all bytes */
   bool is_inside;
   /** From the beginning of the buffer object */
   int64_t byte;
   uint8_t bytes[16];
};

/** Finds the descriptors of a slot; on v9 and later, \p table has them. */
bool read_descriptor(const struct work_draw *draw, uint32_t table,
                     uint32_t slot, struct read_descriptor *descriptor);

/** Bytes between elements. */
uint32_t read_stride(const struct work_draw *draw,
                     const struct read_descriptor *descriptor);

/** Reads up to 16 bytes. */
void read_bytes(const struct work_draw *draw,
                const struct read_descriptor *descriptor,
                const struct read_thread *thread, uint32_t size,
                struct read *read);

/**
 * The i-th of the \p count numbers from 0 to \p end - 1 that are looked at:
 * all, or both ends and some between.
 */
uint32_t read_sample(uint32_t i, uint32_t count, uint32_t end);

/** Describes the descriptors. */
void read_print(const struct work_draw *draw,
                const struct read_descriptor *descriptor, char *text,
                size_t size);

#endif
