// SPDX-License-Identifier: MIT

//! What the records of all buffers with one rate and divisor have in common,
//! as words, computed once for all of them.

use super::attribute::ModeRule;
use super::record::{
    continuation, AttributeMode, AttributeRecord, RecordType, POINTER, SHIFT,
    SIZE, SLOT_WORDS, STRIDE, TYPE,
};

/// The words of a record without its buffer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[repr(C)]
pub struct Template {
    /// The type, 0 if there is no record, and from bit 24 on the fields R, P
    /// and E as word 1 holds them. Bit 6: the record keeps the stride.
    pub head: u32,
    /// The magic of the continuation, else 0.
    pub magic: u32,
}

/// The two slots of a record. The second is zero unless the record has a
/// continuation.
pub(super) type Pair = [[u32; SLOT_WORDS]; 2];

/// The bit of the head that tells whether the record keeps the stride.
const KEEPS_STRIDE: u32 = 1 << 6;

/// The fields of word 1 lie here.
const TOP: u32 = 0xFF00_0000;

/// The first bit of the shift in word 1.
const SHIFT_BIT: u32 = SHIFT.first() - 32;

/// All bits if one of `bits` is set, else none.
#[inline]
const fn mask(bits: u32) -> u32 {
    ((bits != 0) as u32).wrapping_neg()
}

impl Template {
    /// Of records in which all threads read one element.
    const SHARED: Self =
        Self { head: RecordType::OneDimensional as u32, magic: 0 };

    /// Of the records of a mode.
    #[inline]
    pub(super) fn new((rule, mode): (ModeRule, Option<AttributeMode>)) -> Self {
        let Some(mode) = mode else {
            return Self::default();
        };
        let record = AttributeRecord::new(0, 0, 0, mode);
        let [first, second, ..] = record.words().first;
        let flag = if rule.keeps_stride() { KEEPS_STRIDE } else { 0 };
        Self { head: first | second | flag, magic: record.magic }
    }

    /// Whether the records keep the stride, as those do that shift.
    #[inline]
    pub(super) const fn keeps_stride(self) -> bool {
        self.head & KEEPS_STRIDE != 0
    }

    /// R: the shift of the record.
    #[inline]
    pub(super) const fn shift(self) -> u32 {
        self.head >> SHIFT_BIT & 31
    }

    /// The template of a padded count 2^`shift` times as large: a power of
    /// two in a padded count moves the shift and nothing else, until the
    /// hardware divisor is 2^32 and the shift 32. The record of one instance
    /// has no shift to move.
    #[inline]
    pub(super) const fn moved_up(self, shift: u32) -> Self {
        let moved = shift & mask(self.head & KEEPS_STRIDE);
        let beyond = mask((self.shift() + moved) & 32);
        let head = self.head.wrapping_add(moved << SHIFT_BIT);
        Self {
            head: head & !beyond | Self::SHARED.head & beyond,
            magic: self.magic & !beyond,
        }
    }

    /// Whether a continuation follows.
    #[inline]
    pub(super) fn has_continuation(self) -> bool {
        TYPE.get32(&[self.head]) == RecordType::NpotDivisor as u32
    }

    /// The words of a record, or zeros if there is none. The address need
    /// not be aligned: the record begins at the aligned one, and
    /// `record_size` counts from there.
    #[inline]
    pub(super) fn words(
        self,
        address: u64,
        record_size: u32,
        stride: u32,
        divisor: u32,
    ) -> Pair {
        let used = mask(self.head);
        let pointer = POINTER.in_place(address);
        let mut first = [
            pointer as u32 & used | TYPE.get32(&[self.head]),
            (pointer >> 32) as u32 & used | self.head & TOP,
            0,
            0,
        ];
        STRIDE.put(&mut first, stride & mask(self.head & KEEPS_STRIDE));
        SIZE.put(&mut first, record_size & used);
        let npot = self.has_continuation();
        [first, continuation(npot, self.magic, divisor)]
    }
}
