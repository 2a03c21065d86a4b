// SPDX-License-Identifier: MIT

//! Attribute buffer records: the descriptors of v4 to v7.

use super::field::{have_any, only_if, Field};
use super::padding::SIZE_BYTE_ODD;
use super::{MagicDivisor, PaddedCount};
use crate::number::from_number;
use crate::Error;

/// The types of attribute buffer records; the values are those in the record.
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
pub(super) const CONTINUATION: u32 = 0x20;

// Source: docs/instancing.md, "Descriptor words".
pub(super) const TYPE: Field = Field::bits(0, 5);
pub(super) const POINTER: Field = Field::bits(6, 55);
pub(super) const SHIFT: Field = Field::bits(56, 60);
pub(super) const ODD: Field = Field::bits(61, 63);
/// Shift, and odd part or extra flags.
const SHIFTS: Field = Field::bits(56, 63);
const STRIDE: Field = Field::word(2);
const SIZE: Field = Field::word(3);
// Fields of the continuation, the next four words:
const CONTINUATION_TYPE: Field = Field::bits(0, 5);
const MAGIC: Field = Field::bits(32, 32 + 30);
const DIVISOR: Field = Field::word(3);

/// The bits that are zero in every continuation.
const UNUSED_BITS: [u32; SLOT_WORDS] =
    Field::unused(&[CONTINUATION_TYPE, MAGIC, DIVISOR]);

/// The number of low address bits that the pointer field does not hold.
const POINTER_ALIGN: u32 = 6;

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
    #[inline]
    pub const fn record_type(&self) -> RecordType {
        match self {
            Self::OneDimensional => RecordType::OneDimensional,
            Self::Modulus(_) => RecordType::Modulus,
            Self::PotDivisor { .. } => RecordType::PotDivisor,
            Self::NpotDivisor { .. } => RecordType::NpotDivisor,
        }
    }
}

/// An attribute buffer record, field by field. As an input, fields that the
/// type does not use are not read; as an output, they are 0.
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
    /// R: the shift of a POT divisor, a modulus or an NPOT divisor, 0 to 31.
    pub shift: u32,
    /// P: the odd part of a modulus, 0 to 4 for 1, 3, 5, 7, 9.
    pub odd: u32,
    /// E: the extra flags of an NPOT divisor, 0 or 1.
    pub extra_flags: u32,
    /// The magic of an NPOT divisor, bit 31 clear.
    pub magic: u32,
    /// The API divisor of an NPOT divisor.
    pub divisor: u32,
}

/// Words in one slot of a table.
pub(super) const SLOT_WORDS: usize = 4;

/// The words of a record, and of the continuation that follows an NPOT
/// divisor.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PackedRecord {
    /// The words of the record itself.
    pub first: [u32; SLOT_WORDS],
    /// The words of the continuation, if the record has one.
    pub continuation: Option<[u32; SLOT_WORDS]>,
}

/// Words 0 and 1 of a record with an address of 0, word 0 in the low half,
/// from its type and the byte above its pointer.
#[inline(always)]
pub(super) const fn head(r#type: u32, shifts: u32) -> u64 {
    (shifts as u64) << SHIFT.first() | r#type as u64
}

/// The four words of a record, from its head and the two other words.
#[inline(always)]
pub(super) fn first_slot(
    head: u64,
    stride: u32,
    size: u32,
) -> [u32; SLOT_WORDS] {
    let mut words = [head as u32, (head >> 32) as u32, 0, 0];
    STRIDE.put(&mut words, stride);
    SIZE.put(&mut words, size);
    words
}

/// The words of a continuation.
#[inline(always)]
pub(crate) fn continuation(magic: u32, divisor: u32) -> [u32; SLOT_WORDS] {
    let mut words = [0; SLOT_WORDS];
    CONTINUATION_TYPE.put(&mut words, CONTINUATION);
    MAGIC.put(&mut words, magic);
    DIVISOR.put(&mut words, divisor);
    words
}

impl AttributeRecord {
    /// How the record computes an element from a linear id.
    ///
    /// # Errors
    /// [`Error::NotADescriptor`] for an unknown type,
    /// [`Error::NotAPaddedCount`] for a modulus that is not a padded count.
    #[inline]
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
    #[inline]
    pub(super) const fn magic_divisor(&self) -> MagicDivisor {
        let Self { magic, shift, extra_flags, .. } = *self;
        MagicDivisor { magic, shift, extra_flags }
    }

