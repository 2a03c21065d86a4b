// SPDX-License-Identifier: MIT

//! Text on a terminal: the same words as in a file, in colors and folded.

use crate::in_process::answer_on;
use dral_cli::Look;

const PLAIN: Look = Look { is_colored: false, columns: None };

/// What the command prints on a terminal.
fn printed(look: Look, call: &str) -> String {
    let input = match call.starts_with("trace") {
        true => include_str!("../../../examples/trace.txt"),
        false => "vertices,instances,divisors\n70,100,\"-,3\"\n",
    };
    let answer = answer_on(look, call.split(' '), input.as_bytes());
    [answer.output, answer.errors].concat()
}

/// Calls whose output is for people.
const TEXT: [&str; 11] = [
    "trace check -",
    "trace check --help",
    "trace explain - --draw 3",
    "trace rules",
    "trace rules died",
    "draw explain --vertices 70 --instances 100 --divisors -,3",
    "draw explain --vertices 4294967295 --instances 3",
    "word decode 31c5 21c00000",
    "word divisor 3 x",
    "word padded 70",
    "frobnicate",
];

/// The same words in the same order.
fn words(text: &str) -> Vec<&str> {
    text.split_whitespace().collect()
}

#[test]
fn folded_text_has_the_same_words() {
    for call in TEXT {
        let plain = printed(PLAIN, call);
        for columns in [1, 40, 60, 80, 1000] {
            let look = Look { columns: Some(columns), ..PLAIN };
            let folded = printed(look, call);
            assert_eq!(words(&folded), words(&plain), "{call}, {columns}");
            let fits = columns == 1000 && plain == folded;
            assert!(columns < 1000 || fits, "{call}: {folded}");
        }
    }
}

#[test]
fn lines_are_as_wide_as_the_terminal() {
    for call in ["trace check -", "trace rules", "trace check --help"] {
        let look = Look { columns: Some(80), ..PLAIN };
        let folded = printed(look, call);
        let lines = folded.lines().filter(|line| !line.contains(" && "));
        let longest = lines.map(|line| line.chars().count()).max();
        let longest = longest.unwrap();
        assert!((70..=80).contains(&longest), "{call}: {longest}\n{folded}");
    }
}

/// The text without its colors, and whether it had any.
fn without_colors(text: &str) -> (String, bool) {
    let mut pieces = text.split('\u{1b}');
    let mut plain = pieces.next().unwrap().to_string();
    let mut is_colored = false;
    for piece in pieces {
        let (color, rest) = piece.split_once('m').expect("a color");
        let digits = color.strip_prefix('[').expect("a color");
        assert!(digits.chars().all(|c| c.is_ascii_digit()), "{color}");
        plain += rest;
        is_colored = true;
    }
    (plain, is_colored)
}

#[test]
fn colors_change_no_text() {
    for call in TEXT {
        let plain = printed(PLAIN, call);
        let look = Look { is_colored: true, ..PLAIN };
        let (text, is_colored) = without_colors(&printed(look, call));
        assert_eq!(text, plain, "{call}");
        let has_heading = !["trace rules", "word padded 70"].contains(&call);
        assert_eq!(is_colored, has_heading, "{call}");
    }
}

/// What programs read has neither.
#[test]
fn data_is_the_same_on_a_terminal() {
    let look = Look { is_colored: true, columns: Some(40) };
    for call in [
        "trace check - --json",
        "trace check - --json-lines",
        "trace check - --html -",
        "trace draws -",
        "trace explain - --draw 3 --json",
        "draw explain --vertices 70 --html -",
        "draw rows -",
        "word divisor 3 --json",
        "completions zsh",
        "man trace check",
    ] {
        assert_eq!(printed(look, call), printed(PLAIN, call), "{call}");
    }
}

/// The arguments that a message quotes cannot color it.
#[test]
fn arguments_are_escaped_in_colored_messages() {
    let look = Look { is_colored: true, columns: None };
    let (text, _) = without_colors(&printed(look, "\u{1b}[31mred"));
    assert!(text.contains("'\\u{1b}[31mred'"), "{text}");
}
