// SPDX-License-Identifier: MIT

//! What each thread of a draw reads.

pub mod access;
pub mod threads;

use crate::notation::Stated;
use access::Access;

/// A draw of any generation, or of the compute job before it.
#[derive(Default)]
pub struct Draw {
    /// Its counts and what follows from them.
    pub resolved: dral::instancing::Draw,
    /// Its first vertex, unless that depends on unknown indices.
    pub start: Option<i32>,
    /// How its threads read each attribute.
    pub accesses: Vec<Access>,
    /// What is stated of it in addition to the trace.
    pub truth: Stated,
    /// What the draw descriptors contain (v4 to v7).
    pub words: DrawWords,
}

/// Words of a draw on v4 to v7, right or wrong.
#[derive(Clone, Copy, Default)]
pub struct DrawWords {
    pub instance_size: Option<u32>,
    pub primitive_size: Option<u32>,
    pub invocation: Option<[u32; 2]>,
}

impl Draw {
    /// One per location: on v9 and later, two shaders of a draw can have the
    /// same attribute.
    pub fn attributes(&self) -> impl Iterator<Item = &Access> {
        let same =
            |a: &Access, b: &Access| a.place.location == b.place.location;
        let accesses = self.accesses.iter().enumerate();
        let first = accesses.filter(move |(number, access)| {
            let earlier = &self.accesses[..*number];
            !earlier.iter().any(|other| same(other, access))
        });
        first.map(|(_, access)| access)
    }
}