    #[inline]
    pub(super) const fn pointer_fits(pointer: u64) -> bool {
        POINTER.fits(pointer >> POINTER_ALIGN)
    }

    /// The byte of word 1 above the pointer: shift, odd part and extra flags
    /// as far as the type has them. Fails if one does not fit.
    #[inline(always)]
    fn shifts(&self) -> Result<u32, Error> {
        let Self { shift, odd, extra_flags, magic, .. } = *self;
        let (top, fits) = match RecordType::try_from(self.r#type)? {
            RecordType::OneDimensional => return Ok(0),
            RecordType::PotDivisor => (0, shift < 32),
            RecordType::Modulus => {
                (odd, PaddedCount::from_fields(shift, odd).is_ok())
            }
            RecordType::NpotDivisor => {
                let divisor = MagicDivisor { magic, shift, extra_flags };
                (extra_flags, divisor.is_well_formed())
            }
        };
        if fits {
            Ok(shift | top << SIZE_BYTE_ODD)
        } else {
            Err(Error::NotADescriptor)
        }
    }

    /// Words 0 and 1 of the record, word 0 in the low half.
    #[inline(always)]
    pub(crate) fn head(&self) -> Result<u64, Error> {
        let shifts = self.shifts()?;
        if self.pointer % (1 << POINTER_ALIGN) != 0 {
            return Err(Error::NotADescriptor);
        }
        if !Self::pointer_fits(self.pointer) {
            return Err(Error::AddressRange);
        }
        Ok(head(self.r#type, shifts) | self.pointer)
    }

    /// Whether a continuation follows the record's own words.
    #[inline(always)]
    pub(crate) const fn has_continuation(&self) -> bool {
        self.r#type == RecordType::NpotDivisor as u32
    }

    /// The words of the record.
    ///
    /// # Errors
    /// [`Error::NotADescriptor`] for an unknown type, a pointer that is not a
    /// multiple of 64 or a used field that does not fit its bits;
    /// [`Error::AddressRange`] for a pointer of 2^56 or more.
    #[inline]
    pub fn pack(&self) -> Result<PackedRecord, Error> {
        let head = self.head()?;
        let first = first_slot(head, self.stride, self.size);
        let next = continuation(self.magic, self.divisor);
        let continuation = self.has_continuation().then_some(next);
        Ok(PackedRecord { first, continuation })
    }

    /// The record that begins with the first of `words`: the reverse of
    /// [`AttributeRecord::pack`]. Words after the record are ignored.
    ///
    /// # Errors
    /// [`Error::TruncatedDescriptor`] for fewer than 4 words, or fewer than 8
    /// if a continuation must follow; [`Error::NotADescriptor`] for words that
    /// [`AttributeRecord::pack`] never returns.
    ///
    /// ```
    /// use dral::instancing::{AttributeMode, AttributeRecord};
    /// let record = AttributeRecord::unpack(&[0x42, 0x0400_0001, 16, 99])?;
    /// assert_eq!(record.pointer, 0x1_0000_0040);
    /// assert_eq!(record.mode(), Ok(AttributeMode::PotDivisor { shift: 4 }));
    /// # Ok::<(), dral::Error>(())
    /// ```
    pub fn unpack(words: &[u32]) -> Result<Self, Error> {
        let (first, rest) = words
            .split_first_chunk::<SLOT_WORDS>()
            .ok_or(Error::TruncatedDescriptor)?;
        let mut next = [0; SLOT_WORDS];
        let npot = TYPE.get32(first) == RecordType::NpotDivisor as u32;
        if npot {
            next = *rest
                .first_chunk::<SLOT_WORDS>()
                .ok_or(Error::TruncatedDescriptor)?;
            if CONTINUATION_TYPE.get32(&next) != CONTINUATION
                || have_any(&next, &UNUSED_BITS)
            {
                return Err(Error::NotADescriptor);
            }
        }
        let top = ODD.get32(first);
        let record = Self {
            pointer: POINTER.get(first) << POINTER_ALIGN,
            r#type: TYPE.get32(first),
            stride: STRIDE.get32(first),
            size: SIZE.get32(first),
            shift: SHIFT.get32(first),
            odd: only_if(!npot, top),
            extra_flags: only_if(npot, top),
            magic: MAGIC.get32(&next),
            divisor: DIVISOR.get32(&next),
        };
        // Fields that the type does not have must be zero.
        if record.shifts() == Ok(SHIFTS.get32(first)) {
            Ok(record)
        } else {
            Err(Error::NotADescriptor)
        }
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
}
