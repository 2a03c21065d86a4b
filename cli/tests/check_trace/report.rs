// SPDX-License-Identifier: MIT

//! How findings are grouped, and which draw they refer to.

use crate::faults::{first, plant};
use crate::generator::{job, valhall};
use crate::{findings, run, NONE};
use serde_json::Value;

/// A draw, and the same draw with a different start but the same attribute
/// offsets.
fn moved() -> [String; 2] {
    let [before, after] = [0, 5].map(|start| {
        let mut job = job(70, 3, &[1, 3]);
        job.draw.offset_start = start;
        job.text()
    });
    let kept = after.replace("Offset: -80\n", "Offset: 0\n");
    [before, kept.replace("Offset start: 5", "Offset start: 4294967295")]
}

#[test]
fn two_causes_of_one_rule_are_printed_both() {
    let trace = valhall(&[0, 8], false).text();
    let trace = plant(&trace, "f7eebf80", "enable: true", "enable: false");
    let trace = plant(&trace, "POT", "enable: false", "enable: true");
    let (_, output, _) = run(&[], &trace);
    assert_eq!(output.matches(" valhall: ").count(), 2, "{output}");
    let shader = "shader 0xf7ffd000  1, at standard input";
    let summary = format!(
        "\n  valhall, location 0, {shader}:42\n  valhall, location 1, \
         {shader}:55\n"
    );
    assert!(output.ends_with(&summary), "{output}");
}

#[test]
fn offsets_that_an_earlier_draw_left() {
    let [before, kept] = moved();
    assert_eq!(findings(&[], &before), NONE);
    let mut found = findings(&[], &(before.clone() + &kept));
    // The attribute per vertex begins before its buffer, whoever wrote it.
    let own = found.remove(0);
    assert_eq!(
        (&own["rule"], first(&own)),
        (&"attribute-offset".into(), "0 0 0 -1 0".into())
    );
    let rules: Vec<_> = found.iter().map(|found| &found["rule"]).collect();
    assert_eq!(rules, ["stale-offset"; 2], "{found:#?}");
    assert_eq!(first(&found[0]), "0 0 0 -1 0");
    let message = found[0]["message"].as_str().unwrap();
    assert!(message.ends_with("of line 1, start 0, 3 instances"), "{message}");
    // Attributes at another address were not written for the earlier draw.
    let other =
        kept.replace("Attributes: 0xf7fa7120", "Attributes: 0xf7fa7520");
    let found = findings(&[], &(before + &other));
    assert_eq!(found[0]["rule"], "attribute-offset", "{found:#?}");
}

#[test]
fn the_reading_with_the_fewest_faults_is_chosen() {
    // 5 vertices are padded to 5, but to 8 under the documented rule.
    let trace = job(5, 3, &[1, 3]).text();
    let wrong = trace.replace("Instance Size: 5", "Instance Size: 8");
    let found = findings(&[], &wrong);
    assert_eq!(found.len(), 2, "the vertex job and the tiler job: {found:#?}");
    for finding in &found {
        assert_eq!(finding["rule"], "instance-size");
        assert_eq!(finding["right"], 5);
    }
}

#[test]
fn a_table_of_another_draw_says_nothing_about_the_padding() {
    // 5 vertices are padded to 5; under the documented rule to 8, as in the
    // table.
    let [before, after] = [8, 5].map(|count| job(count, 3, &[1, 1, 1]).text());
    let table = |text: &str| {
        let begin = text.find("Attribute:").unwrap();
        begin..text.find("\nVarying:").unwrap()
    };
    let mut stale = after.clone();
    stale.replace_range(table(&after), &before[table(&before)]);
    let trace = before + &stale;
    let found = findings(&[], &trace);
    let rules: Vec<_> = found.iter().map(|found| &found["rule"]).collect();
    assert_eq!(rules, ["stale-table"; 4], "{found:#?}");
    let (_, output, _) = run(&[], &trace);
    for location in 0..4 {
        let group = format!("\n  stale-table, location {location}, shader ");
        assert!(output.contains(&group), "{output}");
    }
}

