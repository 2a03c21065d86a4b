// SPDX-License-Identifier: MIT

//! `dral padded`.

#![no_main]

use dral_fuzz::arguments;

libfuzzer_sys::fuzz_target!(|data: &[u8]| arguments("padded", data));
