// SPDX-License-Identifier: MIT

//! Attribute buffer records: the descriptors of v4 to v7.

use super::field::{only_if, Field};
use super::{MagicDivisor, PaddedCount};
use crate::number::from_number;
use crate::Error;

/// The type of an attribute buffer record, as stored.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(C)]
pub enum RecordType {
    /// "1D": the linear id is the element.
    OneDimensional = 1,
    /// "1D POT Divisor": a shift divides.
    PotDivisor = 2,
    /// "1D Modulus": the remainder by the padded count.
    Modulus = 3,
    /// "1D NPOT Divisor": a magic divisor divides; a continuation follows.
    NpotDivisor = 4,
}

impl RecordType {
    /// The name of the type in drivers.
    pub const fn name(self) -> &'static str {
        match self {
            Self::OneDimensional => "1D",
            Self::PotDivisor => "1D POT Divisor",
            Self::Modulus => "1D Modulus",
            Self::NpotDivisor => "1D NPOT Divisor",
        }
    }
}

from_number!(
    RecordType, else NotADescriptor, OneDimensional, PotDivisor, Modulus,
    NpotDivisor
);

/// The type of a continuation.
const CONTINUATION: u32 = 0x20;

// Source: docs/reference/instancing.md, "Descriptor words".
pub(super) const TYPE: Field = Field::bits(0, 5);
pub(super) const POINTER: Field = Field::bits(6, 55);
pub(super) const SHIFT: Field = Field::bits(56, 60);
pub(super) const ODD: Field = Field::bits(61, 63);
pub(super) const EXTRA_FLAGS: Field = Field::bit(61);
pub(super) const STRIDE: Field = Field::word(2);
const SIZE: Field = Field::word(3);
// Fields of the continuation, the next four words:
const MAGIC: Field = Field::bits(32, 32 + 30);
const DIVISOR: Field = Field::word(3);

/// The number of low address bits that the pointer field does not hold.
pub(super) const POINTER_ALIGN: u32 = 6;

/// The words of one slot of a table.
pub type Slot = [u32; 4];

/// How a record computes an element from a linear id, with the fields that it
/// uses.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AttributeMode {
    /// The linear id.
    OneDimensional,
    /// The linear id modulo the padded count.
    Modulus(PaddedCount),
    /// The linear id >> shift.
    PotDivisor {
        /// log2 of the hardware divisor, 0 to 31.
        shift: u32,
    },
    /// The linear id / hardware divisor.
    NpotDivisor {
        /// The magic divisor of the hardware divisor.
        magic: MagicDivisor,
        /// The API divisor, which the continuation also stores.
        divisor: u32,
    },
}

impl AttributeMode {
    /// The record type of the mode.
    pub const fn record_type(&self) -> RecordType {
        match self {
            Self::OneDimensional => RecordType::OneDimensional,
            Self::Modulus(_) => RecordType::Modulus,
            Self::PotDivisor { .. } => RecordType::PotDivisor,
            Self::NpotDivisor { .. } => RecordType::NpotDivisor,
        }
    }

    /// The words of a record without its buffer, and of its continuation.
    pub(super) const fn words(&self) -> (Slot, Slot) {
        let (mut first, mut second) = ([0; 4], [0; 4]);
        TYPE.put32(&mut first, self.record_type() as u32);
        match *self {
            Self::OneDimensional => {}
            Self::Modulus(padded) => {
                SHIFT.put32(&mut first, padded.shift());
                ODD.put32(&mut first, padded.odd());
            }
            Self::PotDivisor { shift } => SHIFT.put32(&mut first, shift),
            Self::NpotDivisor { magic, divisor } => {
                SHIFT.put32(&mut first, magic.shift);
                EXTRA_FLAGS.put32(&mut first, magic.extra_flags);
                TYPE.put32(&mut second, CONTINUATION);
                MAGIC.put32(&mut second, magic.magic);
                DIVISOR.put32(&mut second, divisor);
            }
        }
        (first, second)
    }
}

