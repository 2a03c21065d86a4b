// SPDX-License-Identifier: MIT

//! Makes the library as C links it, beside this program: `dral.o`, which is
//! all of it, and of that `libdral.a` and `libdral.so`.
//!
//! Arguments go to rustc, behind RUSTFLAGS. With `--target` among them, CC and
//! AR must be the tools of that machine.

use std::env;
use std::fs;
use std::path::Path;
use std::process::{Command, ExitCode};

/// The repository.
const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// The optional modules, and whether they are wanted: features of cargo.
const MODULES: [(&str, bool); 5] = [
    ("binding-table", cfg!(feature = "binding-table")),
    ("descriptor-layout", cfg!(feature = "descriptor-layout")),
    ("dynamic-state", cfg!(feature = "dynamic-state")),
    ("indirect-draw", cfg!(feature = "indirect-draw")),
    ("varying", cfg!(feature = "varying")),
];

/// The program that a variable of the environment names, or the usual one.
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

/// Writes `dral.o` into a directory.
fn compile(directory: &Path) -> Result<(), String> {
    let flags = env::var("RUSTFLAGS").unwrap_or_default();
    let modules = MODULES.iter().filter(|(_, wanted)| *wanted);
    run(tool("RUSTC", "rustc")
        .args(flags.split_whitespace())
        .arg(format!("@{ROOT}/package/clib/rustc.args"))
        .args(modules.map(|(name, _)| format!("--cfg=feature=\"{name}\"")))
        .args(env::args_os().skip(1))
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
    // ar would keep what another version had in it.
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
