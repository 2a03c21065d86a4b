// SPDX-License-Identifier: MIT

//! Pages of `draw explain`.

use crate::cells;
use crate::in_process::answer;
use crate::structure::{named, text};
use crate::{json, page};
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use roxmltree::{Document, Node};
use serde_json::Value;
use std::collections::BTreeMap;

/// The numbers of a draw, and its arguments.
struct Draw {
    vertices: i64,
    instances: i64,
    start: i64,
    base: i64,
    /// The divisor of each attribute, or none per vertex.
    divisors: Vec<Option<i64>>,
    arguments: String,
}

fn draw(random: &mut ChaCha8Rng) -> Draw {
    let count = |random: &mut ChaCha8Rng| {
        let most = *[12, 100, 30_000].choose(random).unwrap();
        random.random_range(1..=most)
    };
    let (vertices, instances) = (count(random), count(random));
    let (start, base) = match random.random_bool(0.5) {
        true => (0, 0),
        false => (random.random_range(-9..99), random.random_range(0..99)),
    };
    let mut arguments = format!(
        "draw explain --vertices {vertices} --instances {instances} --start {start} \
         --base-instance {base}"
    );
    for options in [
        &["--arch v4", "--arch v5", "", "--arch v9", "--arch v14"][..],
        &["", "--idvs"],
        &["", "--padding-rule documented"],
        &["", "--table-shape pairs"],
        &["", "--primitive-size padded"],
    ] {
        arguments += &format!(" {}", options.choose(random).unwrap());
    }
    let mut divisors = Vec::new();
    for _ in 0..random.random_range(0..5) {
        let divisor = *[0, 1, 2, 3, 7, 1000].choose(random).unwrap();
        divisors.push(random.random_bool(0.6).then_some(divisor));
    }
    if !divisors.is_empty() {
        let text = divisors.iter().map(|divisor| match divisor {
            None => "-".to_string(),
            Some(divisor) => divisor.to_string(),
        });
        let text = text.collect::<Vec<_>>().join(",");
        arguments += &format!(" --divisors {text}");
    }
    if random.random_bool(0.5) {
        let list = |value: &str| vec![value; divisors.len()].join(",");
        let (addresses, offsets) = (list("4660"), list("5"));
        arguments += &format!(" --addresses={addresses} --offsets={offsets}");
    }
    Draw { vertices, instances, start, base, divisors, arguments }
}

/// The numbers in a grid, by vertex and instance; by column in the padding.
fn grid(table: Node) -> BTreeMap<(i64, i64), i64> {
    let rows = cells(table);
    let (head, rows) = rows.split_first().expect("a row of headings");
    let mut numbers = BTreeMap::new();
    for row in rows {
        let Ok(instance) = row[0].parse() else { continue };
        assert_eq!(row.len(), head.len());
        for (column, cell) in head.iter().zip(row).skip(1) {
            let Some(vertex) = column.strip_prefix("vertex ") else { continue };
            let vertex = vertex.parse().expect("a vertex");
            numbers.insert((vertex, instance), cell.parse().expect("a number"));
        }
    }
    numbers
}

fn grids<'a>(page: &'a Document) -> impl Iterator<Item = Node<'a, 'a>> {
    named(page, "table").filter(|n| n.attribute("class") == Some("grid"))
}

/// The first and the last thread, and both sides of each change.
fn check_places(draw: &Draw, divisor: Option<i64>, numbers: &Grid) {
    let mut instances = vec![0, draw.instances - 1];
    if let Some(divisor) = divisor.filter(|&d| 0 < d && d < draw.instances) {
        instances.extend([divisor - 1, divisor]);
    }
    for instance in instances {
        for vertex in [0, draw.vertices - 1] {
            let there = numbers.contains_key(&(vertex, instance));
            assert!(there, "{}: {vertex}, {instance}", draw.arguments);
        }
    }
}

type Grid = BTreeMap<(i64, i64), i64>;

