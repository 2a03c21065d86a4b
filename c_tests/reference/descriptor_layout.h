/* SPDX-License-Identifier: MIT */

/*
 * A second, independent implementation of the memory layout of descriptor
 * sets, written only from the specification.  The tests compare the library
 * with it, so it is deliberately plain: wide arithmetic, explicit range
 * checks, no shared code, no tables derived from the library.
 *
 * Functions that can fail return 0 or a negative errno and write their
 * outputs only on success.  Errors are checked in a fixed order: first
 * everything that is -EINVAL, then -ENOTSUP, then -ERANGE, then -ENOSPC.
 * Pointers are never NULL, except for an array of no elements.
 *
 * A binding with a descriptor count of 0 only reserves its number: its type,
 * flags, samplers and list of types are ignored.  An unused number has NONE
 * in its four indices and two offsets, and 0 everywhere else.
 */

#ifndef DESCRIPTOR_LAYOUT_H
#define DESCRIPTOR_LAYOUT_H

#include "dral_descriptor_layout.h"

#include <stdint.h>

#define REF_LAYOUT_NONE UINT32_C(0xffffffff)
#define REF_LAYOUT_WHOLE_SIZE UINT64_C(0xffffffffffffffff)

/* How sets are laid out: three models of the ANV driver, one of PanVK. */
enum {
   REF_LAYOUT_ANV_INDIRECT = 1,
   REF_LAYOUT_ANV_DIRECT = 2,
   REF_LAYOUT_ANV_BUFFER = 3,
   REF_LAYOUT_PANVK = 4
};

/* Releases of Mesa that have separate tables. */
enum {
   REF_LAYOUT_MESA_24_3 = 2403,
   REF_LAYOUT_MESA_26_2 = 2602
};

/* In the byte of an immutable sampler, above its planes. */
enum {
   REF_LAYOUT_OWN_CHROMA_FILTER = 0x80
};

/* VkDescriptorType */
enum {
   REF_LAYOUT_SAMPLER = 0,
   REF_LAYOUT_COMBINED_IMAGE_SAMPLER = 1,
   REF_LAYOUT_SAMPLED_IMAGE = 2,
   REF_LAYOUT_STORAGE_IMAGE = 3,
   REF_LAYOUT_UNIFORM_TEXEL_BUFFER = 4,
   REF_LAYOUT_STORAGE_TEXEL_BUFFER = 5,
   REF_LAYOUT_UNIFORM_BUFFER = 6,
   REF_LAYOUT_STORAGE_BUFFER = 7,
   REF_LAYOUT_UNIFORM_BUFFER_DYNAMIC = 8,
   REF_LAYOUT_STORAGE_BUFFER_DYNAMIC = 9,
   REF_LAYOUT_INPUT_ATTACHMENT = 10,
   REF_LAYOUT_INLINE_UNIFORM_BLOCK = 1000138000,
   REF_LAYOUT_ACCELERATION_STRUCTURE = 1000150000,
   REF_LAYOUT_MUTABLE = 1000351000
};

/* VkDescriptorSetLayoutCreateFlagBits; other bits have no effect. */
enum {
   REF_LAYOUT_SET_PUSH_DESCRIPTOR = 0x1,
   REF_LAYOUT_SET_DESCRIPTOR_BUFFER = 0x10,
   REF_LAYOUT_SET_EMBEDDED_IMMUTABLE_SAMPLERS = 0x20
};

/* VkDescriptorBindingFlagBits; other bits have no effect. */
enum {
   REF_LAYOUT_BINDING_VARIABLE_DESCRIPTOR_COUNT = 0x8
};

/* What a descriptor consists of. */
enum {
   REF_LAYOUT_DATA_BTI_SURFACE = 0x001,
   REF_LAYOUT_DATA_BTI_SAMPLER = 0x002,
   REF_LAYOUT_DATA_BUFFER_VIEW = 0x004,
   REF_LAYOUT_DATA_INLINE_UNIFORM = 0x008,
   REF_LAYOUT_DATA_INDIRECT_ADDRESS_RANGE = 0x010,
   REF_LAYOUT_DATA_INDIRECT_SAMPLED_IMAGE = 0x020,
   REF_LAYOUT_DATA_INDIRECT_STORAGE_IMAGE = 0x040,
   REF_LAYOUT_DATA_SURFACE = 0x080,
   REF_LAYOUT_DATA_SAMPLER = 0x100,
   REF_LAYOUT_DATA_SURFACE_SAMPLER = 0x200
};

