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

#[cfg(test)]
mod tests {
    use super::differs;
    use crate::dynamic_state::{Error, Instruction, Instructions, Site};

    #[test]
    fn only_pipelines_words_are_compared() {
        let mut compared = 0;
        for instruction in Instructions::ALL.iter() {
            let result = differs(instruction, &[], &[0]);
            if matches!(instruction.site(), Site::Final | Site::Partial) {
                assert_eq!(result, Ok(true), "{instruction:?}");
                compared += 1;
            } else {
                let refused = Err(Error::NotInPipelines);
                assert_eq!(result, refused, "{instruction:?}");
            }
        }
        assert_eq!(compared, 20 + 11);
    }

    #[test]
    fn words_are_compared_to_the_last() {
        let old = [1, 2, 3];
        for place in 0..3 {
            let mut new = old;
            assert_eq!(differs(Instruction::Sf, &old, &new), Ok(false));
            new[place] ^= 1 << 31;
            assert_eq!(differs(Instruction::Sf, &old, &new), Ok(true));
            // Fewer words differ; no words are not emitted.
            let fewer = differs(Instruction::Sf, &old, &old[..place]);
            assert_eq!(fewer, Ok(place > 0));
        }
    }

    #[test]
    fn what_has_no_new_words_is_not_emitted() {
        let packed = Site::Final.instructions();
        for instruction in packed.union(Site::Partial.instructions()).iter() {
            assert_eq!(differs(instruction, &[], &[]), Ok(false));
            assert_eq!(differs(instruction, &[1], &[]), Ok(false));
        }
        for instruction in
            [Instruction::VfSgvsInstancing, Instruction::SoDeclList]
        {
            assert_eq!(differs(instruction, &[], &[1]), Ok(true));
            assert_eq!(differs(instruction, &[1], &[1]), Ok(false));
            assert_eq!(differs(instruction, &[1], &[1, 1]), Ok(true));
        }
    }

    #[test]
    fn statistics_are_emitted_only_for_the_first_pipeline() {
        let instruction = Instruction::VfStatistics;
        assert_eq!(differs(instruction, &[], &[1]), Ok(true));
        assert_eq!(differs(instruction, &[1], &[2]), Ok(false));
        assert_eq!(differs(instruction, &[1], &[1, 2]), Ok(false));
    }
}
