// SPDX-License-Identifier: MIT

//! Faults planted in correct traces, at least one for each rule: each is found
//! at its line, with no other finding.

use crate::generator::{job, valhall};
use crate::{findings, run, NONE};
use dral::instancing::{Architecture, Idvs, PaddingRule};
use serde::Deserialize;
use serde_json::Value;

/// A fault: edits of a trace, and the findings. `job` describes the draw:
/// vertices, instances, divisors, and other properties; or, for v9 and later,
/// `valhall` or `stream`, and divisors. Each edit replaces the first `from`
/// after `after` by `to`. Each finding has a `rule`, and the line of the
/// descriptor which the edit of the same number changes, or of the first one
/// with `at`; `at` with a caret is the line itself. `first` is its first
/// wrong thread, its instance and vertex, the element it reads and the correct
/// one. `message` is part of the output. Empty cells are not compared; ` | `
/// separates edits and findings, and \n is a line end.
#[derive(Deserialize)]
struct Fault {
    what: String,
    job: String,
    arguments: String,
    after: String,
    from: String,
    to: String,
    at: String,
    rule: String,
    first: String,
    right: String,
    found: String,
    message: String,
}

/// The parts of a cell; no part is an empty one.
fn parts(cell: &str) -> impl Iterator<Item = String> + '_ {
    let parts = cell.split(" | ").map(|part| part.replace("\\n", "\n"));
    parts.chain(std::iter::repeat(String::new()))
}

/// The trace of a draw, described as in the table.
fn trace(draw: &str) -> String {
    let words: Vec<&str> = draw.split(' ').collect();
    let number = |text: &str| text.parse::<u32>().expect("a number");
    let divisors = |text: &str| -> Vec<u32> {
        text.split(',').filter(|text| *text != "-").map(number).collect()
    };
    if let [kind @ ("valhall" | "stream"), list, ref more @ ..] = words[..] {
        let mut job = valhall(&divisors(list), kind == "stream");
        for word in more {
            let base = word.strip_prefix("base=").expect("a base instance");
            job.base_instance = number(base);
        }
        return job.text();
    }
    let (vertices, instances) = (number(words[0]), number(words[1]));
    let mut job = job(vertices, instances, &divisors(words[2]));
    for word in &words[3..] {
        match word.split_once('=') {
            Some(("start", start)) => {
                job.draw.offset_start = number(start) as i32;
            }
            Some(("base", base)) => job.draw.base_instance = number(base),
            _ if *word == "v5" => {
                job.draw.architecture = Architecture::V5 as u32
            }
            _ if *word == "idvs" => job.draw.idvs = Idvs::Yes as u32,
            _ if *word == "documented" => {
                job.draw.padding_rule = PaddingRule::Documented as u32;
            }
            _ => panic!("{word}"),
        }
    }
    job.text()
}

/// The place of the first `text` after another text.
fn find(trace: &str, after: &str, text: &str) -> usize {
    let begin = trace.find(after).expect("the place is there");
    let place = trace[begin..].find(text);
    begin + place.unwrap_or_else(|| panic!("no {text} there:\n{trace}"))
}

/// Puts a fault at the first `from` after `after`.
pub fn plant(trace: &str, after: &str, from: &str, to: &str) -> String {
    let place = find(trace, after, from);
    let (before, rest) = trace.split_at(place);
    format!("{before}{}", rest.replacen(from, to, 1))
}

/// The only finding, which must be of this rule.
fn only(trace: &str, arguments: &[&str], rule: &str) -> Value {
    let found = findings(arguments, trace);
    assert_eq!(found.len(), 1, "{rule}: {found:#?}");
    assert_eq!(found[0]["rule"], rule, "{found:#?}");
    found[0].clone()
}

/// The first wrong thread, its instance and vertex, the element it reads and
/// the correct one.
pub fn first(finding: &Value) -> String {
    let first = &finding["first_wrong"];
    if first.is_null() {
        return "none".into();
    }
    ["thread", "instance", "vertex", "reads", "should_read"]
        .map(|name| first[name].to_string())
        .join(" ")
}

