// SPDX-License-Identifier: MIT

//! Prints findings, the first of each group in full, and a summary.

use super::form::Form;
use super::group::{Group, GroupKey};
use super::page::Page;
use crate::escape::escaped_json;
use crate::failure::Failure;
use crate::look::{Look, Tone};
use crate::output::{self, counted, Sheet, VERSION};
use crate::trace::model::Draw;
use crate::trace::pass::{Reader, Trouble};
use crate::trace::rules::checker::Checked;
use crate::trace::rules::finding::{Finding, Level, Rule, RuleText};
use crate::trace::rules::history::History;
use crate::trace::rules::Origin;
use crate::trace::text::job::JobName;
use serde::Serialize;
use serde_json::{json, Map, Value};
use std::collections::HashMap;
use std::fmt::{self, Display};
use std::io::Write;
use std::rc::Rc;

/// Counts of what was checked.
#[derive(Default)]
pub struct Tally {
    pub draws: usize,
    pub descriptors: usize,
    /// Draws whose counts are all zero.
    pub unwritten: usize,
    /// Magic divisors that are wrong only for ids beyond their draw.
    pub inexact: Inexact,
}

/// Magic divisors that are wrong only for ids beyond their draw.
#[derive(Default)]
pub struct Inexact {
    count: usize,
    /// The file, the line and the wrong id of the first one.
    first: Option<(Rc<str>, u64, u64)>,
}

impl Inexact {
    pub fn add(&mut self, file: &Rc<str>, line: u64, id: u64) {
        self.count += 1;
        self.first.get_or_insert_with(|| (Rc::clone(file), line, id));
    }

    fn text(&self) -> Option<String> {
        let (file, line, id) = self.first.as_ref()?;
        let count = self.count;
        Some(format!("{count}, the first at {file}:{line} for id {id}"))
    }
}

/// A job and its draw, for people and programs.
#[derive(Serialize)]
struct JobOfDraw<'a> {
    #[serde(flatten)]
    name: &'a JobName,
    vertices: Option<u32>,
    instances: Option<u32>,
}

impl JobOfDraw<'_> {
    /// The number, the descriptor and the shader, as far as they are known.
    fn descriptor(&self) -> Option<String> {
        let JobName { draw, draw_line, shader, .. } = self.name;
        let parts = [
            draw.map(|number| format!("number {number}")),
            draw_line.map(|line| format!("line {line}")),
            shader.map(|shader| format!("shader {shader:#x}")),
        ];
        let parts: Vec<_> = parts.into_iter().flatten().collect();
        (!parts.is_empty()).then(|| parts.join(", "))
    }
}

impl fmt::Display for JobOfDraw<'_> {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        let JobName { kind, line, address, .. } = self.name;
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
    /// In lines of JSON, what the line is.
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    kind: Option<&'static str>,
    file: &'a str,
    #[serde(flatten)]
    finding: &'a Finding,
    level: Level,
    next: &'static str,
    section: Option<String>,
    job: JobOfDraw<'a>,
}

/// Groups by shader and location; findings of more are grouped by rule and
/// cause, to limit memory.
const MOST_GROUPS: usize = 1 << 12;

pub struct Report<'a> {
    pub output: &'a mut dyn Write,
    look: Look,
    json: bool,
    /// One line of JSON for each finding.
    json_lines: bool,
    /// Guesses fail the run.
    strict: bool,
    /// Findings of rules that are ignored.
    unreported: usize,
    page: Option<Page>,
    /// Print every finding, not only the first of each group.
    pub all: bool,
    tally: Tally,
    ignored: Vec<Rule>,
    groups: Vec<Group>,
    /// The number of each group.
    numbers: HashMap<GroupKey, usize>,
    printed: usize,
}

impl<'a> Report<'a> {
    /// Begins the report.
    pub fn new(
        form: &Form,
        look: Look,
        title: &str,
        output: &'a mut dyn Write,
    ) -> Result<Self, Failure> {
        let page = match &form.html {
            Some(_) => Some(Page::begin(title, output)?),
            None => None,
        };
        if form.json {
            write!(output, "{{\n\"version\": {VERSION},\n\"findings\": [")?;
        }
        Ok(Self {
            output,
            look,
            json: form.json,
            json_lines: form.json_lines,
            strict: form.strict,
            unreported: 0,
            page,
            all: form.all,
            tally: Tally::default(),
            ignored: form.ignored(),
            groups: Vec::new(),
            numbers: HashMap::new(),
            printed: 0,
        })
    }

    /// Takes a job.
    pub fn take(
        &mut self,
        job: Checked,
        history: &mut History,
    ) -> Result<(), Failure> {
        self.count(&job);
        let (origin, found) = job.origin();
        for finding in &found.findings {
            self.tell(&origin, found.draw.as_ref(), finding)?;
        }
        for &(line, id) in &found.inexact {
            self.tally.inexact.add(&origin.file, line, id);
        }
        found.facts.iter().for_each(|fact| history.take(fact, &origin));
        history.frame(&origin, &found);
        Ok(())
    }

