// SPDX-License-Identifier: MIT

//! Bindings as CSV.

use super::bindings::{samplers, Given, SAMPLERS_EXPECTED};
use super::kind;
use crate::columns::Columns;
use crate::document::{csv_rows, refuse, Cells};
use crate::failure::Failure;
use crate::number;

/// Cells of optional columns may be missing.
pub const COLUMNS: Columns = Columns {
    required: &["binding", "type", "count"],
    optional: &["flags", "planes", "mutable_types", "set", "set_flags", "uses"],
};

/// A number.
fn unsigned(cells: &Cells, column: &str) -> Result<u32, String> {
    let text = cells.get(column);
    let number = number::integer(text)
        .ok_or_else(|| refuse(column, text, "a number"))?;
    u32::try_from(number)
        .map_err(|_| refuse(column, text, "within 0 to 4294967295"))
}

/// Parses a number, unless the cell is empty.
fn optional(cells: &Cells, column: &str) -> Result<Option<u32>, String> {
    if cells.get(column).is_empty() {
        return Ok(None);
    }
    unsigned(cells, column).map(Some)
}

fn descriptor_type(text: &str, column: &str) -> Result<u32, String> {
    kind::parse(text).ok_or_else(|| refuse(column, text, kind::EXPECTED))
}

fn given(cells: &Cells, line: u64) -> Result<Given, String> {
    let planes = cells.get("planes");
    let list = cells.get("mutable_types").split_whitespace();
    Ok(Given {
        binding: unsigned(cells, "binding")?,
        descriptor_type: descriptor_type(cells.get("type"), "type")?,
        count: unsigned(cells, "count")?,
        flags: optional(cells, "flags")?.unwrap_or(0),
        samplers: samplers(planes)
            .ok_or_else(|| refuse("planes", planes, SAMPLERS_EXPECTED))?,
        mutable_types: list
            .map(|text| descriptor_type(text, "mutable_types"))
            .collect::<Result<_, _>>()?,
        set: optional(cells, "set")?.unwrap_or(0),
        set_flags: optional(cells, "set_flags")?.unwrap_or(0),
        uses: optional(cells, "uses")?,
        line: Some(line),
    })
}

/// Reads all rows of a file.
pub fn read(file: &str, bytes: &[u8]) -> Result<Vec<Given>, Failure> {
    csv_rows(file, bytes, |header| COLUMNS.check(header), given)
}
