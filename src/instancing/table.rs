// SPDX-License-Identifier: MIT

//! Tables of attribute buffer records, as the hardware reads them: in the
//! order of the buffers, in slots of 4 words. The table must be placed at a
//! multiple of 32 bytes.
//!
//! Source: docs/instancing.md, "Tables".

use super::attribute::ModeRule;
use super::record::SLOT_WORDS;
use super::template::{Mode, Slot};
use super::{Architecture, Rate, ResolvedDraw, VertexBuffer};
use crate::number::from_number;
use crate::Error;
use core::cell::Cell;
use core::mem::MaybeUninit;

/// The arrangement of records in a table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u32)]
pub enum TableShape {
    /// One after the other, as in Gallium's Panfrost. A record with a
    /// continuation begins at an even slot; a slot skipped for that is zero.
    /// On v6 and v7 a zero slot ends the table and stops the prefetcher.
    Packed = 0,
    /// Two slots for every buffer, as in PanVK: buffer b is always at slot 2b.
    /// The second slot of a pair is the continuation or zero; both are zero
    /// for an unused buffer. Two slots for every image follow, which the
    /// caller writes, and then a zero slot.
    Pairs = 1,
}

from_number!(TableShape, else UnknownTableShape, Packed, Pairs);

/// A word or slot that is written and never read, because C need not
/// initialize it and other arrays may overlap it.
pub(crate) trait Output<T> {
    fn put(&self, value: T);
}

impl<T> Output<T> for Cell<T> {
    #[inline(always)]
    fn put(&self, value: T) {
        self.set(value);
    }
}

impl<T> Output<T> for Cell<MaybeUninit<T>> {
    #[inline(always)]
    fn put(&self, value: T) {
        self.set(MaybeUninit::new(value));
    }
}

/// The first buffer that cannot be in a table, and why.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RefusedBuffer {
    /// Its index.
    pub index: usize,
    /// Why it is refused.
    pub error: Error,
}

impl From<RefusedBuffer> for Error {
    fn from(refused: RefusedBuffer) -> Self {
        refused.error
    }
}

/// Checks that a table of this shape can hold all buffers.
///
/// # Errors
/// The first buffer that it cannot hold, with the errors of
/// [`ResolvedDraw::attribute_record`]. Unused buffers are allowed in a table
/// of pairs.
#[inline]
pub fn check(
    shape: TableShape,
    buffers: &[VertexBuffer],
) -> Result<(), RefusedBuffer> {
    for (index, buffer) in buffers.iter().enumerate() {
        let VertexBuffer { address, size, rate, .. } = *buffer;
        check_buffer(shape, rate, address, size)
            .map_err(|error| RefusedBuffer { index, error })?;
    }
    Ok(())
}

/// Checks that a table of this shape can hold the buffer.
#[inline]
pub(crate) fn check_buffer(
    shape: TableShape,
    rate: Rate,
    address: u64,
    size: u32,
) -> Result<(), Error> {
    match (rate, shape) {
        (Rate::Unused, TableShape::Pairs) => Ok(()),
        (Rate::Unused, TableShape::Packed) => Err(Error::UnusedBuffer),
        _ => VertexBuffer::check(address, size),
    }
}

/// A vertex buffer with numbers instead of enums, because it may be
/// overwritten after it was checked.
#[derive(Clone, Copy)]
pub(crate) struct Buffer {
    pub(crate) address: u64,
    pub(crate) size: u32,
    pub(crate) stride: u32,
    /// A [`Rate`]; any other number means unused.
    pub(crate) rate: u32,
    pub(crate) divisor: u32,
}

impl From<&VertexBuffer> for Buffer {
    #[inline]
    fn from(buffer: &VertexBuffer) -> Self {
        let VertexBuffer { address, size, stride, rate, divisor } = *buffer;
        Self { address, size, stride, rate: rate as u32, divisor }
    }
}

impl Buffer {
    #[inline(always)]
    fn known_rate(&self) -> Rate {
        Rate::try_from(self.rate).unwrap_or(Rate::Unused)
    }
}

const PER_VERTEX: u32 = Rate::Vertex as u32;
const PER_INSTANCE: u32 = Rate::Instance as u32;

/// The properties of a table except its buffers.
#[derive(Clone, Copy)]
pub(crate) struct Layout {
    pub(super) shape: TableShape,
    /// Images in a table of pairs.
    pub(super) image_count: u32,
    /// Whether a zero slot ends the table.
    pub(super) has_terminator: bool,
}

impl Layout {
    /// # Errors
    /// [`Error::ImagesInPackedTable`] for images in a packed table.
    #[inline]
    pub(crate) fn new(
        architecture: u32,
        shape: TableShape,
        image_count: u32,
    ) -> Result<Self, Error> {
        let pairs = shape == TableShape::Pairs;
        if image_count != 0 && !pairs {
            return Err(Error::ImagesInPackedTable);
        }
        let stops = architecture > Architecture::V5 as u32;
        Ok(Self { shape, image_count, has_terminator: pairs || stops })
    }

