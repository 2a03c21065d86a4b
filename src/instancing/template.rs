// SPDX-License-Identifier: MIT

//! What the records of many buffers have in common, computed once for all of
//! them.

use super::field::only_if;
use super::record::{
    continuation, EXTRA_FLAGS, ODD, POINTER, SHIFT, SIZE, SLOT_WORDS, STRIDE,
    TYPE,
};
use super::{AttributeMode, AttributeRecord, RecordType, VertexBuffer};

/// What the words of all buffers with one rate and divisor share, small
/// enough for two registers.
#[derive(Clone, Copy)]
pub(super) struct Template {
    /// The words 0 and 1 without the pointer.
    head: u64,
    /// The magic of the continuation; at its bit 31, which no magic has,
    /// whether the stride is used.
    magic: u32,
}

/// The bit of a template's magic that tells whether the stride is used.
const STRIDED: u32 = 1 << 31;

impl Template {
    /// Of records of this mode, which use the stride.
    #[inline]
    pub(super) fn new(mode: AttributeMode) -> Self {
        let record = AttributeRecord::new(0, 0, 0, mode);
        let [first, second, ..] = record.words().first;
        Self {
            head: u64::from(second) << 32 | u64::from(first),
            magic: record.magic | STRIDED,
        }
    }

    /// Of records by which all threads read one element.
    #[inline]
    pub(super) fn without_stride() -> Self {
        Self { magic: 0, ..Self::new(AttributeMode::OneDimensional) }
    }

    /// All bits if the stride is used, else none.
    #[inline]
    fn stride_mask(self) -> u32 {
        (self.magic >> STRIDED.trailing_zeros()).wrapping_neg()
    }

    /// Whether a continuation follows.
    #[inline]
    pub(super) fn has_continuation(self) -> bool {
        TYPE.get32(&[self.head as u32]) == RecordType::NpotDivisor as u32
    }

    /// The record of a buffer.
    #[inline]
    pub(super) fn record(
        self,
        pointer: u64,
        stride: u32,
        size: u32,
        divisor: u32,
    ) -> AttributeRecord {
        let words = [self.head as u32, (self.head >> 32) as u32];
        let r#type = TYPE.get32(&words);
        // These two lie over each other.
        let modulus = r#type == RecordType::Modulus as u32;
        let npot = self.has_continuation();
        AttributeRecord {
            pointer,
            r#type,
            stride: stride & self.stride_mask(),
            size,
            shift: SHIFT.get32(&words),
            odd: only_if(modulus, ODD.get32(&words)),
            extra_flags: only_if(npot, EXTRA_FLAGS.get32(&words)),
            magic: self.magic & !STRIDED,
            divisor: only_if(npot, divisor),
        }
    }

    /// The words of the record. The address need not be aligned: the record
    /// begins at the aligned one, and its size grows.
    #[inline]
    pub(super) fn first(self, buffer: &VertexBuffer) -> [u32; SLOT_WORDS] {
        let VertexBuffer { address, size, stride, .. } = *buffer;
        let head = self.head | POINTER.in_place(address);
        let mut first = [head as u32, (head >> 32) as u32, 0, 0];
        STRIDE.put(&mut first, stride & self.stride_mask());
        // Does not wrap: the buffer was checked.
        SIZE.put(&mut first, size.wrapping_add(buffer.address_bits()));
        first
    }

    /// The words of the continuation.
    #[inline]
    pub(super) fn continuation(self, divisor: u32) -> [u32; SLOT_WORDS] {
        continuation(self.magic & !STRIDED, divisor)
    }
}
