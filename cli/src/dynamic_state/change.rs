// SPDX-License-Identifier: MIT

//! Parses the command line: the hardware version, and the names of changes.

use dral::dynamic_state::{
    dynamic_states, vulkan_names, Command, Commands, Device, State, States,
};
use std::ffi::CStr;

/// Parses a hardware version.
pub fn version(given: &str) -> Result<u32, String> {
    let version = crate::number::unsigned(given)?;
    Device::new(version, 0).map_err(|error| error.to_string())?;
    Ok(version)
}

/// Changed states and executed commands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Change {
    pub states: States,
    pub commands: Commands,
}

const VULKAN: &str = "VK_DYNAMIC_STATE_";

pub fn text(name: &CStr) -> String {
    name.to_string_lossy().into_owned()
}

fn is(name: &CStr, given: &str) -> bool {
    text(name).eq_ignore_ascii_case(given)
}

/// The name without the suffix of an extension. A name that became part of core
/// Vulkan lost its suffix, and both names are valid.
fn without_mark(name: &str) -> &str {
    let marks = ["_EXT", "_KHR"];
    marks.iter().find_map(|mark| name.strip_suffix(mark)).unwrap_or(name)
}

fn vulkan(given: &str) -> Option<States> {
    let given = given.strip_prefix(VULKAN)?;
    let found = vulkan_names()
        .find(|(name, _)| without_mark(name) == without_mark(given))?;
    dynamic_states(&[found.1]).ok()
}

/// Parses a change: a state, a command or a VkDynamicState.
pub fn parse(given: &str) -> Result<Change, String> {
    let state = States::ALL.iter().find(|s: &State| is(s.name(), given));
    let command = Commands::ALL.iter().find(|c: &Command| is(c.name(), given));
    let states =
        state.map(States::from).or_else(|| vulkan(&given.to_ascii_uppercase()));
    if states.is_none() && command.is_none() {
        return Err(
            "neither a state, such as VP_VIEWPORTS, nor a command, such as \
             PIPELINE, nor a VK_DYNAMIC_STATE_... that the driver has"
                .into(),
        );
    }
    Ok(Change {
        states: states.unwrap_or_default(),
        commands: command.map(Commands::from).unwrap_or_default(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_have_their_names_and_those_of_vulkan() {
        let none = Change::default();
        for state in States::ALL.iter() {
            let expected = Change { states: state.into(), ..none };
            assert_eq!(parse(&text(state.name())), Ok(expected));
        }
        for command in Commands::ALL.iter() {
            let expected = Change { commands: command.into(), ..none };
            assert_eq!(parse(&text(command.name())), Ok(expected));
        }
        for (name, number) in vulkan_names() {
            let states = dynamic_states(&[number]).unwrap();
            let expected = Change { states, ..none };
            assert_eq!(parse(&[VULKAN, name].concat()), Ok(expected));
        }
    }
}
