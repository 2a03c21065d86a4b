// SPDX-License-Identifier: MIT

//! Prepared vertex state: what a driver knows when vertex elements or a
//! pipeline are created, prepared for many draws.
//!
//! The padded count of a draw is 1, 3, 5, 7 or 9 times a power of two, and the
//! power of two only changes the shift of a record. So there are six variants
//! of every record: one for draws with one instance and one for each odd part.
//! They are prepared once; a draw selects its variant and adds its shift,
//! without a division.

use super::attribute::{low_bits, offset_of, record_size};
use super::record::SLOT_WORDS;
use super::resolved::SEVERAL_INSTANCES;
use super::table::{finish, write_slots, Cursor, Layout, Output, TableShape};
use super::template::{DrawShift, Slot, Template};
use super::{Architecture, Rate, ResolvedDraw, Rounding, VertexBuffer};
use crate::Error;
use core::cell::Cell;

/// The maximum number of buffers in a prepared state.
pub const VERTEX_STATE_BUFFERS: usize = 16;

/// The number of variants: one instance, and the odd parts 1, 3, 5, 7 and 9.
pub const VERTEX_STATE_VARIANTS: usize = 6;

/// Distinguishes a prepared state from other memory, together with its count.
const SEAL: u32 = 0x6C61_7264;

/// A buffer as it is bound: checked once, for all draws until the next bind.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[repr(C)]
pub struct BoundBuffer {
    /// GPU address of the first element, in bytes, below 2^56.
    pub address: u64,
    /// Bytes from the address to the end of the buffer.
    pub size: u32,
    /// Bytes from the aligned address to the end of the buffer.
    pub record_size: u32,
}

impl BoundBuffer {
    /// Checks the address and the size of a buffer, both in bytes.
    ///
    /// Source: docs/instancing.md, "Prepared vertex state".
    ///
    /// # Errors
    /// [`Error::AddressRange`] for an address of 2^56 or more,
    /// [`Error::SizeRange`] if the size, counted from the aligned address,
    /// exceeds 32 bits.
    ///
    /// ```
    /// use dral::instancing::BoundBuffer;
    /// let refused = BoundBuffer::new(1 << 56, 4096);
    /// assert_eq!(refused, Err(dral::Error::AddressRange));
    /// ```
    #[inline]
    pub fn new(address: u64, size: u64) -> Result<Self, Error> {
        let size = u32::try_from(size).or(Err(Error::SizeRange))?;
        let record_size = record_size(address, size)?;
        Ok(Self { address, size, record_size })
    }
}

/// The part of a draw on which the tables and the offsets of a state depend.
/// Draws with equal `table` have the same table for the same buffers; draws
/// with equal `offsets` and equal `moved` have the same offsets.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[repr(C)]
pub struct VertexStateKey {
    /// The base instance in the low half and the start of the draw in the high
    /// half; each is 0 if no offset depends on it.
    pub offsets: u64,
    /// Identifies the padded count; 0 if no record depends on it.
    pub table: u32,
    /// A bit for each buffer whose offsets depend on the start of the draw.
    pub moved: u32,
}

/// What all draws with the same rates, strides and divisors have in common.
/// The memory is the caller's; only dral_vertex_state_prepare writes it, and
/// drivers do not read its fields.
///
/// Every function is memory-safe for any values of the fields. Changed fields
/// give unspecified words.
#[derive(Clone, Debug)]
#[repr(C)]
pub struct VertexState {
    /// Marks a prepared state.
    pub seal: u32,
    /// The number of buffers that it was prepared for.
    pub buffer_count: u32,
    /// An enum dral_table_shape.
    pub shape: u32,
    /// The images in the table.
    pub image_count: u32,
    /// 1 if a zero slot ends the table, else 0.
    pub has_terminator: u32,
    /// 1 if there is a per-vertex buffer, else 0.
    pub has_vertex_rate: u32,
    /// A bit for each per-instance buffer that has a stride.
    pub instance_strided: u32,
    /// For each variant, the buffers of instance_strided whose record divides.
    pub dividing: [u16; 8],
    /// For each variant, the number of slots that the records take, for shifts
    /// below slow_from.
    pub record_slots: [u8; 8],
    /// For each variant, the smallest shift of a padded count for which some
    /// record is not just that of the variant with the shift added.
    pub slow_from: [u8; 8],
    /// For each variant, the smallest shift for which every hardware divisor
    /// is 2^32 or more.
    pub shared_from: [u8; 8],
    /// The strides of the buffers.
    pub strides: [u32; VERTEX_STATE_BUFFERS],
    /// For each variant, the slots of the buffers, for shifts below slow_from.
    pub slots: [[u8; VERTEX_STATE_BUFFERS]; VERTEX_STATE_VARIANTS],
    /// For each variant, the records of the buffers for an odd padded count.
    pub templates: [[Template; VERTEX_STATE_BUFFERS]; VERTEX_STATE_VARIANTS],
}