/*
 * Rows of a table: types 0 to 10 by their value, then these two.  A mutable
 * binding takes its row from its list of types.
 */
enum {
   REF_LAYOUT_ROW_INLINE_UNIFORM_BLOCK = 11,
   REF_LAYOUT_ROW_ACCELERATION_STRUCTURE = 12,
   REF_LAYOUT_ROWS = 13
};

/*
 * One type: bytes of one plane of one descriptor in either area, and the
 * alignment of an array of them (a power of two).  The bytes of an inline
 * uniform block are its descriptor count instead.  In a row that is not
 * supported, all other fields are ignored.
 */
struct ref_layout_row {
   uint32_t supported;
   uint32_t data;
   uint32_t surface_size;
   uint32_t sampler_size;
   uint32_t surface_alignment;
   uint32_t sampler_alignment;

   /* The number of separate planes; 0 means 1. */
   uint32_t max_planes;

   /* Bytes of a sampler placed after the planes in the surface area. */
   uint32_t surface_sampler_size;

   /* Must not be in the list of a mutable binding. */
   uint32_t not_mutable;
};

struct ref_layout_table {
   struct ref_layout_row rows[REF_LAYOUT_ROWS];

   /* Are samplers part of the shader, so that the set must be empty? */
   uint32_t embedded_samplers;

   /* The surface area of a set is rounded up to this power of two. */
   uint32_t allocation_alignment;

   /* Descriptors are counted in units of this many bytes, unless 0. */
   uint32_t index_unit;

   /* The header before the data of an inline uniform block, and the power of
    * two to which the data is rounded up. */
   uint32_t inline_header;
   uint32_t inline_alignment;

   /* Uniform buffers are rounded up to this power of two. */
   uint32_t range_alignment;

   /* Planes of an image; 0 means 1. */
   uint32_t max_planes;

   /* UINT32_MAX means no limit. Of a set: */
   uint32_t max_set_size;
   uint32_t max_set_dynamic;
   uint32_t max_inline_size;
   uint32_t max_push;
   /* Of a pipeline: */
   uint32_t max_dynamic;
   uint32_t max_sets;
   /* The maximum variable counts; 0: not supported. */
   uint32_t max_variable_count;
   uint32_t max_variable_inline_size;

   /* Pools: none; of bytes; of index units. */
   enum {
      REF_LAYOUT_NO_POOLS,
      REF_LAYOUT_POOLS,
      REF_LAYOUT_UNIT_POOLS
   } pools;
   uint32_t pool_alignment;
};

/*
 * The table of a model for sets with these flags.  version is the verx10 of
 * an Intel GPU, or the architecture of a Mali GPU.  -EINVAL: unknown model or
 * release, or hardware of another driver.
 */
int
ref_layout_table(uint32_t model, uint32_t mesa, uint32_t set_flags,
                 uint32_t version, struct ref_layout_table *table);

/*
 * The layout of a set; slots is indexed by binding number.  -EINVAL: broken
 * table or precondition; -ENOTSUP: a type that the table does not have, a
 * mutable list with a type that it does not allow, or a variable count that
 * it does not support; -ERANGE: a limit, or a number of more than 32 bits;
 * -ENOSPC: capacity is less than binding_count.
 */
int
ref_layout_set_from_table(const struct ref_layout_table *table,
                          uint32_t set_flags,
                          const struct dral_descriptor_binding *bindings,
                          uint32_t count,
                          struct dral_descriptor_set_layout *set,
                          struct dral_descriptor_binding_layout *slots,
                          uint32_t capacity);

/*
 * The memory of a set whose last binding has only variable_count descriptors,
 * or bytes; variable_count is ignored if the layout has no variable count.
 * -EINVAL: variable_count is more than the layout has; -ERANGE: more than 32
 * bits.
 */
