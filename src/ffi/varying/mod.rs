// SPDX-License-Identifier: MIT

//! Varyings for C: the functions of `include/dral_varying.h`.

use super::flag::flag;
use super::pointer::{check_apart, read, slice, slice_mut};
use super::refusal::{answer, pure};
use crate::varying::{
    self, nvc0_address, pack, ClipCull, Declaration, Error, PackRules, Piece,
    Place, Semantic, Span, TextForm, Varying, MAX_SLOTS,
};
use core::ffi::{c_char, c_int};

/// The slot and the component of a position.
///
/// Source: docs/varying.md, "Positions".
#[unsafe(no_mangle)]
pub extern "C" fn dral_varying_position_place(position: u32) -> Place {
    Place::at(position)
}

/// The byte address of a position if slot 0 is at base.
///
/// \return 0; -ERANGE for an address that exceeds 32 bits; -EINVAL for NULL.
///
/// Source: docs/varying.md, "Positions".
///
/// # Safety
/// address is NULL or points to a uint32_t.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_varying_address(
    base: u32,
    position: u32,
    address: *mut u32,
) -> c_int {
    pure!(address, varying::address(base, position)?)
}

/// The place to which an operand with a scalar address register points,
/// `OUT[ADDR + register_offset].component`. The address register counts
/// components, starting with x of register first.
///
/// \param component 0 for x to 3 for w
/// \return 0; -ERANGE for a position that exceeds 32 bits; -EINVAL for a
/// component that is not 0 to 3, or NULL.
///
/// Source: docs/varying.md, "Scalar address registers".
///
/// # Safety
/// place is NULL or points to a struct.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_varying_scalar_place(
    first: u32,
    address_register: u32,
    register_offset: u32,
    component: u32,
    place: *mut Place,
) -> c_int {
    pure!(
        place,
        varying::scalar_place(
            first,
            address_register,
            register_offset,
            component,
        )?
    )
}

/// The place of a component of an array element. The array begins in slot
/// location at first_component; its elements have component_count components
/// each and follow one another. With 1 component it is a compact array.
///
/// \return 0; -ERANGE for a position that exceeds 32 bits; -EINVAL for a
/// first_component that is not 0 to 3, a component_count that is not 1 to 4, a
/// component beyond it, or NULL.
///
/// Source: docs/varying.md, "Declarations".
///
/// # Safety
/// place is NULL or points to a struct.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_varying_element_place(
    location: u32,
    first_component: u32,
    component_count: u32,
    element: u32,
    component: u32,
    place: *mut Place,
) -> c_int {
    pure!(
        place,
        varying::element_place(
            location,
            first_component,
            component_count,
            element,
            component,
        )?
    )
}

/// The place of a component of an element of a declaration.
///
/// \param element counted from the first element of the declaration
/// \return 0; -ERANGE for a position that exceeds 32 bits; -EINVAL for an
/// invalid declaration, an element or a component that it does not have, or
/// NULL.
///
/// Source: docs/varying.md, "Declarations".
///
/// # Safety
/// declaration and place are NULL or point to what their types say.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_varying_declaration_place(
    declaration: *const Declaration,
    element: u32,
    component: u32,
    place: *mut Place,
) -> c_int {
    pure!(
        place,
        [declaration = read(declaration)],
        declaration.place(element, component)?
    )
}

/// The components that a declaration covers.
///
/// \return 0; -ERANGE if a position or the number of components exceeds 32
/// bits; -EINVAL for an invalid declaration, or NULL.
///
/// Source: docs/varying.md, "Declarations".
///
/// # Safety
/// declaration and span are NULL or point to what their types say.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_varying_declaration_span(
    declaration: *const Declaration,
    span: *mut Span,
) -> c_int {
    pure!(span, [declaration = read(declaration)], declaration.span()?)
}

/// The components that declarations cover as whole slots, one after the other
/// from register 0 on, so that one scalar address register reaches all of
/// them. All zero without declarations.
///
/// \return 0; -ERANGE if the number of components exceeds 32 bits; -EINVAL for
/// an invalid declaration, or NULL.
///
/// Source: docs/varying.md, "Scalar address registers".
///
/// # Safety
/// declarations has count elements; span is NULL or points to a struct.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_varying_declarations_merge(
    declarations: *const Declaration,
    count: usize,
    span: *mut Span,
) -> c_int {
    pure!(
        span,
        [declarations = slice(declarations, count)],
        varying::merge(declarations)?
    )
}

