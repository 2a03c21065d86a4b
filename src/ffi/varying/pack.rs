// SPDX-License-Identifier: MIT

//! The packer for C.

use super::super::pointer::{check_apart, read, slice, slice_mut};
use super::super::refusal::{answer, pure};
use crate::varying::{pack, PackRules, Varying, MAX_SLOTS};
use core::ffi::c_int;

/// The number of components that a varying takes if it begins at a position.
/// With 64-bit components it takes one more if it begins at an odd position
/// and does not end in that slot.
///
/// \return 0; -ERANGE for a count that exceeds 32 bits; -EINVAL for an invalid
/// varying, or NULL.
///
/// Source: docs/varying.md, "Varyings".
///
/// # Safety
/// varying and component_count are NULL or point to what their types say.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_varying_component_count(
    varying: *const Varying,
    position: u32,
    component_count: *mut u32,
) -> c_int {
    pure!(
        component_count,
        [varying = read(varying)],
        varying.component_count(position)?
    )
}

/// Packs varyings into slots. Without flags they follow one another, so that
/// varyings of 32-bit types fit if and only if there are enough components.
/// With flags they are placed as linkers do, which leaves components unused.
/// Per-patch varyings are packed with the others; a driver that counts them
/// separately calls this twice.
///
/// \param flags bits of dral_varying_pack_flag
/// \param reserved_slots slots that no varying may use; bit 0 is slot 0
/// \param max_slots number of slots, at most DRAL_VARYING_MAX_SLOTS
/// \param positions room for count: the position of each varying
/// \param components_used room for max_slots: the number of components used in
/// each slot, from x to the last used one, including gaps before 64-bit types
/// \param slots_used number of slots up to the last used one
/// \param scratch room for count; its contents need not be initialized, and
/// are unspecified after the call, even on error
/// \return 0; -ERANGE if the varyings do not fit; -EINVAL for an invalid
/// varying, an unknown flag, too many slots, arrays that overlap, or NULL.
///
/// Source: docs/varying.md, "The packer".
///
/// # Safety
/// varyings, positions and scratch have count elements, components_used has
/// max_slots; slots_used is NULL or points to a uint32_t.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_varying_pack(
    varyings: *const Varying,
    count: usize,
    flags: u32,
    reserved_slots: u64,
    max_slots: u32,
    positions: *mut u32,
    components_used: *mut u8,
    slots_used: *mut u32,
    scratch: *mut u32,
) -> c_int {
    // SAFETY: the caller's pointers.
    unsafe {
        answer(slots_used, || {
            // More are refused below; their memory is not accessed.
            let slots = max_slots.min(MAX_SLOTS) as usize;
            check_apart(varyings, count, positions, count)?;
            check_apart(varyings, count, components_used, slots)?;
            check_apart(varyings, count, scratch, count)?;
            check_apart(positions, count, components_used, slots)?;
            check_apart(positions, count, scratch, count)?;
            check_apart(components_used, slots, scratch, count)?;
            check_apart(slots_used, 1, varyings, count)?;
            check_apart(slots_used, 1, positions, count)?;
            check_apart(slots_used, 1, components_used, slots)?;
            check_apart(slots_used, 1, scratch, count)?;
            let varyings = slice(varyings, count)?;
            let positions = slice_mut(positions, count)?;
            let components_used = slice_mut(components_used, slots)?;
            let scratch = slice_mut(scratch, count)?;
            let rules = PackRules { flags, reserved_slots, max_slots };
            Ok(pack(varyings, &rules, positions, components_used, scratch)?)
        })
    }
}
