// SPDX-License-Identifier: MIT

//! The pages that `--html` writes: their structure, and that they show what the
//! text, the JSON and the API say. tools/page-check opens them in a browser.

mod explain;
#[allow(dead_code)] // Only its examples are used.
#[path = "../check_trace/generator.rs"]
mod generator;
#[path = "../command/in_process.rs"]
mod in_process;
mod readme;
mod structure;
mod trace;

use in_process::answer;

/// The output for these arguments and this input.
fn output(arguments: &str, input: &str, status: u8) -> String {
    let answer = answer(arguments.split_whitespace(), input.as_bytes());
    assert_eq!(answer.status, status, "{arguments}: {}", answer.errors);
    answer.output
}

/// A page of the command, whose structure is checked.
fn page(arguments: &str, input: &str, status: u8) -> String {
    let page = output(&format!("{arguments} --html -"), input, status);
    if let Err(broken) = structure::check(&page) {
        panic!("{arguments}: {broken}");
    }
    page
}
