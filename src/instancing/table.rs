// SPDX-License-Identifier: MIT

//! Tables of attribute buffer records, as the hardware reads them: in the
//! order of the buffers, each in slots of 4 words. A record with a
//! continuation takes two and begins at an even one; a slot skipped for that
//! is zero. On v6 and v7 an empty slot ends the table, even of no buffers,
//! and stops the prefetcher. The table must lie at a multiple of 32 bytes.
//!
//! Source: docs/instancing.md, "Tables".

use super::record::SLOT_WORDS;
use super::{Rate, ResolvedDraw, VertexBuffer};
use crate::Error;

/// How many slots are skipped before a record that takes `slots` of them.
#[inline]
const fn gap(next: usize, slots: usize) -> usize {
    next % slots
}

/// How many words the table of these buffers has. All buffers are checked.
///
/// # Errors
/// Those of [`ResolvedDraw::attribute_record`] for the first buffer that has
/// one.
///
/// ```
/// use dral::instancing::*;
/// let draw = Draw { instance_count: 2, ..Draw::new(Architecture::V7) };
/// let resolved = draw.resolve()?;
/// // Only the terminator.
/// assert_eq!(table::word_count(&resolved, &[]), Ok(4));
/// # Ok::<(), dral::Error>(())
/// ```
pub fn word_count(
    draw: &ResolvedDraw,
    buffers: &[VertexBuffer],
) -> Result<usize, Error> {
    check(buffers)?;
    Ok(checked_word_count(draw, buffers))
}

/// [`word_count`] of buffers that have a record each.
#[inline]
pub(crate) fn checked_word_count(
    draw: &ResolvedDraw,
    buffers: &[VertexBuffer],
) -> usize {
    slot_count(draw, buffers) * SLOT_WORDS
}

/// Whether all buffers have a record.
#[inline]
fn check(buffers: &[VertexBuffer]) -> Result<(), Error> {
    buffers
        .iter()
        .try_for_each(|buffer| VertexBuffer::check(buffer.address, buffer.size))
}

// One copy of the code for all who need it.
#[inline(never)]
fn slot_count(draw: &ResolvedDraw, buffers: &[VertexBuffer]) -> usize {
    let mut next = 0;
    for buffer in buffers {
        let slots = draw.record_slots(buffer);
        next += gap(next, slots) + slots;
    }
    if draw.draw().architecture.has_table_terminator() {
        next += 1;
    }
    next
}

/// Writes the table of these buffers to the beginning of `words`, and to
/// `slots` the slot of each buffer, which is what its attributes name.
/// Returns how many words the table has; the words after it stay as they
/// are.
///
/// # Errors
/// Those of [`word_count`], and [`Error::TableFull`] when `words` or `slots`
/// have too little room. Nothing is written then.
///
/// ```
/// use dral::instancing::*;
/// let draw = Draw {
///     vertex_count: 70,
///     instance_count: 100,
///     ..Draw::new(Architecture::V7)
/// };
/// let positions = VertexBuffer {
///     address: 0x1000,
///     size: 4096,
///     stride: 12,
///     rate: Rate::Vertex,
///     divisor: 0,
/// };
/// let colors =
///     VertexBuffer { rate: Rate::Instance, divisor: 3, ..positions };
///
/// let mut words = [[0; 4]; 8];
/// let mut slots = [0; 2];
/// let buffers = [positions, colors];
/// let count =
///     table::pack(&draw.resolve()?, &buffers, &mut words, &mut slots)?;
/// // The pair begins at an even slot, and one empty slot ends the table.
/// assert_eq!(slots, [0, 2]);
/// assert_eq!(count, 5 * 4);
/// assert_eq!(words[1], [0; 4]);
/// # Ok::<(), dral::Error>(())
/// ```
pub fn pack(
    draw: &ResolvedDraw,
    buffers: &[VertexBuffer],
    words: &mut [[u32; SLOT_WORDS]],
    slots: &mut [u32],
) -> Result<usize, Error> {
    check(buffers)?;
    checked_pack(draw, buffers, words, slots)
}

