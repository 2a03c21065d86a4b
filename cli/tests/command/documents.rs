// SPDX-License-Identifier: MIT

//! The pages in docs/: their commands print what they say.

use crate::support::{dral, repository};
use std::fs;

/// What the command prints, errors too.
fn printed(arguments: &str) -> String {
    let output = dral()
        .args(arguments.split_whitespace())
        .current_dir(repository(""))
        .output()
        .expect("the command runs");
    String::from_utf8([output.stdout, output.stderr].concat()).expect("UTF-8")
}

/// Compares a page; the result is how many commands and lines it has.
fn check(page: &str) -> (usize, usize) {
    let (mut commands, mut checked) = (0, 0);
    let page = page.replace("\\\n", "");
    // What stands behind a command, up to the next text.
    for block in page.split("\n    $ dral ").skip(1) {
        let mut lines = block.lines();
        let arguments = lines.next().unwrap_or_default();
        // Of files that only a driver makes.
        if arguments.contains('*') {
            continue;
        }
        commands += 1;
        let output = printed(arguments);
        let mut left = output.lines();
        for line in lines {
            let line = match line.strip_prefix("    ") {
                Some(line) => line.trim(),
                None if line.is_empty() => continue,
                None => break,
            };
            checked += 1;
            assert!(
                left.any(|printed| printed.trim() == line),
                "dral {arguments}: no line {line:?} there:\n{output}"
            );
        }
    }
    (commands, checked)
}

#[test]
fn the_commands_of_the_pages_print_their_lines() {
    let mut pages = 0;
    for page in fs::read_dir(repository("docs")).expect("docs/") {
        let path = page.expect("an entry").path();
        let Ok(page) = fs::read_to_string(&path) else { continue };
        let (commands, lines) = check(&page);
        pages += u32::from(lines > 0);
        if path.ends_with("driver-defects.md") {
            let defects = page.matches("\n## ").count();
            assert!(defects <= commands && commands <= lines);
            assert!(defects >= 15, "{defects} defects");
        }
    }
    assert!(pages > 3, "{pages}");
}
