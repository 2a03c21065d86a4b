// SPDX-License-Identifier: MIT

//! Builds the library for C with rustc, `ar` and `cc`, for `cargo clib` and
//! the tests of cargo.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::io::{self, ErrorKind};
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The C library in all its forms.
pub struct CLibrary {
    /// dral.o, which contains everything
    pub object: PathBuf,
    /// libdral.a
    pub archive: PathBuf,
    /// libdral.so, a link to the file that is named as the soname
    pub shared: PathBuf,
}

/// The name by which programs find the shared library at run time.
fn soname() -> String {
    let number = include_str!("../../meson.build")
        .lines()
        .find_map(|line| line.strip_prefix("dral_soversion = '"))
        .expect("meson.build has the number in the soname");
    format!("libdral.so.{}", number.trim_end_matches('\''))
}

/// The words of an environment variable.
fn words(variable: &str) -> Vec<String> {
    let value = env::var(variable).unwrap_or_default();
    value.split_whitespace().map(str::to_owned).collect()
}

/// The program and first arguments that an environment variable names, or the
/// usual program.
fn tool(variable: &str, usual: &str) -> Command {
    let words = words(variable);
    let mut command = Command::new(words.first().map_or(usual, |word| word));
    command.args(words.iter().skip(1));
    command
}

/// Runs a command. The error is the command and what it printed.
fn run(command: &mut Command) -> Result<(), String> {
    let output =
        command.output().map_err(|error| format!("{command:?}: {error}"))?;
    let printed = String::from_utf8_lossy(&output.stderr);
    if output.status.success() {
        eprint!("{printed}");
        return Ok(());
    }
    Err(format!("{command:?}: {}\n{printed}", output.status))
}

/// The error of an operation on a file.
fn about(path: &Path) -> impl FnOnce(io::Error) -> String {
    let path = path.display().to_string();
    move |error| format!("{path}: {error}")
}

fn remove(path: &Path) -> Result<(), String> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => {
            Err(about(path)(error))
        }
        _ => Ok(()),
    }
}

/// Builds the library from the sources in `root` into a directory. `arguments`
/// are for rustc, after RUSTFLAGS.
pub fn build(
    root: &Path,
    directory: &Path,
    arguments: &[OsString],
) -> Result<CLibrary, String> {
    fs::create_dir_all(directory).map_err(about(directory))?;
    let soname = soname();
    let library = CLibrary {
        object: directory.join("dral.o"),
        archive: directory.join("libdral.a"),
        shared: directory.join("libdral.so"),
    };
    run(tool("RUSTC", "rustc")
        .args(words("RUSTFLAGS"))
        .arg(format!("@{}", root.join("package/clib/rustc.args").display()))
        .args(arguments)
        .args(["--emit=obj", "--out-dir"])
        .arg(directory)
        .arg(root.join("src/lib.rs")))?;
    // ar would keep members of another version.
    remove(&library.archive)?;
    run(tool("AR", "ar")
        .arg("crs")
        .arg(&library.archive)
        .arg(&library.object))?;
    run(tool("CC", "cc")
        .args(["-shared", &format!("-Wl,-soname,{soname}")])
        .args(words("LDFLAGS"))
        .arg(&library.object)
        .arg("-o")
        .arg(directory.join(&soname)))?;
    remove(&library.shared)?;
    symlink(soname, &library.shared).map_err(about(&library.shared))?;
    Ok(library)
}
