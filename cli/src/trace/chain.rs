// SPDX-License-Identifier: MIT

//! The jobs of a chain: each links to the next, and a tiler job has the counts
//! of its vertex job.

use super::finding::{Finding, Rule};
use super::job::{Dispatch, DrawFields, JobName, Link, Role, Words};
use crate::output;
use std::collections::HashMap;

/// Follows the links from job to job.
#[derive(Default)]
pub struct Links {
    /// The address of the next job, unless the chain has ended.
    next: Option<u64>,
    /// The number of the chain.
    chain: usize,
}

impl Links {
    /// The address of the job that must come next.
    pub fn next(&self) -> Option<u64> {
        self.next
    }

    /// Takes the link of the next job. Returns the number of its chain, and
    /// what is wrong if the job before does not link to this one.
    pub fn take(
        &mut self,
        name: &JobName,
        link: &Link,
    ) -> (usize, Option<Finding>) {
        let expected = self.next.take();
        if expected.is_none() {
            self.chain += 1;
        }
        self.next = Some(link.next).filter(|next| *next != 0);
        let is_wrong = expected.is_some_and(|next| next != link.address);
        let finding = is_wrong.then(|| {
            let what =
                "the job before links to another one: a job is missing, \
                        is there twice, or is out of order";
            Finding::new(name.line, Rule::Jobs, what)
                .found(format!("{:#x}", link.address))
                .right(format!("{:#x}", expected.unwrap_or(0)))
        });
        (self.chain, finding)
    }
}

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
    chain: usize,
    jobs: HashMap<u32, Shared>,
    /// The job before, if it is a vertex job.
    last: Option<Shared>,
}

impl Vertices {
    /// The vertex job on which a tiler job depends.
    pub fn of(&self, link: &Link) -> Option<&Shared> {
        let known = link.chain == self.chain && link.dependency != 0;
        self.jobs.get(&link.dependency).filter(|_| known)
    }

    /// Takes a job. Returns what is wrong with a tiler job that differs from
    /// its vertex job, or has none.
    pub fn take(
        &mut self,
        link: &Link,
        role: Role,
        this: Shared,
    ) -> Option<Finding> {
        if link.chain != self.chain {
            self.chain = link.chain;
            self.jobs.clear();
            self.last = None;
        }
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
            if link.dependency == 0 && last.is_none() {
                return None;
            }
            let what = "the tiler job depends on no vertex job of its chain";
            let found = format!("dependency {}", link.dependency);
            let finding = Finding::new(this.line, Rule::Jobs, what);
            return Some(finding.found(found));
        };
        let sized = [this.sized, vertex.sized] == [Sized::Right; 2];
        let (other, size) = (vertex.fields, fields.instance_size);
        let words = |dispatch: &Dispatch| match dispatch.words {
            Words::Packed(packed) => output::words(&packed),
            _ => "unknown".into(),
        };
        let (line, what, found, right) = if vertex.sized == Sized::NoDraw {
            return None;
        } else if vertex.dispatch.words != dispatch.words {
            let what = "the invocation is not that of the vertex job";
            let (found, right) = (words(&dispatch), words(&vertex.dispatch));
            (dispatch.line, what, found, right)
        } else if sized && other.instance_size != size {
            let what = "the instance size is not that of the vertex job";
            let right = other.instance_size.to_string();
            (fields.line, what, size.to_string(), right)
        } else if other.offset_start != fields.offset_start {
            let what = "the start is not that of the vertex job";
            let found = fields.offset_start.to_string();
            (fields.line, what, found, other.offset_start.to_string())
        } else {
            return None;
        };
        let finding = Finding::new(line, Rule::Jobs, what);
        let finding =
            finding.message(format!("{what} of line {}", vertex.line));
        Some(finding.found(found).right(right))
    }
}
