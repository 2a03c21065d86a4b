// SPDX-License-Identifier: MIT

//! Known answers: each row of data/answers.csv is a call and its output.
//!
//! The columns: `arguments`, in which {root} is the root of the repository;
//! `input`, the standard input; `status`; `has`, parts of the output in order,
//! with ` ... ` between them and $ for the end; `lacks`, text that is not in
//! the output. \n, \r and \u{FEFF} are those characters, \xFF is an invalid
//! byte, and {text*9} is a text nine times. In `has`, spaces for alignment are
//! one space, and every line of the output begins after \n.

use crate::support::{answer, repository};
use serde::Deserialize;
use std::fs;

#[derive(Deserialize)]
struct Row {
    what: String,
    arguments: String,
    input: String,
    status: u8,
    has: String,
    lacks: String,
}

fn unescaped(text: &str) -> String {
    let text = text.replace("\\n", "\n").replace("\\r", "\r");
    let text = text.replace("\\u{FEFF}", "\u{FEFF}");
    let mut whole = String::new();
    for part in text.split_inclusive('}') {
        let repeated = part.strip_suffix('}').and_then(|part| {
            let (before, part) = part.rsplit_once('{')?;
            let (text, times) = part.rsplit_once('*')?;
            Some([before, &text.repeat(times.parse().ok()?)].concat())
        });
        whole += repeated.as_deref().unwrap_or(part);
    }
    whole
}

/// The bytes of an input, in which \xFF is an invalid one.
fn bytes(text: &str) -> Vec<u8> {
    let parts: Vec<_> = text.split("\\xFF").map(str::as_bytes).collect();
    parts.join(&0xFF)
}

/// The text with single spaces between words.
fn plain(text: &str) -> String {
    let words = |line: &str| {
        let words: Vec<_> = line.split_whitespace().collect();
        format!("\n{}", words.join(" "))
    };
    text.split('\n').map(words).collect()
}

/// Whether the parts occur in this order.
fn has(text: &str, parts: &str) -> bool {
    let (parts, at_end) = match parts.strip_suffix('$') {
        Some(parts) => (parts, true),
        None => (parts, false),
    };
    let mut rest = text;
    let (before, last) = parts.rsplit_once(" ... ").unwrap_or(("", parts));
    for part in before.split(" ... ") {
        match rest.split_once(part) {
            Some((_, behind)) => rest = behind,
            None => return false,
        }
    }
    if at_end {
        rest.ends_with(last)
    } else {
        rest.contains(last)
    }
}

/// The maximum length of errors, however long the input is.
const LONGEST_ERROR: usize = 1_000;

#[test]
fn every_call_has_its_known_answer() {
    let root = repository("");
    let root = root.to_str().expect("UTF-8");
    let file = fs::read(repository("cli/tests/data/answers.csv")).unwrap();
    let mut wrong = Vec::new();
    let mut count = 0;
    for row in csv::Reader::from_reader(&file[..]).deserialize() {
        let row: Row = row.expect("a row of the table");
        let arguments: Vec<_> = row
            .arguments
            .split_whitespace()
            .map(|argument| argument.replace("{root}/", root))
            .collect();
        let input = unescaped(&row.input);
        let answer = answer(&arguments, &bytes(&input)[..]);
        let printed = plain(&(answer.output.clone() + &answer.errors));
        // Rows and traces are processed one by one, other input as a whole.
        let by_row = ["records", "draws", "ids", "valhall", "check-trace"];
        let alone = answer.output.is_empty() || answer.errors.is_empty();
        let sound = answer.status == row.status
            && (answer.status != 0 || answer.errors.is_empty())
            && (alone || by_row.contains(&arguments[0].as_str()))
            && answer.errors.len() < LONGEST_ERROR
            && has(&printed, &unescaped(&row.has))
            && (row.lacks.is_empty()
                || !printed.contains(&unescaped(&row.lacks)));
        count += 1;
        if !sound {
            let Row { what, arguments, has, .. } = &row;
            let status = answer.status;
            wrong.push(format!(
                "{what}\n$ dral {arguments}\n{}expected {has}\n\
                 status {status}{printed}",
                row.input
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(count > 350, "{count} rows");
}

#[test]
fn parts_are_found_in_order() {
    for (parts, found) in [
        ("b", true),
        ("a ... c", true),
        ("c ... a", false),
        ("a ... a", false),
        ("c$", true),
        ("a ... c$", true),
        ("b$", false),
        ("c ... c$", false),
    ] {
        assert_eq!(has("a b c", parts), found, "{parts}");
    }
}
