// SPDX-License-Identifier: MIT

//! Vertex buffers in a draw: the rule that selects the mode of their records,
//! and the offsets of their attributes.

use super::record::{POINTER, POINTER_ALIGN};
use super::Draw;
use crate::error::sentence;
use crate::number::from_number;
use crate::Error;
use core::ffi::CStr;

/// How often an attribute advances. OpenGL's divisor 0 is DRAL_RATE_VERTEX.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(C)]
pub enum Rate {
    /// Every vertex has its own element.
    Vertex = 0,
    /// Every `divisor` instances share an element; with 0, all do.
    Instance = 1,
    /// An unused buffer in a table of pairs; on v9 and later a location without
    /// an attribute.
    Unused = 2,
}

from_number!(Rate, else UnknownRate, Vertex, Instance, Unused);

/// A vertex buffer of a draw.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[repr(C)]
pub struct VertexBuffer {
    /// GPU address of the first element, in bytes, below 2^56.
    pub address: u64,
    /// Bytes from the address to the end of the buffer.
    pub size: u64,
    /// Bytes from one element to the next.
    pub stride: u32,
    /// An enum dral_rate.
    pub rate: u32,
    /// Instances per element; 0 if all share one. Not read per vertex.
    pub divisor: u32,
}

/// A bound buffer, checked.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[repr(C)]
pub struct BoundBuffer {
    /// Words 0 and 1: the address, its low half first. Word 2: 0. Word 3: bytes
    /// to the end, from the address rounded down to a multiple of 64.
    pub words: [u32; 4],
}

/// The bits of an address that a record's pointer cannot hold.
pub(super) const LOW_BITS: u32 = (1 << POINTER_ALIGN) - 1;

impl BoundBuffer {
    /// No buffer: a record of it has the size 0.
    pub const NOTHING: Self = Self { words: [0; 4] };

    /// Checks the address and the size of a buffer, both in bytes.
    ///
    /// # Errors
    /// As `dral_bound_buffer_init`.
    ///
    /// ```
    /// use dral::instancing::BoundBuffer;
    /// let bound = BoundBuffer::new(0x7_0000_103C, 4096)?;
    /// assert_eq!(bound.words, [0x103C, 7, 0, 4096 + 0x3C]);
    /// let refused = BoundBuffer::new(1 << 56, 4096);
    /// assert_eq!(refused, Err(dral::Error::AddressRange));
    /// # Ok::<(), dral::Error>(())
    /// ```
    pub fn new(address: u64, size: u64) -> Result<Self, Error> {
        let low_bits = address % (1 << POINTER_ALIGN);
        if !POINTER.fits(address >> POINTER_ALIGN) {
            return Err(Error::AddressRange);
        }
        let end = size.wrapping_add(low_bits);
        if (size | end) >> 32 != 0 {
            return Err(Error::SizeRange);
        }
        let words = [address as u32, (address >> 32) as u32, 0, end as u32];
        Ok(Self { words })
    }

    /// The low bits of the address, which a record's pointer cannot hold.
    pub(super) const fn low_bits(&self) -> u32 {
        self.words[0] & LOW_BITS
    }
}

/// The rule that selects the mode of a record: the first whose condition
/// holds.
///
/// Source: docs/reference/instancing.md, "Attribute modes".
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ModeRule {
    /// Nothing is bound, so there is no record.
    Unused,
    /// One instance, so the linear id is the vertex id.
    OneInstance,
    /// One instance and per-instance data, so there is one element.
    OneInstancePerInstance,
    /// Per-vertex data repeats every padded count.
    PerVertex,
    /// A divisor of 0 makes all instances share the first element.
    DivisorZero,
    /// A hardware divisor of 2^32 or more is greater than every linear id.
    DivisorBeyondIds,
    /// The hardware divisor is a power of two (POT), so a shift divides.
    PowerOfTwo,
    /// The hardware divisor is not a power of two (NPOT), so a magic divisor
    /// divides.
    NotPowerOfTwo,
}

/// A sentence in a static of its own. Literals lie in one section, which
/// linkers keep whole even for drivers that never call
/// `dral_attribute_explain`; the second NUL tells this from a literal.
macro_rules! rule_text {
    ($text:literal) => {{
        static TEXT: [u8; $text.len() + 2] =
            *concat!($text, "\0\0").as_bytes().first_chunk().unwrap();
        const { sentence(&TEXT) }
    }};
}

