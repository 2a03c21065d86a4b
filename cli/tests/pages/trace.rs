// SPDX-License-Identifier: MIT

//! Pages of `check-trace`.

use crate::generator::examples;
use crate::structure::{named, text};
use crate::{json, page};

/// A trace of a sound draw, and of this many with a wrong modulus.
fn faulty(times: usize) -> String {
    let [records, ..] = examples();
    let faulty = records.replacen("Divisor P: 1", "Divisor P: 2", 1);
    records + &faulty.repeat(times)
}

#[test]
fn a_page_has_all_findings() {
    for times in [0, 1, 20] {
        let trace = faulty(times);
        let status = u8::from(times > 0);
        let json = json("check-trace - --all", &trace, status);
        let findings = json["findings"].as_array().unwrap();
        assert!(findings.len() >= times);
        let page = page("check-trace - --all", &trace, status);
        let articles: Vec<_> = named(&page, "article").map(text).collect();
        assert_eq!(articles.len(), findings.len());
        for (article, finding) in articles.iter().zip(findings) {
            for part in ["message", "found", "right"] {
                let part = finding[part].as_str().unwrap_or_default();
                assert!(article.contains(part), "{article}: {part}");
            }
            let title = finding["section"].as_str().unwrap();
            let title = title.split('"').nth(1).unwrap();
            assert!(article.contains(title), "{article}: {title}");
            let mut rules = named(&page, "h3").map(text);
            assert!(rules.any(|rule| rule == title), "{title}");
        }
        let summary = format!("{} findings", findings.len());
        let heading = named(&page, "h2").map(text);
        let mut heading = heading.filter(|text| text.starts_with("Summary"));
        assert!(heading.next().unwrap().ends_with(&summary));
    }
}

#[test]
fn words_that_differ_are_marked() {
    let page = page("check-trace -", &faulty(1), 1);
    let marks: Vec<_> = named(&page, "mark").map(text).collect();
    let (found, right) = marks.split_at(marks.len() / 2);
    assert!(!found.is_empty());
    assert_eq!(found.len(), right.len());
    assert!(found.iter().zip(right).all(|(found, right)| found != right));
}
