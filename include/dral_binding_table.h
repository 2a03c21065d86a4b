/* SPDX-License-Identifier: MIT */
/**
 * \file
 * Binding tables of Intel hardware: which entry of a shader stage's table
 * goes where, where tables and surface states lie, and what an entry says.
 *
 * An optional module of the driver arithmetic library. Generated from
 * src/ffi/binding_table by build.rs; do not edit.
 *
 * - Every function is pure: no allocation, no state, no I/O, no panic. Call
 *   them from any thread and from a signal handler.
 * - A function that can fail returns 0 or a negative errno: -EINVAL for a
 *   broken precondition (NULL where data is needed, an unknown value),
 *   -ERANGE beyond a limit or for a result that does not fit, -ENOSPC for a
 *   block or an output with too little room. No result ever wraps.
 * - Outputs are written on success only. If several errors apply, which one is
 *   returned is unspecified.
 * - An array may be NULL if its count is 0.
 * - Enums are passed and stored as uint32_t.
 * - No struct ever grows; what needs more becomes a new function.
 *
 * Terms: a block is 64 KiB for the binding tables of several draws; the
 * window is the 4 GiB in which tables find surface states; what is bindless
 * is reached without the table. docs/binding-table.md has the rules.
 */


#ifndef DRAL_BINDING_TABLE_H
#define DRAL_BINDING_TABLE_H

#include <stddef.h>
#include <stdint.h>
#include "dral_descriptor_layout.h"

/**
 * Entries of a binding table at most.
 */
#define DRAL_BINDING_TABLE_MAX_ENTRIES 240

/**
 * Bytes of a block of binding tables.
 */
#define DRAL_BINDING_TABLE_BLOCK_SIZE 65536

/**
 * How many blocks there are.
 */
#define DRAL_BINDING_TABLE_BLOCK_COUNT 16384

/**
 * Stages with tables at most.
 */
#define DRAL_BINDING_TABLE_MAX_STAGES 6

/**
 * The slot of a binding that has none.
 */
#define DRAL_BINDING_TABLE_BINDLESS 255

/**
 * Entries of a sampler table at most.
 */
#define DRAL_BINDING_TABLE_MAX_SAMPLERS 128

/**
 * Sets of a shader at most: 8 in ANV of Mesa 24.3, 32 in that of 26.2.
 */
#define DRAL_BINDING_TABLE_MAX_SETS 32

/**
 * Render targets of a shader at most.
 */
#define DRAL_BINDING_TABLE_MAX_RENDER_TARGETS 8

/**
 * How many areas the map has.
 */
#define DRAL_ADDRESS_AREA_COUNT 15

/**
 * An area of the address space.
 */
enum dral_address_area {
   /**
    * What the general state base address is for.
    */
   DRAL_ADDRESS_AREA_GENERAL = 0,
   /**
    * Buffers that need an address of 32 bits.
    */
   DRAL_ADDRESS_AREA_LOW_HEAP = 1,
   /**
    * Binding tables.
    */
   DRAL_ADDRESS_AREA_BINDING_TABLE = 2,
   /**
    * The driver's own surface states.
    */
   DRAL_ADDRESS_AREA_INTERNAL_SURFACE = 3,
   /**
    * The first of those, for scratch memory.
    */
   DRAL_ADDRESS_AREA_SCRATCH_SURFACE = 4,
   /**
    * Surface states that shaders may name.
    */
   DRAL_ADDRESS_AREA_BINDLESS_SURFACE = 5,
   /**
    * Descriptor sets of the indirect model.
    */
   DRAL_ADDRESS_AREA_INDIRECT_DESCRIPTOR = 6,
   /**
    * Push descriptors of the indirect model.
    */
   DRAL_ADDRESS_AREA_INDIRECT_PUSH = 7,
   /**
    * Shaders.
    */
   DRAL_ADDRESS_AREA_INSTRUCTION = 8,
   /**
    * Sampler states and other dynamic states.
    */
   DRAL_ADDRESS_AREA_DYNAMIC_STATE = 9,
   /**
    * Dynamic states that applications see: descriptor buffers.
    */
   DRAL_ADDRESS_AREA_DYNAMIC_VISIBLE = 10,
   /**
    * Push descriptors of descriptor buffers.
    */
   DRAL_ADDRESS_AREA_PUSH_DESCRIPTOR_BUFFER = 11,
   /**
    * The translation table of auxiliary surfaces.
    */
   DRAL_ADDRESS_AREA_AUXILIARY_TABLE = 12,
   /**
    * All other buffers.
    */
   DRAL_ADDRESS_AREA_HIGH_HEAP = 13,
   /**
    * The translation table of sparse resources.
    */
   DRAL_ADDRESS_AREA_TRTT = 14,
};

/**
 * Special values instead of a set number.
 */
