// SPDX-License-Identifier: MIT

//! Reads, computes and writes each row.

use super::input::{Cells, Inputs, RowError};
use super::source::{open, without_mark};
use super::Rows;
use crate::columns::Columns;
use crate::csv_file::Csv;
use crate::failure::{Failure, Outcome};
use crate::streams::{progress_bar, Streams};
use clap::Args;
use csv::{StringRecord, Trim, Writer};
use indicatif::ProgressBar;
use std::io::{Read, Write};

/// A command that computes results for each row.
pub trait RowCommand: Args {
    /// The columns that it reads.
    const COLUMNS: Columns;

    /// The value of an optional column if it is missing.
    fn default(&self, _column: &str) -> u32 {
        0
    }

    /// The columns that it writes for these inputs.
    fn results(&self, inputs: &Inputs) -> Vec<&'static str>;

    /// The results of one row, in the order of `results`.
    fn compute(&self, cells: &Cells) -> Result<Vec<String>, RowError>;
}

const ERROR: &str = "error";

/// The maximum number of input bytes between two rows. No driver's row comes
/// near it, but a file that is not CSV can be one enormous line.
const MOST_BYTES: u64 = 1 << 20;

fn write_failure(error: csv::Error) -> Failure {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => error.into(),
        other => Failure::Message(format!("standard output: {other:?}")),
    }
}

/// Copies the rows of a file to standard output, with their results.
pub fn process(
    rows: &Rows<impl RowCommand>,
    streams: &mut Streams,
) -> Result<Outcome, Failure> {
    let source = open(&rows.file, streams.input)?;
    // No progress bar between rows on a terminal.
    let terminal = streams.terminal;
    let bar = if terminal.bar && !terminal.output {
        progress_bar(source.length)
    } else {
        ProgressBar::hidden()
    };
    let input = without_mark(bar.wrap_read(source.reader))
        .map_err(|error| Failure::at(&source.name, 1, error))?;
    let csv = Csv::new(&source.name, input, MOST_BYTES, Trim::None)?;
    let mut writer = Writer::from_writer(&mut *streams.output);
    let outcome = copy(&rows.command, csv, &mut writer);
    bar.finish_and_clear();
    // Results are written before a failure is reported.
    writer.flush()?;
    outcome
}

fn copy(
    command: &impl RowCommand,
    mut csv: Csv<impl Read>,
    writer: &mut Writer<impl Write>,
) -> Result<Outcome, Failure> {
    if csv.header.is_empty() {
        return Err(csv.fail("no header"));
    }
    let inputs = Inputs::find(command, &csv.header);
    let inputs = inputs.map_err(|what| csv.fail(what))?;
    let results = command.results(&inputs);
    let kept: Vec<usize> = csv
        .header
        .iter()
        .enumerate()
        .filter(|(_, name)| {
            let name = name.trim();
            name != ERROR && !results.contains(&name)
        })
        .map(|(place, _)| place)
        .collect();

    let names = results.iter().copied().chain([ERROR]);
    write(writer, &csv.header, &kept, names)?;
    let mut outcome = Outcome::Complete;
    while csv.next_row()? {
        let cells = inputs.read(&csv.row);
        match cells.and_then(|cells| command.compute(&cells)) {
            Ok(values) => {
                let values = values.iter().map(String::as_str);
                write(writer, &csv.row, &kept, values.chain([""]))?;
            }
            Err(RowError::Refused(message)) => {
                outcome = Outcome::Refused;
                let empty = results.iter().map(|_| "");
                let values = empty.chain([message.as_str()]);
                write(writer, &csv.row, &kept, values)?;
            }
            Err(RowError::Fatal(what)) => return Err(csv.fail(what)),
        }
    }
    Ok(outcome)
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
