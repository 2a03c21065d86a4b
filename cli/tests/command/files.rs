// SPDX-License-Identifier: MIT

//! Files from other systems, and files that come in parts.

use crate::support::answer;
use serde_json::Value;
use std::io::Read;

/// A small file for each subcommand that reads CSV.
const FILES: [(&[&str], &str); 2] = [
    (
        &["draw", "rows"],
        "vertices,instances,divisors\n70,2,-\n\"6\",2,\"-,3\"\n3,1,0\n",
    ),
    (&["dral-layout"], "binding,type,count\n0,STORAGE_IMAGE,3\n1,SAMPLER,2\n"),
];

#[test]
fn line_ends_and_a_byte_order_mark_change_nothing() {
    for (command, file) in FILES {
        let command = [command, &["-"]].concat();
        let expected = answer(command.iter().copied(), file.as_bytes());
        assert!(expected.output.lines().count() >= 4, "{command:?}");
        let without_end = file.strip_suffix('\n').unwrap();
        for other in [
            file.replace('\n', "\r\n"),
            file.replace('\n', "\n\n\r\n"),
            without_end.to_string(),
            format!("\u{FEFF}{file}"),
            format!("\u{FEFF}{}", file.replace('\n', "\r\n")),
        ] {
            let found = answer(command.iter().copied(), other.as_bytes());
            assert_eq!(found, expected, "{command:?}, {other:?}");
        }
    }
}

#[test]
fn standard_input_is_read_once() {
    let trace = include_bytes!("../../../examples/trace.txt");
    for call in ["check - -", "check - --draws -", "diff - -", "diff - -- - -"]
    {
        let words = ["trace"].into_iter().chain(call.split(' '));
        let answer = answer(words, &trace[..]);
        let told = "dral: - is standard input, which is read once\n";
        assert_eq!((answer.status, &*answer.errors), (2, told), "{call}");
    }
}

#[test]
fn the_page_names_the_keys_of_a_finding() {
    let page = include_str!("../../../docs/guide/command.md");
    let keys = page.split("A finding has the keys ").nth(1).expect("a list");
    let keys = keys.split('.').next().expect("a sentence").split('`');
    let keys: Vec<_> = keys.skip(1).step_by(2).collect();
    let trace = include_bytes!("../../../examples/trace.txt");
    let answer = answer(["trace", "check", "--json-lines", "-"], &trace[..]);
    let line = answer.output.lines().next().expect("a finding");
    let finding: Value = serde_json::from_str(line).expect("JSON");
    let finding = finding.as_object().expect("an object");
    let found: Vec<_> = finding.keys().filter(|key| *key != "type").collect();
    assert_eq!(found, keys);
}

#[test]
fn a_list_without_a_draw_states_nothing() {
    let trace = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/trace.txt");
    for call in [vec!["draw", "explain"], vec!["trace", "check", trace]] {
        let words = [&call[..], &["--draws", "-"]].concat();
        let answer = answer(words.iter().copied(), &b"vertices\n"[..]);
        let told = "dral: standard input: no draw in this file\n";
        assert_eq!((answer.status, &*answer.errors), (2, told), "{call:?}");
    }
}

#[test]
fn a_file_may_come_in_parts() {
    for (command, file) in FILES {
        let command = [command, &["-"]].concat();
        let expected = answer(command.iter().copied(), file.as_bytes());
        // Concatenated files have several marks.
        let marked = format!("\u{FEFF}\u{FEFF}{file}");
        for first in (1..7).chain([20]) {
            let (start, rest) = marked.as_bytes().split_at(first);
            let found = answer(command.iter().copied(), start.chain(rest));
            assert_eq!(found, expected, "{command:?}");
        }
    }
}
