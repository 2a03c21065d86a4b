// SPDX-License-Identifier: MIT

//! Writes the manual pages of the command, and its completions for bash, fish
//! and zsh, into the folders where these programs look for them.

use clap::Parser;
use clap_complete::Shell;
use clap_mangen::roff::{bold, roman, Roff};
use dral_cli::help;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Write the manual pages and completions of dral.
#[derive(Parser)]
#[command(name = "cargo help-files")]
struct Arguments {
    /// The folder to write into, which is a prefix such as /usr/local; the
    /// files are below its folder share
    dir: PathBuf,
}

const MANUAL: &str = "share/man/man1";

/// The folder of a shell's completions.
const COMPLETIONS: [(Shell, &str); 3] = [
    (Shell::Bash, "share/bash-completion/completions"),
    (Shell::Fish, "share/fish/vendor_completions.d"),
    (Shell::Zsh, "share/zsh/site-functions"),
];

fn write(dir: &Path) -> io::Result<()> {
    let mut command = dral_cli::arguments();
    for (shell, folder) in COMPLETIONS {
        let folder = dir.join(folder);
        fs::create_dir_all(&folder)?;
        let path =
            clap_complete::generate_to(shell, &mut command, "dral", &folder)?;
        // bash-completion looks for the name of the command.
        if shell == Shell::Bash {
            fs::rename(path, folder.join("dral"))?;
        }
    }
    let folder = dir.join(MANUAL);
    fs::create_dir_all(&folder)?;
    // The completions have added subcommands `help` to theirs.
    write_pages(&dral_cli::arguments(), "", &folder)
}

/// The date of the newest release.
fn release_date() -> &'static str {
    let changes = include_str!("../../CHANGELOG.md");
    let heading = changes.split("\n## ").nth(1).unwrap_or_default();
    let date = heading.split(['(', ')']).nth(1);
    date.unwrap_or_default()
}

/// Writes the pages of a command and of its subcommands.
fn write_pages(
    command: &clap::Command,
    path: &str,
    folder: &Path,
) -> io::Result<()> {
    let name = format!("dral {path}").trim_end().replace(' ', "-");
    let mut page = Vec::new();
    let call = format!("dral {path}");
    // Its subcommand `help` has no page.
    let mut titled = command
        .clone()
        .name(name.clone())
        .bin_name(call.trim_end().to_string())
        .disable_help_subcommand(true);
    titled.build();
    let man = clap_mangen::Man::new(titled).date(release_date());
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    man.render_synopsis_section(&mut page)?;
    man.render_description_section(&mut page)?;
    man.render_options_section(&mut page)?;
    if command.has_subcommands() {
        man.render_subcommands_section(&mut page)?;
    }
    sections(command, path).to_writer(&mut page)?;
    if command.get_version().is_some() {
        man.render_version_section(&mut page)?;
    }
    fs::write(folder.join(format!("{name}.1")), page)?;
    for subcommand in command.get_subcommands() {
        let path = format!("{path} {}", subcommand.get_name());
        write_pages(subcommand, path.trim_start(), folder)?;
    }
    Ok(())
}

/// The sections that clap does not know.
fn sections(command: &clap::Command, path: &str) -> Roff {
    let mut roff = Roff::default();
    if let Some(columns) = command.get_after_help() {
        roff.control("SH", ["COLUMNS"]);
        for line in columns.to_string().lines() {
            roff.text([roman(line.trim_start())]);
            roff.control("br", []);
        }
    }
    roff.control("SH", ["EXAMPLES"]);
    for (what, call) in help::examples(path) {
        roff.control("TP", []);
        roff.text([roman(what)]);
        roff.text([bold(call)]);
    }
    roff.control("SH", ["EXIT STATUS"]);
    for (status, what) in help::statuses(path) {
        roff.control("TP", []);
        roff.text([bold(status.to_string())]);
        roff.text([roman(what)]);
    }
    roff
}

