// SPDX-License-Identifier: MIT

//! Sets as real drivers lay them out: places, sizes, refusals.

use crate::support::{answer, driver_file};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::io::{self, Write};

#[derive(Deserialize)]
struct Set {
    set: String,
    driver: String,
    mesa: String,
    version: u32,
    model: String,
    case: String,
    set_flags: u32,
    create: String,
    layout_bytes: Option<u64>,
    alloc_result: String,
    variable_count: String,
    set_bytes: Option<u64>,
}

#[derive(Deserialize)]
struct Binding {
    set: String,
    binding: u32,
    #[serde(rename = "type")]
    kind: u32,
    count: u32,
    flags: u32,
    planes: String,
    mutable: String,
    first: Option<u64>,
}

fn rows<T: for<'de> Deserialize<'de>>(name: &str) -> Vec<T> {
    let file = driver_file(name);
    let rows = csv::Reader::from_reader(&file[..]).into_deserialize();
    let rows: Vec<T> = rows.map(Result::unwrap).collect();
    assert!(!rows.is_empty(), "{name}: no rows");
    rows
}

const COLUMNS: &str = "binding,type,count,flags,planes,mutable_types\n";

/// The bindings in the command's format. Only the case says which samplers have
/// their own chroma filter.
fn input(set: &Set, bindings: &[&Binding]) -> String {
    let chroma = set.case == "planes-chroma";
    let rows = bindings.iter().map(|binding| {
        let Binding { binding, kind, count, flags, planes, mutable, .. } =
            binding;
        let mut planes = planes.clone();
        if chroma {
            planes = planes.replace('2', "2c").replace('3', "3c");
        }
        let list = match mutable.as_str() {
            "none" | "empty" => String::new(),
            list => list.replace('.', " "),
        };
        format!("{binding},{kind},{count},{flags},{planes},{list}\n")
    });
    COLUMNS.to_string() + &rows.collect::<String>()
}

/// Cases in which the driver is wrong: it takes the list of another binding, or
/// none.
fn is_wrong(set: &Set) -> bool {
    set.driver == "anv"
        && ["mutable-order", "mutable-empty"].contains(&set.case.as_str())
}

#[test]
fn sets_of_driver_rows_are_laid_out_the_same() {
    let sets: Vec<Set> = rows("layouts_sets.csv");
    let mut bindings: BTreeMap<String, Vec<Binding>> = BTreeMap::new();
    for binding in rows::<Binding>("layouts_bindings.csv") {
        bindings.entry(binding.set.clone()).or_default().push(binding);
    }
    let (mut compared, mut places) = (0, 0);
    for set in &sets {
        let is_known = ["anv", "panvk"].contains(&set.driver.as_str());
        if !is_known || set.create != "0" || is_wrong(set) {
            continue;
        }
        let bindings: Vec<_> =
            bindings.get(&set.set).into_iter().flatten().collect();
        let model = match set.model.as_str() {
            "panvk" => "panvk".to_string(),
            model => format!("anv-{model}"),
        };
        let mesa = if set.mesa.as_str() < "26" { "24.3" } else { "26.2" };
        let mut arguments = format!(
            "layout - --model {model} --mesa {mesa} --hardware {} --set-flags {}",
            set.version, set.set_flags
        );
        let allocated = set.alloc_result == "0";
        if allocated && !set.variable_count.is_empty() {
            arguments += &format!(" --variable-count {}", set.variable_count);
        }
        let input = input(set, &bindings);
        let answer = answer(arguments.split(' '), input.as_bytes());
        let at = format!("set {}: {}{}", set.set, answer.output, answer.errors);
        assert_eq!(answer.status, 0, "{at}");
        if let Some(bytes) = set.layout_bytes {
            let text = format!("Surface area: {bytes} bytes");
            assert!(answer.output.contains(&text), "{at}");
        }
        if let (true, Some(bytes)) = (allocated, set.set_bytes) {
            let text = format!("bytes, {bytes} in a set");
            assert!(answer.output.contains(&text), "{at}");
        }
        for binding in bindings.iter().filter(|binding| binding.count > 0) {
            let Some(first) = binding.first else { continue };
            let name = format!("  binding {}: ", binding.binding);
            let line = answer.output.lines().find(|l| l.contains(&name));
            // A binding without bytes in a set of variable size.
            let Some(line) = line.filter(|line| line.starts_with("  ")) else {
                continue;
            };
            let offset = line.split_whitespace().next();
            let offset: Option<u64> = offset.and_then(|text| text.parse().ok());
            let header = match line.contains("data behind 32 bytes") {
                true => 32,
                false => 0,
            };
            if let Some(offset) = offset {
                assert_eq!(offset + header, first, "{name}{at}");
                places += 1;
            }
        }
        compared += 1;
    }
    // Not println, whose output cargo hides for passing tests.
    let text = format!("{compared} sets, {places} places compared\n");
    io::stderr().write_all(text.as_bytes()).expect("it can be written to");
    assert!(compared > 0 && places > 0);
}
