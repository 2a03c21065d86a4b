// SPDX-License-Identifier: MIT

//! The option `--color`.

use crate::choice::Choice;
use crate::streams::Terminal;
use clap::builder::styling::{AnsiColor, Style};
use clap::ColorChoice;
use std::ffi::OsString;

pub const WHEN: [Choice<ColorChoice>; 3] = [
    ("auto", ColorChoice::Auto, "On a terminal, unless NO_COLOR is set"),
    ("always", ColorChoice::Always, "Also in files and pipes"),
    ("never", ColorChoice::Never, "Never"),
];

/// Headings of text.
pub const HEADING: Style = Style::new().bold();

/// The beginning of an error, as clap has it.
pub const ERROR: Style = AnsiColor::Red.on_default().bold();

/// Applies the option before clap parses it, because help and usage errors have
/// colours, too.
pub fn apply(arguments: &[OsString], terminal: &mut Terminal) {
    let options = arguments.iter().take_while(|argument| *argument != "--");
    let next = options.clone().skip(1).map(Some).chain([None]);
    let values = options.zip(next).filter_map(|(option, next)| {
        match option.to_str()?.strip_prefix("--color")? {
            "" => next?.to_str(),
            value => value.strip_prefix('='),
        }
    });
    let colors = match values.last() {
        Some("always") => true,
        Some("never") => false,
        _ => return,
    };
    terminal.output_colors = colors;
    terminal.error_colors = colors;
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The colours of standard output and standard error, which were on and
    /// off.
    fn colors(arguments: &str) -> (bool, bool) {
        let arguments = arguments.split(' ').map(OsString::from);
        let mut terminal =
            Terminal { output_colors: true, ..Terminal::default() };
        apply(&arguments.collect::<Vec<_>>(), &mut terminal);
        (terminal.output_colors, terminal.error_colors)
    }

    #[test]
    fn the_last_option_counts() {
        for (arguments, expected) in [
            ("dral padded 7", (true, false)),
            ("dral --color=never padded 7", (false, false)),
            ("dral padded --color always 7", (true, true)),
            ("dral --color=never padded --color=always", (true, true)),
            ("dral --color=always padded --color=never", (false, false)),
            ("dral --color=auto padded", (true, false)),
            ("dral padded -- --color=always", (true, false)),
            ("dral padded --colors=always", (true, false)),
            ("dral padded --color", (true, false)),
        ] {
            assert_eq!(colors(arguments), expected, "{arguments}");
        }
    }
}