#[test]
fn a_second_bug_is_not_hidden_behind_the_first() {
    let wrong = |job: &str| job.replace("e Size: 72", "e Size: 64");
    let one = wrong(&job(70, 3, &[1]).text());
    let other = one.replace("State: 0xf7fb8000", "State: 0xf7fb9000");
    let lines = one.lines().count();
    let trace = one.clone() + &one + &other + &one;
    let (_, output, _) = run(&[], &trace);
    let words = output.split_whitespace().collect::<Vec<_>>().join(" ");
    let place = findings(&[], &one)[0]["line"].as_u64().unwrap() as usize;
    let all = |numbers: &[usize]| {
        let lines = numbers.iter().map(|n| (n * lines + place).to_string());
        lines.collect::<Vec<_>>().join(", ")
    };
    let last = findings(&[], &one).len();
    assert_eq!(last, 2, "the vertex job and the tiler job");
    for (shader, count, jobs) in [("0xf7fb8000", 6, 6), ("0xf7fb9000", 2, 2)] {
        let group = format!(
            " instance-size, shader {shader} {count} in {jobs} jobs, at \
             standard input:"
        );
        assert!(words.contains(&group), "{output}");
        let first = if shader.ends_with("8000") { 0 } else { 2 };
        let first = format!("standard input:{}, ", all(&[first]));
        assert!(output.contains(&first), "{output}");
    }
    let shown = output.matches(": instance-size: ").count();
    assert_eq!(shown, 2, "{output}");
    // Two attributes are two groups.
    let [a, b] = ["Buffer index: 2\n", "Buffer index: 4\n"];
    let good = job(70, 3, &[1, 3]).text();
    let trace = plant(&good, a, "Offset: 0", "Offset: -16");
    let trace = plant(&trace, b, "Offset: 0", "Offset: -32");
    let (_, output, _) = run(&[], &trace);
    assert!(output.contains("location 1, slot 2\n"), "{output}");
    assert!(output.contains("location 2, slot 4\n"), "{output}");
}

#[test]
fn repeats_are_one_group() {
    let one = job(70, 3, &[]).text().replace("e Size: 72", "e Size: 64");
    let (_, output, _) = run(&[], &one.repeat(500));
    assert_eq!(output.matches(": instance-size: ").count(), 1, "{output}");
    assert!(output.contains(", ...\n"), "{output}");
    // So are more groups than memory has room for.
    let shaders = (0..5000).map(|number| {
        one.replace("State: 0xf7fb8000", &format!("State: {number:#x}"))
    });
    let (_, output, _) = run(&[], &shaders.collect::<String>());
    let groups = output.matches("\n  instance-size, ").count();
    assert_eq!(groups, 4095, "the last has no shader");
    assert!(output.contains("\n  instance-size  "), "the last has no shader");
}

#[test]
fn a_rule_that_is_ignored_is_not_reported() {
    let wrong = job(70, 3, &[1]).text().replace("e Size: 72", "e Size: 64");
    assert_eq!(findings(&[], &wrong).len(), 2);
    assert_eq!(findings(&["--ignore=instance-size"], &wrong), NONE);
    assert_eq!(findings(&["--ignore", "jobs"], &wrong).len(), 2);
    for both in ["--ignore=instance-size,jobs", "--ignore=jobs,instance-size"] {
        assert_eq!(run(&[both], &wrong).0, 0);
    }
    let (status, _, errors) = run(&["--ignore=size"], &wrong);
    assert_eq!(status, 2);
    assert!(errors.contains("possible values: invocation, "), "{errors}");
}

#[test]
fn a_job_that_never_ran() {
    let trace = job(70, 3, &[1]).text();
    let statuses = |first: &str, rest: &str| {
        let line = |status: &str| format!("Exception Status: {status}\n");
        let all = trace.replace(&line("0"), &line(rest));
        assert_ne!(line("0"), line(rest));
        all.replacen(&line(rest), &line(first), 1)
    };
    for ended in ["1", "0x1"] {
        assert_eq!(findings(&[], &statuses(ended, ended)), NONE);
        for (first, rest, line) in [("0", ended, 1), (ended, "0x0", 104)] {
            let found = findings(&[], &statuses(first, rest));
            assert_eq!(found.len(), 1, "{first}, {rest}: {found:#?}");
            assert_eq!(found[0]["rule"], "died");
            let message = found[0]["message"].as_str().expect("a message");
            assert!(message.starts_with("the job never ran"), "{message}");
            let is_first = found[0]["line"] == 1;
            assert_eq!(is_first, line == 1, "{found:#?}");
        }
    }
}

#[test]
fn lines_of_json_have_a_finding_each() {
    let wrong = job(70, 3, &[1]).text().replace("e Size: 72", "e Size: 64");
    let (status, output, _) = run(&["--json-lines", "--all"], &wrong);
    assert_eq!(status, 1);
    let lines: Vec<Value> = output
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    let (summary, found) = lines.split_last().expect("a summary");
    assert!(found.iter().all(|line| line["type"] == "finding"));
    assert_eq!(found.len(), 2);
    assert_eq!(
        (&found[0]["found"], &found[0]["right"]),
        (&64.into(), &72.into())
    );
    assert_eq!(summary["type"], "summary");
    assert_eq!(
        (&summary["version"], &summary["findings"]),
        (&1.into(), &2.into())
    );
    let (_, output, _) = run(&["--json"], &wrong);
    let whole: Value = serde_json::from_str(&output).expect("JSON");
    assert_eq!(whole["version"], 1);
    assert_eq!(run(&["--json-lines", "--json"], &wrong).0, 2);
}

#[test]
fn ignored_findings_are_counted() {
    let wrong = job(70, 3, &[1]).text().replace("e Size: 72", "e Size: 64");
    let (status, output, _) = run(&["--ignore=instance-size,jobs"], &wrong);
    assert_eq!(status, 0);
    assert!(
        output.contains("  ignored  2 of instance-size, jobs\n"),
        "{output}"
    );
}
