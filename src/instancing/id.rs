// SPDX-License-Identifier: MIT

//! Vertex id and instance id as attribute records (v4, v5).

use super::field::{only_if, Field};
use super::padding::MAX_ODD;
use super::record::{EXTRA_FLAGS, ODD, SHIFT, TYPE};
use super::{Architecture, Draw, MagicDivisor, PaddedCount, Rounding};
use crate::number::from_number;
use crate::Error;

/// The type of an id record, as stored.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(C)]
pub enum IdType {
    /// The vertex id, 0x22.
    Vertex = 0x22,
    /// The instance id, 0x24.
    Instance = 0x24,
}

from_number!(IdType, else NotADescriptor, Vertex, Instance);

// The other fields are where they are in an attribute buffer record.
//
// Source: docs/reference/instancing.md, "Vertex id and instance id".
const MAGIC: Field = Field::word(2);

/// A vertex id or instance id record: the linear id modulo `(2 * odd + 1) <<
/// shift`, or divided by the padded count. Fields that the type does not use
/// are 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(C)]
pub struct IdRecord {
    /// An enum dral_id_type.
    pub r#type: u32,
    /// R: a shift, 0 to 31.
    pub shift: u32,
    /// P: the odd part of the modulus, 0 to 4.
    pub odd: u32,
    /// E: the extra flags of the divisor, 0 or 1.
    pub extra_flags: u32,
    /// The magic of the divisor, bit 31 clear.
    pub magic: u32,
}

/// The modulus 9 << 31, which is greater than every linear id.
const NO_MODULUS: IdRecord = IdRecord::modulus(31, 4);

/// The divisor 2^31, which drivers write for one instance: 0 for every linear
/// id below 2^31.
const DIVISOR_2_31: IdRecord = IdRecord::quotient(MagicDivisor {
    magic: 0x7FFF_FFFF,
    shift: 31,
    extra_flags: 1,
});

/// The divisor 2^32: 0 for every linear id.
const DIVISOR_2_32: IdRecord =
    IdRecord::quotient(MagicDivisor { magic: 0, shift: 31, extra_flags: 0 });

/// The divisor 1: the linear id itself.
const DIVISOR_1: IdRecord = IdRecord::quotient(MagicDivisor {
    magic: 0x7FFF_FFFF,
    shift: 0,
    extra_flags: 1,
});

impl Draw {
    /// The records from which v4 and v5 read the vertex id and the instance
    /// id, in this order.
    ///
    /// # Errors
    /// As `dral_id_records`.
    ///
    /// ```
    /// use dral::instancing::{Architecture, DrawInfo, Idvs};
    /// let draw = DrawInfo {
    ///     vertex_count: 70,
    ///     instance_count: 100,
    ///     ..DrawInfo::new(Architecture::V5, Idvs::No)
    /// }
    /// .resolve()?;
    /// let [vertex, instance] = draw.id_records()?;
    /// assert_eq!(vertex.value(4462), Ok(70));
    /// assert_eq!(instance.value(4462), Ok(61));
    /// # Ok::<(), dral::Error>(())
    /// ```
    pub fn id_records(&self) -> Result<[IdRecord; 2], Error> {
        self.check_id_records()?;
        let padded = self.padded()?;
        let vertex = IdRecord::vertex_id(padded);
        let instance = match padded {
            Some(padded) => IdRecord::instance_id(padded, self.info.rounding()),
            None if self.exceeds_usual_divisor() => DIVISOR_2_32,
            None => DIVISOR_2_31,
        };
        Ok([vertex, instance])
    }

    /// Whether a draw with one instance has linear ids of 2^31 or more, so that
    /// its instance id record is not the one that drivers write.
    pub(super) const fn exceeds_usual_divisor(&self) -> bool {
        self.info.instance_count == 1 && self.threads > 1 << 31
    }

    fn check_id_records(&self) -> Result<(), Error> {
        if self.info.architecture <= Architecture::V5 as u32 {
            Ok(())
        } else {
            Err(Error::NoIdRecords)
        }
    }
}

