// SPDX-License-Identifier: MIT

//! Prints findings, the first of each cause in full, and a summary.

use super::finding::{Counts, Finding, Rule};
use super::job::JobName;
use super::page::Page;
use super::Arguments;
use crate::escape::escaped_json;
use crate::failure::Failure;
use crate::output::Sheet;
use crate::page;
use indicatif::ProgressBar;
use serde::Serialize;
use serde_json::{json, Map, Value};
use std::fmt;
use std::io::Write;

/// Counts of what was checked.
#[derive(Default)]
pub struct Tally {
    pub draws: usize,
    pub descriptors: usize,
    /// Magic divisors that are wrong only for ids beyond their draw.
    pub inexact: usize,
    /// Jobs whose counts are all zero.
    pub unwritten: usize,
}

/// A job and its draw, for people and programs.
#[derive(Serialize)]
struct Draw<'a> {
    #[serde(flatten)]
    name: &'a JobName,
    vertices: Option<u32>,
    instances: Option<u32>,
}

impl fmt::Display for Draw<'_> {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        let JobName { kind, line, address } = self.name;
        write!(out, "{kind}, line {line}")?;
        if !address.is_empty() {
            write!(out, ", at {address}")?;
        }
        match (self.vertices, self.instances) {
            (Some(vertices), Some(instances)) => {
                write!(out, ": {vertices} vertices x {instances} instances")
            }
            _ => Ok(()),
        }
    }
}

/// A finding as JSON.
#[derive(Serialize)]
struct Placed<'a> {
    file: &'a str,
    #[serde(flatten)]
    finding: &'a Finding,
    section: String,
    job: Draw<'a>,
}

/// Findings of one rule with one cause.
#[derive(Serialize)]
struct Group {
    rule: Rule,
    cause: &'static str,
    findings: usize,
    jobs: usize,
    /// The last finding, and the job that has it.
    file: String,
    line: u64,
    #[serde(skip)]
    job_line: u64,
}

impl Group {
    fn add(&mut self, file: &str, line: u64, job_line: u64) {
        let same = self.file == file && self.job_line == job_line;
        self.jobs += usize::from(!same || self.findings == 0);
        self.findings += 1;
        (self.line, self.job_line) = (line, job_line);
        if self.file != file {
            self.file = file.into();
        }
    }

    /// How many there are, and where the last one is.
    fn text(&self) -> String {
        let Self { findings, jobs, file, line, .. } = self;
        match (findings, jobs) {
            (1, _) => "1".into(),
            (_, 1) => {
                format!("{findings} in one job, the last at {file}:{line}")
            }
            _ => {
                format!("{findings} in {jobs} jobs, the last at {file}:{line}")
            }
        }
    }
}

pub struct Report<'a> {
    pub output: &'a mut dyn Write,
    pub json: bool,
    colors: bool,
    page: Option<Page>,
    /// Print every finding, not only the first of each group.
    pub all: bool,
    pub bar: ProgressBar,
    pub tally: Tally,
    groups: Vec<Group>,
    printed: usize,
}

impl<'a> Report<'a> {
    /// Begins the report.
    pub fn new(
        arguments: &Arguments,
        output: &'a mut dyn Write,
        colors: bool,
    ) -> Result<Self, Failure> {
        let mut page = arguments.html.is_some().then(Page::default);
        if let Some(page) = &mut page {
            page.begin(&arguments.files, output)?;
        } else if arguments.json {
            write!(output, "{{\n\"findings\": [")?;
        }
        Ok(Self {
            output,
            json: arguments.json,
            colors,
            page,
            all: arguments.all,
            bar: ProgressBar::hidden(),
            tally: Tally::default(),
            groups: Vec::new(),
            printed: 0,
        })
    }

