// SPDX-License-Identifier: MIT

//! Traces without faults have no findings.

use crate::generator::{job, valhall};
use crate::random::random_job;
use crate::{findings, run, NONE};
use dral::instancing::Rate;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

#[test]
fn draws_without_faults_have_no_findings() {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    for _ in 0..2000 {
        let job = random_job(&mut random);
        let found = findings(&[], &job.text());
        assert_eq!(found, NONE, "{:?} {:?}", job.draw, job.buffers);
    }
}

#[test]
fn valhall_without_faults_has_no_findings() {
    for stream in [false, true] {
        for divisor in (1..100).chain([4_971_027, u32::MAX]) {
            let trace = valhall(&[0, 1, divisor], stream).text();
            assert_eq!(findings(&[], &trace), NONE, "{divisor}");
        }
    }
}

#[test]
fn a_location_without_an_attribute_is_skipped() {
    for stream in [false, true] {
        let mut job = valhall(&[0, 3], stream);
        job.attributes[0].rate = Rate::Unused as u32;
        assert_eq!(findings(&[], &job.text()), NONE);
    }
}

#[test]
fn the_summary_counts_what_was_checked() {
    let trace = job(70, 3, &[1, 8]).text() + &job(3, 1, &[]).text();
    let (_, output, _) = run(&[], &trace);
    assert_eq!(output, "2 draws, 11 descriptors, 0 findings\n");
    for stream in [false, true] {
        // Both tables are the same.
        let (_, output, _) = run(&[], &valhall(&[0, 3], stream).text());
        assert_eq!(output, "1 draws, 2 descriptors, 0 findings\n");
    }
}

#[test]
fn images_of_a_vertex_shader_are_skipped() {
    let job = job(70, 3, &[]);
    let image = "Attribute:\n  Buffer index: 1\n  Offset enable: false\n  \
                 Format (v7): RGBA8 UNORM RGBA\n  Offset: 0\n";
    let records = "Attribute:\n  Type: 3D Linear\n  Pointer: 0x40\n  Stride: \
                   4\n  Size: 64\n  Divisor: 1\n  Divisor R: 0\n  Divisor P: \
                   0\n  Divisor E: 0\n  Type: Continuation\n  S dimension: \
                   16\nAttribute:\n  Type: 1D Modulus\n  Pointer: 0x80\n  \
                   Stride: 4\n  Size: 640\n  Divisor: 72\n  Divisor R: 3\n  \
                   Divisor P: 4\n  Divisor E: 0\n";
    let last = image.replace("index: 1", "index: 3").replace("false", "true");
    let trace = job.text();
    let trace = trace.replacen(
        "\nAttribute:\n  Type",
        &format!("{image}{last}\nAttribute:\n  Type"),
        1,
    );
    let trace =
        trace.replacen("\nVarying:", &format!("{records}\nVarying:"), 1);
    assert!(trace.contains("3D Linear") && trace.contains("index: 3"));
    assert_eq!(findings(&[], &trace), NONE);
}
