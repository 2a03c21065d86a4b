// SPDX-License-Identifier: MIT

//! Findings of one rule with one cause in one location of one shader. Only the
//! first is printed in full.

use crate::escape::escaped;
use crate::trace::rules::finding::Rule;
use crate::trace::text::job::hexadecimal;
use serde::Serialize;
use std::rc::Rc;

/// What the findings of a group have in common.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub struct GroupKey {
    pub rule: Rule,
    pub cause: &'static str,
    #[serde(serialize_with = "hexadecimal")]
    pub shader: Option<u64>,
    pub location: Option<u32>,
}

/// Lines of a group that the summary names.
const MOST_LINES: usize = 4;

/// The findings of a group.
#[derive(Serialize)]
pub struct Group {
    #[serde(flatten)]
    pub key: GroupKey,
    pub findings: usize,
    jobs: usize,
    /// The first findings.
    places: Vec<(Rc<str>, u64)>,
    /// The file, and the line of the job, of the last one.
    #[serde(skip)]
    last: Option<(Rc<str>, u64)>,
    /// The number of the first one among those that are printed.
    #[serde(skip)]
    pub number: usize,
}

impl Group {
    pub fn new(key: GroupKey) -> Self {
        Self {
            key,
            findings: 0,
            jobs: 0,
            places: Vec::new(),
            last: None,
            number: 0,
        }
    }

    pub fn add(&mut self, file: &Rc<str>, line: u64, job_line: u64) {
        let job = Some((Rc::clone(file), job_line));
        self.jobs += usize::from(self.last != job);
        self.last = job;
        self.findings += 1;
        if self.places.len() < MOST_LINES {
            self.places.push((Rc::clone(file), line));
        }
    }

    pub fn rule(&self) -> &'static str {
        self.key.rule.name()
    }

    pub fn location(&self) -> String {
        self.key.location.map_or("".into(), |number| number.to_string())
    }

    pub fn shader(&self) -> String {
        self.key.shader.map_or("".into(), |at| format!("{at:#x}"))
    }

    /// The rule, and where.
    pub fn label(&self) -> String {
        let mut label = self.rule().to_string();
        for (name, value) in
            [("location", self.location()), ("shader", self.shader())]
        {
            if !value.is_empty() {
                label += &format!(", {name} {value}");
            }
        }
        label
    }

    /// Where the first ones are: each line, after the file if that is another
    /// than before.
    pub fn places(&self) -> Vec<(String, u64)> {
        let mut last = None;
        let places = self.places.iter().map(|(file, line)| {
            let name = match last.replace(file) == Some(file) {
                true => String::new(),
                false => escaped(&format!("{file}:")).into_owned(),
            };
            (name, *line)
        });
        places.collect()
    }

    /// Whether there are more.
    pub fn has_more(&self) -> bool {
        self.places.len() < self.findings
    }

    /// Where the first ones are.
    fn lines(&self) -> String {
        let places = self.places().into_iter();
        let places = places.map(|(file, line)| format!("{file}{line}"));
        let mut text = places.collect::<Vec<_>>().join(", ");
        if self.has_more() {
            text += ", ...";
        }
        text
    }

    /// How many there are, and where.
    pub fn text(&self) -> String {
        let Self { findings, jobs, .. } = self;
        let lines = self.lines();
        match (findings, jobs) {
            (1, _) => format!("1, at {lines}"),
            (_, 1) => format!("{findings} in one job, at {lines}"),
            _ => format!("{findings} in {jobs} jobs, at {lines}"),
        }
    }
}
