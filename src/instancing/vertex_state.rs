// SPDX-License-Identifier: MIT

//! Prepared vertex state: what a driver knows when vertex elements or a
//! pipeline are created, prepared for many draws.
//!
//! The padded count of a draw is 1, 3, 5, 7 or 9 times a power of two, and the
//! power of two only changes the shift of a record. So there are six variants
//! of every record: one for draws with one instance and one for each odd part.
//! They are prepared once; a draw selects its variant and adds its shift,
//! without a division.

use super::attribute::{BoundBuffer, Rate, VertexBuffer, LOW_BITS};
use super::attribute_descriptor::AttributeDescriptor;
use super::identity::identity;
use super::record::Slot;
use super::table::{finish, write, write_to_the_end, Layout, TableShape};
use super::template::{variant_distance, Template, Templates, MASKS, VARIANTS};
use super::{Architecture, Draw, DrawInfo, Rounding, UnusedLocation};
use crate::Error;

/// Maximum number of buffers in a prepared state.
pub const VERTEX_STATE_BUFFERS: usize = 16;

/// The buffer of a location without an attribute.
pub const NO_BUFFER: u32 = 0xFFFF_FFFF_u32;

/// An attribute.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(C)]
pub struct VertexElement {
    /// Its buffer's index in the state, or DRAL_NO_BUFFER; then nothing else is
    /// read.
    pub buffer: u32,
    /// The hardware's format number, 22 bits.
    pub format: u32,
    /// Its offset within an element of the buffer, in bytes.
    pub source_offset: u32,
}

/// Maximum number of attributes in a prepared state.
pub const VERTEX_STATE_ELEMENTS: usize = 32;

/// The maximum offset of an attribute within an element: the low bits of an
/// address can be added.
const MAX_SOURCE_OFFSET: u32 = i32::MAX as u32 - LOW_BITS;

/// An attribute without its draw and bound buffer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(C)]
pub struct PreparedElement {
    /// Word 0 of its descriptor for slot 0, or of a location without an
    /// attribute.
    pub word: u32,
    /// Its offset within an element of the buffer, in bytes.
    pub source_offset: u32,
    /// Its buffer's index in the state, or DRAL_NO_BUFFER.
    pub buffer: u32,
}

impl PreparedElement {
    /// A location without an attribute.
    const NONE: Self = Self { word: 0, source_offset: 0, buffer: NO_BUFFER };

    /// The attribute of an element in a state with these buffers. `unused` is
    /// the word of a location without an attribute.
    fn new(
        element: &VertexElement,
        buffers: &[VertexBuffer],
        unused: u32,
    ) -> Result<Self, Error> {
        let VertexElement { buffer, .. } = *element;
        if buffer == NO_BUFFER {
            return Ok(Self { word: unused, ..Self::NONE });
        }
        let VertexElement { format, source_offset, .. } = *element;
        match buffers.get(buffer as usize) {
            None => return Err(Error::BufferCount),
            Some(buffer) if buffer.rate == Rate::Unused as u32 => {
                return Err(Error::UnusedBuffer);
            }
            Some(_) => {}
        }
        if source_offset > MAX_SOURCE_OFFSET {
            return Err(Error::OffsetRange);
        }
        let descriptor = AttributeDescriptor { slot: 0, format, offset: 0 };
        let [word, _] = descriptor.pack()?;
        Ok(Self { word, source_offset, buffer })
    }
}

/// How a state's tables and attribute descriptors are written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct VertexStateRules {
    /// v4 to v7.
    pub architecture: Architecture,
    /// How magic divisors are rounded.
    pub rounding: Rounding,
    /// The shape of the table.
    pub shape: TableShape,
    /// Images in a table of pairs; otherwise 0.
    pub image_count: u32,
    /// The descriptor of a location without an attribute.
    pub unused_location: UnusedLocation,
}

impl VertexStateRules {
    /// Without images; locations without an attribute read zeros.
    pub const fn new(
        architecture: Architecture,
        rounding: Rounding,
        shape: TableShape,
    ) -> Self {
        let unused_location = UnusedLocation::ReadsZero;
        Self { architecture, rounding, shape, image_count: 0, unused_location }
    }
}

/// Distinguishes a prepared state from other memory. The low bits are those of
/// [`draws`].
const SEAL: u32 = 0x6C61_7264 & !15;

