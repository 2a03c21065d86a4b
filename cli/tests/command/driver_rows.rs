// SPDX-License-Identifier: MIT

//! The row commands reproduce what a real driver emitted.

use crate::support::{dral, parse, repository, Row};
use std::fs;

fn data(name: &str) -> Vec<Row> {
    let path = repository("c_tests/data").join(name);
    parse(&fs::read(path).expect("the data is part of the repository")).1
}

/// The rows as CSV with one more column.
fn with_column(rows: &[Row], name: &str, value: &str) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let names = rows[0].keys().map(String::as_str);
    writer.write_record(names.chain([name])).unwrap();
    for row in rows {
        let cells = row.values().map(String::as_str);
        writer.write_record(cells.chain([value])).unwrap();
    }
    String::from_utf8(writer.into_inner().unwrap()).unwrap()
}

/// The bits that the data keeps of the first words of a record; its
/// pointers are zeroed.
fn without_pointer(name: &str, value: &str) -> String {
    let mask = match name {
        "rec_w0" => 0x0000_003F,
        "rec_w1" => 0xFF00_0000,
        _ => return value.to_string(),
    };
    let word = u32::from_str_radix(value, 16).expect("a word");
    format!("{:08x}", word & mask)
}

fn assert_rows(expected: &[Row], arguments: &[&str], input: String) {
    let assert = dral().args(arguments).write_stdin(input).assert().success();
    let (_, rows) = parse(&assert.get_output().stdout);
    assert_eq!(rows.len(), expected.len());
    for (number, (row, expected)) in rows.iter().zip(expected).enumerate() {
        assert_eq!(row["error"], "");
        for (name, value) in expected {
            let found = without_pointer(name, &row[name]);
            assert_eq!(&found, value, "row {number}, column {name}");
        }
    }
}

#[test]
fn records_of_every_architecture() {
    let rows = data("records.csv");
    assert_eq!(rows.len(), 3088);
    for arch in ["v4", "v5", "v6", "v7"] {
        let named: Vec<Row> = rows
            .iter()
            .filter(|row| match row["archs"].as_str() {
                "v4+v5+v7noidvs" => arch != "v6",
                "v6+v7" => arch == "v6" || arch == "v7",
                other => panic!("{other}"),
            })
            .cloned()
            .collect();
        assert!(named.len() > 1500);
        let input = with_column(&named, "arch", arch);
        assert_rows(&named, &["records", "-"], input);
    }
}

#[test]
fn records_know_the_pointer_that_the_data_lacks() {
    let rows = data("records.csv");
    let input = with_column(&rows, "arch", "v7");
    let assert =
        dral().args(["records", "-"]).write_stdin(input).assert().success();
    let mut moved = 0;
    for row in parse(&assert.get_output().stdout).1 {
        let pointer: u64 = row["address_add"].parse().unwrap();
        let first = u64::from_str_radix(&row["rec_w0"], 16).unwrap();
        let second = u64::from_str_radix(&row["rec_w1"], 16).unwrap();
        let held = (second << 32 | first) & 0x00FF_FFFF_FFFF_FFC0;
        assert_eq!(held, pointer);
        moved += u32::from(pointer != 0);
    }
    assert!(moved > 400, "{moved}");
}

#[test]
fn vulkan_records() {
    let rows = data("vulkan.csv");
    assert_eq!(rows.len(), 411);
    // Every buffer of these rows has 8,192 bytes.
    let input = with_column(&rows, "buffer_size", "8192");
    assert_rows(&rows, &["records", "--arch", "v6", "-"], input.clone());
    assert_rows(&rows, &["records", "-"], input);
}

#[test]
fn draws() {
    let rows = data("draws.csv");
    assert_eq!(rows.len(), 344);
    let input = with_column(&rows, "more", "kept");
    assert_rows(&rows, &["draws", "-"], input);
}

#[test]
fn ids() {
    let rows = data("ids.csv");
    assert_eq!(rows.len(), 85);
    let input = with_column(&rows, "more", "kept");
    assert_rows(&rows, &["ids", "-"], input);
}

#[test]
fn valhall() {
    let rows = data("valhall.csv");
    assert_eq!(rows.len(), 299);
    let input = with_column(&rows, "more", "kept");
    assert_rows(&rows, &["valhall", "--table", "2", "-"], input);
}

#[test]
fn the_example_holds_rows_of_the_data() {
    let example = repository("examples/draws.csv");
    let assert = dral().arg("records").arg(&example).assert().success();
    let (_, rows) = parse(&assert.get_output().stdout);
    assert!(rows.len() > 200, "{} rows", rows.len());
    let inputs = parse(&fs::read(&example).unwrap()).0;
    let data = data("records.csv");
    for row in &rows {
        let same = |other: &&Row| {
            inputs
                .iter()
                .all(|name| name == "arch" || other.get(name) == row.get(name))
        };
        let expected = data.iter().find(same).expect("a row of the driver");
        for (name, value) in expected.iter().filter(|(n, _)| *n != "archs") {
            assert_eq!(&without_pointer(name, &row[name]), value);
        }
    }
}
