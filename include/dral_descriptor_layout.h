/* SPDX-License-Identifier: MIT */
/**
 * \file
 * The memory layout of Vulkan descriptor sets: one walk over the bindings of
 * a set, with a table that describes how each descriptor type is stored.
 * Tables of ANV and PanVK are included.
 *
 * A module of dral. Generated from src/ffi/modules/descriptor_layout; do not
 * edit. dral.h has the contract. Vulkan's enumerators and flags are passed
 * and stored as uint32_t; the enums here name those that change a layout.
 *
 * A set has two memory areas, for surfaces and for samplers; drivers with one
 * area leave the sampler area empty. A binding layout describes one binding
 * number. docs/reference/descriptor-layout.md has the rules.
 */

#ifndef DRAL_DESCRIPTOR_LAYOUT_H
#define DRAL_DESCRIPTOR_LAYOUT_H

#include <stddef.h>
#include <stdint.h>
#include "dral.h"

/// An offset or index that does not exist.
#define DRAL_DESCRIPTOR_ABSENT UINT32_MAX

/// The bit of VkDescriptorBindingFlags that is read.
enum dral_descriptor_binding_flag {
   /// The descriptor count of this binding varies by set.
   DRAL_DESCRIPTOR_BINDING_FLAG_VARIABLE_DESCRIPTOR_COUNT = 8,
};

/// The data that a descriptor needs, as bits. Only
/// DRAL_DESCRIPTOR_DATA_BUFFER_VIEW and the bits for bindless access are read.
enum dral_descriptor_data {
   /// A surface in the binding table.
   DRAL_DESCRIPTOR_DATA_BTI_SURFACE = 1,
   /// A sampler in the sampler table.
   DRAL_DESCRIPTOR_DATA_BTI_SAMPLER = 2,
   /// A buffer view.
   DRAL_DESCRIPTOR_DATA_BUFFER_VIEW = 4,
   /// Uniform data.
   DRAL_DESCRIPTOR_DATA_INLINE_UNIFORM = 8,
   /// Address and range, 16 bytes, bindless.
   DRAL_DESCRIPTOR_DATA_INDIRECT_ADDRESS_RANGE = 16,
   /// Handles of image and sampler, 8 bytes, bindless.
   DRAL_DESCRIPTOR_DATA_INDIRECT_SAMPLED_IMAGE = 32,
   /// Handle of an image and its depth, 8 bytes, bindless.
   DRAL_DESCRIPTOR_DATA_INDIRECT_STORAGE_IMAGE = 64,
   /// A surface state of 64 bytes.
   DRAL_DESCRIPTOR_DATA_SURFACE = 128,
   /// A sampler state of 32 bytes.
   DRAL_DESCRIPTOR_DATA_SAMPLER = 256,
   /// Both, 128 bytes.
   DRAL_DESCRIPTOR_DATA_SURFACE_SAMPLER = 512,
};

/// VkDescriptorType.
enum dral_descriptor_type {
   /// A sampler; has planes.
   DRAL_DESCRIPTOR_TYPE_SAMPLER = 0,
   /// An image with its sampler; has planes.
   DRAL_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER = 1,
   DRAL_DESCRIPTOR_TYPE_SAMPLED_IMAGE = 2,
   DRAL_DESCRIPTOR_TYPE_STORAGE_IMAGE = 3,
   DRAL_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER = 4,
   DRAL_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER = 5,
   DRAL_DESCRIPTOR_TYPE_UNIFORM_BUFFER = 6,
   DRAL_DESCRIPTOR_TYPE_STORAGE_BUFFER = 7,
   DRAL_DESCRIPTOR_TYPE_UNIFORM_BUFFER_DYNAMIC = 8,
   DRAL_DESCRIPTOR_TYPE_STORAGE_BUFFER_DYNAMIC = 9,
   DRAL_DESCRIPTOR_TYPE_INPUT_ATTACHMENT = 10,
   /// An inline uniform block; its count is its bytes.
   DRAL_DESCRIPTOR_TYPE_INLINE_UNIFORM_BLOCK = 1000138000,
   DRAL_DESCRIPTOR_TYPE_ACCELERATION_STRUCTURE = 1000150000,
   /// Any of the types of a list.
   DRAL_DESCRIPTOR_TYPE_MUTABLE = 1000351000,
};