enum dral_binding_table_set_id {
   /**
    * The memory of a set that lies in a descriptor buffer.
    */
   DRAL_BINDING_TABLE_SET_ID_DESCRIPTOR_BUFFER = 251,
   /**
    * Nothing: the entry is 0.
    */
   DRAL_BINDING_TABLE_SET_ID_NULL = 252,
   /**
    * The memory of a set.
    */
   DRAL_BINDING_TABLE_SET_ID_SET_MEMORY = 254,
   /**
    * A render target.
    */
   DRAL_BINDING_TABLE_SET_ID_RENDER_TARGET = 255,
};

/**
 * A pool of surface states.
 */
enum dral_surface_state_pool {
   /**
    * The driver's own: render targets, descriptor sets. 1 GiB.
    */
   DRAL_SURFACE_STATE_POOL_INTERNAL = 0,
   /**
    * Those that shaders may name by a handle. 2 GiB.
    */
   DRAL_SURFACE_STATE_POOL_BINDLESS = 1,
};

/**
 * How a binding is used: bits of the flags of a use.
 */
enum dral_binding_table_use_flag {
   /**
    * The shader does not reach the surfaces of the binding through the
    * binding table. Its samplers are in the sampler table all the same.
    */
   DRAL_BINDING_TABLE_USE_FLAG_NO_BINDING_TABLE = 1,
};

/**
 * A block, filled with tables from its beginning.
 */
struct dral_binding_table_block {
   /**
    * Its index in the area of binding tables: 0 to 16383.
    */
   uint32_t index;
   /**
    * The bytes that its tables take; 0 in a fresh block.
    */
   uint32_t next;
};

/**
 * What has to be emitted.
 */
struct dral_binding_table_emission {
   /**
    * A bit for each stage whose table is to be written and whose pointer
    * is to be emitted.
    */
   uint32_t stages;
   /**
    * 1 if the bases of the block are to be emitted before, else 0.
    */
   uint32_t new_base;
};

/**
 * The base addresses while tables of one block are in use.
 */
struct dral_binding_table_bases {
   /**
    * The surface state base address: entries of tables count from it, and
    * before version 125 the pointers to tables, too.
    */
   uint64_t surface_base;
   /**
    * The binding table pool base address, from which pointers to tables
    * count; 0 before version 125, where hardware has none.
    */
   uint64_t pool_base;
   /**
    * What is added to the offset of a surface state in the internal pool
    * to make its entry.
    */
   uint32_t state_offset;
};

/**
 * What a shader does with a binding; nothing by default.
 */
struct dral_binding_table_use {
   /**
    * How often the shader uses it; above 255 as if it were 255.
    */
   uint32_t use_count;
   /**
    * Bits of dral_binding_table_use_flag; others are ignored.
    */
   uint32_t flags;
};

/**
 * A set as a shader sees it. All zero is no set.
 */
struct dral_binding_table_set {
   /**
    * The totals of its layout, as dral_descriptor_set_lay_out writes them,
    * made with a table of ANV; NULL for no set, then nothing else is read.
    */
   const struct dral_descriptor_set_layout *layout;
   /**
    * Its binding layouts: layout->binding_count.
    */
   const struct dral_descriptor_binding_layout *bindings;
   /**
    * What the shader does with each of them: as many.
    */
   const struct dral_binding_table_use *uses;
   /**
    * The immutable samplers of its bindings, by ascending binding number,
    * as struct dral_descriptor_binding has them:
    * layout->immutable_sampler_count.
    */
   const uint8_t *immutable_samplers;
};

/**
 * What a shader stage binds.
 */
struct dral_binding_table_shader {
   /**
    * Its sets; all zero where it has none.
    */
   const struct dral_binding_table_set *sets;
   /**
    * How many: at most 32.
    */
   size_t set_count;
   /**
    * 1 if everything that can be bindless is, else 0.
    */
   uint32_t always_bindless;
   /**
    * 1 for stages without a binding table (ray tracing, task, mesh), else
    * 0.
    */
   uint32_t stage_is_bindless;
   /**
    * Render targets of a fragment shader: at most 8.
    */
   uint32_t render_target_count;
   /**
    * A bit for each of them that is there; the others are null surfaces.
    */
   uint32_t render_target_mask;
};

/**
 * The tables of a stage in all.
 */
struct dral_binding_table_map {
   /**
    * Entries of the binding table.
    */
   uint32_t surface_count;
   /**
    * Entries of the sampler table.
    */
   uint32_t sampler_count;
   /**
    * Slots of all sets.
    */
   uint32_t slot_count;
   /**
    * The entry of each set's memory; 0 for sets that the shader does not
    * use, 255 for all that it uses if the stage has no binding table.
    */
   uint32_t set_slots[32];
   /**
    * The index of each set's first slot: its bindings follow by number.
    * 0 for sets that the shader does not have.
    */
   uint32_t first_slots[32];
};

