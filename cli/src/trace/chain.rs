// SPDX-License-Identifier: MIT

//! The jobs of a chain: each links to the next, and a tiler job has the counts
//! of its vertex job.

use super::finding::{Finding, Rule};
use super::job::{Dispatch, DrawFields, JobName, Link, Role};
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
    pub line: u64,
    pub dispatch: Dispatch,
    pub fields: DrawFields,
    /// The instance size is that of a draw with these counts.
    pub is_sized: bool,
}

/// The vertex jobs of the current chain by their index.
#[derive(Default)]
pub struct Vertices {
    chain: usize,
    jobs: HashMap<u32, Shared>,
}

impl Vertices {
    /// Takes a job. Returns what is wrong with a tiler job that differs from
    /// its vertex job.
    pub fn take(
        &mut self,
        link: &Link,
        role: Role,
        this: Shared,
    ) -> Option<Finding> {
        if link.chain != self.chain {
            self.chain = link.chain;
            self.jobs.clear();
        }
        if role != Role::Tiler {
            self.jobs.insert(link.index, this);
            return None;
        }
        // No job has the index 0.
        let known = (link.dependency != 0).then_some(&self.jobs)?;
        let vertex = known.get(&link.dependency)?;
        let Shared { dispatch, fields, .. } = this;
        let sized = this.is_sized && vertex.is_sized;
        let (other, size) = (vertex.fields, fields.instance_size);
        let (line, what) = if vertex.dispatch.words != dispatch.words {
            (dispatch.line, "the invocation is not that of the vertex job")
        } else if sized && other.instance_size != size {
            (fields.line, "the instance size is not that of the vertex job")
        } else if other.offset_start != fields.offset_start {
            (fields.line, "the start is not that of the vertex job")
        } else {
            return None;
        };
        let finding = Finding::new(line, Rule::Jobs, what);
        Some(finding.message(format!("{what} of line {}", vertex.line)))
    }
}
