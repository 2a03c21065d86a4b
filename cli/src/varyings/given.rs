// SPDX-License-Identifier: MIT

//! A varying as a file gives it, the same in CSV and JSON.

use super::glsl;
use crate::document::{Cells, Word};
use crate::rows::shortened;
use dral::varying::{Interpolation, Varying};
use serde::de::Deserializer;
use serde::Deserialize;

/// The columns, or the members of an object; all but the type may be missing.
pub const COLUMNS: [&str; 6] =
    ["name", "type", "interpolation", "centroid", "sample", "patch"];

/// What a file says. A member that is not listed is refused, for it could be
/// a name mistyped.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    #[serde(default)]
    name: Name,
    #[serde(rename = "type")]
    kind: Kind,
    #[serde(default)]
    interpolation: How,
    #[serde(default)]
    centroid: Flag,
    #[serde(default)]
    sample: Flag,
    #[serde(default)]
    patch: Flag,
}

impl Given {
    /// From the cells of a row.
    pub fn from_cells(cells: &Cells, line: u64) -> Result<Self, String> {
        let row = Row {
            name: parse(cells, "name")?,
            kind: parse(cells, "type")?,
            interpolation: parse(cells, "interpolation")?,
            centroid: parse(cells, "centroid")?,
            sample: parse(cells, "sample")?,
            patch: parse(cells, "patch")?,
        };
        Ok(Self { line, ..Self::from(row) })
    }
}

/// The value of a cell, or what is wrong in which column.
fn parse<T: TryFrom<String, Error = String>>(
    cells: &Cells,
    column: &str,
) -> Result<T, String> {
    T::try_from(cells.get(column).into())
        .map_err(|what| format!("column {column}: {what}"))
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
            interpolation: row.interpolation.0 as u32,
            centroid: row.centroid.0.into(),
            sample: row.sample.0.into(),
            patch: row.patch.0.into(),
            ..row.kind.0
        };
        Self { name: row.name.0, varying, line: 0 }
    }
}

fn refuse(text: &str, expected: &str) -> String {
    format!("{:?} is not {expected}", shortened(text))
}

/// The longest name that GLSL allows. It is repeated in every component.
const LONGEST_NAME: usize = 1024;

#[derive(Default, Deserialize)]
#[serde(try_from = "String")]
struct Name(String);

impl TryFrom<String> for Name {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        if text.chars().nth(LONGEST_NAME).is_some() {
            return Err(format!("longer than {LONGEST_NAME} characters"));
        }
        Ok(Self(text))
    }
}

#[derive(Deserialize)]
#[serde(try_from = "String")]
struct Kind(Varying);

impl TryFrom<String> for Kind {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        glsl::parse(&text)
            .map(Self)
            .ok_or_else(|| refuse(&text, glsl::EXPECTED))
    }
}

#[derive(Deserialize)]
#[serde(try_from = "String")]
struct How(Interpolation);

impl Default for How {
    fn default() -> Self {
        Self(Interpolation::Smooth)
    }
}

impl TryFrom<String> for How {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        match text.as_str() {
            "smooth" => Ok(Self(Interpolation::Smooth)),
            "flat" => Ok(Self(Interpolation::Flat)),
            "noperspective" => Ok(Self(Interpolation::Noperspective)),
            // An empty cell is a missing one.
            "" => Ok(Self::default()),
            _ => Err(refuse(&text, "smooth, flat or noperspective")),
        }
    }
}

#[derive(Default)]
struct Flag(bool);

const FLAG: &str = "0 or 1";

impl TryFrom<String> for Flag {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        match text.as_str() {
            // An empty cell is a missing one.
            "0" | "" => Ok(Self(false)),
            "1" => Ok(Self(true)),
            _ => Err(refuse(&text, FLAG)),
        }
    }
}

impl<'de> Deserialize<'de> for Flag {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let parse = |text: &str| match text {
            "true" => Some(Self(true)),
            "false" => Some(Self(false)),
            text => Self::try_from(text.to_string()).ok(),
        };
        from.deserialize_any(Word { expected: FLAG, parse })
    }
}
