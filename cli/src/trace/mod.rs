// SPDX-License-Identifier: MIT

//! `dral check-trace`: compares the vertex jobs in a driver's decoded trace
//! with the model of the hardware.
//!
//! A trace may be long, so only the current job is kept in memory.

mod access;
mod accesses;
mod against;
mod attributes;
mod block;
mod chain;
mod checked;
mod fields;
mod finding;
mod frames;
mod group;
mod history;
mod ids;
mod interrupt;
mod job;
mod jobs;
mod list;
mod offsets;
mod page;
mod reader;
mod records;
mod report;
mod shown;
mod threads;
mod truth;
mod valhall;

use crate::destination;
use crate::failure::{Failure, Outcome};
use crate::number;
use crate::streams::{Streams, Terminal};
use crate::table::shortened;
pub use access::{Access, Selector};
use against::Good;
use clap::Args;
use dral::instancing::Draw;
use finding::{Counts, Finding, Rule};
use history::{Fact, History};
use indicatif::ProgressBar;
pub use list::{draw, list};
use reader::Reader;
use report::Report;
use serde::Serialize;
use std::fmt;
use std::io::{Read, Write};
use std::path::PathBuf;
use truth::{Truth, Truths};

#[derive(Args)]
pub struct Arguments {
    /// Traces as Mesa decodes them (PAN_MESA_DEBUG=trace), or - for standard
    /// input
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// The base instance of every draw, which a trace does not contain
    #[arg(long, value_parser = number::unsigned)]
    pub base_instance: Option<u32>,
    /// The API divisor of each location in every draw, from location 0 on,
    /// separated by commas; - if it is unknown or per vertex
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    #[arg(allow_hyphen_values = true, value_parser = divisor)]
    pub divisors: Vec<Divisor>,
    /// What each draw has, as the driver's lines "// dral:" say it: a CSV file
    /// with a row per draw
    #[arg(long, value_name = "CSV")]
    pub draw_list: Option<PathBuf>,
    /// Report only draws whose threads read another element than in this good
    /// trace of the same program; can be given several times, as for frames
    #[arg(long, value_name = "GOOD")]
    pub against: Vec<PathBuf>,
    /// Do not report this rule; can be given several times
    #[arg(long, value_name = "RULE", value_parser = Rule::named)]
    pub ignore: Vec<Rule>,
    /// Print every finding, not only the first of each group
    #[arg(long)]
    pub all: bool,
    /// Write JSON
    #[arg(long)]
    pub json: bool,
    /// Write a page in HTML to this file, or to standard output if it is -
    #[arg(long, value_name = "PAGE", conflicts_with = "json")]
    pub html: Option<PathBuf>,
}

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

/// An API divisor, if it is known.
pub type Divisor = Option<u32>;

/// Parses the API divisor of a location.
fn divisor(text: &str) -> Result<Divisor, String> {
    match text.trim() {
        "-" => Ok(None),
        number => number::unsigned(number).map(Some),
    }
}

/// A draw, how its threads read each attribute, and what is known of it beside
/// the trace.
#[derive(Default)]
pub struct Reading {
    pub draw: Draw,
    accesses: Vec<Access>,
    pub truth: Truth,
}

impl Reading {
    /// One per location: from v9 on, two shaders of a draw can have the same
    /// attribute.
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
    findings: Vec<Finding>,
    facts: Vec<Fact>,
    /// Magic divisors that are wrong only for ids beyond the draw's: their
    /// lines, and the first wrong ids.
    inexact: Vec<(u64, u64)>,
}

/// Checks the traces.
pub fn run(
    arguments: &Arguments,
    streams: &mut Streams,
) -> Result<Outcome, Failure> {
    let (terminal, input) = (streams.terminal, &mut *streams.input);
    let outcome = match &arguments.html {
        None => check_all(arguments, input, terminal, streams.output),
        Some(page) => {
            for file in &arguments.files {
                destination::check(page, file)?;
            }
            destination::replace(page, streams.output, |output| {
                check_all(arguments, input, terminal, output)
            })
        }
    };
    let (outcome, mut troubles) = outcome?;
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

/// Checks file after file. Returns the ends of those that were not checked to
/// their end.
fn check_all(
    arguments: &Arguments,
    input: &mut dyn Read,
    terminal: Terminal,
    output: &mut dyn Write,
) -> Result<(Outcome, Vec<Trouble>), Failure> {
    interrupt::catch();
    let stated = Truth::stated(arguments.base_instance, &arguments.divisors);
    let mut truths = Truths::new(stated);
    if let Some(file) = &arguments.draw_list {
        truths.read(file)?;
    }
    let mut report = Report::new(arguments, output, terminal.output_colors)?;
    let mut reader = Reader::new(input, truths, terminal.bar);
    let mut history = History::default();
    let mut good = None;
    for file in frames::by_context(&arguments.against).into_iter().flatten() {
        let good = good.get_or_insert_with(Good::default);
        reader.read(file, &mut |job| {
            good.add(job);
            Ok(())
        })?;
    }
    for context in frames::by_context(&arguments.files) {
        for file in context {
            reader.read(file, &mut |mut job| {
                if let Some(good) = &mut good {
                    good.compare(&mut job);
                }
                report.take(job, &mut history)
            })?;
            if interrupt::is_caught() {
                break;
            }
        }
        for ((file, job, counts), finding) in std::mem::take(&mut history).end()
        {
            let bar = ProgressBar::hidden();
            report.tell(&bar, &file, (&job, counts, None), &finding)?;
        }
    }
    let troubles = reader.end(arguments.files.len() + arguments.against.len());
    report.summary(&reader, good.as_ref(), &troubles)?;
    Ok((Outcome::refused_if(report.total() > 0), troubles))
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
