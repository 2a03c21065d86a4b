// SPDX-License-Identifier: MIT

//! A pass over traces: reads them line by line, and checks each job as soon as
//! it ends.

use super::interrupt;
use super::rules::checker::{Checked, Checker};
use super::rules::finding::{Decoded, Finding};
use super::rules::truth::Truths;
use super::text::recent::Recent;
use super::text::splitter::{without_prefix, Splitter};
use super::text::{Event, Problem};
use crate::failure::Failure;
use crate::table::{self, open, without_mark};
use serde::Serialize;
use std::fmt::{self, Display};
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;
use std::rc::Rc;

/// Longer than any line of a trace. Longer ones are the program's.
const MOST_LINE: u64 = 1 << 16;

/// Longer than any line of a text.
const MOST_SKIPPED: u64 = 1 << 24;

/// Lines between two looks for Ctrl-C.
const INTERRUPT_LINES: u64 = 1 << 14;

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

type Take<'a> = &'a mut dyn FnMut(Checked) -> Result<(), Failure>;

pub struct Reader<'a> {
    input: &'a mut dyn Read,
    /// What is known of the draws.
    pub truths: Truths,
    /// Where files without a job end.
    pub without_jobs: Vec<Trouble>,
    /// Why others were not read to their end.
    troubles: Vec<Trouble>,
    /// Files with lines inside a descriptor that the decoder did not write, and
    /// the first such line of each.
    pub foreign_lines: Vec<(Rc<str>, u64)>,
    /// The lines of the driver that cannot be read, and the first one.
    pub unread: (usize, Option<Trouble>),
    /// Files that begin twice, and the lines where they do.
    pub again: Vec<(Rc<str>, u64)>,
    /// Files that no other file is compared with.
    pub alone: usize,
    /// Whether the hardware has run a job of the context.
    has_run: bool,
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

/// Adds the decoded lines that findings are about.
fn quote(findings: &mut [Finding], recent: &Recent) {
    for finding in findings {
        let fields = finding.rule.text().fields;
        let decoded = recent.decoded(finding.line, fields);
        finding.decoded = decoded.map(|(line, text)| Decoded { line, text });
    }
}

/// Skips the rest of a line, unless that is longer than any text has.
fn skip_line(reader: &mut impl BufRead) -> io::Result<bool> {
    let mut rest = reader.take(MOST_SKIPPED);
    rest.skip_until(b'\n')?;
    Ok(rest.limit() > 0)
}

impl<'a> Reader<'a> {
    pub fn new(input: &'a mut dyn Read, truths: Truths) -> Self {
        Self {
            input,
            truths,
            without_jobs: Vec::new(),
            troubles: Vec::new(),
            foreign_lines: Vec::new(),
            unread: (0, None),
            again: Vec::new(),
            alone: 0,
            has_run: false,
        }
    }

    /// Reads the files of a context, unless Ctrl-C ends them.
    pub fn read_context(
        &mut self,
        files: &[&Path],
        take: Take,
    ) -> Result<(), Failure> {
        for file in files {
            self.read(file, take)?;
            if interrupt::is_caught() {
                break;
            }
        }
        self.truths.end_context();
        self.has_run = false;
        Ok(())
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

    /// Why files were not read to their end, or the last ones, as many as
    /// `files`, are no traces. `before` is the number of files without a job
    /// before them.
    pub fn end(&mut self, before: usize, files: usize) -> Vec<Trouble> {
        let mut troubles = std::mem::take(&mut self.troubles);
        let without_jobs = &self.without_jobs[before..];
        if troubles.is_empty() && without_jobs.len() == files {
            let last = without_jobs.last().cloned();
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
        let name: Rc<str> = table::name(file).into();
        let source = open(file, &mut *self.input).map_err(|error| {
            let (file, message) = (name.to_string(), error.to_string());
            End::Trouble(Trouble { file, line: None, message })
        })?;
        let fail = |line, error: &dyn Display| {
            End::Trouble(Trouble::new(&name, line, error))
        };
        let problem = |Problem { line, what, .. }| fail(line, &what);
        let unmarked = without_mark(source);
        let unmarked = unmarked.map_err(|error| fail(1, &error))?;
        let mut reader = BufReader::with_capacity(1 << 16, unmarked);
        let begin = reader.fill_buf().map_err(|error| fail(1, &error))?;
        let packer = PACKED.iter().find(|(magic, _)| begin.starts_with(magic));
        if let Some((_, program)) = packer {
            let what =
                format!("this file is compressed: unpack it ({program})");
            return Err(fail(1, &what));
        }
        let mut splitter = Splitter::default();
        let mut checker = Checker::after(self.has_run);
        let mut line = 0;
        let mut text = Vec::new();
        let mut recent = Recent::default();
        loop {
            text.clear();
            let count = reader
                .by_ref()
                .take(MOST_LINE)
                .read_until(b'\n', &mut text)
                .map_err(|error| fail(line + 1, &error))?;
            if count == 0 {
                splitter.end(line).map_err(problem)?;
            } else {
                line += 1;
                if text.pop() != Some(b'\n') {
                    let is_long = count as u64 == MOST_LINE;
                    let skipped = match is_long {
                        true => skip_line(&mut reader),
                        false => Ok(false),
                    };
                    if skipped.map_err(|error| fail(line, &error))? {
                        continue;
                    }
                    let what = if is_long {
                        "the line is too long: this is not a decoded trace"
                    } else if splitter.seen {
                        "the trace ends within this line"
                    } else {
                        "the file ends within this line, without a job: this \
                         is not a decoded trace"
                    };
                    return Err(fail(line, &what));
                }
                if text.last() == Some(&b'\r') {
                    text.pop();
                }
                recent.push(line, without_prefix(&text));
                splitter.line(line, &text).map_err(problem)?;
            }
            for event in splitter.events.drain(..) {
                if let Event::Unread(line, what) = event {
                    self.unread.0 += 1;
                    let first = || Trouble::new(&name, line, what);
                    self.unread.1.get_or_insert_with(first);
                    continue;
                }
                let is_job = matches!(event, Event::Header(_) | Event::Job(_));
                let checked = checker.take(event, &mut self.truths);
                for (job, mut found) in checked.map_err(problem)? {
                    quote(&mut found.findings, &recent);
                    let checked = Checked { file: &name, name: job, found };
                    take(checked)?;
                }
                if is_job {
                    recent.job(line);
                }
            }
            if count == 0 {
                break;
            }
            if line % INTERRUPT_LINES == 0 && interrupt::is_caught() {
                return Err(fail(line, &"interrupted"));
            }
        }
        let headers = checker.headers();
        self.has_run = headers.has_run();
        let again = headers.again().or(splitter.again());
        self.again.extend(again.map(|line| (Rc::clone(&name), line)));
        if let Some(cut) = headers.end(line) {
            return Err(problem(cut));
        }
        if let Some(line) = splitter.foreign_line {
            self.foreign_lines.push((Rc::clone(&name), line));
        }
        if !splitter.seen {
            let end = Trouble::new(&name, line.max(1), "no job");
            self.without_jobs.push(end);
        }
        Ok(())
    }
}
