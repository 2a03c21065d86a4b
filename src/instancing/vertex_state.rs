// SPDX-License-Identifier: MIT

//! Prepared vertex state: what a driver knows when vertex elements or a
//! pipeline are created, prepared for many draws.
//!
//! The padded count of a draw is 1, 3, 5, 7 or 9 times a power of two, and the
//! power of two only changes the shift of a record. So there are six variants
//! of every record: one for draws with one instance and one for each odd part.
//! They are prepared once; a draw selects its variant and adds its shift,
//! without a division.

use super::attribute::{BoundBuffer, Rate, VertexBuffer};
use super::attribute_descriptor::AttributeDescriptor;
use super::record::Slot;
use super::table::{finish, write, Layout, TableShape};
use super::template::{variant_distance, Template, MASKS, VARIANTS};
use super::{Architecture, Draw, Rounding};
use crate::Error;

/// The maximum number of buffers in a prepared state.
pub const VERTEX_STATE_BUFFERS: usize = 16;

/// In place of a buffer: a location without an attribute.
pub const NO_BUFFER: u32 = 0xFFFF_FFFF;

/// An attribute as vertex elements or a pipeline describe it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(C)]
pub struct VertexElement {
    /// The index of its buffer in the state, or DRAL_NO_BUFFER for a location
    /// without an attribute.
    pub buffer: u32,
    /// The attribute's format as the hardware encodes it, 22 bits.
    pub format: u32,
    /// Its offset within an element of the buffer, in bytes.
    pub source_offset: u32,
}

/// Distinguishes a prepared state from other memory.
const SEAL: u32 = 0x6C61_7264;

/// The part of a prepared state for one variant of draws.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C)]
pub struct VertexStateVariant {
    /// The slots of the buffers in a table.
    pub slots: [u8; VERTEX_STATE_BUFFERS],
    /// Private: the smallest shift of a draw for which all threads read one
    /// element.
    pub shared_from: [u8; VERTEX_STATE_BUFFERS],
    /// The slot after the records and images. A zero slot there ends the
    /// table, or is not read.
    pub end: u32,
    /// Private: the smallest shift of a draw for which some record is not just
    /// its template with the shift added.
    pub mended_from: u32,
    /// Private: 0.
    pub padding: [u32; 2],
    /// The records of the buffers for a shift of 0, without address and size.
    pub templates: [Template; VERTEX_STATE_BUFFERS],
}

/// What all draws with the same rates, strides and divisors have in common.
/// The memory is the caller's; only dral_vertex_state_prepare writes it.
/// Drivers and kernels may read every field that is not private, as
/// dral_device.h does.
///
/// Every function is memory-safe for any values of the fields. Changed fields
/// give unspecified words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C)]
pub struct VertexState {
    /// Private: marks a prepared state.
    pub seal: u32,
    /// The number of buffers that it was prepared for.
    pub buffer_count: u32,
    /// Private: 1 if a zero slot ends the table, else 0.
    pub terminator: u32,
    /// Private: 0.
    pub padding: u32,
    /// The strides of per-instance buffers; 0 for others.
    pub instance_strides: [u32; VERTEX_STATE_BUFFERS],
    /// Private: the bits of a bound buffer that its record has, and those to
    /// which the shift of a draw is added.
    pub masks: [[u32; 4]; 2],
    /// By the variant of the draw: table_key / 32.
    pub variants: [VertexStateVariant; VARIANTS],
}

impl VertexState {
    /// Memory for a state. Every function except `prepare` refuses it.
    pub const UNPREPARED: Self = Self {
        seal: 0,
        buffer_count: 0,
        terminator: 0,
        padding: 0,
        instance_strides: [0; VERTEX_STATE_BUFFERS],
        masks: [[0; 4]; 2],
        variants: [VertexStateVariant {
            slots: [0; VERTEX_STATE_BUFFERS],
            shared_from: [0; VERTEX_STATE_BUFFERS],
            end: 0,
            mended_from: 0,
            padding: [0; 2],
            templates: [Template::NONE; VERTEX_STATE_BUFFERS],
        }; VARIANTS],
    };

