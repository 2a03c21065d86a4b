// SPDX-License-Identifier: MIT

//! The streams of the command.

use crate::escape::escaped;
use std::fmt::Arguments;
use std::io::{self, Read, Write};
use std::process::ExitCode;

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
    /// Calls a program with the streams of its process.
    pub fn of_process(program: impl FnOnce(&mut Streams) -> u8) -> ExitCode {
        ExitCode::from(program(&mut Streams {
            input: &mut io::stdin().lock(),
            output: &mut io::stdout().lock(),
            errors: &mut io::stderr(),
        }))
    }

    /// Writes to standard error. A failure cannot be reported, except by the
    /// exit status.
    pub(crate) fn tell(&mut self, text: Arguments) {
        let _ = self.errors.write_fmt(text);
    }

    /// Writes why a program failed to standard error.
    pub(crate) fn complain(&mut self, program: &str, message: &str) {
        self.tell(format_args!("{program}: {}\n", escaped(message)));
    }
}