/// A value as the text shows it.
pub fn shown(value: &Value) -> String {
    match value {
        Value::Null => "none".into(),
        Value::String(text) => text.clone(),
        Value::Object(value) => {
            let words = value["words"].as_array().expect("words").iter();
            let words = words.map(|word| word.as_str().expect("a word"));
            let words = words.collect::<Vec<_>>().join(" ");
            format!("{words} ({})", value["meaning"].as_str().expect("text"))
        }
        number => number.to_string(),
    }
}

/// The line on which the descriptor at this place begins.
fn line_of(trace: &str, place: usize) -> usize {
    let indent = |line: &str| line.len() - line.trim_start().len();
    let end = place + trace[place..].find('\n').expect("a whole line");
    let mut lines: Vec<_> = trace[..end].lines().collect();
    let last = lines.pop().expect("a line");
    let heading =
        |line: &&str| !line.trim().is_empty() && indent(line) < indent(last);
    1 + lines.iter().rposition(heading).expect("a heading")
}

/// Makes the edits of a fault, and checks what is found.
fn check(fault: &Fault) {
    let what = &fault.what;
    let mut text = trace(&fault.job);
    // Where each edit is.
    let mut places: Vec<usize> = Vec::new();
    let edits =
        parts(&fault.after).zip(parts(&fault.from).zip(parts(&fault.to)));
    for (after, (from, to)) in edits.take(fault.from.split(" | ").count()) {
        let place = find(&text, &after, &from);
        text.replace_range(place..place + from.len(), &to);
        let later = places.iter_mut().filter(|other| **other > place);
        later.for_each(|other| *other = *other + to.len() - from.len());
        places.push(place);
    }
    let arguments: Vec<_> = fault.arguments.split_whitespace().collect();
    let (_, told, _) = run(&arguments, &text);
    assert!(told.contains(&fault.message), "{what}: {told}");
    let found = findings(&arguments, &text);
    let is: Vec<_> = found.iter().map(|found| &found["rule"]).collect();
    let rules = fault.rule.split(" | ").filter(|rule| !rule.is_empty());
    assert_eq!(is, rules.collect::<Vec<_>>(), "{what}: {told}");
    let expected = parts(&fault.first)
        .zip(parts(&fault.right).zip(parts(&fault.found)))
        .zip(parts(&fault.at));
    for (number, (finding, ((wrong, (right, bad)), at))) in
        found.iter().zip(expected).enumerate()
    {
        let place = if at.is_empty() || at.starts_with('^') {
            places[number.min(places.len() - 1)]
        } else {
            find(&text, "", &at) + at.len() - 1
        };
        let line = match at.strip_prefix('^') {
            Some(line) => 1 + text[..find(&text, "", line)].lines().count(),
            None => line_of(&text, place),
        };
        assert_eq!(finding["line"], line, "{what}: {finding:#}");
        for (expected, is) in [
            (wrong, first(finding)),
            (right, shown(&finding["right"])),
            (bad, shown(&finding["found"])),
        ] {
            assert!(expected.is_empty() || expected == is, "{what}: {is}");
        }
    }
}

#[test]
fn every_fault_of_the_table_is_found() {
    let table = include_bytes!("../data/trace_faults.csv");
    let mut count = 0;
    for fault in csv::Reader::from_reader(&table[..]).deserialize() {
        check(&fault.expect("a row of the table"));
        count += 1;
    }
    assert!(count > 40, "{count} faults");
}

#[test]
fn a_table_that_an_earlier_draw_left() {
    let one = job(3, 1, &[]).text();
    let two = job(3, 2, &[]).text();
    assert_eq!(findings(&[], &(one.clone() + &two)), NONE);
    let stale = plant(&two, "Type: 1D", "1D Modulus", "1D");
    let finding = only(&(one.clone() + &stale), &[], "stale-table");
    assert_eq!(first(&finding), "3 1 0 3 0");
    let message = finding["message"].as_str().unwrap();
    assert!(message.ends_with("line 1, 3 vertices x 1 instances"));
    // A third draw with the same table is also wrong.
    let found = findings(&[], &(one.clone() + &stale + &stale));
    assert_eq!(found.len(), 2);
    assert_eq!(found[1]["rule"], "stale-table");
    // A different table was not written for the earlier draw.
    let other = stale.replace("buffers: 0xf7fa6120", "buffers: 0xf7fa6520");
    only(&(one + &other), &[], "one-instance");
}
