// SPDX-License-Identifier: MIT

//! The columns of a file, found by name, in any order.

use crate::escape::shortened;

/// A column and its values.
type Values = (&'static str, fn() -> String);

/// The columns that a subcommand reads; others are refused.
pub struct Columns {
    pub required: &'static [&'static str],
    pub optional: &'static [&'static str],
    /// The values of columns that hold words, for the help text.
    pub values: &'static [Values],
}

/// The maximum length of a line of help.
const WIDTH: usize = 79;

/// Text in lines. All lines but the first are indented.
fn wrapped(text: &str) -> String {
    let mut lines = String::new();
    let mut length = 0;
    for word in text.split(' ') {
        if length > 0 && length + 1 + word.len() > WIDTH {
            lines += "\n ";
            length = 1;
        }
        if length > 0 {
            lines.push(' ');
            length += 1;
        }
        lines += word;
        length += word.len();
    }
    lines
}

impl Columns {
    pub fn all(&self) -> impl Iterator<Item = &'static str> {
        self.required.iter().chain(self.optional).copied()
    }

    /// The column of this name; others could be typing errors.
    pub fn known(&self, name: &str) -> Result<&'static str, String> {
        self.all().find(|column| *column == name).ok_or_else(|| {
            let known = self.all().collect::<Vec<_>>().join(", ");
            format!("column {:?} is not one of {known}", shortened(name))
        })
    }

    /// The columns and values in the help text.
    pub fn help(&self) -> String {
        let mut text = String::new();
        for (what, names) in
            [("Required", self.required), ("Optional", self.optional)]
        {
            if !names.is_empty() {
                let names = names.join(", ");
                text += &wrapped(&format!("{what} columns: {names}"));
                text.push('\n');
            }
        }
        for (column, values) in self.values {
            let values = format!("Values of {column}: {}", values());
            text += &format!("\n{}\n", wrapped(&values));
        }
        text.trim_end().into()
    }

    /// The columns with these names: all are known, none is duplicated, and
    /// the required ones are there.
    pub fn check<'a>(
        &self,
        names: impl Iterator<Item = &'a str>,
    ) -> Result<Vec<&'static str>, String> {
        let mut seen = Vec::new();
        for name in names {
            let column = self.known(name)?;
            if seen.contains(&column) {
                return Err(format!("column {column} is duplicated"));
            }
            seen.push(column);
        }
        match self.required.iter().find(|column| !seen.contains(column)) {
            Some(column) => Err(format!("column {column} is missing")),
            None => Ok(seen),
        }
    }
}
