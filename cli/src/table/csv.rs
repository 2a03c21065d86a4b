// SPDX-License-Identifier: MIT

//! A CSV file line by line. The csv crate accepts an open quote, and the line
//! that it reports for a row is before empty lines.

use super::{Columns, Item};
use crate::failure::Failure;
use std::borrow::Cow;
use std::io::{BufRead, Read};

/// The maximum length of a line. No driver's row comes near it, but a file that
/// is not CSV can be one enormous line.
const MOST_BYTES: u64 = 1 << 20;

/// The maximum number of columns. No driver's file comes near it, but a file
/// that is not CSV can be one row of commas.
const MOST_COLUMNS: usize = 500;

/// The cells of a line, or `None` if a quote is open at its end. In quotes, two
/// of them are one.
fn cells(line: &str) -> Option<Vec<String>> {
    let (mut cells, mut cell) = (Vec::new(), String::new());
    let mut is_quoted = false;
    let mut rest = line.chars().peekable();
    while let Some(c) = rest.next() {
        match c {
            '"' if is_quoted && rest.next_if_eq(&'"').is_some() => {
                cell.push('"');
            }
            '"' => is_quoted = !is_quoted,
            ',' if !is_quoted => cells.push(std::mem::take(&mut cell)),
            _ => cell.push(c),
        }
    }
    cells.push(cell);
    (!is_quoted).then_some(cells)
}

/// A row as it is written.
pub fn row<'a>(cells: impl Iterator<Item = &'a str>) -> String {
    cells.map(quoted).collect::<Vec<_>>().join(",")
}

fn quoted(text: &str) -> Cow<'_, str> {
    match text.contains(['"', ',', '\r', '\n']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")).into(),
        false => text.into(),
    }
}

/// The columns of the header.
fn header(
    columns: &Columns,
    cells: &[String],
) -> Result<Vec<&'static str>, String> {
    if cells.len() > MOST_COLUMNS {
        let count = cells.len();
        return Err(format!(
            "the header has {count} columns, more than {MOST_COLUMNS}"
        ));
    }
    columns.check(cells.iter().map(|cell| cell.trim()))
}

/// The item of a row.
fn item<T: Item>(
    header: &[&'static str],
    cells: &[String],
) -> Result<T, String> {
    let (count, expected) = (cells.len(), header.len());
    if count != expected {
        return Err(format!("{count} columns, but the header has {expected}"));
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
        let text = text.trim_ascii();
        if text.is_empty() {
            continue;
        }
        let text = std::str::from_utf8(text);
        let text = text.map_err(|_| fail("not UTF-8".into()))?;
        let cells = cells(text);
        let cells =
            cells.ok_or_else(|| fail("a quote is not closed".into()))?;
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
