// SPDX-License-Identifier: MIT

//! A varying as a file gives it, the same in CSV and JSON.

use super::glsl;
use crate::columns::Columns;
use crate::document::{refuse, Cells, Word};
use dral::varying::{Interpolation, Varying};
use serde::de::{Deserializer, Error};
use serde::Deserialize;

/// The columns, or the members of an object.
pub const COLUMNS: Columns = Columns {
    required: &["type"],
    optional: &["name", "interpolation", "centroid", "sample", "patch"],
};

/// What a file says. A member that is not listed is refused, for it could be
/// a name mistyped.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a varying")]
struct Row {
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
}

/// A varying and its name, which may be empty.
#[derive(Deserialize)]
#[serde(from = "Row")]
pub struct Given {
    pub name: String,
    pub varying: Varying,
    /// The line on which it begins.
    pub line: u64,
}

impl Given {
    /// From the cells of a row.
    pub fn from_cells(cells: &Cells, line: u64) -> Result<Self, String> {
        let flag = |column| cell(cells, column, FLAG, flag);
        let name = name(cells.get("name").into());
        let row = Row {
            name: name.map_err(|what| format!("column name: {what}"))?,
            kind: cell(cells, "type", glsl::EXPECTED, glsl::parse)?,
            interpolation: cell(
                cells,
                "interpolation",
                INTERPOLATION,
                interpolation,
            )?,
            centroid: flag("centroid")?,
            sample: flag("sample")?,
            patch: flag("patch")?,
        };
        Ok(Self { line, ..Self::from(row) })
    }

    /// Its name, or if it has none its number.
    pub fn name(&self, place: usize) -> String {
        if self.name.is_empty() {
            format!("#{}", place + 1)
        } else {
            self.name.clone()
        }
    }
}

impl From<Row> for Given {
    fn from(row: Row) -> Self {
        let varying = Varying {
            interpolation: row.interpolation as u32,
            centroid: row.centroid.into(),
            sample: row.sample.into(),
            patch: row.patch.into(),
            ..row.kind
        };
        Self { name: row.name, varying, line: 0 }
    }
}

/// The value of a cell, or what is wrong in which column.
fn cell<T>(
    cells: &Cells,
    column: &str,
    expected: &str,
    parse: fn(&str) -> Option<T>,
) -> Result<T, String> {
    let text = cells.get(column);
    parse(text).ok_or_else(|| refuse(column, text, expected))
}

/// The longest name that GLSL allows. It is repeated in every component.
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
        // An empty cell is a missing one.
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
        // An empty cell is a missing one.
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
