// SPDX-License-Identifier: MIT

//! Converts the fuzzer's bytes to arguments or to the rows of a file. It
//! makes the checks of the hostile tests in cli/.

#[allow(dead_code)] // Only its examples are used.
#[path = "../../../cli/tests/check_trace/generator.rs"]
mod generator;
#[path = "../../../cli/tests/command/in_process.rs"]
mod in_process;
#[path = "../../../cli/tests/pages/structure.rs"]
mod page;
#[path = "../../../cli/tests/hostile/promises.rs"]
mod promises;
#[path = "../../../cli/tests/hostile/trace_promises.rs"]
mod trace_promises;

use promises::Call;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::os::unix::ffi::OsStringExt;

/// Options of the subcommands that read a file; the first byte selects a set.
fn options(subcommand: &str, choice: usize) -> &'static str {
    let sets: &[&str] = match subcommand {
        "draw-rows" => &[
            "",
            "--padding-rule documented --table-shape pairs",
            "--rounding nearest",
            "--resource-table 63 --primitive-size padded",
        ],
        "dral-layout" => &[
            "",
            "--model anv-direct",
            "--model anv-buffer --set-flags 16",
            "--model panvk --variable-count 3 --json",
        ],
        "trace-check" => &[
            "",
            "--json --all",
            "--base-instance 3 --divisors -,3",
            "--html=-",
        ],
        "trace-diff" => &["../../examples/trace.txt"],
        "trace-explain" => &["--draw 1", "--draw 2 --json", "--draw 1 --html=-"],
        _ => &["", "--json"],
    };
    sets[choice % sets.len()]
}

/// The maximum size of one read of the input.
const PIECES: [usize; 4] = [usize::MAX, 1, 2, 5];

fn check(call: &Call) {
    if let Err(broken) = call.check() {
        panic!("{broken}\n{call}");
    }
}

/// Runs a subcommand on a file: all bytes except the first, which selects the
/// options.
fn file(subcommand: &str, data: &[u8]) {
    let Some((&choice, input)) = data.split_first() else {
        return;
    };
    let choice = usize::from(choice);
    let words = match subcommand {
        "dral-layout" => vec![subcommand],
        _ => subcommand.split('-').collect(),
    };
    let arguments = words
        .into_iter()
        .chain(["-"])
        .chain(options(subcommand, choice).split_whitespace())
        .map(OsString::from);
    check(&Call {
        arguments: arguments.collect(),
        input: input.to_vec(),
        piece: PIECES[choice / 16 % PIECES.len()],
    });
}

/// Whether an argument names a file, which it would overwrite.
fn names_file(argument: &[u8]) -> bool {
    argument.starts_with(b"--html") && argument != b"--html=-"
}

/// Runs a subcommand with arguments, one per line.
fn arguments(subcommand: &str, data: &[u8]) {
    let given = data.split(|&byte| byte == b'\n');
    let given = given.filter(|argument| !names_file(argument));
    let mut arguments: Vec<_> =
        subcommand.split('-').map(OsString::from).collect();
    arguments.extend(given.map(|bytes| OsString::from_vec(bytes.to_vec())));
    let input = Vec::new();
    check(&Call { arguments, input, piece: 1 });
}

/// Runs a subcommand on the fuzzer's bytes.
pub fn run(subcommand: &str, data: &[u8]) {
    match subcommand {
        "draw-explain" | "trace-rules" | "word-decode" | "word-divisor" | "word-padded" => {
            arguments(subcommand, data);
        }
        _ => file(subcommand, data),
    }
}

/// Adds seeds of `trace check` to the corpus: a job of each kind, after a byte
/// that selects the options. A file of them would be 500 lines.
pub fn write_traces() -> io::Result<()> {
    let corpus = concat!(env!("CARGO_MANIFEST_DIR"), "/corpus/trace-check");
    fs::create_dir_all(corpus)?;
    for (number, job) in generator::examples().iter().enumerate() {
        fs::write(format!("{corpus}/job-{number}"), format!("{number}{job}"))?;
    }
    Ok(())
}