/// The draws for which a state is prepared: 8 to 15, from an architecture of 4
/// to 7 and a rounding.
const fn draws(architecture: u32, rounding: u32) -> u32 {
    architecture.wrapping_mul(2).wrapping_add(rounding)
}

/// The part of a state for one variant of draws.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C)]
pub struct VertexStateVariant {
    /// The slots of the buffers in a table.
    pub slots: [u8; VERTEX_STATE_BUFFERS],
    /// Private: at this shift of a draw or more, all threads read one element.
    pub shared_from: [u8; VERTEX_STATE_BUFFERS],
    /// The slot after the records and images.
    pub end: u32,
    /// Private: below this shift, every record is its template plus the shift.
    pub plain_below: u32,
    /// Private: 0.
    pub padding: [u32; 2],
    /// The records for a shift of 0.
    pub templates: [Template; VERTEX_STATE_BUFFERS],
}

/// What draws with the same vertex buffers and attributes share. Only
/// dral_vertex_state_prepare writes it. You may copy it, move it and read every
/// field that is not private.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C)]
pub struct VertexState {
    /// Private: the Ascon-Hash256 digest of all inputs.
    pub identity: [u64; 4],
    /// Private.
    pub seal: u32,
    /// Number of buffers.
    pub buffer_count: u32,
    /// Number of attributes.
    pub element_count: u32,
    /// Private.
    pub terminator: u32,
    /// The strides of per-instance buffers; 0 for others.
    pub instance_strides: [u32; VERTEX_STATE_BUFFERS],
    /// Private: the bits of a bound buffer in its record, and the bits to which
    /// the shift of a draw is added.
    pub masks: [[u32; 4]; 2],
    /// By the variant of the draw: table_key / 32 - 1.
    pub variants: [VertexStateVariant; VARIANTS],
    /// The attributes.
    pub elements: [PreparedElement; VERTEX_STATE_ELEMENTS],
}

impl VertexStateVariant {
    /// Whether a buffer is unused. No other buffer has a record that is never
    /// its template plus the shift.
    pub(super) const fn has_unused(&self) -> bool {
        self.plain_below == 0
    }

    const EMPTY: Self = Self {
        slots: [0; VERTEX_STATE_BUFFERS],
        shared_from: [0; VERTEX_STATE_BUFFERS],
        end: 0,
        plain_below: 0,
        padding: [0; 2],
        templates: [Template::NONE; VERTEX_STATE_BUFFERS],
    };

    /// Prepares the records of these buffers, at most
    /// [`VERTEX_STATE_BUFFERS`].
    fn prepare(
        &mut self,
        templates: &Templates,
        layout: Layout,
        buffers: &[VertexBuffer],
        rates: &[Rate; VERTEX_STATE_BUFFERS],
    ) {
        self.slots = [0; VERTEX_STATE_BUFFERS];
        self.plain_below = 32;
        let mut next = 0;
        for (index, (buffer, &rate)) in buffers.iter().zip(rates).enumerate() {
            let VertexBuffer { stride, divisor, .. } = *buffer;
            let (template, more) = templates.get(rate, divisor);
            let template = template.with_stride(stride);
            let shared_from = match rate {
                Rate::Vertex => 32,
                Rate::Instance => template.shared_from(),
                Rate::Unused => 0,
            };
            // Adding a shift of 0 to a shared record changes nothing; an
            // unused buffer never has a record.
            let plain_below = match rate {
                Rate::Unused => 0,
                _ => shared_from.max(1),
            };
            let place = layout.place(next, more);
            next = place.next;
            self.slots[index] = place.slot as u8;
            self.shared_from[index] = shared_from as u8;
            self.plain_below = self.plain_below.min(plain_below);
            self.templates[index] = template;
        }
        self.end = layout.end(next);
    }
}

impl VertexState {
    /// Memory for a state. Every function except `prepare` refuses it.
    pub const UNPREPARED: Self = Self {
        identity: [0; 4],
        seal: 0,
        buffer_count: 0,
        element_count: 0,
        terminator: 0,
        instance_strides: [0; VERTEX_STATE_BUFFERS],
        masks: [[0; 4]; 2],
        variants: [VertexStateVariant::EMPTY; VARIANTS],
        elements: [PreparedElement::NONE; VERTEX_STATE_ELEMENTS],
    };

