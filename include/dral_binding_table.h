/* SPDX-License-Identifier: MIT */
/**
 * \file
 * Binding tables of Intel hardware, as in ANV: the entries of a shader
 * stage's table, the addresses of tables and surface states, and the words of
 * entries.
 *
 * A module of dral. Generated from src/ffi/modules/binding_table; do not
 * edit. dral.h has the contract.
 *
 * A block holds the binding tables of several draws; a bindless binding is
 * reached without the table. docs/reference/binding-table.md has the rules.
 */

#ifndef DRAL_BINDING_TABLE_H
#define DRAL_BINDING_TABLE_H

#include <stddef.h>
#include <stdint.h>
#include "dral_descriptor_layout.h"

/// Maximum entries in a binding table.
#define DRAL_BINDING_TABLE_MAX_ENTRIES 240

/// Maximum stages with tables.
#define DRAL_BINDING_TABLE_MAX_STAGES 6

/// The slot of a binding that is not in the table.
#define DRAL_BINDING_TABLE_BINDLESS 255

/// Maximum entries in a sampler table.
#define DRAL_BINDING_TABLE_MAX_SAMPLERS 128

/// Maximum sets of a shader in any release.
#define DRAL_BINDING_TABLE_MAX_SETS 32

/// Maximum render targets of a shader.
#define DRAL_BINDING_TABLE_MAX_RENDER_TARGETS 8

/// Number of areas in the map.
#define DRAL_ADDRESS_AREA_COUNT 16

/// An area of the address space.
enum dral_address_area {
   /// The general state base address.
   DRAL_ADDRESS_AREA_GENERAL = 0,
   /// Buffers that need a 32-bit address.
   DRAL_ADDRESS_AREA_LOW_HEAP = 1,
   /// Binding tables.
   DRAL_ADDRESS_AREA_BINDING_TABLE = 2,
   /// The driver's own surface states.
   DRAL_ADDRESS_AREA_INTERNAL_SURFACE = 3,
   /// The beginning of the internal ones, for scratch memory.
   DRAL_ADDRESS_AREA_SCRATCH_SURFACE = 4,
   /// Surface states accessed by a handle.
   DRAL_ADDRESS_AREA_BINDLESS_SURFACE = 5,
   /// Descriptor sets of the indirect model.
   DRAL_ADDRESS_AREA_INDIRECT_DESCRIPTOR = 6,
   /// Push descriptors of the indirect model.
   DRAL_ADDRESS_AREA_INDIRECT_PUSH = 7,
   /// Shaders.
   DRAL_ADDRESS_AREA_INSTRUCTION = 8,
   /// Sampler states and other dynamic states.
   DRAL_ADDRESS_AREA_DYNAMIC_STATE = 9,
   /// Descriptor buffers.
   DRAL_ADDRESS_AREA_DYNAMIC_VISIBLE = 10,
   /// Push descriptors of descriptor buffers.
   DRAL_ADDRESS_AREA_PUSH_DESCRIPTOR_BUFFER = 11,
   /// The translation table of auxiliary surfaces.
   DRAL_ADDRESS_AREA_AUXILIARY_TABLE = 12,
   /// All other buffers.
   DRAL_ADDRESS_AREA_HIGH_HEAP = 13,
   /// The translation table of sparse resources.
   DRAL_ADDRESS_AREA_TRTT = 14,
   /// Buffers whose memory is zeroed, in 26.2.
   DRAL_ADDRESS_AREA_NULL_INITIALIZED_HEAP = 15,
};

