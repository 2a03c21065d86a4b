// SPDX-License-Identifier: MIT

//! A trace compared with a good one of the same program.

use crate::faults::{first, plant};
use crate::generator::{job, valhall};
use crate::in_process;
use crate::random::random_job;
use crate::{findings, NONE};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use serde_json::Value;
use std::io::Write;
use tempfile::NamedTempFile;

/// The file of a good trace.
fn file(trace: &str) -> NamedTempFile {
    let mut file = NamedTempFile::new().expect("a file");
    file.write_all(trace.as_bytes()).expect("the file is written");
    file
}

/// Compares a trace with a good one.
fn diff(good: &str, bad: &str, arguments: &[&str]) -> (u8, String, String) {
    let command = [&["trace", "diff", good, "-"], arguments].concat();
    let answer = in_process::answer(command, bad.as_bytes());
    (answer.status, answer.output, answer.errors)
}

/// The findings of a trace compared with a good one.
fn against(good: &str, bad: &str) -> Vec<Value> {
    let good = file(good);
    let path = good.path().display().to_string();
    let (status, output, errors) = diff(&path, bad, &["--json", "--all"]);
    assert_eq!(errors, "");
    let value: Value = serde_json::from_str(&output).expect("JSON");
    let found = value["findings"].as_array().expect("findings").clone();
    assert_eq!(status, u8::from(!found.is_empty()));
    found
}

/// The rule and the message, without the place of the good draw.
fn what(finding: &Value) -> String {
    let message = finding["message"].as_str().expect("a message");
    let message = message.split(" the draw of ").next().unwrap_or_default();
    format!("{}: {message}", finding["rule"].as_str().expect("a rule"))
}

/// A difference that `trace check` alone does not find.
fn only(good: &str, bad: &str) -> (String, Value) {
    assert_eq!(findings(&[], good), NONE);
    assert_eq!(findings(&[], bad), NONE);
    assert_eq!(against(bad, bad), NONE);
    let found = against(good, bad);
    assert_eq!(found.len(), 1, "{found:#?}");
    assert_eq!(found[0]["rule"], "diff", "{found:#?}");
    (what(&found[0]), found[0].clone())
}

/// The trace of another run: buffers, tables and shaders are elsewhere.
fn elsewhere(trace: &str) -> String {
    trace
        .replace("Pointer: 0x1", "Pointer: 0x51")
        .replace("0xf7fa", "0xe7fa")
        .replace("0xf7fb8000", "0xe7fb8000")
}

#[test]
fn the_other_side_is_no_trace() {
    let good = job(70, 10, &[3]).text();
    let (good, none) = (file(&good), file("hello\n"));
    let [good, none] = [&good, &none].map(|file| file.path().to_str().unwrap());
    let one = "no job in the whole file: this is not a decoded trace";
    let more = "no job in any of the files: these are not decoded traces";
    for (sides, place, told) in [
        (vec![good, "-"], "standard input:1", one),
        (vec![none, good, "--", "-"], "standard input:1", one),
        (vec![good, "--", "-", none], none, more),
        (vec!["-", good], "-", "the good trace has no draw"),
    ] {
        let command = [&["trace", "diff"], &sides[..]].concat();
        let answer = in_process::answer(command, &b"hello\n"[..]);
        assert_eq!(answer.status, 2, "{sides:?}");
        assert!(answer.errors.starts_with(&format!("dral: {place}")));
        assert!(answer.errors.ends_with(&format!(": {told}\n")), "{told}");
    }
    // A file without a job between others is no error.
    let command = ["trace", "diff", none, good, "--", "-", good];
    assert_eq!(in_process::answer(command, &b"hello\n"[..]).status, 0);
}

