// SPDX-License-Identifier: MIT

//! `dral varyings`.

#![no_main]

use dral_fuzz::file;

libfuzzer_sys::fuzz_target!(|data: &[u8]| file("varyings", data));
