// SPDX-License-Identifier: MIT

//! Findings point at the fault, and not at what surrounds it.

use crate::faults::plant;
use crate::generator::{job, valhall};
use crate::{findings, run, NONE};
use serde_json::Value;

/// The only finding.
fn only(trace: &str, arguments: &[&str]) -> Value {
    let found = findings(arguments, trace);
    assert_eq!(found.len(), 1, "{found:#?}");
    found[0].clone()
}

fn message(finding: &Value) -> &str {
    finding["message"].as_str().expect("a message")
}

#[test]
fn a_table_is_stale_only_if_it_is_right_for_the_earlier_draw() {
    let earlier = job(8, 3, &[3]).text();
    let good = job(70, 40, &[3]).text();
    assert_eq!(findings(&[], &(earlier.clone() + &good)), NONE);
    let bad = plant(&good, "NPOT", "Divisor R: 7", "Divisor R: 6");
    let found = only(&(earlier.clone() + &bad), &[]);
    assert_eq!(found["rule"], "hardware-divisor", "{found:#}");
    assert!(!message(&found).contains("line 1"), "{found:#}");
    // The third draw keeps the table of the second.
    let third = job(20, 40, &[3]).text();
    let record = |trace: &str| {
        let begin = trace.find("Attribute:\n  Type").expect("a record");
        let end = trace.find("\n\nVarying:").expect("varyings");
        trace[begin..end].to_string()
    };
    let stale = third.replace(&record(&third), &record(&good));
    let line = 1 + earlier.lines().count();
    let found = findings(&[], &(earlier + &good + &stale));
    assert_eq!(found.len(), 2, "{found:#?}");
    for finding in &found {
        assert_eq!(finding["rule"], "stale-table", "{finding:#}");
        let told = format!("the job of line {line}");
        assert!(message(finding).contains(&told), "{finding:#}");
    }
}

#[test]
fn an_attribute_is_stale_only_if_it_is_right_for_the_earlier_draw() {
    let based = |base, start| {
        let mut draw = job(70, 3, &[1, 8]);
        (draw.draw.base_instance, draw.draw.offset_start) = (base, start);
        draw.text()
    };
    let bad =
        plant(&based(0, 900), "index: 2\n", "Offset: -14400", "Offset: 5000");
    let line = "// dral: base_instance 0, divisors -,1,8\n".to_string();
    let found = only(&(line.clone() + &based(0, 4) + &line + &bad), &[]);
    assert_eq!(found["rule"], "attribute-offset", "{found:#}");
    let kept =
        plant(&based(0, 900), "index: 2\n", "Offset: -14400", "Offset: -64");
    let found = only(&(line.clone() + &based(0, 4) + &line + &kept), &[]);
    assert_eq!(found["rule"], "stale-offset", "{found:#}");
}

/// Instructions that write the registers of a draw.
fn writes(registers: &[(u32, u32)]) -> String {
    let lines = registers.iter().map(|(register, value)| {
        format!(
            "  00 00 00 00 00 00 {register:02x} 02    MOVE32 r{register}, \
             #0x{value:X}\n"
        )
    });
    lines.collect()
}

#[test]
fn a_register_that_the_drivers_line_confirms_is_not_stale() {
    let draw = valhall(&[0, 8], true).text();
    let line = "// dral: vertices 70, instances 40, divisors -,8\n";
    let first = writes(&[(33, 70), (34, 40)]) + &draw;
    let second = writes(&[(33, 70)]) + &draw;
    let alone = only(&(first.clone() + &second), &[]);
    assert_eq!(alone["rule"], "stale-register");
    let stated = line.to_string() + &first + line + &second;
    assert_eq!(findings(&[], &stated), NONE);
}

#[test]
fn a_register_that_a_compute_job_may_use_has_the_line_that_wrote_it() {
    let draw = valhall(&[0, 8], true).text();
    let compute = "  00 00 00 00 00 00 00 04    RUN_COMPUTE.x_axis #1\n";
    let all = writes(&[(33, 70), (34, 40)]);
    let first = all.clone() + &draw;
    let lines = first.lines().count();
    let trace = first + &all + compute + &writes(&[(33, 70)]) + &draw;
    let found = only(&trace, &[]);
    let told = format!(
        "r34 was last written in line {}, before the RUN_COMPUTE of line {}",
        lines + 2,
        lines + 3
    );
    assert!(message(&found).contains(&told), "{found:#}");
}

#[test]
fn an_instance_offset_is_wrong_once_and_at_its_line() {
    for stream in [false, true] {
        let trace = valhall(&[0, 8, 7, 1], stream).text();
        let bad = trace.replace("Instance offset: 0", "Instance offset: 5");
        let place = bad.lines().position(|l| l.contains("Instance offset"));
        let found = only(&bad, &["--base-instance=4"]);
        assert_eq!(found["line"], place.unwrap() + 1);
        assert_eq!(found["first_wrong"]["reads"], 5);
        assert_eq!(found["first_wrong"]["should_read"], 4);
        assert_eq!(found["attribute"], Value::Null);
    }
}

#[test]
fn the_right_offset_is_one_number_where_another_location_shows_it() {
    let mut draw = job(70, 3, &[1, 8, 1]);
    draw.draw.base_instance = 400;
    let trace = draw.text();
    let bad = plant(&trace, "index: 4\n", "Offset: 6400", "Offset: 800");
    let found = only(&bad, &[]);
    assert_eq!(found["right"], 6400);
    let told = ": location 1 shows the base instance 400";
    assert!(message(&found).ends_with(told), "{found:#}");
    // What is within the element stays.
    let bad = plant(&trace, "index: 4\n", "Offset: 6400", "Offset: 804");
    assert_eq!(only(&bad, &[])["right"], 6404);
}

