// SPDX-License-Identifier: MIT

//! `dral valhall`.

#![no_main]

use dral_fuzz::file;

libfuzzer_sys::fuzz_target!(|data: &[u8]| file("valhall", data));
