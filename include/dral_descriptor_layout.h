/* SPDX-License-Identifier: MIT */
/**
 * \file
 * The memory layout of Vulkan descriptor sets: one walk over the bindings of
 * a set, fed by a table of how each descriptor type lies in memory. The
 * tables of ANV and PanVK are there; a driver can pass its own.
 *
 * An optional module of the driver arithmetic library. Generated from
 * src/ffi/descriptor_layout by build.rs; do not edit.
 *
 * - Every function is pure: no allocation, no state, no I/O, no panic. Call
 *   them from any thread and from a signal handler.
 * - A function that can fail returns 0 or a negative errno: -EINVAL for a
 *   broken precondition (NULL where data is needed, an unknown value, what
 *   Vulkan does not allow), -ENOTSUP for what a table does not have, -ERANGE
 *   beyond a limit or for a result that does not fit, -ENOSPC for an output
 *   with too little room. No result ever wraps.
 * - Outputs are written on success only. If several errors apply, which one is
 *   returned is unspecified.
 * - An array may be NULL if its count is 0.
 * - Numbers of Vulkan are passed and stored as uint32_t; the enums here name
 *   those that change a layout.
 * - No struct ever grows; what needs more becomes a new function.
 *
 * Terms: a set has two memory areas, for surfaces and for samplers; drivers
 * with one area leave the sampler area empty. A binding layout is what the
 * library knows of a binding number. docs/descriptor-layout.md has the rules.
 */


#ifndef DRAL_DESCRIPTOR_LAYOUT_H
#define DRAL_DESCRIPTOR_LAYOUT_H

#include <stddef.h>
#include <stdint.h>

/**
 * The offset or index that a binding does not have.
 */
#define DRAL_DESCRIPTOR_ABSENT UINT32_MAX

/**
 * In the byte of an immutable sampler, above its planes: the filter of its
 * chroma planes is another than its own.
 */
#define DRAL_DESCRIPTOR_OWN_CHROMA_FILTER 128

/**
 * The bit of VkDescriptorBindingFlags that changes a layout. Others are
 * allowed and change nothing.
 */
enum dral_descriptor_binding_flag {
   /**
    * Each set has a count of its own for this binding.
    */
   DRAL_DESCRIPTOR_BINDING_FLAG_VARIABLE_DESCRIPTOR_COUNT = 8,
};

/**
 * What a descriptor brings with it, as bits. The library itself
 * looks at DRAL_DESCRIPTOR_DATA_BUFFER_VIEW, and for the support of a layout
 * at those for bindless access; a driver reads the others.
 */
enum dral_descriptor_data {
   /**
    * A surface of the binding table.
    */
   DRAL_DESCRIPTOR_DATA_BTI_SURFACE = 1,
   /**
    * A sampler of the sampler table.
    */
   DRAL_DESCRIPTOR_DATA_BTI_SAMPLER = 2,
   /**
    * A buffer view that the driver makes.
    */
   DRAL_DESCRIPTOR_DATA_BUFFER_VIEW = 4,
   /**
    * Uniform data.
    */
   DRAL_DESCRIPTOR_DATA_INLINE_UNIFORM = 8,
   /**
    * A 64-bit address and a range, 16 bytes, for bindless access.
    */
   DRAL_DESCRIPTOR_DATA_INDIRECT_ADDRESS_RANGE = 16,
   /**
    * Handles of an image and a sampler, 8 bytes, for bindless access.
    */
   DRAL_DESCRIPTOR_DATA_INDIRECT_SAMPLED_IMAGE = 32,
   /**
    * A handle of an image and its depth, 8 bytes, for bindless access.
    */
   DRAL_DESCRIPTOR_DATA_INDIRECT_STORAGE_IMAGE = 64,
   /**
    * A surface state of 64 bytes.
    */
   DRAL_DESCRIPTOR_DATA_SURFACE = 128,
   /**
    * A sampler state of 32 bytes.
    */
   DRAL_DESCRIPTOR_DATA_SAMPLER = 256,
   /**
    * A surface state with a sampler state, 128 bytes.
    */
   DRAL_DESCRIPTOR_DATA_SURFACE_SAMPLER = 512,
};

/**
 * VkDescriptorType.
 */
