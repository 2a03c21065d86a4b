// SPDX-License-Identifier: MIT

//! The promises of the command for every input, however hostile. evidence/fuzz/
//! checks the same.

use crate::in_process::answer;
pub use crate::in_process::Answer;
use crate::{page, trace_promises};
use csv::StringRecord;
use serde_json::Value;
use std::ffi::OsString;
use std::fmt;
use std::io::{self, Read};

/// One call of the command.
pub struct Call {
    /// Without the program name; the first is the subcommand.
    pub arguments: Vec<OsString>,
    pub input: Vec<u8>,
    /// The maximum number of bytes in one read of the input.
    pub piece: usize,
}

impl fmt::Display for Call {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        write!(
            out,
            "arguments {:?}, input \"{}\" in pieces of {} bytes",
            self.arguments,
            self.input.escape_ascii(),
            self.piece
        )
    }
}

/// A pipe that yields a few bytes at a time.
struct Pipe<'a> {
    left: &'a [u8],
    piece: usize,
}

impl Read for Pipe<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let most = buffer.len().min(self.piece);
        let (buffer, _) = buffer.split_at_mut(most);
        self.left.read(buffer)
    }
}

impl Call {
    /// Runs the command. Returns its status, or the promise that it broke.
    pub fn check(&self) -> Result<u8, String> {
        let input = Pipe { left: &self.input, piece: self.piece };
        let answer = answer(&self.arguments, input);
        let told = format!(
            "status {}\nstandard output: {}\nstandard error: {}",
            answer.status, answer.output, answer.errors
        );
        check_status(&answer)
            .and_then(|()| self.check_characters(&answer))
            .and_then(|()| self.check_subcommand(&answer))
            .map_err(|broken| format!("{broken}\n{told}"))?;
        Ok(answer.status)
    }

    /// Checks that a terminal shows everything and obeys nothing.
    fn check_characters(&self, answer: &Answer) -> Result<(), String> {
        let obeyed = |c: char| c.is_control() && c != '\n' || c == '\u{61c}';
        let raw = [&answer.output, &answer.errors].into_iter();
        ensure(
            !raw.flat_map(|text| text.chars()).any(obeyed),
            "a control character",
        )
    }

    /// The group and the subcommand, such as `trace check`.
    fn subcommand(&self) -> String {
        let words = self.arguments.iter().filter_map(|word| word.to_str());
        let words: Vec<_> = words.take(2).collect();
        match words[..] {
            [group @ ("trace" | "draw" | "word"), name, ..] => {
                format!("{group} {name}")
            }
            [name, ..] => name.into(),
            [] => String::new(),
        }
    }

    fn check_subcommand(&self, answer: &Answer) -> Result<(), String> {
        match &self.subcommand()[..] {
            "draw rows" => self.check_rows(answer),
            "draw explain" | "trace explain"
                if page::is_one(&answer.output) =>
            {
                page::checked(&answer.output)?;
                let refused = answer.output.contains("<dt>refused</dt>");
                ensure(
                    refused == (answer.status == 1),
                    "a refusal without its status, or the reverse",
                )
            }
            "trace explain"
                if answer.status == 1 && answer.output.is_empty() =>
            {
                let of_trace = |errors: &str| {
                    errors.contains(": the trace has ")
                        || errors.contains(" has no counts in the trace: ")
                };
                ensure(of_trace(&answer.errors), "no refusal is printed")
            }
            "draw explain" | "trace explain" | "word decode"
            | "word divisor" | "word padded"
                if answer.status == 1 =>
            {
                ensure(tells_refusal(&answer.output), "no refusal is printed")
            }
            "trace check" | "trace diff" => {
                trace_promises::check(answer, &self.input)
            }
            "dral-layout" => check_layout(answer),
            _ => Ok(()),
        }
    }

    /// Checks that the rows are in order, and that each that is refused has an
    /// error instead of words.
    fn check_rows(&self, answer: &Answer) -> Result<(), String> {
        let Answer { status, output, errors } = answer;
        if errors.starts_with("error: ") || output.contains("Usage: dral") {
            return Ok(());
        }
        let output = records(output.as_bytes())
            .collect::<Result<Vec<_>, _>>()
            .map_err(|error| format!("the output is not CSV: {error}"))?;
        let Some((header, rows)) = output.split_first() else {
            return ensure(*status == 2, "not even a header");
        };
        let error = header.len() - 1;
        ensure(&header[error] == "error", "no error column")?;
        let (mut last, mut refused) = (0, false);
        for row in rows {
            let number: u64 = row[0].parse().map_err(|_| "no number")?;
            ensure(number == last || number == last + 1, "a row is missing")?;
            last = number;
            refused |= !row[error].is_empty();
            let has_words = !row[error - 1].is_empty();
            ensure(!has_words || row[error].is_empty(), "words and an error")?;
        }
        // JSON is read as a whole.
        let first = self.input.iter().find(|byte| !byte.is_ascii_whitespace());
        if first != Some(&b'[') {
            check_place(&self.input, errors, last as usize + 1)?;
        }
        match status {
            0 => ensure(!refused, "a row was refused"),
            1 => ensure(refused, "no row was refused"),
            _ => Ok(()),
        }
    }
}

