// SPDX-License-Identifier: MIT

//! The commands in docs/ print what the pages show.

use crate::support::{dral, repository};
use std::fs;

/// The output of the command, including errors.
fn printed(arguments: &str) -> String {
    let output = dral()
        .args(arguments.split_whitespace())
        .current_dir(repository(""))
        .output()
        .expect("the command runs");
    String::from_utf8([output.stdout, output.stderr].concat()).expect("UTF-8")
}

/// Compares a page. Returns the number of its commands and of their lines.
fn check(page: &str) -> (usize, usize) {
    let (mut commands, mut checked) = (0, 0);
    let page = page.replace("\\\n", "");
    // The text after a command, up to the next paragraph.
    for block in page.split("\n    $ dral ").skip(1) {
        let mut lines = block.lines();
        let arguments = lines.next().unwrap_or_default();
        // Files that only a driver produces.
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
fn the_commands_in_docs_print_what_the_pages_show() {
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
