// SPDX-License-Identifier: MIT

//! Traces that end too early.

use crate::generator::{job, valhall};
use crate::run;

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
fn a_truncated_descriptor_is_reported() {
    // The counts come first on v9, so the job is already complete.
    let whole = valhall(&[0, 3], false).text();
    let cut = &whole[..whole.find("          Divisor R").unwrap()];
    let (status, _, told) = run(&[], cut);
    let line = cut.lines().count();
    let expected = "the trace ends within a descriptor";
    assert_eq!(told, format!("dral: standard input:{line}: {expected}\n"));
    assert_eq!(status, 2);
}
