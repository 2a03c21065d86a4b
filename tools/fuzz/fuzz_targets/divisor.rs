// SPDX-License-Identifier: MIT

//! `dral divisor`.

#![no_main]

use dral_fuzz::arguments;

libfuzzer_sys::fuzz_target!(|data: &[u8]| arguments("divisor", data));
