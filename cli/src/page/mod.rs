// SPDX-License-Identifier: MIT

//! Pages in HTML: one file each, without scripts and without anything from the
//! network, with the text that a terminal shows.

mod bits;
mod facts;
pub mod grid;
mod rules;

use crate::failure::Failure;
use askama::Template;
pub use bits::{Comparison, Words};
pub use facts::Facts;
pub use rules::{Rule, Rules, Section};
use std::io::{BufWriter, Write};

/// The beginning of a page that is written in pieces.
#[derive(Template)]
#[template(path = "head.html")]
pub struct Head<'a> {
    pub title: &'a str,
    /// The element to which the first link leads, and its text.
    pub skip: (&'a str, &'a str),
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
