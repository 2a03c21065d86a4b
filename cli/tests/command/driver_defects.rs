// SPDX-License-Identifier: MIT

//! docs/driver-defects.md: its commands print what it says.

use crate::support::{dral, repository};
use std::fs;

/// What the command prints, errors too.
fn printed(arguments: &str) -> String {
    let output = dral()
        .args(arguments.split_whitespace())
        .output()
        .expect("the command runs");
    String::from_utf8([output.stdout, output.stderr].concat()).expect("UTF-8")
}

#[test]
fn the_commands_of_the_page_print_its_lines() {
    let page = fs::read_to_string(repository("docs/driver-defects.md"))
        .expect("the page");
    let (mut commands, mut lines) = (0, 0);
    let mut arguments = "";
    let mut output = String::new();
    let mut left = output.lines();
    for line in page.lines().filter_map(|line| line.strip_prefix("    ")) {
        if let Some(command) = line.strip_prefix("$ dral ") {
            commands += 1;
            arguments = command;
            output = printed(arguments);
            left = output.lines();
        } else {
            lines += 1;
            assert!(
                left.any(|printed| printed.trim() == line),
                "dral {arguments}: no line {line:?} there:\n{output}"
            );
        }
    }
    let defects = page.lines().filter(|line| line.starts_with("## ")).count();
    assert!(defects <= commands && commands <= lines, "{commands}, {lines}");
    assert!(defects >= 15, "{defects} defects");
}
