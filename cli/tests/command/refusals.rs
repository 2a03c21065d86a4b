// SPDX-License-Identifier: MIT

//! Messages for what cannot be read.

use crate::support::message;

#[test]
fn a_directory_is_named_without_a_line() {
    let directory = env!("CARGO_MANIFEST_DIR");
    for command in ["records", "layout", "check-trace"] {
        let told = message(&[command, directory], "", 2);
        assert_eq!(told, format!("dral: {directory}: is a directory\n"));
    }
}

#[test]
fn refused_words_are_shown_up_to_a_descriptor() {
    let call = |count| [&["decode"], &vec!["9"; count][..]].concat();
    let shown = ["00000009"; 8].join(" ");
    let why = "not a valid descriptor of this kind";
    for (count, more) in [(8, ""), (9, "..."), (1000, "...")] {
        let told = message(&call(count), "", 1);
        assert_eq!(told, format!("dral: word 1, {shown}{more}: {why}\n"));
    }
}

#[test]
fn json_that_ends_too_early_ends_on_its_last_line() {
    for (text, line, place) in [
        ("[", 1, "column 1"),
        ("[\n", 1, "at its end"),
        ("[\n\n", 2, "at its end"),
        ("[{\"type\": \"SAM\nPLER\"}]", 1, "at its end"),
    ] {
        let told = message(&["layout", "-"], text, 2);
        let expected = format!("dral: standard input:{line}: {place}: ");
        assert!(told.starts_with(&expected), "{text:?}: {told}");
    }
}
