// SPDX-License-Identifier: MIT

//! `dral-layout`: the memory of a descriptor set.

mod bindings;
mod driver;
mod kind;
mod map;

use crate::failure::{Failure, Outcome};
use crate::number;
use crate::output::print;
use crate::streams::Streams;
use crate::table::{self, Item};
pub use bindings::{Given, Laid};
use clap::Parser;
pub use driver::Driver;
use map::Map;
use std::path::PathBuf;

/// What follows the options in the help.
fn more_help() -> String {
    let columns = Given::COLUMNS.help();
    format!(
        "{columns}\n\n\
         Examples:\n  \
           Lay out a set:\n    \
             dral-layout --model anv-direct examples/bindings.csv\n\n\
         Exit status:\n  \
           0  success\n  \
           1  a set is refused\n  \
           2  a file or an argument cannot be read"
    )
}

/// Lay out the descriptor sets of a CSV file, as Mesa's drivers do.
#[derive(Parser)]
#[command(
    name = "dral-layout",
    version,
    after_help = Given::COLUMNS.help(),
    after_long_help = more_help(),
    // A value such as -1 is named in the message, not taken for an option.
    allow_negative_numbers = true
)]
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
    arguments: Arguments,
    streams: &mut Streams,
) -> Result<Outcome, Failure> {
    let Arguments { file, driver, set_flags, variable_count, json } = arguments;
    let mut given: Vec<Given> = Vec::new();
    table::each(&file, streams.input, |one, place| {
        given.push(Given { place: place.into(), ..one });
        Ok(())
    })?;
    let map = Laid::new(driver, set_flags, given)
        .and_then(|laid| Map::new(laid, variable_count))
        .map_err(Failure::Refused)?;
    print("sets", &[map], json, |maps| maps[0].sheet(), streams)
}