/// Why a call fails. Functions return the negative number.
enum dral_binding_table_error {
   /// model has no binding tables
   DRAL_BINDING_TABLE_ERROR_UNKNOWN_MODEL = -10201,
   /// unknown surface state pool
   DRAL_BINDING_TABLE_ERROR_UNKNOWN_POOL = -10202,
   /// no block has this index
   DRAL_BINDING_TABLE_ERROR_BLOCK_INDEX = -10203,
   /// not a valid block
   DRAL_BINDING_TABLE_ERROR_NOT_A_BLOCK = -10204,
   /// surface state is below the base
   DRAL_BINDING_TABLE_ERROR_BEFORE_BASE = -10205,
   /// surface state is beyond its pool
   DRAL_BINDING_TABLE_ERROR_BEYOND_POOL = -10206,
   /// alignment is not a power of two
   DRAL_BINDING_TABLE_ERROR_ALIGNMENT = -10207,
   /// address space exceeds 48 bits
   DRAL_BINDING_TABLE_ERROR_ADDRESS_SPACE = -10208,
   /// set lacks a binding of the shader
   DRAL_BINDING_TABLE_ERROR_ABSENT_BINDING = -10209,
   /// sampler or its planes do not fit
   DRAL_BINDING_TABLE_ERROR_PLANE_COUNT = -10210,
   /// target mask exceeds the count
   DRAL_BINDING_TABLE_ERROR_RENDER_TARGET_MASK = -10211,
   /// binding needs the binding table
   DRAL_BINDING_TABLE_ERROR_NOT_BINDLESS = -10212,
   /// stage mask exceeds the count
   DRAL_BINDING_TABLE_ERROR_STAGE_MASK = -10213,
   /// fresh block is the full block
   DRAL_BINDING_TABLE_ERROR_SAME_BLOCK = -10214,
   /// more than 240 entries
   DRAL_BINDING_TABLE_ERROR_ENTRY_LIMIT = -10215,
   /// more than 6 stages
   DRAL_BINDING_TABLE_ERROR_STAGE_LIMIT = -10216,
   /// more than 32 sets, or in 24.3 than 8
   DRAL_BINDING_TABLE_ERROR_SET_LIMIT = -10217,
   /// more than 8 render targets
   DRAL_BINDING_TABLE_ERROR_RENDER_TARGET_LIMIT = -10218,
   /// binding table has too few entries
   DRAL_BINDING_TABLE_ERROR_TABLE_FULL = -10219,
   /// surface state is 4 GiB above the base
   DRAL_BINDING_TABLE_ERROR_ENTRY_RANGE = -10220,
   /// index or offset does not fit
   DRAL_BINDING_TABLE_ERROR_INDEX_RANGE = -10221,
   /// address space is too small
   DRAL_BINDING_TABLE_ERROR_ADDRESS_SPACE_FULL = -10222,
   /// no room in the block, nor in a fresh one
   DRAL_BINDING_TABLE_ERROR_BLOCK_FULL = -10223,
   /// this ANV does not support the hardware
   DRAL_BINDING_TABLE_ERROR_UNKNOWN_VERSION = -10224,
   /// driver has no blocks of this size
   DRAL_BINDING_TABLE_ERROR_BLOCK_SIZE = -10225,
};

/// Special values instead of a set number.
enum dral_binding_table_set_id {
   /// The memory of a set in a descriptor buffer, in 24.3.
   DRAL_BINDING_TABLE_SET_ID_DESCRIPTOR_BUFFER = 251,
   /// No set: the entry is 0.
   DRAL_BINDING_TABLE_SET_ID_NULL = 252,
   /// The memory of a set; in 26.2, also in a descriptor buffer.
   DRAL_BINDING_TABLE_SET_ID_SET_MEMORY = 254,
   /// A render target.
   DRAL_BINDING_TABLE_SET_ID_RENDER_TARGET = 255,
};

/// A pool of surface states.
enum dral_surface_state_pool {
   /// The driver's own: render targets, descriptor sets. 1 GiB.
   DRAL_SURFACE_STATE_POOL_INTERNAL = 0,
   /// Surface states accessed by a handle. 2 GiB.
   DRAL_SURFACE_STATE_POOL_BINDLESS = 1,
};

/// How a shader uses a binding: bits of the flags of a use.
enum dral_binding_table_use_flag {
   /// Only its samplers are accessed through a table.
   DRAL_BINDING_TABLE_USE_FLAG_NO_BINDING_TABLE = 1,
};

/// The blocks of a driver: 1 GiB / size of them.
struct dral_binding_table_blocks {
   /// The release: an enum dral_mesa_release.
   uint32_t mesa;
   /// Ten times the generation of the hardware: 90, 120, 125.
   uint32_t version;
   /// The size of a block in bytes; 0 for the driver's default. In 26.2 on
   /// version 125 and later a power of two from 1,024 to 131,072, by default
   /// 4,096; else 65,536.
   uint32_t size;
};

