// SPDX-License-Identifier: MIT

//! The command for generated indirect draws.

use crate::support::{message, output};

fn indirect(arguments: &str, status: i32) -> String {
    let mut all = vec!["indirect"];
    all.extend(arguments.split_whitespace());
    output(&all, "", status)
}

/// The value behind a label, in the first section that has one.
fn value<'a>(text: &'a str, label: &str) -> &'a str {
    text.lines()
        .find_map(|line| line.strip_prefix("  ")?.strip_prefix(label))
        .unwrap_or_else(|| panic!("{label} in\n{text}"))
        .trim()
}

/// The cells of the item of a draw.
fn item(text: &str, draw: &str) -> Vec<String> {
    text.lines()
        .map(|line| line.split_whitespace().map(String::from).collect())
        .find(|cells: &Vec<String>| {
            cells.len() > 5 && cells.get(1).is_some_and(|cell| cell == draw)
        })
        .unwrap_or_else(|| panic!("draw {draw} in\n{text}"))
}

#[test]
fn draws_in_place_end_at_their_count() {
    let text = indirect("--draws 5 --count 3", 0);
    assert!(
        text.starts_with("Indirect draws on version 125: at most 5, count 3\n")
    );
    assert!(value(&text, "mode").starts_with("in place: between"));
    assert_eq!(value(&text, "generated"), "a draw of 10 words, 40 bytes");
    assert_eq!(value(&text, "flags word"), "000a0010");
    assert!(value(&text, "reserved").starts_with("200 bytes"));
    assert_eq!(value(&text, "dispatch"), "5 x 1 items");
    assert!(value(&text, "end").starts_with("a jump"));
    assert_eq!(item(&text, "2")[..5], ["2", "2", "32", "80", "-"]);
    assert!(text.contains("last draw: at 120 a jump to the end"), "{text}");
    assert!(text.contains("beyond the last draw"));
    let full = indirect("--draws 5", 0);
    assert!(value(&full, "end").starts_with("none: all slots are full"));
    assert!(full.contains("last draw: the batch goes on"));
    assert!(!full.contains("a jump to"));
    let none = indirect("--draws 5 --count 0", 0);
    assert!(none.contains("no draws: at 0 a jump to the end"), "{none}");
}

#[test]
fn draws_in_a_ring_are_told_filling_by_filling() {
    let text = indirect("--draws 20000 --stride 20 --indexed", 0);
    assert!(value(&text, "mode").starts_with("ring: at least as many"));
    assert!(value(&text, "size").starts_with("331776 bytes; 331776 serve"));
    assert_eq!(value(&text, "at 4"), "8192 draws");
    assert_eq!(value(&text, "at 327684"), "a jump of 12 bytes");
    assert_eq!(value(&text, "filled"), "3 times, as 20000 draws need");
    assert!(text.contains("Filling 1: from draw 0\n"));
    assert!(text.contains("Filling 2: like the first\n"));
    assert!(text.contains("Filling 3: from draw 16384\n"));
    assert_eq!(item(&text, "8191")[..4], ["8191", "8191", "163820", "327644"]);
    assert!(text.contains("ring full: at 327684 a jump to the shader"));
    assert_eq!(
        item(&text, "19999")[..4],
        ["3615", "19999", "399980", "144604"]
    );
    assert!(text.contains("last draw: at 144644 a jump to the end"));
    let two = indirect("--draws 20000 --count 16384", 0);
    assert_eq!(value(&two, "filled"), "2 times, as 16384 draws need");
    assert!(!two.contains("like the first"));
    let most = indirect("--draws 4294967295", 0);
    assert!(most.contains("Fillings 2 to 524287: like the first"), "{most}");
    let none = indirect("--draws 500 --count 0 --hardware 110", 0);
    assert_eq!(value(&none, "filled"), "once");
    assert!(none.contains("no draws: at 0 a jump to the end"));
    assert!(none.contains("never reached"));
}

