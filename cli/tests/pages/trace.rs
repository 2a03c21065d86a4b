// SPDX-License-Identifier: MIT

//! Pages of `trace check`.

use crate::cells;
use crate::generator::{examples, job, valhall};
use crate::structure::{named, text};
use crate::{json, page};
use roxmltree::Document;

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
        let json = json("trace check - --all", &trace, status);
        let findings = json["findings"].as_array().unwrap();
        assert!(findings.len() >= times);
        let page = page("trace check - --all", &trace, status);
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
        let summary = match findings.len() {
            1 => ", 1 finding".to_string(),
            count => format!(", {count} findings"),
        };
        let heading = named(&page, "h2").map(text);
        let mut heading = heading.filter(|text| text.starts_with("Summary"));
        assert!(heading.next().unwrap().ends_with(&summary));
    }
}

#[test]
fn words_that_differ_are_marked() {
    let page = page("trace check -", &faulty(1), 1);
    let marks = named(&page, "mark").filter(|mark| {
        let mut outer = mark.ancestors();
        !outer.any(|node| node.attribute("class") == Some("grid"))
    });
    let marks: Vec<_> = marks.map(text).collect();
    let (found, right) = marks.split_at(marks.len() / 2);
    assert!(!found.is_empty());
    assert_eq!(found.len(), right.len());
    assert!(found.iter().zip(right).all(|(found, right)| found != right));
}

#[test]
fn a_table_leads_to_the_first_finding_of_each_group() {
    let other = |trace: &str| trace.replace("State: 0xf7fb8", "State: 0xf7fb9");
    let trace = faulty(3) + &other(&faulty(2));
    let json = json("trace check -", &trace, 1);
    let groups = json["summary"]["groups"].as_array().unwrap();
    assert!(groups.len() >= 2, "{groups:?}");
    for arguments in ["trace check -", "trace check - --all"] {
        let page = page(arguments, &trace, 1);
        let articles: Vec<_> = named(&page, "article").collect();
        let table = named(&page, "table").next().unwrap();
        let rows: Vec<_> =
            table.descendants().filter(|n| n.has_tag_name("tr")).collect();
        assert_eq!(rows.len(), groups.len() + 1);
        for (row, group) in rows[1..].iter().zip(groups) {
            let cells = text(*row);
            let first = &group["places"][0];
            let (file, line) = (first[0].as_str(), first[1].as_u64());
            let first = format!("{}:{}", file.unwrap(), line.unwrap());
            assert!(cells.contains(&first), "{cells}: {first}");
            let shader = group["shader"].as_str().unwrap();
            assert!(cells.contains(shader), "{cells}: {shader}");
            assert!(cells.starts_with(group["rule"].as_str().unwrap()));
            let link = row.descendants().find_map(|n| n.attribute("href"));
            let number = link.unwrap().strip_prefix("#finding-").unwrap();
            let number: usize = number.parse().unwrap();
            let article = text(articles[number - 1]);
            assert!(article.trim_start().starts_with(&first), "{article}");
        }
    }
}

#[test]
fn fields_that_differ_are_named() {
    let trace = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/trace.txt");
    let page = page(&format!("trace check {trace}"), "", 1);
    let articles: Vec<_> = named(&page, "article").collect();
    let of = |article: usize, tag: &str| -> Vec<String> {
        let all = articles[article].descendants();
        all.filter(|node| node.has_tag_name(tag)).map(text).collect()
    };
    let fields = [
        "word 1, bits 24 to 28, R, shift: 7 → 1",
        "word 1, bits 29 to 31, P, odd: 1 → 0",
    ];
    assert_eq!(of(0, "li"), fields);
    assert_eq!(of(1, "li"), ["word 1, bit 29, E, extra flags: 0 → 1"]);
}

#[test]
fn a_grid_shows_the_wrong_elements() {
    let trace = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/trace.txt");
    let page = page(&format!("trace check {trace}"), "", 1);
    // The cells of the article's grid, and those that are marked.
    let of = |article: usize| -> (Vec<Vec<String>>, Vec<String>) {
        let article = named(&page, "article").nth(article).unwrap();
        let grid = article
            .descendants()
            .find(|node| node.attribute("class") == Some("grid"));
        let grid = grid.expect("a grid");
        let marks = grid.descendants().filter(|n| n.has_tag_name("mark"));
        (cells(grid), marks.map(text).collect())
    };
    // Two vertices repeat, but the modulus is 384.
    let (rows, marks) = of(0);
    assert_eq!(rows[0], ["instance \\ vertex", "vertex 0", "vertex 1"]);
    assert_eq!(rows[1], ["0", "0", "1"]);
    assert_eq!(rows[2], ["1", "2 (0)", "3 (1)"]);
    assert_eq!(marks, ["2", "3"]);
    // Without its extra flag, the magic divides the first thread of instance 3
    // wrongly.
    let (rows, marks) = of(1);
    let row = |name: &str| rows.iter().find(|row| row[0] == name).unwrap();
    assert_eq!(row("3")[1..3], ["0 (1)", "1"]);
    assert_eq!(row("2")[1..3], ["0", "0"]);
    assert!(marks.len() > 1 && marks[0] == "0", "{marks:?}");
}

