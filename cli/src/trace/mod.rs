// SPDX-License-Identifier: MIT

//! `dral check-trace`: compares the vertex jobs in a driver's decoded trace
//! with the model of the hardware.
//!
//! A trace may be long, so only the current job is kept in memory.

mod access;
mod attributes;
mod block;
mod chain;
mod checked;
mod fields;
mod finding;
mod history;
mod ids;
mod job;
mod jobs;
mod offsets;
mod page;
mod records;
mod report;
mod threads;
mod valhall;

use crate::destination;
use crate::failure::{Failure, Outcome};
use crate::number;
use crate::streams::{progress_bar, Streams, Terminal};
use crate::table::{open, shortened, without_mark};
use clap::Args;
use finding::{Counts, Finding};
use history::{Fact, History};
use job::Job;
use jobs::Jobs;
use records::Before;
use report::Report;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::path::PathBuf;
use std::rc::Rc;

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
    /// Print every finding, not only the first of each cause
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
}

impl Problem {
    fn new(line: u64, what: impl Into<String>) -> Self {
        Self { line, what: what.into() }
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

/// What the user states, because a trace does not contain it.
struct Stated {
    base_instance: Option<u32>,
    divisors: Vec<Divisor>,
}

impl Stated {
    /// The API divisor of the attribute at a location.
    fn divisor(&self, location: usize) -> Divisor {
        self.divisors.get(location).copied().flatten()
    }
}

/// What was found in a job.
#[derive(Default)]
struct Found {
    counts: Option<Counts>,
    findings: Vec<Finding>,
    facts: Vec<Fact>,
}

/// Longer than any line of a trace.
const MOST_LINE: u64 = 1 << 16;

/// Lines between two updates of the progress bar.
const PROGRESS_LINES: u64 = 1 << 14;

/// Checks the traces.
pub fn run(
    arguments: &Arguments,
    streams: &mut Streams,
) -> Result<Outcome, Failure> {
    let (terminal, input) = (streams.terminal, &mut *streams.input);
    let Some(page) = &arguments.html else {
        return check_all(arguments, input, terminal, streams.output);
    };
    for file in &arguments.files {
        destination::check(page, file)?;
    }
    destination::replace(page, streams.output, |output| {
        check_all(arguments, input, terminal, output)
    })
}

fn check_all(
    arguments: &Arguments,
    input: &mut dyn Read,
    terminal: Terminal,
    output: &mut dyn Write,
) -> Result<Outcome, Failure> {
    let mut report = Report::new(arguments, output, terminal.output_colors)?;
    let divisors = arguments.divisors.clone();
    let stated = Stated { base_instance: arguments.base_instance, divisors };
    let mut checked = Ok(());
    for file in &arguments.files {
        checked = check(file, &stated, input, terminal.bar, &mut report);
        report.bar.finish_and_clear();
        if checked.is_err() {
            break;
        }
    }
    if !matches!(checked, Err(Failure::OutputClosed)) {
        report.summary()?;
    }
    checked?;
    Ok(Outcome::refused_if(report.total() > 0))
}

fn check(
    file: &Path,
    stated: &Stated,
    input: &mut dyn Read,
    shows_bar: bool,
    report: &mut Report,
) -> Result<(), Failure> {
    let source = open(file, input)?;
    if shows_bar {
        report.bar = progress_bar(source.length);
    }
    let name = source.name;
    let fail =
        |problem: Problem| Failure::at(&name, problem.line, problem.what);
    let unmarked = without_mark(source.reader);
    let unmarked = unmarked.map_err(|error| Failure::at(&name, 1, error))?;
    let mut reader = BufReader::with_capacity(1 << 16, unmarked);
    let mut jobs = Jobs::default();
    let (mut before, mut history) = (Before::default(), History::default());
    let (mut line, mut bytes) = (0, 0);
    let mut text = Vec::new();
    loop {
        text.clear();
        let count = reader
            .by_ref()
            .take(MOST_LINE)
            .read_until(b'\n', &mut text)
            .map_err(|error| Failure::at(&name, line + 1, error))?;
        let job = if count == 0 {
            jobs.end(line).map_err(fail)?
        } else {
            line += 1;
            if text.pop() != Some(b'\n') {
                let what = if count as u64 == MOST_LINE {
                    "the line is too long: this is not a decoded trace"
                } else {
                    "the trace ends within this line"
                };
                return Err(fail(Problem::new(line, what)));
            }
            if text.last() == Some(&b'\r') {
                text.pop();
            }
            jobs.line(line, &text).map_err(fail)?
        };
        let tally = &mut report.tally;
        let found = match &job {
            Some(Job::Records(job)) => Some((
                &job.name,
                records::check(job, stated, &mut before, tally),
            )),
            Some(Job::Valhall(job)) => {
                Some((&job.name, valhall::check(job, stated, tally)))
            }
            None => None,
        };
        if let Some((job, Found { counts, findings, facts })) = found {
            for finding in findings {
                report.tell(&name, job, counts, &finding)?;
            }
            if !facts.is_empty() {
                let job = Rc::new(job.clone());
                facts.iter().for_each(|fact| history.take(fact, &job, counts));
            }
        }
        for (job, finding) in jobs.unlinked.drain(..) {
            report.tell(&name, &job, None, &finding)?;
        }
        if count == 0 {
            break;
        }
        bytes += count as u64;
        if line % PROGRESS_LINES == 0 {
            report.bar.set_position(bytes);
        }
    }
    for (job, counts, finding) in history.end() {
        report.tell(&name, &job, counts, &finding)?;
    }
    Ok(())
}
