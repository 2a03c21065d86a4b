// SPDX-License-Identifier: MIT

//! Attribute descriptors of Valhall and later (v9 and later), whose hardware
//! provides vertex id and instance id separately: the API divisor divides, and
//! nothing is padded.

use super::field::{only_if, Field};
use super::{Architecture, MagicDivisor, Rate, Rounding};
use crate::number::from_number;
use crate::Error;

/// The inputs of an attribute descriptor (v9 and later).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[repr(C)]
pub struct ValhallSource {
    /// The Mali architecture, 9 to DRAL_ARCHITECTURE_LAST.
    pub architecture: u32,
    /// An enum dral_rounding.
    pub rounding: u32,
    /// An enum dral_rate. With DRAL_RATE_UNUSED only the architecture and the
    /// enums are read.
    pub rate: u32,
    /// Instances per element. Ignored for per-vertex data.
    pub divisor: u32,
    /// Bytes from one element to the next.
    pub stride: u32,
    /// The hardware's format number, 22 bits.
    pub format: u32,
    /// The table of the buffer, 6 bits.
    pub table: u32,
    /// The index of the buffer in its table.
    pub buffer_index: u32,
    /// Bytes from the beginning of the buffer to the attribute in element 0.
    pub offset: i32,
    /// The first instance. Ignored for per-vertex data.
    pub base_instance: u32,
    /// An enum dral_divisor_one.
    pub divisor_one: u32,
    /// An enum dral_unused_location.
    pub unused_location: u32,
}

/// How the divisor 1 is encoded. Both forms read the same element.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(C)]
pub enum DivisorOne {
    /// "1D POT Divisor" with a shift of 0, as Gallium writes. The default.
    PotDivisor = 0,
    /// "1D", as PanVK writes.
    OneDimensional = 1,
}

from_number!(DivisorOne, else UnknownDivisorOne, PotDivisor, OneDimensional);

/// The descriptor of a location that the shader reads but no attribute feeds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(C)]
pub enum UnusedLocation {
    /// Reads return 0. The default. v4 to v7: format CONSTANT with the
    /// component order 0000, as in Gallium. v9 and later: format R16F in table
    /// 17, which no shader has, as in PanVK since commit 6eccd73966.
    ReadsZero = 0,
    /// All words 0, as in PanVK of Mesa 26.2.0-rc1. On v9 and later reads
    /// sometimes return 0001; on v4 to v7 nobody has specified them.
    NullDescriptor = 1,
}

from_number!(UnusedLocation, else UnknownFlag, ReadsZero, NullDescriptor);

/// A table that no shader has.
const INVALID_TABLE: u32 = 17;

/// R16F with the component order RGBA.
const R16F: u32 = 199 << 12;

impl ValhallSource {
    /// Per-vertex data at the beginning of buffer 0 in table 0, all other
    /// values 0.
    pub fn new(architecture: Architecture) -> Self {
        Self { architecture: architecture as u32, ..Self::default() }
    }
}

/// The type of an attribute, as stored.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(C)]
pub enum ValhallType {
    /// A Null Descriptor, all 0, or only a format and a table.
    Null = 0,
    /// "1D": the id is the element.
    OneDimensional = 1,
    /// "1D POT Divisor": a shift divides.
    PotDivisor = 2,
    /// "1D NPOT Divisor": a magic divisor divides.
    NpotDivisor = 3,
}

impl ValhallType {
    /// The name of the type in drivers.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Null => "no attribute",
            Self::OneDimensional => "1D",
            Self::PotDivisor => "1D POT Divisor",
            Self::NpotDivisor => "1D NPOT Divisor",
        }
    }
}

from_number!(
    ValhallType, else NotADescriptor, Null, OneDimensional, PotDivisor,
    NpotDivisor
);

/// Which id is divided, as stored.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(C)]
pub enum Frequency {
    /// The vertex id.
    Vertex = 0,
    /// The instance id.
    Instance = 1,
}

from_number!(Frequency, else NotADescriptor, Vertex, Instance);

/// How an attribute computes an element from its id, with the fields that it
/// uses.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ValhallMode {
    /// The id.
    OneDimensional,
    /// The id >> shift.
    PotDivisor {
        /// log2 of the API divisor, 0 to 31.
        shift: u32,
    },
    /// The id / API divisor.
    NpotDivisor {
        /// The magic divisor of the API divisor.
        magic: MagicDivisor,
    },
}

impl ValhallMode {
    /// The attribute type of the mode.
    pub const fn attribute_type(&self) -> ValhallType {
        match self {
            Self::OneDimensional => ValhallType::OneDimensional,
            Self::PotDivisor { .. } => ValhallType::PotDivisor,
            Self::NpotDivisor { .. } => ValhallType::NpotDivisor,
        }
    }
}

