// SPDX-License-Identifier: MIT

//! Shared by several tests: the repository's files, the C library, built as for
//! a release, and a C compiler.

// Every test file is a separate crate and uses only a part of this.
#![allow(dead_code)]

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

pub mod declared;
#[path = "../../package/clib/library.rs"]
mod library;

pub use library::CLibrary;

/// The modules, which have a folder in `src/modules` and a folder of the same
/// name for their C interface.
pub fn modules() -> Vec<String> {
    let folder = repository("src/modules");
    let entries = fs::read_dir(&folder).expect("a folder");
    let names = entries.map(|entry| entry.expect("it can be read").file_name());
    let names = names.map(|name| name.into_string().expect("UTF-8"));
    let mut modules: Vec<_> =
        names.filter(|name| folder.join(name).is_dir()).collect();
    modules.sort();
    assert!(modules.len() > 4, "{modules:?}");
    modules
}

/// A file or directory of the repository.
pub fn repository(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// The text of a file of the repository.
pub fn text(path: &str) -> String {
    let path = repository(path);
    fs::read_to_string(&path)
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The files of a directory whose names end in `.extension`, sorted.
pub fn files(directory: &Path, extension: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(directory)
        .unwrap_or_else(|error| panic!("{}: {error}", directory.display()));
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.expect("the directory can be read").path())
        .filter(|path| path.extension() == Some(OsStr::new(extension)))
        .collect();
    files.sort();
    files
}

/// The parts of a page between backquotes.
pub fn quoted(page: &str) -> impl Iterator<Item = &str> {
    page.split('`').skip(1).step_by(2)
}

/// The name of a file, without its directory.
pub fn file_name(path: &Path) -> &str {
    path.file_name().and_then(OsStr::to_str).expect("file names are UTF-8")
}

/// An empty directory that no other test uses.
pub fn scratch(name: &str) -> PathBuf {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    if directory.exists() {
        fs::remove_dir_all(&directory).expect("what a test wrote");
    }
    fs::create_dir_all(&directory).expect("the target directory is writable");
    directory
}

/// Builds the C library for this machine as `cargo clib` does.
pub fn build_c_library() -> Result<CLibrary, String> {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("clib");
    library::build(&repository(""), &directory, &[])
}

/// This machine, as cargo names it.
fn host() -> &'static str {
    static HOST: OnceLock<String> = OnceLock::new();
    HOST.get_or_init(|| {
        let version = run(Command::new(env!("CARGO")).arg("-vV"));
        let version = version.expect("cargo runs this test");
        let mut lines = version.lines();
        let host = lines.find_map(|line| line.strip_prefix("host: "));
        host.expect("cargo -vV names the host").to_owned()
    })
}

/// Compiles C, or C++, for this machine. It honours CC, CXX, CFLAGS and
/// CXXFLAGS, and warns.
pub fn c_build(cpp: bool) -> cc::Build {
    let mut build = cc::Build::new();
    build
        .cpp(cpp)
        .host(host())
        .target(host())
        .opt_level(2)
        .debug(false)
        .cargo_metadata(false);
    build
}

/// The same compiler as a command.
pub fn compiler(cpp: bool) -> Command {
    c_build(cpp)
        .try_get_compiler()
        .expect("a compiler for C and C++ must be installed")
        .to_command()
}

/// Runs a command. The error is the command and all of its output.
pub fn run(command: &mut Command) -> Result<String, String> {
    // Not its Debug form, which has the whole environment.
    let mut line = command.get_program().to_string_lossy().into_owned();
    for argument in command.get_args() {
        line = line + " " + &argument.to_string_lossy();
    }
    let output = command
        // Messages in English: tests look for words in them.
        .env("LC_ALL", "C")
        .output()
        .map_err(|error| format!("{line}: {error}"))?;
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    if output.status.success() {
        return Ok(printed);
    }
    Err(format!(
        "{line}: {}\n{printed}{}",
        output.status,
        String::from_utf8_lossy(&output.stderr)
    ))
}
