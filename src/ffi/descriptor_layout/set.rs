// SPDX-License-Identifier: MIT

//! Sets for C.

use super::super::error::Error;
use super::super::pointer::{check_apart, read, slice_mut};
use super::super::refusal::{answer, explain, pure};
use super::binding::{bindings, dral_descriptor_binding, Given};
use super::table::{dral_descriptor_table, read_table};
use crate::descriptor_layout::{
    set_layout, support, BindingLayout, SetLayout, SetSize, Support, Table,
    Walk,
};
use core::ffi::{c_char, c_int};

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
