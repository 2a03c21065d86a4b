// SPDX-License-Identifier: MIT

//! Pipeline layouts for C.

use super::super::pointer::arrays;
use super::super::refusal::{pure, status};
use super::table::{dral_descriptor_table, read_table};
use crate::descriptor_layout::{dynamic_offset_starts, push_constant_word};
use core::ffi::c_int;

/// The index of each set's first dynamic offset in a pipeline layout.
///
/// \param dynamic_offset_counts the number of dynamic offsets of each set
/// \param starts receives the index for each set
/// \return 0; -ERANGE for more sets or dynamic buffers than the table
/// allows; -EINVAL for NULL, or arrays that overlap. On error nothing is
/// written.
///
/// Source: docs/descriptor-layout.md, "Pipeline layouts".
///
/// # Safety
/// table is NULL or points to a table; both arrays have set_count elements.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_descriptor_dynamic_offset_starts(
    table: *const dral_descriptor_table,
    dynamic_offset_counts: *const u32,
    starts: *mut u32,
    set_count: usize,
) -> c_int {
    let compute = || {
        // SAFETY: the caller's pointers.
        let (table, (counts, starts)) = unsafe {
            // Read before the starts, which may overlap it.
            let table = read_table(table)?;
            (table, arrays(dynamic_offset_counts, starts, set_count)?)
        };
        dynamic_offset_starts(&table.rules, counts, starts)?;
        Ok(())
    };
    status(compute())
}

/// The push-constant word for a set: the offset of its memory, with its first
/// dynamic offset in the low six bits.
///
/// \param set_offset a multiple of 64
/// \param dynamic_offset_start at most 63
/// \return 0; -EINVAL for an offset that is not a multiple of 64, or NULL;
/// -ERANGE for a start above 63.
///
/// Source: docs/descriptor-layout.md, "Pipeline layouts".
///
/// # Safety
/// word is NULL or points to a uint32_t.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_descriptor_push_constant_word(
    set_offset: u32,
    dynamic_offset_start: u32,
    word: *mut u32,
) -> c_int {
    pure!(word, push_constant_word(set_offset, dynamic_offset_start)?)
}
