// SPDX-License-Identifier: MIT

//! `dral layout`: the memory maps of descriptor sets.

mod bindings;
mod driver;
pub mod kind;
mod map;
mod picture;

use crate::destination;
use crate::document;
use crate::failure::{Failure, Outcome};
use crate::number;
use crate::output::{print_either, Sheet};
use crate::rows::open;
use crate::streams::Streams;
pub use bindings::{lay_out, Given};
use clap::Args;
pub use driver::Driver;
use map::Map;
use serde_json::{json, Value};
use std::collections::BTreeMap;
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

/// Lays out each set and prints its map, or refuses all of them.
pub fn run(
    arguments: &Arguments,
    streams: &mut Streams,
) -> Result<Outcome, Failure> {
    let Arguments { file, driver, variable_count, output, .. } = arguments;
    if let Some(output) = output {
        destination::check(output, file)?;
    }
    let source = open(file, streams.input)?;
    let (name, given) = document::read::<Given>(source)?;
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
    let mut maps = Vec::new();
    for (number, given) in sets {
        let set = if count > 1 { format!("set {number}: ") } else { "".into() };
        let own = given.iter().fold(0, |flags, given| flags | given.set_flags);
        let map = driver
            .table(arguments.set_flags | own)
            .map_err(|error| format!(": {set}{error}"))
            .and_then(|table| Map::new(&table, given, &set, *variable_count))
            .map_err(|reason| Failure::Refused(format!("{name}{reason}")))?;
        if let Some(output) = output {
            let title = driver.title();
            destination::replace(output, streams.output, |output| {
                picture::write(&map, &title, output)
            })?;
        }
        maps.push((number, map));
    }
    if output.as_deref().is_some_and(destination::is_standard_output) {
        return Ok(Outcome::Complete);
    }
    let json = || {
        let sets = maps.iter().map(|(number, map)| {
            let mut set = map.json();
            set["set"] = json!(number);
            set
        });
        Value::from_iter(sets)
    };
    let sheet = || {
        let mut sheet = Sheet::default();
        for (number, map) in &maps {
            sheet.heading(match count {
                0 | 1 => "Set".into(),
                _ => format!("Set {number}"),
            });
            map.print(&mut sheet);
        }
        sheet
    };
    print_either(arguments.json, json, sheet, streams)?;
    Ok(Outcome::Complete)
}
