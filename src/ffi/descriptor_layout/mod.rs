// SPDX-License-Identifier: MIT

//! Descriptor set layouts for C: the functions of
//! `include/dral_descriptor_layout.h`.

use super::error::Error;
use super::flag::flag;
use super::pointer::{arrays, check_apart, read, slice, slice_mut};
use super::refusal::{answer, explain, pure, status};
use crate::descriptor_layout::{
    buffer_range, dynamic_offset_starts, has_samplers, pool_size,
    push_constant_word, sampler_handle, set_layout, support, surface_handle,
    Binding, BindingLayout, Bindings, BufferRange, DescriptorType, Element,
    Heap, Mesa, Model, PoolPart, PoolSize, Rules, SetLayout, SetSize, Support,
    Table, TypeLayout, Walk,
};
use core::ffi::{c_char, c_int};

/// The list of a mutable type from C; of other types it is empty, and not read.
///
/// # Safety
/// The list has as many elements, or is NULL.
#[inline]
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

/// How a driver stores each descriptor type, and the limits of the driver.
/// dral_descriptor_table_init fills in the tables of known drivers; another
/// driver fills in its own. Of two entries for one type the first is used. An
/// entry for mutable types is not read, because their size follows from their
/// lists.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct dral_descriptor_table {
    /// The descriptor types that the driver supports.
    pub types: *const TypeLayout,
    /// The number of types.
    pub type_count: usize,
    /// The limits and rules of the driver.
    pub rules: Rules,
}

/// Reads a table.
///
/// # Safety
/// `table` is NULL or points to a struct whose `types` has `type_count`
/// elements, and that is not written while the result lives.
#[inline]
unsafe fn read_table<'a>(
    table: *const dral_descriptor_table,
) -> Result<Table<'a>, Error> {
    // SAFETY: the caller's pointers.
    unsafe {
        let table = read(table)?;
        let types = slice(table.types, table.type_count)?;
        Ok(Table { types, rules: table.rules })
    }
}

/// The model that ANV chooses, an enum dral_descriptor_model: descriptor
/// buffers if set_flags ask for them, the indirect model before version 125 or
/// if forced_indirect is not 0, else the direct model. 0 below version 90,
/// which ANV does not support.
///
/// \param version the generation of the hardware times ten: 90, 120, 125
/// \param set_flags VkDescriptorSetLayoutCreateFlags
///
/// Source: docs/descriptor-layout.md, "Models".
#[unsafe(no_mangle)]
pub extern "C" fn dral_descriptor_anv_model(
    version: u32,
    set_flags: u32,
    forced_indirect: u32,
) -> u32 {
    Model::of_anv(version, set_flags, forced_indirect != 0)
        .map_or(0, |model| model as u32)
}

/// Fills in the table of a known driver, for sets with these flags. Its types
/// are static; a driver may copy the table and change it.
///
/// \param model an enum dral_descriptor_model
/// \param mesa an enum dral_mesa_release
/// \param version for ANV the generation of the hardware times ten (120,
/// 125), for PanVK the architecture (7, 10)
/// \param set_flags VkDescriptorSetLayoutCreateFlags
/// \return 0; -EINVAL for an unknown model or release, hardware that the
/// driver does not support (Intel below 90, Mali below 6), or NULL.
///
/// Source: docs/descriptor-layout.md, "Tables".
///
/// # Safety
/// table is NULL or points to a struct.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_descriptor_table_init(
    model: u32,
    mesa: u32,
    version: u32,
    set_flags: u32,
    table: *mut dral_descriptor_table,
) -> c_int {
    pure!(table, {
        let model = Model::try_from(model)?;
        let known = model.table(Mesa::try_from(mesa)?, version, set_flags)?;
        dral_descriptor_table {
            types: known.types.as_ptr(),
            type_count: known.types.len(),
            rules: known.rules,
        }
    })
}

