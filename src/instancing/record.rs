// SPDX-License-Identifier: MIT

//! Attribute buffer records: the descriptors of v4 to v7.

use super::field::Field;
use super::numbered::from_number;
use super::{MagicDivisor, PaddedCount};
use crate::Error;

/// The types of attribute buffer records, by the number that they store.
///
/// ```
/// use dral::instancing::RecordType;
/// assert_eq!(RecordType::Modulus as u32, 3);
/// ```
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
    /// The name by which drivers call the type.
    ///
    /// ```
    /// use dral::instancing::RecordType;
    /// assert_eq!(RecordType::PotDivisor.name(), "1D POT Divisor");
    /// ```
    pub const fn name(self) -> &'static str {
        match self {
            Self::OneDimensional => "1D",
            Self::PotDivisor => "1D POT Divisor",
            Self::Modulus => "1D Modulus",
            Self::NpotDivisor => "1D NPOT Divisor",
        }
    }
}

from_number!(RecordType, else NotADescriptor, OneDimensional, PotDivisor, Modulus, NpotDivisor);

/// The type of a continuation.
const CONTINUATION: u32 = 0x20;

// Source: docs/instancing.md, "Descriptor words".
const TYPE: Field = Field::bits(0, 5);
const POINTER: Field = Field::bits(6, 55);
const SHIFT: Field = Field::bits(56, 60);
const ODD: Field = Field::bits(61, 63);
const EXTRA_FLAGS: Field = Field::bit(61);
const STRIDE: Field = Field::word(2);
const SIZE: Field = Field::word(3);
// Of the continuation, the next four words:
const CONTINUATION_TYPE: Field = Field::bits(0, 5);
const MAGIC: Field = Field::word(1);
const DIVISOR: Field = Field::word(3);

/// The low bits of an address that the pointer field does not hold.
const POINTER_ALIGN: u32 = 6;

/// How a record makes an element of a linear id, with the fields that it
/// needs for it.
///
/// ```
/// use dral::instancing::{AttributeMode, RecordType};
/// let mode = AttributeMode::PotDivisor { shift: 4 };
/// assert_eq!(mode.record_type(), RecordType::PotDivisor);
/// ```
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
        /// The API divisor, which the continuation stores beside it.
        divisor: u32,
    },
}

impl AttributeMode {
    /// The record type of the mode.
    ///
    /// ```
    /// use dral::instancing::{AttributeMode, RecordType};
    /// let mode = AttributeMode::OneDimensional;
    /// assert_eq!(mode.record_type(), RecordType::OneDimensional);
    /// ```
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

/// An attribute buffer record, field by field.
///
/// ```
/// use dral::instancing::{AttributeMode, AttributeRecord};
/// let record = AttributeRecord {
///     pointer: 0x1_0000_0040,
///     stride: 16,
///     size: 4096,
///     mode: AttributeMode::PotDivisor { shift: 4 },
/// };
/// let packed = record.pack()?;
/// assert_eq!(packed.first, [0x42, 0x0400_0001, 16, 4096]);
/// assert_eq!(AttributeRecord::unpack(&packed.first), Ok(record));
/// # Ok::<(), dral::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct AttributeRecord {
    /// GPU address in bytes, a multiple of 64 below 2^56.
    pub pointer: u64,
    /// Bytes from one element to the next; 0 when all share one.
    pub stride: u32,
    /// Bytes from the pointer to the end of the buffer.
    pub size: u32,
    /// How the element is found.
    pub mode: AttributeMode,
}

/// Words in one slot of a table.
pub(super) const SLOT_WORDS: usize = 4;

/// The words of a record, and of the continuation that follows an NPOT
/// divisor.
///
/// ```
/// use dral::instancing::*;
/// let mut record = AttributeRecord {
///     pointer: 0,
///     stride: 4,
///     size: 64,
///     mode: AttributeMode::OneDimensional,
/// };
/// assert_eq!(record.pack()?.first, [1, 0, 4, 64]);
/// assert_eq!(record.pack()?.continuation, None);
///
/// let magic = MagicDivisor::new(3, Rounding::Documented)?;
/// record.mode = AttributeMode::NpotDivisor { magic, divisor: 1 };
/// assert_eq!(
///     record.pack()?.continuation,
///     Some([0x20, 0x2AAA_AAAA, 0, 1])
/// );
/// # Ok::<(), dral::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PackedRecord {
    /// The record's own words.
    pub first: [u32; SLOT_WORDS],
    /// The next four words, if the record has them.
    pub continuation: Option<[u32; SLOT_WORDS]>,
}

impl AttributeRecord {
    #[inline]
    pub(super) const fn pointer_fits(pointer: u64) -> bool {
        POINTER.fits(pointer >> POINTER_ALIGN)
    }

