// SPDX-License-Identifier: MIT

//! What several draws and several jobs show together.

use crate::faults::plant;
use crate::generator::{job, valhall};
use crate::{findings, in_process, NONE};
use serde_json::Value;

/// Draws with the same shader and the same buffers; one of them is edited.
fn with_one(good: &str, edited: &str) -> String {
    [good, good, edited, good].concat()
}

/// The line of a text in the third of these draws.
fn line_in_third(good: &str, text: &str) -> usize {
    2 * good.lines().count() + good[..good.find(text).unwrap()].lines().count()
}

/// Rules and causes.
fn causes(found: &[Value]) -> Vec<(&str, &str)> {
    let text = |value: &Value| -> &'static str {
        value.as_str().unwrap_or_default().to_string().leak()
    };
    let pair = |found: &Value| (text(&found["rule"]), text(&found["message"]));
    found.iter().map(pair).collect()
}

/// An attribute of one draw that differs from three others.
fn check(good: &str, edited: &str, arguments: &[&str], what: &str) {
    assert_eq!(findings(arguments, &with_one(good, good)), NONE);
    assert_eq!(findings(arguments, edited), NONE, "no draw is wrong alone");
    let found = findings(arguments, &with_one(good, edited));
    let causes = causes(&found);
    assert_eq!(causes.len(), 1, "{what}: {found:#?}");
    assert_eq!(causes[0].0, "inconsistent", "{what}");
    assert!(causes[0].1.starts_with(what), "{what}: {}", causes[0].1);
    // Two draws are not enough to tell which is right.
    assert_eq!(findings(arguments, &[good, edited, edited].concat()), NONE);
    let both = [good, good, edited, edited].concat();
    assert_eq!(findings(arguments, &both), NONE);
}

#[test]
fn a_divisor_that_one_draw_has() {
    let good = job(60, 3, &[2]).text();
    let edited = plant(&good, "POT", "Divisor R: 7", "Divisor R: 8");
    check(&good, &edited, &[], "the divisor");
    let found = findings(&[], &with_one(&good, &edited));
    assert_eq!(found[0]["found"], "divisor 4");
    let line = good[..good.find("  Type: 1D POT").unwrap()].lines().count();
    let right = format!("divisor 2, as in 3 draws, the first at line {line}");
    assert_eq!(found[0]["right"], right);
    assert_eq!(found[0]["line"], line_in_third(&good, "  Type: 1D POT"));
    assert_eq!(found[0]["job"]["vertices"], 60);
    let good = valhall(&[0, 8], true).text();
    let edited = plant(&good, "POT", "Divisor R: 3", "Divisor R: 4");
    check(&good, &edited, &[], "the divisor");
}

#[test]
fn the_first_draw_may_be_the_one_that_differs() {
    let good = job(60, 3, &[2]).text();
    let edited = plant(&good, "POT", "Divisor R: 7", "Divisor R: 8");
    let found = findings(&[], &(edited + &good.repeat(3)));
    assert_eq!(found.len(), 1, "{found:#?}");
    assert_eq!(found[0]["found"], "divisor 4");
    // Three values are an application that changes its mind.
    let other = plant(&good, "POT", "Divisor R: 7", "Divisor R: 9");
    let edited = plant(&good, "POT", "Divisor R: 7", "Divisor R: 8");
    let found = findings(&[], &(edited + &good.repeat(3) + &other));
    assert_eq!(found, NONE);
}

#[test]
fn a_stride_that_one_draw_has() {
    for good in [job(60, 2, &[2]).text(), valhall(&[0, 8], false).text()] {
        let edited = plant(&good, "1D POT", "Stride: 16", "Stride: 0");
        check(&good, &edited, &[], "the stride");
    }
}

