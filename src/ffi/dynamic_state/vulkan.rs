// SPDX-License-Identifier: MIT

//! Vulkan's dynamic states, for C.

use super::super::pointer::slice;
use super::super::refusal::pure;
use crate::dynamic_state::dynamic_states;
use core::ffi::c_int;

/// The states that a pipeline's dynamic states make dynamic.
///
/// \param dynamic_states dynamic_state_count VkDynamicState values, as in
/// VkPipelineDynamicStateCreateInfo
/// \param states receives a bit for each enum dral_dynamic_state
/// \return 0; -EINVAL for a VkDynamicState that the driver does not have, or
/// NULL.
///
/// Source: docs/dynamic-state.md, "Dynamic states of Vulkan".
///
/// # Safety
/// dynamic_states has dynamic_state_count elements; states is NULL or points
/// to a uint64_t.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_dynamic_states(
    dynamic_states: *const u32,
    dynamic_state_count: usize,
    states: *mut u64,
) -> c_int {
    pure!(
        states,
        [numbers = slice(dynamic_states, dynamic_state_count)],
        self::dynamic_states(numbers)?.bits()
    )
}
