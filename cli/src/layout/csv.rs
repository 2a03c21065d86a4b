// SPDX-License-Identifier: MIT

//! Bindings as CSV: by column name, in any order.

use super::bindings::{samplers, Given, SAMPLERS_EXPECTED};
use super::kind;
use crate::failure::Failure;
use crate::number;
use crate::rows::{shortened, Counted, Lines};
use csv::{ErrorKind, StringRecord};

/// The columns; those from `REQUIRED` on may be missing.
const COLUMNS: [&str; 9] = [
    "binding",
    "type",
    "count",
    "flags",
    "planes",
    "mutable_types",
    "set",
    "set_flags",
    "uses",
];
const REQUIRED: usize = 3;

/// The place of each column.
type Places = [Option<usize>; COLUMNS.len()];

fn find(header: &StringRecord) -> Result<Places, String> {
    let mut places = [None; COLUMNS.len()];
    for (index, column) in COLUMNS.iter().enumerate() {
        let mut found = header
            .iter()
            .enumerate()
            .filter(|(_, name)| name.trim() == *column)
            .map(|(place, _)| place);
        places[index] = found.next();
        if found.next().is_some() {
            return Err(format!("column {column} is duplicated"));
        }
        if places[index].is_none() && index < REQUIRED {
            return Err(format!("column {column} is missing"));
        }
    }
    Ok(places)
}

fn malformed(error: &csv::Error) -> String {
    match error.kind() {
        ErrorKind::Utf8 { err, .. } => {
            format!("column {}: not UTF-8", err.field() + 1)
        }
        ErrorKind::UnequalLengths { expected_len, len, .. } => {
            format!("{len} columns, but the header has {expected_len}")
        }
        _ => error.to_string(),
    }
}

fn cell<'a>(
    places: &Places,
    row: &'a StringRecord,
    index: usize,
) -> Option<&'a str> {
    places[index].and_then(|place| row.get(place)).map(str::trim)
}

fn refuse(column: &str, text: &str, expected: &str) -> String {
    format!("column {column}: {:?} is not {expected}", shortened(text))
}

/// A number, if it is there.
fn optional(
    places: &Places,
    row: &StringRecord,
    index: usize,
) -> Result<Option<u32>, String> {
    let Some(text) = cell(places, row, index) else { return Ok(None) };
    // An empty cell of a column that may be missing is missing.
    if text.is_empty() && index >= REQUIRED {
        return Ok(None);
    }
    let column = COLUMNS[index];
    let number = number::integer(text)
        .ok_or_else(|| refuse(column, text, "a number"))?;
    u32::try_from(number)
        .map(Some)
        .map_err(|_| refuse(column, text, "within 0 to 4294967295"))
}

fn unsigned(
    places: &Places,
    row: &StringRecord,
    index: usize,
) -> Result<u32, String> {
    Ok(optional(places, row, index)?.unwrap_or(0))
}

fn descriptor_type(text: &str, column: &str) -> Result<u32, String> {
    kind::parse(text).ok_or_else(|| refuse(column, text, kind::EXPECTED))
}

fn given(
    places: &Places,
    row: &StringRecord,
    line: u64,
) -> Result<Given, String> {
    let planes = cell(places, row, 4).unwrap_or_default();
    let list = cell(places, row, 5).unwrap_or_default();
    Ok(Given {
        binding: unsigned(places, row, 0)?,
        descriptor_type: descriptor_type(
            cell(places, row, 1).unwrap_or_default(),
            COLUMNS[1],
        )?,
        count: unsigned(places, row, 2)?,
        flags: unsigned(places, row, 3)?,
        samplers: samplers(planes)
            .ok_or_else(|| refuse(COLUMNS[4], planes, SAMPLERS_EXPECTED))?,
        mutable_types: list
            .split_whitespace()
            .map(|text| descriptor_type(text, COLUMNS[5]))
            .collect::<Result<_, _>>()?,
        set: unsigned(places, row, 6)?,
        set_flags: unsigned(places, row, 7)?,
        uses: optional(places, row, 8)?,
        line: Some(line),
    })
}

/// Reads all rows of a file.
pub fn read(file: &str, bytes: &[u8]) -> Result<Vec<Given>, Failure> {
    let lines = Lines::new();
    let mut reader =
        csv::Reader::from_reader(Counted::new(bytes, lines.clone()));
    let header = reader.headers().cloned();
    let line = lines.at(0);
    let header =
        header.map_err(|error| Failure::at(file, line, malformed(&error)))?;
    let places = find(&header).map_err(|what| Failure::at(file, line, what))?;
    let mut bindings = Vec::new();
    let mut row = StringRecord::new();
    loop {
        let start = reader.position().byte();
        let more = reader.read_record(&mut row);
        let line = lines.at(start);
        match more {
            Ok(false) => return Ok(bindings),
            Ok(true) => bindings.push(
                given(&places, &row, line)
                    .map_err(|what| Failure::at(file, line, what))?,
            ),
            Err(error) => {
                return Err(Failure::at(file, line, malformed(&error)));
            }
        }
    }
}