    /// Prepares the state for draws with these buffers, of which only rate,
    /// stride and divisor are read. On error it is not prepared.
    ///
    /// Source: docs/instancing.md, "Prepared vertex state".
    ///
    /// # Errors
    /// [`Error::NoAttributeRecords`] from v9 on; [`Error::BufferCount`] for
    /// more than [`VERTEX_STATE_BUFFERS`]; [`Error::UnknownRate`];
    /// [`Error::ImagesInPackedTable`] and [`Error::UnusedBuffer`] for images
    /// and unused buffers in a packed table.
    pub fn prepare(
        &mut self,
        architecture: Architecture,
        rounding: Rounding,
        shape: TableShape,
        image_count: u32,
        buffers: &[VertexBuffer],
    ) -> Result<(), Error> {
        self.seal = 0;
        if !architecture.has_attribute_records() {
            return Err(Error::NoAttributeRecords);
        }
        if buffers.len() > VERTEX_STATE_BUFFERS {
            return Err(Error::BufferCount);
        }
        let layout = Layout::new(architecture as u32, shape, image_count)?;
        for (variant, prepared) in self.variants.iter_mut().enumerate() {
            let distance = variant_distance(variant);
            let (mut next, mut mended_from) = (0, 32);
            let places = prepared.slots.iter_mut();
            let places = places.zip(&mut self.instance_strides);
            let records = prepared.templates.iter_mut();
            let records = records.zip(&mut prepared.shared_from);
            for (buffer, ((slot, instance_stride), (template, shared_from))) in
                buffers.iter().zip(places.zip(records))
            {
                let VertexBuffer { stride, divisor, .. } = *buffer;
                let rate = layout.rate(buffer.rate)?;
                *instance_stride =
                    if rate == Rate::Instance { stride } else { 0 };
                let more = Template::more_slots(distance, rate, divisor);
                *slot = layout.take(&mut next, more) as u8;
                *template = Template::new(distance, rounding, rate, divisor)
                    .with_stride(stride);
                let from = match rate {
                    Rate::Vertex => 32,
                    _ => template.shared_from(),
                };
                *shared_from = from as u8;
                // A shift of 0 changes nothing.
                mended_from = mended_from.min(match rate {
                    Rate::Unused => 0,
                    _ => from.max(1),
                });
            }
            prepared.end = layout.end(next);
            prepared.mended_from = mended_from;
        }
        self.buffer_count = buffers.len() as u32;
        self.terminator = layout.terminator;
        self.masks = MASKS;
        self.seal = SEAL;
        Ok(())
    }

    /// The number of buffers, if the state was prepared.
    #[inline]
    pub(crate) fn buffer_count(&self) -> Result<usize, Error> {
        let count = self.buffer_count as usize;
        if self.seal == SEAL && count <= VERTEX_STATE_BUFFERS {
            Ok(count)
        } else {
            Err(Error::NotPrepared)
        }
    }

    /// The variant for a draw, and the number that the draw adds to shifts.
    #[inline]
    fn variant(
        &self,
        draw: &Draw,
    ) -> Result<(&VertexStateVariant, u32), Error> {
        let (variant, shift) = draw.variant_and_shift();
        let variant = self.variants.get(variant).ok_or(Error::NotResolved)?;
        Ok((variant, shift))
    }