/// The cells of the only grid of the only article.
fn grid(arguments: &str, trace: &str) -> Vec<Vec<String>> {
    let page = page(arguments, trace, 1);
    assert_eq!(named(&page, "article").count(), 1, "{trace}");
    let mut tables = named(&page, "table");
    let grid = tables.find(|node| node.attribute("class") == Some("grid"));
    cells(grid.expect("a grid"))
}

#[test]
fn a_grid_shows_the_linear_ids_of_a_wrong_instance_size() {
    let good = job(70, 3, &[]).text();
    for size in [64, 80] {
        let size = format!("Instance Size: {size}");
        let bad = good.replacen("Instance Size: 72", &size, 1);
        let rows = grid("trace check - --ignore jobs", &bad);
        let row = |name: &str| rows.iter().find(|row| row[0] == name).unwrap();
        assert_eq!(row("0")[1..3], ["0", "1"]);
        let ids = match size.ends_with("64") {
            true => ["64 (72)", "65 (73)"],
            false => ["80 (72)", "81 (73)"],
        };
        assert_eq!(row("1")[1..3], ids);
    }
}

#[test]
fn a_grid_shows_the_bytes_of_a_wrong_offset() {
    // The base instance is not known: the likeliest offset.
    let [records, ..] = examples();
    let before = records.replacen("Offset: 0\n", "Offset: -16\n", 1);
    let rows = grid("trace check -", &before);
    assert_eq!(rows[1][1..3], ["-16 (0)", "0 (16)"]);
    // Two locations show the base instance.
    let mut job = job(70, 3, &[1, 1, 1]);
    job.draw.base_instance = 100;
    let good = job.text();
    let line = "// dral: base_instance 100, divisors -,1,1,1, strides \
                16,16,16,16, offsets 0,0,0,0, addresses 0,0,0,0\n";
    let bad = good.replacen("Offset: 1600\n", "Offset: 3200\n", 1);
    assert_ne!(good, bad, "{good}");
    let rows = grid("trace check -", &(line.to_string() + &bad));
    assert_eq!(rows[1][1..3], ["3200 (1600)", "3200 (1600)"]);
    assert_eq!(rows[2][1..3], ["3216 (1616)", "3216 (1616)"]);
}

#[test]
fn a_table_shows_the_registers_of_a_draw() {
    let draw = valhall(&[0, 8], true).text();
    let write = |register: u32, value: u32| {
        format!(
            "  00 00 00 00 00 00 {register:02x} 02    MOVE32 r{register}, \
             #0x{value:X}\n"
        )
    };
    let trace = write(33, 70) + &write(34, 40) + &draw + &write(33, 70) + &draw;
    let line = trace.lines().count() - draw.lines().count();
    let rows = grid("trace check - --strict", &trace);
    assert_eq!(rows[0], ["register", "holds", "value", "written in line"]);
    let line = line.to_string();
    assert_eq!(rows[1], ["r33", "index count", "70", &line]);
    assert_eq!(rows[2], ["r34", "instance count", "40", "2"]);
    assert_eq!(rows[3], ["r35", "index offset", "0", "never"]);
    let page = page("trace check - --strict", &trace, 1);
    let marks: Vec<_> = named(&page, "mark").map(text).collect();
    assert_eq!(marks, ["40"]);
}

#[test]
fn a_page_begins_with_the_verdict_and_rules_fold() {
    let page = page("trace check -", &faulty(1), 1);
    let ids: Vec<_> =
        named(&page, "h2").filter_map(|n| n.attribute("id")).collect();
    assert_eq!(ids[0], "summary", "{ids:?}");
    let rules = named(&page, "details").count();
    assert!(rules > 0);
    assert_eq!(named(&page, "h3").count(), rules);
}

#[test]
fn a_clean_page_says_what_was_checked() {
    let trace = job(70, 3, &[1]).text();
    let labels = |page: &Document| -> Vec<String> {
        named(page, "dt").map(text).collect()
    };
    let clean = page("trace check -", &trace, 0);
    assert_eq!(labels(&clean), ["checked", "not checked"]);
    // The driver's line states the rest.
    let line = "// dral: base_instance 0, divisors -,1\n";
    let stated = page("trace check -", &(line.to_string() + &trace), 0);
    assert_eq!(labels(&stated), ["checked"]);
}