#[test]
fn an_offset_that_one_draw_has() {
    let base = ["--base-instance=0"];
    let good = job(70, 3, &[3]).text();
    // Five strides.
    let edited = plant(&good, "index: 2\n", "Offset: 0", "Offset: 80");
    check(&good, &edited, &base, "the offset");
    // The low bits of an address may differ from draw to draw.
    let moved = plant(&good, "index: 2\n", "Offset: 0", "Offset: 63");
    assert_eq!(findings(&base, &with_one(&good, &moved)), NONE);
    // Without the base instance it could belong to the draw.
    assert_eq!(findings(&[], &with_one(&good, &edited)), NONE);
    // The same where all instances share one element: the base instance is
    // multiplied by the API's stride, which the record does not contain.
    let shared = job(70, 3, &[0]).text();
    let edited = plant(&shared, "index: 1\n", "Offset: 0", "Offset: 80");
    check(&shared, &edited, &base, "the offset");
    assert_eq!(findings(&[], &with_one(&shared, &edited)), NONE);
    // An attribute per vertex has none.
    let edited = plant(&good, "index: 0\n", "Offset: 0", "Offset: 80");
    check(&good, &edited, &[], "the offset");
    let good = valhall(&[0, 8], true).text();
    let edited = plant(&good, "POT", "Offset: 0", "Offset: 16");
    check(&good, &edited, &base, "the offset");
    assert_eq!(findings(&[], &with_one(&good, &edited)), NONE);
}

#[test]
fn a_distance_of_two_attributes_that_one_draw_has() {
    let good = job(70, 3, &[3]).text();
    let attribute = "Attribute:\n  Buffer index: 2\n  Offset enable: true\n  \
                     Format (v7): RGBA32F RGBA\n  Offset: 0\n";
    let second = attribute.replace("Offset: 0", "Offset: 12");
    let good = good.replace(attribute, &[attribute, &second].concat());
    let edited = plant(&good, &second, "Offset: 12", "Offset: 28");
    check(&good, &edited, &[], "the distance");
}

#[test]
fn an_offset_of_divisor_0_may_contain_any_base_instance() {
    let good = valhall(&[0, 8], false).text();
    let zero = plant(&good, "1D POT", "Stride: 16", "Stride: 0");
    let based = plant(&zero, "1D POT", "Offset: 0", "Offset: 4096");
    let long = based.replace("Size: 1120", "Size: 8192");
    assert_ne!(long, based);
    assert_eq!(findings(&[], &long), NONE);
}

#[test]
fn attributes_of_one_record_come_in_order() {
    let good = job(60, 3, &[2]).text();
    let attribute = "Attribute:\n  Buffer index: 1\n  Offset enable: true\n  \
                     Format (v7): RGBA32F RGBA\n  Offset: 0\n";
    let good = good.replace(attribute, &attribute.repeat(8));
    let edited = plant(&good, "POT", "Divisor R: 7", "Divisor R: 8");
    let found = findings(&[], &with_one(&good, &edited));
    let location = |found: &Value| found["attribute"]["location"].as_u64();
    let locations: Vec<_> = found.iter().filter_map(location).collect();
    assert_eq!(locations, (1..9).collect::<Vec<_>>());
}

#[test]
fn two_npot_records_that_one_draw_exchanges() {
    let good = job(70, 3, &[3, 5]).text();
    let (first, second) = ("Buffer index: 2\n", "Buffer index: 4\n");
    let edited = good.replace(first, "Buffer index: 9\n");
    let edited = edited.replace(second, first).replace("index: 9", "index: 4");
    let found = findings(&[], &with_one(&good, &edited));
    let causes = causes(&found);
    assert_eq!(causes.len(), 2, "{causes:#?}");
    assert!(causes.iter().all(|cause| cause.1.starts_with("the divisor")));
}

/// A chain of draws of 70 vertices and these instances.
fn chain(instances: &[u32]) -> String {
    let count = instances.len() as u32;
    let draws = (0..count).zip(instances).map(|(number, &instances)| {
        let index = 2 * number + 1;
        let next = if number + 1 == count { 0 } else { index + 2 };
        job(70, instances, &[]).text_in_chain(index, next)
    });
    draws.collect()
}

/// The jobs of a trace.
fn jobs(trace: &str) -> Vec<String> {
    let jobs = trace.split("Job Header (").skip(1);
    jobs.map(|job| format!("Job Header ({job}")).collect()
}

