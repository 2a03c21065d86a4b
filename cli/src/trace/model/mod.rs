// SPDX-License-Identifier: MIT

//! What each thread of a draw reads.

pub mod access;
pub mod threads;

use crate::notation::Stated;
use access::Access;
use dral::instancing::Draw;

/// A draw, how its threads read each attribute, and what is stated of it in
/// addition to the trace.
#[derive(Default)]
pub struct Reading {
    pub draw: Draw,
    /// Its first vertex, unless that depends on unknown indices.
    pub start: Option<i32>,
    pub accesses: Vec<Access>,
    pub truth: Stated,
    /// What the draw descriptors contain (v4 to v7).
    pub contained: Contained,
}

/// Words of a draw on v4 to v7, right or wrong.
#[derive(Clone, Copy, Default)]
pub struct Contained {
    pub instance_size: Option<u32>,
    pub primitive_size: Option<u32>,
    pub invocation: Option<[u32; 2]>,
}

impl Reading {
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