impl ModeRule {
    /// The rule as a sentence for a driver's log.
    pub const fn message(self) -> &'static CStr {
        match self {
            Self::Unused => rule_text!("no record: nothing is bound here"),
            Self::OneInstance => {
                rule_text!("1D: one instance, the linear id is the vertex id")
            }
            Self::OneInstancePerInstance => rule_text!(
                "1D, stride 0: one instance, per-instance data has one element"
            ),
            Self::PerVertex => rule_text!(
                "1D Modulus: per-vertex data repeats every padded count"
            ),
            Self::DivisorZero => rule_text!(
                "1D, stride 0: divisor 0, all instances share one element"
            ),
            Self::DivisorBeyondIds => rule_text!(
                "1D, stride 0: padded count x divisor is 2^32 or more, beyond \
                 every linear id"
            ),
            Self::PowerOfTwo => rule_text!(
                "1D POT Divisor: padded count x divisor is a power of two"
            ),
            Self::NotPowerOfTwo => rule_text!(
                "1D NPOT Divisor: padded count x divisor is not a power of two"
            ),
        }
    }

    /// The rule for a rate and a divisor. Instances are `distance` ids apart;
    /// 0 with one instance.
    pub(super) const fn new(distance: u32, rate: Rate, divisor: u32) -> Self {
        let product = product(distance, rate, divisor);
        match (rate, distance != 0) {
            (Rate::Unused, _) => Self::Unused,
            (Rate::Vertex, false) => Self::OneInstance,
            (Rate::Instance, false) => Self::OneInstancePerInstance,
            (Rate::Vertex, true) => Self::PerVertex,
            (Rate::Instance, true) if product == 0 => Self::DivisorZero,
            (Rate::Instance, true) if product >> 32 != 0 => {
                Self::DivisorBeyondIds
            }
            (Rate::Instance, true) if product.is_power_of_two() => {
                Self::PowerOfTwo
            }
            (Rate::Instance, true) => Self::NotPowerOfTwo,
        }
    }

    /// Whether the record divides the linear id.
    const fn divides(self) -> bool {
        matches!(self, Self::PowerOfTwo | Self::NotPowerOfTwo)
    }
}

/// The hardware divisor of per-instance data, else 0. Instances are `distance`
/// ids apart; 0 with one instance.
pub(super) const fn product(distance: u32, rate: Rate, divisor: u32) -> u64 {
    match rate {
        Rate::Instance => distance as u64 * divisor as u64,
        _ => 0,
    }
}

impl Draw {
    /// The rule that selects the mode of the record of a buffer with this rate
    /// and divisor.
    ///
    /// # Errors
    /// [`Error::NotResolved`].
    ///
    /// ```
    /// use dral::instancing::*;
    /// let info = DrawInfo::new(Architecture::V7, Idvs::No);
    /// let draw = DrawInfo { instance_count: 2, ..info }.resolve()?;
    /// let rule = draw.mode_rule(Rate::Instance, 8);
    /// assert_eq!(rule, Ok(ModeRule::PowerOfTwo));
    /// # Ok::<(), dral::Error>(())
    /// ```
    pub fn mode_rule(
        &self,
        rate: Rate,
        divisor: u32,
    ) -> Result<ModeRule, Error> {
        Ok(ModeRule::new(self.distance()?, rate, divisor))
    }

    /// The hardware divisor: padded count x API divisor, by which the
    /// attribute unit divides a linear id. 0 if nothing is divided: per-vertex
    /// data, one instance, divisor 0.
    ///
    /// # Errors
    /// [`Error::NotResolved`].
    pub fn hardware_divisor(
        &self,
        rate: Rate,
        divisor: u32,
    ) -> Result<u64, Error> {
        Ok(product(self.distance()?, rate, divisor))
    }

    /// The offset of an attribute at `source_offset` bytes in each element of
    /// the buffer.
    ///
    /// The sum of `source_offset`, the address bits that the record's pointer
    /// cannot hold and, per instance, the elements before the base instance,
    /// which no API divides by the divisor. The hardware adds the draw's start
    /// to every index, although instances do not start there, so the start is
    /// subtracted for per-instance data, except from records with stride 0.
    ///
    /// # Errors
    /// As `dral_attribute_offset`.
    ///
    /// ```
    /// use dral::instancing::*;
    /// let draw = DrawInfo {
    ///     vertex_count: 70,
    ///     instance_count: 100,
    ///     offset_start: 5,
    ///     base_instance: 2,
    ///     ..DrawInfo::new(Architecture::V7, Idvs::No)
    /// }
    /// .resolve()?;
    /// let buffer = VertexBuffer {
    ///     address: 188,
    ///     size: 4096,
    ///     stride: 16,
    ///     rate: Rate::Instance as u32,
    ///     divisor: 3,
    /// };
    /// let offset = draw.attribute_offset(&buffer, 8)?;
    /// assert_eq!(offset, 8 + 60 + 2 * 16 - 5 * 16);
    /// # Ok::<(), dral::Error>(())
    /// ```
    pub fn attribute_offset(
        &self,
        buffer: &VertexBuffer,
        source_offset: u32,
    ) -> Result<i32, Error> {
        let VertexBuffer { address, size, stride, rate, divisor } = *buffer;
        let rate = Rate::try_from(rate)?;
        let bound = BoundBuffer::new(address, size)?;
        let rule = self.mode_rule(rate, divisor)?;
        if rule == ModeRule::Unused {
            return Err(Error::UnusedBuffer);
        }
        let instance_stride = if rate == Rate::Instance { stride } else { 0 };
        let start = if rule.divides() { self.info.offset_start } else { 0 };
        self.offset(&bound, instance_stride, start, source_offset)
    }