impl VertexState {
    /// Memory for a state. Every function except `prepare` refuses it.
    pub const UNPREPARED: Self = Self {
        seal: 0,
        buffer_count: 0,
        shape: 0,
        image_count: 0,
        has_terminator: 0,
        has_vertex_rate: 0,
        instance_strided: 0,
        dividing: [0; 8],
        record_slots: [0; 8],
        slow_from: [0; 8],
        shared_from: [0; 8],
        strides: [0; VERTEX_STATE_BUFFERS],
        slots: [[0; VERTEX_STATE_BUFFERS]; VERTEX_STATE_VARIANTS],
        templates: [[Template {
            head: 0,
            shift_bits: 0,
            stride: 0,
            second: [0; 4],
        }; VERTEX_STATE_BUFFERS]; VERTEX_STATE_VARIANTS],
    };

    /// Prepares the state for draws with these buffers, of which only rate,
    /// stride and divisor are read. On error nothing is written.
    ///
    /// Source: docs/instancing.md, "Prepared vertex state".
    ///
    /// # Errors
    /// [`Error::NoAttributeRecords`] from v9 on; [`Error::BufferCount`] for
    /// more than [`VERTEX_STATE_BUFFERS`]; [`Error::ImagesInPackedTable`] and
    /// [`Error::UnusedBuffer`] for images and unused buffers in a packed
    /// table.
    pub fn prepare(
        &mut self,
        architecture: Architecture,
        rounding: Rounding,
        shape: TableShape,
        image_count: u32,
        buffers: &[VertexBuffer],
    ) -> Result<(), Error> {
        if !architecture.has_attribute_records() {
            return Err(Error::NoAttributeRecords);
        }
        if buffers.len() > VERTEX_STATE_BUFFERS {
            return Err(Error::BufferCount);
        }
        let layout = Layout::new(architecture as u32, shape, image_count)?;
        let unused = buffers.iter().any(|buffer| buffer.rate == Rate::Unused);
        if shape == TableShape::Packed && unused {
            return Err(Error::UnusedBuffer);
        }
        self.has_vertex_rate = 0;
        self.instance_strided = 0;
        let mut bit = 1;
        for (buffer, stride) in buffers.iter().zip(&mut self.strides) {
            *stride = buffer.stride;
            if buffer.rate == Rate::Vertex {
                self.has_vertex_rate = 1;
            }
            if buffer.rate == Rate::Instance && buffer.stride != 0 {
                self.instance_strided |= bit;
            }
            bit <<= 1;
        }
        // The fields that records depend on.
        let mut draw =
            ResolvedDraw { rounding: rounding as u32, ..Default::default() };
        let rows = self.templates.iter_mut().zip(&mut self.slots);
        for (variant, (templates, slots)) in rows.enumerate() {
            // First for one instance, then for odd padded counts.
            draw.instance_size = (2 * variant as u32).saturating_sub(1);
            draw.variant = variant as u32 * SEVERAL_INSTANCES;
            let mut cursor = Cursor::new(layout);
            let (mut slow_from, mut shared_from) = (32, 0);
            let (mut dividing, mut bit) = (0, 1);
            let places = templates.iter_mut().zip(slots);
            for (buffer, (place, slot)) in buffers.iter().zip(places) {
                let VertexBuffer { rate, divisor, stride, .. } = *buffer;
                let mode = draw.mode(rate, divisor);
                let template = Template::new(mode, stride);
                *slot = cursor.take(template.more_slots()) as u8;
                *place = template;
                if let (Rate::Instance, Some(beyond)) =
                    (rate, template.beyond_from())
                {
                    slow_from = beyond.min(slow_from);
                    shared_from = beyond.max(shared_from);
                    dividing |= bit;
                }
                bit <<= 1;
            }
            if unused || !layout.has_terminator {
                slow_from = 0;
            }
            self.slow_from[variant % 8] = slow_from as u8;
            self.shared_from[variant % 8] = shared_from as u8;
            self.record_slots[variant % 8] = cursor.taken() as u8;
            self.dividing[variant % 8] =
                (dividing & self.instance_strided) as u16;
        }
        self.seal = SEAL;
        self.buffer_count = buffers.len() as u32;
        self.shape = shape as u32;
        self.image_count = image_count;
        self.has_terminator = layout.has_terminator.into();
        Ok(())
    }

