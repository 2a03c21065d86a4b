// SPDX-License-Identifier: MIT

//! Files that are written whole or not at all.

use crate::failure::Failure;
use same_file::Handle;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// Refuses to write to the file that is read, by whatever name; `-` is the
/// standard input.
pub fn check(file: &Path, input: &Path) -> Result<(), Failure> {
    if !file.is_file() {
        return Ok(());
    }
    let input = match input.as_os_str() == "-" {
        true => Handle::stdin(),
        false => Handle::from_path(input),
    };
    // What cannot be opened is reported where it is read or written.
    match (Handle::from_path(file), input) {
        (Ok(output), Ok(input)) if output == input => Err(Failure::Message(
            format!("{}: this is the file that is read", file.display()),
        )),
        _ => Ok(()),
    }
}

/// Makes what `write` writes the content of the file. If that fails, the
/// file is what it was.
pub fn replace(
    file: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), Failure> {
    let written = match fs::metadata(file) {
        // A pipe, say: nothing else may take its place.
        Ok(metadata) if !metadata.is_file() => {
            File::create(file).and_then(|mut file| fill(&mut file, write))
        }
        Ok(_) => file.canonicalize().and_then(|file| rename(&file, write)),
        Err(_) => rename(file, write),
    };
    written.map_err(|error| {
        Failure::Message(format!("{}: {error}", file.display()))
    })
}

fn fill(
    file: &mut File,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let mut buffered = BufWriter::new(file);
    write(&mut buffered)?;
    buffered.flush()
}

/// Writes a new file beside this one, then gives it this one's name.
fn rename(
    file: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let directory = match file.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent.into(),
        _ => PathBuf::from("."),
    };
    let mut new = tempfile::Builder::new()
        .prefix(".dral-")
        // Not as tempfile does it, which makes the file unreadable for others.
        .make_in(directory, |path| File::create_new(path))?;
    fill(new.as_file_mut(), write)?;
    new.persist(file)?;
    Ok(())
}
