// SPDX-License-Identifier: MIT

//! Transcripts: pages whose commands print what the page shows, whole.
//!
//! They are tests/transcripts/, one page per subcommand or other program, docs/
//! and README.md.
//! A command is an indented line after `$ `, with lines after `> ` if it is
//! longer; its output follows, up to the next command or text. bash runs it in
//! a folder with examples/ and c_tests/; files that it writes are there for the
//! page's later commands. The last line is `?` and the statuses of programs
//! that failed, in order.
//!
//! `DRAL_BLESS=1 cargo test --package dral-cli transcripts` renews the output.

use crate::support::{compare, repository};
use std::cmp::Ordering;
use std::fmt::Write as _;
use std::fs;
use std::io::{self, Write as _};
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;

const INDENT: &str = "    ";

/// Collects the statuses of programs that fail, and shows errors in place.
const PRELUDE: &str = "set -o pipefail; exec 2>&1; failed=
    trap 'failed+=\" $?\"' ERR
    trap '[[ -z $failed ]] || echo \"?$failed\"' EXIT\n";

fn printed(command: &str, folder: &Path) -> String {
    let dral = Path::new(env!("CARGO_BIN_EXE_dral"));
    let path = std::env::var("PATH").expect("PATH is UTF-8");
    let folder_of_dral = dral.parent().expect("a folder").display();
    let output = Command::new("bash")
        .args(["-c", &[PRELUDE, command].concat()])
        .current_dir(folder)
        .env("PATH", format!("{folder_of_dral}:{path}"))
        .env("LC_ALL", "C")
        .env("TERM", "xterm")
        // In continuous integration, a dumb terminal shows colors.
        .env_remove("CI")
        .env_remove("CLICOLOR")
        .env_remove("CLICOLOR_FORCE")
        .env_remove("NO_COLOR")
        .stdin(Stdio::null())
        .output()
        .expect("bash runs");
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// The number of programs that failed.
fn refusals(output: &str) -> usize {
    let statuses = output.trim_end().lines().last();
    let statuses = statuses.and_then(|line| line.strip_prefix("? "));
    statuses.map_or(0, |statuses| statuses.split(' ').count())
}

/// The page with the present output of its commands, and their number.
fn replayed(page: &str) -> (String, usize) {
    let folder = tempfile::tempdir().unwrap();
    for name in ["examples", "c_tests"] {
        let target = repository(name).canonicalize().unwrap();
        symlink(target, folder.path().join(name)).unwrap();
    }
    let (mut replayed, mut commands) = (String::new(), 0);
    let mut lines = page.lines().peekable();
    while let Some(line) = lines.next() {
        writeln!(replayed, "{line}").unwrap();
        let Some(command) = line.strip_prefix("    $ ") else { continue };
        let mut command = command.to_string();
        while let Some(line) = lines.next_if(|l| l.starts_with("    > ")) {
            writeln!(replayed, "{line}").unwrap();
            command += &["\n", &line["    > ".len()..]].concat();
        }
        // Its next line lacks a `>`.
        assert!(!command.ends_with('\\'), "{command}");
        commands += 1;
        // Skips the earlier output, except empty lines after it.
        let (mut empty, mut earlier) = (0, String::new());
        while let Some(line) = lines.next_if(|line| {
            line.is_empty()
                || line.starts_with(INDENT) && !line.starts_with("    $ ")
        }) {
            empty = if line.is_empty() { empty + 1 } else { 0 };
            earlier += &format!("{}\n", line.trim_start());
        }
        let output = printed(&command, folder.path());
        // Renewing the pages must not hide it. A test that passes prints
        // nothing through eprintln.
        let what = match refusals(&output).cmp(&refusals(&earlier)) {
            Ordering::Less => {
                format!("a refusal became an answer: {command}\n")
            }
            Ordering::Greater => {
                format!("an answer became a refusal: {command}\n")
            }
            Ordering::Equal => String::new(),
        };
        io::stderr().write_all(what.as_bytes()).expect("stderr is open");
        // This would be taken for a part of the command.
        assert!(!output.starts_with("> "), "{command}: {output}");
        for line in output.trim_end().lines() {
            assert!(!line.starts_with("$ "), "{command}: {line}");
            let indent = if line.is_empty() { "" } else { INDENT };
            writeln!(replayed, "{indent}{line}").unwrap();
        }
        replayed += &"\n".repeat(empty);
    }
    (replayed, commands)
}

/// Compares a page. Returns its text and the number of its commands.
fn check(page: &str) -> (String, usize) {
    let text = fs::read_to_string(repository(page)).expect(page);
    let (replayed, commands) = replayed(&text);
    compare(page, replayed);
    (text, commands)
}

#[test]
fn every_subcommand_has_a_transcript() {
    let command = dral_cli::arguments();
    let mut names = Vec::new();
    for group in command.get_subcommands() {
        let name = group.get_name();
        let within = group.get_subcommands();
        names.extend(within.map(|one| format!("{name}-{}.md", one.get_name())));
        if !group.has_subcommands() {
            names.push(format!("{name}.md"));
        }
    }
    names.extend(["command.md", "dral-layout.md"].map(String::from));
    names.sort();
    let pages = fs::read_dir(repository("cli/tests/transcripts")).unwrap();
    let mut pages: Vec<_> = pages
        .map(|page| page.unwrap().file_name().into_string().unwrap())
        .collect();
    pages.sort();
    assert_eq!(pages, names);
    thread::scope(|scope| {
        for page in pages {
            scope.spawn(move || {
                let page = format!("cli/tests/transcripts/{page}");
                let (_, commands) = check(&page);
                assert!(commands > 0, "{page}");
            });
        }
    });
}

#[test]
fn commands_in_docs_print_what_the_pages_show() {
    let mut commands = 0;
    for folder in ["docs/guide", "docs/reference", "docs/project"] {
        for page in fs::read_dir(repository(folder)).expect(folder) {
            let name = page.expect("an entry").file_name();
            let name = name.to_str().expect("UTF-8");
            let (_, found) = check(&format!("{folder}/{name}"));
            commands += found;
        }
    }
    assert!(commands > 3, "{commands}");
}

/// The README calls the command with cargo.
#[test]
fn the_readmes_command_prints_what_it_shows() {
    let readme = fs::read_to_string(repository("README.md")).unwrap();
    let page = readme.replace("$ cargo run --profile quick -- ", "$ dral ");
    let (replayed, commands) = replayed(&page);
    assert_eq!(replayed, page);
    assert_eq!(commands, 1);
}

#[test]
fn each_defect_is_complete_and_each_fix_is_linked() {
    let page = "docs/reference/driver-defects.md";
    let text = fs::read_to_string(repository(page)).expect(page);
    let sections = text.split("\n## ").skip(1);
    // The table of releases is of all defects.
    let defects = sections.filter(|text| !text.starts_with("Releases\n"));
    let defects: Vec<_> = defects.collect();
    assert!(defects.len() > 20, "{}", defects.len());
    for defect in &defects {
        let (title, body) = defect.split_once('\n').expect("a body");
        for part in ["- *Where*: ", "- *Input*: ", "- *Driver*: "] {
            assert!(body.contains(part), "{title}: {part}");
        }
        assert!(body.contains("\n*Correct*: "), "{title}");
        let (place, _) = body.split_once("\n- *Input*").unwrap();
        let words: Vec<_> = place.split_whitespace().collect();
        let place = words.join(" ");
        let has_fix = place.contains("[patch ");
        assert!(has_fix || place.contains("no patch"), "{title}");
    }

    let folder = "mesa/26.2/fixes";
    for patch in fs::read_dir(repository(folder)).expect(folder) {
        let name = patch.expect("an entry").file_name();
        let name = name.to_str().expect("UTF-8");
        let link = format!("]: ../../{folder}/{name}\n");
        let is_fix = !name.starts_with("0000-");
        assert_eq!(text.contains(&link), is_fix, "{name}");
    }
}

/// Commands inside the text of these pages, unless a word is a placeholder.
#[test]
fn commands_inside_the_text_run() {
    let mut count = 0;
    for page in ["docs/guide/command.md", "docs/guide/using.md"] {
        let text = fs::read_to_string(repository(page)).expect(page);
        let lines = text.lines().filter_map(|line| line.strip_prefix(INDENT));
        let inline = text.split('`').skip(1).step_by(2);
        let calls = lines.chain(inline).filter(|call| {
            let placeholder = |c: char| c.is_ascii_uppercase();
            [Some("dral"), Some("dral-layout")]
                .contains(&call.split(' ').next())
                && !call.contains("...")
                && !call.split(' ').any(|word| word.chars().all(placeholder))
        });
        for call in calls {
            let (page, _) = replayed(&format!("    $ {call} > output\n"));
            assert_eq!(page, format!("    $ {call} > output\n"));
            count += 1;
        }
    }
    assert!(count >= 2, "{count}");
}

/// Pages name only subcommands and options that the command has.
#[test]
fn commands_that_pages_name_exist() {
    let mut count = 0;
    let mut pages = vec!["README.md".to_string()];
    for folder in ["docs/guide", "docs/reference", "docs/project"] {
        for page in fs::read_dir(repository(folder)).expect(folder) {
            let name = page.expect("an entry").file_name();
            pages.push(format!("{folder}/{}", name.to_str().expect("UTF-8")));
        }
    }
    for page in pages {
        let text = fs::read_to_string(repository(&page)).expect(&page);
        let prose: String = text.split("```").step_by(2).collect();
        for call in prose.split('`').skip(1).step_by(2) {
            let words: Vec<_> = call.split_whitespace().collect();
            let Some((program, words)) = words.split_first() else { continue };
            let mut command = match *program {
                // The dependency of a crate.
                "dral" if words.first() == Some(&"=") => continue,
                "dral" => dral_cli::arguments(),
                "dral-layout" => dral_cli::layout_arguments(),
                _ => continue,
            };
            if words.is_empty() {
                continue;
            }
            command.build();
            for word in words {
                let word = word.split('=').next().unwrap_or(word);
                if let Some(option) = word.strip_prefix("--") {
                    let mut known = command.get_arguments();
                    let is_known =
                        known.any(|known| known.get_long() == Some(option));
                    assert!(is_known, "{page}: {call}: {word}");
                } else if command.has_subcommands() {
                    let found = command.find_subcommand(word);
                    command = found
                        .unwrap_or_else(|| panic!("{page}: {call}"))
                        .clone();
                }
            }
            count += 1;
        }
    }
    assert!(count > 10, "{count}");
}