    /// Counts a job.
    pub fn count(&mut self, job: &Checked) {
        let found = &job.found;
        self.tally.draws += usize::from(found.descriptors.is_some());
        self.tally.descriptors += found.descriptors.unwrap_or(0);
        self.tally.unwritten += usize::from(found.is_unwritten);
    }

    /// Counts a finding, and prints it if it is the first of its group.
    pub fn tell(
        &mut self,
        Origin { file, name, counts }: &Origin,
        draw: Option<&Draw>,
        finding: &Finding,
    ) -> Result<(), Failure> {
        let Finding { rule, cause, line, .. } = *finding;
        if self.ignored.contains(&rule) {
            self.unreported += 1;
            return Ok(());
        }
        let (all, number) = (self.all, self.printed + 1);
        let group = self.group(GroupKey {
            rule,
            cause,
            shader: name.shader,
            location: finding.attribute.map(|place| place.location),
        });
        group.add(file, line, name.line);
        let is_first = group.findings == 1;
        if !is_first && !all {
            return Ok(());
        }
        if is_first {
            group.number = number;
        }
        let job = JobOfDraw {
            name,
            vertices: counts.map(|counts| counts.vertices),
            instances: counts.map(|counts| counts.instances),
        };
        let is_first = self.printed == 0;
        self.printed += 1;
        let Self { output, look, json, json_lines, page, .. } = self;
        if let Some(page) = page {
            let sheet = sheet(file, &job, finding);
            page.finding(finding, draw, *counts, sheet);
            return Ok(());
        }
        if !*json && !*json_lines {
            return sheet(file, &job, finding).print(output, *look);
        }
        let section = rule.section();
        let kind = json_lines.then_some("finding");
        let RuleText { level, next, .. } = *rule.text();
        let placed = Placed { kind, file, finding, level, next, section, job };
        let text = serde_json::to_string(&placed)
            .map_err(|error| Failure::Message(error.to_string()))?;
        let text = escaped_json(&text);
        if *json_lines {
            writeln!(output, "{text}")?;
            return Ok(output.flush()?);
        }
        let comma = if is_first { "\n" } else { ",\n" };
        Ok(write!(output, "{comma}{text}")?)
    }

    /// The group of such findings.
    fn group(&mut self, key: GroupKey) -> &mut Group {
        let is_full = self.groups.len() >= MOST_GROUPS;
        let key = match is_full && !self.numbers.contains_key(&key) {
            true => GroupKey { shader: None, location: None, ..key },
            false => key,
        };
        let groups = &mut self.groups;
        let number = *self.numbers.entry(key).or_insert_with(|| {
            groups.push(Group::new(key));
            groups.len() - 1
        });
        &mut groups[number]
    }

    pub fn total(&self) -> usize {
        self.groups.iter().map(|group| group.findings).sum()
    }

    /// Whether a finding is sure, or guesses fail the run.
    pub fn fails(&self) -> bool {
        let mut groups = self.groups.iter();
        groups.any(|group| self.strict || group.key.rule.is_sure())
    }

    /// The number of findings of each rule that has any.
    fn rules(&self) -> Map<String, Value> {
        let mut rules = Map::new();
        for Group { key, findings, .. } in &self.groups {
            let rule = key.rule;
            let count = rules.get(rule.name()).and_then(Value::as_u64);
            let count = count.unwrap_or(0) + *findings as u64;
            rules.insert(rule.name().into(), json!(count));
        }
        rules
    }

    /// Ends the report. `troubles` are the ends of files that were not checked
    /// to their end.
    pub fn summary(
        &mut self,
        reader: &Reader,
        troubles: &[Trouble],
    ) -> Result<(), Failure> {
        if self.json || self.json_lines {
            let mut summary = self.json_summary(reader, troubles);
            let (begin, end) = match self.json_lines {
                true => {
                    summary["type"] = "summary".into();
                    summary["version"] = VERSION.into();
                    ("", "")
                }
                false => ("\n],\n\"summary\": ", "\n}"),
            };
            let summary = summary.to_string();
            let summary = escaped_json(&summary);
            return Ok(writeln!(self.output, "{begin}{summary}{end}")?);
        }
        let sheet = self.summary_sheet(reader, troubles);
        match &self.page {
            Some(page) => page.end(&self.groups, &sheet, self.output),
            None => sheet.print(self.output, self.look),
        }
    }

    fn json_summary(&self, reader: &Reader, troubles: &[Trouble]) -> Value {
        json!({
            "draws": self.tally.draws,
            "descriptors": self.tally.descriptors,
            "findings": self.total(),
            "ignored": self.unreported,
            "rules": self.rules(),
            "groups": self.groups,
            "inexact_beyond_ids": self.tally.inexact.count,
            "unwritten": self.tally.unwritten,
            "files_without_jobs": reader.without_jobs.len(),
            "lines_without_draws": reader.truths.without_draw(),
            "draws_without_lines": reader.truths.without(),
            "lines_skipped": reader.truths.skipped,
            "unread_lines": reader.unread.0,
            "foreign_lines": reader.foreign_lines,
            "begin_twice": reader.again,
            "files_alone": reader.alone,
            "complete": troubles.is_empty(),
            "problems": troubles,
        })
    }