enum dral_descriptor_type {
   /**
    * A sampler; has planes.
    */
   DRAL_DESCRIPTOR_TYPE_SAMPLER = 0,
   /**
    * An image with its sampler; has planes.
    */
   DRAL_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER = 1,
   /**
    * A sampled image.
    */
   DRAL_DESCRIPTOR_TYPE_SAMPLED_IMAGE = 2,
   /**
    * A storage image.
    */
   DRAL_DESCRIPTOR_TYPE_STORAGE_IMAGE = 3,
   /**
    * A uniform texel buffer.
    */
   DRAL_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER = 4,
   /**
    * A storage texel buffer.
    */
   DRAL_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER = 5,
   /**
    * A uniform buffer.
    */
   DRAL_DESCRIPTOR_TYPE_UNIFORM_BUFFER = 6,
   /**
    * A storage buffer.
    */
   DRAL_DESCRIPTOR_TYPE_STORAGE_BUFFER = 7,
   /**
    * A uniform buffer with an offset at bind time.
    */
   DRAL_DESCRIPTOR_TYPE_UNIFORM_BUFFER_DYNAMIC = 8,
   /**
    * A storage buffer with an offset at bind time.
    */
   DRAL_DESCRIPTOR_TYPE_STORAGE_BUFFER_DYNAMIC = 9,
   /**
    * An input attachment.
    */
   DRAL_DESCRIPTOR_TYPE_INPUT_ATTACHMENT = 10,
   /**
    * An inline uniform block; its count is its size in bytes.
    */
   DRAL_DESCRIPTOR_TYPE_INLINE_UNIFORM_BLOCK = 1000138000,
   /**
    * An acceleration structure.
    */
   DRAL_DESCRIPTOR_TYPE_ACCELERATION_STRUCTURE = 1000150000,
   /**
    * Any of the types of a list.
    */
   DRAL_DESCRIPTOR_TYPE_MUTABLE = 1000351000,
};

/**
 * A release of Mesa with tables of its own. Releases between two lay out as
 * one of them: ANV of 25.0 as that of 24.3.
 */
enum dral_mesa_release {
   /**
    * 24.3
    */
   DRAL_MESA_RELEASE_V24_3 = 2403,
   /**
    * 26.2
    */
   DRAL_MESA_RELEASE_V26_2 = 2602,
};

/**
 * The drivers' models of descriptor memory that the library knows.
 */
enum dral_descriptor_model {
   /**
    * ANV before 12.5: structures of handles and addresses, which a shader
    * reads to find surfaces and samplers.
    */
   DRAL_DESCRIPTOR_MODEL_ANV_INDIRECT = 1,
   /**
    * ANV from 12.5 on: surface states and sampler states themselves, each
    * in an area of its own.
    */
   DRAL_DESCRIPTOR_MODEL_ANV_DIRECT = 2,
   /**
    * ANV with VK_EXT_descriptor_buffer: both states in one area.
    */
   DRAL_DESCRIPTOR_MODEL_ANV_BUFFER = 3,
   /**
    * PanVK: units of 32 bytes.
    */
   DRAL_DESCRIPTOR_MODEL_PANVK = 4,
};

/**
 * Bits of VkDescriptorSetLayoutCreateFlags that change a layout. Others are
 * allowed and change nothing.
 */
enum dral_descriptor_set_flag {
   /**
    * Push descriptors: few, and without a pool.
    */
   DRAL_DESCRIPTOR_SET_FLAG_PUSH_DESCRIPTOR = 1,
   /**
    * The set lies in a descriptor buffer.
    */
   DRAL_DESCRIPTOR_SET_FLAG_DESCRIPTOR_BUFFER = 16,
   /**
    * Immutable samplers that take no memory.
    */
   DRAL_DESCRIPTOR_SET_FLAG_EMBEDDED_IMMUTABLE_SAMPLERS = 32,
};

/**
 * What a table allows: bits of the flags of its rules.
 */
enum dral_descriptor_table_flag {
   /**
    * Sets come from pools.
    */
   DRAL_DESCRIPTOR_TABLE_FLAG_POOLS = 1,
   /**
    * In sets with the flag for embedded immutable samplers, samplers have
    * no data and take no memory.
    */
   DRAL_DESCRIPTOR_TABLE_FLAG_EMBEDDED_SAMPLERS = 2,
   /**
    * Pools count index units: one for each byte of an inline uniform
    * block, and none for sets without descriptors that take memory.
    */
   DRAL_DESCRIPTOR_TABLE_FLAG_UNIT_POOLS = 4,
   /**
    * What has no data for bindless access takes an entry of the binding
    * table for each descriptor.
    */
   DRAL_DESCRIPTOR_TABLE_FLAG_BINDING_TABLE = 8,
};

/**
 * What a type of a table allows: bits of its flags.
 */
