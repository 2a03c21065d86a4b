// SPDX-License-Identifier: MIT

//! Tables of attribute buffer records, as the hardware reads them: in the
//! order of the buffers, in slots of 4 words. The table must be placed at a
//! multiple of 32 bytes.
//!
//! Source: docs/reference/instancing.md, "Tables".

use super::attribute::{BoundBuffer, Rate, VertexBuffer};
use super::record::Slot;
use super::template::{Templates, MASKS};
use super::{Architecture, Draw};
use crate::number::from_number;
use crate::Error;
use core::slice;

/// The arrangement of records in a table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(C)]
pub enum TableShape {
    /// As in Gallium: one after the other, records with a continuation at even
    /// slots. On v6 and v7 a zero slot ends the table.
    Packed = 0,
    /// As in PanVK: buffer b at slot 2b. Two slots for each image follow, which
    /// you write, and a zero slot.
    Pairs = 1,
}

from_number!(TableShape, else UnknownTableShape, Packed, Pairs);

/// Where a record is in a table.
#[derive(Clone, Copy)]
pub(super) struct Place {
    /// Its slot.
    pub(super) slot: u32,
    /// The slot after those that it takes.
    pub(super) next: u32,
}

/// The properties of a table except its buffers.
#[derive(Clone, Copy)]
pub(super) struct Layout {
    /// 1 if every record takes two slots.
    pairs: u32,
    /// The slots of the images.
    image_slots: u32,
    /// 1 if a zero slot ends the table.
    pub(super) terminator: u32,
}

impl Layout {
    /// A packed table that the caller ends.
    const PACKED: Self = Self { pairs: 0, image_slots: 0, terminator: 0 };

    /// # Errors
    /// [`Error::ImagesInPackedTable`] for images in a packed table.
    pub(super) fn new(
        architecture: u32,
        shape: TableShape,
        image_count: u32,
    ) -> Result<Self, Error> {
        let pairs = shape as u32;
        if image_count != 0 && pairs == 0 {
            return Err(Error::ImagesInPackedTable);
        }
        let stops = u32::from(architecture > Architecture::V5 as u32);
        // If it saturates, it is more than any memory has.
        let image_slots = image_count.saturating_mul(2);
        Ok(Self { pairs, image_slots, terminator: pairs | stops })
    }

    /// The slots of a record after those before `next`: 1 + `more`, from an
    /// even slot on if there is a continuation.
    pub(super) const fn place(self, next: u32, more: u32) -> Place {
        let more = more | self.pairs;
        let slot = next.wrapping_add(next & more);
        Place { slot, next: slot.wrapping_add(1 + more) }
    }

    /// The slot after the records, which end before `next`, and the images.
    pub(super) const fn end(self, next: u32) -> u32 {
        next.saturating_add(self.image_slots)
    }

    /// The rate of a buffer that the table can hold.
    pub(super) fn rate(self, rate: u32) -> Result<Rate, Error> {
        match Rate::try_from(rate)? {
            Rate::Unused if self.pairs == 0 => Err(Error::UnusedBuffer),
            rate => Ok(rate),
        }
    }
}

/// Writes a record and the slot that follows it, which is its continuation or
/// zero. A next record may overwrite the second.
pub(super) fn write(
    words: &mut [Slot],
    slot: u32,
    first: Slot,
    second: Slot,
) -> Result<(), Error> {
    let slot = slot as usize;
    match words.get_mut(slot..slot.saturating_add(2)) {
        Some([place, next]) => {
            *place = first;
            *next = second;
            Ok(())
        }
        _ => Err(Error::OutputTooSmall),
    }
}

/// The same at the end of the words, where the second slot need not be one of
/// them.
pub(super) fn write_to_the_end(
    words: &mut [Slot],
    slot: u32,
    first: Slot,
    second: Slot,
) -> Result<(), Error> {
    match words.get_mut(slot as usize..) {
        Some([place, rest @ ..]) => {
            *place = first;
            if let Some(next) = rest.first_mut() {
                *next = second;
            }
            Ok(())
        }
        _ => Err(Error::OutputTooSmall),
    }
}

