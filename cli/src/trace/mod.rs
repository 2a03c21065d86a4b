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
mod frames;
mod history;
mod ids;
mod interrupt;
mod job;
mod jobs;
mod offsets;
mod page;
mod records;
mod report;
mod threads;
mod truth;
mod valhall;

use crate::destination;
use crate::failure::{Failure, Outcome};
use crate::number;
use crate::streams::{progress_bar, Streams, Terminal};
use crate::table::{open, shortened, without_mark};
use clap::Args;
use finding::{Counts, Finding, Rule};
use history::{Fact, History};
use job::{Job, Role};
use jobs::Jobs;
use records::Before;
use report::Report;
use serde::Serialize;
use std::fmt;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::rc::Rc;
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

/// What was found in a job.
#[derive(Default)]
struct Found {
    counts: Option<Counts>,
    findings: Vec<Finding>,
    facts: Vec<Fact>,
    /// Magic divisors that are wrong only for ids beyond the draw's: their
    /// lines, and the first wrong ids.
    inexact: Vec<(u64, u64)>,
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
    let report = Report::new(arguments, output, terminal.output_colors)?;
    let mut checker = Checker {
        truths,
        input,
        shows_bar: terminal.bar,
        report,
        history: History::default(),
    };
    let mut troubles = Vec::new();
    let mut without_jobs = Vec::new();
    for context in frames::by_context(&arguments.files) {
        for file in &context {
            let ended = checker.file(file);
            checker.report.bar.finish_and_clear();
            checker.truths.end();
            match ended {
                Ok(None) => {}
                Ok(Some(end)) => without_jobs.push(end),
                Err(End::Output(failure)) => return Err(failure),
                Err(End::Trouble(trouble)) => troubles.push(trouble),
            }
            if interrupt::is_caught() {
                break;
            }
        }
        let history = std::mem::take(&mut checker.history);
        for ((file, job, counts), finding) in history.end() {
            checker.report.tell(&file, &job, counts, &finding)?;
        }
    }
    let mut report = checker.report;
    report.tally.without_jobs = without_jobs.len();
    report.tally.truths_left = checker.truths.left();
    report.tally.without_truth = checker.truths.without();
    if troubles.is_empty() && without_jobs.len() == arguments.files.len() {
        troubles.extend(without_jobs.pop().map(|only| {
            let message = match arguments.files.len() {
                1 => "no job in the whole file: this is not a decoded trace",
                _ => "no job in any of the files: these are not decoded traces",
            };
            Trouble { message: message.into(), ..only }
        }));
    }
    report.summary(&troubles)?;
    Ok((Outcome::refused_if(report.total() > 0), troubles))
}

/// Why a file was not checked to its end.
#[derive(Serialize)]
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

/// Why a file is not read on.
enum End {
    Output(Failure),
    Trouble(Trouble),
}

impl From<Failure> for End {
    fn from(failure: Failure) -> Self {
        Self::Output(failure)
    }
}

/// Checks file after file.
struct Checker<'a> {
    /// What is known of the draws.
    truths: Truths,
    input: &'a mut dyn Read,
    shows_bar: bool,
    report: Report<'a>,
    /// What the draws of the current context have.
    history: History,
}

impl Checker<'_> {
    /// Checks a file. Returns its end if it has no job.
    fn file(&mut self, file: &Path) -> Result<Option<Trouble>, End> {
        let source = open(file, &mut *self.input).map_err(|error| {
            let (file, line) = (file.display().to_string(), None);
            match error {
                Failure::Message(message) => {
                    let unnamed = message.strip_prefix(&format!("{file}: "));
                    let message = unnamed.unwrap_or(&message).to_string();
                    End::Trouble(Trouble { file, line, message })
                }
                other => End::Output(other),
            }
        })?;
        let (name, length) = (source.name, source.length);
        if self.shows_bar {
            self.report.bar = progress_bar(length);
        }
        let fail = |line, error: &dyn fmt::Display| {
            End::Trouble(Trouble::new(&name, line, error))
        };
        let unmarked = without_mark(source.reader);
        let unmarked = unmarked.map_err(|error| fail(1, &error))?;
        let mut reader = BufReader::with_capacity(1 << 16, unmarked);
        let mut jobs = Jobs::default();
        let mut before = Before::default();
        let (mut line, mut bytes) = (0, 0);
        let mut text = Vec::new();
        let name = Rc::from(&*name);
        let (truths, report) = (&mut self.truths, &mut self.report);
        loop {
            text.clear();
            let count = reader
                .by_ref()
                .take(MOST_LINE)
                .read_until(b'\n', &mut text)
                .map_err(|error| fail(line + 1, &error))?;
            let job = if count == 0 {
                jobs.end(line)
            } else {
                line += 1;
                if text.pop() != Some(b'\n') {
                    let what = if count as u64 == MOST_LINE {
                        "the line is too long: this is not a decoded trace"
                    } else {
                        "the trace ends within this line"
                    };
                    return Err(fail(line, &what));
                }
                if text.last() == Some(&b'\r') {
                    text.pop();
                }
                jobs.line(line, &text)
            };
            let job =
                job.map_err(|Problem { line, what, .. }| fail(line, &what))?;
            let job = job.map(Job::named);
            let tally = &mut report.tally;
            let found = match &job {
                Some(Job::Records(job)) => {
                    let truth = match job.role {
                        // It shares the draw of its vertex job.
                        Role::Tiler => Truth::default(),
                        _ => truths.take(job.name.line, job.link.address),
                    };
                    let found = records::check(job, &truth, &mut before, tally);
                    Some((&job.name, found))
                }
                Some(Job::Valhall(job)) => {
                    let truth = truths.take(job.name.line, job.address);
                    Some((&job.name, valhall::check(job, &truth, tally)))
                }
                None => None,
            };
            for (line, truth) in jobs.truths.drain(..) {
                truths.add(line, truth).map_err(|error| fail(line, &error))?;
            }
            if let Some((job, found)) = found {
                let Found { counts, findings, facts, inexact } = found;
                for finding in findings {
                    report.tell(&name, job, counts, &finding)?;
                }
                for (line, id) in inexact {
                    report.tally.inexact.add(&name, line, id);
                }
                if !facts.is_empty() {
                    let draw = (Rc::clone(&name), Rc::new(job.clone()), counts);
                    let history = &mut self.history;
                    facts.iter().for_each(|fact| history.take(fact, &draw));
                }
            }
            for (job, finding) in jobs.found.drain(..) {
                report.tell(&name, &job, None, &finding)?;
            }
            if count == 0 {
                break;
            }
            bytes += count as u64;
            if line % PROGRESS_LINES == 0 {
                report.bar.set_position(bytes);
                if interrupt::is_caught() {
                    return Err(fail(line, &"interrupted"));
                }
            }
        }
        if let Some(Problem { line, what, .. }) = jobs.cut {
            return Err(fail(line, &what));
        }
        if let Some(line) = jobs.stranger {
            report.tally.strangers.push((Rc::clone(&name), line));
        }
        Ok((!jobs.seen).then(|| Trouble::new(&name, line.max(1), "no job")))
    }
}
