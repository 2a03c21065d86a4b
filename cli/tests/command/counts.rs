// SPDX-License-Identifier: MIT

//! Data and lists of tests that are cut are noticed: tests/counts.csv has the
//! number of rows of each file of data, of tests in each list in C, and of
//! commands on each page.
//!
//! `DRAL_BLESS=1 cargo test --package dral-cli counts` renews it. This is not a
//! test of the library, because its crate contains neither the rows of drivers
//! nor the command.

use crate::support::{compare, parse, repository};
use std::fs;

/// The files below a folder with this extension, by their paths in the
/// repository.
fn files(folder: &str, extension: &str) -> Vec<String> {
    let mut paths = Vec::new();
    for entry in fs::read_dir(repository(folder)).expect(folder) {
        let entry = entry.expect(folder);
        let name = entry.file_name().into_string().expect("UTF-8");
        let path = format!("{folder}/{name}");
        if entry.path().is_dir() {
            paths.extend(files(&path, extension));
        } else if entry.path().extension().is_some_and(|e| e == extension) {
            paths.push(path);
        }
    }
    paths.sort();
    paths
}

fn text(path: &str) -> String {
    fs::read_to_string(repository(path)).expect(path)
}

/// Whether a line in C is an entry of a list of tests, such as
/// `QUICK_TEST(name),`.
fn is_test(line: &str) -> bool {
    let Some((word, _)) = line.trim_start().split_once('(') else {
        return false;
    };
    let mut letters = word.chars();
    letters.all(|c| c.is_ascii_uppercase() || c == '_')
        && (word.ends_with("_TEST") || word.ends_with("_TESTS"))
}

#[test]
fn nothing_is_cut_without_notice() {
    let mut counts = String::from("file,count\n");
    let mut count = |path: String, number: usize| {
        if number > 0 {
            counts += &format!("{path},{number}\n");
        }
    };
    for folder in ["c_tests/data", "cli/tests/data"] {
        for path in files(folder, "csv") {
            let rows = parse(text(&path).as_bytes()).len();
            assert!(rows > 0, "{path}");
            count(path, rows);
        }
    }
    for extension in ["c", "h"] {
        for path in files("c_tests", extension) {
            let tests =
                text(&path).lines().filter(|line| is_test(line)).count();
            count(path, tests);
        }
    }
    for folder in ["cli/tests/transcripts", "docs"] {
        for path in files(folder, "md") {
            let commands = text(&path).matches("\n    $ ").count();
            count(path, commands);
        }
    }
    compare("cli/tests/counts.csv", counts);
}
