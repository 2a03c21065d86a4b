// SPDX-License-Identifier: MIT

//! Hostile files and arguments: a random run over every subcommand, which
//! keeps its promises for all of them.
//!
//! DRAL_HOSTILE_INPUTS is the number of inputs of each subcommand,
//! DRAL_HOSTILE_SEED the seed of another run.

mod arguments;
mod numbers;
mod promises;
mod tables;

use libtest_mimic::{Arguments, Failed, Trial};
use promises::Call;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::process::ExitCode;
use std::sync::{Arc, Mutex};

/// Inputs of each subcommand, as many as a test of every day can take.
const INPUTS: u64 = 2_000;

/// A share of the inputs that has to end with each status: this many have
/// one that does. Else the inputs would be hostile in one way alone.
const RARE: u64 = 50;

const SUBCOMMANDS: [&str; 9] = [
    "explain", "records", "draws", "ids", "valhall", "decode", "divisor",
    "padded", "indirect",
];

/// A call, and whether it is all sound: then it cannot fail as a whole.
fn call(subcommand: &'static str, random: &mut ChaCha8Rng) -> (Call, bool) {
    let pieces = [usize::MAX, 1, 2, 7, 4096];
    let piece = pieces[random.random_range(0..pieces.len())];
    if !["records", "draws", "ids", "valhall"].contains(&subcommand) {
        let arguments = arguments::of_people(subcommand, random);
        return (Call { arguments, input: Vec::new(), piece }, false);
    }
    let mut arguments = arguments::of_rows(subcommand, random);
    let sound = random.random_bool(0.3);
    let input = if sound {
        tables::sound(subcommand, random)
    } else {
        if random.random_bool(0.05) {
            arguments.push(arguments::hostile_option(random));
        }
        tables::damaged(subcommand, random)
    };
    (Call { arguments, input, piece }, sound)
}

/// Makes a call; the result is its status.
fn check(call: &Call, sound: bool) -> Result<u8, String> {
    let checked = catch_unwind(AssertUnwindSafe(|| call.check()));
    let status = checked.unwrap_or_else(|_| Err("it panicked".into()))?;
    if sound && status == 2 {
        return Err("a sound file could not be read".into());
    }
    Ok(status)
}

/// Runs a subcommand; the result tells how often it ended with which status.
fn run(
    subcommand: &'static str,
    inputs: u64,
    seed: u64,
) -> Result<String, String> {
    let mut ended = [0; 3];
    for number in 0..inputs {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        random.set_stream(number);
        let (call, sound) = call(subcommand, &mut random);
        let status = check(&call, sound).map_err(|broken| {
            format!("{broken}\n{call}\nseed {seed}, input {number}")
        })?;
        ended[usize::from(status)] += 1;
    }
    let told = format!(
        "hostile_{subcommand}: {inputs} inputs, {} with status 0, {} with 1, \
         {} with 2",
        ended[0], ended[1], ended[2]
    );
    if ended.iter().any(|&count| count < (inputs / RARE).max(1)) {
        return Err(format!("{told}: one is too rare"));
    }
    Ok(told)
}

/// A number of the environment.
fn variable(name: &str, default: u64) -> u64 {
    match std::env::var(name) {
        Ok(text) => text.parse().unwrap_or_else(|_| {
            panic!("{name} is {text:?}, which is no number")
        }),
        Err(_) => default,
    }
}

fn main() -> ExitCode {
    let inputs = variable("DRAL_HOSTILE_INPUTS", INPUTS);
    let seed = variable("DRAL_HOSTILE_SEED", 1);
    let counted = Arc::new(Mutex::new(Vec::new()));
    let trials = SUBCOMMANDS
        .map(|subcommand| {
            let counted = Arc::clone(&counted);
            Trial::test(format!("hostile_{subcommand}"), move || {
                let told =
                    run(subcommand, inputs, seed).map_err(Failed::from)?;
                counted.lock().expect("no thread panics with it").push(told);
                Ok(())
            })
        })
        .into();
    let conclusion = libtest_mimic::run(&Arguments::from_args(), trials);
    for told in counted.lock().expect("no thread panics with it").iter() {
        println!("{told}");
    }
    conclusion.exit_code()
}
