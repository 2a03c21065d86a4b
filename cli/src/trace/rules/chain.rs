// SPDX-License-Identifier: MIT

//! The jobs of a chain: each links to the next, and a tiler job has the counts
//! of its vertex job.

use super::finding::{Finding, Rule};
use super::varyings;
use crate::trace::text::job::{
    Dispatch, DrawFields, InvocationWords, JobName, Link, RecordJob, Role,
    Varyings,
};
use dral::instancing::Draw;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

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
        let mut find = |what, found: String, right: Option<String>| {
            let finding = Finding::new(name.line, Rule::Jobs, what);
            let finding = finding.found(found);
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
                find(what, format!("{:#x}", link.address), right);
            }
            Some(next) if next != link.address => {
                let what = "the job before links to another one: a job is \
                            missing, is there twice, or is out of order";
                let [found, right] =
                    [link.address, next].map(|at| format!("{at:#x}"));
                find(what, found, Some(right));
            }
            Some(_) => {}
        }
        let [own, other] = link.dependencies;
        // The vertex job of a tiler job is checked with it.
        let first = usize::from(name.kind == "Tiler");
        for index in link.dependencies.into_iter().skip(first) {
            if index != 0 && !self.indices.contains(&index) {
                let what = "the job depends on one that is not before it in \
                            the chain, so it never starts";
                find(what, format!("dependency {index}"), None);
            }
        }
        if uses_tiler(name) {
            let last = self.tiler.replace(link.index);
            if let Some(last) = last.filter(|l| !link.dependencies.contains(l))
            {
                let what = "the job does not depend on the last one before it \
                            that uses the tiler: both may run at once";
                let found = format!("dependencies {own} and {other}");
                let right = format!("dependency {last}");
                find(what, found, Some(right));
            }
        }
        if link.index != 0 && !self.indices.insert(link.index) {
            let what = "another job of the chain has the same index";
            find(what, link.index.to_string(), None);
        }
        self.lines.insert(link.address, name.line);
        self.next = Some(link.next).filter(|next| *next != 0);
        // Mesa's decoder stops there.
        if let Some(line) = self.lines.get(&link.next) {
            self.next = None;
            let what = "the job links back: its chain never ends";
            let found = format!("{:#x}, the job of line {line}", link.next);
            find(what, found, None);
        }
        findings
    }
}

/// Whether a job of this type uses the tiler.
pub fn uses_tiler(name: &JobName) -> bool {
    matches!(&*name.kind, "Tiler" | "Indexed Vertex" | "Malloc vertex")
}

/// A job whose vertices a tiler job draws.
#[derive(Clone)]
pub struct VertexJob {
    pub line: u64,
    pub words: InvocationWords,
    pub start: i32,
    /// Its draw, unless no draw has its invocation.
    pub draw: Option<Draw>,
    pub varyings: Rc<Varyings>,
    /// As the driver's line states it.
    pub min_index: Option<u32>,
}

impl VertexJob {
    pub fn new(
        job: &RecordJob,
        dispatch: Dispatch,
        fields: DrawFields,
        draw: Option<Draw>,
        min_index: Option<u32>,
    ) -> Self {
        let (words, start) = (dispatch.words, fields.offset_start);
        // Faults of the vertex job are not found again in the tiler job.
        let varyings = match varyings::written(&job.varyings).is_empty() {
            true => job.varyings.clone(),
            false => Varyings::default(),
        };
        let varyings = Rc::new(varyings);
        let line = job.name.line;
        Self { line, words, start, draw, varyings, min_index }
    }
}

/// The vertex jobs of the current chain by their index.
#[derive(Default)]
pub struct Vertices {
    jobs: HashMap<u32, VertexJob>,
    /// The job before, if it is a vertex job.
    last: Option<VertexJob>,
}

impl Vertices {
    /// The vertex job on which a tiler job depends.
    pub fn of(&self, link: &Link) -> Option<&VertexJob> {
        let [own, _] = link.dependencies;
        self.jobs.get(&own).filter(|_| own != 0)
    }

    pub fn add(&mut self, link: &Link, role: Role, job: VertexJob) {
        self.last = Some(job.clone()).filter(|_| role == Role::Vertex);
        self.jobs.insert(link.index, job);
    }

    /// What is wrong with a tiler job without a vertex job, or whose invocation
    /// differs.
    pub fn differs(
        &mut self,
        job: &RecordJob,
        dispatch: &Dispatch,
    ) -> Option<Finding> {
        let last = self.last.take();
        let Some(vertex) = self.of(&job.link) else {
            // A driver also draws rectangles without a vertex job.
            let last = last.filter(|last| last.words == dispatch.words);
            let [own, _] = job.link.dependencies;
            if own == 0 && last.is_none() {
                return None;
            }
            let what = "the tiler job depends on no vertex job of its chain";
            let finding = Finding::new(job.name.line, Rule::Jobs, what);
            return Some(finding.found(format!("dependency {own}")));
        };
        if vertex.draw.is_none() || vertex.words == dispatch.words {
            return None;
        }
        let what = "the invocation differs from the vertex job";
        let finding = Finding::new(dispatch.line, Rule::Jobs, what);
        let finding =
            finding.message(format!("{what} of line {}", vertex.line));
        Some(finding.found(dispatch.words.text()).right(vertex.words.text()))
    }
}
