// SPDX-License-Identifier: MIT

//! The row commands reproduce what a real driver emitted.

use crate::support::{driver_file, output, parse, Row};
use std::io::{self, Write};

/// The rows of a driver; at least one.
fn data(name: &str) -> Vec<Row> {
    let rows = parse(&driver_file(name)).1;
    assert!(!rows.is_empty(), "{name} has no rows");
    rows
}

/// Prints how much was compared. Standard error, because cargo hides println
/// output of passing tests.
fn compared(count: usize, name: &str) {
    let mut stderr = io::stderr();
    writeln!(stderr, "{count} rows of {name} compared").unwrap();
}

/// The rows as CSV, with an additional column.
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

/// The bits of a record's first words that the data contains; its pointers are
/// zero.
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
    let (_, rows) = parse(output(arguments, &input, 0).as_bytes());
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
        if !named.is_empty() {
            let input = with_column(&named, "arch", arch);
            assert_rows(&named, &["records", "-"], input);
        }
    }
    compared(rows.len(), "records.csv");
}

#[test]
fn records_know_the_pointer_that_the_data_lacks() {
    let rows = data("records.csv");
    let input = with_column(&rows, "arch", "v7");
    let found = parse(output(&["records", "-"], &input, 0).as_bytes()).1;
    assert_eq!(found.len(), rows.len());
    for row in found {
        let pointer: u64 = row["address_add"].parse().unwrap();
        let first = u64::from_str_radix(&row["rec_w0"], 16).unwrap();
        let second = u64::from_str_radix(&row["rec_w1"], 16).unwrap();
        let held = (second << 32 | first) & 0x00FF_FFFF_FFFF_FFC0;
        assert_eq!(held, pointer);
    }
    compared(rows.len(), "records.csv");
}

#[test]
fn vulkan_records() {
    let rows = data("vulkan.csv");
    // Every buffer of these rows has 8,192 bytes.
    let input = with_column(&rows, "buffer_size", "8192");
    assert_rows(&rows, &["records", "--arch", "v6", "-"], input.clone());
    assert_rows(&rows, &["records", "-"], input);
    compared(rows.len(), "vulkan.csv");
}

#[test]
fn draws() {
    let rows = data("draws.csv");
    let input = with_column(&rows, "more", "kept");
    assert_rows(&rows, &["draws", "-"], input);
    compared(rows.len(), "draws.csv");
}

#[test]
fn ids() {
    let rows = data("ids.csv");
    let input = with_column(&rows, "more", "kept");
    assert_rows(&rows, &["ids", "-"], input);
    compared(rows.len(), "ids.csv");
}

#[test]
fn valhall() {
    let rows = data("valhall.csv");
    let input = with_column(&rows, "more", "kept");
    assert_rows(&rows, &["valhall", "--table", "2", "-"], input);
    compared(rows.len(), "valhall.csv");
}
