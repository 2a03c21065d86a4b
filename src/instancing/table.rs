// SPDX-License-Identifier: MIT

//! Tables of attribute buffer records, as the hardware reads them: in the
//! order of the buffers, each in slots of 4 words. A record with a
//! continuation takes two and begins at an even one; a slot skipped for that
//! is zero. On v6 and v7 an empty slot ends the table, even of no buffers,
//! and stops the prefetcher. The table must lie at a multiple of 32 bytes.
//!
//! Source: docs/instancing.md, "Tables".

use super::record::SLOT_WORDS;
use super::{ResolvedDraw, VertexBuffer};
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
/// assert_eq!(table::word_count(&resolved, []), Ok(4));
/// # Ok::<(), dral::Error>(())
/// ```
#[inline]
pub fn word_count<I>(draw: &ResolvedDraw, buffers: I) -> Result<usize, Error>
where
    I: IntoIterator<Item = Result<VertexBuffer, Error>>,
{
    let mut next = 0;
    for buffer in buffers {
        let slots = draw.record_slots(&buffer?)?;
        next += gap(next, slots) + slots;
    }
    if draw.draw().architecture.has_table_terminator() {
        next += 1;
    }
    Ok(next * SLOT_WORDS)
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
/// let mut words = [0; 32];
/// let mut slots = [0; 2];
/// let buffers = [Ok(positions), Ok(colors)];
/// let count =
///     table::pack(&draw.resolve()?, buffers, &mut words, &mut slots)?;
/// // The pair begins at an even slot, and one empty slot ends the table.
/// assert_eq!(slots, [0, 2]);
/// assert_eq!(count, 5 * 4);
/// assert_eq!(words[4..8], [0; 4]);
/// # Ok::<(), dral::Error>(())
/// ```
#[inline]
pub fn pack<I>(
    draw: &ResolvedDraw,
    buffers: I,
    words: &mut [u32],
    slots: &mut [u32],
) -> Result<usize, Error>
where
    I: IntoIterator<Item = Result<VertexBuffer, Error>>,
    I::IntoIter: Clone,
{
    let buffers = buffers.into_iter();
    let word_count = word_count(draw, buffers.clone())?;
    let table = words.get_mut(..word_count).ok_or(Error::TableFull)?;
    if slots.len() < buffers.clone().count() {
        return Err(Error::TableFull);
    }
    let mut empty_slots = table.chunks_exact_mut(SLOT_WORDS);
    // Each slot is written once and whole, so that no call to memset or
    // memcpy is left in the library.
    let mut fill = |value: [u32; SLOT_WORDS]| {
        if let Some(Ok(slot)) = empty_slots.next().map(TryInto::try_into) {
            let slot: &mut [u32; SLOT_WORDS] = slot;
            *slot = value;
        }
    };
    let mut next = 0;
    for (buffer, slot) in buffers.zip(slots) {
        let packed = draw.attribute_record(&buffer?)?.pack()?;
        let slots = 1 + usize::from(packed.continuation.is_some());
        if gap(next, slots) != 0 {
            fill([0; SLOT_WORDS]);
            next += 1;
        }
        *slot = next as u32;
        fill(packed.first);
        if let Some(continuation) = packed.continuation {
            fill(continuation);
        }
        next += slots;
    }
    if draw.draw().architecture.has_table_terminator() {
        fill([0; SLOT_WORDS]);
    }
    Ok(word_count)
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

    fn resolved(architecture: Architecture) -> ResolvedDraw {
        Draw {
            vertex_count: 70,
            instance_count: 100,
            ..Draw::new(architecture)
        }
        .resolve()
        .unwrap()
    }

    fn layout(
        architecture: Architecture,
        buffers: &[VertexBuffer],
    ) -> (usize, [u32; 4], [u32; 64]) {
        let mut words = [!0; 64];
        let mut slots = [!0; 4];
        let count = pack(
            &resolved(architecture),
            buffers.iter().map(|&buffer| Ok(buffer)),
            &mut words,
            &mut slots,
        );
        (count.unwrap(), slots, words)
    }

    #[test]
    fn pairs_begin_at_even_slots_and_gaps_are_zero() {
        let buffers = [VERTEX, NPOT, NPOT, VERTEX];
        let (count, slots, words) = layout(Architecture::V5, &buffers);
        assert_eq!((count, slots), (7 * 4, [0, 2, 4, 6]));
        assert_eq!(words[4..8], [0; 4]);
        assert_eq!(words[28..], [!0; 36]);
        for (buffer, slot) in buffers.iter().zip(slots) {
            let record = AttributeRecord::unpack(&words[slot as usize * 4..]);
            let expected = resolved(Architecture::V5).attribute_record(buffer);
            assert_eq!(record, expected);
        }
    }

    #[test]
    fn v6_and_v7_end_with_an_empty_slot() {
        for (architecture, empty, one) in [
            (Architecture::V4, 0, 4),
            (Architecture::V5, 0, 4),
            (Architecture::V6, 4, 8),
            (Architecture::V7, 4, 8),
        ] {
            let (count, _, words) = layout(architecture, &[]);
            assert_eq!(count, empty);
            assert!(words[..empty].iter().all(|&word| word == 0));
            let (count, _, words) = layout(architecture, &[VERTEX]);
            assert_eq!(count, one);
            assert!(words[4..one].iter().all(|&word| word == 0));
        }
    }

    #[test]
    fn a_table_that_cannot_be_written_whole_is_not_begun() {
        let draw = resolved(Architecture::V7);
        let far = VertexBuffer { address: 1 << 56, ..VERTEX };
        let refuse = |buffers: &[VertexBuffer], room, slots_room, error| {
            let mut words = [!0; 32];
            let mut slots = [!0; 3];
            let result = pack(
                &draw,
                buffers.iter().map(|&buffer| Ok(buffer)),
                &mut words[..room],
                &mut slots[..slots_room],
            );
            assert_eq!(result, Err(error));
            assert_eq!(words, [!0; 32]);
            assert_eq!(slots, [!0; 3]);
        };
        refuse(&[VERTEX, NPOT], 19, 2, Error::TableFull);
        refuse(&[VERTEX, NPOT], 20, 1, Error::TableFull);
        refuse(&[VERTEX, far], 32, 2, Error::AddressRange);
    }
}
