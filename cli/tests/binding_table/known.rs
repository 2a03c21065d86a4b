// SPDX-License-Identifier: MIT

//! Tables that are known, as a person reads them.

use crate::binding_table;
use crate::support::repository;

fn example(arguments: &str) -> String {
    let file = repository("examples/shader.csv");
    let answer = binding_table(&format!("{arguments} {}", file.display()), "");
    assert_eq!((answer.status, &answer.errors[..]), (0, ""));
    answer.output
}

/// The entries of a table: of each line of its part the first words.
fn entries<'a>(output: &'a str, part: &str) -> Vec<&'a str> {
    output
        .split("\n\n")
        .find(|text| text.starts_with(part))
        .unwrap_or_else(|| panic!("no {part} in {output}"))
        .lines()
        .skip(2)
        .map(|line| line.trim())
        .collect()
}

#[test]
fn entries_are_told_with_their_reasons() {
    let output = example("--render-targets 2 --null-target 1");
    let table = entries(&output, "Binding table: 18 of 240 entries");
    let expected = [
        ("0", "render target 0", "render targets come first"),
        ("1", "null surface", "render targets come first"),
        ("2", "memory of set 0", "the stage uses the set"),
        ("3", "memory of set 1", "the stage uses the set"),
        ("4", "memory of set 2", "the stage uses the set"),
        ("5", "memory of set 3", "the stage uses the set"),
        (
            "6",
            "0.2 UNIFORM_BUFFER, descriptor 5, at byte 136 of the set",
            "score 512: uses 4, descriptors 1",
        ),
        (
            "7",
            "0.1 COMBINED_IMAGE_SAMPLER, descriptor 3, at byte 120 of the set",
            "score 128: uses 2, descriptors 2",
        ),
    ];
    for (line, (index, what, why)) in table.iter().zip(expected) {
        let cells: Vec<_> =
            line.split("  ").map(str::trim).filter(|c| !c.is_empty()).collect();
        assert_eq!(cells, [index, what, why]);
    }
    assert_eq!(table.len(), 18);
    assert!(table[10].contains("dynamic offset 0"), "{}", table[10]);
    let samplers = entries(&output, "Sampler table: 2 of 128 entries");
    assert_eq!(samplers.len(), 2);
    // Samplers have no bytes of their own in this model.
    assert!(!samplers[0].contains("at byte"), "{}", samplers[0]);
}

#[test]
fn what_has_no_entry_is_told_with_its_reason() {
    let output = example("");
    let (_, rest) = output.split_once("Without entries\n").unwrap();
    for (line, (name, reason)) in rest.lines().zip([
        (
            "2.0 SAMPLED_IMAGE",
            "no room: entries 300, score 3: uses 9, descriptors 300",
        ),
        (
            "3.0 STORAGE_BUFFER",
            "descriptors may change or be missing (flags 0x4)",
        ),
        (
            "3.1 INLINE_UNIFORM_BLOCK",
            "an inline uniform block: in its set's memory, entry 3",
        ),
    ]) {
        assert!(line.trim().starts_with(name), "{line}");
        assert!(line.ends_with(reason), "{line}");
    }
    assert_eq!(rest.lines().count(), 3);
    for (arguments, reason) in [
        ("--always-bindless", "everything is that can be"),
        ("--bindless-stage", "the stage has no table"),
    ] {
        let output = example(arguments);
        let lines = output.lines().filter(|line| line.ends_with(reason));
        assert!(lines.count() >= 8, "{output}");
    }
}

#[test]
fn the_direct_model_has_its_own_bytes() {
    let output = example("--model anv-direct --hardware 125");
    for text in [
        "0.2 UNIFORM_BUFFER, descriptor 5, at byte 320 of the set",
        "0.1 COMBINED_IMAGE_SAMPLER, descriptor 4, at byte 32 of the set's \
         samplers",
    ] {
        assert!(output.contains(text), "{output}");
    }
}

/// The value of a line of the first part.
fn value<'a>(output: &'a str, label: &str) -> &'a str {
    output
        .lines()
        .find_map(|line| line.trim().strip_prefix(label))
        .unwrap_or_else(|| panic!("no {label} in {output}"))
        .trim()
}

#[test]
fn a_table_has_its_place() {
    let older = example("--block 1 --taken 64");
    assert_eq!(
        value(&older, "pointer"),
        "0x40, so the table lies at 0xc0010040"
    );
    assert_eq!(value(&older, "surface base"), "0xc0010000");
    assert!(value(&older, "state offset").starts_with("0x3fff0000,"));
    assert!(!older.contains("new block"));
    let newer = example("--hardware 125 --block 1 --taken 64");
    assert_eq!(
        value(&newer, "pointer"),
        "0x40, so the table lies at 0xc0010040"
    );
    assert_eq!(value(&newer, "surface base"), "0x100000000");
    assert_eq!(value(&newer, "pool base"), "0xc0010000");
    let full = example("--block 1 --taken 65504");
    assert_eq!(value(&full, "block"), "2");
    assert!(value(&full, "new block").contains("all active stages"));
    assert_eq!(value(&full, "pointer"), "0x0, so the table lies at 0xc0020000");
}

#[test]
fn planes_and_what_needs_the_table_are_told() {
    let input = "binding,type,count,set_flags,planes\n\
                 7,COMBINED_IMAGE_SAMPLER,1,0x11,2\n9,SAMPLED_IMAGE,1,,\n";
    let answer = binding_table("--model anv-buffer -", input);
    assert_eq!(answer.status, 0, "{}", answer.errors);
    let table = entries(&answer.output, "Binding table: 4 of 240 entries");
    assert!(
        table[2].contains("0.7 COMBINED_IMAGE_SAMPLER, descriptor 0, plane 1")
    );
    assert!(
        table[3].contains("needs the table; score 128: uses 1, descriptors 1")
    );
}