enum dral_descriptor_type_flag {
   /**
    * A mutable type must not become it.
    */
   DRAL_DESCRIPTOR_TYPE_FLAG_NOT_MUTABLE = 1,
};

/**
 * How the descriptors of one type lie in the two memory areas of a set. A
 * driver without a sampler area has the sampler size 0 and the sampler
 * alignment 1 everywhere.
 */
struct dral_descriptor_type_layout {
   /**
    * The VkDescriptorType.
    */
   uint32_t descriptor_type;
   /**
    * Bits of dral_descriptor_type_flag.
    */
   uint32_t flags;
   /**
    * What the descriptor brings with it: bits of dral_descriptor_data, and
    * any others that the driver wants to find again.
    */
   uint32_t data;
   /**
    * Planes of an image that have a structure of their own, at most; 0 and
    * 1 if one structure is for all. Only samplers and combined image
    * samplers can have more than one.
    */
   uint32_t max_planes;
   /**
    * Bytes of a plane in the surface area. Not read for inline uniform
    * blocks, which take their count of bytes.
    */
   uint32_t surface_size;
   /**
    * Bytes of each sampler of a descriptor in the surface area, behind its
    * planes: one, or two for an immutable sampler with a chroma filter of
    * its own. Not read for inline uniform blocks.
    */
   uint32_t surface_sampler_size;
   /**
    * The alignment of a binding in the surface area, a power of two.
    */
   uint32_t surface_alignment;
   /**
    * Bytes of a plane in the sampler area. Not read for inline uniform
    * blocks, which take none.
    */
   uint32_t sampler_size;
   /**
    * The alignment of a binding in the sampler area, a power of two.
    */
   uint32_t sampler_alignment;
};

/**
 * What a driver allows, and how it rounds and counts. A limit of UINT32_MAX
 * is no limit.
 */
struct dral_descriptor_rules {
   /**
    * The enum dral_descriptor_model, or 0 for a driver's own table.
    */
   uint32_t model;
   /**
    * VkDescriptorSetLayoutCreateFlags of the sets that the table is for.
    */
   uint32_t set_flags;
   /**
    * Bits of dral_descriptor_table_flag.
    */
   uint32_t flags;
   /**
    * The surface area of a set is rounded up to this power of two.
    */
   uint32_t set_alignment;
   /**
    * Each area of a pool is rounded up to this power of two.
    */
   uint32_t pool_alignment;
   /**
    * 0 if descriptor indices count descriptors; else they count units of
    * this many bytes of the surface area, of which all sizes and
    * alignments there have to be multiples.
    */
   uint32_t index_unit;
   /**
    * The range of a uniform buffer is rounded up to this power of two.
    */
   uint32_t uniform_range_alignment;
   /**
    * Bytes before the data of an inline uniform block.
    */
   uint32_t inline_header_size;
   /**
    * The data of an inline uniform block is rounded up to this power of
    * two.
    */
   uint32_t inline_size_alignment;
   /**
    * Planes of an image at most; 0 as 1.
    */
   uint32_t max_planes;
   /**
    * Bytes of the surface area of a set at most.
    */
   uint32_t max_set_size;
   /**
    * Dynamic buffers of a set at most.
    */
   uint32_t max_set_dynamic_buffers;
   /**
    * Bytes of an inline uniform block at most. Not a question of support.
    */
   uint32_t max_inline_size;
   /**
    * Descriptors of a set of push descriptors at most. Not a question of
    * support.
    */
   uint32_t max_push_descriptors;
   /**
    * Sets of a pipeline layout at most.
    */
   uint32_t max_sets;
   /**
    * Dynamic buffers of a pipeline layout at most.
    */
   uint32_t max_dynamic_buffers;
   /**
    * The greatest variable count that is offered; 0 if the driver has no
    * variable counts.
    */
   uint32_t max_variable_count;
   /**
    * The same for an inline uniform block, in bytes.
    */
   uint32_t max_variable_inline_size;
   /**
    * Binding table entries of a shader stage at most.
    */
   uint32_t max_binding_table_entries;
};

/**
 * How each descriptor type of a driver lies in memory, and what the driver
 * allows. dral_descriptor_table_init fills in those of known drivers;
 * another driver fills in its own. Of two entries for one type the first
 * counts; an entry for mutable types is not read, because what those take
 * follows from their lists.
 */
struct dral_descriptor_table {
   /**
    * The descriptor types that the driver has.
    */
   const struct dral_descriptor_type_layout *types;
   /**
    * How many there are.
    */
   size_t type_count;
   /**
    * What the driver allows.
    */
   struct dral_descriptor_rules rules;
};

