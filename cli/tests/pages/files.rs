// SPDX-License-Identifier: MIT

//! The file of a page.

use crate::generator::examples;
use crate::in_process::answer;
use crate::output;
use std::fs;

const EXPLAIN: [&str; 2] = ["explain", "--vertices=70"];

#[test]
fn a_page_in_a_file_is_that_on_standard_output() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("page.html");
    let html = format!("--html={}", file.display());
    let [trace, ..] = examples();
    for arguments in [EXPLAIN, ["check-trace", "-"]] {
        let call = [arguments.as_slice(), &[&html]].concat();
        let answer = answer(call, trace.as_bytes());
        assert_eq!((answer.status, &*answer.output), (0, ""));
        let shown = [arguments.join(" "), "--html=-".into()].join(" ");
        let written = fs::read_to_string(&file).unwrap();
        assert_eq!(written, output(&shown, &trace, 0));
    }
}

#[test]
fn an_unreadable_trace_changes_no_file() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("page.html");
    fs::write(&file, "an older page").unwrap();
    let html = format!("--html={}", file.display());
    let [trace, ..] = examples();
    let cut = trace.trim_end();
    let answer = answer(["check-trace", "-", &html], cut.as_bytes());
    assert_eq!(answer.status, 2);
    assert!(answer.errors.contains("standard input:"), "{}", answer.errors);
    assert_eq!(fs::read_to_string(&file).unwrap(), "an older page");
    assert_eq!(fs::read_dir(&directory).unwrap().count(), 1);
}

#[test]
fn a_page_does_not_replace_its_trace() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("trace.txt");
    let [trace, ..] = examples();
    fs::write(&file, &trace).unwrap();
    let name = file.to_str().unwrap();
    let answer = answer(["check-trace", name, "--html", name], &[][..]);
    assert_eq!(answer.status, 2);
    assert_eq!(
        answer.errors,
        format!("dral: {name}: this is the input file\n")
    );
    assert_eq!(fs::read_to_string(&file).unwrap(), trace);
}

#[test]
fn a_page_that_cannot_be_written_is_reported_by_name() {
    for arguments in [EXPLAIN, ["check-trace", "-"]] {
        for file in ["/dev/full", "no such directory/page.html"] {
            let html = format!("--html={file}");
            let call = [arguments.as_slice(), &[&html]].concat();
            let answer = answer(call, &[][..]);
            assert_eq!(answer.status, 2);
            let told = format!("dral: {file}: No s");
            assert!(answer.errors.starts_with(&told), "{}", answer.errors);
        }
    }
}

#[test]
fn a_page_is_instead_of_json() {
    for arguments in [EXPLAIN, ["check-trace", "-"]] {
        let call = [arguments.as_slice(), &["--json", "--html=-"]].concat();
        let answer = answer(call, &[][..]);
        assert_eq!((answer.status, &*answer.output), (2, ""));
        assert!(answer.errors.contains("cannot be used with"));
    }
}
