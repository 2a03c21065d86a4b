// SPDX-License-Identifier: MIT

//! The machine and the compilers of a run.

use crate::build;
use crate::Failure;
use std::fs;
use std::process::Command;

/// The first line of a program's output.
fn first_line(program: &str, arguments: &[&str]) -> Result<String, Failure> {
    let output = Command::new(program)
        .args(arguments)
        .output()
        .map_err(|error| format!("{program}: {error}"))?;
    let text = String::from_utf8_lossy(&output.stdout);
    Ok(text.lines().next().unwrap_or_default().to_string())
}

/// The name of the processor, if Linux reports it.
fn processor() -> String {
    let information = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let value_of = |key: &str| {
        let mut lines = information.lines().filter_map(|l| l.split_once(':'));
        let line = lines.find(|(name, _)| name.trim() == key);
        line.map(|(_, value)| value.trim())
    };
    let name = value_of("model name").unwrap_or("unknown");
    match (value_of("cpu family"), value_of("model")) {
        (Some(family), Some(model)) => {
            format!("{name} (family {family}, model {model})")
        }
        _ => name.into(),
    }
}

/// Describes the machine and its compilers, one per line.
pub fn describe() -> Result<Vec<String>, Failure> {
    let processors = std::thread::available_parallelism()?;
    let architecture = std::env::consts::ARCH;
    Ok(vec![
        format!("{}, {processors} processors, {architecture}", processor()),
        first_line(&build::c_compiler(), &["--version"])?,
        first_line(&build::rust_compiler(), &["--version"])?,
    ])
}
