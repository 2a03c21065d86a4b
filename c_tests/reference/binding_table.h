/* SPDX-License-Identifier: MIT */

/*
 * A second, independent implementation of the arithmetic of binding tables:
 * their blocks, bases and entries, the address space around them, and the
 * order of entries.  The tests compare the library with it, so it is
 * deliberately plain: 64-bit arithmetic, the rules branch by branch, no
 * shared code.
 *
 * Functions return 0 or a negative errno and write their outputs only on
 * success.  Errors are checked in a fixed order: first everything that is
 * -EINVAL, then -ERANGE, then -ENOSPC.  Pointers are never NULL, except for
 * an array of no elements.
 */

#ifndef REFERENCE_BINDING_TABLE_H
#define REFERENCE_BINDING_TABLE_H

#include <stdint.h>

enum {
   REF_BINDING_TABLE_STAGES = 6,
   REF_BINDING_TABLE_SETS = 32,
   REF_BINDING_TABLE_RENDER_TARGETS = 8,
   REF_BINDING_TABLE_SURFACES = 240,
   REF_BINDING_TABLE_SAMPLERS = 128,
   REF_BINDING_TABLE_BINDLESS = 255
};

/* Index of the block in the pool, and its first free byte. */
struct ref_binding_table_block {
   uint32_t index;
   uint32_t next;
};

/*
 * Allocates one table.  No entries: the null table, offset 0, which takes no
 * space.  -EINVAL: no such block; -ERANGE: more than 240 entries; -ENOSPC:
 * the block is full and is not changed.
 */
int
ref_binding_table_alloc(struct ref_binding_table_block *block,
                        uint32_t entries, uint32_t *offset);

/* The next block, empty.  -ENOSPC: this was the last one. */
int
ref_binding_table_next_block(struct ref_binding_table_block *block);

/*
 * One table for each dirty stage.  If they do not fit in the block, all
 * active stages get a new table in the next block, and new_base says that the
 * base must be re-emitted.  The offsets of stages that are neither dirty nor
 * moved do not change.  -EINVAL: more than 6 stages, or a flag that is
 * neither 0 nor 1.
 */
int
ref_binding_table_emit(struct ref_binding_table_block *block,
                       const uint32_t *active, const uint32_t *dirty,
                       const uint32_t *entries, uint32_t stages,
                       uint32_t *offsets, uint32_t *new_base);

/*
 * bt_pool_base is 0 where there is none (verx10 < 125).  -EINVAL: no such
 * block.
 */
int
ref_binding_table_bases(uint32_t verx10, uint32_t block_index,
                        uint64_t *surface_base, uint64_t *bt_pool_base,
                        uint32_t *state_offset);

/*
 * state is an offset from the start of the internal surface states.  -EINVAL:
 * no such block, or state is outside the window or not a multiple of 64.
 */
int
ref_binding_table_entry(uint32_t verx10, uint32_t block_index,
                        uint64_t state, uint32_t *entry);

/* The same from addresses; also -EINVAL for a base outside the window. */
int
ref_binding_table_entry_at(uint64_t surface_base, uint64_t state_address,
                           uint32_t *entry);

/* The state at an offset of the bindless pool; -EINVAL: outside of it. */
int
ref_binding_table_bindless_state(uint64_t offset, uint64_t *state);

/* Ranges of the address space. */
enum {
   REF_RANGE_GENERAL,
   REF_RANGE_LOW_HEAP,
   REF_RANGE_BINDING_TABLE,
   REF_RANGE_INTERNAL_SURFACE,
   REF_RANGE_SCRATCH_SURFACE,
   REF_RANGE_BINDLESS_SURFACE,
   REF_RANGE_INDIRECT_DESCRIPTOR,
   REF_RANGE_INDIRECT_PUSH,
   REF_RANGE_INSTRUCTION,
   REF_RANGE_DYNAMIC_STATE,
   REF_RANGE_DYNAMIC_VISIBLE,
   REF_RANGE_PUSH_DESCRIPTOR_BUFFER,
   REF_RANGE_AUX_TT,
   REF_RANGE_HIGH_HEAP,
   REF_RANGE_TRTT,
   REF_RANGE_COUNT
};

