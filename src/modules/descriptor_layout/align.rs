// SPDX-License-Identifier: MIT

//! Alignments and limits of tables.

use super::Error;
use crate::align::align_up;

/// A value rounded up to an alignment of a table.
///
/// # Errors
/// [`Error::Alignment`] unless the alignment is a power of two;
/// [`Error::SizeRange`] beyond 64 bits.
pub(super) fn align(value: u64, alignment: u32) -> Result<u64, Error> {
    if !alignment.is_power_of_two() {
        return Err(Error::Alignment);
    }
    align_up(value, alignment.into()).ok_or(Error::SizeRange)
}

/// A sum or product that must fit in 32 bits.
///
/// # Errors
/// [`Error::SizeRange`]
pub(super) fn narrow(value: u64) -> Result<u32, Error> {
    u32::try_from(value).map_err(|_| Error::SizeRange)
}

/// The end of this many elements.
///
/// # Errors
/// [`Error::SizeRange`] beyond 32 bits.
pub(super) fn end(offset: u32, count: u32, stride: u32) -> Result<u32, Error> {
    count
        .checked_mul(stride)
        .and_then(|bytes| offset.checked_add(bytes))
        .ok_or(Error::SizeRange)
}

/// Whether a limit of a table is exceeded; UINT32_MAX is no limit.
pub(super) const fn exceeds(value: u64, limit: u32) -> bool {
    limit != u32::MAX && value > limit as u64
}