/// [`pack`] for buffers that have a record each.
pub(crate) fn checked_pack(
    draw: &ResolvedDraw,
    buffers: &[VertexBuffer],
    words: &mut [[u32; SLOT_WORDS]],
    slots: &mut [u32],
) -> Result<usize, Error> {
    if slots.len() < buffers.len() {
        return Err(Error::TableFull);
    }
    // Two slots for each buffer are enough, with the gaps, because a gap
    // only follows a buffer that takes one: the exact count is needed only
    // where there is less room.
    if words.len() <= 2 * buffers.len()
        && words.len() < slot_count(draw, buffers)
    {
        return Err(Error::TableFull);
    }
    let per_vertex = draw.template(Rate::Vertex, 0);
    // By far the most frequent of the divisors.
    let per_instance = draw.template(Rate::Instance, 1);
    // Each slot is written once and whole, so that no call to memset or
    // memcpy is left in the library.
    let mut fill = |slot: usize, value: [u32; SLOT_WORDS]| {
        if let Some(words) = words.get_mut(slot) {
            *words = value;
        }
    };
    let mut next = 0;
    for (buffer, slot) in buffers.iter().zip(slots) {
        let template = match (buffer.rate, buffer.divisor) {
            (Rate::Vertex, _) => per_vertex,
            (Rate::Instance, 1) => per_instance,
            (Rate::Instance, divisor) => draw.template(Rate::Instance, divisor),
        };
        let mut after = next + 1;
        if template.has_continuation() {
            if gap(next, 2) != 0 {
                fill(next, [0; SLOT_WORDS]);
                next += 1;
            }
            fill(next + 1, template.continuation(buffer.divisor));
            after = next + 2;
        }
        *slot = next as u32;
        fill(next, template.first(buffer));
        next = after;
    }
    if draw.draw().architecture.has_table_terminator() {
        fill(next, [0; SLOT_WORDS]);
        next += 1;
    }
    Ok(next * SLOT_WORDS)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::instancing::{Architecture, AttributeRecord, Draw, Rate};

    const VERTEX: VertexBuffer = VertexBuffer {
        address: 0x1000,
        size: 4096,
        stride: 12,
        rate: Rate::Vertex,
        divisor: 0,
    };
    const NPOT: VertexBuffer =
        VertexBuffer { rate: Rate::Instance, divisor: 3, ..VERTEX };

    fn draw(architecture: Architecture) -> Draw {
        Draw {
            vertex_count: 70,
            instance_count: 100,
            ..Draw::new(architecture)
        }
    }

    fn layout(
        architecture: Architecture,
        buffers: &[VertexBuffer],
    ) -> (usize, [u32; 4], [[u32; 4]; 16]) {
        let draw = draw(architecture);
        let mut words = [[!0; 4]; 16];
        let mut slots = [!0; 4];
        let resolved = draw.resolve().unwrap();
        let count = pack(&resolved, buffers, &mut words, &mut slots);
        (count.unwrap(), slots, words)
    }

    #[test]
    fn pairs_begin_at_even_slots_and_gaps_are_zero() {
        let buffers = [VERTEX, NPOT, NPOT, VERTEX];
        let (count, slots, words) = layout(Architecture::V5, &buffers);
        assert_eq!((count, slots), (7 * 4, [0, 2, 4, 6]));
        assert_eq!(words[1], [0; 4]);
        assert_eq!(words[7..], [[!0; 4]; 9]);
        let draw = draw(Architecture::V5);
        let resolved = draw.resolve().unwrap();
        for (buffer, slot) in buffers.iter().zip(slots) {
            let words = words[slot as usize..].as_flattened();
            let record = AttributeRecord::unpack(words);
            assert_eq!(record, resolved.attribute_record(buffer));
        }
    }

    #[test]
    fn v6_and_v7_end_with_an_empty_slot() {
        for (architecture, empty, one) in [
            (Architecture::V4, 0, 1),
            (Architecture::V5, 0, 1),
            (Architecture::V6, 1, 2),
            (Architecture::V7, 1, 2),
        ] {
            let (count, _, words) = layout(architecture, &[]);
            assert_eq!(count, 4 * empty);
            assert!(words[..empty].iter().all(|&slot| slot == [0; 4]));
            let (count, _, words) = layout(architecture, &[VERTEX]);
            assert_eq!(count, 4 * one);
            assert!(words[1..one].iter().all(|&slot| slot == [0; 4]));
        }
    }

    #[test]
    fn a_table_that_cannot_be_written_whole_is_not_begun() {
        let draw = draw(Architecture::V7);
        let resolved = draw.resolve().unwrap();
        let far = VertexBuffer { address: 1 << 56, ..VERTEX };
        let refuse = |buffers: &[VertexBuffer], room, slots_room, error| {
            let mut words = [[!0; 4]; 8];
            let mut slots = [!0; 3];
            let result = pack(
                &resolved,
                buffers,
                &mut words[..room],
                &mut slots[..slots_room],
            );
            assert_eq!(result, Err(error));
            assert_eq!(words, [[!0; 4]; 8]);
            assert_eq!(slots, [!0; 3]);
        };
        refuse(&[VERTEX, NPOT], 4, 2, Error::TableFull);
        refuse(&[VERTEX, NPOT], 5, 1, Error::TableFull);
        // Six slots, and the empty one.
        refuse(&[NPOT, NPOT, NPOT], 6, 3, Error::TableFull);
        refuse(&[VERTEX, far], 8, 2, Error::AddressRange);
        refuse(&[], 0, 0, Error::TableFull);
    }

    #[test]
    fn the_exact_room_is_enough() {
        let draw = draw(Architecture::V7);
        let resolved = draw.resolve().unwrap();
        let buffers = [VERTEX, NPOT, VERTEX, NPOT, VERTEX];
        let mut words = [[!0; 4]; 10];
        let count = pack(&resolved, &buffers, &mut words, &mut [0; 5]);
        assert_eq!(count, Ok(40));
        assert_eq!(word_count(&resolved, &buffers), Ok(40));
        assert_eq!(words[9], [0; 4]);
    }

    #[test]
    fn large_sizes_at_aligned_addresses_have_records() {
        let draw = draw(Architecture::V7);
        let resolved = draw.resolve().unwrap();
        let large = VertexBuffer { size: u32::MAX, ..VERTEX };
        let unaligned = VertexBuffer { address: 0x1001, ..VERTEX };
        assert_eq!(word_count(&resolved, &[large, unaligned]), Ok(12));
        let both = VertexBuffer { size: u32::MAX, ..unaligned };
        assert_eq!(
            word_count(&resolved, &[large, unaligned, both]),
            Err(Error::SizeRange)
        );
    }
}