/**
 * Where the descriptors of a binding lie. In an absent binding, array_size
 * and data are 0, and all offsets and indices DRAL_DESCRIPTOR_ABSENT.
 */
struct dral_descriptor_binding_layout {
   /**
    * What each descriptor brings with it: bits of dral_descriptor_data.
    */
   uint32_t data;
   /**
    * How many descriptors; for an inline uniform block, how many bytes.
    */
   uint32_t array_size;
   /**
    * Planes of each descriptor that have a structure of their own.
    */
   uint32_t plane_count;
   /**
    * The index of its first descriptor among those of the set. An inline
    * uniform block counts its bytes. With an index unit, what lies before
    * it in the surface area, in such units.
    */
   uint32_t descriptor_index;
   /**
    * The index of its first dynamic offset in the set, or
    * DRAL_DESCRIPTOR_ABSENT.
    */
   uint32_t dynamic_offset_index;
   /**
    * The index of its first buffer view in the set, or
    * DRAL_DESCRIPTOR_ABSENT.
    */
   uint32_t buffer_view_index;
   /**
    * Bytes before it in the surface area of the set; of an inline uniform
    * block, before its data.
    */
   uint32_t surface_offset;
   /**
    * Bytes in the surface area from descriptor to descriptor: those of its
    * planes, and behind them those of its samplers if they lie there. Of an
    * inline uniform block, all its bytes.
    */
   uint32_t surface_stride;
   /**
    * Bytes of a plane in the surface area.
    */
   uint32_t surface_size;
   /**
    * Bytes before it in the sampler area of the set, even if it has
    * nothing there.
    */
   uint32_t sampler_offset;
   /**
    * Bytes in the sampler area from descriptor to descriptor.
    */
   uint32_t sampler_stride;
   /**
    * Bytes of a plane in the sampler area.
    */
   uint32_t sampler_size;
   /**
    * The VkDescriptorType.
    */
   uint32_t descriptor_type;
   /**
    * VkDescriptorBindingFlags.
    */
   uint32_t binding_flags;
   /**
    * The index of its first immutable sampler among those of the set, which
    * are those of its bindings by ascending number; or
    * DRAL_DESCRIPTOR_ABSENT.
    */
   uint32_t first_immutable_sampler;
   /**
    * How many it has; they repeat if they are fewer than the descriptors.
    */
   uint32_t immutable_sampler_count;
};

/**
 * Where one plane of a descriptor lies in the two areas of a set.
 */
struct dral_descriptor_element {
   /**
    * Bytes before it in the surface area.
    */
   uint32_t surface_offset;
   /**
    * Bytes before it in the sampler area.
    */
   uint32_t sampler_offset;
};

/**
 * A binding as VkDescriptorSetLayoutBinding and the structures chained to
 * it have it. A plain one has nothing but binding, descriptor_type and
 * descriptor_count; all else is 0.
 */
struct dral_descriptor_binding {
   /**
    * The list of a mutable type; not read for other types.
    */
   const uint32_t *mutable_types;
   /**
    * How many there are; 0 if the application gave no list.
    */
   size_t mutable_type_count;
   /**
    * The immutable samplers of samplers and combined image samplers, not
    * read for other types: for each the planes of its image (1 without a
    * conversion), and DRAL_DESCRIPTOR_OWN_CHROMA_FILTER if it has one.
    */
   const uint8_t *immutable_samplers;
   /**
    * How many there are: 0 if they are not immutable; if fewer than the
    * descriptors, they repeat.
    */
   size_t immutable_sampler_count;
   /**
    * Its number.
    */
   uint32_t binding;
   /**
    * The VkDescriptorType.
    */
   uint32_t descriptor_type;
   /**
    * How many descriptors; for an inline uniform block, how many bytes. A
    * binding with 0 is absent, and takes only its number.
    */
   uint32_t descriptor_count;
   /**
    * VkShaderStageFlags; only dral_descriptor_set_query_support reads them.
    */
   uint32_t stage_flags;
   /**
    * VkDescriptorBindingFlags.
    */
   uint32_t binding_flags;
};

/**
 * What a set has in all; nothing by default.
 */
