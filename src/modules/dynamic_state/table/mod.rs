// SPDX-License-Identifier: MIT

//! A table for each release of Mesa: which instructions program the 3D
//! pipeline, where each is emitted and what makes it necessary. Everything else
//! in this module reads them.
//!
//! Source: docs/reference/dynamic-state.md.

mod v24_3;
mod v26_2;
mod vulkan;

use super::condition::Condition;
use super::element::{Command, Instruction, Site, State};
use crate::mesa::Mesa;
pub(super) use vulkan::{ATTACHMENT_COUNT, DYNAMIC_STATES, OF_ALL_ATTACHMENTS};
use State as S;

/// What a release does.
pub(super) struct Table {
    /// The features, states and commands that it has.
    pub(super) features: u32,
    pub(super) states: u64,
    pub(super) commands: u32,
    pub(super) instructions: &'static [InstructionRow],
    /// States that are in no row make nothing necessary.
    pub(super) triggers: &'static [Trigger],
    /// One pass over them is enough: no row adds an instruction that an earlier
    /// row depends on, except two that are companions of each other.
    pub(super) companions: &'static [Companion],
    /// The instructions that the driver's own blits overwrite.
    pub(super) blit: &'static [Overwritten],
    /// Those that blits with a fragment program overwrite in addition.
    pub(super) blit_with_fragment_program: u64,
    /// Instructions that are the same in all pipelines.
    pub(super) same_in_all_pipelines: u64,
    /// Instructions that are emitted after the shader with their words is
    /// unbound.
    pub(super) emitted_without_words: u64,
}

/// The table of a release.
pub(super) const fn of(mesa: Mesa) -> &'static Table {
    match mesa {
        Mesa::V24_3 => &const { v24_3::TABLE },
        Mesa::V26_2 => &const { v26_2::TABLE },
    }
}

/// An instruction.
pub(super) struct InstructionRow {
    pub(super) instruction: Instruction,
    pub(super) site: Site,
    /// Whether the first draw of a command buffer emits it.
    pub(super) initial: Condition,
}

const fn row(
    instruction: Instruction,
    site: Site,
    initial: Condition,
) -> InstructionRow {
    InstructionRow { instruction, site, initial }
}

// Lists as bits. These functions only run at compile time.

macro_rules! bits_of {
    ($name:ident, $element:ident, $bits:ty) => {
        const fn $name(list: &[$element]) -> $bits {
            let mut bits = 0;
            let mut place = 0;
            while place < list.len() {
                bits |= 1 << list[place] as u32;
                place += 1;
            }
            bits
        }
    };
}
bits_of!(states, State, u64);
bits_of!(commands, Command, u32);
bits_of!(instructions, Instruction, u64);

/// Any of these states or commands makes all of these instructions necessary,
/// on a device that meets the condition.
pub(super) struct Trigger {
    pub(super) states: u64,
    pub(super) commands: u32,
    pub(super) condition: Condition,
    pub(super) instructions: u64,
}

const fn trigger(
    changed: &[State],
    executed: &[Command],
    condition: Condition,
    emitted: &[Instruction],
) -> Trigger {
    Trigger {
        states: states(changed),
        commands: commands(executed),
        condition,
        instructions: instructions(emitted),
    }
}

const fn set(
    changed: &[State],
    condition: Condition,
    emitted: &[Instruction],
) -> Trigger {
    trigger(changed, &[], condition, emitted)
}

const fn done(
    command: Command,
    condition: Condition,
    emitted: &[Instruction],
) -> Trigger {
    trigger(&[], &[command], condition, emitted)
}

/// States of the depth and stencil test.
const DEPTH_STENCIL: [State; 8] = [
    S::DsDepthTestEnable,
    S::DsDepthWriteEnable,
    S::DsDepthCompareOp,
    S::DsStencilTestEnable,
    S::DsStencilOp,
    S::DsStencilCompareMask,
    S::DsStencilWriteMask,
    S::DsStencilReference,
];

/// An instruction that is emitted whenever another one is.
pub(super) struct Companion {
    pub(super) of: Instruction,
    pub(super) condition: Condition,
    pub(super) instruction: Instruction,
}

const fn companion(
    of: Instruction,
    condition: Condition,
    instruction: Instruction,
) -> Companion {
    Companion { of, condition, instruction }
}

/// Instructions that a blit overwrites on a device that meets the condition.
pub(super) struct Overwritten {
    pub(super) condition: Condition,
    pub(super) instructions: u64,
}

const fn overwritten(
    condition: Condition,
    list: &[Instruction],
) -> Overwritten {
    Overwritten { condition, instructions: instructions(list) }
}

#[cfg(test)]
mod tests {
    use super::of;
    use crate::mesa::Mesa;
    use crate::modules::dynamic_state::vulkan_names;

    #[test]
    fn no_row_is_empty() {
        for table in Mesa::ALL.iter().copied().map(of) {
            // States have the numbers from 0.
            assert_eq!(table.states & (table.states + 1), 0);
            for row in table.triggers {
                assert!(row.states != 0 || row.commands != 0);
                assert!(row.instructions != 0);
            }
            let companions = table.companions.iter();
            assert!(companions.clone().all(|row| row.of != row.instruction));
            let rows = table.instructions;
            assert!(rows.is_sorted_by_key(|row| row.instruction as u32));
        }
        assert!(vulkan_names().map(|(_, number)| number).is_sorted());
        assert_eq!(vulkan_names().count(), 56);
    }
}