/// Why a call fails. Functions return the negative number.
enum dral_descriptor_layout_error {
   /// unknown descriptor model
   DRAL_DESCRIPTOR_LAYOUT_ERROR_UNKNOWN_MODEL = -10101,
   /// no table for this Mesa release
   DRAL_DESCRIPTOR_LAYOUT_ERROR_UNKNOWN_MESA = -10102,
   /// unsupported hardware
   DRAL_DESCRIPTOR_LAYOUT_ERROR_UNKNOWN_VERSION = -10103,
   /// not a multiple of the index unit
   DRAL_DESCRIPTOR_LAYOUT_ERROR_INDEX_UNIT = -10104,
   /// table alignment is not a power of two
   DRAL_DESCRIPTOR_LAYOUT_ERROR_ALIGNMENT = -10105,
   /// bindings do not ascend
   DRAL_DESCRIPTOR_LAYOUT_ERROR_BINDING_ORDER = -10106,
   /// sampler has no or too many planes
   DRAL_DESCRIPTOR_LAYOUT_ERROR_PLANE_COUNT = -10107,
   /// inline size is not a multiple of 4
   DRAL_DESCRIPTOR_LAYOUT_ERROR_INLINE_SIZE = -10108,
   /// type cannot be mutable
   DRAL_DESCRIPTOR_LAYOUT_ERROR_MUTABLE_TYPE = -10109,
   /// count of this binding cannot vary
   DRAL_DESCRIPTOR_LAYOUT_ERROR_VARIABLE_BINDING = -10110,
   /// variable count exceeds the binding
   DRAL_DESCRIPTOR_LAYOUT_ERROR_VARIABLE_COUNT = -10111,
   /// only samplers can be embedded
   DRAL_DESCRIPTOR_LAYOUT_ERROR_EMBEDDED_MEMORY = -10112,
   /// element or plane is not in the binding
   DRAL_DESCRIPTOR_LAYOUT_ERROR_NOT_IN_BINDING = -10113,
   /// not a set layout
   DRAL_DESCRIPTOR_LAYOUT_ERROR_NOT_A_LAYOUT = -10114,
   /// offset is not a multiple of 64
   DRAL_DESCRIPTOR_LAYOUT_ERROR_MISALIGNED = -10115,
   /// surface state exceeds 26 bits
   DRAL_DESCRIPTOR_LAYOUT_ERROR_BEYOND_SHORT_OFFSET = -10116,
   /// not a uniform or storage buffer
   DRAL_DESCRIPTOR_LAYOUT_ERROR_NOT_A_BUFFER = -10117,
   /// range exceeds the buffer
   DRAL_DESCRIPTOR_LAYOUT_ERROR_BEYOND_BUFFER = -10118,
   /// table has no pools
   DRAL_DESCRIPTOR_LAYOUT_ERROR_NO_POOLS = -10119,
   /// inline block is too large
   DRAL_DESCRIPTOR_LAYOUT_ERROR_INLINE_LIMIT = -10120,
   /// set is too large
   DRAL_DESCRIPTOR_LAYOUT_ERROR_SET_SIZE_LIMIT = -10121,
   /// too many dynamic buffers
   DRAL_DESCRIPTOR_LAYOUT_ERROR_DYNAMIC_LIMIT = -10122,
   /// too many push descriptors
   DRAL_DESCRIPTOR_LAYOUT_ERROR_PUSH_LIMIT = -10123,
   /// too many sets
   DRAL_DESCRIPTOR_LAYOUT_ERROR_SET_LIMIT = -10124,
   /// size or offset does not fit
   DRAL_DESCRIPTOR_LAYOUT_ERROR_SIZE_RANGE = -10125,
   /// count or index does not fit
   DRAL_DESCRIPTOR_LAYOUT_ERROR_COUNT_RANGE = -10126,
   /// handle exceeds 32 bits
   DRAL_DESCRIPTOR_LAYOUT_ERROR_HANDLE_RANGE = -10127,
   /// table lacks this descriptor type
   DRAL_DESCRIPTOR_LAYOUT_ERROR_UNKNOWN_TYPE = -10128,
   /// driver rejects this mutable type
   DRAL_DESCRIPTOR_LAYOUT_ERROR_MUTABLE_REFUSED = -10129,
   /// table has no variable counts
   DRAL_DESCRIPTOR_LAYOUT_ERROR_NO_VARIABLE_COUNT = -10130,
   /// range of a buffer exceeds 32 bits
   DRAL_DESCRIPTOR_LAYOUT_ERROR_RANGE_LIMIT = -10131,
};

/// A release of Mesa with tables. ANV of 25.0 has 24.3's.
enum dral_mesa_release {
   /// 24.3
   DRAL_MESA_RELEASE_V24_3 = 2403,
   /// 26.2
   DRAL_MESA_RELEASE_V26_2 = 2602,
};

/// A model of descriptor memory.
enum dral_descriptor_model {
   /// ANV before hardware 12.5: handles and addresses.
   DRAL_DESCRIPTOR_MODEL_ANV_INDIRECT = 1,
   /// ANV on hardware 12.5 and later: surface states and sampler states.
   DRAL_DESCRIPTOR_MODEL_ANV_DIRECT = 2,
   /// ANV with VK_EXT_descriptor_buffer: all states in one area.
   DRAL_DESCRIPTOR_MODEL_ANV_BUFFER = 3,
   /// PanVK: units of 32 bytes.
   DRAL_DESCRIPTOR_MODEL_PANVK = 4,
};