/// A block of tables.
struct dral_binding_table_block {
   /// Its index, below the number of blocks.
   uint32_t index;
   /// Bytes used by its tables; 0 in a fresh block.
   uint32_t next;
};

/// What must be emitted.
struct dral_binding_table_emission {
   /// A bit for each stage whose table you write and whose pointer you emit.
   uint32_t stages;
   /// 1 if you emit the bases of the block first; 0 if they are the same.
   uint32_t new_base;
};

/// The base addresses for the tables of a block.
struct dral_binding_table_bases {
   /// The surface state base address, for entries; before version 125 also for
   /// pointers to tables.
   uint64_t surface_base;
   /// The binding table pool base address, for pointers to tables. 0 before
   /// version 125.
   uint64_t pool_base;
   /// The entry of the internal pool's first surface state.
   uint32_t state_offset;
};

/// How a shader uses a binding.
struct dral_binding_table_use {
   /// How often; values above 255 count as 255.
   uint32_t use_count;
   /// Bits of dral_binding_table_use_flag; others are ignored.
   uint32_t flags;
};

/// A set of a shader.
struct dral_binding_table_set {
   /// The totals of its layout, with a table of ANV; NULL for no set.
   const struct dral_descriptor_set_layout *layout;
   /// Its binding layouts: layout->binding_count.
   const struct dral_descriptor_binding_layout *bindings;
   /// How the shader uses each binding: layout->binding_count.
   const struct dral_binding_table_use *uses;
   /// Its immutable samplers by binding number:
   /// layout->immutable_sampler_count.
   const struct dral_descriptor_immutable_sampler *immutable_samplers;
};

/// The bindings of a shader stage.
struct dral_binding_table_shader {
   /// The release: an enum dral_mesa_release.
   uint32_t mesa;
   /// Ten times the generation of the hardware: 90, 120, 125.
   uint32_t version;
   /// Its sets; all zero for numbers without a set.
   const struct dral_binding_table_set *sets;
   /// The number of sets, at most 32; in 24.3 at most 8.
   size_t set_count;
   /// 1 to make everything bindless that can be.
   uint32_t always_bindless;
   /// 1 for ray tracing, task and mesh.
   uint32_t stage_is_bindless;
   /// Render targets of a fragment shader: at most 8.
   uint32_t render_target_count;
   /// A bit for each that exists; the others are null surfaces.
   uint32_t render_target_mask;
};

/// The sizes of a stage's tables.
struct dral_binding_table_map {
   /// Entries of the binding table.
   uint32_t surface_count;
   /// Entries of the sampler table.
   uint32_t sampler_count;
   /// Slots of all sets.
   uint32_t slot_count;
   /// The entry of each set's memory. Without an entry it is 255; in 24.3 with
   /// a table, 0. Beyond the last set it is 0.
   uint32_t set_slots[32];
   /// The index of each set's first slot; slots follow by binding number.
   uint32_t first_slots[32];
};

/// What an entry refers to. Fields that do not apply are
/// DRAL_DESCRIPTOR_ABSENT.
struct dral_binding_table_entry {
   /// The set, 0 to 31, or an enum dral_binding_table_set_id.
   uint32_t set;
   /// The number of the binding.
   uint32_t binding;
   /// The index of the descriptor in the set, of the render target
   /// (DRAL_DESCRIPTOR_ABSENT for a null surface), or of the set.
   uint32_t index;
   /// The plane; 0 without planes.
   uint32_t plane;
   /// The index of the dynamic offset in the set.
   uint32_t dynamic_offset_index;
   /// The offset of the descriptor's plane in the set's surface area, in
   /// bytes; in the sampler table, in the sampler area.
   uint32_t set_offset;
};

/// The first entries of a binding; 255 if it is not in the table.
struct dral_binding_table_slots {
   /// In the binding table; of an inline uniform block, the entry of its set's
   /// memory.
   uint32_t surface;
   /// In the sampler table.
   uint32_t sampler;
};

