// SPDX-License-Identifier: MIT

//! The known answers of c_tests/data, which Rust and C compute too: the command
//! is given what a row is given, and prints its answer.
//!
//! A row of data/known_calls.csv says how: `arguments` and `input` of the call,
//! and where each word of the answer is in the output, with | between them: a
//! JSON pointer, a column of CSV or the text before it; after `0x ` if it is
//! hexadecimal; empty if the command does not print it. {0} is the first word
//! that the function is given, {0x} the same in hexadecimal, {what} what the
//! row is about, {0:a|b} a or b by the word's value, {0&a|b} a and b by its
//! bits. `left_out` is the number of rows that the command cannot be given:
//! unknown rules and roundings, some buffers.

use crate::support::{answer, parse, repository, Row};
use dral::dynamic_state::{Commands, Instructions, States};
use serde_json::Value;
use std::fs;

fn read(path: &str) -> Vec<Row> {
    parse(&fs::read(repository(path)).expect(path)).1
}

fn words(text: &str) -> Vec<String> {
    let words = text.split([' ', ';']).filter(|word| !word.is_empty());
    words.map(String::from).collect()
}

/// A number in decimal, or in hexadecimal after 0x. Negative numbers have 32
/// bits.
fn number(text: &str) -> u64 {
    match text.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits, 16).expect(text),
        None if text.starts_with('-') => {
            u64::from(text.parse::<i32>().expect(text) as u32)
        }
        None => text.parse().expect(text),
    }
}

/// A template with the words that a row is given; `None` if a word has no name.
fn filled(template: &str, known: &Row, given: &[String]) -> Option<String> {
    let mut parts = template.split('{');
    let mut text = parts.next()?.to_string();
    for part in parts {
        let (key, rest) = part.split_once('}').expect(template);
        let word = |place: &str| &given[place.parse::<usize>().expect(key)];
        if key == "what" {
            text += &known["what"];
        } else if let Some((place, names)) = key.split_once(':') {
            text += names.split('|').nth(number(word(place)) as usize)?;
        } else if let Some((place, names)) = key.split_once('&') {
            let mut bits = number(word(place));
            for name in names.split('|') {
                text += &[" ", if bits & 1 == 1 { name } else { "" }].concat();
                bits >>= 1;
            }
            if bits != 0 {
                return None;
            }
        } else if let Some(place) = key.strip_suffix('x') {
            text += &format!("{:x}", number(word(place)));
        } else {
            text += word(key);
        }
        text += rest;
    }
    Some(text.replace("\\n", "\n"))
}

/// The words of a row as the command takes them: the address of a buffer that
/// ends below 2^32 without its upper bits. `None` for other buffers.
fn given(known: &Row) -> Option<Vec<String>> {
    let mut given = words(&known["given"]);
    let buffer = match &known["function"][..] {
        "record" => 4,
        "offset" => 6,
        _ => return Some(given),
    };
    let (address, size) = (number(&given[buffer]), number(&given[buffer + 1]));
    let low = u64::from(address as u32);
    given[buffer] = low.to_string();
    given[buffer + 1] = (low + size).to_string();
    (address >> 56 == 0 && (low + size) >> 32 == 0).then_some(given)
}

/// The listed instructions as bits, except those that only accompany others.
fn instructions(output: &str) -> String {
    let lines = output.lines().filter_map(|line| line.trim().split_once("  "));
    let names: Vec<_> = lines
        .filter(|(_, reasons)| !reasons.trim().starts_with("with "))
        .map(|(name, _)| name.as_bytes())
        .collect();
    let all = Instructions::ALL.iter();
    let listed = all.filter(|one| names.contains(&one.name().to_bytes()));
    listed.fold(0, |bits, one| bits | 1u64 << one as u32).to_string()
}

/// A result in an output, which may be CSV.
fn find(output: &str, is_csv: bool, result: &str) -> Option<String> {
    if result == "instructions" {
        (!output.is_empty()).then(|| instructions(output))
    } else if result.starts_with('/') {
        let json: Value = serde_json::from_str(output).unwrap_or_default();
        let value = json.pointer(result).filter(|value| !value.is_null())?;
        Some(value.as_str().map_or(value.to_string(), String::from))
    } else if is_csv {
        let cell = parse(output.as_bytes()).1[0][result].clone();
        (!cell.is_empty()).then_some(cell)
    } else {
        let rest = output.split_once(result)?.1.trim_start();
        let word = rest.split([' ', '\n']).next()?;
        Some(if word == "once" { "1" } else { word }.into())
    }
}