#[test]
fn jobs_that_are_missing_twice_or_out_of_order() {
    let whole = chain(&[2, 3, 4]);
    assert_eq!(findings(&[], &whole), NONE);
    let [a, b, c, d, e, f] = jobs(&whole).try_into().expect("six jobs");
    for (order, line) in [
        (vec![&a, &b, &d, &e, &f], a.lines().count() + b.lines().count()),
        (
            vec![&a, &b, &b, &c, &d, &e, &f],
            a.lines().count() + b.lines().count(),
        ),
        (vec![&a, &c, &b, &d, &e, &f], a.lines().count()),
    ] {
        let trace: String = order.into_iter().map(String::as_str).collect();
        let found = findings(&[], &trace);
        assert_eq!(found[0]["rule"], "jobs", "{found:#?}");
        assert_eq!(found[0]["line"], line + 1, "{found:#?}");
    }
    // Two chains are not linked.
    assert_eq!(findings(&[], &whole.repeat(2)), NONE);
}

#[test]
fn a_chain_that_cannot_run() {
    let whole = chain(&[2, 3, 4]);
    for (from, to, header, what, found) in [
        (
            "  Next: 0x0\n",
            "  Next: 0xf200\n",
            "f400",
            "the job links back: its chain never ends",
            "0xf200, the job of line 146",
        ),
        (
            "  Next: 0xf300\n",
            "  Next: 0xf200\n",
            "f200",
            "the job links back: its chain never ends",
            "0xf200, the job of line 146",
        ),
        (
            "  Dependency 1: 0\n",
            "  Dependency 1: 3\n",
            "f200",
            "the job depends on one that is not before it",
            "dependency 3",
        ),
        (
            "  Dependency 2: 2\n",
            "  Dependency 2: 6\n",
            "f300",
            "the job depends on one that is not before it",
            "dependency 6",
        ),
        (
            "  Dependency 2: 2\n",
            "  Dependency 2: 0\n",
            "f300",
            "the job does not depend on the last one before it that uses",
            "dependencies 3 and 0",
        ),
    ] {
        let trace = plant(&whole, &format!("Job Header ({header}"), from, to);
        let told = findings(&[], &trace);
        let told: Vec<_> =
            told.iter().filter(|f| f["rule"] == "jobs").collect();
        let message = told[0]["message"].as_str().unwrap_or_default();
        assert!(message.starts_with(what), "{told:#?}");
        assert_eq!(told[0]["found"], found);
    }
    let header = "Job Header (f200";
    let trace = plant(&whole, header, "Type: Vertex", "Type: Not started");
    let told = findings(&[], &trace);
    assert_eq!(told[0]["found"], "Not started", "{told:#?}");
}

#[test]
fn a_tiler_job_that_differs_from_its_vertex_job() {
    let whole = chain(&[2, 3, 4]);
    let [a, b, c, d, e, f] = jobs(&whole).try_into().expect("six jobs");
    let [_, other] = jobs(&chain(&[9])).try_into().expect("two jobs");
    let invocation = |job: &str| {
        let begin = job.find("  Invocation (").unwrap();
        let end = job.find("  Primitive:").unwrap();
        job[begin..end].to_string()
    };
    let counts = d.replace(&invocation(&d), &invocation(&other));
    let size = d.replace("Instance Size: 72", "Instance Size: 80");
    let start = d.replace("Offset start: 0", "Offset start: 1");
    for (edited, rules, what) in [
        (counts, vec!["jobs"], "the invocation differs from the vertex job"),
        (size, vec!["instance-size"], "the instance size is not the padded"),
        (start, vec!["jobs"], "the start differs"),
    ] {
        let trace = [&a, &b, &c, &edited, &e, &f].map(String::as_str).concat();
        let found = findings(&[], &trace);
        let causes = causes(&found);
        let is: Vec<_> = causes.iter().map(|cause| cause.0).collect();
        assert_eq!(is, rules, "{found:#?}");
        assert!(causes[0].1.starts_with(what), "{found:#?}");
        let line = a.lines().count() + b.lines().count() + 1;
        let place = format!("of line {line}");
        if rules == ["jobs"] {
            assert!(causes[0].1.ends_with(&place), "{found:#?}");
        }
    }
}

