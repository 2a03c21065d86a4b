// SPDX-License-Identifier: MIT

//! `dral valhall`.

#![no_main]

use dral_fuzz::rows;

libfuzzer_sys::fuzz_target!(|data: &[u8]| rows("valhall", data));
