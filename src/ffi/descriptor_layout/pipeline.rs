// SPDX-License-Identifier: MIT

//! Pipeline layouts for C.

use super::super::pointer::{check_apart, slice, slice_mut};
use super::super::refusal::{status, write};
use super::table::{dral_descriptor_table, table};
use super::Refusal;
use crate::descriptor_layout::{dynamic_offset_starts, push_constant_word};
use core::ffi::c_int;

/// Where the dynamic offsets of each set begin among those of a pipeline
/// layout.
///
/// \param dynamic_offset_counts the dynamic offset count of each set
/// \param starts one for each set
/// \return 0; -ERANGE for more sets or dynamic buffers than the table
/// allows; -EINVAL for NULL, or arrays that overlap. On error nothing is
/// written.
///
/// Source: docs/descriptor-layout.md, "Pipeline layouts".
///
/// # Safety
/// table is NULL or points to a table; both arrays have set_count elements.
#[no_mangle]
pub unsafe extern "C" fn dral_descriptor_dynamic_offset_starts(
    table: *const dral_descriptor_table,
    dynamic_offset_counts: *const u32,
    starts: *mut u32,
    set_count: usize,
) -> c_int {
    let compute = || -> Result<(), Refusal> {
        check_apart(dynamic_offset_counts, set_count, starts, set_count)?;
        // SAFETY: the caller's pointer.
        let table = unsafe { self::table(table) }?;
        // SAFETY: the caller's arrays, which do not overlap.
        let counts = unsafe { slice(dynamic_offset_counts, set_count) }?;
        // SAFETY: likewise.
        let starts = unsafe { slice_mut(starts, set_count) }?;
        dynamic_offset_starts(&table.rules, counts, starts)?;
        Ok(())
    };
    status(compute())
}

/// The push-constant word by which a shader finds a set: the offset of its
/// memory, and in the six bits below that its first dynamic offset.
///
/// \param set_offset a multiple of 64
/// \param dynamic_offset_start at most 63
/// \return 0; -EINVAL for an offset that is no multiple of 64, or NULL;
/// -ERANGE for a start above 63.
///
/// Source: docs/descriptor-layout.md, "Pipeline layouts".
///
/// # Safety
/// word is NULL or points to a uint32_t.
#[no_mangle]
pub unsafe extern "C" fn dral_descriptor_push_constant_word(
    set_offset: u32,
    dynamic_offset_start: u32,
    word: *mut u32,
) -> c_int {
    let result = push_constant_word(set_offset, dynamic_offset_start);
    // SAFETY: the caller's pointer.
    unsafe { write(word, result) }
}