    /// Counts a finding, and prints it if it is the first of its group.
    pub fn tell(
        &mut self,
        file: &str,
        name: &JobName,
        counts: Option<Counts>,
        finding: &Finding,
    ) -> Result<(), Failure> {
        let Finding { rule, cause, line, .. } = *finding;
        let same = |group: &Group| (group.rule, group.cause) == (rule, cause);
        let place = self.groups.iter().position(same);
        let place = place.unwrap_or_else(|| {
            self.groups.push(Group {
                rule,
                cause,
                findings: 0,
                jobs: 0,
                file: file.into(),
                line,
                job_line: 0,
            });
            self.groups.len() - 1
        });
        let group = &mut self.groups[place];
        group.add(file, line, name.line);
        if group.findings > 1 && !self.all {
            return Ok(());
        }
        let job = Draw {
            name,
            vertices: counts.map(|counts| counts.vertices),
            instances: counts.map(|counts| counts.instances),
        };
        let is_first = self.printed == 0;
        self.printed += 1;
        let Self { output, json, colors, page, bar, .. } = self;
        bar.suspend(|| {
            if let Some(page) = page {
                return page.finding(&sheet(file, &job, finding), output);
            }
            if !*json {
                return sheet(file, &job, finding).print(*colors, output);
            }
            let comma = if is_first { "\n" } else { ",\n" };
            let section = rule.section();
            let placed = Placed { file, finding, section, job };
            let text = serde_json::to_string(&placed)
                .map_err(|error| Failure::Message(error.to_string()))?;
            Ok(write!(output, "{comma}{}", escaped_json(&text))?)
        })
    }

    pub fn total(&self) -> usize {
        self.groups.iter().map(|group| group.findings).sum()
    }

    /// The number of findings of each rule that has any.
    fn rules(&self) -> Map<String, Value> {
        let mut rules = Map::new();
        for Group { rule, findings, .. } in &self.groups {
            let count = rules.get(rule.name()).and_then(Value::as_u64);
            let count = count.unwrap_or(0) + *findings as u64;
            rules.insert(rule.name().into(), json!(count));
        }
        rules
    }

    /// Ends the report.
    pub fn summary(&mut self) -> Result<(), Failure> {
        let Tally { draws, descriptors, inexact, unwritten } = self.tally;
        let total = self.total();
        if self.json {
            let summary = json!({
                "draws": draws,
                "descriptors": descriptors,
                "findings": total,
                "rules": self.rules(),
                "groups": self.groups,
                "inexact_beyond_ids": inexact,
                "unwritten": unwritten,
            });
            let summary = summary.to_string();
            let summary = escaped_json(&summary);
            writeln!(self.output, "\n],\n\"summary\": {summary}\n}}")?;
            return Ok(());
        }
        let mut sheet = Sheet::default();
        sheet.heading(format_args!(
            "{draws} draws, {descriptors} descriptors, {total} findings"
        ));
        for group in &self.groups {
            sheet.line(group.rule.name(), group.text());
        }
        if unwritten > 0 {
            sheet.line("draws that no kernel has written yet", unwritten);
        }
        if inexact > 0 {
            let what = "magic divisors that are wrong only beyond the ids of \
                        their draws";
            sheet.line(what, inexact);
        }
        if self.printed < total {
            sheet.line("shown", "the first of each cause; --all shows each");
        }
        match &mut self.page {
            Some(page) => page.end(&sheet, self.output),
            None => sheet.print(self.colors, self.output),
        }
    }
}

/// A finding as text.
fn sheet(file: &str, job: &Draw, finding: &Finding) -> Sheet {
    let Finding { line, rule, message, found, right, first_wrong, .. } =
        finding;
    let mut sheet = Sheet::default();
    sheet.heading(format_args!("{file}:{line}: {}: {message}", rule.name()));
    sheet.line("job", job);
    sheet.cite(page::Rule(rule.title()), "rule", rule.section());
    sheet.some(None, "found", Some(found).filter(|found| !found.is_empty()));
    sheet.some(None, "right", right.as_ref());
    sheet.some(None, "first wrong", first_wrong.as_ref());
    sheet
}
