// SPDX-License-Identifier: MIT

//! The lines of a trace, split into jobs and their descriptors.

pub mod block;
pub mod fields;
pub mod files;
pub mod instructions;
pub mod job;
pub mod lines;
pub mod listing;
pub mod recent;
pub mod splitter;

use crate::escape::shortened;
use crate::notation::Stated;
use job::{Job, JobName, Link};
use listing::Fault;

/// Why a line cannot be read.
pub struct Problem {
    pub line: u64,
    pub what: String,
    /// A field of a descriptor has not been read yet.
    pub is_missing: bool,
}

impl Problem {
    pub fn new(line: u64, what: impl Into<String>) -> Self {
        Self { line, what: what.into(), is_missing: false }
    }

    pub fn value(line: u64, name: &str, value: &[u8], expected: &str) -> Self {
        let value = String::from_utf8_lossy(value);
        let value = shortened(&value);
        Self::new(line, format!("{name}: {value:?} is not {expected}"))
    }
}

/// What happens in a trace.
pub enum Event {
    /// A job begins.
    Header(Header),
    /// A job that concerns vertices has ended.
    Job(Job),
    /// Mesa's decoder reports an error, in this job.
    Reported { job: JobName, line: u64, text: String },
    /// An instruction is wrong, whatever it draws.
    Listed(Fault),
    /// The driver states a draw.
    Stated(u64, Stated),
    /// Why a line of the driver cannot be read.
    Unread(u64, String),
}

/// The header of a job of any type.
pub struct Header {
    pub name: JobName,
    pub link: Link,
    pub status: u32,
    /// The fault pointer, as printed in the trace; empty if it lacks one.
    pub fault: String,
}
