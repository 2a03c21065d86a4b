// SPDX-License-Identifier: MIT

//! Instructions on aarch64, which bench/aarch64 counts.

use crate::build;
use crate::row::{Row, Run};
use std::process::Command;

/// Instructions of one call, or of one element of a batch, on average.
pub struct Counts {
    pub name: String,
    pub library: f64,
    pub plain: f64,
}

/// A line of the script: name, library, plain, with tabs between them.
fn parse(line: &str) -> Option<Counts> {
    let mut fields = line.split('\t');
    let counts = Counts {
        name: fields.next()?.to_string(),
        library: fields.next()?.parse().ok()?,
        plain: fields.next()?.parse().ok()?,
    };
    let positive = counts.library > 0.0 && counts.plain > 0.0;
    (positive && fields.next().is_none()).then_some(counts)
}

/// Runs the script; the error says why it does not count.
pub fn count() -> Result<Vec<Counts>, String> {
    let output = Command::new(build::root().join("bench/aarch64"))
        .output()
        .map_err(|error| format!("bench/aarch64: {error}"))?;
    if !output.status.success() {
        let messages = String::from_utf8_lossy(&output.stderr);
        let last = messages.lines().last().unwrap_or("no reason given");
        return Err(format!("bench/aarch64: {last}"));
    }
    let text = String::from_utf8_lossy(&output.stdout);
    let counts: Option<Vec<Counts>> = text.lines().map(parse).collect();
    counts
        .filter(|counts| !counts.is_empty())
        .ok_or("bench/aarch64 printed no counts".into())
}

/// The function that compares worst with C.
pub fn row(counts: &Result<Vec<Counts>, String>) -> Row<'static> {
    let (kernel, against, level) =
        ("instructions (the worst)", "plain C", "aarch64");
    let ratio = |counts: &Counts| counts.plain / counts.library;
    let worst = match counts {
        Ok(counts) => counts
            .iter()
            .min_by(|a, b| ratio(a).total_cmp(&ratio(b)))
            .ok_or("nothing was counted"),
        Err(reason) => Err(reason.as_str()),
    };
    match worst {
        Err(reason) => Row::not_measured(kernel, against, level, reason),
        Ok(worst) => {
            let (ratio, name) = (ratio(worst), worst.name.clone());
            Row::new(kernel, against, level, move |_| Run {
                ratios: vec![ratio],
                note: Some(name.clone()),
            })
        }
    }
    .goal(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_worst_function_is_the_row() {
        let counts = ["a\t10.0\t20", "b\t12\t9.0"]
            .map(|line| parse(line).expect("a line of the script"));
        let mut row = row(&Ok(counts.into()));
        row.measure(1).unwrap();
        assert_eq!(row.medians(), [0.75]);
        assert_eq!(row.notes(), "b");
    }

    #[test]
    fn other_lines_are_refused() {
        for line in ["", "a", "a\t1", "a\t1\tx", "a\t0\t1", "a\t1\t1\t1"] {
            assert!(parse(line).is_none(), "{line}");
        }
    }
}
