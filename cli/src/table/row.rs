// SPDX-License-Identifier: MIT

//! The cells of a row, by the names of their columns.

use super::{shortened, Columns};
use crate::number;
use csv::StringRecord;
use dral::instancing::{Architecture, IdType, Rate};
use dral::Error;
use std::borrow::Cow;

/// Why a row has no results.
#[derive(Debug)]
pub enum RowError {
    /// The message for the row's `error` column; later rows are still
    /// processed.
    Refused(String),
    /// Reading cannot continue, for this reason on this line.
    Fatal(u64, String),
}

impl From<Error> for RowError {
    fn from(error: Error) -> Self {
        Self::Refused(error.to_string())
    }
}

/// A cell of JSON can be on another line than the beginning of its row.
pub struct Cell<'a> {
    pub column: &'static str,
    pub line: u64,
    pub text: Cow<'a, str>,
}

/// A row: its cells in the columns of a subcommand.
pub struct Row<'a> {
    /// The line on which it begins.
    pub line: u64,
    pub cells: Vec<Cell<'a>>,
}

/// The places of a subcommand's columns in a file.
pub struct Places(Vec<(&'static str, usize)>);

impl Places {
    /// Finds the columns, or says what is wrong with the header.
    pub fn find(
        columns: &Columns,
        header: &StringRecord,
    ) -> Result<Self, String> {
        columns.check(header)?;
        let place = |column| {
            let place = header.iter().position(|name| name.trim() == column)?;
            Some((column, place))
        };
        Ok(Self(columns.all().filter_map(place).collect()))
    }

    pub fn has(&self, column: &str) -> bool {
        self.0.iter().any(|(name, _)| *name == column)
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The cells of a row of CSV.
    pub fn row<'a>(&self, record: &'a StringRecord, line: u64) -> Row<'a> {
        let cells = self.0.iter().map(|&(column, place)| Cell {
            column,
            line,
            text: record.get(place).unwrap_or_default().into(),
        });
        Row { line, cells: cells.collect() }
    }
}

/// How cells of a column of numbers are parsed, and what they hold.
fn numbers(column: &str) -> (fn(&str) -> Option<i128>, &'static str) {
    match column {
        "arch" => (number::architecture_number, "an architecture, such as v7"),
        "what" => (id_type, "vertex_id or instance_id"),
        _ => (number::integer, "a number"),
    }
}

fn id_type(text: &str) -> Option<i128> {
    match text.trim() {
        "vertex_id" => Some(IdType::Vertex as i128),
        "instance_id" => Some(IdType::Instance as i128),
        _ => None,
    }
}

impl Cell<'_> {
    /// Parses the text, or a word of it.
    fn parse<T>(
        &self,
        text: &str,
        expected: &str,
        parse: impl Fn(&str) -> Option<T>,
    ) -> Result<T, RowError> {
        parse(text).ok_or_else(|| {
            let (column, text) = (self.column, shortened(text));
            let what = format!("column {column}: {text:?} is not {expected}");
            RowError::Fatal(self.line, what)
        })
    }
}

impl Row<'_> {
    pub fn has(&self, column: &str) -> bool {
        self.cell(column).is_some()
    }

    fn cell(&self, column: &str) -> Option<&Cell<'_>> {
        self.cells.iter().find(|cell| cell.column == column)
    }

    /// Removes empty cells of optional columns.
    pub fn without_empty(mut self, columns: &Columns) -> Self {
        self.cells.retain(|Cell { column, text, .. }| {
            columns.required.contains(column) || !text.is_empty()
        });
        self
    }

    /// Parses a cell, if there is one.
    pub fn parse<T>(
        &self,
        column: &str,
        expected: &str,
        parse: impl Fn(&str) -> Option<T>,
    ) -> Result<Option<T>, RowError> {
        let cell = self.cell(column);
        cell.map(|cell| cell.parse(&cell.text, expected, parse)).transpose()
    }

    /// Parses a cell of a required column.
    pub fn require<T>(
        &self,
        column: &str,
        expected: &str,
        parse: impl Fn(&str) -> Option<T>,
    ) -> Result<T, RowError> {
        self.parse(column, expected, parse)?.ok_or_else(|| {
            RowError::Fatal(self.line, format!("column {column} is missing"))
        })
    }

    /// Parses the words of a cell.
    pub fn list<T>(
        &self,
        column: &str,
        expected: &str,
        parse: impl Fn(&str) -> Option<T>,
    ) -> Result<Vec<T>, RowError> {
        let Some(cell) = self.cell(column) else { return Ok(Vec::new()) };
        let words = cell.text.split_whitespace();
        words.map(|word| cell.parse(word, expected, &parse)).collect()
    }

    fn number(&self, column: &str) -> Result<Option<i128>, RowError> {
        let (parse, expected) = numbers(column);
        self.parse(column, expected, parse)
    }

    /// Fails if a cell is not a number.
    pub fn check_numbers(&self) -> Result<(), RowError> {
        let mut columns = self.cells.iter().map(|cell| cell.column);
        columns.try_for_each(|column| self.number(column).map(drop))
    }

    /// A number that satisfies `convert`; 0 if the column is missing.
    fn within<T: Default>(
        &self,
        column: &str,
        range: &str,
        convert: impl Fn(i128) -> Option<T>,
    ) -> Result<T, RowError> {
        let Some(number) = self.number(column)? else {
            return Ok(T::default());
        };
        convert(number).ok_or_else(|| {
            // The original text: the number may be cut to 128 bits.
            let text = self.cell(column).map(|cell| cell.text.trim());
            let text = shortened(text.unwrap_or_default());
            let what = format!("{column}: {text} is not within {range}");
            RowError::Refused(what)
        })
    }

    pub fn unsigned(&self, column: &str) -> Result<u32, RowError> {
        let convert = |number| u32::try_from(number).ok();
        self.within(column, "0 to 4294967295", convert)
    }

    /// A signed value, which can also be written as its unsigned 32-bit
    /// pattern.
    pub fn signed_pattern(&self, column: &str) -> Result<i32, RowError> {
        let range = "-2147483648 to 4294967295";
        self.within(column, range, number::signed_pattern)
    }

    pub fn signed(&self, column: &str) -> Result<i32, RowError> {
        let convert = |number| i32::try_from(number).ok();
        self.within(column, "-2147483648 to 2147483647", convert)
    }

    pub fn flag(&self, column: &str) -> Result<bool, RowError> {
        self.within(column, "0 to 1", |number| match number {
            0 => Some(false),
            1 => Some(true),
            _ => None,
        })
    }

    /// The architecture of the row, or the one that is given.
    pub fn architecture(
        &self,
        given: Architecture,
    ) -> Result<Architecture, RowError> {
        let Some(number) = self.number("arch")? else { return Ok(given) };
        let number = u32::try_from(number);
        let number = number.map_err(|_| Error::UnknownArchitecture)?;
        Ok(Architecture::try_from(number)?)
    }

    /// The rate in the column `rate`, by Vulkan's numbers. Without the column,
    /// a divisor of 0 means per vertex, as in OpenGL.
    pub fn rate(&self) -> Result<Rate, RowError> {
        if self.has("rate") {
            Ok(Rate::try_from(self.unsigned("rate")?)?)
        } else if self.unsigned("divisor")? == 0 {
            Ok(Rate::Vertex)
        } else {
            Ok(Rate::Instance)
        }
    }

    pub fn id_type(&self) -> Result<IdType, RowError> {
        Ok(IdType::try_from(self.unsigned("what")?)?)
    }
}
