// SPDX-License-Identifier: MIT

//! Valid and damaged arguments. The options are those that the command has.

use crate::numbers;
use crate::tables::damage;
use clap::{Arg, ArgAction, Command};
use rand::seq::IndexedRandom;
use rand::Rng;
use std::ffi::OsString;
use std::os::unix::ffi::OsStringExt;
use std::sync::LazyLock;

/// The command as clap has it: with its subcommands, options and columns.
pub static COMMAND: LazyLock<Command> = LazyLock::new(dral_cli::arguments);

/// The same of the other program.
static LAYOUT: LazyLock<Command> = LazyLock::new(dral_cli::layout_arguments);

/// Descriptors that `decode` accepts, after their architecture.
const DESCRIPTORS: [&str; 6] = [
    "v7 31c5 21c00000",
    "v7 2 04000000 10 1000",
    "v6 4 27000000 10 10000 20 17b425ed 0 3 83000002 83000000 c 40 0 0 0 0",
    "v5 22 9f000000 0 0 24 3f000000 7fffffff 0",
    "v4 1 0 0 0 0 0 0 0",
    "v9 35 21000042 fffffffc 7 10 2aaaaaaa 0 0",
];

/// Options and columns that accept few values. A name after a
/// subcommand belongs to it alone.
pub const FEW: [(&str, &[&str]); 20] = [
    ("draw rows arch", &["v4", "5", "v6", "V7", "v9", "14"]),
    ("arch", &["v4", "v5", "6", "v7", "9", "v10", "v11", "12", "v13", "14"]),
    ("hardware", &["90", "110", "120", "125", "200", "300"]),
    ("idvs", &["0", "1"]),
    ("divisors", &["-", "3", "-,3", "0,1,-", "-,,7", "2, 5"]),
    ("strides", &["16", "16,24", ",8", "0,0,0"]),
    ("offsets", &["0", "0,12", "2047"]),
    ("addresses", &["0x1000", "0,0x40", "4660"]),
    ("sizes", &["4096", "64,65536"]),
    ("min_index", &["0", "7"]),
    ("max_index", &["7", "69"]),
    ("job", &["0x1000", "64"]),
    ("resources", &["0x1000", "64"]),
    ("resource_table", &["0", "2", "63"]),
    ("type", &DESCRIPTOR_TYPES),
    ("count", &["0", "1", "4", "8", "300"]),
    ("flags", &["0", "1", "2", "4"]),
    ("planes", &["0", "1", "2", "1.3c"]),
    ("mutable_types", &["2 SAMPLER", ""]),
    ("set_flags", &["0", "0", "0", "0", "0", "0", "16"]),
];

const DESCRIPTOR_TYPES: [&str; 10] = [
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
];

/// The valid values of an option or a column; none if most numbers are valid.
pub fn few(subcommand: &str, name: &str) -> &'static [&'static str] {
    let here = format!("{subcommand} {name}");
    let found = FEW.iter().find(|(few, _)| *few == here || *few == name);
    found.map_or(&[], |(_, values)| values)
}

/// Writes a page to standard output.
const PAGE: &str = "--html=-";

/// Options with files that are not there.
const FILES: [&str; 1] = ["--draws"];

/// Whether an argument names the file of a page, which it would overwrite, or
/// one that is not there.
fn names_page(argument: &[u8]) -> bool {
    argument.starts_with(b"--html") && argument != PAGE.as_bytes()
        || FILES.iter().any(|name| argument.starts_with(name.as_bytes()))
}

/// The subcommands without an input file.
pub const OF_PEOPLE: [&str; 5] = [
    "draw explain",
    "trace rules",
    "word decode",
    "word divisor",
    "word padded",
];

/// Subcommands with few inputs, which tests/command/manual.rs tries all.
const OF_PACKAGES: [&str; 2] = ["completions", "man"];

/// All subcommands by their names.
pub fn subcommands() -> Vec<(String, &'static Command)> {
    let mut all = Vec::new();
    for group in COMMAND.get_subcommands() {
        let name = group.get_name();
        if OF_PACKAGES.contains(&name) {
            continue;
        }
        let within = group.get_subcommands();
        all.extend(
            within.map(|one| (format!("{name} {}", one.get_name()), one)),
        );
        if !group.has_subcommands() {
            all.push((name.into(), group));
        }
    }
    all.push((LAYOUT.get_name().into(), &LAYOUT));
    all
}

/// The subcommand with this name.
pub fn find(subcommand: &str) -> &'static Command {
    let all = subcommands();
    let found = all.into_iter().find(|(name, _)| name == subcommand);
    found.expect("it is known").1
}

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
    "--padding-rule=",
];

/// A random item of a list.
pub fn one<'a>(list: &[&'a str], random: &mut impl Rng) -> &'a str {
    list.choose(random).copied().unwrap_or_default()
}

