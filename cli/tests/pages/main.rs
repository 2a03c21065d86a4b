// SPDX-License-Identifier: MIT

//! The pages that `--html` writes: their structure, and that they show what the
//! text, the JSON and the API say.

mod explain;
#[allow(dead_code)] // Only its examples are used.
#[path = "../check_trace/generator.rs"]
mod generator;
#[path = "../command/in_process.rs"]
mod in_process;
mod structure;
mod trace;

use in_process::answer;
use roxmltree::{Document, Node};
use serde_json::Value;
use structure::text;

/// The output for these arguments and this input.
fn output(arguments: &str, input: &str, status: u8) -> String {
    let answer = answer(arguments.split_whitespace(), input.as_bytes());
    assert_eq!(answer.status, status, "{arguments}: {}", answer.errors);
    answer.output
}

/// The output as JSON.
fn json(arguments: &str, input: &str, status: u8) -> Value {
    let output = output(&format!("{arguments} --json"), input, status);
    serde_json::from_str(&output).expect("JSON")
}

/// A page of the command, whose structure is checked. Its text is never freed.
fn page(arguments: &str, input: &str, status: u8) -> Document<'static> {
    let page = output(&format!("{arguments} --html -"), input, status).leak();
    structure::checked(page)
        .unwrap_or_else(|broken| panic!("{arguments}: {broken}"))
}

/// The cells of a table, row by row.
fn cells(table: Node) -> Vec<Vec<String>> {
    let rows = table.descendants().filter(|n| n.has_tag_name("tr"));
    let cells = rows
        .map(|row| row.children().filter(Node::is_element).map(text).collect());
    cells.collect()
}
