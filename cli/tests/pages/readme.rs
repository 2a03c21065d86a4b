// SPDX-License-Identifier: MIT

//! The first commands of the README.

use crate::in_process::answer;
use crate::page;

const README: &str = include_str!("../../../README.md");

/// The first command of the README, and the lines that it shows.
fn first() -> (String, Vec<&'static str>) {
    let blocks = README.split("\n\n");
    let blocks: Vec<_> = blocks.filter(|b| b.starts_with("    ")).collect();
    let command = blocks[0].replace('\\', " ");
    let command = command.trim().strip_prefix("cargo run --release -- ");
    (command.expect("a command").into(), blocks[1].lines().collect())
}

fn words(line: &str) -> Vec<&str> {
    line.split_whitespace().collect()
}

#[test]
fn the_first_command_prints_what_the_readme_shows() {
    let (command, lines) = first();
    let answer = answer(words(&command), &[][..]);
    assert_eq!((answer.status, &*answer.errors), (0, ""));
    let mut printed = answer.output.lines();
    assert!(lines.len() > 5, "{lines:?}");
    for line in lines {
        let there = printed.any(|printed| words(printed) == words(line));
        assert!(there, "{line:?} in its place in:\n{}", answer.output);
    }
    // The README goes on with this command's page.
    assert!(README.contains("`--html draw.html`, `explain` writes a page"));
    page(&command, "", 0);
}

#[test]
fn the_second_command_adds_the_columns_that_the_readme_names() {
    let command = "    cargo run --release -- records examples/draws.csv\n";
    let (_, text) = README.split_once(command).expect("the command");
    let (text, _) = text.split_once("`error`").expect("its columns");
    let draws = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/draws.csv");
    let answer = answer(["records", draws], &[][..]);
    assert_eq!(answer.status, 0, "{}", answer.errors);
    let header: Vec<_> =
        answer.output.lines().next().unwrap().split(',').collect();
    let columns: Vec<_> = text.split('`').skip(1).step_by(2).collect();
    assert!(columns.len() >= 8, "{columns:?}");
    for column in columns {
        assert!(header.contains(&column), "{column}");
    }
}
