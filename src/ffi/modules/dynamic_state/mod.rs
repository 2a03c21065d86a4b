// SPDX-License-Identifier: MIT

//! Dynamic state for C: the functions of `include/dral_dynamic_state.h`.

use crate::ffi::flag::flag;
use crate::ffi::pointer::slice;
use crate::ffi::refusal::{answer, required, Refusal};
use crate::modules::dynamic_state::{
    differs, dynamic_states, Command, Commands, Device, Instruction,
    Instructions, Mesa, Site, State, States,
};
use core::ffi::{c_char, c_int};
use core::mem::MaybeUninit;

/// A set of states or of instructions: number n is bit n % 64 of word n / 64.
/// A new state or instruction takes the next bit, so the struct keeps its size
/// until there are 128.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[repr(C)]
pub struct dral_dynamic_set {
    /// The bits.
    pub words: [u64; 2],
}

impl From<u128> for dral_dynamic_set {
    fn from(bits: u128) -> Self {
        Self { words: [bits as u64, (bits >> 64) as u64] }
    }
}

impl From<dral_dynamic_set> for u128 {
    fn from(set: dral_dynamic_set) -> Self {
        let [low, high] = set.words;
        Self::from(low) + (Self::from(high) << 64)
    }
}

/// A device, from numbers.
fn device(mesa: u32, version: u32, features: u32) -> Result<Device, Refusal> {
    Ok(Device::new(Mesa::try_from(mesa)?, version, features)?)
}

/// The name of an enum dral_dynamic_state in Mesa: static, never NULL, and
/// empty for an unknown number.
///
/// Source: docs/reference/dynamic-state.md, "States".
#[unsafe(no_mangle)]
pub extern "C" fn dral_dynamic_state_name(state: u32) -> *const c_char {
    State::try_from(state).map_or(c"", State::name).as_ptr()
}

/// dral_dynamic_state_name for an enum dral_dynamic_command.
///
/// Source: docs/reference/dynamic-state.md, "Commands".
#[unsafe(no_mangle)]
pub extern "C" fn dral_dynamic_command_name(command: u32) -> *const c_char {
    Command::try_from(command).map_or(c"", Command::name).as_ptr()
}

/// dral_dynamic_state_name for an enum dral_dynamic_instruction.
///
/// Source: docs/reference/dynamic-state.md, "Instructions".
#[unsafe(no_mangle)]
pub extern "C" fn dral_dynamic_instruction_name(
    instruction: u32,
) -> *const c_char {
    Instruction::try_from(instruction).map_or(c"", Instruction::name).as_ptr()
}

/// Where an instruction is packed and emitted, whatever states are dynamic.
///
/// \return 0; DRAL_DESCRIPTOR_LAYOUT_ERROR_UNKNOWN_MESA,
/// DRAL_DYNAMIC_STATE_ERROR_UNKNOWN_INSTRUCTION.
///
/// Source: docs/reference/dynamic-state.md, "Sites".
#[must_use]
#[unsafe(no_mangle)]
pub extern "C" fn dral_dynamic_instruction_site(
    mesa: u32,
    instruction: u32,
    site: Option<&mut MaybeUninit<u32>>,
) -> c_int {
    answer(site, || {
        let instruction = Instruction::try_from(instruction)?;
        Ok(instruction.site(Mesa::try_from(mesa)?)? as u32)
    })
}

/// The set of instructions of an enum dral_dynamic_site.
///
/// \return 0; DRAL_DESCRIPTOR_LAYOUT_ERROR_UNKNOWN_MESA,
/// DRAL_DYNAMIC_STATE_ERROR_UNKNOWN_SITE.
///
/// Source: docs/reference/dynamic-state.md, "Sites".
#[must_use]
#[unsafe(no_mangle)]
pub extern "C" fn dral_dynamic_site_instructions(
    mesa: u32,
    site: u32,
    instructions: Option<&mut MaybeUninit<dral_dynamic_set>>,
) -> c_int {
    answer(instructions, || {
        let site = Site::try_from(site)?;
        Ok(site.instructions(Mesa::try_from(mesa)?).bits().into())
    })
}