// Source: docs/reference/instancing.md, "Valhall and later".
const DESCRIPTOR_TYPE: Field = Field::bits(0, 3);
const ATTRIBUTE_TYPE: Field = Field::bits(4, 7);
const OFFSET_ENABLE: Field = Field::bit(8);
const FORMAT: Field = Field::bits(10, 31);
const TABLE: Field = Field::bits(32, 32 + 5);
const FREQUENCY: Field = Field::bits(32 + 6, 32 + 7);
const SHIFT: Field = Field::bits(32 + 24, 32 + 28);
const EXTRA_FLAGS: Field = Field::bit(32 + 29);
const OFFSET: Field = Field::word(2);
const BUFFER_INDEX: Field = Field::word(3);
const STRIDE: Field = Field::word(4);
const MAGIC: Field = Field::bits(32 * 5, 32 * 5 + 30);

/// The descriptor type of an attribute.
const ATTRIBUTE: u32 = 5;

/// An attribute descriptor of v9 and later. Fields that the type does not use
/// are 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(C)]
pub struct ValhallAttribute {
    /// An enum dral_valhall_type.
    pub r#type: u32,
    /// An enum dral_frequency.
    pub frequency: u32,
    /// 1 if the hardware adds the draw's offset to the id.
    pub offset_enable: u32,
    /// The format, 22 bits.
    pub format: u32,
    /// The table of the buffer, 6 bits.
    pub table: u32,
    /// The index of the buffer in its table.
    pub buffer_index: u32,
    /// Bytes from one element to the next; 0 if all threads share one.
    pub stride: u32,
    /// Bytes from the beginning of the buffer to the attribute.
    pub offset: i32,
    /// R: a shift, 0 to 31.
    pub shift: u32,
    /// E: extra flags of an NPOT divisor, 0 or 1.
    pub extra_flags: u32,
    /// The magic of an NPOT divisor, bit 31 clear.
    pub magic: u32,
}

impl ValhallAttribute {
    /// The Null Descriptor.
    const NULL: Self = Self {
        r#type: ValhallType::Null as u32,
        frequency: 0,
        offset_enable: 0,
        format: 0,
        table: 0,
        buffer_index: 0,
        stride: 0,
        offset: 0,
        shift: 0,
        extra_flags: 0,
        magic: 0,
    };

    /// An attribute of a table that no shader has.
    const OUT_OF_BOUNDS: Self =
        Self { format: R16F, table: INVALID_TABLE, ..Self::NULL };

    /// The descriptor of an attribute.
    ///
    /// # Errors
    /// As `dral_valhall_attribute`.
    ///
    /// ```
    /// use dral::instancing::*;
    /// let source = ValhallSource {
    ///     rate: Rate::Instance as u32,
    ///     divisor: 1000,
    ///     ..ValhallSource::new(Architecture::V9)
    /// };
    /// let attribute = ValhallAttribute::new(&source)?;
    /// let magic = MagicDivisor::new(1000, Rounding::Documented)?;
    /// assert_eq!(attribute.mode(), Ok(ValhallMode::NpotDivisor { magic }));
    /// # Ok::<(), dral::Error>(())
    /// ```
    pub fn new(source: &ValhallSource) -> Result<Self, Error> {
        let architecture = Architecture::try_from(source.architecture)?;
        let rounding = Rounding::try_from(source.rounding)?;
        let rate = Rate::try_from(source.rate)?;
        let divisor_one = DivisorOne::try_from(source.divisor_one)?;
        let unused_location = UnusedLocation::try_from(source.unused_location)?;
        if architecture.has_attribute_records() {
            return Err(Error::NoAttributeDescriptors);
        }
        if rate == Rate::Unused {
            return Ok(match unused_location {
                UnusedLocation::ReadsZero => Self::OUT_OF_BOUNDS,
                UnusedLocation::NullDescriptor => Self::NULL,
            });
        }
        let per_instance = rate == Rate::Instance;
        let divisor = only_if(per_instance, source.divisor);
        let as_pot = divisor_one == DivisorOne::PotDivisor;
        let (r#type, magic) = if divisor == 0 || (divisor == 1 && !as_pot) {
            (ValhallType::OneDimensional, NOTHING)
        } else if divisor.is_power_of_two() {
            let shift = divisor.trailing_zeros();
            (ValhallType::PotDivisor, MagicDivisor { shift, ..NOTHING })
        } else {
            let magic = MagicDivisor::compute(divisor, rounding);
            (ValhallType::NpotDivisor, magic)
        };
        let base = only_if(per_instance, source.base_instance);
        // A product beyond 32 bits cannot be reduced to a valid offset.
        let bytes = u64::from(base) * u64::from(source.stride);
        let offset = u32::try_from(bytes)
            .ok()
            .and_then(|bytes| {
                let offset = i64::from(bytes) + i64::from(source.offset);
                i32::try_from(offset).ok()
            })
            .ok_or(Error::OffsetRange)?;
        let MagicDivisor { magic, shift, extra_flags } = magic;
        let frequency =
            if per_instance { Frequency::Instance } else { Frequency::Vertex };
        let attribute = Self {
            r#type: r#type as u32,
            frequency: frequency as u32,
            offset_enable: (!per_instance).into(),
            format: source.format,
            table: source.table,
            buffer_index: source.buffer_index,
            stride: only_if(!per_instance || divisor != 0, source.stride),
            offset,
            shift,
            extra_flags,
            magic,
        };
        attribute.check_widths()?;
        Ok(attribute)
    }

