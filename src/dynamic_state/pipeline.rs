// SPDX-License-Identifier: MIT

//! The instructions that a switch of pipelines emits.
//!
//! Source: docs/dynamic-state.md, "Switching pipelines".

use super::table::SAME_IN_ALL_PIPELINES;
use super::{Error, Instruction, Site};

/// Whether an instruction must be emitted again because another pipeline was
/// bound. Compares the words that the two pipelines packed for it; the old
/// words are empty if no pipeline was bound. Without new words there is
/// nothing to emit.
///
/// ```
/// use dral::dynamic_state::{differs, Error, Instruction};
/// assert_eq!(differs(Instruction::Vs, &[1, 2], &[1, 2]), Ok(false));
/// assert_eq!(differs(Instruction::Vs, &[1, 2], &[1, 3]), Ok(true));
/// let refused = differs(Instruction::Scissor, &[], &[]);
/// assert_eq!(refused, Err(Error::NotInPipelines));
/// ```
pub fn differs(
    instruction: Instruction,
    old: &[u32],
    new: &[u32],
) -> Result<bool, Error> {
    if !matches!(instruction.site(), Site::Final | Site::Partial) {
        return Err(Error::NotInPipelines);
    }
    if new.is_empty() {
        return Ok(false);
    }
    if old.is_empty() {
        return Ok(true);
    }
    let bit = 1 << instruction as u32;
    if SAME_IN_ALL_PIPELINES & bit != 0 {
        return Ok(false);
    }
    // Not `==` of slices, which calls memcmp.
    Ok(old.len() != new.len() || old.iter().zip(new).any(|(a, b)| a != b))
}
