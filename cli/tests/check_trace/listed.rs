// SPDX-License-Identifier: MIT

//! `dral trace draws` and `trace explain`.

use crate::faults::plant;
use crate::generator::{job, valhall};
use crate::in_process;
use crate::random::random_job;
use crate::{findings, NONE};
use dral::instancing::append;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use serde_json::Value;
use std::fs;
use tempfile::NamedTempFile;

/// Runs a subcommand on a trace. Returns its status, its output and its errors.
fn traced(arguments: &[&str], trace: &str) -> (u8, String, String) {
    let command = [&["trace"], arguments, &["-"]].concat();
    let answer = in_process::answer(command, trace.as_bytes());
    (answer.status, answer.output, answer.errors)
}

/// The answer in JSON.
fn answer(arguments: &[&str], trace: &str) -> Value {
    let arguments = [arguments, &["--json"]].concat();
    let (status, output, errors) = traced(&arguments, trace);
    assert_eq!((status, &*errors), (0, ""), "{output}");
    serde_json::from_str(&output).expect("JSON")
}

/// The first draw of an explanation.
fn explained(arguments: &[&str], trace: &str) -> Value {
    answer(arguments, trace)["draws"][0].take()
}

#[test]
fn a_draw_without_faults_has_the_words_of_the_explanation() {
    let mut random = ChaCha8Rng::seed_from_u64(3);
    for _ in 0..500 {
        let job = random_job(&mut random);
        let draw = job.draw.resolve().expect("the draw is sound");
        let rounding = ["documented", "nearest"][draw.info.rounding as usize];
        let options = ["explain", "--draw", "1", "--rounding", rounding];
        let answer = explained(&options, &job.text());
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
            assert_eq!(
                attribute["attribute_offset"], offset,
                "{draw:?} {buffer:?}"
            );
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
    let answer =
        explained(&["explain", "--draw", "1"], &(line.to_string() + &trace));
    assert_eq!(answer["base_instance"], 5);
    let attributes = &answer["attributes"];
    assert_eq!(attributes[0]["words"][2], "0000000c");
    assert_eq!(attributes[0]["attribute_offset"], 4);
    let right = &attributes[1];
    assert_eq!(right["divisor"], 6);
    assert_eq!(right["words"][2], "00000018");
    // The low bits of the address, and five elements.
    assert_eq!(right["attribute_offset"], 8 + 16 + 5 * 24);
}

/// The second attribute of the only draw, as it is explained.
fn second_attribute(trace: &str) -> Value {
    explained(&["explain", "--draw", "1"], trace)["attributes"][1].clone()
}

#[test]
fn an_explanation_shows_the_words_of_the_trace_and_their_origin() {
    let good = job(70, 100, &[3]).text();
    let bad = plant(&good, "1D NPOT", "Divisor E: 1", "Divisor E: 0");
    assert_ne!(good, bad);
    let same = second_attribute(&good);
    assert_eq!(same["found"], same["words"]);
    let told = "assumed: base instance 0; the trace, right or wrong: divisor, \
                stride, source offset 0";
    assert_eq!(same["origin"], told);
    let wrong = second_attribute(&bad);
    assert_eq!(wrong["words"], same["words"]);
    assert_eq!(wrong["found"][1], "07000000");
    assert_eq!(wrong["words"][1], "27000000");
    let line = "// dral: base_instance 0, divisors -,3\n".to_string();
    let stated = second_attribute(&(line + &good));
    let told = "the driver's line: divisor, base instance; the trace, right \
                or wrong: stride, source offset 0";
    assert_eq!(stated["origin"], told);
}

#[test]
fn an_offset_is_compared_only_with_a_stated_one() {
    let trace = job(70, 100, &[3]).text();
    let started = plant(&trace, "", "Offset start: 0", "Offset start: 1000");
    assert_ne!(started, trace);
    let alone = second_attribute(&started);
    assert_eq!(alone["found_offset"], Value::Null);
    let origin = alone["origin"].as_str().expect("an origin");
    assert!(origin.ends_with("source offset 16000"), "{origin}");
    let line = "// dral: base_instance 0, offsets 0,0\n".to_string();
    let stated = second_attribute(&(line + &started));
    assert_eq!(stated["attribute_offset"], -16000);
    assert_eq!(stated["found_offset"], 0);
}

#[test]
fn nothing_after_the_last_draw_is_read() {
    let trace = job(70, 3, &[1]).text();
    let next = job(3, 1, &[]).text();
    // This would be an error.
    let rest = [&trace, &next, "Job Header (x\n", "\0\0"].concat();
    let (status, output, errors) = traced(&["explain", "--draw", "1,1"], &rest);
    assert_eq!((status, &*errors), (0, ""));
    assert_eq!(output.matches("Draw on").count(), 1);
}

#[test]
fn descriptors_of_v9() {
    for stream in [false, true] {
        let trace = valhall(&[0, 6, 8], stream).text();
        let answer = explained(&["explain", "--draw", "1"], &trace);
        assert_eq!(answer["arch"], if stream { "v10" } else { "v9" });
        let attributes = answer["attributes"].as_array().expect("attributes");
        let divisors = attributes.iter().map(|one| &one["divisor"]);
        let right = [Value::Null, 6.into(), 8.into()];
        assert!(divisors.eq(&right));
        let words = attributes[1]["words"].as_array().expect("words");
        assert!(trace.contains("1D NPOT"), "{words:?}");
    }
}

#[test]
fn a_row_per_draw() {
    let mut based = job(70, 10, &[3]);
    based.draw.base_instance = 7;
    let trace = job(3, 1, &[]).text() + &based.text();
    let line = job(3, 1, &[]).text().lines().count() + 1;
    let (status, output, errors) = traced(&["draws"], &trace);
    assert_eq!((status, &*errors), (0, ""));
    let shader = "0xf7fb8000";
    let rows = format!(
        "draw,line,shader,arch,idvs,vertices,instances,start,base_instance,\
         min_index,max_index,divisors,strides,offsets,sizes\n\
         1,1,{shader},v7,0,3,1,0,,,,-,16,0,16777216\n\
         2,{line},{shader},v7,0,70,10,0,,,,\"-,3\",\"16,16\",\"0,\",\
         \"16777216,16777216\"\n"
    );
    assert_eq!(output, rows);
    // The list of a good trace is right for it, and shows what is wrong in
    // another one.
    let list = NamedTempFile::new().expect("a file");
    fs::write(&list, &output).expect("it is written");
    let option = format!("--draws={}", list.path().display());
    assert_eq!(findings(&[&option], &trace), NONE);
    let elsewhere = |text: String| text.replace("0xf7fa6120", "0xf7fa6520");
    let wrong = job(3, 1, &[]).text() + &elsewhere(job(70, 10, &[6]).text());
    let found = findings(&[&option], &wrong);
    assert_eq!(found.len(), 1, "{found:#?}");
    assert_eq!(found[0]["rule"], "hardware-divisor");
    // The other command also reads the list.
    let again = in_process::answer(["draw", "rows", "-"], output.as_bytes());
    assert_eq!((again.status, again.output.lines().count()), (0, 4));
}

#[test]
fn a_draw_that_cannot_be_explained() {
    let good = job(70, 3, &[1]).text();
    let (status, _, errors) = traced(&["explain", "--draw", "2"], &good);
    let told = "dral: standard input: no draw 2: the trace has 1 draw\n";
    assert_eq!((status, &*errors), (1, told));
    // A kernel writes its counts.
    let trace = valhall(&[0, 8], false).text();
    let unwritten = trace.replace("Index count: 70", "Index count: 0");
    let unwritten = unwritten.replace("  Count: 40", "  Count: 0");
    let (status, _, errors) = traced(&["explain", "--draw", "1"], &unwritten);
    assert_eq!(status, 1, "{errors}");
    assert!(errors.contains("a kernel writes them"), "{errors}");
    let (_, output, _) = traced(&["draws"], &unwritten);
    assert!(output.ends_with("\n1,1,0xf7ffd000,,,,,,,,,,,,\n"), "{output}");
    let (status, _, errors) = traced(&["explain", "--draw", "1"], "");
    assert_eq!(status, 2);
    assert!(errors.contains("not a decoded trace"), "{errors}");
    // What is read before the end is known.
    let cut = good.clone() + &good[..good.len() / 2];
    let (status, output, errors) = traced(&["draws"], &cut);
    assert_eq!((status, output.lines().count()), (2, 2), "{errors}");
    let (status, _, errors) = traced(&["explain", "--draw", "1"], &cut);
    assert_eq!((status, &*errors), (0, ""));
    let (status, _, errors) = traced(&["explain", "--draw", "2"], &cut);
    assert_eq!(status, 2);
    assert!(errors.contains("standard input:"), "{errors}");
    for arguments in [
        &["explain", "--draw", "0"][..],
        &["explain", "--draw", "1", "--vertices", "3"],
    ] {
        assert_eq!(traced(arguments, &good).0, 2, "{arguments:?}");
    }
}

#[test]
fn the_start_of_a_draw_with_indices_needs_the_smallest() {
    let trace = valhall(&[0, 8], true).text();
    let trace = trace.replace("Vertex offset: 0", "Vertex offset: 7");
    let trace = trace.replace("Size: 1120", "Size: 4096");
    let indexed = trace.replace("Index type: None", "Index type: UINT16");
    let line = "// dral: min_index 3, max_index 40\n";
    let lined = line.to_string() + &indexed;
    for (trace, values) in [
        (&trace, ",70,40,7,,,,"),
        (&indexed, ",70,40,,,,,"),
        (&lined, ",70,40,10,,3,40,"),
    ] {
        let (_, output, _) = traced(&["draws"], trace);
        let columns = "vertices,instances,start,base_instance,min_index";
        assert!(output.contains(columns), "{output}");
        let row = output.lines().last().expect("a row");
        assert!(row.contains(values), "{row}");
    }
    // The good trace is the list for a bad one.
    let (_, text, _) = traced(&["draws"], &lined);
    let list = NamedTempFile::new().expect("a file");
    fs::write(&list, text).expect("it is written");
    let option = format!("--draws={}", list.path().display());
    let bad = indexed.replace("Vertex offset: 7", "Vertex offset: 6");
    assert_eq!(findings(&[&option], &indexed), NONE);
    let found = findings(&[&option], &bad);
    assert_eq!(found.len(), 1, "{found:#?}");
    assert_eq!([&found[0]["found"], &found[0]["right"]], [9, 10]);
}

#[test]
fn an_explanation_shows_what_is_wrong_in_the_draw() {
    let good = job(70, 100, &[3]).text();
    let shown = |trace: &str| traced(&["explain"], trace);
    // A trace with one draw needs no number.
    let (status, same, errors) = shown(&good);
    assert_eq!((status, &*errors), (0, ""));
    assert!(!same.contains("which is wrong"), "{same}");
    for (from, to, told) in [
        ("Instance Size: 72", "Instance Size: 64", "64, which is wrong"),
        ("Primitive Size: 28", "Primitive Size: 18", "18, which is wrong"),
        ("Offset: 0", "Offset: -16", "-16, which is wrong"),
    ] {
        let (_, output, _) = shown(&good.replace(from, to));
        assert!(output.contains(told), "{output}");
    }
    let two = good.clone() + &job(3, 1, &[]).text();
    let (status, _, errors) = shown(&two);
    assert_eq!(status, 2, "{errors}");
    assert!(errors.contains("--draw"), "{errors}");
}

#[test]
fn what_a_thread_of_a_draw_reads() {
    let draw = ["draw", "explain", "--vertices=70", "--instances=100"];
    let asked = |arguments: &[&str]| {
        let command = [&draw[..], &["--divisors=-,3"], arguments].concat();
        in_process::answer(command, &b""[..])
    };
    for (arguments, told) in [
        (
            ["--instance=7", "--vertex=4"],
            "element 2 (instance 7, vertex 4, thread 508)",
        ),
        (["--thread=508", "--json"], "\"reads\":2"),
        (["--instance=7", "--arch=v10"], "element 2 (instance 7, vertex 0)"),
        (["--instance=6", "--base-instance=5"], "element 7 (instance 6"),
    ] {
        let answer = asked(&arguments);
        assert!(answer.output.contains(told), "{}", answer.output);
    }
    for arguments in
        [&["--instance=100"][..], &["--vertex=70"], &["--thread=7200"]]
    {
        let answer = asked(arguments);
        assert_eq!(answer.status, 2, "{arguments:?}");
        assert!(answer.errors.contains("the draw has"), "{}", answer.errors);
    }
}