/// The bits of VkDescriptorSetLayoutCreateFlags that are read.
enum dral_descriptor_set_flag {
   /// Push descriptors.
   DRAL_DESCRIPTOR_SET_FLAG_PUSH_DESCRIPTOR = 1,
   /// A set in a descriptor buffer.
   DRAL_DESCRIPTOR_SET_FLAG_DESCRIPTOR_BUFFER = 16,
   /// Samplers that take no memory.
   DRAL_DESCRIPTOR_SET_FLAG_EMBEDDED_IMMUTABLE_SAMPLERS = 32,
};

/// Bits of the flags of a table's rules.
enum dral_descriptor_table_flag {
   /// Sets come from pools.
   DRAL_DESCRIPTOR_TABLE_FLAG_POOLS = 1,
   /// With embedded immutable samplers, samplers take no memory.
   DRAL_DESCRIPTOR_TABLE_FLAG_EMBEDDED_SAMPLERS = 2,
   /// Pools count index units: one for each byte of an inline uniform block,
   /// and none for sets whose descriptors take no memory.
   DRAL_DESCRIPTOR_TABLE_FLAG_UNIT_POOLS = 4,
   /// Descriptors without data for bindless access take a binding table entry.
   DRAL_DESCRIPTOR_TABLE_FLAG_BINDING_TABLE = 8,
};

/// Bits of the flags of a type in a table.
enum dral_descriptor_type_flag {
   /// A mutable type cannot become this type.
   DRAL_DESCRIPTOR_TYPE_FLAG_NOT_MUTABLE = 1,
};

/// How descriptors of one type are stored. Without a sampler area, sampler_size
/// is 0 and sampler_alignment is 1.
struct dral_descriptor_type_layout {
   /// The VkDescriptorType.
   uint32_t descriptor_type;
   /// Bits of dral_descriptor_type_flag.
   uint32_t flags;
   /// Bits of dral_descriptor_data, and others of your own.
   uint32_t data;
   /// Maximum planes with separate structures; 0 or 1 if one structure serves
   /// all planes, as for all types but samplers and combined image samplers.
   uint32_t max_planes;
   /// Bytes of a plane in the surface area; not read for inline uniform
   /// blocks.
   uint32_t surface_size;
   /// Bytes of each sampler in the surface area, after the planes. There are
   /// two if an immutable sampler has a different chroma filter.
   uint32_t surface_sampler_size;
   /// The alignment in the surface area, a power of two.
   uint32_t surface_alignment;
   /// Bytes of a plane in the sampler area.
   uint32_t sampler_size;
   /// The alignment in the sampler area, a power of two.
   uint32_t sampler_alignment;
};

/// Limits of a driver, and how it rounds and counts. UINT32_MAX is no limit.
struct dral_descriptor_rules {
   /// An enum dral_descriptor_model, or 0 for a driver's own table.
   uint32_t model;
   /// VkDescriptorSetLayoutCreateFlags of the sets.
   uint32_t set_flags;
   /// Bits of dral_descriptor_table_flag.
   uint32_t flags;
   /// Alignment of the size of a set's surface area, a power of two.
   uint32_t set_alignment;
   /// The same for each area of a pool.
   uint32_t pool_alignment;
   /// 0 if indices count descriptors. Otherwise they count units of this many
   /// bytes of the surface area.
   uint32_t index_unit;
   /// Alignment of the range of a uniform buffer, a power of two.
   uint32_t uniform_range_alignment;
   /// Bytes before the data of an inline uniform block.
   uint32_t inline_header_size;
   /// Alignment of the size of its data, a power of two.
   uint32_t inline_size_alignment;
   /// Maximum planes of an image; 0 means 1.
   uint32_t max_planes;
   /// Maximum bytes of the surface area of a set.
   uint32_t max_set_size;
   /// Maximum dynamic buffers in a set.
   uint32_t max_set_dynamic_buffers;
   /// Maximum bytes of an inline uniform block.
   uint32_t max_inline_size;
   /// Maximum descriptors in a push descriptor set.
   uint32_t max_push_descriptors;
   /// Maximum sets in a pipeline layout.
   uint32_t max_sets;
   /// Maximum dynamic buffers in a pipeline layout.
   uint32_t max_dynamic_buffers;
   /// The greatest variable count; 0 if the driver has none.
   uint32_t max_variable_count;
   /// The same for an inline uniform block, in bytes.
   uint32_t max_variable_inline_size;
   /// Maximum binding table entries of a stage.
   uint32_t max_binding_table_entries;
};