/// How descriptors of a type are stored. A mutable type has the data of all
/// types in its list, and the greatest size and alignment in each area.
///
/// \param descriptor_type a VkDescriptorType
/// \param mutable_types the list of a mutable type, not read for others; an
/// empty list means every type that is neither dynamic nor inline
/// \return 0; -ENOTSUP for a type that is not in the table, or a list with a
/// type that is marked as not mutable; -EINVAL for a list with inline, dynamic
/// or mutable types, for an alignment that is not a power of two, sizes that
/// are not multiples of the index unit, or NULL.
///
/// Source: docs/descriptor-layout.md, "Tables", "Mutable types".
///
/// # Safety
/// table is NULL or points to a table; mutable_types has mutable_type_count
/// elements; layout is NULL or points to a struct.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_descriptor_type_find(
    table: *const dral_descriptor_table,
    descriptor_type: u32,
    mutable_types: *const u32,
    mutable_type_count: usize,
    layout: *mut TypeLayout,
) -> c_int {
    let (kind, count) = (descriptor_type, mutable_type_count);
    pure!(
        layout,
        [
            table = read_table(table),
            list = mutable_list(kind, mutable_types, count)
        ],
        table.type_layout(kind, list)?
    )
}

/// A binding, as described by VkDescriptorSetLayoutBinding and the structures
/// chained to it. A plain binding needs only binding, descriptor_type and
/// descriptor_count; the other fields are 0.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct dral_descriptor_binding {
    /// The list of a mutable type; not read for other types.
    pub mutable_types: *const u32,
    /// The number of types in the list; 0 if the application gave no list.
    pub mutable_type_count: usize,
    /// The immutable samplers of samplers and combined image samplers; not
    /// read for other types. Each byte is the number of planes of its image (1
    /// without a conversion), plus DRAL_DESCRIPTOR_OWN_CHROMA_FILTER if its
    /// chroma filter differs.
    pub immutable_samplers: *const u8,
    /// The number of immutable samplers; 0 if the samplers are not immutable.
    /// They repeat if there are fewer than descriptors.
    pub immutable_sampler_count: usize,
    /// The binding number.
    pub binding: u32,
    /// The VkDescriptorType.
    pub descriptor_type: u32,
    /// The number of descriptors; for an inline uniform block, its size in
    /// bytes. A binding with 0 is absent: it only takes its number.
    pub descriptor_count: u32,
    /// VkShaderStageFlags; only dral_descriptor_set_query_support reads them.
    pub stage_flags: u32,
    /// VkDescriptorBindingFlags.
    pub binding_flags: u32,
}

impl dral_descriptor_binding {
    /// # Safety
    /// As [`mutable_list`].
    #[inline]
    unsafe fn list(&self) -> Result<&[u32], Error> {
        let (types, count) = (self.mutable_types, self.mutable_type_count);
        // SAFETY: the caller's list.
        unsafe { mutable_list(self.descriptor_type, types, count) }
    }

    /// Its immutable samplers, if they are a valid slice.
    ///
    /// # Safety
    /// There are as many as it says, or they are NULL.
    #[inline]
    unsafe fn samplers(&self) -> Result<&[u8], Error> {
        if has_samplers(self.descriptor_type) {
            // SAFETY: the caller's array.
            unsafe {
                slice(self.immutable_samplers, self.immutable_sampler_count)
            }
        } else {
            Ok(&[])
        }
    }

    /// # Safety
    /// Its arrays have as many elements as it says.
    #[inline]
    unsafe fn get(&self) -> Binding<'_> {
        // SAFETY: the caller's arrays.
        let (samplers, list) = unsafe { (self.samplers(), self.list()) };
        Binding {
            binding: self.binding,
            descriptor_type: self.descriptor_type,
            descriptor_count: self.descriptor_count,
            stage_flags: self.stage_flags,
            binding_flags: self.binding_flags,
            immutable_samplers: samplers.unwrap_or_default(),
            mutable_types: list.unwrap_or_default(),
        }
    }
}

/// An array of bindings from C.
#[derive(Clone, Copy)]
struct Given<'a>(&'a [dral_descriptor_binding]);

impl<'a> Bindings<'a> for Given<'a> {
    #[inline]
    fn count(&self) -> usize {
        self.0.len()
    }

    #[inline]
    fn at(&self, place: usize) -> Binding<'a> {
        let binding = self.0.get(place);
        // SAFETY: `bindings` checked its arrays; the rest is its caller's
        // promise.
        binding.map_or_else(Binding::default, |one| unsafe { one.get() })
    }
}

