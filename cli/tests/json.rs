// SPDX-License-Identifier: MIT

//! `--json` of the modules' subcommands says what their text says.

#[path = "command/in_process.rs"]
mod in_process;

use in_process::answer;
use serde_json::Value;

/// The text of a call, and its JSON.
fn both(arguments: &str, status: u8) -> (String, Value) {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples");
    let arguments = arguments.replace("EXAMPLES", root);
    let run = |arguments: &str| {
        let answer = answer(arguments.split(' '), &[][..]);
        assert_eq!(answer.status, status, "{arguments}: {}", answer.errors);
        answer.output
    };
    let json = run(&format!("{arguments} --json"));
    (run(&arguments), serde_json::from_str(&json).expect("JSON"))
}

/// The cells of each line, which are at least two spaces apart.
fn rows(text: &str) -> Vec<Vec<&str>> {
    let rows = text.lines().map(|line| {
        let cells = line.split("  ").map(str::trim);
        cells.filter(|cell| !cell.is_empty()).collect()
    });
    rows.collect()
}

/// The value that the text has after a label.
fn labelled<'a>(rows: &[Vec<&'a str>], label: &str) -> &'a str {
    let row = rows.iter().find(|row| row.first() == Some(&label));
    row.unwrap_or_else(|| panic!("no {label}"))[1]
}

fn list(value: &Value) -> &Vec<Value> {
    value.as_array().expect("an array")
}

#[test]
fn layouts() {
    for options in ["", " --mesa 24.3 --model anv-direct", " --model panvk"] {
        let call = format!("layout EXAMPLES/bindings.csv{options}");
        let (text, sets) = both(&call, 0);
        let [json] = &list(&sets)[..] else { panic!("one set: {sets}") };
        let rows = rows(&text);
        for name in ["descriptors", "buffer views", "binding numbers"] {
            let number = json[name.replace(' ', "_")].to_string();
            assert_eq!(number, labelled(&rows, name), "{name}");
        }
        let mut runs = rows
            .iter()
            .filter(|row| row.len() == 4 && row[0].parse::<u64>().is_ok());
        let mut bindings = 0;
        for area in list(&json["areas"]) {
            let (name, size) = (&area["name"].as_str().unwrap(), &area["size"]);
            let heading = format!("{name}: {size} bytes, ");
            assert!(text.contains(&heading), "{heading}");
            for run in list(&area["runs"]) {
                let row = runs.next().expect("a row");
                assert_eq!(run["begin"].to_string(), row[0]);
                assert_eq!(run["end"].to_string(), row[1]);
                let elements = &run["elements"];
                if elements.is_null() {
                    assert_eq!(row[3], "padding");
                    continue;
                }
                bindings += 1;
                let told = format!(
                    "binding {}: {} x {}, {} bytes each",
                    elements["binding"],
                    elements["type"].as_str().unwrap(),
                    elements["count"],
                    elements["stride"]
                );
                assert!(row[3].starts_with(&told), "{told}: {row:?}");
            }
        }
        assert!(runs.next().is_none() && bindings >= 4, "{text}");
    }
}

#[test]
fn varyings() {
    let call = "varyings EXAMPLES/varyings.csv --reserve 1 --linker";
    let (text, json) = both(call, 0);
    let rows = rows(&text);
    let slots = list(&json["slots"]);
    assert_eq!(slots.len(), rows.len() - 2);
    for (number, (slot, row)) in slots.iter().zip(&rows[2..]).enumerate() {
        assert_eq!([&number.to_string(), &slot["used"].to_string()], row[..2]);
        let cells = list(&slot["components"]).iter().map(|cell| match cell {
            Value::Null => "-",
            Value::String(text) => text,
            used => used["name"].as_str().expect("a name"),
        });
        assert!(cells.eq(row[2..].iter().copied()), "{row:?}");
    }
    let sum = format!("{} of 128 components", json["components"]);
    assert!(text.lines().next().unwrap().ends_with(&sum), "{text}");
    assert!(text.contains("reserved"));
}

