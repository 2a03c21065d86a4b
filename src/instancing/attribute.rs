// SPDX-License-Identifier: MIT

//! Vertex buffers in a draw: the mode and the address of their records, and
//! the offsets of their attributes.

use super::divisor::OddPart;
use super::record::AttributeRecord;
use super::resolved::SEVERAL_INSTANCES;
use super::template::Mode;
use super::{MagicDivisor, ResolvedDraw};
use crate::error::until_nul;
use crate::number::from_number;
use crate::Error;
use core::ffi::CStr;

/// How often an attribute advances to its next element. In OpenGL a divisor of
/// 0 means per vertex; in Vulkan rate and divisor are separate.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u32)]
pub enum Rate {
    /// Every vertex has its own element.
    Vertex = 0,
    /// Every `divisor` instances share an element; with a divisor of 0, all
    /// do.
    Instance = 1,
    /// Nothing is bound: an unused buffer in a table of pairs, or a location
    /// without an attribute on v9 and later.
    Unused = 2,
}

from_number!(Rate, else UnknownRate, Vertex, Instance, Unused);

/// A vertex buffer as it is bound for a draw.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(C)]
pub struct VertexBuffer {
    /// GPU address of the first element, in bytes, below 2^56.
    pub address: u64,
    /// Bytes from the address to the end of the buffer.
    pub size: u32,
    /// Bytes from one element to the next.
    pub stride: u32,
    /// How often the attribute advances.
    pub rate: Rate,
    /// Instances per element. Ignored for per-vertex data.
    pub divisor: u32,
}

/// The bits of an address that a record's pointer cannot hold.
pub(super) const ADDRESS_BITS: u64 = 63;

/// The bits of an address that a record's pointer cannot hold.
#[inline]
pub(super) const fn low_bits(address: u64) -> u32 {
    (address & ADDRESS_BITS) as u32
}

/// The size field of a record, whose pointer is the aligned address.
#[inline]
pub(super) fn record_size(address: u64, size: u32) -> Result<u32, Error> {
    if !AttributeRecord::pointer_fits(address) {
        return Err(Error::AddressRange);
    }
    size.checked_add(low_bits(address)).ok_or(Error::SizeRange)
}

impl VertexBuffer {
    /// The low 6 bits of the address, which the record's pointer cannot hold.
    /// They are added to the attribute's offset.
    #[inline]
    pub const fn address_bits(&self) -> u32 {
        low_bits(self.address)
    }

    /// Checks that a record can hold this address and size.
    #[inline]
    pub(crate) fn check(address: u64, size: u32) -> Result<(), Error> {
        record_size(address, size).map(drop)
    }
}

/// The rule that selects the mode of a record: the first whose condition
/// holds.
///
/// Source: docs/instancing.md, "Attribute modes".
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
        const { until_nul(&TEXT) }
    }};
}

impl ModeRule {
    /// Whether the record divides the linear id.
    #[inline]
    pub(super) const fn divides(self) -> bool {
        matches!(self, Self::PowerOfTwo | Self::NotPowerOfTwo)
    }

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
}

/// The offset of an attribute in a buffer if the draw first reads the element
/// `elements`. `low_bits` are the low bits of the buffer's address.
#[inline]
pub(super) fn offset_of(
    elements: i64,
    stride: u32,
    low_bits: u32,
    source_offset: u32,
) -> Result<i32, Error> {
    let within = i64::from(source_offset) + i64::from(low_bits);
    elements
        .checked_mul(i64::from(stride))
        .and_then(|bytes| bytes.checked_add(within))
        .and_then(|offset| i32::try_from(offset).ok())
        .ok_or(Error::OffsetRange)
}

impl ResolvedDraw {
    /// A copy of the fields that records depend on.
    // Only these fields, because large loads would wait for earlier small
    // stores.
    #[inline(always)]
    pub(crate) fn for_records(&self) -> Self {
        let Self { architecture, rounding, instance_size, variant, .. } = *self;
        Self {
            architecture,
            rounding,
            instance_size,
            variant,
            ..Self::default()
        }
    }

    /// The rule that selects the mode of a record.
    #[inline]
    pub(super) fn rule(&self, rate: Rate, divisor: u32) -> ModeRule {
        let product = u64::from(self.instance_size) * u64::from(divisor);
        match (rate, self.has_several()) {
            (Rate::Unused, _) => ModeRule::Unused,
            (Rate::Vertex, false) => ModeRule::OneInstance,
            (Rate::Instance, false) => ModeRule::OneInstancePerInstance,
            (Rate::Vertex, true) => ModeRule::PerVertex,
            (Rate::Instance, true) => match u32::try_from(product) {
                Err(_) => ModeRule::DivisorBeyondIds,
                Ok(0) => ModeRule::DivisorZero,
                Ok(product) if product.is_power_of_two() => {
                    ModeRule::PowerOfTwo
                }
                Ok(_) => ModeRule::NotPowerOfTwo,
            },
        }
    }