    /// Writes the table of a draw with the bound buffers to the beginning of
    /// `words`. Returns the number of words in the table. The words of images
    /// are unchanged; up to 4 words after the table may be written. The words
    /// are the same as those of [`table`], and the buffers have the same
    /// slots.
    ///
    /// [`table`]: super::table()
    ///
    /// # Errors
    /// [`Error::NotPrepared`]; [`Error::BufferCount`] if the number of buffers
    /// differs from the prepared one; [`Error::NotResolved`];
    /// [`Error::TableFull`] if `words` has fewer than
    /// `2 * (buffers.len() + image_count) + 1` slots. A smaller `words` may be
    /// enough. On error words are unspecified.
    ///
    /// ```
    /// use dral::instancing::*;
    /// let mut state = VertexState::UNPREPARED;
    /// let colors = VertexBuffer {
    ///     stride: 16,
    ///     rate: Rate::Instance as u32,
    ///     divisor: 3,
    ///     ..VertexBuffer::default()
    /// };
    /// let rounding = Rounding::Documented;
    /// let shape = TableShape::Packed;
    /// state.prepare(Architecture::V7, rounding, shape, 0, &[colors])?;
    ///
    /// let mut draw = Draw {
    ///     vertex_count: 70,
    ///     instance_count: 100,
    ///     ..Draw::new(Architecture::V7)
    /// };
    /// draw.resolve()?;
    /// let bound = [BoundBuffer::new(0x1000, 4096)?];
    /// let mut words = [[0; 4]; 3];
    /// assert_eq!(state.table(&draw, &bound, &mut words), Ok(3 * 4));
    /// let record = AttributeRecord::unpack(words.as_flattened())?;
    /// assert_eq!(record.element(72 * 50), Ok(50 / 3));
    /// # Ok::<(), dral::Error>(())
    /// ```
    #[inline]
    pub fn table(
        &self,
        draw: &Draw,
        buffers: &[BoundBuffer],
        words: &mut [Slot],
    ) -> Result<u32, Error> {
        if self.buffer_count()? != buffers.len() {
            return Err(Error::BufferCount);
        }
        let (variant, shift) = self.variant(draw)?;
        if shift >= variant.mended_from {
            return self.mended_table(draw, buffers, words);
        }
        let records = variant.slots.iter().zip(&variant.templates);
        for (bound, (&slot, template)) in buffers.iter().zip(records) {
            let first = template.record(bound, shift, &self.masks);
            write(words, slot.into(), first, template.second)?;
        }
        finish(words, variant.end, self.terminator)
    }

    /// The same with records that are not just a template, a bound buffer and
    /// a shift: unused buffers, and those whose hardware divisor is 2^32 or
    /// more, so that all threads read one element.
    #[cold]
    #[inline(never)]
    fn mended_table(
        &self,
        draw: &Draw,
        buffers: &[BoundBuffer],
        words: &mut [Slot],
    ) -> Result<u32, Error> {
        let (variant, shift) = self.variant(draw)?;
        let records = variant.templates.iter().zip(&variant.shared_from);
        let records = records.zip(&variant.slots);
        for (bound, ((template, &from), &slot)) in buffers.iter().zip(records) {
            let (template, bound, shift) = if shift < from.into() {
                (template, bound, shift)
            } else if template.exists() {
                (&Template::SHARED, bound, 0)
            } else {
                (&Template::NONE, &BoundBuffer::default(), 0)
            };
            let first = template.record(bound, shift, &self.masks);
            write(words, slot.into(), first, template.second)?;
        }
        finish(words, variant.end, self.terminator)
    }

    /// The slot of a buffer in the tables of a draw, for its attributes.
    ///
    /// # Errors
    /// [`Error::BufferCount`] for an index beyond the prepared buffers,
    /// [`Error::NotPrepared`], [`Error::NotResolved`].
    #[inline]
    pub fn slot(&self, draw: &Draw, index: usize) -> Result<u32, Error> {
        let (variant, _) = self.variant(draw)?;
        let slots = variant.slots.get(..self.buffer_count()?);
        let slot = slots.and_then(|slots| slots.get(index));
        slot.map(|&slot| slot.into()).ok_or(Error::BufferCount)
    }

    /// The offset of an attribute at `source_offset` bytes in each element of
    /// the buffer with this index: [`Draw::attribute_offset`].
    ///
    /// # Errors
    /// [`Error::NotPrepared`]; [`Error::NotResolved`]; [`Error::BufferCount`]
    /// for an index beyond the prepared number of buffers;
    /// [`Error::UnusedBuffer`] for an unused buffer; [`Error::OffsetRange`] if
    /// the offset does not fit in a signed 32-bit field.
    #[inline]
    pub fn offset(
        &self,
        draw: &Draw,
        index: usize,
        buffer: &BoundBuffer,
        source_offset: u32,
    ) -> Result<i32, Error> {
        if index >= self.buffer_count()? {
            return Err(Error::BufferCount);
        }
        let (variant, shift) = self.variant(draw)?;
        self.offset_of(draw, variant, shift, index, buffer, source_offset)
    }

