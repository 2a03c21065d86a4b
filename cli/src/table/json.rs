// SPDX-License-Identifier: MIT

//! Objects of JSON as rows.

use super::row::{Cell, Failed, Row};
use super::{shortened, Columns};
use crate::output::VERSION;
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::fmt::{self, Formatter};

/// The maximum length of a message of the parser, in characters.
const MOST_SHOWN: usize = 300;

/// The members of an object, in order.
struct Members<'a>(Vec<(Cow<'a, str>, &'a RawValue)>);

impl<'de> Deserialize<'de> for Members<'de> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Object;

        impl<'de> Visitor<'de> for Object {
            type Value = Members<'de>;

            fn expecting(&self, out: &mut Formatter) -> fmt::Result {
                out.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(
                self,
                mut map: A,
            ) -> Result<Self::Value, A::Error> {
                let mut members = Vec::new();
                while let Some(member) = map.next_entry()? {
                    members.push(member);
                }
                Ok(Members(members))
            }
        }

        from.deserialize_map(Object)
    }
}

/// The text of a string, a number or a boolean.
fn text(value: &RawValue) -> Option<String> {
    let text = value.get();
    match text.as_bytes().first()? {
        b'"' => serde_json::from_str(text).ok(),
        b'{' | b'[' | b'n' => None,
        _ => Some(text.into()),
    }
}

/// The values of an array, as in a cell of CSV; `null` is an empty one.
fn list(value: &RawValue) -> Option<String> {
    let values: Vec<&RawValue> = serde_json::from_str(value.get()).ok()?;
    let values = values.into_iter().map(|value| match value.get() {
        "null" => Some(String::new()),
        _ => text(value),
    });
    Some(values.collect::<Option<Vec<String>>>()?.join(","))
}

/// The elements of an array, alone or in an object after its version.
fn elements(bytes: &[u8]) -> serde_json::Result<Vec<&RawValue>> {
    if let Ok(Members(members)) = serde_json::from_slice(bytes) {
        let is_ours = |(name, value): &(Cow<str>, &RawValue)| {
            name == "version" && value.get() == VERSION.to_string()
        };
        if let [version, (_, list)] = &members[..] {
            let list = serde_json::from_str(list.get());
            if let (true, Ok(list)) = (is_ours(version), list) {
                return Ok(list);
            }
        }
    }
    serde_json::from_slice(bytes)
}

/// The rows of an array of objects.
pub fn rows(
    bytes: &[u8],
    columns: &Columns,
) -> Result<Vec<Row<'static>>, Failed> {
    let elements = elements(bytes).map_err(|error| malformed(&error))?;
    let (mut place, mut line) = (0, 1);
    // Values are slices of `bytes`, one after the other.
    let mut line_of = |value: &RawValue| {
        let start = value.get().as_ptr() as usize - bytes.as_ptr() as usize;
        let ends = bytes[place..start].iter().filter(|&&byte| byte == b'\n');
        line += ends.count() as u64;
        place = start;
        line
    };
    let row = |element: &RawValue| {
        let line = line_of(element);
        let Members(members) = serde_json::from_str(element.get())
            .map_err(|_| (line, "this is not an object".into()))?;
        let mut row = Row { line, cells: Vec::new() };
        for (name, value) in members {
            let line = line_of(value);
            let column = columns.known(&name).map_err(|what| (line, what))?;
            // Unknown, as an empty cell.
            if value.get() == "null" {
                continue;
            }
            let (text, expected) = match columns.lists.contains(&column) {
                true => (list(value), "a list of words or numbers"),
                false => (text(value), "a word or a number"),
            };
            let text = text.map(Cow::Owned).ok_or_else(|| {
                let value = shortened(value.get());
                (line, format!("column {column}: {value} is not {expected}"))
            })?;
            if row.has(column) {
                return Err((line, format!("column {column} is duplicated")));
            }
            row.cells.push(Cell { column, line, text });
        }
        Ok(row)
    };
    elements.into_iter().map(row).collect()
}

/// An error of the parser, with its place in the line.
fn malformed(error: &serde_json::Error) -> Failed {
    let (line, column) = (error.line() as u64, error.column());
    let message = error.to_string();
    let place = format!(" at line {line} column {column}");
    let what = message.strip_suffix(&place).unwrap_or(&message);
    // The message may quote the file.
    let what: String = what.chars().take(MOST_SHOWN).collect();
    // For the parser, the end of a line is column 0 of the next one, and so is
    // a value that begins the file.
    match column {
        0 if !error.is_data() => (line - 1, format!("at its end: {what}")),
        _ => (line, format!("character {}: {what}", column.max(1))),
    }
}
