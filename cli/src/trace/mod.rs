// SPDX-License-Identifier: MIT

//! `dral check-trace`: compares the vertex jobs in a driver's decoded trace
//! with the model of the hardware.
//!
//! A trace may be long, so only the current job is kept in memory.

mod block;
mod finding;
mod job;
mod page;
mod records;
mod threads;
mod valhall;

use crate::destination;
use crate::failure::{Failure, Outcome};
use crate::number;
use crate::output::Sheet;
use crate::rows::{open, shortened};
use crate::streams::{progress_bar, Streams, Terminal};
use clap::Args;
use finding::{Finding, JobName, Rule};
use indicatif::ProgressBar;
use job::{Job, Jobs};
use page::Page;
use serde_json::{json, Map};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::path::PathBuf;

#[derive(Args)]
pub struct Arguments {
    /// Traces as Mesa decodes them (PAN_MESA_DEBUG=trace), or - for standard
    /// input
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// The base instance of every draw, which a trace does not contain
    #[arg(long, value_parser = number::unsigned)]
    pub base_instance: Option<u32>,
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

/// Counts of what was checked.
#[derive(Default)]
struct Tally {
    draws: usize,
    descriptors: usize,
    /// Magic divisors that are wrong only for ids beyond their draw.
    inexact: usize,
    /// Jobs whose counts are all zero.
    unwritten: usize,
    findings: [usize; Rule::NAMES.len()],
}

/// Longer than any line of a trace.
const MOST_LINE: u64 = 1 << 16;

/// Lines between two updates of the progress bar.
const PROGRESS_LINES: u64 = 1 << 14;

struct Report<'a> {
    output: &'a mut dyn Write,
    json: bool,
    colors: bool,
    page: Option<Page>,
    bar: ProgressBar,
    tally: Tally,
}

impl Report<'_> {
    fn tell(
        &mut self,
        file: &str,
        job: &JobName,
        finding: &Finding,
    ) -> Result<(), Failure> {
        let is_first = self.total() == 0;
        self.tally.findings[finding.rule as usize] += 1;
        let Self { output, json, colors, page, bar, .. } = self;
        bar.suspend(|| {
            if let Some(page) = page {
                return page.finding(&finding.sheet(file, job), output);
            }
            if !*json {
                let sheet = finding.sheet(file, job);
                return sheet.colored(*colors).print(output);
            }
            let comma = if is_first { "\n" } else { ",\n" };
            let text = finding.json(file, job)?;
            write!(output, "{comma}{text}")
                .map_err(|error| Failure::output(&error))
        })
    }

    fn total(&self) -> usize {
        self.tally.findings.iter().sum()
    }

    fn counts(&self) -> impl Iterator<Item = (&'static str, usize)> + '_ {
        let names = Rule::NAMES.iter().copied();
        names.zip(self.tally.findings).filter(|(_, count)| *count > 0)
    }

    fn begin(&mut self, files: &[PathBuf]) -> Result<(), Failure> {
        if let Some(page) = &mut self.page {
            return page.begin(files, self.output);
        }
        if !self.json {
            return Ok(());
        }
        write!(self.output, "{{\n\"findings\": [")
            .map_err(|error| Failure::output(&error))
    }

    fn summary(&mut self) -> Result<(), Failure> {
        let Tally { draws, descriptors, inexact, unwritten, .. } = self.tally;
        if self.json {
            let rules: Map<_, _> = self
                .counts()
                .map(|(name, count)| (name.to_string(), json!(count)))
                .collect();
            let summary = json!({
                "draws": draws,
                "descriptors": descriptors,
                "findings": self.total(),
                "rules": rules,
                "inexact_beyond_ids": inexact,
                "unwritten": unwritten,
            });
            return write!(self.output, "\n],\n\"summary\": {summary}\n}}\n")
                .map_err(|error| Failure::output(&error));
        }
        let mut sheet = Sheet::default();
        sheet.heading(format_args!(
            "{draws} draws, {descriptors} descriptors, {} findings",
            self.total()
        ));
        for (name, count) in self.counts() {
            sheet.line(name, count);
        }
        if unwritten > 0 {
            sheet.line("draws that no kernel has written yet", unwritten);
        }
        if inexact > 0 {
            let what = "magic divisors that are wrong only beyond the ids of \
                        their draws";
            sheet.line(what, inexact);
        }
        match &mut self.page {
            Some(page) => page.end(&sheet, self.output),
            None => sheet.colored(self.colors).print(self.output),
        }
    }
}

/// Checks the traces.
pub fn run(
    arguments: &Arguments,
    streams: &mut Streams,
) -> Result<Outcome, Failure> {
    let terminal = streams.terminal;
    let input = &mut *streams.input;
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
    let mut report = Report {
        output,
        json: arguments.json,
        colors: terminal.output_colors,
        page: arguments.html.is_some().then(Page::default),
        bar: ProgressBar::hidden(),
        tally: Tally::default(),
    };
    report.begin(&arguments.files)?;
    let mut checked = Ok(());
    for file in &arguments.files {
        checked = check(file, arguments, input, terminal.bar, &mut report);
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
    arguments: &Arguments,
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
    let mut reader = BufReader::with_capacity(1 << 16, source.reader);
    let mut jobs = Jobs::default();
    let mut earlier = None;
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
        let (job, findings) = match job {
            Some(Job::Records(mut job)) => {
                let base = arguments.base_instance;
                let found = records::check(&mut job, base, &mut earlier, tally);
                (job.name, found)
            }
            Some(Job::Valhall(mut job)) => {
                let found = valhall::check(&mut job, tally);
                (job.name, found)
            }
            None => (JobName::default(), Vec::new()),
        };
        for finding in findings {
            report.tell(&name, &job, &finding)?;
        }
        if count == 0 {
            return Ok(());
        }
        bytes += count as u64;
        if line % PROGRESS_LINES == 0 {
            report.bar.set_position(bytes);
        }
    }
}