/// The bindings of an array from C, which does not overlap an output.
///
/// # Safety
/// `bindings` has `count` elements, and their arrays have as many as they say;
/// none of them is written while the result lives.
#[inline]
unsafe fn bindings<'a, T>(
    bindings: *const dral_descriptor_binding,
    count: usize,
    output: *const T,
    output_count: usize,
) -> Result<Given<'a>, Error> {
    check_apart(bindings, count, output, output_count)?;
    // SAFETY: the caller's arrays.
    unsafe {
        let bindings = slice::<'a>(bindings, count)?;
        for binding in bindings {
            let list = binding.list()?;
            check_apart(list.as_ptr(), list.len(), output, output_count)?;
            let samplers = binding.samplers()?;
            let count = samplers.len();
            check_apart(samplers.as_ptr(), count, output, output_count)?;
        }
        Ok(Given(bindings))
    }
}

/// Finds one plane of a descriptor in the memory of its set.
///
/// \param layout the layout of the binding
/// \param element the index of the descriptor in the array, or of a byte in an
/// inline uniform block
/// \param plane 0 for types without planes
/// \return 0; -EINVAL for an element or a plane that the binding does not
/// have, or NULL; -ERANGE for an invalid layout.
///
/// Source: docs/descriptor-layout.md, "Elements".
///
/// # Safety
/// layout and address are NULL or point to what their types say.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_descriptor_element_locate(
    layout: *const BindingLayout,
    element: u32,
    plane: u32,
    address: *mut Element,
) -> c_int {
    pure!(address, [layout = read(layout)], layout.element(element, plane)?)
}

/// Lays out a set: writes the layout of each binding number from 0 to the
/// highest, including absent bindings, and the totals. The bindings may be in
/// any order. dral_descriptor_set_totals returns how many layouts they need.
///
/// Cost: two walks over the bindings. A walk of n bindings takes one pass over
/// them if their numbers ascend, otherwise n / 256 passes and n log n steps;
/// more than 65,536 bindings must be in order. Each binding, and each type of
/// a mutable list, takes a search through the table's types.
///
/// \param layouts room for layout_capacity layouts; set->binding_count are
/// written
/// \return 0; -EINVAL for two bindings with one number, an immutable sampler
/// with no planes or too many, an inline uniform block whose size is not a
/// multiple of 4, a mutable type's list with inline, dynamic or mutable types,
/// a variable count on a binding that is not the highest or is dynamic,
/// anything but samplers in a set of embedded samplers, an alignment that is
/// not a power of two, sizes that are not multiples of the index unit, arrays
/// that overlap, or NULL; -ENOTSUP for a type that is not in the table, a
/// mutable type with one that is marked as not mutable, or a variable count if
/// the table has none; -ERANGE beyond a limit of the table, 32 bits or 65,536
/// unsorted bindings; -ENOSPC for too few layouts. On error nothing is
/// written.
///
/// Source: docs/descriptor-layout.md, "The walk", "Cost".
///
/// # Safety
/// table is NULL or points to a table; bindings has binding_count
/// elements, whose arrays have as many elements as their counts say; layouts
/// has layout_capacity elements; set is NULL or points to a struct.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_descriptor_set_lay_out(
    table: *const dral_descriptor_table,
    bindings: *const dral_descriptor_binding,
    binding_count: usize,
    set: *mut SetLayout,
    layouts: *mut BindingLayout,
    layout_capacity: usize,
) -> c_int {
    // SAFETY: the caller's pointers.
    unsafe {
        answer(set, || {
            check_apart(set, 1, layouts, layout_capacity)?;
            let table = read_table(table)?;
            check_apart(
                table.types.as_ptr(),
                table.types.len(),
                layouts,
                layout_capacity,
            )?;
            let bindings = self::bindings(
                bindings,
                binding_count,
                layouts,
                layout_capacity,
            )?;
            let layouts = slice_mut(layouts, layout_capacity)?;
            Ok(set_layout(&table, bindings, layouts)?)
        })
    }
}

/// A table and bindings that are only read.
///
/// # Safety
/// As [`table()`] and [`bindings`].
unsafe fn read_given<'a>(
    table: *const dral_descriptor_table,
    bindings: *const dral_descriptor_binding,
    binding_count: usize,
) -> Result<(Table<'a>, Given<'a>), Error> {
    let nothing = core::ptr::null::<u32>();
    // SAFETY: the caller's pointers.
    unsafe {
        let bindings = self::bindings(bindings, binding_count, nothing, 0)?;
        Ok((read_table(table)?, bindings))
    }
}

