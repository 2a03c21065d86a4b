// SPDX-License-Identifier: MIT

//! What is emitted and when.
//!
//! Source: docs/dynamic-state.md, "Triggers", "Companions", "The first draw",
//! "Blits", "Switching pipelines".

use super::condition::Condition;
use super::table::{
    BLIT, BLIT_WITH_FRAGMENT_PROGRAM, COMPANIONS, INSTRUCTIONS,
    SAME_IN_ALL_PIPELINES, TRIGGERS,
};
use super::{Commands, Device, Error, Instruction, Instructions, Site, States};

impl Device {
    #[inline]
    fn meets(self, condition: Condition) -> bool {
        condition.holds(self.version(), self.features())
    }

    /// The instructions that a draw may have to emit after these changes,
    /// without their companions. A driver that compares values emits a subset
    /// of these.
    pub fn triggered(self, states: States, commands: Commands) -> Instructions {
        let mut emitted = 0;
        for row in TRIGGERS {
            let dirty = row.states & states.bits() != 0
                || row.commands & commands.bits() != 0;
            if dirty && self.meets(row.condition) {
                emitted |= row.instructions;
            }
        }
        Instructions::from_table(emitted)
    }

    /// The instructions with their companions, which must be emitted whenever
    /// these are.
    pub fn with_companions(self, instructions: Instructions) -> Instructions {
        let mut closed = instructions.bits();
        for row in COMPANIONS {
            if closed >> row.of as u32 & 1 != 0 && self.meets(row.condition) {
                closed |= 1 << row.instruction as u32;
            }
        }
        Instructions::from_table(closed)
    }

    /// The instructions that the next draw emits after these changes,
    /// including companions.
    pub fn emitted(self, states: States, commands: Commands) -> Instructions {
        self.with_companions(self.triggered(states, commands))
    }

    /// The states and the commands that may make an instruction necessary,
    /// without those for which it is only a companion.
    pub fn triggers(self, instruction: Instruction) -> (States, Commands) {
        let (mut states, mut commands) = (0, 0);
        for row in TRIGGERS {
            let triggers = row.instructions >> instruction as u32 & 1 != 0;
            if triggers && self.meets(row.condition) {
                states |= row.states;
                commands |= row.commands;
            }
        }
        (States::from_table(states), Commands::from_table(commands))
    }

    /// The instructions that have this instruction as a companion.
    pub fn accompanied(self, instruction: Instruction) -> Instructions {
        let mut of = 0;
        for row in COMPANIONS {
            if row.instruction == instruction && self.meets(row.condition) {
                of |= 1 << row.of as u32;
            }
        }
        Instructions::from_table(of)
    }

    /// The instructions that the first draw of a command buffer emits, without
    /// companions.
    pub fn initial(self) -> Instructions {
        let mut emitted = 0;
        for row in &INSTRUCTIONS {
            if self.meets(row.initial) {
                emitted |= 1 << row.instruction as u32;
            }
        }
        Instructions::from_table(emitted)
    }

    /// The instructions that the driver's own blit, with or without a fragment
    /// program, has overwritten; the next draw emits them again.
    pub fn after_blit(self, fragment_program: bool) -> Instructions {
        let mut emitted =
            if fragment_program { BLIT_WITH_FRAGMENT_PROGRAM } else { 0 };
        for row in BLIT {
            if self.meets(row.condition) {
                emitted |= row.instructions;
            }
        }
        Instructions::from_table(emitted)
    }
}

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
