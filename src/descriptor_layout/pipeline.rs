// SPDX-License-Identifier: MIT

//! The dynamic offsets and push-constant words of a pipeline layout.
//!
//! Source: docs/descriptor-layout.md, "Pipeline layouts".

use super::align::exceeds;
use super::table::Rules;
use super::Error;

/// The alignment of a set in memory, which leaves the low bits of its offset
/// free.
const SET_OFFSET_ALIGNMENT: u32 = 64;

/// The index of each set's first dynamic offset in a pipeline layout, from the
/// number of dynamic offsets of each set. Returns their total.
///
/// # Errors
/// [`Error::SetLimit`] and [`Error::DynamicLimit`] for too many sets or
/// dynamic buffers in total, [`Error::OutputFull`] for too few starts. On
/// error nothing is written.
pub fn dynamic_offset_starts(
    rules: &Rules,
    dynamic_offset_counts: &[u32],
    starts: &mut [u32],
) -> Result<u32, Error> {
    if exceeds(dynamic_offset_counts.len() as u64, rules.max_sets) {
        return Err(Error::SetLimit);
    }
    if starts.len() < dynamic_offset_counts.len() {
        return Err(Error::OutputFull);
    }
    let total = dynamic_offset_counts
        .iter()
        .try_fold(0u32, |sum, &count| sum.checked_add(count))
        .filter(|&total| !exceeds(total.into(), rules.max_dynamic_buffers))
        .ok_or(Error::DynamicLimit)?;
    let mut sum = 0u32;
    for (start, &count) in starts.iter_mut().zip(dynamic_offset_counts) {
        *start = sum;
        sum = sum.wrapping_add(count);
    }
    Ok(total)
}

/// The push-constant word for a set: the offset of its memory, with its first
/// dynamic offset in the low six bits.
///
/// # Errors
/// [`Error::Misaligned`] if the offset is not a multiple of 64,
/// [`Error::CountRange`] for a start above 63.
#[inline]
pub const fn push_constant_word(
    set_offset: u32,
    dynamic_offset_start: u32,
) -> Result<u32, Error> {
    if set_offset % SET_OFFSET_ALIGNMENT != 0 {
        Err(Error::Misaligned)
    } else if dynamic_offset_start >= SET_OFFSET_ALIGNMENT {
        Err(Error::CountRange)
    } else {
        Ok(set_offset + dynamic_offset_start)
    }
}