    /// The same with the variant and the shift of the draw.
    #[inline]
    fn offset_of(
        &self,
        draw: &Draw,
        variant: &VertexStateVariant,
        shift: u32,
        index: usize,
        buffer: &BoundBuffer,
        source_offset: u32,
    ) -> Result<i32, Error> {
        let template =
            variant.templates.get(index).ok_or(Error::BufferCount)?;
        let stride =
            self.instance_strides.get(index).ok_or(Error::BufferCount)?;
        let from = variant.shared_from.get(index).ok_or(Error::BufferCount)?;
        if !template.exists() {
            return Err(Error::UnusedBuffer);
        }
        let moves = shift < u32::from(*from);
        draw.offset(buffer, *stride, moves, source_offset)
    }

    /// The descriptors of attributes: for each, the slot of its buffer in the
    /// table, its format and its offset. Those without a buffer are zeros.
    ///
    /// # Errors
    /// [`Error::TableFull`] if there are fewer `words` than `elements`;
    /// [`Error::FormatRange`] for a format of more than 22 bits; otherwise as
    /// [`VertexState::offset`]. On error words are unspecified.
    #[inline]
    pub fn attributes(
        &self,
        draw: &Draw,
        buffers: &[BoundBuffer],
        elements: &[VertexElement],
        words: &mut [[u32; 2]],
    ) -> Result<(), Error> {
        let words = words.get_mut(..elements.len()).ok_or(Error::TableFull)?;
        if self.buffer_count()? != buffers.len() {
            return Err(Error::BufferCount);
        }
        let (variant, shift) = self.variant(draw)?;
        for (element, words) in elements.iter().zip(words) {
            let &VertexElement { buffer, format, source_offset } = element;
            let index = buffer as usize;
            *words = match (buffers.get(index), variant.slots.get(index)) {
                _ if buffer == NO_BUFFER => [0; 2],
                (Some(bound), Some(&slot)) => {
                    let offset = self.offset_of(
                        draw,
                        variant,
                        shift,
                        index,
                        bound,
                        source_offset,
                    )?;
                    let slot = slot.into();
                    AttributeDescriptor { slot, format, offset }.pack()?
                }
                _ => return Err(Error::BufferCount),
            };
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::instancing::{table, ModeRule, PaddedCount};
    use std::vec;
    use std::vec::Vec;

    const VERTEX: VertexBuffer = VertexBuffer {
        address: 0x103F,
        size: 4096,
        stride: 4,
        rate: Rate::Vertex as u32,
        divisor: 0,
    };

    const UNUSED: VertexBuffer =
        VertexBuffer { rate: Rate::Unused as u32, ..VERTEX };

    /// Buffers of every kind, with divisors for which the hardware divisor is
    /// POT or not, and 2^32 or more in all draws, large ones or none.
    fn kinds(shape: TableShape) -> Vec<VertexBuffer> {
        let divisors = [0, 1, 3, 1000, 1 << 20, u32::MAX].into_iter();
        let mut kinds: Vec<_> = divisors
            .map(|divisor| (Rate::Instance, divisor))
            .chain([(Rate::Vertex, 9)])
            .flat_map(|(rate, divisor)| {
                let rate = rate as u32;
                let with =
                    |stride| VertexBuffer { stride, rate, divisor, ..VERTEX };
                [0, 16].map(with)
            })
            .collect();
        if shape == TableShape::Pairs {
            kinds.push(UNUSED);
        }
        kinds
    }

    /// Draws with each variant, large and small, with one and two instances.
    fn draws(architecture: Architecture, rounding: Rounding) -> Vec<Draw> {
        const STARTS: [(i32, u32); 4] =
            [(0, 0), (-3, 0), (0, 77), (i32::MAX, u32::MAX)];
        let counts = [1, 3, 5, 7, 70, 71, 72, (1 << 20) - 1, 3 << 28];
        let counts = counts.into_iter();
        let counts = counts.flat_map(|count| [(count, 1), (count, 2)]);
        let draws = counts.flat_map(|(vertex_count, instance_count)| {
            STARTS.map(|(offset_start, base_instance)| Draw {
                rounding: rounding as u32,
                vertex_count,
                instance_count,
                offset_start,
                base_instance,
                ..Draw::new(architecture)
            })
        });
        let resolved = |mut draw: Draw| {
            draw.resolve().unwrap();
            draw
        };
        draws.map(resolved).collect()
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
        /// The table in a capacity that is just enough for all draws.
        fn table(
            &self,
            write: impl FnOnce(&mut [Slot]) -> Result<u32, Error>,
        ) -> Vec<Slot> {
            let enough = 2 * (2 + self.images as usize) + 1;
            let mut table = vec![[!0; 4]; enough];
            let count = write(&mut table).unwrap() as usize;
            assert_eq!(count % 4, 0);
            let is_written = |slot: &Slot| *slot != [!0; 4];
            let images = table.iter().filter(|slot| !is_written(slot)).count();
            assert!(images >= 2 * self.images as usize);
            table.truncate(count / 4);
            table
        }

        /// Compares what the state writes with what is written from scratch.
        fn check(&self, draw: &Draw) {
            let Self { shape, images, buffers, bound, state } = self;
            let prepared = self.table(|words| state.table(draw, bound, words));
            let mut slots = [!0; 2];
            let from_scratch = self.table(|words| {
                table(draw, *shape, *images, buffers, words, &mut slots)
            });
            assert_eq!(prepared, from_scratch);
            for (index, buffer) in buffers.iter().enumerate() {
                assert_eq!(state.slot(draw, index), Ok(slots[index]));
                assert_eq!(
                    state.offset(draw, index, &bound[index], 5),
                    draw.attribute_offset(buffer, 5)
                );
            }
        }

        fn is_shared(&self, draw: &Draw) -> bool {
            self.buffers.iter().any(|buffer| {
                let rate = Rate::try_from(buffer.rate).unwrap();
                let rule = draw.mode_rule(rate, buffer.divisor);
                rule == ModeRule::DivisorBeyondIds
            })
        }
    }

    /// All pairs of buffers, or a few under miri.
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
            let bound =
                buffers.map(|b| BoundBuffer::new(b.address, b.size).unwrap());
            let mut state = VertexState::UNPREPARED;
            state
                .prepare(architecture, rounding, shape, images, &buffers)
                .unwrap();
            Case { shape, images, buffers, bound, state }
        })
    }

    #[test]
    fn a_state_writes_what_is_written_from_scratch() {
        let [mut divided, mut shared] = [0; 2];
        for (architecture, rounding, shape, images) in [
            (Architecture::V5, Rounding::Documented, TableShape::Packed, 0),
            (Architecture::V7, Rounding::Nearest, TableShape::Packed, 0),
            (Architecture::V7, Rounding::Documented, TableShape::Pairs, 0),
            (Architecture::V7, Rounding::Nearest, TableShape::Pairs, 2),
        ] {
            let draws = draws(architecture, rounding);
            for case in cases(architecture, rounding, shape, images) {
                for draw in &draws {
                    case.check(draw);
                    match case.is_shared(draw) {
                        true => shared += 1,
                        false => divided += 1,
                    }
                }
            }
        }
        assert!(divided > 200 && shared > 200, "{divided}, {shared}");
    }

    /// Every padded count below 2^32.
    fn padded_counts() -> impl Iterator<Item = u32> {
        let odd_parts = [1, 3, 5, 7, 9].into_iter();
        odd_parts.flat_map(|odd: u32| {
            (0..=odd.leading_zeros()).map(move |shift| odd << shift)
        })
    }

    #[test]
    fn every_padded_count_gives_the_table_from_scratch() {
        let rates = [(Rate::Vertex, 0), (Rate::Instance, 0)].into_iter();
        let divisors =
            (0..32).flat_map(|bit| [1, 3, 5, 7, 0x1F].map(|odd| odd << bit));
        let divisors = divisors.map(|divisor| (Rate::Instance, divisor));
        let all: Vec<VertexBuffer> = rates
            .chain(divisors)
            .map(|(rate, divisor)| VertexBuffer {
                rate: rate as u32,
                divisor,
                ..VERTEX
            })
            .collect();
        let step = if cfg!(miri) { 17 } else { 1 };
        for rounding in [Rounding::Documented, Rounding::Nearest] {
            for buffers in all.chunks(VERTEX_STATE_BUFFERS) {
                let bound = vec![
                    BoundBuffer::new(VERTEX.address, VERTEX.size)
                        .unwrap();
                    buffers.len()
                ];
                let mut state = VertexState::UNPREPARED;
                let shape = TableShape::Packed;
                state
                    .prepare(Architecture::V6, rounding, shape, 0, buffers)
                    .unwrap();
                for count in padded_counts().step_by(step) {
                    let padded = PaddedCount::from_count(count);
                    // A draw as it would be resolved if one dispatch could
                    // hold two instances.
                    let draw = Draw {
                        rounding: rounding as u32,
                        padded_count: count,
                        instance_size: count,
                        table_key: 32 + padded.unwrap().size_byte(),
                        ..Draw::new(Architecture::V6)
                    };
                    let (mut words, mut expected) =
                        ([[!0; 4]; 33], [[!0; 4]; 33]);
                    let mut slots = [0; VERTEX_STATE_BUFFERS];
                    let written = table(
                        &draw,
                        shape,
                        0,
                        buffers,
                        &mut expected,
                        &mut slots,
                    );
                    assert_eq!(state.table(&draw, &bound, &mut words), written);
                    let end = written.unwrap() as usize / 4;
                    assert_eq!(words[..end], expected[..end], "{count}");
                    for (index, &slot) in
                        slots[..buffers.len()].iter().enumerate()
                    {
                        assert_eq!(state.slot(&draw, index), Ok(slot));
                    }
                }
            }
        }
    }

    #[test]
    fn records_are_mended_from_the_shift_that_makes_one_beyond_ids() {
        let mended_from = |buffers: &[VertexBuffer]| {
            let (v7, rounding) = (Architecture::V7, Rounding::Nearest);
            let mut state = VertexState::UNPREPARED;
            state.prepare(v7, rounding, TableShape::Pairs, 0, buffers).unwrap();
            state.variants.map(|variant| variant.mended_from)
        };
        let rate = Rate::Instance as u32;
        let instance = |divisor| VertexBuffer { rate, divisor, ..VERTEX };
        // Never, because shifts are below 32.
        assert_eq!(mended_from(&[VERTEX]), [32; 6]);
        // No shift is added if all instances share one element.
        assert_eq!(mended_from(&[VERTEX, instance(0)]), [1; 6]);
        assert_eq!(mended_from(&[UNUSED, VERTEX]), [0; 6]);
        // By the odd parts: 3 << 31 has 33 bits.
        let all = [instance(1), instance(1 << 20), instance(u32::MAX)];
        assert_eq!(mended_from(&all[..1]), [1, 32, 31, 30, 30, 29]);
        for buffers in [[all[0], all[1]], [all[1], VERTEX]] {
            assert_eq!(mended_from(&buffers), [1, 12, 11, 10, 10, 9]);
        }
        assert_eq!(mended_from(&all), [1; 6]);
    }

    #[test]
    fn only_a_prepared_state_with_its_buffers_is_used() {
        let mut state = VertexState::UNPREPARED;
        let mut draw = Draw::new(Architecture::V7);
        draw.resolve().unwrap();
        let bound = [BoundBuffer::default(); 3];
        let table = |state: &VertexState, count, capacity| {
            let mut words = [[!0; 4]; 9];
            state.table(&draw, &bound[..count], &mut words[..capacity])
        };
        assert_eq!(table(&state, 0, 9), Err(Error::NotPrepared));
        assert_eq!(state.slot(&draw, 0), Err(Error::NotPrepared));
        let offset = state.offset(&draw, 0, &bound[0], 0);
        assert_eq!(offset, Err(Error::NotPrepared));

        let mut prepare = |shape, images, buffers: &[VertexBuffer]| {
            let (v7, rounding) = (Architecture::V7, Rounding::Nearest);
            let result = state.prepare(v7, rounding, shape, images, buffers);
            assert_eq!(state.buffer_count().is_ok(), result.is_ok());
            result
        };
        use TableShape::{Packed, Pairs};
        assert_eq!(prepare(Packed, 0, &[VERTEX]), Ok(()));
        assert_eq!(
            prepare(Pairs, 0, &[VERTEX; VERTEX_STATE_BUFFERS + 1]),
            Err(Error::BufferCount)
        );
        assert_eq!(
            prepare(Packed, 1, &[VERTEX]),
            Err(Error::ImagesInPackedTable)
        );
        assert_eq!(
            prepare(Packed, 0, &[VERTEX, UNUSED]),
            Err(Error::UnusedBuffer)
        );
        assert_eq!(
            prepare(Pairs, 0, &[VertexBuffer { rate: 3, ..VERTEX }]),
            Err(Error::UnknownRate)
        );
        assert_eq!(prepare(Pairs, 0, &[VERTEX; VERTEX_STATE_BUFFERS]), Ok(()));
        assert_eq!(prepare(Pairs, 1, &[VERTEX, UNUSED]), Ok(()));
        assert_eq!(table(&state, 2, 7), Ok(28));
        assert_eq!(table(&state, 2, 6), Err(Error::TableFull));
        assert_eq!(table(&state, 1, 7), Err(Error::BufferCount));
        assert_eq!(table(&state, 3, 7), Err(Error::BufferCount));
        let offset = |index| state.offset(&draw, index, &bound[0], 7);
        assert_eq!(offset(0), Ok(7));
        assert_eq!(offset(1), Err(Error::UnusedBuffer));
        assert_eq!(offset(2), Err(Error::BufferCount));
        assert_eq!(state.slot(&draw, 1), Ok(2));
        assert_eq!(state.slot(&draw, 2), Err(Error::BufferCount));
        let attribute = |buffer, format, room| {
            let element = VertexElement { buffer, format, source_offset: 7 };
            let mut words = [[!0; 2]; 1];
            let words = &mut words[..room];
            state.attributes(&draw, &bound[..2], &[element], words)?;
            Ok(words[0])
        };
        assert_eq!(attribute(0, 3, 1), Ok([0xE00, 7]));
        assert_eq!(attribute(NO_BUFFER, 3, 1), Ok([0; 2]));
        assert_eq!(attribute(1, 3, 1), Err(Error::UnusedBuffer));
        assert_eq!(attribute(2, 3, 1), Err(Error::BufferCount));
        assert_eq!(attribute(0, 1 << 22, 1), Err(Error::FormatRange));
        assert_eq!(attribute(0, 3, 0), Err(Error::TableFull));
        let unresolved = Draw { table_key: 192, ..draw };
        assert_eq!(state.slot(&unresolved, 0), Err(Error::NotResolved));

        let changed = VertexState { buffer_count: 17, ..state };
        assert_eq!(table(&changed, 2, 7), Err(Error::NotPrepared));
        // Never more words than there are.
        let changed = VertexState { terminator: u32::MAX, ..state };
        assert_eq!(table(&changed, 2, 7), Ok(28));
        let v9 = Architecture::V9;
        let (rounding, shape) = (Rounding::Nearest, Packed);
        assert_eq!(
            state.prepare(v9, rounding, shape, 0, &[]),
            Err(Error::NoAttributeRecords)
        );
        assert_eq!(table(&state, 0, 7), Err(Error::NotPrepared));
    }
}