#[test]
fn runs_with_other_addresses_read_the_same() {
    let mut random = ChaCha8Rng::seed_from_u64(2);
    for _ in 0..300 {
        let trace = random_job(&mut random).text();
        let other = elsewhere(&trace);
        assert_ne!(other, trace);
        assert_eq!(against(&trace, &other), NONE);
    }
    for stream in [false, true] {
        let trace = valhall(&[0, 1, 8, 7], stream).text();
        assert_eq!(against(&trace, &trace), NONE);
    }
}

#[test]
fn divisors_that_differ() {
    let [good, bad] = [3, 6].map(|divisor| job(70, 10, &[divisor]).text());
    let (told, found) = only(&good, &elsewhere(&bad));
    assert_eq!(told, "diff: the divisor differs from");
    assert_eq!(found["attribute"]["location"], 1);
    assert_eq!([&found["found"], &found["right"]], [6, 3]);
    // Instance 3 of 72 threads each.
    assert_eq!(first(&found), "216 3 0 0 1");
    let [good, bad] = [8, 4].map(|divisor| valhall(&[0, divisor], true).text());
    let (told, found) = only(&good, &bad);
    assert_eq!(told, "diff: the divisor differs from");
    assert_eq!([&found["found"], &found["right"]], [4, 8]);
    // One is per vertex.
    let bad = valhall(&[8, 0], true).text();
    let found = against(&good, &bad);
    assert_eq!(found.len(), 2, "{found:#?}");
    assert_eq!(found[0]["found"], 8);
    assert_eq!(found[0]["right"], "per vertex");
    assert_eq!(first(&found[0]), "1 0 1 0 1");
}

#[test]
fn a_base_instance_that_differs() {
    let [good, bad] = [100, 200].map(|base| {
        let mut job = job(70, 10, &[3, 2]);
        job.draw.base_instance = base;
        job.text()
    });
    let found = against(&good, &bad);
    assert_eq!(found.len(), 2, "{found:#?}");
    for finding in &found {
        assert_eq!(what(finding), "diff: the offset differs from");
        assert_eq!([&finding["found"], &finding["right"]], [3200, 1600]);
    }
    // A single element is not taken for the low bits of an address, but a few
    // bytes are.
    let offset = |offset: u32| {
        good.replace("Offset: 1600\n", &format!("Offset: {offset}\n"))
    };
    assert_eq!(against(&good, &offset(1616)).len(), 2);
    assert_eq!(against(&good, &offset(1604)), NONE);
}

#[test]
fn values_that_differ() {
    let records = job(70, 1, &[]).text();
    let v9 = valhall(&[0, 8], false).text();
    for (good, from, to, told) in [
        (&records, "Stride: 16", "Stride: 20", "the stride differs from"),
        (&records, "RGBA32F RGBA", "RGBA16F RGBA", "the format differs from"),
        (
            &records,
            "Size: 16777216",
            "Size: 16777000",
            "the size of the buffer",
        ),
        (
            &records,
            "Draw mode: Triangles",
            "Draw mode: Triangle strip",
            "the draw mode",
        ),
        (&v9, "Draw mode: Points", "Draw mode: Lines", "the draw mode differs"),
        (&v9, "Base vertex offset: 0", "Base vertex offset: 1", "the start"),
        (
            &v9,
            "Index type: None",
            "Index type: UINT8",
            "the index type differs",
        ),
    ] {
        let bad = good.replacen(from, to, 1);
        assert_ne!(&bad, good, "{from}");
        let found = against(good, &bad);
        assert_eq!(found.len(), 1, "{from}: {found:#?}");
        let message = what(&found[0]);
        assert!(message.starts_with(&format!("diff: {told}")), "{message}");
        assert_eq!(against(good, good), NONE);
    }
}

