// SPDX-License-Identifier: MIT

//! The streams of the command.

use crate::escape::escaped;
use crate::look::Look;
use std::fmt::Arguments;
use std::io::{self, Read, Write};
use std::process::ExitCode;
use terminal_size::terminal_size_of;

/// The standard streams, or their substitutes.
pub struct Streams<'a> {
    /// Standard input.
    pub input: &'a mut dyn Read,
    /// Standard output.
    pub output: &'a mut dyn Write,
    /// Standard error.
    pub errors: &'a mut dyn Write,
    /// How text looks on standard output.
    pub look: Look,
    /// How messages look on standard error.
    pub error_look: Look,
}

impl Streams<'_> {
    /// Calls a program with the streams of its process.
    pub fn of_process(program: impl FnOnce(&mut Streams) -> u8) -> ExitCode {
        let (output, errors) = (io::stdout(), io::stderr());
        let widths = [terminal_size_of(&output), terminal_size_of(&errors)];
        let look = Look::of(&output, widths[0]);
        let error_look = Look::of(&errors, widths[1]);
        ExitCode::from(program(&mut Streams {
            input: &mut io::stdin().lock(),
            output: &mut output.lock(),
            errors: &mut io::stderr(),
            look,
            error_look,
        }))
    }

    /// Writes to standard error. A failure cannot be reported, except by the
    /// exit status.
    pub(crate) fn tell(&mut self, text: Arguments) {
        let _ = self.errors.write_fmt(text);
    }

    /// Writes why a program failed to standard error.
    pub(crate) fn complain(&mut self, program: &str, message: &str) {
        let message = format!("{program}: {}", escaped(message));
        let message = self.error_look.message(message);
        self.tell(format_args!("{message}\n"));
    }
}
