// SPDX-License-Identifier: MIT

//! Vertex id and instance id as attribute records (v4, v5).

use super::field::Field;
use super::numbered::from_number;
use super::{MagicDivisor, PaddedCount, Rounding};
use crate::Error;

/// A record that yields an id in place of an attribute's element.
///
/// ```
/// use dral::instancing::IdRecord;
/// let record = IdRecord::vertex_id(None);
/// assert_eq!(record.pack(), Ok([0x22, 0x9F00_0000, 0, 0]));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum IdRecord {
    /// The linear id modulo `(2 * odd + 1) << shift`, which need not fit 32
    /// bits.
    Vertex {
        /// The power of two in the modulus, 0 to 31.
        shift: u32,
        /// The odd part, 0 to 4 for 1, 3, 5, 7, 9.
        odd: u32,
    },
    /// The linear id divided by the padded count.
    Instance(MagicDivisor),
}

/// The types of id records, by the number that they store.
///
/// ```
/// use dral::instancing::IdType;
/// assert_eq!(IdType::try_from(0x24), Ok(IdType::Instance));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(C)]
pub enum IdType {
    /// The vertex id, 0x22.
    Vertex = 0x22,
    /// The instance id, 0x24.
    Instance = 0x24,
}

from_number!(IdType, else NotADescriptor, Vertex, Instance);

// Source: docs/instancing.md, "Vertex id and instance id".
const TYPE: Field = Field::bits(0, 5);
const SHIFT: Field = Field::bits(56, 60);
const ODD: Field = Field::bits(61, 63);
const EXTRA_FLAGS: Field = Field::bit(61);
const MAGIC: Field = Field::word(2);

/// 9 << 31, the greatest modulus that the fields have: greater than every
/// linear id.
const NO_MODULUS: IdRecord = IdRecord::Vertex { shift: 31, odd: 4 };

/// The greatest divisor that the fields have, just above 2^31.
const NO_INSTANCES: IdRecord = IdRecord::Instance(MagicDivisor {
    magic: 0x7FFF_FFFF,
    shift: 31,
    extra_flags: 1,
});

impl IdRecord {
    /// The vertex id record of a draw whose instances are `padded` apart;
    /// `None` for a draw with one instance.
    ///
    /// ```
    /// use dral::instancing::{IdRecord, PaddedCount};
    /// let record = IdRecord::vertex_id(Some(PaddedCount::from_count(72)?));
    /// assert_eq!(record, IdRecord::Vertex { shift: 3, odd: 4 });
    /// # Ok::<(), dral::Error>(())
    /// ```
    #[inline]
    pub const fn vertex_id(padded: Option<PaddedCount>) -> Self {
        match padded {
            Some(padded) => {
                Self::Vertex { shift: padded.shift(), odd: padded.odd() }
            }
            None => NO_MODULUS,
        }
    }

    /// The instance id record of a draw whose instances are `padded` apart;
    /// `None` for a draw with one instance.
    ///
    /// With one instance, and with a padded count of 1, it is the record
    /// that drivers write: it yields 0 for every linear id below 2^31. For
    /// one vertex and several instances the instance id is therefore 0 in
    /// every thread; under the documented padding rule no padded count is
    /// 1.
    ///
    /// # Errors
    /// None for a padded count; the signature is that of
    /// [`MagicDivisor::new`].
    ///
    /// ```
    /// use dral::instancing::{IdRecord, PaddedCount, Rounding};
    /// let padded = PaddedCount::from_count(72)?;
    /// let record =
    ///     IdRecord::instance_id(Some(padded), Rounding::Documented)?;
    /// assert_eq!(record.value(71), 0);
    /// assert_eq!(record.value(72), 1);
    /// # Ok::<(), dral::Error>(())
    /// ```
    #[inline]
    pub const fn instance_id(
        padded: Option<PaddedCount>,
        rounding: Rounding,
    ) -> Result<Self, Error> {
        let Some(padded) = padded else {
            return Ok(NO_INSTANCES);
        };
        if padded.count() <= 1 {
            return Ok(NO_INSTANCES);
        }
        if padded.odd() == 0 {
            // The implicit bit of the magic is a factor of 1/2, so the
            // shift is one less.
            let shift = padded.shift() - 1;
            let half = MagicDivisor { magic: 0, shift, extra_flags: 0 };
            return Ok(Self::Instance(half));
        }
        match MagicDivisor::new(padded.count(), rounding) {
            Ok(divisor) => Ok(Self::Instance(divisor)),
            Err(error) => Err(error),
        }
    }

