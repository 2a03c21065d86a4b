// SPDX-License-Identifier: MIT

//! Text and JSON on standard output.

use crate::failure::Failure;
use serde::Serialize;
use std::fmt::Display;
use std::io::Write;
use tabwriter::TabWriter;

/// Formats a word as drivers' dumps do: 8 hex digits.
pub fn word(value: u32) -> String {
    format!("{value:08x}")
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

/// Writes a value as JSON to standard output.
pub fn print_json(
    value: &impl Serialize,
    output: &mut dyn Write,
) -> Result<(), Failure> {
    let json = serde_json::to_string_pretty(value)
        .map_err(|error| Failure::Message(error.to_string()))?;
    writeln!(output, "{json}").map_err(|error| Failure::output(&error))
}