/// The maximum length of a reason, in characters.
const LONGEST_REASON: usize = 2000;

/// Checks that the descriptors of a set follow each other within its areas.
fn check_layout(answer: &Answer) -> Result<(), String> {
    let Answer { status, output, errors } = answer;
    if *status != 0 {
        ensure(output.is_empty(), "refused, but with output")?;
        // The argument parser quotes its input.
        let of_file = errors.starts_with("dral-layout: ");
        let short = errors.len() <= LONGEST_REASON;
        return ensure(short || !of_file, "an endless reason");
    }
    if !output.starts_with('{') {
        let is_known = output.contains("Set") || output.contains("Usage: dral");
        return ensure(is_known, "neither a set nor help");
    }
    let json: Value =
        serde_json::from_str(output).map_err(|error| error.to_string())?;
    let list = |value: &Value| {
        let list = value.as_array().cloned();
        list.ok_or_else(|| format!("{value} is not a list"))
    };
    for set in list(&json["sets"])? {
        ensure(set["areas"][0].is_object(), "no area")?;
        for area in list(&set["areas"])? {
            let mut next = Some(0);
            for one in list(&area["descriptors"])? {
                let (begin, end) = (one["begin"].as_u64(), one["end"].as_u64());
                ensure(begin >= next && end > begin, "an overlap")?;
                next = end;
            }
            ensure(area["set_size"].as_u64() >= next, "a wrong size")?;
        }
    }
    ensure(json["sets"][0].is_object(), "no set")
}

pub fn ensure(kept: bool, broken: &str) -> Result<(), String> {
    kept.then_some(()).ok_or_else(|| broken.to_string())
}

/// Checks that the status agrees with standard error.
fn check_status(answer: &Answer) -> Result<(), String> {
    let errors = &answer.errors;
    let mut programs = ["dral: ", "dral-layout: ", "error: "].iter();
    let told = programs.any(|by| errors.starts_with(by));
    match answer.status {
        0 => ensure(errors.is_empty(), "success with an error"),
        1 => ensure(!answer.output.is_empty() || told, "refused in silence"),
        2 => ensure(told && errors.ends_with('\n'), "failed in silence"),
        _ => ensure(false, "an unknown status"),
    }
}

fn records(csv: &[u8]) -> impl Iterator<Item = csv::Result<StringRecord>> + '_ {
    // After an empty line the reader keeps a byte order mark as part of a
    // column's name.
    csv::ReaderBuilder::new()
        .has_headers(false)
        .from_reader(b"\n".chain(csv))
        .into_records()
}

fn without_marks(mut csv: &[u8]) -> &[u8] {
    while let Some(rest) = csv.strip_prefix("\u{FEFF}".as_bytes()) {
        csv = rest;
    }
    csv
}

/// Whether text or JSON output contains a refusal.
fn tells_refusal(output: &str) -> bool {
    fn any(value: &Value) -> bool {
        match value {
            Value::Array(values) => values.iter().any(any),
            Value::Object(fields) => fields.iter().any(|(name, value)| {
                name == "error" && value.is_string() || any(value)
            }),
            _ => false,
        }
    }
    match serde_json::from_str(output) {
        Ok(json) => any(&json),
        Err(_) => {
            output.contains("refused") || output.contains("more than 32 bits")
        }
    }
}

/// Checks that a failure at a line comes after the rows before that line, and
/// that the quoted value is on that line.
fn check_place(input: &[u8], errors: &str, rows: usize) -> Result<(), String> {
    let Some(told) = errors.strip_prefix("dral: standard input:") else {
        return Ok(());
    };
    // A quoted cell can span lines, and an empty file has none.
    if input.contains(&b'"') || told == " the file is empty\n" {
        return Ok(());
    }
    let number = told.split(':').next().and_then(|n| n.parse().ok());
    let number: usize = number.ok_or("no line number")?;
    let text = String::from_utf8_lossy(without_marks(input));
    let mut lines = text.split('\n').map(str::trim);
    let before = lines.by_ref().take(number - 1);
    // The first is the header.
    let count = before.filter(|line| !line.is_empty()).count();
    let is_right = count == rows || rows == 1 && count == 0;
    ensure(is_right, "a wrong line number")?;
    let plain = |value: &&str| {
        let mut characters = value.chars();
        characters.all(|c| c.is_ascii_alphanumeric())
    };
    match told.split('"').nth(1).filter(plain) {
        Some(value) => ensure(
            lines.next().is_some_and(|line| line.contains(value)),
            "the value is not on its line",
        ),
        None => Ok(()),
    }
}
