// SPDX-License-Identifier: MIT

//! Reads traces line by line, and checks each job as soon as it ends.

use super::interrupt;
use super::rules::record_job::{self, Before};
use super::rules::truth::{Key, Truths};
use super::rules::valhall;
use super::rules::Found;
use super::text::job::{Job, JobName, Role};
use super::text::splitter::Jobs;
use super::text::Problem;
use crate::failure::Failure;
use crate::notation::Stated;
use crate::streams::progress_bar;
use crate::table::{open, without_mark};
use indicatif::ProgressBar;
use serde::Serialize;
use std::fmt::{self, Display};
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::rc::Rc;

/// Longer than any line of a trace.
const MOST_LINE: u64 = 1 << 16;

/// Lines between two updates of the progress bar.
const PROGRESS_LINES: u64 = 1 << 14;

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

/// A job that was checked.
pub struct Checked<'a> {
    pub file: &'a Rc<str>,
    pub name: JobName,
    pub found: Found,
    pub bar: &'a ProgressBar,
}

/// Takes each job.
type Take<'a> = &'a mut dyn FnMut(Checked) -> Result<(), Failure>;

/// Reads trace after trace.
pub struct Reader<'a> {
    input: &'a mut dyn Read,
    shows_bar: bool,
    /// What is known of the draws.
    pub truths: Truths,
    /// Where files without a job end.
    pub without_jobs: Vec<Trouble>,
    /// Why others were not read to their end.
    troubles: Vec<Trouble>,
    /// Files with lines that the decoder did not write inside a descriptor,
    /// and the first such line of each.
    pub strangers: Vec<(Rc<str>, u64)>,
    /// The lines of the driver that cannot be read, and the first one.
    pub unread: (usize, Option<Trouble>),
}

/// The first three bytes of compressed files, and what unpacks them.
const PACKED: [(&[u8], &str); 5] = [
    (b"\x1f\x8b", "gunzip"),
    (b"\x28\xb5\x2f", "unzstd"),
    (b"\xfd7z", "unxz"),
    (b"BZh", "bunzip2"),
    (b"PK\x03", "unzip"),
];

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

impl<'a> Reader<'a> {
    pub fn new(
        input: &'a mut dyn Read,
        truths: Truths,
        shows_bar: bool,
    ) -> Self {
        Self {
            input,
            shows_bar,
            truths,
            without_jobs: Vec::new(),
            troubles: Vec::new(),
            strangers: Vec::new(),
            unread: (0, None),
        }
    }

    /// Reads a file. Why it was not read to its end is remembered.
    pub fn read(&mut self, file: &Path, take: Take) -> Result<(), Failure> {
        let ended = self.read_jobs(file, take);
        self.truths.end();
        match ended {
            Ok(()) => {}
            Err(End::Output(failure)) => return Err(failure),
            Err(End::Trouble(trouble)) => self.troubles.push(trouble),
        }
        Ok(())
    }

    /// Remembers why something is not complete.
    pub fn fail(&mut self, file: &str, what: &str) {
        let (file, message) = (file.into(), what.into());
        self.troubles.push(Trouble { file, line: None, message });
    }

    /// Why these many files were not read to their end, or are no traces.
    pub fn end(&mut self, files: usize) -> Vec<Trouble> {
        let mut troubles = std::mem::take(&mut self.troubles);
        if troubles.is_empty() && self.without_jobs.len() == files {
            let last = self.without_jobs.last().cloned();
            troubles.extend(last.map(|last| {
                let message = match files {
                    1 => {
                        "no job in the whole file: this is not a decoded trace"
                    }
                    _ => {
                        "no job in any of the files: these are not decoded \
                         traces"
                    }
                };
                Trouble { message: message.into(), ..last }
            }));
        }
        troubles
    }

    fn read_jobs(&mut self, file: &Path, take: Take) -> Result<(), End> {
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
        let bar = match self.shows_bar {
            true => progress_bar(source.length),
            false => ProgressBar::hidden(),
        };
        let name: Rc<str> = Rc::from(&*source.name);
        let fail = |line, error: &dyn Display| {
            End::Trouble(Trouble::new(&name, line, error))
        };
        let problem = |Problem { line, what, .. }| fail(line, &what);
        let unmarked = without_mark(source.reader);
        let unmarked = unmarked.map_err(|error| fail(1, &error))?;
        let mut reader = BufReader::with_capacity(1 << 16, unmarked);
        let begin = reader.fill_buf().map_err(|error| fail(1, &error))?;
        let packer = PACKED.iter().find(|(magic, _)| begin.starts_with(magic));
        if let Some((_, program)) = packer {
            let what =
                format!("this file is compressed: unpack it ({program})");
            return Err(fail(1, &what));
        }
        let mut jobs = Jobs::default();
        let mut before = Before::default();
        let (mut line, mut bytes, mut draws) = (0, 0, 0);
        let mut text = Vec::new();
        let truths = &mut self.truths;
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
            let job = job.map_err(problem)?.map(Job::named);
            let checked = job.map(|job| check(job, truths, &mut before));
            for (line, truth) in jobs.truths.drain(..) {
                truths.add(line, truth).map_err(|error| fail(line, &error))?;
            }
            for (line, what) in jobs.unread.drain(..) {
                self.unread.0 += 1;
                let first = || Trouble::new(&name, line, what);
                self.unread.1.get_or_insert_with(first);
            }
            let told = jobs.found.drain(..).map(|(name, finding)| {
                let findings = vec![finding];
                (name, Found { findings, ..Found::default() })
            });
            for (mut job, found) in checked.into_iter().chain(told) {
                if found.descriptors.is_some() || found.is_unwritten {
                    draws += 1;
                    job.draw = Some(draws);
                }
                take(Checked { file: &name, name: job, found, bar: &bar })?;
            }
            if count == 0 {
                break;
            }
            bytes += count as u64;
            if line % PROGRESS_LINES == 0 {
                bar.set_position(bytes);
                if interrupt::is_caught() {
                    return Err(fail(line, &"interrupted"));
                }
            }
        }
        bar.finish_and_clear();
        if let Some(cut) = jobs.cut {
            return Err(problem(cut));
        }
        if let Some(line) = jobs.stranger {
            self.strangers.push((Rc::clone(&name), line));
        }
        if !jobs.seen {
            let end = Trouble::new(&name, line.max(1), "no job");
            self.without_jobs.push(end);
        }
        Ok(())
    }
}

/// Checks a job with what is known of its draw.
fn check(
    job: Job,
    truths: &mut Truths,
    before: &mut Before,
) -> (JobName, Found) {
    let (name, mut found, truth) = match job {
        Job::Records(job) => {
            let truth = match job.role {
                // It shares the draw of its vertex job.
                Role::Tiler => Stated::default(),
                _ => {
                    let key = Key::Job(job.link.address);
                    truths.take(job.name.line, key, record_job::counts(&job))
                }
            };
            let found = record_job::check(&job, &truth, before);
            (job.name, found, truth)
        }
        Job::Valhall(job) => {
            let key = match job.stream {
                true => Key::Resources(job.resources()),
                false => Key::Job(job.address),
            };
            let truth = truths.take(job.name.line, key, job.counts());
            let found = valhall::check(&job, &truth);
            (job.name, found, truth)
        }
    };
    if let Some(reading) = &mut found.reading {
        reading.truth = truth;
    }
    (name, found)
}