impl IdRecord {
    /// The vertex id record of a modulus.
    pub const fn modulus(shift: u32, odd: u32) -> Self {
        let r#type = IdType::Vertex as u32;
        Self { r#type, shift, odd, extra_flags: 0, magic: 0 }
    }

    /// The instance id record of a divisor.
    pub const fn quotient(divisor: MagicDivisor) -> Self {
        let MagicDivisor { magic, shift, extra_flags } = divisor;
        let r#type = IdType::Instance as u32;
        Self { r#type, shift, odd: 0, extra_flags, magic }
    }

    /// The vertex id record of a draw with this padded count; `None` for a
    /// draw with one instance.
    pub const fn vertex_id(padded: Option<PaddedCount>) -> Self {
        match padded {
            Some(padded) => Self::modulus(padded.shift(), padded.odd()),
            None => NO_MODULUS,
        }
    }

    /// The instance id record of a draw with several instances and this padded
    /// count.
    ///
    /// Drivers write the divisor 2^31 for a padded count of 1, and every
    /// thread below that reads the instance id 0
    /// (docs/reference/driver-defects.md).
    pub const fn instance_id(padded: PaddedCount, rounding: Rounding) -> Self {
        if padded.count() <= 1 {
            return DIVISOR_1;
        }
        if padded.odd() != 0 {
            let magic = MagicDivisor::compute(padded.count(), rounding);
            return Self::quotient(magic);
        }
        // The implicit bit of the magic is a factor of 1/2, so the shift is
        // one less.
        let shift = padded.shift() - 1;
        Self::quotient(MagicDivisor { magic: 0, shift, extra_flags: 0 })
    }

    /// The type of the record.
    ///
    /// # Errors
    /// [`Error::NotADescriptor`] for an unknown one.
    pub fn id_type(&self) -> Result<IdType, Error> {
        IdType::try_from(self.r#type)
    }

    /// The divisor of an instance id record.
    pub const fn divisor(&self) -> MagicDivisor {
        let Self { magic, shift, extra_flags, .. } = *self;
        MagicDivisor { magic, shift, extra_flags }
    }

    /// The same record with 0 in the fields that its type does not use.
    fn used(&self) -> Result<Self, Error> {
        let instance = self.id_type()? == IdType::Instance;
        Ok(Self {
            odd: only_if(!instance, self.odd),
            extra_flags: only_if(instance, self.extra_flags),
            magic: only_if(instance, self.magic),
            ..*self
        })
    }

    /// The four words of the record.
    ///
    /// # Errors
    /// As `dral_id_record_pack`.
    ///
    /// ```
    /// use dral::instancing::IdRecord;
    /// let record = IdRecord::modulus(3, 4);
    /// assert_eq!(record.pack(), Ok([0x22, 0x8300_0000, 0, 0]));
    /// assert!(IdRecord::modulus(3, 5).pack().is_err());
    /// ```
    pub fn pack(&self) -> Result<[u32; 4], Error> {
        let record = self.used()?;
        if record.is_well_formed() {
            Ok(record.words())
        } else {
            Err(Error::NotADescriptor)
        }
    }

    /// Whether each field fits its bits, for a record whose unused fields are
    /// 0.
    const fn is_well_formed(&self) -> bool {
        self.divisor().is_well_formed() && self.odd <= MAX_ODD
    }

    /// The words of a record whose unused fields are 0 and whose fields fit.
    pub(crate) fn words(&self) -> [u32; 4] {
        let mut words = [0; 4];
        TYPE.put32(&mut words, self.r#type);
        SHIFT.put32(&mut words, self.shift);
        ODD.put32(&mut words, self.odd);
        EXTRA_FLAGS.put32(&mut words, self.extra_flags);
        MAGIC.put32(&mut words, self.magic);
        words
    }

    /// The record of four words: the reverse of [`IdRecord::pack`].
    ///
    /// # Errors
    /// As `dral_id_record_unpack`.
    pub fn unpack(words: [u32; 4]) -> Result<Self, Error> {
        let fields = Self {
            r#type: TYPE.get32(&words),
            shift: SHIFT.get32(&words),
            odd: ODD.get32(&words),
            extra_flags: EXTRA_FLAGS.get32(&words),
            magic: MAGIC.get32(&words),
        };
        let record = fields.used()?;
        // Bits outside the fields that the type has must be zero.
        if record.is_well_formed() && record.words() == words {
            Ok(record)
        } else {
            Err(Error::NotADescriptor)
        }
    }
}