/// The words of the answer that the command prints, and those that it should
/// print; none for a refusal. `None` if its arguments cannot say what the row
/// is given.
fn compared(call: &Row, known: &Row) -> Option<[Vec<u64>; 2]> {
    let given = given(known)?;
    let fill = |column| filled(&call[column], known, &given);
    let (arguments, input) = (fill("arguments")?, fill("input")?);
    let output = answer(arguments.split_whitespace(), input.as_bytes()).output;
    let results = fill("results")?;
    let results: Vec<_> = results.split('|').collect();
    let printed = results.iter().filter(|result| !result.is_empty());
    let found = printed.filter_map(|result| {
        let name = result.strip_prefix("0x ");
        let text = find(&output, !input.is_empty(), name.unwrap_or(result))?;
        Some(number(&[name.map_or("", |_| "0x"), &text].concat()))
    });
    let mut right = words(&known["answer"]);
    if known["answer"].starts_with('E') {
        right.clear();
    }
    let right = right.iter().enumerate();
    let right = right.filter(|(place, _)| !results[*place].is_empty());
    let right = right.map(|(_, word)| number(word));
    let mut both = [found.collect(), right.collect::<Vec<_>>()];
    if known["function"] == "record" {
        // The upper bits of the address.
        let words = both.iter_mut().filter_map(|words| words.get_mut(1));
        words.for_each(|word| *word &= 0xFF00_0000);
    }
    Some(both)
}

#[test]
fn known_answers_are_what_the_command_prints() {
    let mut wrong = Vec::new();
    for call in read("cli/tests/data/known_calls.csv") {
        let mut rows =
            read(&format!("c_tests/data/{}_known.csv", call["topic"]));
        rows.retain(|known| known["function"] == call["function"]);
        let all = rows.len();
        rows.retain(|known| {
            let Some([found, right]) = compared(&call, known) else {
                return false;
            };
            // If there is nothing to draw, the command prints fewer words.
            let nothing = |words: &[u64]| words.iter().all(|&word| word == 0);
            let empty = call["function"] == "draw"
                && !right.is_empty()
                && nothing(&right)
                && nothing(&found);
            if found != right && !empty {
                // The command prints no ids without vertices, no divisor of 0,
                // and no plan if nothing is generated.
                if found.len() < right.len() {
                    return false;
                }
                wrong.push(format!("{known:?}: {found:x?}"));
            }
            true
        });
        let left_out = (all - rows.len()).to_string();
        if left_out != call["left_out"] {
            wrong.push(format!("{left_out} rows left out: {call:?}"));
        }
        assert!(!rows.is_empty(), "no row of {}", call["function"]);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The changes that `dynamic-state` understands from a name; none if it refuses
/// the name.
fn changes(name: &str) -> Vec<String> {
    let output = answer(["dynamic-state", name], &b""[..]).output;
    let lines = output.lines().map(str::trim_start);
    let lines = lines.skip_while(|line| !line.starts_with("after "));
    let lines = lines.take_while(|line| !line.is_empty());
    let list = lines.take_while(|line| !line.starts_with("nothing for "));
    let list = list.collect::<Vec<_>>().join(" ").replace(',', "");
    words(list.strip_prefix("after").unwrap_or_default())
}

#[test]
fn changes_have_their_names_and_those_of_vulkan() {
    let mut known = read("c_tests/data/dynamic_state_known.csv");
    known.retain(|known| known["function"] == "dynamic_states");
    // The others are several states at once.
    known.retain(|known| known["what"].contains(": "));
    assert!(!known.is_empty());
    for known in known {
        let (name, _) = known["what"].split_once(": ").expect("a name");
        let name = format!("VK_DYNAMIC_STATE_{name}");
        let refused = known["answer"].starts_with('E');
        let mask = if refused { 0 } else { number(&known["answer"]) };
        let states = States::ALL.iter();
        let states = states.filter(|&state| mask >> state as u32 & 1 == 1);
        let states: Vec<_> =
            states.map(|state| state.name().to_str().expect("UTF-8")).collect();
        assert_eq!(changes(&name), states, "{name}");
    }
    let states = States::ALL.iter().map(|state| state.name());
    let commands = Commands::ALL.iter().map(|command| command.name());
    for name in states.chain(commands) {
        let name = name.to_str().expect("UTF-8");
        assert_eq!(changes(name), [name]);
    }
}
