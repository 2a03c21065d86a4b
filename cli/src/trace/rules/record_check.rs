// SPDX-License-Identifier: MIT

//! A job of v4 to v7 while it is checked.

use super::finding::{Finding, Rule};
use super::Found;
use crate::notation::Stated;
use crate::trace::model::access::Access;
use crate::trace::model::threads::Threads;
use crate::trace::text::job::{DrawFields, RecordJob};
use dral::instancing::Draw;

/// The previous vertex job, whose table and attributes a driver may have kept.
#[derive(Clone, Copy)]
pub struct Earlier {
    pub table: i64,
    pub attributes: i64,
    pub line: u64,
    pub start: i32,
    pub threads: Threads,
}

/// A job, checked as one of the draws that can have its counts.
pub struct RecordCheck<'a> {
    pub job: &'a RecordJob,
    pub fields: DrawFields,
    pub draw: Draw,
    pub threads: Threads,
    /// What later draws are compared with.
    pub this: Earlier,
    /// An earlier draw with the same table but other counts.
    pub stale: Option<Earlier>,
    /// An earlier draw with the same attributes but another start.
    pub moved: Option<Earlier>,
    pub truth: &'a Stated,
    /// How the threads read each attribute that has a record.
    pub accesses: Vec<Access>,
    pub found: Found,
}

impl RecordCheck<'_> {
    /// Adds a finding in the table, which may have been written for an earlier
    /// draw.
    pub fn find_in_table(&mut self, mut finding: Finding) {
        if let Some(Earlier { line, threads, .. }) = self.stale {
            let Threads { vertices, instances, .. } = threads;
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
