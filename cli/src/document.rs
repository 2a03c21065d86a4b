// SPDX-License-Identifier: MIT

//! Files that are read as a whole, as CSV or JSON.

use crate::columns::Columns;
use crate::csv_file::Csv;
use crate::failure::Failure;
use crate::rows::{shortened, without_mark, Source};
use csv::{StringRecord, Trim};
use serde::de::{DeserializeOwned, Error, Visitor};
use serde_json::value::RawValue;
use std::fmt;
use std::io::Read;

/// The maximum size of a file in bytes. No application's list comes near it.
const MOST: u64 = 16 << 20;

/// The maximum length of a message about JSON, in characters.
const MOST_SHOWN: usize = 300;

/// An item of a list, as a row of CSV or an element of a JSON array.
pub trait Item: DeserializeOwned {
    const COLUMNS: Columns;

    /// Checks the names of the columns.
    fn check(header: &StringRecord) -> Result<(), String> {
        Self::COLUMNS.check(header)
    }

    /// Reads a row, which knows its line.
    fn from_row(row: &Row) -> Result<Self, String>;

    /// Tells an element of JSON its line.
    fn set_line(&mut self, _line: u64) {}
}

/// A row of a CSV file whose cells are trimmed.
pub type Row<'a> = Csv<&'a [u8]>;

impl Row<'_> {
    /// The cell of a column; empty if the column is missing.
    pub fn cell(&self, column: &str) -> &str {
        let place = self.header.iter().position(|name| name == column);
        place.and_then(|place| self.row.get(place)).unwrap_or_default()
    }
}

/// Reads a list. Returns the name of its file, too.
pub fn read<T: Item>(source: Source) -> Result<(String, Vec<T>), Failure> {
    let file = source.name;
    let fail = |error| Failure::Message(format!("{file}: {error}"));
    let mut bytes = Vec::new();
    without_mark(source.reader)
        .and_then(|reader| reader.take(MOST + 1).read_to_end(&mut bytes))
        .map_err(|error| fail(error.to_string()))?;
    if bytes.len() as u64 > MOST {
        return Err(fail(format!("longer than {MOST} bytes")));
    }
    // CSV begins with a column name.
    let first = bytes.iter().find(|byte| !byte.is_ascii_whitespace());
    if matches!(first, Some(b'[' | b'{')) {
        let mut items: Vec<T> = serde_json::from_slice(&bytes)
            .map_err(|error| json_failure(&file, &error))?;
        for (item, line) in items.iter_mut().zip(element_lines(&bytes)) {
            item.set_line(line);
        }
        return Ok((file, items));
    }
    let mut csv = Csv::new(&file, &bytes[..], u64::MAX, Trim::All)?;
    T::check(&csv.header).map_err(|what| csv.fail(what))?;
    let mut items = Vec::new();
    while csv.next_row()? {
        items.push(T::from_row(&csv).map_err(|what| csv.fail(what))?);
    }
    Ok((file, items))
}

/// The message for an invalid cell.
pub fn refuse(column: &str, text: &str, expected: &str) -> String {
    format!("column {column}: {:?} is not {expected}", shortened(text))
}

/// Parses a JSON value that may be a string, a number or a boolean, from its
/// text.
pub struct Word<T> {
    pub expected: &'static str,
    pub parse: fn(&str) -> Option<T>,
}

impl<T> Visitor<'_> for Word<T> {
    type Value = T;

    fn expecting(&self, out: &mut fmt::Formatter) -> fmt::Result {
        out.write_str(self.expected)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        (self.parse)(text).ok_or_else(|| {
            let (text, expected) = (shortened(text), self.expected);
            E::custom(format!("{text:?} is not {expected}"))
        })
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<T, E> {
        self.visit_str(&number.to_string())
    }

    fn visit_bool<E: Error>(self, flag: bool) -> Result<T, E> {
        self.visit_str(&flag.to_string())
    }
}

/// The line on which each element of an array begins.
fn element_lines(bytes: &[u8]) -> Vec<u64> {
    let elements: Vec<&RawValue> =
        serde_json::from_slice(bytes).unwrap_or_default();
    let (mut place, mut line) = (0, 1);
    let line_of = |element: &&RawValue| {
        // The element is a slice of `bytes`, after the previous element.
        let start = element.get().as_ptr() as usize - bytes.as_ptr() as usize;
        let ends = bytes[place..start].iter().filter(|&&byte| byte == b'\n');
        line += ends.count() as u64;
        place = start;
        line
    };
    elements.iter().map(line_of).collect()
}

/// An error of the JSON parser, with its place in the file.
fn json_failure(file: &str, error: &serde_json::Error) -> Failure {
    let (line, column) = (error.line(), error.column());
    let message = error.to_string();
    let place = format!(" at line {line} column {column}");
    let what = message.strip_suffix(&place).unwrap_or(&message);
    // The message may quote the file.
    let end = what.char_indices().nth(MOST_SHOWN).map(|(end, _)| end);
    let what = match end {
        Some(end) => format!("{}...", &what[..end]),
        None => what.into(),
    };
    // For the parser, the end of a line is column 0 of the next one, and so is
    // a value that begins the file.
    let (line, place) = match column {
        0 if !error.is_data() => (line - 1, "at its end".into()),
        _ => (line, format!("column {}", column.max(1))),
    };
    Failure::at(file, line as u64, format!("{place}: {what}"))
}
