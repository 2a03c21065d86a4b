// SPDX-License-Identifier: MIT

//! Vectors that cross from one slot into the next.
//!
//! Source: docs/varying.md, "Splitting".

use super::place::Place;
use super::Error;

/// The part of a vector that lies in one slot; all zero if no component does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C)]
pub struct Piece {
    /// The slot.
    pub slot: u32,
    /// The components to write there: bit 0 is x, bit 3 is w.
    pub write_mask: u32,
    /// The first of these components in the vector.
    pub source: u32,
    /// The number of components.
    pub count: u32,
}

impl Piece {
    const NONE: Self = Self { slot: 0, write_mask: 0, source: 0, count: 0 };
}

/// Splits a vector of up to 4 components at a position into the part in its
/// first slot and the part in the next, if any.
///
/// # Errors
/// [`Error::ComponentCount`] for more than 4 components.
///
/// ```
/// let [first, second] = dral::varying::split(3, 3)?;
/// // OUT[0].w takes the x of the vector, OUT[1].xy its y and z.
/// assert_eq!((first.slot, first.write_mask, first.source), (0, 0b1000, 0));
/// assert_eq!((second.slot, second.write_mask, second.source), (1, 0b11, 1));
/// # Ok::<(), dral::varying::Error>(())
/// ```
pub fn split(position: u32, count: u32) -> Result<[Piece; 2], Error> {
    if count > 4 {
        return Err(Error::ComponentCount);
    }
    if count == 0 {
        return Ok([Piece::NONE; 2]);
    }
    let Place { slot, component, .. } = Place::at(position);
    let in_first = count.min(4 - component);
    let first = Piece {
        slot,
        write_mask: ((1 << in_first) - 1) << component,
        source: 0,
        count: in_first,
    };
    let in_second = count - in_first;
    let second = if in_second == 0 {
        Piece::NONE
    } else {
        Piece {
            slot: slot + 1,
            write_mask: (1 << in_second) - 1,
            source: in_first,
            count: in_second,
        }
    };
    Ok([first, second])
}
