// SPDX-License-Identifier: MIT

//! `dral man`: pages of the manual.

use crate::escape::shortened;
use crate::failure::{Failure, Outcome};
use crate::help;
use crate::streams::Streams;
use clap::{Args, Command};
use clap_mangen::roff::{bold, roman, Roff};
use clap_mangen::Man;
use std::fs;
use std::io;
use std::path::PathBuf;
use textwrap::{WordSplitter, WrapAlgorithm};

#[derive(Args)]
pub struct Arguments {
    /// The subcommand, such as trace check; without one, the whole command
    #[arg(conflicts_with = "into")]
    subcommand: Vec<String>,
    /// Write the pages of all subcommands into this folder
    #[arg(long, value_name = "FOLDER")]
    into: Option<PathBuf>,
}

// A link to the file, because a crate contains only its own folder.
const CHANGES: &str = include_str!("../templates/changelog.md");

/// The date of the newest release.
fn release_date() -> &'static str {
    let heading = CHANGES.split("\n## ").nth(1).unwrap_or_default();
    let date = heading.split(['(', ')']).nth(1);
    date.unwrap_or_default()
}

/// Prints the page of a subcommand, or writes the pages of all.
pub fn run(
    arguments: &Arguments,
    streams: &mut Streams,
) -> Result<Outcome, Failure> {
    let command = crate::arguments();
    let Arguments { subcommand, into } = arguments;
    if let Some(folder) = into {
        let written = fs::create_dir_all(folder).and_then(|()| {
            pages(&command, "")?.into_iter().try_for_each(|(path, text)| {
                let name = format!("dral {path}").trim_end().replace(' ', "-");
                fs::write(folder.join(format!("{name}.1")), text)
            })
        });
        written.map_err(|error| {
            Failure::Message(format!("{}: {error}", folder.display()))
        })?;
        return Ok(Outcome::Complete);
    }
    let path = subcommand.join(" ");
    let found = subcommand
        .iter()
        .try_fold(&command, |group, name| group.find_subcommand(name));
    let found = found.ok_or_else(|| {
        Failure::Message(format!("'{}' is no subcommand", shortened(&path)))
    })?;
    streams.output.write_all(page(found, &path)?.as_bytes())?;
    Ok(Outcome::Complete)
}

/// The pages of a command and of its subcommands, by their paths, such as
/// `trace check`.
fn pages(command: &Command, path: &str) -> io::Result<Vec<(String, String)>> {
    let mut all = vec![(path.to_string(), page(command, path)?)];
    for subcommand in command.get_subcommands() {
        let path = format!("{path} {}", subcommand.get_name());
        all.extend(pages(subcommand, path.trim_start())?);
    }
    Ok(all)
}

fn page(command: &Command, path: &str) -> io::Result<String> {
    let call = format!("dral {path}");
    let call = call.trim_end();
    let name = call.replace(' ', "-");
    // Its subcommand `help` has no page.
    let mut titled = command
        .clone()
        .name(name.clone())
        .bin_name(call)
        .disable_help_subcommand(true);
    // clap_mangen lists all options, without their values.
    let usage = titled.render_usage().to_string();
    let usage = usage.trim_start_matches("Usage: ").to_string();
    let mut titled = titled.override_usage(usage);
    titled.build();
    let man = Man::new(titled)
        .title(name.to_uppercase())
        .date(release_date())
        .source(format!("dral {}", env!("CARGO_PKG_VERSION")))
        .manual("User Commands");
    let mut page = Vec::new();
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    man.render_synopsis_section(&mut page)?;
    man.render_description_section(&mut page)?;
    man.render_options_section(&mut page)?;
    if command.has_subcommands() {
        man.render_subcommands_section(&mut page)?;
    }
    sections(command, path).to_writer(&mut page)?;
    Ok(tidy(&String::from_utf8_lossy(&page)))
}

/// The sections that clap does not know.
fn sections(command: &Command, path: &str) -> Roff {
    let mut roff = Roff::default();
    if let Some(columns) = command.get_after_help() {
        roff.control("SH", ["COLUMNS"]);
        for (place, line) in columns.to_string().lines().enumerate() {
            if place > 0 {
                roff.control("br", []);
            }
            roff.text([roman(line.trim_start())]);
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

/// The longest line of a page, as `mandoc -T lint` has it.
const LONGEST: usize = 80;

/// Folds lines, and makes one empty line of the two breaks around it.
fn tidy(page: &str) -> String {
    let page = page.replace("\n.br\n\n.br\n", "\n.sp\n");
    let options = textwrap::Options::new(LONGEST)
        .break_words(false)
        .word_splitter(WordSplitter::NoHyphenation)
        .wrap_algorithm(WrapAlgorithm::FirstFit);
    let mut tidy = String::new();
    let mut is_tag = false;
    for line in page.lines() {
        // A request, or a tag, which is the line after .TP.
        if line.starts_with('.') || is_tag {
            tidy += line;
            tidy.push('\n');
        } else {
            for part in textwrap::wrap(line, &options) {
                // No request.
                if part.starts_with(['.', '\'']) {
                    tidy += "\\&";
                }
                tidy += &part;
                tidy.push('\n');
            }
        }
        is_tag = line == ".TP";
    }
    tidy
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folded_lines_are_text() {
        let word = "word ".repeat(20);
        let page =
            format!(".SH A\n{word}.txt 'b'\n.TP\n{word}\nc\n.br\n\n.br\n");
        let first = "word ".repeat(16);
        let folded = format!(
            ".SH A\n{}\nword word word word .txt 'b'\n.TP\n{word}\nc\n.sp\n",
            first.trim_end()
        );
        assert_eq!(tidy(&page), folded);
        let word = "a".repeat(80);
        assert_eq!(tidy(&format!("{word} .b\n")), format!("{word}\n\\&.b\n"));
    }
}
