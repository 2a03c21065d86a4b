// SPDX-License-Identifier: MIT

//! `dral plot`.

#![no_main]

use dral_fuzz::plot;

libfuzzer_sys::fuzz_target!(|data: &[u8]| plot(data));