    /// The number of buffers, if the state was prepared.
    #[inline]
    fn checked_count(&self) -> Result<usize, Error> {
        let count = self.buffer_count as usize;
        if self.seal == SEAL && count <= VERTEX_STATE_BUFFERS {
            Ok(count)
        } else {
            Err(Error::NotPrepared)
        }
    }

    /// The records of a variant.
    #[inline]
    fn templates(&self, variant: usize) -> &[Template; VERTEX_STATE_BUFFERS] {
        self.templates.get(variant).unwrap_or(&self.templates[0])
    }

    /// The slots of a variant.
    #[inline]
    fn slots_of(&self, variant: usize) -> &[u8; VERTEX_STATE_BUFFERS] {
        self.slots.get(variant).unwrap_or(&self.slots[0])
    }

    #[inline]
    pub(crate) fn layout(&self) -> Layout {
        let pairs = self.shape == TableShape::Pairs as u32;
        Layout {
            shape: if pairs { TableShape::Pairs } else { TableShape::Packed },
            image_count: self.image_count,
            has_terminator: self.has_terminator != 0,
        }
    }

    /// Writes the table of a draw with the bound buffers to the beginning of
    /// `words`, and the slot of each buffer to `slots`. Returns the number of
    /// words in the table; words after it and those of images are unchanged.
    /// The words are the same as those of [`table::pack`].
    ///
    /// [`table::pack`]: super::table::pack
    ///
    /// # Errors
    /// [`Error::NotPrepared`]; [`Error::BufferCount`] if the number of buffers
    /// differs from the prepared one; [`Error::TableFull`] if `words` or
    /// `slots` have too little room. On error nothing is written.
    ///
    /// ```
    /// use dral::instancing::*;
    /// let mut state = VertexState::UNPREPARED;
    /// let colors = VertexBuffer {
    ///     address: 0,
    ///     size: 0,
    ///     stride: 16,
    ///     rate: Rate::Instance,
    ///     divisor: 3,
    /// };
    /// let rounding = Rounding::Documented;
    /// let shape = TableShape::Packed;
    /// state.prepare(Architecture::V7, rounding, shape, 0, &[colors])?;
    ///
    /// let draw = Draw {
    ///     vertex_count: 70,
    ///     instance_count: 100,
    ///     ..Draw::new(Architecture::V7)
    /// };
    /// let bound = [BoundBuffer::new(0x1000, 4096)?];
    /// let (mut words, mut slots) = ([[0; 4]; 3], [0; 1]);
    /// let count =
    ///     state.table(&draw.resolve()?, &bound, &mut words, &mut slots)?;
    /// assert_eq!(count, 3 * 4);
    /// let record = AttributeRecord::unpack(words.as_flattened())?;
    /// assert_eq!(record.element(72 * 50), Ok(50 / 3));
    /// # Ok::<(), dral::Error>(())
    /// ```
    pub fn table(
        &self,
        draw: &ResolvedDraw,
        buffers: &[BoundBuffer],
        words: &mut [Slot],
        slots: &mut [u32],
    ) -> Result<usize, Error> {
        let (variant, shift) = self.variant(draw, buffers.len())?;
        if slots.len() < buffers.len() {
            return Err(Error::TableFull);
        }
        let table = Cell::from_mut(words).as_slice_of_cells();
        let slots = Cell::from_mut(slots).as_slice_of_cells();
        let records = self.templates(variant).iter().zip(buffers);
        let Some(count) = self.slot_count(variant, shift) else {
            let records =
                records.map(|(template, buffer)| (*template, *buffer));
            return write_slowly(self.layout(), shift, records, table, slots);
        };
        let table = table.get(..count).ok_or(Error::TableFull)?;
        // Stored, so that no record depends on the previous one.
        let row = self.slots_of(variant).iter().copied();
        let records = records.map(|(template, buffer)| || (*template, *buffer));
        Ok(write_records(shift, row.zip(records), table, slots))
    }

