// SPDX-License-Identifier: MIT

//! Running the command in this process.

use dral_cli::{run, Streams, Terminal};
use std::ffi::OsString;
use std::path::PathBuf;

/// What the command made of a call.
#[derive(Debug, PartialEq, Eq)]
pub struct Answer {
    pub status: u8,
    pub output: String,
    pub errors: String,
}

/// Runs `dral varyings` with these arguments and this standard input.
pub fn varyings(arguments: &str, input: impl AsRef<[u8]>) -> Answer {
    let (mut output, mut errors) = (Vec::new(), Vec::new());
    let command = "dral varyings ".to_string() + arguments;
    let status = run(
        command.split_whitespace().map(OsString::from),
        &mut Streams {
            input: &mut input.as_ref(),
            output: &mut output,
            errors: &mut errors,
            terminal: Terminal::default(),
        },
    );
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    Answer { status, output: text(output), errors: text(errors) }
}

impl Answer {
    /// The rows of the map, cell by cell, without their header.
    pub fn slots(&self) -> Vec<Vec<&str>> {
        assert_eq!(self.status, 0, "{}", self.errors);
        // Cells are two spaces apart; `low` and `high` are one.
        let cells = |line| {
            let cells = str::split(line, "  ").map(str::trim);
            cells.filter(|cell| !cell.is_empty()).collect()
        };
        self.output.lines().skip(2).map(cells).collect()
    }
}

/// A path below the root of the repository.
pub fn repository(path: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..").join(path)
}