struct dral_descriptor_set_layout {
   /**
    * The model of its table.
    */
   uint32_t model;
   /**
    * The flags of its table: bits of dral_descriptor_table_flag.
    */
   uint32_t table_flags;
   /**
    * VkDescriptorSetLayoutCreateFlags.
    */
   uint32_t set_flags;
   /**
    * The highest binding number plus 1: how many layouts the set has.
    */
   uint32_t binding_count;
   /**
    * Descriptors; inline uniform blocks count their bytes. With an index
    * unit, units of the surface area.
    */
   uint32_t descriptor_count;
   /**
    * Buffer views that the driver makes.
    */
   uint32_t buffer_view_count;
   /**
    * Dynamic offsets.
    */
   uint32_t dynamic_offset_count;
   /**
    * Bytes of the surface area, not rounded up.
    */
   uint32_t surface_size;
   /**
    * Bytes of the sampler area, not rounded up.
    */
   uint32_t sampler_size;
   /**
    * Embedded samplers, each plane counted.
    */
   uint32_t embedded_sampler_count;
   /**
    * Immutable samplers, those that repeat once.
    */
   uint32_t immutable_sampler_count;
};

/**
 * Whether a layout can be made, and with which variable count.
 */
struct dral_descriptor_set_support {
   /**
    * 1 if the layout is supported, else 0.
    */
   uint32_t supported;
   /**
    * The greatest variable count; 0 without a binding that has one, and if
    * the layout is not supported.
    */
   uint32_t max_variable_count;
};

/**
 * What one set takes, which depends on its variable count.
 */
struct dral_descriptor_set_size {
   /**
    * Bytes of the surface area, rounded up.
    */
   uint32_t surface_size;
   /**
    * Bytes of the sampler area.
    */
   uint32_t sampler_size;
   /**
    * Descriptors, counted as in the layout.
    */
   uint32_t descriptor_count;
   /**
    * Buffer views.
    */
   uint32_t buffer_view_count;
};

/**
 * A VkDescriptorPoolSize, with the list of a mutable type.
 */
struct dral_descriptor_pool_part {
   /**
    * The list of a mutable type; not read for other types.
    */
   const uint32_t *mutable_types;
   /**
    * How many there are; 0 if the application gave no list.
    */
   size_t mutable_type_count;
   /**
    * The VkDescriptorType.
    */
   uint32_t descriptor_type;
   /**
    * How many descriptors; bytes of inline uniform blocks.
    */
   uint32_t descriptor_count;
};

/**
 * The bytes of a pool in each area.
 */
struct dral_descriptor_pool_size {
   /**
    * Bytes of the surface area.
    */
   uint64_t surface_size;
   /**
    * Bytes of the sampler area.
    */
   uint64_t sampler_size;
};

/**
 * What a driver's descriptor heaps hold, as in
 * VkPhysicalDeviceDescriptorHeapPropertiesEXT. A heap has no layout: an
 * application places descriptors itself, by these sizes and alignments. All
 * but the last are bytes.
 */
struct dral_descriptor_heap {
   /**
    * A sampler. Plane n lies n x sampler_size after it.
    */
   uint32_t sampler_size;
   /**
    * A sampler's alignment in its heap.
    */
   uint32_t sampler_alignment;
   /**
    * An image, sampled or storage, or an input attachment. Plane n lies
    * n x image_size after it.
    */
   uint32_t image_size;
   /**
    * An image's alignment.
    */
   uint32_t image_alignment;
   /**
    * A buffer, texel buffer or acceleration structure.
    */
   uint32_t buffer_size;
   /**
    * A buffer's alignment.
    */
   uint32_t buffer_alignment;
   /**
    * The alignment of the address of a heap of samplers.
    */
   uint32_t sampler_heap_alignment;
   /**
    * The alignment of the address of a heap of resources.
    */
   uint32_t resource_heap_alignment;
   /**
    * What the driver reserves in each heap of samplers, also with embedded
    * ones.
    */
   uint32_t sampler_reserved_size;
   /**
    * What the driver reserves in each heap of resources.
    */
   uint32_t resource_reserved_size;
   /**
    * The most bytes of push data.
    */
   uint32_t max_push_data_size;
   /**
    * The most embedded samplers.
    */
   uint32_t max_embedded_samplers;
};

/**
 * The part of a buffer that a shader can reach.
 */
struct dral_descriptor_buffer_range {
   /**
    * Bytes before it in the buffer.
    */
   uint64_t offset;
   /**
    * Its bytes; for uniform buffers rounded up, which may go beyond the
    * buffer's end.
    */
   uint64_t range;
};

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * The model that ANV chooses, an enum dral_descriptor_model: descriptor
 * buffers if set_flags ask for them, the indirect model before version 125
 * or if forced_indirect is not 0, else the direct model. 0 below version 90,
 * which another driver drives.
 *
 * \param version the generation of the hardware times ten: 90, 120, 125
 * \param set_flags VkDescriptorSetLayoutCreateFlags
 *
 * Source: docs/descriptor-layout.md, "Models".
 */