    /// The four words of the record.
    ///
    /// # Errors
    /// [`Error::NotADescriptor`] for a field that does not fit its bits.
    ///
    /// ```
    /// use dral::instancing::IdRecord;
    /// let record = IdRecord::Vertex { shift: 3, odd: 4 };
    /// assert_eq!(record.pack(), Ok([0x22, 0x8300_0000, 0, 0]));
    /// assert!(IdRecord::Vertex { shift: 3, odd: 5 }.pack().is_err());
    /// ```
    #[inline]
    pub fn pack(&self) -> Result<[u32; 4], Error> {
        let mut words = [0; 4];
        match *self {
            Self::Vertex { shift, odd } => {
                if shift > 31 || odd > 4 {
                    return Err(Error::NotADescriptor);
                }
                TYPE.put(&mut words, IdType::Vertex as u32);
                SHIFT.put(&mut words, shift);
                ODD.put(&mut words, odd);
            }
            Self::Instance(divisor) => {
                if !divisor.is_well_formed() {
                    return Err(Error::NotADescriptor);
                }
                TYPE.put(&mut words, IdType::Instance as u32);
                SHIFT.put(&mut words, divisor.shift);
                EXTRA_FLAGS.put(&mut words, divisor.extra_flags);
                MAGIC.put(&mut words, divisor.magic);
            }
        }
        Ok(words)
    }

    /// The record of four words: the reverse of [`IdRecord::pack`].
    ///
    /// # Errors
    /// [`Error::NotADescriptor`] for words that [`IdRecord::pack`] never
    /// makes.
    ///
    /// ```
    /// use dral::instancing::IdRecord;
    /// assert_eq!(
    ///     IdRecord::unpack([0x22, 0x8300_0000, 0, 0]),
    ///     Ok(IdRecord::Vertex { shift: 3, odd: 4 })
    /// );
    /// ```
    pub fn unpack(words: [u32; 4]) -> Result<Self, Error> {
        let shift = SHIFT.get32(&words);
        let record = match IdType::try_from(TYPE.get32(&words))? {
            IdType::Vertex => Self::Vertex { shift, odd: ODD.get32(&words) },
            IdType::Instance => Self::Instance(MagicDivisor {
                magic: MAGIC.get32(&words),
                shift,
                extra_flags: EXTRA_FLAGS.get32(&words),
            }),
        };
        if record.pack() == Ok(words) {
            Ok(record)
        } else {
            Err(Error::NotADescriptor)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn padded(count: u32) -> Option<PaddedCount> {
        Some(PaddedCount::from_count(count).unwrap())
    }

    #[test]
    fn records_of_a_draw_with_one_instance() {
        let vertex = IdRecord::vertex_id(None);
        let instance = IdRecord::instance_id(None, Rounding::Documented);
        assert_eq!(vertex.pack(), Ok([0x22, 0x9F00_0000, 0, 0]));
        assert_eq!(
            instance.unwrap().pack(),
            Ok([0x24, 0x3F00_0000, 0x7FFF_FFFF, 0])
        );
        for id in [0, 1, 71, u32::MAX] {
            assert_eq!(vertex.value(id), id);
        }
        for id in [0, 1, 71, (1 << 31) - 1] {
            assert_eq!(instance.unwrap().value(id), 0);
        }
    }

    #[test]
    fn ids_of_every_padded_count() {
        for count in (2..1 << 12).chain([1 << 30, 7 << 29, 1 << 31]) {
            if PaddedCount::from_count(count).is_err() {
                continue;
            }
            for rounding in [Rounding::Documented, Rounding::Nearest] {
                let vertex = IdRecord::vertex_id(padded(count));
                let instance =
                    IdRecord::instance_id(padded(count), rounding).unwrap();
                for id in [0, count - 1, count, count + 1, u32::MAX] {
                    assert_eq!(vertex.value(id), id % count);
                    assert_eq!(instance.value(id), id / count);
                }
                for record in [vertex, instance] {
                    let words = record.pack().unwrap();
                    assert_eq!(IdRecord::unpack(words), Ok(record));
                }
            }
        }
    }

    #[test]
    fn words_that_are_no_id_record_are_refused() {
        for words in [
            [0x23, 0, 0, 0],
            [0x22, 0xA000_0000, 0, 0], // the odd part 5 is 11
            [0x22, 0, 1, 0],
            [0x24, 0, 1 << 31, 0],
            [0x24, 0x4000_0000, 0, 0],
            [0x24, 0, 0, 1],
        ] {
            assert_eq!(
                IdRecord::unpack(words),
                Err(Error::NotADescriptor),
                "{words:08x?}"
            );
        }
    }

    #[test]
    fn known_words_of_draws_with_instances() {
        let instance = |count, rounding| {
            IdRecord::instance_id(padded(count), rounding).unwrap().pack()
        };
        assert_eq!(
            IdRecord::vertex_id(padded(72)).pack(),
            Ok([0x22, 0x8300_0000, 0, 0])
        );
        assert_eq!(
            instance(72, Rounding::Documented),
            Ok([0x24, 0x2600_0000, 0x638E_38E3, 0])
        );
        assert_eq!(
            instance(72, Rounding::Nearest),
            Ok([0x24, 0x0600_0000, 0x638E_38E4, 0])
        );
        assert_eq!(
            instance(64, Rounding::Documented),
            Ok([0x24, 0x0500_0000, 0, 0])
        );
        assert_eq!(
            instance(1, Rounding::Documented),
            Ok([0x24, 0x3F00_0000, 0x7FFF_FFFF, 0])
        );
    }
}
