// SPDX-License-Identifier: MIT

//! `cargo clib`: builds the library for C.

mod library;

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The repository.
const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../..");

const HELP: &str = "\
Builds the driver arithmetic library for C: libdral.a, libdral.so, and the
object dral.o that both contain.

Usage: cargo clib [--target TARGET] [RUSTC ARGUMENT...]

  --target TARGET  builds for this machine of rustc, into target/TARGET/release
                   instead of target/release; CC and AR must be tools for it
  -h, --help       prints this text

Other arguments are passed to rustc. The build uses the environment variables
RUSTC, RUSTFLAGS, CC, AR, LDFLAGS and CARGO_TARGET_DIR, and no network.";

/// What the arguments ask for.
#[derive(Default)]
struct Request {
    help: bool,
    target: Option<PathBuf>,
    rustc_arguments: Vec<OsString>,
}

fn read(arguments: impl Iterator<Item = OsString>) -> Result<Request, String> {
    let mut request = Request::default();
    let mut arguments = arguments.peekable();
    while let Some(argument) = arguments.next() {
        let text = argument.to_str().unwrap_or_default();
        let (option, attached) = match text.split_once('=') {
            Some((option, value)) => (option, Some(value.to_owned())),
            None => (text, None),
        };
        let mut value = || {
            attached
                .clone()
                .or_else(|| arguments.next()?.into_string().ok())
                .filter(|value| !value.starts_with('-'))
                .ok_or(format!("{option} takes a value"))
        };
        match option {
            "-h" | "--help" => request.help = true,
            "--target" => {
                let value = value()?;
                // A target may be a file, as for cargo.
                request.target = match value.strip_suffix(".json") {
                    Some(path) => Path::new(path).file_name().map(Into::into),
                    None => Some(PathBuf::from(&value)),
                };
                request
                    .rustc_arguments
                    .push(format!("--target={value}").into());
            }
            // Nothing is locked or downloaded.
            "--" | "--frozen" | "--locked" | "--offline" => {}
            _ => request.rustc_arguments.push(argument),
        }
    }
    Ok(request)
}

fn run() -> Result<(), String> {
    let request = read(env::args_os().skip(1))?;
    if request.help {
        println!("{HELP}");
        return Ok(());
    }
    let root = Path::new(ROOT)
        .canonicalize()
        .map_err(|error| format!("{ROOT}: {error}"))?;
    let directory = env::var_os("CARGO_TARGET_DIR")
        .map_or(root.join("target"), PathBuf::from)
        .join(request.target.unwrap_or_default())
        .join("release");
    library::build(&root, &directory, &request.rustc_arguments)?;
    Ok(())
}

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("dral-clib: {error}");
            ExitCode::FAILURE
        }
    }
}
