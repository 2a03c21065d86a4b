// SPDX-License-Identifier: MIT

//! Layouts that are known, as people see them.

use crate::support::{layout, layout_in_pieces, repository, Answer};
use std::fs;

const PICTURE: &str = "binding,type,count\n0,STORAGE_IMAGE,3\n\
    1,COMBINED_IMAGE_SAMPLER,2\n2,UNIFORM_BUFFER,1\n3,UNIFORM_TEXEL_BUFFER,1\n";

/// The columns of numbers in each line of a map.
fn runs(answer: &Answer) -> Vec<[u64; 3]> {
    assert_eq!(answer.status, 0, "{}", answer.errors);
    let numbers = |line: &str| {
        let mut words = line.split_whitespace().map(str::parse);
        let mut next = || words.next()?.ok();
        Some([next()?, next()?, next()?])
    };
    answer.output.lines().filter_map(numbers).collect()
}

#[test]
fn the_picture_of_anv_rst_is_64_bytes_without_padding() {
    let answer = layout("- --mesa 24.3", PICTURE);
    assert_eq!(
        runs(&answer),
        [[0, 24, 24], [24, 40, 16], [40, 56, 16], [56, 64, 8]]
    );
    assert!(answer.output.contains("binding 0: STORAGE_IMAGE x 3, 8 bytes"));
    assert!(answer.output.contains("Surface area: 64 bytes, 64 in a set"));
    assert!(!answer.output.contains("padding"));
    assert!(!answer.output.contains("Sampler area"));
    // Storage images have grown since.
    let newer = layout("-", PICTURE);
    assert_eq!(runs(&newer)[0], [0, 120, 120]);
    assert_eq!(newer, layout("- --mesa 26.2", PICTURE));
}

#[test]
fn immutable_samplers_take_what_their_planes_do() {
    let set = "binding,type,count,planes\n0,COMBINED_IMAGE_SAMPLER,2,1.2c\n\
        1,SAMPLER,1,0\n";
    for (arguments, end) in [
        ("--model anv-indirect", 2 * 16),
        ("--model panvk --hardware 7", 2 * 128),
        ("--model panvk --hardware 10", 2 * 96),
    ] {
        let answer = layout(&format!("- {arguments}"), set);
        assert_eq!(runs(&answer)[0], [0, end, end], "{arguments}");
    }
    let json = r#"[{"binding": 0, "type": 1, "count": 2, "planes": "1.2c"},
        {"binding": 1, "type": 0, "count": 1, "planes": 0}]"#;
    assert_eq!(layout("-", json), layout("-", set));
}

#[test]
fn an_inline_block_of_panvk_has_a_header() {
    let set = "binding,type,count\n0,SAMPLED_IMAGE,1\n\
        1,INLINE_UNIFORM_BLOCK,40\n";
    let answer = layout("- --model panvk", set);
    assert_eq!(runs(&answer), [[0, 32, 32], [32, 104, 72], [104, 128, 24]]);
    let what = "binding 1: INLINE_UNIFORM_BLOCK, data behind 32 bytes";
    assert!(answer.output.contains(what), "{}", answer.output);
}

#[test]
fn each_model_has_its_own_map() {
    for (model, last) in [
        ("anv-direct", [0, 64, 64]),
        ("anv-buffer", [512, 576, 64]),
        ("panvk", [256, 288, 32]),
    ] {
        let answer = layout(&format!("- --model {model}"), PICTURE);
        assert_eq!(runs(&answer).last(), Some(&last), "{model}");
    }
    let direct = layout("- --model anv-direct", PICTURE).output;
    assert!(direct.contains("Sampler area: 64 bytes, 64 in a set"));
}

#[test]
fn the_example_is_the_picture() {
    let example = repository("examples/bindings.csv");
    let path = example.to_str().unwrap();
    assert_eq!(layout(path, ""), layout("-", PICTURE));
}

