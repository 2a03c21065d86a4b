// SPDX-License-Identifier: MIT

//! Where rows come from.

use crate::failure::Failure;
use std::fs::File;
use std::io::{self, Read};

/// An open input.
pub struct Source<'a> {
    pub reader: Box<dyn Read + 'a>,
    /// Its name in messages.
    pub name: String,
    /// Its length in bytes, if it has one.
    pub length: Option<u64>,
}

/// Opens a file; `-` is the standard input.
pub fn open<'a>(
    file: &str,
    input: &'a mut dyn Read,
) -> Result<Source<'a>, Failure> {
    if file == "-" {
        let name = "standard input".to_string();
        return Ok(Source { reader: Box::new(input), name, length: None });
    }
    let fail = |error: io::Error| Failure::Message(format!("{file}: {error}"));
    let reader = File::open(file).map_err(fail)?;
    let metadata = reader.metadata().map_err(fail)?;
    let length = metadata.is_file().then_some(metadata.len());
    Ok(Source { reader: Box::new(reader), name: file.to_string(), length })
}
