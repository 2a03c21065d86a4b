// SPDX-License-Identifier: MIT

//! Files that are written whole or not at all.

use crate::failure::Failure;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Makes `content` what the file holds. If that fails, the file is what it
/// was.
pub fn replace(file: &Path, content: &[u8]) -> Result<(), Failure> {
    let written = match fs::metadata(file) {
        // A pipe, say: nothing else may take its place.
        Ok(metadata) if !metadata.is_file() => fs::write(file, content),
        Ok(_) => file.canonicalize().and_then(|file| rename(&file, content)),
        Err(_) => rename(file, content),
    };
    written.map_err(|error| {
        Failure::Message(format!("{}: {error}", file.display()))
    })
}

/// Writes a new file beside this one, then gives it this one's name.
fn rename(file: &Path, content: &[u8]) -> io::Result<()> {
    let directory = match file.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent.into(),
        _ => PathBuf::from("."),
    };
    let mut new = tempfile::Builder::new()
        .prefix(".dral-")
        // Not tempfile's own way, which lets nobody else read the file.
        .make_in(directory, |path| File::create_new(path))?;
    new.as_file_mut().write_all(content)?;
    new.persist(file)?;
    Ok(())
}
