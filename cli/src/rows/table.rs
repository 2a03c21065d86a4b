// SPDX-License-Identifier: MIT

//! Reads, computes and writes each row.

use super::input::{Cells, Inputs, RowError};
use super::lines::{Counted, Lines};
use super::source::{open, without_mark};
use super::Rows;
use crate::columns::Columns;
use crate::failure::{Failure, Outcome};
use crate::streams::{progress_bar, Streams};
use csv::{Reader, StringRecord, Writer};
use indicatif::ProgressBar;
use std::io::{Read, Write};

/// A command that computes results for each row.
pub trait RowCommand {
    /// The file and the rules.
    fn rows(&self) -> &Rows;

    /// The columns that it reads.
    const COLUMNS: Columns;

    /// The value of an optional column if it is missing.
    fn default(&self, _column: &str) -> u32 {
        0
    }

    /// The columns that it writes. `present` tells whether the file has an
    /// input column.
    fn results(&self, present: &dyn Fn(&str) -> bool) -> Vec<&'static str>;

    /// The results of one row, in the order of `results`.
    fn compute(&self, cells: &Cells) -> Result<Vec<String>, RowError>;
}

const ERROR: &str = "error";

/// The maximum number of input bytes between two rows. No driver's row comes
/// near it, but a file that is not CSV can be one enormous line.
const MOST_BYTES: u64 = 1 << 20;

/// Rows between two updates of the progress bar.
const PROGRESS_ROWS: u64 = 1024;

/// A failure to read the row that begins at `line`.
pub fn malformed(file: &str, line: u64, error: csv::Error) -> Failure {
    let what = match error.kind() {
        csv::ErrorKind::Utf8 { err, .. } => {
            format!("column {}: not UTF-8", err.field() + 1)
        }
        csv::ErrorKind::UnequalLengths { expected_len, len, .. } => {
            format!("{len} columns, but the header has {expected_len}")
        }
        csv::ErrorKind::Io(error) => error.to_string(),
        _ => error.to_string(),
    };
    Failure::at(file, line, what)
}

fn write_failure(error: csv::Error) -> Failure {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => Failure::output(&error),
        other => Failure::Message(format!("standard output: {other:?}")),
    }
}

/// Copies the rows of a file to standard output, with their results.
pub fn process(
    command: &impl RowCommand,
    streams: &mut Streams,
) -> Result<Outcome, Failure> {
    let source = open(&command.rows().file, streams.input)?;
    // No progress bar between rows on a terminal.
    let terminal = streams.terminal;
    let bar = if terminal.bar && !terminal.output {
        progress_bar(source.length)
    } else {
        ProgressBar::hidden()
    };
    let lines = Lines::new(Some(MOST_BYTES));
    let reader = without_mark(source.reader)
        .map_err(|error| Failure::at(&source.name, 1, error))?;
    let reader = csv::Reader::from_reader(Counted::new(reader, lines.clone()));
    let writer = csv::Writer::from_writer(&mut *streams.output);
    let table = Table { command, name: source.name, lines, bar };
    table.copy(reader, writer)
}

struct Table<'a, C> {
    command: &'a C,
    name: String,
    lines: Lines,
    bar: ProgressBar,
}

impl<C: RowCommand> Table<'_, C> {
    fn copy(
        &self,
        mut reader: Reader<impl Read>,
        mut writer: Writer<impl Write>,
    ) -> Result<Outcome, Failure> {
        let header = reader.headers().cloned();
        let line = self.lines.at(0);
        let header =
            header.map_err(|error| malformed(&self.name, line, error))?;
        if header.is_empty() {
            return Err(Failure::at(&self.name, line, "no header"));
        }
        let columns = Inputs::find(self.command, &header)
            .map_err(|what| Failure::at(&self.name, line, what))?;
        let results =
            self.command.results(&|input: &str| columns.present(input));
        let kept: Vec<usize> = header
            .iter()
            .enumerate()
            .filter(|(_, name)| {
                let name = name.trim();
                name != ERROR && !results.contains(&name)
            })
            .map(|(place, _)| place)
            .collect();

        let names = results.iter().copied().chain([ERROR]);
        write(&mut writer, &header, &kept, names)?;
        let mut outcome = Outcome::Complete;
        let mut row = StringRecord::new();
        loop {
            self.lines.next_row();
            let start = reader.position().byte();
            let more = reader.read_record(&mut row);
            let line = self.lines.at(start);
            // Results are written before a failure is reported.
            match more {
                Ok(true) => {}
                Ok(false) => break,
                Err(error) => {
                    flush(&mut writer)?;
                    return Err(malformed(&self.name, line, error));
                }
            }
            let computed = columns
                .read(&row)
                .and_then(|cells| self.command.compute(&cells));
            match computed {
                Ok(values) => {
                    let values = values.iter().map(String::as_str);
                    write(&mut writer, &row, &kept, values.chain([""]))?;
                }
                Err(RowError::Refused(message)) => {
                    outcome = Outcome::Refused;
                    let empty = results.iter().map(|_| "");
                    let values = empty.chain([message.as_str()]);
                    write(&mut writer, &row, &kept, values)?;
                }
                Err(RowError::Fatal(what)) => {
                    flush(&mut writer)?;
                    return Err(Failure::at(&self.name, line, what));
                }
            }
            let position = reader.position();
            if position.record() % PROGRESS_ROWS == 0 {
                self.bar.set_position(position.byte());
            }
        }
        self.bar.finish_and_clear();
        flush(&mut writer)?;
        Ok(outcome)
    }
}

fn flush(writer: &mut Writer<impl Write>) -> Result<(), Failure> {
    writer.flush().map_err(|error| Failure::output(&error))
}

/// Writes the kept cells of a row, then further cells.
fn write<'a>(
    writer: &mut Writer<impl Write>,
    row: &'a StringRecord,
    kept: &[usize],
    more: impl Iterator<Item = &'a str>,
) -> Result<(), Failure> {
    let kept = kept.iter().map(|&place| row.get(place).unwrap_or_default());
    for cell in kept.chain(more) {
        writer.write_field(cell).map_err(write_failure)?;
    }
    writer.write_record(None::<&[u8]>).map_err(write_failure)
}