#[test]
fn sizes_and_starts_that_the_check_knows() {
    let good = job(70, 3, &[1]).text();
    let bad = plant(&good, "Job Payload", "e Size: 72", "e Size: 64");
    let found = against(&good, &bad);
    assert_eq!(found.len(), 1, "{found:#?}");
    assert_eq!(what(&found[0]), "diff: the instance size differs from");
    assert_eq!([&found[0]["found"], &found[0]["right"]], [64, 72]);
    // Mesa up to 25.0 writes 1, which the check allows.
    let one =
        plant(&good, "Tiler Job", "Primitive Size: 28", "Primitive Size: 1");
    let (told, found) = only(&good, &one);
    assert_eq!(told, "diff: the instance primitive size differs from");
    assert_eq!([&found["found"], &found["right"]], [1, 28]);
    // What only the check finds.
    let bad = plant(&good, "1D Modulus", "Divisor R: 3", "Divisor R: 4");
    let found = against(&good, &bad);
    assert_eq!(found.len(), 1, "{found:#?}");
    assert_eq!(found[0]["rule"], "modulus");
    let died =
        good.replacen("Exception Status: 0", "Exception Status: 0x58", 1);
    let found = against(&good, &died);
    assert_eq!(found.len(), 1, "{found:#?}");
    assert_eq!(found[0]["rule"], "died");
}

#[test]
fn attributes_that_only_one_has() {
    let [less, more] = [&[3][..], &[3, 3]].map(|d| job(70, 10, d).text());
    let (told, found) = only(&less, &more);
    assert_eq!(told, "diff: an extra attribute, compared with");
    assert_eq!(found["attribute"]["location"], 2);
    let (told, found) = only(&more, &less);
    assert_eq!(told, "diff: an attribute is missing, compared with");
    assert_eq!(found["attribute"]["location"], 2);
}

#[test]
fn counts_that_differ() {
    let [good, bad] = [70, 72].map(|count| job(count, 10, &[3]).text());
    let (told, found) = only(&good, &bad);
    assert_eq!(told, "diff: the vertices differ from");
    assert_eq!([&found["found"], &found["right"]], [72, 70]);
}

#[test]
fn draws_are_paired_by_what_they_are() {
    let one = |vertices| job(vertices, 3, &[2]).text();
    let other = one(70).replace("0xf7fb8000", "0xf7fb9000");
    let good = one(10) + &other + &one(11) + &one(12);
    // Shaders and draws in another order.
    let bad = other.clone() + &one(12) + &one(10) + &one(11);
    assert_eq!(against(&good, &bad), NONE);
    // A draw that is missing does not shift the others, on either side.
    let less = one(10) + &one(11) + &one(12);
    let found = against(&good, &less);
    assert_eq!(found.len(), 1, "{found:#?}");
    assert_eq!(what(&found[0]), "diff: a draw that only the good trace has");
    assert_eq!(found[0]["job"]["vertices"], 70);
    let found = against(&less, &good);
    assert_eq!(found.len(), 1, "{found:#?}");
    let message = what(&found[0]);
    assert_eq!(message, "diff: a draw that the good trace does not have");
    // Nor does it shift one that differs.
    let wrong = job(11, 3, &[5]).text();
    let bad = one(10) + &wrong + &one(12);
    let found = against(&good, &bad);
    let told: Vec<_> = found.iter().map(what).collect();
    assert_eq!(told.len(), 2, "{found:#?}");
    assert!(told.contains(&"diff: the divisor differs from".to_string()));
}

#[test]
fn what_is_wrong_in_both_is_not_reported() {
    let wrong = job(70, 3, &[1]).text();
    let wrong = plant(&wrong, "Job Payload", "e Size: 72", "e Size: 64");
    assert_eq!(findings(&[], &wrong).len(), 1);
    assert_eq!(against(&wrong, &wrong), NONE);
}

#[test]
fn a_good_trace_that_cannot_be_read() {
    let trace = job(70, 3, &[1]).text();
    let (status, _, errors) = diff("/nowhere", &trace, &[]);
    assert_eq!(status, 2);
    assert!(errors.contains("/nowhere: No such file"), "{errors}");
    let cut = file(&trace[..trace.len() / 2]);
    let path = cut.path().display().to_string();
    let (status, _, errors) = diff(&path, &trace, &[]);
    assert_eq!(status, 2);
    assert!(errors.contains(&path), "{errors}");
    // Without a draw nothing is compared.
    let header = "Job Header (1f000):\n  Type: Compute\n  Next: 0x0\n\n";
    let empty = file(header);
    let path = empty.path().display().to_string();
    let (status, _, errors) = diff(&path, &trace, &[]);
    assert_eq!(status, 2);
    assert!(errors.contains("the good trace has no draw"), "{errors}");
}

