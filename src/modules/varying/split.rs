// SPDX-License-Identifier: MIT

//! Vectors that cross from one slot into the next.
//!
//! Source: docs/reference/varying.md, "Splitting".

use super::place::Place;
use super::Error;

/// The part of a vector in one slot; all zero without components.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C)]
pub struct Piece {
    /// The slot.
    pub slot: u32,
    /// Components to write there: bit 0 is x.
    pub write_mask: u32,
    /// The first of these components in the vector.
    pub source: u32,
    /// The number of components.
    pub count: u32,
}

/// Splits a vector of up to 4 components at a position into the part in its
/// first slot and the part in the next, if any.
///
/// # Errors
/// As `dral_varying_split`.
///
/// ```
/// let [first, second] = dral::modules::varying::split(3, 3)?;
/// // OUT[0].w takes the x of the vector, OUT[1].xy its y and z.
/// assert_eq!((first.slot, first.write_mask, first.source), (0, 0b1000, 0));
/// assert_eq!((second.slot, second.write_mask, second.source), (1, 0b11, 1));
/// # Ok::<(), dral::modules::varying::Error>(())
/// ```
pub fn split(position: u32, count: u32) -> Result<[Piece; 2], Error> {
    if count > 4 {
        return Err(Error::ComponentCount);
    }
    if position.checked_add(count.saturating_sub(1)).is_none() {
        return Err(Error::PositionRange);
    }
    let Place { slot, component, .. } = Place::at(position);
    let in_first = count.min(4 - component);
    let piece = |slot, component, source, count| match count {
        0 => Piece { slot: 0, write_mask: 0, source: 0, count },
        1.. => {
            let write_mask = ((1u32 << count) - 1) << component;
            Piece { slot, write_mask, source, count }
        }
    };
    let first = piece(slot, component, 0, in_first);
    Ok([first, piece(slot + 1, 0, in_first, count - in_first)])
}
