// SPDX-License-Identifier: MIT

//! `dral binding-table`: what it prints, what it refuses, and hostile files.

mod known;
mod refusals;
#[path = "../layout/support.rs"]
mod support;

use support::{run_in_pieces, Answer};

/// Runs the command with these arguments and this standard input.
fn binding_table(arguments: &str, input: &str) -> Answer {
    let arguments: Vec<String> =
        arguments.split_whitespace().map(String::from).collect();
    run_in_pieces("binding-table", &arguments, input.as_bytes(), usize::MAX)
}
