// SPDX-License-Identifier: MIT

//! What is emitted and when.
//!
//! Source: docs/dynamic-state.md, "Triggers", "Companions", "The first draw",
//! "Blits".

use super::condition::Condition;
use super::table::{
    BLIT, BLIT_WITH_FRAGMENT_PROGRAM, COMPANIONS, INSTRUCTIONS, TRIGGERS,
};
use super::{Commands, Device, Instruction, Instructions, States};

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
