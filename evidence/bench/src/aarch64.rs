// SPDX-License-Identifier: MIT

//! Instruction counts on aarch64, from the script evidence/bench/aarch64.

use crate::build;
use crate::Failure;
use std::process::{Command, Stdio};

/// Runs the script. Returns the names of rows, each with its cell.
pub fn cells() -> Result<Vec<(String, String)>, Failure> {
    eprintln!("counting instructions on aarch64");
    let output = Command::new(build::root().join("evidence/bench/aarch64"))
        .stderr(Stdio::inherit())
        .output()?;
    if !output.status.success() {
        return Err(
            "evidence/bench/aarch64 failed; --no-aarch64 omits it".into()
        );
    }
    let text = String::from_utf8(output.stdout)?;
    let cells = text.lines().filter_map(|line| line.split_once('\t'));
    Ok(cells.map(|(name, cell)| (name.into(), cell.into())).collect())
}
