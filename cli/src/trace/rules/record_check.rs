// SPDX-License-Identifier: MIT

//! A job of v4 to v7 while it is checked.

use super::finding::{Finding, Rule};
use super::Found;
use crate::notation::Stated;
use crate::trace::model::access::Access;
use crate::trace::model::threads::Threads;
use crate::trace::text::job::{DrawFields, RecordJob, Slot};
use dral::instancing::{AttributeRecord, Draw, IdRecord};
use std::rc::Rc;

/// The previous vertex job, whose table and attributes a driver may have kept.
#[derive(Clone)]
pub struct Earlier {
    pub table: i64,
    pub attributes: i64,
    pub line: u64,
    pub start: i32,
    pub threads: Threads,
    pub right: Rc<Right>,
}

/// What was right for a draw: a later one to which it does not fit may have
/// kept it.
#[derive(Default)]
pub struct Right {
    /// Records and ids by slot.
    pub slots: Vec<(usize, Kept)>,
    /// Offsets by location.
    pub offsets: Vec<(u32, i128)>,
}

/// The content of a slot.
#[derive(Clone, Copy, PartialEq)]
pub enum Kept {
    Record(AttributeRecord),
    Id(IdRecord),
}

impl Kept {
    /// Whether both select the same elements. The decoder also prints fields
    /// that a mode does not use.
    fn is_same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Record(a), Self::Record(b)) => {
                let mode = |record: &AttributeRecord| {
                    let mode = record.mode().ok();
                    (mode, record.r#type, record.pointer, record.stride)
                };
                mode(a) == mode(b)
            }
            (a, b) => a == b,
        }
    }
}

/// A job, checked as one of the draws that can have its counts.
pub struct RecordCheck<'a> {
    pub job: &'a RecordJob,
    pub fields: DrawFields,
    pub draw: Draw,
    pub threads: Threads,
    /// What later draws are compared with.
    pub right: Right,
    /// An earlier draw with the same table but other counts.
    pub stale: Option<&'a Earlier>,
    /// An earlier draw with the same attributes but another start.
    pub moved: Option<&'a Earlier>,
    pub truth: &'a Stated,
    /// How the threads read each attribute that has a record.
    pub accesses: Vec<Access>,
    pub found: Found,
}

impl RecordCheck<'_> {
    /// Adds a finding in a slot of the table. If its content was right for an
    /// earlier draw, it was written for that one.
    pub fn find_in_table(&mut self, slot: Option<u32>, mut finding: Finding) {
        let content = |number: u32| match self.job.slots.get(number as usize) {
            Some((_, Slot::Record(record))) => Some(Kept::Record(*record)),
            Some((_, Slot::Id(id))) => Some(Kept::Id(*id)),
            _ => None,
        };
        let own = slot.and_then(|number| Some((number, content(number)?)));
        let is_kept = |earlier: &&Earlier| {
            let is_own = |(number, kept): &(usize, Kept)| {
                own.is_some_and(|(own, content)| {
                    own as usize == *number && kept.is_same(&content)
                })
            };
            earlier.right.slots.iter().any(is_own)
        };
        if let Some(Earlier { line, threads, .. }) = self.stale.filter(is_kept)
        {
            let Threads { vertices, instances, .. } = *threads;
            finding.rule = Rule::StaleTable;
            finding.cause = "the table belongs to an earlier draw";
            finding.message += &format!(
                ": the table belongs to the job of line {line}, {vertices} \
                 vertices x {instances} instances"
            );
        }
        self.found.findings.push(finding);
    }
}
