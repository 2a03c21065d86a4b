// SPDX-License-Identifier: MIT

//! The columns that the help of a subcommand names.

use crate::support::{answer, message, output};

/// The value of a column.
type Value = fn(&str) -> &'static str;

/// Subcommands that read files, and a value for each column.
const FILES: [(&str, Value); 7] = [
    ("records", |column| if column == "arch" { "v7" } else { "1" }),
    ("draws", |_| "1"),
    ("ids", |column| if column == "what" { "vertex_id" } else { "1" }),
    ("valhall", |column| if column == "arch" { "v9" } else { "1" }),
    ("layout", binding),
    ("varyings", |column| match column {
        "type" => "float",
        "interpolation" => "flat",
        _ => "1",
    }),
    ("binding-table", binding),
];

fn binding(column: &str) -> &'static str {
    match column {
        "type" | "mutable_types" => "SAMPLER",
        "set_flags" | "flags" => "0",
        _ => "1",
    }
}

/// The columns behind a label of the help, which may go on below it.
fn columns(help: &str, label: &str) -> Vec<String> {
    let mut found = String::new();
    let lines = help.lines().skip_while(|line| !line.starts_with(label));
    for (number, line) in lines.enumerate() {
        match line.strip_prefix(if number == 0 { label } else { "  " }) {
            Some(text) => found.push_str(&format!(" {text}")),
            None => break,
        }
    }
    let names = found.split(',').map(|name| name.trim().to_string());
    names.filter(|name| !name.is_empty()).collect()
}

fn csv(names: &[String], value: Value) -> String {
    let values: Vec<_> = names.iter().map(|name| value(name)).collect();
    format!("{}\n{}\n", names.join(","), values.join(","))
}

#[test]
fn help_names_the_columns_that_a_file_needs() {
    for (subcommand, value) in FILES {
        let help = output(&[subcommand, "--help"], "", 0);
        let required = columns(&help, "Required columns:");
        let optional = columns(&help, "Optional columns:");
        assert!(!required.is_empty(), "{help}");
        if subcommand == "records" {
            assert_eq!(required, ["none", "but one of these"]);
            for name in &optional {
                let one = csv(std::slice::from_ref(name), value);
                let status = answer(["records", "-"], one.as_bytes()).status;
                assert!(status < 2, "{name}: {status}");
            }
            let told = message(&["records", "-"], "note\n1\n", 2);
            assert!(told.contains("no column of this command"), "{told}");
            continue;
        }
        output(&[subcommand, "-"], &csv(&required, value), 0);
        for (place, name) in required.iter().enumerate() {
            let mut fewer = [&required[..], &optional[..]].concat();
            fewer.remove(place);
            let told = message(&[subcommand, "-"], &csv(&fewer, value), 2);
            let missing = format!("column {name} is missing");
            assert!(told.contains(&missing), "{subcommand}: {told}");
        }
        // What is optional is read: twice it is an error.
        for name in optional {
            let twice = [required.clone(), vec![name.clone(); 2]].concat();
            let told = message(&[subcommand, "-"], &csv(&twice, value), 2);
            let expected = format!("column {name} is duplicated");
            assert!(told.contains(&expected), "{subcommand}: {told}");
        }
    }
}
