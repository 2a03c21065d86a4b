// SPDX-License-Identifier: MIT

//! What has colours.

use crate::support::answer;
use anstream::adapter::strip_str;

/// Compares the command with and without colours. Returns whether its output
/// and its errors have any.
fn compare(arguments: &str) -> [bool; 2] {
    let run = |color: &str| {
        let arguments = format!("--color {color} {arguments}");
        answer(arguments.split(' '), &[][..])
    };
    let (colored, plain) = (run("always"), run("never"));
    [(colored.output, plain.output), (colored.errors, plain.errors)].map(
        |(colored, plain)| {
            assert!(!plain.contains('\u{1B}'), "{plain}");
            assert_eq!(strip_str(&colored).to_string(), plain);
            colored != plain
        },
    )
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
