// SPDX-License-Identifier: MIT

//! `dral layout`: the memory map of a descriptor set.

mod bindings;
mod driver;
pub mod kind;
mod map;
mod picture;

use crate::destination;
use crate::document::{self, csv_rows};
use crate::failure::{Failure, Outcome};
use crate::number;
use crate::rows::{open, Source};
use crate::streams::Streams;
pub use bindings::{lay_out, Given, Refusal, COLUMNS};
use clap::Args;
pub use driver::Driver;
use map::Map;
use std::path::PathBuf;

#[derive(Args)]
pub struct Arguments {
    /// The bindings as CSV or JSON, or - for standard input
    pub file: PathBuf,
    #[command(flatten)]
    pub driver: Driver,
    /// VkDescriptorSetLayoutCreateFlags
    #[arg(long, default_value = "0", value_parser = number::unsigned)]
    pub set_flags: u32,
    /// Descriptor count of the last binding, if it is variable
    #[arg(long, value_parser = number::unsigned)]
    pub variable_count: Option<u32>,
    /// Draw the map as SVG
    #[arg(long, short, value_name = "SVG")]
    pub output: Option<PathBuf>,
}

/// The file name, and the bindings in the file.
pub fn given(mut source: Source) -> Result<(String, Vec<Given>), Failure> {
    let bytes = document::read(&mut source)?;
    let given = if document::is_json(&bytes) {
        serde_json::from_slice(&bytes)
            .map_err(|error| document::json_failure(&source.name, &error))
    } else {
        csv_rows(&source.name, &bytes, |h| COLUMNS.check(h), bindings::given)
    };
    Ok((source.name, given?))
}

/// Lays the set out and prints its map, or refuses it.
pub fn run(
    arguments: &Arguments,
    streams: &mut Streams,
) -> Result<Outcome, Failure> {
    if let Some(output) = &arguments.output {
        destination::check(output, &arguments.file)?;
    }
    let (name, given) = given(open(&arguments.file, streams.input)?)?;
    let map = arguments
        .driver
        .table(arguments.set_flags)
        .map_err(Refusal::new)
        .and_then(|table| Map::new(&table, given, arguments.variable_count))
        .map_err(|reason| reason.of(&name))?;
    if let Some(output) = &arguments.output {
        destination::replace(output, |file| picture::write(&map, file))?;
    }
    map.sheet().print(streams.output)?;
    Ok(Outcome::Complete)
}
