// SPDX-License-Identifier: MIT

//! Positions: the numbers of components across all slots.
//!
//! Source: docs/reference/varying.md, "Positions".

use super::Error;

/// The place of a component.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C)]
pub struct Place {
    /// 4 x slot + component.
    pub position: u32,
    /// Its slot.
    pub slot: u32,
    /// Its component in the slot: 0 is x, 3 is w.
    pub component: u32,
}

impl Place {
    /// The place of this position.
    pub const fn at(position: u32) -> Self {
        Self { position, slot: position / 4, component: position % 4 }
    }

    /// The place of a position that may exceed 32 bits.
    ///
    /// # Errors
    /// [`Error::PositionRange`]
    pub(super) fn checked(position: u64) -> Result<Self, Error> {
        u32::try_from(position).map(Self::at).map_err(|_| Error::PositionRange)
    }
}

/// The byte address of a position if slot 0 is at `base`.
///
/// # Errors
/// As `dral_varying_address`.
pub fn address(base: u32, position: u32) -> Result<u32, Error> {
    u32::try_from(u64::from(base) + 4 * u64::from(position))
        .map_err(|_| Error::AddressRange)
}

/// The place to which an operand with a scalar address register points,
/// `OUT[ADDR + register_offset].component`. The address register counts
/// components, starting with x of register `first`.
///
/// # Errors
/// As `dral_varying_scalar_place`.
///
/// ```
/// use dral::modules::varying::{scalar_place, Place};
/// // a[i + 5] of an array that begins at OUT[0].x, for i = 3.
/// assert_eq!(scalar_place(0, 3, 1, 1), Ok(Place::at(8)));
/// ```
pub fn scalar_place(
    first: u32,
    address_register: u32,
    register_offset: u32,
    component: u32,
) -> Result<Place, Error> {
    if component > 3 {
        return Err(Error::NotInSlot);
    }
    Place::checked(
        4 * u64::from(first)
            + u64::from(address_register)
            + 4 * u64::from(register_offset)
            + u64::from(component),
    )
}
