// SPDX-License-Identifier: MIT

//! `dral trace`, called as a function.

mod diff;
mod draws;
mod example;
mod faults;
mod files;
#[allow(dead_code)] // Some tests use only parts of it.
mod generator;
mod good;
#[path = "../command/in_process.rs"]
mod in_process;
mod interrupt;
mod kinds;
mod listed;
mod places;
mod random;
mod report;
mod streams;
mod truth;
mod unreadable;

use serde_json::Value;

/// No findings.
const NONE: [Value; 0] = [];

/// Runs the command on a trace. Returns its status, its output and its errors.
fn run(arguments: &[&str], trace: &str) -> (u8, String, String) {
    let command = [&["trace", "check", "-"], arguments].concat();
    let answer = in_process::answer(command, trace.as_bytes());
    (answer.status, answer.output, answer.errors)
}

/// The findings as JSON.
fn findings(arguments: &[&str], trace: &str) -> Vec<Value> {
    let arguments = [&["--json", "--all"], arguments].concat();
    let (status, output, errors) = run(&arguments, trace);
    assert_eq!(errors, "");
    let value: Value = serde_json::from_str(&output).expect("JSON");
    let findings = value["findings"].as_array().expect("findings").clone();
    let is_sure = findings.iter().any(|finding| finding["level"] == "sure");
    assert_eq!(status, u8::from(is_sure), "{output}");
    assert_eq!(value["summary"]["findings"], findings.len(), "{output}");
    findings
}
