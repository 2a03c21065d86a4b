// SPDX-License-Identifier: MIT

//! Valid and damaged arguments.

use crate::{modules, numbers};
use rand::seq::IndexedRandom;
use rand::Rng;
use std::ffi::OsString;
use std::os::unix::ffi::{OsStrExt, OsStringExt};

/// Descriptors that `decode` accepts, by architecture.
const WORDS: [(&str, &[u32]); 6] = [
    ("v7", &[0x31C5, 0x21C0_0000]),
    ("v7", &[0x2, 0x0400_0000, 0x10, 0x1000]),
    (
        "v6",
        &[
            0x4,
            0x2700_0000,
            0x10,
            0x1_0000,
            0x20,
            0x17B4_25ED,
            0,
            3,
            0x8300_0002,
            0x8300_0000,
            0xC,
            0x40,
            0,
            0,
            0,
            0,
        ],
    ),
    ("v5", &[0x22, 0x9F00_0000, 0, 0, 0x24, 0x3F00_0000, 0x7FFF_FFFF, 0]),
    ("v4", &[0x1, 0, 0, 0, 0, 0, 0, 0]),
    ("v9", &[0x35, 0x2100_0042, 0xFFFF_FFFC, 7, 0x10, 0x2AAA_AAAA, 0, 0]),
];

const NUMBERS: [&str; 9] = [
    "--divisor",
    "--instance-divisor",
    "--start",
    "--base-instance",
    "--vertices-per-primitive",
    "--stride",
    "--buffer-size",
    "--buffer-offset",
    "--source-offset",
];

const RULES: [(&str, [&str; 2]); 2] = [
    ("--padding", ["driver", "documented"]),
    ("--rounding", ["documented", "nearest"]),
];

const INDIRECT_FLAGS: [&str; 9] = [
    "--indexed",
    "--first-vertex",
    "--base-instance",
    "--draw-id",
    "--predicated",
    "--tiled",
    "--protected",
    "--tessellation-workaround",
    "--execute-indirect",
];

const OTHERS: [&str; 12] = [
    "",
    "-",
    "--",
    "--json",
    "--help",
    "-h",
    "--version",
    "--no-such",
    "-1",
    "--vertices",
    "--arch",
    "--padding=",
];

fn number(random: &mut impl Rng) -> String {
    if random.random_bool(0.06) {
        numbers::hostile(random)
    } else {
        numbers::usual(random)
    }
}

/// A vertex count or a divisor; some are beyond the limit.
fn count(random: &mut impl Rng) -> String {
    match random.random_range(0..12) {
        0 => "0".into(),
        1 => format!("{:#x}", random.random_range(0xDFFF_FF00..=u32::MAX)),
        _ => number(random),
    }
}

fn rules(random: &mut impl Rng) -> Vec<String> {
    let mut arguments = Vec::new();
    for (name, values) in RULES {
        if random.random_bool(0.3) {
            let value = values[random.random_range(0..2)];
            arguments.push(format!("{name}={value}"));
        }
    }
    arguments
}

fn explain(random: &mut impl Rng) -> Vec<String> {
    let mut arguments = vec!["--vertices".into(), count(random)];
    if random.random_bool(0.8) {
        arguments.extend(["--instances".into(), count(random)]);
    }
    for _ in 0..random.random_range(0..4) {
        let name = NUMBERS.choose(random).copied().unwrap_or_default();
        arguments.push(format!("{name}={}", number(random)));
    }
    if random.random_bool(0.5) {
        arguments.push(format!("--arch={}", random.random_range(4..15)));
    }
    if random.random_bool(0.2) {
        arguments.push("--idvs".into());
    }
    arguments.extend(rules(random));
    arguments
}

fn decode(random: &mut impl Rng) -> Vec<String> {
    let place = random.random_range(0..WORDS.len());
    let (arch, words) = WORDS[place];
    let mut words = words.to_vec();
    if random.random_bool(0.5) {
        let place = random.random_range(0..words.len());
        words[place] ^= 1 << random.random_range(0..32);
    }
    if random.random_bool(0.1) {
        words.truncate(random.random_range(0..words.len()));
    }
    if random.random_bool(0.1) {
        words = words.repeat(random.random_range(1..20));
    }
    let mut arguments = vec!["--arch".into(), arch.into()];
    arguments.extend(words.iter().map(|word| format!("{word:08x}")));
    if random.random_bool(0.1) {
        arguments.push(numbers::hostile(random));
    }
    arguments
}

