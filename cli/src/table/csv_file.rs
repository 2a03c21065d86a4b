// SPDX-License-Identifier: MIT

//! A CSV file row by row, with the line on which each row begins and a limit on
//! its length.

use crate::failure::Failure;
use csv::{Reader, ReaderBuilder, StringRecord, Trim};
use std::collections::VecDeque;
use std::fmt::Display;
use std::io::{self, Read};

/// A reader that counts lines, and fails if a row is too long. The position of
/// a CSV reader does not give a row's line: it is before empty lines, and
/// between the two bytes of a Windows line end.
struct Lines<R> {
    inner: R,
    /// The first byte and the number of each line that is not empty.
    begun: VecDeque<(u64, u64)>,
    byte: u64,
    line: u64,
    empty: bool,
    after_return: bool,
    /// The bytes read since the last row.
    since_row: u64,
    /// Whether a quote is open, and whether the input has ended.
    quoted: bool,
    ended: bool,
}

/// The maximum number of bytes between two rows. No driver's row comes near it,
/// but a file that is not CSV can be one enormous line.
const MOST_BYTES: u64 = 1 << 20;

impl<R> Lines<R> {
    /// The line of the first row that begins at this byte or later. Later calls
    /// must not go back.
    fn at(&mut self, byte: u64) -> u64 {
        while self.begun.front().is_some_and(|begun| begun.0 < byte) {
            self.begun.pop_front();
        }
        self.begun.front().map_or(self.line, |begun| begun.1)
    }

    fn count(&mut self, byte: u8) {
        self.quoted ^= byte == b'"';
        match byte {
            b'\n' if self.after_return => {}
            b'\n' | b'\r' => {
                self.line += 1;
                self.empty = true;
            }
            _ if self.empty => {
                self.begun.push_back((self.byte, self.line));
                self.empty = false;
            }
            _ => {}
        }
        self.after_return = byte == b'\r';
        self.byte += 1;
    }
}

impl<R: Read> Read for Lines<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(buffer)?;
        buffer.iter().take(count).for_each(|&byte| self.count(byte));
        self.since_row += count as u64;
        self.ended |= count == 0 && !buffer.is_empty();
        if self.since_row > MOST_BYTES {
            let what = format!("a row is longer than {MOST_BYTES} bytes");
            return Err(io::Error::new(io::ErrorKind::InvalidData, what));
        }
        Ok(count)
    }
}

/// The maximum number of columns. No driver's file comes near it, but a file
/// that is not CSV can be one row of commas.
const MOST_COLUMNS: usize = 500;

/// An open file.
pub struct Csv<R> {
    name: String,
    reader: Reader<Lines<R>>,
    pub header: StringRecord,
    /// The last row, and the line on which it begins; at first the header's.
    pub row: StringRecord,
    pub line: u64,
}

impl<R: Read> Csv<R> {
    /// Reads the header.
    pub fn new(name: &str, inner: R) -> Result<Self, Failure> {
        let lines = Lines {
            inner,
            begun: VecDeque::new(),
            byte: 0,
            line: 1,
            empty: true,
            after_return: false,
            since_row: 0,
            quoted: false,
            ended: false,
        };
        let mut csv = Self {
            name: name.into(),
            reader: ReaderBuilder::new().trim(Trim::All).from_reader(lines),
            header: StringRecord::new(),
            row: StringRecord::new(),
            line: 1,
        };
        let header = csv.reader.headers().cloned();
        csv.line = csv.reader.get_mut().at(0);
        csv.header = header.map_err(|error| csv.malformed(&error))?;
        csv.check_quotes()?;
        match csv.header.len() {
            0 => Err(csv.fail("the file is empty: not even a header")),
            1..=MOST_COLUMNS => Ok(csv),
            count => Err(csv.fail(format_args!(
                "the header has {count} columns, more than {MOST_COLUMNS}"
            ))),
        }
    }

    /// Reads the next row, unless this is the end of the file.
    pub fn next_row(&mut self) -> Result<bool, Failure> {
        self.reader.get_mut().since_row = 0;
        let start = self.reader.position().byte();
        let more = self.reader.read_record(&mut self.row);
        self.line = self.reader.get_mut().at(start);
        let more = more.map_err(|error| self.malformed(&error))?;
        self.check_quotes()?;
        Ok(more)
    }

    /// Refuses a last row with an open quote, which hides later rows.
    fn check_quotes(&mut self) -> Result<(), Failure> {
        let lines = self.reader.get_ref();
        match lines.ended && lines.quoted {
            true => Err(self.fail("a quote in this row is not closed")),
            false => Ok(()),
        }
    }

    /// A failure in the last row.
    pub fn fail(&self, what: impl Display) -> Failure {
        Failure::at(&self.name, self.line, what)
    }

    fn malformed(&self, error: &csv::Error) -> Failure {
        self.fail(match error.kind() {
            csv::ErrorKind::Utf8 { err, .. } => {
                format!("column {}: not UTF-8", err.field() + 1)
            }
            csv::ErrorKind::UnequalLengths { expected_len, len, .. } => {
                format!("{len} columns, but the header has {expected_len}")
            }
            csv::ErrorKind::Io(error) => error.to_string(),
            _ => error.to_string(),
        })
    }
}
