// SPDX-License-Identifier: MIT

//! What the records of many buffers have in common: everything except
//! the address and the size of a buffer and the shift of a draw.

use super::attribute::ADDRESS_BITS;
use super::record::{AttributeRecord, RecordType, SHIFT, SLOT_WORDS};

/// The words of one slot of a table.
pub(super) type Slot = [u32; SLOT_WORDS];

/// The two slots of a record without its buffer. All is 0 if there is no
/// record.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[repr(C)]
pub struct Template {
    /// The words 0 and 1 of the record, word 0 in the low half, with an
    /// address of 0.
    pub head: u64,
    /// The bits of word 1 to which the shift of a draw is added; 0 for a
    /// record without a shift.
    pub shift_bits: u32,
    /// The stride of the record.
    pub stride: u32,
    /// The words of the continuation, or zeros.
    pub second: [u32; 4],
}

/// The bit of the type that NPOT divisors have and no other.
const NPOT: u32 = (RecordType::NpotDivisor as u32).trailing_zeros();

const _: () = assert!(
    (RecordType::OneDimensional as u32
        | RecordType::PotDivisor as u32
        | RecordType::Modulus as u32)
        >> NPOT
        & 1
        == 0
);

/// Where word 1 begins in a head.
const WORD_1: u32 = 32;

impl Template {
    /// Of records in which all threads read one element.
    const SHARED: Self = Self {
        head: RecordType::OneDimensional as u64,
        shift_bits: 0,
        stride: 0,
        second: [0; SLOT_WORDS],
    };

    /// Of the records that differ from this one only in their buffers.
    #[inline]
    pub(super) fn new(record: AttributeRecord) -> Self {
        let words = record.words();
        let [low, high, stride, _] = words.first;
        let shifts = record.r#type > RecordType::OneDimensional as u32;
        Self {
            head: u64::from(high) << WORD_1 | u64::from(low),
            shift_bits: if shifts { u32::MAX } else { 0 },
            stride,
            second: words.continuation.unwrap_or_default(),
        }
    }

    /// Whether there is a record.
    #[inline]
    pub(super) const fn exists(&self) -> bool {
        self.head != 0
    }

    /// How many slots the record takes beyond the first: 1 if a continuation
    /// follows, else 0.
    #[inline]
    pub(super) const fn more_slots(&self) -> u32 {
        (self.head >> NPOT & 1) as u32
    }

    /// The shift of the draw from which on the hardware divisor is 2^32 or
    /// more; `None` for a record without a shift. A modulus is a padded
    /// count, whose draw has a smaller shift.
    #[inline]
    pub(super) const fn beyond_from(&self) -> Option<u32> {
        let shift = SHIFT.in_head(self.head) as u32;
        if self.shift_bits == 0 {
            None
        } else {
            Some(32 - shift)
        }
    }

    /// The template for a padded count 2^`shift` times as large: a power of
    /// two in a padded count moves the shift and nothing else, as long as the
    /// hardware divisor is below 2^32.
    #[inline]
    pub(super) const fn moved_up(&self, shift: u32) -> Self {
        if self.is_beyond(shift) {
            Self::SHARED
        } else {
            *self
        }
    }

    /// Whether the hardware divisor of such a padded count is 2^32 or more.
    #[inline]
    pub(super) const fn is_beyond(&self, shift: u32) -> bool {
        match self.beyond_from() {
            Some(beyond) => shift >= beyond,
            None => false,
        }
    }

    /// The words of the record of a buffer, in a draw with this shift. The
    /// address need not be aligned: the record begins at the aligned one, and
    /// its size counts from there.
    #[inline(always)]
    pub(super) fn first(
        &self,
        shift: DrawShift,
        address: u64,
        record_size: u32,
        stride: u32,
    ) -> Slot {
        // Sign extended: all bits or none.
        let shift = shift.0 & self.shift_bits as i32 as i64 as u64;
        let head = (address & !ADDRESS_BITS)
            .wrapping_add(self.head)
            .wrapping_add(shift);
        let stride = self.stride & stride;
        [head as u32, (head >> WORD_1) as u32, stride, record_size]
    }
}

/// The shift of a draw as word 1 of a record holds it.
#[derive(Clone, Copy)]
pub(super) struct DrawShift(u64);

impl DrawShift {
    pub(super) const NONE: Self = Self(0);

    #[inline]
    pub(super) fn new(shift: u32) -> Self {
        Self(SHIFT.in_place(u64::from(shift) << (WORD_1 + 24)))
    }
}