#[test]
fn threads_read_the_elements_that_the_api_asks_for() {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let mut compared = 0;
    for _ in 0..100 {
        let draw = draw(&mut random);
        let arguments = &draw.arguments;
        let page = page(arguments, "", 0);
        let json = &json(arguments, "", 0)["draws"][0];
        let mut grids = grids(&page);
        if let Some(padded) = json["dispatch"]["padded_count"].as_i64() {
            let ids = grid(grids.next().expect("linear ids"));
            check_places(&draw, None, &ids);
            for ((vertex, instance), id) in ids {
                assert_eq!(id, padded * instance + vertex, "{arguments}");
            }
        }
        for &divisor in &draw.divisors {
            let elements = grid(grids.next().expect("a grid per attribute"));
            check_places(&draw, divisor, &elements);
            for ((vertex, instance), element) in elements {
                let expected = match divisor {
                    None => draw.start + vertex,
                    Some(0) => draw.base,
                    Some(divisor) => draw.base + instance / divisor,
                };
                assert_eq!(
                    element, expected,
                    "{arguments}: {divisor:?}, {vertex}, {instance}"
                );
                compared += 1;
            }
        }
        assert!(grids.next().is_none(), "{arguments}");
    }
    assert!(compared > 5_000, "{compared}");
}

#[test]
fn threads_beyond_the_vertices_are_padding() {
    let page =
        page("draw explain --vertices 70 --instances 3 --divisors -", "", 0);
    for (place, expected) in
        [["214", "215"], ["discarded"; 2]].iter().enumerate()
    {
        let table = grids(&page).nth(place).unwrap();
        let rows = cells(table);
        assert_eq!(rows[0][7..], ["padding", "padding"]);
        assert_eq!(rows[3][7..], *expected);
    }
    let told = "Each of the 3 instances has 72 threads: 70 vertices and 2 of \
                padding.";
    assert!(named(&page, "p").any(|node| text(node) == told));
}

#[test]
fn a_page_has_all_lines_of_the_text() {
    let mut random = ChaCha8Rng::seed_from_u64(2);
    let mut refused = 0;
    for number in 0..40 {
        let mut draw = draw(&mut random);
        if number % 4 == 0 {
            // With most base instances the offset exceeds 32 bits.
            let strides = vec!["99999999"; draw.divisors.len()].join(",");
            draw.arguments += &format!(" --strides={strides}");
        }
        let arguments = &draw.arguments;
        let plain = answer(arguments.split_whitespace(), &[][..]);
        refused += plain.status;
        let page = page(arguments, "", plain.status);
        let terms = named(&page, "dt").zip(named(&page, "dd"));
        let mut lines = terms.map(|(label, value)| {
            let value = value.children().filter(Node::is_text);
            let value: String = value.filter_map(|n| n.text()).collect();
            format!("{} {}", text(label), value.trim())
        });
        for line in plain.output.lines().filter(|line| !line.is_empty()) {
            let words: Vec<_> = line.split_whitespace().collect();
            if line.starts_with("  ") {
                let next = lines.next().expect("a line");
                let next: Vec<_> = next.split_whitespace().collect();
                assert_eq!(next, words, "{arguments}");
            } else {
                let headings = ["h1", "h2"].map(|name| named(&page, name));
                let line = words.join(" ");
                let mut headings = headings.into_iter().flatten();
                assert!(headings.any(|n| text(n) == line), "{line}");
            }
        }
        assert_eq!(lines.next(), None, "{arguments}");
    }
    assert!((2..9).contains(&refused), "{refused}");
}

/// The field that `decode` calls by each name.
const DECODED: [(&str, &str); 10] = [
    ("R, shift", "shift"),
    ("P, odd", "odd"),
    ("E, extra flags", "extra_flags"),
    ("magic", "magic"),
    ("stride", "stride"),
    ("size", "size"),
    ("API divisor", "api_divisor"),
    ("offset, signed", "offset"),
    ("buffer index", "buffer_index"),
    ("table", "table"),
];