    /// The variant of the records for a draw with this many buffers, and the
    /// number that the draw adds to their shifts.
    #[inline(always)]
    pub(crate) fn variant(
        &self,
        draw: &ResolvedDraw,
        buffer_count: usize,
    ) -> Result<(usize, u32), Error> {
        if self.checked_count()? != buffer_count {
            return Err(Error::BufferCount);
        }
        Ok(draw.variant_and_shift())
    }

    /// The number of slots of a table whose records are those of the state
    /// with the shift added; fails for other tables.
    #[inline(always)]
    pub(crate) fn slot_count(
        &self,
        variant: usize,
        shift: u32,
    ) -> Option<usize> {
        if shift >= self.slow_from[variant % 8].into() {
            return None;
        }
        // Images, and the zero slot; a table without one takes the slow path.
        let records = usize::from(self.record_slots[variant % 8]);
        let images = (self.image_count as usize).saturating_mul(2);
        Some(images.saturating_add(records + 1))
    }

    /// The offset of an attribute at `source_offset` bytes in each element of
    /// the buffer with this index: [`ResolvedDraw::attribute_offset`].
    ///
    /// # Errors
    /// [`Error::NotPrepared`]; [`Error::BufferCount`] for an index beyond the
    /// prepared number of buffers; [`Error::UnusedBuffer`] for an unused
    /// buffer; [`Error::OffsetRange`] if the offset does not fit in a signed
    /// 32-bit field.
    #[inline]
    pub fn offset(
        &self,
        draw: &ResolvedDraw,
        index: usize,
        buffer: &BoundBuffer,
        source_offset: u32,
    ) -> Result<i32, Error> {
        let count = self.checked_count()?;
        let (variant, shift) = draw.variant_and_shift();
        let template = self.templates(variant).get(index);
        let (Some(template), Some(&stride), true) =
            (template, self.strides.get(index), index < count)
        else {
            return Err(Error::BufferCount);
        };
        if !template.exists() {
            return Err(Error::UnusedBuffer);
        }
        let has = |buffers: u32| buffers >> index & 1 != 0;
        let dividing = self.dividing[variant % 8].into();
        let moves = has(dividing) && !template.is_beyond(shift);
        let elements = draw.elements(has(self.instance_strided), moves);
        let low_bits = low_bits(buffer.address);
        offset_of(elements, stride, low_bits, source_offset)
    }

    /// The key of the table and the offsets of a draw.
    ///
    /// Source: docs/instancing.md, "Dirty tracking".
    ///
    /// # Errors
    /// [`Error::NotPrepared`].
    ///
    /// ```
    /// use dral::instancing::*;
    /// let mut state = VertexState::UNPREPARED;
    /// let positions = VertexBuffer {
    ///     address: 0,
    ///     size: 0,
    ///     stride: 12,
    ///     rate: Rate::Vertex,
    ///     divisor: 0,
    /// };
    /// let (v7, nearest) = (Architecture::V7, Rounding::Nearest);
    /// state.prepare(v7, nearest, TableShape::Pairs, 0, &[positions])?;
    /// let key = |vertex_count| {
    ///     let draw = Draw { vertex_count, instance_count: 2, ..Draw::new(v7) };
    ///     state.key(&draw.resolve()?)
    /// };
    /// assert_eq!(key(70)?, key(71)?); // Both are padded to 72.
    /// assert_ne!(key(70)?, key(72)?);
    /// # Ok::<(), dral::Error>(())
    /// ```
    #[inline]
    pub fn key(&self, draw: &ResolvedDraw) -> Result<VertexStateKey, Error> {
        self.checked_count()?;
        let (variant, shift) = draw.variant_and_shift();
        // Without a per-vertex buffer, all records are the same 1D record with
        // one instance, and from `shared_from` on.
        let is_shared = self.has_vertex_rate == 0
            && shift >= self.shared_from[variant % 8].into();
        let table = if is_shared { 0 } else { draw.variant.wrapping_add(1) };
        let moved = if draw.offset_start == 0 {
            0
        } else if shift < self.slow_from[variant % 8].into() {
            self.dividing[variant % 8].into()
        } else {
            self.moved(variant, shift)
        };
        let base =
            if self.instance_strided != 0 { draw.base_instance } else { 0 };
        let start = if moved != 0 { draw.offset_start as u32 } else { 0 };
        let offsets = u64::from(start) << 32 | u64::from(base);
        Ok(VertexStateKey { offsets, table, moved })
    }

