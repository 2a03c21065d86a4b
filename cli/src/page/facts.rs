// SPDX-License-Identifier: MIT

//! Labels and values, as a list.

use super::Rule;
use crate::output::Part;
use askama::Template;

/// A label with its value.
pub struct Fact<'a> {
    pub label: &'a str,
    pub value: &'a str,
    /// The rule behind the value.
    pub rule: Option<Rule>,
}

/// A list of facts.
#[derive(Template)]
#[template(path = "facts.html")]
pub struct Facts<'a> {
    pub facts: Vec<Fact<'a>>,
}

impl<'a> Facts<'a> {
    /// The lines of a part.
    pub fn new(part: &'a Part) -> Self {
        let facts = part.lines.iter().map(|line| Fact {
            label: &line.label,
            value: &line.value,
            rule: line.rule,
        });
        Self { facts: facts.collect() }
    }

    /// The rules of all facts.
    pub fn rules(&self) -> impl Iterator<Item = Rule> + '_ {
        self.facts.iter().filter_map(|fact| fact.rule)
    }
}
