// SPDX-License-Identifier: MIT

//! The jobs of a chain: each links to the next, and a tiler job has the counts
//! of its vertex job.

use super::finding::{Finding, Rule};
use crate::output;
use crate::trace::text::job::{
    Dispatch, DrawFields, InvocationWords, JobName, Link, Role,
};
use std::collections::{HashMap, HashSet};

/// The rules of a chain of jobs.
/// Source: src/panfrost/lib/pan_jc.h in Mesa.
#[derive(Default)]
pub struct Links {
    /// The address of the next job, unless the chain has ended.
    next: Option<u64>,
    /// The lines of its jobs by address, and their indices.
    lines: HashMap<u64, u64>,
    indices: HashSet<u32>,
    /// The index of the last job that uses the tiler.
    tiler: Option<u32>,
}

impl Links {
    /// The address of the job that must come next.
    pub fn next(&self) -> Option<u64> {
        self.next
    }

    /// Takes the header of the next job. Returns what is wrong with it.
    pub fn take(&mut self, name: &JobName, link: &Link) -> Vec<Finding> {
        let mut findings = Vec::new();
        let mut find = |what, fields, found: String, right: Option<String>| {
            let finding = Finding::new(name.line, Rule::Jobs, what);
            let finding = finding.fields(fields).found(found);
            findings.push(match right {
                Some(right) => finding.right(right),
                None => finding,
            });
        };
        match self.next.take() {
            None => *self = Self::default(),
            // The first job of a chain has this index.
            Some(next) if next != link.address && link.index == 1 => {
                *self = Self::default();
                let what = "a chain begins before the last one has ended: are \
                            two dumps in one file, or was a part cut out?";
                let right = Some(format!("{next:#x}"));
                find(what, &[], format!("{:#x}", link.address), right);
            }
            Some(next) if next != link.address => {
                let what = "the job before links to another one: a job is \
                            missing, is there twice, or is out of order";
                let [found, right] =
                    [link.address, next].map(|at| format!("{at:#x}"));
                find(what, &[], found, Some(right));
            }
            Some(_) => {}
        }
        const FIELDS: [&[&str]; 2] = [&["Dependency 1"], &["Dependency 2"]];
        let [own, other] = link.dependencies;
        // The vertex job of a tiler job is checked with it.
        let first = usize::from(name.kind == "Tiler");
        let dependencies = link.dependencies.into_iter().zip(FIELDS);
        for (index, field) in dependencies.skip(first) {
            if index != 0 && !self.indices.contains(&index) {
                let what = "the job depends on one that is not before it in \
                            the chain, so it never starts";
                find(what, field, format!("dependency {index}"), None);
            }
        }
        if USES_TILER.contains(&&*name.kind) {
            let last = self.tiler.replace(link.index);
            if let Some(last) = last.filter(|l| !link.dependencies.contains(l))
            {
                let what = "the job does not depend on the last one before it \
                            that uses the tiler: both may run at once";
                let found = format!("dependencies {own} and {other}");
                let right = format!("dependency {last}");
                find(what, FIELDS[1], found, Some(right));
            }
        }
        if link.index != 0 && !self.indices.insert(link.index) {
            let what = "another job of the chain has the same index";
            find(what, &["Index"], link.index.to_string(), None);
        }
        self.lines.insert(link.address, name.line);
        self.next = Some(link.next).filter(|next| *next != 0);
        // Mesa's decoder stops there.
        if let Some(line) = self.lines.get(&link.next) {
            self.next = None;
            let what = "the job links back: its chain never ends";
            let found = format!("{:#x}, the job of line {line}", link.next);
            find(what, &["Next"], found, None);
        }
        findings
    }
}

/// The types of jobs that use the tiler.
pub const USES_TILER: [&str; 3] = ["Tiler", "Indexed Vertex", "Malloc vertex"];

/// The decoder's names of what both jobs of a draw have.
pub const INVOCATION: &[&str] = &["Invocations"];
pub const SIZE: &[&str] = &["Instance Size"];
pub const START: &[&str] = &["Offset start"];

/// What both jobs of a draw have.
#[derive(Clone, Copy)]
pub struct Shared {
    /// The line of the job header.
    pub line: u64,
    pub dispatch: Dispatch,
    pub fields: DrawFields,
    pub sized: Sized,
}

/// Whether a job has the instance size of a draw with its counts.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Sized {
    Right,
    Wrong,
    /// No draw has its invocation.
    NoDraw,
}

/// The vertex jobs of the current chain by their index.
#[derive(Default)]
pub struct Vertices {
    jobs: HashMap<u32, Shared>,
    /// The job before, if it is a vertex job.
    last: Option<Shared>,
}

impl Vertices {
    /// The vertex job on which a tiler job depends.
    pub fn of(&self, link: &Link) -> Option<&Shared> {
        let [own, _] = link.dependencies;
        self.jobs.get(&own).filter(|_| own != 0)
    }

    /// Takes a job. Returns what is wrong with a tiler job that differs from
    /// its vertex job, or has none.
    pub fn take(
        &mut self,
        link: &Link,
        role: Role,
        this: Shared,
    ) -> Option<Finding> {
        let last = self.last.take();
        if role != Role::Tiler {
            self.jobs.insert(link.index, this);
            self.last = Some(this).filter(|_| role == Role::Vertex);
            return None;
        }
        let Shared { dispatch, fields, .. } = this;
        let Some(vertex) = self.of(link) else {
            // A driver also draws rectangles without a vertex job.
            let last =
                last.filter(|last| last.dispatch.words == dispatch.words);
            let [own, _] = link.dependencies;
            if own == 0 && last.is_none() {
                return None;
            }
            let what = "the tiler job depends on no vertex job of its chain";
            let found = format!("dependency {own}");
            let finding = Finding::new(this.line, Rule::Jobs, what);
            return Some(finding.fields(&["Dependency 1"]).found(found));
        };
        let sized = [this.sized, vertex.sized] == [Sized::Right; 2];
        let (other, size) = (vertex.fields, fields.instance_size);
        let words = |dispatch: &Dispatch| match dispatch.words {
            InvocationWords::Packed(packed) => output::words(&packed),
            _ => "unknown".into(),
        };
        let (line, field, what, found, right) = if vertex.sized == Sized::NoDraw
        {
            return None;
        } else if vertex.dispatch.words != dispatch.words {
            let what = "the invocation differs from the vertex job";
            let (found, right) = (words(&dispatch), words(&vertex.dispatch));
            (dispatch.line, INVOCATION, what, found, right)
        } else if sized && other.instance_size != size {
            let what = "the instance size differs from the vertex job";
            let right = other.instance_size.to_string();
            (fields.line, SIZE, what, size.to_string(), right)
        } else if other.offset_start != fields.offset_start {
            let what = "the start differs from the vertex job";
            let found = fields.offset_start.to_string();
            let right = other.offset_start.to_string();
            (fields.line, START, what, found, right)
        } else {
            return None;
        };
        let finding = Finding::new(line, Rule::Jobs, what).fields(field);
        let finding =
            finding.message(format!("{what} of line {}", vertex.line));
        Some(finding.found(found).right(right))
    }
}
