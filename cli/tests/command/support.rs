// SPDX-License-Identifier: MIT

//! Running the command and reading its CSV.

use assert_cmd::Command;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// A row by column name.
pub type Row = BTreeMap<String, String>;

/// The command, ready for arguments.
pub fn dral() -> Command {
    Command::cargo_bin("dral").expect("cargo builds the command for tests")
}

/// A path below the root of the repository.
pub fn repository(path: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..").join(path)
}

/// The rows of a CSV text and its columns in their order.
pub fn parse(text: &[u8]) -> (Vec<String>, Vec<Row>) {
    let mut reader = csv::Reader::from_reader(text);
    let names = reader.headers().expect("a header").clone();
    let rows = reader
        .records()
        .map(|record| {
            let record = record.expect("well-formed CSV");
            let cells = names.iter().zip(&record);
            cells.map(|(n, c)| (n.to_string(), c.to_string())).collect()
        })
        .collect();
    (names.iter().map(String::from).collect(), rows)
}

/// The standard output of the command for this input, its status checked.
pub fn output(arguments: &[&str], input: &str, status: i32) -> String {
    let assert =
        dral().args(arguments).write_stdin(input).assert().code(status);
    String::from_utf8(assert.get_output().stdout.clone()).expect("UTF-8")
}

/// The standard error of the command for this input, its status checked.
pub fn message(arguments: &[&str], input: &str, status: i32) -> String {
    let assert =
        dral().args(arguments).write_stdin(input).assert().code(status);
    String::from_utf8(assert.get_output().stderr.clone()).expect("UTF-8")
}

/// A decoded trace of a draw without faults: a seed of the fuzzer, whose
/// first byte is an option.
pub fn trace() -> String {
    let seed = repository("tools/fuzz/seeds/check_trace/records");
    let seed = std::fs::read_to_string(seed).expect("the seed");
    seed[1..].to_string()
}
