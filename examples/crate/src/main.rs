// SPDX-License-Identifier: MIT

//! A Rust program with C code that calls dral: prints the padded count of 70
//! vertices.

// Links the library, although only the C code calls it.
use dral as _;

unsafe extern "C" {
    /// In padded.c.
    safe fn padded_count(vertex_count: u32) -> u32;
}

fn main() {
    println!("{}", padded_count(70));
}
