// SPDX-License-Identifier: MIT

//! Vulkan's dynamic states.
//!
//! Source: docs/reference/dynamic-state.md, "Dynamic states of Vulkan".

use super::table::{ATTACHMENT_COUNT, DYNAMIC_STATES, OF_ALL_ATTACHMENTS};
use super::{Error, States};

/// The states that these VkDynamicStates make dynamic.
///
/// # Errors
/// As `dral_dynamic_states`.
pub fn dynamic_states(numbers: &[u32]) -> Result<States, Error> {
    let mut states = 0;
    for &number in numbers {
        let row = DYNAMIC_STATES.iter().find(|row| row.number == number);
        states |= row.ok_or(Error::UnknownDynamicState)?.states;
    }
    if states & OF_ALL_ATTACHMENTS == OF_ALL_ATTACHMENTS {
        states |= ATTACHMENT_COUNT;
    }
    Ok(States::from_table(states))
}

/// The VkDynamicStates that the driver supports: their names without
/// VK_DYNAMIC_STATE_, and their numbers.
pub fn vulkan_names() -> impl Iterator<Item = (&'static str, u32)> {
    DYNAMIC_STATES.iter().map(|row| (row.name, row.number))
}
