// SPDX-License-Identifier: MIT

//! Varyings for C: the functions of `include/dral_varying.h`.

use crate::ffi::flag::flag;
use crate::ffi::pointer::{room, slice, slice_mut};
use crate::ffi::refusal::{answer, required};
use crate::modules::varying::{
    self, nvc0_address, pack, ClipCull, Declaration, Error, PackRules, Piece,
    Place, Semantic, Span, TextForm, Varying, MAX_SLOTS,
};
use core::ffi::{c_char, c_int};
use core::mem::MaybeUninit;

/// The slot and the component of a position.
///
/// Source: docs/reference/varying.md, "Positions".
#[unsafe(no_mangle)]
pub extern "C" fn dral_varying_position_place(position: u32) -> Place {
    Place::at(position)
}

/// The byte address of a position if slot 0 is at base.
///
/// \return 0; DRAL_VARYING_ERROR_ADDRESS_RANGE.
///
/// Source: docs/reference/varying.md, "Positions".
#[must_use]
#[unsafe(no_mangle)]
pub extern "C" fn dral_varying_address(
    base: u32,
    position: u32,
    address: Option<&mut MaybeUninit<u32>>,
) -> c_int {
    answer(address, || Ok(varying::address(base, position)?))
}

/// The place of `OUT[ADDR + register_offset].component`, where the address
/// register counts components from x of register first.
///
/// \param component 0 for x to 3 for w
/// \return 0; DRAL_VARYING_ERROR_NOT_IN_SLOT,
/// DRAL_VARYING_ERROR_POSITION_RANGE.
///
/// Source: docs/reference/varying.md, "Scalar address registers".
#[must_use]
#[unsafe(no_mangle)]
pub extern "C" fn dral_varying_scalar_place(
    first: u32,
    address_register: u32,
    register_offset: u32,
    component: u32,
    place: Option<&mut MaybeUninit<Place>>,
) -> c_int {
    answer(place, || {
        Ok(varying::scalar_place(
            first,
            address_register,
            register_offset,
            component,
        )?)
    })
}

/// The place of a component of an element of a declaration.
///
/// \param element counted from the first element of the declaration
/// \return 0; DRAL_VARYING_ERROR_NOT_IN_SLOT,
/// DRAL_VARYING_ERROR_COMPONENT_COUNT, DRAL_VARYING_ERROR_ELEMENT_ORDER,
/// DRAL_VARYING_ERROR_NOT_IN_DECLARATION, DRAL_VARYING_ERROR_POSITION_RANGE.
///
/// Source: docs/reference/varying.md, "Declarations".
#[must_use]
#[unsafe(no_mangle)]
pub extern "C" fn dral_varying_declaration_place(
    declaration: Option<&Declaration>,
    element: u32,
    component: u32,
    place: Option<&mut MaybeUninit<Place>>,
) -> c_int {
    answer(place, || Ok(required(declaration)?.place(element, component)?))
}

/// The components that a declaration covers.
///
/// \return 0; errors as dral_varying_declaration_place.
///
/// Source: docs/reference/varying.md, "Declarations".
#[must_use]
#[unsafe(no_mangle)]
pub extern "C" fn dral_varying_declaration_span(
    declaration: Option<&Declaration>,
    span: Option<&mut MaybeUninit<Span>>,
) -> c_int {
    answer(span, || Ok(required(declaration)?.span()?))
}

/// The components that declarations cover as whole slots, one after the other
/// from register 0.
///
/// \return 0; errors as dral_varying_declaration_place.
///
/// Source: docs/reference/varying.md, "Scalar address registers".
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_varying_declarations_merge(
    declarations: *const Declaration,
    count: usize,
    span: Option<&mut MaybeUninit<Span>>,
) -> c_int {
    answer(span, || {
        // SAFETY: the caller's array.
        let declarations = unsafe { slice(declarations, count) }?;
        Ok(varying::merge(declarations)?)
    })
}

