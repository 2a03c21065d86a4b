// SPDX-License-Identifier: MIT

//! Builds the library and the code it is compared with.

use crate::workbench::Workbench;
use crate::Failure;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

pub fn c_compiler() -> String {
    env::var("CC").unwrap_or("cc".into())
}

pub fn rust_compiler() -> String {
    env::var("RUSTC").unwrap_or("rustc".into())
}

/// The root of the project.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The sources of a workbench, without the library.
const SOURCES: [&str; 9] = [
    "evidence/bench/c/plain/divisor.c",
    "evidence/bench/c/plain/draw.c",
    "evidence/bench/c/plain/padding.c",
    "evidence/bench/c/plain/table.c",
    "evidence/bench/c/compare.c",
    "evidence/bench/c/inputs.c",
    "evidence/bench/c/loops.c",
    "evidence/bench/c/peers.c",
    "c_tests/harness/generator.c",
];

fn run(command: &mut Command) -> Result<(), Failure> {
    let output = command
        .current_dir(root())
        .output()
        .map_err(|error| format!("{command:?}: {error}"))?;
    if !output.status.success() {
        let messages = String::from_utf8_lossy(&output.stderr);
        return Err(format!("{command:?} failed:\n{messages}").into());
    }
    Ok(())
}

/// Builds the library in the form that C links.
fn library(directory: &Path) -> Result<PathBuf, Failure> {
    let target = directory.join("cargo");
    let cargo = env::var("CARGO").unwrap_or("cargo".into());
    run(Command::new(cargo)
        .arg("clib")
        .env("CARGO_TARGET_DIR", &target)
        .env_remove("RUSTFLAGS")
        .env_remove("CARGO_ENCODED_RUSTFLAGS")
        .env_remove("CARGO_BUILD_TARGET"))?;
    Ok(target.join("release/libdral.a"))
}

/// Builds and loads everything.
pub fn workbench() -> Result<Workbench, Failure> {
    let directory = root().join("build/bench");
    fs::create_dir_all(&directory)?;
    let directory = directory.canonicalize()?;
    let file = directory.join("workbench.so");
    run(Command::new(c_compiler())
        .args(["-std=gnu99", "-O2", "-fPIC", "-Iinclude", "-Ic_tests"])
        // Otherwise a loop of five instructions is sometimes in two cache
        // lines, and takes twice as long.
        .arg("-falign-functions=64")
        .args([
            "-shared",
            "-Wl,--version-script=evidence/bench/c/workbench.map",
        ])
        .args(SOURCES)
        .arg(library(&directory)?)
        .arg("-o")
        .arg(&file))?;
    Workbench::load(&file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_c_code_compiles_and_loads() {
        workbench().unwrap();
        // The program that only an emulator runs.
        run(Command::new(c_compiler())
            .args(["-std=gnu99", "-Iinclude", "-Ic_tests", "-fsyntax-only"])
            .arg("evidence/bench/c/count.c"))
        .unwrap();
    }
}