/// Writes a zero slot at the end of the records and images. Returns the number
/// of words in a table with or without it (`terminator` is 1 or 0, except in
/// changed states), which is at most the number of `words`.
pub(super) fn finish(
    words: &mut [Slot],
    end: u32,
    terminator: u32,
) -> Result<u32, Error> {
    // Wraps only for a table of 16 GiB.
    let count = end.wrapping_add(terminator & 1);
    let is_full = count as usize == words.len();
    match words.get_mut(end as usize) {
        Some(slot) => *slot = [0; 4],
        None if is_full => {}
        None => return Err(Error::OutputTooSmall),
    }
    Ok(count.wrapping_mul(4))
}

/// Writes the records of buffers from the slot `next` on, zeros for an unused
/// buffer, and their slots to `slots`, which is as long. Returns the slot after
/// them.
// Not inlined: keeps one copy in the binary.
#[inline(never)]
fn write_all(
    draw: &Draw,
    layout: Layout,
    buffers: &[VertexBuffer],
    words: &mut [Slot],
    slots: &mut [u32],
    mut next: u32,
) -> Result<u32, Error> {
    let templates = Templates::new(draw.distance()?, draw.info.rounding());
    for (buffer, slot) in buffers.iter().zip(slots) {
        let VertexBuffer { address, size, stride, rate, divisor } = *buffer;
        let rate = layout.rate(rate)?;
        let bound = match rate {
            Rate::Unused => BoundBuffer::default(),
            _ => BoundBuffer::new(address, size)?,
        };
        let (template, more) = templates.get(rate, divisor);
        let first = template.with_stride(stride).record(&bound, 0, &MASKS);
        let place = layout.place(next, more);
        write_to_the_end(words, place.slot, first, template.second)?;
        *slot = place.slot;
        next = place.next;
    }
    if next as usize > words.len() {
        return Err(Error::OutputTooSmall);
    }
    Ok(next)
}

/// Writes the record of a buffer to the slot `next` of a packed table, or to
/// the one after it, and its continuation or a zero slot after it. Returns the
/// slot of the record; `next` is then the slot after those that it takes.
///
/// # Errors
/// As `dral_attribute_append`.
///
/// ```
/// use dral::instancing::*;
/// let draw = DrawInfo {
///     vertex_count: 70,
///     instance_count: 100,
///     ..DrawInfo::new(Architecture::V7, Idvs::No)
/// }
/// .resolve()?;
/// let colors = VertexBuffer {
///     address: 188,
///     size: 4096,
///     stride: 16,
///     rate: Rate::Instance as u32,
///     divisor: 3,
/// };
/// let (mut words, mut next) = ([[0; 4]; 2], 0);
/// assert_eq!(append(&draw, &colors, &mut words, &mut next), Ok(0));
/// assert_eq!(next, 2);
/// let record = AttributeRecord::unpack(words.as_flattened())?;
/// assert_eq!((record.pointer, record.size), (128, 4096 + 60));
/// // Thread 15,222 of the draw: vertex 30 of instance 211, so element 70.
/// assert_eq!(record.element(72 * 211 + 30), Ok(211 / 3));
/// # Ok::<(), dral::Error>(())
/// ```
pub fn append(
    draw: &Draw,
    buffer: &VertexBuffer,
    words: &mut [Slot],
    next: &mut u32,
) -> Result<u32, Error> {
    if *next as usize >= words.len() {
        return Err(Error::OutputTooSmall);
    }
    let (buffers, mut slot) = (slice::from_ref(buffer), 0);
    let slots = slice::from_mut(&mut slot);
    *next = write_all(draw, Layout::PACKED, buffers, words, slots, *next)?;
    Ok(slot)
}