uint32_t dral_descriptor_anv_model(uint32_t version,
                                   uint32_t set_flags,
                                   uint32_t forced_indirect);

/**
 * The table of a known driver, for sets with these flags. Its types are
 * static; a driver may copy and change it.
 *
 * \param model an enum dral_descriptor_model
 * \param mesa an enum dral_mesa_release
 * \param version for ANV the generation of the hardware times ten (120,
 * 125), for PanVK the architecture (7, 10)
 * \param set_flags VkDescriptorSetLayoutCreateFlags
 * \return 0; -EINVAL for an unknown model or release, hardware that the
 * driver does not support (Intel below 90, Mali below 6), or NULL.
 *
 * Source: docs/descriptor-layout.md, "Tables".
 *
 * # Safety
 * table is NULL or points to a struct.
 */
int dral_descriptor_table_init(uint32_t model,
                               uint32_t mesa,
                               uint32_t version,
                               uint32_t set_flags,
                               struct dral_descriptor_table *table);

/**
 * How the descriptors of a type lie in memory. A mutable type has the data
 * of all types in its list, and the greatest size and alignment in each
 * area.
 *
 * \param descriptor_type a VkDescriptorType
 * \param mutable_types the list of a mutable type, not read for others; an
 * empty list stands for every type that is neither dynamic nor inline
 * \return 0; -ENOTSUP for a type that the table lacks, or a list with one
 * that the table refuses there; -EINVAL for a list with inline, dynamic or
 * mutable types, for an alignment that is not a power of two, sizes that are
 * not multiples of the index unit, or NULL.
 *
 * Source: docs/descriptor-layout.md, "Tables", "Mutable types".
 *
 * # Safety
 * table is NULL or points to a table; mutable_types has mutable_type_count
 * elements; layout is NULL or points to a struct.
 */
int dral_descriptor_type_find(const struct dral_descriptor_table *table,
                              uint32_t descriptor_type,
                              const uint32_t *mutable_types,
                              size_t mutable_type_count,
                              struct dral_descriptor_type_layout *layout);

/**
 * Where one plane of a descriptor lies in the memory of its set.
 *
 * \param layout the layout of the binding
 * \param element the descriptor in the array; a byte of an inline uniform
 * block
 * \param plane 0 for types without planes
 * \return 0; -EINVAL for an element or a plane that the binding does not
 * have, or NULL; -ERANGE for what is not a layout.
 *
 * Source: docs/descriptor-layout.md, "Elements".
 *
 * # Safety
 * layout and address are NULL or point to what their types say.
 */
int dral_descriptor_element_locate(const struct dral_descriptor_binding_layout *layout,
                                   uint32_t element,
                                   uint32_t plane,
                                   struct dral_descriptor_element *address);

/**
 * Lays a set out: writes the layout of each binding number from 0 to the
 * highest, including absent bindings, and the totals. The bindings may be in
 * any order: dral_descriptor_set_totals says how many layouts they need.
 *
 * Cost: two walks over the bindings. A walk of n bindings takes one pass
 * over them if their numbers ascend, else n / 256 passes and n log n steps;
 * more than 65,536 have to be in order. For each binding it looks through
 * the table's types, and for each type of a mutable list.
 *
 * \param layouts room for layout_capacity of them; set->binding_count are
 * written
 * \return 0; -EINVAL for two bindings of one number, an immutable sampler
 * without planes or with too many, an inline uniform block whose size is not
 * a multiple of 4, a mutable type's list with inline, dynamic or mutable
 * types, a variable count on a binding that is not the highest or is
 * dynamic, anything but samplers in a set of embedded samplers, an alignment
 * that is not a power of two, sizes that are not multiples of the index
 * unit, arrays that overlap, or NULL; -ENOTSUP for a type that the table
 * lacks, a mutable type that can become what the table refuses, or a
 * variable count where the table has none; -ERANGE beyond a limit of the
 * table, 32 bits or 65,536 unsorted bindings; -ENOSPC for too few layouts. On
 * error nothing is written.
 *
 * Source: docs/descriptor-layout.md, "The walk", "Cost".
 *
 * # Safety
 * table is NULL or points to a table; bindings has binding_count elements,
 * whose arrays have as many elements as they say; layouts
 * has layout_capacity elements; set is NULL or points to a struct.
 */
