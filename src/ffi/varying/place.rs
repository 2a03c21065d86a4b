// SPDX-License-Identifier: MIT

//! Positions for C.

use super::super::refusal::pure;
use crate::varying::{self, Place};
use core::ffi::c_int;

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_has_its_place() {
        assert_eq!(dral_varying_position_place(7), Place::at(7));
    }
}
