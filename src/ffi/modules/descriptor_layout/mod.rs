// SPDX-License-Identifier: MIT

//! Descriptor set layouts for C: the functions of
//! `include/dral_descriptor_layout.h`.

use crate::ffi::flag::flag;
use crate::ffi::pointer::{slice, slice_mut};
use crate::ffi::refusal::{answer, required, status};
use crate::modules::descriptor_layout::{
    self, address_range, buffer_range, dynamic_offset_starts, has_samplers,
    pool_size, push_constant_word, sampled_image, sampler_handle, set_layout,
    support, surface_handle, Binding, BindingLayout, BufferRange,
    DescriptorType, Element, Heap, ImmutableSampler, Mesa, Model, PoolPart,
    PoolSize, Rules, SetLayout, SetSize, StorageImage, Structure, Support,
    Table, TypeLayout, Walk,
};
use crate::Error;
use core::ffi::c_int;
use core::mem::MaybeUninit;

/// The list of a mutable type from C; of other types it is empty, and not read.
///
/// # Safety
/// The list has as many elements, or is NULL.
unsafe fn mutable_list<'a>(
    descriptor_type: u32,
    types: *const u32,
    count: usize,
) -> Result<&'a [u32], Error> {
    if descriptor_type != DescriptorType::Mutable as u32 {
        return Ok(&[]);
    }
    // SAFETY: the caller's list.
    unsafe { slice(types, count) }
}

/// An array from C is refused for its pointer or for its length.
impl From<Error> for descriptor_layout::Error {
    fn from(error: Error) -> Self {
        match error {
            Error::ArrayLength => Self::ArrayLength,
            _ => Self::NullPointer,
        }
    }
}

/// A struct from C whose arrays may be read: they have as many elements as the
/// struct says, or are NULL, and are not written while the value lives.
struct WithArrays<'a, T>(&'a T);

/// An array of such structs.
///
/// # Safety
/// As [`slice`] and, for each struct, [`WithArrays`].
unsafe fn with_arrays<'a, T: 'a>(
    structs: *const T,
    count: usize,
) -> Result<impl ExactSizeIterator<Item = WithArrays<'a, T>> + Clone, Error> {
    // SAFETY: the caller's array.
    Ok(unsafe { slice(structs, count) }?.iter().map(WithArrays))
}

/// How a driver stores each descriptor type, and its limits. Of two entries for
/// one type the first is used.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct dral_descriptor_table {
    /// The supported types.
    pub types: *const TypeLayout,
    /// Their number.
    pub type_count: usize,
    /// Limits and rules.
    pub rules: Rules,
}

/// Reads a table.
///
/// # Safety
/// Its `types` has `type_count` elements, which are not written while the
/// result lives.
unsafe fn read_table(
    table: Option<&dral_descriptor_table>,
) -> Result<Table<'_>, Error> {
    let table = required(table)?;
    // SAFETY: the caller's array.
    let types = unsafe { slice(table.types, table.type_count) }?;
    Ok(Table { types, rules: table.rules })
}

/// The enum dral_descriptor_model that ANV chooses: descriptor buffers if
/// set_flags ask for them, the indirect model before version 125 or if
/// forced_indirect is not 0, else the direct model. 0 below version 90.
///
/// \param version ten times the generation of the hardware: 90, 120, 125
/// \param set_flags VkDescriptorSetLayoutCreateFlags
///
/// Source: docs/reference/descriptor-layout.md, "Models".
#[unsafe(no_mangle)]
pub extern "C" fn dral_descriptor_anv_model(
    version: u32,
    set_flags: u32,
    forced_indirect: u32,
) -> u32 {
    Model::of_anv(version, set_flags, forced_indirect != 0)
        .map_or(0, |model| model as u32)
}

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
#[must_use]
#[unsafe(no_mangle)]
pub extern "C" fn dral_descriptor_table_init(
    model: u32,
    mesa: u32,
    version: u32,
    set_flags: u32,
    table: Option<&mut MaybeUninit<dral_descriptor_table>>,
) -> c_int {
    answer(table, || {
        let model = Model::try_from(model)?;
        let known = model.table(Mesa::try_from(mesa)?, version, set_flags)?;
        Ok(dral_descriptor_table {
            types: known.types.as_ptr(),
            type_count: known.types.len(),
            rules: known.rules,
        })
    })
}

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
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_descriptor_type_find(
    table: Option<&dral_descriptor_table>,
    descriptor_type: u32,
    mutable_types: *const u32,
    mutable_type_count: usize,
    layout: Option<&mut MaybeUninit<TypeLayout>>,
) -> c_int {
    let (kind, count) = (descriptor_type, mutable_type_count);
    answer(layout, || {
        // SAFETY: the caller's pointers.
        let (table, list) = unsafe {
            (read_table(table)?, mutable_list(kind, mutable_types, count)?)
        };
        Ok(table.type_layout(kind, list)?)
    })
}

