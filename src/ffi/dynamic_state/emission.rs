// SPDX-License-Identifier: MIT

//! What is emitted and when, for C.

use super::super::flag::flag;
use super::super::refusal::pure;
use crate::dynamic_state::{
    Commands, Device, Instruction, Instructions, States,
};
use core::ffi::c_int;

/// The instructions that a draw may have to emit after these states and
/// commands have changed, without their companions. A driver that compares
/// values emits a subset of these.
///
/// \param version ten times the generation of the hardware: 90, 110, 120,
/// 125, 200, 300
/// \param features bits of enum dral_dynamic_feature
/// \param states a bit for each enum dral_dynamic_state that changed
/// \param commands a bit for each enum dral_dynamic_command
/// \param instructions receives a bit for each enum dral_dynamic_instruction
/// \return 0; -EINVAL for an unknown version, unknown bits or NULL.
///
/// Source: docs/dynamic-state.md, "Triggers".
///
/// # Safety
/// instructions is NULL or points to a uint64_t.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_dynamic_triggered(
    version: u32,
    features: u32,
    states: u64,
    commands: u32,
    instructions: *mut u64,
) -> c_int {
    pure!(instructions, {
        let device = Device::new(version, features)?;
        let states = States::try_from(states)?;
        let commands = Commands::try_from(commands)?;
        device.triggered(states, commands).bits()
    })
}

/// Adds the companions of instructions: the instructions that must be emitted
/// whenever these are. Call it when all instructions to emit are known.
///
/// \param version, features as for dral_dynamic_triggered
/// \param instructions a bit for each enum dral_dynamic_instruction
/// \param closed receives the bits of the instructions and of their companions
/// \return 0; -EINVAL for an unknown version, unknown bits or NULL.
///
/// Source: docs/dynamic-state.md, "Companions".
///
/// # Safety
/// closed is NULL or points to a uint64_t.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_dynamic_with_companions(
    version: u32,
    features: u32,
    instructions: u64,
    closed: *mut u64,
) -> c_int {
    pure!(closed, {
        let device = Device::new(version, features)?;
        let instructions = Instructions::try_from(instructions)?;
        device.with_companions(instructions).bits()
    })
}

/// The instructions that the next draw emits after changes:
/// dral_dynamic_triggered, then dral_dynamic_with_companions.
///
/// \param version, features, states, commands, instructions as for
/// dral_dynamic_triggered
/// \return 0; -EINVAL for an unknown version, unknown bits or NULL.
///
/// Source: docs/dynamic-state.md, "Triggers", "Companions".
///
/// # Safety
/// instructions is NULL or points to a uint64_t.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_dynamic_emitted(
    version: u32,
    features: u32,
    states: u64,
    commands: u32,
    instructions: *mut u64,
) -> c_int {
    pure!(instructions, {
        let device = Device::new(version, features)?;
        let states = States::try_from(states)?;
        let commands = Commands::try_from(commands)?;
        device.emitted(states, commands).bits()
    })
}

/// The states and commands that may make an instruction necessary, without
/// those for which it is only a companion.
///
/// \param version, features as for dral_dynamic_triggered
/// \param instruction an enum dral_dynamic_instruction, not its bit
/// \param states receives a bit for each enum dral_dynamic_state
/// \param commands receives a bit for each enum dral_dynamic_command
/// \return 0; -EINVAL for an unknown version, feature or instruction, or
/// NULL.
///
/// Source: docs/dynamic-state.md, "Triggers".
///
/// # Safety
/// states is NULL or points to a uint64_t, commands is NULL or points to a
/// uint32_t; they do not overlap.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_dynamic_triggers(
    version: u32,
    features: u32,
    instruction: u32,
    states: *mut u64,
    commands: *mut u32,
) -> c_int {
    pure!((states, commands), [], {
        let device = Device::new(version, features)?;
        let instruction = Instruction::try_from(instruction)?;
        let (states, commands) = device.triggers(instruction);
        (states.bits(), commands.bits())
    })
}

/// The instructions that the first draw of a command buffer emits, without
/// companions.
///
/// \param version, features as for dral_dynamic_triggered
/// \param instructions receives a bit for each enum dral_dynamic_instruction
/// \return 0; -EINVAL for an unknown version or feature, or NULL.
///
/// Source: docs/dynamic-state.md, "The first draw".
///
/// # Safety
/// instructions is NULL or points to a uint64_t.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_dynamic_initial(
    version: u32,
    features: u32,
    instructions: *mut u64,
) -> c_int {
    let device = Device::new(version, features);
    pure!(instructions, device.map(|device| device.initial().bits())?)
}

/// The instructions that the driver's own blit on the 3D pipeline has
/// overwritten; the next draw emits them again.
///
/// \param version, features as for dral_dynamic_triggered
/// \param fragment_program 1 if the blit had a fragment program, else 0
/// \param instructions receives a bit for each enum dral_dynamic_instruction
/// \return 0; -EINVAL for an unknown version or feature, a flag that is
/// neither 0 nor 1, or NULL.
///
/// Source: docs/dynamic-state.md, "Blits".
///
/// # Safety
/// instructions is NULL or points to a uint64_t.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_dynamic_after_blit(
    version: u32,
    features: u32,
    fragment_program: u32,
    instructions: *mut u64,
) -> c_int {
    pure!(instructions, {
        let fragment_program = flag(fragment_program)?;
        let device = Device::new(version, features)?;
        device.after_blit(fragment_program).bits()
    })
}
