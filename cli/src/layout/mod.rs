// SPDX-License-Identifier: MIT

//! `dral layout`: the memory maps of descriptor sets.

mod bindings;
mod driver;
pub mod kind;
mod map;
mod picture;

use crate::destination;
use crate::failure::{Failure, Outcome};
use crate::number;
use crate::output::{print_or_refuse, Sheet};
use crate::streams::Streams;
use crate::table;
pub use bindings::{Given, Laid};
use clap::Args;
pub use driver::Driver;
use map::Map;
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::Read;
use std::path::PathBuf;

#[derive(Args)]
pub struct Arguments {
    /// The bindings as CSV or JSON, or - for standard input
    pub file: PathBuf,
    #[command(flatten)]
    pub driver: Driver,
    /// VkDescriptorSetLayoutCreateFlags of every set, in addition to those of
    /// the column set_flags
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

/// The maps of all sets.
#[derive(Serialize)]
struct Maps {
    sets: Vec<Map>,
}

impl Maps {
    /// Lays out each set, or refuses all of them.
    fn new(
        arguments: &Arguments,
        input: &mut dyn Read,
    ) -> Result<Self, Failure> {
        let Arguments { file, driver, variable_count, output, .. } = arguments;
        let (name, given) = table::read::<Given>(file, input)?;
        let mut sets: BTreeMap<_, Vec<Given>> = BTreeMap::new();
        for given in given {
            sets.entry(given.set).or_default().push(given);
        }
        let count = sets.len();
        if count > 1 && (output.is_some() || variable_count.is_some()) {
            let what = "--output and --variable-count are for one";
            let what = format!("{name}: {count} sets, but {what}");
            return Err(Failure::Refused(what));
        }
        if sets.is_empty() {
            sets.insert(0, Vec::new());
        }
        let map = |(number, given): (u32, Vec<Given>)| {
            let set = match count {
                0 | 1 => String::new(),
                _ => format!("set {number}: "),
            };
            Laid::new(*driver, arguments.set_flags, given, &set)
                .and_then(|laid| Map::new(&laid, number, &set, *variable_count))
                .map_err(|reason| Failure::Refused(format!("{name}{reason}")))
        };
        let sets = sets.into_iter().map(map).collect::<Result<_, _>>()?;
        Ok(Self { sets })
    }

    fn sheet(&self) -> Sheet {
        let mut sheet = Sheet::default();
        for map in &self.sets {
            sheet.heading(match self.sets.len() {
                1 => "Set".into(),
                _ => format!("Set {}", map.set),
            });
            map.print(&mut sheet);
        }
        sheet
    }
}

/// Prints the maps of all sets, and draws that of the only one.
pub fn run(
    arguments: &Arguments,
    streams: &mut Streams,
) -> Result<Outcome, Failure> {
    let Arguments { file, driver, output, json, .. } = arguments;
    if let Some(output) = output {
        destination::check(output, file)?;
    }
    let maps = Maps::new(arguments, streams.input);
    if let (Some(output), Ok(Maps { sets })) = (output, &maps) {
        for map in sets {
            destination::replace(output, streams.output, |output| {
                picture::write(map, &driver.title(), output)
            })?;
        }
        if destination::is_standard_output(output) {
            return Ok(Outcome::Complete);
        }
    }
    print_or_refuse(*json, maps, Maps::sheet, streams)
}
