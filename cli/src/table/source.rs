// SPDX-License-Identifier: MIT

//! The input of tables and traces.

use crate::failure::Failure;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// An open input.
pub struct Source<'a> {
    pub reader: Box<dyn Read + 'a>,
    /// Its name in messages.
    pub name: String,
}

/// The name of a file in messages.
pub fn name(file: &Path) -> String {
    match file.as_os_str() == "-" {
        true => "standard input".into(),
        false => file.display().to_string(),
    }
}

/// Refuses files of which two are the standard input.
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
) -> Result<Source<'a>, Failure> {
    let name = name(file);
    if file.as_os_str() == "-" {
        return Ok(Source { reader: Box::new(input), name });
    }
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
