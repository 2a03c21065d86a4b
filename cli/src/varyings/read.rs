// SPDX-License-Identifier: MIT

//! Lists of varyings from CSV, and from JSON, an array of objects.

use super::given::{Given, COLUMNS};
use crate::document::{self, check_columns, csv_rows};
use crate::failure::Failure;
use crate::rows::shortened;
use csv::StringRecord;

/// A column that is not listed could be a name mistyped.
fn check_header(header: &StringRecord) -> Result<(), String> {
    if let Some(name) = header.iter().find(|name| !COLUMNS.contains(name)) {
        let known = COLUMNS.join(", ");
        let name = shortened(name);
        return Err(format!("column {name:?} is not one of {known}"));
    }
    check_columns(header, &COLUMNS, 0)?;
    check_columns(header, &["type"], 1)
}

/// Reads all varyings of a file.
pub fn read(file: &str, bytes: &[u8]) -> Result<Vec<Given>, Failure> {
    if !document::is_json(bytes) {
        return csv_rows(file, bytes, check_header, Given::from_cells);
    }
    let mut varyings: Vec<Given> = serde_json::from_slice(bytes)
        .map_err(|error| document::json_failure(file, &error))?;
    let lines = document::element_lines(bytes);
    for (given, line) in varyings.iter_mut().zip(lines) {
        given.line = line;
    }
    Ok(varyings)
}
