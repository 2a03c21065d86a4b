// SPDX-License-Identifier: MIT

//! The numbers of dynamic states, commands and instructions count from 0, so
//! that a new one goes to the end, and are spelt as the library prints them.
//! tests/header_drift.rs sees a number that changes.

mod support;

use dral::dynamic_state::{Command, Instruction, State};
use std::ffi::CStr;
use support::text;

/// Returns the name for a number.
type Printed = fn(u32) -> Option<&'static CStr>;

#[test]
fn enumerators_count_from_0_and_are_spelt_as_they_are_printed() {
    let header = text("include/dral_dynamic_state.h");
    let printed: [(&str, u32, Printed); 3] = [
        ("STATE", 63, |n| State::try_from(n).ok().map(State::name)),
        ("COMMAND", 18, |n| Command::try_from(n).ok().map(Command::name)),
        ("INSTRUCTION", 62, |n| {
            Instruction::try_from(n).ok().map(Instruction::name)
        }),
    ];
    for (kind, count, printed) in printed {
        let prefix = format!("DRAL_DYNAMIC_{kind}_");
        let opening = format!("enum dral_dynamic_{} {{\n", kind.to_lowercase());
        let (_, body) = header.split_once(&opening).expect("it is declared");
        let (body, _) = body.split_once("};").expect("it ends");
        let enumerators: Vec<_> = body
            .lines()
            .filter_map(|line| line.trim().strip_prefix(&prefix))
            .filter_map(|line| line.trim_end_matches(',').split_once(" = "))
            .map(|(name, number)| (number.parse(), name))
            .collect();
        let expected = (0..count).map(|number| {
            let name = printed(number).expect("the number is known");
            (Ok(number), name.to_str().expect("names are ASCII"))
        });
        assert_eq!(enumerators, expected.collect::<Vec<_>>());
        assert_eq!(printed(count), None, "{kind}");
    }
}
