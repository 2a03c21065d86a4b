// SPDX-License-Identifier: MIT

//! Pictures.

use crate::support::{compare, output, repository};
use std::fs;

#[test]
fn the_command_draws_the_picture_of_the_readme() {
    let readme = fs::read_to_string(repository("README.md")).unwrap();
    let (_, command) = readme
        .split_once("\n    $ cargo run --release -- draw explain ")
        .expect("a command that explains the draw of the picture");
    let line = command.lines().next().expect("its options");
    let draw = line.split(" | ").next().expect("its options").split(' ');
    let arguments: Vec<_> = ["draw", "explain"]
        .into_iter()
        .chain(draw)
        .chain(["-o", "-"])
        .collect();
    compare("docs/images/explain.svg", output(&arguments, "", 0));
}
