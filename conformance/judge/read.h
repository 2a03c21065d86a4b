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

/** Numbers that a shader's system values do not have by chance. */
#define READ_MAGIC_VERTEX 0x5EED1u
#define READ_MAGIC_INSTANCE 0x5EED2u

/** Where a vertex shader's system values are in its push uniforms; negative
 * if it has none, or if that is not known. */
struct read_values {
   int32_t vertex_offset, base_instance;
   /** Whether a draw with magic numbers was seen. */
   bool is_known;
};

/** Whether a draw has the magic numbers. */
bool read_is_magic(const struct work_draw *draw);

/** Finds them in its uniforms; values that are known remain. */
void read_find_values(const struct work_draw *draw,
                      struct read_values *values);

/** The words of the descriptors. Returns how many, up to 8. */
uint32_t read_words(const struct work_draw *draw, uint32_t table,
                    uint32_t slot, const struct read_descriptor *descriptor,
                    uint32_t words[8]);

/** Describes the descriptors. */
void read_print(const struct work_draw *draw,
                const struct read_descriptor *descriptor, char *text,
                size_t size);

#endif