    /// The mode of the records of all buffers with this rate and divisor.
    // Not inlined: keeps one copy in the binary.
    #[inline(never)]
    pub(super) fn mode(&self, rate: Rate, divisor: u32) -> Mode {
        // Fits where it is used, because otherwise the rule would differ.
        let product = self.instance_size.wrapping_mul(divisor);
        match self.rule(rate, divisor) {
            ModeRule::Unused => Mode::NONE,
            ModeRule::PowerOfTwo => Mode::pot(product.trailing_zeros()),
            ModeRule::NotPowerOfTwo => {
                let magic =
                    MagicDivisor::compute_once(product, self.rounding());
                Mode::npot(magic, divisor)
            }
            ModeRule::OneInstance | ModeRule::PerVertex => self.per_vertex(),
            _ => Mode::one_dimensional(false),
        }
    }

    /// The mode of every per-instance buffer with divisor 1, without a
    /// division.
    #[inline(always)]
    pub(super) fn per_instance(&self) -> Mode {
        let odd_part = OddPart::of_variant(self.variant, self.rounding());
        Mode::divisor_one(odd_part, self.variant)
    }

    /// The mode of every per-vertex buffer.
    #[inline(always)]
    pub(super) fn per_vertex(&self) -> Mode {
        if self.has_several() {
            Mode::modulus(self.variant.wrapping_sub(SEVERAL_INSTANCES))
        } else {
            Mode::one_dimensional(true)
        }
    }

    /// The hardware divisor: padded count x API divisor, by which the
    /// attribute unit divides a linear id. `None` if nothing is divided:
    /// per-vertex data, one instance, divisor 0.
    #[inline]
    pub fn hardware_divisor(&self, buffer: &VertexBuffer) -> Option<u64> {
        match (buffer.rate, self.padded()) {
            (Rate::Instance, Some(padded)) => {
                let divisor = u64::from(buffer.divisor);
                Some(u64::from(padded.count()) * divisor)
                    .filter(|&product| product != 0)
            }
            _ => None,
        }
    }

    /// The rule that selects the mode of the buffer's record.
    ///
    /// ```
    /// use dral::instancing::*;
    /// let draw = Draw { instance_count: 2, ..Draw::new(Architecture::V7) };
    /// let buffer = VertexBuffer {
    ///     address: 0,
    ///     size: 16,
    ///     stride: 4,
    ///     rate: Rate::Instance,
    ///     divisor: 8,
    /// };
    /// let rule = draw.resolve()?.mode_rule(&buffer);
    /// assert_eq!(rule, ModeRule::PowerOfTwo);
    /// # Ok::<(), dral::Error>(())
    /// ```
    #[inline]
    pub fn mode_rule(&self, buffer: &VertexBuffer) -> ModeRule {
        self.rule(buffer.rate, buffer.divisor)
    }

    /// The number of elements to add to an offset: those before the first
    /// element that the draw reads, minus those that the hardware adds.
    #[inline]
    pub(super) fn elements(&self, is_instance_rate: bool, moves: bool) -> i64 {
        let base = i64::from(self.base_instance);
        let start = i64::from(self.offset_start);
        base * i64::from(is_instance_rate) - start * i64::from(moves)
    }

    /// Whether a vertex buffer has a record.
    #[inline]
    pub(crate) fn check_record(
        &self,
        buffer: &VertexBuffer,
    ) -> Result<(), Error> {
        VertexBuffer::check(buffer.address, buffer.size)?;
        if buffer.rate == Rate::Unused {
            return Err(Error::UnusedBuffer);
        }
        Ok(())
    }