#[test]
fn binding_tables() {
    for options in
        ["", " --taken 64", " --render-targets 3 --block 7 --taken 65504"]
    {
        let call = format!("binding-table EXAMPLES/shader.csv{options}");
        let (text, json) = both(&call, 0);
        let rows = rows(&text);
        let place = &json["place"];
        assert_eq!(place["block"].to_string(), labelled(&rows, "block"));
        let moved = rows.iter().any(|row| row.first() == Some(&"new block"));
        assert_eq!(place["new_block"], moved);
        let pointer = format!(
            "{:#x}, so the table lies at {:#x}",
            place["pointer"].as_u64().unwrap(),
            place["address"].as_u64().unwrap()
        );
        assert_eq!(pointer, labelled(&rows, "pointer"));
        let number = |name: &str| place[name].as_u64().expect("a number");
        let base = match number("pool_base") {
            0 => number("surface_base"),
            pool => pool,
        };
        assert_eq!(number("address"), base + number("pointer"));
        for (heading, name) in
            [("Binding table: ", "surfaces"), ("Sampler table: ", "samplers")]
        {
            let entries = list(&json[name]);
            let told = format!("{heading}{} of", entries.len());
            let start = text.lines().position(|line| line.starts_with(&told));
            let rows = &rows[start.expect("the table") + 2..];
            assert!(!entries.is_empty());
            for (entry, row) in entries.iter().zip(rows) {
                assert_eq!([&entry["what"], &entry["why"]], row[1..]);
                if let Some(binding) = entry["binding"].as_u64() {
                    let name = format!("{}.{binding} ", entry["set"]);
                    assert!(row[1].starts_with(&name), "{row:?}");
                    let index = format!(", descriptor {}", entry["descriptor"]);
                    assert!(row[1].contains(&index), "{row:?}");
                }
            }
        }
        for left in list(&json["without_entries"]) {
            let row = ["binding", "part", "why"].map(|name| &left[name]);
            assert!(rows.iter().any(|cells| row[..] == cells[..]), "{left}");
        }
        assert!(!list(&json["without_entries"]).is_empty());
    }
}

#[test]
fn dynamic_states() {
    for changes in ["", " PIPELINE", " VP_VIEWPORTS --first-draw"] {
        let (text, json) = both(&format!("dynamic-state{changes}"), 0);
        let words = |text: &str| -> Vec<String> {
            text.split_whitespace().map(String::from).collect()
        };
        let words = words(&text).join(" ");
        let mut place = 0;
        for instruction in list(&json["instructions"]) {
            let site = instruction["site"].as_str().unwrap();
            let reasons = list(&instruction["reasons"]);
            let reasons = reasons.iter().map(|r| r.as_str().unwrap());
            let reasons = reasons.collect::<Vec<_>>().join(", ");
            let reasons = match &*reasons {
                "" => "nothing",
                reasons => reasons,
            };
            let name = instruction["name"].as_str().unwrap();
            let told = format!(" {name} {reasons}");
            let there = words[place..].find(&told);
            place += there.unwrap_or_else(|| panic!("{told} in {words}"));
            assert!(words[..place].contains(&format!("{site}:")), "{site}");
        }
        let count = list(&json["instructions"]).len();
        let told = format!("at most {count} of 55 instructions");
        assert!(count == 55 || words.contains(&told), "{words}");
    }
}

#[test]
fn indirect_draws() {
    let (text, json) = both("indirect --draws 20000 --indexed --stride 20", 0);
    let (rows, plan) = (rows(&text), &json["plan"]);
    let ring = &plan["ring"];
    assert_eq!(labelled(&rows, "mode"), plan["mode"]);
    let flags = labelled(&rows, "flags word").strip_prefix("0x");
    assert_eq!(flags, plan["flags"].as_str());
    for (label, told) in [
        ("size", format!("{} bytes; ", ring["bytes"])),
        ("filled", format!("{} times", ring["fillings"])),
        (&format!("at {}", ring["first_draw_offset"]), {
            format!("{} draws", ring["draws"])
        }),
        (&format!("at {}", ring["jump_offset"]), "a jump".into()),
        ("generated", format!("a draw of 10 words, {}", plan["command_bytes"])),
    ] {
        assert!(labelled(&rows, label).starts_with(&told), "{label}: {told}");
    }
    let (text, json) = both("indirect --draws 50 --draw-id --hardware 90", 0);
    let chunks = list(&json["plan"]["chunks"]);
    assert_eq!(chunks.len(), 1);
    let told = format!("reserved  {} bytes of the batch", chunks[0]["bytes"]);
    assert!(text.contains(&told), "{told}");
    let told = format!("a buffer of {} bytes", json["plan"]["draw_id_bytes"]);
    assert!(text.contains(&told), "{told}");
    let (text, json) = both("indirect --draws 50 --hardware 100", 1);
    assert_eq!(json["plan"], Value::Null);
    let error = json["error"].as_str().expect("a reason");
    assert!(text.contains(&format!("refused  {error}")), "{text}");
}
