// SPDX-License-Identifier: MIT

//! The columns of a file, found by name, in any order.

use crate::escape::shortened;

/// A column, and what its values mean.
pub type Column = (&'static str, &'static str);

/// The columns that a subcommand reads; others are refused.
pub struct Columns {
    /// The first ones must be there.
    pub required: usize,
    pub all: &'static [Column],
}

impl Columns {
    fn required(&self) -> &'static [Column] {
        &self.all[..self.required]
    }

    pub fn is_required(&self, column: &str) -> bool {
        self.required().iter().any(|(name, _)| *name == column)
    }

    /// The column of this name; others could be typing errors.
    fn known(&self, name: &str) -> Result<&'static str, String> {
        let mut names = self.all.iter().map(|(name, _)| *name);
        names.clone().find(|column| *column == name).ok_or_else(|| {
            let known = names.by_ref().collect::<Vec<_>>().join(", ");
            format!("column {:?} is not one of {known}", shortened(name))
        })
    }

    /// The columns in the help text.
    pub fn help(&self) -> String {
        let mut text = "Columns:\n".to_string();
        for (name, meaning) in self.all {
            let optional = match self.required > 0 && !self.is_required(name) {
                true => " (optional)",
                false => "",
            };
            text += &format!("  {name:<15}{meaning}{optional}\n");
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
        let mut required = self.required().iter().map(|(name, _)| name);
        match required.find(|column| !seen.contains(column)) {
            Some(column) => Err(format!("column {column} is missing")),
            None => Ok(seen),
        }
    }
}