/// The instructions that a draw may have to emit after these states and
/// commands have changed, without companions. A driver that compares values
/// emits a subset.
///
/// \return 0; DRAL_DESCRIPTOR_LAYOUT_ERROR_UNKNOWN_MESA,
/// DRAL_DYNAMIC_STATE_ERROR_UNKNOWN_VERSION,
/// DRAL_DYNAMIC_STATE_ERROR_UNKNOWN_FEATURE,
/// DRAL_DYNAMIC_STATE_ERROR_UNKNOWN_STATE,
/// DRAL_DYNAMIC_STATE_ERROR_UNKNOWN_COMMAND.
///
/// Source: docs/reference/dynamic-state.md, "Triggers".
#[must_use]
#[unsafe(no_mangle)]
pub extern "C" fn dral_dynamic_triggered(
    mesa: u32,
    version: u32,
    features: u32,
    states: dral_dynamic_set,
    commands: u32,
    instructions: Option<&mut MaybeUninit<dral_dynamic_set>>,
) -> c_int {
    answer(instructions, || {
        let device = self::device(mesa, version, features)?;
        let states = States::known(device.mesa(), states.into())?;
        let commands = Commands::known(device.mesa(), commands)?;
        Ok(device.triggered(states, commands).bits().into())
    })
}

/// Adds the companions of instructions. Call it when all instructions to emit
/// are known.
///
/// \return 0; DRAL_DESCRIPTOR_LAYOUT_ERROR_UNKNOWN_MESA,
/// DRAL_DYNAMIC_STATE_ERROR_UNKNOWN_VERSION,
/// DRAL_DYNAMIC_STATE_ERROR_UNKNOWN_FEATURE,
/// DRAL_DYNAMIC_STATE_ERROR_UNKNOWN_INSTRUCTION.
///
/// Source: docs/reference/dynamic-state.md, "Companions".
#[must_use]
#[unsafe(no_mangle)]
pub extern "C" fn dral_dynamic_with_companions(
    mesa: u32,
    version: u32,
    features: u32,
    instructions: dral_dynamic_set,
    closed: Option<&mut MaybeUninit<dral_dynamic_set>>,
) -> c_int {
    answer(closed, || {
        let device = self::device(mesa, version, features)?;
        let instructions =
            Instructions::known(device.mesa(), instructions.into())?;
        Ok(device.with_companions(instructions).bits().into())
    })
}

/// The instructions that the next draw emits after changes:
/// dral_dynamic_triggered, then dral_dynamic_with_companions.
///
/// \return 0; errors as dral_dynamic_triggered.
///
/// Source: docs/reference/dynamic-state.md, "Triggers", "Companions".
#[must_use]
#[unsafe(no_mangle)]
pub extern "C" fn dral_dynamic_emitted(
    mesa: u32,
    version: u32,
    features: u32,
    states: dral_dynamic_set,
    commands: u32,
    instructions: Option<&mut MaybeUninit<dral_dynamic_set>>,
) -> c_int {
    answer(instructions, || {
        let device = self::device(mesa, version, features)?;
        let states = States::known(device.mesa(), states.into())?;
        let commands = Commands::known(device.mesa(), commands)?;
        Ok(device.emitted(states, commands).bits().into())
    })
}

/// The states and commands that may make an instruction necessary, except as a
/// companion.
///
/// \return 0; DRAL_DESCRIPTOR_LAYOUT_ERROR_UNKNOWN_MESA,
/// DRAL_DYNAMIC_STATE_ERROR_UNKNOWN_VERSION,
/// DRAL_DYNAMIC_STATE_ERROR_UNKNOWN_FEATURE,
/// DRAL_DYNAMIC_STATE_ERROR_UNKNOWN_INSTRUCTION.
///
/// Source: docs/reference/dynamic-state.md, "Triggers".
#[must_use]
#[unsafe(no_mangle)]
pub extern "C" fn dral_dynamic_triggers(
    mesa: u32,
    version: u32,
    features: u32,
    instruction: u32,
    states: Option<&mut MaybeUninit<dral_dynamic_set>>,
    commands: Option<&mut MaybeUninit<u32>>,
) -> c_int {
    answer(states, || {
        let device = self::device(mesa, version, features)?;
        let instruction = Instruction::try_from(instruction)?;
        instruction.site(device.mesa())?;
        let (states, triggers) = device.triggers(instruction);
        required(commands)?.write(triggers.bits());
        Ok(states.bits().into())
    })
}