/**
 * What an entry of a table refers to. What an entry does not have is
 * DRAL_DESCRIPTOR_ABSENT.
 */
struct dral_binding_table_entry {
   /**
    * The set, 0 to 31, or an enum dral_binding_table_set_id.
    */
   uint32_t set;
   /**
    * The number of the binding.
    */
   uint32_t binding;
   /**
    * The index of the descriptor among those of the set; that of the render
    * target, or DRAL_DESCRIPTOR_ABSENT for a null surface in its place; that
    * of the set whose memory it is.
    */
   uint32_t index;
   /**
    * The plane; 0 for what has none.
    */
   uint32_t plane;
   /**
    * The index of the dynamic offset in the set.
    */
   uint32_t dynamic_offset_index;
   /**
    * Bytes before the descriptor in the set's area for surfaces, or for
    * samplers in the sampler table (which the indirect model does not
    * have).
    */
   uint32_t set_offset;
};

/**
 * Where a shader finds a binding: 255 for what is not in the table.
 */
struct dral_binding_table_slots {
   /**
    * The first of its entries in the binding table. For an inline uniform
    * block that of its set's memory.
    */
   uint32_t surface;
   /**
    * The first of its entries in the sampler table.
    */
   uint32_t sampler;
};

/**
 * A part of the address space; all 0 if the hardware or the model has none.
 */
struct dral_address_range {
   /**
    * Its first byte.
    */
   uint64_t address;
   /**
    * Its bytes.
    */
   uint64_t size;
};

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * Bytes of a table with this many entries in its block: 4 for each, rounded
 * up to 32.
 *
 * \return 0; -ERANGE for more than 240 entries; -EINVAL for NULL.
 *
 * Source: docs/binding-table.md, "Blocks".
 *
 * # Safety
 * size is NULL or points to a uint32_t.
 */
int dral_binding_table_size(uint32_t entry_count, uint32_t *size);

/**
 * Takes room for a table in a block, behind those before it. A table without
 * entries takes no room and has the offset 0.
 *
 * On -ENOSPC go on as dral_binding_table_emit does, or call that in the
 * first place.
 *
 * \param block the block; next moves past the table
 * \param offset what 3DSTATE_BINDING_TABLE_POINTERS takes: bytes from the
 * base of the block, a multiple of 32
 * \return 0; -ENOSPC if the table does not fit; -ERANGE for more than 240
 * entries; -EINVAL for an index from 16384 on, a next that is not a multiple
 * of 32 or above 65536, outputs that overlap, or NULL. On error nothing is
 * written.
 *
 * Source: docs/binding-table.md, "Blocks".
 *
 * # Safety
 * block and offset are NULL or point to what their types say.
 */
int dral_binding_table_allocate(struct dral_binding_table_block *block,
                                uint32_t entry_count,
                                uint32_t *offset);

/**
 * Takes room for the tables of those stages of a draw or dispatch that are
 * active and dirty. If they do not all fit, all active stages get their
 * tables in a fresh block, for what was emitted before counts from the old
 * base: then emit the bases of that block, and after them the tables of all
 * active stages.
 *
 * \param block the block; afterwards the one to go on in
 * \param fresh_index the block to take if this one is full; 16384 or more for
 * none
 * \param entry_counts how many entries the table of each stage has; read only
 * for active stages
 * \param offsets what 3DSTATE_BINDING_TABLE_POINTERS takes for each stage;
 * not written for stages that are not to be emitted
 * \param stage_count at most 6
 * \param active a bit for each stage that the draw has
 * \param dirty a bit for each stage whose table has changed
 * \param emission what to emit
 * \return 0; -ENOSPC if the tables do not fit and there is no fresh block;
 * -ERANGE for more than 240 entries in a table, or more than 6 stages;
 * -EINVAL for bits beyond the stages, a fresh block that is the full one, an
 * index of the block from 16384 on, a next that is not a multiple of 32 or
 * above 65536, outputs or arrays that overlap, or NULL. On error nothing is
 * written.
 *
 * Source: docs/binding-table.md, "A full block".
 *
 * # Safety
 * block and emission are NULL or point to a struct; both arrays have
 * stage_count elements.
 */
int dral_binding_table_emit(struct dral_binding_table_block *block,
                            uint32_t fresh_index,
                            const uint32_t *entry_counts,
                            uint32_t *offsets,
                            size_t stage_count,
                            uint32_t active,
                            uint32_t dirty,
                            struct dral_binding_table_emission *emission);

/**
 * The base addresses while tables of one block are in use.
 *
 * \param version the generation of the hardware times ten: 90, 120, 125
 * \param block_index 0 to 16383
 * \return 0; -EINVAL for another block, or NULL.
 *
 * Source: docs/binding-table.md, "The window".
 *
 * # Safety
 * bases is NULL or points to a struct.
 */
