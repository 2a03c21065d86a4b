// SPDX-License-Identifier: MIT

//! Sets as real drivers lay them out: places, sizes, refusals.

use crate::support::{answer, driver_file, parse, Row};
use std::collections::BTreeMap;
use std::io::{self, Write};

fn rows(name: &str) -> Vec<Row> {
    let rows = parse(&driver_file(name));
    assert!(!rows.is_empty(), "{name}: no rows");
    rows
}

const COLUMNS: &str = "binding,type,count,flags,planes,mutable_types\n";

/// The bindings in the command's format. Only the case says which samplers have
/// their own chroma filter.
fn input(set: &Row, bindings: &[&Row]) -> String {
    let mut input = COLUMNS.to_string();
    for row in bindings {
        let mut planes = row["planes"].clone();
        if set["case"] == "planes-chroma" {
            planes = planes.replace('2', "2c").replace('3', "3c");
        }
        let list = match row["mutable"].as_str() {
            "none" | "empty" => String::new(),
            list => list.replace('.', " "),
        };
        let [binding, kind, count, flags] =
            ["binding", "type", "count", "flags"].map(|name| &row[name]);
        input += &format!("{binding},{kind},{count},{flags},{planes},{list}\n");
    }
    input
}

/// Whether the set has a layout, and a right one: in these cases ANV takes the
/// list of another binding, or none.
fn is_laid_out(set: &Row) -> bool {
    let wrong = ["mutable-order", "mutable-empty"];
    let is_right = match set["driver"].as_str() {
        "anv" => !wrong.contains(&set["case"].as_str()),
        driver => driver == "panvk",
    };
    is_right && set["create"] == "0"
}

#[test]
fn sets_of_driver_rows_are_laid_out_the_same() {
    let rows_of_bindings = rows("layouts_bindings.csv");
    let mut bindings: BTreeMap<&str, Vec<&Row>> = BTreeMap::new();
    for binding in &rows_of_bindings {
        bindings.entry(&binding["set"]).or_default().push(binding);
    }
    let (mut compared, mut places) = (0, 0);
    for set in rows("layouts_sets.csv").iter().filter(|set| is_laid_out(set)) {
        let bindings = bindings.get(&set["set"][..]).map_or(&[][..], |all| all);
        let model = match set["model"].as_str() {
            "panvk" => "panvk".to_string(),
            model => format!("anv-{model}"),
        };
        let mesa = if set["mesa"].as_str() < "26" { "24.3" } else { "26.2" };
        let mut arguments = format!(
            "dral-layout - --model {model} --mesa {mesa} --hardware {} --set-flags {}",
            set["version"], set["set_flags"]
        );
        let allocated = set["alloc_result"] == "0";
        if allocated && !set["variable_count"].is_empty() {
            arguments += " --variable-count ";
            arguments += &set["variable_count"];
        }
        let input = input(set, bindings);
        let answer = answer(arguments.split(' '), input.as_bytes());
        let at =
            format!("set {}: {}{}", set["set"], answer.output, answer.errors);
        assert_eq!(answer.status, 0, "{at}");
        let (layout, whole) = (&set["layout_bytes"], &set["set_bytes"]);
        if !layout.is_empty() {
            let text = format!("Surface area: {layout} bytes");
            assert!(answer.output.contains(&text), "{at}");
        }
        if allocated && !whole.is_empty() {
            let text = format!("bytes, {whole} in a set");
            assert!(answer.output.contains(&text), "{at}");
        }
        for binding in bindings.iter().filter(|row| row["count"] != "0") {
            let Ok(first) = binding["first"].parse::<u64>() else { continue };
            let name = format!("  binding {}: ", binding["binding"]);
            let line = answer.output.lines().find(|l| l.contains(&name));
            // A binding without bytes in a set of variable size.
            let Some(line) = line.filter(|line| line.starts_with("  ")) else {
                continue;
            };
            let offset = line.split_whitespace().next();
            let offset: Option<u64> = offset.and_then(|text| text.parse().ok());
            let header = match line.contains("data after 32 bytes") {
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
    // Other rows may be refused, or have no places.
    let is_tree = std::env::var_os("DRAL_DRIVER_DATA").is_none();
    assert!(!is_tree || compared > 0 && places > 0);
}
