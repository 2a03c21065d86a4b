// SPDX-License-Identifier: MIT

//! The parts of records that many buffers share: everything except the address
//! and the size of a buffer and the shift of a draw.

use super::attribute::{low_bits, ADDRESS_BITS};
use super::divisor::OddPart;
use super::field::only_if;
use super::padding::SIZE_BYTE_ODD;
use super::record::{
    continuation, first_slot, head, AttributeRecord, RecordType, CONTINUATION,
    ODD, SHIFT, SLOT_WORDS, TYPE,
};
use super::resolved::SEVERAL_INSTANCES;
use super::table::{Buffer, Layout};
use super::MagicDivisor;
use core::hint::black_box;

/// The words of one slot of a table.
pub(super) type Slot = [u32; SLOT_WORDS];

/// The two slots of a record, without its buffer. All fields are 0 if there is
/// no record.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[repr(C)]
pub struct Template {
    /// Words 0 and 1 of the record, with word 0 in the low half and an address
    /// of 0.
    pub head: u64,
    /// Nonzero if the shift of a draw is added to word 1; 0 for a record
    /// without a shift.
    pub shift_bits: u32,
    /// The stride of the record.
    pub stride: u32,
    /// The words of the continuation, or zeros.
    pub second: [u32; 4],
}

/// The words of a record that depend on the rate and the divisor of its
/// buffer, in pairs.
#[derive(Clone, Copy)]
pub(super) struct Mode {
    /// Words 0 and 1 of the continuation, word 0 in the low half; or 0.
    // Not next to the other two words, because compilers would read both at
    // once.
    second_low: u64,
    /// Words 0 and 1, word 0 in the low half, with an address of 0; 0 if
    /// there is no record.
    head: u64,
    /// All bits if the record has the stride of its buffer, else 0.
    stride: u32,
    /// The number of slots that the record takes beyond the first.
    more_slots: u32,
    /// Words 2 and 3 of the continuation; or 0.
    second_high: u64,
}

/// Two words, the first in the low half.
#[inline(always)]
const fn pair(first: u32, second: u32) -> u64 {
    first as u64 + ((second as u64) << 32)
}

impl Mode {
    /// No record.
    pub(super) const NONE: Self = Self {
        second_low: 0,
        head: 0,
        second_high: 0,
        stride: 0,
        more_slots: 0,
    };

    #[inline(always)]
    const fn new(r#type: RecordType, shift: u32, top: u32) -> Self {
        let head = head(r#type as u32, shift | top << SIZE_BYTE_ODD);
        Self { head, stride: u32::MAX, ..Self::NONE }
    }

    /// The linear id, or one element for all threads.
    #[inline(always)]
    pub(super) fn one_dimensional(keeps_stride: bool) -> Self {
        let stride = if keeps_stride { u32::MAX } else { 0 };
        Self { stride, ..Self::new(RecordType::OneDimensional, 0, 0) }
    }

    /// The linear id modulo a padded count, from its byte as an instance size.
    #[inline(always)]
    pub(super) fn modulus(size_byte: u32) -> Self {
        Self::new(RecordType::Modulus, size_byte, 0)
    }

    /// The linear id shifted right.
    #[inline(always)]
    pub(super) fn pot(shift: u32) -> Self {
        Self::new(RecordType::PotDivisor, shift, 0)
    }

    /// The linear id divided by a magic divisor.
    #[inline(always)]
    pub(super) fn npot(divisor: MagicDivisor, api_divisor: u32) -> Self {
        let MagicDivisor { magic, shift, extra_flags } = divisor;
        let [a, b, c, d] = continuation(magic, api_divisor);
        Self {
            more_slots: 1,
            second_low: pair(a, b),
            second_high: pair(c, d),
            ..Self::new(RecordType::NpotDivisor, shift, extra_flags)
        }
    }

    /// Division by the padded count of a draw with this variant.
    // Without branches, because the next padded count is hard to predict.
    #[inline(always)]
    pub(super) fn divisor_one(odd_part: OddPart, variant: u32) -> Self {
        let OddPart { magic, shift, extra_flags, record_type } = odd_part;
        let record_type = u32::from(record_type);
        let shift = u32::from(shift) + variant % SEVERAL_INSTANCES;
        let shifts = shift + (u32::from(extra_flags) << SIZE_BYTE_ODD);
        let npot = record_type >> NPOT;
        let [_, b, c, _] = continuation(magic, 0);
        let divides = record_type != RecordType::OneDimensional as u32;
        Self {
            second_low: pair(CONTINUATION * npot, b),
            head: head(record_type, shifts),
            stride: only_if(divides, u32::MAX),
            more_slots: npot,
            second_high: pair(c, npot),
        }
    }

    /// The number of slots that the record takes beyond the first.
    #[inline(always)]
    pub(super) const fn more_slots(&self) -> u32 {
        self.more_slots
    }

    /// The same mode in a table, in which every record may take two slots.
    #[inline(always)]
    pub(super) const fn in_table(self, layout: Layout) -> Self {
        let more_slots = self.more_slots | layout.shape as u32;
        Self { more_slots, ..self }
    }

    /// The words of the record for a buffer that fits.
    #[inline(always)]
    pub(super) fn first(&self, buffer: &Buffer) -> Slot {
        let Buffer { address, size, stride, .. } = *buffer;
        // Neither wraps.
        let head = self.head.wrapping_add(address & !ADDRESS_BITS);
        let size = size.wrapping_add(low_bits(address));
        first_slot(head, self.stride & stride, size)
    }

    /// The words of the continuation, or zeros.
    #[inline(always)]
    pub(super) fn second(&self) -> Slot {
        let (ab, cd) = (self.second_low, self.second_high);
        [ab as u32, (ab >> 32) as u32, cd as u32, (cd >> 32) as u32]
    }

    /// The fields of the record for a buffer with this divisor.
    #[inline(always)]
    pub(super) fn record(
        &self,
        pointer: u64,
        stride: u32,
        size: u32,
        divisor: u32,
    ) -> AttributeRecord {
        let npot = self.more_slots() != 0;
        let top = ODD.in_head(self.head) as u32;
        AttributeRecord {
            pointer,
            r#type: TYPE.in_head(self.head) as u32,
            stride: self.stride & stride,
            size,
            shift: SHIFT.in_head(self.head) as u32,
            odd: only_if(!npot, top),
            extra_flags: only_if(npot, top),
            magic: (self.second_low >> 32) as u32,
            divisor: only_if(npot, divisor),
        }
    }
}

/// The bit of the type that only NPOT divisors have.
const NPOT: u32 = (RecordType::NpotDivisor as u32).trailing_zeros();

const _: () = assert!(
    (RecordType::OneDimensional as u32
        | RecordType::PotDivisor as u32
        | RecordType::Modulus as u32)
        >> NPOT
        & 1
        == 0
);

impl Template {
    /// Records in which all threads read one element.
    const SHARED: Self = Self {
        head: RecordType::OneDimensional as u64,
        shift_bits: 0,
        stride: 0,
        second: [0; SLOT_WORDS],
    };

