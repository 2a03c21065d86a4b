// SPDX-License-Identifier: MIT

//! Sets for C.

use super::super::pointer::{check_apart, read, slice_mut};
use super::super::refusal::{write, Reason};
use super::binding::{bindings, dral_descriptor_binding};
use super::table::{dral_descriptor_table, table};
use super::Refusal;
use crate::descriptor_layout::{
    set_layout, support, BindingLayout, SetLayout, SetSize, Support, Walk,
};
use crate::Error;
use core::ffi::{c_char, c_int};

/// Lays a set out: writes the slot of each binding number from 0 to the
/// highest, those of absent bindings too, and the totals. The bindings may
/// stand in any order; in that of their numbers one pass over them is
/// enough, else each takes one of its own.
///
/// \param set_flags VkDescriptorSetLayoutCreateFlags
/// \param slots room for slot_capacity slots; the highest binding number
/// plus 1 are written
/// \return 0; -EINVAL for two bindings of one number, too many planes, an
/// inline uniform block whose size is no multiple of 4, a mutable type's
/// list with inline, dynamic or mutable types, a variable count on a binding
/// that is not the highest or is dynamic, anything but samplers in a set of
/// embedded samplers, an alignment that is no power of two, arrays that
/// overlap, or NULL; -ENOTSUP for a type that the table lacks, or a mutable
/// type that can become a combined image sampler where the table refuses
/// that; -ERANGE beyond a limit of the table or 32 bits; -ENOSPC for too few
/// slots. On error nothing is written.
///
/// Source: docs/descriptor-layout.md, "The walk".
///
/// # Safety
/// table is NULL or points to a struct whose types are so many as it says;
/// bindings has binding_count elements, whose lists have as many as they
/// say; slots has slot_capacity elements; set is NULL or points to a struct.
#[no_mangle]
pub unsafe extern "C" fn dral_descriptor_set_layout(
    table: *const dral_descriptor_table,
    set_flags: u32,
    bindings: *const dral_descriptor_binding,
    binding_count: usize,
    set: *mut SetLayout,
    slots: *mut BindingLayout,
    slot_capacity: usize,
) -> c_int {
    let compute = || -> Result<SetLayout, Refusal> {
        if set.is_null() {
            return Err(Error::NullPointer.into());
        }
        check_apart(set, 1, slots, slot_capacity)?;
        // SAFETY: the caller's pointer.
        let table = unsafe { self::table(table) }?;
        check_apart(
            table.types.as_ptr(),
            table.types.len(),
            slots,
            slot_capacity,
        )?;
        // SAFETY: the caller's arrays.
        let bindings = unsafe {
            self::bindings(bindings, binding_count, slots, slot_capacity)
        }?;
        // SAFETY: the caller's array, which overlaps with no other.
        let slots = unsafe { slice_mut(slots, slot_capacity) }?;
        Ok(set_layout(&table, set_flags, bindings, slots)?)
    };
    // SAFETY: the caller's pointer.
    unsafe { write(set, compute()) }
}

/// Why dral_descriptor_set_layout refuses a set, or that it does not: a
/// sentence for a log, static and never NULL.
///
/// # Safety
/// As dral_descriptor_set_layout.
#[no_mangle]
pub unsafe extern "C" fn dral_descriptor_set_layout_explain(
    table: *const dral_descriptor_table,
    set_flags: u32,
    bindings: *const dral_descriptor_binding,
    binding_count: usize,
) -> *const c_char {
    let compute = || -> Result<SetLayout, Refusal> {
        // SAFETY: the caller's pointer.
        let table = unsafe { self::table(table) }?;
        let nothing = core::ptr::null::<u32>();
        // SAFETY: the caller's arrays.
        let bindings =
            unsafe { self::bindings(bindings, binding_count, nothing, 0) }?;
        Ok(Walk::new(&table, set_flags, bindings).finish()?)
    };
    let text = match compute() {
        Ok(_) => c"the set can be laid out",
        Err(refusal) => refusal.message(),
    };
    text.as_ptr()
}

/// What vkGetDescriptorSetLayoutSupport answers. A set is not supported if a
/// mutable type can become a combined image sampler where the table refuses
/// that, or if a shader stage needs more binding table entries than there
/// are. As Vulkan has it, a variable count may be 0 here.
///
/// \param set_flags VkDescriptorSetLayoutCreateFlags
/// \return 0; errors as dral_descriptor_set_layout, but for that of the
/// mutable type and -ENOSPC.
///
/// Source: docs/descriptor-layout.md, "Support".
///
/// # Safety
/// table, bindings: as dral_descriptor_set_layout; support is NULL or points
/// to a struct.
#[no_mangle]
pub unsafe extern "C" fn dral_descriptor_set_support(
    table: *const dral_descriptor_table,
    set_flags: u32,
    bindings: *const dral_descriptor_binding,
    binding_count: usize,
    support: *mut Support,
) -> c_int {
    let compute = || -> Result<Support, Refusal> {
        // SAFETY: the caller's pointer.
        let table = unsafe { self::table(table) }?;
        let nothing = core::ptr::null::<u32>();
        // SAFETY: the caller's arrays.
        let bindings =
            unsafe { self::bindings(bindings, binding_count, nothing, 0) }?;
        Ok(self::support(&table, set_flags, bindings)?)
    };
    // SAFETY: the caller's pointer.
    unsafe { write(support, compute()) }
}

/// What one set of a layout takes in memory.
///
/// \param set the totals of the layout
/// \param slots its slots, set->binding_count of them
/// \param variable_count how many descriptors (bytes of an inline uniform
/// block) its last binding has, if that has a variable count; else not read
/// \return 0; -EINVAL for a variable count beyond that of the binding, for
/// totals that no layout has, a set alignment that is no power of two, or
/// NULL; -ERANGE if rounding up leaves 32 bits.
///
/// Source: docs/descriptor-layout.md, "Memory of a set".
///
/// # Safety
/// table is NULL or points to a struct whose types are so many as it says;
/// slots has set->binding_count elements; set and size are NULL or point to
/// what their types say.
#[no_mangle]
pub unsafe extern "C" fn dral_descriptor_set_size(
    table: *const dral_descriptor_table,
    set: *const SetLayout,
    slots: *const BindingLayout,
    variable_count: u32,
    size: *mut SetSize,
) -> c_int {
    let compute = || -> Result<SetSize, Refusal> {
        // SAFETY: the caller's pointer.
        let table = unsafe { self::table(table) }?;
        // SAFETY: the caller's pointer.
        let set = unsafe { read(set) }?;
        let last = match set.binding_count.checked_sub(1) {
            None => None,
            Some(_) if slots.is_null() => {
                return Err(Error::NullPointer.into());
            }
            Some(last) => {
                // SAFETY: the caller's array has it.
                Some(unsafe { slots.add(last as usize).read() })
            }
        };
        Ok(set.size(&table.rules, last.as_ref(), variable_count)?)
    };
    // SAFETY: the caller's pointer.
    unsafe { write(size, compute()) }
}