/// The instructions that the first draw of a command buffer emits, without
/// companions.
///
/// \return 0; DRAL_DESCRIPTOR_LAYOUT_ERROR_UNKNOWN_MESA,
/// DRAL_DYNAMIC_STATE_ERROR_UNKNOWN_VERSION,
/// DRAL_DYNAMIC_STATE_ERROR_UNKNOWN_FEATURE.
///
/// Source: docs/reference/dynamic-state.md, "The first draw".
#[must_use]
#[unsafe(no_mangle)]
pub extern "C" fn dral_dynamic_initial(
    mesa: u32,
    version: u32,
    features: u32,
    instructions: Option<&mut MaybeUninit<dral_dynamic_set>>,
) -> c_int {
    answer(instructions, || {
        Ok(device(mesa, version, features)?.initial().bits().into())
    })
}

/// The instructions that a blit on the 3D pipeline has overwritten; the next
/// draw emits them again.
///
/// \param fragment_program 1 if the blit had a fragment program, else 0
/// \return 0; DRAL_ERROR_UNKNOWN_FLAG; errors as dral_dynamic_initial.
///
/// Source: docs/reference/dynamic-state.md, "Blits".
#[must_use]
#[unsafe(no_mangle)]
pub extern "C" fn dral_dynamic_after_blit(
    mesa: u32,
    version: u32,
    features: u32,
    fragment_program: u32,
    instructions: Option<&mut MaybeUninit<dral_dynamic_set>>,
) -> c_int {
    answer(instructions, || {
        let fragment_program = flag(fragment_program)?;
        let device = self::device(mesa, version, features)?;
        Ok(device.after_blit(fragment_program).bits().into())
    })
}

/// Whether an instruction must be emitted again because another pipeline, or in
/// Mesa 26.2 another shader, was bound.
///
/// \param old_words the words of the previous pipeline or shader; old_count is
/// 0 if there was none
/// \param new_words the words of the new one; new_count is 0 if it packed none
/// \param differs 1 if it must be emitted, else 0
/// \return 0; DRAL_DESCRIPTOR_LAYOUT_ERROR_UNKNOWN_MESA,
/// DRAL_DYNAMIC_STATE_ERROR_UNKNOWN_INSTRUCTION;
/// DRAL_DYNAMIC_STATE_ERROR_NOT_IN_PIPELINES for one that is neither final nor
/// partial.
///
/// Source: docs/reference/dynamic-state.md, "Switching pipelines".
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_dynamic_differs(
    mesa: u32,
    instruction: u32,
    old_words: *const u32,
    old_count: usize,
    new_words: *const u32,
    new_count: usize,
    differs: Option<&mut MaybeUninit<u32>>,
) -> c_int {
    answer(differs, || {
        // SAFETY: the caller's arrays.
        let (old, new) = unsafe {
            (slice(old_words, old_count)?, slice(new_words, new_count)?)
        };
        let instruction = Instruction::try_from(instruction)?;
        Ok(self::differs(Mesa::try_from(mesa)?, instruction, old, new)?.into())
    })
}

/// The set of states that a pipeline's dynamic states make dynamic.
///
/// \param dynamic_states dynamic_state_count VkDynamicState values, as in
/// VkPipelineDynamicStateCreateInfo
/// \return 0; DRAL_DYNAMIC_STATE_ERROR_UNKNOWN_DYNAMIC_STATE.
///
/// Source: docs/reference/dynamic-state.md, "Dynamic states of Vulkan".
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_dynamic_states(
    dynamic_states: *const u32,
    dynamic_state_count: usize,
    states: Option<&mut MaybeUninit<dral_dynamic_set>>,
) -> c_int {
    answer(states, || {
        // SAFETY: the caller's array.
        let numbers = unsafe { slice(dynamic_states, dynamic_state_count) }?;
        Ok(self::dynamic_states(numbers)?.bits().into())
    })
}

#[cfg(test)]
mod tests {
    use super::dral_dynamic_set;

    #[test]
    fn bit_64_is_the_first_of_the_second_word() {
        for (bits, words) in [
            (1, [1, 0]),
            (1 << 63, [1 << 63, 0]),
            (1 << 64, [0, 1]),
            (u128::MAX - 1, [u64::MAX - 1, u64::MAX]),
        ] {
            let set = dral_dynamic_set::from(bits);
            assert_eq!(set.words, words);
            assert_eq!(u128::from(set), bits);
        }
    }
}