fn main() -> ExitCode {
    let Arguments { dir } = Arguments::parse();
    match write(&dir) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("cargo help-files: {}: {error}", dir.display());
            ExitCode::FAILURE
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use std::process::Command;

    fn written() -> tempfile::TempDir {
        let dir = tempfile::tempdir().unwrap();
        write(dir.path()).unwrap();
        dir
    }

    /// Checks the pages of a command and of its subcommands. Returns the
    /// names of their files.
    fn check(command: &clap::Command, name: &str, dir: &Path) -> Vec<String> {
        let file = format!("{name}.1");
        let page = fs::read_to_string(dir.join(&file)).expect("a page");
        // Hyphens are escaped.
        let page = page.replace("\\-", "-");
        // Quotes are also escaped.
        let about = command.get_about().expect("a description").to_string();
        let about = about.replace('\'', "\\*(Aq");
        assert!(page.contains(&format!("{name} - {about}")), "{name}");
        let call = name.replace('-', " ");
        let (_, synopsis) = page.split_once("\n.SH SYNOPSIS\n").unwrap();
        assert!(synopsis.starts_with(&format!("\\fB{call}\\fR")), "{name}");
        let date = format!("\n.TH {name} 1 {} ", release_date());
        assert!(page.contains(&date), "{name}: {page}");
        // Other pages, such as dral-trace(1), are there.
        for (before, _) in page.match_indices("(1)").map(|m| page.split_at(m.0))
        {
            let begin =
                before.rfind(|c: char| !c.is_alphanumeric() && c != '-');
            let other = &before[begin.map_or(0, |at| at + 1)..];
            assert!(dir.join(format!("{other}.1")).is_file(), "{other}");
        }
        for option in command.get_arguments() {
            let Some(long) = option.get_long() else { continue };
            let help = option.get_help().expect("help").to_string();
            let help = help.replace('\'', "\\*(Aq");
            assert!(page.contains(&format!("--{long}")), "{name} --{long}");
            assert!(page.contains(&help), "{name} --{long}");
        }
        let more = command.get_subcommands().flat_map(|command| {
            check(command, &format!("{name}-{}", command.get_name()), dir)
        });
        [file].into_iter().chain(more).collect()
    }

    #[test]
    fn every_subcommand_has_a_page_with_its_options() {
        let dir = written();
        let folder = dir.path().join(MANUAL);
        let pages = check(&dral_cli::arguments(), "dral", &folder);
        assert!(pages.contains(&"dral-trace-check.1".to_string()));
        let there = fs::read_dir(folder).unwrap();
        let there: BTreeSet<_> = there
            .map(|file| file.unwrap().file_name().into_string().unwrap())
            .collect();
        assert_eq!(there, pages.into_iter().collect());
    }

    #[test]
    fn every_page_has_examples_and_exit_statuses() {
        let dir = written();
        let mut pages = 0;
        for page in fs::read_dir(dir.path().join(MANUAL)).unwrap() {
            let page = fs::read_to_string(page.unwrap().path()).unwrap();
            for section in ["EXAMPLES", "\"EXIT STATUS\""] {
                let begin = format!("\n.SH {section}\n.TP\n");
                assert!(page.contains(&begin), "{section}: {page}");
            }
            pages += 1;
        }
        assert!(pages > 10);
    }

    #[test]
    fn the_rules_are_in_the_manual_and_completed() {
        let dir = written();
        let page = dir.path().join(MANUAL).join("dral-trace-check.1");
        let page = fs::read_to_string(page).unwrap().replace("\\-", "-");
        assert!(page.contains("stale-table"), "{page}");
        let words = ["dral", "trace", "check", "--ignore", "stale-t"];
        assert_eq!(proposed(dir.path(), &words), ["stale-table"]);
    }

    /// What bash proposes for the last word.
    fn proposed(dir: &Path, words: &[&str]) -> Vec<String> {
        let script = "source \"$0\"; COMP_WORDS=(\"$@\"); \
                      COMP_CWORD=$(($# - 1)); _dral dral \"${@: -1}\" \
                      \"${@: -2:1}\"; printf '%s\\n' \"${COMPREPLY[@]}\"";
        let ended = Command::new("bash")
            .args(["--norc", "-c", script])
            .arg(dir.join("share/bash-completion/completions/dral"))
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
        let dir = written();
        for (words, expected) in [
            (&["dral", "tr"][..], &["trace"][..]),
            (&["dral", "trace", "exp"], &["explain"]),
            (&["dral", "draw", "explain", "--prim"], &["--primitive-size"]),
            (
                &["dral", "draw", "explain", "--table-shape", ""],
                &["packed", "pairs"],
            ),
            (&["dral", "word", "decode", "--arch", "v14"], &["v14"]),
        ] {
            assert_eq!(proposed(dir.path(), words), expected, "{words:?}");
        }
    }

    #[test]
    fn every_shell_completes_every_subcommand() {
        let dir = written();
        for file in [
            "share/bash-completion/completions/dral",
            "share/fish/vendor_completions.d/dral.fish",
            "share/zsh/site-functions/_dral",
        ] {
            let path = dir.path().join(file);
            let text = fs::read_to_string(&path).expect(file);
            for command in dral_cli::arguments().get_subcommands() {
                assert!(text.contains(command.get_name()), "{file}");
            }
            let folder = path.parent().expect("a folder");
            assert_eq!(fs::read_dir(folder).expect(file).count(), 1);
        }
    }
}
