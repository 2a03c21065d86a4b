// SPDX-License-Identifier: MIT

//! The option `--color`.

use crate::escape::is_hidden;
use crate::streams::Terminal;
use clap::builder::styling::{AnsiColor, Style};
use clap::ColorChoice;
use std::ffi::OsString;

/// Headings of text.
pub const HEADING: Style = Style::new().bold();

/// The beginning of an error, as clap has it.
pub const ERROR: Style = AnsiColor::Red.on_default().bold();

/// Applies the option before clap parses it, because help and usage errors have
/// colors, too.
pub fn apply(arguments: &[OsString], terminal: &mut Terminal) {
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
