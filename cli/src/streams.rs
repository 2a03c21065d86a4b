// SPDX-License-Identifier: MIT

//! The streams of the command.

use crate::color;
use crate::escape::{escaped, is_hidden};
use clap::ColorChoice;
use std::ffi::OsString;
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
    /// Help and the headings of text have colors.
    pub output_colors: bool,
    /// Errors have colors.
    pub error_colors: bool,
}

impl Streams<'_> {
    /// Writes to standard error. A failure cannot be reported, except by the
    /// exit status.
    pub(crate) fn tell(&mut self, text: Arguments) {
        let _ = self.errors.write_fmt(text);
    }

    /// Writes why something failed to standard error.
    pub(crate) fn complain(&mut self, message: &str) {
        let message = escaped(message);
        if self.terminal.error_colors {
            let error = color::ERROR;
            self.tell(format_args!("{error}dral:{error:#} {message}\n"));
        } else {
            self.tell(format_args!("dral: {message}\n"));
        }
    }
}

/// Applies the option `--color` before clap parses it, because help and usage
/// errors have colors.
pub fn apply_color(arguments: &[OsString], terminal: &mut Terminal) {
    let options = arguments.iter().take_while(|argument| *argument != "--");
    let next = options.clone().skip(1).map(Some).chain([None]);
    let values = options.zip(next).filter_map(|(option, next)| {
        match option.to_str()?.strip_prefix("--color")? {
            "" => next?.to_str(),
            value => value.strip_prefix('='),
        }
    });
    let colors = match values.last().map(str::parse) {
        Some(Ok(ColorChoice::Always)) => Some(true),
        Some(Ok(ColorChoice::Never)) => Some(false),
        _ => None,
    };
    if let Some(colors) = colors {
        terminal.output_colors = colors;
        terminal.error_colors = colors;
    }
    // A usage error repeats arguments, which are escaped only without colors.
    let hidden = |a: &OsString| a.to_string_lossy().contains(is_hidden);
    terminal.error_colors &= !arguments.iter().any(hidden);
}
