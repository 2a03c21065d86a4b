// SPDX-License-Identifier: MIT

//! The ways in which a command ends.

use std::fmt::Display;
use std::io;

/// The result of a command that finished.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// Everything was computed; status 0.
    Complete,
    /// Some of it could not be computed, and the output says what; status 1.
    Refused,
}

impl Outcome {
    /// `Refused` if anything was refused.
    pub fn refused_if(refused: bool) -> Self {
        if refused {
            Self::Refused
        } else {
            Self::Complete
        }
    }
}

/// Why a command stopped; status 2, unless stated otherwise.
#[derive(Debug)]
pub enum Failure {
    /// The request cannot be computed, for this reason; status 1.
    Refused(String),
    /// A message for the user.
    Message(String),
    /// Invalid arguments, as reported by clap.
    Usage(String),
    /// The output cannot be written, for this reason.
    Output(String),
    /// The reader closed the output, which is not an error.
    OutputClosed,
}

impl Failure {
    /// A failure at a place in a file.
    pub fn at(file: &str, line: u64, what: impl Display) -> Self {
        Self::Message(format!("{file}:{line}: {what}"))
    }
}

/// A failure to write a row.
impl From<csv::Error> for Failure {
    fn from(error: csv::Error) -> Self {
        let text = error.to_string();
        match error.into_kind() {
            csv::ErrorKind::Io(error) => error.into(),
            _ => Self::Output(text),
        }
    }
}

/// A failure to write the output.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe {
            Self::OutputClosed
        } else {
            Self::Output(error.to_string())
        }
    }
}
