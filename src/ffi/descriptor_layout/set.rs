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

/// Lays a set out: writes the layout of each binding number from 0 to the
/// highest, including absent bindings, and the totals. The bindings may be in
/// any order: dral_descriptor_set_totals says how many layouts they need.
///
/// Cost: two walks over the bindings. A walk of n bindings takes one pass
/// over them if their numbers ascend, else n / 256 passes and n log n steps;
/// more than 65,536 have to be in order. For each binding it looks through
/// the table's types, and for each type of a mutable list.
///
/// \param layouts room for layout_capacity of them; set->binding_count are
/// written
/// \return 0; -EINVAL for two bindings of one number, an immutable sampler
/// without planes or with too many, an inline uniform block whose size is not
/// a multiple of 4, a mutable type's list with inline, dynamic or mutable
/// types, a variable count on a binding that is not the highest or is
/// dynamic, anything but samplers in a set of embedded samplers, an alignment
/// that is not a power of two, sizes that are not multiples of the index
/// unit, arrays that overlap, or NULL; -ENOTSUP for a type that the table
/// lacks, a mutable type that can become what the table refuses, or a
/// variable count where the table has none; -ERANGE beyond a limit of the
/// table, 32 bits or 65,536 unsorted bindings; -ENOSPC for too few layouts. On
/// error nothing is written.
///
/// Source: docs/descriptor-layout.md, "The walk", "Cost".
///
/// # Safety
/// table is NULL or points to a table; bindings has binding_count elements,
/// whose arrays have as many elements as they say; layouts
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

/// The totals of a set, as dral_descriptor_set_lay_out has them: before
/// there is memory for its layouts. One walk.
///
/// \return 0; errors as dral_descriptor_set_lay_out, except -ENOSPC.
///
/// Source: docs/descriptor-layout.md, "The walk", "Cost".
///
/// # Safety
/// table is NULL or points to a table; bindings has binding_count elements,
/// whose arrays have as many elements as they say; set
/// is NULL or points to a struct.
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

/// Why dral_descriptor_set_lay_out refuses a set, or that it does not: a
/// sentence for a log, static and never NULL. One walk.
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

/// What vkGetDescriptorSetLayoutSupport answers. A set is not supported if it
/// exceeds 32 bits, or the table's limits on memory or dynamic buffers; if a
/// mutable type can become what the table refuses; if it has a variable count
/// and the table has none; or if a shader stage needs more binding table
/// entries than there are. Limits on push descriptors and on the size of
/// inline uniform blocks are for applications to keep, and drivers do not
/// look at them here. As Vulkan has it, a variable count may be 0. One walk.
///
/// \return 0; -EINVAL and -ENOTSUP for a type that the table lacks as
/// dral_descriptor_set_lay_out; -ERANGE for more than 65,536 unsorted
/// bindings.
///
/// Source: docs/descriptor-layout.md, "Support", "Cost".
///
/// # Safety
/// table is NULL or points to a table; bindings has binding_count elements,
/// whose arrays have as many elements as they say;
/// support is NULL or points to a struct.
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

/// What one set of a layout takes in memory.
///
/// \param set the totals of the layout
/// \param layouts its layouts, set->binding_count of them
/// \param variable_count how many descriptors (bytes of an inline uniform
/// block) its last binding has, if that has a variable count; else not read
/// \return 0; -EINVAL for a variable count beyond that of the binding, for
/// totals that no layout has, an alignment that is not a power of two, or
/// NULL; -ERANGE if rounding up leaves 32 bits.
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