    /// Prepares the state for draws with these attributes and buffers, of
    /// which only rate, stride and divisor are read. On error it is not
    /// prepared.
    ///
    /// # Errors
    /// As `dral_vertex_state_prepare`.
    pub fn prepare(
        &mut self,
        rules: VertexStateRules,
        buffers: &[VertexBuffer],
        elements: &[VertexElement],
    ) -> Result<(), Error> {
        self.seal = 0;
        let VertexStateRules {
            architecture,
            rounding,
            shape,
            image_count,
            unused_location,
        } = rules;
        if !architecture.has_attribute_records() {
            return Err(Error::NoAttributeRecords);
        }
        if buffers.len() > VERTEX_STATE_BUFFERS {
            return Err(Error::BufferCount);
        }
        if elements.len() > VERTEX_STATE_ELEMENTS {
            return Err(Error::ElementCount);
        }
        let unused = AttributeDescriptor::unused(architecture, unused_location);
        let layout = Layout::new(architecture as u32, shape, image_count)?;
        let mut rates = [Rate::Unused; VERTEX_STATE_BUFFERS];
        for (rate, buffer) in rates.iter_mut().zip(buffers) {
            *rate = layout.rate(buffer.rate)?;
        }
        for (variant, prepared) in self.variants.iter_mut().enumerate() {
            let distance = variant_distance(variant);
            let templates = Templates::new(distance, rounding);
            prepared.prepare(&templates, layout, buffers, &rates);
        }
        for (stride, buffer) in self.instance_strides.iter_mut().zip(buffers) {
            let per_instance = buffer.rate == Rate::Instance as u32;
            *stride = if per_instance { buffer.stride } else { 0 };
        }
        for (prepared, element) in self.elements.iter_mut().zip(elements) {
            *prepared = PreparedElement::new(element, buffers, unused)?;
        }
        let elements = &self.elements[..elements.len()];
        self.identity = identity(rules, buffers, elements);
        self.buffer_count = buffers.len() as u32;
        self.element_count = elements.len() as u32;
        self.terminator = layout.terminator;
        self.masks = MASKS;
        self.seal = SEAL | draws(architecture as u32, rounding as u32);
        Ok(())
    }

    /// The number of buffers, if the state was prepared for draws like this.
    fn buffer_count(&self, draw: &Draw) -> Result<usize, Error> {
        let DrawInfo { architecture, rounding, .. } = draw.info;
        let count = self.buffer_count as usize;
        let seal = SEAL.wrapping_add(draws(architecture, rounding));
        if self.seal == seal && count <= VERTEX_STATE_BUFFERS {
            Ok(count)
        } else {
            Err(self.refusal(draw))
        }
    }

    /// Why the state is of no use for a draw.
    #[cold]
    #[inline(never)]
    fn refusal(&self, draw: &Draw) -> Error {
        let is_prepared = matches!(self.seal ^ SEAL, 8..=15)
            && self.buffer_count as usize <= VERTEX_STATE_BUFFERS;
        match draw.variant_and_shift() {
            _ if !is_prepared => Error::NotPrepared,
            Err(error) => error,
            Ok(_) => Error::StateMismatch,
        }
    }

    /// Checks that the state was prepared for this number of buffers, and for
    /// draws like this.
    pub(super) fn has_buffers(
        &self,
        draw: &Draw,
        count: usize,
    ) -> Result<(), Error> {
        if self.buffer_count(draw)? == count {
            Ok(())
        } else {
            Err(Error::BufferCount)
        }
    }

    /// The variant for a draw, and the number that the draw adds to shifts.
    pub(super) fn variant(
        &self,
        draw: &Draw,
    ) -> Result<(&VertexStateVariant, u32), Error> {
        let (variant, shift) = draw.variant_and_shift()?;
        let variant = self.variants.get(variant).ok_or(Error::NotResolved)?;
        Ok((variant, shift))
    }

