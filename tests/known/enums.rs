// SPDX-License-Identifier: MIT

//! Each value of each enum in the headers has a known answer. A new value fails
//! here until a row has it.

use crate::rows::{known_rows, Item, KnownRow};
use std::collections::BTreeSet;
use std::string::String;
use std::vec;
use std::vec::Vec;

/// Where the values of an enum occur.
enum Place {
    /// A number among the arguments of a function, not counting structs.
    Argument(&'static str, usize),
    /// A field of a struct; a struct without it has 0.
    Field(&'static str),
    /// A field of a function's results; 0 without it.
    Result(&'static str, &'static str),
    /// Any number of a function's results.
    Results(&'static str),
    /// A struct of a function's results for each value, in their order. One
    /// without fields has no value.
    Structs(&'static str),
    /// The name, in this text.
    Named(&'static str),
}
use Place::{Argument, Field, Named, Result, Results, Structs};

/// How the number of a value is in the place.
enum As {
    Itself,
    /// The values are bits.
    Bits,
    /// The values are numbers of bits.
    BitNumbers,
}
use As::{BitNumbers, Bits, Itself};

/// An enum, the files without `_known.csv`, how, and where.
type Covered = (&'static str, &'static [&'static str], As, &'static [Place]);

const CAUSES: &str =
    include_str!("../../c_tests/data/dynamic_state_causes.csv");

/// The words that a caller writes again are tested draw by draw.
const WORDS: &str = include_str!("../../c_tests/instancing/words_to_write.c");

const COVERED: &[Covered] = &[
    ("address_area", &["binding_table"], Itself, &[Structs("areas")]),
    ("binding_table_set_id", &["binding_table"], Itself, &[Results("map")]),
    ("binding_table_use_flag", &["binding_table"], Bits, &[Field("flags")]),
    (
        "descriptor_binding_flag",
        &["binding_table"],
        Bits,
        &[Field("binding_flags")],
    ),
    (
        "descriptor_data",
        &["descriptor_layout"],
        Bits,
        &[Result("type", "data")],
    ),
    (
        "descriptor_model",
        &["descriptor_layout"],
        Itself,
        &[Argument("table", 0), Argument("type", 0)],
    ),
    (
        "descriptor_set_flag",
        &["descriptor_layout"],
        Bits,
        &[Argument("structs", 3)],
    ),
    (
        "descriptor_table_flag",
        &["descriptor_layout"],
        Bits,
        &[Result("table", "flags")],
    ),
    ("descriptor_type", &["descriptor_layout"], Itself, &[Argument("type", 4)]),
    (
        "descriptor_type_flag",
        &["descriptor_layout"],
        Bits,
        &[Result("type", "flags")],
    ),
    ("divisor_one", &["valhall"], Itself, &[Field("divisor_one")]),
    (
        "dynamic_command",
        &["dynamic_state"],
        BitNumbers,
        &[Argument("triggered", 4), Named(CAUSES)],
    ),
    ("dynamic_feature", &["dynamic_state"], Bits, &[Argument("initial", 2)]),
    (
        "dynamic_instruction",
        &["dynamic_state"],
        Itself,
        &[Argument("site_of", 1)],
    ),
    ("dynamic_site", &["dynamic_state"], Itself, &[Argument("site", 1)]),
    (
        "dynamic_state",
        &["dynamic_state"],
        BitNumbers,
        &[Argument("triggered", 3), Results("dynamic_states"), Named(CAUSES)],
    ),
    ("frequency", &["valhall"], Itself, &[Field("frequency")]),
    ("id_type", &["id"], Itself, &[Argument("id_value", 0)]),
    ("idvs", &["draw"], Itself, &[Field("idvs")]),
    ("indirect_draw_driver", &["indirect_draw"], Itself, &[Field("driver")]),
    (
        "indirect_draw_flag",
        &["indirect_draw"],
        Bits,
        &[Result("plan", "flags")],
    ),
    (
        "indirect_draw_jump",
        &["indirect_draw"],
        Itself,
        &[Result("item", "jump")],
    ),
    (
        "indirect_draw_mode",
        &["indirect_draw"],
        Itself,
        &[Result("plan", "mode")],
    ),
    (
        "mesa_release",
        &["descriptor_layout"],
        Itself,
        &[Argument("table", 1), Argument("type", 1)],
    ),
    (
        "padding_rule",
        &["draw", "padding"],
        Itself,
        &[Field("padding_rule"), Argument("padded_count", 0)],
    ),
    ("primitive_size_rule", &["draw"], Itself, &[Field("primitive_size_rule")]),
    ("rate", &["record"], Itself, &[Field("rate")]),
    ("record_type", &["record"], Itself, &[Result("record_fields", "type")]),
    ("rounding", &["draw"], Itself, &[Field("rounding")]),
    (
        "surface_state_pool",
        &["binding_table"],
        Itself,
        &[Argument("state_address", 0)],
    ),
    ("table_shape", &["record"], Itself, &[Argument("table", 0)]),
    ("unused_location", &["valhall"], Itself, &[Field("unused_location")]),
    ("valhall_type", &["valhall"], Itself, &[Field("type")]),
    ("varying_base_type", &["varying"], Itself, &[Field("base_type")]),
    ("varying_interpolation", &["varying"], Itself, &[Field("interpolation")]),
    ("varying_pack_flag", &["varying"], Bits, &[Argument("pack", 0)]),
    ("varying_semantic", &["varying"], Itself, &[Argument("nvc0_address", 0)]),
    ("varying_text_form", &["varying"], Itself, &[Argument("text", 0)]),
    ("words", &[], Itself, &[Named(WORDS)]),
];

/// Errors that no row has, because the functions that return them are not
/// called by rows: they are in the table of a caller or in a test in C.
const ERRORS_ELSEWHERE: &[&str] = &[
    include_str!("../callers/instancing.rs"),
    include_str!("../callers/descriptor_layout.rs"),
    include_str!("../callers/varying.rs"),
    include_str!("../callers/calls.rs"),
    include_str!("../callers/binding_table.rs"),
    include_str!("../../c_tests/instancing/contract.c"),
];

/// The enums of the headers: names without `dral_`, enumerators and numbers.
fn enums() -> Vec<(&'static str, Vec<(&'static str, u64)>)> {
    let mut enums = vec![];
    for header in crate::rows::documented::HEADERS {
        let mut lines = header.lines();
        while let Some(line) = lines.next() {
            let Some(name) = line
                .strip_prefix("enum dral_")
                .and_then(|name| name.strip_suffix(" {"))
            else {
                continue;
            };
            let values = lines
                .by_ref()
                .take_while(|line| *line != "};")
                .filter_map(|line| line.trim().split_once(" = "))
                .filter_map(|(name, number)| {
                    let number = number.split([',', ' ']).next()?;
                    let number: i64 = match number.strip_prefix("0x") {
                        Some(digits) => i64::from_str_radix(digits, 16).ok()?,
                        None => number.parse().ok()?,
                    };
                    Some((name, number as u64))
                });
            enums.push((name, values.collect()));
        }
    }
    enums
}

/// A known answer that is no error, or is one for a value without answer.
fn answered(row: &KnownRow) -> bool {
    row.results.is_some() || row.answer == "NoAddress"
}

/// All numbers in a place.
fn numbers(place: &Place, rows: &[KnownRow]) -> Vec<u64> {
    let rows = rows.iter().filter(|row| answered(row));
    let mut found = vec![];
    for row in rows {
        let function = |name: &str| row.function == name;
        let results = || row.results.iter().flatten().copied();
        match *place {
            Argument(name, at) if function(name) => {
                let numbers =
                    row.arguments.iter().filter_map(|item| match item {
                        Item::Number(number) => Some(*number),
                        _ => None,
                    });
                found.extend(numbers.skip(at).take(1));
            }
            Field(name) => {
                let mut has_fields = false;
                let mut value = 0;
                for item in &row.arguments {
                    match *item {
                        Item::Field(field, number) => {
                            has_fields = true;
                            if field == name {
                                value = number;
                            }
                        }
                        Item::End => {
                            found.extend(has_fields.then_some(value));
                            (has_fields, value) = (false, 0);
                        }
                        Item::Number(_) | Item::List(_) => {}
                    }
                }
                found.extend(has_fields.then_some(value));
            }
            Result(name, field) if row.results.is_some() && function(name) => {
                let mut values = results().filter_map(|item| match item {
                    Item::Field(name, value) => {
                        (name == field).then_some(value)
                    }
                    _ => None,
                });
                found.push(values.next().unwrap_or(0));
            }
            Results(name) if function(name) => {
                found.extend(results().filter_map(|item| match item {
                    Item::Field(_, value) | Item::Number(value) => Some(value),
                    _ => None,
                }));
            }
            Structs(name) if function(name) => {
                let items: Vec<_> = results().collect();
                let structs = items.split(|&item| item == Item::End);
                let filled = (0..).zip(structs).filter(|(_, s)| !s.is_empty());
                found.extend(filled.map(|(number, _)| number));
            }
            _ => {}
        }
    }
    found
}

#[test]
fn every_value_of_every_enum_has_a_known_answer() {
    let mut missing: Vec<String> = vec![];
    let all: Vec<KnownRow> = known_rows();
    let mut names: BTreeSet<_> =
        COVERED.iter().map(|(name, ..)| *name).collect();
    let answers: BTreeSet<_> = all.iter().map(|row| row.answer).collect();
    for (name, values) in enums() {
        if name.ends_with("error") {
            for (value, _) in values {
                let (_, short) = value.split_once("_ERROR_").expect(value);
                let camel: String = short
                    .split('_')
                    .flat_map(|word| {
                        let (first, rest) = word.split_at(1);
                        [first.into(), rest.to_lowercase()]
                    })
                    .collect();
                let elsewhere = |text: &&str| {
                    text.contains(&*camel) || text.contains(value)
                };
                if !answers.contains(&*camel)
                    && !ERRORS_ELSEWHERE.iter().any(elsewhere)
                {
                    missing.push(value.into());
                }
            }
            continue;
        }
        let Some((_, files, kind, places)) =
            COVERED.iter().find(|(covered, ..)| *covered == name)
        else {
            missing.push(std::format!("enum dral_{name}: no place"));
            continue;
        };
        names.remove(name);
        let rows: Vec<KnownRow> = all
            .iter()
            .filter(|row| files.contains(&row.file))
            .cloned()
            .collect();
        let found: BTreeSet<u64> =
            places.iter().flat_map(|place| numbers(place, &rows)).collect();
        let all_bits = found.iter().fold(0, |bits, one| bits | one);
        for (value, number) in values {
            let is_found = match kind {
                Itself => found.contains(&number),
                Bits => all_bits & number != 0,
                BitNumbers => all_bits >> number & 1 != 0,
            };
            let prefix = std::format!("DRAL_{}_", name.to_uppercase());
            let short = value.strip_prefix(&*prefix).unwrap_or(value);
            let is_named = places.iter().any(|place| match place {
                Named(text) => text
                    .split(|c: char| !c.is_alphanumeric() && c != '_')
                    .any(|word| word == short || word == value),
                _ => false,
            });
            if !is_found && !is_named {
                missing.push(value.into());
            }
        }
    }
    missing.extend(names.iter().map(|name| std::format!("{name}: no enum")));
    assert!(missing.is_empty(), "{missing:#?}");
}

/// How one model stores a type says nothing of other models and releases.
#[test]
fn every_descriptor_type_has_a_known_answer_in_every_table() {
    let values = |name: &str| {
        let found = enums().into_iter().find(|(found, _)| *found == name);
        found.unwrap().1
    };
    let asked: BTreeSet<[u64; 3]> = known_rows()
        .iter()
        .filter(|row| row.file == "descriptor_layout" && row.function == "type")
        .map(|row| {
            [0, 1, 4].map(|at| match row.arguments[at] {
                Item::Number(number) => number,
                _ => panic!("{}", row.answer),
            })
        })
        .collect();
    let mut missing: Vec<String> = vec![];
    for (model, number) in values("descriptor_model") {
        for (release, mesa) in values("mesa_release") {
            for (name, descriptor_type) in values("descriptor_type") {
                if !asked.contains(&[number, mesa, descriptor_type]) {
                    missing.push(std::format!("{model} {release} {name}"));
                }
            }
        }
    }
    assert!(missing.is_empty(), "{missing:#?}");
}