/// How a driver stores each descriptor type, and its limits. Of two entries for
/// one type the first is used.
struct dral_descriptor_table {
   /// The supported types.
   const struct dral_descriptor_type_layout *types;
   /// Their number.
   size_t type_count;
   /// Limits and rules.
   struct dral_descriptor_rules rules;
};

/// Where the descriptors of a binding are stored. In an absent binding,
/// array_size and data are 0, offsets and indices DRAL_DESCRIPTOR_ABSENT.
struct dral_descriptor_binding_layout {
   /// Bits of dral_descriptor_data.
   uint32_t data;
   /// The number of descriptors; for an inline uniform block, its bytes.
   uint32_t array_size;
   /// Planes with separate structures.
   uint32_t plane_count;
   /// The index of its first descriptor in the set. With an index unit, its
   /// offset in units.
   uint32_t descriptor_index;
   /// Of its first dynamic offset, or DRAL_DESCRIPTOR_ABSENT.
   uint32_t dynamic_offset_index;
   /// Of its first buffer view, or DRAL_DESCRIPTOR_ABSENT.
   uint32_t buffer_view_index;
   /// Its offset in the surface area, in bytes; of an inline uniform block,
   /// its data's.
   uint32_t surface_offset;
   /// Bytes from one descriptor to the next in the surface area; for an inline
   /// uniform block, its whole size.
   uint32_t surface_stride;
   /// Bytes of a plane in the surface area.
   uint32_t surface_size;
   /// Its offset in the sampler area, in bytes.
   uint32_t sampler_offset;
   /// Bytes from one descriptor to the next in the sampler area.
   uint32_t sampler_stride;
   /// Bytes of a plane in the sampler area.
   uint32_t sampler_size;
   /// The VkDescriptorType.
   uint32_t descriptor_type;
   /// VkDescriptorBindingFlags.
   uint32_t binding_flags;
   /// The index of its first immutable sampler, or DRAL_DESCRIPTOR_ABSENT.
   uint32_t first_immutable_sampler;
   /// Their number; they repeat for more descriptors.
   uint32_t immutable_sampler_count;
};

/// The offsets of a plane of a descriptor, in bytes.
struct dral_descriptor_element {
   /// In the surface area.
   uint32_t surface_offset;
   /// In the sampler area.
   uint32_t sampler_offset;
};

/// An immutable sampler.
struct dral_descriptor_immutable_sampler {
   /// The planes of its image: 1 without a conversion.
   uint8_t plane_count;
   /// 1 if its chroma planes use a different filter.
   uint8_t own_chroma_filter;
};

/// VkDescriptorSetLayoutBinding and the structures chained to it. A plain
/// binding needs only binding, descriptor_type and descriptor_count.
struct dral_descriptor_binding {
   /// The list of a mutable type; not read for others.
   const uint32_t *mutable_types;
   /// Their number; 0 if the application gave no list.
   size_t mutable_type_count;
   /// Immutable samplers, read for samplers and combined image samplers. They
   /// repeat if there are fewer than descriptors.
   const struct dral_descriptor_immutable_sampler *immutable_samplers;
   /// Their number; 0 if the samplers are not immutable.
   size_t immutable_sampler_count;
   /// The binding number.
   uint32_t binding;
   /// The VkDescriptorType.
   uint32_t descriptor_type;
   /// The number of descriptors; for an inline uniform block, its bytes. A
   /// binding with 0 is absent: it only takes its number.
   uint32_t descriptor_count;
   /// VkShaderStageFlags; only dral_descriptor_set_query_support reads them.
   uint32_t stage_flags;
   /// VkDescriptorBindingFlags.
   uint32_t binding_flags;
};

/// The totals of a set; all 0 by default.
struct dral_descriptor_set_layout {
   /// The model of its table.
   uint32_t model;
   /// The flags of its table: bits of dral_descriptor_table_flag.
   uint32_t table_flags;
   /// VkDescriptorSetLayoutCreateFlags.
   uint32_t set_flags;
   /// The highest binding number plus 1: the number of layouts.
   uint32_t binding_count;
   /// The number of descriptors; inline uniform blocks count their bytes. With
   /// an index unit, the units in the surface area.
   uint32_t descriptor_count;
   /// The number of buffer views that the driver creates.
   uint32_t buffer_view_count;
   /// The number of dynamic offsets.
   uint32_t dynamic_offset_count;
   /// Bytes of the surface area, not rounded up.
   uint32_t surface_size;
   /// Bytes of the sampler area, not rounded up.
   uint32_t sampler_size;
   /// The number of embedded samplers; each plane counts.
   uint32_t embedded_sampler_count;
   /// The number of immutable samplers, without repetitions.
   uint32_t immutable_sampler_count;
};

/// Whether a layout is supported, and the greatest variable count.
struct dral_descriptor_set_support {
   /// 1 if the layout is supported.
   uint32_t supported;
   /// The greatest variable count; 0 without one, or if not supported.
   uint32_t max_variable_count;
};