    /// The template for buffers with this mode and stride.
    #[inline]
    pub(super) fn new(mode: Mode, stride: u32) -> Self {
        let shifts =
            TYPE.in_head(mode.head) > RecordType::OneDimensional as u64;
        Self {
            head: mode.head,
            shift_bits: if shifts { u32::MAX } else { 0 },
            stride: mode.stride & stride,
            second: mode.second(),
        }
    }

    /// Whether there is a record.
    #[inline]
    pub(super) const fn exists(&self) -> bool {
        self.head != 0
    }

    /// The number of slots that the record takes beyond the first: 1 if a
    /// continuation follows, else 0.
    #[inline]
    pub(super) const fn more_slots(&self) -> u32 {
        (self.head >> NPOT & 1) as u32
    }

    /// The smallest shift of a draw for which the hardware divisor is 2^32 or
    /// more; `None` for a record without a shift. No draw has such a shift for
    /// a modulus, which is its padded count.
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
    /// two in a padded count only changes the shift, if the hardware divisor
    /// is below 2^32.
    #[inline]
    pub(super) const fn moved_up(&self, shift: u32) -> Self {
        if self.is_beyond(shift) {
            Self::SHARED
        } else {
            *self
        }
    }

    /// Whether the hardware divisor for that padded count is 2^32 or more.
    #[inline]
    pub(super) const fn is_beyond(&self, shift: u32) -> bool {
        match self.beyond_from() {
            Some(beyond) => shift >= beyond,
            None => false,
        }
    }

    /// The words of the record for a buffer in a draw with this shift. The
    /// address need not be aligned: the pointer is the aligned address, and
    /// the size counts from there.
    #[inline(always)]
    pub(super) fn first(
        &self,
        shift: DrawShift,
        address: u64,
        record_size: u32,
        stride: u32,
    ) -> Slot {
        // Sign extended: all bits or no bits.
        let shift = shift.0 & self.shift_bits as i32 as i64 as u64;
        let head = (address & !ADDRESS_BITS)
            .wrapping_add(self.head)
            .wrapping_add(shift);
        first_slot(head, self.stride & stride, record_size)
    }
}

/// The shift of a draw at its place in word 1 of a record.
#[derive(Clone, Copy)]
pub(super) struct DrawShift(u64);

impl DrawShift {
    #[inline]
    pub(super) fn new(shift: u32) -> Self {
        let bits = SHIFT.in_place(u64::from(shift) << SHIFT.first());
        // If compilers knew that word 0 is 0, they would write the two words
        // one by one.
        Self(black_box(bits))
    }
}
