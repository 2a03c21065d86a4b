// SPDX-License-Identifier: MIT

//! Hostile files: random ones, sound and damaged, for which the command
//! keeps its promises.

use crate::support::{varyings, Answer};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeSet;

const INPUTS: u64 = 6_000;

/// At least so many inputs end with each status.
const LEAST: usize = 200;

const TYPES: [&str; 14] = [
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
    "vec4[4294967295]",
    "vec5",
    "vec3[99999999999999999999]",
];

const CELLS: [&str; 10] = [
    "",
    "1",
    "0",
    "2",
    "-1",
    "true",
    "smooth",
    "1e9",
    "\u{663}",
    "99999999999999999999999999",
];

const FLAGS: [&str; 6] = [
    "--linker",
    "--unpacked",
    "--pot-vec3",
    "--class-align",
    "--reserve=1",
    "--slots=9",
];

fn kind(random: &mut ChaCha8Rng) -> &'static str {
    // The last three do not fit or are none.
    let known = if random.random_bool(0.02) { 14 } else { 11 };
    TYPES[random.random_range(0..known)]
}

fn flag(random: &mut ChaCha8Rng) -> &'static str {
    let known = if random.random_bool(0.02) { 10 } else { 3 };
    CELLS[random.random_range(0..known)]
}

fn interpolation(random: &mut ChaCha8Rng) -> &'static str {
    ["smooth", "flat", "noperspective"][random.random_range(0..3)]
}

fn csv(random: &mut ChaCha8Rng) -> String {
    let mut text = "name,type,interpolation,centroid,patch".to_string();
    let end = ["\n", "\r\n", "\r"][random.random_range(0..3)];
    for number in 0..random.random_range(0..12) {
        let kind = kind(random);
        let how = interpolation(random);
        let (centroid, patch) = (flag(random), flag(random));
        text.push_str(&format!(
            "{end}v{number},{kind},{how},{centroid},{patch}"
        ));
    }
    text
}

fn json(random: &mut ChaCha8Rng) -> String {
    let mut objects = Vec::new();
    for number in 0..random.random_range(0..12) {
        objects.push(format!(
            "{{\"name\": \"v{number}\", \"type\": \"{}\", \
             \"interpolation\": \"{}\", \"sample\": \"{}\"}}",
            kind(random),
            interpolation(random),
            flag(random)
        ));
    }
    format!("[{}]", objects.join(",\n"))
}

fn damage(bytes: &mut Vec<u8>, random: &mut ChaCha8Rng) {
    let place = random.random_range(0..=bytes.len());
    let end = bytes.len().min(place + random.random_range(0..20));
    match random.random_range(0..5) {
        0 => bytes.truncate(place),
        1 => drop(bytes.drain(place..end)),
        2 => {
            let again = bytes[place..end].to_vec();
            bytes.splice(place..place, again);
        }
        3 => bytes.insert(place, b"\",\r\n\0\xFF- []{}:"[place % 13]),
        _ => {
            if let Some(byte) = bytes.get_mut(place) {
                *byte ^= 1 << random.random_range(0..8);
            }
        }
    }
}

/// A file, and whether it was damaged.
fn input(random: &mut ChaCha8Rng) -> (Vec<u8>, bool) {
    let text = if random.random_bool(0.5) { csv(random) } else { json(random) };
    let mut bytes = text.into_bytes();
    let mut damaged = false;
    while random.random_bool(0.15) {
        damage(&mut bytes, random);
        damaged = true;
    }
    (bytes, damaged)
}

/// What is promised for every input.
fn check(answer: &Answer, damaged: bool) -> Result<(), &'static str> {
    let told = answer.errors.starts_with("dral: standard input");
    match answer.status {
        0 if !answer.errors.is_empty() => Err("a message without a failure"),
        // A name may be anything then, even that of another.
        0 if damaged => Ok(()),
        0 => check_slots(answer),
        1 | 2 if !answer.output.is_empty() => Err("output in spite of all"),
        1 | 2 if !told => Err("no reason"),
        1 | 2 if answer.errors.len() > 600 => Err("an endless reason"),
        1 | 2 => Ok(()),
        _ => Err("an unknown status"),
    }
}

/// The slots have numbers in order, and nothing is in two components.
fn check_slots(answer: &Answer) -> Result<(), &'static str> {
    let mut seen = BTreeSet::new();
    let mut components = 0;
    for (number, slot) in answer.slots().iter().enumerate() {
        let [told, used, cells @ ..] = &slot[..] else {
            return Err("a row without cells");
        };
        if *told != number.to_string() || cells.len() != 4 {
            return Err("a wrong row");
        }
        let used: usize = used.parse().map_err(|_| "no count")?;
        for (place, cell) in cells.iter().enumerate() {
            if *cell == "-" || *cell == "reserved" {
                continue;
            }
            components += 1;
            if place >= used || !seen.insert(cell.to_string()) {
                return Err("a component that is not counted, or twice");
            }
        }
    }
    let told = format!("{components} of ");
    let line = answer.output.lines().next().unwrap_or_default();
    let found = line.split(", ").nth(1).is_some_and(|t| t.starts_with(&told));
    found.then_some(()).ok_or("a wrong sum")
}

#[test]
fn promises_are_kept_for_hostile_files() {
    let mut ended = [0; 3];
    for number in 0..INPUTS {
        let mut random = ChaCha8Rng::seed_from_u64(2);
        random.set_stream(number);
        let (bytes, damaged) = input(&mut random);
        // Each at most once, as the command line has it.
        let flags = FLAGS.iter().filter(|_| random.random_bool(0.15));
        let arguments =
            flags.fold("-".to_string(), |line, flag| line + " " + flag);
        let answer = varyings(&arguments, &bytes);
        if let Err(broken) = check(&answer, damaged) {
            panic!(
                "input {number}: {broken}\n{arguments} \"{}\"\n{answer:?}",
                bytes.escape_ascii()
            );
        }
        ended[usize::from(answer.status)] += 1;
    }
    assert!(ended.iter().all(|&count| count >= LEAST), "{ended:?}");
}
