// SPDX-License-Identifier: MIT

//! The input of tables and traces.

use crate::failure::Failure;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// The name of a file in messages.
pub fn name(file: &Path) -> String {
    match file.as_os_str() == "-" {
        true => "standard input".into(),
        false => file.display().to_string(),
    }
}

/// Refuses to read the standard input for two files.
pub fn check_once<'a>(
    files: impl Iterator<Item = &'a PathBuf>,
) -> Result<(), Failure> {
    match files.filter(|file| file.as_os_str() == "-").nth(1) {
        None => Ok(()),
        Some(_) => {
            let what = "- is standard input, which is read once";
            Err(Failure::Message(what.into()))
        }
    }
}

/// Opens a file; `-` is the standard input.
pub fn open<'a>(
    file: &Path,
    input: &'a mut dyn Read,
) -> io::Result<Box<dyn Read + 'a>> {
    if file.as_os_str() == "-" {
        return Ok(Box::new(input));
    }
    let reader = File::open(file)?;
    if reader.metadata()?.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    Ok(Box::new(reader))
}

/// A byte order mark, which marks a file as UTF-8.
const MARK: [u8; 3] = [0xEF, 0xBB, 0xBF];

/// Removes byte order marks from the start, also if they arrive from a pipe in
/// parts.
pub fn without_mark(mut reader: impl Read) -> io::Result<impl Read> {
    loop {
        let mut start = Vec::with_capacity(MARK.len());
        reader.by_ref().take(MARK.len() as u64).read_to_end(&mut start)?;
        if start != MARK {
            return Ok(io::Cursor::new(start).chain(reader));
        }
    }
}