/// A range of the address space; all 0 if it does not exist.
struct dral_address_range {
   /// Its first byte.
   uint64_t address;
   /// Its bytes.
   uint64_t size;
};

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/// The size of a table in bytes: 4 for each entry, rounded up to 32.
///
/// \return 0; DRAL_BINDING_TABLE_ERROR_ENTRY_LIMIT.
///
/// Source: docs/reference/binding-table.md, "Blocks".
DRAL_MUST_USE
int dral_binding_table_size(uint32_t entry_count,
                            uint32_t *size);

/// Allocates a table in a block. A table without entries gets the offset 0. If
/// the block is full, call dral_binding_table_emit.
///
/// \param block next moves past the table
/// \param offset the value for 3DSTATE_BINDING_TABLE_POINTERS: bytes from the
/// base that dral_binding_table_bases_of returns for the block, a multiple of
/// 32
/// \return 0; DRAL_DESCRIPTOR_LAYOUT_ERROR_UNKNOWN_MESA,
/// DRAL_BINDING_TABLE_ERROR_UNKNOWN_VERSION,
/// DRAL_BINDING_TABLE_ERROR_BLOCK_SIZE, DRAL_BINDING_TABLE_ERROR_BLOCK_FULL,
/// DRAL_BINDING_TABLE_ERROR_ENTRY_LIMIT, DRAL_BINDING_TABLE_ERROR_BLOCK_INDEX;
/// DRAL_BINDING_TABLE_ERROR_NOT_A_BLOCK for a next that is not a multiple of 32
/// up to the size of a block.
///
/// Source: docs/reference/binding-table.md, "Blocks".
DRAL_MUST_USE
int dral_binding_table_allocate(const struct dral_binding_table_blocks *blocks,
                                struct dral_binding_table_block *block,
                                uint32_t entry_count,
                                uint32_t *offset);

/// Allocates the tables of the active and dirty stages of a draw or dispatch.
/// If they do not all fit, all active stages get tables in a fresh block.
///
/// \param block on return the block to continue with
/// \param fresh_index the block to use if this one is full; UINT32_MAX for none
/// \param entry_counts the table entries of each stage; read for active stages
/// \param offsets as in dral_binding_table_allocate; written for the stages of
/// emission
/// \param stage_count at most 6
/// \param active a bit for each stage that the draw has
/// \param dirty a bit for each stage whose table has changed
/// \return 0; DRAL_BINDING_TABLE_ERROR_SAME_BLOCK,
/// DRAL_BINDING_TABLE_ERROR_STAGE_LIMIT, DRAL_BINDING_TABLE_ERROR_STAGE_MASK;
/// errors as dral_binding_table_allocate.
///
/// Source: docs/reference/binding-table.md, "A full block".
DRAL_MUST_USE
int dral_binding_table_emit(const struct dral_binding_table_blocks *blocks,
                            struct dral_binding_table_block *block,
                            uint32_t fresh_index,
                            const uint32_t *entry_counts,
                            uint32_t *offsets,
                            size_t stage_count,
                            uint32_t active,
                            uint32_t dirty,
                            struct dral_binding_table_emission *emission);

/// The base addresses for the tables of a block.
///
/// \return 0; DRAL_DESCRIPTOR_LAYOUT_ERROR_UNKNOWN_MESA,
/// DRAL_BINDING_TABLE_ERROR_UNKNOWN_VERSION,
/// DRAL_BINDING_TABLE_ERROR_BLOCK_SIZE, DRAL_BINDING_TABLE_ERROR_BLOCK_INDEX.
///
/// Source: docs/reference/binding-table.md, "The window".
DRAL_MUST_USE
int dral_binding_table_bases_of(const struct dral_binding_table_blocks *blocks,
                                uint32_t block_index,
                                struct dral_binding_table_bases *bases);

/// The address of a surface state.
///
/// \param pool an enum dral_surface_state_pool
/// \param offset bytes from the beginning of the pool, a multiple of 64
/// \return 0; DRAL_BINDING_TABLE_ERROR_UNKNOWN_POOL,
/// DRAL_DESCRIPTOR_LAYOUT_ERROR_MISALIGNED,
/// DRAL_BINDING_TABLE_ERROR_BEYOND_POOL.
///
/// Source: docs/reference/binding-table.md, "The window".
DRAL_MUST_USE
int dral_surface_state_address(uint32_t pool,
                               uint64_t offset,
                               uint64_t *address);