    /// How the descriptor selects an element.
    ///
    /// # Errors
    /// [`Error::NotADescriptor`] for an unknown type,
    /// [`Error::UnusedBuffer`] if there is no attribute.
    pub fn mode(&self) -> Result<ValhallMode, Error> {
        let shift = self.shift;
        Ok(match ValhallType::try_from(self.r#type)? {
            ValhallType::Null => return Err(Error::UnusedBuffer),
            ValhallType::OneDimensional => ValhallMode::OneDimensional,
            ValhallType::PotDivisor => ValhallMode::PotDivisor { shift },
            ValhallType::NpotDivisor => {
                ValhallMode::NpotDivisor { magic: self.magic_divisor() }
            }
        })
    }

    /// The magic divisor of a descriptor that has one.
    const fn magic_divisor(&self) -> MagicDivisor {
        let Self { magic, shift, extra_flags, .. } = *self;
        MagicDivisor { magic, shift, extra_flags }
    }

    /// The same descriptor with 0 in the fields that its type does not use.
    fn used(&self) -> Result<Self, Error> {
        let attribute_type = ValhallType::try_from(self.r#type)?;
        if attribute_type == ValhallType::Null {
            let Self { format, table, .. } = *self;
            return Ok(Self { format, table, ..Self::NULL });
        }
        let divides = attribute_type != ValhallType::OneDimensional;
        let npot = attribute_type == ValhallType::NpotDivisor;
        Ok(Self {
            shift: only_if(divides, self.shift),
            extra_flags: only_if(npot, self.extra_flags),
            magic: only_if(npot, self.magic),
            ..*self
        })
    }

    /// Checks the type, the frequency and the flag, which are numbers.
    ///
    /// # Errors
    /// [`Error::NotADescriptor`] for an unknown type or frequency,
    /// [`Error::UnknownFlag`] for an offset enable that is neither 0 nor 1.
    pub(super) fn check_numbers(&self) -> Result<(), Error> {
        ValhallType::try_from(self.r#type)?;
        Frequency::try_from(self.frequency)?;
        if self.offset_enable > 1 {
            return Err(Error::UnknownFlag);
        }
        Ok(())
    }

    fn check_widths(&self) -> Result<(), Error> {
        if !FORMAT.fits(self.format.into()) {
            return Err(Error::FormatRange);
        }
        if !TABLE.fits(self.table.into()) {
            return Err(Error::TableRange);
        }
        Ok(())
    }

    /// The eight words of the descriptor.
    ///
    /// # Errors
    /// [`Error::FormatRange`] and [`Error::TableRange`] as above;
    /// [`Error::NotADescriptor`] for an unknown type or frequency, or a
    /// shift or magic divisor that does not fit its bits;
    /// [`Error::UnknownFlag`] for an offset enable that is neither 0 nor 1.
    ///
    /// ```
    /// use dral::instancing::*;
    /// let source = ValhallSource {
    ///     rate: Rate::Instance as u32,
    ///     divisor: 8,
    ///     stride: 16,
    ///     ..ValhallSource::new(Architecture::V9)
    /// };
    /// let attribute = ValhallAttribute::new(&source)?;
    /// let words = attribute.pack()?;
    /// assert_eq!(words, [0x25, 0x0300_0040, 0, 0, 16, 0, 0, 0]);
    /// assert_eq!(ValhallAttribute::unpack(words), Ok(attribute));
    /// # Ok::<(), dral::Error>(())
    /// ```
    pub fn pack(&self) -> Result<[u32; 8], Error> {
        let attribute = self.used()?;
        attribute.check_numbers()?;
        if !attribute.magic_divisor().is_well_formed() {
            return Err(Error::NotADescriptor);
        }
        attribute.check_widths()?;
        Ok(attribute.words())
    }

    /// The words of a descriptor whose unused fields are 0 and whose fields
    /// fit.
    pub(crate) fn words(&self) -> [u32; 8] {
        let mut words = [0; 8];
        if self.r#type | self.format | self.table == 0 {
            // A Null Descriptor.
            return words;
        }
        DESCRIPTOR_TYPE.put32(&mut words, ATTRIBUTE);
        ATTRIBUTE_TYPE.put32(&mut words, self.r#type);
        OFFSET_ENABLE.put32(&mut words, self.offset_enable);
        FORMAT.put32(&mut words, self.format);
        TABLE.put32(&mut words, self.table);
        FREQUENCY.put32(&mut words, self.frequency);
        SHIFT.put32(&mut words, self.shift);
        EXTRA_FLAGS.put32(&mut words, self.extra_flags);
        OFFSET.put32(&mut words, self.offset as u32);
        BUFFER_INDEX.put32(&mut words, self.buffer_index);
        STRIDE.put32(&mut words, self.stride);
        MAGIC.put32(&mut words, self.magic);
        words
    }

    /// The descriptor of eight words: the reverse of
    /// [`ValhallAttribute::pack`].
    ///
    /// # Errors
    /// As `dral_valhall_attribute_unpack`.
    pub fn unpack(words: [u32; 8]) -> Result<Self, Error> {
        let fields = Self {
            r#type: ATTRIBUTE_TYPE.get32(&words),
            frequency: FREQUENCY.get32(&words),
            offset_enable: OFFSET_ENABLE.get32(&words),
            format: FORMAT.get32(&words),
            table: TABLE.get32(&words),
            buffer_index: BUFFER_INDEX.get32(&words),
            stride: STRIDE.get32(&words),
            offset: OFFSET.get32(&words) as i32,
            shift: SHIFT.get32(&words),
            extra_flags: EXTRA_FLAGS.get32(&words),
            magic: MAGIC.get32(&words),
        };
        // Bits outside the fields that the type has must be zero.
        let is_packed = fields.used() == Ok(fields)
            && fields.check_numbers().is_ok()
            && fields.words() == words;
        if is_packed {
            Ok(fields)
        } else {
            Err(Error::NotADescriptor)
        }
    }
}

/// The fields of the divisor if nothing is divided.
const NOTHING: MagicDivisor =
    MagicDivisor { magic: 0, shift: 0, extra_flags: 0 };

#[cfg(test)]
mod tests {
    use super::ValhallType::{NpotDivisor, Null, OneDimensional, PotDivisor};
    use super::{ValhallAttribute, ValhallMode};

    #[test]
    fn types_have_the_names_that_drivers_use() {
        assert_eq!(Null.name(), "no attribute");
        assert_eq!(OneDimensional.name(), "1D");
        assert_eq!(PotDivisor.name(), "1D POT Divisor");
        assert_eq!(NpotDivisor.name(), "1D NPOT Divisor");
    }

    #[test]
    fn modes_have_the_type_that_their_words_have() {
        for (first, expected) in
            [(0x15, OneDimensional), (0x25, PotDivisor), (0x35, NpotDivisor)]
        {
            let words = [first, 0, 0, 0, 0, 0, 0, 0];
            let attribute = ValhallAttribute::unpack(words).unwrap();
            let mode: ValhallMode = attribute.mode().unwrap();
            assert_eq!(mode.attribute_type(), expected);
        }
    }

    #[test]
    fn a_location_without_an_attribute_has_no_type() {
        let null = ValhallAttribute::unpack([0; 8]).unwrap();
        assert_eq!(null, ValhallAttribute::NULL);
        assert_eq!(null.pack(), Ok([0; 8]));
        let words = [0x31C0_0005, 17, 0, 0, 0, 0, 0, 0];
        let out_of_bounds = ValhallAttribute::unpack(words).unwrap();
        assert_eq!(out_of_bounds, ValhallAttribute::OUT_OF_BOUNDS);
        assert_eq!(out_of_bounds.pack(), Ok(words));
        // It has a format and a table, and nothing else.
        let mut words = [0; 8];
        words[0] = 5;
        assert!(ValhallAttribute::unpack(words).is_err());
        words[0] = 0x15;
        assert!(ValhallAttribute::unpack(words).is_ok());
    }

    #[test]
    fn equal_numbers_are_not_the_null_descriptor() {
        for (r#type, format, table) in [(1, 1, 0), (0, 1, 1), (1, 0, 1)] {
            let attribute = ValhallAttribute {
                r#type,
                format,
                table,
                ..ValhallAttribute::NULL
            };
            let words = attribute.pack().unwrap();
            assert_ne!(words, [0; 8]);
            assert_eq!(ValhallAttribute::unpack(words), Ok(attribute));
        }
    }
}
