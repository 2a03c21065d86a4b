// SPDX-License-Identifier: MIT

//! Lists in files: rows of CSV, which are read one by one, or elements of
//! a JSON array, which is read as a whole.

use super::source::{open, without_mark, Source};
use super::{json, Columns, Csv, Failed, Places, Row};
use crate::failure::Failure;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

/// The maximum size of JSON in bytes.
const MOST: u64 = 16 << 20;

/// An item of a list.
pub trait Item: Sized {
    const COLUMNS: Columns;

    fn new(row: &Row) -> Result<Self, Failed>;
}

/// The first byte that is not white space, which stays in the reader.
fn first_byte(reader: &mut impl BufRead) -> std::io::Result<Option<u8>> {
    let buffer = reader.fill_buf()?;
    Ok(buffer.iter().find(|byte| !byte.is_ascii_whitespace()).copied())
}

/// Reads a list, and takes each item with its line. Returns the name of the
/// file in messages.
pub fn each<T: Item>(
    file: &Path,
    input: &mut dyn Read,
    mut take: impl FnMut(T, u64) -> Result<(), Failure>,
) -> Result<String, Failure> {
    let Source { reader, name: file } = open(file, input)?;
    let fail = |error: std::io::Error| Failure::at(&file, 1, error);
    let mut reader = BufReader::new(without_mark(reader).map_err(fail)?);
    let failed = |(line, what): Failed| Failure::at(&file, line, what);
    // CSV begins with a column name.
    let first = first_byte(&mut reader).map_err(fail)?;
    if matches!(first, Some(b'[' | b'{')) {
        let mut bytes = Vec::new();
        reader.take(MOST + 1).read_to_end(&mut bytes).map_err(fail)?;
        if bytes.len() as u64 > MOST {
            let what = format!("{file}: longer than {MOST} bytes");
            return Err(Failure::Message(what));
        }
        for row in json::rows(&bytes, &T::COLUMNS).map_err(failed)? {
            take(T::new(&row).map_err(failed)?, row.line)?;
        }
        return Ok(file);
    }
    let mut csv = Csv::new(&file, reader)?;
    let places = Places::find(&T::COLUMNS, &csv.header)
        .map_err(|what| csv.fail(what))?;
    while csv.next_row()? {
        let row = places.row(&csv.row, csv.line).without_empty(&T::COLUMNS);
        take(T::new(&row).map_err(failed)?, row.line)?;
    }
    Ok(file)
}

/// Reads a whole list.
pub fn read<T: Item>(
    file: &Path,
    input: &mut dyn Read,
) -> Result<(String, Vec<T>), Failure> {
    let mut items = Vec::new();
    let name = each(file, input, |item, _| {
        items.push(item);
        Ok(())
    })?;
    Ok((name, items))
}
