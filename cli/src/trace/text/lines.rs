// SPDX-License-Identifier: MIT

//! The lines of a trace.

use super::Problem;
use crate::table::without_mark;
use std::io::{self, BufRead, BufReader, Read};

/// Longer than any line of a trace. Longer ones are the program's.
const MOST_LINE: u64 = 1 << 16;

/// Longer than any line of a text.
const MOST_SKIPPED: u64 = 1 << 24;

/// The first three bytes of compressed files, and what unpacks them.
const PACKED: [(&[u8], &str); 5] = [
    (b"\x1f\x8b", "gunzip"),
    (b"\x28\xb5\x2f", "unzstd"),
    (b"\xfd7z", "unxz"),
    (b"BZh", "bunzip2"),
    (b"PK\x03", "unzip"),
];

/// The lines of a file, numbered from 1.
pub struct Lines<R: Read> {
    reader: BufReader<R>,
    text: Vec<u8>,
    /// The number of the last line; 0 before the first.
    pub number: u64,
}

/// Begins a file, unless it is compressed.
pub fn lines(source: impl Read) -> Result<Lines<impl Read>, Problem> {
    let fail = |error: io::Error| Problem::new(1, error.to_string());
    let unmarked = without_mark(source).map_err(fail)?;
    let mut reader = BufReader::with_capacity(1 << 16, unmarked);
    let begin = reader.fill_buf().map_err(fail)?;
    let packer = PACKED.iter().find(|(magic, _)| begin.starts_with(magic));
    if let Some((_, program)) = packer {
        let what = format!("this file is compressed: unpack it ({program})");
        return Err(Problem::new(1, what));
    }
    Ok(Lines { reader, text: Vec::new(), number: 0 })
}

impl<R: Read> Lines<R> {
    /// The next line without its end, and its number. Long lines of the program
    /// are skipped. `is_trace` says whether a line before was of a trace.
    pub fn next(
        &mut self,
        is_trace: bool,
    ) -> Result<Option<(u64, &[u8])>, Problem> {
        loop {
            let number = self.number + 1;
            let fail =
                |error: io::Error| Problem::new(number, error.to_string());
            self.text.clear();
            let mut limited = self.reader.by_ref().take(MOST_LINE);
            let count = limited.read_until(b'\n', &mut self.text);
            let count = count.map_err(fail)?;
            if count == 0 {
                return Ok(None);
            }
            self.number = number;
            if self.text.pop() == Some(b'\n') {
                break;
            }
            let is_long = count as u64 == MOST_LINE;
            if is_long && self.skip_rest().map_err(fail)? {
                continue;
            }
            let what = if is_long {
                "the line is too long: this is not a decoded trace"
            } else if is_trace {
                "the trace ends within this line"
            } else {
                "the file ends within this line, without a job: this is not a \
                 decoded trace"
            };
            return Err(Problem::new(number, what));
        }
        let text = &self.text[..];
        let text = text.strip_suffix(b"\r").unwrap_or(text);
        Ok(Some((self.number, text)))
    }

    /// Skips the rest of a line, unless that is longer than any text has.
    fn skip_rest(&mut self) -> io::Result<bool> {
        let mut rest = self.reader.by_ref().take(MOST_SKIPPED);
        rest.skip_until(b'\n')?;
        Ok(rest.limit() > 0)
    }
}
