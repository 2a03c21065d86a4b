// SPDX-License-Identifier: MIT

//! Where instructions are emitted, for C.

use super::super::refusal::pure;
use crate::dynamic_state::{Instruction, Site};
use core::ffi::c_int;

/// Where an instruction is packed and emitted. It does not depend on the
/// dynamic states of a pipeline.
///
/// \param instruction an enum dral_dynamic_instruction, not its bit
/// \param site receives an enum dral_dynamic_site
/// \return 0; -EINVAL for an unknown instruction or NULL.
///
/// Source: docs/dynamic-state.md, "Sites".
///
/// # Safety
/// site is NULL or points to a uint32_t.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_dynamic_instruction_site(
    instruction: u32,
    site: *mut u32,
) -> c_int {
    pure!(site, Instruction::try_from(instruction).map(|i| i.site() as u32)?)
}

/// The instructions of a site. Every instruction has exactly one site.
///
/// \param site an enum dral_dynamic_site
/// \param instructions receives a bit for each enum dral_dynamic_instruction
/// \return 0; -EINVAL for an unknown site or NULL.
///
/// Source: docs/dynamic-state.md, "Sites".
///
/// # Safety
/// instructions is NULL or points to a uint64_t.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_dynamic_site_instructions(
    site: u32,
    instructions: *mut u64,
) -> c_int {
    pure!(
        instructions,
        Site::try_from(site).map(|site| site.instructions().bits())?
    )
}
