// SPDX-License-Identifier: MIT

//! `dral draw rows`: the words of each draw of a file, a row per attribute.

use crate::explain::{Driver, Explained, Request};
use crate::failure::{Failure, Outcome};
use crate::notation::Stated;
use crate::output::{joined, Answer};
use crate::streams::Streams;
use crate::table;
use clap::Args;
use serde_json::Value;
use std::io;
use std::path::PathBuf;

#[derive(Args)]
pub struct Arguments {
    /// The draws as CSV, or - for standard input
    file: PathBuf,
    #[command(flatten)]
    driver: Driver,
}

/// The columns. The first is the number of the draw in the file, from 1.
const COLUMNS: [&str; 19] = [
    "draw",
    "location",
    "padded_count",
    "instance_size",
    "instance_size_byte",
    "instance_primitive_size",
    "instance_primitive_size_byte",
    "invocation",
    "threads",
    "wasted_threads",
    "vertex_id",
    "instance_id",
    "mode",
    "hardware_divisor",
    "magic",
    "attribute_offset",
    "slot",
    "words",
    "error",
];

/// A value of JSON as a cell.
fn cell(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Array(words) => joined(words.iter().map(cell)),
        other => other.to_string(),
    }
}

/// A row for each attribute of a draw, or one row without attributes. A column
/// is the value with its name in the JSON of the attribute or of its draw.
fn rows(
    number: u64,
    explained: &Explained,
) -> serde_json::Result<Vec<Vec<String>>> {
    let draw = serde_json::to_value(explained)?;
    let dispatch = &draw["dispatch"];
    let row = |attribute: &Value| {
        let column = |name: &str| match name {
            "draw" => number.to_string(),
            "instance_size_byte" | "instance_primitive_size_byte" => {
                let byte = dispatch[name].as_u64();
                byte.map_or(String::new(), |byte| format!("{byte:02x}"))
            }
            "magic" => cell(&attribute[name][name]),
            _ => {
                let all = [attribute, dispatch, &draw].into_iter();
                all.map(|all| &all[name])
                    .find(|v| !v.is_null())
                    .map_or(String::new(), cell)
            }
        };
        COLUMNS.map(column).to_vec()
    };
    Ok(match draw["attributes"].as_array() {
        Some(attributes) if !attributes.is_empty() => {
            attributes.iter().map(row).collect()
        }
        _ => vec![row(&Value::Null)],
    })
}

/// Writes the rows of all draws.
pub fn run(
    arguments: &Arguments,
    streams: &mut Streams,
) -> Result<Outcome, Failure> {
    let Arguments { file, driver } = arguments;
    let mut output = csv::Writer::from_writer(&mut *streams.output);
    output.write_record(COLUMNS)?;
    let (mut number, mut is_refused) = (0, false);
    let read = table::each(file, streams.input, |stated: Stated, _| {
        let explained = Explained::new(&Request::new(&stated, driver));
        is_refused |= explained.is_refused();
        number += 1;
        let rows = rows(number, &explained).map_err(io::Error::from)?;
        Ok(rows.iter().try_for_each(|row| output.write_record(row))?)
    });
    // Results are written before a failure is reported.
    output.flush()?;
    read?;
    Ok(Outcome::refused_if(is_refused))
}
