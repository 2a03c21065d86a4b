// SPDX-License-Identifier: MIT

//! How findings are grouped, and which draw they refer to.

use crate::faults::{first, plant};
use crate::generator::{job, valhall};
use crate::{findings, run, NONE};

/// A draw whose attribute offsets are those of a draw with another start.
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
    assert!(output.ends_with("\n  valhall  1\n  valhall  1\n"), "{output}");
}

#[test]
fn offsets_that_an_earlier_draw_left() {
    let [before, kept] = moved();
    assert_eq!(findings(&[], &before), NONE);
    let found = findings(&[], &(before.clone() + &kept));
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
    assert_eq!(found.len(), 1, "{found:#?}");
    assert_eq!(found[0]["rule"], "instance-size");
    assert_eq!(found[0]["right"], "5");
}

#[test]
fn a_table_of_another_draw_says_nothing_about_the_padding() {
    // 5 vertices are padded to 5; under the documented rule to 8, like those of
    // the table.
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
    assert!(output.contains("  4 in one job, the last at "), "{output}");
}
