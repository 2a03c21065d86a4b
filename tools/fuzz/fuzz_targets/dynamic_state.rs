// SPDX-License-Identifier: MIT

//! `dral dynamic-state`.

#![no_main]

use dral_fuzz::arguments;

libfuzzer_sys::fuzz_target!(|data: &[u8]| arguments("dynamic-state", data));
