// SPDX-License-Identifier: MIT

//! Instruction counts on aarch64, from the script tools/bench/aarch64.

use crate::build;
use crate::Failure;
use std::process::{Command, Stdio};

/// The instructions of both sides for a row, per call.
#[derive(PartialEq, Debug)]
pub struct Count {
    pub what: String,
    pub library: f64,
    pub plain: f64,
}

/// A line of the script's output: name, library, plain, separated by tabs.
fn parse(line: &str) -> Option<Count> {
    let mut fields = line.split('\t');
    let what = fields.next()?.to_string();
    let mut number = || fields.next()?.parse().ok().filter(|&n: &f64| n > 0.0);
    let (library, plain) = (number()?, number()?);
    fields.next().is_none().then_some(Count { what, library, plain })
}

/// Runs the script.
pub fn counts() -> Result<Vec<Count>, Failure> {
    eprintln!("counting instructions on aarch64");
    let output = Command::new(build::root().join("tools/bench/aarch64"))
        .stderr(Stdio::inherit())
        .output()?;
    let text = String::from_utf8(output.stdout)?;
    let counts: Option<Vec<Count>> = text.lines().map(parse).collect();
    counts
        .filter(|counts| output.status.success() && !counts.is_empty())
        .ok_or("tools/bench/aarch64 failed; --no-aarch64 leaves it out".into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_a_count() {
        let count = parse("a\t12\t9.0");
        let what = "a".to_string();
        assert_eq!(count, Some(Count { what, library: 12.0, plain: 9.0 }));
        for line in ["", "a", "a\t1", "a\t1\tx", "a\t0\t1", "a\t1\t1\t1"] {
            assert_eq!(parse(line), None, "{line}");
        }
    }
}
