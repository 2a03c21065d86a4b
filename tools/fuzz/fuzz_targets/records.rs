// SPDX-License-Identifier: MIT

//! `dral records`.

#![no_main]

use dral_fuzz::file;

libfuzzer_sys::fuzz_target!(|data: &[u8]| file("records", data));
