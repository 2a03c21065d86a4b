// SPDX-License-Identifier: MIT

//! `dral layout`: the memory map of a descriptor set.

mod bindings;
mod csv;
mod json;
pub mod kind;
mod map;
mod picture;
mod text;

use crate::arguments::Layout;
use crate::destination;
use crate::document;
use crate::failure::{Failure, Outcome};
use crate::rows::{open, Source};
use crate::streams::Streams;
pub use bindings::{sort, Given, Refusal};
use dral::descriptor_layout::{Mesa, Model};
use map::Map;

/// The name of a file, and its bindings.
pub fn given(mut source: Source) -> Result<(String, Vec<Given>), Failure> {
    let bytes = document::read(&mut source)?;
    let given = if document::is_json(&bytes) {
        json::read(&source.name, &bytes)
    } else {
        csv::read(&source.name, &bytes)
    };
    Ok((source.name, given?))
}

/// Lays the set out and prints its map, or refuses it.
pub fn run(
    arguments: &Layout,
    streams: &mut Streams,
) -> Result<Outcome, Failure> {
    if let Some(output) = &arguments.output {
        destination::check(output, &arguments.file)?;
    }
    let (name, given) = given(open(&arguments.file, streams.input)?)?;
    let map = Model::from(arguments.model)
        .table(
            Mesa::from(arguments.mesa),
            arguments.hardware,
            arguments.set_flags,
        )
        .map_err(Refusal::new)
        .and_then(|table| Map::new(&table, given, arguments.variable_count));
    let map = match map {
        Ok(map) => map,
        Err(reason) => {
            streams.tell(format_args!("dral: {}\n", reason.at(&name)));
            return Ok(Outcome::Refused);
        }
    };
    if let Some(output) = &arguments.output {
        destination::replace(output, |file| picture::write(&map, file))?;
    }
    text::print(&map, streams.output)?;
    Ok(Outcome::Complete)
}
