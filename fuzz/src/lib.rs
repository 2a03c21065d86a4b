// SPDX-License-Identifier: MIT

//! What the fuzzer's bytes are for the command: arguments, or the rows of a
//! file. The checks are those of the hostile tests in cli/.

#[path = "../../cli/tests/hostile/promises.rs"]
mod promises;

use promises::Call;
use std::ffi::OsString;
use std::os::unix::ffi::OsStringExt;

/// Options of the subcommands with rows; the first byte chooses one set.
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
        _ => &["", "--padding documented", "--rounding nearest"],
    };
    sets[choice % sets.len()]
}

/// How much one read of the input yields at most.
const PIECES: [usize; 4] = [usize::MAX, 1, 2, 5];

fn check(call: &Call) {
    if let Err(broken) = call.check() {
        panic!("{broken}\n{call}");
    }
}

/// Runs a subcommand on a file: all bytes but the first, which chooses the
/// options.
pub fn rows(subcommand: &str, data: &[u8]) {
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
    });
}

/// Runs a subcommand with arguments, one a line.
pub fn arguments(subcommand: &str, data: &[u8]) {
    let given = data.split(|&byte| byte == b'\n');
    let mut arguments = vec![OsString::from(subcommand)];
    arguments.extend(given.map(|bytes| OsString::from_vec(bytes.to_vec())));
    check(&Call { arguments, input: Vec::new(), piece: 1 });
}
