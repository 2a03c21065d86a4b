// SPDX-License-Identifier: MIT

//! The streams of the command.

use crate::escape::escaped;
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
}

impl Streams<'_> {
    /// Writes to standard error. A failure cannot be reported, except by the
    /// exit status.
    pub(crate) fn tell(&mut self, text: Arguments) {
        let _ = self.errors.write_fmt(text);
    }

    /// Writes why something failed to standard error.
    pub(crate) fn complain(&mut self, message: &str) {
        self.tell(format_args!("dral: {}\n", escaped(message)));
    }
}
