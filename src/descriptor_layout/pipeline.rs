// SPDX-License-Identifier: MIT

//! What a pipeline layout makes of its sets.
//!
//! Source: docs/descriptor-layout.md, "Pipeline layouts".

use super::align::exceeds;
use super::table::Rules;
use super::Error;

/// The alignment of a set in memory, which leaves room below its offset.
const SET_OFFSET_ALIGNMENT: u32 = 64;

/// Where the dynamic offsets of each set begin among those of a pipeline
/// layout, from the dynamic offset count of each set. Returns how many there
/// are in all.
///
/// # Errors
/// [`Error::SetLimit`] and [`Error::DynamicLimit`] for too many sets or
/// dynamic buffers in all, [`Error::OutputFull`] for too few starts. Nothing
/// is written then.
///
/// ```
/// use dral::descriptor_layout::{dynamic_offset_starts, Mesa, Model};
/// let rules = Model::AnvDirect.table(Mesa::V26_2, 125, 0)?.rules;
/// let mut starts = [0; 3];
/// assert_eq!(dynamic_offset_starts(&rules, &[2, 0, 5], &mut starts), Ok(7));
/// assert_eq!(starts, [0, 2, 2]);
/// # Ok::<(), dral::descriptor_layout::Error>(())
/// ```
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

/// The push-constant word by which a shader finds a set: the offset of its
/// memory, and in the bits below that its first dynamic offset.
///
/// # Errors
/// [`Error::Misaligned`] if the offset is not a multiple of 64,
/// [`Error::CountRange`] for a start above 63.
///
/// ```
/// use dral::descriptor_layout::push_constant_word;
/// assert_eq!(push_constant_word(0x1240, 5), Ok(0x1245));
/// ```
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