int
ref_layout_set_size(const struct ref_layout_table *table,
                    const struct dral_descriptor_set_layout *set,
                    const struct dral_descriptor_binding_layout *slots,
                    uint32_t variable_count,
                    struct dral_descriptor_set_size *out);

/*
 * Offsets of one plane of one element; the element of an inline uniform
 * block is a byte of it.  -EINVAL: no such element or plane; -ERANGE: more
 * than 32 bits.
 */
int
ref_layout_element(const struct dral_descriptor_binding_layout *slot,
                   uint32_t element, uint32_t plane, uint32_t *surface,
                   uint32_t *sampler);

/*
 * Can a set with this layout be created, and with how many descriptors or
 * bytes in the binding of a variable count (0 if there is none, or if the
 * answer is no)?  A variable count of 0 is also valid.  The answer is no for
 * everything that ref_layout_set_from_table refuses as too large, or as a
 * list or a variable count that the table does not allow; but the limits on
 * inline uniform blocks and push descriptors are not checked.  Everything
 * else that it refuses is the same error here, except -ENOSPC.
 */
int
ref_layout_support(const struct ref_layout_table *table, uint32_t set_flags,
                   const struct dral_descriptor_binding *bindings,
                   uint32_t count, uint32_t *supported,
                   uint32_t *max_variable_count);

/*
 * Entries that a set takes in the binding table of a stage, out of
 * REF_LAYOUT_MAX_STAGE_ENTRIES.  No layout that ref_layout_set accepts takes
 * more; limits are not checked here.  ANV models only.
 */
enum {
   REF_LAYOUT_MAX_STAGE_ENTRIES = 240 - 8
};

int
ref_layout_stage_entries(uint32_t model, uint32_t set_flags, uint32_t verx10,
                         const struct dral_descriptor_binding *bindings,
                         uint32_t count, uint32_t stage, uint64_t *entries);

/*
 * Bytes of the two heaps of a descriptor pool.  -EINVAL: a table without
 * pools, or a broken list; -ENOTSUP: unknown type or refused list; -ERANGE:
 * more than 64 bits.
 */
int
ref_layout_pool_size(const struct ref_layout_table *table,
                     const struct dral_descriptor_pool_part *sizes,
                     uint32_t count, uint32_t max_sets,
                     uint32_t max_inline_bindings, uint64_t *surface,
                     uint64_t *sampler);

/*
 * For each set of a pipeline, the number of dynamic buffers in the sets
 * before it.  A NULL set has none.  -ERANGE: more sets or dynamic buffers
 * than the table allows.
 */
int
ref_layout_dynamic_starts(
   const struct ref_layout_table *table,
   const struct dral_descriptor_set_layout *const *sets, uint32_t count,
   uint32_t *starts);

/*
 * The push-constant word of a set.  -EINVAL: offset is not a multiple of 64;
 * -ERANGE: start does not fit in the low 6 bits.
 */
int
ref_layout_push_constant(uint32_t offset, uint32_t dynamic_offset_start,
                         uint32_t *word);

/*
 * The handle of the state at an offset.  -EINVAL: not a multiple of 64, or
 * 2^26 and more without ex_bso; -ERANGE: more than 32 bits.
 */
int
ref_layout_surface_handle(uint64_t state_offset, int ex_bso,
                          uint32_t *handle);

/* -EINVAL: plane is 3 or more; -ERANGE: more than 32 bits. */
int
ref_layout_sampler_handle(uint32_t base, uint32_t plane, uint32_t *handle);

/*
 * The range of a buffer of size bytes that a descriptor covers.
 * dynamic_offset is used only for dynamic types, alignment only for uniform
 * buffers.  -EINVAL: not a buffer type, or the whole size from an offset past
 * the end; -ENOTSUP: unknown type; -ERANGE: more than 64 bits.
 */
int
ref_layout_buffer_range(uint32_t descriptor_type, uint64_t size,
                        uint64_t offset, uint64_t range,
                        uint64_t dynamic_offset, uint64_t alignment,
                        uint64_t *out_offset, uint64_t *out_range);

#endif
