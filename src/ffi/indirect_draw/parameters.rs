// SPDX-License-Identifier: MIT

//! Indirect commands for C.

use super::super::flag::flag;
use super::super::pointer::slice;
use super::super::refusal::pure;
use crate::indirect_draw::Parameters;
use core::ffi::c_int;

/// The parameters that a draw command takes from an indirect command.
///
/// \param indexed 1 for a VkDrawIndexedIndirectCommand, 0 for a
/// VkDrawIndirectCommand
/// \param command the words of the indirect command: 5 with indices, else 4
/// \param word_count number of words; those after the command are ignored
/// \param instance_multiplier the number of views if views are drawn as
/// instances, else 1
/// \param draw_id the index of the draw
/// \return 0; -EINVAL for fewer words, a multiplier of 0, a flag that is
/// neither 0 nor 1, or NULL; -ERANGE if the instances of all views exceed 32
/// bits.
///
/// Source: docs/indirect-draw.md, "Parameters".
///
/// # Safety
/// command has word_count elements; parameters is NULL or points to a struct.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_indirect_draw_decode(
    indexed: u32,
    command: *const u32,
    word_count: usize,
    instance_multiplier: u32,
    draw_id: u32,
    parameters: *mut Parameters,
) -> c_int {
    pure!(parameters, [command = slice(command, word_count)], {
        let indexed = flag(indexed)?;
        Parameters::decode(indexed, command, instance_multiplier, draw_id)?
    })
}
