// SPDX-License-Identifier: MIT

//! The dynamic offsets and push-constant words of a pipeline layout.
//!
//! Source: docs/reference/descriptor-layout.md, "Pipeline layouts".

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
/// As `dral_descriptor_dynamic_offset_starts`; [`Error::OutputFull`] for too
/// few starts. On error the starts are unspecified.
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
    let mut total = 0u32;
    for (start, &count) in starts.iter_mut().zip(dynamic_offset_counts) {
        *start = total;
        total = total.checked_add(count).ok_or(Error::DynamicLimit)?;
    }
    if exceeds(total.into(), rules.max_dynamic_buffers) {
        return Err(Error::DynamicLimit);
    }
    Ok(total)
}

/// The push-constant word for a set: the offset of its memory, with its first
/// dynamic offset in the low six bits.
///
/// # Errors
/// As `dral_descriptor_push_constant_word`.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::modules::descriptor_layout::{Mesa, Model};

    #[test]
    fn every_set_has_room_for_its_start() {
        let table = Model::AnvIndirect.table(Mesa::V24_3, 120, 0).unwrap();
        let mut starts = [9; 2];
        let few =
            dynamic_offset_starts(&table.rules, &[1, 1], &mut starts[..1]);
        assert_eq!(few, Err(Error::OutputFull));
        let enough = dynamic_offset_starts(&table.rules, &[1, 1], &mut starts);
        assert_eq!(enough, Ok(2));
    }
}
