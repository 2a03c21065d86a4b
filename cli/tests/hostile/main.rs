// SPDX-License-Identifier: MIT

//! Hostile files and arguments: random calls of every subcommand, which must
//! keep its promises for all of them.
//!
//! DRAL_HOSTILE_INPUTS is the number of inputs per subcommand,
//! DRAL_HOSTILE_SEED the seed.

mod arguments;
#[path = "../command/in_process.rs"]
mod in_process;
mod module_promises;
mod modules;
mod numbers;
mod promises;
mod tables;
mod trace_promises;
mod traces;

use libtest_mimic::{Arguments, Failed, Trial};
use promises::Call;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeSet;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::path::Path;
use std::process::ExitCode;
use std::sync::{Arc, Mutex};

/// Inputs per subcommand, few enough for an everyday test.
const INPUTS: u64 = 500;

/// One in this many inputs must end with each status. Otherwise the inputs
/// would be hostile in only one way.
const RARE: u64 = 50;

/// All subcommands in the help, and the statuses that each can end with.
const SUBCOMMANDS: [(&str, &[u8]); 15] = [
    ("explain", &[0, 1, 2]),
    ("records", &[0, 1, 2]),
    ("draws", &[0, 1, 2]),
    ("ids", &[0, 1, 2]),
    ("valhall", &[0, 1, 2]),
    ("decode", &[0, 1, 2]),
    ("divisor", &[0, 1, 2]),
    ("padded", &[0, 1, 2]),
    ("indirect", &[0, 1, 2]),
    ("plot", &[0, 2]),
    ("layout", &[0, 1, 2]),
    ("varyings", &[0, 1, 2]),
    ("dynamic-state", &[0, 2]),
    ("binding-table", &[0, 1, 2]),
    ("check-trace", &[0, 1, 2]),
];

/// A call, and whether all of it is valid, so that it cannot fail as a whole.
fn call(subcommand: &'static str, random: &mut ChaCha8Rng) -> (Call, bool) {
    let pieces = [usize::MAX, 1, 2, 7, 4096];
    let piece = pieces[random.random_range(0..pieces.len())];
    let call =
        |arguments, input| Call { arguments, input, piece, distinct: false };
    let sound = random.random_bool(0.3);
    // Options of sound files have valid values.
    let hostile = if sound { 0.0 } else { 0.01 };
    let arguments = match subcommand {
        "plot" => return (call(modules::plot(random), Vec::new()), false),
        "records" | "draws" | "ids" | "valhall" | "layout" | "varyings"
        | "binding-table" | "check-trace" => {
            arguments::of_files(subcommand, hostile, random)
        }
        _ => {
            let arguments = arguments::of_people(subcommand, random);
            return (call(arguments, Vec::new()), false);
        }
    };
    let input = match subcommand {
        "layout" | "varyings" | "binding-table" => {
            let (input, damaged) = modules::input(subcommand, random);
            let distinct = !damaged;
            return (Call { distinct, ..call(arguments, input) }, false);
        }
        "check-trace" if sound => traces::sound(random),
        "check-trace" => traces::damaged(random),
        _ if sound => tables::sound(subcommand, random),
        _ => tables::damaged(subcommand, random),
    };
    (call(arguments, input), sound)
}

/// Makes a call, and returns its status.
fn check(call: &Call, sound: bool) -> Result<u8, String> {
    let checked = catch_unwind(AssertUnwindSafe(|| call.check()));
    let status = checked.unwrap_or_else(|_| Err("it panicked".into()))?;
    if sound && status == 2 {
        return Err("a valid file could not be read".into());
    }
    Ok(status)
}

/// Runs a subcommand, and returns how often each status occurred.
fn run(
    subcommand: &'static str,
    statuses: &[u8],
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
    for status in 0..3 {
        let count = ended[usize::from(status)];
        if !statuses.contains(&status) && count > 0 {
            return Err(format!("{told}: {status} cannot be"));
        }
        if statuses.contains(&status) && count < (inputs / RARE).max(1) {
            return Err(format!("{told}: {status} is too rare"));
        }
    }
    Ok(told)
}

/// Checks that all subcommands have inputs here, and seeds for the fuzzer.
fn check_subcommands() -> Result<(), String> {
    let command = dral_cli::arguments();
    let listed = command.get_subcommands().map(|command| command.get_name());
    let listed: BTreeSet<_> = listed.collect();
    let here = SUBCOMMANDS.iter().map(|(name, _)| *name);
    promises::ensure(
        listed == here.collect(),
        &format!("not the subcommands here: {listed:?}"),
    )?;
    for (name, _) in arguments::FEW {
        let mut commands = command.get_subcommands();
        let is_known = commands.any(|subcommand| {
            subcommand.get_arguments().any(|option| option.get_id() == name)
        });
        promises::ensure(is_known, &format!("no option has the id {name}"))?;
    }
    let seeds = concat!(env!("CARGO_MANIFEST_DIR"), "/../tools/fuzz/seeds");
    for name in listed {
        let exists = Path::new(seeds).join(name).is_dir();
        promises::ensure(exists, &format!("no seeds for {name}"))?;
    }
    Ok(())
}

/// A number from the environment.
fn variable(name: &str, default: u64) -> u64 {
    match std::env::var(name) {
        Ok(text) => text.parse().unwrap_or_else(|_| {
            panic!("{name} is {text:?}, which is not a number")
        }),
        Err(_) => default,
    }
}

fn main() -> ExitCode {
    let inputs = variable("DRAL_HOSTILE_INPUTS", INPUTS);
    let seed = variable("DRAL_HOSTILE_SEED", 1);
    let counted = Arc::new(Mutex::new(Vec::new()));
    let trials = SUBCOMMANDS
        .map(|(subcommand, statuses)| {
            let counted = Arc::clone(&counted);
            Trial::test(format!("hostile_{subcommand}"), move || {
                let told = run(subcommand, statuses, inputs, seed)
                    .map_err(Failed::from)?;
                counted.lock().expect("no thread panics with it").push(told);
                Ok(())
            })
        })
        .into_iter()
        .chain([Trial::test("all_subcommands_are_tried", || {
            check_subcommands().map_err(Failed::from)
        })])
        .collect();
    let conclusion = libtest_mimic::run(&Arguments::from_args(), trials);
    for told in counted.lock().expect("no thread panics with it").iter() {
        println!("{told}");
    }
    conclusion.exit_code()
}
