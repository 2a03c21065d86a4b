// SPDX-License-Identifier: MIT

//! `dral draw rows`: the words of each draw of a file, a row per attribute.

use crate::explain::{Attribute, Driver, Explained, Request};
use crate::failure::{Failure, Outcome};
use crate::notation::Stated;
use crate::output::joined;
use crate::streams::Streams;
use crate::table;
use clap::Args;
use std::io::{BufWriter, Write};
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

fn text<T: ToString>(value: &Option<T>) -> String {
    value.as_ref().map_or(String::new(), T::to_string)
}

/// What the row of each attribute repeats.
fn of_draw(number: u64, explained: &Explained) -> Vec<String> {
    let dispatch = explained.dispatch.as_ref();
    let dispatch = match dispatch {
        None => vec![String::new(); 6],
        Some(dispatch) => vec![
            dispatch.padded_count.to_string(),
            dispatch.instance_size.to_string(),
            format!("{:02x}", dispatch.instance_size_byte),
            dispatch.instance_primitive_size.to_string(),
            format!("{:02x}", dispatch.instance_primitive_size_byte),
            joined(dispatch.invocation),
        ],
    };
    let ids = [explained.vertex_id, explained.instance_id];
    let ids = ids.map(|words| text(&words.map(joined)));
    let threads = [explained.threads, explained.wasted_threads];
    let threads = threads.iter().map(text);
    let number = [number.to_string(), String::new()];
    number.into_iter().chain(dispatch).chain(threads).chain(ids).collect()
}

/// The mode and the columns after it.
fn of_attribute(attribute: &Attribute) -> [String; 7] {
    let magic = attribute.magic.as_ref().map(|magic| magic.magic);
    [
        attribute.mode.unwrap_or_default().into(),
        text(&attribute.hardware_divisor),
        text(&magic),
        text(&attribute.attribute_offset),
        text(&attribute.slot),
        joined(&attribute.words),
        attribute.error.clone().unwrap_or_default(),
    ]
}

/// A row for each attribute of a draw, or one row without attributes.
fn rows(number: u64, explained: &Explained) -> Vec<Vec<String>> {
    let of_draw = of_draw(number, explained);
    if explained.attributes.is_empty() {
        let mut row = of_draw;
        row.resize(COLUMNS.len() - 1, String::new());
        row.push(explained.error.clone().unwrap_or_default());
        return vec![row];
    }
    let row = |attribute: &Attribute| {
        let mut row = of_draw.clone();
        row[1] = attribute.location.to_string();
        row.extend(of_attribute(attribute));
        row
    };
    explained.attributes.iter().map(row).collect()
}

/// Writes the rows of all draws.
pub fn run(
    arguments: &Arguments,
    streams: &mut Streams,
) -> Result<Outcome, Failure> {
    let Arguments { file, driver } = arguments;
    let mut output = BufWriter::new(&mut *streams.output);
    let mut write = |row: &[String]| {
        writeln!(output, "{}", table::row(row.iter().map(String::as_str)))
    };
    write(&COLUMNS.map(String::from))?;
    let (mut number, mut is_refused) = (0, false);
    let read = table::each(file, streams.input, |stated: Stated, _| {
        let explained = Explained::new(&Request::new(&stated, driver));
        is_refused |= explained.is_refused();
        number += 1;
        Ok(rows(number, &explained).iter().try_for_each(|row| write(row))?)
    });
    // Results are written before a failure is reported.
    output.flush()?;
    read?;
    Ok(Outcome::refused_if(is_refused))
}
