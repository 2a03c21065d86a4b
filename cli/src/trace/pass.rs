// SPDX-License-Identifier: MIT

//! A pass over traces: reads them line by line, and checks each job as soon as
//! it ends.

use super::interrupt;
use super::rules::checker::{Checked, Checker};
use super::rules::finding::{Decoded, Finding};
use super::rules::truth::Truths;
use super::text::lines::lines;
use super::text::recent::Recent;
use super::text::splitter::{without_prefix, Splitter};
use super::text::{Event, Problem};
use crate::failure::Failure;
use crate::table::{self, open};
use serde::Serialize;
use std::fmt;
use std::io::Read;
use std::path::Path;
use std::rc::Rc;

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

/// Lines of the driver that cannot be read, and the first one.
type Unread = (usize, Option<Trouble>);

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
    pub unread: Unread,
    /// Files that begin twice, and the lines where they do.
    pub again: Vec<(Rc<str>, u64)>,
    /// Files that no other file is compared with.
    pub alone: usize,
    /// Whether the hardware has run a job of the context.
    has_run: bool,
}

/// Why a file is not read on.
enum End {
    Output(Failure),
    Trouble(Trouble),
}

impl End {
    fn problem(file: &str, Problem { line, what, .. }: Problem) -> Self {
        Self::Trouble(Trouble::new(file, line, what))
    }
}

impl From<Failure> for End {
    fn from(failure: Failure) -> Self {
        Self::Output(failure)
    }
}

/// A file while it is read.
struct Pass {
    name: Rc<str>,
    splitter: Splitter,
    checker: Checker,
    recent: Recent,
}

impl Pass {
    /// Takes what has happened up to a line.
    fn take_events(
        &mut self,
        line: u64,
        truths: &mut Truths,
        unread: &mut Unread,
        take: Take,
    ) -> Result<(), End> {
        let Self { name, splitter, checker, recent } = self;
        for event in splitter.events.drain(..) {
            if let Event::Unread(line, what) = event {
                unread.0 += 1;
                let first = || Trouble::new(name, line, what);
                unread.1.get_or_insert_with(first);
                continue;
            }
            let is_job = matches!(event, Event::Header(_) | Event::Job(_));
            let checked = checker.take(event, truths);
            let checked = checked.map_err(|what| End::problem(name, what))?;
            for (job, mut found) in checked {
                quote(&mut found.findings, recent);
                take(Checked { file: name, name: job, found })?;
            }
            if is_job {
                recent.job(line);
            }
        }
        Ok(())
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

    /// Reads a file line by line, and takes its jobs.
    fn read_jobs(&mut self, file: &Path, take: Take) -> Result<(), End> {
        let mut pass = Pass {
            name: table::name(file).into(),
            splitter: Splitter::default(),
            checker: Checker::after(self.has_run),
            recent: Recent::default(),
        };
        let name = Rc::clone(&pass.name);
        let problem = |problem| End::problem(&name, problem);
        let source = open(file, &mut *self.input).map_err(|error| {
            let (file, message) = (name.to_string(), error.to_string());
            End::Trouble(Trouble { file, line: None, message })
        })?;
        let mut lines = lines(source).map_err(problem)?;
        while let Some((line, text)) =
            lines.next(pass.splitter.seen).map_err(problem)?
        {
            pass.recent.push(line, without_prefix(text));
            pass.splitter.line(line, text).map_err(problem)?;
            pass.take_events(line, &mut self.truths, &mut self.unread, take)?;
            if line % INTERRUPT_LINES == 0 && interrupt::is_caught() {
                return Err(problem(Problem::new(line, "interrupted")));
            }
        }
        let last = lines.number;
        drop(lines);
        pass.splitter.end(last).map_err(problem)?;
        pass.take_events(last, &mut self.truths, &mut self.unread, take)?;
        self.end_file(&pass, last)
    }

    /// Remembers what the whole file shows.
    fn end_file(&mut self, pass: &Pass, last: u64) -> Result<(), End> {
        let Pass { name, splitter, checker, .. } = pass;
        let headers = checker.headers();
        self.has_run = headers.has_run();
        let again = headers.again().or(splitter.again());
        self.again.extend(again.map(|line| (Rc::clone(name), line)));
        if let Some(cut) = headers.end(last) {
            return Err(End::problem(name, cut));
        }
        if let Some(line) = splitter.foreign_line {
            self.foreign_lines.push((Rc::clone(name), line));
        }
        if !splitter.seen {
            let end = Trouble::new(name, last.max(1), "no job");
            self.without_jobs.push(end);
        }
        Ok(())
    }
}