/// The totals of a set, as dral_descriptor_set_lay_out writes them, for
/// allocating its layouts. One walk.
///
/// \return 0; errors as dral_descriptor_set_lay_out, except -ENOSPC.
///
/// Source: docs/descriptor-layout.md, "The walk", "Cost".
///
/// # Safety
/// table is NULL or points to a table; bindings has binding_count
/// elements, whose arrays have as many elements as their counts say; set is
/// NULL or points to a struct.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_descriptor_set_totals(
    table: *const dral_descriptor_table,
    bindings: *const dral_descriptor_binding,
    binding_count: usize,
    set: *mut SetLayout,
) -> c_int {
    pure!(set, [given = read_given(table, bindings, binding_count)], {
        let (table, bindings) = given;
        Walk::new(&table, bindings).finish()?
    })
}

/// Explains why dral_descriptor_set_lay_out refuses a set, or says that it
/// does not: a sentence for a log, static and never NULL. One walk.
///
/// # Safety
/// As dral_descriptor_set_lay_out.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_descriptor_set_explain(
    table: *const dral_descriptor_table,
    bindings: *const dral_descriptor_binding,
    binding_count: usize,
) -> *const c_char {
    explain!([given = read_given(table, bindings, binding_count)], {
        let (table, bindings) = given;
        Walk::new(&table, bindings).finish()?;
        c"the set can be laid out"
    })
}

/// The answer of vkGetDescriptorSetLayoutSupport. A set is not supported if it
/// exceeds 32 bits, or the table's limits on memory or dynamic buffers; if a
/// mutable type can become one that is marked as not mutable; if it has a
/// variable count and the table has none; or if a shader stage needs more
/// binding table entries than there are. Applications must keep the limits on
/// push descriptors and on the size of inline uniform blocks; they are not
/// checked here, as in drivers. As in Vulkan, a variable count may be 0. One
/// walk.
///
/// \return 0; -EINVAL as dral_descriptor_set_lay_out; -ENOTSUP for a type that
/// is not in the table; -ERANGE for more than 65,536 unsorted bindings.
///
/// Source: docs/descriptor-layout.md, "Support", "Cost".
///
/// # Safety
/// table is NULL or points to a table; bindings has binding_count
/// elements, whose arrays have as many elements as their counts say; support
/// is NULL or points to a struct.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_descriptor_set_query_support(
    table: *const dral_descriptor_table,
    bindings: *const dral_descriptor_binding,
    binding_count: usize,
    support: *mut Support,
) -> c_int {
    pure!(support, [given = read_given(table, bindings, binding_count)], {
        let (table, bindings) = given;
        self::support(&table, bindings)?
    })
}

/// The memory that one set of a layout takes.
///
/// \param set the totals of the layout
/// \param layouts the set->binding_count layouts of its bindings
/// \param variable_count the number of descriptors (bytes of an inline uniform
/// block) of the last binding if it has a variable count; else not read
/// \return 0; -EINVAL for a variable count above the binding's own, invalid
/// totals, an alignment that is not a power of two, or NULL; -ERANGE if the
/// size rounded up exceeds 32 bits.
///
/// Source: docs/descriptor-layout.md, "Memory of a set".
///
/// # Safety
/// table is NULL or points to a table; layouts has set->binding_count
/// elements; set and size are NULL or point to what their types say.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_descriptor_set_measure(
    table: *const dral_descriptor_table,
    set: *const SetLayout,
    layouts: *const BindingLayout,
    variable_count: u32,
    size: *mut SetSize,
) -> c_int {
    // SAFETY: the caller's pointers.
    unsafe {
        answer(size, || {
            let table = read_table(table)?;
            let set = read(set)?;
            let last = match set.binding_count.checked_sub(1) {
                None => None,
                Some(_) if layouts.is_null() => {
                    return Err(Error::NullPointer.into());
                }
                Some(last) => Some(layouts.add(last as usize).read()),
            };
            Ok(set.size(&table.rules, last.as_ref(), variable_count)?)
        })
    }
}

/// A VkDescriptorPoolSize, with the list of a mutable type.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct dral_descriptor_pool_part {
    /// The list of a mutable type; not read for other types.
    pub mutable_types: *const u32,
    /// The number of types in the list; 0 if the application gave no list.
    pub mutable_type_count: usize,
    /// The VkDescriptorType.
    pub descriptor_type: u32,
    /// The number of descriptors; for inline uniform blocks, their size in
    /// bytes.
    pub descriptor_count: u32,
}

