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
    // The rest of the text is another form of the answer in JSON.
    let first = match subcommand {
        "layout" => "Set",
        "varyings" => " slots, ",
        "binding-table" => "Place\n",
        "dynamic-state" => " instruction",
        _ => "<svg ",
    };
    ensure(output.contains(first), "neither text nor a picture")
}

fn list(value: &Value) -> Result<&[Value], String> {
    let list = value.as_array();
    Ok(list.ok_or_else(|| format!("{value} is not a list"))?)
}

/// Checks what is true of all answers.
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
