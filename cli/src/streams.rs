// SPDX-License-Identifier: MIT

//! The streams of the command.

use std::fmt::Arguments;
use std::io::{Read, Write};

/// The standard streams, or their substitutes.
pub struct Streams<'a> {
    /// Standard input.
    pub input: &'a mut dyn Read,
    /// Standard output.
    pub output: &'a mut dyn Write,
    /// Standard error.
    pub errors: &'a mut dyn Write,
    /// What a terminal shows in addition to the text.
    pub terminal: Terminal,
}

/// What a terminal shows in addition to the text; nothing by default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Terminal {
    /// Help has colours.
    pub output_colors: bool,
    /// Usage errors have colours.
    pub error_colors: bool,
    /// The process's standard output is a terminal.
    pub output: bool,
    /// The process's standard error shows a progress bar for long input.
    pub bar: bool,
}

impl Streams<'_> {
    /// Writes to standard error. A failure cannot be reported, except by the
    /// exit status.
    pub(crate) fn tell(&mut self, text: Arguments) {
        let _ = self.errors.write_fmt(text);
    }
}