/// An attribute buffer record. Fields that the type does not use are 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[repr(C)]
pub struct AttributeRecord {
    /// GPU address in bytes, a multiple of 64 below 2^56.
    pub pointer: u64,
    /// An enum dral_record_type.
    pub r#type: u32,
    /// Bytes from one element to the next; 0 if all threads share one.
    pub stride: u32,
    /// Bytes from the pointer to the end of the buffer.
    pub size: u32,
    /// R: a shift, 0 to 31.
    pub shift: u32,
    /// P: the odd part of a modulus, 0 to 4.
    pub odd: u32,
    /// E: extra flags of an NPOT divisor, 0 or 1.
    pub extra_flags: u32,
    /// The magic of an NPOT divisor, bit 31 clear.
    pub magic: u32,
    /// The API divisor of an NPOT divisor.
    pub divisor: u32,
}

impl AttributeRecord {
    /// How the record computes an element from a linear id.
    ///
    /// # Errors
    /// [`Error::NotADescriptor`] for an unknown type,
    /// [`Error::NotAPaddedCount`] for a modulus that is not a padded count.
    pub fn mode(&self) -> Result<AttributeMode, Error> {
        let shift = self.shift;
        Ok(match RecordType::try_from(self.r#type)? {
            RecordType::OneDimensional => AttributeMode::OneDimensional,
            RecordType::PotDivisor => AttributeMode::PotDivisor { shift },
            RecordType::Modulus => AttributeMode::Modulus(
                PaddedCount::from_fields(shift, self.odd)?,
            ),
            RecordType::NpotDivisor => AttributeMode::NpotDivisor {
                magic: self.magic_divisor(),
                divisor: self.divisor,
            },
        })
    }

    /// The magic divisor of a record that has one.
    pub(super) const fn magic_divisor(&self) -> MagicDivisor {
        let Self { magic, shift, extra_flags, .. } = *self;
        MagicDivisor { magic, shift, extra_flags }
    }

    /// The record that begins with the first of `words`. Words after the
    /// record are ignored.
    ///
    /// # Errors
    /// As `dral_attribute_record_unpack`. Whether the magic matches the divisor
    /// is not checked.
    ///
    /// ```
    /// use dral::instancing::{AttributeMode, AttributeRecord};
    /// let record = AttributeRecord::unpack(&[0x42, 0x0400_0001, 16, 99])?;
    /// assert_eq!(record.pointer, 0x1_0000_0040);
    /// assert_eq!(record.mode(), Ok(AttributeMode::PotDivisor { shift: 4 }));
    /// # Ok::<(), dral::Error>(())
    /// ```
    pub fn unpack(words: &[u32]) -> Result<Self, Error> {
        let (first, rest) =
            words.split_first_chunk().ok_or(Error::TruncatedDescriptor)?;
        let record_type = RecordType::try_from(TYPE.get32(first))?;
        let npot = record_type == RecordType::NpotDivisor;
        let second = if npot {
            *rest.first_chunk().ok_or(Error::TruncatedDescriptor)?
        } else {
            [0; 4]
        };
        let top = ODD.get32(first);
        let record = Self {
            pointer: POINTER.get(first) << POINTER_ALIGN,
            r#type: record_type as u32,
            stride: STRIDE.get32(first),
            size: SIZE.get32(first),
            shift: SHIFT.get32(first),
            odd: only_if(!npot, top),
            extra_flags: only_if(npot, top),
            magic: MAGIC.get32(&second),
            divisor: DIVISOR.get32(&second),
        };
        // Bits outside the fields that the type has must be zero.
        if record.pack()? != [*first, second] {
            return Err(Error::NotADescriptor);
        }
        Ok(record)
    }

