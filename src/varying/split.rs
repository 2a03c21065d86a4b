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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pieces_are_the_components_one_by_one() {
        for start in [0, 100, u32::MAX - 15] {
            for position in start..=start + 12 {
                for count in 1..=4 {
                    let pieces = split(position, count).unwrap();
                    let mut next = 0;
                    for piece in pieces {
                        let mut mask = 0;
                        for source in piece.source..piece.source + piece.count {
                            assert_eq!(source, next);
                            let place = Place::at(position + source);
                            assert_eq!(place.slot, piece.slot);
                            mask |= 1 << place.component;
                            next += 1;
                        }
                        assert_eq!(mask, piece.write_mask);
                    }
                    assert_eq!(next, count);
                    assert_ne!(pieces[0].count, 0);
                }
            }
        }
    }

    #[test]
    fn a_vector_has_up_to_4_components() {
        assert_eq!(split(3, 0), Ok([Piece::NONE; 2]));
        for count in [5, u32::MAX] {
            assert_eq!(split(0, count), Err(Error::ComponentCount));
        }
        // The slots of the very last components have numbers too.
        let [_, second] = split(u32::MAX, 2).unwrap();
        assert_eq!(second.slot, 1 << 30);
    }
}