#[test]
fn indices_that_differ() {
    let indexed = |count: u32, base: i32| {
        let trace = job(70, 3, &[1]).text();
        let index = trace.replace("Index type: None", "Index type: UINT16");
        index
            .replace("Index count: 70", &format!("Index count: {count}"))
            .replace(
                "Base vertex offset: 0",
                &format!("Base vertex offset: {base}"),
            )
    };
    let good = indexed(100, -4);
    let (told, found) = only(&good, &indexed(99, -4));
    assert_eq!(told, "diff: the index count differs from");
    assert_eq!([&found["found"], &found["right"]], [99, 100]);
    let (told, _) = only(&good, &indexed(100, 0));
    assert_eq!(told, "diff: the base vertex offset differs from");
}

#[test]
fn a_buffer_of_another_attribute() {
    let good = valhall(&[0, 8, 8], true).text();
    let bad = plant(&good, "f7eeb1a0", "Buffer index: 2", "Buffer index: 1");
    let (told, found) = only(&good, &bad);
    assert_eq!(told, "diff: the location with the same buffer differs from");
    assert_eq!(found["attribute"]["location"], 2);
    assert_eq!(
        [&found["found"], &found["right"]],
        [&Value::from(1), &"none".into()]
    );
    assert_eq!(against(&bad, &good).len(), 1);
    let good = job(70, 10, &[2, 2]).text();
    let bad = good.replace("Pointer: 0x30000000", "Pointer: 0x20000000");
    assert_eq!(only(&good, &elsewhere(&bad)).0, told);
}

#[test]
fn two_generations_differ_only_in_what_both_have() {
    let mut old = job(70, 40, &[8, 7]);
    old.draw.vertices_per_primitive = 1;
    let old = old.text().replace("Size: 16777216", "Size: 1120");
    for stream in [false, true] {
        let new = valhall(&[0, 8, 7], stream).text();
        assert_eq!(against(&old, &new), NONE);
        assert_eq!(against(&new, &old), NONE);
        let bad = plant(&new, "NPOT", "Stride: 16", "Stride: 20");
        let (told, found) = only(&old, &bad);
        assert_eq!(told, "diff: the stride differs from");
        assert_eq!([&found["found"], &found["right"]], [20, 16]);
    }
}

/// The only difference between two public traces of a port to a G57.
#[test]
fn a_fragment_shader_that_reads_no_words() {
    let good = valhall(&[0, 8], false).text().replace(
        "Draw:\n",
        "Draw:\n  Shader:\n    FAU count: 3\n    Resources: 0xf7eebf02\n",
    );
    let bad = good.replace("FAU count: 3", "FAU count: 0");
    let (told, found) = only(&good, &bad);
    assert_eq!(told, "diff: the FAU count differs from");
    assert_eq!([&found["found"], &found["right"]], [0, 3]);
    let bad = good.replace("0xf7eebf02", "0xf7eebf01");
    let (told, _) = only(&good, &bad);
    assert_eq!(told, "diff: the number of resource tables differs from");
    let strides =
        "Allocation:\n  Vertex packet stride: 16\n  Vertex attribute \
                   stride: 0\nInstance count:\n";
    let good = good.replace("Instance count:\n", strides);
    let bad = good
        .replace("packet stride: 16", "packet stride: 48")
        .replace("attribute stride: 0", "attribute stride: 32")
        .replace("Base vertex", "Secondary Shader: true\n  Base vertex");
    assert_eq!(against(&good, &bad).len(), 2);
}
