// SPDX-License-Identifier: MIT

//! Converts the fuzzer's bytes to arguments or to the rows of a file. The
//! checks are those of the hostile tests in cli/.

#[allow(dead_code)] // Only its examples are used.
#[path = "../../../cli/tests/check_trace/generator.rs"]
mod generator;
#[path = "../../../cli/tests/command/in_process.rs"]
mod in_process;
#[path = "../../../cli/tests/hostile/module_promises.rs"]
mod module_promises;
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
        "records" => &[
            "",
            "--arch v4 --padding documented",
            "--arch v5 --rounding nearest",
            "--arch v6",
        ],
        "valhall" => &[
            "",
            "--arch v14 --table 63",
            "--arch v10 --rounding nearest",
            "--table 4294967295",
        ],
        "layout" => &[
            "",
            "--model anv-direct",
            "--model anv-buffer --set-flags 16",
            "--model panvk --variable-count 3 --json",
        ],
        "binding-table" => &[
            "",
            "--model anv-direct --hardware 125 --render-targets 8",
            "--always-bindless --block 16383 --taken 65504",
            "--hardware 90 --render-targets 2 --null-target 1 --json",
        ],
        "check-trace" => &[
            "",
            "--json --all",
            "--base-instance 3 --divisors -,3",
            "--html=-",
        ],
        "varyings" => &["", "--linker --json", "--unpacked", "--pot-vec3 --slots 64"],
        _ => &["", "--padding documented", "--rounding nearest"],
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
    let arguments = [subcommand, "-"]
        .into_iter()
        .chain(options(subcommand, choice).split_whitespace())
        .map(OsString::from);
    check(&Call {
        arguments: arguments.collect(),
        input: input.to_vec(),
        piece: PIECES[choice / 16 % PIECES.len()],
        distinct: false,
    });
}

/// Runs `plot` with arguments, one per line, after a range that six bytes
/// select: a long range of divisors takes a second.
fn plot(data: &[u8]) {
    let Some((range, rest)) = data.split_first_chunk() else { return };
    let &[kind, a, b, c, d, length] = range;
    let from = u32::from_le_bytes([a, b, c, d]);
    let to = from.saturating_add(u32::from(length) << (kind / 2 % 8));
    let kind = ["padding", "divisors"][usize::from(kind) % 2];
    let given = format!("{kind}\n--from={from}\n--to={to}");
    let mut given = given.into_bytes();
    if !rest.is_empty() {
        given.push(b'\n');
        given.extend(rest);
    }
    arguments("plot", &given);
}

/// Whether an argument names a file, which it would overwrite.
fn names_file(argument: &[u8]) -> bool {
    let option = |name: &[u8]| argument.starts_with(name);
    option(b"-o")
        || option(b"--output")
        || option(b"--html") && argument != b"--html=-"
}

/// Runs a subcommand with arguments, one per line.
fn arguments(subcommand: &str, data: &[u8]) {
    let given = data.split(|&byte| byte == b'\n');
    let given = given.filter(|argument| !names_file(argument));
    let mut arguments = vec![OsString::from(subcommand)];
    arguments.extend(given.map(|bytes| OsString::from_vec(bytes.to_vec())));
    let input = Vec::new();
    check(&Call { arguments, input, piece: 1, distinct: false });
}

/// Runs a subcommand on the fuzzer's bytes.
pub fn run(subcommand: &str, data: &[u8]) {
    match subcommand {
        "plot" => plot(data),
        "decode" | "divisor" | "dynamic-state" | "explain" | "indirect"
        | "padded" => arguments(subcommand, data),
        _ => file(subcommand, data),
    }
}

/// Adds seeds of `check-trace` to the corpus: a job of each kind, after a byte
/// that selects the options. A file of them would be 500 lines.
pub fn write_traces() -> io::Result<()> {
    let corpus = concat!(env!("CARGO_MANIFEST_DIR"), "/corpus/check-trace");
    fs::create_dir_all(corpus)?;
    for (number, job) in generator::examples().iter().enumerate() {
        fs::write(format!("{corpus}/job-{number}"), format!("{number}{job}"))?;
    }
    Ok(())
}
