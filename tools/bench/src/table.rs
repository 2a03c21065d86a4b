// SPDX-License-Identifier: MIT

//! The results as Markdown.

use crate::build::Level;
use crate::row::{Row, Verdict};

/// Describes the machine, the compilers and the flags.
pub fn conditions(machine: &[String], rounds: u32) -> String {
    let mut lines = machine.to_vec();
    for level in [Level::Baseline, Level::Avx2, Level::Avx512] {
        lines.push(format!("{}: {}", level.name(), level.flags()));
    }
    lines.push(format!("{rounds} rounds in each run"));
    format!("- {}\n", lines.join("\n- "))
}

const HEADINGS: [&str; 8] = [
    "kernel",
    "against",
    "built for",
    "ratio",
    "quartiles",
    "runs",
    "goal",
    "",
];

fn times(ratio: f64) -> String {
    format!("{ratio:.2}x")
}

fn cells(row: &Row) -> [String; 8] {
    let spread = row.spread();
    let verdict = match row.verdict() {
        Verdict::Met => "met".to_string(),
        Verdict::Missed => "MISSED".to_string(),
        Verdict::None => String::new(),
        Verdict::NotMeasured => "not measured".to_string(),
    };
    let remark = [verdict, row.notes()];
    let remark: Vec<&str> =
        remark.iter().map(String::as_str).filter(|s| !s.is_empty()).collect();
    let medians: Vec<String> =
        row.medians().iter().map(|median| format!("{median:.2}")).collect();
    [
        row.kernel.clone(),
        row.against.clone(),
        row.level.to_string(),
        spread.map(|spread| times(spread.median)).unwrap_or_default(),
        spread
            .map(|spread| format!("{:.2} to {:.2}", spread.lower, spread.upper))
            .unwrap_or_default(),
        medians.join(", "),
        row.goal.map(times).unwrap_or_default(),
        remark.join("; "),
    ]
}

pub fn markdown(rows: &[Row]) -> String {
    let line = |cells: &[String; 8]| format!("| {} |\n", cells.join(" | "));
    let ruler = format!("|{}\n", "---|".repeat(HEADINGS.len()));
    let results: String = rows.iter().map(|row| line(&cells(row))).collect();
    format!("{}{ruler}{results}", line(&HEADINGS.map(String::from)))
}

/// Describes how much the runs differ, if there are several.
pub fn variation(rows: &[Row]) -> String {
    let mut variations: Vec<(f64, &Row)> = rows
        .iter()
        .filter(|row| row.runs.len() > 1)
        .filter_map(|row| {
            let medians = row.medians();
            let least = medians.iter().copied().reduce(f64::min)?;
            let most = medians.iter().copied().reduce(f64::max)?;
            Some((100.0 * (most / least - 1.0), row))
        })
        .collect();
    variations.sort_by(|(a, _), (b, _)| a.total_cmp(b));
    let Some((most, row)) = variations.last() else {
        return String::new();
    };
    let (middle, _) = variations[variations.len() / 2];
    format!(
        "From the least to the greatest median of a run it is {middle:.0} % \
         in half of the\nrows or less, and {most:.0} % at most: {}, {}, {}.\n",
        row.kernel, row.against, row.level
    )
}
