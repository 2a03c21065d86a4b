// SPDX-License-Identifier: MIT

//! Hostile files and arguments: random calls of every subcommand, which must
//! keep its promises for all of them.
//!
//! DRAL_HOSTILE_INPUTS is the number of inputs per subcommand,
//! DRAL_HOSTILE_SEED the seed.

mod arguments;
#[path = "../command/in_process.rs"]
mod in_process;
mod numbers;
#[path = "../pages/structure.rs"]
mod page;
mod promises;
mod tables;
mod trace_promises;
mod traces;

use promises::Call;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeSet;
use std::io::{self, Write};
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::path::Path;

/// Inputs per subcommand, few enough for an everyday test.
const INPUTS: u64 = 500;

/// One in this many inputs must end with each status. Otherwise the inputs
/// would be hostile in only one way.
const RARE: u64 = 50;

/// A test of each subcommand in the help, with the statuses that it can end
/// with.
macro_rules! subcommands {
    ($($name:ident: $statuses:expr,)+) => {
        $(
            #[test]
            fn $name() {
                keeps_its_promises(&subcommand(stringify!($name)), &$statuses);
            }
        )+

        const TESTS: &[&str] = &[$(stringify!($name)),+];
    };
}

subcommands! {
    trace_check: [0, 1, 2],
    trace_draws: [0, 2],
    trace_explain: [0, 1, 2],
    trace_diff: [0, 1, 2],
    trace_rules: [0, 2],
    draw_explain: [0, 1, 2],
    draw_rows: [0, 1, 2],
    word_decode: [0, 1, 2],
    word_divisor: [0, 1, 2],
    word_padded: [0, 1, 2],
    dral_layout: [0, 1, 2],
}

/// The subcommand of a test, or the other program.
fn subcommand(test: &str) -> String {
    match test {
        "dral_layout" => "dral-layout".into(),
        _ => test.replace('_', " "),
    }
}

/// A call, and whether all of its file is valid, so that it can be read.
fn call(subcommand: &str, random: &mut ChaCha8Rng) -> (Call, bool) {
    let pieces = [usize::MAX, 1, 2, 7, 4096];
    let piece = pieces[random.random_range(0..pieces.len())];
    let sound = random.random_bool(0.3);
    let reads_file = !arguments::OF_PEOPLE.contains(&subcommand);
    let (arguments, input) = if reads_file {
        // Options of sound files have valid values.
        let hostile = if sound { 0.0 } else { 0.01 };
        let input = match subcommand {
            // The other trace of the comparison.
            "trace diff" if random.random_bool(0.1) => {
                include_bytes!("../../../examples/trace.txt").to_vec()
            }
            _ if subcommand.starts_with("trace") && sound => {
                traces::sound(random)
            }
            _ if subcommand.starts_with("trace") => traces::damaged(random),
            _ if sound => tables::sound(subcommand, random),
            _ => tables::damaged(subcommand, random),
        };
        (arguments::of_files(subcommand, hostile, random), input)
    } else {
        (arguments::of_people(subcommand, random), Vec::new())
    };
    let sound = sound && reads_file;
    (Call { arguments, input, piece }, sound)
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

/// Makes random calls, and counts how often each status occurs.
fn keeps_its_promises(subcommand: &str, statuses: &[u8]) {
    let inputs = variable("DRAL_HOSTILE_INPUTS", INPUTS);
    let seed = variable("DRAL_HOSTILE_SEED", 1);
    let mut ended = [0; 3];
    for number in 0..inputs {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        random.set_stream(number);
        let (call, sound) = call(subcommand, &mut random);
        match check(&call, sound) {
            Ok(status) => ended[usize::from(status)] += 1,
            Err(broken) => {
                panic!("{broken}\n{call}\nseed {seed}, input {number}")
            }
        }
    }
    let told = format!(
        "hostile {subcommand}: {inputs} inputs, {} with status 0, {} with 1, \
         {} with 2\n",
        ended[0], ended[1], ended[2]
    );
    for (status, count) in (0..3).zip(ended) {
        let possible = statuses.contains(&status);
        assert!(possible || count == 0, "{told}{status} cannot be");
        let enough = count >= (inputs / RARE).max(1);
        assert!(!possible || enough, "{told}{status} is too rare");
    }
    // Not println, whose output cargo hides for passing tests.
    io::stderr().write_all(told.as_bytes()).expect("it can be written to");
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

/// All subcommands have inputs here, and seeds for the fuzzer. All names here
/// belong to an option or a column.
#[test]
fn all_subcommands_are_tried() {
    let listed = arguments::subcommands();
    let listed: BTreeSet<_> =
        listed.iter().map(|(name, _)| &name[..]).collect();
    let here: Vec<_> = TESTS.iter().map(|test| subcommand(test)).collect();
    assert_eq!(listed, here.iter().map(String::as_str).collect());
    let seeds = concat!(env!("CARGO_MANIFEST_DIR"), "/../evidence/fuzz/seeds");
    for name in listed {
        let folder = name.replace(' ', "-");
        assert!(Path::new(seeds).join(folder).is_dir(), "no seeds for {name}");
    }
    for (name, _) in arguments::FEW {
        let (of, name) = name.rsplit_once(' ').unwrap_or(("", name));
        let known = |command: &clap::Command| {
            let option = |option: &clap::Arg| option.get_id() == name;
            let has_option = command.get_arguments().any(option);
            let columns = tables::columns(command).0;
            has_option || columns.iter().any(|column| column == name)
        };
        let mut commands = arguments::subcommands().into_iter();
        let is_known = commands.any(|(name, command)| {
            (of.is_empty() || name == of) && known(command)
        });
        assert!(is_known, "neither an option nor a column: {of} {name}");
    }
}
