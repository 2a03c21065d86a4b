// SPDX-License-Identifier: MIT

//! `dral binding-table`.

#![no_main]

use dral_fuzz::file;

libfuzzer_sys::fuzz_target!(|data: &[u8]| file("binding-table", data));
