// SPDX-License-Identifier: MIT

//! Traces that end too early, and files that are not traces.

use crate::generator::{job, valhall};
use crate::run;

/// The line and the text of the only error.
fn error(trace: &str) -> (usize, String) {
    let (status, _, errors) = run(&[], trace);
    assert_eq!(status, 2, "{errors}");
    let told = errors.strip_prefix("dral: standard input:").expect("a place");
    let (line, what) = told.split_once(": ").expect("a line");
    (line.parse().expect("a number"), what.to_string())
}

#[test]
fn a_trace_that_is_cut_off_has_no_findings() {
    let jobs = [job(70, 3, &[1]).text(), valhall(&[0, 3], true).text()];
    for trace in jobs {
        let (mut errors, mut sound) = (0, 0);
        for end in 1..trace.len() {
            let (status, output, told) = run(&[], &trace[..end]);
            assert!(output.contains(" 0 findings"), "{output}");
            match status {
                // Complete up to here, or not yet a job.
                0 => sound += 1,
                _ => errors += 1,
            }
            let line = trace[..end].lines().count();
            let place = format!("dral: standard input:{line}: ");
            assert!(status == 0 || told.starts_with(&place), "{told}");
        }
        assert!(errors > 9 * sound, "{errors} errors, {sound} sound");
    }
}

#[test]
fn a_job_cut_off_by_the_next_is_reported() {
    let whole = job(70, 3, &[1]).text();
    let cut = &whole[..whole.find("Vertex Job").unwrap()];
    let lines = cut.lines().count();
    let (line, what) = error(&(cut.to_string() + &whole));
    assert_eq!(line, lines + 1);
    assert_eq!(what, "the Vertex job of line 1 is cut off here\n");
}

#[test]
fn a_truncated_descriptor_is_reported() {
    // The counts come first on v9, so the job is already complete.
    let whole = valhall(&[0, 3], false).text();
    let cut = &whole[..whole.find("          Divisor R").unwrap()];
    let (line, what) = error(cut);
    assert_eq!(line, cut.lines().count());
    assert_eq!(what, "the trace ends within a descriptor\n");
}

#[test]
fn values_that_are_not_numbers_are_reported() {
    let trace = job(70, 3, &[1]).text();
    for (from, to, what) in [
        ("Stride: 16", "Stride: 1o", "Stride: \"1o\" is not a number"),
        (
            "Stride: 16",
            "Stride: 4294967296",
            "Stride: \"4294967296\" is not a word of 32 bits",
        ),
        (
            "Divisor R: 3",
            "Divisor R: 32",
            "Divisor R: \"32\" is not a number of 5 bits",
        ),
        ("Instance Size: 72", "Size: 7", "no Instance Size in this descriptor"),
        (
            "Offset enable: true",
            "Offset enable: yes",
            "Offset enable: \"yes\" is not true or false",
        ),
    ] {
        let (_, told) = error(&trace.replacen(from, to, 1));
        assert_eq!(told, format!("{what}\n"));
    }
}

#[test]
fn files_that_are_not_traces_are_reported() {
    for (file, line) in
        [("", 1), ("idvs,vertex_count\n0,70\n", 2), ("\0\0\0\n", 1)]
    {
        let (told, what) = error(file);
        assert_eq!(told, line);
        assert!(what.ends_with("this is not a decoded trace\n"), "{what}");
    }
    let (line, what) = error(&"x".repeat(1 << 17));
    assert_eq!(line, 1);
    assert!(what.starts_with("the line is too long"), "{what}");
}