    /// The attribute buffer record of a vertex buffer.
    ///
    /// Source: docs/instancing.md, "Attribute modes".
    ///
    /// # Errors
    /// [`Error::AddressRange`] for an address of 2^56 or more,
    /// [`Error::SizeRange`] if the size, counted from the aligned address,
    /// exceeds 32 bits.
    ///
    /// ```
    /// use dral::instancing::*;
    /// let draw = Draw {
    ///     vertex_count: 70,
    ///     instance_count: 100,
    ///     ..Draw::new(Architecture::V7)
    /// };
    /// let buffer = VertexBuffer {
    ///     address: 188,
    ///     size: 4096,
    ///     stride: 16,
    ///     rate: Rate::Vertex,
    ///     divisor: 0,
    /// };
    /// let record = draw.resolve()?.attribute_record(&buffer)?;
    /// assert_eq!((record.pointer, record.size), (128, 4096 + 60));
    /// assert_eq!(record.element(72 * 5 + 33), Ok(33));
    /// # Ok::<(), dral::Error>(())
    /// ```
    #[inline(always)]
    pub fn attribute_record(
        &self,
        buffer: &VertexBuffer,
    ) -> Result<AttributeRecord, Error> {
        self.check_record(buffer)?;
        // Does not wrap, as checked above.
        let size = buffer.size.wrapping_add(buffer.address_bits());
        let pointer = buffer.address & !ADDRESS_BITS;
        let VertexBuffer { rate, stride, divisor, .. } = *buffer;
        let record = |mode: Mode| mode.record(pointer, stride, size, divisor);
        Ok(match (rate, divisor) {
            (Rate::Vertex, _) => record(self.per_vertex()),
            (Rate::Instance, 1) => record(self.per_instance()),
            (rate, divisor) => record(self.mode(rate, divisor)),
        })
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
    /// Source: docs/instancing.md, "Attribute offset".
    ///
    /// # Errors
    /// [`Error::OffsetRange`] if the sum does not fit in a signed
    /// 32-bit field; [`Error::AddressRange`] and [`Error::SizeRange`] as for
    /// the record.
    ///
    /// ```
    /// use dral::instancing::*;
    /// let draw = Draw {
    ///     vertex_count: 70,
    ///     instance_count: 100,
    ///     offset_start: 5,
    ///     base_instance: 2,
    ///     ..Draw::new(Architecture::V7)
    /// };
    /// let buffer = VertexBuffer {
    ///     address: 188,
    ///     size: 4096,
    ///     stride: 16,
    ///     rate: Rate::Instance,
    ///     divisor: 3,
    /// };
    /// let offset = draw.resolve()?.attribute_offset(&buffer, 8)?;
    /// assert_eq!(offset, 8 + 60 + 2 * 16 - 5 * 16);
    /// # Ok::<(), dral::Error>(())
    /// ```
    #[inline]
    pub fn attribute_offset(
        &self,
        buffer: &VertexBuffer,
        source_offset: u32,
    ) -> Result<i32, Error> {
        let VertexBuffer { stride, rate, .. } = *buffer;
        self.check_record(buffer)?;
        let moves = self.mode_rule(buffer).divides();
        let elements = self.elements(rate == Rate::Instance, moves);
        offset_of(elements, stride, buffer.address_bits(), source_offset)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::instancing::{Architecture, Draw};

    const BUFFER: VertexBuffer = VertexBuffer {
        address: 0,
        size: 4096,
        stride: 16,
        rate: Rate::Instance,
        divisor: 1,
    };

    fn draw(vertex_count: u32, instance_count: u32) -> Draw {
        Draw { vertex_count, instance_count, ..Draw::new(Architecture::V7) }
    }

    fn rule(draw: Draw, rate: Rate, divisor: u32) -> ModeRule {
        let buffer = VertexBuffer { rate, divisor, ..BUFFER };
        draw.resolve().unwrap().mode_rule(&buffer)
    }

    #[test]
    fn the_first_rule_that_applies_selects_the_mode() {
        use Rate::{Instance, Vertex};
        assert_eq!(rule(draw(70, 1), Vertex, 9), ModeRule::OneInstance);
        assert_eq!(
            rule(draw(70, 1), Instance, 0),
            ModeRule::OneInstancePerInstance
        );
        assert_eq!(rule(draw(70, 2), Vertex, 0), ModeRule::PerVertex);
        assert_eq!(rule(draw(70, 2), Instance, 0), ModeRule::DivisorZero);
        assert_eq!(rule(draw(64, 2), Instance, 1), ModeRule::NotPowerOfTwo);
        assert_eq!(rule(draw(63, 2), Instance, 4), ModeRule::PowerOfTwo);
        // 64 * 2^26 is the first power of two beyond 32-bit ids.
        assert_eq!(rule(draw(63, 2), Instance, 1 << 25), ModeRule::PowerOfTwo);
        assert_eq!(
            rule(draw(63, 2), Instance, 1 << 26),
            ModeRule::DivisorBeyondIds
        );
        // 72 * 59,652,324 is 2^32 + 32, which wraps to a power of two.
        assert_eq!(
            rule(draw(70, 2), Instance, 59_652_324),
            ModeRule::DivisorBeyondIds
        );
    }
}