    /// The slots that follow the records: images and the terminator.
    #[inline]
    pub(super) fn end_slots(self) -> usize {
        // If it saturates, it is more than any memory has.
        (self.image_count as usize)
            .saturating_mul(2)
            .saturating_add(usize::from(self.has_terminator))
    }

    /// The part of `words` that the table takes with this many slots of
    /// records.
    #[inline]
    pub(super) fn table<W>(
        self,
        words: &[W],
        record_slots: usize,
    ) -> Result<&[W], Error> {
        let slots = record_slots.saturating_add(self.end_slots());
        words.get(..slots).ok_or(Error::TableFull)
    }
}

/// The slots of a table that the records have taken so far.
pub(super) struct Cursor {
    next: u32,
    /// 1 if every record takes two slots, else 0.
    pairs: u32,
}

impl Cursor {
    #[inline]
    pub(super) fn new(layout: Layout) -> Self {
        Self { next: 0, pairs: layout.shape as u32 }
    }

    /// Takes the slots of the next record, which needs 1 + `more` slots, and
    /// returns the first. Without branches, because it is hard to predict
    /// which records have a continuation.
    #[inline]
    pub(super) fn take(&mut self, more: u32) -> u32 {
        let more = more | self.pairs;
        let slot = self.next.wrapping_add(self.next & more);
        self.next = slot.wrapping_add(1 + more);
        slot
    }

    /// The slots that are taken.
    #[inline]
    pub(super) fn taken(&self) -> usize {
        self.next as usize
    }
}

/// Writes the two slots of a record that begins at `slot`. The second is zero
/// or the continuation. If it is not the record's own, it is a skipped slot or
/// the terminator, or the next record overwrites it. Slots beyond the table
/// are not written.
#[inline(always)]
pub(super) fn write_slots(
    table: &[impl Output<Slot>],
    slot: usize,
    first: Slot,
    second: Slot,
) {
    if let Some([place, next]) = table.get(slot..slot.saturating_add(2)) {
        place.put(first);
        next.put(second);
    } else if let Some(place) = table.get(slot) {
        place.put(first);
    }
}

/// Ends a table after its records: writes the terminator after the slots of
/// the images, which stay unchanged. Returns the number of words in the table.
#[inline]
pub(super) fn finish(
    table: &[impl Output<Slot>],
    layout: Layout,
    taken: usize,
) -> usize {
    // Limited to the table, in case buffers were overwritten.
    let slots = taken.saturating_add(layout.end_slots()).min(table.len());
    if layout.has_terminator {
        if let Some(terminator) = table.get(slots.wrapping_sub(1)) {
            terminator.put([0; SLOT_WORDS]);
        }
    }
    slots.saturating_mul(SLOT_WORDS)
}

/// The number of words in the table of these buffers.
///
/// # Errors
/// The errors of [`check`]; [`Error::ImagesInPackedTable`] for images in a
/// packed table.
#[inline]
pub fn word_count(
    draw: &ResolvedDraw,
    shape: TableShape,
    image_count: u32,
    buffers: &[VertexBuffer],
) -> Result<usize, Error> {
    check(shape, buffers)?;
    let layout = Layout::new(draw.architecture, shape, image_count)?;
    Ok(count_words(draw, layout, buffers.iter().map(Buffer::from)))
}

/// [`word_count`] for buffers that [`check`] accepts.
#[inline]
pub(crate) fn count_words(
    draw: &ResolvedDraw,
    layout: Layout,
    buffers: impl Iterator<Item = Buffer>,
) -> usize {
    let records = record_slots(draw, layout, buffers);
    let slots = records.saturating_add(layout.end_slots());
    slots.saturating_mul(SLOT_WORDS)
}

/// The number of slots that the records take, including gaps.
// Not inlined: keeps one copy in the binary.
#[inline(never)]
fn record_slots(
    draw: &ResolvedDraw,
    layout: Layout,
    buffers: impl Iterator<Item = Buffer>,
) -> usize {
    let mut cursor = Cursor::new(layout);
    for buffer in buffers {
        let rule = draw.rule(buffer.known_rate(), buffer.divisor);
        cursor.take((rule == ModeRule::NotPowerOfTwo).into());
    }
    cursor.taken()
}

