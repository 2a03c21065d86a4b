// SPDX-License-Identifier: MIT

//! Files and arguments of the optional modules' subcommands, and of `plot`.

use crate::numbers;
use crate::tables::{cell, damage};
use rand::seq::IndexedRandom;
use rand::Rng;
use std::ffi::OsString;

const DESCRIPTORS: [&str; 12] = [
    "SAMPLER",
    "COMBINED_IMAGE_SAMPLER",
    "SAMPLED_IMAGE",
    "UNIFORM_BUFFER",
    "STORAGE_BUFFER_DYNAMIC",
    "INLINE_UNIFORM_BLOCK",
    "ACCELERATION_STRUCTURE_KHR",
    "MUTABLE",
    "4",
    "0xA",
    // Unknown types.
    "77",
    "SAMPLRE",
];

const VARYINGS: [&str; 15] = [
    "float",
    "vec2",
    "vec3",
    "vec4[2]",
    "int",
    "uvec3",
    "ivec2[3]",
    "double",
    "dvec3",
    "mat3x2",
    "dmat2[2]",
    // Too large, or unknown.
    "vec4[4294967295]",
    "vec5",
    "vec3[99999999999999999999]",
    "vec4[0]",
];

fn one<'a>(list: &[&'a str], random: &mut impl Rng) -> &'a str {
    list.choose(random).copied().unwrap_or_default()
}

/// An item of a list, but rarely one of the last `last`, which are unknown.
fn known<'a>(list: &[&'a str], last: usize, random: &mut impl Rng) -> &'a str {
    let rare = random.random_bool(0.02);
    let end = list.len() - if rare { 0 } else { last };
    one(&list[..end], random)
}

fn number(most: u32, random: &mut impl Rng) -> String {
    if random.random_bool(0.01) {
        numbers::hostile(random)
    } else {
        random.random_range(0..most).to_string()
    }
}

/// Rows as CSV, or as a JSON array; the columns are the names.
fn file(
    columns: &[&str],
    rows: &[Vec<String>],
    random: &mut impl Rng,
) -> Vec<u8> {
    if random.random_bool(0.5) {
        let end = one(&["\n", "\r\n", "\r"], random);
        let rows = rows.iter().map(|row| {
            row.iter()
                .map(|text| cell(text, false))
                .collect::<Vec<_>>()
                .join(",")
        });
        let lines: Vec<_> =
            [columns.join(",")].into_iter().chain(rows).collect();
        return lines.join(end).into_bytes();
    }
    let members = |row: &Vec<String>| {
        let members = columns.iter().zip(row).filter(|(_, v)| !v.is_empty());
        let members = members.map(|(name, value)| {
            let plain = value.bytes().all(|byte| byte.is_ascii_digit());
            let zero = value.len() > 1 && value.starts_with('0');
            // A list is an array, a name or type is a string.
            let value = match *name {
                "mutable_types" => "[2, \"SAMPLER\"]".to_string(),
                "name" | "type" => format!("{value:?}"),
                _ if plain && !zero => value.clone(),
                _ => format!("{value:?}"),
            };
            format!("{name:?}: {value}")
        });
        format!("{{{}}}", members.collect::<Vec<_>>().join(", "))
    };
    let objects: Vec<_> = rows.iter().map(members).collect();
    format!("[{}]", objects.join(",\n")).into_bytes()
}

fn layout(random: &mut impl Rng) -> Vec<u8> {
    let columns = ["binding", "type", "count", "flags", "planes"];
    let mut rows = Vec::new();
    for binding in 0..random.random_range(0..6) {
        let again = random.random_bool(0.02);
        rows.push(vec![
            if again { number(5, random) } else { binding.to_string() },
            known(&DESCRIPTORS, 2, random).into(),
            number(6, random),
            number(3, random),
            number(4, random),
        ]);
    }
    if random.random_bool(0.5) {
        return file(&columns, &rows, random);
    }
    for row in &mut rows {
        let list = one(&["2 SAMPLER", ""], random);
        row.push(list.into());
    }
    let columns: Vec<_> =
        columns.into_iter().chain(["mutable_types"]).collect();
    file(&columns, &rows, random)
}

fn binding_table(random: &mut impl Rng) -> Vec<u8> {
    let columns = [
        "set",
        "binding",
        "type",
        "count",
        "uses",
        "set_flags",
        "flags",
        "planes",
    ];
    let rows: Vec<_> = (0..random.random_range(0..9))
        .map(|binding| {
            let kind = known(&DESCRIPTORS, 2, random);
            let most = [12, 300][usize::from(random.random_bool(0.1))];
            let count = if kind.contains("DYNAMIC") {
                1
            } else {
                random.random_range(1..most) * 4
            };
            vec![
                number(8, random),
                binding.to_string(),
                kind.into(),
                count.to_string(),
                number(300, random),
                if random.random_bool(0.05) { "16" } else { "0" }.into(),
                number(8, random),
                number(4, random),
            ]
        })
        .collect();
    file(&columns, &rows, random)
}

fn varyings(random: &mut impl Rng) -> Vec<u8> {
    let columns = ["name", "type", "interpolation", "centroid", "patch"];
    let rows: Vec<_> = (0..random.random_range(0..12))
        .map(|number| {
            let how = ["smooth", "flat", "noperspective"];
            let flags = ["", "1", "0", "true", "2", "smooth", "1e9"];
            vec![
                format!("v{number}"),
                known(&VARYINGS, 4, random).into(),
                known(&how, 0, random).into(),
                known(&flags, 4, random).into(),
                known(&flags, 4, random).into(),
            ]
        })
        .collect();
    file(&columns, &rows, random)
}

/// A file for a subcommand, and whether it was damaged.
pub fn input(subcommand: &str, random: &mut impl Rng) -> (Vec<u8>, bool) {
    let mut bytes = match subcommand {
        "layout" => layout(random),
        "binding-table" => binding_table(random),
        _ => varyings(random),
    };
    let mut damaged = false;
    while random.random_bool(0.15) {
        damage(&mut bytes, random);
        damaged = true;
    }
    (bytes, damaged)
}

/// Arguments of `plot`, without any that name a file and without large ranges
/// of divisors, which take a second each.
pub fn plot(random: &mut impl Rng) -> Vec<OsString> {
    let kind = ["padding", "divisors", "paddign"];
    let kind = known(&kind, 1, random);
    let mut arguments = vec!["plot".to_string(), kind.into()];
    let most = if kind == "padding" { u32::MAX } else { 4_000_000_000 };
    let from = random.random_range(0..most) >> random.random_range(0..32);
    let length = random.random_range(0..20_000) >> random.random_range(0..15);
    if random.random_bool(0.9) {
        arguments.push(format!("--from={from}"));
        arguments.push(format!("--to={}", from.saturating_add(length)));
    } else {
        let name = one(&["from", "to", "form", "json"], random);
        arguments.push(format!("--{name}={}", numbers::hostile(random)));
        arguments.push("--to=9".into());
    }
    if random.random_bool(0.02) {
        arguments.push(one(&["--help", "", "--", "-"], random).into());
    }
    arguments.into_iter().map(OsString::from).collect()
}
