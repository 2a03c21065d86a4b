// SPDX-License-Identifier: MIT

//! Instruction counts on aarch64, from the script tools/bench/aarch64.

use crate::build;
use crate::row::{Row, Run};
use std::process::Command;

const LEVEL: &str = "aarch64";
const AGAINST: &str = "plain C, instructions";

/// A line of the script's output: name, library, plain, goal, separated by
/// tabs.
fn parse(line: &str) -> Option<Row<'static>> {
    let mut fields = line.split('\t');
    let name = fields.next()?;
    let mut number = || fields.next()?.parse().ok().filter(|&n: &f64| n > 0.0);
    let (library, plain, goal) = (number()?, number()?, number()?);
    if fields.next().is_some() {
        return None;
    }
    let run = Run {
        ratios: vec![plain / library],
        note: Some(format!("{library:.1}, C {plain:.1}")),
    };
    Some(Row::done(name, AGAINST, LEVEL, run).goal(goal))
}

/// Runs the script; the error is its reason for not counting.
fn count() -> Result<Vec<Row<'static>>, String> {
    let output = Command::new(build::root().join("tools/bench/aarch64"))
        .output()
        .map_err(|error| format!("tools/bench/aarch64: {error}"))?;
    if !output.status.success() {
        let messages = String::from_utf8_lossy(&output.stderr);
        let last = messages.lines().last().unwrap_or("no reason given");
        return Err(format!("tools/bench/aarch64: {last}"));
    }
    let text = String::from_utf8_lossy(&output.stdout);
    let rows: Option<Vec<Row>> = text.lines().map(parse).collect();
    rows.filter(|rows| !rows.is_empty())
        .ok_or("tools/bench/aarch64 printed no counts".into())
}

/// One row for each counted function.
pub fn rows() -> Vec<Row<'static>> {
    count().unwrap_or_else(|reason| {
        vec![Row::done("all", AGAINST, LEVEL, Run::failed(reason))]
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_a_row() {
        let row = parse("a\t12\t9.0\t1.4").expect("a line of the script");
        assert_eq!(row.medians(), [0.75]);
        assert_eq!(row.goal, Some(1.4));
        assert_eq!(row.notes(), "12.0, C 9.0");
    }

    #[test]
    fn other_lines_are_refused() {
        for line in
            ["", "a", "a\t1\t1", "a\t1\tx\t1", "a\t0\t1\t1", "a\t1\t1\t1\t1"]
        {
            assert!(parse(line).is_none(), "{line}");
        }
    }
}
