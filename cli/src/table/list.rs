// SPDX-License-Identifier: MIT

//! Files that are read as a whole, as CSV or JSON.

use super::source::{open, without_mark, Source};
use super::{json, Columns, Csv, Failed, Places, Row};
use crate::failure::Failure;
use csv::{StringRecord, Trim};
use std::io::Read;
use std::path::Path;

/// The maximum size of a file in bytes. No application's list comes near it.
const MOST: u64 = 16 << 20;

/// An item of a list, as a row of CSV or an element of a JSON array.
pub trait Item: Sized {
    const COLUMNS: Columns;

    /// Checks the names of the columns of CSV further.
    fn check(_header: &StringRecord) -> Result<(), String> {
        Ok(())
    }

    fn new(row: &Row) -> Result<Self, Failed>;
}

/// Reads a list. Returns the name of its file in messages, too.
pub fn read<T: Item>(
    file: &Path,
    input: &mut dyn Read,
) -> Result<(String, Vec<T>), Failure> {
    let Source { reader, name: file, .. } = open(file, input)?;
    let fail = |error| Failure::Message(format!("{file}: {error}"));
    let mut bytes = Vec::new();
    without_mark(reader)
        .and_then(|reader| reader.take(MOST + 1).read_to_end(&mut bytes))
        .map_err(|error| fail(error.to_string()))?;
    if bytes.len() as u64 > MOST {
        return Err(fail(format!("longer than {MOST} bytes")));
    }
    let failed = |(line, what): Failed| Failure::at(&file, line, what);
    // CSV begins with a column name.
    let first = bytes.iter().find(|byte| !byte.is_ascii_whitespace());
    if matches!(first, Some(b'[' | b'{')) {
        let items = json::rows(&bytes, &T::COLUMNS)
            .and_then(|rows| rows.iter().map(T::new).collect())
            .map_err(failed)?;
        return Ok((file, items));
    }
    let mut csv = Csv::new(&file, &bytes[..], u64::MAX, Trim::All)?;
    let places = Places::find(&T::COLUMNS, &csv.header)
        .and_then(|places| T::check(&csv.header).map(|()| places))
        .map_err(|what| csv.fail(what))?;
    let mut items = Vec::new();
    while csv.next_row()? {
        let row = places.row(&csv.row, csv.line).without_empty(&T::COLUMNS);
        items.push(T::new(&row).map_err(failed)?);
    }
    Ok((file, items))
}