/// Whether two declarations of one semantic have a component in common, which
/// is not allowed.
///
/// \param overlap 1 if they overlap, else 0
/// \return 0; errors as dral_varying_declaration_place.
///
/// Source: docs/reference/varying.md, "Declarations".
#[must_use]
#[unsafe(no_mangle)]
pub extern "C" fn dral_varying_declarations_overlap(
    first: Option<&Declaration>,
    second: Option<&Declaration>,
    overlap: Option<&mut MaybeUninit<u32>>,
) -> c_int {
    answer(overlap, || {
        let first = required(first)?;
        let second = required(second)?;
        Ok(first.overlaps(second)?.into())
    })
}

/// Characters for any text of a declaration, with the final 0.
pub const DRAL_VARYING_TEXT_SIZE: u32 = 96;

/// Writes a declaration as text for a person, with a 0 after it: `OUT[0..3].x,
/// GENERIC[0], ARRAY(1)`
///
/// \param form an enum dral_varying_text_form
/// \param capacity DRAL_VARYING_TEXT_SIZE characters are always enough
/// \param length number of characters, without the 0
/// \return 0; DRAL_VARYING_ERROR_UNKNOWN_SEMANTIC,
/// DRAL_VARYING_ERROR_UNKNOWN_TEXT_FORM, DRAL_VARYING_ERROR_NO_FIRST_COMPONENT,
/// DRAL_VARYING_ERROR_POSITION_RANGE, DRAL_ERROR_OUTPUT_TOO_SMALL; errors as
/// dral_varying_declaration_place.
///
/// Source: docs/reference/varying.md, "Text".
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_varying_declaration_text(
    declaration: Option<&Declaration>,
    form: u32,
    text: *mut c_char,
    capacity: usize,
    length: Option<&mut MaybeUninit<usize>>,
) -> c_int {
    let text = text.cast::<u8>();
    answer(length, || {
        let declaration = required(declaration)?;
        // SAFETY: the caller's array.
        let text = unsafe { slice_mut(text, capacity) }?;
        let form = TextForm::try_from(form)?;
        let mut length = 0;
        declaration.write_text(form, &mut |character| {
            if let Some(place) = text.get_mut(length) {
                *place = character;
            }
            length += 1;
        })?;
        *text.get_mut(length).ok_or(Error::OutputFull)? = 0;
        Ok(length)
    })
}

/// Splits a vector of up to 4 components at a position into the part in its
/// first slot and the part in the next.
///
/// \param pieces 2
/// \return 0; DRAL_VARYING_ERROR_COMPONENT_COUNT,
/// DRAL_VARYING_ERROR_POSITION_RANGE.
///
/// Source: docs/reference/varying.md, "Splitting".
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_varying_split(
    position: u32,
    count: u32,
    pieces: *mut Piece,
) -> c_int {
    // SAFETY: the caller's 2 pieces.
    let pieces = unsafe { room(pieces) };
    answer(pieces, || Ok(varying::split(position, count)?))
}

/// Places cull distances after clip distances, from x of a slot.
///
/// \return 0; DRAL_VARYING_ERROR_CLIP_CULL_LIMIT.
///
/// Source: docs/reference/varying.md, "Clip and cull distances".
#[must_use]
#[unsafe(no_mangle)]
pub extern "C" fn dral_varying_clip_cull_place(
    clip_count: u32,
    cull_count: u32,
    both: Option<&mut MaybeUninit<ClipCull>>,
) -> c_int {
    answer(both, || Ok(varying::clip_cull(clip_count, cull_count)?))
}

