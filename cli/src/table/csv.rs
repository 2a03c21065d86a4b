// SPDX-License-Identifier: MIT

//! A CSV file line by line: a reader of the whole file would take the rows
//! after an open quote for its text, and a file that is not CSV for one endless
//! row.

use super::{Columns, Item};
use crate::failure::Failure;
use crate::output::counted;
use csv::{ReaderBuilder, StringRecord, Terminator};
use std::io::{BufRead, Read};

/// The maximum length of a line. No driver's row comes near it, but a file that
/// is not CSV can be one enormous line.
const MOST_BYTES: u64 = 1 << 20;

/// The maximum number of columns. No driver's file comes near it, but a file
/// that is not CSV can be one row of commas.
const MOST_COLUMNS: usize = 500;

/// The cells of a line, whose end becomes a part of a cell if a quote is open.
fn cells(line: &[u8]) -> Result<StringRecord, &'static str> {
    let mut cells = StringRecord::new();
    let read = ReaderBuilder::new()
        .has_headers(false)
        .terminator(Terminator::Any(b'\n'))
        .buffer_capacity(line.len())
        .from_reader(line)
        .read_record(&mut cells);
    // Memory can be read, so this is the only error.
    read.map_err(|_| "not UTF-8")?;
    match cells.iter().any(|cell| cell.contains('\n')) {
        true => Err("a quote is not closed"),
        false => Ok(cells),
    }
}

/// The columns of the header.
fn header(
    columns: &Columns,
    cells: &StringRecord,
) -> Result<Vec<&'static str>, String> {
    if cells.len() > MOST_COLUMNS {
        let count = cells.len();
        return Err(format!(
            "the header has {count} columns, more than {MOST_COLUMNS}"
        ));
    }
    columns.check(cells.iter().map(str::trim))
}

/// The item of a row.
fn item<T: Item>(
    header: &[&'static str],
    cells: &StringRecord,
) -> Result<T, String> {
    let (count, expected) = (cells.len(), header.len());
    if count != expected {
        let columns = counted(count, "column", "columns");
        return Err(format!("{columns}, but the header has {expected}"));
    }
    let mut item = T::default();
    for (&column, text) in header.iter().zip(cells) {
        let text = text.trim();
        if text.is_empty() && !T::COLUMNS.is_required(column) {
            continue;
        }
        item.set(column, text)
            .map_err(|what| format!("column {column}: {what}"))?;
    }
    Ok(item)
}

/// Reads the items of a file.
pub fn each<T: Item>(
    name: &str,
    mut reader: impl BufRead,
    mut take: impl FnMut(T, &str) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let mut columns = None;
    let mut text = Vec::new();
    for line in 1.. {
        let fail = |what: String| Failure::at(name, line, what);
        text.clear();
        let limited = &mut reader.by_ref().take(MOST_BYTES + 1);
        let read = limited.read_until(b'\n', &mut text);
        let count = read.map_err(|error| fail(error.to_string()))?;
        if count == 0 {
            break;
        }
        if count as u64 > MOST_BYTES {
            let what = format!("a row is longer than {MOST_BYTES} bytes");
            return Err(fail(what));
        }
        let row = text.trim_ascii();
        if row.is_empty() {
            continue;
        }
        let row = [row, b"\n"].concat();
        let cells = cells(&row).map_err(|what| fail(what.into()))?;
        match &columns {
            None => {
                columns = Some(header(&T::COLUMNS, &cells).map_err(fail)?);
            }
            Some(columns) => {
                let item = item(columns, &cells).map_err(fail)?;
                take(item, &format!("{name}:{line}"))?;
            }
        }
    }
    match columns {
        Some(_) => Ok(()),
        None => Err(Failure::Message(format!("{name}: the file is empty"))),
    }
}