/// The fields of a descriptor: word, bits, name and value.
fn fields(table: Node) -> Vec<(usize, u32, u32, String, String)> {
    let rows = cells(table);
    let field = |row: &Vec<String>| {
        let [_, word, bits, name, value] = &row[..] else {
            panic!("{row:?}");
        };
        let (first, last) = bits.split_once(" to ").unwrap_or((bits, bits));
        let number = |text: &str| text.parse().expect("a bit");
        let word = word.parse().expect("a word");
        (word, number(first), number(last), name.clone(), value.clone())
    };
    rows.iter().skip(1).map(field).collect()
}

/// The number at the beginning of a value.
fn number(value: &str) -> i64 {
    let text = value.split([' ', ',']).next().unwrap_or_default();
    match text.strip_prefix("0x") {
        Some(digits) => i64::from_str_radix(digits, 16),
        None => text.parse(),
    }
    .expect("a number")
}

#[test]
fn fields_are_the_bits_of_the_words_as_decoded() {
    let mut random = ChaCha8Rng::seed_from_u64(3);
    let mut seen = BTreeMap::new();
    for _ in 0..150 {
        let draw = draw(&mut random);
        let arguments = &draw.arguments;
        let page = page(arguments, "", 0);
        let sections = named(&page, "section").filter(|section| {
            let label = section.attribute("aria-labelledby");
            label.is_some_and(|label| label.starts_with("attribute-"))
        });
        let json = &json(arguments, "", 0)["draws"][0];
        let attributes = json["attributes"].as_array().unwrap();
        let sections: Vec<_> = sections.collect();
        assert_eq!(attributes.len(), sections.len());
        for (section, attribute) in sections.into_iter().zip(attributes) {
            let words = attribute["words"].as_array().unwrap().iter();
            let words = words.map(|word| word.as_str().unwrap());
            let words: Vec<_> = words.collect();
            let mut tables = section
                .descendants()
                .filter(|n| n.attribute("class") == Some("bits"));
            let fields = fields(tables.next().expect("a table of fields"));
            let mut sums = vec![0; words.len()];
            for (word, first, last, name, value) in &fields {
                let value = number(value) as u32;
                let bits = match name.starts_with("pointer, bits 6") {
                    true => value,
                    false => value << first,
                };
                let mask = u64::MAX >> (63 - last) & (u64::MAX << first);
                assert_eq!(u64::from(bits) & !mask, 0, "{name}");
                sums[*word] |= bits;
            }
            let sums: Vec<_> =
                sums.iter().map(|sum| format!("{sum:08x}")).collect();
            assert_eq!(sums, words, "{arguments}");
            let arch = json["arch"].as_str().unwrap();
            let call = format!("word decode --arch {arch} {}", words.join(" "));
            let decoded = crate::json(&call, "", 0);
            let decoded =
                decoded["descriptors"][0]["fields"].as_object().unwrap();
            for (name, theirs) in DECODED {
                let Some(theirs) = decoded.get(theirs) else { continue };
                // Words of JSON are hexadecimal.
                let theirs = match theirs {
                    Value::String(word) => i64::from_str_radix(word, 16).ok(),
                    theirs => theirs.as_i64(),
                };
                let mine = fields.iter().find(|field| field.3 == name);
                let mine = number(&mine.expect("the field").4);
                assert_eq!(Some(mine), theirs, "{arguments}: {name}");
                *seen.entry(name).or_insert(0) += u32::from(mine != 0);
            }
        }
    }
    let often = seen.values().filter(|&&count| count > 1).count();
    // The table of explain is always 0.
    assert_eq!(often, DECODED.len() - 1, "{seen:?}");
}

/// The first bit and the last bit of the field in a descriptor whose name
/// begins so, or of its parts.
fn bits(page: &Document, attribute: usize, name: &str) -> (usize, usize) {
    let mut tables = named(page, "table")
        .filter(|table| table.attribute("class") == Some("bits"));
    let fields = fields(tables.nth(attribute).expect("a descriptor"));
    let parts = fields.iter().filter(|field| field.3.starts_with(name));
    let parts = parts.map(|(word, first, last, ..)| {
        (32 * word + *first as usize, 32 * word + *last as usize)
    });
    let all = parts.reduce(|(first, _), (_, last)| (first, last));
    all.unwrap_or_else(|| panic!("no field {name}"))
}