    /// The dividing buffers whose hardware divisor is below 2^32.
    #[cold]
    #[inline(never)]
    fn moved(&self, variant: usize, shift: u32) -> u32 {
        let mut moved = self.dividing[variant % 8].into();
        let mut rest: u32 = moved;
        // Bit by bit, because compilers generate much code for a loop over all
        // buffers.
        for _ in 0..VERTEX_STATE_BUFFERS {
            let bit = rest & rest.wrapping_neg();
            let template =
                self.templates(variant).get(bit.trailing_zeros() as usize);
            if template.is_some_and(|template| template.is_beyond(shift)) {
                moved ^= bit;
            }
            rest ^= bit;
        }
        moved
    }
}

/// Writes a table with the number of slots that the state has for it: each
/// record, at its slot, and the slot after it. Returns the number of words.
// Inputs are read when they are needed, and may have been overwritten.
#[inline(always)]
pub(crate) fn write_records(
    shift: u32,
    records: impl Iterator<Item = (u8, impl FnOnce() -> (Template, BoundBuffer))>,
    table: &[impl Output<Slot>],
    slots: &[impl Output<u32>],
) -> usize {
    let shift = DrawShift::new(shift);
    for ((slot, record), out) in records.zip(slots) {
        out.put(slot.into());
        let slot = usize::from(slot);
        let Some([first, second]) = table.get(slot..slot + 2) else {
            break;
        };
        let (template, BoundBuffer { address, record_size, .. }) = record();
        second.put(template.second);
        first.put(template.first(shift, address, record_size, u32::MAX));
    }
    if let Some(terminator) = table.last() {
        terminator.put([0; SLOT_WORDS]);
    }
    SLOT_WORDS * table.len()
}