/// The entry for a surface state: its offset from the base.
///
/// \param surface_base a multiple of 64
/// \param state_address a multiple of 64
/// \return 0; DRAL_DESCRIPTOR_LAYOUT_ERROR_MISALIGNED,
/// DRAL_BINDING_TABLE_ERROR_BEFORE_BASE, DRAL_BINDING_TABLE_ERROR_ENTRY_RANGE.
///
/// Source: docs/reference/binding-table.md, "The window".
DRAL_MUST_USE
int dral_binding_table_entry_word(uint64_t surface_base,
                                  uint64_t state_address,
                                  uint32_t *word);

/// Assigns the entries of a stage's tables. Cost: a pass over all bindings for
/// each entry.
///
/// \param surfaces entries of the binding table, at most 240
/// \param samplers entries of the sampler table, at most 128
/// \param slots the slots of each binding, set after set
/// \param slot_capacity at least the sum of the binding counts
/// \return 0; DRAL_DESCRIPTOR_LAYOUT_ERROR_UNKNOWN_MESA,
/// DRAL_BINDING_TABLE_ERROR_UNKNOWN_VERSION, DRAL_ERROR_UNKNOWN_FLAG,
/// DRAL_BINDING_TABLE_ERROR_SET_LIMIT,
/// DRAL_BINDING_TABLE_ERROR_RENDER_TARGET_LIMIT,
/// DRAL_BINDING_TABLE_ERROR_RENDER_TARGET_MASK,
/// DRAL_BINDING_TABLE_ERROR_UNKNOWN_MODEL,
/// DRAL_BINDING_TABLE_ERROR_ABSENT_BINDING,
/// DRAL_DESCRIPTOR_LAYOUT_ERROR_NOT_A_LAYOUT,
/// DRAL_BINDING_TABLE_ERROR_PLANE_COUNT, DRAL_BINDING_TABLE_ERROR_NOT_BINDLESS,
/// DRAL_BINDING_TABLE_ERROR_TABLE_FULL, DRAL_BINDING_TABLE_ERROR_INDEX_RANGE,
/// DRAL_ERROR_OUTPUT_TOO_SMALL.
///
/// Source: docs/reference/binding-table.md, "Which entry goes where".
DRAL_MUST_USE
int dral_binding_table_map_make(const struct dral_binding_table_shader *shader,
                                struct dral_binding_table_map *map,
                                struct dral_binding_table_entry *surfaces,
                                size_t surface_capacity,
                                struct dral_binding_table_entry *samplers,
                                size_t sampler_capacity,
                                struct dral_binding_table_slots *slots,
                                size_t slot_capacity);

/// ANV's map of the GPU address space: the range of each enum
/// dral_address_area.
///
/// \param version ten times the generation of the hardware: 90, 120, 125
/// \param mesa an enum dral_mesa_release
/// \param indirect 1 for descriptors of the indirect model, else 0
/// \param alignment a power of two: 65536 on version 125 and later with local
/// memory, else 4096; 26.2 does not use it
/// \param size bytes of the address space, at most 2^48
/// \param ranges DRAL_ADDRESS_AREA_COUNT of them
/// \return 0; DRAL_DESCRIPTOR_LAYOUT_ERROR_UNKNOWN_MESA,
/// DRAL_BINDING_TABLE_ERROR_UNKNOWN_VERSION, DRAL_ERROR_UNKNOWN_FLAG,
/// DRAL_BINDING_TABLE_ERROR_ALIGNMENT,
/// DRAL_BINDING_TABLE_ERROR_ADDRESS_SPACE,
/// DRAL_BINDING_TABLE_ERROR_ADDRESS_SPACE_FULL, DRAL_ERROR_OUTPUT_TOO_SMALL.
///
/// Source: docs/reference/binding-table.md, "The address space".
DRAL_MUST_USE
int dral_address_map(uint32_t mesa,
                     uint32_t version,
                     uint32_t indirect,
                     uint64_t alignment,
                     uint64_t size,
                     struct dral_address_range *ranges,
                     size_t range_capacity);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif /* DRAL_BINDING_TABLE_H */
