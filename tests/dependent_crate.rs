// SPDX-License-Identifier: MIT

//! A crate that depends on dral compiles C code against its headers.

mod support;

use std::path::Path;
use std::process::Command;
use support::{repository, run};

/// What examples/crate prints.
fn printed(arguments: &[&str]) -> String {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent();
    let printed = run(Command::new(env!("CARGO"))
        .args(["run", "--quiet", "--locked", "--package", "dral-example"])
        .args(arguments)
        .arg("--target-dir")
        .arg(target.expect("the target directory"))
        .current_dir(repository("")));
    printed.unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn c_code_finds_the_committed_headers() {
    assert_eq!(printed(&[]), "72\n");
}

#[test]
fn c_code_finds_the_generated_headers() {
    assert_eq!(printed(&["--features", "dral/headers"]), "72\n");
}
