// SPDX-License-Identifier: MIT

//! Parses the command line: the hardware version, and the names of changes.

use crate::choice::Named;
use dral::dynamic_state::{
    dynamic_states, vulkan_names, Command, Commands, Device, State, States,
};
use std::ffi::CStr;
use strsim::normalized_damerau_levenshtein;

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

/// All names.
fn names() -> Vec<String> {
    let states = States::ALL.iter().map(State::name);
    let names = states.chain(Commands::ALL.iter().map(Command::name));
    let vulkan = vulkan_names().map(|(name, _)| [VULKAN, name].concat());
    names.map(text).chain(vulkan).collect()
}

/// How changes are parsed and completed.
pub const CHANGE: Named<Change> = Named { names, parse };

/// The name that was probably meant, if any.
fn nearest(given: &str) -> Option<String> {
    const ALIKE: f64 = 0.7;
    let given = given.to_ascii_uppercase();
    // The prefix, which many names have, is not what makes names alike.
    let own = |name: &str| name.trim_start_matches(VULKAN).to_string();
    let alike = |name: &String| {
        normalized_damerau_levenshtein(&own(name), &own(&given))
    };
    let near = names().into_iter().filter(|name| alike(name) > ALIKE);
    near.max_by(|a, b| alike(a).total_cmp(&alike(b)))
}

/// Parses a change: a state, a command or a VkDynamicState.
fn parse(given: &str) -> Result<Change, String> {
    let state = States::ALL.iter().find(|s: &State| is(s.name(), given));
    let command = Commands::ALL.iter().find(|c: &Command| is(c.name(), given));
    let states =
        state.map(States::from).or_else(|| vulkan(&given.to_ascii_uppercase()));
    if states.is_none() && command.is_none() {
        let what = "neither a state, such as VP_VIEWPORTS, nor a command, such \
                    as PIPELINE, nor a VK_DYNAMIC_STATE_... that the driver has";
        return Err(match nearest(given) {
            Some(name) => format!("{what}; did you mean {name}?"),
            None => what.into(),
        });
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
