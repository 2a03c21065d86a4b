// SPDX-License-Identifier: MIT

//! What is emitted and when.
//!
//! Source: docs/reference/dynamic-state.md, "Triggers", "Companions", "The
//! first draw", "Blits", "Switching pipelines".

use super::condition::Condition;
use super::table;
use super::{Commands, Device, Error, Instruction, Instructions, Site, States};
use crate::mesa::Mesa;

impl Device {
    fn meets(self, condition: Condition) -> bool {
        condition.holds(self.version(), self.features())
    }

    /// The instructions that a draw may have to emit after these changes,
    /// without their companions. A driver that compares values emits a subset
    /// of these.
    pub fn triggered(self, states: States, commands: Commands) -> Instructions {
        let mut emitted = 0;
        for row in self.table().triggers {
            let dirty = row.states & states.stored() != 0
                || row.commands & commands.stored() != 0;
            if dirty && self.meets(row.condition) {
                emitted |= row.instructions;
            }
        }
        Instructions::from_table(emitted)
    }

    /// The instructions with their companions, which must be emitted whenever
    /// these are.
    pub fn with_companions(self, instructions: Instructions) -> Instructions {
        let mut closed = instructions.stored();
        for row in self.table().companions {
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
        for row in self.table().triggers {
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
        for row in self.table().companions {
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
        for row in self.table().instructions {
            if self.meets(row.initial) {
                emitted |= 1 << row.instruction as u32;
            }
        }
        Instructions::from_table(emitted)
    }

    /// The instructions that the driver's own blit, with or without a fragment
    /// program, has overwritten; the next draw emits them again.
    pub fn after_blit(self, fragment_program: bool) -> Instructions {
        let table = self.table();
        let mut emitted = match fragment_program {
            true => table.blit_with_fragment_program,
            false => 0,
        };
        for row in table.blit {
            if self.meets(row.condition) {
                emitted |= row.instructions;
            }
        }
        Instructions::from_table(emitted)
    }
}

/// Whether an instruction must be emitted again because another pipeline or
/// shader was bound. Compares the words that the two packed for it; the old
/// words are empty if none was bound. Without new words there is nothing to
/// emit, except instructions that switch a stage off.
///
/// # Errors
/// As `dral_dynamic_differs`.
///
/// ```
/// use dral::modules::dynamic_state::{differs, Error, Instruction, Mesa};
/// let vs = |old: &[u32], new: &[u32]| {
///     differs(Mesa::V26_2, Instruction::Vs, old, new)
/// };
/// assert_eq!(vs(&[1, 2], &[1, 2]), Ok(false));
/// assert_eq!(vs(&[1, 2], &[1, 3]), Ok(true));
/// let refused = differs(Mesa::V26_2, Instruction::Scissor, &[], &[]);
/// assert_eq!(refused, Err(Error::NotInPipelines));
/// ```
pub fn differs(
    mesa: Mesa,
    instruction: Instruction,
    old: &[u32],
    new: &[u32],
) -> Result<bool, Error> {
    let site = instruction.site(mesa)?;
    if !matches!(site, Site::Final | Site::Partial) {
        return Err(Error::NotInPipelines);
    }
    let (table, bit) = (table::of(mesa), 1 << instruction as u32);
    if new.is_empty() {
        let is_switched_off = table.emitted_without_words & bit != 0;
        return Ok(is_switched_off && !old.is_empty());
    }
    if old.is_empty() {
        return Ok(true);
    }
    if table.same_in_all_pipelines & bit != 0 {
        return Ok(false);
    }
    // Not `==` of slices, which calls memcmp.
    Ok(old.len() != new.len() || old.iter().zip(new).any(|(a, b)| a != b))
}