/// A vertex count or a divisor; some are beyond the limit.
fn count(random: &mut impl Rng) -> String {
    match random.random_range(0..12) {
        0 => "0".into(),
        1 => format!("{:#x}", random.random_range(0xDFFF_FF00..=u32::MAX)),
        _ => numbers::usual(random),
    }
}

/// A value of an option of a subcommand.
fn value(subcommand: &str, option: &Arg, random: &mut impl Rng) -> String {
    let names = option.get_possible_values();
    let few = few(subcommand, option.get_id().as_str());
    if let Some(name) = names.choose(random) {
        name.get_name().into()
    } else if let Some(value) = few.choose(random) {
        value.to_string()
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
    let all = find(subcommand).get_arguments();
    let mut arguments: Vec<String> = Vec::new();
    for option in all {
        let Some(name) = option.get_long().map(|name| format!("--{name}"))
        else {
            continue;
        };
        if FILES.contains(&&*name) || there.contains(&name) {
            continue;
        }
        if name == "--json-lines" && arguments.iter().any(|o| o == "--json") {
            continue;
        }
        if name == "--html" {
            // It is instead of JSON.
            let json = arguments.iter().any(|o| o.starts_with("--json"));
            if !json && random.random_bool(0.1) {
                arguments.push(PAGE.into());
            }
            continue;
        }
        let most = match option.get_action() {
            ArgAction::Append => 3,
            _ => 1,
        };
        // JSON is what most promises are about.
        let often = if name == "--json" { 0.6 } else { 0.25 };
        let rare = !random.random_bool(often) && name != "--vertices";
        for _ in 0..if rare { 0 } else { random.random_range(1..=most) } {
            arguments.push(if !option.get_action().takes_values() {
                name.clone()
            } else if random.random_bool(hostile) {
                format!("{name}={}", numbers::hostile(random))
            } else {
                format!("{name}={}", value(subcommand, option, random))
            });
        }
    }
    arguments
}

fn decode(random: &mut impl Rng) -> Vec<String> {
    let place = random.random_range(0..DESCRIPTORS.len());
    let (arch, words) = DESCRIPTORS[place].split_once(' ').expect("words");
    let words = words.split(' ').map(|word| u32::from_str_radix(word, 16));
    let mut words: Vec<_> = words.map(|word| word.expect("a word")).collect();
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

fn counts(random: &mut impl Rng) -> Vec<String> {
    let most = if random.random_bool(0.02) { 300 } else { 4 };
    let mut counts = Vec::new();
    for _ in 0..random.random_range(0..most) {
        counts.push(match random.random_bool(0.06) {
            true => numbers::hostile(random),
            false => count(random),
        });
    }
    counts
}

/// Arguments of a subcommand without an input file.
pub fn of_people(subcommand: &str, random: &mut impl Rng) -> Vec<OsString> {
    let mut arguments = match subcommand {
        "word decode" => decode(random),
        "word divisor" | "word padded" => counts(random),
        "trace rules" => {
            let names = ["", "modulus", "stale-table", "diff", "index-offset"];
            let name = one(&names, random).to_string();
            Some(name).into_iter().filter(|name| !name.is_empty()).collect()
        }
        _ => Vec::new(),
    };
    arguments.extend(options(subcommand, &arguments, 0.05, random));
    if random.random_bool(0.05) {
        let place = random.random_range(0..=arguments.len());
        arguments.insert(place, one(&OTHERS, random).into());
    }
    let mut text = arguments.join("\n").into_bytes();
    while random.random_bool(0.15) {
        damage(&mut text, random);
    }
    let damaged = text.split(|&byte| byte == b'\n').map(<[u8]>::to_vec);
    let damaged = damaged.filter(|_| !text.is_empty());
    let damaged = damaged.filter(|argument| !names_page(argument));
    let damaged = damaged.map(OsString::from_vec);
    subcommand.split(' ').map(OsString::from).chain(damaged).collect()
}

/// Arguments of a subcommand that reads standard input. They are not damaged,
/// because a damaged argument could name a file, but values may be hostile.
pub fn of_files(
    subcommand: &str,
    hostile: f64,
    random: &mut impl Rng,
) -> Vec<OsString> {
    let mut arguments: Vec<_> =
        subcommand.split(' ').map(String::from).collect();
    arguments.push("-".into());
    match subcommand {
        // Compared with it, the input is the good trace.
        "trace diff" => arguments.push("../examples/trace.txt".into()),
        "trace explain" => {
            arguments.push(format!("--draw={}", random.random_range(1..5)));
        }
        _ => {}
    }
    arguments.extend(options(subcommand, &["--draw".into()], hostile, random));
    arguments.into_iter().map(OsString::from).collect()
}