    /// Writes the table of a draw with the bound buffers to the beginning of
    /// `words`. Returns the number of words in the table. The words of images
    /// are unchanged; up to 4 words after the table may be written. Words and
    /// slots are the same as from [`table`].
    ///
    /// [`table`]: super::table()
    ///
    /// # Errors
    /// As `dral_vertex_state_table`.
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
    /// let rules = VertexStateRules::new(Architecture::V7, rounding, shape);
    /// state.prepare(rules, &[colors], &[])?;
    ///
    /// let draw = DrawInfo {
    ///     vertex_count: 70,
    ///     instance_count: 100,
    ///     ..DrawInfo::new(Architecture::V7, Idvs::No)
    /// }
    /// .resolve()?;
    /// let bound = [BoundBuffer::new(0x1000, 4096)?];
    /// let mut words = [[0; 4]; 3];
    /// assert_eq!(state.table(&draw, &bound, &mut words), Ok(3 * 4));
    /// let record = AttributeRecord::unpack(words.as_flattened())?;
    /// assert_eq!(record.element(72 * 50), Ok(50 / 3));
    /// # Ok::<(), dral::Error>(())
    /// ```
    pub fn table(
        &self,
        draw: &Draw,
        buffers: &[BoundBuffer],
        words: &mut [Slot],
    ) -> Result<u32, Error> {
        self.has_buffers(draw, buffers.len())?;
        let (variant, shift) = self.variant(draw)?;
        // The loop below writes two slots for each record, also where the table
        // ends with the first of them.
        if shift >= variant.plain_below || words.len() <= variant.end as usize {
            return self.table_record_by_record(draw, buffers, words);
        }
        let records = variant.slots.iter().zip(&variant.templates);
        for (bound, (&slot, template)) in buffers.iter().zip(records) {
            let first = template.record(bound, shift, &self.masks);
            write(words, slot.into(), first, template.second)?;
        }
        finish(words, variant.end, self.terminator)
    }

