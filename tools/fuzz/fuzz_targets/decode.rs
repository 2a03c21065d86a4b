// SPDX-License-Identifier: MIT

//! `dral decode`.

#![no_main]

use dral_fuzz::arguments;

libfuzzer_sys::fuzz_target!(|data: &[u8]| arguments("decode", data));
