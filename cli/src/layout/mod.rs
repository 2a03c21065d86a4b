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
use crate::failure::{Failure, Outcome};
use crate::rows::{open, without_mark, Source};
use crate::streams::Streams;
pub use bindings::Given;
use dral::descriptor_layout::Model;
use map::Map;
use std::fs;
use std::io::Read;

/// The most bytes of an input. No application's set comes near it.
const MOST: u64 = 16 << 20;

fn read(source: &mut Source) -> Result<Vec<u8>, Failure> {
    let fail = |error| Failure::Message(format!("{}: {error}", source.name));
    let mut bytes = Vec::new();
    without_mark(&mut source.reader)
        .and_then(|reader| reader.take(MOST + 1).read_to_end(&mut bytes))
        .map_err(fail)?;
    if bytes.len() as u64 > MOST {
        let what = format!("longer than {MOST} bytes");
        return Err(Failure::Message(format!("{}: {what}", source.name)));
    }
    Ok(bytes)
}

/// Whether a file is JSON: CSV begins with a column name.
fn is_json(bytes: &[u8]) -> bool {
    let first = bytes.iter().find(|byte| !byte.is_ascii_whitespace());
    matches!(first, Some(b'[' | b'{'))
}

/// The name of a file, and its bindings.
pub fn given(mut source: Source) -> Result<(String, Vec<Given>), Failure> {
    let bytes = read(&mut source)?;
    let given = if is_json(&bytes) {
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
    let (name, given) = given(open(&arguments.file, streams.input)?)?;
    let table = Model::from(arguments.model)
        .table(arguments.hardware, arguments.set_flags);
    let map =
        Map::new(&table, arguments.set_flags, given, arguments.variable_count);
    let map = match map {
        Ok(map) => map,
        Err(reason) => {
            streams.tell(format_args!("dral: {name}: {reason}\n"));
            return Ok(Outcome::Refused);
        }
    };
    if let Some(output) = &arguments.output {
        fs::write(output, picture::svg(&map)).map_err(|error| {
            Failure::Message(format!("{}: {error}", output.display()))
        })?;
    }
    text::print(&map, streams.output)?;
    Ok(Outcome::Complete)
}
