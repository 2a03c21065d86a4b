/* SPDX-License-Identifier: MIT */
/**
 * \file
 * What the judge reads of Mali's jobs, descriptors and registers, by the
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
   MALI_MALLOC_VERTEX = 11,
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

/** What a draw of v9 and later reads: a "Malloc Vertex Job" of v9, or the
 * registers of RUN_IDVS and RUN_IDVS2. */
struct mali_idvs {
   /** Tables of descriptors; the low bits are how many. Those of a varying
    * shader are 0 if they are the same, or if there is none */
   uint64_t resources, varying_resources;
   /** Words of 64 bits */
   uint64_t uniforms;
   uint32_t uniform_count;
   uint32_t index_count, instance_count, first_index;
   int32_t vertex_offset;
   uint32_t instance_offset, attribute_offset;
   uint32_t mode, index_bytes, view_mask;
   bool restart;
   uint64_t indices;
   /** Bytes */
   uint32_t index_size;
};

/** "Buffer" of v9 and later. */
struct mali_buffer {
   uint64_t address;
   uint32_t size;
};

/** Descriptor types of v9 and later. */
enum mali_descriptor {
   MALI_TEXTURE = 2,
   MALI_ATTRIBUTE = 5,
   MALI_BUFFER = 9,
};

/** From the registers and the flags that override; no view mask since v14. */
void mali_idvs(uint32_t architecture, const uint32_t *registers,
               uint32_t flags, struct mali_idvs *draw);

/* Each returns false if a buffer object does not hold all of it. */

/** The 8 words of a descriptor in one of the tables; also false if the table
 * does not hold it. */
bool mali_resource(uint64_t resources, uint32_t table, uint32_t index,
                   uint32_t words[8]);
bool mali_buffer(uint64_t resources, uint32_t table, uint32_t index,
                 struct mali_buffer *buffer);

/** The first word of the memory of a texture or buffer descriptor. */
bool mali_first_word(const uint32_t words[8], uint32_t *word);
bool mali_job(uint64_t address, struct mali_job *job);
bool mali_malloc_vertex(uint64_t job, struct mali_idvs *draw);
bool mali_draw(uint64_t address, struct mali_draw *draw);

/** v6 and v7: how many push uniforms of 64 bits a shader has, from its
 * "Renderer State". */
bool mali_uniforms(uint64_t state, uint32_t *count);
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
