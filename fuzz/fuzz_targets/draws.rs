// SPDX-License-Identifier: MIT

//! `dral draws`.

#![no_main]

use dral_fuzz::rows;

libfuzzer_sys::fuzz_target!(|data: &[u8]| rows("draws", data));