    /// Whether each field fits the bits it has.
    #[inline]
    fn is_well_formed(&self) -> bool {
        let mode = match self.mode {
            AttributeMode::OneDimensional => true,
            AttributeMode::Modulus(padded) => padded.count() != 0,
            AttributeMode::PotDivisor { shift } => SHIFT.fits(shift.into()),
            AttributeMode::NpotDivisor { magic, .. } => magic.is_well_formed(),
        };
        mode && self.pointer % (1 << POINTER_ALIGN) == 0
    }

    /// The words of the record.
    ///
    /// # Errors
    /// [`Error::NotADescriptor`] for a pointer that is no multiple of 64 or
    /// a field of the mode that does not fit its bits;
    /// [`Error::AddressRange`] for a pointer of 2^56 or more.
    ///
    /// ```
    /// use dral::instancing::{AttributeMode, AttributeRecord};
    /// let record = AttributeRecord {
    ///     pointer: 32,
    ///     stride: 4,
    ///     size: 64,
    ///     mode: AttributeMode::OneDimensional,
    /// };
    /// assert_eq!(record.pack(), Err(dral::Error::NotADescriptor));
    /// ```
    #[inline]
    pub fn pack(&self) -> Result<PackedRecord, Error> {
        if !self.is_well_formed() {
            return Err(Error::NotADescriptor);
        }
        if !Self::pointer_fits(self.pointer) {
            return Err(Error::AddressRange);
        }
        let mut first = [0; SLOT_WORDS];
        TYPE.put(&mut first, self.mode.record_type() as u32);
        POINTER.put(&mut first, self.pointer >> POINTER_ALIGN);
        STRIDE.put(&mut first, self.stride);
        SIZE.put(&mut first, self.size);
        let mut continuation = None;
        match self.mode {
            AttributeMode::OneDimensional => {}
            AttributeMode::Modulus(padded) => {
                SHIFT.put(&mut first, padded.shift());
                ODD.put(&mut first, padded.odd());
            }
            AttributeMode::PotDivisor { shift } => {
                SHIFT.put(&mut first, shift);
            }
            AttributeMode::NpotDivisor { magic, divisor } => {
                SHIFT.put(&mut first, magic.shift);
                EXTRA_FLAGS.put(&mut first, magic.extra_flags);
                let mut next = [0; SLOT_WORDS];
                CONTINUATION_TYPE.put(&mut next, CONTINUATION);
                MAGIC.put(&mut next, magic.magic);
                DIVISOR.put(&mut next, divisor);
                continuation = Some(next);
            }
        }
        Ok(PackedRecord { first, continuation })
    }

