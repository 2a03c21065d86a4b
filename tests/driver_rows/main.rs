// SPDX-License-Identifier: MIT

//! What real drivers wrote: every row of `c_tests/data/` that is not a known
//! answer, as `c_tests/data/README.md` explains it.

// The functions of the C interface take pointers.
#![allow(unsafe_code)]

mod draws;
mod layouts;

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::PathBuf;

/// A row by column name.
type Row = BTreeMap<String, String>;

/// The folder named by the environment. Its rows need not have every kind of
/// answer.
fn other_folder() -> Option<PathBuf> {
    std::env::var_os("DRAL_DRIVER_DATA").map(PathBuf::from)
}

/// The rows of a file in that folder, or else in the tree's.
fn rows(name: &str) -> Vec<Row> {
    let tree = concat!(env!("CARGO_MANIFEST_DIR"), "/c_tests/data");
    let folder = other_folder().unwrap_or(PathBuf::from(tree));
    let file = folder.join(name);
    let mut reader = csv::Reader::from_path(&file)
        .unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    let rows: Vec<Row> = reader
        .deserialize()
        .map(|row| row.unwrap_or_else(|error| panic!("{name}: {error}")))
        .collect();
    assert!(!rows.is_empty(), "{}: no rows", file.display());
    rows
}

fn number(row: &Row, column: &str) -> Option<u64> {
    let text = &row[column];
    (!text.is_empty())
        .then(|| text.parse().unwrap_or_else(|_| panic!("{column}: {text}")))
}

fn word(row: &Row, column: &str) -> u32 {
    let number = number(row, column).unwrap_or_else(|| panic!("{column}"));
    u32::try_from(number).unwrap_or_else(|_| panic!("{column}: {number}"))
}

/// Prints what was compared; not with println, whose output cargo hides for
/// passing tests.
fn tell(compared: u32, what: &str) {
    assert!(compared > 0 || other_folder().is_some(), "no rows with {what}");
    tell_any(compared, what);
}

/// The same for answers that may be absent from other rows.
fn tell_any(compared: u32, what: &str) {
    let text = format!("{compared} answers of drivers: {what}\n");
    io::stderr().write_all(text.as_bytes()).expect("it can be written to");
}

/// What `c_tests/data/README.md` states about the tree's rows.
fn is_stated(statement: &str) {
    if other_folder().is_none() {
        let page = include_str!("../../c_tests/data/README.md");
        let page: Vec<_> = page.split_whitespace().collect();
        assert!(page.join(" ").contains(statement), "{statement}");
    }
}
