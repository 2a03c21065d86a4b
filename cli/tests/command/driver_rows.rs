// SPDX-License-Identifier: MIT

//! The row commands reproduce what a real driver emitted.

use crate::support::{driver_file, output, parse};
use std::io::{self, Write};

/// The files of a driver, and the calls that compute their results again: of
/// the rows with a cell `archs`, if there is one.
const CALLS: [(&str, &str, &str); 9] = [
    ("records.csv", "records - --arch v4", "v4+v5+v7noidvs"),
    ("records.csv", "records - --arch v5", "v4+v5+v7noidvs"),
    ("records.csv", "records - --arch v6", "v6+v7"),
    ("records.csv", "records - --arch v7", ""),
    ("vulkan.csv", "records - --arch v6", ""),
    ("vulkan.csv", "records -", ""),
    ("draws.csv", "draws -", ""),
    ("ids.csv", "ids -", ""),
    ("valhall.csv", "valhall - --table 2", ""),
];

/// Some rows of a file with an additional column.
fn input(file: &str, archs: &str) -> String {
    let text = String::from_utf8(driver_file(file)).expect("UTF-8");
    let (header, rows) = text.split_once('\n').expect("a header");
    let (name, value) = match file {
        // Every buffer of these rows has 8,192 bytes.
        "vulkan.csv" => ("buffer_size", "8192"),
        _ => ("more", "kept"),
    };
    let mut input = format!("{header},{name}\n");
    for row in rows.lines() {
        if archs.is_empty() || row.split(',').any(|cell| cell == archs) {
            input += &format!("{row},{value}\n");
        }
    }
    input
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

#[test]
fn every_row_is_computed_again() {
    for (file, arguments, archs) in CALLS {
        let input = input(file, archs);
        let mut count = 0;
        let arguments: Vec<_> = arguments.split(' ').collect();
        let found = parse(output(&arguments, &input, 0).as_bytes());
        let expected = parse(input.as_bytes());
        assert_eq!(found.len(), expected.len());
        for (expected, found) in expected.iter().zip(&found) {
            assert_eq!(found["error"], "");
            if let Some(archs) = expected.get("archs") {
                let known = ["v4+v5+v7noidvs", "v6+v7"];
                assert!(known.contains(&&archs[..]), "{archs}");
            }
            for (name, value) in expected {
                let found = without_pointer(name, &found[name]);
                assert_eq!(&found, value, "{file}, row {count}, {name}");
            }
            if let Some(address) = found.get("address_add") {
                let word = |name: &str| u64::from_str_radix(&found[name], 16);
                let words =
                    word("rec_w1").unwrap() << 32 | word("rec_w0").unwrap();
                let pointer = words & 0x00FF_FFFF_FFFF_FFC0;
                assert_eq!(&pointer.to_string(), address);
            }
            count += 1;
        }
        assert!(count > 0 || !archs.is_empty(), "{file} has no rows");
        // Not println, whose output cargo hides for passing tests.
        let text = format!("{count} rows of {file} compared\n");
        io::stderr().write_all(text.as_bytes()).unwrap();
    }
}
