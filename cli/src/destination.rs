// SPDX-License-Identifier: MIT

//! Files that the command writes.

use crate::failure::Failure;
use std::fs;
use std::io::Write;
use std::path::Path;

/// Whether the file is `-`, the standard output.
pub fn is_standard_output(file: &Path) -> bool {
    file.as_os_str() == "-"
}

/// Refuses to overwrite the input file, also through a symbolic link.
pub fn check(file: &Path, input: &Path) -> Result<(), Failure> {
    // A file that cannot be found is reported when it is read or written.
    match (file.canonicalize(), input.canonicalize()) {
        (Ok(output), Ok(input)) if output == input => Err(Failure::Message(
            format!("{}: this is the input file", file.display()),
        )),
        _ => Ok(()),
    }
}

/// Writes to standard output if the file is `-`; otherwise replaces the content
/// of the file, unless the content cannot be computed.
pub fn replace<T>(
    file: &Path,
    output: &mut dyn Write,
    write: impl FnOnce(&mut dyn Write) -> Result<T, Failure>,
) -> Result<T, Failure> {
    let mut content = Vec::new();
    let value = write(&mut content)?;
    if is_standard_output(file) {
        output.write_all(&content)?;
    } else {
        fs::write(file, content).map_err(|error| {
            Failure::Message(format!("{}: {error}", file.display()))
        })?;
    }
    Ok(value)
}