impl dral_descriptor_pool_part {
    /// # Safety
    /// As [`mutable_list`].
    #[inline]
    unsafe fn list(&self) -> Result<&[u32], Error> {
        let (types, count) = (self.mutable_types, self.mutable_type_count);
        // SAFETY: the caller's list.
        unsafe { mutable_list(self.descriptor_type, types, count) }
    }
}

/// The size of a pool with room for these descriptors, in this many sets with
/// this many inline uniform blocks, in any order of allocation and in any
/// bindings. A combined image sampler counts with the maximum number of
/// planes. Each area is rounded up as the table says.
///
/// The result equals that of the drivers' own formulas, with one exception: in
/// pools of ANV's direct model with acceleration structures and other
/// descriptors, ANV counts 16 bytes for an acceleration structure and may run
/// out of memory; here it counts 64.
///
/// Cost: two passes over the parts, with a search through the table's types
/// for each.
///
/// \return 0; -ENOTSUP for a type that is not in the table, or a mutable type
/// with one that is marked as not mutable; -EINVAL for a table without pools,
/// a list with inline, dynamic or mutable types, an alignment that is not a
/// power of two, sizes that are not multiples of the index unit, or NULL;
/// -ERANGE if a size exceeds 64 bits.
///
/// Source: docs/descriptor-layout.md, "Memory of a pool".
///
/// # Safety
/// table is NULL or points to a table; parts has part_count elements,
/// whose lists have as many elements as their counts say; size is NULL or
/// points to a struct.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_descriptor_pool_measure(
    table: *const dral_descriptor_table,
    parts: *const dral_descriptor_pool_part,
    part_count: usize,
    max_sets: u32,
    max_inline_bindings: u32,
    size: *mut PoolSize,
) -> c_int {
    // SAFETY: the caller's pointers.
    unsafe {
        answer(size, || {
            let table = read_table(table)?;
            let parts = slice(parts, part_count)?;
            for part in parts {
                part.list()?;
            }
            let parts = parts.iter().map(|part| PoolPart {
                descriptor_type: part.descriptor_type,
                descriptor_count: part.descriptor_count,
                mutable_types: part.list().unwrap_or_default(),
            });
            Ok(pool_size(&table, parts, max_sets, max_inline_bindings)?)
        })
    }
}

/// The index of each set's first dynamic offset in a pipeline layout.
///
/// \param dynamic_offset_counts the number of dynamic offsets of each set
/// \param starts receives the index for each set
/// \return 0; -ERANGE for more sets or dynamic buffers than the table
/// allows; -EINVAL for NULL, or arrays that overlap. On error nothing is
/// written.
///
/// Source: docs/descriptor-layout.md, "Pipeline layouts".
///
/// # Safety
/// table is NULL or points to a table; both arrays have set_count elements.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_descriptor_dynamic_offset_starts(
    table: *const dral_descriptor_table,
    dynamic_offset_counts: *const u32,
    starts: *mut u32,
    set_count: usize,
) -> c_int {
    let compute = || {
        // SAFETY: the caller's pointers.
        let (table, (counts, starts)) = unsafe {
            // Read before the starts, which may overlap it.
            let table = read_table(table)?;
            (table, arrays(dynamic_offset_counts, starts, set_count)?)
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
/// \return 0; -EINVAL for an offset that is not a multiple of 64, or NULL;
/// -ERANGE for a start above 63.
///
/// Source: docs/descriptor-layout.md, "Pipeline layouts".
///
/// # Safety
/// word is NULL or points to a uint32_t.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_descriptor_push_constant_word(
    set_offset: u32,
    dynamic_offset_start: u32,
    word: *mut u32,
) -> c_int {
    pure!(word, push_constant_word(set_offset, dynamic_offset_start)?)
}

/// The bindless handle of a surface state, from its offset.
///
/// \param state_offset a multiple of 64
/// \param full_offsets 1 if the hardware takes 32-bit surface offsets (Intel,
/// version 125 and later), 0 for 26-bit offsets
/// \return 0; -EINVAL for an offset that is not a multiple of 64, an offset of
/// 2^26 or more without full offsets, a flag that is neither 0 nor 1, or NULL;
/// -ERANGE for an offset of 2^32 or more with full offsets.
///
/// Source: docs/descriptor-layout.md, "Handles".
///
/// # Safety
/// handle is NULL or points to a uint32_t.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_descriptor_surface_handle(
    state_offset: u64,
    full_offsets: u32,
    handle: *mut u32,
) -> c_int {
    pure!(handle, surface_handle(state_offset, flag(full_offsets)?)?)
}

/// The handle of a plane's sampler.
///
/// \param base the handle of plane 0's sampler
/// \param plane 0 to 2
/// \return 0; -EINVAL for a plane above 2, or NULL; -ERANGE if the handle
/// exceeds 32 bits.
///
/// Source: docs/descriptor-layout.md, "Handles".
///
/// # Safety
/// handle is NULL or points to a uint32_t.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_descriptor_sampler_handle(
    base: u32,
    plane: u32,
    handle: *mut u32,
) -> c_int {
    pure!(handle, sampler_handle(base, plane)?)
}

