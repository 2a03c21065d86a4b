// SPDX-License-Identifier: MIT

//! Fuzzes the subcommand that `DRAL_SUBCOMMAND` names.

#![no_main]

use dral_fuzz::{run, write_traces};
use std::env;
use std::sync::LazyLock;

static SUBCOMMAND: LazyLock<String> =
    LazyLock::new(|| env::var("DRAL_SUBCOMMAND").expect("a subcommand"));

libfuzzer_sys::fuzz_target!(
    init: if *SUBCOMMAND == "trace-check" {
        write_traces().expect("the corpus can be written");
    },
    |data: &[u8]| run(&SUBCOMMAND, data)
);
