// SPDX-License-Identifier: MIT

//! Lists of varyings, from CSV or from a JSON array of objects.

use super::given::{Given, COLUMNS};
use crate::document::{self, csv_rows};
use crate::failure::Failure;
use crate::rows::shortened;
use csv::StringRecord;

/// Refuses unknown columns, because they could be typing errors.
fn check_header(header: &StringRecord) -> Result<(), String> {
    let known: Vec<_> = COLUMNS.all().collect();
    if let Some(name) = header.iter().find(|name| !known.contains(name)) {
        let (name, known) = (shortened(name), known.join(", "));
        return Err(format!("column {name:?} is not one of {known}"));
    }
    COLUMNS.check(header)
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
