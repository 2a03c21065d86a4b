// SPDX-License-Identifier: MIT

//! The numbers of dynamic states, commands, instructions and features are part
//! of the ABI: those in `dynamic_state_numbers.txt` never change, and each new
//! enumerator adds a line to that file. Enumerators are spelt as the library
//! prints them.

#![cfg(feature = "dynamic-state")]

mod support;

use dral::dynamic_state::{Command, Instruction, State};
use std::collections::BTreeMap;
use std::ffi::CStr;
use std::fs;
use support::repository;

/// Returns the name for a number.
type Printed = fn(u32) -> Option<&'static CStr>;

/// The released numbers, by name.
const RELEASED: &str = include_str!("dynamic_state_numbers.txt");

/// The lines `NAME = number,` of the header.
fn enumerators() -> Vec<(String, u32)> {
    let header = repository("include/dral_dynamic_state.h");
    let header = fs::read_to_string(header).expect("the header is there");
    let lines = header.lines().map(|line| line.trim().trim_end_matches(','));
    let lines = lines.filter(|line| line.starts_with("DRAL_DYNAMIC_"));
    lines
        .filter_map(|line| line.split_once(" = "))
        .map(|(name, number)| {
            (name.into(), number.parse().expect("it is a number"))
        })
        .collect()
}

fn released() -> Vec<(String, u32)> {
    let lines = RELEASED.lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| {
            let (name, number) = line.split_once(' ').expect("two words");
            (name.into(), number.parse().expect("it is a number"))
        })
        .collect()
}

#[test]
fn no_enumerator_moves() {
    let found: BTreeMap<_, _> = enumerators().into_iter().collect();
    let released = released();
    assert_eq!(released.len(), 62 + 10 + 55 + 8 + 4);
    for (name, number) in &released {
        assert_eq!(found.get(name), Some(number), "{name}");
    }
    for name in found.keys() {
        assert!(
            released.iter().any(|(known, _)| known == name),
            "{name} is new: append it to tests/dynamic_state_numbers.txt"
        );
    }
}

#[test]
fn new_enumerators_are_appended() {
    for kind in ["STATE_", "COMMAND_", "INSTRUCTION_", "SITE_"] {
        let prefix = format!("DRAL_DYNAMIC_{kind}");
        let released = released();
        let numbers: Vec<_> = released
            .iter()
            .filter(|(name, _)| name.starts_with(&prefix))
            .map(|(_, number)| *number)
            .collect();
        let count = u32::try_from(numbers.len()).expect("some dozens");
        assert!(count >= 4, "{kind}: {count}");
        assert!(numbers.into_iter().eq(0..count), "{kind}");
    }
}

#[test]
fn enumerators_are_spelt_as_they_are_printed() {
    let printed: [(&str, Printed); 3] = [
        ("STATE", |n| State::try_from(n).ok().map(State::name)),
        ("COMMAND", |n| Command::try_from(n).ok().map(Command::name)),
        ("INSTRUCTION", |n| {
            Instruction::try_from(n).ok().map(Instruction::name)
        }),
    ];
    let mut compared = 0;
    for (name, number) in enumerators() {
        for (kind, printed) in printed {
            let prefix = format!("DRAL_DYNAMIC_{kind}_");
            let Some(spelt) = name.strip_prefix(&prefix) else { continue };
            let printed = printed(number).expect("the number is known");
            assert_eq!(printed.to_str(), Ok(spelt));
            compared += 1;
        }
    }
    assert_eq!(compared, 62 + 10 + 55);
}