int dral_descriptor_set_lay_out(const struct dral_descriptor_table *table,
                                const struct dral_descriptor_binding *bindings,
                                size_t binding_count,
                                struct dral_descriptor_set_layout *set,
                                struct dral_descriptor_binding_layout *layouts,
                                size_t layout_capacity);

/**
 * The totals of a set, as dral_descriptor_set_lay_out has them: before
 * there is memory for its layouts. One walk.
 *
 * \return 0; errors as dral_descriptor_set_lay_out, except -ENOSPC.
 *
 * Source: docs/descriptor-layout.md, "The walk", "Cost".
 *
 * # Safety
 * table is NULL or points to a table; bindings has binding_count elements,
 * whose arrays have as many elements as they say; set
 * is NULL or points to a struct.
 */
int dral_descriptor_set_totals(const struct dral_descriptor_table *table,
                               const struct dral_descriptor_binding *bindings,
                               size_t binding_count,
                               struct dral_descriptor_set_layout *set);

/**
 * Why dral_descriptor_set_lay_out refuses a set, or that it does not: a
 * sentence for a log, static and never NULL. One walk.
 *
 * # Safety
 * As dral_descriptor_set_lay_out.
 */
const char *dral_descriptor_set_explain(const struct dral_descriptor_table *table,
                                        const struct dral_descriptor_binding *bindings,
                                        size_t binding_count);

/**
 * What vkGetDescriptorSetLayoutSupport answers. A set is not supported if it
 * exceeds 32 bits, or the table's limits on memory or dynamic buffers; if a
 * mutable type can become what the table refuses; if it has a variable count
 * and the table has none; or if a shader stage needs more binding table
 * entries than there are. Limits on push descriptors and on the size of
 * inline uniform blocks are for applications to keep, and drivers do not
 * look at them here. As Vulkan has it, a variable count may be 0. One walk.
 *
 * \return 0; -EINVAL and -ENOTSUP for a type that the table lacks as
 * dral_descriptor_set_lay_out; -ERANGE for more than 65,536 unsorted
 * bindings.
 *
 * Source: docs/descriptor-layout.md, "Support", "Cost".
 *
 * # Safety
 * table is NULL or points to a table; bindings has binding_count elements,
 * whose arrays have as many elements as they say;
 * support is NULL or points to a struct.
 */
int dral_descriptor_set_query_support(const struct dral_descriptor_table *table,
                                      const struct dral_descriptor_binding *bindings,
                                      size_t binding_count,
                                      struct dral_descriptor_set_support *support);

/**
 * What one set of a layout takes in memory.
 *
 * \param set the totals of the layout
 * \param layouts its layouts, set->binding_count of them
 * \param variable_count how many descriptors (bytes of an inline uniform
 * block) its last binding has, if that has a variable count; else not read
 * \return 0; -EINVAL for a variable count beyond that of the binding, for
 * totals that no layout has, an alignment that is not a power of two, or
 * NULL; -ERANGE if rounding up leaves 32 bits.
 *
 * Source: docs/descriptor-layout.md, "Memory of a set".
 *
 * # Safety
 * table is NULL or points to a table; layouts has set->binding_count
 * elements; set and size are NULL or point to what their types say.
 */
int dral_descriptor_set_measure(const struct dral_descriptor_table *table,
                                const struct dral_descriptor_set_layout *set,
                                const struct dral_descriptor_binding_layout *layouts,
                                uint32_t variable_count,
                                struct dral_descriptor_set_size *size);

/**
 * How large a pool is: room for these descriptors, in this many sets with
 * this many inline uniform blocks, in whichever order and in whichever
 * bindings they are allocated. A combined image sampler counts as many planes
 * as one can have. Each area is rounded up as the table says.
 *
 * That is what the drivers' own formulas give, with one exception: pools of
 * ANV's direct model with acceleration structures and other descriptors,
 * where ANV counts 16 bytes for an acceleration structure and may run out
 * of memory; here it counts 64.
 *
 * Cost: two passes over the parts, with a look at the table's types for
 * each.
 *
 * \return 0; -ENOTSUP for a type that the table lacks, or a mutable type
 * that can become what the table refuses; -EINVAL for a table without pools,
 * a list with inline, dynamic or mutable types, an alignment that is not a
 * power of two, sizes that are not multiples of the index unit, or NULL;
 * -ERANGE beyond 64 bits.
 *
 * Source: docs/descriptor-layout.md, "Memory of a pool".
 *
 * # Safety
 * table is NULL or points to a table; parts has part_count elements, whose
 * lists have as many as they say; size is NULL or points to a struct.
 */
