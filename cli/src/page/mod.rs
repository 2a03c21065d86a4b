// SPDX-License-Identifier: MIT

//! Pages in HTML: one file each, without scripts and without anything from the
//! network, with the text that a terminal shows.

mod bits;
pub mod grid;
mod rules;

use crate::failure::Failure;
use crate::output::{Line, Part, Rule};
use askama::Template;
pub use bits::{Comparison, Words};
pub use rules::{section_text, Rules, Section};
use std::io::{BufWriter, Write};

/// The beginning of a page that is written in pieces.
#[derive(Template)]
#[template(path = "head.html")]
pub struct Head<'a> {
    pub title: &'a str,
    /// The element to which the first link leads, and its text.
    pub skip: (&'a str, &'a str),
}

/// Labels and values, as a list.
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

/// Writes a page, or a piece of one.
pub fn write(
    piece: &impl Template,
    output: &mut dyn Write,
) -> Result<(), Failure> {
    let mut buffered = BufWriter::new(output);
    Template::write_into(piece, &mut buffered)?;
    writeln!(buffered)?;
    Ok(buffered.flush()?)
}