    /// The record that begins with the first of `words`: the reverse of
    /// [`AttributeRecord::pack`]. Words after the record are not looked at.
    ///
    /// # Errors
    /// [`Error::TruncatedDescriptor`] for fewer than 4 words, or fewer than
    /// 8 where a continuation must follow; [`Error::NotADescriptor`] for
    /// words that [`AttributeRecord::pack`] never makes.
    ///
    /// ```
    /// use dral::instancing::{AttributeMode, AttributeRecord};
    /// let record = AttributeRecord::unpack(&[0x42, 0x0400_0001, 16, 99])?;
    /// assert_eq!(record.pointer, 0x1_0000_0040);
    /// assert_eq!(record.mode, AttributeMode::PotDivisor { shift: 4 });
    /// # Ok::<(), dral::Error>(())
    /// ```
    pub fn unpack(words: &[u32]) -> Result<Self, Error> {
        let (first, rest) = words
            .split_first_chunk::<SLOT_WORDS>()
            .ok_or(Error::TruncatedDescriptor)?;
        let record_type = RecordType::try_from(TYPE.get32(first))?;
        let shift = SHIFT.get32(first);
        let mut continuation = None;
        let mode = match record_type {
            RecordType::OneDimensional => AttributeMode::OneDimensional,
            RecordType::PotDivisor => AttributeMode::PotDivisor { shift },
            RecordType::Modulus => AttributeMode::Modulus(
                PaddedCount::from_fields(shift, ODD.get32(first))
                    .map_err(|_| Error::NotADescriptor)?,
            ),
            RecordType::NpotDivisor => {
                let next = rest
                    .first_chunk::<SLOT_WORDS>()
                    .ok_or(Error::TruncatedDescriptor)?;
                continuation = Some(*next);
                let magic = MagicDivisor {
                    magic: MAGIC.get32(next),
                    shift,
                    extra_flags: EXTRA_FLAGS.get32(first),
                };
                let divisor = DIVISOR.get32(next);
                AttributeMode::NpotDivisor { magic, divisor }
            }
        };
        let record = Self {
            pointer: POINTER.get(first) << POINTER_ALIGN,
            stride: STRIDE.get32(first),
            size: SIZE.get32(first),
            mode,
        };
        // Bits outside the fields that the mode has must be zero.
        if record.pack() == Ok(PackedRecord { first: *first, continuation }) {
            Ok(record)
        } else {
            Err(Error::NotADescriptor)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::instancing::Rounding;
    use std::vec::Vec;

    fn record(mode: AttributeMode) -> AttributeRecord {
        let pointer = 0x00AB_CDEF_0123_4540;
        AttributeRecord { pointer, stride: 16, size: 4096, mode }
    }

    fn modes() -> [AttributeMode; 4] {
        [
            AttributeMode::OneDimensional,
            AttributeMode::Modulus(PaddedCount::from_count(72).unwrap()),
            AttributeMode::PotDivisor { shift: 31 },
            AttributeMode::NpotDivisor {
                magic: MagicDivisor::new(216, Rounding::Documented).unwrap(),
                divisor: 3,
            },
        ]
    }

    /// The words of a record one after the other.
    fn words(record: AttributeRecord) -> Vec<u32> {
        let packed = record.pack().unwrap();
        let continuation = packed.continuation.unwrap_or_default();
        let slots = 1 + usize::from(packed.continuation.is_some());
        [packed.first, continuation][..slots].concat()
    }

    #[test]
    fn unpack_is_the_reverse_of_pack() {
        for mode in modes() {
            let back = AttributeRecord::unpack(&words(record(mode)));
            assert_eq!(back, Ok(record(mode)));
        }
    }

    #[test]
    fn every_bit_of_a_record_is_read_or_must_be_zero() {
        for mode in modes() {
            for bit in 0..words(record(mode)).len() * 32 {
                let mut changed = words(record(mode));
                changed.resize(8, 0);
                changed[bit / 32] ^= 1 << (bit % 32);
                if let Ok(other) = AttributeRecord::unpack(&changed) {
                    assert_ne!(other, record(mode), "bit {bit}");
                    let again = words(other);
                    assert_eq!(again, &changed[..again.len()]);
                }
            }
        }
    }

    #[test]
    fn too_few_words_are_no_record() {
        for mode in modes() {
            let words = words(record(mode));
            for length in 0..words.len() {
                assert_eq!(
                    AttributeRecord::unpack(&words[..length]),
                    Err(Error::TruncatedDescriptor)
                );
            }
        }
    }

    #[test]
    fn fields_that_do_not_fit_are_refused() {
        let magic = MagicDivisor::new(3, Rounding::Documented).unwrap();
        let npot = |magic| {
            record(AttributeMode::NpotDivisor { magic, divisor: 1 }).pack()
        };
        assert!(npot(magic).is_ok());
        for wrong in [
            MagicDivisor { magic: 1 << 31, ..magic },
            MagicDivisor { shift: 32, ..magic },
            MagicDivisor { extra_flags: 2, ..magic },
        ] {
            assert_eq!(npot(wrong), Err(Error::NotADescriptor));
        }
        let shift = AttributeMode::PotDivisor { shift: 32 };
        assert_eq!(record(shift).pack(), Err(Error::NotADescriptor));
        let far = AttributeRecord {
            pointer: 1 << 56,
            ..record(AttributeMode::OneDimensional)
        };
        assert_eq!(far.pack(), Err(Error::AddressRange));
    }

    #[test]
    fn types_that_are_none_are_refused() {
        for number in (0..64).filter(|number| !(1..=4).contains(number)) {
            assert_eq!(
                AttributeRecord::unpack(&[number, 0, 0, 0, 0, 0, 0, 0]),
                Err(Error::NotADescriptor)
            );
        }
    }

    #[test]
    fn known_words_of_each_type() {
        let (low, high) = (0x0123_4540, 0x00AB_CDEF);
        let known: [&[u32]; 4] = [
            &[low | 1, high, 16, 4096],
            &[low | 3, high | 0x8300_0000, 16, 4096],
            &[low | 2, high | 0x1F00_0000, 16, 4096],
            &[low | 4, high | 0x2700_0000, 16, 4096, 0x20, 0x17B4_25ED, 0, 3],
        ];
        for (mode, known) in modes().into_iter().zip(known) {
            assert_eq!(words(record(mode)), known);
        }
    }

    #[test]
    fn types_have_the_names_that_drivers_use() {
        let names = modes().map(|mode| mode.record_type().name());
        assert_eq!(
            names,
            ["1D", "1D Modulus", "1D POT Divisor", "1D NPOT Divisor"]
        );
    }
}
