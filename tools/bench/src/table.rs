// SPDX-License-Identifier: MIT

//! The results as Markdown.

use crate::build::Level;
use crate::row::{Row, Verdict};
use crate::statistics::Spread;

/// Describes the machine, the compilers and the flags.
pub fn conditions(machine: &[String], rounds: u32) -> String {
    let mut lines = machine.to_vec();
    for level in [Level::Baseline, Level::Avx2, Level::Avx512] {
        lines.push(format!("{}: {}", level.name(), level.flags()));
    }
    lines.push(format!("{rounds} rounds in each run"));
    format!("- {}\n", lines.join("\n- "))
}

const HEADING: &str = "\
| kernel | against | built for | ratio | quartiles | runs | goal |  |
|---|---|---|---|---|---|---|---|
";

fn times(ratio: f64) -> String {
    format!("{ratio:.2}x")
}

fn line(row: &Row) -> String {
    let spread = row.spread().map(|Spread { lower, median, upper }| {
        format!("{} | {lower:.2} to {upper:.2}", times(median))
    });
    let medians: Vec<String> =
        row.medians().iter().map(|median| format!("{median:.2}")).collect();
    let verdict = match row.verdict() {
        Verdict::Met => "met",
        Verdict::Missed => "MISSED",
        Verdict::None => "",
        Verdict::NotMeasured => "not measured",
    };
    let notes = row.notes();
    let both = !verdict.is_empty() && !notes.is_empty();
    format!(
        "| {} | {} | {} | {} | {} | {} | {verdict}{}{notes} |\n",
        row.kernel,
        row.against,
        row.level,
        spread.unwrap_or(" | ".into()),
        medians.join(", "),
        row.goal.map(times).unwrap_or_default(),
        if both { "; " } else { "" },
    )
}

pub fn markdown(rows: &[Row]) -> String {
    HEADING.to_string() + &rows.iter().map(line).collect::<String>()
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
