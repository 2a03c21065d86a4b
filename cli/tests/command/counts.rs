// SPDX-License-Identifier: MIT

//! Data and tests that are cut are noticed: tests/counts.csv has the number of
//! rows of each file of data, of tests in each file in Rust and each list in C,
//! of programs that run those in C, of injected faults in each list, and of
//! commands on each page. A test in tests/sources.rs notices if this one is
//! cut.
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

/// Whether a line in Rust begins a test, or the table from which a macro makes
/// tests.
fn is_test(line: &str) -> bool {
    line.trim_start() == "#[test]"
        || line.starts_with("known_answers!")
        || line.starts_with("check_table!")
}

/// A file in Rust must be part of a program, or its tests do not run: a file in
/// its folder, or the one with the name of the folder, declares it. Cargo finds
/// `tests/` and `main.rs` by itself; `tests/support/` is called from there.
fn assert_declared(path: &str) {
    let (folder, name) = path.rsplit_once('/').unwrap();
    if ["tests", "tests/support"].contains(&folder) || name == "main.rs" {
        return;
    }
    let (folder, name) = match name {
        "mod.rs" => folder.rsplit_once('/').unwrap(),
        _ => (folder, name.trim_end_matches(".rs")),
    };
    let parents = ["/mod.rs", "/lib.rs", "/main.rs", ".rs"];
    let declared = parents.iter().any(|parent| {
        let parent = repository(&format!("{folder}{parent}"));
        let text = fs::read_to_string(parent).unwrap_or_default();
        text.lines().any(|line| {
            let line = line.trim_start_matches("pub ");
            line == format!("mod {name};")
        })
    });
    assert!(declared, "no file has `mod {name};`: {path}");
}

/// Whether a line in C is an entry of a list of tests, such as
/// `QUICK_TEST(name),`.
fn is_c_test(line: &str) -> bool {
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
                text(&path).lines().filter(|line| is_c_test(line)).count();
            count(path, tests);
        }
    }
    for folder in ["src", "tests", "cli/src", "cli/tests", "package/help"] {
        for path in files(folder, "rs") {
            let tests =
                text(&path).lines().filter(|line| is_test(line)).count();
            if tests > 0 {
                assert_declared(&path);
            }
            count(path, tests);
        }
    }
    // With cargo's own program in place of it, no test in C would run.
    let programs = text("Cargo.toml").matches("\nharness = false\n").count();
    count("Cargo.toml".into(), programs);
    for folder in ["tools/faults", "proofs"] {
        for path in files(folder, "txt") {
            let faults = text(&path).matches("\nfault ").count();
            count(path, faults);
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
