// SPDX-License-Identifier: MIT

//! Hostile files: random ones, sound and damaged, for which the command
//! keeps its promises.

use crate::support::{run_in_pieces, Answer};
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

const INPUTS: u64 = 6_000;

/// At least so many inputs end with each status.
const LEAST: usize = 200;

const TYPES: [&str; 8] = [
    "SAMPLER",
    "COMBINED_IMAGE_SAMPLER",
    "SAMPLED_IMAGE",
    "UNIFORM_BUFFER",
    "STORAGE_BUFFER_DYNAMIC",
    "INLINE_UNIFORM_BLOCK",
    "MUTABLE",
    "77",
];

const NUMBERS: [&str; 10] = [
    "0",
    "255",
    "4294967295",
    "4294967296",
    "-1",
    "",
    "1e9",
    "0x10",
    "99999999999999999999999999999999999999999999",
    "8",
];

const MODELS: [&str; 4] = ["anv-indirect", "anv-direct", "anv-buffer", "panvk"];

fn number(random: &mut ChaCha8Rng, most: u32) -> String {
    if random.random_bool(0.005) {
        NUMBERS.choose(random).copied().unwrap_or_default().into()
    } else {
        random.random_range(0..most).to_string()
    }
}

fn csv(random: &mut ChaCha8Rng) -> String {
    let mut text =
        "set,binding,type,count,uses,set_flags,flags,planes".to_string();
    let end = ["\n", "\r\n", "\r"][random.random_range(0..3)];
    for binding in 0..random.random_range(0..9) {
        let set = number(random, 8);
        // The last is none.
        let known = if random.random_bool(0.02) { 8 } else { 7 };
        let kind = TYPES[random.random_range(0..known)];
        let most = [12, 300][usize::from(random.random_bool(0.1))];
        let count = random.random_range(1..most) * 4;
        let count = if kind.contains("DYNAMIC") {
            "1".into()
        } else {
            count.to_string()
        };
        let uses = number(random, 300);
        let set_flags = random.random_bool(0.05).then_some("0x10");
        let set_flags = set_flags.unwrap_or("0");
        let flags = number(random, 8);
        let planes = number(random, 4);
        text.push_str(&format!(
            "{end}{set},{binding},{kind},{count},{uses},{set_flags},{flags},\
             {planes}"
        ));
    }
    text
}

fn damage(bytes: &mut Vec<u8>, random: &mut ChaCha8Rng) {
    let place = random.random_range(0..=bytes.len());
    let end = bytes.len().min(place + random.random_range(0..20));
    match random.random_range(0..4) {
        0 => bytes.truncate(place),
        1 => drop(bytes.drain(place..end)),
        2 => bytes.insert(place, b"\",\r\n\0\xFF- []{}:"[place % 13]),
        _ => {
            if let Some(byte) = bytes.get_mut(place) {
                *byte ^= 1 << random.random_range(0..8);
            }
        }
    }
}

fn arguments(random: &mut ChaCha8Rng) -> Vec<String> {
    let mut arguments: Vec<String> = vec!["-".into()];
    let mut add = |name: &str, value: String| {
        arguments.push(format!("--{name}={value}"));
    };
    if random.random_bool(0.7) {
        let most = if random.random_bool(0.1) { 4 } else { 3 };
        add("model", MODELS[random.random_range(0..most)].into());
    }
    if random.random_bool(0.5) {
        let versions = ["90", "120", "125", "4294967295"];
        add("hardware", versions[random.random_range(0..4)].into());
    }
    if random.random_bool(0.5) {
        add("render-targets", number(random, 9));
    }
    if random.random_bool(0.1) {
        add("null-target", number(random, 9));
    }
    if random.random_bool(0.3) {
        add("block", number(random, 16384));
        add("taken", (random.random_range(0..2049) * 32).to_string());
    }
    for flag in ["--always-bindless", "--bindless-stage"] {
        if random.random_bool(0.1) {
            arguments.push(flag.into());
        }
    }
    arguments
}

fn check(answer: &Answer) -> Result<(), &'static str> {
    let Answer { status, output, errors } = answer;
    match status {
        0 if !errors.is_empty() => Err("status 0, but an error is told"),
        0 if !output.starts_with("Place\n") => Err("no place is told"),
        0 if !output.contains("\nBinding table: ") => Err("no table is told"),
        0 => Ok(()),
        1 | 2 if !output.is_empty() => Err("refused, but there is output"),
        1 | 2 if errors.is_empty() => Err("refused without a reason"),
        1 | 2 if errors.len() > 2000 => Err("an endless reason"),
        1 | 2 => Ok(()),
        _ => Err("no status that is known"),
    }
}

#[test]
fn promises_are_kept_for_random_files() {
    let mut ended = [0usize; 3];
    for input in 0..INPUTS {
        let mut random = ChaCha8Rng::seed_from_u64(9);
        random.set_stream(input);
        let mut bytes = csv(&mut random).into_bytes();
        if random.random_bool(0.4) {
            damage(&mut bytes, &mut random);
        }
        let arguments = arguments(&mut random);
        let piece = [usize::MAX, 1, 7][random.random_range(0..3)];
        let answer = run_in_pieces("binding-table", &arguments, &bytes, piece);
        if let Err(broken) = check(&answer) {
            panic!(
                "input {input}: {broken}: {arguments:?} \"{}\": {answer:?}",
                bytes.escape_ascii()
            );
        }
        ended[usize::from(answer.status)] += 1;
    }
    assert!(ended.iter().all(|&count| count >= LEAST), "{ended:?}");
}
