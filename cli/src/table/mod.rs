// SPDX-License-Identifier: MIT

//! Lists in files of CSV.

mod columns;
mod csv;
mod source;

pub use columns::Columns;
pub use source::{check_once, name, open, without_mark};

use crate::failure::Failure;
use std::io::{self, BufReader, Read};
use std::path::Path;

/// An item of a list.
pub trait Item: Default {
    const COLUMNS: Columns;

    /// Sets the value of a column.
    fn set(&mut self, column: &'static str, text: &str) -> Result<(), String>;
}

/// Reads a list, which must not be empty.
pub fn each_of_some<T: Item>(
    file: &Path,
    input: &mut dyn Read,
    mut take: impl FnMut(T, &str) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let mut is_empty = true;
    each(file, input, |item, place| {
        is_empty = false;
        take(item, place)
    })?;
    match is_empty {
        true => {
            let name = name(file);
            Err(Failure::Message(format!("{name}: no draw in this file")))
        }
        false => Ok(()),
    }
}

/// Reads a list, and takes each item with its place, such as `draws.csv:7`.
pub fn each<T: Item>(
    file: &Path,
    input: &mut dyn Read,
    take: impl FnMut(T, &str) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let name = name(file);
    let fail = |error: io::Error| Failure::Message(format!("{name}: {error}"));
    let opened = open(file, input).and_then(without_mark);
    csv::each(&name, BufReader::new(opened.map_err(fail)?), take)
}
