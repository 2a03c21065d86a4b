// SPDX-License-Identifier: MIT

//! `dral draws`.

#![no_main]

use dral_fuzz::file;

libfuzzer_sys::fuzz_target!(|data: &[u8]| file("draws", data));