    /// The offset of an attribute. `instance_stride` is the stride of the
    /// buffer, or 0 for per-vertex data; `start` is the start of the draw times
    /// that stride if the hardware adds it to the index, or 0.
    pub(super) fn offset(
        &self,
        bound: &BoundBuffer,
        instance_stride: u32,
        start: i32,
        source_offset: u32,
    ) -> Result<i32, Error> {
        let elements = i64::from(self.info.base_instance) - i64::from(start);
        let within = i64::from(source_offset) + i64::from(bound.low_bits());
        elements
            .checked_mul(i64::from(instance_stride))
            .and_then(|bytes| bytes.checked_add(within))
            .and_then(|offset| i32::try_from(offset).ok())
            .ok_or(Error::OffsetRange)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::instancing::{Architecture, DrawInfo, Idvs};

    fn rule(
        vertex_count: u32,
        instance_count: u32,
        rate: Rate,
        divisor: u32,
    ) -> ModeRule {
        let draw = DrawInfo {
            vertex_count,
            instance_count,
            ..DrawInfo::new(Architecture::V7, Idvs::No)
        }
        .resolve()
        .unwrap();
        draw.mode_rule(rate, divisor).unwrap()
    }

    #[test]
    fn the_first_rule_that_applies_selects_the_mode() {
        use Rate::{Instance, Vertex};
        assert_eq!(rule(70, 1, Vertex, 9), ModeRule::OneInstance);
        assert_eq!(rule(70, 1, Instance, 0), ModeRule::OneInstancePerInstance);
        assert_eq!(rule(70, 2, Vertex, 0), ModeRule::PerVertex);
        assert_eq!(rule(70, 2, Instance, 0), ModeRule::DivisorZero);
        assert_eq!(rule(64, 2, Instance, 1), ModeRule::NotPowerOfTwo);
        assert_eq!(rule(63, 2, Instance, 4), ModeRule::PowerOfTwo);
        // 64 * 2^26 is the first power of two beyond 32-bit ids.
        assert_eq!(rule(63, 2, Instance, 1 << 25), ModeRule::PowerOfTwo);
        assert_eq!(rule(63, 2, Instance, 1 << 26), ModeRule::DivisorBeyondIds);
        // 72 * 59,652,324 is 2^32 + 32, which wraps to a power of two.
        assert_eq!(
            rule(70, 2, Instance, 59_652_324),
            ModeRule::DivisorBeyondIds
        );
    }

    #[test]
    fn bound_buffers_hold_56_bits_of_address_and_32_of_size() {
        const MOST: u64 = u32::MAX as u64;
        let bind = |address, size| {
            BoundBuffer::new(address, size).map(|bound| bound.words)
        };
        assert_eq!(bind(0, MOST), Ok([0, 0, 0, u32::MAX]));
        assert_eq!(bind(0, MOST + 1), Err(Error::SizeRange));
        assert_eq!(bind(0, u64::MAX), Err(Error::SizeRange));
        assert_eq!(bind(63, MOST - 63), Ok([63, 0, 0, u32::MAX]));
        assert_eq!(bind(63, MOST - 62), Err(Error::SizeRange));
        assert_eq!(bind(63, u64::MAX), Err(Error::SizeRange));
        assert_eq!(bind((1 << 56) - 1, 0), Ok([u32::MAX, 0x00FF_FFFF, 0, 63]));
        assert_eq!(bind(1 << 56, 0), Err(Error::AddressRange));
    }

    #[test]
    fn offsets_end_at_signed_32_bits() {
        let offset = |base_instance, offset_start, stride, source_offset| {
            let draw = DrawInfo {
                vertex_count: 70,
                instance_count: 2,
                offset_start,
                base_instance,
                ..DrawInfo::new(Architecture::V7, Idvs::No)
            }
            .resolve()
            .unwrap();
            let buffer = VertexBuffer {
                stride,
                rate: Rate::Instance as u32,
                divisor: 3,
                ..VertexBuffer::default()
            };
            draw.attribute_offset(&buffer, source_offset)
        };
        assert_eq!(offset(0, 0, 1, i32::MAX as u32), Ok(i32::MAX));
        assert_eq!(offset(0, 0, 1, 1 << 31), Err(Error::OffsetRange));
        assert_eq!(offset(0, i32::MAX, 1, 0), Ok(-i32::MAX));
        assert_eq!(offset(0, 1 << 30, 2, 0), Ok(i32::MIN));
        assert_eq!(offset(0, (1 << 30) + 1, 2, 0), Err(Error::OffsetRange));
        assert_eq!(offset(0, (1 << 30) + 1, 2, 2), Ok(i32::MIN));
        assert_eq!(offset(i32::MAX as u32, 0, 1, 0), Ok(i32::MAX));
        // Products beyond 63 bits do not wrap.
        let far = offset(u32::MAX, i32::MIN, u32::MAX, u32::MAX);
        assert_eq!(far, Err(Error::OffsetRange));
    }
}
