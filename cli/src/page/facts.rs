// SPDX-License-Identifier: MIT

//! Labels and values, as a list.

use super::Rule;
use crate::output::{Line, Part};
use askama::Template;

/// A list of facts.
#[derive(Template)]
#[template(path = "facts.html")]
pub struct Facts<'a> {
    facts: &'a [Line],
}

impl<'a> Facts<'a> {
    /// The lines of a part.
    pub fn new(part: &'a Part) -> Self {
        Self { facts: &part.lines }
    }

    /// The rules of all facts.
    pub fn rules(&self) -> impl Iterator<Item = Rule> + '_ {
        self.facts.iter().filter_map(|fact| fact.rule)
    }
}
