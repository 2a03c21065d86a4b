// SPDX-License-Identifier: MIT

//! The columns of a file, found by name, in any order.

use super::shortened;
use csv::StringRecord;
use std::collections::BTreeSet;
use strsim::osa_distance;
use textwrap::{fill, Options};

/// A column of drivers' data that lists architectures: not a misspelt arch.
const LIST_OF_ARCHITECTURES: &str = "archs";

/// A column and its values.
type Values = (&'static str, fn() -> String);

/// The columns that a subcommand reads.
pub struct Columns {
    pub required: &'static [&'static str],
    pub optional: &'static [&'static str],
    /// The one whose cells are lists of words, which are arrays in JSON.
    pub list: Option<&'static str>,
    /// The values of columns that hold words, for the help text.
    pub values: &'static [Values],
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

    /// The columns in the help text, a note on others, and values.
    pub fn help(&self, note: &str) -> String {
        let required = match self.required {
            [] => "at least one of the optional columns".to_string(),
            names => names.join(", "),
        };
        let options = Options::new(79).subsequent_indent("  ");
        let mut text = format!("Required columns: {required}");
        if !self.optional.is_empty() {
            let names = self.optional.join(", ");
            text.push('\n');
            text += &fill(&format!("Optional columns: {names}"), &options);
        }
        text += note;
        for (column, values) in self.values {
            let values = format!("Values of {column}: {}", values());
            text += &format!("\n\n{}", fill(&values, &options));
        }
        text
    }

    /// Checks that commas separate the columns, that required ones are present
    /// and that none is duplicated or misspelt.
    pub fn check(&self, header: &StringRecord) -> Result<(), String> {
        let only = header.get(0).filter(|_| header.len() == 1);
        let place = only.and_then(|names| names.find([';', '\t']));
        if let (Some(names), Some(place)) = (only, place) {
            let separator = &names[place..=place];
            return Err(format!(
                "{separator:?} separates the columns, and not a comma"
            ));
        }
        let names: BTreeSet<&str> = header.iter().map(str::trim).collect();
        let (here, missing): (Vec<_>, Vec<_>) =
            self.all().partition(|column| names.contains(column));
        for name in header.iter().map(str::trim) {
            if let Some(column) = meant(name, &here, &missing) {
                let name = shortened(name);
                return Err(format!("column {name:?}: did you mean {column}?"));
            }
        }
        let required = |column: &&&str| self.required.contains(*column);
        if let Some(column) = missing.iter().find(required) {
            return Err(format!("column {column} is missing"));
        }
        for column in here {
            if header.iter().filter(|name| name.trim() == column).count() > 1 {
                return Err(format!("column {column} is duplicated"));
            }
        }
        Ok(())
    }
}

/// The missing column that a name is probably meant to be, if any: other
/// columns are kept, so a misspelt one would be a default without notice.
fn meant(
    name: &str,
    here: &[&'static str],
    missing: &[&'static str],
) -> Option<&'static str> {
    if here.contains(&name) || name == LIST_OF_ARCHITECTURES {
        return None;
    }
    let near = |&column| Some((distance(column, name)?, column));
    missing.iter().filter_map(near).min().map(|(_, column)| column)
}

/// The letters and digits of a name, in lower case.
fn plain(name: &str) -> String {
    let letters = name.chars().filter(char::is_ascii_alphanumeric);
    letters.map(|letter| letter.to_ascii_lowercase()).collect()
}

/// The number of letters in which a name differs from a column, if it looks
/// like a misspelling: one letter, or two of a long name.
fn distance(column: &str, name: &str) -> Option<usize> {
    let most = if column.len() < 8 { 1 } else { 2 };
    let (column, name) = (plain(column), plain(name));
    if column.len().abs_diff(name.len()) > most {
        return None;
    }
    let distance = osa_distance(&column, &name);
    (distance <= most).then_some(distance)
}