/// The size of one set, which depends on its variable count.
struct dral_descriptor_set_size {
   /// Size of the surface area in bytes, rounded up.
   uint32_t surface_size;
   /// Bytes of the sampler area.
   uint32_t sampler_size;
   /// The number of descriptors, counted as in the layout.
   uint32_t descriptor_count;
   /// Buffer views.
   uint32_t buffer_view_count;
};

/// A VkDescriptorPoolSize, with the list of a mutable type.
struct dral_descriptor_pool_part {
   /// The list of a mutable type; not read for others.
   const uint32_t *mutable_types;
   /// Their number; 0 if the application gave no list.
   size_t mutable_type_count;
   /// The VkDescriptorType.
   uint32_t descriptor_type;
   /// The number of descriptors; of inline uniform blocks, their bytes.
   uint32_t descriptor_count;
};

/// The size of each area of a pool.
struct dral_descriptor_pool_size {
   /// Bytes of the surface area.
   uint64_t surface_size;
   /// Bytes of the sampler area.
   uint64_t sampler_size;
};

/// A structure as 32-bit words, the lowest address first.
struct dral_descriptor_structure {
   /// The number of words; the others are 0.
   uint32_t count;
   /// The words, each little-endian in memory.
   uint32_t words[10];
};

/// A view of a storage image, or a storage texel buffer. 24.3 has only the
/// first two fields.
struct dral_descriptor_storage_image {
   /// The handle of its surface state.
   uint32_t handle;
   /// The slices of a view of a 3D image; 0 for a buffer.
   uint32_t depth;
   /// The address of the image's memory, or of the buffer's range.
   uint64_t address;
   /// 0 if the image is linear or a buffer, else 1.
   uint32_t tiled;
   /// Bytes of a row; 0 for a buffer.
   uint32_t row_pitch;
   /// Rows between array layers; 0 for a buffer.
   uint32_t array_pitch;
   /// The format of the surface, an enum isl_format.
   uint32_t format;
   /// The first array layer of the view.
   uint32_t first_layer;
};

/// A driver's descriptor heaps, as in
/// VkPhysicalDeviceDescriptorHeapPropertiesEXT. All fields except the last are
/// bytes.
struct dral_descriptor_heap {
   /// A sampler; planes are adjacent.
   uint32_t sampler_size;
   /// A sampler's alignment in its heap.
   uint32_t sampler_alignment;
   /// A sampled or storage image, or an input attachment; planes are adjacent.
   uint32_t image_size;
   /// An image's alignment.
   uint32_t image_alignment;
   /// A buffer, texel buffer or acceleration structure.
   uint32_t buffer_size;
   /// A buffer's alignment.
   uint32_t buffer_alignment;
   /// Alignment of the address of a heap of samplers.
   uint32_t sampler_heap_alignment;
   /// Alignment of the address of a heap of resources.
   uint32_t resource_heap_alignment;
   /// Reserved in each heap of samplers.
   uint32_t sampler_reserved_size;
   /// Reserved in each heap of resources.
   uint32_t resource_reserved_size;
   /// The maximum size of push data.
   uint32_t max_push_data_size;
   /// The maximum number of embedded samplers.
   uint32_t max_embedded_samplers;
};

/// The part of a buffer that a descriptor covers.
struct dral_descriptor_buffer_range {
   /// The offset in the buffer, in bytes.
   uint64_t offset;
   /// The size in bytes, perhaps past the end of a uniform buffer.
   uint64_t range;
};

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/// The enum dral_descriptor_model that ANV chooses: descriptor buffers if
/// set_flags ask for them, the indirect model before version 125 or if
/// forced_indirect is not 0, else the direct model. 0 below version 90.
///
/// \param version ten times the generation of the hardware: 90, 120, 125
/// \param set_flags VkDescriptorSetLayoutCreateFlags
///
/// Source: docs/reference/descriptor-layout.md, "Models".
uint32_t dral_descriptor_anv_model(uint32_t version,
                                   uint32_t set_flags,
                                   uint32_t forced_indirect);

/// Fills in the table of a known driver, for sets with these flags. You may
/// copy it and change it.
///
/// \param model an enum dral_descriptor_model
/// \param mesa an enum dral_mesa_release
/// \param version for ANV the generation of the hardware times ten, 90 or more;
/// for PanVK the architecture: 6, 7 or 10, in Mesa 26.2 also 12 to 14
/// \param set_flags VkDescriptorSetLayoutCreateFlags
/// \return 0; DRAL_DESCRIPTOR_LAYOUT_ERROR_UNKNOWN_MODEL,
/// DRAL_DESCRIPTOR_LAYOUT_ERROR_UNKNOWN_MESA,
/// DRAL_DESCRIPTOR_LAYOUT_ERROR_UNKNOWN_VERSION.
///
/// Source: docs/reference/descriptor-layout.md, "Tables".
DRAL_MUST_USE
int dral_descriptor_table_init(uint32_t model,
                               uint32_t mesa,
                               uint32_t version,
                               uint32_t set_flags,
                               struct dral_descriptor_table *table);

