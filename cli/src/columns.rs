// SPDX-License-Identifier: MIT

//! The columns of a file, found by name, in any order.

use csv::StringRecord;
use textwrap::{fill, Options};

/// The columns that a subcommand reads.
pub struct Columns {
    pub required: &'static [&'static str],
    pub optional: &'static [&'static str],
}

impl Columns {
    pub fn all(&self) -> impl Iterator<Item = &'static str> {
        self.required.iter().chain(self.optional).copied()
    }

    /// The list of columns in the help text.
    pub fn help(&self) -> String {
        let required = match self.required {
            [] => "at least one of the optional columns".to_string(),
            names => names.join(", "),
        };
        let mut text = format!("Required columns: {required}");
        if !self.optional.is_empty() {
            let names = self.optional.join(", ");
            let options = Options::new(79).subsequent_indent("  ");
            text.push('\n');
            text += &fill(&format!("Optional columns: {names}"), options);
        }
        text
    }

    /// Checks that required columns are present and that none is duplicated.
    pub fn check(&self, header: &StringRecord) -> Result<(), String> {
        for column in self.all() {
            match header.iter().filter(|name| name.trim() == column).count() {
                0 if self.required.contains(&column) => {
                    return Err(format!("column {column} is missing"));
                }
                0 | 1 => {}
                _ => return Err(format!("column {column} is duplicated")),
            }
        }
        Ok(())
    }
}
