// SPDX-License-Identifier: MIT

//! How a command ends.

use std::fmt::Display;
use std::io;

/// A command that ran to its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// Everything was computed; status 0.
    Complete,
    /// Something could not be computed, and the output says what; status 1.
    Refused,
}

impl Outcome {
    /// Refused if anything was.
    pub fn refused_if(refused: bool) -> Self {
        if refused {
            Self::Refused
        } else {
            Self::Complete
        }
    }
}

/// A command that could not go on; status 2, unless it says otherwise.
#[derive(Debug)]
pub enum Failure {
    /// What was asked for cannot be computed, for this reason; status 1.
    Refused(String),
    /// What went wrong, for a person.
    Message(String),
    /// Invalid arguments, as reported by clap.
    Usage(String),
    /// The reader closed the output, which is not an error.
    OutputClosed,
}

impl Failure {
    /// A failure at a place in a file.
    pub fn at(file: &str, line: u64, what: impl Display) -> Self {
        Self::Message(format!("{file}:{line}: {what}"))
    }

    /// A failure to write the output.
    pub fn output(error: &io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe {
            Self::OutputClosed
        } else {
            Self::Message(format!("standard output: {error}"))
        }
    }
}