/// The rows of a table of bits in docs/reference/instancing.md: the first and
/// the last bit, and what follows.
fn documented(section: &str) -> Vec<((usize, usize), String)> {
    let document = include_str!("../../../docs/reference/instancing.md");
    let (_, text) = document.split_once(section).expect("the section");
    let text = text.split("\n## ").next().unwrap_or_default();
    let rows = text.lines().filter_map(|line| {
        let cells: Vec<_> = line.split('|').map(str::trim).collect();
        let (word, bits, field) = match cells[..] {
            ["", bits, field, ""] => (0, bits, field),
            ["", word, bits, field, ""] => (word.parse().ok()?, bits, field),
            _ => return None,
        };
        let bits = if bits == "all" { "0 to 31" } else { bits };
        let (first, last) = bits.split_once(" to ").unwrap_or((bits, bits));
        let bit = |text: &str| Some(32 * word + text.parse::<usize>().ok()?);
        Some(((bit(first)?, bit(last)?), field.into()))
    });
    rows.collect()
}

#[test]
fn fields_have_the_bits_that_the_document_says() {
    let call = "draw explain --vertices 9 --instances 7 --divisors -,3";
    for (call, section, names) in [
        (
            call.to_string(),
            "\n## Descriptor words\n",
            &[
                ("type", "type", 0),
                ("pointer", "pointer", 0),
                ("R", "R, shift", 0),
                ("P", "P, odd", 0),
                ("E", "E, extra flags", 1),
                ("stride", "stride", 0),
                ("size", "size", 0),
            ][..],
        ),
        (
            format!("{call} --arch v9"),
            "\n## Valhall and later\n",
            &[
                ("descriptor type", "descriptor type", 0),
                ("attribute type", "attribute type", 0),
                ("offset enable", "offset enable", 0),
                ("format", "format", 0),
                ("table", "table", 0),
                ("frequency", "frequency", 0),
                ("R", "R, shift", 1),
                ("E", "E, extra flags", 1),
                ("offset,", "offset, signed", 1),
                ("buffer index", "buffer index", 1),
                ("stride", "stride", 1),
            ],
        ),
    ] {
        let page = page(&call, "", 0);
        let documented = documented(section);
        for (theirs, mine, attribute) in names {
            let row = documented.iter().find(|row| row.1.starts_with(theirs));
            let (expected, _) = row.expect("a row of the document");
            assert_eq!(bits(&page, *attribute, mine), *expected, "{theirs}");
        }
        let rows = documented.iter().filter(|row| {
            names.iter().any(|(theirs, ..)| row.1.starts_with(theirs))
        });
        assert_eq!(rows.count(), names.len(), "{documented:?}");
    }
}

/// The first words of a section that a page cites.
fn rule(page: &Document, id: &str) -> String {
    let heading = named(page, "h3").find(|n| n.attribute("id") == Some(id));
    text(heading.expect("the rule").parent().unwrap())
}

#[test]
fn a_page_has_the_rules_that_it_cites() {
    let page =
        page("draw explain --vertices 9 --instances 2 --divisors 3", "", 0);
    let told = rule(&page, "rule-attribute-modes");
    assert!(told.contains("hardware divisor POT"), "{told}");
    assert!(told.contains("Multiply padded count and divisor"), "{told}");
    let told = rule(&page, "rule-magic-divisor");
    // The picture of that section has no place in the page.
    assert!(told.contains("floor(log2 d)") && !told.contains("The wrong"));
    let rules = named(&page, "h3").count();
    let links = named(&page, "a").filter_map(|n| n.attribute("href"));
    let links: std::collections::BTreeSet<_> = links.collect();
    // One of the links leads to the rules.
    assert_eq!(rules, links.len() - 1);
}

#[test]
fn a_refused_draw_has_a_page() {
    let call =
        "draw explain --vertices 4000000 --instances 4000000 --divisors 1";
    let page = page(call, "", 1);
    let told = text(page.root_element());
    assert!(told.contains("instances that fit 1024"), "{told}");
    assert_eq!(grids(&page).count(), 0);
}
