// SPDX-License-Identifier: MIT

//! The options of a report, and where it goes.

use crate::destination;
use crate::failure::{Failure, Outcome};
use crate::streams::Streams;
use crate::trace::pass::Trouble;
use crate::trace::rules::finding::Rule;
use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::Args;
use std::io::{self, Read, Write};
use std::path::PathBuf;

/// The rules with their meanings, as --help lists them.
fn rules() -> impl Iterator<Item = PossibleValue> {
    let texts = Rule::ALL.iter().map(|rule| rule.text());
    texts.map(|text| PossibleValue::new(text.name).help(text.meaning))
}

/// The form of a report.
#[derive(Args)]
pub struct Form {
    /// Do not report these rules, separated by commas (trace rules lists them)
    #[arg(long, value_name = "RULES", value_delimiter = ',')]
    #[arg(value_parser = PossibleValuesParser::new(rules()))]
    pub ignore: Vec<String>,
    /// Let guesses fail the run
    #[arg(long)]
    pub strict: bool,
    /// Print every finding, not only the first of each group
    #[arg(long)]
    pub all: bool,
    /// Write JSON
    #[arg(long)]
    pub json: bool,
    /// Write JSON, a line for each finding as soon as it is found, and one for
    /// the summary
    #[arg(long, conflicts_with = "json")]
    pub json_lines: bool,
    /// Write a page in HTML to this file, or to standard output if it is -
    #[arg(long, value_name = "FILE", conflicts_with_all = ["json", "json_lines"])]
    pub html: Option<PathBuf>,
}

/// An output whose reader may close it: the status still covers the whole
/// trace.
struct Closable<'a> {
    output: &'a mut dyn Write,
    is_closed: bool,
}

impl Closable<'_> {
    /// Forgets that the output is closed, but nothing else.
    fn unless_closed<T>(
        &mut self,
        result: io::Result<T>,
        closed: T,
    ) -> io::Result<T> {
        match result {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                self.is_closed = true;
                Ok(closed)
            }
            other => other,
        }
    }
}

impl Write for Closable<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.is_closed {
            return Ok(bytes.len());
        }
        let written = self.output.write(bytes);
        self.unless_closed(written, bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.is_closed {
            return Ok(());
        }
        let flushed = self.output.flush();
        self.unless_closed(flushed, ())
    }
}

impl Form {
    /// The rules that are not reported.
    pub fn ignored(&self) -> Vec<Rule> {
        let rules = self.ignore.iter().filter_map(|name| Rule::named(name));
        rules.collect()
    }

    /// Writes a report to its page or to standard output, then complains about
    /// files that were not read to their end. A page must not replace an input
    /// file.
    pub fn write<'a>(
        &self,
        inputs: impl IntoIterator<Item = &'a PathBuf>,
        streams: &mut Streams,
        report: impl FnOnce(&mut dyn Read, &mut dyn Write) -> Ended,
    ) -> Result<Outcome, Failure> {
        let Streams { input, output, .. } = streams;
        let ended = match &self.html {
            None => {
                let mut output = Closable { output: *output, is_closed: false };
                report(&mut **input, &mut output)
            }
            Some(page) => {
                for input in inputs {
                    destination::check(page, input)?;
                }
                destination::replace(page, &mut **output, |output| {
                    report(&mut **input, output)
                })
            }
        };
        let (outcome, mut troubles) = ended?;
        // The caller prints the last one.
        let last = troubles.pop();
        for trouble in troubles {
            streams.complain("dral", &trouble.to_string());
        }
        match last {
            Some(trouble) => Err(Failure::Message(trouble.to_string())),
            None => Ok(outcome),
        }
    }
}

/// How a report ended, and why files were not read to their end.
type Ended = Result<(Outcome, Vec<Trouble>), Failure>;
