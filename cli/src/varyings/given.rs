// SPDX-License-Identifier: MIT

//! A varying in a file, whether CSV or JSON.

use super::glsl;
use crate::columns::Columns;
use crate::document::{refuse, Item, Row, Word};
use crate::rows::shortened;
use csv::StringRecord;
use dral::varying::{Interpolation, Varying};
use serde::de::{Deserializer, Error};
use serde::Deserialize;

/// A varying with its name, which may be empty. Unknown members are refused,
/// because they could be typing errors.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a varying")]
pub struct Given {
    #[serde(default, deserialize_with = "json_name")]
    name: String,
    #[serde(rename = "type", deserialize_with = "json_type")]
    kind: Varying,
    #[serde(default = "smooth", deserialize_with = "json_interpolation")]
    interpolation: Interpolation,
    #[serde(default, deserialize_with = "json_flag")]
    centroid: bool,
    #[serde(default, deserialize_with = "json_flag")]
    sample: bool,
    #[serde(default, deserialize_with = "json_flag")]
    patch: bool,
    /// The line on which it begins.
    #[serde(skip)]
    pub line: u64,
}

impl Given {
    /// Its name, or its number if it has no name.
    pub fn name(&self, place: usize) -> String {
        if self.name.is_empty() {
            format!("#{}", place + 1)
        } else {
            self.name.clone()
        }
    }

    pub fn varying(&self) -> Varying {
        Varying {
            interpolation: self.interpolation as u32,
            centroid: self.centroid.into(),
            sample: self.sample.into(),
            patch: self.patch.into(),
            ..self.kind
        }
    }
}

impl Item for Given {
    const COLUMNS: Columns = Columns {
        required: &["type"],
        optional: &["name", "interpolation", "centroid", "sample", "patch"],
    };

    /// Refuses unknown columns, because they could be typing errors.
    fn check(header: &StringRecord) -> Result<(), String> {
        Self::COLUMNS.check(header)?;
        let known: Vec<_> = Self::COLUMNS.all().collect();
        if let Some(name) = header.iter().find(|name| !known.contains(name)) {
            let (name, known) = (shortened(name), known.join(", "));
            return Err(format!("column {name:?} is not one of {known}"));
        }
        Ok(())
    }

    fn from_row(row: &Row) -> Result<Self, String> {
        let flag = |column| cell(row, column, FLAG, flag);
        let name = name(row.cell("name").into());
        Ok(Self {
            name: name.map_err(|what| format!("column name: {what}"))?,
            kind: cell(row, "type", glsl::EXPECTED, glsl::parse)?,
            interpolation: cell(
                row,
                "interpolation",
                INTERPOLATION,
                interpolation,
            )?,
            centroid: flag("centroid")?,
            sample: flag("sample")?,
            patch: flag("patch")?,
            line: row.line,
        })
    }

    fn set_line(&mut self, line: u64) {
        self.line = line;
    }
}

/// The value of a cell, or an error message with the column.
fn cell<T>(
    row: &Row,
    column: &str,
    expected: &str,
    parse: fn(&str) -> Option<T>,
) -> Result<T, String> {
    let text = row.cell(column);
    parse(text).ok_or_else(|| refuse(column, text, expected))
}

/// The maximum length of a name in GLSL. The name is repeated in every
/// component.
const LONGEST_NAME: usize = 1024;

fn name(text: String) -> Result<String, String> {
    match text.chars().nth(LONGEST_NAME) {
        Some(_) => Err(format!("longer than {LONGEST_NAME} characters")),
        None => Ok(text),
    }
}

fn json_name<'de, D: Deserializer<'de>>(from: D) -> Result<String, D::Error> {
    name(String::deserialize(from)?).map_err(D::Error::custom)
}

fn json_type<'de, D: Deserializer<'de>>(from: D) -> Result<Varying, D::Error> {
    let word = Word { expected: glsl::EXPECTED, parse: glsl::parse };
    from.deserialize_any(word)
}

const INTERPOLATION: &str = "smooth, flat or noperspective";

fn smooth() -> Interpolation {
    Interpolation::Smooth
}

fn interpolation(text: &str) -> Option<Interpolation> {
    match text {
        // An empty cell counts as a missing cell.
        "smooth" | "" => Some(smooth()),
        "flat" => Some(Interpolation::Flat),
        "noperspective" => Some(Interpolation::Noperspective),
        _ => None,
    }
}

fn json_interpolation<'de, D: Deserializer<'de>>(
    from: D,
) -> Result<Interpolation, D::Error> {
    let word = Word { expected: INTERPOLATION, parse: interpolation };
    from.deserialize_any(word)
}

const FLAG: &str = "0 or 1";

fn flag(text: &str) -> Option<bool> {
    match text {
        // An empty cell counts as a missing cell.
        "0" | "" => Some(false),
        "1" => Some(true),
        _ => None,
    }
}

fn json_flag<'de, D: Deserializer<'de>>(from: D) -> Result<bool, D::Error> {
    let parse = |text: &str| match text {
        "true" => Some(true),
        "false" => Some(false),
        text => flag(text),
    };
    from.deserialize_any(Word { expected: FLAG, parse })
}
