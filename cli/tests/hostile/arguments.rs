// SPDX-License-Identifier: MIT

//! Valid and damaged arguments. The options are those that the command has.

use crate::numbers;
use clap::{Arg, ArgAction};
use dral::dynamic_state::{vulkan_names, Commands, States};
use rand::seq::{IndexedRandom, IteratorRandom};
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

/// Options for which few numbers are valid.
pub const FEW: [(&str, &[&str]); 10] = [
    ("arch", &["v4", "v5", "6", "v7", "9", "v10", "v11", "12", "v13", "14"]),
    ("hardware", &["90", "110", "120", "125", "200", "300"]),
    ("table", &["0", "2", "63", "64"]),
    ("mocs", &["0", "1", "90", "255", "256"]),
    ("reserve", &["0", "1", "8"]),
    ("slots", &["9", "31", "64"]),
    ("render_targets", &["0", "1", "3", "8"]),
    ("null_target", &["0", "1", "7"]),
    ("block", &["0", "1", "16382", "16383"]),
    ("taken", &["0", "32", "65472", "65504", "65536"]),
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

/// A value of an option.
fn value(option: &Arg, hostile: f64, random: &mut impl Rng) -> String {
    if random.random_bool(hostile) {
        return numbers::hostile(random);
    }
    let names = option.get_possible_values();
    let few = FEW.iter().find(|(name, _)| option.get_id() == *name);
    if let Some(name) = names.choose(random) {
        name.get_name().into()
    } else if let Some((_, values)) = few {
        values.choose(random).copied().unwrap_or_default().into()
    } else {
        count(random)
    }
}

/// Random options of a subcommand, except one that names a file, and those that
/// are already there.
fn options(
    subcommand: &str,
    there: &[String],
    hostile: f64,
    random: &mut impl Rng,
) -> Vec<String> {
    let command = dral_cli::arguments();
    let command = command.find_subcommand(subcommand);
    let all = command.into_iter().flat_map(clap::Command::get_arguments);
    let mut arguments = Vec::new();
    for option in all {
        let Some(name) = option.get_long().map(|name| format!("--{name}"))
        else {
            continue;
        };
        if name == "--output" || there.contains(&name) {
            continue;
        }
        let most = match option.get_action() {
            ArgAction::Append => 3,
            _ => 1,
        };
        let rare = random.random_bool(0.75) && !option.is_required_set();
        for _ in 0..if rare { 0 } else { random.random_range(1..=most) } {
            arguments.push(if option.get_action().takes_values() {
                format!("{name}={}", value(option, hostile, random))
            } else {
                name.clone()
            });
        }
    }
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

/// Names of changes for `dynamic-state`.
fn changes(random: &mut impl Rng) -> Vec<String> {
    let states = States::ALL.iter().map(|state| state.name());
    let commands = Commands::ALL.iter().map(|command| command.name());
    let names = states.chain(commands);
    let names = names.map(|name| name.to_string_lossy().to_lowercase());
    let vulkan = vulkan_names();
    let vulkan = vulkan.map(|(name, _)| format!("VK_DYNAMIC_STATE_{name}"));
    let count = random.random_range(0..7);
    names.chain(vulkan).choose_multiple(random, count)
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
        "decode" => decode(random),
        "dynamic-state" => changes(random),
        "divisor" | "padded" => counts(random),
        _ => Vec::new(),
    };
    arguments.extend(options(subcommand, &arguments, 0.01, random));
    whole(subcommand, arguments, random)
}

/// Arguments of a subcommand that reads standard input. They are not damaged,
/// because a damaged argument could name a file, but values may be hostile.
pub fn of_files(
    subcommand: &str,
    hostile: f64,
    random: &mut impl Rng,
) -> Vec<OsString> {
    let mut arguments = vec![subcommand.to_string(), "-".into()];
    arguments.extend(options(subcommand, &[], hostile, random));
    arguments.into_iter().map(OsString::from).collect()
}
