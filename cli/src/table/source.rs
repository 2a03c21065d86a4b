// SPDX-License-Identifier: MIT

//! The input of tables and traces.

use crate::failure::Failure;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// An open input.
pub struct Source<'a> {
    pub reader: Box<dyn Read + 'a>,
    /// Its name in messages.
    pub name: String,
}

/// Opens a file; `-` is the standard input.
pub fn open<'a>(
    file: &Path,
    input: &'a mut dyn Read,
) -> Result<Source<'a>, Failure> {
    if file.as_os_str() == "-" {
        let name = "standard input".to_string();
        return Ok(Source { reader: Box::new(input), name });
    }
    let name = file.display().to_string();
    let fail = |error: io::Error| Failure::Message(format!("{name}: {error}"));
    let reader = File::open(file).map_err(fail)?;
    let metadata = reader.metadata().map_err(fail)?;
    if metadata.is_dir() {
        return Err(fail(io::ErrorKind::IsADirectory.into()));
    }
    Ok(Source { reader: Box::new(reader), name })
}

/// A byte order mark, which marks a file as UTF-8.
const MARK: [u8; 3] = [0xEF, 0xBB, 0xBF];

/// Removes byte order marks from the start. A CSV reader would remove only one,
/// and not if it arrives from a pipe in parts.
pub fn without_mark(mut reader: impl Read) -> io::Result<impl Read> {
    loop {
        let mut start = Vec::with_capacity(MARK.len());
        reader.by_ref().take(MARK.len() as u64).read_to_end(&mut start)?;
        if start != MARK {
            return Ok(io::Cursor::new(start).chain(reader));
        }
    }
}
