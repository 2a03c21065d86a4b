// SPDX-License-Identifier: MIT

//! Builds the library for C, next to this program: `dral.o`, which contains
//! everything, and from it `libdral.a` and `libdral.so`.
//!
//! `--modules LIST`, as the first argument, adds optional modules, separated
//! by commas. Other arguments are passed to rustc, after RUSTFLAGS. With
//! `--target`, CC and AR must be tools for that machine.

mod modules;

use modules::modules;
use std::env;
use std::fs;
use std::path::Path;
use std::process::{Command, ExitCode};

/// The repository.
const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// The program that an environment variable names, or the usual one.
fn tool(variable: &str, usual: &str) -> Command {
    Command::new(env::var_os(variable).unwrap_or(usual.into()))
}

fn run(command: &mut Command) -> Result<(), String> {
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("{command:?}: {status}")),
        Err(error) => Err(format!("{command:?}: {error}")),
    }
}

/// A list of modules, and the modules that they need.
fn with_needs(list: &str) -> Result<Vec<&str>, String> {
    let all = modules();
    let mut wanted = Vec::new();
    for name in list.split(',').filter(|name| !name.is_empty()) {
        let module = all
            .iter()
            .find(|module| module.name == name)
            .ok_or(format!("unknown module: {name}"))?;
        wanted.push(module.name);
        wanted.extend(&module.needs);
    }
    Ok(wanted)
}

/// Writes `dral.o` into a directory.
fn compile(directory: &Path) -> Result<(), String> {
    let flags = env::var("RUSTFLAGS").unwrap_or_default();
    let mut arguments: Vec<_> = env::args_os().skip(1).collect();
    let mut list = String::new();
    if arguments.first().is_some_and(|first| first == "--modules") {
        list = match arguments.get(1).and_then(|list| list.to_str()) {
            Some(list) => list.into(),
            None => return Err("--modules takes a list".into()),
        };
        arguments.drain(..2);
    }
    let modules = with_needs(&list)?;
    run(tool("RUSTC", "rustc")
        .args(flags.split_whitespace())
        .arg(format!("@{ROOT}/package/clib/rustc.args"))
        .args(modules.iter().map(|name| format!("--cfg=feature=\"{name}\"")))
        .args(arguments)
        .args(["--emit=obj", "--out-dir"])
        .arg(directory)
        .arg(format!("{ROOT}/src/lib.rs")))
}

fn build() -> Result<(), String> {
    let program = env::current_exe().map_err(|error| error.to_string())?;
    let directory = program.parent().ok_or("a program has a directory")?;
    let [object, archive, shared] =
        ["dral.o", "libdral.a", "libdral.so"].map(|name| directory.join(name));
    compile(directory)?;
    // ar would keep members of another version.
    if archive.exists() {
        fs::remove_file(&archive)
            .map_err(|error| format!("{}: {error}", archive.display()))?;
    }
    run(tool("AR", "ar").arg("crs").arg(&archive).arg(&object))?;
    run(tool("CC", "cc").arg("-shared").arg(&object).arg("-o").arg(&shared))
}

fn main() -> ExitCode {
    match build() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("dral-clib: {error}");
            ExitCode::FAILURE
        }
    }
}
