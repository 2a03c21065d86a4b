// SPDX-License-Identifier: MIT

//! Several files: the dumps of frames, as Mesa names them.

use crate::faults::plant;
use crate::generator::{job, valhall};
use crate::in_process;
use serde_json::Value;
use std::fs;
use tempfile::TempDir;

/// What a command stream without draws leaves: queues are set up.
const SETUP: &str = "  17 00 00 00 00 00 00 02    MOVE32 r23, #0\n";

/// Files with these names and contents, checked in this order. Returns the
/// status, the output without the name of the directory, and the errors.
fn check(files: &[(&str, &str)], arguments: &[&str]) -> (u8, String, String) {
    let directory = TempDir::new().expect("a directory");
    let at = |name: &str| directory.path().join(name);
    let mut command = vec!["trace".to_string(), "check".into()];
    for (name, text) in files {
        if *text != MISSING {
            fs::write(at(name), text).expect("the file is written");
        }
        command.push(at(name).display().to_string());
    }
    command.extend(arguments.iter().map(|text| text.to_string()));
    let command = command.iter().map(String::as_str);
    let answer = in_process::answer(command, &b""[..]);
    let place = format!("{}/", directory.path().display());
    let [output, errors] =
        [answer.output, answer.errors].map(|text| text.replace(&place, ""));
    (answer.status, output, errors)
}

/// The content of a file that is not there.
const MISSING: &str = "missing";

/// Rules and files of all findings.
fn found(files: &[(&str, &str)]) -> Vec<(String, String)> {
    let (_, output, _) = check(files, &["--json", "--all"]);
    let value: Value = serde_json::from_str(&output).expect("JSON");
    let text = |value: &Value| value.as_str().expect("a text").to_string();
    let findings = value["findings"].as_array().expect("findings");
    let pair = |found: &Value| (text(&found["rule"]), text(&found["file"]));
    findings.iter().map(pair).collect()
}

/// The words of a text, with single spaces.
fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn wrong() -> String {
    job(70, 3, &[1]).text().replace("Instance Size: 72", "Instance Size: 64")
}

#[test]
fn a_file_without_draws_does_not_end_the_run() {
    for (good, wrong) in [
        (job(70, 3, &[1]).text(), wrong()),
        (
            valhall(&[0, 8], true).text(),
            plant(&valhall(&[0, 8], true).text(), "POT", "x: 1", "x: 2"),
        ),
    ] {
        for empty in ["", SETUP] {
            let files = [("1", empty), ("2", &good), ("3", &wrong)];
            let (status, output, errors) = check(&files, &[]);
            assert_eq!((status, &*errors), (1, ""), "{output}");
            assert!(output.starts_with("3:"), "{output}");
            assert!(output.contains("\n  files without a draw "), "{output}");
            let files = [("1", &*good), ("2", empty)];
            assert_eq!(check(&files, &[]).0, 0);
        }
    }
}

#[test]
fn no_file_has_a_draw() {
    let (status, output, errors) = check(&[("1", ""), ("2", SETUP)], &[]);
    assert_eq!(status, 2);
    assert!(output.starts_with("0 draws, "), "{output}");
    let expected = "no job in any of the files: these are not decoded traces";
    assert_eq!(errors, format!("dral: 2:1: {expected}\n"));
    let (status, _, errors) = check(&[("1", "")], &[]);
    let expected = "no job in the whole file: this is not a decoded trace";
    assert_eq!(errors, format!("dral: 1:1: {expected}\n"));
    assert_eq!(status, 2);
}

