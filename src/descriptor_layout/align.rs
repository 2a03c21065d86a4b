// SPDX-License-Identifier: MIT

//! Rounding up to alignments.

use super::Error;

/// The smallest multiple of `alignment` that is at least `value`. Wide
/// enough for every 32-bit value.
///
/// # Errors
/// [`Error::Alignment`] unless the alignment is a power of two.
#[inline]
pub(super) const fn align(value: u32, alignment: u32) -> Result<u64, Error> {
    if !alignment.is_power_of_two() {
        return Err(Error::Alignment);
    }
    let mask = alignment as u64 - 1;
    Ok((value as u64 + mask) & !mask)
}

/// [`align`] for sizes that may have 64 bits, and must keep them.
///
/// # Errors
/// Those of [`align`], and [`Error::SizeRange`].
#[inline]
pub(super) const fn align_wide(
    value: u64,
    alignment: u32,
) -> Result<u64, Error> {
    if !alignment.is_power_of_two() {
        return Err(Error::Alignment);
    }
    let mask = alignment as u64 - 1;
    match value.checked_add(mask) {
        Some(sum) => Ok(sum & !mask),
        None => Err(Error::SizeRange),
    }
}

/// A sum or product that must fit 32 bits.
///
/// # Errors
/// [`Error::SizeRange`]
#[inline]
pub(super) const fn narrow(value: u64) -> Result<u32, Error> {
    if value > u32::MAX as u64 {
        return Err(Error::SizeRange);
    }
    Ok(value as u32)
}

/// Whether a limit of a table is exceeded; UINT32_MAX is no limit.
#[inline]
pub(super) const fn exceeds(value: u64, limit: u32) -> bool {
    limit != u32::MAX && value > limit as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_powers_of_two_align() {
        for (value, alignment, aligned) in [
            (0, 1, 0),
            (7, 1, 7),
            (1, 64, 64),
            (64, 64, 64),
            (65, 64, 128),
            (u32::MAX, 1 << 31, 1 << 32),
        ] {
            assert_eq!(align(value, alignment), Ok(aligned));
            assert_eq!(align_wide(value.into(), alignment), Ok(aligned));
        }
        for alignment in [0, 3, 48, u32::MAX] {
            assert_eq!(align(0, alignment), Err(Error::Alignment));
            assert_eq!(align_wide(0, alignment), Err(Error::Alignment));
        }
        assert_eq!(align_wide(u64::MAX, 2), Err(Error::SizeRange));
    }

    #[test]
    fn the_greatest_number_is_no_limit() {
        assert!(!exceeds(7, 7) && exceeds(8, 7));
        assert!(exceeds(u32::MAX.into(), u32::MAX - 1));
        assert!(!exceeds(u64::MAX, u32::MAX));
    }
}