#[test]
fn a_tiler_job_belongs_to_a_vertex_job_of_its_chain() {
    let [_, tiler] = jobs(&chain(&[9])).try_into().expect("two jobs");
    let other = tiler.replace("Dependency 1: 1\n", "Dependency 1: 3\n");
    let alone = chain(&[2, 3]) + &other;
    let found = findings(&[], &alone);
    let what = "the tiler job depends on no vertex job of its chain";
    assert_eq!(causes(&found), [("jobs", what)], "{found:#?}");
    assert_eq!(found[0]["line"], chain(&[2, 3]).lines().count() + 1);
    assert_eq!(found[0]["found"], "dependency 3");
    // A driver draws rectangles without a vertex job.
    let alone = other.replace("Dependency 1: 3", "Dependency 1: 0");
    assert_eq!(findings(&[], &alone), NONE);
    // 0 is no job, even if a trace has a job without a number. This one
    // follows a vertex job with its counts.
    let [vertex, same] = jobs(&chain(&[2])).try_into().expect("two jobs");
    let vertex = vertex.replace("Index: 1\n", "Index: 0\n");
    let found = |tiler: &str| {
        let other = tiler.replace("Dependency 1: 1", "Dependency 1: 0");
        let found = findings(&[], &(vertex.clone() + &other));
        found.iter().map(|found| found["message"].to_string()).collect()
    };
    let none: Vec<String> = found(&tiler);
    assert!(none.is_empty(), "{none:?}");
    assert_eq!(found(&same), [format!("{what:?}")]);
}

#[test]
fn two_dumps_in_one_file() {
    let whole = include_str!("../../../examples/trace.txt");
    let tiler = whole.match_indices("Job Header (").nth(1).expect("a job").0;
    assert!(!whole[..tiler].contains("Next: 0x0\n"));
    let found = findings(&[], &(whole[..tiler].to_string() + whole));
    let line = whole[..tiler].lines().count() as u64 + 1;
    let glued = |f: &&Value| f["line"] == line && f["rule"] == "jobs";
    let glued = found.iter().find(glued).expect("it is noticed");
    let message = glued["message"].as_str().expect("a text");
    assert!(
        message.ends_with("are two dumps in one file, or was a part cut out?")
    );
    // Nothing else is wrong because of that.
    assert_eq!(found.len(), findings(&[], whole).len() + 1, "{found:#?}");
}

/// What `trace explain` says of the primitives of a draw.
fn primitives(trace: &str, draw: &str) -> String {
    let command = ["trace", "explain", "-", "--draw", draw];
    let answer = in_process::answer(command, trace.as_bytes());
    assert_eq!((answer.status, &*answer.errors), (0, ""));
    let mut lines = answer.output.lines();
    let line = lines.find(|line| line.contains("instance primitive size"));
    line.expect("the size").trim().into()
}

#[test]
fn the_tiler_job_says_how_many_vertices_a_primitive_has() {
    let trace = job(70, 3, &[1]).text();
    let lines = trace.replace("mode: Triangles", "mode: Lines");
    let moved = lines.replace("f000", "a000").replace("f100", "a100");
    let two = trace.clone() + &moved;
    let [of_lines, of_triangles, assumed] = [
        "40, byte 0x43 (2 vertices per primitive)",
        "28, byte 0x62 (3 vertices per primitive)",
        "28, byte 0x62 (3 vertices per primitive, assumed)",
    ];
    let says = |trace: &str, draw: &str, expected: &str| {
        let line = primitives(trace, draw);
        assert!(line.ends_with(expected), "{line}");
    };
    says(&lines, "1", of_lines);
    says(&two, "1", of_triangles);
    says(&two, "2", of_lines);
    // Without its tiler job, even if one of another draw follows.
    let tiler = trace.rfind("Job Header").expect("the tiler job");
    let alone = trace[..tiler].replace("Next: 0xf100", "Next: 0x0");
    says(&alone, "1", assumed);
    says(&(alone + &moved), "1", assumed);
    says(&trace.replace("Triangles", "Polygon"), "1", assumed);
}