/// The number of components that a varying takes if it begins at a position.
///
/// \return 0; DRAL_VARYING_ERROR_UNKNOWN_BASE_TYPE,
/// DRAL_VARYING_ERROR_TYPE_SHAPE, DRAL_VARYING_ERROR_UNKNOWN_INTERPOLATION,
/// DRAL_ERROR_UNKNOWN_FLAG, DRAL_VARYING_ERROR_POSITION_RANGE.
///
/// Source: docs/reference/varying.md, "Varyings".
#[must_use]
#[unsafe(no_mangle)]
pub extern "C" fn dral_varying_component_count(
    varying: Option<&Varying>,
    position: u32,
    component_count: Option<&mut MaybeUninit<u32>>,
) -> c_int {
    answer(
        component_count,
        || Ok(required(varying)?.component_count(position)?),
    )
}

/// Packs varyings into slots, per-patch varyings with the others.
///
/// \param flags bits of dral_varying_pack_flag
/// \param reserved_slots slots that no varying may use: bit 0 is slot 0
/// \param max_slots number of slots, at most DRAL_VARYING_MAX_SLOTS
/// \param positions count positions, one of each varying
/// \param components_used max_slots numbers: the components of each slot up to
/// the last used one
/// \param slots_used number of slots up to the last used one
/// \param scratch room for count numbers
/// \return 0; DRAL_VARYING_ERROR_SLOTS_FULL, DRAL_VARYING_ERROR_SLOT_COUNT,
/// DRAL_VARYING_ERROR_UNKNOWN_PACK_FLAG; errors of a varying as
/// dral_varying_component_count.
///
/// Source: docs/reference/varying.md, "The packer".
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_varying_pack(
    varyings: *const Varying,
    count: usize,
    flags: u32,
    reserved_slots: u64,
    max_slots: u32,
    positions: *mut u32,
    components_used: *mut u8,
    slots_used: Option<&mut MaybeUninit<u32>>,
    scratch: *mut u32,
) -> c_int {
    // More are an error; their memory is not accessed.
    let slots = max_slots.min(MAX_SLOTS) as usize;
    answer(slots_used, || {
        // SAFETY: the caller's arrays.
        let (varyings, positions, components_used, scratch) = unsafe {
            (
                slice(varyings, count)?,
                slice_mut(positions, count)?,
                slice_mut(components_used, slots)?,
                slice_mut(scratch, count)?,
            )
        };
        let rules = PackRules { flags, reserved_slots, max_slots };
        Ok(pack(varyings, &rules, positions, components_used, scratch)?)
    })
}

/// The byte address of an input or output in nvc0, Nouveau's driver for Fermi
/// and later. For a component of a declaration, pass the address of index 0 of
/// its semantic as base to dral_varying_address.
///
/// \param semantic an enum dral_varying_semantic
/// \param output 1 for an output, 0 for an input
/// \return 0; DRAL_VARYING_ERROR_NO_ADDRESS, DRAL_VARYING_ERROR_INDEX_RANGE,
/// DRAL_VARYING_ERROR_ADDRESS_RANGE, DRAL_VARYING_ERROR_UNKNOWN_SEMANTIC,
/// DRAL_ERROR_UNKNOWN_FLAG.
///
/// Source: docs/reference/varying.md, "Addresses of nvc0".
#[must_use]
#[unsafe(no_mangle)]
pub extern "C" fn dral_varying_nvc0_address(
    semantic: u32,
    index: u32,
    output: u32,
    address: Option<&mut MaybeUninit<u32>>,
) -> c_int {
    answer(address, || {
        let semantic = Semantic::try_from(semantic)?;
        Ok(nvc0_address(semantic, index, flag(output)?)?)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use core::ptr::{null, null_mut};

    #[test]
    fn nothing_is_packed_without_memory() {
        let mut slots_used = MaybeUninit::new(7);
        // SAFETY: no varyings and no slots.
        let error = unsafe {
            dral_varying_pack(
                null(),
                0,
                0,
                0,
                0,
                null_mut(),
                null_mut(),
                Some(&mut slots_used),
                null_mut(),
            )
        };
        assert_eq!(error, 0);
        // SAFETY: initialized above.
        assert_eq!(unsafe { slots_used.assume_init() }, 0);
    }
}
