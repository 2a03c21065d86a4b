// SPDX-License-Identifier: MIT

//! Hostile files: random ones, sound and damaged, for which the command
//! keeps its promises.

use crate::support::{layout_in_pieces, Answer};
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

const INPUTS: u64 = 6_000;

/// At least so many inputs end with each status.
const LEAST: usize = 200;

const TYPES: [&str; 12] = [
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
    "77",
    "SAMPLRE",
];

const NUMBERS: [&str; 12] = [
    "0",
    "4294967295",
    "4294967296",
    "-1",
    "0x10",
    "99999999999999999999999999999999999999999999",
    "",
    "1e9",
    "\u{663}",
    "536870912",
    "8",
    "65536",
];

const MODELS: [&str; 4] = ["anv-indirect", "anv-direct", "anv-buffer", "panvk"];

fn number(random: &mut ChaCha8Rng, most: u32) -> String {
    if random.random_bool(0.03) {
        NUMBERS.choose(random).copied().unwrap_or_default().into()
    } else {
        random.random_range(0..most).to_string()
    }
}

fn kind(random: &mut ChaCha8Rng) -> &'static str {
    // The last two are none.
    let known = if random.random_bool(0.02) { 12 } else { 10 };
    TYPES[random.random_range(0..known)]
}

fn csv(random: &mut ChaCha8Rng) -> String {
    let mut text = "binding,type,count,flags,planes,mutable_types".to_string();
    let end = ["\n", "\r\n", "\r"][random.random_range(0..3)];
    for binding in 0..random.random_range(0..6) {
        let number = if random.random_bool(0.9) {
            binding.to_string()
        } else {
            number(random, 5)
        };
        let kind = kind(random);
        let count = self::number(random, 6);
        let flags = self::number(random, 3);
        let planes = self::number(random, 4);
        let list = if random.random_bool(0.5) { "2 SAMPLER" } else { "" };
        text.push_str(&format!(
            "{end}{number},{kind},{count},{flags},{planes},{list}"
        ));
    }
    text
}

fn json(random: &mut ChaCha8Rng) -> String {
    let mut objects = Vec::new();
    for binding in 0..random.random_range(0..6) {
        objects.push(format!(
            "{{\"binding\": {binding}, \"type\": \"{}\", \"count\": {}, \
             \"planes\": {}}}",
            kind(random),
            number(random, 6),
            number(random, 4)
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

fn input(random: &mut ChaCha8Rng) -> Vec<u8> {
    let text = if random.random_bool(0.5) { csv(random) } else { json(random) };
    let mut bytes = text.into_bytes();
    while random.random_bool(0.15) {
        damage(&mut bytes, random);
    }
    bytes
}

/// What is promised for every input.
fn check(answer: &Answer) -> Result<(), &'static str> {
    let told = answer.errors.starts_with("dral: standard input");
    match answer.status {
        0 if !answer.errors.is_empty() => Err("a message without a failure"),
        0 => check_areas(&answer.output),
        1 | 2 if !answer.output.is_empty() => Err("output in spite of all"),
        1 | 2 if !told => Err("no reason"),
        1 | 2 if answer.errors.len() > 600 => Err("an endless reason"),
        1 | 2 => Ok(()),
        _ => Err("an unknown status"),
    }
}

/// The runs of each area lie one behind the other.
fn check_areas(output: &str) -> Result<(), &'static str> {
    let mut next = 0;
    let mut areas = 0;
    for line in output.lines() {
        if line.contains(" area: ") {
            next = 0;
            areas += 1;
        }
        let mut words = line.split_whitespace().map(str::parse::<u64>);
        let (Some(Ok(begin)), Some(Ok(end)), Some(Ok(bytes))) =
            (words.next(), words.next(), words.next())
        else {
            continue;
        };
        if begin != next || end <= begin || end - begin != bytes {
            return Err("a gap");
        }
        next = end;
    }
    if areas == 0 {
        return Err("no area");
    }
    Ok(())
}

#[test]
fn promises_are_kept_for_hostile_files() {
    let mut ended = [0; 3];
    for number in 0..INPUTS {
        let mut random = ChaCha8Rng::seed_from_u64(1);
        random.set_stream(number);
        let bytes = input(&mut random);
        let model = MODELS[random.random_range(0..4)];
        let mut arguments = vec!["-".into(), format!("--model={model}")];
        if random.random_bool(0.2) {
            let flags = random.random_range(0..0x40);
            arguments.push(format!("--set-flags={flags}"));
        }
        if random.random_bool(0.1) {
            let count = random.random_range(0..6);
            arguments.push(format!("--variable-count={count}"));
        }
        let piece = [1, 7, usize::MAX][random.random_range(0..3)];
        let answer = layout_in_pieces(&arguments, &bytes, piece);
        if let Err(broken) = check(&answer) {
            panic!(
                "input {number}: {broken}\n{arguments:?} \"{}\"\n{answer:?}",
                bytes.escape_ascii()
            );
        }
        let again = layout_in_pieces(&arguments, &bytes, usize::MAX);
        assert_eq!(again, answer, "input {number}");
        ended[usize::from(answer.status)] += 1;
    }
    assert!(ended.iter().all(|&count| count >= LEAST), "{ended:?}");
}
