// SPDX-License-Identifier: MIT

//! A varying in a file, whether CSV or JSON.

use super::glsl;
use crate::table::{Columns, Failed, Item, Row};
use csv::StringRecord;
use dral::varying::{Interpolation, Varying};

/// A varying with its name, which may be empty.
pub struct Given {
    name: String,
    varying: Varying,
    /// The line on which it begins.
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
        self.varying
    }
}

/// The maximum length of a name, which is repeated in every component.
const MOST: usize = 1024;

const INTERPOLATIONS: &str = "smooth, flat or noperspective";

impl Item for Given {
    const COLUMNS: Columns = Columns {
        required: &["type"],
        optional: &["name", "interpolation", "centroid", "sample", "patch"],
        list: None,
        values: &[
            ("type", || "types of GLSL, such as vec3 or mat3x2[4]".into()),
            ("interpolation", || INTERPOLATIONS.into()),
        ],
    };

    /// Refuses unknown columns, because they could be typing errors.
    fn check(header: &StringRecord) -> Result<(), String> {
        header.iter().try_for_each(|name| Self::COLUMNS.known(name).map(drop))
    }

    fn new(row: &Row) -> Result<Self, Failed> {
        let flag = |column| {
            let flag = row.parse(column, "0 or 1", |text| match text {
                "0" | "false" => Some(0),
                "1" | "true" => Some(1),
                _ => None,
            })?;
            Ok::<u32, Failed>(flag.unwrap_or(0))
        };
        let name = "a name of at most 1024 characters";
        let name = row.parse("name", name, |text| {
            (text.chars().count() <= MOST).then(|| text.into())
        })?;
        let kind = row.require("type", glsl::EXPECTED, glsl::parse)?;
        let interpolation =
            row.parse("interpolation", INTERPOLATIONS, interpolation)?;
        let varying = Varying {
            interpolation: interpolation.unwrap_or(Interpolation::Smooth)
                as u32,
            centroid: flag("centroid")?,
            sample: flag("sample")?,
            patch: flag("patch")?,
            ..kind
        };
        let name = name.unwrap_or_default();
        Ok(Self { name, varying, line: row.line })
    }
}

fn interpolation(text: &str) -> Option<Interpolation> {
    match text {
        "smooth" => Some(Interpolation::Smooth),
        "flat" => Some(Interpolation::Flat),
        "noperspective" => Some(Interpolation::Noperspective),
        _ => None,
    }
}
