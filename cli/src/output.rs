// SPDX-License-Identifier: MIT

//! Text and JSON on standard output.

use crate::failure::Failure;
use serde_json::Value;
use std::fmt::Display;
use std::io::Write;
use tabwriter::TabWriter;

/// Formats a word as drivers' dumps do: 8 hex digits.
pub fn word(value: u32) -> String {
    format!("{value:08x}")
}

/// A single word of JSON as text.
pub fn hex(word: &Value) -> String {
    word.as_str().map_or("-".into(), |digits| format!("0x{digits}"))
}

/// Words, separated by spaces.
pub fn words(values: &[u32]) -> String {
    values.iter().map(|&value| word(value)).collect::<Vec<_>>().join(" ")
}

/// Lines of labels and values, with aligned values.
#[derive(Default)]
pub struct Sheet {
    text: String,
}

impl Sheet {
    /// Adds an unindented line.
    pub fn heading(&mut self, text: impl Display) {
        if !self.text.is_empty() {
            self.text.push('\n');
        }
        self.text.push_str(&format!("{text}\n"));
    }

    /// Adds an indented label and its value.
    pub fn line(&mut self, label: &str, value: impl Display) {
        self.text.push_str(&format!("  {label}\t{value}\n"));
    }

    /// Adds a line if it has a value.
    pub fn some(&mut self, label: &str, value: Option<impl Display>) {
        if let Some(value) = value {
            self.line(label, value);
        }
    }

    /// Adds a line for a value of JSON, unless it is `null`.
    pub fn value(&mut self, label: &str, value: &Value) {
        self.some(label, (!value.is_null()).then(|| plain(value)));
    }

    /// Adds a row of aligned cells; the first row has their names.
    pub fn row<const N: usize>(&mut self, cells: [impl Display; N]) {
        let cells = cells.map(|cell| cell.to_string());
        self.text.push_str(&cells.join("\t"));
        self.text.push('\n');
    }

    /// Writes the sheet to standard output.
    pub fn print(&self, output: &mut dyn Write) -> Result<(), Failure> {
        let mut aligned = TabWriter::new(output).padding(2);
        aligned
            .write_all(self.text.as_bytes())
            .and_then(|()| aligned.flush())
            .map_err(|error| Failure::output(&error))
    }
}

/// A value of JSON as text, without quotes and brackets.
pub fn plain(value: &Value) -> String {
    match value {
        Value::Null => "-".into(),
        Value::String(text) => text.clone(),
        Value::Array(_) => {
            elements(value).map(plain).collect::<Vec<_>>().join(" ")
        }
        other => other.to_string(),
    }
}

/// The elements of an array of JSON.
pub fn elements(array: &Value) -> impl Iterator<Item = &Value> {
    array.as_array().into_iter().flatten()
}

/// Prints an answer, as JSON or as text.
pub fn print(
    json: bool,
    answer: &Value,
    text: fn(&Value) -> Sheet,
    output: &mut dyn Write,
) -> Result<(), Failure> {
    if json {
        writeln!(output, "{answer:#}").map_err(|error| Failure::output(&error))
    } else {
        text(answer).print(output)
    }
}
