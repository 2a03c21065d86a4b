// SPDX-License-Identifier: MIT

//! Files that are read whole, as CSV or JSON.

use crate::failure::Failure;
use crate::rows::{without_mark, Source};
use serde_json::value::RawValue;
use std::io::Read;

/// The most bytes of a file. No application's list comes near it.
const MOST: u64 = 16 << 20;

/// The most characters of a message about JSON.
const MOST_SHOWN: usize = 300;

/// All bytes of a file.
pub fn read(source: &mut Source) -> Result<Vec<u8>, Failure> {
    let fail = |error| Failure::Message(format!("{}: {error}", source.name));
    let mut bytes = Vec::new();
    without_mark(&mut source.reader)
        .and_then(|reader| reader.take(MOST + 1).read_to_end(&mut bytes))
        .map_err(fail)?;
    if bytes.len() as u64 > MOST {
        let what = format!("longer than {MOST} bytes");
        return Err(Failure::Message(format!("{}: {what}", source.name)));
    }
    Ok(bytes)
}

/// Whether a file is JSON: CSV begins with a column name.
pub fn is_json(bytes: &[u8]) -> bool {
    let first = bytes.iter().find(|byte| !byte.is_ascii_whitespace());
    matches!(first, Some(b'[' | b'{'))
}

/// The lines on which the elements of an array begin.
pub fn element_lines(bytes: &[u8]) -> Vec<u64> {
    let elements: Vec<&RawValue> =
        serde_json::from_slice(bytes).unwrap_or_default();
    let (mut place, mut line) = (0, 1);
    let line_of = |element: &&RawValue| {
        // The element is a part of the bytes, and not before the last one.
        let start = element.get().as_ptr() as usize - bytes.as_ptr() as usize;
        let ends = bytes[place..start].iter().filter(|&&byte| byte == b'\n');
        line += ends.count() as u64;
        place = start;
        line
    };
    elements.iter().map(line_of).collect()
}

/// A failure to read JSON, at its place.
pub fn json_failure(file: &str, error: &serde_json::Error) -> Failure {
    let (line, column) = (error.line(), error.column());
    let message = error.to_string();
    let place = format!(" at line {line} column {column}");
    let what = message.strip_suffix(&place).unwrap_or(&message);
    // It may quote what is in the file.
    let end = what.char_indices().nth(MOST_SHOWN).map(|(end, _)| end);
    let what = match end {
        Some(end) => format!("{}...", &what[..end]),
        None => what.into(),
    };
    Failure::at(file, line as u64, format!("column {column}: {what}"))
}