#[test]
fn draws_of_gfx9_read_base_and_id_from_memory() {
    let place = indirect(
        "--hardware 90 --draws 40 --draw-id --first-vertex --indexed",
        0,
    );
    assert_eq!(value(&place, "generated"), "a draw of 16 words, 64 bytes");
    assert_eq!(
        value(&place, "vertex buffer"),
        "8 bytes of each command, from 12 on"
    );
    assert_eq!(value(&place, "draw ids"), "a buffer of 160 bytes");
    assert_eq!(item(&place, "39")[..5], ["39", "39", "780", "2496", "156"]);
    let ring = indirect("--hardware 90 --draws 400 --draw-id", 0);
    assert!(value(&ring, "size").starts_with("430080 bytes; 561152 serve"));
    assert_eq!(value(&ring, "at 19212"), "400 draw ids of 4 bytes");
    assert_eq!(
        item(&ring, "399")[..5],
        ["399", "399", "6384", "19152", "20808"]
    );
}

#[test]
fn what_generates_nothing_is_told_with_its_reason() {
    for (arguments, reason) in [
        ("--draws 3", "registers: fewer draws"),
        ("--draws 9 --generate-threshold 10", "registers: fewer draws"),
        ("--draws 9 --protected", "registers: no shader"),
        ("--draws 9 --tessellation-workaround", "registers: a workaround"),
        ("--draws 9 --execute-indirect --protected", "execute indirect:"),
    ] {
        let text = indirect(arguments, 0);
        assert!(value(&text, "mode").starts_with(reason), "{text}");
        assert_eq!(value(&text, "generated"), "nothing");
        assert!(!text.contains("item"));
    }
}

#[test]
fn flags_are_those_of_the_arguments() {
    for (arguments, flags) in [
        ("", "000a0000"),
        ("--indexed", "000a0001"),
        ("--predicated", "000a0002"),
        ("--draw-id", "000a0004"),
        ("--first-vertex", "000a0008"),
        ("--base-instance", "000a0008"),
        ("--count 4", "000a0010"),
        ("--ring-threshold 4", "000a0020"),
        ("--tiled", "000a0040"),
        ("--mocs 0x5a", "000a5a00"),
    ] {
        let text = indirect(&format!("--draws 4 {arguments}"), 0);
        assert_eq!(value(&text, "flags word"), flags, "{arguments}");
    }
}

#[test]
fn refused_draws_are_told_with_the_reason() {
    for (arguments, reason) in [
        ("--draws 500000 --ring-threshold 4294967295", "16 MiB"),
        ("--draws 5 --hardware 80", "unknown hardware"),
        ("--draws 5 --mocs 256", "8 bits"),
        ("--draws 0 --generate-threshold 0 --ring-threshold 0", "no draws"),
    ] {
        let text = indirect(arguments, 1);
        assert!(value(&text, "refused").contains(reason), "{text}");
    }
    for (arguments, part) in [
        (vec!["indirect"], "--draws"),
        (vec!["indirect", "--draws", "many"], "'many' is not a number"),
        (vec!["indirect", "--draws", "-1"], "-1"),
        (vec!["indirect", "--draws", "4294967296"], "not within"),
    ] {
        assert!(message(&arguments, "", 2).contains(part), "{arguments:?}");
    }
}

#[test]
fn iris_has_a_ring_of_its_own_size() {
    let arguments = "--driver iris --hardware 120 --draws 5000 --draw-id";
    let text = indirect(arguments, 0);
    assert!(value(&text, "mode").starts_with("ring: iris"));
    assert_eq!(value(&text, "generated"), "a draw of 12 words, 48 bytes");
    assert_eq!(value(&text, "flags word"), "000c0004");
    assert!(value(&text, "size").starts_with("131072 bytes; "));
    assert_eq!(value(&text, "at 4"), "2340 draws");
    assert_eq!(value(&text, "at 112336"), "2340 draw ids of 8 bytes");
    assert_eq!(item(&text, "2339")[4], "131048");
    let more = indirect(&format!("{arguments} --ring-capacity 100"), 0);
    assert_eq!(value(&more, "at 4"), "100 draws");
    assert_eq!(value(&more, "filled"), "50 times, as 5000 draws need");
    let few = indirect("--driver iris --hardware 80 --draws 3", 0);
    assert!(value(&few, "mode").starts_with("registers: fewer"));
    for refused in [
        "--hardware 80 --draws 5000",
        "--driver iris --hardware 79 --draws 5000",
        "--draws 5000 --ring-capacity 0",
    ] {
        let text = indirect(refused, 1);
        assert!(!value(&text, "refused").is_empty(), "{text}");
    }
}
