// SPDX-License-Identifier: MIT

//! Running the command in this process.

// Every test file is a crate of its own and uses a part of this.
#![allow(dead_code)]

use dral_cli::{run, Streams, Terminal};
use std::ffi::OsString;
use std::io::{self, Read};
use std::path::PathBuf;

/// What the command made of a call.
#[derive(Debug, PartialEq, Eq)]
pub struct Answer {
    pub status: u8,
    pub output: String,
    pub errors: String,
}

/// A pipe that yields a few bytes at a time.
struct Pipe<'a> {
    left: &'a [u8],
    piece: usize,
}

impl Read for Pipe<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let most = buffer.len().min(self.piece);
        self.left.read(&mut buffer[..most])
    }
}

/// Runs `dral layout` with these arguments and this standard input, of which
/// one read yields a piece.
pub fn layout_in_pieces(
    arguments: &[String],
    input: &[u8],
    piece: usize,
) -> Answer {
    run_in_pieces("layout", arguments, input, piece)
}

/// The same for any subcommand.
pub fn run_in_pieces(
    subcommand: &str,
    arguments: &[String],
    input: &[u8],
    piece: usize,
) -> Answer {
    let (mut output, mut errors) = (Vec::new(), Vec::new());
    let command = ["dral", subcommand].map(OsString::from).into_iter();
    let status = run(
        command.chain(arguments.iter().map(OsString::from)),
        &mut Streams {
            input: &mut Pipe { left: input, piece },
            output: &mut output,
            errors: &mut errors,
            terminal: Terminal::default(),
        },
    );
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    Answer { status, output: text(output), errors: text(errors) }
}

/// Runs `dral layout` with these arguments and this standard input.
pub fn layout(arguments: &str, input: impl AsRef<[u8]>) -> Answer {
    let arguments: Vec<String> =
        arguments.split_whitespace().map(String::from).collect();
    layout_in_pieces(&arguments, input.as_ref(), usize::MAX)
}

/// A path below the root of the repository.
pub fn repository(path: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..").join(path)
}