#[test]
fn the_right_offset_is_one_number_where_only_one_has_its_bytes() {
    let mut draw = job(100, 16, &[2]);
    draw.draw.base_instance = 100;
    let line = "// dral: base_instance 100, divisors -,2, strides 16,";
    // An address may add up to 63 bytes, which is less than the stride of 96.
    for (stride, offset, right) in [
        (96, 19200, serde_json::json!(9600)),
        (96, 19204, serde_json::json!(9604)),
        (32, 6400, serde_json::json!("3200 to 3263")),
    ] {
        let bad = plant(
            &draw.text(),
            "NPOT",
            "Stride: 16",
            &format!("Stride: {stride}"),
        );
        let offset = format!("Offset: {offset}");
        let bad = plant(&bad, "index: 2\n", "Offset: 1600", &offset);
        let bad = format!("{line}{stride}, offsets 0,0\n{bad}");
        assert_eq!(only(&bad, &[])["right"], right, "{offset}");
    }
}

#[test]
fn a_buffer_that_is_too_small_lacks_a_number_of_bytes() {
    let trace = job(70, 3, &[1]).text();
    let bad = plant(&trace, "NPOT", "Size: 16777216", "Size: 32");
    assert_eq!(only(&bad, &[])["right"], "48 bytes or more");
    let bad = plant(&trace, "Type: 1D", "Size: 16777216", "Size: 1119");
    assert_eq!(only(&bad, &[])["right"], "1120 bytes or more");
}

#[test]
fn a_long_line_of_the_program_is_skipped() {
    let trace = job(70, 3, &[1]).text();
    let long = "x".repeat(1 << 16) + "\n";
    let other = "y".repeat(3 << 16) + "\n";
    let bad = plant(&trace, "Type: 1D", "Divisor R: 3", "Divisor R: 4");
    let line = only(&bad, &[])["line"].as_u64().unwrap();
    let begin = bad.find("\nAttribute:").expect("a line") + 1;
    let inside = [&bad[..begin], &long, &other, &bad[begin..]].concat();
    assert_eq!(only(&inside, &[])["line"], line + 2);
    assert_eq!(only(&(long + &bad), &[])["line"], line + 1);
    let endless = "x".repeat(1 << 25);
    assert_eq!(run(&[], &endless).0, 2);
}

#[test]
fn a_stated_attribute_that_the_job_lacks() {
    let trace = job(70, 3, &[1]).text();
    let line = "// dral: divisors -,1,,3\n".to_string();
    let found = only(&(line + &trace), &[]);
    assert_eq!(found["rule"], "table");
    assert_eq!(found["attribute"]["location"], 3);
    assert!(message(&found).contains("lack"), "{found:#}");
}

#[test]
fn a_stated_attribute_that_reads_an_image() {
    let trace = job(70, 3, &[]).text();
    let image =
        "Attribute:\n  Type: 3D Linear\n  Pointer: 0x40\n  Stride: 4\n  \
                 Size: 64\n  Divisor: 1\n  Divisor R: 0\n  Divisor P: 0\n  \
                 Divisor E: 0\n  Type: Continuation\n  S dimension: 16\n\n\
                 Varying:";
    let bad = trace.replacen("\nVarying:", image, 1);
    let bad = plant(&bad, "", "index: 0\n", "index: 1\n");
    assert_eq!(findings(&[], &bad), NONE);
    let line = "// dral: divisors -\n".to_string();
    let found = only(&(line + &bad), &[]);
    assert_eq!(found["rule"], "table");
    assert!(message(&found).contains("image"), "{found:#}");
}

#[test]
fn the_name_of_a_translation_fault() {
    let trace = job(70, 3, &[]).text();
    for (status, name) in [
        (0xc2, "TRANSLATION_FAULT_2"),
        (0xc8, "PERM_FAULT_0"),
        (0xd1, "TRANSTAB_BUS_FAULT_1"),
        (0xdb, "ACCESS_FLAG_3"),
        (0xe1, "ADDR_SIZE_FAULT_IN1"),
        (0xe6, "ADDR_SIZE_FAULT_OUT2"),
        (0xeb, "MEM_ATTR_FAULT_3"),
        (0xec, "MEM_ATTR_NONCACHE_0"),
    ] {
        let status = format!("Exception Status: {status:#x}");
        let bad = trace.replacen("Exception Status: 0", &status, 1);
        let found = findings(&[], &bad);
        let told = found.iter().any(|f| message(f).contains(name));
        assert!(told, "{name}: {found:#?}");
    }
}

#[test]
fn files_that_are_checked_alone_are_counted() {
    let folder = tempfile::tempdir().expect("a folder");
    let trace = job(70, 3, &[]).text();
    let summary = |names: [&str; 2]| {
        let files = names.map(|name| folder.path().join(name));
        let files = files.each_ref().map(|file| file.to_str().unwrap());
        for file in files {
            std::fs::write(file, &trace).expect("it is written");
        }
        let command = [&["trace", "check"][..], &files].concat();
        crate::in_process::answer(command, &b""[..]).output
    };
    let told = "each was checked alone";
    assert!(summary(["one.txt", "two.txt"]).contains(told));
    let dumps = ["dump.a.ctx-0.0001", "dump.a.ctx-0.0002"];
    assert!(!summary(dumps).contains(told));
}