/// How descriptors of a type are stored.
///
/// \param descriptor_type a VkDescriptorType
/// \param mutable_types the list of a mutable type; an empty list means every
/// type that is neither dynamic nor inline
/// \return 0; DRAL_DESCRIPTOR_LAYOUT_ERROR_UNKNOWN_TYPE,
/// DRAL_DESCRIPTOR_LAYOUT_ERROR_MUTABLE_TYPE,
/// DRAL_DESCRIPTOR_LAYOUT_ERROR_MUTABLE_REFUSED;
/// DRAL_DESCRIPTOR_LAYOUT_ERROR_ALIGNMENT,
/// DRAL_DESCRIPTOR_LAYOUT_ERROR_INDEX_UNIT or
/// DRAL_DESCRIPTOR_LAYOUT_ERROR_SIZE_RANGE for an invalid table.
///
/// Source: docs/reference/descriptor-layout.md, "Tables", "Mutable types".
DRAL_MUST_USE
int dral_descriptor_type_find(const struct dral_descriptor_table *table,
                              uint32_t descriptor_type,
                              const uint32_t *mutable_types,
                              size_t mutable_type_count,
                              struct dral_descriptor_type_layout *layout);

/// Finds one plane of a descriptor in the memory of its set.
///
/// \param element the index of the descriptor in the array, or of a byte in an
/// inline uniform block
/// \param plane 0 for types without planes
/// \return 0; DRAL_DESCRIPTOR_LAYOUT_ERROR_NOT_IN_BINDING;
/// DRAL_DESCRIPTOR_LAYOUT_ERROR_SIZE_RANGE for an invalid layout.
///
/// Source: docs/reference/descriptor-layout.md, "Elements".
DRAL_MUST_USE
int dral_descriptor_element_locate(const struct dral_descriptor_binding_layout *layout,
                                   uint32_t element,
                                   uint32_t plane,
                                   struct dral_descriptor_element *address);

/// Lays out a set: writes the layout of each binding number from 0 to the
/// highest, and the totals. dral_descriptor_set_totals returns how many layouts
/// they need. Cost: one walk over the bindings.
///
/// \param bindings in the order of their numbers, each of them once
/// \param layouts set->binding_count are written
/// \return 0; DRAL_DESCRIPTOR_LAYOUT_ERROR_BINDING_ORDER,
/// DRAL_DESCRIPTOR_LAYOUT_ERROR_PLANE_COUNT, DRAL_ERROR_UNKNOWN_FLAG,
/// DRAL_DESCRIPTOR_LAYOUT_ERROR_INLINE_SIZE,
/// DRAL_DESCRIPTOR_LAYOUT_ERROR_VARIABLE_BINDING,
/// DRAL_DESCRIPTOR_LAYOUT_ERROR_NO_VARIABLE_COUNT,
/// DRAL_DESCRIPTOR_LAYOUT_ERROR_EMBEDDED_MEMORY,
/// DRAL_DESCRIPTOR_LAYOUT_ERROR_INLINE_LIMIT,
/// DRAL_DESCRIPTOR_LAYOUT_ERROR_PUSH_LIMIT,
/// DRAL_DESCRIPTOR_LAYOUT_ERROR_SET_SIZE_LIMIT,
/// DRAL_DESCRIPTOR_LAYOUT_ERROR_DYNAMIC_LIMIT,
/// DRAL_DESCRIPTOR_LAYOUT_ERROR_SIZE_RANGE,
/// DRAL_DESCRIPTOR_LAYOUT_ERROR_COUNT_RANGE, DRAL_ERROR_OUTPUT_TOO_SMALL;
/// errors of a type as dral_descriptor_type_find.
///
/// Source: docs/reference/descriptor-layout.md, "The walk".
DRAL_MUST_USE
int dral_descriptor_set_lay_out(const struct dral_descriptor_table *table,
                                const struct dral_descriptor_binding *bindings,
                                size_t binding_count,
                                struct dral_descriptor_set_layout *set,
                                struct dral_descriptor_binding_layout *layouts,
                                size_t layout_capacity);

/// The totals of a set, as dral_descriptor_set_lay_out writes them.
///
/// \return 0; errors as dral_descriptor_set_lay_out, except
/// DRAL_ERROR_OUTPUT_TOO_SMALL.
///
/// Source: docs/reference/descriptor-layout.md, "The walk".
DRAL_MUST_USE
int dral_descriptor_set_totals(const struct dral_descriptor_table *table,
                               const struct dral_descriptor_binding *bindings,
                               size_t binding_count,
                               struct dral_descriptor_set_layout *set);

