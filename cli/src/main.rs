// SPDX-License-Identifier: MIT

//! `dral`: the command with the streams of its process.

use dral_cli::{run, Streams};
use std::env;
use std::process::ExitCode;

fn main() -> ExitCode {
    Streams::of_process(|streams| run(env::args_os(), streams))
}
