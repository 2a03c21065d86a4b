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
    use crate::{run, Streams};
    use anstream::adapter::strip_str;

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

    /// The output and the errors of the command.
    fn ran(arguments: &str) -> (String, String) {
        let (mut output, mut errors) = (Vec::new(), Vec::new());
        let mut streams = Streams {
            input: &mut std::io::empty(),
            output: &mut output,
            errors: &mut errors,
            terminal: Terminal::default(),
        };
        run(arguments.split(' ').map(OsString::from), &mut streams);
        let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
        (text(output), text(errors))
    }

    /// Compares the command with and without colours. Returns whether its output
    /// and its errors have any.
    fn compare(arguments: &str) -> [bool; 2] {
        let colored = ran(&format!("dral --color always {arguments}"));
        let plain = ran(&format!("dral --color never {arguments}"));
        [(colored.0, plain.0), (colored.1, plain.1)].map(|(colored, plain)| {
            assert!(!plain.contains('\u{1B}'), "{plain}");
            assert_eq!(strip_str(&colored).to_string(), plain);
            colored != plain
        })
    }

    #[test]
    fn headings_and_errors_have_colours() {
        let examples = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples");
        for (arguments, expected) in [
            ("--help", [true, false]),
            ("explain --vertices 70", [true, false]),
            ("explain --vertices 70 --json", [false, false]),
            ("explain --vertices 70 --html -", [false, false]),
            ("decode 1 0 0 0", [true, false]),
            ("indirect --draws 7", [true, false]),
            ("dynamic-state", [true, false]),
            ("check-trace EXAMPLES/trace.txt", [true, false]),
            ("check-trace EXAMPLES/trace.txt --json", [false, false]),
            ("layout EXAMPLES/bindings.csv", [true, false]),
            ("varyings EXAMPLES/varyings.csv", [true, false]),
            ("binding-table EXAMPLES/shader.csv", [true, false]),
            ("records EXAMPLES/draws.csv", [false, false]),
            ("records no-such-file", [false, true]),
            ("decode 9 9 9 9", [false, true]),
            ("--no-such-option", [false, true]),
        ] {
            let arguments = arguments.replace("EXAMPLES", examples);
            assert_eq!(compare(&arguments), expected, "{arguments}");
        }
    }
}
