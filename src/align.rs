// SPDX-License-Identifier: MIT

//! Rounding up to alignments.

/// `value` rounded up to a multiple of `alignment`, a power of two; 0 if the
/// result exceeds 64 bits.
pub(crate) const fn wrapping_align_up(value: u64, alignment: u64) -> u64 {
    let mask = alignment.wrapping_sub(1);
    value.wrapping_add(mask) & !mask
}

/// The same; `None` if the result exceeds 64 bits.
pub(crate) const fn align_up(value: u64, alignment: u64) -> Option<u64> {
    match wrapping_align_up(value, alignment) {
        0 if value > 0 => None,
        aligned => Some(aligned),
    }
}
