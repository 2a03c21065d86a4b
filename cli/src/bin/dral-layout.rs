// SPDX-License-Identifier: MIT

//! `dral-layout`: the program with the streams of its process.

use dral_cli::{run_layout, Streams};
use std::env;
use std::process::ExitCode;

fn main() -> ExitCode {
    Streams::of_process(|streams| run_layout(env::args_os(), streams))
}
