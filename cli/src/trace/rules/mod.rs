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
pub mod varyings;

use super::model::Reading;
use super::text::job::{Counts, JobName};
use differences::JobValues;
use finding::Finding;
use history::Fact;
use std::rc::Rc;

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
    pub reading: Option<Reading>,
    /// Of a tiler job: the line of its vertex job, and the vertices per
    /// primitive, if the draw mode determines them.
    pub primitives: Option<(u64, u32)>,
    /// What its jobs contain in addition.
    pub other: JobValues,
    pub findings: Vec<Finding>,
    pub facts: Vec<Fact>,
    /// Magic divisors that are wrong only for ids beyond the draw's: their
    /// lines, and the first wrong ids.
    pub inexact: Vec<(u64, u64)>,
}
