// SPDX-License-Identifier: MIT

//! A varying in a file, whether CSV or JSON.

use super::glsl;
use crate::columns::Columns;
use crate::document::{Item, Word};
use crate::rows::shortened;
use csv::StringRecord;
use dral::varying::{Interpolation, Varying};
use serde::de::Deserializer;
use serde::Deserialize;

/// A varying with its name, which may be empty. Unknown members are refused,
/// because they could be typing errors.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a varying")]
pub struct Given {
    #[serde(default, deserialize_with = "name")]
    name: String,
    #[serde(rename = "type", deserialize_with = "kind")]
    kind: Varying,
    #[serde(default = "smooth", deserialize_with = "interpolation")]
    interpolation: Interpolation,
    #[serde(default, deserialize_with = "flag")]
    centroid: bool,
    #[serde(default, deserialize_with = "flag")]
    sample: bool,
    #[serde(default, deserialize_with = "flag")]
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

    fn set_line(&mut self, line: u64) {
        self.line = line;
    }
}

fn kind<'de, D: Deserializer<'de>>(from: D) -> Result<Varying, D::Error> {
    let word = Word { expected: glsl::EXPECTED, parse: glsl::parse };
    from.deserialize_any(word)
}

/// A name in GLSL, which is repeated in every component.
fn name<'de, D: Deserializer<'de>>(from: D) -> Result<String, D::Error> {
    const MOST: usize = 1024;

    from.deserialize_any(Word {
        expected: "a name of at most 1024 characters",
        parse: |text| (text.chars().count() <= MOST).then(|| text.into()),
    })
}

fn smooth() -> Interpolation {
    Interpolation::Smooth
}

fn interpolation<'de, D: Deserializer<'de>>(
    from: D,
) -> Result<Interpolation, D::Error> {
    from.deserialize_any(Word {
        expected: "smooth, flat or noperspective",
        parse: |text| match text {
            "smooth" => Some(smooth()),
            "flat" => Some(Interpolation::Flat),
            "noperspective" => Some(Interpolation::Noperspective),
            _ => None,
        },
    })
}

fn flag<'de, D: Deserializer<'de>>(from: D) -> Result<bool, D::Error> {
    from.deserialize_any(Word {
        expected: "0 or 1",
        parse: |text| match text {
            "0" | "false" => Some(false),
            "1" | "true" => Some(true),
            _ => None,
        },
    })
}
