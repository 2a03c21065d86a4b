// SPDX-License-Identifier: MIT

//! Another pipeline, for C.

use super::super::pointer::slice;
use super::super::refusal::pure;
use crate::dynamic_state::{differs, Instruction};
use core::ffi::c_int;

/// Whether an instruction must be emitted again because another pipeline was
/// bound. Compares the words that the two pipelines packed for it. Without new
/// words there is nothing to emit, for example for VFG before version 125.
///
/// \param instruction an enum dral_dynamic_instruction, not its bit
/// \param old_words the words of the previous pipeline; old_count is 0 if
/// there was none
/// \param new_words the words of the new pipeline; new_count is 0 if it packed
/// none
/// \param differs receives 1 if it must be emitted, else 0
/// \return 0; -EINVAL for an unknown instruction, one that pipelines do not
/// pack (neither final nor partial), or NULL.
///
/// Source: docs/dynamic-state.md, "Switching pipelines".
///
/// # Safety
/// old_words has old_count elements and new_words new_count; differs is NULL
/// or points to a uint32_t.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_dynamic_differs(
    instruction: u32,
    old_words: *const u32,
    old_count: usize,
    new_words: *const u32,
    new_count: usize,
    differs: *mut u32,
) -> c_int {
    pure!(
        differs,
        [old = slice(old_words, old_count), new = slice(new_words, new_count)],
        u32::from(self::differs(
            Instruction::try_from(instruction)?,
            old,
            new
        )?)
    )
}