int dral_descriptor_pool_measure(const struct dral_descriptor_table *table,
                                 const struct dral_descriptor_pool_part *parts,
                                 size_t part_count,
                                 uint32_t max_sets,
                                 uint32_t max_inline_bindings,
                                 struct dral_descriptor_pool_size *size);

/**
 * Where the dynamic offsets of each set begin among those of a pipeline
 * layout.
 *
 * \param dynamic_offset_counts the dynamic offset count of each set
 * \param starts one for each set
 * \return 0; -ERANGE for more sets or dynamic buffers than the table
 * allows; -EINVAL for NULL, or arrays that overlap. On error nothing is
 * written.
 *
 * Source: docs/descriptor-layout.md, "Pipeline layouts".
 *
 * # Safety
 * table is NULL or points to a table; both arrays have set_count elements.
 */
int dral_descriptor_dynamic_offset_starts(const struct dral_descriptor_table *table,
                                          const uint32_t *dynamic_offset_counts,
                                          uint32_t *starts,
                                          size_t set_count);

/**
 * The push-constant word by which a shader finds a set: the offset of its
 * memory, and in the six bits below that its first dynamic offset.
 *
 * \param set_offset a multiple of 64
 * \param dynamic_offset_start at most 63
 * \return 0; -EINVAL for an offset that is not a multiple of 64, or NULL;
 * -ERANGE for a start above 63.
 *
 * Source: docs/descriptor-layout.md, "Pipeline layouts".
 *
 * # Safety
 * word is NULL or points to a uint32_t.
 */
int dral_descriptor_push_constant_word(uint32_t set_offset,
                                       uint32_t dynamic_offset_start,
                                       uint32_t *word);

/**
 * The bindless handle of a surface state, from its offset.
 *
 * \param state_offset a multiple of 64
 * \param full_offsets 1 if the hardware takes surface offsets of 32 bits
 * (Intel, version 125 and later), 0 if those have 26 bits
 * \return 0; -EINVAL for an offset that is not a multiple of 64, or from 2^26
 * on without full offsets, a flag that is neither 0 nor 1, or NULL; -ERANGE
 * from 2^32 on with full offsets.
 *
 * Source: docs/descriptor-layout.md, "Handles".
 *
 * # Safety
 * handle is NULL or points to a uint32_t.
 */
int dral_descriptor_surface_handle(uint64_t state_offset,
                                   uint32_t full_offsets,
                                   uint32_t *handle);

/**
 * The handle of the sampler of a plane.
 *
 * \param base the handle of the sampler of plane 0
 * \param plane 0 to 2
 * \return 0; -EINVAL for a plane above 2, or NULL; -ERANGE beyond 32 bits.
 *
 * Source: docs/descriptor-layout.md, "Handles".
 *
 * # Safety
 * handle is NULL or points to a uint32_t.
 */
int dral_descriptor_sampler_handle(uint32_t base,
                                   uint32_t plane,
                                   uint32_t *handle);

/**
 * What descriptor heaps of ANV hold, from Mesa 26.2 on.
 *
 * \param version ten times the generation of the hardware, at least 90
 * \return 0; -EINVAL for an older version or NULL.
 *
 * Source: docs/descriptor-layout.md, "Heaps".
 *
 * # Safety
 * heap is NULL or points to a struct.
 */
int dral_descriptor_heap_init(uint32_t version,
                              struct dral_descriptor_heap *heap);

/**
 * The part of a buffer that a descriptor covers. A dynamic buffer is moved
 * by its dynamic offset, and ends where the buffer does; the range of a
 * uniform buffer is rounded up as the table says, which may go beyond the
 * buffer's end.
 *
 * \param descriptor_type a VkDescriptorType: a uniform or storage buffer,
 * dynamic or not
 * \param size bytes of the buffer
 * \param offset bytes before the range
 * \param range bytes, or UINT64_MAX (VK_WHOLE_SIZE) for all that follow
 * \param dynamic_offset the offset at bind time; not read for buffers that
 * are not dynamic
 * \return 0; -EINVAL for another type, for a buffer that is not dynamic and
 * a range beyond its end, an alignment that is not a power of two, or NULL;
 * -ERANGE if rounding up leaves 64 bits.
 *
 * Source: docs/descriptor-layout.md, "Buffer ranges".
 *
 * # Safety
 * table is NULL or points to a table; covered is NULL or points to a struct.
 */
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

#endif  /* DRAL_DESCRIPTOR_LAYOUT_H */