/// Writes the table of these buffers to the beginning of `words`, and the slot
/// of each buffer, for its attributes, to `slots`. Returns the number of words
/// in the table; words after it and those of images are unchanged.
///
/// # Errors
/// The errors of [`word_count`], and [`Error::TableFull`] if `words` or
/// `slots` have too little room. On error nothing is written.
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
/// let count = table::pack(
///     &draw.resolve()?,
///     TableShape::Packed,
///     0,
///     &[positions, colors],
///     &mut words,
///     &mut slots,
/// )?;
/// // The pair begins at an even slot, and one zero slot ends the table.
/// assert_eq!(slots, [0, 2]);
/// assert_eq!(count, 5 * 4);
/// assert_eq!(words[1], [0; 4]);
/// # Ok::<(), dral::Error>(())
/// ```
pub fn pack(
    draw: &ResolvedDraw,
    shape: TableShape,
    image_count: u32,
    buffers: &[VertexBuffer],
    words: &mut [Slot],
    slots: &mut [u32],
) -> Result<usize, Error> {
    check(shape, buffers)?;
    if slots.len() < buffers.len() {
        return Err(Error::TableFull);
    }
    let draw = &draw.for_records();
    let layout = Layout::new(draw.architecture, shape, image_count)?;
    let words = Cell::from_mut(words).as_slice_of_cells();
    let slots = Cell::from_mut(slots).as_slice_of_cells();
    write(draw, layout, buffers.iter().map(Buffer::from), words, slots)
}

/// [`pack`] for buffers that [`check`] accepts, with enough slots.
// Inputs are read when they are needed, and may have been overwritten.
#[inline(always)]
pub(crate) fn write(
    draw: &ResolvedDraw,
    layout: Layout,
    buffers: impl ExactSizeIterator<Item = Buffer> + Clone,
    words: &[impl Output<Slot>],
    slots: &[impl Output<u32>],
) -> Result<usize, Error> {
    // Two slots per buffer are enough, including gaps, because a gap only
    // follows a buffer that takes one slot. The exact count is needed if there
    // is less room, or if words that are not the table's may follow the last
    // record.
    let most = layout.end_slots().saturating_add(2 * buffers.len());
    let table = if layout.has_terminator && words.len() >= most {
        words
    } else {
        let records = record_slots(draw, layout, buffers.clone());
        layout.table(words, records)?
    };
    // By far the most frequent records: per vertex, and with divisor 1.
    let modes = &[
        draw.per_vertex().in_table(layout),
        draw.per_instance().in_table(layout),
    ];
    let taken = write_each(draw, modes, layout, buffers, table, slots);
    Ok(finish(table, layout, taken))
}

/// Writes the records, and returns how many slots they take.
// Not inlined: the loop needs all registers.
#[inline(never)]
fn write_each(
    draw: &ResolvedDraw,
    modes: &[Mode; 2],
    layout: Layout,
    buffers: impl Iterator<Item = Buffer>,
    table: &[impl Output<Slot>],
    slots: &[impl Output<u32>],
) -> usize {
    // The modes already contain whether records are pairs.
    let mut cursor = Cursor { next: 0, pairs: 0 };
    for (mut buffer, out) in buffers.zip(slots) {
        let other;
        let mode = match (buffer.rate, buffer.divisor) {
            (PER_VERTEX, _) => &modes[0],
            (PER_INSTANCE, 1) => &modes[1],
            _ => {
                let rate = buffer.known_rate();
                if rate == Rate::Unused {
                    buffer.address = 0;
                    buffer.size = 0;
                }
                other = draw.mode(rate, buffer.divisor).in_table(layout);
                &other
            }
        };
        let slot = cursor.take(mode.more_slots());
        out.put(slot);
        write_slots(table, slot as usize, mode.first(&buffer), mode.second());
    }
    cursor.taken()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::instancing::{Architecture, Draw, Rate};

    const PACKED: TableShape = TableShape::Packed;

    const VERTEX: VertexBuffer = VertexBuffer {
        address: 0x1000,
        size: 4096,
        stride: 12,
        rate: Rate::Vertex,
        divisor: 0,
    };

    #[test]
    fn every_buffer_has_room_for_its_slot() {
        let draw = Draw::new(Architecture::V7).resolve().unwrap();
        let (mut words, mut slots) = ([[7; 4]; 3], [7]);
        let buffers = [VERTEX; 2];
        let few = pack(&draw, PACKED, 0, &buffers, &mut words, &mut slots);
        assert_eq!(few, Err(Error::TableFull));
        assert_eq!((words, slots), ([[7; 4]; 3], [7]));
    }

    #[test]
    fn the_first_refused_buffer_is_named() {
        let hole = VertexBuffer { rate: Rate::Unused, ..VERTEX };
        let far = VertexBuffer { address: 1 << 56, ..VERTEX };
        let first = |shape, buffers: &[VertexBuffer]| {
            check(shape, buffers).map_err(|buffer| (buffer.index, buffer.error))
        };
        let buffers = [VERTEX, hole, far, far];
        assert_eq!(first(PACKED, &buffers), Err((1, Error::UnusedBuffer)));
        let pairs = first(TableShape::Pairs, &buffers);
        assert_eq!(pairs, Err((2, Error::AddressRange)));
        assert_eq!(first(TableShape::Pairs, &buffers[..2]), Ok(()));
    }
}
