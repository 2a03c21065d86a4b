// SPDX-License-Identifier: MIT

//! `dral`: the command with the streams of its process.

use dral_cli::Streams;
use std::env;
use std::io;
use std::process::ExitCode;

fn main() -> ExitCode {
    let status = dral_cli::run(
        env::args_os(),
        &mut Streams {
            input: &mut io::stdin().lock(),
            output: &mut io::stdout().lock(),
            errors: &mut io::stderr(),
        },
    );
    ExitCode::from(status)
}
