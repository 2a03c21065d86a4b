// SPDX-License-Identifier: MIT

//! The padded vertex count: the stride between instances in linear ids.

use crate::number::from_number;
use crate::Error;

/// The rule by which a vertex count is padded.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(C)]
pub enum PaddingRule {
    /// The default, of every shipped Panfrost driver: the smallest number that
    /// is 1, 3, 5, 7 or 9 times a power of two and at least the vertex count;
    /// for 20 vertices and more, greater than it.
    Driver = 0,
    /// Of instancing.rst: the smallest that is a multiple of four and greater
    /// than the vertex count.
    Documented = 1,
}

from_number!(PaddingRule, else UnknownPaddingRule, Driver, Documented);

/// From this vertex count on, the padded count is greater than the vertex
/// count under both rules.
const STRICTLY_GREATER_FROM: u32 = 20;

/// The greatest odd part, 9, as the field holds it: (9 - 1) / 2.
pub(super) const MAX_ODD: u32 = 4;

/// A padded count, in vertices or primitives, with its byte in descriptors. The
/// count is 0 if it would be 2^32.
#[derive(Clone, Copy)]
pub(super) struct Size {
    pub(super) count: u32,
    pub(super) byte: u32,
}

impl Size {
    /// [`PaddedCount::size_byte`] without the two fields.
    const fn new(count: u32) -> Self {
        let shift = count.trailing_zeros();
        let odd_part = count.wrapping_shr(shift);
        // The field holds half of the odd part, rounded down. The byte of the
        // count 0 is never read.
        const HALF: u32 = 1 << (SIZE_BYTE_ODD - 1);
        Self { count, byte: odd_part * HALF + shift - HALF }
    }
}

/// The smallest padded count greater than `count`; 0 if that is 2^32.
const fn next_padded(count: u32) -> u32 {
    // The top four bits of the count decide which of its low bits the result
    // clears: those below the lowest of the four for 8 and 9, and those below
    // the next higher bit for 10 to 15. Seven eighths of the count lose its
    // top bit for 8 only, and for 9 both ways give 10.
    let zeros = ((count - (count >> 3)) | 1).leading_zeros();
    let low_bits = 0x1FFF_FFFF >> zeros;
    // Wraps to 0 for 2^32.
    (count | low_bits).wrapping_add(1)
}

/// The number of bits of a number: 0 for 0.
pub(super) const fn bit_width(number: u32) -> u32 {
    // Without a branch for 0.
    (number as u64 * 2 + 1).ilog2()
}

/// The padded count under the driver rule, in vertices; 0 for 0 vertices, and
/// 0 if it would be 2^32 (for 0xE0000000 or more).
///
/// Source: docs/reference/instancing.md, "Padded vertex count".
///
/// ```
/// use dral::instancing::padded_vertex_count;
/// assert_eq!(padded_vertex_count(70), 72);
/// assert_eq!(padded_vertex_count(0xE000_0000), 0);
/// ```
pub const fn padded_vertex_count(vertex_count: u32) -> u32 {
    PaddingRule::Driver.pad(vertex_count).count
}

impl PaddingRule {
    /// Pads a count. Under the driver rule, 0 gives the count 0.
    pub(super) const fn pad(self, count: u32) -> Size {
        // The result is the smallest padded count greater than this.
        let below = match self {
            _ if count >= STRICTLY_GREATER_FROM => count,
            // For 0, this is the greatest number, which gives 0.
            Self::Driver => count.wrapping_sub(1),
            // Every multiple of four up to 20 is a padded count.
            Self::Documented => count | 3,
        };
        Size::new(next_padded(below))
    }
}

/// A padded count with its two factors: `(2 * odd + 1) << shift`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(C)]
pub struct PaddedCount {
    /// The padded count in vertices, or 0.
    count: u32,
    /// 0 to 31; 0 if the count is 0.
    shift: u32,
    /// 0 to 4 for 1, 3, 5, 7, 9.
    odd: u32,
}

impl PaddedCount {
    /// Pads a vertex count under `rule`. Under the driver rule, 0 vertices
    /// give count, shift and odd part 0.
    ///
    /// # Errors
    /// [`Error::PaddedCountRange`] if the padded count would be 2^32.
    ///
    /// ```
    /// use dral::instancing::{PaddedCount, PaddingRule};
    /// let pad = |v| PaddedCount::new(v, PaddingRule::Driver);
    /// assert_eq!(pad(100)?.count(), 112);
    /// assert_eq!(pad(0xE000_0000), Err(dral::Error::PaddedCountRange));
    /// # Ok::<(), dral::Error>(())
    /// ```
    pub const fn new(
        vertex_count: u32,
        rule: PaddingRule,
    ) -> Result<Self, Error> {
        if let (0, PaddingRule::Driver) = (vertex_count, rule) {
            return Ok(Self { count: 0, shift: 0, odd: 0 });
        }
        match rule.pad(vertex_count).count {
            0 => Err(Error::PaddedCountRange),
            count => Ok(Self::factored(count)),
        }
    }

