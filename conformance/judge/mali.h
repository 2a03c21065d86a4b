/* SPDX-License-Identifier: MIT */
/**
 * \file
 * What the judge reads of Mali's jobs and descriptors on v4 to v7, by the
 * fields of src/panfrost/genxml in Mesa: the only model of the hardware here,
 * apart from the library's. An address of the GPU is also one of this
 * process, because memory.h maps each buffer object there.
 */

#ifndef MALI_H
#define MALI_H

#include <stdbool.h>
#include <stdint.h>

enum mali_type {
   MALI_NULL = 1,
   MALI_WRITE_VALUE = 2,
   MALI_COMPUTE = 4,
   MALI_VERTEX = 5,
   MALI_TILER = 7,
   MALI_INDEXED_VERTEX = 10,
};

/** A job's header. */
struct mali_job {
   uint64_t address, next;
   enum mali_type type;
   uint32_t index, dependencies[2];
   bool barrier;
};

/** "Draw" of genxml. */
struct mali_draw {
   uint32_t instance_size, primitive_size;
   int32_t offset_start;
   uint64_t position, push_uniforms, state, buffers, attributes;
   uint64_t varying_buffers;
};

/** "Primitive". */
struct mali_primitive {
   uint32_t mode, index_bytes, restart, index_count;
   int32_t base_vertex_offset;
   uint64_t indices;
   bool point_size;
};

#define MALI_POINTS 1

/** "Attribute Buffer", with its continuation. */
struct mali_record {
   uint32_t type, shift, odd, extra, stride, size, magic;
   uint64_t pointer;
};

enum mali_record_type {
   MALI_1D = 1,
   MALI_1D_POT = 2,
   MALI_1D_MODULUS = 3,
   MALI_1D_NPOT = 4,
   MALI_CONTINUATION = 32,
};

/** "Attribute". */
struct mali_attribute {
   uint32_t slot, format;
   int32_t offset;
};

/* Each returns false if a buffer object does not hold all of it. */
bool mali_job(uint64_t address, struct mali_job *job);
bool mali_draw(uint64_t address, struct mali_draw *draw);
bool mali_primitive(uint64_t address, struct mali_primitive *primitive);
bool mali_record(uint64_t table, uint32_t slot, struct mali_record *record);
bool mali_attribute(uint64_t table, uint32_t slot,
                    struct mali_attribute *attribute);

/** Work groups in y and z, which are vertices and instances, and threads in
 * x, from "Invocation". */
bool mali_invocation(uint64_t address, uint64_t counts[3]);

/** The element that a thread reads, before the offset and the stride. */
uint64_t mali_element(const struct mali_record *record, uint32_t linear_id);

#endif