#[test]
fn the_files_after_a_truncated_one_are_read() {
    let good = job(70, 3, &[1]).text();
    let cut = &good[..good.len() / 2];
    let wrong = wrong();
    let files = [("1", cut), ("2", MISSING), ("3", &*wrong), ("4", cut)];
    let (status, output, errors) = check(&files, &[]);
    assert_eq!(status, 2);
    assert!(output.starts_with("3:"), "{output}");
    let place = |name| format!("{name}:{}: the ", cut.lines().count());
    for name in ["1", "4"] {
        let told = format!("not read to its end {}", place(name));
        assert!(words(&output).contains(&told), "{output}");
        assert!(errors.contains(&format!("dral: {}", place(name))), "{errors}");
    }
    assert!(errors.contains("dral: 2: No such file"), "{errors}");
    assert_eq!(errors.lines().count(), 3, "{errors}");
    // So says the JSON.
    let (status, output, _) = check(&files, &["--json"]);
    let value: Value = serde_json::from_str(&output).expect("JSON");
    let summary = &value["summary"];
    assert_eq!((status, &summary["complete"]), (2, &Value::Bool(false)));
    assert_eq!(summary["problems"][0]["file"], "1");
    assert_eq!(summary["problems"][0]["line"], cut.lines().count());
    assert_eq!(summary["problems"].as_array().map(Vec::len), Some(3));
    let (_, output, _) = check(&[("1", &good)], &["--json"]);
    let value: Value = serde_json::from_str(&output).expect("JSON");
    assert_eq!(value["summary"]["complete"], true);
}

#[test]
fn the_frames_of_a_context_are_one_history() {
    let good = valhall(&[0, 8], false).text();
    let edited = plant(&good, "1D POT", "Stride: 16", "Stride: 0");
    let name = |context: &str, frame: u32| {
        format!("dump.glmark2.ctx-{context}.{frame:04}")
    };
    // After 9999 the names of frames are longer.
    let names = [2, 998, 9999, 10000].map(|frame| name("0", frame));
    let [a, b, c, d] = names.each_ref().map(String::as_str);
    let files = [(a, &*good), (b, &good), (c, &edited), (d, &good)];
    assert_eq!(found(&files), [("inconsistent".into(), c.into())]);
    // The right value comes from a draw in another file.
    let (_, output, _) = check(&files, &[]);
    let first = format!("stride 16, as in 3 draws, the first at {a}:");
    assert!(output.contains(&first), "{output}");
    // The order of the arguments does not matter.
    let mixed = [files[3], files[2], files[0], files[1]];
    assert_eq!(check(&mixed, &[]), check(&files, &[]));
    // Draws of another context, of another process, or of a file with another
    // name are not compared.
    let other = name("1", 10000);
    let process = d.replace("glmark2", "other");
    for other in [&other, &process, "dump", "dump.ctx-0", "dump.ctx-0.x"] {
        let files = [(a, &*good), (b, &good), (c, &edited), (other, &good)];
        assert_eq!(found(&files), [], "{other}");
    }
}

#[test]
fn a_job_that_never_ran_in_a_later_frame() {
    let silent = job(70, 3, &[1]).text();
    let ran = silent.replace("Exception Status: 0", "Exception Status: 0x1");
    let name = |number| format!("d.p.ctx-0.000{number}");
    let [one, two] = [1, 2].map(name);
    let files = [(&*one, &*ran), (&two, &silent)];
    let expected = ("died".to_string(), two.clone());
    assert_eq!(found(&files), [expected.clone(), expected]);
    // Another program did not run at all.
    assert_eq!(found(&[(&*one, &*ran), ("d.q.ctx-0.0001", &silent)]), []);
}

#[test]
fn the_lines_of_a_context_hold_for_it_alone() {
    let one = job(70, 3, &[2]).text();
    let line = "// dral: job 0xf000, divisors -,2\n";
    let lined = line.to_string() + &one;
    let other = job(70, 3, &[5]).text();
    let [first, later, process] =
        ["d.p.ctx-0.0001", "d.p.ctx-0.0002", "d.q.ctx-0.0001"];
    assert_eq!(found(&[(first, &lined), (process, &other)]), []);
    let wrong = ("hardware-divisor".to_string(), later.to_string());
    assert_eq!(found(&[(first, &lined), (later, &other)]), [wrong]);
}
