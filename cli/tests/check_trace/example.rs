// SPDX-License-Identifier: MIT

//! `examples/trace.txt`: a draw without faults, one with the table of the draw
//! before, and one whose magic divisor lost its extra flag.

use crate::generator::job;
use std::fs;

const FILE: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/trace.txt");

/// Replaces text that occurs once.
fn plant(trace: &str, from: &str, to: &str) -> String {
    assert_eq!(trace.matches(from).count(), 1, "{from}");
    trace.replace(from, to)
}

fn trace() -> String {
    let sound = job(358, 3, &[]).text();
    // 384 is 3 << 7.
    let stale = plant(
        &job(2, 2, &[]).text(),
        "Divisor: 2\n  Divisor R: 1\n  Divisor P: 0\n  Divisor E: 0\n",
        "Divisor: 384\n  Divisor R: 7\n  Divisor P: 1\n  Divisor E: 1\n",
    );
    let flag = plant(
        &job(70, 100, &[3]).text(),
        "Divisor: 384\n  Divisor R: 7\n  Divisor P: 1\n  Divisor E: 1\n",
        "Divisor: 128\n  Divisor R: 7\n  Divisor P: 0\n  Divisor E: 0\n",
    );
    // The stale table belongs to the first draw.
    let flag = flag.replace("0xf7fa6120", "0xf7fa8120");
    // Each job has an address of its own.
    let traces = [sound, stale, flag].into_iter().zip(1..);
    let moved = traces.map(|(trace, place)| {
        trace
            .replace("Job Header (f", &format!("Job Header ({place}f"))
            .replace("Next: 0xf", &format!("Next: 0x{place}f"))
    });
    moved.collect()
}

#[test]
fn the_example_is_generated() {
    let trace = trace();
    if std::env::var_os("DRAL_BLESS").is_some_and(|value| value == "1") {
        fs::write(FILE, &trace).expect("the example is writable");
    }
    let same = fs::read_to_string(FILE).is_ok_and(|text| text == trace);
    assert!(
        same,
        "examples/trace.txt is not what this test generates; DRAL_BLESS=1 \
         cargo test --package dral-cli example renews it"
    );
}