/// VkDescriptorSetLayoutBinding and the structures chained to it. A plain
/// binding needs only binding, descriptor_type and descriptor_count.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct dral_descriptor_binding {
    /// The list of a mutable type; not read for others.
    pub mutable_types: *const u32,
    /// Their number; 0 if the application gave no list.
    pub mutable_type_count: usize,
    /// Immutable samplers, read for samplers and combined image samplers. They
    /// repeat if there are fewer than descriptors.
    pub immutable_samplers: *const ImmutableSampler,
    /// Their number; 0 if the samplers are not immutable.
    pub immutable_sampler_count: usize,
    /// The binding number.
    pub binding: u32,
    /// The VkDescriptorType.
    pub descriptor_type: u32,
    /// The number of descriptors; for an inline uniform block, its bytes. A
    /// binding with 0 is absent: it only takes its number.
    pub descriptor_count: u32,
    /// VkShaderStageFlags; only dral_descriptor_set_query_support reads them.
    pub stage_flags: u32,
    /// VkDescriptorBindingFlags.
    pub binding_flags: u32,
}

impl<'a> TryFrom<WithArrays<'a, dral_descriptor_binding>> for Binding<'a> {
    type Error = Error;

    fn try_from(
        WithArrays(given): WithArrays<'a, dral_descriptor_binding>,
    ) -> Result<Self, Error> {
        let (kind, types) = (given.descriptor_type, given.mutable_types);
        let sampler_count = match has_samplers(kind) {
            true => given.immutable_sampler_count,
            false => 0,
        };
        Ok(Self {
            binding: given.binding,
            descriptor_type: kind,
            descriptor_count: given.descriptor_count,
            stage_flags: given.stage_flags,
            binding_flags: given.binding_flags,
            // SAFETY: the array of the struct.
            immutable_samplers: unsafe {
                slice(given.immutable_samplers, sampler_count)
            }?,
            // SAFETY: the list of the struct.
            mutable_types: unsafe {
                mutable_list(kind, types, given.mutable_type_count)
            }?,
        })
    }
}

/// Finds one plane of a descriptor in the memory of its set.
///
/// \param element the index of the descriptor in the array, or of a byte in an
/// inline uniform block
/// \param plane 0 for types without planes
/// \return 0; DRAL_DESCRIPTOR_LAYOUT_ERROR_NOT_IN_BINDING;
/// DRAL_DESCRIPTOR_LAYOUT_ERROR_SIZE_RANGE for an invalid layout.
///
/// Source: docs/reference/descriptor-layout.md, "Elements".
#[must_use]
#[unsafe(no_mangle)]
pub extern "C" fn dral_descriptor_element_locate(
    layout: Option<&BindingLayout>,
    element: u32,
    plane: u32,
    address: Option<&mut MaybeUninit<Element>>,
) -> c_int {
    answer(address, || Ok(required(layout)?.element(element, plane)?))
}

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
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_descriptor_set_lay_out(
    table: Option<&dral_descriptor_table>,
    bindings: *const dral_descriptor_binding,
    binding_count: usize,
    set: Option<&mut MaybeUninit<SetLayout>>,
    layouts: *mut BindingLayout,
    layout_capacity: usize,
) -> c_int {
    answer(set, || {
        // SAFETY: the caller's pointers.
        let (table, bindings, layouts) = unsafe {
            (
                read_table(table)?,
                with_arrays(bindings, binding_count)?,
                slice_mut(layouts, layout_capacity)?,
            )
        };
        Ok(set_layout(&table, bindings, layouts)?)
    })
}

/// The totals of a set, as dral_descriptor_set_lay_out writes them.
///
/// \return 0; errors as dral_descriptor_set_lay_out, except
/// DRAL_ERROR_OUTPUT_TOO_SMALL.
///
/// Source: docs/reference/descriptor-layout.md, "The walk".
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_descriptor_set_totals(
    table: Option<&dral_descriptor_table>,
    bindings: *const dral_descriptor_binding,
    binding_count: usize,
    set: Option<&mut MaybeUninit<SetLayout>>,
) -> c_int {
    answer(set, || {
        // SAFETY: the caller's pointers.
        let (table, bindings) = unsafe {
            (read_table(table)?, with_arrays(bindings, binding_count)?)
        };
        Ok(Walk::new(&table, bindings).finish()?)
    })
}

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
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_descriptor_set_query_support(
    table: Option<&dral_descriptor_table>,
    bindings: *const dral_descriptor_binding,
    binding_count: usize,
    support: Option<&mut MaybeUninit<Support>>,
) -> c_int {
    answer(support, || {
        // SAFETY: the caller's pointers.
        let (table, bindings) = unsafe {
            (read_table(table)?, with_arrays(bindings, binding_count)?)
        };
        Ok(self::support(&table, bindings)?)
    })
}

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
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_descriptor_set_measure(
    table: Option<&dral_descriptor_table>,
    set: Option<&SetLayout>,
    layouts: *const BindingLayout,
    variable_count: u32,
    size: Option<&mut MaybeUninit<SetSize>>,
) -> c_int {
    answer(size, || {
        // SAFETY: the caller's pointers.
        let table = unsafe { read_table(table) }?;
        let set = required(set)?;
        // SAFETY: the caller's array.
        let layouts = unsafe { slice(layouts, set.binding_count as usize) }?;
        Ok(set.size(&table.rules, layouts.last(), variable_count)?)
    })
}

