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
    /// assert_eq!(key(70)?, key(71)?); // 72 both
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
    use std::vec::Vec;

    /// Numbers in the order of a linear congruential generator.
    struct Random(u64);

    impl Random {
        fn next(&mut self) -> u32 {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005) + 99;
            (self.0 >> 33) as u32
        }

        /// Small and large numbers, equally often.
        fn size(&mut self) -> u32 {
            let bits = self.next() % 33;
            ((u64::from(self.next()) << 1 | 1) & ((1 << bits) - 1)) as u32
        }

        fn pick<T: Copy>(&mut self, from: &[T]) -> T {
            from[self.next() as usize % from.len()]
        }
    }

    fn buffer(random: &mut Random, shape: TableShape) -> VertexBuffer {
        let rates =
            [Rate::Instance, Rate::Instance, Rate::Vertex, Rate::Unused];
        let pairs = shape == TableShape::Pairs;
        VertexBuffer {
            address: u64::from(random.size()) << random.pick(&[0, 24]),
            size: random.size() >> 1,
            stride: random.pick(&[0, 1, 16, 2048]),
            rate: random.pick(&rates[..if pairs { 4 } else { 3 }]),
            divisor: random.pick(&[0, 1, 2, 3, 1000, 1 << 20, u32::MAX]),
        }
    }

    fn draw(random: &mut Random) -> Draw {
        Draw {
            vertex_count: random.size(),
            instance_count: random.pick(&[1, 2, 3, 70]),
            offset_start: random.pick(&[0, 0, 1, -3, i32::MAX]),
            base_instance: random.pick(&[0, 1, 77, u32::MAX]),
            ..Draw::new(Architecture::V7)
        }
    }

    /// The words and the offsets of a draw, or the error.
    #[derive(PartialEq, Eq, Debug)]
    struct Written {
        table: Vec<[u32; 4]>,
        slots: Vec<u32>,
        offsets: Vec<Result<i32, Error>>,
    }

    fn by_state(
        state: &VertexState,
        draw: &ResolvedDraw,
        bound: &[BoundBuffer],
    ) -> Written {
        let mut table = std::vec![[!0; 4]; 2 * bound.len() + 1 + 8];
        let mut slots = std::vec![!0; bound.len()];
        let count = state.table(draw, bound, &mut table, &mut slots).unwrap();
        assert!(table[count / 4..].iter().all(|slot| *slot == [!0; 4]));
        table.truncate(count / 4);
        let offsets = bound.iter().enumerate();
        let offsets = offsets
            .map(|(index, bound)| state.offset(draw, index, bound, 5))
            .collect();
        Written { table, slots, offsets }
    }

    fn from_scratch(
        draw: &ResolvedDraw,
        shape: TableShape,
        images: u32,
        buffers: &[VertexBuffer],
    ) -> Written {
        let mut table = std::vec![[!0; 4]; 2 * buffers.len() + 1 + 8];
        let mut slots = std::vec![!0; buffers.len()];
        let count =
            table::pack(draw, shape, images, buffers, &mut table, &mut slots)
                .unwrap();
        table.truncate(count / 4);
        let offsets = buffers
            .iter()
            .map(|buffer| draw.attribute_offset(buffer, 5))
            .collect();
        Written { table, slots, offsets }
    }

    fn case(
        random: &mut Random,
        architecture: Architecture,
        rounding: Rounding,
    ) -> (VertexState, TableShape, u32, Vec<VertexBuffer>, Vec<BoundBuffer>)
    {
        let shape = random.pick(&[TableShape::Packed, TableShape::Pairs]);
        let images =
            if shape == TableShape::Pairs { random.next() % 4 } else { 0 };
        let count = random.next() % 6;
        let buffers: Vec<_> =
            (0..count).map(|_| buffer(random, shape)).collect();
        let mut state = VertexState::UNPREPARED;
        state.prepare(architecture, rounding, shape, images, &buffers).unwrap();
        let bound = buffers
            .iter()
            .map(|b| BoundBuffer::new(b.address, b.size.into()).unwrap())
            .collect();
        (state, shape, images, buffers, bound)
    }

    /// Returns how many draws take the fast path.
    fn states_write_what_is_written_from_scratch(
        architecture: Architecture,
        count: u32,
    ) -> u32 {
        let mut random = Random(1);
        let (mut beyond, mut fast) = (0, 0);
        let mut drawn = 0;
        while drawn < count {
            let rounding =
                random.pick(&[Rounding::Documented, Rounding::Nearest]);
            let (state, shape, images, buffers, bound) =
                case(&mut random, architecture, rounding);
            for _ in 0..4 {
                let draw = Draw { architecture, rounding, ..draw(&mut random) };
                let Ok(draw) = draw.resolve() else {
                    continue;
                };
                let scratch = from_scratch(&draw, shape, images, &buffers);
                assert_eq!(by_state(&state, &draw, &bound), scratch);
                drawn += 1;
                let (variant, shift) = draw.variant_and_shift();
                fast += u32::from(state.slot_count(variant, shift).is_some());
                beyond += buffers
                    .iter()
                    .filter(|b| draw.mode_rule(b) == ModeRule::DivisorBeyondIds)
                    .count();
            }
        }
        assert!(beyond > count as usize / 20, "{beyond}");
        fast
    }

    #[test]
    fn a_state_writes_what_is_written_from_scratch() {
        let count = if cfg!(miri) { 150 } else { 15_000 };
        let fast = |architecture| {
            states_write_what_is_written_from_scratch(architecture, count)
        };
        let fast = [Architecture::V5, Architecture::V7].map(fast);
        assert!(fast[0] > count / 6 && fast[1] > count / 2, "{fast:?}");
    }

    #[test]
    fn a_key_changes_only_if_words_can() {
        let mut random = Random(2);
        let (mut equal, mut changed) = (0, 0);
        for _ in 0..if cfg!(miri) { 200 } else { 20_000 } {
            let (state, _, _, _, bound) =
                case(&mut random, Architecture::V7, Rounding::Documented);
            let first = draw(&mut random);
            let other = draw(&mut random);
            for second in [
                Draw { vertex_count: other.vertex_count, ..first },
                Draw { instance_count: other.instance_count, ..first },
                Draw { offset_start: other.offset_start, ..first },
                Draw { base_instance: other.base_instance, ..first },
                Draw { vertex_count: first.vertex_count + 1, ..first },
                other,
            ] {
                let (Ok(a), Ok(b)) = (first.resolve(), second.resolve()) else {
                    continue;
                };
                let keys = (state.key(&a).unwrap(), state.key(&b).unwrap());
                let words = (
                    by_state(&state, &a, &bound),
                    by_state(&state, &b, &bound),
                );
                // The table's key is exact.
                let same_table = keys.0.table == keys.1.table;
                assert_eq!(same_table, words.0.table == words.1.table);
                assert!(!same_table || words.0.slots == words.1.slots);
                let same_offsets = keys.0.offsets == keys.1.offsets
                    && keys.0.moved == keys.1.moved;
                if same_offsets {
                    assert_eq!(words.0.offsets, words.1.offsets);
                }
                equal += u32::from(same_table && same_offsets);
                changed += u32::from(!same_table && !same_offsets);
            }
        }
        assert!(equal > 100 && changed > 100, "{equal} {changed}");
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

        let vertex = VertexBuffer {
            address: 0,
            size: 0,
            stride: 4,
            rate: Rate::Vertex,
            divisor: 0,
        };
        let hole = VertexBuffer { rate: Rate::Unused, ..vertex };
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
            prepare(Pairs, 0, &[vertex; VERTEX_STATE_BUFFERS + 1]),
            Err(Error::BufferCount)
        );
        assert_eq!(
            prepare(Packed, 1, &[vertex]),
            Err(Error::ImagesInPackedTable)
        );
        assert_eq!(
            prepare(Packed, 0, &[vertex, hole]),
            Err(Error::UnusedBuffer)
        );
        assert_eq!(prepare(Pairs, 0, &[vertex; VERTEX_STATE_BUFFERS]), Ok(()));
        assert_eq!(prepare(Pairs, 1, &[vertex, hole]), Ok(()));
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
