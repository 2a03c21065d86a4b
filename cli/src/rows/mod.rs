// SPDX-License-Identifier: MIT

//! CSV in, CSV out: each row gets the columns of the input, the results and a
//! column `error`.

pub mod draws;
pub mod ids;
mod numbers;
pub mod records;
pub mod valhall;

use crate::failure::{Failure, Outcome};
use crate::streams::{progress_bar, Streams};
use crate::table::{open, without_mark, Columns, Csv, Places};
use clap::Args;
use csv::{StringRecord, Trim, Writer};
use indicatif::ProgressBar;
use numbers::Numbers;
use std::error::Error;
use std::io::{Read, Write};
use std::path::PathBuf;

/// The arguments of a command: the file of rows, and options.
#[derive(Args)]
pub struct Rows<C: Args> {
    /// The CSV file, or - for standard input
    pub file: PathBuf,
    #[command(flatten)]
    pub command: C,
}

/// The list of columns in the help text.
pub fn help<C: RowCommand>() -> String {
    C::COLUMNS.help("\nAll other columns are kept.")
}

/// Why a row has no results: the message for its column `error`. Later rows are
/// still processed.
pub type Refused = Box<dyn Error>;

/// A command that computes results for each row.
pub trait RowCommand: Args {
    /// The columns that it reads.
    const COLUMNS: Columns;

    /// The columns that it writes for a file with these.
    fn results(&self, places: &Places) -> Vec<&'static str>;

    /// The results of one row, in the order of `results`.
    fn compute(&self, row: &Numbers) -> Result<Vec<String>, Refused>;
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

fn copy<C: RowCommand>(
    command: &C,
    mut csv: Csv<impl Read>,
    writer: &mut Writer<impl Write>,
) -> Result<Outcome, Failure> {
    if csv.header.is_empty() {
        return Err(csv.fail("no header"));
    }
    let places = Places::find(&C::COLUMNS, &csv.header)
        .map_err(|what| csv.fail(what))?;
    if places.is_empty() {
        let what = "no column of this command in the header; is this CSV?";
        return Err(csv.fail(what));
    }
    let results = command.results(&places);
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
        let row = places.row(&csv.row, csv.line);
        let row = Numbers::new(&row).map_err(|(_, what)| csv.fail(what))?;
        match command.compute(&row) {
            Ok(values) => {
                let values = values.iter().map(String::as_str);
                write(writer, &csv.row, &kept, values.chain([""]))?;
            }
            Err(refused) => {
                outcome = Outcome::Refused;
                let message = refused.to_string();
                let empty = results.iter().map(|_| "");
                let values = empty.chain([message.as_str()]);
                write(writer, &csv.row, &kept, values)?;
            }
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