#[test]
fn json_is_the_same_as_csv() {
    let csv = "binding,flags,count,type,planes,mutable_types,note\n\
        7,0x8,12,INLINE_UNIFORM_BLOCK,,,x\n\
        2,0,2,MUTABLE,0,SAMPLER 7,y\n\
        3,0,2,VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER,3,,\n";
    let json = r#"[
        {"binding": 2, "type": "MUTABLE_EXT", "count": 2,
         "mutable_types": ["SAMPLER", "STORAGE_BUFFER"]},
        {"binding": 7, "type": 1000138000, "count": 12, "flags": 8},
        {"binding": 3, "type": 1, "count": 2, "planes": 3}
    ]"#;
    for model in ["anv-indirect", "anv-direct"] {
        let arguments = format!("- --variable-count 4 --model {model}");
        let answer = layout(&arguments, csv);
        assert!(runs(&answer).len() > 3);
        assert_eq!(answer, layout(&arguments, json));
    }
}

#[test]
fn padding_and_what_has_no_memory_are_told() {
    let set = "binding,type,count\n0,SAMPLED_IMAGE,1\n\
        1,INLINE_UNIFORM_BLOCK,20\n2,STORAGE_BUFFER,1\n5,SAMPLER,0\n";
    let answer = layout("-", set);
    assert_eq!(
        runs(&answer),
        [
            [0, 8, 8],
            [8, 64, 56],
            [64, 84, 20],
            [84, 88, 4],
            [88, 104, 16],
            [104, 128, 24]
        ]
    );
    assert_eq!(answer.output.matches("padding").count(), 3);
    assert!(answer.output.contains("binding 5: absent"));
    let dynamic = "binding,type,count\n3,UNIFORM_BUFFER_DYNAMIC,2\n";
    let answer = layout("- --model panvk", dynamic);
    let without = "binding 3: UNIFORM_BUFFER_DYNAMIC x 2";
    assert!(answer.output.contains(without), "{}", answer.output);
}

#[test]
fn a_variable_count_shortens_the_last_run() {
    let set = "binding,type,count,flags\n0,UNIFORM_BUFFER,1,0\n\
        1,SAMPLED_IMAGE,100,8\n";
    let answer = layout("- --variable-count 10", set);
    assert_eq!(runs(&answer), [[0, 16, 16], [16, 96, 80], [96, 128, 32]]);
    assert!(answer.output.contains("SAMPLED_IMAGE x 10, 8 bytes each"));
    let whole = layout("-", set);
    assert_eq!(runs(&whole)[1], [16, 816, 800]);
    let none = layout("- --variable-count 0", set);
    assert_eq!(runs(&none), [[0, 16, 16], [16, 64, 48]]);
}

#[test]
fn pieces_line_ends_and_a_byte_order_mark_change_nothing() {
    let expected = layout("-", PICTURE);
    let file = ["-".to_string()];
    for piece in [1, 2, 7] {
        let answer = layout_in_pieces(&file, PICTURE.as_bytes(), piece);
        assert_eq!(answer, expected);
    }
    for other in [
        PICTURE.replace('\n', "\r\n"),
        PICTURE.replace('\n', "\r"),
        PICTURE.replace('\n', "\n\n"),
        format!("\u{FEFF}{PICTURE}"),
    ] {
        assert_eq!(layout("-", &other), expected, "{other:?}");
    }
}

#[test]
fn the_picture_is_drawn_the_same_each_time() {
    let directory = tempfile::tempdir().unwrap();
    let draw = |name: &str, model: &str| {
        let path = directory.path().join(name);
        let arguments = format!(
            "- --mesa 24.3 --model {model} -o {}",
            path.to_str().unwrap()
        );
        let answer = layout(&arguments, PICTURE);
        assert_eq!(answer.status, 0, "{}", answer.errors);
        assert_eq!(
            answer,
            layout(&format!("- --mesa 24.3 --model {model}"), PICTURE)
        );
        fs::read_to_string(path).unwrap()
    };
    let indirect = draw("a.svg", "anv-indirect");
    assert_eq!(indirect, draw("b.svg", "anv-indirect"));
    assert!(indirect.starts_with("<svg "));
    assert!(indirect.ends_with("</svg>\n"));
    // The background, and one for each structure that anv.rst draws.
    assert_eq!(indirect.matches("<rect ").count(), 1 + 7);
    assert!(indirect.contains("binding 3: UNIFORM_TEXEL_BUFFER x 1"));
    let direct = draw("c.svg", "anv-direct");
    // Both combined image samplers have a sampler state.
    assert_eq!(direct.matches("<rect ").count(), 1 + 7 + 2);
}
