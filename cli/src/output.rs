// SPDX-License-Identifier: MIT

//! Text and JSON on standard output.

use crate::color;
use crate::escape::{escaped, escaped_json};
use crate::failure::Failure;
use crate::page::Rule;
use crate::streams::Streams;
use serde::{Serialize, Serializer};
use serde_json::Value;
use std::fmt::{self, Display, Formatter};
use std::io::Write;
use tabwriter::TabWriter;

/// A word of a descriptor, as drivers' dumps show it: 8 hex digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Word(pub u32);

impl Display for Word {
    fn fmt(&self, out: &mut Formatter) -> fmt::Result {
        write!(out, "{:08x}", self.0)
    }
}

impl Serialize for Word {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        out.collect_str(self)
    }
}

/// Formats a word.
pub fn word(value: u32) -> String {
    Word(value).to_string()
}

/// A single word of JSON as text.
pub fn hex(word: &Value) -> String {
    word.as_str().map_or("-".into(), |digits| format!("0x{digits}"))
}

/// The numbers of words.
pub fn numbers(words: &[Word]) -> Vec<u32> {
    words.iter().map(|word| word.0).collect()
}

/// Values, separated by spaces.
pub fn joined(values: impl IntoIterator<Item = impl Display>) -> String {
    let values = values.into_iter().map(|value| value.to_string());
    values.collect::<Vec<_>>().join(" ")
}

/// Words, separated by spaces.
pub fn words(values: &[u32]) -> String {
    joined(values.iter().map(|&value| Word(value)))
}

/// An indented line: a label, its value, and the rule behind it.
pub struct Line {
    pub label: String,
    pub value: String,
    pub rule: Option<Rule>,
}

/// A heading, and what is below it.
#[derive(Default)]
pub struct Part {
    /// Only the first part can lack one.
    pub heading: String,
    pub lines: Vec<Line>,
    /// Cells, separated by tabs.
    rows: Vec<String>,
}

/// Labels and values, and rows of cells, for people: on a terminal, where values
/// and cells are aligned, or on a page.
#[derive(Default)]
pub struct Sheet {
    pub parts: Vec<Part>,
}

impl Sheet {
    /// Begins a part.
    pub fn heading(&mut self, text: impl Display) {
        let heading = escaped(&text.to_string()).into_owned();
        self.parts.push(Part { heading, ..Part::default() });
    }

    fn last(&mut self) -> &mut Part {
        if self.parts.is_empty() {
            self.parts.push(Part::default());
        }
        let last = self.parts.len() - 1;
        &mut self.parts[last]
    }

    /// Adds a line.
    pub fn line(&mut self, label: &str, value: impl Display) {
        self.cite(None, label, value);
    }

    /// Adds a line that a rule explains.
    pub fn cite(
        &mut self,
        rule: impl Into<Option<Rule>>,
        label: &str,
        value: impl Display,
    ) {
        let value = escaped(&value.to_string()).into_owned();
        let (label, rule) = (escaped(label).into_owned(), rule.into());
        self.last().lines.push(Line { label, value, rule });
    }

    /// Adds a line if it has a value.
    pub fn some(
        &mut self,
        rule: impl Into<Option<Rule>>,
        label: &str,
        value: Option<impl Display>,
    ) {
        if let Some(value) = value {
            self.cite(rule, label, value);
        }
    }

    /// Adds a line for a value of JSON, unless it is `null`.
    pub fn value(&mut self, label: &str, value: &Value) {
        self.some(None, label, (!value.is_null()).then(|| plain(value)));
    }

    /// Adds a row of cells; the first row has their names.
    pub fn row<const N: usize>(&mut self, cells: [impl Display; N]) {
        let cells = cells.map(|cell| escaped(&cell.to_string()).into_owned());
        self.last().rows.push(cells.join("\t"));
    }

    /// Writes the sheet as text.
    pub fn print(
        &self,
        colors: bool,
        output: &mut dyn Write,
    ) -> Result<(), Failure> {
        let mut aligned = TabWriter::new(output).padding(2);
        for (place, Part { heading, lines, rows }) in
            self.parts.iter().enumerate()
        {
            if place > 0 {
                writeln!(aligned)?;
            }
            if colors && !heading.is_empty() {
                let style = color::HEADING;
                writeln!(aligned, "{style}{heading}{style:#}")?;
            } else if !heading.is_empty() {
                writeln!(aligned, "{heading}")?;
            }
            for Line { label, value, .. } in lines {
                writeln!(aligned, "  {label}\t{value}")?;
            }
            for row in rows {
                writeln!(aligned, "{row}")?;
            }
        }
        Ok(aligned.flush()?)
    }
}

/// A value of JSON as text, without quotes and brackets.
pub fn plain(value: &Value) -> String {
    match value {
        Value::Null => "-".into(),
        Value::String(text) => text.clone(),
        Value::Array(_) => joined(elements(value).map(plain)),
        other => other.to_string(),
    }
}

/// The elements of an array of JSON.
pub fn elements(array: &Value) -> impl Iterator<Item = &Value> {
    array.as_array().into_iter().flatten()
}

/// Prints an answer, as JSON or as text.
pub fn print<T: Serialize>(
    json: bool,
    answer: &T,
    sheet: impl FnOnce(&T) -> Sheet,
    streams: &mut Streams,
) -> Result<(), Failure> {
    if json {
        let text = serde_json::to_string_pretty(answer)
            .map_err(|error| Failure::Message(error.to_string()))?;
        Ok(writeln!(streams.output, "{}", escaped_json(&text))?)
    } else {
        sheet(answer).print(streams.terminal.output_colors, streams.output)
    }
}

/// Prints one of two forms of an answer.
pub fn print_either<T: Display>(
    json: bool,
    value: impl FnOnce() -> T,
    sheet: impl FnOnce() -> Sheet,
    streams: &mut Streams,
) -> Result<(), Failure> {
    if json {
        let text = format!("{:#}", value());
        Ok(writeln!(streams.output, "{}", escaped_json(&text))?)
    } else {
        sheet().print(streams.terminal.output_colors, streams.output)
    }
}