/// A VkDescriptorPoolSize, with the list of a mutable type.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct dral_descriptor_pool_part {
    /// The list of a mutable type; not read for others.
    pub mutable_types: *const u32,
    /// Their number; 0 if the application gave no list.
    pub mutable_type_count: usize,
    /// The VkDescriptorType.
    pub descriptor_type: u32,
    /// The number of descriptors; of inline uniform blocks, their bytes.
    pub descriptor_count: u32,
}

impl<'a> TryFrom<WithArrays<'a, dral_descriptor_pool_part>> for PoolPart<'a> {
    type Error = Error;

    fn try_from(
        WithArrays(given): WithArrays<'a, dral_descriptor_pool_part>,
    ) -> Result<Self, Error> {
        let (kind, types) = (given.descriptor_type, given.mutable_types);
        Ok(Self {
            descriptor_type: kind,
            descriptor_count: given.descriptor_count,
            // SAFETY: the list of the struct.
            mutable_types: unsafe {
                mutable_list(kind, types, given.mutable_type_count)
            }?,
        })
    }
}

/// The size of a pool for these descriptors, in any order of allocation and in
/// any bindings.
///
/// \return 0; DRAL_DESCRIPTOR_LAYOUT_ERROR_NO_POOLS,
/// DRAL_DESCRIPTOR_LAYOUT_ERROR_SIZE_RANGE; errors of a type as
/// dral_descriptor_type_find.
///
/// Source: docs/reference/descriptor-layout.md, "Memory of a pool".
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_descriptor_pool_measure(
    table: Option<&dral_descriptor_table>,
    parts: *const dral_descriptor_pool_part,
    part_count: usize,
    max_sets: u32,
    max_inline_bindings: u32,
    size: Option<&mut MaybeUninit<PoolSize>>,
) -> c_int {
    answer(size, || {
        // SAFETY: the caller's pointers.
        let (table, parts) =
            unsafe { (read_table(table)?, with_arrays(parts, part_count)?) };
        let parts = parts.map(PoolPart::try_from);
        // All are checked before any is read.
        parts.clone().try_for_each(|part| part.map(|_| ()))?;
        let parts = parts.filter_map(Result::ok);
        Ok(pool_size(&table, parts, max_sets, max_inline_bindings)?)
    })
}

/// The index of each set's first dynamic offset in a pipeline layout.
///
/// \param dynamic_offset_counts the number of dynamic offsets of each set
/// \return 0; DRAL_DESCRIPTOR_LAYOUT_ERROR_SET_LIMIT,
/// DRAL_DESCRIPTOR_LAYOUT_ERROR_DYNAMIC_LIMIT.
///
/// Source: docs/reference/descriptor-layout.md, "Pipeline layouts".
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_descriptor_dynamic_offset_starts(
    table: Option<&dral_descriptor_table>,
    dynamic_offset_counts: *const u32,
    starts: *mut u32,
    set_count: usize,
) -> c_int {
    let compute = || {
        // SAFETY: the caller's pointers.
        let (table, counts, starts) = unsafe {
            (
                read_table(table)?,
                slice(dynamic_offset_counts, set_count)?,
                slice_mut(starts, set_count)?,
            )
        };
        dynamic_offset_starts(&table.rules, counts, starts)?;
        Ok(())
    };
    status(compute())
}

