// SPDX-License-Identifier: MIT

//! The promises of the command for every input, however hostile. tools/fuzz/
//! checks the same.

use crate::in_process::answer;
pub use crate::in_process::Answer;
use crate::{module_promises, page, trace_promises};
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
    /// Whether all names in the input are known to differ.
    pub distinct: bool,
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
        let mut answer = answer(&self.arguments, input);
        if self.arguments.iter().any(|argument| argument == "always") {
            answer.output = without_colors(&answer.output);
            answer.errors = without_colors(&answer.errors);
        }
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

    /// Checks that a terminal shows everything and obeys nothing. Cells of CSV
    /// are kept as they are.
    fn check_characters(&self, answer: &Answer) -> Result<(), String> {
        let rows = ["records", "draws", "ids", "valhall"];
        let keeps = self.arguments.first().and_then(|a| a.to_str());
        let output = match rows.contains(&keeps.unwrap_or_default()) {
            true => "",
            false => &answer.output,
        };
        let obeyed = |c: char| c.is_control() && c != '\n' || c == '\u{61c}';
        let raw = [output, &answer.errors].into_iter();
        ensure(!raw.flat_map(str::chars).any(obeyed), "a control character")
    }

    fn check_subcommand(&self, answer: &Answer) -> Result<(), String> {
        let subcommand = self.arguments.first().and_then(|a| a.to_str());
        // The number of computed columns, without `error`.
        match subcommand {
            Some("draws" | "ids") => self.check_rows(answer, 5),
            Some("valhall") => self.check_rows(answer, 15),
            Some("records") if has_column(&self.input, "rate") => {
                self.check_rows(answer, 17)
            }
            Some("records") => self.check_rows(answer, 14),
            Some("decode") if answer.status == 1 => ensure(
                answer.output.is_empty()
                    && answer.errors.starts_with("dral: word ")
                    || tells_refusal(&answer.output)
                        && answer.output.contains("\"error\": \"word "),
                "no word is named",
            ),
            Some("explain") if page::is_one(&answer.output) => {
                page::checked(&answer.output)?;
                let refused = answer.output.contains("<dt>refused</dt>");
                ensure(
                    refused == (answer.status == 1),
                    "a refusal without its status, or the reverse",
                )
            }
            Some("explain")
                if answer.status == 1 && answer.output.is_empty() =>
            {
                let of_trace = |errors: &str| {
                    errors.starts_with("dral: the trace has ")
                        || errors.contains(" has no counts in the trace: ")
                };
                ensure(of_trace(&answer.errors), "no refusal is printed")
            }
            Some("explain" | "divisor" | "padded") if answer.status == 1 => {
                ensure(tells_refusal(&answer.output), "no refusal is printed")
            }
            Some("check-trace") => trace_promises::check(answer, &self.input),
            Some("indirect") => ensure(
                (answer.status == 1) == tells_refusal(&answer.output),
                "a refusal without its status, or the reverse",
            ),
            Some(
                name @ ("layout" | "varyings" | "binding-table"
                | "dynamic-state" | "plot"),
            ) => module_promises::check(name, answer, self.distinct),
            _ => Ok(()),
        }
    }

    /// Checks that the rows keep their order and their cells, and that each has
    /// either results or an error.
    fn check_rows(
        &self,
        answer: &Answer,
        results: usize,
    ) -> Result<(), String> {
        let Answer { status, output, errors } = answer;
        let output = records(output.as_bytes())
            .collect::<Result<Vec<_>, _>>()
            .map_err(|error| format!("the output is not CSV: {error}"))?;
        check_place(&self.input, errors, output.len())?;
        let Some((header, rows)) = output.split_first() else {
            return ensure(*status == 2, "not even a header");
        };
        let error = header.len() - 1;
        ensure(&header[error] == "error", "no error column")?;
        let cells = error - results;
        let computed: Vec<_> = header.iter().skip(cells).collect();

        let input = without_marks(&self.input);
        let mut input = records(input).map_while(Result::ok);
        let names = input.next().ok_or("a header without input")?;
        let kept: Vec<usize> = (0..names.len())
            .filter(|&place| !computed.contains(&names[place].trim()))
            .collect();
        let same = |given: &StringRecord, row: &StringRecord| {
            let kept = kept.iter().map(|&place| &given[place]);
            kept.eq(row.iter().take(cells))
        };
        ensure(same(&names, header), "different columns in the output")?;
        for row in rows {
            let given = input
                .next()
                .ok_or("more rows in the output than in the input")?;
            ensure(same(&given, row), "a cell has changed")?;
            let mut values = row.iter().skip(cells).take(results);
            let has_results = values.any(|value| !value.is_empty());
            ensure(
                has_results == row[error].is_empty(),
                "neither results nor an error, or both",
            )?;
        }
        let refused = rows.iter().any(|row| !row[error].is_empty());
        match status {
            0 => ensure(!refused, "a row was refused"),
            1 => ensure(refused, "no row was refused"),
            _ => Ok(()),
        }?;
        ensure(
            *status == 2 || input.next().is_none(),
            "fewer rows in the output than in the input",
        )
    }
}

pub fn ensure(kept: bool, broken: &str) -> Result<(), String> {
    kept.then_some(()).ok_or_else(|| broken.to_string())
}

/// What `--color always` prints, as without it.
fn without_colors(text: &str) -> String {
    let mut parts = text.split("\u{1B}[");
    let first = parts.next().into_iter();
    first
        .chain(parts.filter_map(|part| Some(part.split_once('m')?.1)))
        .collect()
}

/// Checks that the status agrees with standard error.
fn check_status(answer: &Answer) -> Result<(), String> {
    let errors = &answer.errors;
    let told = ["dral: ", "error: "].iter().any(|by| errors.starts_with(by));
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

fn has_column(csv: &[u8], name: &str) -> bool {
    let header = records(without_marks(csv)).next().and_then(Result::ok);
    header.is_some_and(|header| header.iter().any(|n| n.trim() == name))
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
    // A quoted cell can span lines.
    if input.contains(&b'"') {
        return Ok(());
    }
    let number = told.split(':').next().and_then(|n| n.parse().ok());
    let number: usize = number.ok_or("no line number")?;
    let text = String::from_utf8_lossy(without_marks(input));
    let text = text.replace("\r\n", "\n");
    let mut lines = text.split(['\r', '\n']);
    let before = lines.by_ref().take(number - 1);
    ensure(
        before.filter(|line| !line.is_empty()).count() == rows,
        "a wrong line number",
    )?;
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