/// Whether two declarations have a component in common, which is not allowed.
/// Declarations may share a slot if they use different components of it.
/// Declarations of different semantics never overlap.
///
/// \param overlap receives 1 if they overlap, else 0
/// \return 0; -EINVAL for an invalid declaration, or NULL.
///
/// Source: docs/varying.md, "Declarations".
///
/// # Safety
/// first, second and overlap are NULL or point to what their types say.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_varying_declarations_overlap(
    first: *const Declaration,
    second: *const Declaration,
    overlap: *mut u32,
) -> c_int {
    pure!(
        overlap,
        [first = read(first), second = read(second)],
        first.overlaps(&second)?.into()
    )
}

/// Enough room for any text of a declaration, including the final 0.
pub const DRAL_VARYING_TEXT_SIZE: u32 = 96;

/// Writes a declaration as text for a person, with a 0 after it:
/// `OUT[0..3].x, GENERIC[0], ARRAY(1)`
///
/// \param form an enum dral_varying_text_form
/// \param text room for capacity characters; DRAL_VARYING_TEXT_SIZE are
/// always enough
/// \param length number of characters, without the 0
/// \return 0; -ENOSPC for too little room; -ENOTSUP for a first component that
/// the form cannot express; -ERANGE for a register that exceeds 32 bits;
/// -EINVAL for an invalid declaration, an unknown semantic or form, outputs
/// that overlap, or NULL.
///
/// Source: docs/varying.md, "Text".
///
/// # Safety
/// text has capacity characters; declaration and length are NULL or point to
/// what their types say.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_varying_declaration_text(
    declaration: *const Declaration,
    form: u32,
    text: *mut c_char,
    capacity: usize,
    length: *mut usize,
) -> c_int {
    // SAFETY: the caller's pointers.
    unsafe {
        answer(length, || {
            check_apart(length, 1, text, capacity)?;
            let declaration = read(declaration)?;
            let form = TextForm::try_from(form)?;
            let mut needed = 0;
            declaration.write_text(form, &mut |_| needed += 1)?;
            if needed >= capacity {
                return Err(Error::OutputFull.into());
            }
            let text = slice_mut(text.cast::<u8>(), capacity)?;
            let mut places = text.iter_mut();
            let mut put = |character| {
                if let Some(place) = places.next() {
                    *place = character;
                }
            };
            declaration.write_text(form, &mut put)?;
            put(0);
            Ok(needed)
        })
    }
}

/// Splits a vector of up to 4 components at a position into the part in its
/// first slot and the part in the next. A piece without components is all
/// zero.
///
/// \param pieces room for 2
/// \return 0; -EINVAL for more than 4 components, or NULL.
///
/// Source: docs/varying.md, "Splitting".
///
/// # Safety
/// pieces is NULL or has 2 elements.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_varying_split(
    position: u32,
    count: u32,
    pieces: *mut Piece,
) -> c_int {
    let pieces = pieces.cast::<[Piece; 2]>();
    pure!(pieces, varying::split(position, count)?)
}

/// Places cull distances after clip distances, in one compact array that
/// begins with x of a slot.
///
/// \return 0; -ERANGE for more than 8 distances in total; -EINVAL for NULL.
///
/// Source: docs/varying.md, "Clip and cull distances".
///
/// # Safety
/// both is NULL or points to a struct.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_varying_clip_cull_place(
    clip_count: u32,
    cull_count: u32,
    both: *mut ClipCull,
) -> c_int {
    pure!(both, varying::clip_cull(clip_count, cull_count)?)
}

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

/// The byte address of an input or output in nvc0, Nouveau's driver for Fermi
/// and later. For a component of a declaration, pass the address of index 0 of
/// its semantic as base to dral_varying_address.
///
/// \param semantic an enum dral_varying_semantic
/// \param output 1 for an output, 0 for an input
/// \return 0; -ENOTSUP for a semantic that is not an output, or not an input;
/// -ERANGE for an index that the semantic does not have, or an address that
/// exceeds 32 bits; -EINVAL for an unknown semantic, an output that is neither
/// 0 nor 1, or NULL.
///
/// Source: docs/varying.md, "Addresses of nvc0".
///
/// # Safety
/// address is NULL or points to a uint32_t.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_varying_nvc0_address(
    semantic: u32,
    index: u32,
    output: u32,
    address: *mut u32,
) -> c_int {
    pure!(address, {
        let semantic = Semantic::try_from(semantic)?;
        nvc0_address(semantic, index, flag(output)?)?
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_has_its_place() {
        assert_eq!(dral_varying_position_place(7), Place::at(7));
    }
}
