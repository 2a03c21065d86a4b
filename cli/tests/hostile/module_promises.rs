// SPDX-License-Identifier: MIT

//! Promises of the optional modules' subcommands and of `plot`, in addition to
//! the common ones. tools/fuzz/ checks the same.

use crate::promises::{ensure, Answer};
use serde_json::Value;
use std::collections::BTreeSet;

/// The maximum length of a reason, in characters.
const LONGEST_REASON: usize = 2000;

/// Checks the answer of a subcommand. `distinct` says that all names in the
/// input are known to differ.
pub fn check(
    subcommand: &str,
    answer: &Answer,
    distinct: bool,
) -> Result<(), String> {
    let Answer { status, output, errors } = answer;
    if *status == 1 && output.starts_with('{') {
        let json = serde_json::from_str::<Value>(output);
        let json = json.map_err(|error| error.to_string())?;
        let short = json["error"].as_str();
        let short = short.is_some_and(|error| error.len() <= LONGEST_REASON);
        return ensure(short && errors.is_empty(), "no reason, or endless");
    }
    if *status != 0 {
        ensure(output.is_empty(), "refused, but with output")?;
        // The argument parser quotes its input.
        let of_file = errors.starts_with("dral: ");
        let short = errors.len() <= LONGEST_REASON;
        ensure(short || !of_file, "an endless reason")?;
        return ensure(
            *status == 2 || !["plot", "dynamic-state"].contains(&subcommand),
            "nothing is refused once the arguments are read",
        );
    }
    if output.contains("Usage: dral") {
        return Ok(());
    }
    if output.starts_with(['{', '[']) {
        let json = serde_json::from_str(output);
        let json = json.map_err(|error| error.to_string())?;
        return check_json(subcommand, &json, distinct);
    }
    match subcommand {
        "layout" => check_areas(output),
        "varyings" => check_slots(output, distinct),
        "binding-table" => ensure(
            output.starts_with("Place\n")
                && output.contains("\nBinding table: "),
            "neither a place nor a table is printed",
        ),
        "dynamic-state" => check_instructions(output),
        _ => ensure(
            output.starts_with("<svg ") && output.ends_with("</svg>\n"),
            "no picture",
        ),
    }
}

fn list(value: &Value) -> Result<&[Value], String> {
    let list = value.as_array();
    Ok(list.ok_or_else(|| format!("{value} is not a list"))?)
}

/// Makes the same checks in JSON.
fn check_json(
    subcommand: &str,
    json: &Value,
    distinct: bool,
) -> Result<(), String> {
    match subcommand {
        "layout" => {
            for set in list(&json["sets"])? {
                ensure(set["areas"][0].is_object(), "no area")?;
                for area in list(&set["areas"])? {
                    let mut next = Some(0);
                    for run in list(&area["runs"])? {
                        let (begin, end) = (&run["begin"], &run["end"]);
                        let follows = begin.as_u64() == next
                            && end.as_u64() > begin.as_u64();
                        ensure(follows, "a gap")?;
                        next = end.as_u64();
                    }
                    ensure(next == area["set_size"].as_u64(), "a wrong size")?;
                }
            }
            ensure(json["sets"][0].is_object(), "no set")
        }
        "varyings" => {
            let mut seen = BTreeSet::new();
            let mut count = 0;
            for slot in list(&json["slots"])? {
                let components = list(&slot["components"])?;
                let used = slot["used"].as_u64().unwrap_or_default() as usize;
                ensure(components.len() == 4, "a wrong row")?;
                for (place, component) in components.iter().enumerate() {
                    if let Some(name) = component["name"].as_str() {
                        count += 1;
                        let first = seen.insert(name) || !distinct;
                        ensure(
                            place < used && first,
                            "a component is not counted, or counted twice",
                        )?;
                    }
                }
            }
            ensure(json["components"] == count, "a wrong sum")
        }
        "binding-table" => {
            let entries = list(&json["surfaces"])?.len();
            ensure(json["place"]["entries"] == entries, "no place of the table")
        }
        _ => {
            let named = !list(&json["causes"])?.is_empty();
            let instructions = list(&json["instructions"])?;
            for instruction in instructions {
                let reasons = list(&instruction["reasons"])?;
                ensure(!named || !reasons.is_empty(), "no reason")?;
            }
            ensure(named || instructions.len() == 55, "a wrong number")
        }
    }
}

/// Checks that the runs of each area follow each other without gaps.
fn check_areas(output: &str) -> Result<(), String> {
    let mut next = 0;
    for line in output.lines() {
        if line.contains(" area: ") {
            next = 0;
        }
        let mut words = line.split_whitespace().map(str::parse::<u64>);
        let (Some(Ok(begin)), Some(Ok(end)), Some(Ok(bytes))) =
            (words.next(), words.next(), words.next())
        else {
            continue;
        };
        let follows = begin == next && end > begin && end - begin == bytes;
        ensure(follows, "a gap")?;
        next = end;
    }
    ensure(output.contains(" area: "), "no area")
}

/// The cells of a table in text output, which are at least two spaces apart.
fn cells(line: &str) -> Vec<&str> {
    let cells = line.split("  ").map(str::trim);
    cells.filter(|cell| !cell.is_empty()).collect()
}

/// Checks that the slots are in order, and that no name is in two components.
fn check_slots(output: &str, distinct: bool) -> Result<(), String> {
    let told = output.split_once(" slots, ").map(|(_, told)| told);
    let told = told.ok_or("no sum is printed")?;
    if !distinct {
        return Ok(());
    }
    let mut seen = BTreeSet::new();
    for (number, line) in output.lines().skip(2).enumerate() {
        let row = cells(line);
        let [slot, used, components @ ..] = &row[..] else {
            return ensure(false, "a row without cells");
        };
        let sound = *slot == number.to_string() && components.len() == 4;
        ensure(sound, "a wrong row")?;
        let used: usize = used.parse().map_err(|_| "no count")?;
        for (place, cell) in components.iter().enumerate() {
            if *cell != "-" && *cell != "reserved" {
                let first = place < used && seen.insert(*cell);
                ensure(first, "a component is not counted, or counted twice")?;
            }
        }
    }
    let expected = format!("{} of ", seen.len());
    ensure(told.starts_with(&expected), "a wrong sum")
}

/// Checks that the printed number is that of the printed instructions, and that
/// each has a reason.
fn check_instructions(output: &str) -> Result<(), String> {
    let first = output.lines().next().unwrap_or_default();
    let number = match first.starts_with("What can") {
        true => Some(55),
        false => first.split(' ').nth(6).and_then(|n| n.parse().ok()),
    };
    // Only headings with a colon are followed by instructions.
    let mut counts = false;
    let mut told = 0;
    for line in output.lines() {
        if !line.starts_with(' ') {
            counts = line.ends_with(':');
        } else if counts && !line.starts_with("   ") {
            ensure(cells(line).len() > 1, "no reason")?;
            told += 1;
        }
    }
    ensure(number == Some(told), "a wrong number of instructions")
}
