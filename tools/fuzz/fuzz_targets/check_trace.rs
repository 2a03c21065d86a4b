// SPDX-License-Identifier: MIT

//! `dral check-trace`.

#![no_main]

use dral_fuzz::file;

libfuzzer_sys::fuzz_target!(|data: &[u8]| file("check-trace", data));
