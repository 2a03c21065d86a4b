// SPDX-License-Identifier: MIT

//! What is wrong with a job, compared with the model.

pub mod buffers;
pub mod chain;
pub mod checker;
pub mod differences;
pub mod finding;
pub mod headers;
pub mod history;
pub mod ids;
pub mod offsets;
pub mod pairs;
pub mod primitives;
pub mod record_attributes;
pub mod record_check;
pub mod record_job;
pub mod shown;
pub mod streams;
pub mod truth;
pub mod valhall;
pub mod values;
pub mod varyings;

use super::model::Draw;
use super::text::job::{Counts, JobName};
use chain::Vertices;
use finding::Finding;
use history::Fact;
use record_check::Earlier;
use std::rc::Rc;
use values::{known, number, Name, Value};

/// What is known of the jobs before one.
#[derive(Default)]
pub struct Context {
    /// The last draw of v4 to v7, whose descriptors a driver may have kept.
    pub before: Option<Earlier>,
    /// The line of the last draw of v9 and later, which wrote registers.
    pub drawn: Option<u64>,
    /// The vertex jobs of the current chain.
    pub chain: Vertices,
}

/// A draw or another job: its file, its name and its counts.
#[derive(Clone)]
pub struct Origin {
    pub file: Rc<str>,
    pub name: Rc<JobName>,
    pub counts: Option<Counts>,
}

/// What was found in a job.
#[derive(Default)]
pub struct Found {
    pub counts: Option<Counts>,
    /// The descriptors of a draw.
    pub descriptors: Option<usize>,
    /// A kernel will write the counts of this draw.
    pub is_unwritten: bool,
    pub draw: Option<Draw>,
    /// Of a tiler job: the line of its vertex job, the vertices per primitive,
    /// if the draw mode determines them, and the instance primitive size.
    pub primitives: Option<(u64, u32, u32)>,
    /// What its job contains in addition.
    pub values: Vec<(Name, Value)>,
    pub findings: Vec<Finding>,
    pub facts: Vec<Fact>,
    /// Magic divisors that are wrong only for ids beyond the draw's: their
    /// lines, and the first wrong ids.
    pub inexact: Vec<(u64, u64)>,
}

impl Found {
    /// The counts and the other values by name.
    pub fn named(&self) -> impl Iterator<Item = (Name, Value)> + '_ {
        let count = |count: fn(Counts) -> u32| {
            self.counts.and_then(|counts| number(count(counts)))
        };
        let counts = [
            (Name::Vertices, count(|counts| counts.vertices)),
            (Name::Instances, count(|counts| counts.instances)),
        ];
        known(counts).into_iter().chain(self.values.iter().copied())
    }
}