/// The answer of vkGetDescriptorSetLayoutSupport. As in drivers, the limits on
/// push descriptors and on the size of inline uniform blocks are not checked. A
/// variable count may be 0.
///
/// \return 0; DRAL_DESCRIPTOR_LAYOUT_ERROR_BINDING_ORDER,
/// DRAL_DESCRIPTOR_LAYOUT_ERROR_PLANE_COUNT, DRAL_ERROR_UNKNOWN_FLAG,
/// DRAL_DESCRIPTOR_LAYOUT_ERROR_INLINE_SIZE,
/// DRAL_DESCRIPTOR_LAYOUT_ERROR_VARIABLE_BINDING,
/// DRAL_DESCRIPTOR_LAYOUT_ERROR_EMBEDDED_MEMORY,
/// DRAL_DESCRIPTOR_LAYOUT_ERROR_UNKNOWN_TYPE,
/// DRAL_DESCRIPTOR_LAYOUT_ERROR_MUTABLE_TYPE,
/// DRAL_DESCRIPTOR_LAYOUT_ERROR_ALIGNMENT,
/// DRAL_DESCRIPTOR_LAYOUT_ERROR_INDEX_UNIT.
///
/// Source: docs/reference/descriptor-layout.md, "Support".
DRAL_MUST_USE
int dral_descriptor_set_query_support(const struct dral_descriptor_table *table,
                                      const struct dral_descriptor_binding *bindings,
                                      size_t binding_count,
                                      struct dral_descriptor_set_support *support);

/// The memory that one set of a layout takes.
///
/// \param layouts set->binding_count of them
/// \param variable_count descriptors (bytes of an inline uniform block) of the
/// last binding if its count varies
/// \return 0; DRAL_DESCRIPTOR_LAYOUT_ERROR_VARIABLE_COUNT;
/// DRAL_DESCRIPTOR_LAYOUT_ERROR_NOT_A_LAYOUT for invalid totals;
/// DRAL_DESCRIPTOR_LAYOUT_ERROR_ALIGNMENT for an invalid table;
/// DRAL_DESCRIPTOR_LAYOUT_ERROR_SIZE_RANGE.
///
/// Source: docs/reference/descriptor-layout.md, "Memory of a set".
DRAL_MUST_USE
int dral_descriptor_set_measure(const struct dral_descriptor_table *table,
                                const struct dral_descriptor_set_layout *set,
                                const struct dral_descriptor_binding_layout *layouts,
                                uint32_t variable_count,
                                struct dral_descriptor_set_size *size);

/// The size of a pool for these descriptors, in any order of allocation and in
/// any bindings.
///
/// \return 0; DRAL_DESCRIPTOR_LAYOUT_ERROR_NO_POOLS,
/// DRAL_DESCRIPTOR_LAYOUT_ERROR_SIZE_RANGE; errors of a type as
/// dral_descriptor_type_find.
///
/// Source: docs/reference/descriptor-layout.md, "Memory of a pool".
DRAL_MUST_USE
int dral_descriptor_pool_measure(const struct dral_descriptor_table *table,
                                 const struct dral_descriptor_pool_part *parts,
                                 size_t part_count,
                                 uint32_t max_sets,
                                 uint32_t max_inline_bindings,
                                 struct dral_descriptor_pool_size *size);

/// The index of each set's first dynamic offset in a pipeline layout.
///
/// \param dynamic_offset_counts the number of dynamic offsets of each set
/// \return 0; DRAL_DESCRIPTOR_LAYOUT_ERROR_SET_LIMIT,
/// DRAL_DESCRIPTOR_LAYOUT_ERROR_DYNAMIC_LIMIT.
///
/// Source: docs/reference/descriptor-layout.md, "Pipeline layouts".
DRAL_MUST_USE
int dral_descriptor_dynamic_offset_starts(const struct dral_descriptor_table *table,
                                          const uint32_t *dynamic_offset_counts,
                                          uint32_t *starts,
                                          size_t set_count);

/// The push-constant word for a set: the offset of its memory, with its first
/// dynamic offset in the low six bits.
///
/// \param set_offset a multiple of 64
/// \param dynamic_offset_start at most 63
/// \return 0; DRAL_DESCRIPTOR_LAYOUT_ERROR_MISALIGNED,
/// DRAL_DESCRIPTOR_LAYOUT_ERROR_COUNT_RANGE.
///
/// Source: docs/reference/descriptor-layout.md, "Pipeline layouts".
DRAL_MUST_USE
int dral_descriptor_push_constant_word(uint32_t set_offset,
                                       uint32_t dynamic_offset_start,
                                       uint32_t *word);

