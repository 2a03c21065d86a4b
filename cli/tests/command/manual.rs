// SPDX-License-Identifier: MIT

//! Pages of the manual, and completions. ci/steps.mk lets mandoc and man read
//! the pages.

use crate::support::{output, repository};
use clap::Command;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process;

const SHELLS: [&str; 5] = ["bash", "elvish", "fish", "powershell", "zsh"];

/// The page of a subcommand, such as `trace check`.
fn page(path: &str) -> String {
    let words: Vec<_> = ["man"].into_iter().chain(path.split(' ')).collect();
    let words: Vec<_> = words.into_iter().filter(|w| !w.is_empty()).collect();
    let page = output(&words, "", 0);
    assert!(!page.contains(|c: char| c.is_control() && c != '\n'), "{path}");
    page
}

/// All subcommands, groups and the whole command, by their paths.
fn paths(command: &Command, path: &str) -> Vec<(String, Command)> {
    let below = command.get_subcommands().flat_map(|subcommand| {
        let path = format!("{path} {}", subcommand.get_name());
        paths(subcommand, path.trim_start())
    });
    [(path.into(), command.clone())].into_iter().chain(below).collect()
}

/// The text of a page: without hyphens that are escaped, and in long lines.
fn text(page: &str) -> String {
    page.replace("\\-", "-").replace("\\*(Aq", "'").replace('\n', " ")
}

/// The date of the newest release.
fn date() -> String {
    let changes = fs::read_to_string(repository("CHANGELOG.md")).unwrap();
    let heading = changes.lines().find(|line| line.starts_with("## "));
    let (_, date) = heading.unwrap().split_once('(').unwrap();
    let date = date.strip_suffix(')').unwrap();
    let parts: Vec<_> = date.split('-').map(str::len).collect();
    assert_eq!(parts, [4, 2, 2], "{date}");
    date.into()
}

#[test]
fn every_subcommand_has_a_page_with_its_options() {
    let all = paths(&dral_cli::arguments(), "");
    assert!(all.len() > 15);
    let names: BTreeSet<_> = all.iter().map(|(path, _)| name(path)).collect();
    for (path, command) in &all {
        let (page, name) = (page(path), name(path));
        let version = env!("CARGO_PKG_VERSION");
        let title = format!(
            ".TH {} 1 {} \"dral {version}\" \"User Commands\"",
            name.to_uppercase(),
            date()
        );
        assert!(page.lines().any(|line| line == title), "{page}");
        let text = text(&page);
        let about = command.get_about().expect("a description");
        assert!(text.contains(&format!("{name} - {about}")), "{text}");
        let call = format!("dral {path}");
        let call = format!(" .SH SYNOPSIS \\fB{}\\fR ", call.trim_end());
        assert!(text.contains(&call), "{text}");
        for option in command.get_arguments() {
            let Some(long) = option.get_long() else { continue };
            let help = option.get_help().expect("help").to_string();
            assert!(text.contains(&format!("--{long}")), "{path} --{long}");
            assert!(text.contains(&help), "{path} --{long}");
        }
        for section in ["EXAMPLES", "\"EXIT STATUS\""] {
            let begin = format!("\n.SH {section}\n.TP\n");
            assert!(page.contains(&begin), "{section}: {page}");
        }
        // Other pages, such as dral-trace(1), are there.
        for (at, _) in text.match_indices("(1)") {
            let before = &text[..at];
            let begin =
                before.rfind(|c: char| !c.is_alphanumeric() && c != '-');
            let other = &before[begin.map_or(0, |at| at + 1)..];
            assert!(names.contains(other), "{path}: {other}");
        }
    }
}

/// The name of a page.
fn name(path: &str) -> String {
    format!("dral {path}").trim_end().replace(' ', "-")
}

#[test]
fn the_pages_are_written_into_a_new_folder() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().join("share/man1");
    output(&["man", "--into", folder.to_str().unwrap()], "", 0);
    let mut count = 0;
    for (path, _) in paths(&dral_cli::arguments(), "") {
        let file = folder.join(format!("{}.1", name(&path)));
        assert_eq!(fs::read_to_string(file).expect(&path), page(&path));
        count += 1;
    }
    assert_eq!(fs::read_dir(folder).unwrap().count(), count);
}

#[test]
fn every_shell_completes_every_subcommand() {
    for shell in SHELLS {
        let script = output(&["completions", shell], "", 0);
        for (path, _) in paths(&dral_cli::arguments(), "") {
            let name = path.split(' ').next_back().unwrap();
            assert!(script.contains(name), "{shell}: {path}");
        }
        let control = |c: char| c.is_control() && c != '\n';
        assert!(!script.contains(control), "{shell}");
    }
}

/// What bash proposes for the last word.
fn proposed(file: &Path, words: &[&str]) -> Vec<String> {
    let script = "source \"$0\"; COMP_WORDS=(\"$@\"); \
                  COMP_CWORD=$(($# - 1)); _dral dral \"${@: -1}\" \
                  \"${@: -2:1}\"; printf '%s\\n' \"${COMPREPLY[@]}\"";
    let ended = process::Command::new("bash")
        .args(["--norc", "-c", script])
        .arg(file)
        .args(words)
        .output()
        .expect("bash");
    let errors = String::from_utf8_lossy(&ended.stderr);
    assert_eq!(errors, "", "{words:?}");
    let text = String::from_utf8(ended.stdout).unwrap();
    text.lines().map(String::from).collect()
}

#[test]
fn bash_completes_subcommands_options_and_values() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("dral");
    fs::write(&file, output(&["completions", "bash"], "", 0)).unwrap();
    for (words, expected) in [
        (&["dral", "tr"][..], &["trace"][..]),
        (&["dral", "trace", "exp"], &["explain"]),
        (&["dral", "trace", "check", "--ignore", "stale-t"], &["stale-table"]),
        (&["dral", "draw", "explain", "--prim"], &["--primitive-size"]),
        (
            &["dral", "draw", "explain", "--table-shape", ""],
            &["packed", "pairs"],
        ),
        (&["dral", "word", "decode", "--arch", "v14"], &["v14"]),
        (&["dral", "completions", "z"], &["zsh"]),
    ] {
        assert_eq!(proposed(&file, words), expected, "{words:?}");
    }
}
