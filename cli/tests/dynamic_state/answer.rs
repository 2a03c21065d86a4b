// SPDX-License-Identifier: MIT

//! Running the command in this process, and reading what it prints.

use dral_cli::{run, Streams, Terminal};
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io;

/// What the command made of a call.
#[derive(Debug, PartialEq, Eq)]
pub struct Answer {
    pub status: u8,
    pub output: String,
    pub errors: String,
}

/// Runs `dral dynamic-state` with these arguments.
pub fn call(arguments: impl IntoIterator<Item = OsString>) -> Answer {
    let (mut output, mut errors) = (Vec::new(), Vec::new());
    let command = ["dral", "dynamic-state"].map(OsString::from).into_iter();
    let status = run(
        command.chain(arguments),
        &mut Streams {
            input: &mut io::empty(),
            output: &mut output,
            errors: &mut errors,
            terminal: Terminal::default(),
        },
    );
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    Answer { status, output: text(output), errors: text(errors) }
}

/// The same with arguments that have no spaces.
pub fn ask(arguments: &str) -> Answer {
    call(arguments.split_whitespace().map(OsString::from))
}

/// The instructions of an answer, each with its heading and its reasons.
pub type Told = BTreeMap<String, (String, String)>;

/// Reads what was printed: headings, and below them names and reasons, which
/// may take several lines.
pub fn told(output: &str) -> Told {
    let mut told = Told::new();
    let (mut heading, mut last) = (String::new(), String::new());
    for line in output.lines() {
        if !line.starts_with(' ') {
            heading = line.trim_end_matches(':').into();
            continue;
        }
        let (name, reasons) = match line.strip_prefix("   ") {
            Some(more) => (last.clone(), more.trim()),
            None => {
                let (name, reasons) = line.trim().split_once("  ").unwrap();
                (name.to_string(), reasons.trim())
            }
        };
        let entry = told.entry(name.clone()).or_default();
        entry.0.clone_from(&heading);
        if !entry.1.is_empty() {
            entry.1.push(' ');
        }
        entry.1.push_str(reasons);
        last = name;
    }
    told
}
