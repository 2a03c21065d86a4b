// SPDX-License-Identifier: MIT

//! `dral layout`: the memory of a descriptor set.

mod bindings;
mod driver;
mod kind;
mod map;

use crate::failure::{Failure, Outcome};
use crate::number;
use crate::output::print;
use crate::streams::Streams;
use crate::table;
pub use bindings::{Given, Laid};
use clap::Args;
pub use driver::Driver;
use map::Map;
use std::path::PathBuf;

#[derive(Args)]
pub struct Arguments {
    /// The bindings as CSV, or - for standard input
    file: PathBuf,
    #[command(flatten)]
    driver: Driver,
    /// The set's VkDescriptorSetLayoutCreateFlags
    #[arg(long, default_value = "0", value_parser = number::unsigned)]
    set_flags: u32,
    /// Descriptor count of the last binding, if it is variable
    #[arg(long, value_parser = number::unsigned)]
    variable_count: Option<u32>,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

/// Prints the map of the set.
pub fn run(
    arguments: &Arguments,
    streams: &mut Streams,
) -> Result<Outcome, Failure> {
    let Arguments { file, driver, set_flags, variable_count, json } = arguments;
    let mut given: Vec<Given> = Vec::new();
    table::each(file, streams.input, |one, place| {
        given.push(Given { place: place.into(), ..one });
        Ok(())
    })?;
    let map = Laid::new(*driver, *set_flags, given)
        .and_then(|laid| Map::new(laid, *variable_count))
        .map_err(Failure::Refused)?;
    print("sets", &[map], *json, |maps| maps[0].sheet(), streams)
}