/// The bindless handle of a surface state, from its offset.
///
/// \param state_offset a multiple of 64, below 2^26 without full offsets
/// \param full_offsets 1 if the hardware takes 32-bit surface offsets (Intel,
/// version 125 and later), 0 for 26-bit offsets
/// \return 0; DRAL_ERROR_UNKNOWN_FLAG, DRAL_DESCRIPTOR_LAYOUT_ERROR_MISALIGNED,
/// DRAL_DESCRIPTOR_LAYOUT_ERROR_BEYOND_SHORT_OFFSET,
/// DRAL_DESCRIPTOR_LAYOUT_ERROR_HANDLE_RANGE.
///
/// Source: docs/reference/descriptor-layout.md, "Handles".
DRAL_MUST_USE
int dral_descriptor_surface_handle(uint64_t state_offset,
                                   uint32_t full_offsets,
                                   uint32_t *handle);

/// The handle of a plane's sampler.
///
/// \param base the handle of plane 0's sampler
/// \param plane 0 to 2
/// \return 0; DRAL_DESCRIPTOR_LAYOUT_ERROR_NOT_IN_BINDING,
/// DRAL_DESCRIPTOR_LAYOUT_ERROR_HANDLE_RANGE.
///
/// Source: docs/reference/descriptor-layout.md, "Handles".
DRAL_MUST_USE
int dral_descriptor_sampler_handle(uint32_t base,
                                   uint32_t plane,
                                   uint32_t *handle);

/// The structure of a sampler, a sampled or combined image, a uniform texel
/// buffer or an input attachment in the indirect model.
///
/// \param image the handle of its surface state, or 0
/// \param sampler the handle of its sampler, or 0
/// \return 0.
///
/// Source: docs/reference/descriptor-layout.md, "Structures".
DRAL_MUST_USE
int dral_descriptor_sampled_image_pack(uint32_t image,
                                       uint32_t sampler,
                                       struct dral_descriptor_structure *words);

/// The structure of a storage image or a storage texel buffer in the indirect
/// model.
///
/// \param mesa an enum dral_mesa_release
/// \return 0; DRAL_DESCRIPTOR_LAYOUT_ERROR_UNKNOWN_MESA,
/// DRAL_ERROR_UNKNOWN_FLAG.
///
/// Source: docs/reference/descriptor-layout.md, "Structures".
DRAL_MUST_USE
int dral_descriptor_storage_image_pack(uint32_t mesa,
                                       const struct dral_descriptor_storage_image *image,
                                       struct dral_descriptor_structure *words);

/// The structure of a uniform or storage buffer or of an acceleration structure
/// in the indirect model.
///
/// \param address of the first byte of the range
/// \param range bytes, as dral_descriptor_buffer_range_resolve returns
/// \return 0; DRAL_DESCRIPTOR_LAYOUT_ERROR_RANGE_LIMIT.
///
/// Source: docs/reference/descriptor-layout.md, "Structures".
DRAL_MUST_USE
int dral_descriptor_address_range_pack(uint64_t address,
                                       uint64_t range,
                                       struct dral_descriptor_structure *words);

/// Sizes and alignments of ANV's descriptor heaps in Mesa 26.2 and later.
///
/// \param version ten times the generation of the hardware, at least 90
/// \return 0; DRAL_DESCRIPTOR_LAYOUT_ERROR_UNKNOWN_VERSION.
///
/// Source: docs/reference/descriptor-layout.md, "Heaps".
DRAL_MUST_USE
int dral_descriptor_heap_init(uint32_t version,
                              struct dral_descriptor_heap *heap);

/// The part of a buffer that a descriptor covers.
///
/// \param descriptor_type a uniform or storage buffer, dynamic or not
/// \param size bytes of the buffer
/// \param offset offset of the range in bytes
/// \param range bytes of the range, or UINT64_MAX (VK_WHOLE_SIZE)
/// \param dynamic_offset the offset at bind time, of dynamic buffers
/// \return 0; DRAL_DESCRIPTOR_LAYOUT_ERROR_NOT_A_BUFFER,
/// DRAL_DESCRIPTOR_LAYOUT_ERROR_BEYOND_BUFFER,
/// DRAL_DESCRIPTOR_LAYOUT_ERROR_SIZE_RANGE;
/// DRAL_DESCRIPTOR_LAYOUT_ERROR_ALIGNMENT for an invalid table.
///
/// Source: docs/reference/descriptor-layout.md, "Buffer ranges".
DRAL_MUST_USE
int dral_descriptor_buffer_range_resolve(const struct dral_descriptor_table *table,
                                         uint32_t descriptor_type,
                                         uint64_t size,
                                         uint64_t offset,
                                         uint64_t range,
                                         uint64_t dynamic_offset,
                                         struct dral_descriptor_buffer_range *covered);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif /* DRAL_DESCRIPTOR_LAYOUT_H */