/// The push-constant word for a set: the offset of its memory, with its first
/// dynamic offset in the low six bits.
///
/// \param set_offset a multiple of 64
/// \param dynamic_offset_start at most 63
/// \return 0; DRAL_DESCRIPTOR_LAYOUT_ERROR_MISALIGNED,
/// DRAL_DESCRIPTOR_LAYOUT_ERROR_COUNT_RANGE.
///
/// Source: docs/reference/descriptor-layout.md, "Pipeline layouts".
#[must_use]
#[unsafe(no_mangle)]
pub extern "C" fn dral_descriptor_push_constant_word(
    set_offset: u32,
    dynamic_offset_start: u32,
    word: Option<&mut MaybeUninit<u32>>,
) -> c_int {
    answer(word, || Ok(push_constant_word(set_offset, dynamic_offset_start)?))
}

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
#[must_use]
#[unsafe(no_mangle)]
pub extern "C" fn dral_descriptor_surface_handle(
    state_offset: u64,
    full_offsets: u32,
    handle: Option<&mut MaybeUninit<u32>>,
) -> c_int {
    answer(handle, || Ok(surface_handle(state_offset, flag(full_offsets)?)?))
}

/// The handle of a plane's sampler.
///
/// \param base the handle of plane 0's sampler
/// \param plane 0 to 2
/// \return 0; DRAL_DESCRIPTOR_LAYOUT_ERROR_NOT_IN_BINDING,
/// DRAL_DESCRIPTOR_LAYOUT_ERROR_HANDLE_RANGE.
///
/// Source: docs/reference/descriptor-layout.md, "Handles".
#[must_use]
#[unsafe(no_mangle)]
pub extern "C" fn dral_descriptor_sampler_handle(
    base: u32,
    plane: u32,
    handle: Option<&mut MaybeUninit<u32>>,
) -> c_int {
    answer(handle, || Ok(sampler_handle(base, plane)?))
}

/// The structure of a sampler, a sampled or combined image, a uniform texel
/// buffer or an input attachment in the indirect model.
///
/// \param image the handle of its surface state, or 0
/// \param sampler the handle of its sampler, or 0
/// \return 0.
///
/// Source: docs/reference/descriptor-layout.md, "Structures".
#[must_use]
#[unsafe(no_mangle)]
pub extern "C" fn dral_descriptor_sampled_image_pack(
    image: u32,
    sampler: u32,
    words: Option<&mut MaybeUninit<Structure>>,
) -> c_int {
    answer(words, || Ok(sampled_image(image, sampler)))
}

/// The structure of a storage image or a storage texel buffer in the indirect
/// model.
///
/// \param mesa an enum dral_mesa_release
/// \return 0; DRAL_DESCRIPTOR_LAYOUT_ERROR_UNKNOWN_MESA,
/// DRAL_ERROR_UNKNOWN_FLAG.
///
/// Source: docs/reference/descriptor-layout.md, "Structures".
#[must_use]
#[unsafe(no_mangle)]
pub extern "C" fn dral_descriptor_storage_image_pack(
    mesa: u32,
    image: Option<&StorageImage>,
    words: Option<&mut MaybeUninit<Structure>>,
) -> c_int {
    answer(words, || Ok(required(image)?.words(Mesa::try_from(mesa)?)?))
}

/// The structure of a uniform or storage buffer or of an acceleration structure
/// in the indirect model.
///
/// \param address of the first byte of the range
/// \param range bytes, as dral_descriptor_buffer_range_resolve returns
/// \return 0; DRAL_DESCRIPTOR_LAYOUT_ERROR_RANGE_LIMIT.
///
/// Source: docs/reference/descriptor-layout.md, "Structures".
#[must_use]
#[unsafe(no_mangle)]
pub extern "C" fn dral_descriptor_address_range_pack(
    address: u64,
    range: u64,
    words: Option<&mut MaybeUninit<Structure>>,
) -> c_int {
    answer(words, || Ok(address_range(address, range)?))
}

/// Sizes and alignments of ANV's descriptor heaps in Mesa 26.2 and later.
///
/// \param version ten times the generation of the hardware, at least 90
/// \return 0; DRAL_DESCRIPTOR_LAYOUT_ERROR_UNKNOWN_VERSION.
///
/// Source: docs/reference/descriptor-layout.md, "Heaps".
#[must_use]
#[unsafe(no_mangle)]
pub extern "C" fn dral_descriptor_heap_init(
    version: u32,
    heap: Option<&mut MaybeUninit<Heap>>,
) -> c_int {
    answer(heap, || Ok(Heap::of_anv(version)?))
}

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
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_descriptor_buffer_range_resolve(
    table: Option<&dral_descriptor_table>,
    descriptor_type: u32,
    size: u64,
    offset: u64,
    range: u64,
    dynamic_offset: u64,
    covered: Option<&mut MaybeUninit<BufferRange>>,
) -> c_int {
    answer(covered, || {
        // SAFETY: the caller's pointers.
        let table = unsafe { read_table(table) }?;
        let (rules, kind) = (&table.rules, descriptor_type);
        Ok(buffer_range(rules, kind, size, offset, range, dynamic_offset)?)
    })
}
