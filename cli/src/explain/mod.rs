// SPDX-License-Identifier: MIT

//! What the hardware does with a draw, as text, JSON or a page in
//! HTML.

mod answer;
mod page;
mod request;
mod text;

use crate::choice::{choice, Choice, Rules};
use crate::destination;
use crate::failure::{Failure, Outcome};
use crate::number;
use crate::output::{print, Answer, Sheet};
use crate::streams::Streams;
pub use answer::{Explained, FoundDraw};
use clap::Args;
use dral::instancing::{PrimitiveSizeRule, TableShape};
pub use request::Request;
use std::path::PathBuf;

/// How a driver writes its draws.
#[derive(Args)]
pub struct Driver {
    #[command(flatten)]
    pub rules: Rules,
    /// Vertices per primitive
    #[arg(long, default_value = "3", value_parser = number::unsigned)]
    pub vertices_per_primitive: u32,
    /// The instance primitive size of a draw with one instance
    #[arg(long, value_parser = choice(&PRIMITIVE_SIZE), default_value = "one")]
    pub primitive_size: PrimitiveSizeRule,
    /// The shape of the attribute buffer table (v4 to v7)
    #[arg(long, value_parser = choice(&TABLE), default_value = "packed")]
    pub table_shape: TableShape,
    /// The resource table of the buffers (v9 and later)
    #[arg(long, default_value = "0", value_parser = number::unsigned)]
    pub resource_table: u32,
}

const PRIMITIVE_SIZE: [Choice<PrimitiveSizeRule>; 2] = [
    ("one", PrimitiveSizeRule::One, "1, as Gallium writes"),
    (
        "padded",
        PrimitiveSizeRule::Padded,
        "The padded count of the primitives, as PanVK writes",
    ),
];

const TABLE: [Choice<TableShape>; 2] = [
    ("packed", TableShape::Packed, "Records without gaps, as in Gallium"),
    ("pairs", TableShape::Pairs, "Two slots per buffer, as in PanVK"),
];

/// A thread whose elements are asked for.
#[derive(Args)]
pub struct Asked {
    /// What the vertices of this instance read, from 0
    #[arg(long, value_parser = number::unsigned)]
    pub instance: Option<u32>,
    /// What this vertex reads, from 0
    #[arg(long, value_parser = number::unsigned)]
    pub vertex: Option<u32>,
    /// What the thread with this linear id reads (v4 to v7)
    #[arg(long, value_parser = number::unsigned)]
    #[arg(conflicts_with_all = ["instance", "vertex"])]
    pub thread: Option<u32>,
}

impl Asked {
    pub fn is_any(&self) -> bool {
        let asked = [self.instance, self.vertex, self.thread];
        asked.iter().any(Option::is_some)
    }
}

/// The form of an explanation.
#[derive(Args)]
pub struct Form {
    /// Write JSON
    #[arg(long)]
    json: bool,
    /// Write a page in HTML to this file, or to standard output if it is -
    #[arg(long, value_name = "FILE", conflicts_with = "json")]
    html: Option<PathBuf>,
}

impl Form {
    /// Writes the explanations, even if a draw or one of its attributes is
    /// refused. A page must not replace the input file.
    pub fn write(
        &self,
        explained: &[Explained],
        input: Option<&PathBuf>,
        streams: &mut Streams,
    ) -> Result<Outcome, Failure> {
        match (&self.html, explained) {
            (None, _) => print("draws", explained, self.json, sheet, streams),
            (Some(file), [one]) => {
                if let Some(input) = input {
                    destination::check(file, input)?;
                }
                destination::replace(file, streams.output, |output| {
                    page::write(one, output)
                })?;
                Ok(Outcome::refused_if(one.is_refused()))
            }
            (Some(_), _) => {
                let what = "a page is of one draw";
                Err(Failure::Message(what.into()))
            }
        }
    }
}

fn sheet(explained: &[Explained]) -> Sheet {
    let sheets = explained.iter().map(text::sheet);
    Sheet { parts: sheets.flat_map(|sheet| sheet.parts).collect() }
}
