// SPDX-License-Identifier: MIT

//! The tests in C, as tests of cargo: compiles c_tests/, links it with the
//! library in the form that C gets, and runs each test of the program as a
//! test, except for the long sweeps, which `./test --all` runs.

mod support;

use libtest_mimic::{Arguments, Trial};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::sync::{Arc, Mutex};
use support::{build_c_library, compiler, files, repository, run, scratch};

/// The folders of the sources.
const FOLDERS: [&str; 5] =
    ["harness", "instancing", "device", "reference", "modules"];

/// Compiles the program. A test that no list contains is an unused function,
/// and so an error.
fn build() -> Result<PathBuf, String> {
    let library = build_c_library()?;
    let program = scratch("c_harness").join("dral_c_tests");
    let c_tests = repository("c_tests");
    let folders = FOLDERS.into_iter();
    let sources: Vec<_> =
        folders.flat_map(|folder| files(&c_tests.join(folder), "c")).collect();
    run(compiler(false)
        .args(["-std=c99", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion"])
        .args(["-Wshadow", "-Wstrict-prototypes", "-Wmissing-prototypes"])
        .arg("-Werror")
        .arg(format!(
            "-DDRAL_TEST_DATA_DIR=\"{}\"",
            c_tests.join("data").display()
        ))
        .arg("-I")
        .arg(repository("include"))
        .arg("-I")
        .arg(&c_tests)
        .args(&sources)
        .arg(&library.archive)
        .args(["-lm", "-pthread"])
        .arg("-o")
        .arg(&program))?;
    Ok(program)
}

/// The kinds of tests that run here.
const KINDS: [&str; 2] = ["quick", "main"];

/// The tests of these kinds in a program, from its `--list`: name and kind.
fn list(program: &Path) -> Result<Vec<(String, String)>, String> {
    let printed = run(Command::new(program).arg("--list"))?;
    let tests: Vec<(String, String)> = printed
        .lines()
        .map(|line| match line.split_once(' ') {
            Some((name, kind @ ("quick" | "main" | "sweep"))) => {
                Ok((name.into(), kind.into()))
            }
            _ => Err(format!("--list printed: {line}")),
        })
        .collect::<Result<_, _>>()?;
    for kind in KINDS {
        if !tests.iter().any(|test| test.1 == kind) {
            return Err(format!("--list has no {kind} test:\n{printed}"));
        }
    }
    Ok(tests.into_iter().filter(|t| KINDS.contains(&&*t.1)).collect())
}

/// Runs one test, and returns its output.
fn run_test(program: &Path, name: &str) -> Result<String, String> {
    let printed = run(Command::new(program).arg(name))?;
    // An exit status of 0 does not prove that a test ran.
    if !printed.lines().any(|line| line == format!("ok 1 - {name}")) {
        return Err(format!("{name} did not say that it passed:\n{printed}"));
    }
    Ok(printed)
}

fn main() -> ExitCode {
    let mut arguments = Arguments::from_args();
    // Sweeps run two threads themselves.
    arguments.test_threads = Some(1);
    let counted = Arc::new(Mutex::new(Vec::new()));
    let built = build().and_then(|program| {
        let tests = list(&program)?;
        Ok((program, tests))
    });
    let (program, tests) = match built {
        Ok(built) => built,
        // Not a failed test, which a filter on the command line could drop.
        Err(message) => {
            eprintln!("{message}");
            return ExitCode::FAILURE;
        }
    };
    let trials: Vec<_> = tests
        .into_iter()
        .map(|(name, kind)| {
            let program = program.clone();
            let counted = Arc::clone(&counted);
            Trial::test(name.clone(), move || {
                let printed = run_test(&program, &name)?;
                let lines = printed
                    .lines()
                    .filter(|line| {
                        line.contains(" mismatches")
                            || line.ends_with(" compared")
                    })
                    .map(|line| line.trim_start_matches("# ").to_owned());
                counted.lock().expect("no test panics with it").extend(lines);
                Ok(())
            })
            .with_kind(kind)
        })
        .collect();
    let all = trials.len();
    let conclusion = libtest_mimic::run(&arguments, trials);
    if conclusion.num_filtered_out == all as u64 {
        eprintln!("no test was chosen; --list prints the names");
        return ExitCode::FAILURE;
    }
    // The number of inputs or rows shows what a passed test is worth.
    for line in counted.lock().expect("no test panics with it").iter() {
        println!("{line}");
    }
    conclusion.exit_code()
}
