// SPDX-License-Identifier: MIT

//! Promises of `trace check` in addition to the common ones. evidence/fuzz/
//! checks the same.

use crate::page;
use crate::promises::{ensure, Answer};
use serde_json::{json, Value};

/// The number at the end of a summary: `1 finding`, or `2 findings`.
fn counted(summary: &str) -> Option<usize> {
    let one = summary.strip_suffix(", 1 finding").map(|_| 1);
    one.or_else(|| {
        let count = summary.strip_suffix(" findings")?.rsplit(' ').next()?;
        count.parse().ok().filter(|count| *count != 1)
    })
}

/// The number of findings in the summary, if each rule's count is part of it
/// and no more findings are shown than there are.
fn findings(output: &str) -> Option<usize> {
    if output.starts_with('{') {
        // A line for each finding and one for the summary, or all in one.
        let lines: Result<Vec<Value>, _> =
            output.lines().map(serde_json::from_str).collect();
        let value = match lines {
            Ok(mut lines) => {
                let summary = lines.pop()?;
                json!({ "findings": lines, "summary": summary })
            }
            Err(_) => serde_json::from_str(output).ok()?,
        };
        let shown = value["findings"].as_array()?.len();
        let rules = value["summary"]["rules"].as_object()?;
        let sum = |counts: Vec<Option<u64>>| -> Option<u64> {
            counts.into_iter().sum()
        };
        let by_rule = sum(rules.values().map(Value::as_u64).collect());
        let groups = value["summary"]["groups"].as_array()?;
        let by_cause = groups.iter().map(|group| group["findings"].as_u64());
        let told = value["summary"]["findings"].as_u64()?;
        let sums = [by_rule?, sum(by_cause.collect())?];
        let is_complete = shown as u64 == told || shown == groups.len();
        return (sums == [told; 2] && is_complete).then_some(told as usize);
    }
    if page::is_one(output) {
        page::checked(output).ok()?;
        let (_, summary) = output.split_once(">Summary: ")?;
        let told = counted(summary.split_once("</h2>")?.0)?;
        let shown = output.matches("<article ").count();
        let is_partial = output.contains("--all");
        let counts = shown == told || is_partial && 0 < shown && shown < told;
        return counts.then_some(told);
    }
    let mut lines = output.lines();
    let summary = lines.find(|line| counted(line).is_some())?;
    let told = counted(summary)?;
    let headings = output.lines().take_while(|line| *line != summary);
    let shown = headings.filter(|line| !line.starts_with(' ')).count();
    let is_partial = output.contains("--all");
    (shown == told || is_partial && 0 < shown && shown < told).then_some(told)
}

/// Checks the answer for a trace.
pub fn check(answer: &Answer, input: &[u8]) -> Result<(), String> {
    let Answer { status, output, errors } = answer;
    if errors.starts_with("error: ") || output.contains("Usage: dral") {
        return Ok(());
    }
    let findings =
        findings(output).ok_or("the summary does not count the findings")?;
    match status {
        // Guesses do not fail a run.
        0 => {
            let is_guess =
                output.contains("(a guess)") || output.contains("\"guess\"");
            ensure(findings == 0 || is_guess, "a finding")
        }
        1 => ensure(findings > 0, "no finding"),
        // No line is at fault.
        _ if errors.ends_with(": the good trace has no draw\n") => Ok(()),
        _ => {
            let place = errors.strip_prefix("dral: standard input:");
            let line = place.and_then(|told| told.split(':').next());
            let line = line.and_then(|line| line.parse().ok());
            let line: usize = line.ok_or("no line")?;
            let lines = input.split(|&byte| byte == b'\n').count();
            ensure((1..=lines).contains(&line), "a line beyond the input")?;
            ensure(errors.len() < 500, "an endless reason")
        }
    }
}
