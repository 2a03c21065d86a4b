// SPDX-License-Identifier: MIT

//! The words that Mesa's test compares are what the command prints today.

use crate::support::repository;
use std::fs;
use std::process::Command;

const PATCH: &str = "mesa/26.2/tests/\
    0001-libpan-Test-instanced-draws-against-known-words.patch";
const FILE: &str = "src/panfrost/libpan/tests/instancing_words.h";

/// The content of a file that a patch adds.
fn added_file(patch: &str, path: &str) -> String {
    let header = format!("\n+++ b/{path}\n");
    let (_, hunk) = patch.split_once(&header).expect("the file");
    hunk.lines()
        .skip(1)
        .map_while(|line| line.strip_prefix('+'))
        .map(|line| format!("{line}\n"))
        .collect()
}

#[test]
fn the_words_in_mesas_test_are_what_the_script_prints() {
    let script = repository("mesa/26.2/tests/generate");
    let output = Command::new(script)
        .env("DRAL", env!("CARGO_BIN_EXE_dral"))
        .output()
        .expect("bash");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");

    let generated = String::from_utf8(output.stdout).expect("UTF-8");
    let patch = fs::read_to_string(repository(PATCH)).expect(PATCH);
    assert!(generated.lines().count() > 100, "{generated}");
    assert_eq!(added_file(&patch, FILE), generated);
}
