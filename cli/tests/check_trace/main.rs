// SPDX-License-Identifier: MIT

//! `dral check-trace`, called as a function.

mod faults;
#[allow(dead_code)] // Some tests use only parts of it.
mod generator;
mod good;
mod unreadable;

use dral_cli::{Streams, Terminal};
use serde_json::Value;
use std::ffi::OsString;

/// No findings.
const NONE: [Value; 0] = [];

/// Runs the command on a trace. Returns its status, its output and its errors.
fn run(arguments: &[&str], trace: &str) -> (u8, String, String) {
    let (mut output, mut errors) = (Vec::new(), Vec::new());
    let command = ["dral", "check-trace", "-"].into_iter();
    let status = dral_cli::run(
        command.chain(arguments.iter().copied()).map(OsString::from),
        &mut Streams {
            input: &mut trace.as_bytes(),
            output: &mut output,
            errors: &mut errors,
            terminal: Terminal::default(),
        },
    );
    let utf8 = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (status, utf8(output), utf8(errors))
}

/// The findings as JSON.
fn findings(arguments: &[&str], trace: &str) -> Vec<Value> {
    let arguments = [&["--json"], arguments].concat();
    let (status, output, errors) = run(&arguments, trace);
    assert_eq!(errors, "");
    let value: Value = serde_json::from_str(&output).expect("JSON");
    let findings = value["findings"].as_array().expect("findings").clone();
    assert_eq!(status, u8::from(!findings.is_empty()), "{output}");
    assert_eq!(value["summary"]["findings"], findings.len(), "{output}");
    findings
}
