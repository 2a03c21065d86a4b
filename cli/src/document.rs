// SPDX-License-Identifier: MIT

//! Files that are read as a whole, as CSV or JSON.

use crate::failure::Failure;
use crate::rows::{malformed, shortened, without_mark, Counted, Lines, Source};
use csv::{ReaderBuilder, StringRecord, Trim};
use serde::de::{Error, Visitor};
use serde_json::value::RawValue;
use std::fmt;
use std::io::Read;

/// The maximum size of a file in bytes. No application's list comes near it.
const MOST: u64 = 16 << 20;

/// The maximum length of a message about JSON, in characters.
const MOST_SHOWN: usize = 300;

/// Reads a file.
pub fn read(source: &mut Source) -> Result<Vec<u8>, Failure> {
    let fail = |error| Failure::Message(format!("{}: {error}", source.name));
    let mut bytes = Vec::new();
    without_mark(&mut source.reader)
        .and_then(|reader| reader.take(MOST + 1).read_to_end(&mut bytes))
        .map_err(fail)?;
    if bytes.len() as u64 > MOST {
        let what = format!("longer than {MOST} bytes");
        return Err(Failure::Message(format!("{}: {what}", source.name)));
    }
    Ok(bytes)
}

/// A row of a CSV file by column name, in any order.
pub struct Cells<'a> {
    header: &'a StringRecord,
    row: &'a StringRecord,
}

impl Cells<'_> {
    /// The cell of a column; empty if the column is missing.
    pub fn get(&self, column: &str) -> &str {
        let place = self.header.iter().position(|name| name == column);
        place.and_then(|place| self.row.get(place)).unwrap_or_default()
    }
}

/// Converts each row of a CSV file; a row knows its line.
pub fn csv_rows<T>(
    file: &str,
    bytes: &[u8],
    check_header: impl Fn(&StringRecord) -> Result<(), String>,
    read: impl Fn(&Cells, u64) -> Result<T, String>,
) -> Result<Vec<T>, Failure> {
    let lines = Lines::new(None);
    let mut reader = ReaderBuilder::new()
        .trim(Trim::All)
        .from_reader(Counted::new(bytes, lines.clone()));
    let header = reader.headers().cloned();
    let line = lines.at(0);
    let header = header.map_err(|error| malformed(file, line, error))?;
    check_header(&header).map_err(|what| Failure::at(file, line, what))?;
    let mut found = Vec::new();
    let mut row = StringRecord::new();
    loop {
        let start = reader.position().byte();
        let more = reader.read_record(&mut row);
        let line = lines.at(start);
        if !more.map_err(|error| malformed(file, line, error))? {
            return Ok(found);
        }
        let cells = Cells { header: &header, row: &row };
        let one = read(&cells, line);
        found.push(one.map_err(|what| Failure::at(file, line, what))?);
    }
}

/// The message for an invalid cell.
pub fn refuse(column: &str, text: &str, expected: &str) -> String {
    format!("column {column}: {:?} is not {expected}", shortened(text))
}

/// Whether a file is JSON: CSV begins with a column name.
pub fn is_json(bytes: &[u8]) -> bool {
    let first = bytes.iter().find(|byte| !byte.is_ascii_whitespace());
    matches!(first, Some(b'[' | b'{'))
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
pub fn element_lines(bytes: &[u8]) -> Vec<u64> {
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
pub fn json_failure(file: &str, error: &serde_json::Error) -> Failure {
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
    Failure::at(file, line as u64, format!("column {column}: {what}"))
}