/* Both are 0 for an unused range. */
struct ref_address_range {
   uint64_t address;
   uint64_t size;
};

/*
 * -EINVAL: indirect is neither 0 nor 1, mem_alignment is not a power of two,
 * or gtt_size is above 2^48; -ERANGE: gtt_size leaves no space for the high
 * heap.
 */
int
ref_address_space(uint32_t verx10, uint32_t indirect, uint64_t mem_alignment,
                  uint64_t gtt_size,
                  struct ref_address_range ranges[REF_RANGE_COUNT]);

/* The map of a table's entries. */

enum {
   REF_BINDING_MODEL_INDIRECT = 1,
   REF_BINDING_MODEL_DIRECT = 2,
   REF_BINDING_MODEL_BUFFER = 3
};

enum {
   REF_ENTRY_RENDER_TARGET = 255,
   REF_ENTRY_SET_BUFFER = 254,
   REF_ENTRY_NULL = 252,
   REF_ENTRY_SET_BUFFER_OF_BUFFER_MODEL = 251
};

#define REF_BINDING_NO_INDEX 0xFFFFFFFF

/* One binding in the layout of a set, and its uses by the shader. */
struct ref_binding {
   uint32_t data;
   uint32_t array_size;
   uint32_t planes;
   uint32_t descriptor_index;
   uint32_t dynamic_offset_index; /* REF_BINDING_NO_INDEX: not dynamic */
   uint32_t surface_offset;
   uint32_t surface_stride;
   uint32_t surface_size;
   uint32_t binding_flags;
   uint32_t no_binding_table;
   uint32_t use_count;
   /* The plane count of each element's immutable sampler, or NULL. */
   const uint32_t *sampler_planes;
};

struct ref_binding_set {
   uint32_t set_flags;
   uint32_t binding_count;
   const struct ref_binding *bindings;
};

struct ref_binding_table_input {
   uint32_t model;
   uint32_t verx10;
   uint32_t always_bindless;
   uint32_t stage_is_bindless;
   uint32_t render_targets;
   uint32_t null_render_targets; /* bit i: target i is a null target */
   uint32_t set_count;
   const struct ref_binding_set *sets;
};

/*
 * set is the number of a set or one of REF_ENTRY_*.  index is the number of a
 * render target or set buffer.  Everything that does not apply is 0.
 */
struct ref_binding_table_entry {
   uint32_t set;
   uint32_t binding;
   uint32_t index;
   uint32_t plane_or_dynamic;
   uint32_t set_offset;
};

/* 255 for bindless and for unused bindings. */
struct ref_binding_table_slots {
   uint8_t surface;
   uint8_t sampler;
};

struct ref_binding_table_map {
   uint32_t surface_count;
   uint32_t sampler_count;
   /* The slot of each set's buffer; 0 if the set is not used. */
   uint8_t set_slot[REF_BINDING_TABLE_SETS];
   /* Excluding set_offset. */
   struct ref_binding_table_entry samplers[REF_BINDING_TABLE_SAMPLERS];
};

/*
 * entries takes map->surface_count elements; slots takes the bindings of set
 * 0, then those of set 1, and so on.
 *
 * -EINVAL: unknown model, a flag that is neither 0 nor 1, more than 32
 * sets or 8 targets, a use count above 255, or a used binding without
 * elements, with planes other than 1 to 3, dynamic with more than one plane,
 * or with an immutable sampler of no planes or more than the binding has;
 * -ERANGE: a field of an entry needs more than 32 bits; -ENOSPC: capacity is
 * too small.
 */
int
ref_binding_table_map(const struct ref_binding_table_input *input,
                      struct ref_binding_table_entry *entries,
                      uint32_t capacity, struct ref_binding_table_map *map,
                      struct ref_binding_table_slots *slots);

#endif