/// Sizes and alignments of ANV's descriptor heaps, from Mesa 26.2 on.
///
/// \param version ten times the generation of the hardware, at least 90
/// \return 0; -EINVAL for an older version or NULL.
///
/// Source: docs/descriptor-layout.md, "Heaps".
///
/// # Safety
/// heap is NULL or points to a struct.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_descriptor_heap_init(
    version: u32,
    heap: *mut Heap,
) -> c_int {
    pure!(heap, Heap::of_anv(version)?)
}

/// The part of a buffer that a descriptor covers. For a dynamic buffer, the
/// dynamic offset is added and the range ends with the buffer. The range of a
/// uniform buffer is rounded up as the table says, and may extend past the end
/// of the buffer.
///
/// \param descriptor_type a VkDescriptorType: a uniform or storage buffer,
/// dynamic or not
/// \param size size of the buffer in bytes
/// \param offset offset of the range in bytes
/// \param range size of the range in bytes, or UINT64_MAX (VK_WHOLE_SIZE) for
/// the rest of the buffer
/// \param dynamic_offset the offset at bind time; not read for buffers that
/// are not dynamic
/// \return 0; -EINVAL for another type, a range beyond the end of a buffer
/// that is not dynamic, an alignment that is not a power of two, or NULL;
/// -ERANGE if the range rounded up exceeds 64 bits.
///
/// Source: docs/descriptor-layout.md, "Buffer ranges".
///
/// # Safety
/// table is NULL or points to a table; covered is NULL or points to a struct.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_descriptor_buffer_range_resolve(
    table: *const dral_descriptor_table,
    descriptor_type: u32,
    size: u64,
    offset: u64,
    range: u64,
    dynamic_offset: u64,
    covered: *mut BufferRange,
) -> c_int {
    pure!(covered, [table = read_table(table)], {
        let (rules, kind) = (&table.rules, descriptor_type);
        buffer_range(rules, kind, size, offset, range, dynamic_offset)?
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn models_have_their_numbers() {
        assert_eq!(dral_descriptor_anv_model(120, 0, 0), 1);
        assert_eq!(dral_descriptor_anv_model(125, 0, 0), 2);
        assert_eq!(dral_descriptor_anv_model(125, 0, 1), 1);
        assert_eq!(dral_descriptor_anv_model(125, 0x10, 0), 3);
        assert_eq!(dral_descriptor_anv_model(80, 0, 0), 0);
    }

    #[test]
    fn bindings_are_those_of_the_array() {
        let plain = dral_descriptor_binding {
            mutable_types: core::ptr::null(),
            mutable_type_count: 0,
            immutable_samplers: core::ptr::null(),
            immutable_sampler_count: 0,
            binding: 5,
            descriptor_type: 2,
            descriptor_count: 7,
            stage_flags: 1,
            binding_flags: 4,
        };
        let bindings = [5, 6, 7]
            .map(|binding| dral_descriptor_binding { binding, ..plain });
        let given = Given(&bindings);
        assert_eq!(given.count(), 3);
        let expected = Binding {
            binding: 7,
            descriptor_type: 2,
            descriptor_count: 7,
            stage_flags: 1,
            binding_flags: 4,
            ..Binding::default()
        };
        assert_eq!(given.at(2), expected);
    }

    #[test]
    fn only_mutable_types_have_a_list() {
        let types = [2, 3];
        for (descriptor_type, list) in
            [(DescriptorType::Mutable as u32, &types[..]), (2, &[])]
        {
            // SAFETY: the list has two elements.
            let found =
                unsafe { mutable_list(descriptor_type, types.as_ptr(), 2) };
            assert_eq!(found, Ok(list));
        }
    }
}
