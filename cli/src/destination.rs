// SPDX-License-Identifier: MIT

//! Files that are written completely or not at all.

use crate::failure::Failure;
use same_file::Handle;
use std::fs::{self, File};
use std::io::{BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};

/// Whether the file is `-`, the standard output.
pub fn is_standard_output(file: &Path) -> bool {
    file.as_os_str() == "-"
}

/// Refuses to overwrite the input file, under any name; `-` is standard input.
pub fn check(file: &Path, input: &Path) -> Result<(), Failure> {
    if is_standard_output(file) || !file.is_file() {
        return Ok(());
    }
    let input = match input.as_os_str() == "-" {
        true => Handle::stdin(),
        false => Handle::from_path(input),
    };
    // A file that cannot be opened is reported when it is read or written.
    match (Handle::from_path(file), input) {
        (Ok(output), Ok(input)) if output == input => Err(Failure::Message(
            format!("{}: this is the input file", file.display()),
        )),
        _ => Ok(()),
    }
}

/// Writes to standard output if the file is `-`; otherwise replaces the content
/// of the file. If that fails, the file is unchanged.
pub fn replace<T, E: Into<Failure>>(
    file: &Path,
    output: &mut dyn Write,
    write: impl FnOnce(&mut dyn Write) -> Result<T, E>,
) -> Result<T, Failure> {
    if is_standard_output(file) {
        return fill(output, write);
    }
    let written = match fs::metadata(file) {
        // A pipe, for example, must not be replaced by a regular file.
        Ok(metadata) if !metadata.is_file() => File::create(file)
            .map_err(Failure::from)
            .and_then(|mut file| fill(&mut file, write)),
        Err(error) if error.kind() != ErrorKind::NotFound => Err(error.into()),
        Ok(_) | Err(_) => rename(&target(file), write),
    };
    written.map_err(|failure| match failure {
        Failure::Output(error) => {
            Failure::Message(format!("{}: {error}", file.display()))
        }
        other => other,
    })
}

/// The file behind symbolic links, which need not exist yet.
fn target(file: &Path) -> PathBuf {
    let mut target = file.to_path_buf();
    while let Ok(link) = fs::read_link(&target) {
        target = target.with_file_name("").join(link);
    }
    target
}

fn fill<T, E: Into<Failure>>(
    file: &mut dyn Write,
    write: impl FnOnce(&mut dyn Write) -> Result<T, E>,
) -> Result<T, Failure> {
    let mut buffered = BufWriter::new(file);
    let value = write(&mut buffered).map_err(E::into)?;
    buffered.flush()?;
    Ok(value)
}

/// Writes a new file in the same directory, then renames it to this one.
fn rename<T, E: Into<Failure>>(
    file: &Path,
    write: impl FnOnce(&mut dyn Write) -> Result<T, E>,
) -> Result<T, Failure> {
    let directory = match file.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent.into(),
        _ => PathBuf::from("."),
    };
    let mut new = tempfile::Builder::new()
        .prefix(".dral-")
        // tempfile's own default makes the file unreadable for others.
        .make_in(directory, |path| File::create_new(path))?;
    let value = fill(new.as_file_mut(), write)?;
    new.persist(file).map_err(|error| error.error)?;
    Ok(value)
}
