// SPDX-License-Identifier: MIT

//! A trace beside a good one of the same program.

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

/// The findings of a trace beside a good one, without the line of the draw.
fn against(good: &str, bad: &str) -> Vec<Value> {
    let good = file(good);
    let path = good.path().display().to_string();
    let (_, output, _) = diff(&path, bad, &["--json", "--all"]);
    let value: Value = serde_json::from_str(&output).expect("JSON");
    let mut found = value["findings"].as_array().expect("findings").clone();
    for finding in &mut found {
        assert_eq!(finding["rule"], "diff");
        let message = finding["message"].as_str().expect("a message");
        let (what, place) = message.split_once(&path).expect("the good file");
        assert!(place.starts_with(':'), "{message}");
        finding["message"] = what.into();
    }
    found
}

/// A difference that `trace check` alone does not find: its message, without
/// the draw, and the rest of the finding.
fn only(good: &str, bad: &str) -> (String, Value) {
    assert_eq!(findings(&[], good), NONE);
    assert_eq!(findings(&[], bad), NONE);
    assert_eq!(against(bad, bad), NONE);
    let found = against(good, bad);
    assert_eq!(found.len(), 1, "{found:#?}");
    let message = found[0]["message"].as_str().expect("a message");
    let what = message.strip_suffix(" the draw of ").expect("a draw");
    (what.to_string(), found[0].clone())
}

/// The trace of another run: buffers, tables and shaders are elsewhere.
fn elsewhere(trace: &str) -> String {
    trace
        .replace("Pointer: 0x1", "Pointer: 0x51")
        .replace("0xf7fa", "0xe7fa")
        .replace("0xf7fb8000", "0xe7fb8000")
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
    let (what, found) = only(&good, &elsewhere(&bad));
    assert_eq!(what, "a thread reads another element than in");
    assert_eq!(found["attribute"]["location"], 1);
    // Instance 3 of 72 threads each.
    assert_eq!(first(&found), "216 3 0 0 1");
    let [good, bad] = [8, 4].map(|divisor| valhall(&[0, divisor], true).text());
    let (what, found) = only(&good, &bad);
    assert_eq!(what, "a thread reads another element than in");
    // Nothing is padded.
    assert_eq!(first(&found), "280 4 0 1 0");
    // One is per vertex.
    let bad = valhall(&[8, 0], true).text();
    let found = against(&good, &bad);
    assert_eq!(found.len(), 2, "{found:#?}");
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
    let what = "the first thread reads another element than in the draw of ";
    for finding in &found {
        assert_eq!(finding["message"], what);
        assert_eq!(first(finding), "0 0 0 200 100");
    }
}

#[test]
fn a_stride_that_differs() {
    let good = job(70, 1, &[]).text();
    let bad = good.replacen("Stride: 16", "Stride: 20", 1);
    let (what, found) = only(&good, &bad);
    assert_eq!(what, "the stride is another than in");
    assert_eq!([&found["found"], &found["right"]], ["20", "16"]);
    // Only the first element is read.
    let good = job(1, 1, &[]).text();
    let bad = good.replacen("Stride: 16", "Stride: 20", 1);
    assert_eq!(against(&good, &bad), NONE);
}

#[test]
fn attributes_that_only_one_has() {
    let [less, more] = [&[3][..], &[3, 3]].map(|d| job(70, 10, d).text());
    let (what, found) = only(&less, &more);
    assert_eq!(what, "an attribute more than in");
    assert_eq!(found["attribute"]["location"], 2);
    let (what, found) = only(&more, &less);
    assert_eq!(what, "an attribute less than in");
    assert_eq!(found["attribute"]["location"], 2);
}

#[test]
fn counts_that_differ() {
    let [good, bad] = [70, 72].map(|count| job(count, 10, &[3]).text());
    let (what, found) = only(&good, &bad);
    assert_eq!(what, "other vertices or instances than in");
    assert_eq!([&found["found"], &found["right"]], ["72 x 10", "70 x 10"]);
}

#[test]
fn draws_are_paired_by_shader_and_order() {
    let one = |vertices| job(vertices, 3, &[2]).text();
    let other = one(70).replace("0xf7fb8000", "0xf7fb9000");
    let good = one(10) + &other + &one(11) + &one(12);
    // The draws of the other shader are drawn later.
    let bad = one(10) + &one(11) + &one(12) + &other;
    assert_eq!(against(&good, &bad), NONE);
    let bad = one(10) + &other + &one(12) + &one(11);
    assert_eq!(against(&good, &bad).len(), 2);
    // Draws without a partner are counted.
    let count = |good: &str, bad: &str| {
        let good = file(good);
        let path = good.path().display().to_string();
        let (status, output, _) = diff(&path, bad, &[]);
        assert_eq!(status, 0, "{output}");
        output.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let less = one(10) + &other;
    let output = count(&good, &less);
    assert!(output.ends_with("only the good trace has 2"), "{output}");
    let output = count(&less, &good);
    assert!(output.ends_with("the good trace does not have 2"), "{output}");
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
}