/// Writes a table that needs more than adding a shift to the records: a
/// hardware divisor is 2^32 or more, a buffer is unused, or the table ends
/// with its last record.
pub(crate) fn write_slowly(
    layout: Layout,
    shift: u32,
    records: impl Iterator<Item = (Template, BoundBuffer)> + Clone,
    words: &[impl Output<Slot>],
    slots: &[impl Output<u32>],
) -> Result<usize, Error> {
    let records = records
        .map(|(template, buffer)| (template.moved_up(shift), buffer))
        .zip(slots);
    let mut cursor = Cursor::new(layout);
    for ((template, _), _) in records.clone() {
        cursor.take(template.more_slots());
    }
    let table = layout.table(words, cursor.taken())?;
    let mut cursor = Cursor::new(layout);
    for ((template, buffer), slot) in records {
        let place = cursor.take(template.more_slots());
        slot.put(place);
        let BoundBuffer { address, record_size, .. } =
            if template.exists() { buffer } else { BoundBuffer::default() };
        let shift = DrawShift::new(shift);
        let first = template.first(shift, address, record_size, u32::MAX);
        write_slots(table, place as usize, first, template.second);
    }
    Ok(finish(table, layout, cursor.taken()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::instancing::{table, Draw, ModeRule, Rounding};
    use std::vec;
    use std::vec::Vec;

    const VERTEX: VertexBuffer = VertexBuffer {
        address: 0x103F,
        size: 4096,
        stride: 4,
        rate: Rate::Vertex,
        divisor: 0,
    };

    const HOLE: VertexBuffer = VertexBuffer { rate: Rate::Unused, ..VERTEX };

    /// Buffers of every kind, with divisors that are multiplied, shifted or
    /// not divided, and beyond the ids of small or large draws.
    fn kinds(shape: TableShape) -> Vec<VertexBuffer> {
        let divisors = [0, 1, 3, 1000, 1 << 20, u32::MAX].into_iter();
        let mut kinds: Vec<_> = divisors
            .map(|divisor| (Rate::Instance, divisor))
            .chain([(Rate::Vertex, 9)])
            .flat_map(|(rate, divisor)| {
                let with =
                    |stride| VertexBuffer { stride, rate, divisor, ..VERTEX };
                [0, 16].map(with)
            })
            .collect();
        if shape == TableShape::Pairs {
            kinds.push(HOLE);
        }
        kinds
    }

    /// Draws by vertex count, then by instance count, then by start.
    fn draws(
        architecture: Architecture,
        rounding: Rounding,
    ) -> Vec<ResolvedDraw> {
        const STARTS: [(i32, u32); 4] =
            [(0, 0), (-3, 0), (0, 77), (i32::MAX, u32::MAX)];
        let counts = [1, 3, 5, 7, 70, 71, 72, 1 << 20, 3 << 28].into_iter();
        let counts = counts.flat_map(|count| [(count, 1), (count, 2)]);
        let draws = counts.flat_map(|(vertex_count, instance_count)| {
            STARTS.map(|(offset_start, base_instance)| Draw {
                rounding,
                vertex_count,
                instance_count,
                offset_start,
                base_instance,
                ..Draw::new(architecture)
            })
        });
        draws.map(|draw| draw.resolve().unwrap()).collect()
    }

    /// The words and the offsets of a draw with two buffers.
    #[derive(PartialEq, Eq, Debug)]
    struct Written {
        table: Vec<Slot>,
        slots: Vec<u32>,
        offsets: Vec<Result<i32, Error>>,
    }

    impl Written {
        fn new(
            write: impl Fn(&mut [Slot], &mut [u32]) -> Result<usize, Error>,
            offset: impl Fn(usize) -> Result<i32, Error>,
        ) -> Self {
            const ROOM: usize = 2 * 2 + 2 * 2 + 1;
            let mut table = vec![[!0; 4]; ROOM];
            let mut slots = vec![!0; 2];
            let count = write(&mut table, &mut slots).unwrap();
            let rest = table.drain(count / 4..);
            assert!(rest.eq(vec![[!0; 4]; ROOM - count / 4]));
            let offsets = (0..2).map(offset).collect();
            Self { table, slots, offsets }
        }
    }

    /// Two buffers and their state.
    struct Case {
        shape: TableShape,
        images: u32,
        buffers: [VertexBuffer; 2],
        bound: [BoundBuffer; 2],
        state: VertexState,
    }

    impl Case {
        /// What the state writes, which is what is written from scratch.
        fn written(&self, draw: &ResolvedDraw) -> (VertexStateKey, Written) {
            let Self { shape, images, buffers, bound, state } = self;
            let written = Written::new(
                |words, slots| state.table(draw, bound, words, slots),
                |index| state.offset(draw, index, &bound[index], 5),
            );
            let from_scratch = Written::new(
                |words, slots| {
                    table::pack(draw, *shape, *images, buffers, words, slots)
                },
                |index| draw.attribute_offset(&buffers[index], 5),
            );
            assert_eq!(written, from_scratch);
            (state.key(draw).unwrap(), written)
        }

        fn is_fast(&self, draw: &ResolvedDraw) -> bool {
            let (variant, shift) = draw.variant_and_shift();
            self.state.slot_count(variant, shift).is_some()
        }

        fn is_beyond(&self, draw: &ResolvedDraw) -> bool {
            let rules = self.buffers.map(|buffer| draw.mode_rule(&buffer));
            rules.contains(&ModeRule::DivisorBeyondIds)
        }
    }

    /// All pairs of buffers, or with miri a few.
    fn cases(
        architecture: Architecture,
        rounding: Rounding,
        shape: TableShape,
        images: u32,
    ) -> impl Iterator<Item = Case> {
        let kinds = kinds(shape);
        let others = kinds.clone();
        let pairs = kinds.into_iter().flat_map(move |one| {
            others.clone().into_iter().map(move |two| [one, two])
        });
        pairs.step_by(if cfg!(miri) { 50 } else { 1 }).map(move |buffers| {
            let bound = buffers
                .map(|b| BoundBuffer::new(b.address, b.size.into()).unwrap());
            let mut state = VertexState::UNPREPARED;
            state
                .prepare(architecture, rounding, shape, images, &buffers)
                .unwrap();
            Case { shape, images, buffers, bound, state }
        })
    }

    /// Compares two draws. Returns whether everything is equal, and whether
    /// nothing is.
    fn check_keys(
        (one, by_one): &(VertexStateKey, Written),
        (two, by_two): &(VertexStateKey, Written),
    ) -> [bool; 2] {
        // The table's key is exact.
        let same_table = one.table == two.table;
        assert_eq!(same_table, by_one.table == by_two.table);
        assert!(!same_table || by_one.slots == by_two.slots);
        let same_offsets = (one.offsets, one.moved) == (two.offsets, two.moved);
        assert!(!same_offsets || by_one.offsets == by_two.offsets);
        [same_table && same_offsets, !same_table && !same_offsets]
    }

    #[test]
    fn a_state_writes_what_is_written_from_scratch_and_has_its_keys() {
        let [mut fast, mut beyond, mut equal, mut changed] = [0; 4];
        for (architecture, rounding, shape, images) in [
            (Architecture::V5, Rounding::Documented, TableShape::Packed, 0),
            (Architecture::V7, Rounding::Nearest, TableShape::Packed, 0),
            (Architecture::V7, Rounding::Documented, TableShape::Pairs, 0),
            (Architecture::V7, Rounding::Nearest, TableShape::Pairs, 2),
        ] {
            let draws = draws(architecture, rounding);
            for case in cases(architecture, rounding, shape, images) {
                fast += draws.iter().filter(|draw| case.is_fast(draw)).count();
                beyond +=
                    draws.iter().filter(|draw| case.is_beyond(draw)).count();
                let written: Vec<_> =
                    draws.iter().map(|draw| case.written(draw)).collect();
                // Another start, instance count or vertex count.
                for distance in [1, 2, 3, 4, 8] {
                    for (one, two) in written.iter().zip(&written[distance..]) {
                        let [same, other] = check_keys(one, two);
                        equal += usize::from(same);
                        changed += usize::from(other);
                    }
                }
            }
        }
        let counts = [fast, beyond, equal, changed];
        assert!(counts.iter().all(|&count| count > 200), "{counts:?}");
    }

    #[test]
    fn only_a_prepared_state_with_its_buffers_is_taken() {
        let mut state = VertexState::UNPREPARED;
        let resolved = Draw::new(Architecture::V7).resolve().unwrap();
        let bound = [BoundBuffer::default(); 3];
        let table = |state: &VertexState, count, room, slots_room| {
            let (mut words, mut slots) = ([[!0; 4]; 9], [!0; 3]);
            let result = state.table(
                &resolved,
                &bound[..count],
                &mut words[..room],
                &mut slots[..slots_room],
            );
            if result.is_err() {
                assert_eq!((words, slots), ([[!0; 4]; 9], [!0; 3]));
            }
            result
        };
        assert_eq!(table(&state, 0, 9, 3), Err(Error::NotPrepared));
        assert_eq!(state.key(&resolved), Err(Error::NotPrepared));
        let offset = state.offset(&resolved, 0, &bound[0], 0);
        assert_eq!(offset, Err(Error::NotPrepared));

        let mut prepare = |shape, images, buffers: &[VertexBuffer]| {
            let before = std::format!("{state:?}");
            let rounding = Rounding::Nearest;
            let v7 = Architecture::V7;
            let result = state.prepare(v7, rounding, shape, images, buffers);
            let changed = std::format!("{state:?}") != before;
            assert_eq!(changed, result.is_ok());
            result
        };
        use TableShape::{Packed, Pairs};
        assert_eq!(
            prepare(Pairs, 0, &[VERTEX; VERTEX_STATE_BUFFERS + 1]),
            Err(Error::BufferCount)
        );
        assert_eq!(
            prepare(Packed, 1, &[VERTEX]),
            Err(Error::ImagesInPackedTable)
        );
        assert_eq!(
            prepare(Packed, 0, &[VERTEX, HOLE]),
            Err(Error::UnusedBuffer)
        );
        assert_eq!(prepare(Pairs, 0, &[VERTEX; VERTEX_STATE_BUFFERS]), Ok(()));
        assert_eq!(prepare(Pairs, 1, &[VERTEX, HOLE]), Ok(()));
        assert_eq!(table(&state, 2, 7, 2), Ok(28));
        assert_eq!(table(&state, 2, 6, 2), Err(Error::TableFull));
        assert_eq!(table(&state, 2, 7, 1), Err(Error::TableFull));
        assert_eq!(table(&state, 1, 7, 2), Err(Error::BufferCount));
        assert_eq!(table(&state, 3, 7, 3), Err(Error::BufferCount));
        let offset = |index| state.offset(&resolved, index, &bound[0], 7);
        assert_eq!(offset(0), Ok(7));
        assert_eq!(offset(1), Err(Error::UnusedBuffer));
        assert_eq!(offset(2), Err(Error::BufferCount));
        let damaged = VertexState { buffer_count: 33, ..state.clone() };
        assert_eq!(table(&damaged, 2, 7, 2), Err(Error::NotPrepared));
    }
}