fn indirect(random: &mut impl Rng) -> Vec<String> {
    let mut arguments = vec!["--draws".into(), count(random)];
    for name in ["--count", "--generate-threshold", "--ring-threshold"] {
        if random.random_bool(0.4) {
            arguments.push(format!("{name}={}", count(random)));
        }
    }
    for (name, most) in
        [("--hardware", 300), ("--mocs", 280), ("--stride", 100)]
    {
        if random.random_bool(0.2) {
            let value = random.random_range(0..most);
            arguments.push(format!("{name}={value}"));
        }
    }
    for flag in INDIRECT_FLAGS {
        if random.random_bool(0.2) {
            arguments.push(flag.into());
        }
    }
    arguments
}

fn counts(random: &mut impl Rng) -> Vec<String> {
    let most = if random.random_bool(0.02) { 300 } else { 4 };
    (0..random.random_range(0..most)).map(|_| count(random)).collect()
}

fn damage(arguments: &mut Vec<OsString>, random: &mut impl Rng) {
    let place = random.random_range(0..=arguments.len());
    match random.random_range(0..6) {
        0 => arguments.truncate(place),
        1 => arguments.insert(
            place,
            OTHERS.choose(random).copied().unwrap_or_default().into(),
        ),
        2 => {
            let mut bytes = vec![0; random.random_range(0..9)];
            random.fill_bytes(&mut bytes);
            arguments.insert(place, OsString::from_vec(bytes));
        }
        3 => arguments.insert(place, "7".repeat(20_000).into()),
        4 => arguments.extend(arguments.get(place).cloned()),
        _ => {
            if let Some(argument) = arguments.get_mut(place) {
                let bytes = argument.as_bytes();
                let end = random.random_range(0..=bytes.len());
                *argument = OsString::from_vec(bytes[..end].to_vec());
            }
        }
    }
}

fn whole(
    subcommand: &str,
    more: Vec<String>,
    random: &mut impl Rng,
) -> Vec<OsString> {
    let mut more: Vec<OsString> =
        more.into_iter().map(OsString::from).collect();
    while random.random_bool(0.15) {
        damage(&mut more, random);
    }
    let mut arguments = vec![subcommand.into()];
    arguments.append(&mut more);
    arguments
}

/// Arguments of a subcommand without an input file.
pub fn of_people(subcommand: &str, random: &mut impl Rng) -> Vec<OsString> {
    let mut arguments = match subcommand {
        "explain" => explain(random),
        "decode" => decode(random),
        "indirect" => indirect(random),
        "dynamic-state" => modules::changes(random),
        _ => counts(random),
    };
    // Some have no JSON output.
    let has_json = !["indirect", "dynamic-state"].contains(&subcommand);
    if has_json && random.random_bool(0.5) {
        arguments.push("--json".into());
    }
    whole(subcommand, arguments, random)
}

/// Arguments of a subcommand that reads rows from standard input. They are not
/// damaged, because a damaged argument could name a file.
pub fn of_rows(subcommand: &str, random: &mut impl Rng) -> Vec<OsString> {
    let mut arguments = vec![subcommand.to_string(), "-".into()];
    arguments.extend(rules(random));
    let architectures = match subcommand {
        "records" => 4..8,
        "valhall" => 9..15,
        _ => 0..0,
    };
    if !architectures.is_empty() && random.random_bool(0.1) {
        let architecture = random.random_range(architectures);
        arguments.push(format!("--arch=v{architecture}"));
    }
    if subcommand == "valhall" && random.random_bool(0.1) {
        arguments.push(format!("--table={}", random.random::<u32>()));
    }
    arguments.into_iter().map(OsString::from).collect()
}

/// An option of those subcommands with a value that may be invalid.
pub fn hostile_option(random: &mut impl Rng) -> OsString {
    let name = ["arch", "table", "padding", "rounding"];
    let name = name[random.random_range(0..4)];
    format!("--{name}={}", numbers::hostile(random)).into()
}
