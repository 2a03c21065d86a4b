// SPDX-License-Identifier: MIT

//! `--json` says what the text says, for the subcommands whose text is not made
//! from the JSON.

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
