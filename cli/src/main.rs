// SPDX-License-Identifier: MIT

//! `dral`: the command with the streams of its process.

use anstream::{AutoStream, ColorChoice};
use dral_cli::{Streams, Terminal};
use std::env;
use std::io;
use std::process::ExitCode;

fn main() -> ExitCode {
    let (output, errors) = (io::stdout(), io::stderr());
    let terminal = Terminal {
        output_colors: AutoStream::choice(&output) != ColorChoice::Never,
        error_colors: AutoStream::choice(&errors) != ColorChoice::Never,
    };
    let status = dral_cli::run(
        env::args_os(),
        &mut Streams {
            input: &mut io::stdin().lock(),
            output: &mut output.lock(),
            errors: &mut io::stderr(),
            terminal,
        },
    );
    ExitCode::from(status)
}
