// SPDX-License-Identifier: MIT

//! Rounding up to alignments.

/// `value` rounded up to a multiple of `alignment`, a power of two; 0 if the
/// result exceeds 64 bits.
#[inline]
pub(crate) const fn wrapping_align_up(value: u64, alignment: u64) -> u64 {
    let mask = alignment.wrapping_sub(1);
    value.wrapping_add(mask) & !mask
}

/// The same; `None` if the result exceeds 64 bits.
// Used by modules.
#[allow(dead_code)]
#[inline]
pub(crate) const fn align_up(value: u64, alignment: u64) -> Option<u64> {
    match wrapping_align_up(value, alignment) {
        0 if value > 0 => None,
        aligned => Some(aligned),
    }
}

#[cfg(test)]
mod tests {
    use super::align_up;

    #[test]
    fn values_go_to_the_next_multiple() {
        for (value, alignment, aligned) in [
            (0, 1, 0),
            (7, 1, 7),
            (1, 64, 64),
            (64, 64, 64),
            (65, 64, 128),
            (u64::from(u32::MAX), 1 << 31, 1 << 32),
            (1, 1 << 63, 1 << 63),
        ] {
            assert_eq!(align_up(value, alignment), Some(aligned));
        }
        assert_eq!(align_up(u64::MAX, 2), None);
    }
}
