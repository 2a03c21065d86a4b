// SPDX-License-Identifier: MIT

//! Text and JSON on standard output.

use crate::color;
use crate::escape::{escaped, escaped_json};
use crate::failure::Failure;
use crate::streams::Streams;
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
    colors: bool,
}

impl Sheet {
    /// Adds an unindented line.
    pub fn heading(&mut self, text: impl Display) {
        if !self.text.is_empty() {
            self.text.push('\n');
        }
        self.text.push_str(&escaped(&text.to_string()));
        self.text.push('\n');
    }

    /// Adds an indented label and its value.
    pub fn line(&mut self, label: &str, value: impl Display) {
        let (label, value) = (escaped(label), value.to_string());
        self.text.push_str(&format!("  {label}\t{}\n", escaped(&value)));
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
        let cells = cells.map(|cell| escaped(&cell.to_string()).into_owned());
        self.text.push_str(&cells.join("\t"));
        self.text.push('\n');
    }

    /// Has colours if `colors`.
    pub fn colored(self, colors: bool) -> Self {
        Self { colors, ..self }
    }

    /// Writes the sheet to standard output.
    pub fn print(&self, output: &mut dyn Write) -> Result<(), Failure> {
        let mut aligned = TabWriter::new(output).padding(2);
        for text in self.text.split_inclusive('\n') {
            let plain = text.starts_with(' ') || text.contains('\t');
            if plain || !self.colors {
                aligned.write_all(text.as_bytes())?;
            } else {
                // TabWriter aligns only lines with tabs.
                let (text, style) = (text.trim_end(), color::HEADING);
                writeln!(aligned, "{style}{text}{style:#}")?;
            }
        }
        Ok(aligned.flush()?)
    }
}

/// A heading of a sheet, and the lines below it.
pub struct Part<'a> {
    pub heading: &'a str,
    pub lines: Vec<(&'a str, &'a str)>,
}

impl Sheet {
    /// The headings and their lines.
    pub fn parts(&self) -> Vec<Part<'_>> {
        let mut parts: Vec<Part> = Vec::new();
        for text in self.text.lines().filter(|text| !text.is_empty()) {
            let line = text.strip_prefix("  ").and_then(|t| t.split_once('\t'));
            match (line, parts.last_mut()) {
                (Some(line), Some(part)) => part.lines.push(line),
                _ => parts.push(Part { heading: text, lines: Vec::new() }),
            }
        }
        parts
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
    streams: &mut Streams,
) -> Result<(), Failure> {
    print_either(json, || answer, || text(answer), streams)
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
        let colors = streams.terminal.output_colors;
        sheet().colored(colors).print(streams.output)
    }
}