int dral_binding_table_bases_of(uint32_t version,
                                uint32_t block_index,
                                struct dral_binding_table_bases *bases);

/**
 * The address of a surface state.
 *
 * \param pool an enum dral_surface_state_pool
 * \param offset bytes from the beginning of the pool, a multiple of 64
 * \return 0; -EINVAL for another pool, an offset that is not a multiple of 64
 * or beyond the pool's end, or NULL.
 *
 * Source: docs/binding-table.md, "The window".
 *
 * # Safety
 * address is NULL or points to a uint64_t.
 */
int dral_surface_state_address(uint32_t pool,
                               uint64_t offset,
                               uint64_t *address);

/**
 * The word by which an entry names a surface state: how far it is above
 * the surface base. An entry that is not used is 0.
 *
 * \param surface_base that of dral_binding_table_bases_of, or any multiple of
 * 64
 * \param state_address that of dral_surface_state_address, or any multiple
 * of 64
 * \return 0; -EINVAL if one of them is not a multiple of 64, for a state
 * before the base, or NULL; -ERANGE for one 4 GiB or more above it.
 *
 * Source: docs/binding-table.md, "The window".
 *
 * # Safety
 * word is NULL or points to a uint32_t.
 */
int dral_binding_table_entry_word(uint64_t surface_base,
                                  uint64_t state_address,
                                  uint32_t *word);

/**
 * Which entry of a stage's tables goes where. First the render targets, then
 * the memory of each set that the shader uses, then single bindings: those
 * that cannot be reached otherwise, then by uses for each descriptor, then by
 * set and number. A binding that does not fit as a whole is bindless.
 *
 * Cost: for each of the at most 240 + 128 entries, two passes over the
 * bindings of all sets, whatever their order.
 *
 * \param map the counts, and for each set the index of its first slot
 * \param surfaces room for surface_capacity entries of the binding table; at
 * most 240 are written
 * \param samplers room for sampler_capacity entries of the sampler table; at
 * most 128 are written
 * \param slots one for each binding of each set, set after set
 * \param slot_capacity at least the sum of the binding counts
 * \return 0; -ERANGE for more than 32 sets or 8 render targets, for bindings
 * that need the table and do not fit, or an index or offset beyond 32 bits;
 * -ENOSPC for outputs with too little room; -EINVAL for a set that is not
 * laid out by a table of ANV, bits at or above the render target count, a
 * used binding that its set does not have or that is not a layout, immutable
 * samplers that are missing or wrong, bindings that need a table where there
 * is none, a flag that is neither 0 nor 1, arrays that overlap, or NULL. On
 * error nothing is written.
 *
 * Source: docs/binding-table.md, "Which entry goes where".
 *
 * # Safety
 * shader is NULL or points to a struct whose sets has set_count elements,
 * with arrays as long as their layouts say; the outputs have the lengths
 * that are passed; map is NULL or points to a struct.
 */
int dral_binding_table_map_make(const struct dral_binding_table_shader *shader,
                                struct dral_binding_table_map *map,
                                struct dral_binding_table_entry *surfaces,
                                size_t surface_capacity,
                                struct dral_binding_table_entry *samplers,
                                size_t sampler_capacity,
                                struct dral_binding_table_slots *slots,
                                size_t slot_capacity);

/**
 * Why dral_binding_table_map_make refuses a shader, or that it does not if the
 * outputs have room: a sentence for a log, static and never NULL.
 *
 * # Safety
 * As dral_binding_table_map_make.
 */
const char *dral_binding_table_map_explain(const struct dral_binding_table_shader *shader);

/**
 * The map of a GPU's address space as ANV has it: where each area lies, at
 * the place of its number in enum dral_address_area. Areas that are not
 * there are 0 throughout.
 *
 * \param version the generation of the hardware times ten: 90, 120, 125
 * \param indirect 1 for descriptors of the indirect model, else 0
 * \param alignment that of memory, a power of two: 65536 from version 125
 * on and with local memory, else 4096
 * \param size bytes of the address space, at most 2^48
 * \param ranges room for range_capacity areas; DRAL_ADDRESS_AREA_COUNT are
 * written
 * \return 0; -EINVAL for a size above 2^48, an alignment that is not a power
 * of two, a flag that is neither 0 nor 1, or NULL; -ERANGE for a size that
 * leaves nothing to the high heap; -ENOSPC for too few ranges. On error
 * nothing is written.
 *
 * Source: docs/binding-table.md, "The address space".
 *
 * # Safety
 * ranges has range_capacity elements.
 */
int dral_address_map(uint32_t version,
                     uint32_t indirect,
                     uint64_t alignment,
                     uint64_t size,
                     struct dral_address_range *ranges,
                     size_t range_capacity);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* DRAL_BINDING_TABLE_H */
