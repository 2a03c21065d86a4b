// SPDX-License-Identifier: MIT

//! Files that are read as a whole, as CSV or JSON.

use crate::columns::Columns;
use crate::csv_file::Csv;
use crate::failure::Failure;
use crate::rows::{shortened, without_mark, Source};
use csv::{StringRecord, Trim};
use serde::de::{
    value, DeserializeOwned, Deserializer, Error, IntoDeserializer, Visitor,
};
use serde::forward_to_deserialize_any;
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

    /// Sets the line on which it begins.
    fn set_line(&mut self, line: u64);
}

/// A cell of CSV: a text, or a list of words.
#[derive(Clone, Copy)]
struct Cell<'a> {
    column: &'a str,
    text: &'a str,
}

impl<'de> Deserializer<'de> for Cell<'_> {
    type Error = value::Error;

    fn deserialize_any<V: Visitor<'de>>(
        self,
        visitor: V,
    ) -> Result<V::Value, value::Error> {
        visitor.visit_str(self.text).map_err(|error: value::Error| {
            Error::custom(format!("column {}: {error}", self.column))
        })
    }

    fn deserialize_seq<V: Visitor<'de>>(
        self,
        visitor: V,
    ) -> Result<V::Value, value::Error> {
        let words = self.text.split_whitespace();
        let words = words.map(|text| Self { text, ..self });
        visitor.visit_seq(value::SeqDeserializer::new(words))
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char str string bytes
        byte_buf option unit unit_struct newtype_struct tuple tuple_struct map
        struct enum identifier ignored_any
    }
}

impl IntoDeserializer<'_> for Cell<'_> {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

/// Reads a row. An empty cell of an optional column is a missing one.
fn from_row<T: Item>(csv: &Csv<&[u8]>) -> Result<T, value::Error> {
    let Columns { required, .. } = T::COLUMNS;
    let known = |(column, text): &(&str, &str)| {
        !text.is_empty() && T::COLUMNS.all().any(|name| name == *column)
            || required.contains(column)
    };
    let cells = csv.header.iter().zip(&csv.row).filter(known);
    let cells = cells.map(|(column, text)| (column, Cell { column, text }));
    T::deserialize(value::MapDeserializer::new(cells))
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
        let mut item: T = from_row(&csv).map_err(|what| csv.fail(what))?;
        item.set_line(csv.line);
        items.push(item);
    }
    Ok((file, items))
}

/// Parses a cell, or a JSON value that may be a string, a number or a boolean,
/// from its text.
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