    /// The summary as lines; a page has a table of the groups before it.
    fn summary_sheet(&self, reader: &Reader, troubles: &[Trouble]) -> Sheet {
        let total = self.total();
        let Tally { draws, descriptors, unwritten, ref inexact } = self.tally;
        let Reader { truths, without_jobs, foreign_lines, again, .. } = reader;
        let mut sheet = Sheet::default();
        let counts = [
            counted(draws, "draw", "draws"),
            counted(descriptors, "descriptor", "descriptors"),
            counted(total, "finding", "findings"),
        ];
        sheet.heading(counts.join(", "));
        for group in self.groups.iter().filter(|_| self.page.is_none()) {
            sheet.line(&group.label(), group.text());
        }
        let some = |count: usize| (count > 0).then(|| count.to_string());
        let ignored = self.ignored.iter().map(|rule| rule.name());
        let ignored = ignored.collect::<Vec<_>>().join(", ");
        let ignored =
            some(self.unreported).map(|n| format!("{n} of {ignored}"));
        let first = |count: usize, at: &dyn Display| {
            format!("{count}, the first at {at}")
        };
        let files = |files: &[(Rc<str>, u64)]| {
            let (file, line) = files.first()?;
            Some(first(files.len(), &format_args!("{file}:{line}")))
        };
        let (unread, at) = &reader.unread;
        let unread = at.as_ref().map(|at| first(*unread, at));
        for (what, text) in [
            ("ignored", ignored),
            ("checked", self.nothing_checked(troubles).map(String::from)),
            (
                "magic divisors that are wrong only beyond the ids of their \
                 draws",
                inexact.text(),
            ),
            ("draws that no kernel has written yet", some(unwritten)),
            ("files without a draw", some(without_jobs.len())),
            ("lines or rows without a draw", some(truths.without_draw())),
            ("lines or rows before one that fits better", some(truths.skipped)),
            (
                "draws without a line or row of their own",
                some(truths.without()),
            ),
            (
                "files with foreign lines inside a descriptor",
                files(foreign_lines),
            ),
            ("files that begin twice", files(again)),
            ("lines // dral: that cannot be read", unread),
        ] {
            sheet.some(None, what, text);
        }
        for trouble in troubles {
            sheet.line("not read to its end", trouble);
        }
        if reader.alone > 1 {
            let what = format!(
                "{}: each was checked alone, because its name has no number \
                 of a context (dump.NAME.ctx-0.0001)",
                reader.alone
            );
            sheet.line("files", what);
        }
        if self.printed < total {
            sheet.line("shown", "the first of each group; --all shows each");
        }
        if self.page.is_some() && total == 0 && descriptors > 0 {
            let all = "jobs and their order, counts, sizes, descriptors, the \
                       elements that threads read, ends of buffers";
            sheet.line("checked", all);
            if truths.without() > 0 || !truths.is_stated() {
                let what = "base instances and API divisors that no line or \
                            row states: see docs/guide/debugging.md, \
                            \"What remains unknown\"";
                sheet.line("not checked", what);
            }
        }
        sheet
    }

    /// Why no descriptor was checked, if none was.
    fn nothing_checked(&self, troubles: &[Trouble]) -> Option<&'static str> {
        let Tally { draws, descriptors, unwritten, .. } = self.tally;
        if !troubles.is_empty() || descriptors > 0 {
            return None;
        }
        Some(match (draws, unwritten) {
            (0, 0) => "nothing: no vertex job or draw is in the trace",
            (0, _) => "nothing: no kernel has written the draws",
            _ => "counts only: the shaders of the draws read no attribute",
        })
    }
}

/// A finding as text.
fn sheet(file: &str, job: &JobOfDraw, finding: &Finding) -> Sheet {
    let Finding {
        line,
        rule,
        attribute,
        message,
        found,
        right,
        first_wrong,
        decoded,
        ..
    } = finding;
    let mut sheet = Sheet::default();
    let (tone, guess) = match rule.is_sure() {
        true => (Tone::Wrong, ""),
        false => (Tone::Guess, " (a guess)"),
    };
    let name = rule.name();
    let heading = format!("{file}:{line}: {name}{guess}: {message}");
    sheet.toned_heading(tone, heading);
    sheet.line("job", job);
    sheet.some(None, "draw", job.descriptor());
    sheet.some(
        None,
        "attribute",
        attribute.map(|place| match place.slot {
            Some(slot) => format!("location {}, slot {slot}", place.location),
            None => format!("location {}", place.location),
        }),
    );
    sheet.some(None, "decoded", decoded.as_ref());
    let found = Some(found).filter(|found| !found.text.is_empty());
    sheet.toned(tone, "found", found);
    sheet.toned(Tone::Right, "right", right.as_ref());
    sheet.some(None, "first wrong", first_wrong.as_ref());
    sheet.line("next", rule.text().next);
    let title = rule.title();
    let place = title
        .map(|title| format!("{title} (dral trace rules {})", rule.name()));
    sheet.some(title.map(output::Rule), "rule", place);
    sheet
}
