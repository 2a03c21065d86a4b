// SPDX-License-Identifier: MIT

//! `dral layout`: the memory map of a descriptor set.

mod bindings;
mod driver;
pub mod kind;
mod map;
mod picture;

use crate::destination;
use crate::document;
use crate::failure::{Failure, Outcome};
use crate::number;
use crate::output::print_either;
use crate::rows::open;
use crate::streams::Streams;
pub use bindings::{lay_out, Given};
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
    /// Draw the map as SVG; with -, on standard output in place of the text
    #[arg(long, short, value_name = "SVG")]
    pub output: Option<PathBuf>,
    /// Write JSON
    #[arg(long)]
    pub json: bool,
}

/// Lays the set out and prints its map, or refuses it.
pub fn run(
    arguments: &Arguments,
    streams: &mut Streams,
) -> Result<Outcome, Failure> {
    if let Some(output) = &arguments.output {
        destination::check(output, &arguments.file)?;
    }
    let source = open(&arguments.file, streams.input)?;
    let (name, given) = document::read(source)?;
    let map = arguments
        .driver
        .table(arguments.set_flags)
        .map_err(|error| format!(": {error}"))
        .and_then(|table| Map::new(&table, given, arguments.variable_count))
        .map_err(|reason| Failure::Refused(format!("{name}{reason}")))?;
    let title = arguments.driver.title();
    let picture = arguments.output.as_deref();
    if let Some(file) = picture {
        destination::replace(file, streams.output, |output| {
            picture::write(&map, &title, output)
        })?;
    }
    if !picture.is_some_and(destination::is_standard_output) {
        print_either(arguments.json, || map.json(), || map.sheet(), streams)?;
    }
    Ok(Outcome::Complete)
}
