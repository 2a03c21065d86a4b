// SPDX-License-Identifier: MIT

//! `dral draw rows` reproduces what a real driver emitted.

use crate::support::{driver_file, output, parse, Row};
use std::io::{self, Write};

/// A file of the driver, the architecture, and the rows with this cell `archs`,
/// or all.
const CALLS: [(&str, &str, &str); 9] = [
    ("records.csv", "v4", "v4+v5+v7noidvs"),
    ("records.csv", "v5", "v4+v5+v7noidvs"),
    ("records.csv", "v6", "v6+v7"),
    ("records.csv", "v7", ""),
    ("vulkan.csv", "v6", ""),
    ("vulkan.csv", "v7", ""),
    ("draws.csv", "v7", ""),
    ("ids.csv", "v4", ""),
    ("valhall.csv", "v9", ""),
];

/// Every buffer of the rows of Vulkan has this size.
const VULKAN_SIZE: u64 = 8192;

const HEADER: &str = "arch,idvs,vertices,instances,start,base_instance,\
                      divisors,strides,offsets,addresses,sizes\n";

/// A draw of the driver in the notation of the command.
fn draw(row: &Row, arch: &str) -> String {
    let cell = |name: &str| row.get(name).map_or("", |cell| cell);
    // A record of ids says only whether there are several instances.
    let instances = match cell("instanced") {
        "0" => "1",
        "1" => "2",
        _ => cell("instance_count"),
    };
    // Without a rate, a divisor of 0 is per vertex, as in OpenGL.
    let divisor = match (cell("rate"), cell("divisor")) {
        ("", "0") | ("0", _) => "-",
        (_, divisor) => divisor,
    };
    let offset = cell("buffer_offset").parse().unwrap_or(0);
    let size = cell("buffer_size").parse().unwrap_or(VULKAN_SIZE);
    let buffer = match divisor {
        // A draw without an attribute.
        "" => [String::new(), String::new()],
        _ => [offset, size - offset].map(|value: u64| value.to_string()),
    };
    let (vertices, instances) = match arch {
        "v9" => ("3", "2"),
        _ => (cell("vertex_count"), instances),
    };
    [
        arch,
        cell("idvs"),
        vertices,
        instances,
        cell("offset_start"),
        cell("base_instance"),
        divisor,
        cell("stride"),
        cell("src_offset"),
        &buffer[0],
        &buffer[1],
    ]
    .join(",")
}

/// The words of a cell.
fn words(cell: &str) -> Vec<u32> {
    let words = cell.split_whitespace();
    words.map(|w| u32::from_str_radix(w, 16).expect("a word")).collect()
}

/// Compares a cell of the driver with the result. Returns whether it is one.
fn compare(name: &str, expected: &str, found: &Row, call: &str) -> bool {
    let word = |cell: &str, place: usize| {
        let word = words(&found[cell]).get(place).copied();
        word.map_or(String::new(), |word| format!("{word:08x}"))
    };
    let [own, others] = ["words", "instance_id"];
    let id = if found["vertex_id"].is_empty() { others } else { "vertex_id" };
    // The bits of a record's first words that the data contains; its pointers
    // are zero.
    let masked = |place: usize, mask: u32| {
        let word = words(&found[own]).get(place).copied().unwrap_or(0);
        format!("{:08x}", word & mask)
    };
    let result = match name {
        "padded_count" => found["padded_count"].clone(),
        "instance_size" => found["instance_size"].clone(),
        "instance_size_byte" => found["instance_size_byte"].clone(),
        "inv_w0" => word("invocation", 0),
        "inv_w1" => word("invocation", 1),
        "rec_type" | "attribute_type" => found["mode"].clone(),
        "rec_w0" => masked(0, 0x0000_003F),
        "rec_w1" => masked(1, 0xFF00_0000),
        "rec_w2" => word(own, 2),
        "rec_w3" => word(own, 3),
        "cont_w0" => word(own, 4),
        "cont_w1" => word(own, 5),
        "cont_w2" => word(own, 6),
        "cont_w3" => word(own, 7),
        "attr_offset" => found["attribute_offset"].clone(),
        "hw_divisor" => found["hardware_divisor"].clone(),
        "address_add" => {
            let words = words(&found[own]);
            let pointer = u64::from(words[1] & 0x00FF_FFFF) << 32;
            (pointer | u64::from(words[0] & !63)).to_string()
        }
        "b_w0" | "b_w1" | "b_w2" | "b_w3" => {
            word(id, usize::from(name.as_bytes()[3] - b'0'))
        }
        "w0_low10" => format!("{:03x}", words(&found[own])[0] & 0x3FF),
        "w1" | "w2" | "w4" | "w5" => {
            word(own, usize::from(name.as_bytes()[1] - b'0'))
        }
        _ => return false,
    };
    assert_eq!(result, expected, "{call}: {name}");
    true
}

#[test]
fn every_row_is_computed_again() {
    for (file, arch, archs) in CALLS {
        let rows = parse(&driver_file(file));
        let rows: Vec<_> = rows
            .iter()
            .filter(|row| archs.is_empty() || row["archs"] == archs)
            .collect();
        for row in &rows {
            if let Some(archs) = row.get("archs") {
                let known = ["v4+v5+v7noidvs", "v6+v7"];
                assert!(known.contains(&&archs[..]), "{archs}");
            }
        }
        let draws = rows.iter().map(|row| draw(row, arch) + "\n");
        let input = HEADER.to_string() + &draws.collect::<String>();
        let call = ["draw", "rows", "-", "--resource-table", "2"];
        let found = parse(output(&call, &input, 0).as_bytes());
        assert_eq!(found.len(), rows.len(), "{file}");
        let (mut values, mut count) = (0, 0);
        for (expected, found) in rows.iter().zip(&found) {
            let place = format!("{file}, {arch}, row {count}");
            assert_eq!(found["error"], "", "{place}");
            let mut found = found.clone();
            // The ids of a draw are in two columns of its row.
            if expected.get("what").is_some_and(|w| w == "instance_id") {
                found.insert("vertex_id".into(), String::new());
            }
            for (name, value) in *expected {
                values += usize::from(compare(name, value, &found, &place));
            }
            count += 1;
        }
        assert!(count > 0 || !archs.is_empty(), "{file} has no rows");
        assert!(values >= 5 * count, "{file}: {values} values");
        // Not println, whose output cargo hides for passing tests.
        let text = format!("{count} rows of {file} compared\n");
        io::stderr().write_all(text.as_bytes()).unwrap();
    }
}
