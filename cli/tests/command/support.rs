// SPDX-License-Identifier: MIT

//! Running the command and reading its CSV.

pub use crate::in_process::answer;
use snapbox::assert::Action;
use snapbox::{Assert, Data};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// A row by column name.
pub type Row = BTreeMap<String, String>;

/// The output for this input; checks the status.
pub fn output(arguments: &[&str], input: &str, status: u8) -> String {
    let answer = answer(arguments, input.as_bytes());
    assert_eq!(answer.status, status, "{arguments:?}: {}", answer.errors);
    answer.output
}

/// A path below the root of the repository.
pub fn repository(path: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..").join(path)
}

/// Compares an output with a committed file, or renews the file.
pub fn compare(path: &str, output: String) {
    let bless = std::env::var_os("DRAL_BLESS").is_some_and(|v| v == "1");
    let action = if bless { Action::Overwrite } else { Action::Verify };
    Assert::new()
        .action(action)
        .eq(output, Data::read_from(&repository(path), None).raw());
}

/// The rows of a CSV text.
pub fn parse(text: &[u8]) -> Vec<Row> {
    let rows = csv::Reader::from_reader(text).into_deserialize();
    rows.map(|row| row.expect("well-formed CSV")).collect()
}

/// A file in the directory `DRAL_DRIVER_DATA`, or in c_tests/data.
pub fn driver_file(name: &str) -> Vec<u8> {
    let directory = std::env::var_os("DRAL_DRIVER_DATA")
        .map_or_else(|| "c_tests/data".into(), PathBuf::from);
    // Cargo runs tests in the directory of the package.
    let path = repository("").join(directory).join(name);
    std::fs::read(&path)
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}