    /// The words of the record and of its continuation, or zeros: the reverse
    /// of [`AttributeRecord::unpack`].
    ///
    /// # Errors
    /// The errors of [`AttributeRecord::mode`]; [`Error::AddressRange`] for a
    /// pointer of 2^56 or more; [`Error::NotADescriptor`] for a pointer that
    /// is not a multiple of 64 or a field that does not fit its bits.
    pub fn pack(&self) -> Result<[Slot; 2], Error> {
        let mode = self.mode()?;
        let fits = match mode {
            AttributeMode::PotDivisor { shift } => shift < 32,
            AttributeMode::NpotDivisor { magic, divisor } => {
                magic.is_well_formed() && divisor != 0
            }
            _ => true,
        };
        if !fits || self.pointer % (1 << POINTER_ALIGN) != 0 {
            return Err(Error::NotADescriptor);
        }
        if !POINTER.fits(self.pointer >> POINTER_ALIGN) {
            return Err(Error::AddressRange);
        }
        let (mut first, second) = mode.words();
        POINTER.put(&mut first, self.pointer >> POINTER_ALIGN);
        STRIDE.put32(&mut first, self.stride);
        SIZE.put32(&mut first, self.size);
        Ok([first, second])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_have_their_mode_and_the_name_that_drivers_use() {
        let magic = MagicDivisor { magic: 5, shift: 3, extra_flags: 1 };
        let fields = AttributeRecord {
            shift: 3,
            odd: 4,
            extra_flags: 1,
            magic: 5,
            divisor: 7,
            ..AttributeRecord::default()
        };
        let padded = PaddedCount::from_count(72).unwrap();
        for (mode, name) in [
            (AttributeMode::OneDimensional, "1D"),
            (AttributeMode::PotDivisor { shift: 3 }, "1D POT Divisor"),
            (AttributeMode::Modulus(padded), "1D Modulus"),
            (
                AttributeMode::NpotDivisor { magic, divisor: 7 },
                "1D NPOT Divisor",
            ),
        ] {
            let r#type = mode.record_type() as u32;
            assert_eq!(AttributeRecord { r#type, ..fields }.mode(), Ok(mode));
            assert_eq!(mode.record_type().name(), name);
        }
    }

    #[test]
    fn a_record_has_only_fields_that_fit() {
        let pot = AttributeRecord {
            pointer: (1 << 56) - 64,
            r#type: RecordType::PotDivisor as u32,
            stride: 16,
            size: 99,
            shift: 31,
            ..AttributeRecord::default()
        };
        let npot = AttributeRecord {
            r#type: RecordType::NpotDivisor as u32,
            extra_flags: 1,
            magic: 0x7FFF_FFFF,
            divisor: 3,
            ..pot
        };
        // Fields that the type does not use are not read.
        let one = AttributeRecord { r#type: 1, shift: 32, odd: 5, ..npot };
        for (record, head, second) in [
            (one, [0xFFFF_FFC1, 0x00FF_FFFF], [0; 4]),
            (pot, [0xFFFF_FFC2, 0x1FFF_FFFF], [0; 4]),
            (npot, [0xFFFF_FFC4, 0x3FFF_FFFF], [0x20, 0x7FFF_FFFF, 0, 3]),
        ] {
            let first = [head[0], head[1], 16, 99];
            assert_eq!(record.pack(), Ok([first, second]));
        }
        for record in [
            AttributeRecord { r#type: 5, ..pot },
            AttributeRecord { pointer: 96, ..pot },
            AttributeRecord { shift: 32, ..pot },
            AttributeRecord { shift: 32, ..npot },
            AttributeRecord { extra_flags: 2, ..npot },
            AttributeRecord { magic: 1 << 31, ..npot },
            AttributeRecord { divisor: 0, ..npot },
        ] {
            assert_eq!(record.pack(), Err(Error::NotADescriptor));
        }
        let far = AttributeRecord { pointer: 1 << 56, ..pot };
        assert_eq!(far.pack(), Err(Error::AddressRange));
        for (shift, odd) in [(0, 5), (30, 4), (32, 0)] {
            let modulus = AttributeRecord { r#type: 3, shift, odd, ..pot };
            assert_eq!(modulus.pack(), Err(Error::NotAPaddedCount));
        }
    }
    #[test]
    fn words_with_other_bits_are_not_a_record() {
        const NPOT: [u32; 8] = [4, 0, 16, 99, 0x20, 5, 0, 3];
        for (words, expected) in [
            (&[1, 0, 16, 99][..], Ok(1)),
            (&NPOT, Ok(4)),
            (&NPOT[..7], Err(Error::TruncatedDescriptor)),
            (&NPOT[..3], Err(Error::TruncatedDescriptor)),
            // No type of an attribute.
            (&[5, 0, 16, 99], Err(Error::NotADescriptor)),
            // A shift, where nothing is divided.
            (&[1, 1 << 24, 16, 99], Err(Error::NotADescriptor)),
            // A continuation of another type.
            (&[4, 0, 16, 99, 0x21, 5, 0, 3], Err(Error::NotADescriptor)),
        ] {
            let record = AttributeRecord::unpack(words);
            assert_eq!(record.map(|it| it.r#type), expected, "{words:X?}");
        }
    }
}
