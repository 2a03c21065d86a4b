// SPDX-License-Identifier: MIT

//! Hostile arguments: random ones, sound and damaged, for which the command
//! keeps its promises.

use crate::answer::{call, told, Answer};
use rand::seq::{IndexedMutRandom, IndexedRandom};
use rand::{Rng, RngCore, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::ffi::OsString;
use std::os::unix::ffi::{OsStrExt, OsStringExt};

const INPUTS: u64 = 6_000;

/// At least so many inputs end with each status.
const LEAST: usize = 600;

const ARGUMENTS: [&str; 25] = [
    "VP_VIEWPORTS",
    "RS_LINE_WIDTH",
    "VI",
    "INPUT_ATTACHMENT_MAP",
    "ds_stencil_op",
    "CB_BLEND_CONSTANTS",
    "PIPELINE",
    "INDEX_BUFFER",
    "INDIRECT_DATA_STRIDE",
    "RENDER_TARGETS",
    "VK_DYNAMIC_STATE_VERTEX_INPUT_EXT",
    "VK_DYNAMIC_STATE_CULL_MODE",
    "VK_DYNAMIC_STATE_COLOR_WRITE_MASK_EXT",
    "--hardware=90",
    "--hardware=110",
    "--hardware=125",
    "--hardware=300",
    "--with=mesh-shading",
    "--with=wa-16011773973,transform-feedback",
    "--with=sample-locations",
    "--first-draw",
    "--after-blit",
    "--after-fragment-blit",
    "--",
    "--help",
];

fn damage(argument: &mut OsString, random: &mut ChaCha8Rng) {
    let mut bytes = argument.as_bytes().to_vec();
    match random.random_range(0..4) {
        0 => bytes.truncate(random.random_range(0..=bytes.len())),
        1 => bytes = bytes.repeat(random.random_range(2..1_000)),
        2 => random.fill_bytes(&mut bytes),
        _ => {
            let place = random.random_range(0..bytes.len());
            bytes[place] ^= 1 << random.random_range(0..8);
        }
    }
    *argument = OsString::from_vec(bytes);
}

fn arguments(random: &mut ChaCha8Rng) -> Vec<OsString> {
    let count = random.random_range(0..7);
    let mut arguments: Vec<OsString> = (0..count)
        .filter_map(|_| ARGUMENTS.choose(random))
        .map(OsString::from)
        .collect();
    if random.random_bool(0.3) {
        if let Some(argument) = arguments.choose_mut(random) {
            damage(argument, random);
        }
    }
    arguments
}

fn check(answer: &Answer) -> Result<(), &'static str> {
    match answer.status {
        0 if !answer.errors.is_empty() => Err("success with an error"),
        0 if answer.output.starts_with("What a draw emits") => Ok(()),
        0 => check_told(&answer.output),
        2 if !answer.output.is_empty() => Err("output of a failure"),
        2 if !answer.errors.starts_with("error: ") => Err("failed silently"),
        2 => Ok(()),
        _ => Err("an unknown status"),
    }
}

/// The number that is told is that of the instructions that are told, and
/// each has a reason.
fn check_told(output: &str) -> Result<(), &'static str> {
    let told = told(output);
    if told.values().any(|(_, reasons)| reasons.is_empty()) {
        return Err("no reason");
    }
    let instructions = told.values().filter(|(heading, _)| {
        !heading.starts_with("The next") && !heading.starts_with("What can")
    });
    let first = output.lines().next().unwrap_or_default();
    let number = first.split(' ').nth(6).and_then(|n| n.parse().ok());
    let expected =
        if first.starts_with("What can") { Some(55) } else { number };
    if expected != Some(instructions.count()) {
        return Err("another number of instructions");
    }
    Ok(())
}

#[test]
fn promises_are_kept_for_hostile_arguments() {
    let mut ended = [0; 3];
    for number in 0..INPUTS {
        let mut random = ChaCha8Rng::seed_from_u64(1);
        random.set_stream(number);
        let arguments = arguments(&mut random);
        let answer = call(arguments.clone());
        if let Err(broken) = check(&answer) {
            panic!("input {number}: {broken}\n{arguments:?}\n{answer:?}");
        }
        ended[usize::from(answer.status)] += 1;
    }
    // Nothing is refused once the arguments are read.
    assert_eq!(ended[1], 0);
    assert!(ended[0] >= LEAST && ended[2] >= LEAST, "{ended:?}");
}
