// SPDX-License-Identifier: MIT

//! `dral trace`: what is wrong in a driver's decoded traces, and their draws.
//!
//! A trace may be long, so only the current job is kept in memory.

mod access;
mod accesses;
mod attributes;
mod block;
mod chain;
mod check;
mod checked;
mod diff;
mod differences;
mod draws;
mod explain;
mod fields;
mod finding;
mod frames;
mod group;
mod history;
mod ids;
mod interrupt;
mod job;
mod jobs;
mod offsets;
mod page;
mod pairs;
mod reader;
mod records;
mod report;
mod shown;
mod threads;
mod truth;
mod valhall;

use crate::destination;
use crate::failure::{Failure, Outcome};
use crate::notation::Stated;
use crate::streams::Streams;
use crate::table::shortened;
use access::Access;
use clap::builder::PossibleValuesParser;
use clap::{Args, Subcommand};
use differences::Shape;
use dral::instancing::Draw;
use finding::{Counts, Finding, Rule};
use history::Fact;
use serde::Serialize;
use std::fmt;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

#[derive(Subcommand)]
pub enum Arguments {
    /// Errors in the vertex jobs of a driver's decoded traces
    Check(check::Arguments),
    /// The draws of a trace, as CSV that check and draw read
    Draws(draws::Arguments),
    /// What the hardware does with draws of a trace, if they are right
    Explain(explain::Arguments),
    /// Draws that differ from those of a good trace of the same program
    Diff(diff::Arguments),
}

pub fn run(
    arguments: &Arguments,
    streams: &mut Streams,
) -> Result<Outcome, Failure> {
    match arguments {
        Arguments::Check(arguments) => check::run(arguments, streams),
        Arguments::Draws(arguments) => draws::run(arguments, streams),
        Arguments::Explain(arguments) => explain::run(arguments, streams),
        Arguments::Diff(arguments) => diff::run(arguments, streams),
    }
}

/// The form of a report.
#[derive(Args)]
pub struct Form {
    /// Do not report these rules, separated by commas
    #[arg(long, value_name = "RULES", value_delimiter = ',')]
    #[arg(value_parser = PossibleValuesParser::new(Rule::NAMES))]
    ignore: Vec<String>,
    /// Print every finding, not only the first of each group
    #[arg(long)]
    all: bool,
    /// Write JSON
    #[arg(long)]
    json: bool,
    /// Write JSON, a line for each finding as soon as it is found, and one for
    /// the summary
    #[arg(long, conflicts_with = "json")]
    json_lines: bool,
    /// Write a page in HTML to this file, or to standard output if it is -
    #[arg(long, value_name = "FILE", conflicts_with_all = ["json", "json_lines"])]
    html: Option<PathBuf>,
}

/// An output whose reader may close it: the status is still that of the whole
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
    fn ignored(&self) -> Vec<Rule> {
        let rules = self.ignore.iter().filter_map(|name| Rule::named(name));
        rules.collect()
    }

    /// Writes a report to its page or to standard output, then complains about
    /// files that were not read to their end.
    fn write(
        &self,
        files: &[PathBuf],
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
                for file in files {
                    destination::check(page, file)?;
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
            streams.complain(&trouble.to_string());
        }
        match last {
            Some(trouble) => Err(Failure::Message(trouble.to_string())),
            None => Ok(outcome),
        }
    }
}

/// How a report ended, and why files were not read to their end.
type Ended = Result<(Outcome, Vec<Trouble>), Failure>;

/// Why a line cannot be read.
pub struct Problem {
    line: u64,
    what: String,
    /// A field of a descriptor has not been read yet.
    is_missing: bool,
}

impl Problem {
    fn new(line: u64, what: impl Into<String>) -> Self {
        Self { line, what: what.into(), is_missing: false }
    }

    /// An invalid value.
    fn value(line: u64, name: &str, value: &[u8], expected: &str) -> Self {
        let value = String::from_utf8_lossy(value);
        let value = shortened(&value);
        Self::new(line, format!("{name}: {value:?} is not {expected}"))
    }
}

/// A draw, how its threads read each attribute, and what is stated of it in
/// addition to the trace.
#[derive(Default)]
pub struct Reading {
    pub draw: Draw,
    accesses: Vec<Access>,
    pub truth: Stated,
}

impl Reading {
    /// One per location: on v9 and later, two shaders of a draw can have the
    /// same attribute.
    pub fn attributes(&self) -> impl Iterator<Item = &Access> {
        let same =
            |a: &Access, b: &Access| a.place.location == b.place.location;
        let accesses = self.accesses.iter().enumerate();
        let first = accesses.filter(move |(number, access)| {
            let earlier = &self.accesses[..*number];
            !earlier.iter().any(|other| same(other, access))
        });
        first.map(|(_, access)| access)
    }
}

/// What was found in a job.
#[derive(Default)]
struct Found {
    counts: Option<Counts>,
    /// The descriptors of a draw.
    descriptors: Option<usize>,
    /// A kernel will write the counts of this draw.
    is_unwritten: bool,
    reading: Option<Reading>,
    /// What its jobs contain in addition.
    shape: Shape,
    findings: Vec<Finding>,
    facts: Vec<Fact>,
    /// Magic divisors that are wrong only for ids beyond the draw's: their
    /// lines, and the first wrong ids.
    inexact: Vec<(u64, u64)>,
}

/// Why a file was not checked to its end.
#[derive(Clone, Serialize)]
pub struct Trouble {
    file: String,
    line: Option<u64>,
    message: String,
}

impl Trouble {
    fn new(file: &str, line: u64, message: impl fmt::Display) -> Self {
        let message = message.to_string();
        Self { file: file.into(), line: Some(line), message }
    }
}

impl fmt::Display for Trouble {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        let Self { file, line, message } = self;
        match line {
            Some(line) => write!(out, "{file}:{line}: {message}"),
            None => write!(out, "{file}: {message}"),
        }
    }
}

/// The files of each argument: a folder stands for the files in it, in the
/// order of their names.
fn expanded(given: &[PathBuf]) -> Result<Vec<PathBuf>, Failure> {
    let mut files = Vec::new();
    for path in given {
        if !path.is_dir() {
            files.push(path.clone());
            continue;
        }
        let fail =
            |error| Failure::Message(format!("{}: {error}", path.display()));
        let mut within = Vec::new();
        for entry in Path::read_dir(path).map_err(fail)? {
            let entry = entry.map_err(fail)?.path();
            if entry.is_file() {
                within.push(entry);
            }
        }
        if within.is_empty() {
            let what = format!("{}: no file in this folder", path.display());
            return Err(Failure::Message(what));
        }
        within.sort();
        files.extend(within);
    }
    Ok(files)
}
