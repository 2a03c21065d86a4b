// SPDX-License-Identifier: MIT

//! Alignments and limits of tables.

use super::Error;
use crate::align::align_up;

/// A value rounded up to an alignment of a table.
///
/// # Errors
/// [`Error::Alignment`] unless the alignment is a power of two;
/// [`Error::SizeRange`] beyond 64 bits.
#[inline]
pub(super) const fn align(value: u64, alignment: u32) -> Result<u64, Error> {
    if !alignment.is_power_of_two() {
        return Err(Error::Alignment);
    }
    match align_up(value, alignment as u64) {
        Some(aligned) => Ok(aligned),
        None => Err(Error::SizeRange),
    }
}

/// A sum or product that must fit in 32 bits.
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
