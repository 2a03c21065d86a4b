// SPDX-License-Identifier: MIT

//! Fuzzes the subcommand that `DRAL_SUBCOMMAND` names.

#![no_main]

use dral_fuzz::run;
use std::env;
use std::sync::LazyLock;

static SUBCOMMAND: LazyLock<String> =
    LazyLock::new(|| env::var("DRAL_SUBCOMMAND").expect("a subcommand"));

libfuzzer_sys::fuzz_target!(|data: &[u8]| run(&SUBCOMMAND, data));
