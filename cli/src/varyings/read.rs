// SPDX-License-Identifier: MIT

//! Lists of varyings from CSV, by column name in any order, and from JSON,
//! an array of objects.

use super::given::{Given, COLUMNS, REQUIRED};
use crate::document;
use crate::failure::Failure;
use crate::rows::{shortened, Counted, Lines};
use csv::{ErrorKind, ReaderBuilder, StringRecord, Trim};

fn check_header(header: &StringRecord) -> Result<(), String> {
    for name in header {
        if !COLUMNS.contains(&name) {
            let known = COLUMNS.join(", ");
            return Err(format!(
                "column {:?} is not one of {known}",
                shortened(name)
            ));
        }
        if header.iter().filter(|other| *other == name).count() > 1 {
            return Err(format!("column {name} is duplicated"));
        }
    }
    if !header.iter().any(|name| name == REQUIRED) {
        return Err(format!("column {REQUIRED} is missing"));
    }
    Ok(())
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

fn given(header: &StringRecord, row: &StringRecord) -> Result<Given, String> {
    Given::from_cells(|column| {
        let place = header.iter().position(|name| name == column);
        place.and_then(|place| row.get(place)).unwrap_or_default()
    })
}

fn read_csv(file: &str, bytes: &[u8]) -> Result<Vec<Given>, Failure> {
    let lines = Lines::new();
    let mut reader = ReaderBuilder::new()
        .trim(Trim::All)
        .from_reader(Counted::new(bytes, lines.clone()));
    let header = reader.headers().cloned();
    let line = lines.at(0);
    let header =
        header.map_err(|error| Failure::at(file, line, malformed(&error)))?;
    check_header(&header).map_err(|what| Failure::at(file, line, what))?;
    let mut varyings = Vec::new();
    let mut row = StringRecord::new();
    loop {
        let start = reader.position().byte();
        let more = reader.read_record(&mut row);
        let line = lines.at(start);
        let more = more.map_err(|error| malformed(&error));
        if !more.map_err(|what| Failure::at(file, line, what))? {
            return Ok(varyings);
        }
        let given = given(&header, &row);
        let given = given.map_err(|what| Failure::at(file, line, what))?;
        varyings.push(Given { line, ..given });
    }
}

/// Reads all varyings of a file.
pub fn read(file: &str, bytes: &[u8]) -> Result<Vec<Given>, Failure> {
    if document::is_json(bytes) {
        let mut varyings: Vec<Given> = serde_json::from_slice(bytes)
            .map_err(|error| document::json_failure(file, &error))?;
        let lines = document::element_lines(bytes);
        for (given, line) in varyings.iter_mut().zip(lines) {
            given.line = line;
        }
        Ok(varyings)
    } else {
        read_csv(file, bytes)
    }
}
