// SPDX-License-Identifier: MIT

//! The lines of a trace, split into jobs and their descriptors.

pub mod block;
pub mod fields;
pub mod files;
pub mod job;
pub mod splitter;

use crate::table::shortened;

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

    /// An invalid value.
    pub fn value(line: u64, name: &str, value: &[u8], expected: &str) -> Self {
        let value = String::from_utf8_lossy(value);
        let value = shortened(&value);
        Self::new(line, format!("{name}: {value:?} is not {expected}"))
    }
}