/// Writes the table of these buffers to the beginning of `words`, and the slot
/// of each buffer, for its attributes, to `slots`. Returns the number of words
/// in the table. The words of images are unchanged; up to 4 words after the
/// table may be written.
///
/// # Errors
/// As `dral_attribute_table`; [`Error::OutputTooSmall`] also if `slots` is
/// shorter than `buffers`.
///
/// ```
/// use dral::instancing::*;
/// let draw = DrawInfo {
///     vertex_count: 70,
///     instance_count: 100,
///     ..DrawInfo::new(Architecture::V7, Idvs::No)
/// }
/// .resolve()?;
/// let positions = VertexBuffer {
///     address: 0x1000,
///     size: 4096,
///     stride: 12,
///     rate: Rate::Vertex as u32,
///     divisor: 0,
/// };
/// let colors = VertexBuffer {
///     rate: Rate::Instance as u32,
///     divisor: 3,
///     ..positions
/// };
///
/// let (mut words, mut slots) = ([[0; 4]; 5], [0; 2]);
/// let buffers = [positions, colors];
/// let shape = TableShape::Packed;
/// let count = table(&draw, shape, 0, &buffers, &mut words, &mut slots)?;
/// // The pair begins at an even slot, and one zero slot ends the table.
/// assert_eq!(slots, [0, 2]);
/// assert_eq!(count, 5 * 4);
/// assert_eq!(words[1], [0; 4]);
/// # Ok::<(), dral::Error>(())
/// ```
pub fn table(
    draw: &Draw,
    shape: TableShape,
    image_count: u32,
    buffers: &[VertexBuffer],
    words: &mut [Slot],
    slots: &mut [u32],
) -> Result<u32, Error> {
    let layout = Layout::new(draw.info.architecture, shape, image_count)?;
    if slots.len() < buffers.len() {
        return Err(Error::OutputTooSmall);
    }
    let next = write_all(draw, layout, buffers, words, slots, 0)?;
    finish(words, layout.end(next), layout.terminator)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::instancing::{DrawInfo, Idvs};

    const VERTEX: VertexBuffer = VertexBuffer {
        address: 0x1000,
        size: 4096,
        stride: 12,
        rate: Rate::Vertex as u32,
        divisor: 0,
    };

    fn resolved(vertex_count: u32, instance_count: u32) -> Draw {
        DrawInfo {
            vertex_count,
            instance_count,
            ..DrawInfo::new(Architecture::V7, Idvs::No)
        }
        .resolve()
        .unwrap()
    }

    fn packed(
        draw: &Draw,
        buffers: &[VertexBuffer],
        words: &mut [Slot],
        slots: &mut [u32],
    ) -> Result<u32, Error> {
        table(draw, TableShape::Packed, 0, buffers, words, slots)
    }

    #[test]
    fn pairs_begin_at_even_slots() {
        let npot =
            VertexBuffer { rate: Rate::Instance as u32, divisor: 3, ..VERTEX };
        let pot = VertexBuffer { divisor: 4, ..npot };
        // 2^32 or more with the padded counts 72 and 64.
        let shared = VertexBuffer { divisor: 3 << 28, ..npot };
        for (buffers, vertex_count, expected) in [
            ([VERTEX, npot, VERTEX], 70, [0, 2, 4]),
            ([npot, npot, VERTEX], 70, [0, 2, 4]),
            ([VERTEX, VERTEX, npot], 70, [0, 1, 2]),
            ([VERTEX, pot, npot], 63, [0, 1, 2]),
            ([VERTEX, pot, npot], 70, [0, 2, 4]),
            ([VERTEX, shared, VERTEX], 70, [0, 2, 4]),
            ([VERTEX, shared, VERTEX], 63, [0, 2, 4]),
            ([pot, VERTEX, shared], 1, [0, 1, 2]),
        ] {
            let draw = resolved(vertex_count, 2);
            let (mut words, mut slots) = ([[!0; 4]; 7], [!0; 3]);
            packed(&draw, &buffers, &mut words, &mut slots).unwrap();
            assert_eq!(slots, expected, "{buffers:?}");
        }
        // With one instance nothing is divided.
        let (mut words, mut slots) = ([[!0; 4]; 7], [!0; 3]);
        let draw = resolved(70, 1);
        packed(&draw, &[npot; 3], &mut words, &mut slots).unwrap();
        assert_eq!(slots, [0, 1, 2]);
    }

    #[test]
    fn a_slot_beyond_the_table_does_not_wrap_to_its_beginning() {
        let draw = resolved(70, 2);
        let npot =
            VertexBuffer { rate: Rate::Instance as u32, divisor: 3, ..VERTEX };
        for mut next in [3, 4, 5, u32::MAX - 1, u32::MAX] {
            for buffer in [VERTEX, npot] {
                let mut words = [[7; 4]; 4];
                // The last slot is enough for one without a continuation.
                if next == 3 && buffer == VERTEX {
                    continue;
                }
                let result = append(&draw, &buffer, &mut words, &mut next);
                assert_eq!(result, Err(Error::OutputTooSmall));
                assert_eq!(words, [[7; 4]; 4]);
            }
        }
    }

    #[test]
    fn too_small_a_table_is_an_error_and_2n_plus_1_slots_are_enough() {
        let far =
            VertexBuffer { rate: Rate::Instance as u32, divisor: 3, ..VERTEX };
        let draw = resolved(70, 2);
        for buffers in [[VERTEX; 2], [VERTEX, far], [far; 2], [far, VERTEX]] {
            let write = |capacity, slots| {
                let (mut words, mut all) = ([[7; 4]; 9], [7; 3]);
                let words_there = &mut words[..capacity];
                let slots_there = &mut all[..slots];
                let result = packed(&draw, &buffers, words_there, slots_there);
                // Nothing else is written, and with too much little else.
                assert!(words[capacity.min(5)..].iter().all(|w| *w == [7; 4]));
                assert_eq!(all[2], 7);
                result
            };
            let count = write(5, 2).unwrap();
            assert_eq!(write(9, 2), Ok(count));
            assert_eq!(write(9, 3), Ok(count));
            assert_eq!(write(9, 1), Err(Error::OutputTooSmall));
            for capacity in 0..5 {
                let result = write(capacity, 2);
                let fits =
                    4 * capacity >= count as usize && result == Ok(count);
                assert!(fits || result == Err(Error::OutputTooSmall));
            }
        }
    }

    #[test]
    fn a_buffer_that_cannot_be_written_is_an_error() {
        use TableShape::{Packed, Pairs};
        let draw = resolved(70, 2);
        let write = |shape, images, buffer: VertexBuffer| {
            let (mut words, mut slots) = ([[7; 4]; 9], [7; 2]);
            let buffers = [VERTEX, buffer];
            table(&draw, shape, images, &buffers, &mut words, &mut slots)
        };
        let unused = VertexBuffer {
            address: u64::MAX,
            rate: Rate::Unused as u32,
            ..VERTEX
        };
        assert_eq!(write(Packed, 0, unused), Err(Error::UnusedBuffer));
        assert_eq!(write(Pairs, 0, unused), Ok(4 * 5));
        assert_eq!(write(Pairs, 2, unused), Ok(4 * 9));
        assert_eq!(write(Pairs, 3, unused), Err(Error::OutputTooSmall));
        assert_eq!(write(Pairs, u32::MAX, unused), Err(Error::OutputTooSmall));
        assert_eq!(write(Packed, 1, VERTEX), Err(Error::ImagesInPackedTable));
        for shape in [Packed, Pairs] {
            for rate in [Rate::Vertex, Rate::Instance] {
                let rate = rate as u32;
                for divisor in [0, 1, 3] {
                    let valid = VertexBuffer { rate, divisor, ..VERTEX };
                    let far = VertexBuffer { address: 1 << 56, ..valid };
                    let large = VertexBuffer { size: 1 << 32, ..valid };
                    assert!(write(shape, 0, valid).is_ok());
                    assert_eq!(write(shape, 0, far), Err(Error::AddressRange));
                    assert_eq!(write(shape, 0, large), Err(Error::SizeRange));
                }
            }
            let unknown = VertexBuffer { rate: 3, ..VERTEX };
            assert_eq!(write(shape, 0, unknown), Err(Error::UnknownRate));
        }
    }
}
