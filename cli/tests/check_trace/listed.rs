// SPDX-License-Identifier: MIT

//! `dral explain --trace`: the draws of a trace, and the page of one of them.

use crate::faults::plant;
use crate::generator::{job, valhall};
use crate::in_process;
use crate::random::random_job;
use dral::instancing::append;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use serde_json::{json, Value};

/// Runs `explain` on a trace. Returns its status, its output and its errors.
fn explain(arguments: &[&str], trace: &str) -> (u8, String, String) {
    let command = [&["explain", "--trace", "-"], arguments].concat();
    let answer = in_process::answer(command, trace.as_bytes());
    (answer.status, answer.output, answer.errors)
}

/// The answer in JSON.
fn answer(arguments: &[&str], trace: &str) -> Value {
    let arguments = [&["--json"], arguments].concat();
    let (status, output, errors) = explain(&arguments, trace);
    assert_eq!((status, &*errors), (0, ""), "{output}");
    serde_json::from_str(&output).expect("JSON")
}

#[test]
fn a_draw_without_faults_has_the_words_of_the_explanation() {
    let mut random = ChaCha8Rng::seed_from_u64(3);
    for _ in 0..500 {
        let job = random_job(&mut random);
        let mut draw = job.draw;
        draw.resolve().expect("the draw is sound");
        let rounding = ["documented", "nearest"][draw.rounding as usize];
        let options = ["--draw", "1", "--rounding", rounding];
        let answer = answer(&options, &job.text());
        let dispatch = &answer["dispatch"];
        assert_eq!(dispatch["padded_count"], draw.padded_count, "{draw:?}");
        assert_eq!(answer["threads"], draw.threads, "{draw:?}");
        let attributes = answer["attributes"].as_array().expect("attributes");
        assert_eq!(attributes.len(), job.buffers.len());
        for (attribute, buffer) in attributes.iter().zip(&job.buffers) {
            // All threads read one element, with any divisor.
            if buffer.stride == 0 {
                continue;
            }
            let mut words = [[0; 4]; 2];
            append(&draw, buffer, &mut words, &mut 0).expect("sound");
            let shown = attribute["words"].as_array().expect("words");
            let is_npot = attribute["mode"] == "1D NPOT Divisor";
            let used = &words.as_flattened()[..if is_npot { 8 } else { 4 }];
            let used = used.iter().map(|word| format!("{word:08x}"));
            assert_eq!(*shown, used.collect::<Vec<_>>(), "{draw:?} {buffer:?}");
            let offset = draw.attribute_offset(buffer, 0).expect("sound");
            assert_eq!(attribute["offset"], offset, "{draw:?} {buffer:?}");
        }
    }
}

#[test]
fn a_wrong_draw_is_explained_as_its_line_says() {
    let mut wrong = job(70, 100, &[3]);
    wrong.draw.base_instance = 4;
    let trace = wrong.text();
    let trace = plant(&trace, "1D NPOT", "Stride: 16", "Stride: 32");
    let line = "// dral: base_instance 5, divisors -,6, strides 12,24, \
                offsets 4,8, addresses 0x10000000,0x20000010\n";
    let answer = answer(&["--draw", "1"], &(line.to_string() + &trace));
    assert_eq!(answer["base_instance"], 5);
    let attributes = &answer["attributes"];
    assert_eq!(attributes[0]["words"][2], "0000000c");
    assert_eq!(attributes[0]["offset"], 4);
    let right = &attributes[1];
    assert_eq!(right["divisor"], 6);
    assert_eq!(right["words"][2], "00000018");
    // The low bits of the address, and five elements.
    assert_eq!(right["offset"], 8 + 16 + 5 * 24);
}

#[test]
fn descriptors_of_v9() {
    for stream in [false, true] {
        let trace = valhall(&[0, 6, 8], stream).text();
        let answer = answer(&["--draw", "1"], &trace);
        assert_eq!(answer["architecture"], if stream { 10 } else { 9 });
        let attributes = answer["attributes"].as_array().expect("attributes");
        let divisors = attributes.iter().map(|one| &one["divisor"]);
        assert_eq!(divisors.collect::<Vec<_>>(), [0, 6, 8]);
        let words = attributes[1]["words"].as_array().expect("words");
        assert!(trace.contains("1D NPOT"), "{words:?}");
    }
}

#[test]
fn a_row_per_draw() {
    let mut based = job(70, 10, &[3]);
    based.draw.base_instance = 7;
    let trace = job(3, 1, &[]).text() + &based.text();
    let rows = answer(&["--list"], &trace);
    let shader = "0xf7fb8000";
    let line = job(3, 1, &[]).text().lines().count() + 1;
    assert_eq!(
        rows,
        json!([
            {
                "draw": 1, "line": 1, "shader": shader, "vertices": 3,
                "instances": 1, "padded": 3, "attributes": [
                    { "location": 0, "type": "1D", "divisor": null, "first": 0 }
                ]
            },
            {
                "draw": 2, "line": line, "shader": shader, "vertices": 70,
                "instances": 10, "padded": 72, "attributes": [
                    {
                        "location": 0, "type": "1D Modulus", "divisor": null,
                        "first": 0
                    },
                    {
                        "location": 1, "type": "1D NPOT Divisor",
                        "divisor": 3, "first": 7
                    }
                ]
            }
        ])
    );
    let (status, output, errors) = explain(&["--list"], &trace);
    assert_eq!((status, &*errors), (0, ""));
    let last = output
        .lines()
        .last()
        .map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "));
    let expected = format!(
        "2 {line} 70 x 10 72 {shader} 0: 1D Modulus; 1: 1D NPOT Divisor, \
         divisor 3, from 7"
    );
    assert_eq!(last, Some(expected), "{output}");
}

#[test]
fn a_draw_that_cannot_be_explained() {
    let good = job(70, 3, &[1]).text();
    let (status, _, errors) = explain(&["--draw", "2"], &good);
    assert_eq!((status, &*errors), (1, "dral: the trace has 1 draws\n"));
    // A kernel writes its counts.
    let trace = valhall(&[0, 8], false).text();
    let unwritten = trace.replace("Index count: 70", "Index count: 0");
    let unwritten = unwritten.replace("  Count: 40", "  Count: 0");
    let (status, _, errors) = explain(&["--draw", "1"], &unwritten);
    assert_eq!(status, 1, "{errors}");
    assert!(errors.contains("a kernel writes them"), "{errors}");
    let (_, output, _) = explain(&["--list"], &unwritten);
    assert!(output.contains("  unknown  "), "{output}");
    let (status, _, errors) = explain(&["--draw", "1"], "");
    assert_eq!(status, 2);
    assert!(errors.contains("not a decoded trace"), "{errors}");
    // What is read before the end is known.
    let cut = good.clone() + &good[..good.len() / 2];
    let (status, output, errors) = explain(&["--list"], &cut);
    assert_eq!((status, output.lines().count()), (2, 2), "{errors}");
    let (status, _, errors) = explain(&["--draw", "1"], &cut);
    assert_eq!((status, &*errors), (0, ""));
    let (status, _, errors) = explain(&["--draw", "2"], &cut);
    assert_eq!(status, 2);
    assert!(errors.contains("standard input:"), "{errors}");
    for arguments in [
        &[][..],
        &["--draw", "0"],
        &["--draw", "1", "--list"],
        &["--draw", "1", "--vertices", "3"],
    ] {
        assert_eq!(explain(arguments, &good).0, 2, "{arguments:?}");
    }
}