    /// The same if the table just fits, or if some records are not just a
    /// template, a bound buffer and a shift: unused buffers, and hardware
    /// divisors of 2^32 or more, where all threads read one element.
    #[cold]
    #[inline(never)]
    fn table_record_by_record(
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
            write_to_the_end(words, slot.into(), first, template.second)?;
        }
        finish(words, variant.end, self.terminator)
    }

    /// As `dral_vertex_state_end`.
    ///
    /// # Errors
    /// As `dral_vertex_state_end`.
    pub fn end(&self, draw: &Draw) -> Result<u32, Error> {
        self.buffer_count(draw)?;
        let end = self.variant(draw)?.0.end;
        let has_ids = draw.info.architecture <= Architecture::V5 as u32;
        let zero_slots = self.terminator & u32::from(has_ids);
        Ok(end.saturating_add(zero_slots))
    }

    /// The slot of a buffer in the tables of a draw, for its attributes.
    ///
    /// # Errors
    /// As `dral_vertex_state_slot`.
    pub fn slot(&self, draw: &Draw, index: usize) -> Result<u32, Error> {
        let (variant, _) = self.variant(draw)?;
        let slots = variant.slots.get(..self.buffer_count(draw)?);
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
    pub fn offset(
        &self,
        draw: &Draw,
        index: usize,
        buffer: &BoundBuffer,
        source_offset: u32,
    ) -> Result<i32, Error> {
        if index >= self.buffer_count(draw)? {
            return Err(Error::BufferCount);
        }
        let (variant, shift) = self.variant(draw)?;
        let (Some(template), Some(&stride), Some(&from)) = (
            variant.templates.get(index),
            self.instance_strides.get(index),
            variant.shared_from.get(index),
        ) else {
            return Err(Error::BufferCount);
        };
        if !template.exists() {
            return Err(Error::UnusedBuffer);
        }
        let moves = shift < from.into();
        let start = if moves { draw.info.offset_start } else { 0 };
        draw.offset(buffer, stride, start, source_offset)
    }

    /// Writes the descriptors of the attributes: for each, the slot of its
    /// buffer in the table, its format and its offset; for a location without
    /// an attribute what `unused_location` selected. Returns the number of
    /// words, 2 for each.
    ///
    /// # Errors
    /// As `dral_vertex_state_attributes`.
    pub fn attributes(
        &self,
        draw: &Draw,
        buffers: &[BoundBuffer],
        words: &mut [[u32; 2]],
    ) -> Result<u32, Error> {
        self.has_buffers(draw, buffers.len())?;
        let elements = self.elements.get(..self.element_count as usize);
        let elements = elements.ok_or(Error::NotPrepared)?;
        let words =
            words.get_mut(..elements.len()).ok_or(Error::OutputTooSmall)?;
        let (variant, _) = self.variant(draw)?;
        // With one instance (variant 0), the start moves nothing.
        let start = match draw.variant_and_shift()? {
            (0, _) => 0,
            _ => draw.info.offset_start,
        };
        if start != 0 || draw.info.base_instance != 0 {
            return self.moved_attributes(draw, start, buffers, words);
        }
        // It fits, because prepare checked that.
        self.write_attributes(variant, buffers, words, |bound, _, offset| {
            Ok(offset.wrapping_add(bound.low_bits()))
        })
    }

    /// The same for a draw with a start or a base instance. Most draws have
    /// neither, and take half the instructions.
    #[inline(never)]
    fn moved_attributes(
        &self,
        draw: &Draw,
        start: i32,
        buffers: &[BoundBuffer],
        words: &mut [[u32; 2]],
    ) -> Result<u32, Error> {
        let (variant, shift) = self.variant(draw)?;
        self.write_attributes(variant, buffers, words, |bound, at, offset| {
            let moves = shift < variant.shared_from[at].into();
            let start = if moves { start } else { 0 };
            let stride = self.instance_strides[at];
            Ok(draw.offset(bound, stride, start, offset)? as u32)
        })
    }

    /// Writes the descriptors, with the offset that a function computes from
    /// the bound buffer, its index, and the attribute's offset in an element.
    #[inline(always)]
    fn write_attributes(
        &self,
        variant: &VertexStateVariant,
        buffers: &[BoundBuffer],
        words: &mut [[u32; 2]],
        offset: impl Fn(&BoundBuffer, usize, u32) -> Result<u32, Error>,
    ) -> Result<u32, Error> {
        for (element, words) in self.elements.iter().zip(words) {
            let PreparedElement { word, source_offset, buffer } = *element;
            let index = buffer as usize;
            let Some(bound) = buffers.get(index) else {
                if buffer != NO_BUFFER {
                    return Err(Error::NotPrepared);
                }
                *words = [word, 0];
                continue;
            };
            let index = index % VERTEX_STATE_BUFFERS;
            let slot = variant.slots[index];
            let offset = offset(bound, index, source_offset)?;
            *words = [word.wrapping_add(slot.into()), offset];
        }
        Ok(2 * self.element_count)
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::instancing::{table, Idvs, ModeRule, PaddedCount};
    use std::vec;
    use std::vec::Vec;

    pub(in crate::instancing) const VERTEX: VertexBuffer = VertexBuffer {
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
    pub(in crate::instancing) fn draws(
        architecture: Architecture,
        rounding: Rounding,
    ) -> Vec<Draw> {
        const STARTS: [(i32, u32); 4] =
            [(0, 0), (-3, 0), (0, 77), (i32::MAX, u32::MAX)];
        let counts = [1, 3, 5, 7, 70, 71, 72, (1 << 20) - 1, 3 << 28];
        let counts = counts.into_iter();
        let counts = counts.flat_map(|count| [(count, 1), (count, 2)]);
        let draws = counts.flat_map(|(vertex_count, instance_count)| {
            STARTS.map(|(offset_start, base_instance)| DrawInfo {
                rounding: rounding as u32,
                vertex_count,
                instance_count,
                offset_start,
                base_instance,
                ..DrawInfo::new(architecture, Idvs::No)
            })
        });
        draws.map(|info| info.resolve().unwrap()).collect()
    }

    /// The word of a location that reads zeros, by architecture.
    const READS_ZERO: [u32; 8] =
        [0, 0, 0, 0, 0x17E4_9200, 0x17E4_9200, 0x17E4_9200, 0x17C3_9E00];

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
            let end = state.end(draw).unwrap();
            assert_eq!(prepared.len(), (end + state.terminator) as usize);
            for (index, buffer) in buffers.iter().enumerate() {
                assert_eq!(state.slot(draw, index), Ok(slots[index]));
                assert_eq!(
                    state.offset(draw, index, &bound[index], 5),
                    draw.attribute_offset(buffer, 5)
                );
            }
            let mut words = [[!0; 2]; 2];
            let written = state.attributes(draw, bound, &mut words);
            let expected: Result<Vec<_>, Error> =
                (0..2).map(|index| self.descriptor(draw, index)).collect();
            assert_eq!(written.map(|_| words.to_vec()), expected);
        }

        /// The descriptor of the attribute in a buffer.
        fn descriptor(
            &self,
            draw: &Draw,
            index: usize,
        ) -> Result<[u32; 2], Error> {
            let VertexElement { buffer, format, source_offset } =
                element_in(&self.buffers, index);
            if buffer == NO_BUFFER {
                return Ok([READS_ZERO[draw.info.architecture as usize], 0]);
            }
            let buffer = &self.buffers[index];
            let offset = draw.attribute_offset(buffer, source_offset)?;
            let slot = self.state.slot(draw, index)?;
            AttributeDescriptor { slot, format, offset }.pack()
        }

        fn is_shared(&self, draw: &Draw) -> bool {
            self.buffers.iter().any(|buffer| {
                let rate = Rate::try_from(buffer.rate).unwrap();
                let rule = draw.mode_rule(rate, buffer.divisor);
                rule == Ok(ModeRule::DivisorBeyondIds)
            })
        }
    }

    /// An attribute in a buffer, or none if that is unused.
    fn element_in(buffers: &[VertexBuffer; 2], index: usize) -> VertexElement {
        let is_unused = buffers[index].rate == Rate::Unused as u32;
        let buffer = if is_unused { NO_BUFFER } else { index as u32 };
        VertexElement { buffer, ..ELEMENT }
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
                .prepare(
                    VertexStateRules {
                        image_count: images,
                        ..VertexStateRules::new(architecture, rounding, shape)
                    },
                    &buffers,
                    &[0, 1].map(|index| element_in(&buffers, index)),
                )
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
                    .prepare(
                        VertexStateRules::new(
                            Architecture::V6,
                            rounding,
                            shape,
                        ),
                        buffers,
                        &[],
                    )
                    .unwrap();
                for count in padded_counts().step_by(step) {
                    let padded = PaddedCount::from_count(count);
                    // A draw as it would be resolved if one dispatch could
                    // hold two instances.
                    let draw = Draw {
                        info: DrawInfo {
                            rounding: rounding as u32,
                            ..DrawInfo::new(Architecture::V6, Idvs::No)
                        },
                        padded_count: count,
                        instance_size: count,
                        table_key: 64 + padded.unwrap().size_byte(),
                        ..Draw::default()
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
    fn records_are_plain_below_the_shift_that_makes_one_beyond_ids() {
        let plain_below = |buffers: &[VertexBuffer]| {
            let (v7, rounding) = (Architecture::V7, Rounding::Documented);
            let mut state = VertexState::UNPREPARED;
            let shape = TableShape::Pairs;
            state
                .prepare(
                    VertexStateRules::new(v7, rounding, shape),
                    buffers,
                    &[],
                )
                .unwrap();
            state.variants.map(|variant| variant.plain_below)
        };
        let rate = Rate::Instance as u32;
        let instance = |divisor| VertexBuffer { rate, divisor, ..VERTEX };
        // Never, because shifts are below 32.
        assert_eq!(plain_below(&[VERTEX]), [32; 6]);
        // No shift is added if all instances share one element.
        assert_eq!(plain_below(&[VERTEX, instance(0)]), [1; 6]);
        assert_eq!(plain_below(&[UNUSED, VERTEX]), [0; 6]);
        // By the odd parts: 3 << 31 has 33 bits.
        let all = [instance(1), instance(1 << 20), instance(u32::MAX)];
        assert_eq!(plain_below(&all[..1]), [1, 32, 31, 30, 30, 29]);
        for buffers in [[all[0], all[1]], [all[1], VERTEX]] {
            assert_eq!(plain_below(&buffers), [1, 12, 11, 10, 10, 9]);
        }
        assert_eq!(plain_below(&all), [1; 6]);
    }

    #[test]
    fn only_a_prepared_state_with_its_buffers_is_used() {
        let mut state = VertexState::UNPREPARED;
        let draw = DrawInfo::new(Architecture::V7, Idvs::No).resolve().unwrap();
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
            let (v7, rounding) = (Architecture::V7, Rounding::Documented);
            let result = state.prepare(
                VertexStateRules {
                    image_count: images,
                    ..VertexStateRules::new(v7, rounding, shape)
                },
                buffers,
                &[],
            );
            assert_eq!(state.buffer_count(&draw).is_ok(), result.is_ok());
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
        assert_eq!(table(&state, 2, 6), Err(Error::OutputTooSmall));
        assert_eq!(table(&state, 1, 7), Err(Error::BufferCount));
        assert_eq!(table(&state, 3, 7), Err(Error::BufferCount));
        let offset = |index| state.offset(&draw, index, &bound[0], 7);
        assert_eq!(offset(0), Ok(7));
        assert_eq!(offset(1), Err(Error::UnusedBuffer));
        assert_eq!(offset(2), Err(Error::BufferCount));
        assert_eq!(state.slot(&draw, 1), Ok(2));
        // Also where an earlier state had buffers.
        assert_eq!(state.slot(&draw, 2), Err(Error::BufferCount));
        assert_eq!(state.variants[0].slots[2..], [0; 14]);
        for table_key in [0, 31, 32 * 7, u32::MAX] {
            let unresolved = Draw { table_key, ..draw };
            let error = Error::NotResolved;
            assert_eq!(state.slot(&unresolved, 0), Err(error));
            let offset = state.offset(&unresolved, 0, &bound[0], 7);
            assert_eq!(offset, Err(error));
            let mut words = [[0; 4]; 7];
            let table = state.table(&unresolved, &bound[..2], &mut words);
            assert_eq!(table, Err(error));
            let attributes =
                state.attributes(&unresolved, &bound[..2], &mut []);
            assert_eq!(attributes, Err(error));
        }

        let changed = VertexState { buffer_count: 17, ..state };
        assert_eq!(table(&changed, 2, 7), Err(Error::NotPrepared));
        // Never more words than there are.
        let changed = VertexState { terminator: u32::MAX, ..state };
        assert_eq!(table(&changed, 2, 7), Ok(28));
        let v9 = Architecture::V9;
        let (rounding, shape) = (Rounding::Nearest, Packed);
        assert_eq!(
            state.prepare(VertexStateRules::new(v9, rounding, shape), &[], &[]),
            Err(Error::NoAttributeRecords)
        );
        assert_eq!(table(&state, 0, 7), Err(Error::NotPrepared));
    }

    #[test]
    fn a_state_that_is_prepared_again_keeps_nothing() {
        let prepare = |state: &mut VertexState, architecture, count| {
            let (rounding, shape) = (Rounding::Documented, TableShape::Packed);
            let (buffers, elements) =
                (vec![VERTEX; count], vec![ELEMENT; count]);
            state
                .prepare(
                    VertexStateRules::new(architecture, rounding, shape),
                    &buffers,
                    &elements,
                )
                .unwrap();
        };
        // Two attributes and a zero slot at the end, then one and none.
        let mut state = VertexState::UNPREPARED;
        prepare(&mut state, Architecture::V7, 2);
        prepare(&mut state, Architecture::V5, 1);
        let draw = DrawInfo::new(Architecture::V5, Idvs::No).resolve().unwrap();
        let bound = [BoundBuffer::NOTHING];
        let mut words = [[!0; 2]; 2];
        assert_eq!(state.attributes(&draw, &bound, &mut words), Ok(2));
        assert_eq!(words[1], [!0; 2]);
        let mut words = [[!0; 4]; 3];
        assert_eq!(state.table(&draw, &bound, &mut words), Ok(4));
        // Also where it just fits.
        let (just, rest) = words.split_at_mut(1);
        (just[0], rest[0]) = ([!0; 4], [!0; 4]);
        assert_eq!(state.table(&draw, &bound, just), Ok(4));
        assert_eq!(just[0][0], 1);
        assert_eq!(rest[0], [!0; 4]);
        assert_eq!(
            state.table(&draw, &bound, &mut []),
            Err(Error::OutputTooSmall)
        );
    }

    /// A state of pairs with these elements, a buffer per vertex and an unused
    /// one.
    pub(in crate::instancing) fn with_elements(
        elements: &[VertexElement],
    ) -> Result<VertexState, Error> {
        let mut state = VertexState::UNPREPARED;
        let (v7, rounding) = (Architecture::V7, Rounding::Documented);
        let (shape, buffers) = (TableShape::Pairs, [VERTEX, UNUSED]);
        state.prepare(
            VertexStateRules::new(v7, rounding, shape),
            &buffers,
            elements,
        )?;
        Ok(state)
    }

    pub(in crate::instancing) const ELEMENT: VertexElement =
        VertexElement { buffer: 0, format: 3, source_offset: 7 };

    #[test]
    fn elements_are_checked_when_the_state_is_prepared() {
        let element = |element| with_elements(&[ELEMENT, element]).err();
        let other = |buffer| VertexElement { buffer, ..ELEMENT };
        assert_eq!(element(ELEMENT), None);
        assert_eq!(element(other(NO_BUFFER)), None);
        assert_eq!(element(other(1)), Some(Error::UnusedBuffer));
        for buffer in [2, 16, 1 << 16, NO_BUFFER - 1] {
            assert_eq!(element(other(buffer)), Some(Error::BufferCount));
        }
        let format = |format| element(VertexElement { format, ..ELEMENT });
        assert_eq!(format((1 << 22) - 1), None);
        assert_eq!(format(1 << 22), Some(Error::FormatRange));
        let offset =
            |source_offset| element(VertexElement { source_offset, ..ELEMENT });
        assert_eq!(offset(i32::MAX as u32 - 63), None);
        assert_eq!(offset(i32::MAX as u32 - 62), Some(Error::OffsetRange));
        let elements = |count| with_elements(&vec![ELEMENT; count]).err();
        assert_eq!(elements(VERTEX_STATE_ELEMENTS), None);
        let one_more = elements(VERTEX_STATE_ELEMENTS + 1);
        assert_eq!(one_more, Some(Error::ElementCount));
        // Nothing else of a location without an attribute is read.
        let none = VertexElement {
            buffer: NO_BUFFER,
            format: u32::MAX,
            source_offset: u32::MAX,
        };
        let state = with_elements(&[none]).unwrap();
        let word = READS_ZERO[7];
        assert_eq!(
            state.elements[0],
            PreparedElement { word, ..PreparedElement::NONE }
        );
    }

    #[test]
    fn attributes_are_written_in_the_order_of_the_elements() {
        let none = VertexElement { buffer: NO_BUFFER, ..ELEMENT };
        let state = with_elements(&[ELEMENT, none, ELEMENT]).unwrap();
        let draw = DrawInfo::new(Architecture::V7, Idvs::No).resolve().unwrap();
        let bound = [BoundBuffer::new(63, 0).unwrap(); 2];
        let mut words = [[!0; 2]; 4];
        assert_eq!(state.attributes(&draw, &bound, &mut words), Ok(6));
        let zero = [0x17C3_9E00, 0];
        assert_eq!(words, [[0xE00, 70], zero, [0xE00, 70], [!0; 2]]);
        let full = state.attributes(&draw, &bound, &mut words[..2]);
        assert_eq!(full, Err(Error::OutputTooSmall));
        let missing = state.attributes(&draw, &bound[..1], &mut words);
        assert_eq!(missing, Err(Error::BufferCount));
        let changed = VertexState { element_count: 33, ..state };
        let attributes = changed.attributes(&draw, &bound, &mut words);
        assert_eq!(attributes, Err(Error::NotPrepared));
        let mut changed = state;
        changed.elements[0].buffer = 2;
        let attributes = changed.attributes(&draw, &bound, &mut words);
        assert_eq!(attributes, Err(Error::NotPrepared));
    }

    #[test]
    fn attributes_follow_the_inputs_of_a_draw_not_an_older_key() {
        let mut state = VertexState::UNPREPARED;
        let buffer =
            VertexBuffer { rate: Rate::Instance as u32, divisor: 3, ..VERTEX };
        let (v7, rounding) = (Architecture::V7, Rounding::Documented);
        let shape = TableShape::Packed;
        state
            .prepare(
                VertexStateRules::new(v7, rounding, shape),
                &[buffer],
                &[ELEMENT],
            )
            .unwrap();
        let bound = [BoundBuffer::new(0, 0).unwrap()];
        let draw =
            DrawInfo { instance_count: 2, ..DrawInfo::new(v7, Idvs::No) }
                .resolve()
                .unwrap();
        let stride = i64::from(VERTEX.stride);
        for (base_instance, offset_start) in [(0, 0), (5, 0), (0, 5), (5, 7)] {
            // Not resolved again.
            let info = DrawInfo { base_instance, offset_start, ..draw.info };
            let draw = Draw { info, ..draw };
            let mut words = [[!0; 2]];
            assert_eq!(state.attributes(&draw, &bound, &mut words), Ok(2));
            let moved = i64::from(base_instance) - i64::from(offset_start);
            assert_eq!(words[0][1], (7 + moved * stride) as u32);
        }
    }
}
