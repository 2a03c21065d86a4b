// SPDX-License-Identifier: MIT

//! Parity with the reference in C: compiles the tests in C with cc, links them
//! with the library as C gets it, and runs all except sweeps.

mod support;

use std::collections::BTreeSet;
use std::process::Command;
use support::{
    build_c_library, c_build, compiler, file_name, files, repository, run,
    scratch, text,
};

/// The files of the program, which only meson.build lists.
fn sources() -> Vec<String> {
    let meson = text("c_tests/meson.build");
    let quoted = meson.lines().map(|line| line.trim().trim_end_matches(','));
    quoted
        .filter_map(|line| line.strip_prefix('\'')?.strip_suffix('\''))
        .filter(|name| name.ends_with(".c"))
        .map(str::to_owned)
        .collect()
}

#[test]
fn the_tests_in_c_pass() {
    let library = build_c_library().unwrap_or_else(|error| panic!("{error}"));
    let scratch = scratch("c_harness");
    let c_tests = repository("c_tests");
    let objects = c_build(false)
        .std("c99")
        .include(repository("include"))
        .include(&c_tests)
        .files(sources().iter().map(|name| c_tests.join(name)))
        .out_dir(&scratch)
        .try_compile_intermediates()
        .unwrap_or_else(|error| panic!("{error}"));
    let program = scratch.join("dral_c_tests");
    run(compiler(false)
        .args(objects)
        .arg(library.archive)
        .args(["-lm", "-pthread", "-o"])
        .arg(&program))
    .unwrap_or_else(|error| panic!("{error}"));

    let listed = run(Command::new(&program).arg("--list"));
    let listed = listed.unwrap_or_else(|error| panic!("{error}"));
    let quick: BTreeSet<&str> =
        listed.lines().filter_map(|line| line.strip_suffix(" quick")).collect();
    let printed = run(Command::new(&program).args(["--quick", "--tenth"]));
    let printed = printed.unwrap_or_else(|error| panic!("{error}"));
    let passed: BTreeSet<&str> = printed
        .lines()
        .filter_map(|line| line.strip_prefix("ok ")?.split(" - ").nth(1))
        .collect();
    assert!(!quick.is_empty(), "{listed}");
    assert_eq!(passed, quick, "{printed}");
}

/// Otherwise a new test would never run.
#[test]
fn every_test_in_c_is_in_the_program() {
    let listed = sources();
    let mut count = 0;
    for folder in ["device", "harness", "instancing", "modules", "reference"] {
        for path in files(&repository("c_tests").join(folder), "c") {
            let name = format!("{folder}/{}", file_name(&path));
            assert!(listed.contains(&name), "c_tests/meson.build lacks {name}");
            count += 1;
        }
    }
    assert_eq!(count, listed.len());
}
