// SPDX-License-Identifier: MIT

//! The cells of a row, by the names of their columns.

use super::{shortened, Columns};
use csv::StringRecord;
use std::borrow::Cow;

/// A line, and what is wrong on it.
pub type Failed = (u64, String);

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

impl Cell<'_> {
    /// Parses the text, or a word of it.
    pub fn parse<T>(
        &self,
        text: &str,
        expected: &str,
        parse: impl Fn(&str) -> Option<T>,
    ) -> Result<T, Failed> {
        parse(text).ok_or_else(|| {
            let (column, text) = (self.column, shortened(text));
            let what = format!("column {column}: {text:?} is not {expected}");
            (self.line, what)
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
    ) -> Result<Option<T>, Failed> {
        let cell = self.cell(column);
        cell.map(|cell| cell.parse(&cell.text, expected, parse)).transpose()
    }

    /// Parses a cell of a required column.
    pub fn require<T>(
        &self,
        column: &str,
        expected: &str,
        parse: impl Fn(&str) -> Option<T>,
    ) -> Result<T, Failed> {
        self.parse(column, expected, parse)?
            .ok_or_else(|| (self.line, format!("column {column} is missing")))
    }

    /// Parses the words of a cell.
    pub fn list<T>(
        &self,
        column: &str,
        expected: &str,
        parse: impl Fn(&str) -> Option<T>,
    ) -> Result<Vec<T>, Failed> {
        let Some(cell) = self.cell(column) else { return Ok(Vec::new()) };
        let words = cell.text.split([' ', ',']).filter(|word| !word.is_empty());
        words.map(|word| cell.parse(word, expected, &parse)).collect()
    }
}