    /// The factors of a number that is a padded count.
    ///
    /// # Errors
    /// [`Error::NotAPaddedCount`] for every other number.
    pub const fn from_count(count: u32) -> Result<Self, Error> {
        let factored = Self::factored(count);
        if count != 0 && factored.odd <= MAX_ODD {
            Ok(factored)
        } else {
            Err(Error::NotAPaddedCount)
        }
    }

    /// The padded count of the two fields.
    ///
    /// # Errors
    /// [`Error::NotAPaddedCount`] if `odd` is above 4, `shift` is above 31 or
    /// the product is 2^32 or more.
    pub const fn from_fields(shift: u32, odd: u32) -> Result<Self, Error> {
        if odd > MAX_ODD || shift > (2 * odd + 1).leading_zeros() {
            return Err(Error::NotAPaddedCount);
        }
        Ok(Self { count: (2 * odd + 1) << shift, shift, odd })
    }

    /// The byte of the padded count as an instance size.
    pub(super) const fn size_byte(self) -> u32 {
        self.shift | self.odd << SIZE_BYTE_ODD
    }

    /// The factors of a number; the odd part shows whether it is a padded
    /// count.
    pub(super) const fn factored(count: u32) -> Self {
        // The `& 31` only matters for 0, whose factors are never read.
        let shift = count.trailing_zeros() & 31;
        Self { count, shift, odd: count >> shift >> 1 }
    }

    /// The padded count, in vertices.
    pub const fn count(self) -> u32 {
        self.count
    }

    /// The exponent of the power of two in the padded count, 0 to 31.
    pub const fn shift(self) -> u32 {
        self.shift
    }

    /// 0 to 4 for 1, 3, 5, 7, 9.
    pub const fn odd(self) -> u32 {
        self.odd
    }
}

/// The vertex count that is padded under index-driven vertex shading (IDVS)
/// with more than one instance: rounded up to a multiple of 4, so that the
/// 16-byte positions of each instance begin on a new 64-byte line.
///
/// # Errors
/// As `dral_idvs_vertex_count`.
///
/// ```
/// use dral::instancing::idvs_vertex_count;
/// assert_eq!(idvs_vertex_count(5), Ok(8));
/// assert!(idvs_vertex_count(0xFFFF_FFFD).is_err());
/// ```
pub const fn idvs_vertex_count(vertex_count: u32) -> Result<u32, Error> {
    match vertex_count.checked_add(3) {
        Some(sum) => Ok(sum & !3),
        None => Err(Error::PaddedCountRange),
    }
}

/// The first bit of the odd part in the byte of an instance size; the shift is
/// below it.
pub(super) const SIZE_BYTE_ODD: u32 = 5;

/// The byte that encodes an instance size or an instance primitive size in a
/// draw descriptor: `shift | odd << 5`. The size 1 is 0x00.
///
/// # Errors
/// As `dral_instance_size_pack`.
///
/// ```
/// use dral::instancing::instance_size_byte;
/// assert_eq!(instance_size_byte(72), Ok(0x83));
/// assert!(instance_size_byte(11).is_err());
/// ```
pub const fn instance_size_byte(instance_size: u32) -> Result<u8, Error> {
    match PaddedCount::from_count(instance_size) {
        Ok(padded) => Ok(padded.size_byte() as u8),
        Err(error) => Err(error),
    }
}

/// The instance size that a byte encodes: the reverse of
/// [`instance_size_byte`].
///
/// # Errors
/// As `dral_instance_size_unpack`.
///
/// ```
/// use dral::instancing::instance_size;
/// assert_eq!(instance_size(0x83), Ok(72));
/// assert!(instance_size(0xA0).is_err());
/// ```
pub const fn instance_size(byte: u8) -> Result<u32, Error> {
    let byte = byte as u32;
    let shift = byte & ((1 << SIZE_BYTE_ODD) - 1);
    match PaddedCount::from_fields(shift, byte >> SIZE_BYTE_ODD) {
        Ok(padded) => Ok(padded.count),
        Err(error) => Err(error),
    }
}
