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

/// The form of traces of real hardware: statuses of jobs that ran, hexadecimal
/// counts, and descriptors that no vertex reads.
fn from_hardware(trace: &str) -> String {
    let names = ["Index count", "Count", "Size", "Stride", "Instance count"];
    let lines = trace.lines().map(|line| {
        let line = line.replace("Exception Status: 0", "Exception Status: 0x1");
        let value = line.split_once(": ");
        match value {
            Some((name, value)) if names.contains(&name.trim()) => {
                let number: u64 = value.parse().expect("a number");
                format!("{name}: {number:#x}\n")
            }
            _ => line + "\n",
        }
    });
    let text: String = lines.collect();
    let others = "Samplers 7f0000:\nSampler:\n  Wrap Mode S: Repeat\n\n\
                  Sample locations 7f1000:\n  (128, 128),\n\nTiler Context:\n  \
                  Polygon List: 0x7f2000\n  Hierarchy Mask: 0x28\n\n";
    text.replace("\nVarying:", &format!("\n{others}\nVarying:"))
}

#[test]
fn the_form_of_hardware_has_no_findings() {
    let mut random = ChaCha8Rng::seed_from_u64(5);
    for _ in 0..300 {
        let trace = random_job(&mut random).text();
        let hardware = from_hardware(&trace);
        assert!(hardware.contains("Status: 0x1\n"), "{hardware}");
        assert_eq!(findings(&[], &hardware), NONE);
        assert_eq!(run(&[], &hardware).1, run(&[], &trace).1);
    }
    for stream in [false, true] {
        let trace = valhall(&[0, 1, 7], stream).text();
        assert_eq!(findings(&[], &from_hardware(&trace)), NONE);
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
    let other = job(3, 1, &[]).text();
    let other = other.replace("f000", "a000").replace("f100", "a100");
    let trace = job(70, 3, &[1, 8]).text() + &other;
    let (_, output, _) = run(&[], &trace);
    assert_eq!(output, "2 draws, 11 descriptors, 0 findings\n");
    for stream in [false, true] {
        // Both tables are the same.
        let (_, output, _) = run(&[], &valhall(&[0, 3], stream).text());
        assert_eq!(output, "1 draw, 2 descriptors, 0 findings\n");
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

/// Gallium leaves the slot before a record that must begin at an even one as it
/// was. SuperTuxKart's had the first half of an image there, after which the
/// decoder takes the record for the second half.
#[test]
fn a_record_that_the_decoder_takes_for_the_second_half_of_another() {
    let trace = job(70, 3, &[1]).text();
    let begin = trace.find("Attribute:\n  Type: UNKNOWN").expect("a gap");
    let (before, rest) = trace.split_at(begin);
    let (_, second) = rest.split_once("  Type: Continuation\n").unwrap();
    let (_, after) = second.split_once("  Divisor: 1\n").unwrap();
    let image = "Attribute:
  Type: 3D Interleaved
  Pointer: 0x1c37c00200
  Stride: 0x1b004207
  Size: 0x24
  Divisor: 1
  Divisor R: 0
  Divisor P: 0
  Divisor E: 0
  Type: 1D NPOT Divisor
  S dimension: 60402
  T dimension: 1
  R dimension: 1793
  Row Stride: 0x2c
  Slice Stride: 0x2c0
Attribute:
  Type: Continuation
  Pointer: 0x8e38e400000000
  Stride: 0x0
  Size: 0x1
  Divisor: 56
  Divisor R: 3
  Divisor P: 3
  Divisor E: 1
";
    assert_eq!(findings(&[], &[before, image, after].concat()), NONE);
    // The second half of an image is no record on its own.
    let image = image.replace("Type: 1D NPOT Divisor", "Type: Continuation");
    let found = findings(&[], &[before, &image, after].concat());
    assert_eq!(found[0]["rule"], "table", "{found:#?}");
}
